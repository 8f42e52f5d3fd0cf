// Pruned 3D torus T2: rahman2006, sec. 6.2.1, Eq. 6.2: z rings stay; even nodes keep x+ and y+, odd ones x- and y-.
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
    return flat_network(nodes(p), pruned_torus_t2_links(k), AddressScheme(AddressScheme::Radices{{k, k, k}}));
}

constexpr ClosedForm closed_forms[] = {
    {Metric::nodes, rahman("sec. 6.2.1"), "k^3", false, "", [](const Parameters& p) -> Claim { return std::pow(number(p, "k"), 3); }},
    {Metric::links, rahman("sec. 6.2.1"), "2k^3", false, "regular of degree four", [](const Parameters& p) -> Claim { return 2 * std::pow(number(p, "k"), 3); }},
    {Metric::degree_max, rahman("sec. 6.2.1"), "4", false, "", [](const Parameters&) -> Claim { return 4; }},
    {Metric::degree_min, rahman("sec. 6.2.1"), "4", false, "", [](const Parameters&) -> Claim { return 4; }},
    {Metric::arc_connectivity, own("vertex-transitive and connected"), "4", false, "", [](const Parameters&) -> Claim { return 4; }},
};

constexpr std::string_view examples[] = {"prunedtorus2:4", "prunedtorus2:6", "prunedtorus2:8"};

}  // namespace

extern const Family prunedtorus2;
constinit const Family prunedtorus2 = {
    .name = "prunedtorus2",
    .title = "pruned 3D torus T2",
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
