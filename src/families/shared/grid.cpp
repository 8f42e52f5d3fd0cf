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

std::uint32_t GridShape::farthest() const { return wrap ? std::max(std::min(reach, extents.front() / 2), 1U) : reach; }

std::vector<SourceClass> grid_source_classes(const GridShape& shape) {
    std::vector<SourceClass> classes{{0, 1}};
    std::uint32_t stride = 1;
    for (auto extent = shape.extents.rbegin(); extent != shape.extents.rend(); stride *= *extent++) {
        const bool rotates = shape.wrap || shape.reach + 1 >= *extent;
        const std::vector<SourceClass> before = std::move(classes);
        classes.clear();
        for (std::uint32_t at = 0; rotates ? at < 1 : 2 * at < *extent; ++at) {
            const std::uint64_t like = rotates ? *extent : 2 * at + 1 == *extent ? 1 : 2;
            for (const SourceClass& c : before) classes.push_back({c.representative + at * stride, c.weight * like});
        }
    }
    return classes;
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
    GridDor(const Network& network, const GridShape& shape, Ties ties, GridSteps steps)
        : shape_(shape), wrap_(shape.wrap), reach_(shape.farthest()), ties_(ties), steps_(steps) {
        std::uint32_t stride = 1;
        for (auto extent = shape.extents.rbegin(); extent != shape.extents.rend(); stride *= *extent++)
            axes_.push_back({static_cast<std::uint8_t>(axes_.size()), *extent, stride});
        const Graph& graph = network.graph;
        for (Node v = 0; v < graph.nodes(); ++v) {
            for (const Axis& a : axes_) place_.push_back(v / a.stride % a.extent);
        }
        channel_.assign(std::size_t{graph.nodes()} * axes_.size() * 2 * reach_, no_channel);
        for (Channel c = 0; c < graph.channels(); ++c) {
            const Axis& a = axes_[graph.label(Graph::link(c)).axis];
            const Node v = graph.source(c), w = graph.target(c);
            const bool negative = graph.direction(c) < 0;
            const std::uint32_t step = left_of(a, {v / a.stride % a.extent, w / a.stride % a.extent, negative});
            channel_[slot(v, a, negative, step)] = c;
            if (ring_is_complete(a) && step == reach_) channel_[slot(v, a, !negative, step)] = c;  // both ways alike
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
            const Ties ties = ring_is_complete(a) ? Ties::positive : ties_;
            const Directions ways = directions(row_of(a), here, there, ties, (at.state & GridState::odd_source) != 0);
            if (ways.positive) append(at, a, {here, there, false}, hops);
            if (ways.negative) append(at, a, {here, there, true}, hops);
            return;
        }
    }

    [[nodiscard]] bool adaptive() const override { return steps_ == GridSteps::any || (wrap_ && ties_ == Ties::split); }
    [[nodiscard]] bool looks_back() const override { return false; }

    [[nodiscard]] DigitOrder digit_order() const override { return {axes_.size(), place_, {}, !wrap_ && reach_ == 1}; }

    // A torus whose ties do not look at addresses is the same from every node; a grid of lines is its own mirror image.
    [[nodiscard]] std::vector<DestinationClass> destination_classes() const override {
        if (wrap_ && ties_ != Ties::positive && ties_ != Ties::split) return {};
        std::vector<DestinationClass> classes;
        for (const SourceClass& c : grid_source_classes(shape_)) classes.push_back({c.representative, c.weight});
        return classes;
    }

    // Rings are shifted, as far as ties do not look at addresses; otherwise lines of even length are mirrored, and
    // rings where ties point as the address difference does.
    [[nodiscard]] RoutingSymmetry symmetry() const override {
        if (reach_ > 1) return symmetry_of_complete_lines();
        const auto wraps = [&](const Axis& a) { return wrap_ && a.extent > 2; };
        const bool parity = wrap_ && ties_ == Ties::parity;
        bool even = true;
        for (const Axis& a : axes_) even = even && a.extent % 2 == 0;
        const auto shifts = [&](const Axis& a) { return wraps(a) && ties_ != Ties::literal && (!parity || even); };
        const bool some_shift = std::ranges::any_of(axes_, shifts);
        const auto mirrors = [&](const Axis& a) {
            return !some_shift && (!wraps(a) || ties_ == Ties::literal) && !parity && a.extent % 2 == 0;
        };
        RoutingSymmetry found;
        for (const Axis& a : axes_) {
            found.copies *= shifts(a) ? a.extent : mirrors(a) ? 2 : 1;
            found.mirrors = found.mirrors || mirrors(a);
        }
        // Where ties look at the parity of addresses, half of the shifts remain.
        const auto kept = std::ranges::find_if(axes_, shifts);
        if (parity && kept != axes_.end()) found.copies /= 2;
        if (found.copies == 1) return {};
        found.node.resize(nodes());
        found.channel.resize(*std::ranges::max_element(channel_, [](Channel x, Channel y) { return x + 1 < y + 1; }) +
                             std::size_t{1});
        for (Node v = 0; v < nodes(); ++v) {
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
                for (const bool negative : {false, true}) {
                    const Channel c = channel_[slot(v, a, negative, 1)];
                    if (c != no_channel) found.channel[c] = channel_[slot(image, a, negative != turned, 1)];
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

    [[nodiscard]] Node nodes() const { return static_cast<Node>(place_.size() / axes_.size()); }
    [[nodiscard]] Row row_of(const Axis& a) const { return {a.extent, wrap_ && a.extent > 2}; }
    [[nodiscard]] bool ring_is_complete(const Axis& a) const { return wrap_ && reach_ > 1 && 2 * reach_ == a.extent; }
    [[nodiscard]] std::size_t slot(Node v, const Axis& a, bool negative, std::uint32_t step) const {
        return ((std::size_t{v} * axes_.size() + a.axis) * 2 + (negative ? 1 : 0)) * reach_ + step - 1;
    }
    // Places to go along a way.
    static std::uint32_t left_of(const Axis& a, const Course& way) {
        const std::uint32_t up = way.there > way.here ? way.there - way.here : way.there + a.extent - way.here;
        return way.negative ? a.extent - up : up;
    }

    // The digits of lines whose nodes all see each other may all be counted from another node.
    [[nodiscard]] RoutingSymmetry symmetry_of_complete_lines() const {
        if (wrap_ || reach_ + 1 != shape_.extents.front()) return {};
        RoutingSymmetry found;
        found.copies = nodes();
        found.mirrors = true;  // a channel to a lower digit is taken to one to a higher
        found.node.assign(nodes(), 0);
        found.channel.resize(std::size_t{nodes()} * axes_.size() * reach_);
        for (Node v = 0; v < nodes(); ++v) {
            for (const Axis& a : axes_) {
                const std::uint32_t here = v / a.stride % a.extent;
                for (std::uint32_t step = 1; step < a.extent; ++step) {
                    const bool negative = here + step >= a.extent;
                    found.channel[channel_[slot(v, a, negative, negative ? a.extent - step : step)]] =
                        channel_[slot(0, a, false, step)];
                }
            }
        }
        return found;
    }

    void append(const Head& at, const Axis& a, const Course& way, std::vector<Hop>& hops) const {
        const std::uint32_t left = left_of(a, way), longest = std::min(reach_, left);
        // The rest must not need more hops than the whole less one: step >= remainder, or as far as a link leads.
        const std::uint32_t remainder = left % reach_ == 0 ? reach_ : left % reach_;
        const std::uint32_t shortest = steps_ == GridSteps::any ? std::min(remainder, longest) : longest;
        for (std::uint32_t step = longest; step >= shortest; --step) {
            Hop hop;
            hop.channel = channel_[slot(at.node, a, way.negative, step)];
            hop.label.enters = (at.state & 0xFFU) != a.axis + 1U;
            hop.label.own = dateline(row_of(a), way, !hop.label.enters && (at.state & GridState::wrapped) != 0, step);
            hop.label.axis = a.axis;
            hop.label.direction = way.negative ? -1 : 1;
            hop.state = at.state & GridState::odd_source;
            if (step != left)
                hop.state |= (a.axis + 1U) | (way.negative ? GridState::negative : 0) |
                             (wrapped_after(hop.label.own) ? GridState::wrapped : 0);
            hops.push_back(hop);
        }
    }

    GridShape shape_;
    std::vector<Axis> axes_;            // in routing order
    std::vector<std::uint32_t> place_;  // [node * axes + i]: along axes_[i]
    std::vector<Channel> channel_;      // by slot
    bool wrap_;
    std::uint32_t reach_;
    Ties ties_;
    GridSteps steps_;
};

}  // namespace

std::unique_ptr<Routing> grid_dor(const Network& network, const GridShape& shape, Ties ties, GridSteps steps) {
    return std::make_unique<GridDor>(network, shape, ties, steps);
}

}  // namespace wafernet
