// Means over cases, and the stated targets.
#include "validation_summary.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
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
    void intervals(const Intervals& in, bool derived_here) {
        if (in.cases == 0) return;
        const std::string which = derived_here ? ", cases that it is derived from" : "";
        const auto target = [&](double x) { return derived_here ? std::nullopt : std::optional<double>(x); };
        const Missing none{"none"};
        add("interval holds the simulated saturation" + which, in.cases, in.coverage(), none, none,
            target(coverage_target), in.coverage() >= coverage_target);
        add("width of the interval" + which, in.cases, in.width.mean(), in.width.worst, none, target(width_target),
            in.width.mean() <= width_target);
    }
    void note(std::string line) { summary_.table.notes.push_back(std::move(line)); }
    ValidationSummary take() { return std::move(summary_); }

private:
    void add(const std::string& measure, int cases, Value mean, Value worst, Value wrong, std::optional<double> target,
             bool met) {
        if (target && !met) summary_.good = false;
        summary_.table.add({measure, std::int64_t{cases}, std::move(mean), std::move(worst), std::move(wrong),
                            target ? Value(*target) : Value(Missing{"none"}),
                            target ? Value(std::string(met ? "met" : "missed")) : Value(Missing{"no target"})});
    }

    ValidationSummary summary_{{"summary",
                                {{"measure", ""},
                                 {"cases", ""},
                                 {"mean_percent", "", 2},
                                 {"worst_percent", "", 2},
                                 {"wrongly_saturated", ""},
                                 {"target_percent", ""},
                                 {"verdict", ""}},
                                {},
                                {}}};
};

// The least of the values that nine of ten do not exceed.
double percentile_90(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[static_cast<std::size_t>(std::ceil(0.9 * static_cast<double>(values.size()))) - 1];
}

struct Regime {
    int cases = 0;
    Band saturation;
    std::vector<double> sizes;  // of the errors of saturation
    double signed_sum = 0.0;
    Intervals intervals;
    std::map<double, Band> latency;
};

}  // namespace

double exact_bound(const SaturationEstimate& estimate) { return std::min(estimate.channel_bound, estimate.vc_bound); }

Held held(const SaturationEstimate& estimate, double simulated) {
    const double bound = exact_bound(estimate), capped = std::min(simulated, bound);
    if (capped < estimate.lower * (1.0 - rounding) || capped > estimate.upper * (1.0 + rounding)) return Held::no;
    return simulated > bound * (1.0 + rounding) ? Held::bound : Held::yes;
}

std::string name(Held held) {
    switch (held) {
        case Held::no:
            return "no";
        case Held::yes:
            return "yes";
        case Held::bound:
            return "bound";
    }
    return "";
}

ValidationSummary summarise(std::span<const ValidatedCase> cases, const ValidationTargets& targets) {
    Judge judge;
    std::map<double, Band> at;
    for (const ValidatedCase& c : cases) {
        for (const ValidatedPoint& p : c.points) at[p.fraction].add(p);
    }
    Band half, most;
    double worst = 0.0;  // up to 70 %
    for (const auto& [fraction, band] : at) {
        judge.row("latency at " + std::to_string(std::lround(100.0 * fraction)) + " % of saturation", band,
                  std::abs(fraction - 0.8) < 1e-9 ? std::optional<double>(targets.mean.value_or(12.0)) : std::nullopt);
        if (fraction < 0.7 + 1e-9) worst = std::max(worst, band.worst);
        for (Band* into : {&half, &most}) {
            if (fraction > (into == &half ? 0.5 : 0.7) + 1e-9 || (into == &most && fraction < 0.1 - 1e-9)) continue;
            into->sum += band.sum;
            into->worst = std::max(into->worst, band.worst);
            into->points += band.points;
            into->wrong += band.wrong;
        }
    }
    judge.row("latency up to 50 %", half, targets.mean.value_or(1.5));
    judge.row("latency from 10 to 70 %", most, targets.mean.value_or(3.0));
    if (!cases.empty()) {
        Band all, tenth;
        std::vector<double> sizes;
        for (const ValidatedCase& c : cases) all.add(c.off), sizes.push_back(std::abs(c.off));
        judge.row("saturation load", all, 7.0);
        tenth.add(percentile_90(std::move(sizes)));
        judge.row("saturation load, 90th percentile", tenth, 15.0);
    }
    for (const bool derives : {false, true}) {
        Intervals in;
        for (const ValidatedCase& c : cases) {
            if (c.derives == derives) in.add(c);
        }
        judge.intervals(in, derives);
    }
    const auto at_bound =
        std::count_if(cases.begin(), cases.end(), [](const ValidatedCase& c) { return c.interval == Held::bound; });
    if (at_bound > 0) {
        judge.note(std::to_string(at_bound) + " of " + std::to_string(cases.size()) +
                   " simulated saturations lie above an exact bound, which counts in their place where an interval "
                   "holds: runs of finite length pass it");
    }
    ValidationSummary summary = judge.take();
    if (targets.worst && worst > *targets.worst) summary.good = false;
    return summary;
}

Table by_regime(std::span<const ValidatedCase> cases) {
    const std::pair<const char*, std::function<std::string(const ValidatedCase&)>> features[] = {
        {"half", [](const ValidatedCase& c) { return std::string(c.derives ? "derive" : "report"); }},
        {"class", [](const ValidatedCase& c) { return c.interval_class; }},
        {"family", [](const ValidatedCase& c) { return c.network.substr(0, c.network.find(':')); }},
        {"preset", [](const ValidatedCase& c) { return c.preset; }},
        {"vcs", [](const ValidatedCase& c) { return std::to_string(c.vcs); }},
        {"buffer", [](const ValidatedCase& c) { return std::to_string(c.buffer); }},
        {"flits", [](const ValidatedCase& c) { return std::to_string(c.flits); }},
        {"link", [](const ValidatedCase& c) { return std::to_string(c.link); }},
        {"traffic", [](const ValidatedCase& c) { return c.traffic; }}};
    std::map<double, int> fractions;
    for (const ValidatedCase& c : cases) {
        for (const ValidatedPoint& p : c.points) ++fractions[p.fraction];
    }
    Table table{"mean errors by regime, percent",
                {{"regime", ""}, {"value", ""}, {"cases", ""}, {"saturation", "", 1}, {"saturation_signed", "", 1}},
                {},
                {"reporting cases: those that no interval is derived from"}};
    for (const auto& [fraction, points] : fractions)
        table.columns.push_back({"latency_at_" + std::to_string(std::lround(100.0 * fraction)), "", 1});
    for (const char* column : {"interval_holds_percent", "interval_width_percent"})
        table.columns.push_back({column, "", 1});
    for (const char* column :
         {"reporting_cases", "reporting_holds_percent", "reporting_width_percent", "saturation_p90"})
        table.columns.push_back({column, "", 1});
    for (const auto& [feature, value_of] : features) {
        const auto earlier = [](const std::string& a, const std::string& b) {  // numbers by size
            return a.size() != b.size() && !a.empty() && a.find_first_not_of("0123456789") == std::string::npos
                       ? a.size() < b.size()
                       : a < b;
        };
        std::map<std::string, std::pair<Regime, Intervals>, decltype(earlier)> regimes(earlier);
        for (const ValidatedCase& c : cases) {
            auto& [r, reporting] = regimes[value_of(c)];
            ++r.cases;
            r.saturation.add(c.off);
            r.sizes.push_back(std::abs(c.off));
            r.signed_sum += c.off;
            r.intervals.add(c);
            if (!c.derives) reporting.add(c);
            for (const ValidatedPoint& p : c.points) r.latency[p.fraction].add(p);
        }
        for (const auto& [value, both] : regimes) {
            const auto& [r, reporting] = both;
            std::vector<Value> row = {std::string(feature), value, std::int64_t{r.cases}, r.saturation.mean(),
                                      r.signed_sum / r.cases};
            for (const auto& [fraction, points] : fractions) {
                const auto found = r.latency.find(fraction);
                const bool any = found != r.latency.end() && found->second.points > 0;
                row.push_back(any ? Value(found->second.mean()) : Value(Missing{"none"}));
            }
            row.insert(row.end(), {r.intervals.coverage(), r.intervals.width.mean(), std::int64_t{reporting.cases}});
            if (reporting.cases > 0) row.insert(row.end(), {reporting.coverage(), reporting.width.mean()});
            else row.insert(row.end(), {Missing{"none"}, Missing{"none"}});
            row.emplace_back(percentile_90(r.sizes));
            table.add(std::move(row));
        }
    }
    return table;
}

}  // namespace wafernet::cli
