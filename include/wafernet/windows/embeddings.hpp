// Maps of one network into another: rings, trees and hypercubes in networks of windows (ziavras, sec. 4), and others by
// name.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "wafernet/core/family.hpp"

namespace wafernet {

/// Returns a ring of `length` nodes in HOW(p,w,2): image[i] is next to image[i+1] and the last next to the first
/// (ziavras, sec. 4.1). Throws InputError where length is not from 3 to p^2, or for w = 1 where it is odd or the map
/// was not found.
std::vector<Node> ring_in_windows(std::uint32_t p, std::uint32_t w, std::uint32_t length);
/// Returns the side p of the square that tree_in_windows uses: 2^(d/2) for an even number of levels d, 3 2^((d-3)/2)
/// for an odd one. Throws InputError where d is not from 3 to 10.
std::uint32_t tree_side(std::uint32_t levels);
/// Returns the complete binary tree of d levels in HOW(p,w,2), p = tree_side(d), nodes in the order of levels, by four
/// squares of two levels less each (ziavras, sec. 4.2), with the least dilation that a search over such squares finds.
/// Throws InputError where d is not from 3 to 10 or w not from 1 to p - 1.
std::vector<Node> tree_in_windows(std::uint32_t levels, std::uint32_t w);
/// Returns a dilation below which no map of the tree into HOW(p,w,2) comes: of nodes that are far apart in the host
/// some carry nodes of the tree, which are at most 2(levels - 1) links apart, and all lie within levels - 1 links of
/// the root. Throws InputError where the tree does not fit, levels is not from 2 to 24, or not 1 <= w < p <= 8192.
std::uint32_t tree_dilation_least(std::uint32_t levels, std::uint32_t p, std::uint32_t w);
/// Returns the hypercube of d dimensions in HOW(2^h,w,2), h = ceil(d/2): the upper digits of a node number its row, the
/// h lower ones its column (ziavras, sec. 4.3, method one). Throws InputError where d is not from 1 to 24.
std::vector<Node> hypercube_in_windows(std::uint32_t d);
/// Returns the printed dilation of that map, ceil(2^(h-1)/w); and the printed congestion, h - v for w = 2^v with v < h
/// - 1, else 1.
std::uint64_t hypercube_dilation_printed(std::uint32_t d, std::uint64_t w);
std::uint64_t hypercube_congestion_printed(std::uint32_t d, std::uint64_t w);

/// The 3-cube in HOW(3,2,2) that the second method for hypercubes is built from.
enum class CubeBlock : std::uint8_t {
    printed,  ///< (000,100), (100,101), (110,111) have dilation 2, as in ziavras, Fig. 11: one map but for symmetries
              ///< of the host
    least,    ///< two links have: no map has fewer
};
/// Returns the hypercube of an odd number d of dimensions in HOW(3 2^m,w,2), m = (d - 3)/2, by blocks of three by
/// three: the lowest three bits choose the node of a block, the others in turn its column and its row (ziavras,
/// sec. 4.3, method two). Throws InputError where d is even or not from 3 to 23.
std::vector<Node> hypercube_in_threes(std::uint32_t d, CubeBlock block);

/// Whether a guest is one of those of map_by_modules and its coordinates can be split as those of the host.
bool maps_by_modules(const Network& guest, const Network& host);
/// Returns where the nodes of a ring, array, mesh, torus, hypercube or tree go in a host whose addresses have digits:
/// of the ways to split both by modules that with the least dilation, then the shortest paths in the mean. Empty where
/// no way fits.
std::vector<Node> map_by_modules(const Network& guest, const Network& host);

/// What a document prints for a map.
struct PrintedQuality {
    std::optional<std::uint64_t> dilation;
    std::optional<std::uint64_t> congestion;
    std::optional<double> expansion;
};

/// A way to put one network into another.
struct NamedMap {
    std::string_view name;   ///< "serpentine"
    std::string_view title;  ///< what goes where
    Source source{};
    bool (*applies)(const Network& guest, const Network& host) = nullptr;
    std::vector<Node> (*image)(const Network& guest, const Network& host) = nullptr;
    PrintedQuality (*printed)(const Network& guest, const Network& host) = nullptr;  ///< null: nothing is printed
};

/// Returns all maps; the last, "numbers", puts node v on node v.
std::span<const NamedMap> named_maps();
/// Returns the map called `name`, or for "" the first that applies. Throws InputError where it does not apply, with the
/// nearest name where there is none of that name.
const NamedMap& named_map(std::string_view name, const Network& guest, const Network& host);

}  // namespace wafernet
