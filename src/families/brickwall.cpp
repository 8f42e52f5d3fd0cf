// Brickwall [iff2023]: rows of chiplets, every second one shifted by half a chiplet, so that each touches two of the
// next row.
#include <algorithm>
#include <cmath>
#include <utility>

#include "shared/axis_channels.hpp"
#include "shared/claims.hpp"

namespace wafernet::family_list {

namespace {

constexpr Source iff(std::string_view place) { return {"iff2023", place}; }

constexpr ParameterSpec parameters[] = {
    {.name = "r", .meaning = "rows", .least = 2},
    {.name = "c", .meaning = "chiplets of a row", .least = 2},
};

std::uint64_t nodes(const Parameters& p) { return checked_mul(p["r"], p["c"], "nodes"); }
std::uint64_t links(const Parameters& p) {
    return checked_add(checked_mul(p["r"], p["c"] - 1, "links"), checked_mul(p["r"] - 1, 2 * p["c"] - 1, "links"),
                       "links");
}

// Axis 0 is the row; axis 1 goes half a chiplet right in the next row, axis 2 half a chiplet left.
Network build(const Parameters& p) {
    const std::uint64_t c = p["c"];
    LinkList list(links(p));
    for (std::uint64_t v = 0; v < nodes(p); ++v) {
        const std::uint64_t y = v / c, x = v % c, shifted = y % 2;
        const auto link = [&](std::uint64_t to, std::uint8_t axis) { list.join(v, to, 1, axis); };
        if (x + 1 < c) link(v + 1, 0);
        if (y + 1 == p["r"]) continue;
        if (x + shifted < c) link(v + c + shifted, 1);
        if (x + shifted >= 1) link(v + c + shifted - 1, 2);
    }
    return flat_network(nodes(p), std::move(list), digits({p["r"], c}));
}

// To the destination's row, every row half a chiplet nearer or, straight above or below, to either side; then along it.
class RowsFirst final : public Routing {
public:
    explicit RowsFirst(const Network& network)
        : columns_(static_cast<std::int64_t>(network.parameters["c"])), channels_(network.graph, 3) {}

    void next(const Head& at, Node destination, std::vector<Hop>& hops) const override {
        if (at.node == destination) return;
        const auto [y, x] = place(at.node);
        const auto [to_y, to_x] = place(destination);
        if (y == to_y) return hops.push_back(channels_.hop(at.node, 0, x < to_x));
        const bool right = x != to_x ? x < to_x : x + 1 < 2 * columns_;
        hops.push_back(channels_.hop(at.node, right == (y < to_y) ? 1 : 2, y < to_y));
    }

    [[nodiscard]] bool looks_back() const override { return false; }

private:
    // Row, and place along it in halves of a chiplet.
    [[nodiscard]] std::pair<std::int64_t, std::int64_t> place(Node v) const {
        const std::int64_t y = v / columns_;
        return {y, 2 * (v % columns_) + y % 2};
    }
    std::int64_t columns_;
    AxisChannels channels_;
};

constexpr RoutingSpec routings[] = {{"rows-first", "to the destination's row, then along it: shortest paths",
                                     own("axes in order"), "any",
                                     [](const Network& network, const RoutingOptions&) -> std::unique_ptr<Routing> {
                                         return std::make_unique<RowsFirst>(network);
                                     }}};

constexpr ClosedForm closed_forms[] = {
    {Metric::nodes, iff("Brickwall"), "r c", false, "",
     [](const Parameters& p) -> Claim { return number(p, "r") * number(p, "c"); }},
    {Metric::links, own("in rows and between them"), "r (c - 1) + (r - 1)(2c - 1)", false, "", counted<links>},
    {Metric::degree_min, own("a corner on the outer side of its row's shift"), "2", false, "", fixed<2>},
    {Metric::arc_connectivity, own("that corner"), "2", false, "", fixed<2>},
    {Metric::degree_max, iff("Brickwall"), "6", false, "r, c >= 3",
     [](const Parameters& p) { return where(p["r"] >= 3 && p["c"] >= 3, 6); }},
    {Metric::diameter_hops, own("half a chiplet a row, then along the row"), "r - 1 + max(0, floor((2c - r)/2))", false,
     "",
     [](const Parameters& p) -> Claim {
         const double r = number(p, "r"), c = number(p, "c");
         return r - 1 + std::max(0.0, std::floor((2 * c - r) / 2));
     }},
    {Metric::bisection_links, own("counted for k = 3 to 6"), "2k - 1", false, "r = c = k, 3 <= k <= 6",
     [](const Parameters& p) { return where(p["r"] == p["c"] && p["r"] >= 3 && p["r"] <= 6, 2 * number(p, "r") - 1); }},
};

}  // namespace

extern constinit const Family brickwall = {
    .name = "brickwall",
    .title = "brickwall of chiplets",
    .source = iff("Brickwall"),
    .parameters = parameters,
    .examples = words<"brickwall:5,5 brickwall:2,2 brickwall:3,7 brickwall:6,4 brickwall:8,8">,
    .nodes = nodes,
    .links = links,
    .build = build,
    .closed_forms = closed_forms,
    .routings = routings,
};

}  // namespace wafernet::family_list
