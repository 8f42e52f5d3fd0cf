// Shifted recursive torus: rahman2006, sec. 2.4.4, Figure 2.21. A line of N = 2^d nodes is a ring with bypass rings of
// stride 2, 4,
// .. N/2, each shifted so that a node is on at most one of them: stride s joins the nodes s/2, s/2 + s, ... srt:32 is
// the standard 1D-SRT, srt:32x32 the 2D-SRT, whose 3904 links Table 4.1 prints.
#include "shared/claims.hpp"
#include "shared/grid.hpp"
#include "shared/power_of_two.hpp"

namespace wafernet::family_list {

namespace {

constexpr ParameterSpec parameters[] = {{.name = "N",
                                         .meaning = "nodes of a line, a power of two; 32x32 for the 2D-SRT",
                                         .least = 4,
                                         .kind = ParameterKind::extents}};

void check(const Parameters& p) {
    for (const std::uint64_t e : p.extents("N")) need_power_of_two("N", e);
    if (p.extents("N").size() > 2)
        throw InputError("" + std::to_string(p.extents("N").size()) + " extents, need one or two");
}
std::uint64_t nodes(const Parameters& p) { return grid_nodes(p.extents("N")); }
// N + N/2 + .. + 4, and the two nodes of the last ring have one link.
std::uint64_t line_links(std::uint64_t n) { return 2 * n - 3; }
std::uint64_t links(const Parameters& p) {
    std::uint64_t sum = 0;
    for (const std::uint64_t e : p.extents("N"))
        sum = checked_add(sum, checked_mul(nodes(p) / e, line_links(e), "links"), "links");
    return sum;
}

Network build(const Parameters& p) {
    const std::vector<std::uint64_t>& extents = p.extents("N");
    const std::uint64_t count = nodes(p);
    LinkList list(links(p));
    std::uint64_t apart = 1;  // node numbers between neighbours of the line
    for (std::size_t axis = 0; axis < extents.size(); ++axis) {
        const std::uint64_t n = extents[extents.size() - 1 - axis];
        for (std::uint64_t v = 0; v < count; ++v) {
            const std::uint64_t at = v / apart % n;
            for (std::uint64_t s = 1, level = 1; s < n; s *= 2, ++level) {
                if (at % s != s / 2) continue;        // not on this ring
                if (2 * s == n && at >= s) continue;  // the only link of two nodes
                const std::uint64_t to = (at + s) % n;
                list.join(v, v - at * apart + to * apart, level, axis, to < at);
            }
        }
        apart *= n;
    }
    return flat_network(count, std::move(list), digits(extents));
}

constexpr ClosedForm closed_forms[] = {
    {Metric::links, rahman("Table 4.1"), "sum (2ki - 3) N/ki", false,
     "printed for 32 x 32: 3904; N + N/2 + .. + 4 + 1 a line", counted<links>},
    {Metric::degree_max, own("two on the line, two on a bypass ring"), "4 an axis", false, "lines of at least 8 nodes",
     [](const Parameters& p) -> Claim {
         for (const std::uint64_t e : p.extents("N")) {
             if (e < 8) return {};
         }
         return 4 * static_cast<double>(p.extents("N").size());
     }},
};

}  // namespace

extern constinit const Family srt = {
    .name = "srt",
    .title = "shifted recursive torus",
    .source = rahman("sec. 2.4.4"),
    .parameters = parameters,
    .examples = words<"srt:4 srt:8 srt:32 srt:8x8 srt:32x32">,
    .check = check,
    .nodes = nodes,
    .links = links,
    .build = build,
    .closed_forms = closed_forms,
};

}  // namespace wafernet::family_list
