// Complete binary tree: rahman2006, sec. 2.3.3. Eq. 2.1 joins i to 2i and 2i+1 for 0 <= i < 2^d - 1, which gives node 0
// a loop and runs past the last level; built here for 1 <= i < 2^(d-1), and node i is printed as i - 1.
#include "shared/tree.hpp"

#include "shared/claims.hpp"

namespace wafernet::family_list {

namespace {

constexpr ParameterSpec parameters[] = {
    {.name = "d", .meaning = "levels of nodes, the root's included: 2^d - 1 nodes", .least = 2, .most = 31}};

std::uint64_t nodes(const Parameters& p) { return (std::uint64_t{1} << p["d"]) - 1; }
std::uint64_t links(const Parameters& p) { return nodes(p) - 1; }

Network build(const Parameters& p) {
    const std::uint64_t count = nodes(p);
    return flat_network(count, binary_tree_links(p["d"]), plain_numbers(count));
}

std::unique_ptr<Routing> up_down(const Network& network, const RoutingOptions&) {
    return binary_tree_routing(network.graph);
}

constexpr RoutingSpec routings[] = {
    {"up-down", "the only path: up to the common ancestor, then down", rahman("sec. 2.3.3"), "any", up_down}};

constexpr ClosedForm closed_forms[] = {
    {Metric::nodes, rahman("sec. 2.3.3"), "2^d - 1", false, "",
     [](const Parameters& p) -> Claim { return two_to(number(p, "d")) - 1; }},
    {Metric::links, own("a tree"), "N - 1", false, "",
     [](const Parameters& p) -> Claim { return two_to(number(p, "d")) - 2; }},
    {Metric::degree_max, own("one parent, two children"), "3", false, "d >= 3",
     [](const Parameters& p) { return where(p["d"] >= 3, 3); }},
    {Metric::degree_min, own("a leaf"), "1", false, "", fixed<1>},
    {Metric::diameter_hops, rahman("sec. 2.3.3"), "2 ceil(log2 N)", false, "two hops too many: the root is at level 0",
     [](const Parameters& p) -> Claim { return 2 * number(p, "d"); }, always},
    {Metric::diameter_hops, own("leaf to leaf through the root"), "2(d - 1)", true, "",
     [](const Parameters& p) -> Claim { return 2 * (number(p, "d") - 1); }},
    {Metric::bisection_links, rahman("sec. 2.3.3"), "1", false, "", fixed<1>},
    {Metric::arc_connectivity, rahman("sec. 2.3.3"), "1", false, "no alternative paths", fixed<1>},
};

}  // namespace

extern constinit const Family tree = {
    .name = "tree",
    .title = "complete binary tree",
    .source = rahman("sec. 2.3.3"),
    .parameters = parameters,
    .examples = words<"tree:2 tree:3 tree:4 tree:6">,
    .nodes = nodes,
    .links = links,
    .build = build,
    .closed_forms = closed_forms,
    .routings = routings,
};

}  // namespace wafernet::family_list
