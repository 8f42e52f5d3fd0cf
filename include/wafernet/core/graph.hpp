// The ground truth: nodes, links and the two channels of every link.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace wafernet {

using Node = std::uint32_t;
using Link = std::uint32_t;     ///< a bidirectional connection; parallel links are kept apart
using Channel = std::uint32_t;  ///< one direction of a link: channels 2l and 2l+1 belong to link l

inline constexpr Channel no_channel = 0xFFFFFFFFU;

/// What a link is called: the level of the hierarchy it belongs to (1 = inside a basic module or a flat network), its
/// axis (0 = x, 1 = y, 2 = z, ...) and whether it is a wrap-around link. Families that have no axes leave the defaults.
struct LinkLabel {
    std::uint8_t level = 1;
    std::uint8_t axis = 0;
    bool wrap = false;
    /// Sign of the axis from the link's first end to its second: the channel 2l goes in this direction, 2l+1 against
    /// it.
    std::int8_t direction = 1;
};

/// One link as a family gives it.
struct LinkSpec {
    Node a = 0;
    Node b = 0;
    LinkLabel label{};
    bool one_way = false;  ///< messages go from a to b only
};

/// An immutable graph in compressed rows. Self-loops are not allowed; parallel links are. A one-way link has two
/// channel numbers as any other, but its channel 2l+1 does not exist: no row lists it and nothing ever takes it.
class Graph {
public:
    Graph() = default;
    /// Throws InputError where an end is not below `nodes`, a link is a loop, or the counts do not fit 32 bits.
    Graph(std::uint64_t nodes, std::vector<LinkSpec> links);

    [[nodiscard]] Node nodes() const { return static_cast<Node>(offsets_.empty() ? 0 : offsets_.size() - 1); }
    [[nodiscard]] Link links() const { return static_cast<Link>(labels_.size()); }
    /// Channel numbers are below this: twice the links.
    [[nodiscard]] Channel channels() const { return static_cast<Channel>(ends_.size()); }

    /// Channels that leave `node`, in the order in which the family listed their links.
    [[nodiscard]] std::span<const Channel> out(Node node) const {
        return {out_.data() + offsets_[node], out_.data() + offsets_[node + 1]};
    }
    /// Number of channels that leave `node`.
    [[nodiscard]] std::uint32_t degree(Node node) const { return offsets_[node + 1] - offsets_[node]; }
    /// Calls `use` with every channel that arrives at `node`; where no link is one-way, in the order of out(node).
    template <class Use> void for_each_in(Node node, Use&& use) const {
        if (in_.empty()) {
            for (const Channel c : out(node)) use(reverse(c));
        } else {
            for (std::uint32_t i = in_offsets_[node]; i < in_offsets_[node + 1]; ++i) use(in_[i]);
        }
    }

    /// Whether some link goes one way only.
    [[nodiscard]] bool directed() const { return !one_way_.empty(); }
    [[nodiscard]] bool one_way(Link l) const { return !one_way_.empty() && one_way_[l]; }
    /// Whether there is channel `c`: all but the way back of a one-way link.
    [[nodiscard]] bool exists(Channel c) const { return one_way_.empty() || (c & 1U) == 0 || !one_way_[c >> 1U]; }

    [[nodiscard]] Node source(Channel c) const { return ends_[c]; }
    [[nodiscard]] Node target(Channel c) const { return ends_[c ^ 1U]; }
    [[nodiscard]] static Channel reverse(Channel c) { return c ^ 1U; }
    [[nodiscard]] static Link link(Channel c) { return c >> 1U; }
    [[nodiscard]] const LinkLabel& label(Link l) const { return labels_[l]; }
    /// Sign of the axis in which channel `c` goes.
    [[nodiscard]] int direction(Channel c) const {
        const int d = labels_[c >> 1U].direction;
        return (c & 1U) == 0 ? d : -d;
    }
    /// First channel from `from` to `to`, or no_channel.
    [[nodiscard]] Channel channel_between(Node from, Node to) const;

private:
    std::vector<Node> ends_;              // ends_[2l], ends_[2l+1]: the two ends of link l
    std::vector<LinkLabel> labels_;       // one a link
    std::vector<std::uint32_t> offsets_;  // nodes + 1
    std::vector<Channel> out_;            // channels grouped by source node
    std::vector<bool> one_way_;           // one a link; empty where every link goes both ways
    std::vector<std::uint32_t> in_offsets_;
    std::vector<Channel> in_;  // channels grouped by target node; only where a link is one-way
};

}  // namespace wafernet
