// How often the printed interval of the saturation load holds the simulated one, and that its bands are what the
// deriving cases say.
#include "queueing/saturation_interval.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "checks.hpp"
#include "drawn.hpp"
#include "dynamic_options.hpp"
#include "reference.hpp"
#include "this_build.hpp"
#include "validation.hpp"
#include "validation_summary.hpp"

using namespace wafernet;
using namespace wafernet::cli;
using namespace wafernet::test;

namespace {

struct Compared {
    SaturationEstimate estimate;
    double simulated = 0.0;
    bool derives = false;
};

struct Set {
    const char* name;
    std::uint64_t cycles, messages;
};

constexpr Set deriving[] = {{"T", 20000, 16000}, {"L", 10000, 16000}, {"Q", 10000, 16000}};
constexpr Set reporting[] = {{"A", 10000, 16000}, {"B", 5000, 16000},  {"C", 10000, 16000}, {"D", 20000, 0},
                             {"H", 10000, 16000}, {"K", 10000, 16000}, {"R", 10000, 16000}, {"S", 10000, 16000}};

// The cases of a set as `validate` compares them, with the kept simulations.
[[maybe_unused]] std::vector<Compared> compared(const Set& set, const std::string& method = "product-form") {
    const Folder folder;
    const std::string kept = contents(source_folder() / "tests/queueing/simulated.csv");
    const std::string file = folder.write("simulated.csv", kept);
    Reference reference(file);
    std::vector<Compared> all;
    for (ValidationCase& v : validation_set(set.name)) {
        if (v.network == "kmway-mesh:8,3" || v.network == "kmway-torus:8,3")
            continue;  // take half a minute, hold by `validate --set S` as well
        v.choice.method = method;
        const ModelledCase one(v.network, v.choice);
        all.push_back({one.limit,
                       reference
                           .saturation(v.network, v.choice, one.c, 8.0 * one.model.zero_load_latency(),
                                       four_digits(one.limit.load), {5, set.cycles, set.messages, 1})
                           .load,
                       v.derives});
    }
    CHECK(contents(file) == kept);  // nothing had to be simulated
    return all;
}

[[maybe_unused]] std::vector<Compared> compared_drawn(const std::string& method = "product-form") {
    std::vector<Compared> all;
    for (ValidationCase& v : drawn_cases(source_folder() / "tests/queueing/drawn.csv")) {
        v.choice.method = method;
        const LatencyCase c = make_latency_case(v.network, v.choice);
        if (method == "classical" && c.network->shared_nodes > 0) continue;  // which that model does not know
        all.push_back({c.model().saturation(), v.kept->saturation, v.derives});
    }
    return all;
}

// Percent of the cases whose interval holds, and its mean width in percent of the simulated saturation.
[[maybe_unused]] std::pair<double, double> coverage(const std::vector<Compared>& cases) {
    double holding = 0.0, width = 0.0;
    for (const Compared& c : cases) {
        if (held(c.estimate, c.simulated) != Held::no) ++holding;
        width += (c.estimate.upper - c.estimate.lower) / c.simulated;
    }
    const auto n = static_cast<double>(cases.size());
    return {100.0 * holding / n, 100.0 * width / n};
}

// The least value with at least that share of the weight at or below it.
[[maybe_unused]] double quantile(std::vector<std::pair<double, double>> weighted, double share) {
    std::sort(weighted.begin(), weighted.end());
    double all = 0.0, sum = 0.0;
    for (const auto& [value, weight] : weighted) all += weight;
    for (const auto& [value, weight] : weighted) {
        sum += weight;
        if (sum >= share * all * (1.0 - 1e-12)) return value;
    }
    return weighted.back().first;
}

}  // namespace

// Share of the cases beyond either end of a band: the least whole per cent with which intervals are at most 20 % wide,
// when each deriving case has the bands of all others. They hold 86 % of them so (with 5: 89 %, 21 % wide).
[[maybe_unused]] constexpr double outside = 0.05;

TEST_CASE("the bands of saturation loads are the quantiles of simulated over estimated ones on the deriving cases" *
          doctest::test_suite("long")) {
    for (const char* method : {"product-form", "classical"}) {
        std::vector<Compared> all;
        for (const Set& set : deriving) {
            for (Compared& c : compared(set, method)) all.push_back(std::move(c));
        }
        for (Compared& c : compared_drawn(method)) {
            if (c.derives) all.push_back(std::move(c));
        }
        REQUIRE(all.size() >= 27 + 16 + 16 + 140);
        const auto ratio = [](const Compared& c) {
            return std::min(c.simulated, exact_bound(c.estimate)) / c.estimate.load;
        };
        const double weight = 10.0 / static_cast<double>(all.size());
        for (const queueing::SaturationBand& band : queueing::saturation_bands()) {
            if ((band.name == "classical") != (std::string(method) == "classical")) continue;
            std::vector<std::pair<double, double>> weighted;
            int own = 0;
            for (const Compared& c : all) {
                weighted.emplace_back(ratio(c), weight);
                if (c.estimate.interval_class != band.name) continue;
                weighted.emplace_back(ratio(c), 1.0);
                ++own;
            }
            const double below = 1.0 - std::min(1.0, quantile(weighted, outside)),
                         above = std::max(1.0, quantile(weighted, 1.0 - outside)) - 1.0;
            char row[128];
            std::snprintf(row, sizeof row, "{\"%s\", %.3f, %.3f, %d},", std::string(band.name).c_str(), below, above,
                          own);
            CHECK(std::abs(band.below - below) < 0.0006);  // three decimals are kept
            CHECK(std::abs(band.above - above) < 0.0006);
            CHECK(band.cases == own);
            MESSAGE(std::string(row));  // for the table
        }
    }
}

TEST_CASE("the interval holds the simulated saturation in nine cases of ten of the sets that it is not derived from" *
          doctest::test_suite("long")) {
    std::vector<Compared> all;
    for (const Set& set : reporting) {
        const std::vector<Compared> own = compared(set);
        const auto [holds, width] = coverage(own);
        MESSAGE("set " << std::string(set.name) << ": " << own.size() << " cases, interval holds in " << holds
                       << " %, mean width " << width << " %");
        CHECK(holds >= 80.0);  // of a dozen cases two may lie outside
        all.insert(all.end(), own.begin(), own.end());
    }
    const auto [holds, width] = coverage(all);
    MESSAGE("all: " << all.size() << " cases, interval holds in " << holds << " %, mean width " << width << " %");
    CHECK(all.size() >= 180);
    CHECK(holds >= 90.0);
    CHECK(width <= 20.0);
}

TEST_CASE("the interval holds the simulated saturation of drawn cases that it is not derived from" *
          doctest::test_suite("long")) {
    std::vector<Compared> report;
    for (Compared& c : compared_drawn()) {
        if (!c.derives) report.push_back(std::move(c));
    }
    REQUIRE(report.size() >= 140);
    const auto [holds, width] = coverage(report);
    MESSAGE("drawn, reporting half: interval holds in " << holds << " %, mean width " << width << " %");
    CHECK(holds >= 85.0);
    CHECK(width <= 21.0);  // 20.8: classes of few deriving cases, rings among them, are wide
}

TEST_CASE("validate says of drawn cases how well the interval holds, by regime") {
    const Folder folder;
    std::string head, some;  // the header, and eleven cases under it
    std::istringstream lines(contents(source_folder() / "tests/queueing/drawn.csv"));
    int cases = 0;
    for (std::string line; cases < 11 && std::getline(lines, line);) {
        if (line.starts_with('#')) continue;
        if (head.empty()) head = line + "\n";
        else some += line + "\n", ++cases;
    }
    REQUIRE(cases == 11);
    some = "# drawn\n" + head + some;
    const std::string file = folder.write("some.csv", some);
    const Outcome whole = program({"validate", "--set", "drawn", "--reference", file});
    CAPTURE(whole.out);
    CHECK(whole.out.find("interval_holds") != std::string::npos);
    CHECK(whole.out.find("mean errors by regime, percent") != std::string::npos);
    CHECK(whole.out.find("saturation_p90") != std::string::npos);
    for (const char* regime :
         {"\nhalf ", "\nclass ", "\nfamily ", "\npreset ", "\nvcs ", "\nbuffer ", "\nflits ", "\nlink ", "\ntraffic "})
        CHECK(whole.out.find(regime) != std::string::npos);
    CHECK(whole.out.find("\ninterval holds the simulated saturation ") != std::string::npos);
    CHECK(whole.out.find("\ninterval holds the simulated saturation, cases that it is derived from ") !=
          std::string::npos);
    CHECK(contents(file) == some);
    for (const auto& [text, why] : {std::pair{"", "holds no drawn case"},
                                    {"network,preset\n", ":1: not a file of drawn cases"},
                                    {"#\n", "holds no drawn case"}}) {
        refused({"validate", "--set", "drawn", "--reference", folder.write("bad.csv", text)}, why);
    }
    const std::string without =
        "network,preset,vcs,buffer,flits,link,traffic,saturation,load1,latency1,load2,latency2,load3,latency3,half\n";
    for (const auto& [row, why] : {std::pair{"mesh:4x4,ideal,2\n", "bad.csv:2:"},
                                   {"mesh:4x4,ideal,2,2,16,1,uniform,0.3,0.1,30,0.2,40,0.25,50,third\n",
                                    "half is 'third', need derive or report"},
                                   {"mesh:4x4,ideal,2,2,16,1,uniform,0,0.1,30,0.2,40,0.25,50,report\n",
                                    "saturation is 0, need a number above 0"}}) {
        refused({"validate", "--set", "drawn", "--reference", folder.write("bad.csv", without + row)}, why);
    }
    refused({"validate", "--set", "drawn", "--reference", folder / "none.csv"},
            "cannot be read, need a file of drawn cases");
    refused({"validate", "--set", "drawn", "--seeds", "3"}, "--set drawn has been simulated already");
    refused({"validate", "--set", "drawn", "--vcs", "3"}, "--set drawn brings its own cases");
}

TEST_CASE("a simulated saturation above an exact bound counts as that bound") {
    SaturationEstimate s;
    s.load = 0.9, s.lower = 0.8, s.upper = 0.95, s.channel_bound = 1.0, s.vc_bound = 2.0;
    CHECK(held(s, 0.79) == Held::no);
    CHECK(held(s, 0.81) == Held::yes);
    CHECK(held(s, 0.96) == Held::no);
    CHECK(held(s, 1.1) == Held::no);  // the interval ends below the bound
    s.upper = 1.0;
    CHECK(held(s, 1.0) == Held::yes);
    CHECK(held(s, 1.1) == Held::bound);
}
