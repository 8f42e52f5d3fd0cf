// What a verdict needs to follow: the standpoints of messages to one destination. A node counts once for every header
// state there, and not once for every channel that leads to it, wherever the routing does not look back.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "core/fits.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/core/family.hpp"
#include "wafernet/core/routing.hpp"
#include "wafernet/routing/deadlock.hpp"

namespace wafernet {

/// Where a message is and what its next hops depend on: the header, and the channel and VC it came by where the routing
/// and the rule look at them.
struct Standpoint {
    Node node = 0;
    std::uint32_t header = 0;
    Channel channel = no_channel;
    int vc = -1;
    Node origin = 0;  // a source whose messages come here
};

/// A hop to a standpoint on any of a set of VCs, of which `escape` belong to the subfunction.
struct Step {
    std::uint32_t to = 0;
    Channel channel = no_channel;
    VcSet vcs = 0, escape = 0;
    float share = 1.0F;  // of the hop, as Hop::share

    bool operator==(const Step&) const = default;
};

/// All standpoints of messages to one destination, and the steps between them.
class Standpoints {
public:
    static constexpr std::uint32_t nowhere = 0xFFFFFFFFU;

    /// `escape`: which hops belong to a subfunction; empty: none do. All must outlive it.
    Standpoints(const Network& network, const Routing& routing, const VcRule& rule, const EscapeSubfunction& escape)
        : network_(network),
          routing_(routing),
          rule_(rule),
          escape_(escape),
          looks_back_(routing.looks_back()),
          first_at_(network.graph.nodes(), nowhere),
          first_like_(network.graph.nodes(), nowhere) {
        check_fits(network.graph, routing);
        check_rule(rule);
    }

    /// Finds the standpoints of messages from `sources`. Throws ComputationError where one cannot go on.
    void explore(Node destination, std::span<const Node> sources) {
        for (const Standpoint& at : all_) first_at_[at.node] = first_like_[like(at)] = nowhere;
        all_.clear();
        next_at_.clear();
        next_like_.clear();
        steps_.clear();
        first_step_.assign(1, 0);
        taken_ = 0;
        for (const Node s : sources) {
            if (s != destination) standpoint({s, routing_.start(s, destination), no_channel, -1, s});
        }
        for (std::uint32_t i = 0; i < all_.size(); ++i) {
            if (all_[i].node != destination) leave(i, destination);
            first_step_.push_back(static_cast<std::uint32_t>(steps_.size()));
        }
    }

    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(all_.size()); }
    [[nodiscard]] const Standpoint& operator[](std::uint32_t i) const { return all_[i]; }
    [[nodiscard]] std::span<const Step> steps(std::uint32_t i) const {
        return {steps_.data() + first_step_[i], steps_.data() + first_step_[i + 1]};
    }
    [[nodiscard]] std::span<const Step> steps() const { return steps_; }
    [[nodiscard]] VcSet taken() const { return taken_; }

    /// The first standpoint found at the same node with the same steps; itself where there is none.
    [[nodiscard]] std::uint32_t alike(std::uint32_t i) const {
        std::uint32_t found = i;
        for (std::uint32_t other = first_at_[all_[i].node]; other != nowhere; other = next_at_[other]) {
            if (other < found && std::ranges::equal(steps(other), steps(i))) found = other;
        }
        return found;
    }

private:
    // Where its chain begins: at a node there may be many headers, as many as sources.
    [[nodiscard]] std::size_t like(const Standpoint& at) const {
        return (at.node + at.header * std::size_t{0x9E3779B1U}) % first_like_.size();
    }

    std::uint32_t standpoint(const Standpoint& at) {
        std::uint32_t& first = first_like_[like(at)];
        for (std::uint32_t i = first; i != nowhere; i = next_like_[i]) {
            const Standpoint& other = all_[i];
            if (other.node == at.node && other.header == at.header && other.channel == at.channel && other.vc == at.vc)
                return i;
        }
        next_like_.push_back(first);
        next_at_.push_back(first_at_[at.node]);
        first = first_at_[at.node] = size();
        all_.push_back(at);
        return first;
    }

    void leave(std::uint32_t i, Node destination) {
        const Standpoint at = all_[i];
        const Head head{at.node, at.channel, at.header};
        hops_.clear();
        routing_.next(head, destination, hops_);
        if (hops_.empty()) fail(at, destination, "the routing gives no next channel");
        bool stuck = true;
        for (const Hop& hop : hops_) {
            const VcSet vcs = rule_.permitted(hop.label, at.vc) & hop.vcs;
            taken_ |= vcs;
            stuck = stuck && vcs == 0;
            const Node to = network_.graph.target(hop.channel);
            const Channel by = looks_back_ ? hop.channel : no_channel;
            const auto escapes = [&](VcSet set) {
                VcSet some = 0;
                for (VcSet rest = escape_ ? set : 0; rest != 0; rest &= rest - 1) {
                    if (escape_(head, hop, std::countr_zero(rest), destination)) some |= rest & (~rest + 1);
                }
                return some;
            };
            if (vcs != 0 && !rule_.sees_arriving)
                steps_.push_back(
                    {standpoint({to, hop.state, by, -1, at.origin}), hop.channel, vcs, escapes(vcs), hop.share});
            for (VcSet rest = rule_.sees_arriving ? vcs : 0; rest != 0; rest &= rest - 1) {
                const VcSet one = rest & (~rest + 1);
                const std::uint32_t there = standpoint({to, hop.state, by, std::countr_zero(rest), at.origin});
                steps_.push_back({there, hop.channel, one, escapes(one), hop.share});
            }
        }
        if (stuck) fail(at, destination, "the VC rule permits none of the VCs that the routing takes");
    }

    void fail(const Standpoint& at, Node destination, const char* why) const {
        throw ComputationError("a message from node " + network_.addresses.print(at.origin) + " to node " +
                               network_.addresses.print(destination) + " cannot go on at node " +
                               network_.addresses.print(at.node) + ": " + why);
    }

    const Network& network_;
    const Routing& routing_;
    const VcRule& rule_;
    const EscapeSubfunction& escape_;
    bool looks_back_;
    std::vector<Standpoint> all_;
    std::vector<std::uint32_t> first_at_, next_at_;      // chain of the standpoints at a node
    std::vector<std::uint32_t> first_like_, next_like_;  // and of those with one sum of node and header
    std::vector<Step> steps_;
    std::vector<std::uint32_t> first_step_;
    std::vector<Hop> hops_;
    VcSet taken_ = 0;
};

}  // namespace wafernet
