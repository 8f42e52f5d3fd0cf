// Limits that queueing theory knows exactly, and identities of the model.
#include <doctest/doctest.h>

#include <cmath>
#include <memory>

#include "wafernet/channel_load.hpp"
#include "wafernet/error.hpp"
#include "wafernet/latency_model.hpp"
#include "wafernet/network.hpp"
#include "wafernet/routings.hpp"
#include "wafernet/simulator.hpp"
#include "wafernet/vc_rules.hpp"

using namespace wafernet;

namespace {

// Only node 0 sends, to node 1.
class OneSource : public Traffic {
public:
    void row(Node source, std::vector<Demand>& row) const override {
        row.clear();
        if (source == 0) row.push_back({1, 1.0});
    }
    [[nodiscard]] double rate(Node source) const override { return source == 0 ? 1.0 : 0.0; }
    [[nodiscard]] Node sample(Node, double) const override { return 1; }
};

struct Case {
    Network network;
    std::unique_ptr<Routing> routing;
    VcRule rule;
    explicit Case(const std::string& word, int vcs = 2, Ties ties = Ties::parity) : network(make_network(word)) {
        const RoutingSpec spec = find_routing("", network);
        routing = make_routing("", network, {ties});
        rule = spec.default_vc_rule == "any" ? make_vc_rule("any", network, vcs) : make_vc_rule(spec.default_vc_rule, network);
    }
    [[nodiscard]] LatencyModel model(const LatencyOptions& o, const Traffic& traffic) const { return {network, *routing, rule, traffic, o}; }
};

}  // namespace

TEST_CASE("one source and one channel are an M/G/1 queue") {
    // Pollaczek-Khinchine: W = rate E[S^2] / (2 (1 - rho)); S = flits + 1, the VC is held until the tail has left the next buffer.
    const Case c("mesh:2x2", 1);
    for (const auto& lengths : {std::vector<ModelLength>{{16, 1.0}}, std::vector<ModelLength>{{4, 0.5}, {60, 0.5}}}) {
        LatencyOptions o = latency_preset("ideal");
        o.vcs = 1;
        o.lengths = lengths;
        const LatencyModel model = c.model(o, OneSource{});
        double mean = 0.0, first = 0.0, second = 0.0;
        for (const ModelLength& l : lengths) {
            mean += l.share * l.flits;
            first += l.share * (l.flits + 1.0);
            second += l.share * (l.flits + 1.0) * (l.flits + 1.0);
        }
        CHECK(model.zero_load_latency() == doctest::Approx(mean - 1.0 + 3.0).epsilon(1e-12));
        for (const double load : {0.1, 0.4, 0.7}) {
            const double rate = load / mean;
            const double wait = rate * second / (2.0 * (1.0 - rate * first));
            const LatencyPoint p = model.at(load);
            REQUIRE(p.latency.has_value());
            CHECK(*p.latency == doctest::Approx(model.zero_load_latency() + wait).epsilon(1e-9));
        }
    }
}

TEST_CASE("symmetric networks have symmetric loads") {
    for (const char* word : {"torus:5x5", "hypercube:4", "ring:7"}) {
        CAPTURE(word);
        const Case c(word);
        const auto uniform = make_traffic("uniform", c.network);
        const LatencyModel model = c.model(latency_preset("ideal"), *uniform);
        const std::vector<double> rates = model.channel_rates();
        REQUIRE(!rates.empty());
        CHECK(rates.front() > 0.0);
        for (const double rate : rates) CHECK(rate == doctest::Approx(rates.front()).epsilon(1e-9));
    }
}

TEST_CASE("zero load is that of a lone message in the simulator for every preset") {
    for (const std::string_view preset : simulation_presets()) {
        const Case c("torus:4x4", 2);
        SimulationOptions s = simulation_preset(preset);
        LatencyOptions o = latency_preset(preset);
        for (const std::uint32_t flits : {1U, 5U, 16U}) {
            for (const Node destination : {Node{1}, Node{2}, Node{6}, Node{10}}) {
                s.vcs = o.vcs = 2;
                s.trace = {{0, 0, destination, flits}};
                s.from_empty = false;
                s.warmup = 0;
                const SimulationResult r = simulate(c.network, *c.routing, c.rule, *make_traffic("uniform", c.network), s);
                std::vector<Link> links;
                for (const RouteStep& step : route(c.network.graph, *c.routing, 0, destination)) {
                    if (step.hop.channel != no_channel) links.push_back(Graph::link(step.hop.channel));
                }
                CAPTURE(preset);
                CAPTURE(flits);
                CAPTURE(destination);
                REQUIRE(r.total_latency.has_value());
                CHECK(static_cast<double>(lone_message_latency(o, links, flits)) == r.total_latency->mean);
            }
        }
    }
}

TEST_CASE("paths and transition probabilities give the same curve for dimension order on a mesh") {
    const Case c("mesh:6x6", 2);
    const auto uniform = make_traffic("uniform", c.network);
    LatencyOptions o = latency_preset("ideal");
    o.form = FlowForm::flows;
    const LatencyModel flows = c.model(o, *uniform);
    o.form = FlowForm::transitions;
    const LatencyModel transitions = c.model(o, *uniform);
    CHECK(flows.path_by_path());
    CHECK_FALSE(transitions.path_by_path());
    CHECK(flows.zero_load_latency() == doctest::Approx(transitions.zero_load_latency()).epsilon(1e-12));
    CHECK(flows.channel_bound() == doctest::Approx(transitions.channel_bound()).epsilon(1e-12));
    for (const double load : {0.1, 0.2}) {
        REQUIRE(flows.at(load).latency.has_value());
        REQUIRE(transitions.at(load).latency.has_value());
        CHECK(*transitions.at(load).latency == doctest::Approx(*flows.at(load).latency).epsilon(0.005));  // the stated 0.5 %
    }
}

TEST_CASE("one copy of a symmetric network stands for all of them") {
    // Paths of all sources one by one, and loads counted by the routing's own module, know nothing of the symmetry.
    struct Word {
        const char* word;
        int vcs;
        Ties ties;
        bool self;
    };
    for (const Word& w : {Word{"torus:6x4", 2, Ties::positive, false}, Word{"torus:4x4", 3, Ties::parity, true}, Word{"mesh:4x6", 2, Ties::positive, false},
                          Word{"mesh:5x4", 1, Ties::positive, true}, Word{"hypercube:4", 2, Ties::positive, false}, Word{"htn:2,2,2,0", 4, Ties::positive, false}}) {
        CAPTURE(w.word);
        const Case c(w.word, w.vcs, w.ties);
        const auto uniform = make_traffic("uniform", c.network, {.include_self = w.self});
        LatencyOptions o = latency_preset("ideal");
        o.vcs = std::max(w.vcs, c.rule.vcs);
        o.form = FlowForm::flows;
        const LatencyModel flows = c.model(o, *uniform);
        o.form = FlowForm::transitions;
        const LatencyModel model = c.model(o, *uniform);
        CHECK(model.zero_load_latency() == doctest::Approx(flows.zero_load_latency()).epsilon(1e-12));
        CHECK(model.mean_hops() == doctest::Approx(flows.mean_hops()).epsilon(1e-12));
        CHECK(model.channel_bound() == doctest::Approx(flows.channel_bound()).epsilon(1e-12));
        const std::vector<double> rates = model.channel_rates();
        const ChannelLoad load = channel_load(c.network, *c.routing, c.rule, *uniform);
        REQUIRE(rates.size() == load.channel.size());
        for (Channel i = 0; i < rates.size(); ++i) CHECK(rates[i] == doctest::Approx(load.channel[i]).epsilon(1e-9));
        const double light = 0.2 * model.channel_bound();
        REQUIRE(model.at(light).latency.has_value());
        // On a ring the place where a message turned into it decides how far it still goes, which transitions forget.
        const bool rings = std::string_view(w.word).starts_with("torus") || std::string_view(w.word).starts_with("htn");
        CHECK(*model.at(light).latency == doctest::Approx(*flows.at(light).latency).epsilon(rings ? 0.05 : 0.005));
    }
}

TEST_CASE("beyond saturation there is a status and no number") {
    const Case c("mesh:4x4", 2);
    const auto uniform = make_traffic("uniform", c.network);
    const LatencyModel model = c.model(latency_preset("ideal"), *uniform);
    const SaturationEstimate limit = model.saturation();
    CHECK(limit.load > 0.0);
    CHECK(limit.load <= limit.channel_bound);
    CHECK(limit.lower <= limit.load);
    CHECK(limit.load <= limit.upper);
    CHECK(limit.bottleneck_place.find("axis") != std::string::npos);
    const LatencyPoint past = model.at(1.2 * limit.channel_bound);
    CHECK(past.status == PointStatus::saturated);
    CHECK_FALSE(past.latency.has_value());
    CHECK(model.at(0.9 * limit.load).status != PointStatus::ok);
    CHECK(*model.at(0.0).latency == model.zero_load_latency());
    double last = 0.0;
    for (const double fraction : {0.1, 0.3, 0.5, 0.7}) {
        const LatencyPoint p = model.at(fraction * limit.load);
        CHECK(p.status == PointStatus::ok);
        CHECK(*p.latency > last);
        last = *p.latency;
    }
}

TEST_CASE("the model refuses loads and options that mean nothing") {
    const Case c("mesh:4x4", 2);
    const auto uniform = make_traffic("uniform", c.network);
    const LatencyModel model = c.model(latency_preset("ideal"), *uniform);
    CHECK_THROWS_AS((void)model.at(-0.1), InputError);
    CHECK_THROWS_AS((void)model.at(std::nan("")), InputError);
    LatencyOptions o = latency_preset("ideal");
    o.vcs = 1;
    CHECK_THROWS_AS(c.model(o, *uniform), InputError);  // the rule needs two
    o = latency_preset("ideal");
    o.lengths = {{0, 1.0}};
    CHECK_THROWS_AS(c.model(o, *uniform), InputError);
    CHECK_THROWS_AS(latency_preset("thesys"), InputError);
}

TEST_CASE("Dally's multiplexing degree is that of its Markov chain") {
    CHECK(dally_multiplexing(0.0, 10.0, 4) == 1.0);
    CHECK(dally_multiplexing(0.01, 20.0, 1) == doctest::Approx(1.0));
    // Two VCs, x = 0.2: q = 1, x, x^2/(1-x); (q1 + 4 q2) / (q1 + 2 q2).
    const double q2 = 0.04 / 0.8;
    CHECK(dally_multiplexing(0.02, 10.0, 2) == doctest::Approx((0.2 + 4 * q2) / (0.2 + 2 * q2)));
    CHECK_THROWS_AS(dally_multiplexing(0.2, 10.0, 2), InputError);
}
