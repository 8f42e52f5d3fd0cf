// Load of shared channels from the load of the buffers that they fill.
#include <algorithm>

#include "wafernet/base/error.hpp"
#include "wafernet/shared_channels/shared_channels.hpp"

namespace wafernet {

double SharedChannelLoad::ejection_bound() const {
    if (!(largest > 0.0)) throw InputError("no flit crosses a shared channel, need a load");
    return 1.0 / largest;
}

SharedChannelLoad shared_channel_load(const Network& network, std::span<const double> rates, double offered) {
    const Node channels = network.shared_nodes;
    if (channels == 0) throw InputError(network.word + " has no shared channels, need kmway-mesh or kmway-torus");
    if (rates.size() != network.graph.channels())
        throw InputError(std::to_string(rates.size()) + " rates, need one for each of the " +
                         std::to_string(network.graph.channels()) + " channels of " + network.word);
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

SharedChannelLoad shared_channel_load(const Network& network, const ChannelLoad& load) {
    return shared_channel_load(network, load.channel, load.offered);
}

}  // namespace wafernet
