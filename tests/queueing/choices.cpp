// Adaptive routings in the latency model.
#include "queueing/choices.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numeric>
#include <vector>

#include "about.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/design/modelled_router.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/queueing/latency_model.hpp"
#include "wafernet/routing/routings.hpp"
#include "wafernet/traffic/make_traffic.hpp"

using namespace wafernet;
using queueing::OpenWay;

namespace {

struct Adaptive {
    Network network;
    ChosenRouting chosen;
    Adaptive(const char* word, const char* routing, int vcs)
        : network(make_network(word)),
          chosen(choose_routing(network, {.routing = routing, .vc_rule = "", .vcs = vcs, .ties = Ties::parity})) {}
    [[nodiscard]] LatencyModel model(const char* traffic, LatencyOptions o) const {
        o.router.vcs = std::max(o.router.vcs, chosen.rule.vcs);
        return {network, *chosen.routing, chosen.rule, *make_traffic(traffic, network), o};
    }
};

LatencyOptions router(int vcs, WayChoice choice = WayChoice::preferred) {
    LatencyOptions o = preset_named("ideal").router;
    o.router.vcs = vcs;
    o.choice = choice;
    return o;
}

}  // namespace

TEST_CASE("of several ways the first open one is taken, and where none is, what becomes free first") {
    std::vector<OpenWay> ways = {{0.4, 1.0}, {0.5, 3.0}};
    choose(ways, true);
    CHECK(ways[0].share == about(0.6 + 0.2 * 0.25).epsilon(1e-12));
    CHECK(ways[1].share == about(0.4 * 0.5 + 0.2 * 0.75).epsilon(1e-12));
    CHECK(ways[0].waiting == about(0.05).epsilon(1e-12));
    choose(ways, false);  // both open: either
    CHECK(ways[0].share == about(0.6 * 0.5 + 0.6 * 0.5 / 2.0 + 0.05).epsilon(1e-12));
    // Against all outcomes of four ways, one by one.
    ways = {{0.1, 1.0}, {0.9, 2.0}, {0.3, 0.5}, {0.7, 1.0}};
    for (const bool in_order : {true, false}) {
        double expected[4] = {};
        for (unsigned open = 0; open < 16; ++open) {
            double p = 1.0, release = 0.0;
            int count = 0, first = -1;
            for (int i = 0; i < 4; ++i) {
                const bool free = (open >> i & 1U) != 0;
                p *= free ? 1.0 - ways[static_cast<std::size_t>(i)].blocked : ways[static_cast<std::size_t>(i)].blocked;
                release += ways[static_cast<std::size_t>(i)].release;
                if (free) ++count;
                if (free && first < 0) first = i;
            }
            for (int i = 0; i < 4; ++i) {
                const bool free = (open >> i & 1U) != 0;
                if (open == 0) expected[i] += p * ways[static_cast<std::size_t>(i)].release / release;
                else if (in_order && i == first) expected[i] += p;
                else if (!in_order && free) expected[i] += p / count;
            }
        }
        choose(ways, in_order);
        for (std::size_t i = 0; i < 4; ++i) CHECK(ways[i].share == about(expected[i]).epsilon(1e-12));
    }
}

TEST_CASE("the first of several virtual channels becomes free after the shortest of what is left") {
    using queueing::wait_for_first;
    for (const double n : {1.0, 2.0, 3.0, 8.0}) {
        CAPTURE(n);
        // All have the same length: the integral of (1 - t)^n over what is left of it, by sums.
        double sum = 0.0;
        for (int i = 0; i < 10000; ++i) sum += std::pow(1.0 - (i + 0.5) / 10000.0, n) / 10000.0;
        CHECK(wait_for_first(n, 0.5, 0.0) == about(sum).epsilon(1e-6));
        CHECK(wait_for_first(n, 1.0, 0.0) == about(1.0 / n).epsilon(1e-12));  // exponential times
        CHECK(wait_for_first(n, 0.7, 3.0) - wait_for_first(n, 0.7, 2.0) == about(0.7 / n).epsilon(1e-12));
    }
    for (const double rest : {0.2, 0.5, 0.8, 1.3})
        CHECK(wait_for_first(1.0, rest, 2.0) == about(3.0 * rest).epsilon(1e-12));
}

TEST_CASE("two messages that hold two channels have come by different virtual channels, none of them that of a third") {
    using queueing::Lane;
    const std::vector<Lane> lanes = {{2, 0.5, 0.4}, {1, 0.2, 0.7}, {3, 0.3, 0.0}};
    for (std::size_t own = 0; own < lanes.size(); ++own) {
        CAPTURE(own);
        double all = 0.0, different = 0.0;  // pairs of virtual channels, one by one; the first of the own ones is taken
        for (std::size_t i = 0; i < lanes.size(); ++i) {
            for (int a = i == own ? 1 : 0; a < lanes[i].vcs; ++a) {
                for (std::size_t j = 0; j < lanes.size(); ++j) {
                    for (int b = j == own ? 1 : 0; b < lanes[j].vcs; ++b) {
                        const double pair = lanes[i].first / lanes[i].vcs * lanes[j].second / lanes[j].vcs;
                        all += pair;
                        if (i != j || a != b) different += pair;
                    }
                }
            }
        }
        CHECK(queueing::different_lanes(lanes, own) == about(different / all).epsilon(1e-12));
    }
    CHECK(queueing::different_lanes(std::vector<Lane>{{1, 1.0, 1.0}}, 0) == 1.0);  // nobody else comes
}

TEST_CASE("adaptive messages take shortest ways, and all of them arrive") {
    for (const auto& [word, routing, traffic] :
         {std::tuple{"mesh:5x5", "duato", "uniform"}, std::tuple{"mesh:5x5", "west-first", "transpose"},
          std::tuple{"torus:4x4", "duato", "uniform"}, std::tuple{"hypercube:4", "p-cube", "bit-reversal"}}) {
        CAPTURE(word);
        CAPTURE(routing);
        const Adaptive c(word, routing, 3), in_order(word, "dor", 3);
        const LatencyModel model = c.model(traffic, router(3)), fixed = in_order.model(traffic, router(3));
        CHECK(model.mean_hops() == about(fixed.mean_hops()).epsilon(1e-9));
        CHECK(model.zero_load_latency() == about(fixed.zero_load_latency()).epsilon(1e-9));
        const std::vector<double> rates = model.channel_rates(), before = fixed.channel_rates();
        CHECK(std::accumulate(rates.begin(), rates.end(), 0.0) ==
              about(std::accumulate(before.begin(), before.end(), 0.0)).epsilon(1e-9));
    }
}

TEST_CASE("detours are taken last, whichever ways are preferred: by no message alone, by most near saturation") {
    const Adaptive c("mesh:5x5", "negative-first-nonminimal", 1);
    const Adaptive without("mesh:5x5", "negative-first", 1);
    const LatencyModel direct = without.model("uniform", router(1));
    const double shortest = direct.zero_load_latency();
    for (const WayChoice choice :
         {WayChoice::preferred, WayChoice::lowest_axis, WayChoice::straight, WayChoice::most_free}) {
        CHECK(c.model("uniform", router(1, choice)).zero_load_latency() == about(shortest).epsilon(1e-9));
    }
    CHECK(c.model("uniform", router(1, WayChoice::random)).zero_load_latency() > 1.03 * shortest);  // ways like others
    const LatencyModel model = c.model("uniform", router(1));
    const double knee = model.saturation().load;
    CHECK(*model.at(0.1 * knee).latency == about(*direct.at(0.1 * knee).latency).epsilon(0.001));
    CHECK(*model.at(0.9 * knee).latency > 1.1 * *direct.at(0.9 * knee).latency);
}

TEST_CASE("messages that take detours are followed until the shares of these settle") {
    // By `wafernet validate` with 2 seeds and 10,000 cycles. In two rounds it was 0.115 and 0.175.
    for (const auto& [vcs, simulated] : {std::pair(2, 0.1714), std::pair(3, 0.2377)}) {
        const Adaptive c("mesh:6x6", "north-last-nonminimal", vcs);
        CHECK(c.model("uniform", router(vcs)).saturation().load == about(simulated).epsilon(0.15));
    }
}

TEST_CASE("the bound of messages that choose is that of their best split, and no estimate passes it") {
    // 32 sources on each side of a bisection of 16 channels each way, and of 8; 64 terminals whose messages cross x
    // channels twice where they take none of the 16 direct ones; bits that p-cube sets and clears in turn.
    const std::tuple<const char*, const char*, int, double> cases[] = {{"torus:8x8", "minimal-adaptive", 6, 0.5},
                                                                       {"mesh:8x8", "minimal-adaptive", 8, 0.25},
                                                                       {"mesh:8x8", "duato", 8, 0.25},
                                                                       {"concentrated:4:hyperx:4x4", "dal", 4, 0.5},
                                                                       {"hypercube:6", "p-cube", 2, 0.0955}};
    for (const auto& [word, routing, vcs, bound] : cases) {
        CAPTURE(word);
        const SaturationEstimate limit = Adaptive(word, routing, vcs).model("complement", router(vcs)).saturation();
        CHECK(limit.channel_bound >= 0.995 * bound);
        CHECK(limit.channel_bound <= 1.015 * bound);
        CHECK(limit.load <= limit.channel_bound);
        CHECK(limit.upper <= limit.channel_bound);
    }
}

TEST_CASE("messages that turn to what is free saturate later than those that wait for one way drawn at random") {
    for (const char* word : {"mesh:6x6", "torus:6x6"}) {
        CAPTURE(word);
        const Adaptive c(word, "duato", 3);
        const double turning = c.model("uniform", router(3)).saturation().load,
                     any = c.model("uniform", router(3, WayChoice::most_free)).saturation().load;
        const double waiting = c.model("uniform", router(3, WayChoice::random)).saturation().load;
        CHECK(turning > 1.3 * waiting);
        CHECK(any > 1.3 * waiting);
    }
}

TEST_CASE("the latency of adaptive routings rises with the load, and is trusted up to half of saturation") {
    for (const auto& [word, routing, traffic] :
         {std::tuple{"mesh:6x6", "duato", "uniform"}, std::tuple{"mesh:6x6", "west-first", "transpose"},
          std::tuple{"torus:4x4", "duato", "transpose"}}) {
        CAPTURE(word);
        CAPTURE(routing);
        const Adaptive c(word, routing, 3);
        const LatencyModel model = c.model(traffic, router(3));
        const double limit = model.saturation().load;
        std::vector<double> loads;
        for (int i = 1; i <= 16; ++i) loads.push_back(limit * (i - 0.5) / 20.0);
        double last = model.zero_load_latency();
        for (const LatencyPoint& p : model.curve(loads)) {
            CAPTURE(p.load / limit);
            REQUIRE(p.latency.has_value());
            CHECK(*p.latency > last);
            last = *p.latency;
            CHECK((p.status == PointStatus::ok) == (p.load <= 0.5 * limit));
        }
        CHECK(model.at(1.05 * model.channel_bound()).status == PointStatus::saturated);
    }
}

TEST_CASE("permutations with a choice are as the simulator has them") {
    // Two seeds, 16,000 messages of each: latencies from 0.4 and 1.2 % at 95 % confidence, loads of saturation from
    // steps of a per cent.
    const auto off = [](double model, double simulated) { return std::abs(model / simulated - 1.0); };
    const Adaptive torus("torus:5x5", "duato", 3), mesh("mesh:7x7", "duato", 2);
    const LatencyModel on_torus = torus.model("transpose", router(3)), on_mesh = mesh.model("transpose", router(2));
    CHECK(off(*on_torus.at(0.2974).latency, 27.98) <
          0.03);  // 20 % less were the later message of a source to wait for the other
    CHECK(off(*on_torus.at(0.3718).latency, 31.36) < 0.03);
    CHECK(off(on_torus.saturation().load, 0.7435) <
          0.15);  // 18 % more were messages of a source that have parted not to meet again
    CHECK(off(on_mesh.saturation().load, 0.3332) <
          0.2);  // 19 % more were those of one channel to go on one after the other
}

TEST_CASE("channels that no first way crosses have tails as long as those that one does") {
    // Of several ways through the switches of a fat tree the lone message takes one: the others once counted as if no
    // tail followed there.
    for (const char* word : {"booksim-fattree:2,3", "booksim-fattree:4,2"}) {
        CAPTURE(std::string(word));
        const Network network = make_network(word);
        SimulationChoice choice;
        choice.preset = "booksim-min";
        choice.settings = {{"flits", "4"}, {"cycles", "20000"}};
        const SimulationCase c = make_simulation_case(network, choice);
        const LatencyModel model = model_of(c);
        for (const double load : {0.1, 0.3}) {
            SimulationOptions s = c.options;
            s.load = load;
            CHECK(*model.at(load).latency ==
                  about(simulate(network, *c.routing, c.rule, *c.traffic, s).total_latency.value().mean).epsilon(0.02));
        }
    }
}
