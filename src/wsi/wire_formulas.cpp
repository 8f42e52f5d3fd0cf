// Longest wire of a regular layout: rahman2006, sec. 3.4.4, Eqs. 3.19-3.21, as printed.
#include <algorithm>
#include <cmath>

#include "wafernet/wsi/planar_layout.hpp"

namespace wafernet {

std::vector<WireFormula> wire_formulas(const Network& network) {
    std::vector<WireFormula> all;
    if (network.family == nullptr) return all;
    const std::string_view name = network.family->name;
    const Parameters& p = network.parameters;
    if (name == "torus" || name == "hypercube") {
        double k = 2.0;
        double axes = 0.0;
        if (name == "torus") {
            const auto& extents = p.extents("extents");
            if (!std::ranges::all_of(extents, [&](std::uint64_t e) { return e == extents.front(); })) return all;
            k = static_cast<double>(extents.front());
            axes = static_cast<double>(extents.size());
        } else {
            axes = std::log2(static_cast<double>(network.graph.nodes()));
        }
        const double line = std::pow(k, axes / 2.0 - 1.0), side = line * k;
        if (axes < 2.0 || side != std::floor(side)) return all;  // no square of tiles
        all.push_back(
            {{"rahman2006", "Eq. 3.19"}, "k^(n/2-1)", LayoutScheme::raster, line, "leaves the wrap-around link out"});
        all.push_back({{"rahman2006", "Eq. 3.20"},
                       "k^(n/2-1) (k-1)",
                       LayoutScheme::raster,
                       line * (k - 1.0),
                       "raster of sqrt(N) x sqrt(N) tiles"});
    }
    if (name == "htn" || name == "htn1" || name == "htn2" || name == "htn3") {
        const auto levels = static_cast<double>(network.level_sizes.size());
        const double upper = std::pow(static_cast<double>(p.extents("n").front()), levels - 1.0);
        std::optional<double> value;
        if (p.extents("n").front() == p.extents("n").back())
            value = upper * (static_cast<double>(p["m"]) - 1.0) + (upper - 1.0);
        all.push_back({{"rahman2006", "Eq. 3.21"},
                       "n^(L-1) (m-1) + (n^(L-1) - 1)",
                       LayoutScheme::z_stacked,
                       value,
                       "the layers of a basic module on the same tiles; equals m n^(L-1) - 1"});
    }
    return all;
}

}  // namespace wafernet
