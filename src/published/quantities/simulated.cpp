// What the published dynamic results are compared with: runs of the reference simulator, only on request, and beside
// them the queueing model's estimate of the same case.
//
// Arguments are those of the command simulate: preset (thesis), vc-rule, ties, routing, traffic, loads, flits, vcs,
// ...; those that begin with "than-" replace them on the right-hand side of a claim or ratio, whose network is `than`
// where it is another one; or the right-hand side is the number `than-value`. `factor` multiplies the right-hand side.
// Both sides are divided by the case of the arguments that begin with "over", less that of those that begin with
// "less". stationary = "yes" leaves out what is measured beyond saturation; else the first saturated load is the last
// that counts: permutations go on rising. traffics = "a,b,.." are several patterns, whose mean throughput a claim is
// about.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "../dynamic_curves.hpp"
#include "../ordering.hpp"
#include "../sweep.hpp"
#include "base/number_in.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/published/published.hpp"
#include "wafernet/routing/deadlock.hpp"
#include "wafernet/routing/routings.hpp"

namespace wafernet::published {

namespace {

constexpr Node quick_nodes = 300;  // the model orders networks of up to so many nodes, or shared channels, in a moment

// The greatest load that is below the knees of all runs of both sides.
std::optional<double> common_load(const Curves& curves, const Curves& others) {
    std::optional<double> greatest;
    for (const auto& [load, latency] : curves.seeds.front().latency_at) {
        const auto known = [at = load](const Curve& curve) { return curve.latency_at.contains(at); };
        if (std::ranges::all_of(curves.seeds, known) && std::ranges::all_of(others.seeds, known)) greatest = load;
    }
    return greatest;
}

constexpr std::string_view at_latency = "throughput-at-latency:";

// The traffic at which the mean latency first passes so many cycles, on the straight line between two loads; the
// greatest where it stays below them up to saturation, beyond which only the latency grows.
Value traffic_at(const Curve& curve, const std::string& cycles) {
    const auto wanted = number_in<double>(cycles);
    if (!wanted) throw InputError("metric = '" + std::string(at_latency) + cycles + "', need a number of cycles");
    const auto after = std::ranges::find_if(curve.passed, [&](const auto& p) { return p.second >= *wanted; });
    if (after == curve.passed.end()) return curve.greatest;
    if (after == curve.passed.begin()) return Missing{"no load has a latency below " + cycles + " cycles"};
    const auto [traffic, latency] = *std::prev(after);
    return std::lerp(traffic, after->first, (*wanted - latency) / (after->second - latency));
}

// The metric of one run that is compared with another one, or why there is none.
Value metric_of(const Curve& curve, std::optional<double> high_load, const std::string& metric) {
    if (metric == "throughput") return curve.greatest;
    if (metric == "latency-there") return value_or(curve.latency_there, {"no stationary state at that load"});
    if (metric == "low-load-latency") return value_or(curve.lowest_latency, {"no stationary state at the lowest load"});
    if (metric == "high-load-latency")
        return high_load ? Value(curve.latency_at.at(*high_load))
                         : Value(Missing{"no load is below the knees of both sides"});
    if (metric == "deviation-rise")
        return curve.deviation_there && curve.lowest_deviation ? Value(*curve.deviation_there / *curve.lowest_deviation)
                                                               : Value(Missing{"the model gives means, no deviations"});
    if (metric == "traffic") return curve.traffic;
    if (metric == "busiest-channel") return curve.busiest;
    if (metric == "quietest-channel") return curve.quietest;
    if (metric.starts_with(at_latency)) return traffic_at(curve, metric.substr(at_latency.size()));
    throw InputError("metric = '" + metric +
                     "', need throughput, latency-there, low-load-latency, high-load-latency, deviation-rise, traffic, "
                     "busiest-channel, quietest-channel or throughput-at-latency:CYCLES");
}

// The mean over the seeds and the half width of its interval of 95 %, or why there is none.
struct Estimated {
    Value mean;
    double error = 0.0;
};

Estimated metric_of(const Curves& curves, const Curves& others, const std::string& metric) {
    if (!curves.problem.empty()) return {Missing{curves.problem}};
    if (!curves.levelled && metric != "low-load-latency" && metric != "high-load-latency")
        return {Missing{"not saturated at the greatest of the loads: what is greatest depends on it"}};
    const auto high_load = metric == "high-load-latency" ? common_load(curves, others) : std::nullopt;
    std::vector<double> values;
    double sum = 0.0;
    for (const Curve& curve : curves.seeds) {
        Value value = metric_of(curve, high_load, metric);
        if (std::holds_alternative<Missing>(value)) return {std::move(value)};
        values.push_back(std::get<double>(value));
        sum += values.back();
    }
    return {sum / static_cast<double>(values.size()), interval95(values).value_or(0.0)};
}

std::string with_error(double value, double error) {
    return fmt::format("{:.5g}", value) + (error > 0.0 ? fmt::format(" (+- {:.2g})", error) : "");
}

std::string takes_long(Node nodes) {
    return "takes long for " + std::to_string(nodes) + " nodes, ask for this table by its id";
}

// Whether the model follows so many paths that two of its curves take half a minute.
bool too_long(const std::string& word, Arguments arguments, Workbench& bench) {
    if (arguments.erase("traffics") > 0) arguments.erase("traffic");
    return bench.network(word).shared_nodes == 0 && sweep_of(word, arguments, bench).c.routing->adaptive();
}

constexpr char throughput[] = "throughput", latency[] = "latency-there", traffic[] = "traffic",
               busiest[] = "busiest-channel", quietest[] = "quietest-channel";

template <CurvesOf road, const char* metric> Evaluation one(const Subject& s, Workbench& bench) {
    const Network& network = bench.network(s.network);
    if (road == modelled_curves && network.shared_nodes > quick_nodes && !bench.thorough)
        return {Missing{takes_long(network.graph.nodes())}};
    const Curves& curves = over_patterns(road, s.network, s.arguments, bench);
    const Estimated figure = metric_of(curves, curves, metric);
    Evaluation out{figure.mean};
    out.impossible = curves.deadlocks;
    if (figure.error > 0.0) out.error = figure.error;
    if (!std::holds_alternative<Missing>(figure.mean) && !curves.how.empty())
        out.note = with_error(std::get<double>(figure.mean), figure.error) + ", " + curves.how;
    return out;
}

// The metric of the network and that of the other side, or why there is none.
struct Sides {
    double left = 0.0, right = 0.0;
    double left_error = 0.0, right_error = 0.0;  ///< half widths of their intervals of 95 %
    std::string problem;
    bool deadlocks = false;
    std::string how{};

    static Sides none(std::string why, bool deadlocks = false) {
        return {0.0, 0.0, 0.0, 0.0, std::move(why), deadlocks};
    }
    [[nodiscard]] Evaluation missing() const {
        Evaluation out{Missing{problem}};
        out.impossible = deadlocks;
        if (deadlocks) out.note = problem;
        return out;
    }
};

// What a note ends with: seeds and cycles, where there are any.
std::string after(const std::string& how) { return how.empty() ? "" : ", " + how; }

Arguments without_other_side(Arguments arguments) {
    std::erase_if(arguments, [](const auto& argument) {
        const std::string which = argument.first.substr(0, 4);
        return which == "than" || which == "over" || which == "less";
    });
    return arguments;
}

// A network word and how it is run.
struct Case {
    std::string network;
    Arguments arguments;
    bool operator==(const Case&) const = default;
};

// What the arguments that begin with `which` make of a case.
Case changed(Case out, const Arguments& arguments, const std::string& which) {
    for (const auto& [key, value] : arguments) {
        if (key == which) out.network = std::get<std::string>(value);
        else if (key.starts_with(which + "-")) out.arguments[key.substr(which.size() + 1)] = value;
    }
    return out;
}

// The metric of a side by that of the case "over", less that of the case "less", where the claim names them.
template <CurvesOf road>
Estimated relative(Estimated figure, const Case& side, const std::string& metric, const Subject& s, Workbench& bench) {
    for (const std::string which : {"over", "less"}) {
        const Case base = changed(side, s.arguments, which);
        if (base == side || std::holds_alternative<Missing>(figure.mean)) continue;
        const Curves curves = over_patterns(road, base.network, base.arguments, bench);
        const Estimated by = metric_of(curves, curves, metric);
        if (std::holds_alternative<Missing>(by.mean)) return by;
        const double x = std::get<double>(figure.mean), y = std::get<double>(by.mean);
        figure = which == "less" ? Estimated{x - y, std::hypot(figure.error, by.error)}
                                 : Estimated{x / y, std::hypot(figure.error, by.error * x / y) / y};
    }
    return figure;
}

template <CurvesOf road> Sides sides_of(const Subject& s, Workbench& bench) {
    const Case own{s.network, without_other_side(s.arguments)}, others_case = changed(own, s.arguments, "than");
    const auto& [other, right] = others_case;
    const Arguments& left = own.arguments;
    if (road == modelled_curves) {
        const Node largest = std::max(bench.network(s.network).graph.nodes(), bench.network(other).graph.nodes());
        if (largest > quick_nodes && !bench.thorough) return Sides::none(takes_long(largest));
        if (largest > quick_nodes && (too_long(s.network, left, bench) || too_long(other, right, bench)))
            return Sides::none("the model takes too long for orderings of adaptive routings on " +
                               std::to_string(largest) + " nodes");
    }
    const std::string metric = s.maybe_word("metric").value_or("throughput");
    const auto than = s.maybe_number("than-value");
    const Curves curves = over_patterns(road, s.network, left, bench);
    const Curves others = than || !curves.problem.empty() ? curves : over_patterns(road, other, right, bench);
    const Estimated a = relative<road>(metric_of(curves, others, metric), own, metric, s, bench);
    if (const auto* none = std::get_if<Missing>(&a.mean))
        return Sides::none(s.network + ": " + none->reason + after(curves.how), curves.deadlocks);
    const double x = std::get<double>(a.mean);
    if (than) return {x, *than, a.error, 0.0, {}, false, curves.how};
    const Estimated b = relative<road>(metric_of(others, curves, metric), others_case, metric, s, bench);
    if (const auto* none = std::get_if<Missing>(&b.mean))
        return Sides::none(other + ": " + none->reason + after(others.how), others.deadlocks);
    const double y = std::get<double>(b.mean);
    // Policies, say: equal to the last digit, where two networks may only happen to be equal.
    if (road == modelled_curves && other == s.network && x == y)
        return Sides::none("the model does not tell the two sides apart");
    return {x, y, a.error, b.error, {}, false, curves.how};
}

// "yes" where the metric of the network is above (relation ">") or below ("<") that of the other side, or differs from
// it by within_percent at most ("=").
template <CurvesOf road> Evaluation claim(const Subject& s, Workbench& bench) {
    const std::string relation = s.maybe_word("relation").value_or(">");
    if (relation != ">" && relation != "<" && relation != "=")
        throw InputError("relation = '" + relation + "', need >, < or =");
    const Sides sides = sides_of<road>(s, bench);
    if (!sides.problem.empty()) return sides.missing();
    const double factor = s.maybe_number("factor").value_or(1.0);
    const double x = sides.left, y = factor * sides.right;
    const double error = std::hypot(sides.left_error, factor * sides.right_error);
    const double margin = relation == "="   ? s.number("within_percent") / 100.0 * y - std::abs(x - y)
                          : relation == ">" ? x - y
                                            : y - x;
    const Ordering how = decided(margin, error);
    const bool holds = how == Ordering::holds || (relation == "=" && margin == 0.0);
    const std::string right =
        (factor != 1.0 ? fmt::format("{:.4g} x ", factor) : "") + with_error(sides.right, sides.right_error);
    const std::string numbers = (how == Ordering::tie ? "tie: " : "") + with_error(x, sides.left_error) + " " +
                                (how == Ordering::tie ? "against "
                                 : holds              ? "is " + relation + " "
                                                      : "is not " + relation + " ") +
                                right + after(sides.how);
    Evaluation out = answer(holds, numbers);
    if (how != Ordering::tie) return out;
    out.value = Missing{"a tie: the sides lie within their intervals of each other"};
    out.tie = true;
    return out;
}

// How many times the other side, or how many percent above it.
template <CurvesOf road, bool increase> Evaluation compared(const Subject& s, Workbench& bench) {
    Sides sides = sides_of<road>(s, bench);
    if (sides.problem.empty() && sides.right == 0.0) sides.problem = "division by zero";
    if (!sides.problem.empty()) return sides.missing();
    return {increase ? 100.0 * (sides.left / sides.right - 1.0) : sides.left / sides.right,
            {},
            with_error(sides.left, sides.left_error) + (increase ? " against " : " / ") +
                with_error(sides.right, sides.right_error) + after(sides.how)};
}

constexpr std::uint64_t short_run_cycles = 6000;

// The left side where its VC rule is one that the document names and leaves a cycle: a run of one of the lower loads
// from its start, which is the start of what --simulate runs. It deadlocks there or is left to that.
Evaluation cannot_run(const Subject& s, Workbench& bench) {
    const Arguments own = without_other_side(s.arguments);
    if (!own.contains("vc-rule") || bench.network(s.network).graph.nodes() > 1024) return {Missing{"not tried"}};
    const std::string& problem = bench.remember(key_of("short run", s.network, own), [&] {
        Sweep sweep = sweep_of(s.network, own, bench);
        SimulationCase& c = sweep.c;
        if (deadlock_verdict(*c.network, *c.routing, c.rule, {bench.threads, {}}).acyclic) return std::string();
        std::ranges::sort(sweep.loads);
        c.options.seed = bench.seed;
        c.options.load = sweep.loads[std::min<std::size_t>(2, sweep.loads.size() - 1)];
        c.options.warmup = 0;
        c.options.cycles = short_run_cycles;
        const SimulationResult run = simulate(*c.network, *c.routing, c.rule, *c.traffic, c.options);
        if (run.status != RunStatus::deadlock) return std::string();
        return "deadlocks at load " + text_of(c.options.load) + ", " + cycle_of(*c.network, run.deadlock_cycle);
    });
    Evaluation out{Missing{problem.empty() ? "not tried" : s.network + ": " + problem}};
    out.impossible = !problem.empty();
    if (out.impossible) out.note = std::get<Missing>(out.value).reason;
    return out;
}

using Evaluate = Evaluation (*)(const Subject&, Workbench&);
constexpr Quantity run(std::string_view name, std::string_view title, Evaluate simulated, Evaluate modelled) {
    return {name, title, Kind::simulated, false, simulated, false, modelled, false, false, cannot_run};
}

template <const char* metric> constexpr Quantity curve(std::string_view name, std::string_view title) {
    return run(name, title, one<measured_curves, metric>, one<modelled_curves, metric>);
}

constexpr Quantity list[] = {
    curve<throughput>("simulated_max_throughput",
                      "greatest accepted traffic up to saturation, flits per node and cycle"),
    curve<latency>("simulated_latency_at_max", "mean latency at the first load that reaches 99 % of it, cycles"),
    curve<traffic>("simulated_traffic",
                   "mean utilisation of the channels, of shared channels where there are any, at that load, percent"),
    curve<busiest>("simulated_busiest_channel", "utilisation of the busiest channel at that load, percent"),
    curve<quietest>("simulated_quietest_channel", "utilisation of the quietest channel at that load, percent"),
    run("simulated_claim", "whether the simulator agrees with the claim", claim<measured_curves>,
        claim<modelled_curves>),
    run("simulated_ratio", "how many times that of the other side", compared<measured_curves, false>,
        compared<modelled_curves, false>),
    run("simulated_increase", "how much above the other side, percent", compared<measured_curves, true>,
        compared<modelled_curves, true>),
};

}  // namespace

std::span<const Quantity> simulated_quantities() { return list; }

}  // namespace wafernet::published
