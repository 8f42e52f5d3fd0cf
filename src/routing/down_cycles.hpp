// Cube-connected cycles with virtual channels at datelines, after dally1987.
#pragma once

#include <bit>
#include <vector>

#include "wafernet/core/family.hpp"
#include "wafernet/core/routing.hpp"

namespace wafernet {

inline bool is_ccc(const Network& n) { return n.family != nullptr && n.family->name == "ccc"; }

/// On cube-connected cycles, always down the cycles: to the highest dimension in which the corners differ, across it
/// and the lower ones, down to the destination. The virtual channel counts how often a message has passed from node 0
/// of a cycle to the last, from 1 where the first of these ways needs it not; on each the places fall.
class DownCycles final : public Routing {
public:
    explicit DownCycles(const Network& network) : graph_(network.graph), cycle_(network.level_sizes.front()) {}
    [[nodiscard]] std::uint32_t start(Node source, Node destination) const override {
        return static_cast<Node>(std::bit_width(source / cycle_ ^ destination / cycle_)) > source % cycle_ + 1 ? 0 : 1;
    }
    void next(const Head& at, Node destination, std::vector<Hop>& hops) const override {
        if (at.node == destination) return;
        const std::uint64_t place = at.node % cycle_, corner = at.node / cycle_;
        const bool across = at.state > 0 && place < 32 && ((corner ^ destination / cycle_) >> place & 1U) != 0;
        const std::uint64_t to = across ? (corner ^ std::uint64_t{1} << place) * cycle_ + place
                                        : corner * cycle_ + (place > 0 ? place : cycle_) - 1;
        Hop hop{graph_.channel_between(at.node, static_cast<Node>(to)), at.state + (!across && place == 0 ? 1U : 0U)};
        hop.label.level = across ? 2 : 1;
        hop.vcs = VcSet{1} << at.state;
        hops.push_back(hop);
    }
    [[nodiscard]] bool looks_back() const override { return false; }

private:
    Graph graph_;  // whoever made the network may let it go
    Node cycle_;
};

}  // namespace wafernet
