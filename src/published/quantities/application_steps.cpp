// Communication steps of applications (rahman2006, sec. 5.3).
#include <cmath>

#include "wafernet/base/error.hpp"
#include "wafernet/published/published.hpp"
#include "wafernet/wsi/mapping.hpp"

namespace wafernet::published {

namespace {

Application application_of(const Subject& s) {
    const std::string word = s.word("application");
    for (const Application a : {Application::bitonic_merge, Application::fft, Application::maximum}) {
        if (wafernet::name(a) == word) return a;
    }
    throw InputError("no application '" + word + "', need bitonic, fft or maximum");
}

// The equation at `place`, or the one that holds.
Evaluation equation(const Subject& s, Workbench& bench) {
    const Application application = application_of(s);
    const auto place = s.maybe_word("place");
    for (const MappingFormula& f : mapping_formulas(bench.network(s.network))) {
        // an analogy drawn here is no equation of a document
        if (f.application != application || (place && f.source.place != *place) || f.source.document == "wafernet")
            continue;
        if (!f.steps) return {Missing{std::string(f.note.empty() ? "outside the formula's range" : f.note)}};
        return {*f.steps};
    }
    return {Missing{"the documents have no formula for " + s.network}};
}

// As it stands in the document, where equation() has it corrected.
Evaluation as_printed(const Subject& s, Workbench& bench) {
    const Application application = application_of(s);
    const std::string place = s.word("place");
    for (const MappingFormula& f : mapping_formulas(bench.network(s.network))) {
        if (f.application != application || f.source.place != place || f.corrected) continue;
        if (f.divides_by_zero) return {std::string("a division by zero")};
        if (!f.steps) return {Missing{"outside the formula's range"}};
        return {*f.steps};
    }
    return {Missing{place + " does not speak of " + s.network}};
}

constexpr std::uint64_t most_scheduled = 4096;

Evaluation scheduled(const Subject& s, Workbench& bench) {
    const Network& network = bench.network(s.network);
    if (network.graph.nodes() > most_scheduled)
        return {Missing{"schedules are worked out up to " + std::to_string(most_scheduled) + " nodes"}};
    const ConvergeSchedule& schedule =
        bench.remember("converge " + s.network, [&] { return schedule_converge(network); });
    const bool maximum = application_of(s) == Application::maximum;
    const std::uint64_t steps = maximum ? schedule.maximum_steps : schedule.bitonic_steps;
    const std::uint64_t least = maximum ? schedule.stage_steps.size() : schedule.distance_bound;
    return {static_cast<std::int64_t>(steps), std::pair(static_cast<double>(least), static_cast<double>(steps))};
}

// An expression of Table 5.1: factor x (sqrt(N) - 1), factor x (cbrt(N) - 1), or factor x (L - 1) + constant.
Evaluation expression(const Subject& s, Workbench& bench) {
    const Network& network = bench.network(s.network);
    const auto nodes = static_cast<double>(network.graph.nodes());
    const std::string of = s.word("of");
    const double factor = s.number("factor");
    if (of == "sqrt") return {factor * (std::sqrt(nodes) - 1.0)};
    if (of == "cbrt") return {factor * (std::cbrt(nodes) - 1.0)};
    if (of == "level") return {factor * (static_cast<double>(network.level_sizes.size()) - 1.0) + s.number("constant")};
    throw InputError("of = '" + of + "', need sqrt, cbrt or level");
}

// The equations as curves over the number of nodes: levels are not whole then.
Evaluation curve(const Subject& s, Workbench& bench) {
    const Network& network = bench.network(s.network);
    const double nodes = s.number("nodes");
    const bool maximum = application_of(s) == Application::maximum;
    const std::string family(network.family->name);
    if (family == "torus") {
        const auto axes = static_cast<double>(network.parameters.extents("extents").size());
        return {(maximum ? 1.0 : 2.0) * axes * (std::pow(nodes, 1.0 / axes) - 1.0)};
    }
    // linear in the level, which is linear in log N: from this network, one level up, by the equation's own factor
    const auto& groups = network.addresses.radices();
    double up = 1.0;
    for (const std::uint32_t radix : groups.front()) up *= radix;
    Evaluation here = equation(s, bench);
    const auto* steps = std::get_if<double>(&here.value);
    if (steps == nullptr) return here;
    const double module = 2.0 * static_cast<double>(groups.back().size()) * (groups.back().back() - 1.0);
    const double per_level = (*steps - module) / (static_cast<double>(network.level_sizes.size()) - 1.0);
    const double levels = std::log(nodes / network.module_size()) / std::log(up);  // L - 1
    return {per_level * levels + module};
}

constexpr Quantity list[] = {
    {"application_steps", "steps by the document's equation", Kind::formula, false, equation},
    {"application_steps_as_printed", "steps by the equation as printed", Kind::formula, false, as_printed},
    {"application_steps_scheduled", "steps of a schedule found on the graph", Kind::exact, false, scheduled},
    {"application_steps_expression", "steps by the expression of Table 5.1", Kind::formula, false, expression},
    {"application_steps_curve", "steps by the document's equation drawn over the number of nodes", Kind::formula, false,
     curve},
};

}  // namespace

std::span<const Quantity> application_steps_quantities() { return list; }

}  // namespace wafernet::published
