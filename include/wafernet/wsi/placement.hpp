// Networks on stacked planes: which node lies on which plane, and which links cross between planes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "wafernet/base/units.hpp"
#include "wafernet/core/family.hpp"
#include "wafernet/core/source.hpp"

namespace wafernet {

/// How nodes are put on planes. Planes that do not divide the nodes are uneven: the first `nodes mod planes` in this
/// order hold one node more than the others, which goes with `address`, `last`, `inline` and `grown`.
enum class PlacementScheme : std::uint8_t {
    address,  ///< in the order of the node numbers; what sits on a shared channel follows it
    in_line,  ///< every ring of the address laid out as 0, n-1, 1, n-2, ... (rahman2006, Eq. 3.8), then in that order
    module,   ///< address order with exactly one basic module or sub-network a plane
    blocks,   ///< the two digits of the top level cut into square blocks, one a plane, planes in raster order
    strips,   ///< the rows of the top level cut into strips
    last,     ///< the last extent of a mesh or torus first: mesh:8x8x4 on 4 planes is four meshes of 8 x 8
    grown,    ///< next the node that leaves the fewest links open: for trees, pyramids and whatever has no digits
};

/// Returns the scheme called "address", "inline", "module", "blocks", "strips", "last" or "grown". Throws InputError
/// for any other word.
PlacementScheme placement_scheme(std::string_view name);
/// Returns the scheme that a word means for a network: "auto" is `last` for meshes and tori whose last extent the
/// planes divide, else `address`. Throws as the other does.
PlacementScheme placement_scheme(std::string_view name, const Network& network, std::uint64_t planes);
/// Returns that word.
std::string_view name(PlacementScheme scheme);

struct Tile {
    std::uint32_t x = 0;
    std::uint32_t y = 0;
    bool operator==(const Tile&) const = default;
};

/// Nodes on planes.
struct Placement {
    std::uint32_t planes = 1;
    std::vector<std::uint32_t> plane_of;  ///< one a node, 0 = bottom
    std::vector<Node> order{};            ///< in which the planes were filled; empty: that of the node numbers
    bool last_first = false;              ///< scheme `last`: the digit of the last extent is the plane's
    std::vector<Tile> tiles{};         ///< of every node on its plane, where the user says them; empty: a layout does
    std::vector<std::string> names{};  ///< of the planes, where the user gives some
    /// Returns the nodes of every plane. Throws InputError where a node is on a plane that there is not.
    [[nodiscard]] std::vector<std::uint32_t> plane_sizes() const;
    /// Returns the nodes of the fullest plane, after which all are made. Throws as plane_sizes does.
    [[nodiscard]] std::uint32_t nodes_per_plane() const;
    /// Returns the tiles that a plane has: those of the fullest, or of the largest rectangle round the user's tiles.
    [[nodiscard]] std::uint64_t tiles_per_plane() const;
};

/// Returns "planes of 4 and 5 nodes" where the planes are uneven, else nothing.
std::string uneven_planes(const Placement& placement);

/// Returns the placement. Throws InputError where `planes` is 0 or more than the nodes, or the scheme does not fit the
/// network: no digits, a top level that is not two-dimensional, planes that are not a square number or do not divide
/// it, or the nodes where the scheme needs equal planes.
Placement place(const Network& network, std::uint64_t planes, PlacementScheme scheme);

/// Returns the placement of a CSV file: under the header node,plane,x,y (tiles) or node,plane,x_mm,y_mm (whose tile is
/// the one of `tile_side` in which the place lies) a line for every node. Planes are numbers from 1, the bottom, or
/// names, the bottom one first. Throws InputError with file and line, and where a node or a plane is missing.
Placement read_placement(const std::string& path, const Network& network, Length tile_side);

/// Links that cross each gap between neighbouring planes; a link crosses every gap between its ends.
struct VerticalLinks {
    std::vector<std::uint64_t> gaps;         ///< planes - 1: physical bidirectional links
    std::vector<std::uint64_t> merged_gaps;  ///< the same where all links between the same two basic modules count as
                                             ///< one; in a flat network every node is a module of its own
    std::uint64_t peak = 0;                  ///< links: C_peak
    std::uint64_t peak_channels =
        0;                          ///< ways over the busiest gap: two a link, one of a one-way link or shared channel
    std::uint64_t merged_peak = 0;  ///< module-to-module links: the unit of rahman2006, Eqs. 3.11 and 3.12
    std::uint64_t crossing = 0;     ///< links whose ends lie on different planes
    std::uint32_t longest_planes = 0;  ///< planes from end to end of the longest vertical link
};

/// Throws InputError where the placement is of another network or names a plane that there is not.
void check_placement(const Network& network, const Placement& placement);

/// Returns the counts, from the graph and the placement only. Throws InputError as check_placement does.
VerticalLinks count_vertical_links(const Network& network, const Placement& placement);

/// A formula for the peak number of vertical links.
struct PeakFormula {
    Source source{};
    std::string_view formula;
    std::string_view unit;        ///< "links" or "module links"
    std::string_view scheme;      ///< placement that it is meant for
    bool corrected = false;       ///< derived here and exact in its range; the others are as printed
    std::optional<double> value;  ///< nothing outside its range
    std::string_view note;
};

/// Returns every formula that speaks of this network on this many planes, as printed (rahman2006,
/// Eqs. 3.7, 3.9-3.12, 6.4) and corrected. Nothing is built or counted.
std::vector<PeakFormula> peak_formulas(const Network& network, std::uint64_t planes);

/// Returns the exact peak in links of meshes, tori, hypercubes, hierarchical networks and those that cut_formulas.cpp
/// has, placed in address order, or nothing where the form does not apply. Own derivation; see peak_formulas.cpp.
std::optional<double> peak_in_address_order(const Network& network, std::uint64_t planes);
/// The same of meshes and tori by their last extent.
std::optional<double> peak_by_last_extent(const Network& network, std::uint64_t planes);
/// The same for square blocks of a two-dimensional top level.
std::optional<double> peak_in_blocks(const Network& network, std::uint64_t planes);

}  // namespace wafernet
