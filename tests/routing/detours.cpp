#include <doctest/doctest.h>

#include <map>
#include <string>
#include <vector>

#include "about.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/core/faults.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/routing/deadlock.hpp"
#include "wafernet/routing/route.hpp"
#include "wafernet/routing/routings.hpp"

using namespace wafernet;

namespace {

std::vector<std::string> named_path(const Network& network, const Routing& routing, Node from, Node to) {
    std::vector<std::string> names;
    for (const RouteStep& step : route(network.graph, routing, from, to))
        names.push_back(network.addresses.print(step.node));
    return names;
}

RoutingChoice chosen(const char* routing) {
    RoutingChoice choice;
    choice.routing = routing;
    choice.ties = Ties::parity;
    return choice;
}

}  // namespace

TEST_CASE("messages of a mesh go on as before, and round a lost link where they met it") {
    // 3 x 3, the link (0,0) - (0,1) lost. Dimension order takes the first axis first, so (0,0) to (0,2) met it and
    // (0,0) to (1,1) did not. Up*/down* has its root at (0,0): from there every path goes down, the shortest by (1,0).
    const Network whole = make_network("mesh:3x3");
    const auto node = [&](const char* name) { return whole.addresses.parse(name); };
    const Channel lost = whole.graph.channel_between(node("(0,0)"), node("(0,1)"));
    FaultSet faults;
    faults.channels = {lost, Graph::reverse(lost)};
    const Network left = network_left(whole, faults);
    const ChosenRouting detour = choose_routing(left, chosen("detour"));
    CHECK(detour.rule.vcs == 2);  // one of dimension order, one of detours
    using Path = std::vector<std::string>;
    const std::vector<Path> broken{{"(0,0)", "(1,0)", "(1,1)", "(0,1)"}, {"(0,0)", "(1,0)", "(1,1)", "(1,2)", "(0,2)"}};
    for (const Path& path : broken) {
        const Path found =
            named_path(left, *detour.routing, left.addresses.parse(path.front()), left.addresses.parse(path.back()));
        CHECK(found.size() == path.size());
        CHECK(found.at(1) == "(1,0)");
    }
    CHECK(named_path(left, *detour.routing, left.addresses.parse("(0,0)"), left.addresses.parse("(1,1)")) ==
          Path{"(0,0)", "(1,0)", "(1,1)"});
    CHECK_THROWS_WITH_AS((void)choose_routing(whole, chosen("detour")), doctest::Contains("no routing 'detour'"),
                         InputError);
    faults.channels = {lost};  // one direction, which up*/down* cannot do without
    CHECK_THROWS_AS((void)choose_routing(network_left(whole, faults), chosen("detour")), InputError);
}

TEST_CASE("detours of drawn faults deliver every pair, keep what met no fault, and cannot deadlock") {
    const std::vector<const char*> words{"mesh:5x4",  "torus:5x4",   "mesh:3x3x3",     "hypercube:4",
                                         "how:6,3,2", "htn:4,4,2,0", "tesh:2,2,0",     "ttn:2,2,0",
                                         "gh:4,2",    "ccc:3",       "dragonfly:2,4,2"};
    std::size_t kept = 0, round = 0, wrong = 0;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        const Network whole = make_network(words[seed % words.size()]);
        CAPTURE(whole.word);
        CAPTURE(seed);
        const auto possible = possible_faults(whole, seed % 3 == 0 ? "node" : "link");
        const Network left = network_left(whole, draw_faults(whole.graph, possible, 1 + seed % 3, seed));
        const ChosenRouting before = choose_routing(whole, chosen(""));
        ChosenRouting detour;
        try {
            detour = choose_routing(left, chosen("detour"));
        } catch (const InputError& error) {
            CHECK(std::string(error.what()).find("connected network") != std::string::npos);  // in pieces
            continue;
        }
        CHECK(detour.rule.vcs == before.rule.vcs + 1);
        CHECK(deadlock_verdict(left, *detour.routing, detour.rule).deadlock_free() ==
              deadlock_verdict(whole, *before.routing, before.rule).deadlock_free());
        std::map<std::string, Node> number;
        for (Node v = 0; v < left.graph.nodes(); ++v) number[left.addresses.print(v)] = v;
        const Node step = left.graph.nodes() > 500 ? 97 : 1;
        for (Node from = 0; from < left.graph.nodes(); from += step) {
            for (Node to = 0; to < left.graph.nodes(); to += step) {
                if (from == to) continue;
                const auto now = named_path(left, *detour.routing, from, to);
                wrong += now.back() != left.addresses.print(to);
                const auto then = named_path(whole, *before.routing, whole.addresses.parse(now.front()),
                                             whole.addresses.parse(now.back()));
                bool met = false;  // a name that is gone, or two that are no longer joined
                for (std::size_t i = 0; i + 1 < then.size() && !met; ++i) {
                    const auto a = number.find(then[i]), b = number.find(then[i + 1]);
                    met = a == number.end() || b == number.end() ||
                          left.graph.channel_between(a->second, b->second) == no_channel;
                }
                wrong += !met && now != then;
                met ? ++round : ++kept;
            }
        }
    }
    CHECK(wrong == 0);
    CHECK(kept > 10'000);
    CHECK(round > 500);
}
