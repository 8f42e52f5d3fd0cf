// Stations that queueing theory knows exactly.
#include <doctest/doctest.h>

#include <cmath>
#include <fstream>

#include "about.hpp"
#include "helpers.hpp"

using namespace wafernet;
using namespace wafernet::sim_test;

namespace {

// Traffic from one node to another only.
class OneWay final : public Traffic {
public:
    OneWay(Node from, Node to) : from_(from), to_(to) {}
    void row(Node source, std::vector<Demand>& row) const override {
        row.clear();
        if (source == from_) row.push_back({to_, 1.0});
    }
    [[nodiscard]] double rate(Node source) const override { return source == from_ ? 1.0 : 0.0; }
    [[nodiscard]] Node sample(Node, double) const override { return to_; }

private:
    Node from_, to_;
};

SimulationOptions single_server(double load) {
    SimulationOptions o = simulation_preset("ideal");
    o.router.vcs = 1;
    o.router.buffer_flits = 4;
    // The channel is free for the next message in the cycle after the tail: the service time is the message length.
    o.router.hold = HoldVc::until_tail_sent;
    o.load = load;
    o.warmup = 20000;
    o.cycles = 400000;
    return o;
}

double wait_of(const Case& c, const Traffic& traffic, const SimulationOptions& o, double transit, double& ci) {
    const SimulationResult r = simulate(c.network, *c.routing, c.rule, traffic, o);
    REQUIRE(r.latency);
    REQUIRE(r.latency->ci95);
    REQUIRE(r.status == RunStatus::ok);
    ci = *r.latency->ci95;
    return r.latency->mean - transit;
}

}  // namespace

TEST_CASE("a source alone is an M/G/1 queue") {
    // Pollaczek and Khinchine: W = rate E[M^2] / (2 (1 - load)). Poisson numbers of messages a cycle wait exactly as
    // long as Poisson arrivals in continuous time: batches wait within the batch for what the rounding to cycles saves.
    const Case c("mesh:1x2", 1);
    const OneWay traffic(0, 1);
    for (const std::vector<LengthShare>& lengths : {std::vector<LengthShare>{{16, 1.0}}, {{4, 0.75}, {40, 0.25}}}) {
        for (const double load : {0.3, 0.7}) {
            SimulationOptions o = single_server(load);
            o.router.lengths = lengths;
            double mean = 0;
            double square = 0;
            for (const LengthShare& l : lengths) {
                mean += l.share * l.flits;
                square += l.share * l.flits * l.flits;
            }
            double ci = 0;
            const double transit = 3 + mean - 1;  // injection, link, ejection
            const double wait = wait_of(c, traffic, o, transit, ci);
            const double theory = load / mean * square / (2 * (1 - load));
            CAPTURE(load);
            CHECK(std::abs(wait - theory) < 1.5 * ci);
            CHECK(ci < 0.2 * theory);
        }
    }
}

TEST_CASE("a Bernoulli source alone is a Geo/D/1 queue and one at fixed intervals never waits") {
    // Lindley with at most one message a cycle: W = load (M - 1) / (2 (1 - load)).
    const Case c("mesh:1x2", 1);
    const OneWay traffic(0, 1);
    SimulationOptions o = single_server(0.6);
    o.router.arrivals = Arrivals::bernoulli;
    double ci = 0;
    const double wait = wait_of(c, traffic, o, 18, ci);
    CHECK(std::abs(wait - 0.6 * 15 / (2 * 0.4)) < 1.5 * ci);
    o.router.arrivals = Arrivals::fixed;
    o.load = 0.8;
    CHECK(simulate(c.network, *c.routing, c.rule, traffic, o).latency->maximum <= 18 + 1);
}

TEST_CASE("behind a first queue with the same service a second queue is empty") {
    // A tandem of channels with equal constant service: messages leave the first at least a service time apart and
    // never wait again (Burke does not apply; see Kleinrock, Queueing Systems II, sec. 4.1 on cut-through). Any number
    // of hops.
    const OneWay near(0, 1);
    const OneWay far(0, 4);
    const Case c("mesh:1x5", 1);
    const SimulationOptions o = single_server(0.7);
    const SimulationResult one = simulate(c.network, *c.routing, c.rule, near, o);
    const SimulationResult four = simulate(c.network, *c.routing, c.rule, far, o);
    CHECK(one.latency->mean + 3 == about(four.latency->mean).epsilon(1e-12));  // the same arrivals, three hops more
    CHECK(four.network_latency->maximum == 5 + 1 + 15);
}

TEST_CASE("where two sources meet the second channel is a queue of its own") {
    // Nodes 0 and 1 of a line both send one-flit messages to node 2 at rate r each. The link 1->2 takes a flit a cycle;
    // both come as independent Bernoulli streams (those of node 0 after their own queue, which has none: at most one a
    // cycle). Discrete queue with A arrivals a cycle: E[wait] = E[A(A-1)] / (2 E[A] (1 - E[A])) = r / (2 (1 - 2r)).
    class Merge final : public Traffic {
    public:
        void row(Node source, std::vector<Demand>& row) const override {
            row.clear();
            if (source < 2) row.push_back({2, 1.0});
        }
        [[nodiscard]] double rate(Node source) const override { return source < 2 ? 1.0 : 0.0; }
        [[nodiscard]] Node sample(Node, double) const override { return 2; }
    };
    const Case c("mesh:1x3", 8);
    SimulationOptions o = simulation_preset("ideal");
    o.router.vcs = 8;  // enough lanes and room that nothing blocks before the link
    o.router.buffer_flits = 64;
    o.router.hold = HoldVc::until_tail_sent;
    o.router.lengths = {{1, 1.0}};
    o.router.arrivals = Arrivals::bernoulli;
    o.load = 0.4;
    o.warmup = 5000;
    o.cycles = 200000;
    const SimulationResult r = simulate(c.network, *c.routing, c.rule, Merge(), o);
    const double transit = (4 + 3) / 2.0;
    const double theory = 0.4 / (2 * (1 - 0.8));
    CHECK(std::abs(r.latency->mean - transit - theory) < 1.5 * *r.latency->ci95 + 0.01);
    CHECK(*r.latency->ci95 < 0.1 * theory);
}

TEST_CASE("a ring on which every node sends to the next is as many M/G/1 queues") {
    // Exact where no message passes a node: every channel has one source, W = rate E[M^2] / (2 (1 - load)), and the
    // wait at the source is all the wait there is. Longer ways have no closed form, their load is in the next test.
    const Case c("torus:6", 2);
    class Next final : public Traffic {
    public:
        void row(Node source, std::vector<Demand>& row) const override { row = {{(source + 1) % 6, 1.0}}; }
        [[nodiscard]] double rate(Node) const override { return 1.0; }
        [[nodiscard]] Node sample(Node source, double) const override { return (source + 1) % 6; }
    };
    SimulationOptions o = single_server(0.6);
    o.router.lengths = {{4, 0.75}, {20, 0.25}};  // mean 8, mean square 112
    o.cycles = 200000;
    const SimulationResult r = simulate(c.network, *c.routing, any_rule(1), Next(), o);
    const double theory = 0.6 / 8 * 112 / (2 * 0.4);
    CHECK(std::abs(r.latency->mean - (3 + 8 - 1) - theory) < 1.5 * *r.latency->ci95);
    CHECK(*r.latency->ci95 < 0.1 * theory);
    CHECK(r.network_latency->maximum == 3 + 20 - 1);
}

TEST_CASE("a ring of one-flit messages carries what its channels can") {
    // Tornado on an 8-ring: every node sends 3 hops onwards, every channel of that direction carries 3 times the load.
    const Case c("torus:8", 8);
    SimulationOptions o = simulation_preset("ideal");
    o.router.vcs = 8;
    o.router.buffer_flits = 4;
    o.router.hold = HoldVc::until_tail_sent;
    o.router.lengths = {{1, 1.0}};
    o.load = 0.25;
    o.cycles = 20000;
    const SimulationResult r = c.run(o, "tornado");
    CHECK(r.status == RunStatus::ok);
    CHECK(r.mean_hops == about(3.0));
    double used = 0;
    for (const double u : r.utilisation) used += u;
    CHECK(used / 8 == about(3 * 0.25).epsilon(0.02));
    o.load = 0.36;  // 3 x 0.36 > 1
    CHECK(c.run(o, "tornado").status == RunStatus::saturated);
    CHECK(c.run(o, "tornado").accepted < 1.0 / 3.0);
}
