// Pruned 3D torus T1: rahman2006, sec. 6.2.1, Eq. 6.1: z rings stay; x rings stay in even planes, y rings in odd ones.
#include "shared/claims.hpp"
#include "shared/pruned.hpp"

namespace wafernet::family_list {

namespace {

constexpr ParameterSpec parameters[] = {{.name = "k", .meaning = "nodes along each axis, even", .least = 4, .most = 1625, .fallback = 4}};

void check(const Parameters& p) {
    if (p["k"] % 2 != 0) throw InputError("k = " + std::to_string(p["k"]) + ", need an even number");
}
std::uint64_t nodes(const Parameters& p) { return checked_pow(p["k"], 3, "nodes"); }
std::uint64_t links(const Parameters& p) { return checked_mul(2, nodes(p), "links"); }

Network build(const Parameters& p) {
    const auto k = static_cast<std::uint32_t>(p["k"]);
    return flat_network(nodes(p), pruned_torus_t1_links(k), AddressScheme(AddressScheme::Radices{{k, k, k}}));
}

constexpr ClosedForm closed_forms[] = {
    {Metric::nodes, rahman("sec. 6.2.1"), "k^3", false, "", [](const Parameters& p) -> Claim { return std::pow(number(p, "k"), 3); }},
    {Metric::links, rahman("sec. 6.2.1"), "2k^3", false, "regular of degree four", [](const Parameters& p) -> Claim { return 2 * std::pow(number(p, "k"), 3); }},
    {Metric::degree_max, rahman("sec. 6.2.1"), "4", false, "", [](const Parameters&) -> Claim { return 4; }},
    {Metric::degree_min, rahman("sec. 6.2.1"), "4", false, "", [](const Parameters&) -> Claim { return 4; }},
    {Metric::arc_connectivity, own("vertex-transitive and connected"), "4", false, "", [](const Parameters&) -> Claim { return 4; }},
};

constexpr std::string_view examples[] = {"prunedtorus1:4", "prunedtorus1:6", "prunedtorus1:8"};

}  // namespace

extern const Family prunedtorus1;
constinit const Family prunedtorus1 = {
    .name = "prunedtorus1",
    .title = "pruned 3D torus T1",
    .source = rahman("sec. 6.2.1"),
    .parameters = parameters,
    .examples = examples,
    .check = check,
    .nodes = nodes,
    .links = links,
    .build = build,
    .closed_forms = closed_forms,
};

}  // namespace wafernet::family_list
