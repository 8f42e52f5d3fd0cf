#include "wafernet/core/graph.hpp"

#include <string>

#include "wafernet/base/error.hpp"

namespace wafernet {

Graph::Graph(std::uint64_t nodes, std::vector<LinkSpec> links) {
    if (nodes >= 0xFFFFFFFFU)
        throw InputError("a graph of " + std::to_string(nodes) + " nodes, need fewer than 2^32 - 1");
    if (links.size() >= 0x7FFFFFFFU)
        throw InputError("a graph of " + std::to_string(links.size()) + " links, need fewer than 2^31 - 1");
    offsets_.assign(nodes + 1, 0);
    labels_.reserve(links.size());
    ends_.reserve(2 * links.size());
    for (std::size_t l = 0; l < links.size(); ++l) {
        const LinkSpec& link = links[l];
        if (link.a >= nodes || link.b >= nodes)
            throw InputError("link " + std::to_string(l) + " joins nodes " + std::to_string(link.a) + " and " +
                             std::to_string(link.b) + ", need nodes below " + std::to_string(nodes));
        if (link.a == link.b)
            throw InputError("link " + std::to_string(l) + " joins node " + std::to_string(link.a) + " to itself");
        ends_.push_back(link.a);
        ends_.push_back(link.b);
        labels_.push_back(link.label);
        ++offsets_[link.a + 1];
        if (!link.one_way) {
            ++offsets_[link.b + 1];
            continue;
        }
        one_way_.resize(links.size());
        one_way_[l] = true;
    }
    std::vector<LinkSpec>().swap(links);  // the rows take their place in memory
    for (std::size_t v = 0; v < nodes; ++v) offsets_[v + 1] += offsets_[v];
    out_.resize(offsets_[nodes]);
    // Fill every row from its front; offsets_ serves as the cursor and is shifted back afterwards.
    for (Channel c = 0; c < ends_.size(); ++c) {
        if (exists(c)) out_[offsets_[source(c)]++] = c;
    }
    for (std::size_t v = nodes; v > 0; --v) offsets_[v] = offsets_[v - 1];
    offsets_[0] = 0;
    if (!directed()) return;
    in_offsets_.assign(nodes + 1, 0);
    for (const Channel c : out_) ++in_offsets_[target(c) + 1];
    for (std::size_t v = 0; v < nodes; ++v) in_offsets_[v + 1] += in_offsets_[v];
    in_.resize(out_.size());
    std::vector<std::uint32_t> cursor(in_offsets_.begin(), in_offsets_.end() - 1);
    for (Channel c = 0; c < ends_.size(); ++c) {
        if (exists(c)) in_[cursor[target(c)]++] = c;
    }
}

Channel Graph::channel_between(Node from, Node to) const {
    for (const Channel c : out(from)) {
        if (target(c) == to) return c;
    }
    return no_channel;
}

}  // namespace wafernet
