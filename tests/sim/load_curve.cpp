// Curves: which loads get a point, what a point says of its runs, and how a curve ends.
#include "wafernet/sim/load_curve.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "about.hpp"
#include "helpers.hpp"
#include "sim/statistics.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/traffic/make_traffic.hpp"

using namespace wafernet;
using namespace wafernet::sim_test;

namespace {

// Uniform traffic that counts its messages.
class Counted final : public Traffic {
public:
    explicit Counted(const Network& network) : uniform_(make_traffic("uniform", network)) {}
    void row(Node source, std::vector<Demand>& row) const override { uniform_->row(source, row); }
    [[nodiscard]] double rate(Node source) const override { return uniform_->rate(source); }
    [[nodiscard]] Node sample(Node source, double u) const override {
        ++messages;
        return uniform_->sample(source, u);
    }
    mutable std::atomic<std::uint64_t> messages = 0;

private:
    std::unique_ptr<Traffic> uniform_;
};

}  // namespace

TEST_CASE("where nobody takes the points any more the runs that are left are not made") {
    const Case c("mesh:4x4");
    const Counted traffic(c.network);
    SimulationOptions o = simulation_preset("ideal");
    o.cycles = 100000;
    std::uint64_t of_one = 0;
    const auto closed = [&](const CurvePoint&) {
        of_one = traffic.messages;
        throw std::runtime_error("nobody reads this");
    };
    CHECK_THROWS_AS(
        (void)simulate_curve({c.network, *c.routing, c.rule, traffic}, o, {std::vector<double>(20, 0.2)}, closed),
        std::runtime_error);
    CHECK(of_one > 0);
    CHECK(traffic.messages < 10 * of_one);
}

TEST_CASE("loads in any order give a point each, in rising order") {
    const Case c("mesh:4x4");
    const auto uniform = make_traffic("uniform", c.network);
    SimulationOptions o = simulation_preset("ideal");
    o.cycles = 3000;
    std::vector<double> loads;
    for (const CurvePoint& p : simulate_curve({c.network, *c.routing, c.rule, *uniform}, o, {{0.95, 0.9, 0.1}}))
        loads.push_back(p.load);
    CHECK(loads == std::vector<double>{0.1, 0.9, 0.95});
}

TEST_CASE("a point of several runs describes the messages of all of them") {
    const Case c("mesh:4x4");
    const auto uniform = make_traffic("uniform", c.network);
    SimulationOptions o = simulation_preset("ideal");
    o.cycles = 2000;
    o.load = 0.3;
    const CurvePoint p = simulate_curve({c.network, *c.routing, c.rule, *uniform}, o, {{0.3}, 3, 2}).at(0);
    REQUIRE(p.runs.size() == 3);
    REQUIRE(p.messages);
    double count = 0, sum = 0, squares = 0, least = 1e9, most = 0, lowest = 1e9, highest = 0;
    std::vector<double> means;
    for (const SimulationResult& r : p.runs) {
        const LatencySummary& l = r.latency.value();
        const auto n = static_cast<double>(r.messages);
        count += n;
        sum += n * l.mean;
        squares += n * (l.deviation * l.deviation + l.mean * l.mean);
        least = std::min(least, l.minimum);
        most = std::max(most, l.maximum);
        lowest = std::min(lowest, l.p95);
        highest = std::max(highest, l.p95);
        means.push_back(l.mean);
    }
    CHECK(lowest < highest);  // the runs differ
    CHECK(p.messages->minimum == least);
    CHECK(p.messages->maximum == most);
    CHECK(p.messages->mean == about(sum / count).epsilon(1e-12));
    CHECK(p.messages->deviation == about(std::sqrt(squares / count - sum / count * sum / count)).epsilon(1e-9));
    CHECK(p.messages->p95 >= lowest);
    CHECK(p.messages->p95 <= highest);
    CHECK_FALSE(p.messages->ci95);
    CHECK(p.ci95 == interval95(means));
}

TEST_CASE("the bins of a sample count every value once, and are of one width, the least power of two that does") {
    for (const auto& [least, step, values] :
         {std::tuple(std::uint64_t{5}, 1, 30), std::tuple(std::uint64_t{1000}, 3, 900),
          std::tuple(std::uint64_t{16300}, 1, 200), std::tuple(std::uint64_t{70000}, 1, 40)}) {
        CAPTURE(least);
        sim::LatencySample sample;
        for (int i = 0; i < values; ++i) sample.add(least + static_cast<std::uint64_t>(i * step));
        const std::vector<LatencyBin> bins = sample.histogram(32);
        const std::uint64_t width = bins.front().to - bins.front().from + 1;
        const std::uint64_t last = least + static_cast<std::uint64_t>((values - 1) * step);
        CHECK(bins.size() <= 32);
        CHECK((width & (width - 1)) == 0);
        CHECK(bins.front().from <= least);
        CHECK(bins.front().to >= least);
        CHECK(bins.back().to >= last);
        // Half as wide there would be too many; beyond 16,384 a sample tells no less than 128 cycles apart.
        if (width > 1 && last < 16384) CHECK(2 * last / width - 2 * least / width >= 32);
        if (last >= 16384) CHECK(width >= 128);
        for (const LatencyBin& bin : bins) {
            std::uint64_t inside = 0;
            for (int i = 0; i < values; ++i) {
                const std::uint64_t value = least + static_cast<std::uint64_t>(i * step);
                inside += value >= bin.from && value <= bin.to ? 1 : 0;
            }
            CHECK(bin.messages == inside);
            CHECK(bin.to - bin.from + 1 == width);
        }
    }
    CHECK(sim::LatencySample().histogram(32).empty());
}

TEST_CASE(
    "a sample keeps what it is given: percentiles lie between its ends, a single value has no deviation, and runs add "
    "up") {
    sim::LatencySample one;
    one.add(20007);
    const LatencySummary s = one.summary().value();
    CHECK(s.median == 20007);
    CHECK(s.p99 == 20007);
    CHECK(s.deviation == 0);
    sim::LatencySample both, odd, even;
    for (std::uint64_t v = 0; v < 60000; v += 7) {
        both.add(v);
        (v % 2 != 0 ? odd : even).add(v);
    }
    even.add(odd);
    even.add(sim::LatencySample());
    const LatencySummary a = both.summary().value(), b = even.summary().value();
    CHECK(even.count() == both.count());
    CHECK(a.mean == b.mean);
    CHECK(a.minimum == b.minimum);
    CHECK(a.median == b.median);
    CHECK(a.p95 == b.p95);
    CHECK(a.p99 == b.p99);
    CHECK(a.maximum == b.maximum);
    CHECK(a.deviation == b.deviation);
    CHECK(a.deviation == about(60000 / std::sqrt(12.0)).epsilon(1e-3));
    CHECK(a.ci95.has_value());
    CHECK_FALSE(b.ci95.has_value());
}

TEST_CASE("of several runs more than half decide, and a deadlock always") {
    const auto status = [](std::initializer_list<RunStatus> all) {
        std::vector<SimulationResult> runs(all.size());
        std::transform(all.begin(), all.end(), runs.begin(), [](RunStatus s) {
            SimulationResult r;
            r.status = s;
            return r;
        });
        return status_of(runs);
    };
    using enum RunStatus;
    CHECK(status({}) == ok);
    CHECK(status({ok, saturated}) == ok);
    CHECK(status({ok, saturated, saturated}) == saturated);
    CHECK(status({saturated, saturated, deadlock, interrupted}) == deadlock);
    CHECK(status({ok, interrupted, ok}) == interrupted);
    CHECK_FALSE(interval95(std::vector<double>{1.0}));
    CHECK(interval95(std::vector<double>{1.0, 2.0, 3.0, 4.0, 5.0}).value() == about(2.776 * std::sqrt(2.5 / 5)));
}

TEST_CASE("a search for saturation needs a precision that loads can have") {
    const Case c("mesh:4x4");
    const auto uniform = make_traffic("uniform", c.network);
    SimulationOptions o = simulation_preset("ideal");
    o.cycles = 200;
    for (const double precision : {0.0, -1.0, 1e-20, std::nan("")}) {
        CHECK_THROWS_AS((void)find_saturation({c.network, *c.routing, c.rule, *uniform}, o, 8.0, precision),
                        InputError);
    }
}
