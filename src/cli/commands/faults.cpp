// wafernet faults: what is left of a network with faults, which faults hurt most, what its routing does with one, and
// what stacks still do as they are made.
#include "wafernet/measure/faults.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <tuple>

#include <fmt/format.h>

#include "../command.hpp"
#include "../dynamic_options.hpp"
#include "../routing_options.hpp"
#include "../values.hpp"
#include "wafernet/core/metric.hpp"
#include "wafernet/design/made_stacks.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/report/plot_table.hpp"

namespace wafernet::cli {

namespace {

struct FaultsArguments {
    std::string network;
    std::optional<std::string> counts, kinds, rates, single, spares;
    std::optional<std::uint64_t> stacks;
    std::uint64_t draws = 200, worst = 0;
    bool saturation = false, list = false;
    RoutingWords routing;
    DesignPoint point;

    [[nodiscard]] std::string failing() const { return kinds.value_or("link"); }
};

// "(0,0)", "(0,0)-(0,1)" or "(0,0)>(0,1)".
std::string called(const Network& network, const PossibleFault& fault) {
    if (fault.kind == FaultKind::node) return network.addresses.print(fault.number);
    const Channel c = fault.kind == FaultKind::oneway ? fault.number : 2 * fault.number;
    return network.addresses.print(network.graph.source(c)) + (fault.kind == FaultKind::oneway ? ">" : "-") +
           network.addresses.print(network.graph.target(c));
}

const Missing alone{"no two senders are left together"};

Missing no_saturation(const FaultsArguments& a) { return a.saturation ? alone : Missing{"--saturation measures it"}; }

void curve(Run& run, const FaultsArguments& a, const FaultStudy& study) {
    Table table{"what is left with faults (" + a.failing() + ")",
                {"faults", "connected_probability", std::string(name(Metric::diameter_hops)),
                 "saturation_load_flits_per_node_cycle", "connected_lower", "connected_upper", "diameter_plus_minus",
                 "avg_distance_hops", "avg_distance_plus_minus", "largest_part_share", "largest_part_plus_minus",
                 "saturation_plus_minus", "cases", "answer", "network", "fault_kind", "fault_rate"}};
    const auto add = [&](const Value& faults, const FaultPoint& p, const Value& rate) {
        const auto part = [&](const std::optional<FaultEstimate>& e, bool half, const Missing& none = alone) {
            return e ? Value(half ? e->upper - e->value : e->value) : Value(none);
        };
        table.row(faults, p.connected->value, part(p.diameter_hops, false), part(p.saturation, false, no_saturation(a)),
                  p.connected->lower, p.connected->upper, part(p.diameter_hops, true),
                  part(p.mean_distance_hops, false), part(p.mean_distance_hops, true), part(p.share, false),
                  part(p.share, true), part(p.saturation, true, no_saturation(a)), p.cases,
                  p.exact ? "exact" : "monte carlo", study.whole.word, a.failing(), rate);
    };
    if (a.rates) {
        const auto elements = static_cast<double>(study.possible.size());
        const std::vector<double> rates = number_range(*a.rates, "--fault-rate", 0.0, 1.0);
        const std::vector<FaultPoint> points = with_fault_rates(study, rates);
        for (std::size_t i = 0; i < rates.size(); ++i) add(rates[i] * elements, points[i], rates[i]);
    } else {
        const std::string counts = a.counts.value_or("0:5");
        const bool step = std::ranges::count(counts, ':') != 1;
        for (const double count :
             number_range(step ? counts : counts + ":1", "--faults", 0.0, static_cast<double>(study.possible.size()))) {
            if (count != std::floor(count))
                throw InputError(fmt::format("--faults {}: {} faults, need whole numbers", one_line(counts), count));
            const auto number = static_cast<std::uint64_t>(count);
            add(whole(number), with_faults(study, number), Missing{"--faults counts them"});
        }
    }
    table.notes = {
        "connected: all senders that have not failed reach each other; the other figures are means of the largest "
        "part, those of the cases that have them",
        "exact: every set of so many faults (with --fault-rate every set at all, of up to 20 elements); monte carlo: "
        "--draws of them, intervals of 95 %",
        "saturation: what the channels leave uniform traffic on shortest paths (routing minimal)"};
    run.print(table);
}

void worst(Run& run, const FaultsArguments& a, const FaultStudy& study) {
    const Network& network = study.whole;
    Table table{
        "the faults that hurt most (" + a.failing() + ")",
        {"network", "faults", "rank", "what", "connected", "largest_part_senders",
         std::string(name(Metric::diameter_hops)), "avg_distance_hops", "saturation_load_flits_per_node_cycle"}};
    std::vector<std::uint32_t> first;  // of a pair
    for (std::int64_t size = 1; size <= 2 && study.possible.size() >= static_cast<std::size_t>(size); ++size) {
        const std::vector<FaultFigures> figures = fault_figures(study, study.possible.size(), [&](std::size_t i) {
            FaultSet faults;
            add_fault(faults, network.graph, study.possible[i]);
            for (const std::uint32_t other : first) add_fault(faults, network.graph, study.possible[other]);
            return faults;
        });
        std::vector<std::uint32_t> order(figures.size());
        std::iota(order.begin(), order.end(), 0U);
        for (const std::uint32_t other : first) std::erase(order, other);
        std::ranges::stable_sort(order, {}, [&](std::uint32_t i) {
            const FaultFigures& f = figures[i];
            return std::tuple(f.connected, f.senders, -f.diameter_hops.value_or(0.0),
                              -f.mean_distance_hops.value_or(0.0));
        });
        for (std::size_t rank = 0; rank < order.size() && rank < a.worst; ++rank) {
            const FaultFigures& f = figures[order[rank]];
            std::string what = called(network, study.possible[order[rank]]);
            if (!first.empty()) what = called(network, study.possible[first[0]]) + " and " + what;
            table.row(network.word, size, rank + 1, what, f.connected ? "yes" : "no", f.senders,
                      value_or(f.diameter_hops, alone), value_or(f.mean_distance_hops, alone),
                      value_or(f.saturation, no_saturation(a)));
        }
        first = {order.front()};
    }
    table.notes = {
        "every single fault, then the worst of them with every other; worse: in pieces, a smaller largest part, a "
        "longer diameter, a longer mean distance"};
    run.print(table);
}

void single_faults(Run& run, const FaultsArguments& a, const FaultStudy& study) {
    const Network& network = study.whole;
    RoutingChoice choice = a.routing.choice();
    if (choice.routing.empty()) choice.routing = "up-down";
    const std::vector<RoutingSpec> anew = routings_of(network_left(network, {}));  // as in what is left
    const bool own = std::ranges::find(anew, choice.routing, &RoutingSpec::name) == anew.end();
    const std::vector<FaultVerdict> verdicts = judge_single_faults(study, choice, own);
    Table list{"every single fault (" + *a.single + ")",
               {"network", "routing", "fault", "connected", "pairs", "delivered", "deadlock_free"}};
    Table summary{"all single faults",
                  {"network", "routing", "fault_kind", "faults", "connected", "all_delivered", "deadlock_free", "sound",
                   "least_delivered_share", "not_sound"}};
    std::uint64_t connected = 0, delivered = 0, free = 0, sound = 0;
    double least = 1.0;
    std::vector<std::string> failing;
    const auto yes = [](bool b) { return std::string(b ? "yes" : "no"); };
    for (std::size_t i = 0; i < verdicts.size(); ++i) {
        const FaultVerdict& v = verdicts[i];
        const std::string what = called(network, study.possible[i]);
        const Missing unjudged{v.reason.empty() ? "it can deadlock without faults" : v.reason};
        list.row(network.word, choice.routing, what, yes(v.connected), v.pairs, v.delivered,
                 v.deadlock_free ? Value(yes(*v.deadlock_free)) : Value(unjudged));
        const bool all = v.delivered == v.pairs;
        const bool safe = v.deadlock_free.value_or(false);
        connected += v.connected, delivered += all, free += safe, sound += v.connected && all && safe;
        if (v.pairs > 0) least = std::min(least, static_cast<double>(v.delivered) / static_cast<double>(v.pairs));
        if (!(v.connected && all && safe)) failing.push_back(what);
    }
    constexpr std::size_t shown = 5;
    if (failing.size() > shown) failing.resize(shown), failing.push_back("..");
    summary.row(network.word, choice.routing, *a.single, verdicts.size(), connected, delivered, free, sound, least,
                joined(failing, " "));
    summary.notes = {std::string(own ? "the routes are those without faults; pairs whose route meets the fault are lost"
                                     : "the routing is made anew for the largest part that each fault leaves") +
                     "; sound: connected, all pairs of good nodes delivered, deadlock free; --list shows every fault"};
    run.print(a.list ? list : summary);
}

// The lost parts of one stack, as --faults reads them from a file.
Table lost_parts(const Network& network, const FaultSet& lost) {
    Table table{"what has failed in a stack of " + network.word, {"kind", "what"}};
    for (const Node v : lost.nodes) table.row("node", network.addresses.print(v));
    for (const Node v : lost.processors) table.row("processor", network.addresses.print(v));
    for (const Channel c : lost.channels) {
        if (c % 2 == 0 || !network.graph.exists(c - 1))
            table.row("link", called(network, {FaultKind::link, Graph::link(c)}));
    }
    return table;
}

struct MadeFigures {
    std::vector<FaultFigures> each;  // of every stack
    double whole = 0.0;              // stacks
    FaultFigures of_whole;
};

// What stacks with faults that no spare mends still do; those without all do the same.
MadeFigures made_figures(const FaultStudy& study, const Design& design) {
    const StackLine line(design);
    std::vector<FaultSet> lost{{}};
    std::vector<std::size_t> figures_at(study.draws, 0);
    MadeFigures made;
    for (std::uint64_t i = 0; i < study.draws; ++i) {
        MadeStack stack = line.draw(study.seed + i * 0x9E3779B97F4A7C15U);
        made.whole += stack.whole;
        if (stack.lost.nodes.empty() && stack.lost.processors.empty() && stack.lost.channels.empty()) continue;
        figures_at[i] = lost.size();
        lost.push_back(std::move(stack.lost));
    }
    const std::vector<FaultFigures> figures =
        fault_figures(study, lost.size(), [&](std::size_t at) { return lost[at]; });
    for (const std::size_t at : figures_at) made.each.push_back(figures[at]);
    made.of_whole = figures.front();
    return made;
}

void stacks(Run& run, const FaultsArguments& a, FaultStudy study) {
    study.draws = *a.stacks;
    study.saturation = true;
    Table table{"stacks as they are made, with what no spare mends left out",
                {"network", "spares", "yield_system", "whole_probability", "whole_lower", "whole_upper",
                 "connected_probability", "working_senders", "throughput_gbit_s", "expected_gbit_s",
                 "expected_plus_minus", "gbit_s_per_usd_whole", "gbit_s_per_usd", "stacks"}};
    for (const double spares : number_range(a.spares.value_or("0.25"), "--spares", 0.0, 100.0)) {
        DesignPoint point = a.point;
        point.spares = spares;
        const Design design(a.network, point);
        if (a.list) return run.print(lost_parts(study.whole, StackLine(design).draw(study.seed).lost));
        const MadeFigures made = made_figures(study, design);
        const auto draws = static_cast<double>(study.draws);
        const double flit = static_cast<double>(design.flit_bits()), cycle = design.router().clock.in(units::ns);
        const auto gbit_s = [&](const FaultFigures& f) {
            return f.saturation.value_or(0.0) * f.senders * flit / cycle;
        };
        const double of_whole = gbit_s(made.of_whole);
        double less = 0.0, squares = 0.0, senders = 0.0, connected = 0.0;  // than a whole stack
        for (const FaultFigures& f : made.each) {
            const double d = gbit_s(f) - of_whole;
            less += d, squares += d * d, senders += f.senders, connected += f.connected;
        }
        const double mean = of_whole + less / draws,
                     half = 1.96 * std::sqrt(std::max(0.0, squares / draws - less / draws * less / draws) / draws);
        Value whole_only = Missing{"no system works"}, any = whole_only;
        try {
            // What is lost with stacks that do not work is no longer lost; packages that fail are.
            if (const DesignCost& c = design.cost(); c.cost) {
                Money spent{};
                for (const StackCost::Part& part : c.cost->parts) {
                    if (part.name != "faulty_planes_bonded" && part.name != "faulty_bonds" &&
                        part.name != "faulty_packages" && part.name != "development")
                        spent = spent + part.amount;
                }
                whole_only = of_whole / c.cost->total.in(units::usd);
                any = mean * c.flow.assembly_yield / spent.in(units::usd);
            }
        } catch (const InputError& error) {
            whole_only = any = Missing{error.what()};
        }
        const FaultEstimate whole_share = share_of(made.whole / draws, draws);
        table.row(study.whole.word, spares,
                  value_or(design.yield().system, {"the technology gives no bond_yield or no wire_failure"}),
                  whole_share.value, whole_share.lower, whole_share.upper, connected / draws, senders / draws, of_whole,
                  mean, half, std::move(whole_only), std::move(any), study.draws);
    }
    table.notes = {
        "yield_system: the probability that a stack is whole, by formula; whole: among the stacks drawn, with its "
        "interval of 95 %",
        "Gbit/s: what the channels leave uniform traffic on shortest paths of the largest part; expected: its mean "
        "over all stacks",
        "a dollar buys so many Gbit/s where stacks that are not whole are thrown away, and where all are used"};
    run.print(table);
}

int faults(Run& run, const FaultsArguments& a) {
    const Network network = make_network(a.network);
    check_between(a.draws, "--draws", 2, 1'000'000);
    DesignPoint only_planes;
    only_planes.planes = a.point.planes;
    for (const auto& [given, words] :
         {std::pair{a.single && a.worst > 0, "--single-faults with --worst"},
          {a.counts && a.rates, "--faults with --fault-rate"},
          {a.worst > 0 && (a.counts || a.rates), "--worst with --faults or --fault-rate"},
          {a.single && (a.counts || a.rates || a.kinds), "--single-faults with --faults, --fault-rate or --fault-kind"},
          {!a.single && !a.stacks && a.list, "--list without --single-faults or --stacks"},
          {a.stacks && (a.single || a.counts || a.rates || a.kinds || a.worst > 0),
           "--stacks with --faults, --fault-kind, --fault-rate, --worst or --single-faults"},
          {!a.stacks && a.spares, "--spares without --stacks"},
          {!a.stacks && !(a.point == only_planes), "an option of the stack other than --planes without --stacks"},
          {!a.single && !a.routing.choice().routing.empty(), "--routing without --single-faults"}}) {
        if (given) throw InputError(std::string(words) + ", which has no effect there");
    }
    const FaultStudy study{
        network,
        possible_faults(network, a.single.value_or(a.failing()), a.point.planes.value_or(usual_planes(network))),
        a.draws,
        run.common().seed,
        run.common().threads,
        a.saturation,
        run.watch("faults " + network.word)};
    if (a.stacks) stacks(run, a, study);
    else if (a.single) single_faults(run, a, study);
    else if (a.worst > 0) worst(run, a, study);
    else curve(run, a, study);
    return 0;
}

}  // namespace

Command faults_command() {
    const auto a = std::make_shared<FaultsArguments>();
    std::vector<Option> options{{"network", &a->network, {}, true},
                                {"--faults", &a->counts},
                                {"--fault-kind", &a->kinds},
                                {"--fault-rate", &a->rates},
                                {"--draws", &a->draws},
                                {"--saturation", &a->saturation},
                                {"--worst", &a->worst},
                                {"--single-faults", &a->single, one_of("node", "link", "oneway", "vertical")},
                                {"--stacks", &a->stacks},
                                {"--spares", &a->spares},
                                {"--list", &a->list}};
    add_options(options, options_but(physical_options(a->point), {"--spares"}), cost_options(a->point),
                defect_options(a->point), a->routing.options());
    return {std::move(options), [a](Run& run) { return faults(run, *a); },
            [](const Table& table, const std::string&) -> std::vector<Plot> {
                if (table.columns.front().name != "faults") return {};
                return {curves(table, "faults",
                               {{"connected_probability"}, {"largest_part_share", "largest_part_plus_minus"}}, {}),
                        curves(table, "faults",
                               {{std::string(name(Metric::diameter_hops)), "diameter_plus_minus"},
                                {"avg_distance_hops", "avg_distance_plus_minus"}},
                               {})};
            }};
}

}  // namespace wafernet::cli
