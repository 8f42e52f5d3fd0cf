// Symmetries whose maps form a group of exclusive ors.
#pragma once

#include <cstdint>
#include <vector>

#include "wafernet/core/family.hpp"
#include "wafernet/core/routing.hpp"

namespace wafernet {

/// A routing whose RoutingSymmetry has maps numbered such that one after the other is the exclusive or of their
/// numbers. They leave no terminal and no channel in its place; other nodes they may. Several images of a channel may
/// lead to one.
class SymmetryMaps {
public:
    SymmetryMaps() = default;
    SymmetryMaps(const SymmetryMaps&) = delete;
    SymmetryMaps& operator=(const SymmetryMaps&) = delete;
    virtual ~SymmetryMaps() = default;
    /// Returns for every channel the number of the map that takes the one of the first copy to it.
    [[nodiscard]] virtual std::vector<std::uint32_t> symmetry_maps() const = 0;
};

/// Returns the routing's symmetry where its copies are of terminals too: where all nodes are, or its maps say so. Else
/// none.
inline RoutingSymmetry symmetry_of_terminals(const Network& network, const Routing& routing) {
    const bool holds = network.terminals.empty() || dynamic_cast<const SymmetryMaps*>(&routing) != nullptr;
    return holds ? routing.symmetry() : RoutingSymmetry{};
}

}  // namespace wafernet
