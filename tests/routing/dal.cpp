// Dimensionally adaptive, load-balanced routing of HyperX and flattened butterflies.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "wafernet/core/traffic.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/measure/routed.hpp"
#include "wafernet/queueing/latency_model.hpp"
#include "wafernet/routing/deadlock.hpp"
#include "wafernet/routing/route.hpp"
#include "wafernet/routing/routings.hpp"
#include "wafernet/sim/simulation_case.hpp"
#include "wafernet/traffic/make_traffic.hpp"

using namespace wafernet;

namespace {

// The routing with its escape channels open to all hops.
class EscapeForAll final : public Routing {
public:
    explicit EscapeForAll(const Routing& inner) : inner_(inner) {}
    void next(const Head& at, Node destination, std::vector<Hop>& hops) const override {
        inner_.next(at, destination, hops);
        for (Hop& hop : hops) hop.vcs = 1;
    }
    [[nodiscard]] bool adaptive() const override { return true; }

private:
    const Routing& inner_;
};

struct Way {
    Head head;
    std::vector<int> hops, detours;  // an axis
};

// Follows every path that takes no escape channel and checks it hop by hop; returns their number.
std::uint64_t follow(const Network& network, const Routing& routing, Node destination, const Way& way) {
    if (way.head.node == destination) return 1;
    const std::vector<std::uint32_t> there = network.addresses.digits(destination);
    const auto digit = [&](Node v, std::size_t axis) { return network.addresses.digits(v)[there.size() - 1 - axis]; };
    std::vector<Hop> hops;
    routing.next(way.head, destination, hops);
    std::uint64_t paths = 0, escapes = 0;
    for (const Hop& hop : hops) {
        const Node to = network.graph.target(hop.channel);
        const std::size_t axis = hop.label.axis;
        const bool arrives = digit(to, axis) == there[there.size() - 1 - axis];
        CHECK(digit(way.head.node, axis) != there[there.size() - 1 - axis]);  // a right digit stays so
        CHECK(hop.detour == !arrives);
        if ((hop.vcs & 1U) != 0) {
            ++escapes;
            CHECK(arrives);
            continue;
        }
        Way on = way;
        on.head = {to, hop.channel, hop.state};
        CHECK(++on.hops[axis] <= 2);
        if (hop.detour) CHECK(++on.detours[axis] == 1);
        paths += follow(network, routing, destination, on);
    }
    CHECK(escapes == 1);
    return paths;
}

}  // namespace

TEST_CASE("DAL takes a detour once an axis at most, leaves no right digit and always has its escape") {
    for (const std::string word : {"hyperx:4", "hyperx:3x4", "hyperx:2x3,2", "hyperx:2x3x3", "flatbutterfly:3,3"}) {
        CAPTURE(word);
        const Network network = make_network(word);
        const auto dal = make_routing("dal", network);
        const std::size_t axes = network.addresses.digits(0).size();
        const Node last = network.graph.nodes() - 1;
        const std::vector<int> none(axes, 0);
        const std::uint64_t paths = follow(network, *dal, last, {{0, no_channel, dal->start(0, last)}, none, none});
        // On a line of k routers one straight and k - 2 by another; two axes interleave.
        if (word == "hyperx:4") CHECK(paths == 3);
        if (word == "hyperx:3x4") CHECK(paths == 2 * 1 + 3 * 1 + 3 * 2 + 6 * 2);
    }
}

TEST_CASE("DAL takes no second detour along an axis after it has escaped: two hops an axis at most") {
    for (const auto& [word, longest] : {std::pair{"hyperx:4", 2U}, std::pair{"hyperx:4x4", 4U},
                                        std::pair{"hyperx:3x3x3", 6U}, std::pair{"flatbutterfly:4,3", 4U}}) {
        CAPTURE(word);
        const Network network = make_network(word);
        CHECK(measure_routed(network, *make_routing("dal", network)).longest == longest);
    }
}

TEST_CASE("DAL is free of deadlock by its escape channels, and is not without them") {
    for (const char* word : {"hyperx:4", "hyperx:3x4", "hyperx:4x4,2", "hyperx:2x3x5", "flatbutterfly:4,3"}) {
        CAPTURE(word);
        const Network network = make_network(word);
        for (const int vcs : {2, 4}) {
            const ChosenRouting dal = choose_routing(network, {"dal", "", vcs});
            VerdictOptions by_escape;
            by_escape.escape = escape_by_both(*dal.routing, dal.rule);
            CHECK(deadlock_verdict(network, *dal.routing, dal.rule, by_escape).acyclic);
        }
        const ChosenRouting dal = choose_routing(network, {"dal", "", 2});
        CHECK_FALSE(deadlock_verdict(network, EscapeForAll(*dal.routing), dal.rule).acyclic);
    }
}

TEST_CASE("DAL with more virtual channels accepts no less, and does not come to a stop") {
    const Network network = make_network("hyperx:4x4");
    double before = 0.0;
    for (const char* vcs : {"2", "4", "8"}) {
        SimulationChoice choice;
        choice.routing = "dal";
        choice.settings = {{"vcs", vcs}, {"cycles", "6000"}, {"warmup", "2000"}};
        SimulationCase c = make_simulation_case(network, choice);
        c.options.load = 0.9;
        const SimulationResult r = simulate(network, *c.routing, c.rule, *c.traffic, c.options);
        CHECK(r.status != RunStatus::deadlock);
        CHECK(r.accepted > 0.99 * before);
        before = r.accepted;
    }
}
