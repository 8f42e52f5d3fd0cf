#include "shared/window_grid.hpp"

#include <algorithm>

#include "routing/digit_order.hpp"
#include "shared/grid.hpp"
#include "shared/ring.hpp"
#include "wafernet/base/checked.hpp"

namespace wafernet {

std::uint64_t window_nodes(const WindowShape& s) { return checked_pow(s.p, s.n, "nodes"); }

std::uint64_t window_links(const WindowShape& s) {
    return grid_links(std::vector<std::uint64_t>(s.n, s.p), s.wrap, s.w);
}

Network build_windows(const WindowShape& s) { return build_grid({std::vector<std::uint32_t>(s.n, s.p), s.wrap, s.w}); }

namespace {

// Header state: the axis the message moves along (0: none yet), its direction, whether it has crossed the ends of the
// ring, and the parity of its source's digits.
struct WindowState {
    static constexpr std::uint32_t negative = 1U << 8U;
    static constexpr std::uint32_t wrapped = 1U << 9U;
    static constexpr std::uint32_t odd_source = 1U << 10U;
};

class WindowDor final : public Routing, public CorrectsDigits {
public:
    WindowDor(const Network& network, const WindowShape& shape, WindowSteps steps, Ties ties)
        : shape_(shape), steps_(steps), ties_(ties) {
        const Graph& graph = network.graph;
        std::uint32_t stride = 1;
        for (std::uint32_t axis = 0; axis < shape.n; ++axis, stride *= shape.p) strides_.push_back(stride);
        channel_.assign(std::size_t{graph.nodes()} * shape.n * shape.reach() * 2, no_channel);
        for (Channel c = 0; c < graph.channels(); ++c) {
            const std::uint32_t axis = graph.label(Graph::link(c)).axis;
            const std::uint32_t from = digit(graph.source(c), axis);
            const std::uint32_t to = digit(graph.target(c), axis);
            const bool wrap = graph.label(Graph::link(c)).wrap;
            const bool negative = graph.direction(c) < 0;
            const std::uint32_t step =
                negative ? (wrap ? from + shape.p - to : from - to) : (wrap ? to + shape.p - from : to - from);
            channel_[slot(graph.source(c), axis, negative, step)] = c;
            if (shape.wrap && 2 * step == shape.p)
                channel_[slot(graph.source(c), axis, !negative, step)] = c;  // both ways alike
        }
    }

    [[nodiscard]] std::uint32_t start(Node source, Node) const override {
        if (!shape_.wrap || ties_ != Ties::parity) return 0;
        std::uint32_t sum = 0;
        for (std::uint32_t axis = 0; axis < shape_.n; ++axis) sum += digit(source, axis);
        return sum % 2 == 0 ? 0 : WindowState::odd_source;
    }

    void next(const Head& at, Node destination, std::vector<Hop>& hops) const override {
        for (std::uint32_t axis = 0; axis < shape_.n; ++axis) {
            const std::uint32_t here = digit(at.node, axis);
            const std::uint32_t there = digit(destination, axis);
            if (here == there) continue;
            if ((at.state & 0xFFU) == axis + 1U) {
                append(at, axis, {here, there, (at.state & WindowState::negative) != 0}, hops);
                return;
            }
            // A ring whose window spans it is complete: one hop, and both ways are the same channel.
            const Ties ties = 2 * shape_.reach() == shape_.p ? Ties::positive : ties_;
            const Directions ways =
                directions({shape_.p, shape_.wrap}, here, there, ties, (at.state & WindowState::odd_source) != 0);
            if (ways.positive) append(at, axis, {here, there, false}, hops);
            if (ways.negative) append(at, axis, {here, there, true}, hops);
            return;
        }
    }

    [[nodiscard]] bool adaptive() const override {
        return steps_ == WindowSteps::any || (shape_.wrap && ties_ == Ties::split);
    }
    [[nodiscard]] bool looks_back() const override { return false; }

    [[nodiscard]] std::vector<DestinationClass> destination_classes() const override {
        if (shape_.wrap && ties_ != Ties::positive && ties_ != Ties::split) return {};
        std::vector<DestinationClass> classes;
        for (const SourceClass& c : window_source_classes(shape_)) classes.push_back({c.representative, c.weight});
        return classes;
    }

    // Lines whose nodes all see each other: their digits may all be counted from another node.
    [[nodiscard]] RoutingSymmetry symmetry() const override {
        if (shape_.wrap || shape_.w + 1 != shape_.p) return {};
        RoutingSymmetry found;
        found.copies = nodes();
        found.mirrors = true;  // a channel to a lower digit is taken to one to a higher
        found.node.assign(nodes(), 0);
        found.channel.resize(std::size_t{nodes()} * shape_.n * shape_.w);
        for (Node v = 0; v < nodes(); ++v) {
            for (std::uint32_t axis = 0; axis < shape_.n; ++axis) {
                const std::uint32_t here = digit(v, axis);
                for (std::uint32_t there = 0; there < shape_.p; ++there) {
                    if (here == there) continue;
                    const bool negative = there < here;
                    const std::uint32_t step = negative ? here - there : there - here;
                    found.channel[channel_[slot(v, axis, negative, step)]] =
                        channel_[slot(0, axis, false, negative ? shape_.p - step : step)];
                }
            }
        }
        return found;
    }
    [[nodiscard]] DigitOrder digit_order() const override {
        DigitOrder order;
        order.count = shape_.n;
        order.digits.reserve(std::size_t{nodes()} * order.count);
        for (Node v = 0; v < nodes(); ++v) {
            for (std::uint32_t axis = 0; axis < shape_.n; ++axis) order.digits.push_back(digit(v, axis));
        }
        return order;
    }

private:
    [[nodiscard]] Node nodes() const {
        return static_cast<Node>(channel_.size() / (std::size_t{2} * shape_.n * shape_.reach()));
    }
    [[nodiscard]] std::uint32_t digit(Node v, std::uint32_t axis) const { return v / strides_[axis] % shape_.p; }
    [[nodiscard]] std::size_t slot(Node v, std::uint32_t axis, bool negative, std::uint32_t step) const {
        return ((std::size_t{v} * shape_.n + axis) * 2 + (negative ? 1 : 0)) * shape_.reach() + step - 1;
    }

    void append(const Head& at, std::uint32_t axis, const Course& way, std::vector<Hop>& hops) const {
        const auto [here, there, negative] = way;
        const std::uint32_t left = negative ? (here > there ? here - there : here + shape_.p - there)
                                            : (there > here ? there - here : there + shape_.p - here);
        const std::uint32_t w = shape_.reach();
        const std::uint32_t longest = std::min(w, left);
        // The rest must not need more windows than the whole less one: step >= remainder, or a full window.
        const std::uint32_t remainder = left % w == 0 ? w : left % w;
        const std::uint32_t shortest = steps_ == WindowSteps::any ? std::min(remainder, longest) : longest;
        for (std::uint32_t step = longest; step >= shortest; --step) {
            Hop hop;
            hop.channel = channel_[slot(at.node, axis, negative, step)];
            hop.label.enters = (at.state & 0xFFU) != axis + 1U;
            hop.label.own = dateline({shape_.p, shape_.wrap}, way,
                                     !hop.label.enters && (at.state & WindowState::wrapped) != 0, step);
            hop.label.axis = static_cast<std::uint8_t>(axis);
            hop.label.direction = negative ? -1 : 1;
            hop.state = (axis + 1U) | (negative ? WindowState::negative : 0) |
                        (wrapped_after(hop.label.own) ? WindowState::wrapped : 0) |
                        (at.state & WindowState::odd_source);
            hops.push_back(hop);
        }
    }

    WindowShape shape_;
    WindowSteps steps_;
    Ties ties_;
    std::vector<std::uint32_t> strides_;
    std::vector<Channel> channel_;
};

}  // namespace

std::unique_ptr<Routing> window_dor(const Network& network, const WindowShape& shape, WindowSteps steps, Ties ties) {
    return std::make_unique<WindowDor>(network, shape, steps, ties);
}

std::vector<SourceClass> window_source_classes(const WindowShape& s) {
    const bool rotates = s.wrap || s.w + 1 == s.p;
    std::vector<SourceClass> classes{{0, 1}};
    std::uint32_t stride = 1;
    for (std::uint32_t axis = 0; axis < s.n; ++axis, stride *= s.p) {
        if (rotates) {
            for (SourceClass& c : classes) c.weight *= s.p;
            continue;
        }
        const std::vector<SourceClass> before = std::move(classes);
        classes.clear();
        for (std::uint32_t at = 0; 2 * at < s.p; ++at) {
            const std::uint64_t mirrored = 2 * at + 1 == s.p ? 1 : 2;
            for (const SourceClass& c : before)
                classes.push_back({c.representative + at * stride, c.weight * mirrored});
        }
    }
    return classes;
}

}  // namespace wafernet
