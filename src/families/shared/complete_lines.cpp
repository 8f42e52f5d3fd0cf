#include "shared/complete_lines.hpp"

#include <algorithm>
#include <utility>

#include "routing/digit_order.hpp"
#include "shared/claims.hpp"

namespace wafernet {

std::uint64_t complete_lines_nodes(const CompleteLines& shape) {
    std::uint64_t product = 1;
    for (const std::uint64_t s : shape.extents) product = checked_mul(product, s, "nodes");
    return product;
}

std::uint64_t complete_lines_degree(const CompleteLines& shape) {
    std::uint64_t sum = 0;
    for (const std::uint64_t s : shape.extents) sum = checked_add(sum, s - 1, "ports");
    return checked_mul(sum, shape.copies, "ports");
}

std::uint64_t complete_lines_links(const CompleteLines& shape) {
    return checked_mul(complete_lines_nodes(shape), complete_lines_degree(shape), "links") / 2;
}

// Links by the lower node, the axis and the higher node's digit; copies next to each other.
Network build_complete_lines(const CompleteLines& shape) {
    const std::uint64_t nodes = complete_lines_nodes(shape);
    const std::size_t axes = shape.extents.size();
    LinkList list(complete_lines_links(shape));
    for (std::uint64_t v = 0; v < nodes; ++v) {
        std::uint64_t stride = 1;
        for (std::size_t axis = 0; axis < axes; ++axis) {
            const std::uint64_t extent = shape.extents[axes - 1 - axis];
            for (std::uint64_t to = v / stride % extent + 1; to < extent; ++to) {
                const auto other = static_cast<Node>(v + (to - v / stride % extent) * stride);
                for (std::uint64_t copy = 0; copy < shape.copies; ++copy) list.join(v, other, 1, axis);
            }
            stride *= extent;
        }
    }
    return flat_network(nodes, std::move(list), digits(shape.extents));
}

namespace {

// Digits of the nodes, and the channels between them. Axis 0 first.
class Lines {
public:
    Lines(const Network& network, CompleteLines shape) : shape_(std::move(shape)) {
        std::reverse(shape_.extents.begin(), shape_.extents.end());
        std::uint64_t stride = 1;
        for (const std::uint64_t e : shape_.extents) strides_.push_back(std::exchange(stride, stride * e));
        Link next = 0;
        for (Node v = 0; v < network.graph.nodes(); ++v) {
            for (std::size_t axis = 0; axis < axes(); ++axis) {
                first_.push_back(next);
                next += static_cast<Link>((extent(axis) - 1 - digit(v, axis)) * copies());
            }
        }
    }

    [[nodiscard]] std::size_t axes() const { return shape_.extents.size(); }
    [[nodiscard]] std::uint64_t extent(std::size_t axis) const { return shape_.extents[axis]; }
    [[nodiscard]] std::uint64_t copies() const { return shape_.copies; }
    [[nodiscard]] std::uint64_t digit(Node node, std::size_t axis) const {
        return node / strides_[axis] % shape_.extents[axis];
    }

    // To the node of the line that has the digit `to`, over that of the parallel links.
    [[nodiscard]] Hop hop(Node at, std::size_t axis, std::uint64_t to, std::uint64_t copy) const {
        const std::uint64_t here = digit(at, axis), low = std::min(here, to), high = std::max(here, to);
        const std::uint64_t lower = at - (here - low) * strides_[axis];
        const std::uint64_t link = first_[lower * axes() + axis] + (high - low - 1) * copies() + copy;
        Hop hop;
        hop.channel = static_cast<Channel>(2 * link + (here < to ? 0 : 1));
        hop.label.axis = static_cast<std::uint8_t>(axis);
        hop.label.direction = here < to ? 1 : -1;
        hop.label.enters = true;
        return hop;
    }

private:
    CompleteLines shape_;
    std::vector<std::uint64_t> strides_;
    std::vector<Link> first_;  // [node][axis]: its first link to a higher node
};

class LinesDor final : public Routing, public CorrectsDigits {
public:
    LinesDor(const Network& network, const CompleteLines& shape)
        : lines_(network, shape), nodes_(network.graph.nodes()) {}

    void next(const Head& at, Node destination, std::vector<Hop>& hops) const override {
        for (std::size_t axis = 0; axis < lines_.axes(); ++axis) {
            const std::uint64_t there = lines_.digit(destination, axis);
            if (lines_.digit(at.node, axis) != there)
                return hops.push_back(lines_.hop(at.node, axis, there, there % lines_.copies()));
        }
    }

    [[nodiscard]] bool looks_back() const override { return false; }
    [[nodiscard]] std::vector<DestinationClass> destination_classes() const override { return {{0, nodes_}}; }
    [[nodiscard]] DigitOrder digit_order() const override {
        DigitOrder order;
        order.count = lines_.axes();
        order.digits.reserve(nodes_ * order.count);
        for (Node v = 0; v < nodes_; ++v) {
            for (std::size_t axis = 0; axis < order.count; ++axis)
                order.digits.push_back(static_cast<std::uint32_t>(lines_.digit(v, axis)));
        }
        return order;
    }

private:
    Lines lines_;
    Node nodes_;
};

// Along any axis whose digit differs to the destination's digit, or once an axis to any other, on VCs from 1 up;
// dimension order as escape on VC 0. Header: a bit for every axis that has had its detour, which escape hops keep.
class LinesDal final : public Routing {
public:
    LinesDal(const Network& network, const CompleteLines& shape)
        : lines_(network, shape), escape_(complete_lines_dor(network, shape)) {}

    void next(const Head& at, Node destination, std::vector<Hop>& hops) const override {
        for (const bool detour : {false, true}) {
            for (std::size_t axis = 0; axis < lines_.axes(); ++axis) {
                const std::uint64_t here = lines_.digit(at.node, axis), there = lines_.digit(destination, axis);
                const std::uint32_t had = std::uint32_t{1} << axis;
                if (here == there || (detour && (at.state & had) != 0)) continue;
                for (std::uint64_t to = 0; to < lines_.extent(axis); ++to) {
                    if (to == here || (to == there) == detour) continue;
                    for (std::uint64_t copy = 0; copy < lines_.copies(); ++copy) {
                        hops.push_back(lines_.hop(at.node, axis, to, copy));
                        hops.back().state = detour ? at.state | had : at.state;
                        hops.back().vcs = ~first_vcs(1);
                        hops.back().detour = detour;
                    }
                }
            }
        }
        const std::size_t escapes = hops.size();
        escape_->next(at, destination, hops);
        for (std::size_t i = escapes; i < hops.size(); ++i) {
            hops[i].state = at.state;
            hops[i].vcs = first_vcs(1);
        }
    }

    [[nodiscard]] bool adaptive() const override { return true; }
    [[nodiscard]] bool looks_back() const override { return false; }
    [[nodiscard]] VcSet escape_vcs() const override { return first_vcs(1); }

private:
    Lines lines_;
    std::unique_ptr<Routing> escape_;
};

}  // namespace

std::unique_ptr<Routing> complete_lines_dor(const Network& network, const CompleteLines& shape) {
    return std::make_unique<LinesDor>(network, shape);
}

std::unique_ptr<Routing> complete_lines_dal(const Network& network, const CompleteLines& shape) {
    return std::make_unique<LinesDal>(network, shape);
}

}  // namespace wafernet
