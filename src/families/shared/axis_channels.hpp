// The channels of networks whose nodes have at most one link each way along every axis.
#pragma once

#include <cstdint>
#include <vector>

#include "wafernet/core/family.hpp"
#include "wafernet/core/routing.hpp"

namespace wafernet {

class AxisChannels {
public:
    /// By the labels of the links, whose axes are below `axes`.
    AxisChannels(const Graph& graph, std::size_t axes) : axes_(axes), channel_(2 * axes * graph.nodes(), no_channel) {
        for (Channel c = 0; c < graph.channels(); ++c)
            channel_[slot(graph.source(c), graph.label(Graph::link(c)).axis, graph.direction(c) > 0)] = c;
    }

    /// Returns the hop along the axis; its channel is no_channel where there is no link.
    [[nodiscard]] Hop hop(Node from, std::uint8_t axis, bool positive) const {
        Hop hop;
        hop.channel = channel_[slot(from, axis, positive)];
        hop.label.axis = axis;
        hop.label.direction = positive ? 1 : -1;
        return hop;
    }

private:
    [[nodiscard]] std::size_t slot(Node from, std::size_t axis, bool positive) const {
        return 2 * (from * axes_ + axis) + (positive ? 1 : 0);
    }

    std::size_t axes_;
    std::vector<Channel> channel_;  // [node][axis][direction]
};

}  // namespace wafernet
