// Pruned 2D torus (honeycomb rectangular torus): rahman2006, sec. 6.2.1, Eq. 6.3: x rings stay; even nodes keep y+, odd
// ones y-.
#include "shared/claims.hpp"
#include "shared/one_class.hpp"
#include "shared/pruned.hpp"

namespace wafernet::family_list {

namespace {

constexpr ParameterSpec parameters[] = {
    {.name = "k", .meaning = "nodes along each axis, even", .least = 4, .most = 65534, .fallback = 4}};

std::uint64_t nodes(const Parameters& p) { return checked_pow(p["k"], 2, "nodes"); }
std::uint64_t links(const Parameters& p) { return checked_mul(3, nodes(p), "links") / 2; }

Network build(const Parameters& p) {
    const auto k = static_cast<std::uint32_t>(p["k"]);
    return flat_network(nodes(p), pruned_torus_2d_links(k), digits({k, k}));
}

constexpr ClosedForm closed_forms[] = {
    {Metric::nodes, rahman("sec. 6.2.1"), "k^2", false, "",
     [](const Parameters& p) -> Claim { return std::pow(number(p, "k"), 2); }},
    {Metric::links, rahman("Eq. 6.3"), "3k^2/2", false, "", counted<links>},
    {Metric::degree_max, rahman("Eq. 6.3"), "3", false, "", fixed<3>},
    {Metric::degree_min, rahman("Eq. 6.3"), "3", false, "", fixed<3>},
    {Metric::arc_connectivity, own("vertex-transitive and connected"), "3", false, "", fixed<3>},
};

}  // namespace

extern constinit const Family prunedtorus2d = {
    .name = "prunedtorus2d",
    .title = "pruned 2D torus",
    .source = rahman("sec. 6.2.1"),
    .parameters = parameters,
    .examples = words<"prunedtorus2d:4 prunedtorus2d:6 prunedtorus2d:16">,
    .check = check_even,
    .nodes = nodes,
    .links = links,
    .build = build,
    .closed_forms = closed_forms,
    .source_classes = one_class,
};

}  // namespace wafernet::family_list
