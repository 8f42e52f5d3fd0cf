// Two-dimensional mesh with two links between neighbours along y: glass1992, sec. 3.3 and 6.2. Extents as those of a
// mesh: y, then x.
#include <array>

#include "base/text.hpp"
#include "routing/digit_order.hpp"
#include "routing/grid_view.hpp"
#include "routing/shortest.hpp"
#include "shared/claims.hpp"
#include "shared/grid.hpp"
#include "wafernet/routing/turn_model.hpp"

namespace wafernet::family_list {

namespace {

constexpr Source glass(std::string_view place) { return {"glass1992", place}; }

constexpr ParameterSpec parameters[] = {
    {"extents", "nodes along y and x, as in 8x8", 1, 0xFFFFFFFFU, ParameterKind::extents, {}}};

void check(const Parameters& p) {
    const std::size_t axes = p.extents("extents").size();
    if (axes != 2) throw InputError(with_noun(axes, "extent") + ", need two, those of y and x");
    check_grid(p.extents("extents"));
}
std::uint64_t links(const Parameters& p) {
    const auto& extents = p.extents("extents");
    return checked_add(grid_links(extents, false), checked_mul(extents[0] - 1, extents[1], "links"), "links");
}

Network build(const Parameters& p) {
    Network network = build_grid(grid_shape(p.extents("extents"), false));
    const Graph& once = network.graph;
    std::vector<LinkSpec> all;
    for (Link l = 0; l < once.links(); ++l) {
        const LinkSpec link{once.source(2 * l), once.target(2 * l), once.label(l)};
        all.insert(all.end(), link.label.axis == 1 ? 2 : 1, link);
    }
    network.graph = Graph(once.nodes(), std::move(all));
    return network;
}

// One axis after the other, by any link.
class DimensionOrder final : public Routing, public CorrectsDigits {
public:
    DimensionOrder(const Network& network, std::array<std::uint8_t, 2> order)
        : graph_(network.graph), grid_(*grid_view(network)), order_(order) {}

    void next(const Head& at, Node destination, std::vector<Hop>& hops) const override {
        for (const std::uint8_t axis : order_) {
            const std::uint32_t here = grid_.at(at.node, axis), there = grid_.at(destination, axis);
            if (here == there) continue;
            const Node to = here < there ? at.node + grid_.strides[axis] : at.node - grid_.strides[axis];
            for (const Channel c : graph_.out(at.node)) {
                if (graph_.target(c) != to) continue;
                Hop hop;
                hop.channel = c;
                hop.label = label_of(graph_, c);
                hops.push_back(hop);
            }
            return;
        }
    }
    [[nodiscard]] bool adaptive() const override { return true; }
    [[nodiscard]] bool looks_back() const override { return false; }

    [[nodiscard]] DigitOrder digit_order() const override {
        DigitOrder order{order_.size(), {}, {}, true};
        for (Node v = 0; v < graph_.nodes(); ++v) {
            for (const std::uint8_t axis : order_) order.digits.push_back(grid_.at(v, axis));
        }
        return order;
    }

    // Axes of even extent are mirrored; the first of two links is the first in the mirror too.
    [[nodiscard]] RoutingSymmetry symmetry() const override {
        RoutingSymmetry found{1, std::vector<Node>(graph_.nodes()), std::vector<Channel>(graph_.channels()), true};
        const auto image = [&](Node v, Node of) {
            for (std::size_t axis = 0; axis < order_.size(); ++axis) {
                const std::uint32_t extent = grid_.extents[axis], at = grid_.at(v, axis);
                if (extent % 2 == 0 && 2 * grid_.at(of, axis) >= extent)
                    v = v - at * grid_.strides[axis] + (extent - 1 - at) * grid_.strides[axis];
            }
            return v;
        };
        for (const std::uint32_t extent : grid_.extents) found.copies *= extent % 2 == 0 ? 2 : 1;
        if (found.copies == 1) return {};
        for (Node v = 0; v < graph_.nodes(); ++v) {
            found.node[v] = image(v, v);
            for (const Channel c : graph_.out(v)) {
                const Channel first = graph_.channel_between(v, graph_.target(c));
                found.channel[c] =
                    graph_.channel_between(found.node[v], image(graph_.target(c), v)) + (c / 2 - first / 2) * 2;
            }
        }
        return found;
    }

private:
    Graph graph_;
    GridView grid_;
    std::array<std::uint8_t, 2> order_;  // of the axes
};
std::unique_ptr<Routing> xy(const Network& n, const RoutingOptions&) {
    return std::make_unique<DimensionOrder>(n, std::array<std::uint8_t, 2>{0, 1});
}
std::unique_ptr<Routing> yx(const Network& n, const RoutingOptions&) {
    return std::make_unique<DimensionOrder>(n, std::array<std::uint8_t, 2>{1, 0});
}
std::unique_ptr<Routing> mad_y(const Network& n, const RoutingOptions&) { return turn_routing(n, mad_y_turns()); }

constexpr RoutingSpec routings[] = {
    {"xy", "dimension order, x first, any link along y", glass("sec. 6.2"), "any", xy},
    {"yx", "dimension order, y first, any link along y", glass("sec. 6.2"), "any", yx},
    {"double-y", "fully adaptive, the first links along y west, the others east", glass("sec. 3.3"), "any",
     [](const Network& n, const RoutingOptions&) { return turn_routing(n, double_y_turns()); }},
    {"mad-y", "maximally adaptive double-y", glass("sec. 6.1"), "any", mad_y},
};

double y(const Parameters& p) { return static_cast<double>(p.extents("extents")[0]); }
double x(const Parameters& p) { return static_cast<double>(p.extents("extents")[1]); }

constexpr ClosedForm closed_forms[] = {
    {Metric::links, own("two links along y"), "y (x - 1) + 2 x (y - 1)", false, "", counted<links>},
    {Metric::diameter_hops, own("corner to corner"), "x + y - 2", false, "",
     [](const Parameters& p) -> Claim { return x(p) + y(p) - 2; }},
};

}  // namespace

extern constinit const Family double_y = {
    .name = "double-y",
    .title = "2D mesh with two links along y",
    .source = glass("sec. 3.3"),
    .parameters = parameters,
    .examples = words<"double-y:4x4 double-y:3x5 double-y:6x4">,
    .check = check,
    .nodes = [](const Parameters& p) { return grid_nodes(p.extents("extents")); },
    .links = links,
    .build = build,
    .closed_forms = closed_forms,
    .routings = routings,
};

}  // namespace wafernet::family_list
