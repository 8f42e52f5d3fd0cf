// Models with one term less, each over all cases.
#include "ablation.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "base/parallel.hpp"
#include "drawn.hpp"
#include "reference.hpp"
#include "validation.hpp"
#include "values.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/io/data_folder.hpp"

namespace wafernet::cli {

namespace {

// The old sets, and how the kept file simulated them.
struct KeptSet {
    const char* name;
    std::uint64_t cycles, messages;
};
constexpr KeptSet old_sets[] = {{"A", 10000, 16000}, {"B", 5000, 16000},  {"C", 10000, 16000}, {"D", 20000, 0},
                                {"H", 10000, 16000}, {"K", 10000, 16000}, {"L", 10000, 16000}, {"T", 20000, 16000}};

// What a term has to bring in a regime of so many cases to stay, percent.
constexpr std::size_t least_cases = 15;
constexpr double needed_below = 0.1, needed_above = 1.0;

constexpr const char* column_names[] = {"drawn, 30 %",       "60 %",      "80 %",           "saturation",
                                        "old sets, 10-70 %", "old, 80 %", "old, saturation"};

double needed(std::size_t column) {
    return column == Ablation::drawn_30 || column == Ablation::drawn_60 || column == Ablation::old_10_to_70
               ? needed_below
               : needed_above;
}

std::string change(double percent) { return fmt::format("{:+.2f}", percent); }

}  // namespace

struct Ablation::Case {
    LatencyCase made;
    double saturation = 0.0;                        // simulated
    std::vector<std::pair<double, double>> points;  // load, simulated latency
    std::vector<Column> columns;                    // of every point
    std::vector<std::string> regimes;
};

Ablation::Ablation(unsigned threads, bool with_old_sets) : threads_(threads) {
    for (const ValidationCase& v : drawn_cases(data_file("tests/queueing/drawn.csv").string())) {
        if (!v.derives) continue;
        Case c{.made = make_latency_case(v.network, v.choice),
               .saturation = v.kept->saturation,
               .points = v.kept->points,
               .columns = {drawn_30, drawn_60, drawn_80},
               .regimes = {}};
        const RouterConfig& o = c.made.simulation.router;
        c.regimes = {"all drawn cases",
                     v.network.substr(0, v.network.find(':')),
                     o.preset,
                     fmt::format("{} VCs", o.vcs),
                     fmt::format("buffers of {}", o.buffer_flits),
                     fmt::format("{} flits", o.lengths.front().flits),
                     fmt::format("links of {} cycles", o.link_cycles),
                     v.choice.traffic};
        if (c.points.size() != c.columns.size()) throw InputError("a drawn case of other than three points");
        cases_.push_back(std::move(c));
    }
    if (!with_old_sets) return;
    Reference reference(data_file("tests/queueing/simulated.csv").string());
    for (const KeptSet& set : old_sets) {
        const SimulationEffort effort{5, set.cycles, set.messages, 1};
        for (const ValidationCase& v : validation_set(set.name)) {
            Case c{.made = make_latency_case(v.network, v.choice),
                   .saturation = 0.0,
                   .points = {},
                   .columns = {},
                   .regimes = {"the old sets"}};
            const LatencyModel model = c.made.model();
            c.saturation = reference
                               .saturation(v.network, v.choice, c.made, 8.0 * model.zero_load_latency(),
                                           four_digits(model.saturation().load), effort)
                               .load;
            const std::vector<double> fractions =
                number_range("0.1:0.8:0.1", "fractions", 0.001, 0.999);  // as the file was made
            for (const double fraction : fractions) {
                const double load = four_digits(fraction * c.saturation);
                const SimulatedPoint s = reference.at(v.network, v.choice, c.made, load, effort);
                if (!s.latency) continue;
                c.points.emplace_back(load, *s.latency);
                c.columns.push_back(fraction > 0.75 ? old_80 : old_10_to_70);
            }
            cases_.push_back(std::move(c));
        }
    }
}

Ablation::~Ablation() = default;
Ablation::Ablation(Ablation&&) noexcept = default;
Ablation& Ablation::operator=(Ablation&&) noexcept = default;

Ablation::Errors Ablation::errors(const Terms& without, const ModelParameters& parameters) const {
    Errors e;
    e.of_case.resize(cases_.size());
    std::vector<std::array<std::pair<double, int>, columns>> sums(cases_.size());
    for_each_block(cases_.size(), threads_, [&](std::size_t i) {
        const Case& c = cases_[i];
        LatencyOptions options = c.made.options;
        options.without = without, options.parameters = parameters;
        const LatencyModel model(*c.made.network, *c.made.routing, c.made.rule, *c.made.traffic, options);
        const auto add = [&](std::size_t column, double error) {
            sums[i][column].first += std::abs(error), ++sums[i][column].second;
        };
        add(c.regimes.size() == 1 ? old_saturation : drawn_saturation,
            100.0 * (model.saturation().load / c.saturation - 1.0));
        std::vector<double> loads;
        for (const auto& [load, latency] : c.points) loads.push_back(load);
        const std::vector<LatencyPoint> points = model.curve(loads);
        for (std::size_t k = 0; k < points.size(); ++k) {
            if (points[k].latency) add(c.columns[k], 100.0 * (*points[k].latency / c.points[k].second - 1.0));
        }
    });
    std::array<std::pair<double, int>, columns> all{};
    for (std::size_t i = 0; i < cases_.size(); ++i) {
        for (std::size_t k = 0; k < columns; ++k) {
            const auto& [sum, count] = sums[i][k];
            if (count == 0) continue;
            e.of_case[i][k] = sum / count;
            all[k].first += sum, all[k].second += count;
        }
    }
    for (std::size_t k = 0; k < columns; ++k) e.mean[k] = all[k].second > 0 ? all[k].first / all[k].second : 0.0;
    return e;
}

// The regime where the term's absence costs most, in units of what it has to bring; those of fewer cases do not count.
std::string Ablation::earns_most(const Errors& all, const Errors& less) const {
    std::map<std::string, std::array<std::pair<double, std::size_t>, columns>> regimes;
    for (std::size_t i = 0; i < cases_.size(); ++i) {
        for (std::size_t k = 0; k < columns; ++k) {
            if (!all.of_case[i][k] || !less.of_case[i][k]) continue;
            for (const std::string& regime : cases_[i].regimes) {
                regimes[regime][k].first += *less.of_case[i][k] - *all.of_case[i][k];
                ++regimes[regime][k].second;
            }
        }
    }
    double most = 0.0;
    std::string where = "nowhere";
    for (const auto& [regime, sums] : regimes) {
        for (std::size_t k = 0; k < columns; ++k) {
            const auto& [sum, cases] = sums[k];
            if (cases < least_cases) continue;
            const double mean = sum / static_cast<double>(cases), parts = mean / needed(k);
            if (parts <= most) continue;
            most = parts;
            const char* const at[] = {"30 %", "60 %", "80 %", "saturation", "10-70 %", "80 %", "saturation"};
            where = fmt::format("{}, {}: {}{}", regime, at[k], change(mean), parts < 1.0 ? " (too little)" : "");
        }
    }
    return where;
}

std::vector<Value> Ablation::row(const ModelTerm& term, const Errors& all) const {
    const Errors less = errors(Terms(term.term), {});
    std::vector<Value> cells = {std::string(term.text), std::int64_t{term.section}};
    for (std::size_t k = 0; k < columns; ++k) cells.emplace_back(change(less.mean[k] - all.mean[k]));
    cells.emplace_back(earns_most(all, less));
    return cells;
}

std::array<Table, 2> Ablation::tables(const std::function<bool(std::size_t, std::size_t)>& progress) const {
    std::size_t done = 0, of = 1 + model_terms().size();
    for (const TunedNumber& number : tuned_numbers()) of += number.of_choices ? 0 : 2;
    const auto one_more = [&] {
        if (!progress(++done, of)) throw ComputationError("interrupted");
    };
    Table terms{"what each term earns, percent", {{"switched off", ""}, {"section", ""}}, {}, {}};
    Table numbers{"what each tuned number does, percent", {{"number", ""}, {"by", ""}}, {}, {}};
    for (const char* name : column_names) terms.columns.push_back({name, ""}), numbers.columns.push_back({name, ""});
    terms.columns.push_back({"earns most in", ""});
    const Errors all = errors({}, {});
    one_more();
    std::vector<Value> first = {std::string("nothing: the errors"), Missing{""}};
    for (const double mean : all.mean) first.emplace_back(fmt::format("{:.2f}", mean));
    first.emplace_back(std::string());
    terms.add(std::move(first));
    for (const ModelTerm& term : model_terms()) {
        terms.add(row(term, all));
        one_more();
    }
    for (const TunedNumber& number : tuned_numbers()) {
        if (number.of_choices) continue;
        for (const double factor : {0.8, 1.2}) {
            ModelParameters parameters;
            parameters.*number.value *= factor;
            const Errors e = errors({}, parameters);
            std::vector<Value> cells = {std::string(number.name), std::string(factor < 1.0 ? "-20 %" : "+20 %")};
            for (std::size_t k = 0; k < columns; ++k) cells.emplace_back(change(e.mean[k] - all.mean[k]));
            numbers.add(std::move(cells));
            one_more();
        }
    }
    return {std::move(terms), std::move(numbers)};
}

}  // namespace wafernet::cli
