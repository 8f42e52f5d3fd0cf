// Octagonal mesh, OctaMesh: a grid with both diagonals of every square.
#include <algorithm>
#include <iterator>

#include "shared/axis_channels.hpp"
#include "shared/king_grid.hpp"

namespace wafernet::family_list {

namespace {

constexpr Source iff(std::string_view place) { return {"rapidchiplet", place}; }

constexpr ParameterSpec parameters[] = {
    {.name = "r", .meaning = "rows", .least = 2},
    {.name = "c", .meaning = "columns", .least = 2},
};

double rows(const Parameters& p) { return static_cast<double>(p["r"]); }
double columns(const Parameters& p) { return static_cast<double>(p["c"]); }

std::uint64_t nodes(const Parameters& p) { return checked_mul(p["r"], p["c"], "nodes"); }
std::uint64_t links(const Parameters& p) { return checked_mul(4, nodes(p), "links") + 2 - 3 * p["r"] - 3 * p["c"]; }

// A diagonal as long as both coordinates differ, then x or y: every axis in one direction, diagonals first.
class Dor final : public Routing {
public:
    explicit Dor(const Network& network)
        : columns_(network.parameters["c"]), channels_(network.graph, std::size(king_steps)) {}

    void next(const Head& at, Node destination, std::vector<Hop>& hops) const override {
        if (at.node == destination) return;
        const std::uint64_t x = at.node % columns_, y = at.node / columns_, to_x = destination % columns_,
                            to_y = destination / columns_;
        const std::uint8_t axis = y == to_y ? 0 : x == to_x ? 1 : (x < to_x) == (y < to_y) ? 2 : 3;
        hops.push_back(channels_.hop(at.node, axis, y == to_y ? x < to_x : y < to_y));
    }

    [[nodiscard]] bool looks_back() const override { return false; }

private:
    std::uint64_t columns_;
    AxisChannels channels_;
};

std::unique_ptr<Routing> dor(const Network& network, const RoutingOptions&) { return std::make_unique<Dor>(network); }

constexpr RoutingSpec routings[] = {
    {"dor", "a diagonal, then x or y: shortest paths", own("axes in order"), "any", dor}};

constexpr ClosedForm closed_forms[] = {
    {Metric::nodes, iff("OctaMesh"), "r c", false, "",
     [](const Parameters& p) -> Claim { return rows(p) * columns(p); }},
    {Metric::links, own("rows, columns and two diagonals a square"), "4 r c - 3 (r + c) + 2", false, "",
     counted<links>},
    {Metric::degree_min, own("a corner"), "3", false, "", fixed<3>},
    {Metric::degree_max, iff("OctaMesh"), "8", false, "r, c >= 3",
     [](const Parameters& p) { return where(std::min(rows(p), columns(p)) >= 3, 8); }},
    {Metric::diameter_hops, own("a diagonal covers both coordinates"), "max(r, c) - 1", false, "",
     [](const Parameters& p) -> Claim { return std::max(rows(p), columns(p)) - 1; }},
    {Metric::arc_connectivity, own("a corner"), "3", false, "", fixed<3>},
};

}  // namespace

extern constinit const Family octamesh = {
    .name = "octamesh",
    .title = "octagonal mesh (OctaMesh)",
    .source = iff("OctaMesh"),
    .parameters = parameters,
    .examples = words<"octamesh:4,4 octamesh:2,2 octamesh:3,5 octamesh:8,8">,
    .nodes = nodes,
    .links = links,
    .build = [](const Parameters& p) { return king_grid(p["r"], p["c"], false); },
    .closed_forms = closed_forms,
    .routings = routings,
};

}  // namespace wafernet::family_list
