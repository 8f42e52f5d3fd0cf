// Yield and repair (rahman2006, sec. 5.2).
#include "wafernet/published/published.hpp"
#include "wafernet/wsi/yield.hpp"

namespace wafernet::published {

namespace {

SystemYield yield_of(const Subject& s, Workbench& bench) {
    RedundantSystem system = redundant_system(bench.network(s.network));
    if (s.maybe_word("no-spares").value_or("no") == "yes") system = without_spares(system);
    system.replacement = replacement(s.maybe_word("replacement").value_or("any"));
    return YieldModel(system, {}).at(s.number("defects") * units::per_cm2);
}

Evaluation level2(const Subject& s, Workbench& bench) {
    const SystemYield y = yield_of(s, bench);
    if (y.levels.empty()) return {Missing{"the network has one level"}};
    return {y.levels.front()};
}

Evaluation basic_module(const Subject& s, Workbench& bench) { return {yield_of(s, bench).basic_module}; }

// "yes" where both the module and level 2 yield more with spares than without at every density from 0.05 to 1 per cm2.
Evaluation spares_help(const Subject& s, Workbench& bench) {
    Subject with = s;
    Subject without = s;
    without.arguments["no-spares"] = std::string("yes");
    for (int i = 1; i <= 20; ++i) {
        with.arguments["defects"] = without.arguments["defects"] = 0.05 * i;
        const SystemYield a = yield_of(with, bench);
        const SystemYield b = yield_of(without, bench);
        if (a.basic_module <= b.basic_module || a.levels.at(0) <= b.levels.at(0)) return answer(false);
    }
    return answer(true);
}

Plane plane_of(const Subject& s) {
    return {static_cast<int>(s.maybe_number("rows").value_or(4)),
            static_cast<int>(s.maybe_number("columns").value_or(4)),
            static_cast<int>(s.maybe_number("spare_columns").value_or(1))};
}

// "yes" where every pattern of up to `faults` faults is repaired.
Evaluation all_repaired(const Subject& s, Workbench&) {
    const Plane plane = plane_of(s);
    const int faults = static_cast<int>(s.number("faults"));
    const auto good = count_repairable(plane, replacement(s.word("replacement")), faults);
    for (int k = 0; k <= faults; ++k) {
        if (good[static_cast<std::size_t>(k)] !=
            choose(static_cast<std::uint64_t>(plane.cells()), static_cast<std::uint64_t>(k)))
            return answer(false);
    }
    return answer(true);
}

constexpr Quantity list[] = {
    {"yield_bm", "yield of a basic module by Eqs. 5.1 to 5.4", Kind::formula, false, basic_module},
    {"yield_level2", "yield of level 2 by Eq. 5.5", Kind::formula, false, level2},
    {"spares_raise_yield", "whether spares raise both yields from 0.05 to 1 fault per cm2", Kind::formula, true,
     spares_help},
    {"all_patterns_repaired", "whether every pattern of up to so many faults is repaired", Kind::exact, false,
     all_repaired},
};

}  // namespace

std::span<const Quantity> wafer_yield_quantities() { return list; }

}  // namespace wafernet::published
