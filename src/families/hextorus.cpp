// Hexagonal torus: every node has six neighbours. Two wraps are called so: that of Chen, Shin and Kandlur, by which the
// end of a line goes on in the next one, and that which closes every line of the hexagon on itself.
#include "shared/claims.hpp"
#include "shared/hexagon.hpp"
#include "shared/one_class.hpp"
#include "shared/shortest_family.hpp"

namespace wafernet::family_list {

namespace {

constexpr Source chen(std::string_view place) { return {"chen1990", place}; }

constexpr ParameterSpec parameters[] = {
    {.name = "n", .meaning = "nodes on an edge of the hexagon: 3n(n - 1) + 1 nodes", .least = 2, .most = 30000},
    choice("wrap",
           "0 = a line goes on in the next (C-wrapped, chen1990), 1 = closed on itself (HexaTorus, rapidchiplet)")};

std::uint64_t nodes(const Parameters& p) { return hexagon_nodes(p["n"]); }
std::uint64_t links(const Parameters& p) { return 3 * nodes(p); }

// C-wrapped, the lines of the three axes are one ring each through all nodes: steps 1, 3n - 2 and 3n - 1 in the order
// of one of them.
Network build(const Parameters& p) {
    LinkList list;
    if (p["wrap"] == 0) {
        const std::uint64_t count = nodes(p), steps[] = {1, 3 * p["n"] - 2, 3 * p["n"] - 1};
        for (std::uint64_t v = 0; v < count; ++v) {
            for (std::uint8_t axis = 0; axis < 3; ++axis) list.join(v, (v + steps[axis]) % count, 1, axis);
        }
        return flat_network(count, std::move(list), plain_numbers(count));
    }
    const Hexagon hexagon(static_cast<int>(p["n"]));
    list = hexagon.links();
    for (Node v = 0; v < nodes(p); ++v) {
        for (std::uint8_t axis = 0; axis < 3; ++axis) {
            const auto [step_x, step_y] = Hexagon::steps[axis];
            auto [x, y] = hexagon.place(v);
            if (hexagon.has({x + step_x, y + step_y})) continue;  // not the last of its line
            while (hexagon.has({x - step_x, y - step_y})) x -= step_x, y -= step_y;
            list.join(v, hexagon.node({x, y}), 1, axis);
        }
    }
    return flat_network(nodes(p), std::move(list), AddressScheme::of_labels(hexagon.labels()));
}

constexpr ClosedForm closed_forms[] = {
    {Metric::nodes, chen("definition"), "3n(n - 1) + 1", false, "",
     [](const Parameters& p) -> Claim { return 3 * number(p, "n") * (number(p, "n") - 1) + 1; }},
    {Metric::links, own("regular"), "3N", false, "", counted<links>},
    {Metric::degree_min, chen("definition"), "6", false, "", fixed<6>},
    {Metric::degree_max, chen("definition"), "6", false, "", fixed<6>},
    {Metric::diameter_hops, chen("diameter"), "n - 1", false, "wrap = 0",
     [](const Parameters& p) { return where(p["wrap"] == 0, number(p, "n") - 1); }},
    {Metric::diameter_hops, own("counted for n = 2 to 5"), "n", false, "wrap = 1, n <= 5",
     [](const Parameters& p) { return where(p["wrap"] == 1 && p["n"] <= 5, number(p, "n")); }},
    {Metric::avg_distance_hops, own("6 d nodes at distance d"), "(2n - 1)/3", false, "wrap = 0",
     [](const Parameters& p) { return where(p["wrap"] == 0, (2 * number(p, "n") - 1) / 3); }},
    {Metric::bisection_links, own("counted for n = 2 and 3"), "8n - 4", false, "wrap = 0, n <= 3",
     [](const Parameters& p) { return where(p["wrap"] == 0 && p["n"] <= 3, 8 * number(p, "n") - 4); }},
    {Metric::arc_connectivity, own("Menger, as many disjoint paths as the degree"), "6", false, "", fixed<6>}};

std::vector<SourceClass> source_classes(const Network& network) {
    return network.parameters["wrap"] == 0 ? one_class(network) : each_alone(network);
}

}  // namespace

extern constinit const Family hextorus = {
    .name = "hextorus",
    .title = "hexagonal torus",
    .source = chen("definition"),
    .parameters = parameters,
    .examples = words<"hextorus:2 hextorus:3 hextorus:4 hextorus:7 hextorus:8 hextorus:3,1 hextorus:4,1 hextorus:5,1">,
    .nodes = nodes,
    .links = links,
    .build = build,
    .closed_forms = closed_forms,
    .routings = shortest_by_hop,
    .source_classes = source_classes};

}  // namespace wafernet::family_list
