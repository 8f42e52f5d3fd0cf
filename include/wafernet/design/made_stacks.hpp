// Stacks as they are made: what has failed of each after repair with its spares, which leaves a network with faults.
#pragma once

#include <cstdint>
#include <vector>

#include "wafernet/core/faults.hpp"
#include "wafernet/design/design.hpp"

namespace wafernet {

class RandomFaults;

/// One stack.
struct MadeStack {
    bool whole = true;  ///< all blocks, bonds and vertical wires work, after repair: what DesignYield::system counts
    FaultSet lost;      ///< nodes and links of the network that no spare stands in for
};

/// Draws stacks of a design part by part, with the probabilities of DesignYield. A PE without a working spare of its
/// block is lost while its router forwards on; a fault in the channels of a tile takes the router with its links; a
/// block that fails is replaced where a spare block works, those that lose most first. A bond that fails takes all
/// links over it, a vertical wire its link; of a group of wires that has too few spares one signal is lost. Planes
/// that are tested before they are bonded are drawn until one passes.
class StackLine {
public:
    /// Throws InputError as Design::yield does, for planes of unlike silicon, and where fewer than one plane in 10^4
    /// passes its test.
    explicit StackLine(const Design& design);
    /// Returns one stack; the same seed gives the same one.
    [[nodiscard]] MadeStack draw(std::uint64_t seed) const;

private:
    struct Drawn;  // of a block or a plane
    [[nodiscard]] Drawn block(RandomFaults& random, std::uint64_t nodes, std::uint64_t spares, double switches) const;
    [[nodiscard]] Drawn plane(RandomFaults& random, std::size_t number) const;
    void join_planes(RandomFaults& random, MadeStack& stack) const;

    const Graph& graph_;
    DesignYield yield_;
    double escapes_ = 1.0;                         // share of faulty planes that are bonded
    std::vector<std::vector<Node>> pes_, others_;  // of every plane, in address order; others are switches
    std::vector<std::vector<Link>> crossing_;      // of every interface
    double bond_ = 1.0, wires_ = 1.0;              // of one interface
    std::uint64_t groups_ = 1, slots_ = 1;         // of its wires; of links that the busiest one has
};

}  // namespace wafernet
