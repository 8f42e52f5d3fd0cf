#include "figures.hpp"

#include <algorithm>
#include <cmath>
#include <exception>
#include <set>

#include <fmt/format.h>

#include "base/embedded.hpp"
#include "base/text.hpp"
#include "link_options.hpp"
#include "values.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/io/technology.hpp"
#include "wafernet/sim/simulation_case.hpp"

namespace wafernet::cli {

namespace {

template <class T> std::string text_of(const T& value) {
    if constexpr (std::is_same_v<T, std::vector<std::string>>) return fmt::format("{}", fmt::join(value, " "));
    else return fmt::format("{}", value);
}
template <class T> std::string text_of(const std::optional<T>& value) {
    return value ? text_of(*value) : std::string();
}

// The options whose values are not their defaults, with these; the value of a flag is empty.
std::vector<std::pair<std::string, std::string>> changed(const std::vector<Option>& options,
                                                         const std::vector<Option>& defaults) {
    std::vector<std::pair<std::string, std::string>> out;
    for (std::size_t i = 0; i < options.size(); ++i) {
        const auto text = [](const Option& option) {
            return std::visit([](const auto* target) { return text_of(*target); }, option.target);
        };
        const std::string value = text(options[i]);
        if (value != text(defaults[i]))
            out.emplace_back(options[i].names, std::holds_alternative<bool*>(options[i].target) ? "" : value);
    }
    return out;
}

// ", vcs 4" for every option whose value is not its default, but for those that the case names anyway.
std::string not_default(const std::vector<Option>& options, const std::vector<Option>& defaults) {
    std::string out;
    for (const auto& [names, value] : changed(options, defaults)) {
        const std::string name = names.substr(2);
        if (name == "preset" || name == "traffic" || name == "flits" || name == "planes" || name == "technology")
            continue;
        out += ", " + name + (value.empty() ? "" : " " + value);
    }
    return out;
}

std::vector<std::string_view> metrics_where(bool (*admitted)(std::string_view group)) {
    std::vector<std::string_view> names;
    for (const KnownFigure& figure : known_figures()) {
        if (admitted(figure.group)) names.push_back(figure.metric);
    }
    return names;
}

}  // namespace

std::vector<Figure> figures(const FigureRequest& request) {
    std::vector<Figure> all;
    for (const FigureGroup& group : figure_groups()) {
        for (Figure& figure : group.figures(request)) all.push_back(std::move(figure));
    }
    const auto rank = [](const Figure& f) { return std::ranges::find(sections, f.section) - std::begin(sections); };
    std::ranges::stable_sort(all, [&](const Figure& a, const Figure& b) { return rank(a) < rank(b); });
    return all;
}

const std::vector<KnownFigure>& known_figures() {
    static const std::vector<KnownFigure> all = [] {
        std::vector<KnownFigure> known;
        for (const auto& row : embedded::rows_of(embedded::figures, 5))
            known.push_back({row[0], row[1], row[2], row[3], row[4]});
        return known;
    }();
    return all;
}

const std::vector<std::string_view>& compared_metrics() {
    static const auto all = metrics_where([](std::string_view group) { return !group.empty() && group != "design"; });
    return all;
}

std::vector<std::string_view> work_metrics() {
    return metrics_where([](std::string_view group) { return group == "work"; });
}

std::vector<std::string_view> comparable_metrics() {
    return metrics_where([](std::string_view group) { return !group.empty(); });
}

std::vector<Option> figure_options(FigureOptions& o) {
    std::vector<Option> all{
        {"--budget", &o.budget}, {"--thorough", &o.thorough}, {"--simulate", &o.simulate}, {"--work", &o.works}};
    add_options(all, design_options(o.point), cost_options(o.point), load_options(o.energy));
    return all;
}

std::string_view FigureOptions::needed_for(std::string_view metric) const {
    if (metric.starts_with("simulated_")) return simulate ? "" : "--simulate";
    return works.empty() && std::ranges::count(work_metrics(), metric) > 0 ? "--work" : "";
}

double budget_of(const FigureOptions& options, double usual) {
    const double budget = options.budget.value_or(options.thorough ? thorough_seconds : usual);
    if (budget <= 0.0) throw InputError(fmt::format("--budget is {:g}, need more than 0 seconds", budget));
    std::set<std::string> works;
    for (const std::string& word : options.works)
        if (!works.insert(work_named(word).first).second)
            throw InputError("--work '" + one_line(word) + "': a second one of this operation, must be one of each");
    return budget;
}

void check_point(const DesignPoint& point, std::span<const std::string> networks) {
    check_design_point(point);
    const SimulationChoice dynamic = simulation_choice(point.dynamic);
    std::exception_ptr why;
    for (std::size_t i = 0; i < networks.size() && dynamic.traffic.starts_with("file:"); ++i) {
        try {
            static_cast<void>(make_traffic(make_network(networks[i]), dynamic));
            return;
        } catch (const InputError&) {
            if (!why) why = std::current_exception();
        }
    }
    if (why) std::rethrow_exception(why);
}

std::vector<std::string> technologies_of(FigureOptions& figures) {
    std::vector<std::string> all;
    for (const std::string_view word : split(figures.point.technology, ',')) {
        if (std::ranges::count(all, word) > 0)
            throw InputError("--technology " + std::string(word) + " twice, need each once");
        all.emplace_back(word);
    }
    for (const std::string& word : all) static_cast<void>(read_technology(word, figures.point.technology_values));
    figures.point.technology = all.front();
    return all;
}

FigureRequest request_for(const Design& design, const CommonOptions& common, const FigureOptions& options,
                          double budget) {
    bool unequal = false;
    try {
        unequal = !design.channel_cycles().empty();
    } catch (const InputError&) {  // the figures that need the router say why there is none
    }
    design.allow({.budget = budget / 2.0, .threads = common.threads, .seed = common.seed});
    const PredictedSeconds seconds = predicted_seconds(design.network(), design.point().dynamic, unequal);
    FigureRequest request{
        design, common.threads, common.seed, options.thorough, options.simulate, seconds, admitted(seconds, budget),
        true};
    try {
        request.works = options.works;
        request.load = load_of(options.energy, design);
    } catch (const InputError&) {  // neither has energy what has no router
    }
    return request;
}

std::pair<std::shared_ptr<const Design>, std::string> mended(std::shared_ptr<const Design> design,
                                                             const CommonOptions& common, const FigureOptions& options,
                                                             double budget) {
    DesignPoint point = design->point();
    DynamicChoice& d = point.dynamic;
    const Network& network = design->network();
    if (!d.routing.empty() || !d.vc_rule.empty() || d.preset || network.routes != nullptr ||
        !request_for(*design, common, options, budget).shown.verdict)
        return {design, ""};
    try {
        const bool free = design->verdict(common.threads).deadlock_free();
        d.vc_rule = mending_rule;
        const PredictedSeconds t = predicted_seconds(network, d);
        auto other =
            free || t.verdict + t.plan > budget ? nullptr : std::make_shared<const Design>(network.word, point);
        const LatencyCase& c = design->dynamic();
        if (other && other->verdict(common.threads).deadlock_free())
            return {other, c.rule.name + ", " + with_noun(c.options.router.vcs, "VC")};
    } catch (const Error&) {  // its figures say what is wrong
    }
    return {design, ""};
}

void look_again(FigureRequest& request, double budget) {
    constexpr double looking = 0.5;  // seconds that a prediction may take, whatever the budget
    PredictedSeconds& t = request.seconds;
    if (request.point().dynamic.method == "simulation" || t.plan + t.verdict > std::max(budget, looking)) return;
    try {
        const double solving = request.design.solving_seconds();
        if (solving > 0.0) t.latency = t.plan + solving;
        request.shown = admitted(t, budget);
    } catch (const Error&) {  // its figures say what is wrong
        request.shown.latency = true;
    }
}

Missing left_out(const FigureRequest& request, double seconds) {
    double with_all_cheaper = 0.0;
    const PredictedSeconds& t = request.seconds;
    for (const double other : {t.cuts, t.distances, t.routed, t.verdict, t.latency})
        with_all_cheaper += other <= seconds ? other : 0.0;
    const auto about = [](double x) { return x < 10.0 ? fmt::format("{:.2g}", x) : fmt::format("{:.0f}", x); };
    return {"predicted to take " + about(seconds) + " s, shown with --budget " +
                fmt::format("{:.0f}", std::ceil(1.01 * with_all_cheaper)),
            true};
}

std::optional<std::string> clock_warning(const Design& design) {
    if (!given_clock(design.point())) return std::nullopt;
    try {
        if (const auto why = too_fast(design.router().timing)) return design.network().word + ": " + *why;
    } catch (const InputError&) {  // the figures of the router say why there is none
    }
    return std::nullopt;
}

std::string system_yield_note(const DesignPoint& point, const BlockSpares& s) {
    const bool tested = point.planes.value_or(1) > 1 && point.cost.known_good != "no" && point.cost.bonding != "w2w";
    return fmt::format(
        "yield_system = yield_planes x yield_bonds x yield_vertical_wires{}: on every plane {} + {} spare nodes in "
        "each of {} + {} spare blocks (--spares {:g}, --spare-unit {}){}",
        point.planes.value_or(1) == 1 ? ", of one plane as it is made" : "", s.block_nodes, s.block_spares, s.blocks,
        s.spare_blocks, point.spares, point.spare_unit,
        tested ? ", planes tested before they are bonded (test_coverage)" : "");
}

std::string link_note(const Technology& t) {
    const double bits = t.lines_per_link.value, ways = t.link_ways ? t.link_ways->value : 2.0;
    return ways == 1.0 ? fmt::format("a link of {:g} bits has {:g} wires, for both ways", bits, t.wires_per_link())
                       : fmt::format("a link of {:g} bits has 2 x ({:g} + {:g}) wires: data and side-band of each way",
                                     bits, bits, t.lines_per_way() - bits);
}

std::optional<std::string> deadlock_warning(const std::string& network, const Figure& deadlock_free,
                                            const Figure& saturation) {
    if (deadlock_free.source.ends_with(can_deadlock)) return network + ": " + deadlock_free.source;
    if (deadlock_free.value != Value(std::string("no")) || std::holds_alternative<Missing>(saturation.value))
        return std::nullopt;
    return network + ": " + deadlock_free.source +
           " can deadlock, its saturation load is for messages that do not; 'wafernet deadlock' shows the cycle, with "
           "--repair a rule that has none";
}

std::string case_of(const FigureRequest& request, bool model) {
    DynamicChoice given = request.point().dynamic, fresh;
    const std::string preset = given.preset.value_or(request.network().shared_nodes > 0 ? "kmway" : "ideal");
    const std::uint64_t flits = given.flits.value_or(preset_named(preset).router.lengths.front().flits);
    return "preset " + preset + ", " + given.traffic + " traffic, " + with_noun(flits, "flit") +
           (model ? not_default(latency_options(given), latency_options(fresh))
                  : not_default(dynamic_options(given), dynamic_options(fresh)));
}

std::string command_options(DesignPoint point) {
    DesignPoint fresh;
    std::vector<Option> options = design_options(point), defaults = design_options(fresh);
    add_options(options, cost_options(point));
    add_options(defaults, cost_options(fresh));
    std::string out;
    for (const auto& [name, value] : changed(options, defaults))
        out += ' ' + name + (value.empty() ? "" : ' ' + shell_word(value));
    return out;
}

std::string design_point(const FigureRequest& request) {
    DesignPoint given = request.point(), fresh;
    fresh.planes = given.planes;
    fresh = resolved(std::move(fresh), request.network());
    return stack_of(given) + not_default(physical_options(given), physical_options(fresh)) +
           not_default(cost_options(given), cost_options(fresh)) +
           (request.load ? fmt::format(", load {:.6g}", *request.load) : "") + "; " + case_of(request);
}

}  // namespace wafernet::cli
