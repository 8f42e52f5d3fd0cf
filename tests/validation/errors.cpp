// How far the model is off on drawn cases, and that the printed intervals are what was measured.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "drawn.hpp"
#include "held.hpp"
#include "queueing/measured_error.hpp"
#include "this_build.hpp"

using namespace wafernet;
using namespace wafernet::cli;
using namespace wafernet::test;

namespace {

constexpr std::size_t saturation = 3;  // after the latencies at 30, 60 and 80 % of it

struct Compared {
    std::string what;
    SaturationEstimate estimate;
    bool derives = false;
    std::array<double, 4> ratio{};  // simulated over estimated; a saturation above an exact bound counts as that
    bool saturated = false;         // the model has no latency at 80 %
};

// The drawn cases that the model knows.
const std::vector<Compared>& compared() {
    static const std::vector<Compared> all = [] {
        std::vector<Compared> cases;
        for (const ValidationCase& v : drawn_cases(source_folder() / "tests/queueing/drawn.csv")) {
            const LatencyCase c = make_latency_case(v.network, v.choice);
            if (beyond_model(*c.network, *c.routing, c.rule, c.options.router)) continue;
            const LatencyModel model = c.model();
            Compared one{v.network + " " + v.choice.traffic, model.saturation(), v.derives};
            for (std::size_t i = 0; i < saturation; ++i) {
                const LatencyPoint p = model.at(v.kept.points[i].first);
                one.ratio[i] = p.latency ? v.kept.points[i].second / *p.latency : 1.0;
                one.saturated = one.saturated || !p.latency;
            }
            one.ratio[saturation] = std::min(v.kept.saturation, exact_bound(one.estimate)) / one.estimate.load;
            cases.push_back(std::move(one));
        }
        return cases;
    }();
    return all;
}

// Share of the cases beyond either end of a band. Of the deriving cases 90 % lie in the band that all others give.
constexpr double outside = 0.045;

double quantile(std::vector<double> values, double share) {
    std::sort(values.begin(), values.end());
    const double at = share * static_cast<double>(values.size() - 1);
    const auto k = std::min(values.size() - 2, static_cast<std::size_t>(at));
    return std::lerp(values[k], values[k + 1], at - static_cast<double>(k));
}

}  // namespace

TEST_CASE("the model meets its targets on the half of the drawn cases that had no part in it" *
          doctest::test_suite("long")) {
    constexpr std::array target{1.0, 2.3, 6.0, 6.0};  // mean errors at 30, 60, 80 % and of saturation, percent
    std::array<double, 4> sum{};
    double cases = 0.0;
    int saturated = 0;
    for (const Compared& c : compared()) {
        if (c.derives) continue;
        for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += 100.0 * std::abs(1.0 / c.ratio[i] - 1.0);
        saturated += c.saturated ? 1 : 0;
        ++cases;
    }
    REQUIRE(cases >= 180);
    for (std::size_t i = 0; i < sum.size(); ++i) {
        MESSAGE("mean error " << i << ": " << sum[i] / cases << " %");
        CHECK(sum[i] / cases < target[i]);
    }
    CHECK(saturated <= 4);
}

TEST_CASE("the bands of the classes are the quantiles of the deriving half" * doctest::test_suite("long")) {
    for (const queueing::ErrorClass& its : queueing::error_classes()) {
        std::array<std::vector<double>, 4> ratios;
        for (const Compared& c : compared()) {
            if (!c.derives || c.estimate.interval_class != its.name) continue;
            for (std::size_t i = 0; i < ratios.size(); ++i) ratios[i].push_back(c.ratio[i]);
        }
        const auto own = static_cast<int>(ratios[0].size());
        CAPTURE(std::string(its.name));
        CHECK(its.cases == own);
        std::string row = "{\"" + std::string(its.name) + "\", " + std::to_string(own);
        for (const std::size_t i : {saturation, std::size_t{0}, std::size_t{1}, std::size_t{2}}) {
            const ModelError& band = i == saturation ? its.saturation : its.latency[i];
            const double below = 1.0 - std::min(1.0, quantile(ratios[i], outside)),
                         above = std::max(1.0, quantile(ratios[i], 1.0 - outside)) - 1.0;
            CHECK(std::abs(band.below - below) < 0.005);  // of a few cases that are solved to 1e-3
            CHECK(std::abs(band.above - above) < 0.005);
            char text[48];
            std::snprintf(text, sizeof text, ", {%.3f, %.3f}", below, above);
            row += text;
        }
        MESSAGE(row);  // for the table
    }
}

TEST_CASE("the interval holds the simulated saturation in nine of ten cases that it is not derived from" *
          doctest::test_suite("long")) {
    double cases = 0.0, holds = 0.0, width = 0.0, widest = 0.0;
    for (const Compared& c : compared()) {
        if (c.derives) continue;
        const double simulated = c.ratio[saturation] * c.estimate.load;
        holds += held(c.estimate, simulated) != "no" ? 1.0 : 0.0;
        width += (c.estimate.upper - c.estimate.lower) / simulated;
        widest = std::max(widest, (c.estimate.upper - c.estimate.lower) / c.estimate.load);
        ++cases;
    }
    MESSAGE("holds in " << 100.0 * holds / cases << " %, mean width " << 100.0 * width / cases << " %, widest "
                        << 100.0 * widest << " %");
    CHECK(holds >= 0.85 * cases);  // of 200 cases, two standard deviations below 90 %
    CHECK(widest <= 0.4);
}

TEST_CASE("a simulated saturation above an exact bound counts as that bound") {
    SaturationEstimate s;
    s.load = 0.9, s.lower = 0.8, s.upper = 0.95, s.channel_bound = 1.0, s.vc_bound = 2.0;
    CHECK(held(s, 0.79) == "no");
    CHECK(held(s, 0.81) == "yes");
    CHECK(held(s, 0.96) == "no");
    CHECK(held(s, 1.1) == "no");  // the interval ends below the bound
    s.upper = 1.0;
    CHECK(held(s, 1.0) == "yes");
    CHECK(held(s, 1.1) == "bound");
}
