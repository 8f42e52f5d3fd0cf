// Symmetry, destinations that are followed together, channels that are taken together.
#include <cmath>

#include "against_simulator.hpp"
#include "queueing/load_curve.hpp"
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
    for (const char* word : {"mesh:6x4", "torus:6x4x3", "torus:4x2", "htn:2,2,2,0", "htn:4,2,2,1", "h3dm:4,2,2,0",
                             "tesh:2,2,0", "tesh:2,2,1", "ttn:2,2,0", "hypercube:4", "gh:3,2"}) {
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
            const LatencyModel known = c.model(o, *traffic);
            const LatencyModel followed(c.network, OnlyHops(*c.routing), c.rule, *traffic, o);
            CHECK(known.zero_load_latency() == about(followed.zero_load_latency()).epsilon(1e-10));
            CHECK(known.mean_hops() == about(followed.mean_hops()).epsilon(1e-10));
            CHECK(known.channel_bound() == about(followed.channel_bound()).epsilon(1e-10));
            const std::vector<double> one = known.channel_rates(), other = followed.channel_rates();
            REQUIRE(one.size() == other.size());
            double worst = 0.0;
            for (std::size_t k = 0; k < one.size(); ++k) worst = std::max(worst, std::abs(one[k] - other[k]));
            CHECK(worst < 1e-9);  // rounding of a million paths
            const double load = followed.saturation().load / 2.0;
            CHECK(known.at(load).latency.value_or(0.0) == about(followed.at(load).latency.value_or(1.0)).epsilon(1e-3));
        }
    }
}

TEST_CASE("channels that are taken together with those that are alike around them give what all of them give") {
    struct Example {
        const char* word;
        const char* traffic;
        const char* preset;
        int vcs;
        std::uint32_t buffer, flits;
        double coarse;  // most by which saturation may differ
    };
    // Under a hot spot all channels are different, and a look one hop around is a mean.
    for (const Example& e : {Example{"torus:4x4", "shuffle", "booksim-min", 2, 6, 8, 0.03},
                             Example{"torus:5x5", "uniform", "booksim-min", 4, 8, 1, 0.02},
                             Example{"mesh:5x5", "uniform", "ideal", 2, 2, 16, 0.02},
                             Example{"mesh:5x5", "hotspot", "ideal", 2, 2, 16, 0.04}}) {
        CAPTURE(std::string(e.word));
        CAPTURE(std::string(e.traffic));
        const Case c(e.word, e.vcs, std::string_view(e.preset) == "booksim-min" ? Ties::split : Ties::parity);
        const auto traffic = make_traffic(e.traffic, c.network);
        LatencyOptions o = preset_named(e.preset).router;
        o.router.vcs = e.vcs, o.router.buffer_flits = e.buffer, o.router.output = OutputPolicy::random;
        o.router.lengths = {{e.flits, 1.0}};
        queueing::Case its(c.network, *c.routing, c.rule, *traffic, o);
        its.symmetry = {};  // every channel by itself
        const queueing::QueueNetwork all = queueing::make_network(its);
        const double knee = queueing::LoadCurve(all).knee();
        CHECK(c.model(o, *traffic).saturation().load == about(std::min(knee, all.bounds.load)).epsilon(e.coarse));
    }
}
