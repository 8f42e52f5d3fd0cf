// What meshes and tori of any extents share.
#pragma once

#include <algorithm>

#include "shared/claims.hpp"
#include "shared/grid.hpp"

namespace wafernet::grid_family {

inline constexpr ParameterSpec parameters[] = {
    {"extents", "nodes along each axis, as in 8x8x8", 1, 0xFFFFFFFFU, ParameterKind::extents, {}}};

inline void check(const Parameters& p) { check_grid(p.extents("extents")); }
inline std::uint64_t nodes(const Parameters& p) { return grid_nodes(p.extents("extents")); }

template <bool wrap> std::uint64_t links(const Parameters& p) { return grid_links(p.extents("extents"), wrap); }

template <bool wrap> Network build(const Parameters& p) { return build_grid(grid_shape(p.extents("extents"), wrap)); }

template <bool wrap> std::unique_ptr<Routing> dor(const Network& network, const RoutingOptions& options) {
    return grid_dor(network, grid_shape(network.parameters.extents("extents"), wrap), options.ties);
}

// All extents the same even number: the range of the printed formulas.
inline bool equal_even(const Parameters& p) {
    const auto& k = p.extents("extents");
    return std::all_of(k.begin(), k.end(), [&](std::uint64_t e) { return e == k[0] && e % 2 == 0; });
}

inline double sum(const Parameters& p, double (*term)(double)) {
    double total = 0;
    for (const std::uint64_t e : p.extents("extents")) total += term(static_cast<double>(e));
    return total;
}

inline double axes(const Parameters& p) { return static_cast<double>(p.extents("extents").size()); }
inline double size(const Parameters& p) { return static_cast<double>(nodes(p)); }

inline double widest(const Parameters& p) {
    const auto& k = p.extents("extents");
    return static_cast<double>(*std::max_element(k.begin(), k.end()));
}

}  // namespace wafernet::grid_family
