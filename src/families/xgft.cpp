// Extended generalised fat tree [ohring1995]: processors on level 0 below h levels of switches. A node of level l has a
// word of h digits, digit i out of w_i up to l and out of m_i above it; it is joined to those of level l + 1 whose
// words agree in all digits but l + 1. So it has w_(l+1) links up, and m_l down.
#include <algorithm>

#include "shared/fat_tree.hpp"

namespace wafernet::family_list {

namespace {

constexpr Source ohring(std::string_view place) { return {"ohring1995", place}; }

constexpr ParameterSpec parameters[] = {
    {.name = "m", .meaning = "links down of the switches of each level", .least = 2, .kind = ParameterKind::extents},
    {.name = "w", .meaning = "links up of processors and switches", .least = 1, .kind = ParameterKind::extents}};

void check(const Parameters& p) {
    const std::size_t h = p.extents("m").size();
    if (p.extents("w").size() != h)
        throw InputError("w has " + std::to_string(p.extents("w").size()) +
                         " numbers, need as many as m has: " + std::to_string(h));
    if (h > 31) throw InputError(std::to_string(h) + " levels of switches, need at most 31");
}

FatTree shape(const Parameters& p) { return {p.extents("m"), p.extents("w")}; }
std::uint64_t leaves(const Parameters& p) {
    std::uint64_t product = 1;
    for (const std::uint64_t links : p.extents("m")) product = checked_mul(product, links, "processors");
    return product;
}
std::uint64_t nodes(const Parameters& p) {
    std::uint64_t sum = 0;
    for (const std::uint64_t size : fat_tree_levels(shape(p))) sum = checked_add(sum, size, "nodes");
    return sum;
}
std::uint64_t links(const Parameters& p) { return fat_tree_links(shape(p)); }

template <bool adaptive> std::unique_ptr<Routing> up_down(const Network& network, const RoutingOptions&) {
    return fat_tree_up_down(shape(network.parameters), adaptive);
}

constexpr RoutingSpec routings[] = {
    {"d-mod-k", "up by the destination's number to the nearest common ancestor, then down", own("destination's number"),
     "any", up_down<false>},
    {"up-adaptive", "up by any link to the nearest common ancestors, then down", ohring("routing"), "any",
     up_down<true>}};

// Links of a node of a level.
double degree(const Parameters& p, std::size_t level) {
    const auto &m = p.extents("m"), &w = p.extents("w");
    return static_cast<double>((level > 0 ? m[level - 1] : 0) + (level < w.size() ? w[level] : 0));
}
template <class Better> double best_degree(const Parameters& p, const Better& better) {
    double best = degree(p, 0);
    for (std::size_t l = 1; l <= p.extents("m").size(); ++l) best = better(best, degree(p, l));
    return best;
}
Claim up_and_down(const Parameters& p) { return 2 * static_cast<double>(p.extents("m").size()); }

constexpr ClosedForm closed_forms[] = {
    {Metric::nodes, ohring("topology"), "sum of w_1..w_l m_(l+1)..m_h, l = 0..h", false, "processors and switches",
     counted<nodes>},
    {Metric::links, ohring("topology"), "sum of w_1..w_(l+1) m_(l+1)..m_h, l = 0..h-1", false,
     "those of the processors included", counted<links>},
    {Metric::degree_max, ohring("topology"), "largest m_l + w_(l+1)", false, "",
     [](const Parameters& p) -> Claim { return best_degree(p, [](double a, double b) { return std::max(a, b); }); }},
    {Metric::degree_min, ohring("topology"), "least m_l + w_(l+1)", false, "",
     [](const Parameters& p) -> Claim { return best_degree(p, [](double a, double b) { return std::min(a, b); }); }},
    {Metric::diameter_hops, ohring("topology"), "2h", false, "between processors", up_and_down},
    {Metric::routed_diameter_hops, ohring("topology"), "2h", false, "between processors", up_and_down},
    {Metric::routed_avg_distance_hops, own("2j hops to those below the j-th ancestor and not the one before"),
     "sum of 2j (M_j - M_(j-1)), j = 1..h, over M_h - 1, with M_j = m_1..m_j", false, "between processors",
     [](const Parameters& p) -> Claim {
         double sum = 0, below = 1, j = 0;
         for (const std::uint64_t m : p.extents("m")) {
             const double all = below * static_cast<double>(m);
             sum += 2 * ++j * (all - below);
             below = all;
         }
         return sum / (below - 1);
     }},
    {Metric::arc_connectivity, own("a processor has one link"), "1", false, "w_1 = 1",
     [](const Parameters& p) { return where(p.extents("w")[0] == 1, 1.0); }}};

}  // namespace

extern constinit const Family xgft = {
    .name = "xgft",
    .title = "extended generalised fat tree",
    .source = ohring("topology"),
    .parameters = parameters,
    .examples = words<"xgft:5,1 xgft:2x4,1x2 xgft:3x2x2,2x1x3 xgft:4x4x4,1x4x4 xgft:4x8,1x4">,
    .check = check,
    .nodes = nodes,
    .links = links,
    .build = [](const Parameters& p) { return build_fat_tree(shape(p)); },
    .closed_forms = closed_forms,
    .routings = routings,
    .senders = leaves};

}  // namespace wafernet::family_list
