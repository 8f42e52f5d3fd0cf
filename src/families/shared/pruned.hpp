// Tori with links taken out, and what T1 and T2 share: rahman2006, sec. 6.2.1. Node numbers are those of the torus:
// x + k y + k^2 z.
#pragma once

#include "shared/claims.hpp"
#include "shared/one_class.hpp"

namespace wafernet {

/// Throws InputError where the parameter k is odd: a pruned torus would not be regular.
void check_even(const Parameters& parameters);

/// Returns the links of the k x k x k torus pruned along z (1, T1, Eq. 6.1) or along x + y + z (2, T2, Eq. 6.2). k is
/// even and at least 4.
std::vector<LinkSpec> pruned_torus_links(std::uint32_t k, int which);
/// Returns the links of the k x k torus pruned along x + y (Eq. 6.3). k is even and at least 4.
std::vector<LinkSpec> pruned_torus_2d_links(std::uint32_t k);

namespace pruned_torus_family {

inline constexpr ParameterSpec parameters[] = {
    {.name = "k", .meaning = "nodes along each axis, even", .least = 4, .most = 1625, .fallback = 4}};

inline std::uint64_t nodes(const Parameters& p) { return checked_pow(p["k"], 3, "nodes"); }
inline std::uint64_t links(const Parameters& p) { return checked_mul(2, nodes(p), "links"); }

template <int which> Network build(const Parameters& p) {
    const auto k = static_cast<std::uint32_t>(p["k"]);
    return flat_network(nodes(p), pruned_torus_links(k, which), digits({k, k, k}));
}

inline constexpr ClosedForm closed_forms[] = {
    {Metric::nodes, rahman("sec. 6.2.1"), "k^3", false, "",
     [](const Parameters& p) -> Claim { return std::pow(number(p, "k"), 3); }},
    {Metric::links, rahman("sec. 6.2.1"), "2k^3", false, "regular of degree four", counted<links>},
    {Metric::degree_max, rahman("sec. 6.2.1"), "4", false, "", fixed<4>},
    {Metric::degree_min, rahman("sec. 6.2.1"), "4", false, "", fixed<4>},
    {Metric::arc_connectivity, own("vertex-transitive and connected"), "4", false, "", fixed<4>},
};

/// Returns the family of the pruned torus T1 or T2.
template <int which>
constexpr Family family(std::string_view name, std::string_view title, std::span<const std::string_view> examples) {
    return {.name = name,
            .title = title,
            .source = rahman("sec. 6.2.1"),
            .parameters = parameters,
            .examples = examples,
            .check = check_even,
            .nodes = nodes,
            .links = links,
            .build = build<which>,
            .closed_forms = closed_forms,
            .source_classes = one_class};
}

}  // namespace pruned_torus_family

}  // namespace wafernet
