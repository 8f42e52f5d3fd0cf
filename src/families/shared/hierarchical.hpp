// Hierarchical networks: basic modules joined, level over level, into tori or meshes of modules.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "wafernet/core/family.hpp"

namespace wafernet {

/// A link between modules in the positive direction of an axis: it leaves a module at local node `leaves` and arrives
/// on the next module at local node `arrives`. The negative direction uses the same link the other way round.
struct Gate {
    std::uint32_t leaves = 0;
    std::uint32_t arrives = 0;
};

/// One level above the basic module.
struct UpperLevel {
    std::vector<std::uint32_t> extents;  ///< sub-networks along each axis, most significant first: {y, x} or {z, y, x}
    std::vector<std::vector<Gate>>
        gates;  ///< gates[axis], axis 0 = x; of two equally near ones routing takes the first
};

/// What a hierarchical network is made of. Every basic module carries the gates of every level.
struct HierarchicalShape {
    using Place = std::array<std::uint32_t, 3>;  ///< coordinates x, y, z
    /// Whether the link from `low` in the positive direction of `axis` exists.
    using Keeps = bool (*)(const Place& low, int axis);

    std::vector<std::uint32_t> module;  ///< extents of the basic module, most significant first: {z, y, x} or {y, x}
    bool module_wrap = false;           ///< the module is a torus (axes of 2 nodes have one link)
    bool upper_wrap = false;            ///< the upper levels are tori; rings of 2 have two links, by different ports
    std::vector<UpperLevel> upper;      ///< upper[0] is level 2
    Keeps keeps_module_link = nullptr;  ///< null: all (pruned networks leave links out)
    Keeps keeps_upper_link = nullptr;   ///< the same for links between modules, by the module's place in its own level
};

/// Returns the coordinates x, y, z of the node with this number in a grid.
HierarchicalShape::Place place_of(std::uint64_t number, std::span<const std::uint32_t> extents);
/// Number of nodes and of links, overflow-checked; the links before any is left out.
std::uint64_t hierarchical_nodes(const HierarchicalShape& shape);
std::uint64_t hierarchical_links(const HierarchicalShape& shape);

/// Returns the network: nodes numbered by address, top level first, the module's digits last; links of the modules
/// first, in the same order for every module, then the links between modules.
Network build_hierarchical(const HierarchicalShape& shape);

/// Returns classes of nodes with the same distances: upper levels that are tori are shifted by whole modules. None for
/// pruned upper levels and for such as are meshes.
std::vector<SourceClass> hierarchical_source_classes(const Network& network, const HierarchicalShape& shape);

/// Returns dimension-order routing: top level first, in every level the axes descending (z, y, x), each ring by the
/// shorter way; before every hop between modules to the outlet chosen by `outlet`, at the end to the destination inside
/// its module. Outlet::destination takes, among the gates of that level, axis and direction, those whose coordinates
/// across the axis are nearest to the destination's local coordinates, and of these the nearest to the message. Needs a
/// network that build_hierarchical made of a shape from which no link is left out.
std::unique_ptr<Routing> hierarchical_dor(const Network& network, const HierarchicalShape& shape, Outlet outlet,
                                          Ties ties);

}  // namespace wafernet
