// Honeycomb mesh and torus [stojmenovic1997]: nodes (x,y,z) with coordinates -t+1 .. t whose sum is 1 or 2, joined
// where one coordinate differs by 1. In the torus a link that would leave the hexagon comes in again on the opposite
// side.
#include <array>
#include <map>

#include "shared/claims.hpp"
#include "shared/one_class.hpp"
#include "shared/shortest_family.hpp"

namespace wafernet::family_list {

namespace {

constexpr Source stojmenovic(std::string_view place) { return {"stojmenovic1997", place}; }

constexpr ParameterSpec parameters[] = {
    {.name = "t", .meaning = "hexagons from the middle to the rim: 6 t^2 nodes", .least = 1, .most = 20000},
    choice("wrap", "0 = mesh, 1 = torus")};

std::uint64_t links(const Parameters& p) { return 9 * p["t"] * p["t"] - (p["wrap"] == 0 ? 3 * p["t"] : 0); }

using Place = std::array<int, 3>;

Network build(const Parameters& p) {
    const int t = static_cast<int>(p["t"]);
    std::vector<Place> places;
    std::map<Place, Node> node;
    std::vector<std::string> labels;
    for (int x = 1 - t; x <= t; ++x) {
        for (int y = 1 - t; y <= t; ++y) {
            for (const int z : {1 - x - y, 2 - x - y}) {
                if (z < 1 - t || z > t) continue;
                node[{x, y, z}] = static_cast<Node>(places.size());
                places.push_back({x, y, z});
                labels.push_back("(" + std::to_string(x) + "," + std::to_string(y) + "," + std::to_string(z) + ")");
            }
        }
    }
    LinkList list;
    for (const Place& at : places) {
        if (at[0] + at[1] + at[2] != 1) continue;
        for (std::uint8_t axis = 0; axis < 3; ++axis) {
            Place to = at;
            ++to[axis];
            auto found = node.find(to);
            if (found == node.end() && p["wrap"] == 0) continue;
            for (std::size_t long_axis = 0; long_axis < 3 && found == node.end(); ++long_axis) {
                for (const int sign : {1, -1}) {
                    Place wrapped = to;
                    for (std::size_t i = 0; i < 3; ++i) wrapped[i] += sign * (i == long_axis ? 2 * t : -t);
                    if (found == node.end()) found = node.find(wrapped);
                }
            }
            list.join(node[at], found->second, 1, axis);
        }
    }
    return flat_network(places.size(), std::move(list), AddressScheme::of_labels(std::move(labels)));
}

constexpr ClosedForm closed_forms[] = {
    {Metric::nodes, stojmenovic("definition"), "6 t^2", false, "",
     [](const Parameters& p) -> Claim { return 6 * number(p, "t") * number(p, "t"); }},
    {Metric::links, stojmenovic("definition"), "9 t^2 - 3t, torus 9 t^2", false, "", counted<links>},
    {Metric::degree_min, stojmenovic("definition"), "2, torus 3", false, "",
     [](const Parameters& p) -> Claim { return p["wrap"] == 0 ? 2 : 3; }},
    {Metric::degree_max, stojmenovic("definition"), "3", false, "2 for the one hexagon t = 1 without wrap",
     [](const Parameters& p) -> Claim { return p["wrap"] == 0 && p["t"] == 1 ? 2 : 3; }},
    {Metric::diameter_hops, stojmenovic("diameter"), "4t - 1, torus 2t", false, "",
     [](const Parameters& p) -> Claim { return p["wrap"] == 0 ? 4 * number(p, "t") - 1 : 2 * number(p, "t"); }},
    {Metric::bisection_links, own("counted for t = 1, 2, 3"), "2t", false, "wrap = 0, t <= 3",
     [](const Parameters& p) { return where(p["wrap"] == 0 && p["t"] <= 3, 2 * number(p, "t")); }},
    {Metric::arc_connectivity, own("the least degree"), "2, torus 3", false, "",
     [](const Parameters& p) -> Claim { return p["wrap"] == 0 ? 2 : 3; }}};

// In the torus every node sees the same.
std::vector<SourceClass> source_classes(const Network& network) {
    return network.parameters["wrap"] == 1 ? one_class(network) : each_alone(network);
}

}  // namespace

extern constinit const Family honeycomb = {
    .name = "honeycomb",
    .title = "honeycomb mesh and torus",
    .source = stojmenovic("definition"),
    .parameters = parameters,
    .examples = words<
        "honeycomb:1 honeycomb:2 honeycomb:3 honeycomb:8 honeycomb:1,1 honeycomb:2,1 honeycomb:3,1 honeycomb:8,1">,
    .nodes = [](const Parameters& p) { return 6 * p["t"] * p["t"]; },
    .links = links,
    .build = build,
    .closed_forms = closed_forms,
    .routings = shortest_by_hop,
    .source_classes = source_classes};

}  // namespace wafernet::family_list
