// Means over cases, and the stated targets.
#include "validation_summary.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace wafernet::cli {

namespace {

constexpr double rounding = 1e-9;                              // relative
constexpr double coverage_target = 90.0, width_target = 20.0;  // percent

struct Band {
    double sum = 0.0, worst = 0.0;
    int points = 0, wrong = 0;
    void add(double error) {
        sum += std::abs(error);
        worst = std::max(worst, std::abs(error));
        ++points;
    }
    void add(const ValidatedPoint& p) {
        if (p.wrong) ++wrong;
        else if (p.percent) add(*p.percent);
    }
    [[nodiscard]] double mean() const { return points > 0 ? sum / points : 0.0; }
    [[nodiscard]] int all() const { return points + wrong; }
};

// Percent of the cases whose interval holds; and how wide it is.
struct Intervals {
    int cases = 0, holding = 0;
    Band width;
    void add(const ValidatedCase& c) {
        ++cases;
        if (c.interval != Held::no) ++holding;
        width.add(c.width);
    }
    [[nodiscard]] double coverage() const { return 100.0 * holding / cases; }
};

class Judge {
public:
    void row(const std::string& measure, const Band& band, std::optional<double> target) {
        if (band.all() == 0) return;
        const auto cell = [&](double x) { return band.points > 0 ? Value(x) : Value(Missing{"none"}); };
        add(measure, band.all(), cell(band.mean()), cell(band.worst), std::int64_t{band.wrong}, target,
            band.wrong == 0 && band.mean() <= target.value_or(0.0));
    }
    void intervals(const Intervals& in) {
        if (in.cases == 0) return;
        const Missing none{"none"};
        add("interval holds the simulated saturation", in.cases, in.coverage(), none, none, coverage_target,
            in.coverage() >= coverage_target);
        add("width of the interval", in.cases, in.width.mean(), in.width.worst, none, width_target,
            in.width.mean() <= width_target);
    }
    void note(std::string line) { summary_.table.notes.push_back(std::move(line)); }
    ValidationSummary take() { return std::move(summary_); }

private:
    void add(const std::string& measure, int cases, Value mean, Value worst, Value wrong, std::optional<double> target,
             bool met) {
        if (target && !met) summary_.good = false;
        summary_.table.add({measure, std::int64_t{cases}, std::move(mean), std::move(worst), std::move(wrong),
                            value_or(target, {"none"}),
                            target ? Value(std::string(met ? "met" : "missed")) : Value(Missing{"no target"})});
    }

    ValidationSummary summary_{{"summary",
                                {"measure", "cases", Column("mean_percent", 2), Column("worst_percent", 2),
                                 "wrongly_saturated", "target_percent", "verdict"}}};
};

// The least of the values that nine of ten do not exceed.
double percentile_90(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[static_cast<std::size_t>(std::ceil(0.9 * static_cast<double>(values.size()))) - 1];
}

}  // namespace

double exact_bound(const SaturationEstimate& estimate) { return std::min(estimate.channel_bound, estimate.vc_bound); }

Held held(const SaturationEstimate& estimate, double simulated) {
    const double bound = exact_bound(estimate), capped = std::min(simulated, bound);
    if (capped < estimate.lower * (1.0 - rounding) || capped > estimate.upper * (1.0 + rounding)) return Held::no;
    return simulated > bound * (1.0 + rounding) ? Held::bound : Held::yes;
}

std::string name(Held held) {
    static constexpr std::string_view names[] = {"no", "yes", "bound"};
    return std::string(names[static_cast<std::size_t>(held)]);
}

ValidationSummary summarise(std::span<const ValidatedCase> cases) {
    Judge judge;
    std::map<double, Band> at;
    for (const ValidatedCase& c : cases) {
        for (const ValidatedPoint& p : c.points) at[p.fraction].add(p);
    }
    Band half, most;
    for (const auto& [fraction, band] : at) {
        judge.row("latency at " + std::to_string(std::lround(100.0 * fraction)) + " % of saturation", band,
                  std::abs(fraction - 0.8) < 1e-9 ? std::optional(12.0) : std::nullopt);
        for (Band* into : {&half, &most}) {
            if (fraction > (into == &half ? 0.5 : 0.7) + 1e-9 || (into == &most && fraction < 0.1 - 1e-9)) continue;
            into->sum += band.sum;
            into->worst = std::max(into->worst, band.worst);
            into->points += band.points;
            into->wrong += band.wrong;
        }
    }
    judge.row("latency up to 50 %", half, 1.5);
    judge.row("latency from 10 to 70 %", most, 3.0);
    if (!cases.empty()) {
        Band all, tenth;
        std::vector<double> sizes;
        for (const ValidatedCase& c : cases) all.add(c.off), sizes.push_back(std::abs(c.off));
        judge.row("saturation load", all, 7.0);
        tenth.add(percentile_90(std::move(sizes)));
        judge.row("saturation load, 90th percentile", tenth, 15.0);
    }
    Intervals in;
    for (const ValidatedCase& c : cases) in.add(c);
    judge.intervals(in);
    const auto at_bound =
        std::count_if(cases.begin(), cases.end(), [](const ValidatedCase& c) { return c.interval == Held::bound; });
    if (at_bound > 0) {
        judge.note(std::to_string(at_bound) + " of " + std::to_string(cases.size()) +
                   " simulated saturations lie above an exact bound, which counts in their place where an interval "
                   "holds: runs of finite length pass it");
    }
    return judge.take();
}

}  // namespace wafernet::cli
