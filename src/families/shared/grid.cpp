#include "shared/grid.hpp"

#include <algorithm>
#include <string>

#include "routing/digit_order.hpp"
#include "shared/claims.hpp"
#include "shared/ring.hpp"
#include "wafernet/base/checked.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet {

GridShape grid_shape(std::span<const std::uint64_t> extents, bool wrap) {
    GridShape shape;
    shape.wrap = wrap;
    for (const std::uint64_t e : extents) shape.extents.push_back(static_cast<std::uint32_t>(e));
    return shape;
}

void check_grid(std::span<const std::uint64_t> extents) {
    // A link label has 8 bits for its axis; more axes than a node number has bits would be axes of one node.
    constexpr std::size_t most_axes = 32;
    if (extents.size() > most_axes)
        throw InputError(std::to_string(extents.size()) + " extents, need at most " + std::to_string(most_axes));
    if (grid_nodes(extents) < 2) throw InputError("a grid of one node, need at least 2 nodes");
}

std::uint64_t grid_nodes(std::span<const std::uint64_t> extents) {
    std::uint64_t nodes = 1;
    for (const std::uint64_t e : extents) nodes = checked_mul(nodes, e, "nodes");
    return nodes;
}

namespace {

// Of one line or ring. Half-way round a ring two nodes share one link.
std::uint64_t line_links(std::uint64_t extent, bool wrap, std::uint64_t reach) {
    const std::uint64_t r = std::min(reach, wrap ? extent / 2 : extent - 1);
    if (!wrap) return r * (2 * extent - r - 1) / 2;
    return 2 * r == extent ? extent * r - extent / 2 : extent * r;
}

}  // namespace

std::uint64_t grid_links(std::span<const std::uint64_t> extents, bool wrap, std::uint64_t reach) {
    const std::uint64_t nodes = grid_nodes(extents);
    std::uint64_t links = 0;
    for (const std::uint64_t e : extents)
        links = checked_add(links, checked_mul(nodes / e, line_links(e, wrap, reach), "links"), "links");
    return links;
}

Network build_grid(const GridShape& shape) {
    const std::size_t axes = shape.extents.size();
    std::uint64_t nodes = 1;
    for (const std::uint32_t e : shape.extents) nodes *= e;
    const std::vector<std::uint64_t> wide(shape.extents.begin(), shape.extents.end());
    LinkList links(grid_links(wide, shape.wrap, shape.reach));
    std::uint64_t stride = 1;
    for (std::size_t axis = 0; axis < axes; ++axis) {
        const std::uint32_t extent = shape.extents[axes - 1 - axis];
        const std::uint32_t reach = shape.wrap ? std::min(shape.reach, extent / 2) : shape.reach;
        for (std::uint64_t v = 0; v < nodes; ++v) {
            const std::uint64_t at = v / stride % extent;
            for (std::uint32_t step = 1; step <= reach; ++step) {
                const bool over = at + step >= extent;
                if (over && (!shape.wrap || 2 * step == extent)) break;  // half-way round: listed from its other end
                const std::uint64_t w = over ? v + step * stride - extent * stride : v + step * stride;
                links.join(v, w, 1, axis, over);
            }
        }
        stride *= extent;
    }
    return flat_network(nodes, std::move(links), digits(wide));
}

namespace {

// Header state: which axis the message moves along (0: none), in which direction, whether it has wrapped, and the
// parity of its source's address digits.
struct GridState {
    static constexpr std::uint32_t negative = 1U << 8U;
    static constexpr std::uint32_t wrapped = 1U << 9U;
    static constexpr std::uint32_t odd_source = 1U << 10U;
};

class GridDor final : public Routing, public CorrectsDigits {
public:
    GridDor(const Network& network, const GridShape& shape, Ties ties) : wrap_(shape.wrap), ties_(ties) {
        const std::size_t axes = shape.extents.size();
        std::uint32_t stride = 1;
        for (std::size_t axis = 0; axis < axes; ++axis) {
            const std::uint32_t extent = shape.extents[axes - 1 - axis];
            axes_.push_back({static_cast<std::uint8_t>(axis), extent, stride});
            stride *= extent;
        }
        // channel_[node * 2 axes + 2 axis + (negative)]
        const Graph& graph = network.graph;
        channel_.assign(std::size_t{graph.nodes()} * 2 * axes, no_channel);
        for (Node v = 0; v < graph.nodes(); ++v) {
            for (const Channel c : graph.out(v)) {
                const std::size_t slot =
                    std::size_t{graph.label(Graph::link(c)).axis} * 2 + (graph.direction(c) < 0 ? 1 : 0);
                channel_[std::size_t{v} * 2 * axes + slot] = c;
            }
        }
        for (Node v = 0; v < graph.nodes(); ++v) {
            for (const Axis& a : axes_) place_.push_back(v / a.stride % a.extent);
        }
    }

    [[nodiscard]] std::uint32_t start(Node source, Node) const override {
        if (!wrap_ || ties_ != Ties::parity) return 0;
        std::uint32_t sum = 0;
        for (const Axis& a : axes_) sum += source / a.stride % a.extent;
        return sum % 2 == 0 ? 0 : GridState::odd_source;
    }

    void next(const Head& at, Node destination, std::vector<Hop>& hops) const override {
        const std::uint32_t* const from = place_.data() + std::size_t{at.node} * axes_.size();
        const std::uint32_t* const to = place_.data() + std::size_t{destination} * axes_.size();
        for (std::size_t i = 0; i < axes_.size(); ++i) {
            const std::uint32_t here = from[i], there = to[i];
            if (here == there) continue;
            const Axis& a = axes_[i];
            if ((at.state & 0xFFU) == a.axis + 1U) {
                append(at, a, {here, there, (at.state & GridState::negative) != 0}, hops);
                return;
            }
            const Directions ways = directions(row_of(a), here, there, ties_, (at.state & GridState::odd_source) != 0);
            if (ways.positive) append(at, a, {here, there, false}, hops);
            if (ways.negative) append(at, a, {here, there, true}, hops);
            return;
        }
    }

    [[nodiscard]] bool adaptive() const override { return wrap_ && ties_ == Ties::split; }
    [[nodiscard]] bool looks_back() const override { return false; }

    [[nodiscard]] DigitOrder digit_order() const override { return {axes_.size(), place_, {}, !wrap_}; }

    // A torus whose ties do not look at addresses is the same from every node; a grid of lines is its own mirror image.
    [[nodiscard]] std::vector<DestinationClass> destination_classes() const override {
        if (wrap_ && ties_ != Ties::positive && ties_ != Ties::split) return {};
        std::vector<DestinationClass> classes{{0, 1}};
        for (const Axis& a : axes_) {
            if (wrap_ && a.extent > 2) {
                for (DestinationClass& c : classes) c.weight *= a.extent;
                continue;
            }
            const std::vector<DestinationClass> before = std::move(classes);
            classes.clear();
            for (std::uint32_t at = 0; 2 * at < a.extent; ++at) {
                const std::uint64_t mirrored = 2 * at + 1 == a.extent ? 1 : 2;
                for (const DestinationClass& c : before)
                    classes.push_back({c.representative + at * a.stride, c.weight * mirrored});
            }
        }
        return classes;
    }

    // Rings are shifted, as far as ties do not look at addresses; otherwise lines of even length are mirrored, and
    // rings where ties point as the address difference does.
    [[nodiscard]] RoutingSymmetry symmetry() const override {
        const auto wraps = [&](const Axis& a) { return wrap_ && a.extent > 2; };
        const bool parity = wrap_ && ties_ == Ties::parity;
        bool even = true;
        for (const Axis& a : axes_) even = even && a.extent % 2 == 0;
        const auto shifts = [&](const Axis& a) { return wraps(a) && ties_ != Ties::literal && (!parity || even); };
        const bool some_shift = std::any_of(axes_.begin(), axes_.end(), shifts);
        const auto mirrors = [&](const Axis& a) {
            return !some_shift && (!wraps(a) || ties_ == Ties::literal) && !parity && a.extent % 2 == 0;
        };
        RoutingSymmetry found;
        for (const Axis& a : axes_) {
            found.copies *= shifts(a) ? a.extent : mirrors(a) ? 2 : 1;
            found.mirrors = found.mirrors || mirrors(a);
        }
        // Where ties look at the parity of addresses, half of the shifts remain.
        const auto kept = std::find_if(axes_.begin(), axes_.end(), shifts);
        if (parity && kept != axes_.end()) found.copies /= 2;
        if (found.copies == 1) return {};
        const auto nodes = static_cast<Node>(channel_.size() / (2 * axes_.size()));
        found.node.resize(nodes);
        found.channel.resize(*std::max_element(channel_.begin(), channel_.end(), [](Channel x, Channel y) {
            return x + 1 < y + 1;
        }) + std::size_t{1});
        for (Node v = 0; v < nodes; ++v) {
            Node image = v;
            std::uint32_t shifted = 0;
            for (const Axis& a : axes_) {
                const std::uint32_t at = v / a.stride % a.extent;
                if (shifts(a)) {
                    image -= at * a.stride;
                    shifted += at;
                } else if (mirrors(a) && 2 * at >= a.extent) {
                    image -= (2 * at + 1 - a.extent) * a.stride;
                }
            }
            if (parity && kept != axes_.end()) image += shifted % 2 * kept->stride;
            found.node[v] = image;
            for (const Axis& a : axes_) {
                const bool turned = mirrors(a) && 2 * (v / a.stride % a.extent) >= a.extent;
                for (std::size_t negative = 0; negative < 2; ++negative) {
                    const Channel c = channel_[(std::size_t{v} * axes_.size() + a.axis) * 2 + negative];
                    const Channel to =
                        channel_[(std::size_t{image} * axes_.size() + a.axis) * 2 + (negative ^ (turned ? 1U : 0U))];
                    if (c != no_channel) found.channel[c] = to;
                }
            }
        }
        return found;
    }

private:
    struct Axis {
        std::uint8_t axis;
        std::uint32_t extent;
        std::uint32_t stride;
    };

    [[nodiscard]] Row row_of(const Axis& a) const { return {a.extent, wrap_ && a.extent > 2}; }

    void append(const Head& at, const Axis& a, const Course& way, std::vector<Hop>& hops) const {
        const std::uint32_t negative = way.negative ? 1 : 0;
        Hop hop;
        hop.channel = channel_[std::size_t{at.node} * 2 * axes_.size() + std::size_t{a.axis} * 2 + negative];
        hop.label.enters = (at.state & 0xFFU) != a.axis + 1U;
        hop.label.own = dateline(row_of(a), way, !hop.label.enters && (at.state & GridState::wrapped) != 0);
        hop.label.axis = a.axis;
        hop.label.direction = way.negative ? -1 : 1;
        hop.state = at.state & GridState::odd_source;
        if (next_place(way.here, a.extent, way.negative) != way.there)
            hop.state |= (a.axis + 1U) | (way.negative ? GridState::negative : 0) |
                         (wrapped_after(hop.label.own) ? GridState::wrapped : 0);
        hops.push_back(hop);
    }

    std::vector<Axis> axes_;            // in routing order
    std::vector<std::uint32_t> place_;  // [node * axes + i]: along axes_[i]
    std::vector<Channel> channel_;
    bool wrap_;
    Ties ties_;
};

}  // namespace

std::unique_ptr<Routing> grid_dor(const Network& network, const GridShape& shape, Ties ties) {
    return std::make_unique<GridDor>(network, shape, ties);
}

}  // namespace wafernet
