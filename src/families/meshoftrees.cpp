// 2D mesh of trees: rahman2006, sec. 2.3.3. Nodes 0 .. k^2-1 are the grid, row by row; then the inner nodes of the row
// trees, then those of the column trees, each tree in heap order.
#include "shared/claims.hpp"
#include "shared/power_of_two.hpp"

namespace wafernet::family_list {

namespace {

constexpr ParameterSpec parameters[] = {
    {.name = "k", .meaning = "rows and columns of the grid, a power of two", .least = 2, .most = 32768}};

std::uint64_t nodes(const Parameters& p) { return 3 * p["k"] * p["k"] - 2 * p["k"]; }
std::uint64_t links(const Parameters& p) { return 4 * p["k"] * (p["k"] - 1); }

Network build(const Parameters& p) {
    const std::uint64_t k = p["k"];
    LinkList list(links(p));
    for (std::uint8_t axis = 0; axis < 2; ++axis) {
        for (std::uint64_t tree = 0; tree < k; ++tree) {
            const std::uint64_t inner = k * k + (axis * k + tree) * (k - 1);
            // Heap number h from 1: inner nodes 1 .. k-1, leaves k .. 2k-1.
            const auto node = [&](std::uint64_t h) {
                if (h < k) return static_cast<Node>(inner + h - 1);
                return static_cast<Node>(axis == 0 ? tree * k + (h - k) : (h - k) * k + tree);
            };
            for (std::uint64_t h = 2; h < 2 * k; ++h) list.join(node(h / 2), node(h), 1, axis);
        }
    }
    return flat_network(nodes(p), std::move(list), plain_numbers(nodes(p)));
}

constexpr ClosedForm closed_forms[] = {
    {Metric::nodes, rahman("sec. 2.3.3"), "3k^2 - 2k", false, "from the construction", counted<nodes>},
    {Metric::links, rahman("sec. 2.3.3"), "4k(k - 1)", false, "from the construction", counted<links>},
    {Metric::degree_max, own("an inner node below a root"), "3", false, "k >= 4",
     [](const Parameters& p) { return where(p["k"] >= 4, 3); }},
    {Metric::degree_min, own("a leaf is in two trees"), "2", false, "", fixed<2>},
    {Metric::diameter_hops, own("through a row root and a column root"), "4 log2 k", false, "",
     [](const Parameters& p) -> Claim { return 4 * std::log2(number(p, "k")); }},
};

}  // namespace

extern constinit const Family meshoftrees = {
    .name = "meshoftrees",
    .title = "2D mesh of trees",
    .source = rahman("sec. 2.3.3"),
    .parameters = parameters,
    .examples = words<"meshoftrees:2 meshoftrees:4 meshoftrees:8">,
    .check = [](const Parameters& p) { need_power_of_two("k", p["k"]); },
    .nodes = nodes,
    .links = links,
    .build = build,
    .closed_forms = closed_forms,
};

}  // namespace wafernet::family_list
