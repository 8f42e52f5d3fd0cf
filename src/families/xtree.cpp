// X-tree: rahman2006, sec. 2.3.3. A complete binary tree whose levels are lines. Eq. 2.2 prints 1 < j and so leaves out
// the link of the root's children; Figure 2.5 shows it and the printed bisection width needs it.
#include "shared/claims.hpp"
#include "shared/tree.hpp"

namespace wafernet::family_list {

namespace {

constexpr ParameterSpec parameters[] = {
    {.name = "d", .meaning = "levels of nodes, the root's included: 2^d - 1 nodes", .least = 2, .most = 31}};

std::uint64_t nodes(const Parameters& p) { return (std::uint64_t{1} << p["d"]) - 1; }
std::uint64_t links(const Parameters& p) { return 2 * nodes(p) - 1 - p["d"]; }

Network build(const Parameters& p) {
    const std::uint64_t count = nodes(p);
    LinkList list = binary_tree_links(p["d"]);
    for (std::uint64_t j = 1; j < p["d"]; ++j) {
        const std::uint64_t first = (std::uint64_t{1} << j) - 1;
        for (std::uint64_t i = first; i < 2 * first; ++i) {
            list.join(i, i + 1, 1, 1);
        }
    }
    return flat_network(count, std::move(list), plain_numbers(count));
}

constexpr ClosedForm closed_forms[] = {
    {Metric::nodes, rahman("sec. 2.3.3"), "2^d - 1", false, "",
     [](const Parameters& p) -> Claim { return two_to(number(p, "d")) - 1; }},
    {Metric::links, own("tree and one line a level"), "2^(d+1) - 3 - d", false, "", counted<links>},
    {Metric::degree_max, own("parent, two children, two on the level"), "5", false, "d >= 4",
     [](const Parameters& p) { return where(p["d"] >= 4, 5); }},
    {Metric::bisection_links, rahman("sec. 2.3.3"), "ceil(log2 N)", false, "", parameter<"d">},
    {Metric::arc_connectivity, own("the root has two links"), "2", false, "", fixed<2>},
};

}  // namespace

extern constinit const Family xtree = {
    .name = "xtree",
    .title = "X-tree",
    .source = rahman("sec. 2.3.3"),
    .parameters = parameters,
    .examples = words<"xtree:2 xtree:3 xtree:4 xtree:6">,
    .nodes = nodes,
    .links = links,
    .build = build,
    .closed_forms = closed_forms,
};

}  // namespace wafernet::family_list
