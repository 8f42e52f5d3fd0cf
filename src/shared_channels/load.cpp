// Load of shared channels from the load of the buffers that they fill.
#include <algorithm>

#include "wafernet/error.hpp"
#include "wafernet/shared_channels.hpp"

namespace wafernet {

SharedChannelLoad shared_channel_load(const Network& network, std::span<const double> rates, double offered) {
    const Node channels = network.shared_nodes;
    if (channels == 0) throw InputError(network.word + " has no shared channels, need kmway-mesh or kmway-torus");
    SharedChannelLoad out;
    out.channel.assign(channels, 0.0);
    double crossed = 0.0;
    for (Channel c = 0; c < network.graph.channels(); ++c) {
        if (network.graph.source(c) < channels) out.channel[network.graph.source(c)] += rates[c];
    }
    for (const double rate : out.channel) crossed += rate;
    out.largest = *std::max_element(out.channel.begin(), out.channel.end());
    out.least = *std::min_element(out.channel.begin(), out.channel.end());
    out.mean = crossed / channels;
    out.mean_channels = offered > 0 ? crossed / offered : 0.0;
    return out;
}

SharedChannelLoad shared_channel_load(const Network& network, const ChannelLoad& load) { return shared_channel_load(network, load.channel, load.offered); }

}  // namespace wafernet
