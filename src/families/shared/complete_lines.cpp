#include "shared/complete_lines.hpp"

#include <algorithm>

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
    std::vector<LinkSpec> list;
    list.reserve(complete_lines_links(shape));
    for (std::uint64_t v = 0; v < nodes; ++v) {
        std::uint64_t stride = 1;
        for (std::size_t axis = 0; axis < axes; ++axis) {
            const std::uint64_t extent = shape.extents[axes - 1 - axis];
            for (std::uint64_t to = v / stride % extent + 1; to < extent; ++to) {
                const auto other = static_cast<Node>(v + (to - v / stride % extent) * stride);
                for (std::uint64_t copy = 0; copy < shape.copies; ++copy)
                    list.push_back({static_cast<Node>(v), other, {1, static_cast<std::uint8_t>(axis), false, 1}});
            }
            stride *= extent;
        }
    }
    return flat_network(
        nodes, std::move(list),
        AddressScheme(AddressScheme::Radices{std::vector<std::uint32_t>(shape.extents.begin(), shape.extents.end())}));
}

namespace {

class LinesDor final : public Routing, public CorrectsDigits {
public:
    LinesDor(const Network& network, CompleteLines shape) : shape_(std::move(shape)), nodes_(network.graph.nodes()) {
        std::reverse(shape_.extents.begin(), shape_.extents.end());
        const std::size_t axes = shape_.extents.size();
        first_.resize(std::size_t{nodes_} * axes);
        Link next = 0;
        for (Node v = 0; v < nodes_; ++v) {
            std::uint64_t stride = 1;
            for (std::size_t axis = 0; axis < axes; ++axis) {
                const std::uint64_t extent = shape_.extents[axis];
                first_[v * axes + axis] = next;
                next += static_cast<Link>((extent - 1 - v / stride % extent) * shape_.copies);
                stride *= extent;
            }
        }
    }

    void next(const Head& at, Node destination, std::vector<Hop>& hops) const override {
        std::uint64_t stride = 1;
        for (std::size_t axis = 0; axis < shape_.extents.size(); ++axis) {
            const std::uint64_t extent = shape_.extents[axis];
            const std::uint64_t here = at.node / stride % extent, there = destination / stride % extent;
            if (here != there) {
                const std::uint64_t low = std::min(here, there), high = std::max(here, there);
                const std::uint64_t lower = at.node - (here - low) * stride;
                const std::uint64_t link = first_[lower * shape_.extents.size() + axis] +
                                           (high - low - 1) * shape_.copies + there % shape_.copies;
                Hop hop;
                hop.channel = static_cast<Channel>(2 * link + (here < there ? 0 : 1));
                hop.label.axis = static_cast<std::uint8_t>(axis);
                hop.label.direction = here < there ? 1 : -1;
                hop.label.enters = true;
                hops.push_back(hop);
                return;
            }
            stride *= extent;
        }
    }

    [[nodiscard]] bool looks_back() const override { return false; }
    [[nodiscard]] std::vector<DestinationClass> destination_classes() const override { return {{0, nodes_}}; }
    [[nodiscard]] DigitOrder digit_order() const override {
        DigitOrder order;
        order.count = shape_.extents.size();
        order.digits.reserve(nodes_ * order.count);
        for (Node v = 0; v < nodes_; ++v) {
            std::uint64_t rest = v;
            for (const std::uint64_t extent : shape_.extents) {
                order.digits.push_back(static_cast<std::uint32_t>(rest % extent));
                rest /= extent;
            }
        }
        return order;
    }

private:
    CompleteLines shape_;  // axis 0 first
    Node nodes_;
    std::vector<Link> first_;  // [node][axis]: its first link to a higher node
};

}  // namespace

std::unique_ptr<Routing> complete_lines_dor(const Network& network, const CompleteLines& shape) {
    return std::make_unique<LinesDor>(network, shape);
}

}  // namespace wafernet
