// Router gates and delays (rahman2006, sec. 4.6).
#include <cmath>

#include <fmt/format.h>

#include "wafernet/base/error.hpp"
#include "wafernet/core/family.hpp"
#include "wafernet/published/published.hpp"
#include "wafernet/wsi/router_cost.hpp"

namespace wafernet::published {

namespace {

RouterCost cost_of(const Subject& s, double ports) {
    const auto p = static_cast<std::uint64_t>(ports);
    return router_cost({p, p, static_cast<std::uint64_t>(s.maybe_number("vcs").value_or(3)),
                        router_kind(s.maybe_word("algorithm").value_or("dor"))});
}

RouterModule module_of(const RouterCost& cost, const std::string& wanted) {
    for (const RouterModule& m : cost.modules) {
        if (m.name == wanted) return m;
    }
    throw InputError(
        "no router module '" + wanted +
        "', need crossbar, flow-control, address-decoder, routing-decision, vc-controller or header-selection");
}

double ports_of(const Subject& s) { return s.maybe_number("ports").value_or(9); }

Evaluation gates_total(const Subject& s, Workbench&) { return {cost_of(s, ports_of(s)).gates}; }
Evaluation gates_each(const Subject& s, Workbench&) {
    return {module_of(cost_of(s, ports_of(s)), s.word("module")).gates_each};
}
Evaluation count(const Subject& s, Workbench&) {
    return {static_cast<std::int64_t>(module_of(cost_of(s, ports_of(s)), s.word("module")).count)};
}
Evaluation gates(const Subject& s, Workbench&) {
    const RouterModule m = module_of(cost_of(s, ports_of(s)), s.word("module"));
    return {m.gates_each * static_cast<double>(m.count)};
}
Evaluation delay(const Subject& s, Workbench&) {
    return {module_of(cost_of(s, ports_of(s)), s.word("module")).delay.in(units::ns)};
}
Evaluation setup(const Subject& s, Workbench&) { return {cost_of(s, ports_of(s)).setup.in(units::ns)}; }
Evaluation setup_rounded(const Subject& s, Workbench&) { return {cost_of(s, ports_of(s)).setup_printed.in(units::ns)}; }
Evaluation flow_control(const Subject& s, Workbench&) { return {cost_of(s, ports_of(s)).flow_control.in(units::ns)}; }

// How the delay of a module grows when its argument doubles, and what it is at 1: c_odd and c_even of Table 4.6.
Evaluation delay_slope(const Subject& s, Workbench&) {
    const std::string m = s.word("module");
    Subject twice = s;
    twice.arguments["vcs"] = 2.0;
    Subject four = s;
    four.arguments["vcs"] = 4.0;
    return {module_of(cost_of(four, 8), m).delay.in(units::ns)-module_of(cost_of(twice, 4), m).delay.in(units::ns)};
}
Evaluation delay_constant(const Subject& s, Workbench& bench) {
    const std::string m = s.word("module");
    Subject one = s;
    one.arguments["vcs"] = 1.0;
    const double slope = std::get<double>(delay_slope(s, bench).value);
    const double at = module_of(cost_of(one, 2), m).delay.in(units::ns);
    return {m == "vc-controller" ? at : at - slope};
}
// "log" where every doubling of P, F and V adds the same, "constant" where it adds nothing.
Evaluation delay_form(const Subject& s, Workbench&) {
    const std::string m = s.word("module");
    const auto at = [&](double size) {
        Subject of = s;
        of.arguments["vcs"] = size;
        return module_of(cost_of(of, size), m).delay.in(units::ns);
    };
    const double first = at(4) - at(2);
    for (double size = 4; size < 512; size *= 2) {
        if (std::fabs(at(2 * size) - at(size) - first) > 1e-9) return {std::string("neither")};
    }
    return {std::string(std::fabs(first) < 1e-9 ? "constant" : "log")};
}
// Gates of a module for an argument of 1.
Evaluation gate_factor(const Subject& s, Workbench&) {
    const std::string m = s.word("module");
    const double P = ports_of(s);
    const double V = s.maybe_number("vcs").value_or(3);
    const double by = m == "crossbar" || m == "routing-decision" ? P * P : m == "vc-controller" ? V : 1.0;
    return {module_of(cost_of(s, P), m).gates_each / by};
}

// The router of this network of shared channels beside that of the network `than`, both with `vcs` virtual channels.
std::pair<RouterCost, RouterCost> both_routers(const Subject& s, Workbench& bench) {
    const auto cost = [&](const std::string& word) {
        RouterParameters p = widest_router(bench.network(word));
        p.vcs = s.count("vcs");
        return router_cost(p);
    };
    return {cost(s.network), cost(s.word("than"))};
}
Evaluation simpler(const Subject& s, Workbench& bench) {
    const auto [mine, other] = both_routers(s, bench);
    return answer(mine.gates < other.gates, fmt::format("{} against {} gates", mine.gates, other.gates));
}
Evaluation faster(const Subject& s, Workbench& bench) {
    const auto [mine, other] = both_routers(s, bench);
    return answer(
        mine.setup < other.setup && mine.flow_control < other.flow_control,
        fmt::format("setup {:.2f} against {:.2f} ns, flow control {:.2f} against {:.2f} ns", mine.setup.in(units::ns),
                    other.setup.in(units::ns), mine.flow_control.in(units::ns), other.flow_control.in(units::ns)));
}

constexpr Quantity list[] = {
    {"router_gates", "gates of the router", Kind::formula, true, gates_total},
    {"router_module_gates", "gates of one module", Kind::formula, true, gates_each},
    {"router_module_count", "modules of the kind", Kind::formula, true, count},
    {"router_modules_gates", "gates of all modules of the kind", Kind::formula, true, gates},
    {"router_gate_factor", "gates of one module over P^2, F^2 or V", Kind::formula, true, gate_factor},
    {"router_delay_ns", "delay of one module", Kind::formula, true, delay},
    {"router_delay_constant_ns", "delay of one module for P, F or V of 1", Kind::formula, true, delay_constant},
    {"router_delay_slope_ns", "delay that a doubling of P, F or V adds", Kind::formula, true, delay_slope},
    {"router_delay_form", "how the delay grows with P, F or V", Kind::formula, true, delay_form},
    {"router_setup_ns", "setup delay, unrounded", Kind::formula, false, setup},
    {"router_setup_rounded_ns", "setup delay as a sum of terms that are rounded first", Kind::formula, false,
     setup_rounded},
    {"router_is_simpler", "whether the router has fewer gates than that of another network", Kind::formula, true,
     simpler},
    {"router_is_faster", "whether setup and flow control take less time than in the router of another network",
     Kind::formula, true, faster},
    {"router_flow_control_ns", "flow-control delay, unrounded", Kind::formula, false, flow_control},
};

}  // namespace

std::span<const Quantity> router_figures_quantities() { return list; }

}  // namespace wafernet::published
