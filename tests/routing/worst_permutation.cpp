// The worst permutation of an oblivious routing, against all permutations.
#include "wafernet/routing/worst_permutation.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "about.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/routing/route.hpp"
#include "wafernet/routing/routings.hpp"

using namespace wafernet;

namespace {

std::unique_ptr<Routing> routing_on(const Network& network, const std::string& name, Ties ties = Ties::positive) {
    return make_routing(find_routing(name, network).name, network, {ties});
}

// What messages of s to d put on every channel, by the routes themselves.
std::vector<std::vector<double>> flits_of_pairs(const Network& network, const Routing& routing) {
    const std::vector<Node> ends = terminals_of(network);
    std::vector<std::vector<double>> flits;
    for (const Node s : ends) {
        for (const Node d : ends) {
            std::vector<double>& on = flits.emplace_back(network.graph.channels(), 0.0);
            if (s == d) continue;
            each_route(network.graph, routing, s, d, [&](std::span<const RouteStep> path, double probability) {
                for (const RouteStep& step : path) {
                    if (step.hop.channel != no_channel) on[step.hop.channel] += probability;
                }
            });
        }
    }
    return flits;
}

double largest_load(const std::vector<std::vector<double>>& flits, std::span<const std::size_t> receivers) {
    std::vector<double> load(flits.front().size(), 0.0);
    for (std::size_t s = 0; s < receivers.size(); ++s) {
        const std::vector<double>& on = flits[s * receivers.size() + receivers[s]];
        for (std::size_t c = 0; c < load.size(); ++c) load[c] += on[c];
    }
    return *std::max_element(load.begin(), load.end());
}

double worst_of_all(const std::vector<std::vector<double>>& flits, std::size_t ends) {
    std::vector<std::size_t> order(ends);
    std::iota(order.begin(), order.end(), std::size_t{0});
    double worst = 0.0;
    do worst = std::max(worst, largest_load(flits, order));
    while (std::next_permutation(order.begin(), order.end()));
    return worst;
}

std::vector<std::size_t> receivers_of(const Network& network, const WorstPermutation& worst) {
    const std::vector<Node> ends = terminals_of(network);
    std::vector<std::size_t> receivers;
    for (const Node s : ends) {
        const auto to = std::find(ends.begin(), ends.end(), worst.images[s]);
        receivers.push_back(static_cast<std::size_t>(to - ends.begin()));
    }
    return receivers;
}

}  // namespace

TEST_CASE("no permutation of small networks loads a channel more than the worst one") {
    for (const auto& [word, name] : {std::pair{"ring:7", ""},
                                     {"mesh:2x4", ""},
                                     {"mesh:2x3", "up-down"},
                                     {"hypercube:3", ""},
                                     {"tree:2", ""},
                                     {"torus:2x4", ""},
                                     {"fibonacci:4", ""},
                                     {"jellyfish:8,3", "minimal"},
                                     {"debruijn:2,3", ""},
                                     {"karytree:2,3", ""},
                                     {"karytree:2,2", ""},
                                     {"dragonfly:2,1", ""},
                                     {"dragonfly:2,1", "valiant"},
                                     {"complete:6", "valiant"},
                                     {"mesh:2x3", "valiant"},
                                     {"ring:6", "valiant"},
                                     {"concentrated:2:ring:3", ""},
                                     {"concentrated:2:ring:4", "valiant"},
                                     {"concentrated:2:complete:4", "valiant"},
                                     {"concentrated:2:dragonfly:2,1", ""}}) {
        CAPTURE(word);
        CAPTURE(name);
        const Network network = make_network(word);
        const std::size_t ends = terminals_of(network).size();
        if (ends > 8) continue;
        const auto routing = routing_on(network, name);
        const WorstPermutation worst = worst_permutation(network, *routing, 2);
        const std::vector<std::vector<double>> flits = flits_of_pairs(network, *routing);
        CHECK(worst.exact());
        CHECK(worst.load == about(worst_of_all(flits, ends)));
        const std::vector<std::size_t> receivers = receivers_of(network, worst);
        CHECK(std::set<std::size_t>(receivers.begin(), receivers.end()).size() == ends);
        CHECK(largest_load(flits, receivers) == about(worst.load));
    }
}

TEST_CASE("ten hosts of a leaf switch can all want the same way up in karytree:10,3") {
    // d-mod-k takes up port d mod 10 of a leaf switch. Its 10 hosts send to 10 destinations that end on the same digit:
    // 10 flits a cycle over that port, 0.1 flits a cycle and host. Above it a switch takes up port (d / 10) mod 10:
    // what comes up to it for one port ends on two digits, so that it goes to 10 of the 1,000 hosts and is 10 flits at
    // most; down it is as few hosts on the first level, and from the top one digit more is given. No channel carries
    // more.
    const Network network = make_network("karytree:10,3");
    const WorstPermutation worst = worst_permutation(network, *routing_on(network, ""), 2);
    CHECK(worst.exact());
    CHECK(worst.load == about(10.0));
}

TEST_CASE("a group of a dragonfly can send all its flits over one link to another group" *
          doctest::test_suite("long")) {
    // 8 routers of 4 terminals: 32 flits a cycle over the only link from group to group, 1/32 flits a cycle and
    // terminal. No message passes through a third group, so that no global link carries more.
    const Network network = make_network("concentrated:4:dragonfly:8,4");
    const WorstPermutation worst = worst_permutation(network, *routing_on(network, ""), 2);
    CHECK(worst.exact());
    CHECK(worst.load == about(32.0));
}

TEST_CASE("Valiant's routing carries no permutation worse than twice the uniform load") {
    // complete:8, by a node drawn among all 8 alike. A message from s to d: straight on with 2/8 (s or d are drawn),
    // over each of the 6 others with 1/8. Channel a -> b carries of the message a -> b 2/8, of a -> x 1/8 (drawn: b),
    // of x -> b 1/8 (drawn: a). A permutation with a -> x and y -> b loads it with 2/8, one with a -> b with 2/8.
    const Network network = make_network("complete:8");
    const WorstPermutation worst = worst_permutation(network, *routing_on(network, "valiant"));
    CHECK(worst.load == about(0.25));
}

TEST_CASE("worst traffic is refused for routings that are not oblivious") {
    const Network torus = make_network("torus:4x4");
    CHECK_THROWS_AS((void)worst_permutation(torus, *routing_on(torus, "minimal-adaptive")), InputError);
    CHECK_THROWS_AS((void)worst_permutation(torus, *routing_on(torus, "", Ties::split)), InputError);
    CHECK_THROWS_AS((void)worst_permutation(torus, *routing_on(torus, "ugal")), InputError);
    CHECK_NOTHROW((void)worst_permutation(torus, *routing_on(torus, "")));
}
