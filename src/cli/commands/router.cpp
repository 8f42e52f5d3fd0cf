// wafernet router: gates and delays.
#include <memory>

#include <fmt/format.h>

#include "../command.hpp"
#include "base/text.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/design/design.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/wsi/router_cost.hpp"

namespace wafernet::cli {

namespace {

struct RouterArguments {
    std::optional<std::uint64_t> ports;
    std::optional<std::uint64_t> freedom;
    std::string algorithm = "dor";
    std::optional<std::string> network;
    std::optional<std::uint64_t> vcs;  // of a router without a network any number
    DesignPoint point;
};

constexpr std::uint64_t usual_vcs = 3;  // rahman2006, sec. 4.6

// The router of a network at its design point, or the one that the options describe.
std::pair<RouterParameters, RouterConfig> parameters_of(const RouterArguments& a) {
    if (a.ports && a.network) throw InputError("both --ports and --network, need one of them");
    check_design_point(a.point);
    if (!a.network) {
        RouterConfig router = preset_named(a.point.dynamic.preset.value_or("ideal")).router;
        const std::uint64_t ports = a.ports.value_or(9), vcs = a.vcs.value_or(usual_vcs);
        return {{ports, a.freedom.value_or(ports), vcs, router_kind(a.algorithm)}, router};
    }
    const Network network = make_network(*a.network);
    RouterParameters parameters = widest_router(network);
    DynamicChoice dynamic = a.point.dynamic;
    dynamic.vcs = a.vcs;
    const RouterConfig router = router_of(network, simulation_choice(dynamic)).router;
    if (parameters.kind != RouterKind::shared) parameters.kind = router_kind(a.algorithm);
    else if (a.algorithm != "dor")
        throw InputError("--algorithm " + a.algorithm + " on shared channels, whose routers select no headers");
    parameters.freedom = a.freedom.value_or(parameters.freedom);
    parameters.vcs = static_cast<std::uint64_t>(router.vcs);
    return {parameters, router};
}

Table table_of(const RouterParameters& parameters, const RouterConfig& router, const DesignPoint& point) {
    const Technology technology = technology_of(point);
    const std::optional<Time> given = given_clock(point);
    const RouterCost cost = router_cost(parameters, router_constants(technology));
    Table table{"router of " + std::to_string(parameters.ports) + " ports, freedom " +
                    std::to_string(parameters.freedom) + ", " + std::to_string(parameters.vcs) + " virtual channels",
                {"module", "count", "gates", Column("delay_ns", 4), Column("delay_printed_ns", 2)},
                {},
                {}};
    const std::string chien = "gates and delays after A. A. Chien: rahman2006, sec. 4.6, 0.8 micron CMOS";
    if (technology.fo4)
        table.notes = {chien + ", times the FO4 delay of technology " + technology.name + " over its 400 ps"};
    else
        table.notes = {
            chien,
            "rounded as printed (delay_printed_ns): each module to 0.01 ns before it sums, as the document does"};
    const auto printed = [&](const Value& delay) {
        return technology.fo4 ? Value(Missing{"of 0.8 micron alone, --technology thesis"}) : delay;
    };
    for (const RouterModule& m : cost.modules) {
        const Value gates = m.gates_each > 0.0
                                ? Value(static_cast<std::int64_t>(m.gates_each * static_cast<double>(m.count)))
                                : Value(Missing{"the documents give none"});
        table.row(m.name, m.count, gates, m.delay.in(units::ns), printed(m.delay_printed.in(units::ns)));
    }
    table.row("total", Missing{"a sum"}, static_cast<std::int64_t>(cost.gates), Missing{"see setup"},
              printed(Missing{"see setup"}));
    table.row("setup", Missing{"a path"}, Missing{"a path"}, cost.setup.in(units::ns),
              printed(cost.setup_printed.in(units::ns)));
    table.row("flow-control-path", Missing{"a path"}, Missing{"a path"}, cost.flow_control.in(units::ns),
              printed(cost.flow_control_printed.in(units::ns)));
    const RouterClock clock = router_clock(cost, router, technology, given);
    table.row("clock", Missing{"a path"}, Missing{"a path"}, clock.cycle.in(units::ns),
              printed(Missing{"the documents give none"}));
    table.notes.push_back(
        fmt::format("clock: preset {} has {} from buffer to buffer, the slowest is {}: {:.4g} ns = {:.3g} FO4, with "
                    "{:g} FO4 of latch, skew and jitter, no less than {:g} FO4",
                    router.preset, with_noun(clock.stages, "stage"), clock.stage, clock.needed.in(units::ns),
                    number(clock.needed / technology.gate_delay()),
                    technology.latch_overhead ? technology.latch_overhead->value : 0.0,
                    technology.clock_floor ? technology.clock_floor->value : 0.0));
    if (const auto why = too_fast(clock)) table.notes.push_back(*why);
    if (parameters.kind == RouterKind::shared)
        table.notes.emplace_back(
            "between two shared channels (mudawwar, sec. 3.2): no crossbar, a routing decision for each direction; the "
            "arbiters of the channels decide a cycle ahead, and the documents give them no gates");
    return table;
}

}  // namespace

Command router_command() {
    const auto a = std::make_shared<RouterArguments>();
    return {
        {{"--ports", &a->ports},
         {"--network", &a->network},
         {"--freedom", &a->freedom},
         {"--vcs", &a->vcs},
         {"--preset", &a->point.dynamic.preset, one_of("ideal", "thesis", "booksim-min", "booksim-4stage", "kmway")},
         {"--routing", &a->point.dynamic.routing},
         {"--technology", &a->point.technology},
         {"--clock-ns", &a->point.clock_ns},
         {"--clock-ghz", &a->point.clock_ghz},
         {"--algorithm", &a->algorithm, one_of("dor", "ls", "cs", "ls+cs")}},
        [a](Run& run) {
            const auto [parameters, router] = parameters_of(*a);
            run.print(table_of(parameters, router, a->point));
            return 0;
        }};
}

}  // namespace wafernet::cli
