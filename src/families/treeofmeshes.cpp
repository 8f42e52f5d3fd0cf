// Tree of meshes: rahman2006, sec. 2.3.3. A binary tree whose root is a k x k mesh, whose other nodes are meshes half
// as large as the one above, cut across its longer side, and whose edges are a link for every node of the sides that
// face. Level by level, meshes and their rows in order; the leaves are single nodes.
#include <bit>

#include "shared/claims.hpp"
#include "shared/power_of_two.hpp"

namespace wafernet::family_list {

namespace {

constexpr ParameterSpec parameters[] = {
    {.name = "k", .meaning = "rows and columns of the root, a power of two", .least = 2, .most = 4096}};

std::uint64_t levels(const Parameters& p) { return 2 * std::bit_width(p["k"]) - 1; }
std::uint64_t nodes(const Parameters& p) { return levels(p) * p["k"] * p["k"]; }
std::uint64_t links(const Parameters& p) { return (2 * levels(p) - 3) * p["k"] * p["k"] + p["k"]; }

Network build(const Parameters& p) {
    const std::uint64_t all = p["k"] * p["k"];  // nodes of every level
    LinkList list(links(p));
    for (std::uint64_t level = 0, rows = p["k"], columns = rows; level < levels(p); ++level) {
        const bool square = rows == columns;  // its children lie left and right, of others above and below
        const std::uint64_t size = rows * columns, across = square ? columns / 2 : columns;
        for (std::uint64_t v = level * all; v < (level + 1) * all; ++v) {
            const std::uint64_t r = v % size / columns, c = v % columns,
                                child = level * all + all + (v - v % size) % all;
            if (c + 1 < columns) list.join(v, v + 1, level + 1, 0);
            if (r + 1 < rows) list.join(v, v + columns, level + 1, 1);
            if (size == 1) continue;
            if (square && c == 0) list.join(v, child + r * across + across - 1, level + 2, 0);
            if (square && c + 1 == columns) list.join(v, child + size / 2 + r * across, level + 2, 0);
            if (!square && r == 0) list.join(v, child + size / 2 - columns + c, level + 2, 1);
            if (!square && r + 1 == rows) list.join(v, child + size / 2 + c, level + 2, 1);
        }
        (square ? columns : rows) /= 2;
    }
    return flat_network(nodes(p), std::move(list), plain_numbers(nodes(p)));
}

constexpr ClosedForm closed_forms[] = {
    {Metric::nodes, own("levels of k^2 nodes"), "(2 log2 k + 1) k^2", false, "", counted<nodes>},
    {Metric::links, own("2k^2 a square level, 2k^2 - k^2/s one of s x s/2"), "4 k^2 log2 k - k^2 + k", false, "",
     counted<links>},
    {Metric::degree_max, own("in a mesh, at its side, at its corner"), "4", false, "k >= 4",
     [](const Parameters& p) { return where(p["k"] >= 4, 4); }},
    {Metric::degree_min, own("a leaf"), "1", false, "", fixed<1>},
    {Metric::bisection_links, own("through the middle of the root"), "k", false, "", parameter<"k">},
    {Metric::arc_connectivity, own("a leaf has one link"), "1", false, "", fixed<1>},
};

}  // namespace

extern constinit const Family treeofmeshes = {
    .name = "treeofmeshes",
    .title = "tree of meshes",
    .source = rahman("sec. 2.3.3"),
    .parameters = parameters,
    .examples = words<"treeofmeshes:2 treeofmeshes:4 treeofmeshes:8">,
    .check = [](const Parameters& p) { need_power_of_two("k", p["k"]); },
    .nodes = nodes,
    .links = links,
    .build = build,
    .closed_forms = closed_forms,
};

}  // namespace wafernet::family_list
