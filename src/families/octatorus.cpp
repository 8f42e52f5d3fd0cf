// Octagonal torus: a grid with both diagonals of every square, whose lines go on at the other side. RapidChiplet's
// OctaTorus, which closes every diagonal on itself, is another graph.
#include <algorithm>

#include "shared/king_grid.hpp"
#include "shared/one_class.hpp"
#include "shared/shortest_family.hpp"

namespace wafernet::family_list {

namespace {

constexpr ParameterSpec parameters[] = {
    {.name = "r", .meaning = "rows", .least = 3},
    {.name = "c", .meaning = "columns", .least = 3},
};

double size(const Parameters& p) { return static_cast<double>(p["r"]) * static_cast<double>(p["c"]); }

std::uint64_t nodes(const Parameters& p) { return checked_mul(p["r"], p["c"], "nodes"); }
std::uint64_t links(const Parameters& p) { return checked_mul(4, nodes(p), "links"); }

constexpr ClosedForm closed_forms[] = {
    {Metric::nodes, own("definition"), "r c", false, "", [](const Parameters& p) -> Claim { return size(p); }},
    {Metric::links, own("regular"), "4 r c", false, "", counted<links>},
    {Metric::degree_min, own("definition"), "8", false, "", fixed<8>},
    {Metric::degree_max, own("definition"), "8", false, "", fixed<8>},
    {Metric::diameter_hops, own("a diagonal covers both coordinates"), "floor(max(r, c)/2)", false, "",
     // NOLINTNEXTLINE(bugprone-integer-division): floor
     [](const Parameters& p) -> Claim { return static_cast<double>(std::max(p["r"], p["c"]) / 2); }},
    {Metric::arc_connectivity, own("vertex-transitive"), "8", false, "", fixed<8>},
};

}  // namespace

extern constinit const Family octatorus = {
    .name = "octatorus",
    .title = "octagonal torus",
    .source = {"rapidchiplet", "OctaMesh"},
    .parameters = parameters,
    .examples = words<"octatorus:4,4 octatorus:3,3 octatorus:3,5 octatorus:8,8">,
    .nodes = nodes,
    .links = links,
    .build = [](const Parameters& p) { return king_grid(p["r"], p["c"], true); },
    .closed_forms = closed_forms,
    .routings = shortest_by_hop,
    .source_classes = one_class,
};

}  // namespace wafernet::family_list
