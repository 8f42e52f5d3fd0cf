// Symmetries whose maps form a group of exclusive ors.
#pragma once

#include <cstdint>
#include <vector>

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

}  // namespace wafernet
