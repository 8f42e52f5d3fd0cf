// What the pruned 3D tori T1 and T2 share: rahman2006, sec. 6.2.1.
#pragma once

#include "shared/claims.hpp"
#include "shared/pruned.hpp"

namespace wafernet::pruned_torus_family {

inline constexpr ParameterSpec parameters[] = {
    {.name = "k", .meaning = "nodes along each axis, even", .least = 4, .most = 1625, .fallback = 4}};

inline std::uint64_t nodes(const Parameters& p) { return checked_pow(p["k"], 3, "nodes"); }
inline std::uint64_t links(const Parameters& p) { return checked_mul(2, nodes(p), "links"); }

template <auto links_of>
Network build(const Parameters& p) {
    const auto k = static_cast<std::uint32_t>(p["k"]);
    return flat_network(nodes(p), links_of(k), AddressScheme(AddressScheme::Radices{{k, k, k}}));
}

inline constexpr ClosedForm closed_forms[] = {
    {Metric::nodes, rahman("sec. 6.2.1"), "k^3", false, "",
     [](const Parameters& p) -> Claim { return std::pow(number(p, "k"), 3); }},
    {Metric::links, rahman("sec. 6.2.1"), "2k^3", false, "regular of degree four",
     [](const Parameters& p) -> Claim { return 2 * std::pow(number(p, "k"), 3); }},
    {Metric::degree_max, rahman("sec. 6.2.1"), "4", false, "", fixed<4>},
    {Metric::degree_min, rahman("sec. 6.2.1"), "4", false, "", fixed<4>},
    {Metric::arc_connectivity, own("vertex-transitive and connected"), "4", false, "", fixed<4>},
};

}  // namespace wafernet::pruned_torus_family
