// wafernet latency: the latency-load curve by the queueing model, on request beside the simulator.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>

#include <fmt/format.h>

#include "../booksim_options.hpp"
#include "../command.hpp"
#include "../dynamic_options.hpp"
#include "../figures.hpp"
#include "../spread_note.hpp"
#include "../values.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/report/plot_table.hpp"

namespace wafernet::cli {

namespace {

constexpr double small_load = 1e-3;    // as in long rings: a few decimals would leave nothing of it
constexpr double usual_seconds = 2.0;  // of simulations, where nobody asks for a precision

struct LatencyInput {
    std::vector<std::string> networks;
    DesignPoint point;
    BooksimWords booksim;
    std::optional<std::string> loads;
    bool simulate = false;
    std::optional<std::uint64_t> seeds, cycles;
    std::optional<double> budget;
};

const char* why(std::string_view status) {
    if (status == name(PointStatus::not_converged)) return "the iteration did not settle";
    if (status == name(RunStatus::deadlock)) return "messages deadlock";
    return status == "not_reached" ? "no message in the time that is allowed" : "saturated";
}

struct Curve {
    Design design;
    RoutesVerdict routes;
    EstimatedSaturation limit;
    std::vector<EstimatedPoint> points;

    Curve(const std::string& word, const DesignPoint& point, std::vector<double> loads, const EstimateOptions& effort)
        : design(word, point), routes(judged(design.dynamic())) {
        design.allow(effort);
        limit = design.saturation();
        if (loads.empty()) {
            for (int i = 1; i <= 20; ++i) loads.push_back(limit.load * i / 20.0);
        }
        std::ranges::sort(loads);
        points = design.curve(loads);
    }
};

// The table's curves in ns and Gbit/s, where the clocks or widths of its rows differ and are known: cycles and flits of
// unlike designs are no measure of them.
std::optional<Table> in_ns_and_gbit(const Table& table) {
    const auto column = [&](std::string_view name) { return table.place_of(name).value_or(table.columns.size()); };
    const std::size_t clock = column("clock_ns"), bits = column("flit_bits");
    if (clock >= table.columns.size() || table.rows.empty()) return std::nullopt;
    const auto same = [&](const auto& row) {
        return row[clock] == table.rows.front()[clock] && row[bits] == table.rows.front()[bits];
    };
    const auto known = [&](const auto& row) { return std::holds_alternative<double>(row[clock]); };
    if (std::ranges::all_of(table.rows, same) || !std::ranges::all_of(table.rows, known)) return std::nullopt;
    Table out = table;
    for (auto& row : out.rows) {
        for (const char* name : {"sim_latency_cycles", "sim_latency_ci95"}) {
            const std::size_t at = column(name);
            if (at >= row.size()) continue;
            if (auto* cycles = std::get_if<double>(&row[at])) *cycles *= std::get<double>(row[clock]);
        }
    }
    if (const std::size_t at = column("sim_latency_cycles"); at < out.columns.size())
        out.columns[at].name = "sim_latency_ns";
    return out;
}

struct Asked {
    std::uint64_t seeds, cycles;
    std::vector<double> loads;
    EstimateOptions effort;
    bool usual;        // precision: as exact as `usual_seconds` allow
    bool for_scripts;  // what a note says to people is in every row
};

// Throws what is wrong with the options; what they leave open of the design is settled in `o`.
Asked checked(const Run& run, LatencyInput& o) {
    Asked asked{o.seeds.value_or(1),
                o.cycles.value_or(20000),
                {},
                {},
                !o.point.dynamic.within && !o.budget,
                for_programs(run.common().render.format) || run.common().picture};
    check_between(asked.seeds, "--seeds", 1, 1000);
    check_between(asked.cycles, "--cycles", 1000, 100000000);
    if (o.budget && !(*o.budget > 0.0))
        throw InputError(fmt::format("--budget is {:g}, must be more than 0 seconds", *o.budget));
    if (!o.point.dynamic.within) o.point.dynamic.within = "5%";
    check_words(o.networks);
    check_design_point(o.point);
    // A configuration of BookSim2 says how long its links take.
    if (o.booksim.file && o.point.wire_cycles == "auto") o.point.wire_cycles = "no";
    o.point = common_point(std::move(o.point), o.networks);
    if (o.loads.value_or("auto") != "auto")
        asked.loads = number_range(*o.loads, "--loads", 0.0, 64.0, "A:B:STEP, x,y,z or auto");
    asked.effort = {.budget = o.budget.value_or(asked.usual ? usual_seconds : 0.0),
                    .threads = run.common().threads,
                    .seed = run.common().seed};
    asked.effort.stop = [] { return Run::interrupted(); };
    return asked;
}

Table head(const LatencyInput& o, const Asked& asked) {
    Table table{"latency, " + stack_of(o.point),
                columns_of("load_flits_per_node_cycle:5 latency_cycles:2 status network routing vc_rule traffic vcs "
                           "flits preset source_wait_cycles:2 load_fraction:3 kind latency_plus_minus:2")};
    const auto add = [&](std::string_view names) {
        std::ranges::move(columns_of(names), std::back_inserter(table.columns));
    };
    if (o.simulate) add("sim_latency_cycles:2 sim_latency_ci95:2 error_percent:2 sim_status:2");
    if (asked.for_scripts)
        add("zero_load_latency_cycles saturation_load_flits_per_node_cycle saturation_lower_flits_per_node_cycle "
            "saturation_upper_flits_per_node_cycle bound_flits_per_node_cycle bound_of vc_bound_flits_per_node_cycle "
            "bottleneck ties buffer_flits flit_bits link_cycles clock_ns latency_ns load_gbit_per_s_per_node");
    return table;
}

std::string bound_of(const EstimatedSaturation& limit) { return limit.port_bound ? "ports" : "channels"; }

std::vector<Value> estimated_cells(const Curve& curve, const EstimatedPoint& p, const std::string& traffic) {
    const LatencyCase& c = curve.design.dynamic();
    const Missing none{why(p.status)};
    // A wait is a part of the latency: of what is below its digits only rounding is left.
    const auto wait =
        p.source_wait && p.latency ? std::optional(known_digits(*p.source_wait, *p.latency)) : p.source_wait;
    return cells_of(p.load, value_or(p.latency, none), p.status, c.network->word, c.routing_name, c.rule.name, traffic,
                    c.options.router.vcs, c.options.router.lengths.front().flits, c.options.router.preset,
                    value_or(wait, none), p.load / curve.limit.load, p.simulated ? kinds::simulated : kinds::model,
                    value_or(p.half, none));
}

std::vector<Value> simulated_cells(const SimulatedPoint& s, const EstimatedPoint& p) {
    return cells_of(value_or(s.latency, {"saturated"}), value_or(s.ci95, {"too few messages"}),
                    p.latency && s.latency ? Value(100.0 * (*p.latency / *s.latency - 1.0))
                                           : Value(Missing{"one of both is saturated"}),
                    s.status);
}

std::vector<Value> script_cells(const Curve& curve, const EstimatedPoint& p) {
    const Design& design = curve.design;
    const LatencyCase& c = design.dynamic();
    const EstimatedSaturation& limit = curve.limit;
    const Value vc_bound =
        std::isfinite(limit.vc_bound) ? Value(limit.vc_bound) : Value(Missing{"no virtual channels of one driver"});
    const Value latency_ns =
        value_or_reason([&] { return p.latency ? Value(design.ns(*p.latency)) : Value(Missing{why(p.status)}); });
    return cells_of(design.zero_load_latency(), limit.load, limit.lower, limit.upper, limit.channel_bound,
                    bound_of(limit), vc_bound, limit.bottleneck_place, c.ties_name, c.options.router.buffer_flits,
                    design.flit_bits(), design.longest_link_cycles(),
                    value_or_reason([&] { return Value(design.router().clock.in(units::ns)); }), latency_ns,
                    value_or_reason([&] { return Value(design.gbit_per_s(p.load)); }));
}

std::string note_on(const Curve& curve) {
    const LatencyCase& c = curve.design.dynamic();
    const EstimatedSaturation& limit = curve.limit;
    const auto number = [](double x) { return x < small_load ? fmt::format("{:.4g}", x) : fmt::format("{:.4f}", x); };
    return fmt::format(
        "{}: {} cycles without load; saturates at {} ({} to {}) flits per node and cycle{}, the {}' bound is "
        "{}{}{}; ties {}",
        c.network->word, number(curve.design.zero_load_latency()), number(limit.load), number(limit.lower),
        number(limit.upper),
        !limit.simulated ? ", by the model"
        : limit.settled  ? ", simulated"
                         : ", simulated as exactly as --budget allows",
        bound_of(limit), number(limit.channel_bound),
        limit.vc_bound < limit.channel_bound ? "; that of virtual channels " + number(limit.vc_bound) : "",
        limit.bottleneck_place.empty() ? "" : "; bottleneck " + limit.bottleneck_place, c.ties_name);
}

// The rows of a curve, until Ctrl-C.
void add_rows(Run& run, const LatencyInput& o, const Asked& asked, const std::shared_ptr<const Curve>& curve,
              Table& table) {
    const auto append = [](std::vector<Value>& row, std::vector<Value> cells) {
        std::ranges::move(cells, std::back_inserter(row));
    };
    for (std::size_t i = 0; i < curve->points.size() && !Run::interrupted(); ++i) {
        const EstimatedPoint& p = curve->points[i];
        std::vector<Value> row = estimated_cells(*curve, p, o.point.dynamic.traffic);
        if (o.simulate) {
            const auto simulated = Run::unless_interrupted(
                [curve, load = p.load, seeds = asked.seeds, cycles = asked.cycles, seed = run.common().seed] {
                    return simulate_point(curve->design.dynamic(), load, {seeds, cycles, 0, seed});
                });
            if (!simulated) return;
            append(row, simulated_cells(*simulated, p));
            run.progress("latency --simulate " + curve->design.network().word, i + 1, curve->points.size(), "loads");
        }
        if (asked.for_scripts) append(row, script_cells(*curve, p));
        table.add(std::move(row));
    }
}

void add_notes(const Run& run, const LatencyInput& o, const Asked& asked, const Curve& curve, Table& table) {
    const LatencyCase& c = curve.design.dynamic();
    if (curve.limit.load < small_load) table.columns.front().decimals = -1;
    table.notes.push_back(note_on(curve));
    const auto missed = std::ranges::count_if(curve.points, [](const EstimatedPoint& p) { return !p.settled; });
    if (asked.usual && (missed > 0 || !curve.limit.settled))
        table.notes.push_back(
            fmt::format("{}: as exact as {:g} s of simulation are, latency +- says how; --within 5% takes "
                        "the time that it needs",
                        c.network->word, usual_seconds));
    else if (missed > 0)
        run.warn(fmt::format("{}: {} of {} points {} less exact than asked for, latency_plus_minus says how exact",
                             c.network->word, missed, curve.points.size(), missed == 1 ? "is" : "are"));
    if (const auto note = spread_note(*c.network, *c.routing, c.rule, c.routing_name,
                                      route_by_named(o.point.dynamic.route_by), *c.traffic))
        table.notes.push_back(*note);
}

int run_latency(Run& run, LatencyInput& o, const std::vector<Option>& options) {
    if (!o.simulate && (o.seeds || o.cycles))
        throw InputError(std::string(o.seeds ? "--seeds" : "--cycles") + " without --simulate, which it belongs to");
    apply_booksim(run, o.booksim, options, o.networks,
                  &o.point.dynamic.settings);  // its cycles are for --simulate alone
    const Asked asked = checked(run, o);
    Table table = head(o, asked);
    std::string at;  // which network is computed
    for (const std::string& word : o.networks) {
        at = word;
        const auto done = Run::unless_interrupted([word, point = o.point, loads = asked.loads, effort = asked.effort] {
            return std::make_shared<const Curve>(word, point, loads, effort);
        });
        if (!done) break;
        const Curve& curve = **done;
        if (const auto warning = clock_warning(curve.design)) run.warn(*warning);
        for (const std::string& note : curve.routes.notes) run.warn(note);
        if (const auto& cycle = curve.routes.cycle)
            run.warn(curve.design.network().word + ": " + *cycle +
                     ", the estimate is for messages that do not deadlock");
        add_rows(run, o, asked, *done, table);
        add_notes(run, o, asked, curve, table);
    }
    if (run.interrupted()) run.keep_finished(at, !table.rows.empty());
    run.print(table);
    return run.interrupted() ? 1 : 0;
}

}  // namespace

Command latency_command() {
    const auto o = std::make_shared<LatencyInput>();
    Command command;
    command.options = {{"networks", &o->networks},   {"--loads", &o->loads}, {"--budget", &o->budget},
                       {"--simulate", &o->simulate}, {"--seeds", &o->seeds}, {"--cycles", &o->cycles}};
    add_options(command.options, design_options(o->point), o->booksim.options());
    command.draw = [](const Table& table, const std::string&) -> std::vector<Plot> {
        const std::optional<Table> physical = in_ns_and_gbit(table);
        Plot plot = physical
                        ? curves(*physical, "load_gbit_per_s_per_node",
                                 {{"latency_ns"}, {"sim_latency_ns", "sim_latency_ci95", false}}, {"network"})
                        : curves(table, "load_flits_per_node_cycle",
                                 {{"latency_cycles"}, {"sim_latency_cycles", "sim_latency_ci95", false}}, {"network"});
        plot.x.label = physical ? "offered load (Gbit/s/node)" : "offered load (flits/node/cycle)";
        return {std::move(plot)};
    };
    command.run = [o, options = command.options](Run& run) { return run_latency(run, *o, options); };
    return command;
}

}  // namespace wafernet::cli
