// Plans: symmetry, channels that are taken together, paths and transitions.
#include "against_simulator.hpp"
#include "wafernet/traffic/make_traffic.hpp"

using namespace wafernet;

TEST_CASE("symmetric networks have symmetric loads") {
    for (const char* word : {"torus:5x5", "hypercube:4", "ring:7"}) {
        CAPTURE(word);
        const Case c(word);
        const auto uniform = make_traffic("uniform", c.network);
        const LatencyModel model = c.model(preset_named("ideal").router, *uniform);
        const std::vector<double> rates = model.channel_rates();
        REQUIRE(!rates.empty());
        CHECK(rates.front() > 0.0);
        for (const double rate : rates) CHECK(rate == about(rates.front()).epsilon(1e-9));
    }
}

TEST_CASE("destinations that are followed together load every channel and every port as they do one by one") {
    for (const char* word : {"mesh:6x4", "torus:6x4x3", "torus:4x2", "htn:2,2,2,0", "htn:4,2,2,1", "h3dm:4,2,2,0",
                             "tesh:2,2,0", "tesh:2,2,1", "ttn:2,2,0", "fattree:4"}) {
        for (const auto& [pattern, ties] : {std::pair{"uniform", Ties::positive},
                                            {"uniform", Ties::literal},
                                            {"uniform", Ties::parity},
                                            {"hotspot", Ties::parity}}) {
            CAPTURE(word);
            CAPTURE(pattern);
            CAPTURE(static_cast<int>(ties));
            const Case c(word, 2, ties);
            const auto traffic = make_traffic(pattern, c.network);
            LatencyOptions o = preset_named("ideal").router;
            o.router.vcs = std::max(2, c.rule.vcs);
            o.form = FlowForm::flows;
            const LatencyModel flows = c.model(o, *traffic);
            o.form = FlowForm::transitions;
            const LatencyModel together = c.model(o, *traffic);
            CHECK(together.channel_bound() == about(flows.channel_bound()).epsilon(1e-10));
            CHECK(together.mean_hops() == about(flows.mean_hops()).epsilon(1e-10));
            const std::vector<double> one = flows.channel_rates(), other = together.channel_rates();
            REQUIRE(one.size() == other.size());
            double worst = 0.0;
            for (std::size_t k = 0; k < one.size(); ++k) worst = std::max(worst, std::abs(one[k] - other[k]));
            CHECK(worst < 1e-10);  // rounding of a million paths
        }
    }
}

namespace {

// A routing of which nothing is known but where messages go.
class OnlyHops final : public Routing {
public:
    explicit OnlyHops(const Routing& its) : its_(its) {}
    [[nodiscard]] std::uint32_t start(Node source, Node destination) const override {
        return its_.start(source, destination);
    }
    void next(const Head& at, Node destination, std::vector<Hop>& hops) const override {
        its_.next(at, destination, hops);
    }
    [[nodiscard]] bool adaptive() const override { return its_.adaptive(); }

private:
    const Routing& its_;
};

}  // namespace

TEST_CASE("what a routing says of its symmetries and of its digits changes no number") {
    for (const auto& [word, choice] : {std::pair{"double-y:6x4", WayChoice::preferred},
                                       {"double-y:5x6", WayChoice::preferred},
                                       {"double-y:4x6", WayChoice::straight},
                                       {"double-y:5x5", WayChoice::most_free},
                                       {"torus:4x4", WayChoice::preferred},
                                       {"fattree:3", WayChoice::preferred},
                                       {"fattree:5", WayChoice::preferred}}) {
        CAPTURE(std::string(word));
        const Case c(word, 2, Ties::split);
        const auto uniform = make_traffic("uniform", c.network);
        LatencyOptions o = preset_named("ideal").router;
        o.choice = choice;
        o.form = FlowForm::transitions;
        const LatencyModel known = c.model(o, *uniform);
        const LatencyModel followed(c.network, OnlyHops(*c.routing), c.rule, *uniform, o);
        CHECK(known.zero_load_latency() == about(followed.zero_load_latency()).epsilon(1e-12));
        CHECK(known.mean_hops() == about(followed.mean_hops()).epsilon(1e-12));
        CHECK(known.saturation().load == about(followed.saturation().load).epsilon(1e-9));
        const double load = followed.saturation().load / 2.0;
        CHECK(known.at(load).latency.value_or(0.0) == about(followed.at(load).latency.value_or(1.0)).epsilon(1e-9));
        const std::vector<double> one = known.channel_rates(), other = followed.channel_rates();
        REQUIRE(one.size() == other.size());
        for (std::size_t k = 0; k < one.size(); ++k) REQUIRE(one[k] == about(other[k]).epsilon(1e-9));
    }
}

TEST_CASE("a choice between images of one channel is seen" * doctest::test_suite("long")) {
    const Case c("htn:4,4,2,0", 2, Ties::split);
    const auto uniform = make_traffic("uniform", c.network);
    LatencyOptions o = preset_named("ideal").router;
    o.router.vcs = c.rule.vcs;
    const LatencyModel known = c.model(o, *uniform);
    const LatencyModel followed(c.network, OnlyHops(*c.routing), c.rule, *uniform, o);
    const double load = 0.8 * followed.saturation().load;
    CHECK(known.at(load).latency.value_or(0.0) == about(followed.at(load).latency.value_or(1.0)).epsilon(0.005));
}

TEST_CASE("paths and transition probabilities give the same latency within half a percent wherever it is trusted") {
    struct Example {
        const char* word;
        int vcs;
    };
    for (const Example& e : {Example{"mesh:6x6", 2}, Example{"torus:6x6", 2}, Example{"torus:6x6", 4},
                             Example{"torus:4x4x4", 2}, Example{"htn:2,2,2,0", 6}}) {
        CAPTURE(e.word);
        CAPTURE(e.vcs);
        const Case c(e.word, e.vcs);
        const auto uniform = make_traffic("uniform", c.network);
        LatencyOptions o = preset_named("ideal").router;
        o.router.vcs = e.vcs;
        o.form = FlowForm::flows;
        const LatencyModel flows = c.model(o, *uniform);
        o.form = FlowForm::transitions;
        const LatencyModel transitions = c.model(o, *uniform);
        CHECK(flows.path_by_path());
        CHECK_FALSE(transitions.path_by_path());
        CHECK(flows.zero_load_latency() == about(transitions.zero_load_latency()).epsilon(1e-12));
        CHECK(flows.channel_bound() == about(transitions.channel_bound()).epsilon(1e-12));
        const double limit = transitions.saturation().load;
        for (const double fraction : {0.2, 0.4, 0.6, 0.7}) {
            CAPTURE(fraction);
            const LatencyPoint p = transitions.at(fraction * limit), q = flows.at(fraction * limit);
            REQUIRE(p.latency.has_value());
            REQUIRE(q.latency.has_value());
            CHECK(*p.latency == about(*q.latency).epsilon(0.005));  // the stated 0.5 %
        }
    }
}

TEST_CASE("channels of equal rates that lead to unequal ones are told apart") {
    struct Example {
        const char* word;
        const char* traffic;
        const char* preset;
        int vcs;
        std::uint32_t buffer, flits;
        double coarse;  // most by which the model, which looks less far around under a hot spot, may differ
    };
    // Of the TESH the simulated load lies in between. The load of the fullest channels would be spread over others:
    // saturation by a sixth too late under shuffle, by 1.2 to 8 % in the others.
    for (const Example& e : {Example{"torus:4x8", "shuffle", "booksim-min", 2, 6, 8, 0.006},
                             Example{"mesh:8x8", "hotspot", "ideal", 2, 2, 16, 0.04},
                             Example{"tesh:2,2,0", "hotspot", "thesis", 6, 1, 16, 0.09},
                             Example{"torus:8x8", "hotspot", "ideal", 2, 2, 16, 0.025}}) {
        CAPTURE(std::string(e.word));
        CAPTURE(std::string(e.traffic));
        const Case c(e.word, e.vcs, std::string_view(e.preset) == "booksim-min" ? Ties::split : Ties::parity);
        const auto traffic = make_traffic(e.traffic, c.network);
        LatencyOptions o = preset_named(e.preset).router;
        o.router.vcs = e.vcs;
        o.router.buffer_flits = e.buffer;
        o.choice = WayChoice::random;
        o.router.lengths = {{e.flits, 1.0}};
        const auto saturation = [](const queueing::Plan& plan) {
            queueing::Climb climb;
            return queueing::find_knee(plan, false, climb);
        };
        const queueing::Plan plan = queueing::make_plan(c.network, *c.routing, c.rule, *traffic, o);
        const double all = saturation(plan);
        CHECK(saturation(*queueing::lumped(plan, 1e-6, 8)) == about(all).epsilon(0.006));
        CHECK(c.model(o, *traffic).saturation().load == about(all).epsilon(e.coarse));
    }
}

TEST_CASE("channels that are taken together with those that are alike around them give what all of them give") {
    // 4 to 6 % of the delay were missing, were inputs of equal rates of such channels confused.
    Network network = make_network("torus:9x9");
    SimulationChoice choice;
    choice.preset = "booksim-min";
    choice.settings = {{"vcs", "8"}, {"flits", "1"}, {"buffer", "8"}};
    const SimulationCase c = make_simulation_case(network, choice);
    queueing::Plan all = queueing::make_plan(network, *c.routing, c.rule, *c.traffic, modelled_router(c.options));
    const queueing::Plan few = *queueing::lumped(all, 1e-6, 1);
    CHECK(3 * few.stations.size() < all.stations.size());
    for (const double load : {0.4, 0.5}) {
        const double delay = queueing::Solver(all).solve(load, {}, nullptr).total - all.zero_load;
        CHECK((queueing::Solver(few).solve(load, {}, nullptr).total - few.zero_load) / delay ==
              about(1.0).epsilon(2e-3));
    }
}

TEST_CASE("path by path, channels with the same paths over them are one, and every round gives the same") {
    struct Example {
        const char* word;
        const char* traffic;
        const char* preset;
        double at_least;  // times as many stations
        const char *vcs = "", *flits = "", *buffer = "";
    };
    // Half a turn maps meshes and bit reversal on themselves, the complement of any address bit a hypercube; of a
    // torus' ties it leaves few alike.
    for (const Example& e :
         {Example{"mesh:8x8", "bit-reversal", "ideal", 2.0}, Example{"mesh:6x4", "tornado", "booksim-min", 1.8},
          Example{"hypercube:6", "bit-reversal", "booksim-min", 8.0}, Example{"torus:8x8", "transpose", "ideal", 1.3},
          Example{"htn:4,4,2,0", "bit-reversal", "thesis", 2.0},
          // two ways to alike channels are one, and what parts there is parted all the same
          Example{"tree:4", "uniform", "booksim-4stage", 3.0, "8", "3", "16"}}) {
        CAPTURE(std::string(e.word));
        CAPTURE(std::string(e.traffic));
        Network network = make_network(e.word);
        SimulationChoice choice;
        choice.preset = e.preset;
        choice.traffic = e.traffic;
        if (*e.vcs != 0) choice.settings = {{"vcs", e.vcs}, {"flits", e.flits}, {"buffer", e.buffer}};
        const SimulationCase c = make_simulation_case(network, choice);
        LatencyOptions router = modelled_router(c.options);
        router.form = FlowForm::flows;
        const queueing::Plan all = queueing::make_plan(network, *c.routing, c.rule, *c.traffic, router);
        const queueing::Plan few = *queueing::lumped(all, 1e-6, 0);
        REQUIRE(!few.flows.empty());
        CHECK(static_cast<double>(few.stations.size()) * e.at_least <= static_cast<double>(all.stations.size()));
        queueing::Round one(all), other(few);
        const double load = 0.4 * all.bound;
        std::vector<double> x = one.begin(load), y = other.begin(load);
        for (int round = 0; round < 20; ++round) {
            REQUIRE(one.evaluate(load, true, x));
            REQUIRE(other.evaluate(load, true, y));
            CHECK(other.latency_within() == about(one.latency_within()).epsilon(1e-9));
            CHECK(other.mean_source_wait() == about(one.mean_source_wait()).epsilon(1e-9));
            x = one.implied(), y = other.implied();
        }
        CHECK(one.latency_within() > 1.02 * all.zero_load);
    }
}
