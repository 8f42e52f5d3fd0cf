// Longest wire in tiles: rahman2006, sec. 3.4.4, as printed.
#include <cmath>

#include "wafernet/core/network.hpp"
#include "wafernet/published/published.hpp"

namespace wafernet::published {

namespace {

// Eq. 3.19 without and Eq. 3.20 with the wrap-around link, for k-ary n-cubes; Eq. 3.21 for the HTN.
Evaluation printed(const Subject& s, Workbench&) {
    const NetworkWord word = parse_network_word(s.network);
    const Parameters& p = word.parameters;
    const std::string_view family = word.family->name;
    double k = 0;
    double n = 0;
    if (family == "htn") {
        const double levels = std::pow(static_cast<double>(p["n"]), static_cast<double>(p["L"] - 1));
        return {levels * (static_cast<double>(p["m"]) - 1) + levels - 1};  // Eq. 3.21
    }
    if (family == "torus") {
        k = static_cast<double>(p["extents"]);
        n = static_cast<double>(p.extents("extents").size());
    } else if (family == "hypercube") {
        k = 2;
        n = static_cast<double>(p.values()[0].numbers[0]);
    } else {
        return {Missing{"no printed formula for " + word.word}};
    }
    return {std::pow(k, n / 2 - 1) * (k - 1)};  // Eq. 3.20
}

constexpr Quantity list[] = {
    {"wire_formula_tiles", "Eq. 3.20 (k-ary n-cubes), Eq. 3.21 (HTN)", Kind::formula, false, printed},
};

}  // namespace

std::span<const Quantity> wire_length_formulas_quantities() { return list; }

}  // namespace wafernet::published
