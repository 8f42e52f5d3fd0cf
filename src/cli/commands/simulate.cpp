// wafernet simulate: latency against load by the reference simulator.
#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <set>

#include <fmt/format.h>

#include "../booksim_options.hpp"
#include "../command.hpp"
#include "../digest.hpp"
#include "../dynamic_options.hpp"
#include "../dynamic_verdict.hpp"
#include "../help.hpp"
#include "../points/kept_loads.hpp"
#include "../routing_options.hpp"
#include "../simulated_tables.hpp"
#include "../spread_note.hpp"
#include "../values.hpp"
#include "traffic/patterns.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/design/estimate_latency.hpp"
#include "wafernet/design/modelled_router.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/io/simulation_file.hpp"
#include "wafernet/report/plot_table.hpp"
#include "wafernet/routing/deadlock.hpp"
#include "wafernet/routing/routings.hpp"
#include "wafernet/sim/simulation_case.hpp"

namespace wafernet::cli {

namespace {

struct SimulateOptions {
    std::vector<std::string> networks;
    std::optional<std::string> trace, traffic, loads;
    BooksimWords booksim;
    std::optional<std::uint64_t> seeds;
    bool all_loads = false;
    bool allow_deadlock = false;
    bool levels = false;
    bool channels = false;
    bool histogram = false;
    std::optional<std::string> out, store;
    std::optional<std::string> precision;
    DesignPoint point;  // its stack and technology say how long links take
    std::vector<std::pair<std::string, std::optional<std::string>>> settings;
};

SimulationChoice choice_of(const SimulateOptions& o) {
    SimulationChoice c = simulation_choice(o.point.dynamic);
    if (o.traffic) c.traffic = *o.traffic;
    for (const auto& [key, value] : o.settings) {
        if (value) c.settings.emplace_back(key, *value);
    }
    return c;
}

constexpr Node most_judged = 8192;

// The pairs of a trace.
std::unique_ptr<Traffic> pairs_of(const std::vector<TraceMessage>& trace, Node nodes) {
    std::set<std::pair<Node, Node>> pairs;
    for (const TraceMessage& m : trace) pairs.emplace(m.source, m.destination);
    std::vector<std::vector<Demand>> rows(nodes);
    for (const auto& [source, destination] : pairs) rows[source].push_back({destination, 1.0});
    return traffic::matrix(std::move(rows));
}

// "acyclic", "deadlock free" in spite of cycles, "cyclic" or "not computed". Throws InputError for a cyclic one that
// the user has not allowed.
std::string verdict_of(const SimulationCase& c, bool allowed, Run& run) {
    const std::string what = fmt::format("routing '{}' with VC rule '{}' and ties '{}' on {}", c.routing_name,
                                         c.rule.name, name(c.ties), c.network->word);
    if (c.network->graph.nodes() > most_judged) {
        run.warn(what + ": no deadlock verdict for more than " + std::to_string(most_judged) +
                 " nodes, 'wafernet deadlock' gives it");
        return "not computed";
    }
    const auto traced = c.options.trace.empty() ? nullptr : pairs_of(c.options.trace, c.network->graph.nodes());
    const Traffic& traffic = traced ? *traced : *c.traffic;
    const DynamicVerdict verdict =
        dynamic_verdict(*c.network, *c.routing, c.rule, traffic, c.options.router, run.common().threads);
    for (const std::string& note : verdict.notes) run.warn(note);
    if (verdict.deadlock_free) return verdict.cycle == 0 ? "acyclic" : "deadlock free";
    if (!allowed)
        throw InputError(
            what +
            " can deadlock (its channel dependencies have a cycle, see 'wafernet deadlock'), --allow-deadlock runs it");
    run.warn(what + " can deadlock: its channel dependencies have a cycle");
    return "cyclic";
}

// The load that fills the busiest channel or port, exact; nothing where that takes long or the model does not know the
// case.
std::optional<double> bound_of(const SimulationCase& c) {
    constexpr Node quick_nodes = 300, quick_choices = 64;  // of several ways, which take the model longer
    if (c.network->graph.nodes() > (c.routing->adaptive() ? quick_choices : quick_nodes)) return std::nullopt;
    try {
        return model_of(c).channel_bound();
    } catch (const Error&) {
        return std::nullopt;
    }
}

struct Prepared {
    std::vector<SimulationCase> cases;
    CurveOptions curve;
};

constexpr std::uint64_t most_cycles = 1000000;  // of a run with a precision

Prepared prepare(const SimulateOptions& o, const std::vector<Network>& networks) {
    const DynamicChoice& dynamic = o.point.dynamic;
    if (o.trace && (o.loads || o.traffic))
        throw InputError("--trace with --loads or --traffic, a trace says who sends when");
    if (o.trace && (dynamic.hotspot_fraction || dynamic.hotspot_nodes || dynamic.include_self))
        throw InputError("--trace with options of a traffic pattern, a trace says who sends to whom");
    if (o.trace && o.seeds) throw InputError("--trace with --seeds, a trace is run once");
    if (o.trace && o.all_loads) throw InputError("--trace with --all-loads, a trace has no loads");
    if (o.trace && o.precision) throw InputError("--trace with --precision, a trace is run once");
    bool warmup = false, cycles = false;
    for (const auto& [key, value] : o.settings) {
        cycles = cycles || (key == "cycles" && value);
        if (o.precision && value && (key == "warmup" || key == "drain" || key == "from-empty"))
            throw InputError("--" + key + " with --precision, by which a run finds its warm-up and its end itself");
        if (o.trace && value && (key == "flits" || key == "arrivals"))
            throw InputError("--trace with --" + key + ", a trace says who sends when and how much");
        warmup = warmup || (key == "warmup" && value);
    }
    const SimulationChoice choice = choice_of(o);
    Prepared p;
    for (const Network& network : networks) {
        p.cases.push_back(make_simulation_case(network, choice));
        SimulationOptions& options = p.cases.back().options;
        if (warmup && options.warmup > 0 && o.trace)
            throw InputError("--trace with --warmup, a trace is measured from its first cycle");
        if (warmup && options.warmup > 0 && options.from_empty)
            throw InputError("--warmup where the empty network is measured from its first cycle, need --from-empty no");
        if (o.precision) options.precision = share_named(*o.precision, "--precision");
        if (o.precision && !cycles) options.cycles = most_cycles;
        if (o.trace) {
            options.trace = read_trace(*o.trace, network);
            options.warmup = 0;
            check_options(options, network);
        }
    }
    const std::uint64_t seeds = o.seeds.value_or(1);
    const std::string loads = o.loads.value_or("auto");
    p.curve.seeds = static_cast<unsigned>(seeds);
    p.curve.stop_past_saturation = !o.all_loads;
    check_between(seeds, "--seeds", 1, 1000);
    if (o.trace) p.curve.loads = {0.0};
    else if (loads != "auto") p.curve.loads = number_range(loads, "--loads", 0.0, 64.0, "A:B:STEP, x,y,z or auto");
    for (const double load : p.curve.loads) {
        for (const SimulationCase& c : p.cases) {
            SimulationOptions with = c.options;
            with.load = load;
            check_options(with, *c.network);
        }
    }
    return p;
}

void warn_of_late(const SimulationOptions& o, const Run& run) {
    const auto late = std::ranges::count_if(o.trace, [&](const TraceMessage& m) { return m.cycle >= o.cycles; });
    if (late == 0) return;
    run.warn(std::to_string(late) + " of the trace's " + std::to_string(o.trace.size()) + " messages begin after the " +
             std::to_string(o.cycles) + " cycles that are measured and do not count, --cycles measures more");
}

// Links take the cycles of their wires where the technology knows them, as in every figure of the design.
void set_wires(std::vector<Network>& networks, std::vector<SimulationCase>& cases, const SimulateOptions& o) {
    DesignPoint point = o.point;
    point.dynamic = {};
    // A configuration of BookSim2 says how long its links take.
    if (o.booksim.file && point.wire_cycles == "auto") point.wire_cycles = "no";
    point = common_point(std::move(point), o.networks);
    for (const auto& [key, value] : o.settings) {
        if (key == "link-cycles" && value) point.dynamic.link_cycles = 1;  // given, whatever it is
    }
    point.dynamic.routing = o.point.dynamic.routing;
    check_design_point(point);
    const Technology technology = technology_of(point);
    for (std::size_t i = 0; i < cases.size(); ++i) {
        set_widths(networks[i], point, technology);
        check_options(cases[i].options, networks[i]);
    }
    if (!technology.wire_resistance && point.wire_cycles != "yes") return;
    for (std::size_t i = 0; i < cases.size(); ++i) {
        if (networks[i].shared_nodes > 0 || networks[i].graph.channels() == 0) continue;
        const RouterClock clock = design_router(networks[i], cases[i].options.router, point, technology).timing;
        const std::vector<std::uint32_t> each = wire_cycles(networks[i], point, technology, clock);
        if (each.empty()) continue;
        cases[i].options.router.link_cycles = each.front();
        if (std::ranges::any_of(each, [&](std::uint32_t c) { return c != each.front(); }))
            networks[i].channel_latency_cycles = each;
        check_options(cases[i].options, networks[i]);
    }
}

// All that the result of a load depends on but the load: on one line.
std::string case_words(const SimulationCase& c, const SimulateOptions& o, const CurveOptions& curve) {
    std::string words = c.network->word + digest_of(*c.network) + ' ' + c.routing_name + ' ' + c.rule.name + ' ' +
                        std::string(name(c.ties)) + ' ' + o.point.dynamic.route_by + ' ' + o.point.dynamic.spread;
    for (const SimulationSetting& s : simulation_settings())
        words += fmt::format(" {}={}", s.name, simulation_option(c.options, s.name));
    Digest digest;
    add_traffic(digest, *c.traffic, c.network->graph.nodes());
    for (const TraceMessage& m : c.options.trace)
        digest.add(m.cycle), digest.add(m.source), digest.add(m.destination), digest.add(m.flits);
    for (const auto cycles : c.network->channel_latency_cycles) digest.add(cycles);
    for (const auto cycles : c.network->channel_flit_cycles) digest.add(cycles);
    return words + fmt::format(" {} {} seed={} seeds={}", o.traffic.value_or("uniform"), digest.text(), c.options.seed,
                               curve.seeds);
}

// What the files hold that a network's word and the options name, but for the store.
std::string contents_behind(const std::string& word, const std::vector<Option>& options) {
    std::string held = contents_of(word);
    for (const Option& option : options) {
        if (option.names != "--store") held += contents_of(setting(option).value_or(""));
    }
    return held;
}

// What the curves of all cases share.
struct Simulation {
    Run& run;
    const SimulateOptions& o;
    const std::vector<Option>& options;
    CurveOptions curve;
    std::optional<LoadStores> kept;
    RowStream rows;
    bool deadlocked = false;
    std::map<std::string, Table> more{};  // one table of each kind for all networks, which make a file of it

    void keep(const std::string& name, Table table) {
        const auto [at, fresh] = more.try_emplace(name, std::move(table));
        if (!fresh) std::ranges::move(table.rows, std::back_inserter(at->second.rows));
    }

    // The loads of a case and what the store has of them.
    CurveOptions loads_of(const SimulationCase& c, KeptLoads& store) const {
        CurveOptions own = curve;
        if (own.loads.empty()) own.loads = store.loads();
        if (own.loads.empty()) {
            own.loads = loads_up_to_the_knee(c.setup(), c.options, [] { return Run::interrupted(); });
            if (!Run::interrupted()) store.keep(own.loads);
        }
        own.known = [&](double load) {
            const auto row = store.row(load);
            return row ? std::optional(KeptLoads::status(*row)) : std::nullopt;
        };
        return own;
    }

    // Adds a point's row, from the store where it has been simulated before.
    void add(const SimulationCase& c, const std::string& verdict, const CurvePoint& p,
             std::optional<KeptLoads>& store) {
        std::optional<std::vector<Value>> row = p.runs.empty() ? store->row(p.load) : std::nullopt;
        if (!row) {
            row = point_row(c, o.trace ? "trace" : o.traffic.value_or("uniform"), verdict, p);
            const auto stuck = std::ranges::find(p.runs, RunStatus::deadlock, &SimulationResult::status);
            row->emplace_back(stuck != p.runs.end() ? held(*c.network, stuck->deadlock_cycle) : std::string());
            if (store) store->keep(p.load, *row);
        }
        const std::string deadlock = std::get<std::string>(row->back());
        row->pop_back();
        if (o.histogram) add_histogram(c, p, [&](std::vector<Value> bin) { rows.add(std::move(bin)); });
        else rows.add(*row);
        if (KeptLoads::status(*row) != RunStatus::deadlock) return;
        deadlocked = true;
        run.warn(c.network->word + " deadlocked at load " + std::to_string(p.load) + ": " + deadlock);
    }

    // Adds all rows of a case and returns how many.
    std::uint64_t add_curve(const SimulationCase& c, const std::string& verdict) {
        std::uint64_t done = 0;
        std::optional<double> bound = bound_of(c);
        std::optional<KeptLoads> store;
        if (kept) store.emplace(*kept, case_words(c, o, curve), contents_behind(c.network->word, options));
        const CurveOptions own = store ? loads_of(c, *store) : curve;
        const auto each = [&](const CurvePoint& p) {
            if (bound && p.load > *bound * (1.0 + 1e-9)) {
                run.warn(c.network->word + ": load " + std::to_string(p.load) + " is above " + std::to_string(*bound) +
                         ", which fills the busiest channel or port: no stationary state, longer runs give longer "
                         "latencies");
                bound.reset();  // said once
            }
            add(c, verdict, p, store);
            run.progress("simulate " + c.network->word, ++done, own.loads.empty() ? automatic_loads : own.loads.size(),
                         "loads");
        };
        const std::vector<CurvePoint> points =
            simulate_curve(c.setup(), c.options, own, each, [] { return Run::interrupted(); });
        run.progress("simulate", done, done);  // a curve may end early
        if (o.levels) keep("levels", level_table(c, points));
        if (o.channels && c.network->shared_nodes > 0) keep("shared-channels", shared_channel_table(c, points));
        else if (o.channels) keep("channels", channel_table(c, points));
        return done;
    }
};

int simulate_command_run(SimulateOptions& o, const std::vector<Option>& options, Run& run) {
    apply_booksim(run, o.booksim, options, o.networks);
    check_words(o.networks);
    run.several({"simulate", o.out, words_of({{o.levels, "--levels"}, {o.channels, "--channels"}})});
    std::vector<Network> networks;
    for (const std::string& word : o.networks) networks.push_back(make_network(word));
    auto [cases, curve] = prepare(o, networks);
    curve.threads = run.common().threads;
    if (o.histogram && (o.levels || o.channels))
        throw InputError("--histogram with --levels or --channels, need one at a time");
    if (o.store && (o.levels || o.channels || o.histogram))
        throw InputError("--store with --levels, --channels or --histogram, of which it keeps nothing");
    std::optional<LoadStores> kept;
    if (o.store) kept = open_load_stores(*o.store, simulated_points());
    set_wires(networks, cases, o);
    for (SimulationCase& c : cases) {
        c.options.seed = run.common().seed;
        warn_of_late(c.options, run);
    }
    std::vector<std::string> verdicts;
    for (const SimulationCase& c : cases) verdicts.push_back(verdict_of(c, o.allow_deadlock, run));
    Table first = o.histogram ? simulated_histogram() : simulated_points();
    for (const SimulationCase& c : cases) {
        if (const auto note = spread_note(*c.network, *c.routing, c.rule, c.routing_name,
                                          route_by_named(o.point.dynamic.route_by), *c.traffic))
            first.notes.push_back(*note);
    }
    Simulation simulation{run,
                          o,
                          options,
                          std::move(curve),
                          std::move(kept),
                          run.stream(std::move(first), false, o.histogram ? "histogram" : "points")};
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const std::uint64_t rows = simulation.add_curve(cases[i], verdicts[i]);
        if (!run.interrupted()) continue;
        run.keep_finished(cases[i].network->word, i > 0 || rows > 0, Run::goes_on(o.store));
        break;
    }
    simulation.rows.end();
    for (const auto& [name, table] : simulation.more) run.print(table, name);
    return simulation.deadlocked || run.interrupted() ? 1 : 0;
}

}  // namespace

Command simulate_command() {
    const auto o = std::make_shared<SimulateOptions>();
    Command command;
    command.options = {
        {"networks", &o->networks},
        {"--loads", &o->loads},
        {"--traffic", &o->traffic},
        {"--trace", &o->trace},
        {"--precision", &o->precision},
        {"--seeds", &o->seeds},
        {"--all-loads", &o->all_loads},
        {"--store", &o->store},
        {"--levels", &o->levels},
        {"--channels", &o->channels},
        {"--histogram", &o->histogram},
        {"--allow-deadlock", &o->allow_deadlock},
        out_option(o->out),
    };
    add_options(
        command.options,
        options_but(dynamic_options(o->point.dynamic),
                    {"--traffic", "--vcs", "--extra-vcs", "--output-policy", "--buffer", "--flits", "--link-cycles"}),
        options_but(physical_options(o->point), {"--defects", "--spares", "--spare-unit"}), o->booksim.options());
    for (const SimulationSetting& s : simulation_settings()) o->settings.emplace_back(s.name, std::nullopt);
    for (auto& [key, value] : o->settings) {
        std::string meaning;
        for (const SimulationSetting& s : simulation_settings()) {
            if (s.name == key) meaning = s.meaning;
        }
        command.options.push_back({"--" + key, meaning, &value});
    }
    command.draw = [](const Table& table, const std::string& name) -> std::vector<Plot> {
        if (name == "histogram") return histogram_figures(table);
        if (name != "points") return {};
        Plot latency = curves(table, "load", {{"latency_cycles", "latency_ci95"}}, {"network"});
        Plot accepted = curves(table, "load", {{"accepted_flits_per_node_cycle"}}, {"network"});
        accepted.title = "accepted traffic";
        accepted.y.label = "accepted (flits/node/cycle)";
        latency.x.label = accepted.x.label = "offered load (flits/node/cycle)";
        return {std::move(latency), std::move(accepted)};
    };
    command.draws = "loads in place of a trace";
    command.run = [o, options = command.options](Run& run) { return simulate_command_run(*o, options, run); };
    return command;
}

}  // namespace wafernet::cli
