// Dollars of dies and packages, energies of routers and wires, from the numbers that a source puts in.
#include <cmath>

#include "wafernet/published/published.hpp"
#include "wafernet/wsi/cost.hpp"
#include "wafernet/wsi/energy.hpp"

namespace wafernet::published {

namespace {

double or_else(const Subject& s, const char* name, double value) { return s.maybe_number(name).value_or(value); }

// Square dies.
double dies(const Subject& s) {
    const Wafer wafer{s.number("diameter_mm") * units::mm, or_else(s, "edge_mm", 0.0) * units::mm,
                      or_else(s, "scribe_mm", 0.0) * units::mm, or_else(s, "price_usd", 0.0) * units::usd};
    const Length side = std::sqrt(s.number("area_mm2")) * units::mm;
    const bool counted = s.maybe_word("form").value_or("textbook") == "count";
    const double all = dies_per_wafer(wafer, side, side, counted ? DieForm::count : DieForm::textbook);
    return s.maybe_word("whole").value_or("no") == "yes" ? std::floor(all) : all;
}

// Layers need not be whole here: x per layer, (1 + x)^-layers.
double yield(const Subject& s) {
    const std::string model = s.word("model");
    const Area area = s.number("area_mm2") * units::mm2;
    const DefectDensity density = s.number("defects_per_cm2") * units::per_cm2;
    if (model == "bose-einstein") return std::pow(1.0 + number(area * density), -s.number("layers"));
    return area_yield({defect_model(model), or_else(s, "alpha", 2.0)}, area, density);
}

Evaluation die_count(const Subject& s, Workbench&) { return {dies(s)}; }
Evaluation die_yield(const Subject& s, Workbench&) { return {yield(s)}; }
Evaluation good_dies(const Subject& s, Workbench&) { return {dies(s) * yield(s)}; }
Evaluation die_price(const Subject& s, Workbench&) { return {s.number("price_usd") / dies(s)}; }
Evaluation good_die_price(const Subject& s, Workbench&) { return {s.number("price_usd") / dies(s) / yield(s)}; }

// Good chips on a substrate; each attachment works with attach_yield, and a package that fails takes all with it.
Evaluation package_price(const Subject& s, Workbench&) {
    StackFlow f;
    const double chips = s.number("chips");
    f.plane.silicon =
        chips *
        (s.number("price_usd") / dies(s) / yield(s) + or_else(s, "bumps_usd_per_mm2", 0.0) * s.number("area_mm2")) *
        units::usd;
    f.known_good = false;
    f.package = s.number("package_usd") * units::usd;
    f.assembly_yield = std::pow(s.number("attach_yield"), chips);
    const auto cost = stack_cost(f);
    if (!cost) return {Missing{"no package works"}};
    return {cost->total.in(units::usd)};
}

// Faulty links are Poisson, as many as leave `unspared` of the interfaces without one, and fall on `groups` alike with
// one spare each.
Evaluation repaired_links(const Subject& s, Workbench&) {
    const double groups = s.number("groups"), faults = -std::log(s.number("unspared")) / groups;
    return {std::pow(std::exp(-faults) * (1.0 + faults), groups)};
}

// A router's dynamic power with its clock; flits a port and cycle.
Evaluation router_power(const Subject& s, Workbench&) {
    const double flits = s.number("flits_per_port_cycle") * s.number("ports");
    const RouterEnergy r{or_else(s, "write_pj", 0.0) * units::pJ, or_else(s, "read_pj", 0.0) * units::pJ,
                         or_else(s, "crossbar_pj", 0.0) * units::pJ, or_else(s, "arbitration_pj", 0.0) * units::pJ,
                         or_else(s, "clock_pj", 0.0) * units::pJ};
    return {((flits * r.flit() + r.clock) / (s.number("cycle_ns") * units::ns)).in(units::mW)};
}

Evaluation wire(const Subject& s, Workbench&) {
    const Energy bit = wire_energy(s.number("ff_per_mm") * units::fF_per_mm, or_else(s, "mm", 1.0) * units::mm,
                                   s.number("volts"), s.number("charging_share"), or_else(s, "factor", 1.0));
    return {or_else(s, "bits", 1.0) * bit.in(units::pJ)};
}

// Of bits whose transitions take so much each.
Evaluation transitions(const Subject& s, Workbench&) {
    return {s.number("bits") * s.number("share") * s.number("fj_per_transition_mm") * s.number("mm") / 1000.0};
}

// On the line through what no switching and half of it take.
Evaluation by_switching(const Subject& s, Workbench&) {
    const double none = s.number("none_pj"), half = s.number("half_pj");
    return {none + (half - none) * s.number("share") / 0.5};
}

constexpr Quantity list[] = {
    {"die_count", "dies of a wafer", Kind::formula, true, die_count},
    {"die_yield", "yield of a die", Kind::formula, false, die_yield},
    {"good_dies", "dies of a wafer that work", Kind::formula, false, good_dies},
    {"die_usd", "price of a die", Kind::formula, false, die_price},
    {"good_die_usd", "price of a die that works", Kind::formula, false, good_die_price},
    {"packaged_usd", "price of a package that works, with its chips", Kind::formula, false, package_price},
    {"repaired_links", "yield of an interface whose groups of links have one spare each", Kind::formula, false,
     repaired_links},
    {"router_mw", "dynamic power of a router with its clock", Kind::formula, false, router_power},
    {"wire_pj", "energy of bits over a wire", Kind::formula, false, wire},
    {"transitions_pj", "energy of bits over a wire by their transitions", Kind::formula, false, transitions},
    {"switching_pj", "energy of a hop if it is linear in the bits that switch", Kind::formula, false, by_switching},
};

}  // namespace

std::span<const Quantity> money_energy_quantities() { return list; }

}  // namespace wafernet::published
