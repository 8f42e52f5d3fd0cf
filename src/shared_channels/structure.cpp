// Channels, routers and processors one by one: mudawwar, sec. 2.1.
#include <algorithm>
#include <string>

#include "core/breadth_first.hpp"
#include "wafernet/base/checked.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/shared_channels/shared_channels.hpp"

namespace wafernet {

SharedChannelStructure build_structure(const SharedChannels& s) {
    if (s.k < 2) throw InputError("k = " + std::to_string(s.k) + ", need at least 2 channels along an axis");
    if (s.n < 1 || s.n > 32) throw InputError("n = " + std::to_string(s.n) + ", need from 1 to 32 axes");
    constexpr std::uint64_t most = 1U << 22U;
    const std::uint64_t channels = checked_pow(s.k, s.n, "channels");
    if (channels > most || channels * (1 + s.n + std::uint64_t{s.processors}) > most)
        throw InputError(std::to_string(channels) +
                         " channels, need a network of at most 2^22 channels, routers and processors");
    std::vector<LinkSpec> links;
    Node node = static_cast<Node>(channels);
    std::uint64_t stride = 1;
    for (std::uint32_t axis = 0; axis < s.n; ++axis, stride *= s.k) {
        for (std::uint64_t c = 0; c < channels; ++c) {
            const bool last = c / stride % s.k == s.k - 1;
            if (last && !s.torus) continue;
            const std::uint64_t next = last ? c - (s.k - 1) * stride : c + stride;
            links.push_back({node, static_cast<Node>(c), {1, static_cast<std::uint8_t>(axis), last, -1}});
            links.push_back({node, static_cast<Node>(next), {1, static_cast<std::uint8_t>(axis), last, 1}});
            ++node;
        }
    }
    SharedChannelStructure out;
    out.channels = static_cast<Node>(channels);
    out.routers = node - out.channels;
    if (s.processors == 0) {
        for (Node r = out.channels; r < node; ++r) out.processors.push_back(r);
    }
    for (std::uint64_t c = 0; c < channels; ++c) {
        for (std::uint32_t i = 0; i < s.processors; ++i) {
            links.push_back({node, static_cast<Node>(c), {1, static_cast<std::uint8_t>(s.n), false, 1}});
            out.processors.push_back(node++);
        }
    }
    out.graph = Graph(node, std::move(links));
    return out;
}

std::uint32_t SharedChannelStructure::sharing_factor() const {
    std::uint32_t most = 0;
    for (Node c = 0; c < channels; ++c) most = std::max(most, graph.degree(c));
    return most;
}

std::uint32_t SharedChannelStructure::diameter_channels() const {
    std::uint32_t farthest = 0;
    for (const Node from : processors) {
        const std::vector<std::uint32_t> hops = hops_to(graph, from);
        for (const Node to : processors) {
            if (hops[to] != unreached) farthest = std::max(farthest, hops[to]);
        }
    }
    return farthest / 2;  // every other node on the way is a channel
}

}  // namespace wafernet
