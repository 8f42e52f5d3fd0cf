// Hexagonal mesh [chen1990]: a hexagon of n nodes on an edge in the triangular grid; HexaMesh [iff2023] with n - 1
// whole rings. Node (x,y) has the neighbours (x+1,y), (x,y+1), (x+1,y-1) and those opposite, where |x|, |y|, |x+y| < n.

#include "shared/axis_channels.hpp"
#include "shared/claims.hpp"
#include "shared/hexagon.hpp"

namespace wafernet::family_list {

namespace {

constexpr Source iff(std::string_view place) { return {"iff2023", place}; }

constexpr ParameterSpec parameters[] = {
    {.name = "n", .meaning = "nodes on an edge of the hexagon: 3n(n - 1) + 1 nodes", .least = 2, .most = 30000}};

std::uint64_t nodes(const Parameters& p) { return hexagon_nodes(p["n"]); }
std::uint64_t links(const Parameters& p) { return 9 * p["n"] * p["n"] + 6 - 15 * p["n"]; }

Network build(const Parameters& p) {
    const Hexagon hexagon(static_cast<int>(p["n"]));
    return flat_network(nodes(p), hexagon.links(), AddressScheme::of_labels(hexagon.labels()));
}

// The diagonal where it saves a hop, then x, then y: every axis in one direction, so that no dependency leads back. The
// way stays inside the hexagon, whose coordinates x, y and x + y are each between those of the two ends.
class Dor final : public Routing {
public:
    explicit Dor(const Network& network)
        : hexagon_(static_cast<int>(network.parameters["n"])), channels_(network.graph, 3) {}

    void next(const Head& at, Node destination, std::vector<Hop>& hops) const override {
        if (at.node == destination) return;
        const auto [x, y] = hexagon_.place(at.node);
        const auto [to_x, to_y] = hexagon_.place(destination);
        const int dx = to_x - x, dy = to_y - y;
        const bool diagonal = (dx > 0 && dy < 0) || (dx < 0 && dy > 0);
        hops.push_back(channels_.hop(at.node, diagonal ? 2 : dx != 0 ? 0 : 1, (dx != 0 ? dx : dy) > 0));
    }

    [[nodiscard]] bool looks_back() const override { return false; }

private:
    Hexagon hexagon_;
    AxisChannels channels_;
};

std::unique_ptr<Routing> dor(const Network& network, const RoutingOptions&) { return std::make_unique<Dor>(network); }

constexpr RoutingSpec routings[] = {
    {"dor", "the diagonal, then x, then y: shortest paths", own("axes in order"), "any", dor}};

constexpr ClosedForm closed_forms[] = {
    {Metric::nodes, iff("HexaMesh"), "3n(n - 1) + 1", false, "",
     [](const Parameters& p) -> Claim { return 3 * number(p, "n") * (number(p, "n") - 1) + 1; }},
    {Metric::links, own("three directions of 2n - 1 lines"), "9n^2 - 15n + 6", false, "", counted<links>},
    {Metric::degree_min, own("a corner"), "3", false, "", fixed<3>},
    {Metric::degree_max, own("the middle"), "6", false, "", fixed<6>},
    {Metric::diameter_hops, iff("HexaMesh"), "2n - 2", false, "printed as sqrt(12N - 3)/3 - 1",
     [](const Parameters& p) -> Claim { return 2 * number(p, "n") - 2; }},
    {Metric::bisection_links, iff("HexaMesh"), "4n - 3", false, "printed as 2 sqrt(12N - 3)/3 - 1; n <= 4",
     [](const Parameters& p) { return where(p["n"] <= 4, 4 * number(p, "n") - 3); }},
    {Metric::arc_connectivity, own("a corner"), "3", false, "", fixed<3>},
};

}  // namespace

extern constinit const Family hexmesh = {
    .name = "hexmesh",
    .title = "hexagonal mesh (HexaMesh)",
    .source = iff("HexaMesh"),
    .parameters = parameters,
    .examples = words<"hexmesh:2 hexmesh:3 hexmesh:4 hexmesh:8">,
    .nodes = nodes,
    .links = links,
    .build = build,
    .closed_forms = closed_forms,
    .routings = routings,
};

}  // namespace wafernet::family_list
