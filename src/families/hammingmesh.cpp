// HammingMesh [hoefler2022]: boards of a x b accelerators, each a 2D mesh, x boards in a row and y rows of boards. The
// west and east ports of a row of accelerators, over all boards of the row, are joined by one switch, north and south
// ports of a column by another.
#include <algorithm>

#include "shared/claims.hpp"
#include "shared/shortest_family.hpp"

namespace wafernet::family_list {

namespace {

constexpr Source hoefler(std::string_view place) { return {"hoefler2022", place}; }

constexpr ParameterSpec parameters[] = {
    {.name = "a", .meaning = "accelerators in a row of a board", .least = 1, .most = 16},
    {.name = "b", .meaning = "rows of accelerators of a board", .least = 1, .most = 16},
    {.name = "x",
     .meaning = "boards in a row: a switch of 2x ports for every row of accelerators",
     .least = 1,
     .most = 256},
    {.name = "y", .meaning = "rows of boards: a switch of 2y ports for every column", .least = 1, .most = 256}};

std::uint64_t terminals(const Parameters& p) {
    return checked_mul(checked_mul(p["a"], p["b"], "accelerators"), checked_mul(p["x"], p["y"], "boards"),
                       "accelerators");
}
std::uint64_t nodes(const Parameters& p) {
    return checked_add(terminals(p), p["b"] * p["y"] + p["a"] * p["x"], "nodes");
}
std::uint64_t links(const Parameters& p) {
    return checked_mul(p["x"] * p["y"], checked_add(2 * p["a"] * p["b"], p["a"] + p["b"], "links"), "links");
}

// Accelerators by board, row and place in the row; then the switches of rows, those of columns. Axis 0 is along rows.
Network build(const Parameters& p) {
    const std::uint64_t a = p["a"], b = p["b"], x = p["x"], y = p["y"], ends = terminals(p);
    LinkList list(links(p));
    for (std::uint64_t board = 0; board < x * y; ++board) {
        for (std::uint64_t j = 0; j < b; ++j) {
            for (std::uint64_t i = 0; i < a; ++i) {
                const std::uint64_t here = (board * b + j) * a + i;
                const std::uint64_t row = ends + board / x * b + j, column = ends + y * b + board % x * a + i;
                if (i == 0) list.join(here, row, 2, 0);
                if (i + 1 == a) list.join(here, row, 2, 0);
                else list.join(here, here + 1, 1, 0);
                if (j == 0) list.join(here, column, 2, 1);
                if (j + 1 == b) list.join(here, column, 2, 1);
                else list.join(here, here + a, 1, 1);
            }
        }
    }
    Network network = flat_network(nodes(p), std::move(list), plain_numbers(nodes(p)));
    for (Node t = 0; t < ends; ++t) network.terminals.push_back(t);
    return network;
}

double ends(const Parameters& p) { return number(p, "a") * number(p, "b") * number(p, "x") * number(p, "y"); }

constexpr ClosedForm closed_forms[] = {
    {Metric::nodes, hoefler("topology"), "a b x y + b y + a x", false, "accelerators and switches",
     [](const Parameters& p) -> Claim {
         return ends(p) + number(p, "b") * number(p, "y") + number(p, "a") * number(p, "x");
     }},
    {Metric::links, own("four ports an accelerator"), "x y (2 a b + a + b)", false, "", counted<links>},
    {Metric::degree_min, hoefler("topology"), "min(4, 2x, 2y)", false, "",
     [](const Parameters& p) -> Claim {
         return std::min({4.0, 2 * number(p, "x"), 2 * number(p, "y")});
     }},
    {Metric::degree_max, hoefler("topology"), "max(4, 2x, 2y)", false, "",
     [](const Parameters& p) -> Claim {
         return std::max({4.0, 2 * number(p, "x"), 2 * number(p, "y")});
     }},
    {Metric::routed_diameter_hops, own("to the nearer rim of a row, its switch and back, the same for the column"),
     "4 + 2 floor((a - 1)/2) + 2 floor((b - 1)/2)", false, "between accelerators; x, y >= 2",
     [](const Parameters& p) {
         return where(p["x"] >= 2 && p["y"] >= 2,
                      4 + 2 * std::floor((number(p, "a") - 1) / 2) + 2 * std::floor((number(p, "b") - 1) / 2));
     }},
    {Metric::arc_connectivity, own("the least degree"), "4", false, "x, y >= 2",
     [](const Parameters& p) { return where(p["x"] >= 2 && p["y"] >= 2, 4); }}};

}  // namespace

extern constinit const Family hammingmesh = {
    .name = "hammingmesh",
    .title = "HammingMesh",
    .source = hoefler("topology"),
    .parameters = parameters,
    .examples =
        words<"hammingmesh:1,1,3,3 hammingmesh:2,2,2,2 hammingmesh:2,2,4,4 hammingmesh:3,2,2,3 hammingmesh:4,4,2,2">,
    .nodes = nodes,
    .links = links,
    .build = build,
    .closed_forms = closed_forms,
    .routings = shortest_by_hop,
    .senders = terminals};

}  // namespace wafernet::family_list
