// Load of shared channels from the load of the buffers that they fill.
#include <algorithm>

#include "wafernet/error.hpp"
#include "wafernet/shared_channels.hpp"

namespace wafernet {

SharedChannelLoad shared_channel_load(const Network& network, const ChannelLoad& load) {
    if (network.shared_nodes == 0) {
        throw InputError(network.word + " has no shared channels, need kmway-mesh or kmway-torus");
    }
    const Graph& graph = network.graph;
    const Node channels = network.shared_nodes;
    SharedChannelLoad out;
    out.channel.assign(channels, 0.0);
    double crossed = 0.0;
    for (Channel c = 0; c < graph.channels(); ++c) {
        if (graph.source(c) < channels) out.channel[graph.source(c)] += load.channel[c];
    }
    for (const double rate : out.channel) crossed += rate;
    out.largest = *std::max_element(out.channel.begin(), out.channel.end());
    out.least = *std::min_element(out.channel.begin(), out.channel.end());
    out.mean = crossed / channels;
    out.mean_channels = load.offered > 0 ? crossed / load.offered : 0.0;
    return out;
}

}  // namespace wafernet
