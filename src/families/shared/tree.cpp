#include "shared/tree.hpp"

#include <bit>

#include "routing/turns_nowhere.hpp"

namespace wafernet {

std::vector<LinkSpec> binary_tree_links(std::uint64_t levels) {
    const std::uint64_t nodes = (std::uint64_t{1} << levels) - 1;
    std::vector<LinkSpec> links;
    links.reserve(nodes - 1);
    // Link l joins node l + 1 to its parent.
    for (std::uint64_t child = 1; child < nodes; ++child) {
        links.push_back({static_cast<Node>((child - 1) / 2), static_cast<Node>(child), {}});
    }
    return links;
}

namespace {

class TreeRouting final : public Routing, public TurnsNowhere {
public:
    explicit TreeRouting(Node nodes) : nodes_(nodes) {}

    void next(const Head& at, Node destination, std::vector<Hop>& hops) const override {
        if (at.node == destination) return;
        // Counted from 1, the ancestors of a node are its leading bits.
        const std::uint64_t here = std::uint64_t{at.node} + 1;
        const std::uint64_t there = std::uint64_t{destination} + 1;
        const int below = static_cast<int>(std::bit_width(there)) - static_cast<int>(std::bit_width(here));
        Hop hop;
        if (below > 0 && (there >> static_cast<unsigned>(below)) == here) {
            const std::uint64_t child = there >> static_cast<unsigned>(below - 1);
            hop.channel = static_cast<Channel>(2 * (child - 2));
            hop.label.direction = 1;
        } else {
            hop.channel = static_cast<Channel>(2 * (here - 2) + 1);
            hop.label.direction = -1;
        }
        hop.label.enters = at.arrived_by == no_channel || (at.arrived_by & 1U) != (hop.channel & 1U);
        hops.push_back(hop);
    }

    // All nodes of a level see the same.
    [[nodiscard]] std::vector<DestinationClass> destination_classes() const override {
        std::vector<DestinationClass> classes;
        for (std::uint64_t first = 0; first < nodes_; first = 2 * first + 1)
            classes.push_back({static_cast<Node>(first), first + 1});
        return classes;
    }

private:
    Node nodes_;
};

}  // namespace

std::unique_ptr<Routing> binary_tree_routing(const Graph& graph) {
    return std::make_unique<TreeRouting>(graph.nodes());
}

}  // namespace wafernet
