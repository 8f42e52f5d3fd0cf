// Longest wire in tiles: rahman2006, sec. 3.4.4, as printed; and what its Table 3.4 needs for networks without a
// printed formula.
#include <cmath>

#include "wafernet/core/error.hpp"
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
        return {levels * (static_cast<double>(p["m"]) - 1) + levels - 1, {}};  // Eq. 3.21
    }
    if (family == "torus") {
        k = static_cast<double>(p["extents"]);
        n = static_cast<double>(p.extents("extents").size());
    } else if (family == "hypercube") {
        k = 2;
        n = static_cast<double>(p.values()[0].numbers[0]);
    } else {
        return {Missing{"no printed formula for " + word.word}, {}};
    }
    return {std::pow(k, n / 2 - 1) * (k - 1), {}};  // Eq. 3.20
}

// Not printed: k^(L-1) (k-1) for TESH with modules of k x k, sqrt(N)/2 for CCC.
Evaluation fitted(const Subject& s, Workbench& bench) {
    const NetworkWord word = parse_network_word(s.network);
    if (word.family->name == "tesh") {
        const double k = std::pow(2.0, static_cast<double>(word.parameters["m"]));
        return {std::pow(k, static_cast<double>(word.parameters["L"] - 1)) * (k - 1), {}};
    }
    if (word.family->name == "ccc")
        return {std::sqrt(static_cast<double>(bench.network(s.network).graph.nodes())) / 2, {}};
    return {Missing{"nothing fitted for " + word.word}, {}};
}

constexpr Quantity list[] = {
    {"wire_formula_tiles", "Eq. 3.20 (k-ary n-cubes), Eq. 3.21 (HTN)", Kind::formula, false, printed},
    {"wire_fitted_tiles", "k^(L-1) (k-1) for TESH, sqrt(N)/2 for CCC: fitted, not printed", Kind::formula, false,
     fitted},
};

}  // namespace

namespace quantity_list {
std::span<const Quantity> wire_length_formulas() { return list; }
}  // namespace quantity_list

}  // namespace wafernet::published
