// wafernet validate: the latency model against the simulator.
#include <algorithm>
#include <cmath>
#include <memory>

#include "../command.hpp"
#include "../dynamic_options.hpp"
#include "../held.hpp"
#include "../values.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/report/plot_table.hpp"

namespace wafernet::cli {

namespace {

struct ValidateOptions {
    std::vector<std::string> networks;
    DynamicChoice choice;
    std::string fractions = "0.1:0.8:0.1";
    std::uint64_t seeds = 5;
    std::uint64_t cycles = 20000;
    std::uint64_t messages = 0;
    std::optional<std::string> out;
};

double four_digits(double load) {
    if (!(load > 0.0)) return 0.0;
    const double scale = std::pow(10.0, 4 - std::ceil(std::log10(load)));
    return std::round(load * scale) / scale;
}

// The saturation load within 2 %, beyond which mean latencies from creation pass `limit`.
SimulatedSaturation saturation_of(const LatencyCase& c, double limit, double guess, const SimulationEffort& effort) {
    SaturationRuns runs;
    runs.judge = [&](double load, std::uint64_t cycles) -> SaturationRuns::Verdict {
        SimulationEffort longer = effort;
        longer.cycles = cycles;
        longer.messages = static_cast<std::uint64_t>(static_cast<double>(effort.messages) *
                                                     static_cast<double>(cycles) / static_cast<double>(effort.cycles));
        const SimulatedPoint p = simulate_point(c, four_digits(load), longer);
        if (p.status == "deadlock") throw ComputationError(c.network->word + " deadlocks, it cannot be validated");
        return {!p.total || *p.total > limit, p.total ? 1.0 - *p.total / limit : -1.0, std::nullopt};
    };
    const LoadLimit most = greatest_load({*c.network, *c.routing, c.rule, *c.traffic}, c.simulation);
    return search_saturation(runs, effort.cycles, most.load, most.past, std::min(guess, most.load), 0.02);
}

int run_validate(Run& run, const ValidateOptions& o) {
    check_between(o.seeds, "--seeds", 1, 100);
    check_between(o.cycles, "--cycles", 1000, 100000000);
    if (o.networks.empty()) throw InputError("no network word, must be one or more");
    const std::vector<double> fractions = number_range(o.fractions, "--fractions", 0.001, 0.999);
    check_words(o.networks);
    run.several({"validate", o.out, ""});

    Table table{"model against simulation",
                {"network", "traffic", Column("load_fraction", 2), Column("model", 2), Column("simulated", 2),
                 Column("error_percent", 2), "vcs", "flits", "buffer", Column("load_flits_per_node_cycle", 5), "status",
                 "routing"}};
    Table limits{"saturation load, flits per node and cycle",
                 {"network", "traffic", "vcs", "flits", "buffer", Column("model", 4), Column("simulated", 4),
                  Column("error_percent", 1), Column("lower", 4), Column("upper", 4), "routing", "interval_holds",
                  "interval_class", Column("bound", 4)}};
    const SimulationEffort effort{o.seeds, o.cycles, o.messages, run.common().seed};
    bool skipped = false;
    std::uint64_t done = 0;
    for (const std::string& word : o.networks) {
        if (Run::interrupted()) break;
        run.progress("validate, now " + word, done++, o.networks.size(), "cases");
        const auto started = Run::unless_interrupted(
            [word, choice = o.choice] { return std::make_shared<const ModelledCase>(word, choice); });
        if (!started) break;
        const std::shared_ptr<const ModelledCase>& one = *started;
        const LatencyCase& c = one->c;
        const SaturationEstimate& estimate = one->limit;
        if (one->routes.cycle) run.warn(c.network->word + ": " + *one->routes.cycle);
        double saturation = 0.0;
        try {
            const auto found = Run::unless_interrupted([one, effort] {
                return saturation_of(one->c, 8.0 * one->model.zero_load_latency(), four_digits(one->limit.load),
                                     effort);
            });
            if (!found) break;
            saturation = found->load;
            if (!found->settled)
                run.warn(c.network->word + ": the simulated saturation " + std::to_string(saturation) +
                         " still moves with the length of the runs");
        } catch (const ComputationError& error) {
            run.warn(error.what());
            skipped = true;
            continue;
        }
        const auto flits = c.options.router.lengths.front().flits;
        const std::vector<Value> what = {std::int64_t{c.options.router.vcs}, static_cast<std::int64_t>(flits),
                                         static_cast<std::int64_t>(c.options.router.buffer_flits)};
        limits.row(c.network->word, o.choice.traffic, what[0], what[1], what[2], estimate.load, saturation,
                   100.0 * (estimate.load / saturation - 1.0), estimate.lower, estimate.upper, c.routing_name,
                   held(estimate, saturation), estimate.interval_class, exact_bound(estimate));
        std::vector<double> loads;
        for (const double f : fractions) loads.push_back(four_digits(f * saturation));
        const std::vector<LatencyPoint> points = one->model.curve(loads);
        for (std::size_t i = 0; i < loads.size(); ++i) {
            const auto simulated = Run::unless_interrupted(
                [one, effort, load = loads[i]] { return simulate_point(one->c, load, effort); });
            if (!simulated) break;
            const SimulatedPoint& s = *simulated;
            Value error = Missing{"the simulation saturates"};
            if (s.latency)
                error = points[i].latency ? Value(100.0 * (*points[i].latency / *s.latency - 1.0))
                                          : Value(Missing{"wrongly saturated"});
            table.row(c.network->word, o.choice.traffic, fractions[i],
                      value_or(points[i].latency, {"no stationary state"}),
                      value_or(s.latency, {"no stationary state"}), error, what[0], what[1], what[2], loads[i],
                      name(points[i].status), c.routing_name);
        }
    }
    run.progress("validate", o.networks.size(), o.networks.size());
    // The rows of one CSV have the same fields: those of the points.
    const bool one = run.common().render.format == Format::csv && !o.out;
    if (run.interrupted()) run.keep_finished(o.networks[done > 0 ? done - 1 : 0], !(one ? table : limits).rows.empty());
    run.print(table, "points");
    if (!one) run.print(limits, "saturation");
    return skipped || run.interrupted() ? 1 : 0;
}

}  // namespace

Command validate_command() {
    const auto o = std::make_shared<ValidateOptions>();
    Command command;
    command.options = {{"networks", &o->networks}, {"--fractions", &o->fractions}, {"--seeds", &o->seeds},
                       {"--cycles", &o->cycles},   {"--messages", &o->messages},   out_option(o->out)};
    add_options(command.options, dynamic_options(o->choice));
    command.draw = [](const Table& table, const std::string& name) -> std::vector<Plot> {
        if (name == "points") {
            Plot plot = curves(table, "load_flits_per_node_cycle", {{"model"}, {"simulated", "", false}},
                               {"network", "traffic", "vcs", "flits", "buffer", "routing"});
            plot.x.label = "offered load (flits/node/cycle)";
            plot.y.label = "latency (cycles)";
            return {std::move(plot)};
        }
        if (name != "saturation" || table.rows.size() > 40) return {};
        Plot plot = bars(table, "network", {{"model"}, {"simulated"}}, {"traffic"});
        plot.title = "saturation load";
        plot.y.label = "flits/node/cycle";
        return {std::move(plot)};
    };
    command.draws = "a few networks";
    command.run = [o](Run& run) { return run_validate(run, *o); };
    return command;
}

}  // namespace wafernet::cli
