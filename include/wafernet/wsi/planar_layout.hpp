// Networks on a flat grid of tiles: wire lengths, tracks, and the silicon area of a plane.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "wafernet/io/technology.hpp"
#include "wafernet/wsi/placement.hpp"

namespace wafernet {

/// How the digits of an address become a tile.
enum class LayoutScheme : std::uint8_t {
    raster,     ///< x and y digits as they are; layers (z) side by side in raster order
    folded,     ///< every ring folded (0, n-1, 1, ...), layers interleaved tile by tile
    z_stacked,  ///< as raster, but the layers of a basic module lie on the same tiles, which is how rahman2006 reckons
    quadrant,   ///< as raster, but the layers lie along a closed tour, so that a ring of layers has only neighbours
    curve,      ///< the nodes of a plane along Hilbert's curve, in the order of the placement: for nodes without digits
    file,       ///< the tiles of a placement that has some, whatever is asked for
};

/// Returns the scheme called "raster", "folded", "z-stacked", "quadrant" or "curve". Throws InputError for any other
/// word.
LayoutScheme layout_scheme(std::string_view name);
/// Returns that word.
std::string_view name(LayoutScheme scheme);

/// A tile for every node.
struct PlanarLayout {
    std::uint32_t width = 1;
    std::uint32_t height = 1;
    std::vector<Tile> at;
};

/// Returns the layout of the whole network on one plane, or nothing where the nodes have no digits, which `curve` does
/// not need. Shared channels lie in the tiles of their processors, by the digits of the channels; not along `curve`.
std::optional<PlanarLayout> planar_layout(const Network& network, LayoutScheme scheme);
/// Returns the layout for the planes of a placement: planar_layout, but that each plane has a curve of its own. Throws
/// InputError where the placement is of another network.
std::optional<PlanarLayout> planar_layout(const Network& network, LayoutScheme scheme, const Placement& placement);
/// Returns why planar_layout gives nothing.
std::string no_tiles(const Network& network);

/// Manhattan lengths of all wires, in tiles.
struct WireLengths {
    std::uint64_t wires = 0;
    std::uint64_t longest_tiles = 0;
    std::uint64_t total_tiles = 0;
    std::map<std::uint64_t, std::uint64_t> histogram;  ///< length in tiles -> wires
    [[nodiscard]] double mean_tiles() const {
        return wires == 0 ? 0.0 : static_cast<double>(total_tiles) / static_cast<double>(wires);
    }
};

/// Returns the lengths of all links of the network on one plane. Throws InputError where the layout is of another
/// network.
WireLengths measure_wires(const Network& network, const PlanarLayout& layout);

/// What the busiest plane of a stack needs.
struct PlaneWiring {
    std::uint64_t tracks_x = 0;  ///< t_x: wires side by side in the busiest row channel
    std::uint64_t tracks_y = 0;  ///< t_y: the same for columns
    WireLengths wires;           ///< links with both ends on one plane, all planes
    bool shared = false;         ///< they are branches of shared channels, which have the wires of one way
};

/// Returns the tile of every node on its own plane: on each plane the nodes close up to the rows and columns in use.
/// Throws InputError where the placement or the layout is of another network.
std::vector<Tile> tiles_on_planes(const Network& network, const Placement& placement, const PlanarLayout& layout);

/// Returns the tracks and lengths of the wires inside the planes. On each plane the nodes close up to the tiles that
/// are used; a wire runs along the row of its first end, then along the column of its second. Throws InputError where
/// the placement or the layout is of another network.
PlaneWiring measure_planes(const Network& network, const Placement& placement, const PlanarLayout& layout);

/// Returns t_x = t_y of rahman2006, Eqs. 3.17 and 3.18, for `plane_nodes` of an HTN of `levels` levels, as printed.
double printed_tracks(std::uint64_t plane_nodes, std::uint64_t levels);

/// A layout of the planes with what its wires take.
struct ChosenLayout {
    LayoutScheme scheme{};
    PlanarLayout layout;
    PlaneWiring inside;
};
/// Returns the layout of the raster, folded and quadrant schemes whose longest wire within the planes is shortest, then
/// the one of the shortest wires in all; z_stacked is none of them, for it puts several nodes on one tile.
/// Without digits the curve; nothing for shared channels. Throws InputError where the placement is of another network.
std::optional<ChosenLayout> best_layout(const Network& network, const Placement& placement);

/// Area of a plane and what it is made of.
struct LayoutArea {
    Length width{};
    Length height{};
    Area total{};
    Area vertical{};  ///< what the vertical wires take net: C_peak p W_MB^2 of a strip, the sites of an array's vias
    /// Returns the plane with `factor` times as many tiles.
    [[nodiscard]] LayoutArea with_tiles(double factor) const;
};

/// Returns the signal wires of the interface of two planes that takes most: those of the links over the busiest gap, as
/// Technology::wires_per_link counts them; a one-way link has the lines of one way.
std::uint64_t vertical_wires(const VerticalLinks& vertical, const Technology& technology);

/// Returns the layout area of a plane of `tiles` PEs, or silicon of as many, with `wires` vertical wires: rahman2006,
/// Table 3.3, whose strips of microbridges a technology with arrays has not. There a tile grows by a site for every
/// vertical wire that ends in it, the square of via_pitch or of via_diameter with its ring of via_keep_out, and planes
/// have room for their bonds, one in the square of via_pitch. Throws InputError where tiles is 0, wires or tracks are
/// negative or not finite, or one of the technology's sizes that the area needs is not above 0.
LayoutArea layout_area(const Technology& technology, double tiles, double wires, double tracks_x, double tracks_y);

/// Returns the area of the reference: a 2D torus of as many nodes on as many planes, in square blocks, or nothing where
/// there is no such torus.
std::optional<Area> torus_layout_area(const Technology& technology, std::uint64_t nodes, std::uint64_t planes);

/// A formula for the longest wire in tiles.
struct WireFormula {
    Source source{};
    std::string_view formula;
    LayoutScheme layout = LayoutScheme::raster;  ///< that it is meant for
    std::optional<double> value;
    std::string_view note;
};
/// Returns rahman2006, Eqs. 3.19-3.21, for this network, as printed.
std::vector<WireFormula> wire_formulas(const Network& network);

/// Returns the delay of a wire of `length` with the best repeaters, or nothing where the technology does not give wire
/// and repeater. Not from the documents: segments of length s between repeaters of width w, 0.69 RC for lumped and 0.38
/// RC for distributed parts, minimised over s and w: 2 sqrt(R C r c) (0.69 + sqrt(0.69 x 0.38)) a unit of length.
std::optional<Time> repeated_wire_delay(const Technology& technology, Length length);

}  // namespace wafernet
