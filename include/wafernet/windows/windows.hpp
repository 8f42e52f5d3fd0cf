// What a window costs and what it buys: minimal paths, pins, colinear layouts, fat trees of the same size (ziavras,
// sec. 2, 3).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "wafernet/core/family.hpp"

namespace wafernet {

/// The lines of a HOW network, or of a generalized hypercube: w = p - 1.
struct Windows {
    std::uint64_t p = 2;  ///< nodes of a line
    std::uint64_t w = 1;
    std::uint64_t n = 1;  ///< axes
    bool wrap = false;

    [[nodiscard]] bool complete() const { return w + 1 == p; }
};
/// Returns the windows of a network of family how or gh, and nothing for other families.
std::optional<Windows> windows_of(const Family& family, const Parameters& parameters);

/// Returns the number of shortest paths along one line with windows of `w` between nodes `distance` apart: the
/// compositions of the distance into ceil(distance/w) steps of 1 to w, C(s + lambda - 1, lambda - 1) with s = lambda w
/// - distance. 1 for distance 0. Throws InputError where w is 0 or the number does not fit 64 bits.
std::uint64_t minimal_paths(std::uint64_t w, std::uint64_t distance);
/// Returns the same round a ring of `nodes` nodes, `distance` at most half of them: the other way round too where it
/// takes as many hops. Throws InputError where the distance is more than half of the nodes, and as minimal_paths does.
std::uint64_t minimal_paths_round(std::uint64_t w, std::uint64_t distance, std::uint64_t nodes);
/// Returns the number that Proposition 2 of ziavras prints for the same: only the paths of which at most two steps are
/// shorter than w. Throws as minimal_paths does.
std::uint64_t minimal_paths_printed(std::uint64_t w, std::uint64_t distance);

/// How the channels of a node are made of pins.
struct PinBudget {
    std::uint64_t channel_wires = 64;  ///< wires of one direction of a channel
    std::uint64_t directions = 1;  ///< 1: a port is one channel of either direction (ziavras, sec. 2); 2: full duplex
};

/// Returns the pins of an inner node of HOW(p,w,n): 2 w n ports. Throws InputError on overflow.
std::uint64_t pins_per_node(std::uint64_t w, std::uint64_t n, const PinBudget& budget = {});
/// Returns the widest window whose inner nodes have at most `pins` pins. Throws InputError where not even w = 1 fits,
/// or the budget has channels of no wires.
std::uint64_t window_for_pins(std::uint64_t pins, std::uint64_t n, const PinBudget& budget = {});

/// One wire of a colinear layout: from node `from` to node `to` to its right, in the upper or lower half of a layer.
struct ColinearWire {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    bool upper = false;
    std::uint32_t layer = 0;
};

/// A line of nodes on printed-circuit layers: the wires that leave even nodes to the right run above the nodes, those
/// of odd nodes below (ziavras, sec. 3). No two wires in the same half of a layer cross.
struct ColinearLayout {
    std::uint32_t nodes = 0;
    std::vector<ColinearWire> wires;
    std::uint32_t layers = 0;

    /// Returns the maximum collective width: wires side by side in one half, all layers in one.
    [[nodiscard]] std::uint64_t collective_width() const;
    /// Returns contacts of restricted routing, horizontal and vertical segments on two layers: two a wire.
    [[nodiscard]] std::uint64_t contacts() const { return 2 * wires.size(); }
};

/// Returns the layout of HOW(p,w,1), or of GH(p,1) for w = p - 1. Nodes go on the first layer on which their wires
/// cross none. Throws InputError unless 1 <= w < p, or where there are more than 2^22 wires.
ColinearLayout colinear_layout(std::uint32_t p, std::uint32_t w);

/// Theorem 2 of ziavras, in wires, for HOW(p,w,1), w < (p + 1)/2; and for GH(p,1), p >= 3. These and those below throw
/// InputError where p is smaller or the number does not fit 64 bits.
std::uint64_t collective_width_printed(std::uint64_t w);
std::uint64_t collective_width_complete_printed(std::uint64_t p);
/// The least maximum collective width if every wire could be put above or below freely: half the wires of the widest
/// cut, ceil(w(w + 1)/4), for w <= p/2. It is attained: the wires of a line are intervals, whose matrix is totally
/// unimodular, so some choice of the halves splits every cut to within one wire (Ghouila-Houri).
std::uint64_t collective_width_bound(std::uint64_t w);
/// Theorem 3 of ziavras: layers of HOW(p,w,1); and of GH(p,1), p >= 4.
std::uint64_t layers_printed(std::uint64_t w);
std::uint64_t layers_complete_printed(std::uint64_t p);
/// The same for one line of a network, or nothing where the theorems do not speak of it.
std::optional<std::uint64_t> collective_width_printed(const Windows& windows);
std::optional<std::uint64_t> layers_printed(const Windows& windows);

/// Cost of a binary fat tree of 2^m leaves with k wires a leaf (ziavras, Proposition 3).
struct FatTreeCost {
    std::uint64_t wires = 0;          ///< m N k
    std::uint64_t switches = 0;       ///< N k (5N - 8) binary switches
    std::uint64_t diameter_hops = 0;  ///< 2 m
};
/// Throws InputError where m is 0, k is 0 or a number does not fit 64 bits.
FatTreeCost fat_tree_cost(std::uint64_t m, std::uint64_t k);

/// How table 2 of ziavras counts the bisection of the torus that a HOW is compared with.
enum class TorusCut : std::uint8_t {
    open,     ///< beta^(m-1), as printed: wrap-around links are not counted, though those of the HOW are
    wrapped,  ///< 2 beta^(m-1): both networks counted with their wrap-around links
};
/// Returns the largest number of nodes for which HOW(sqrt N, w, 2) with wrap-around has at least the bisection of the
/// torus with 2w axes: floor([w(w + 1)]^(2w/(w - 1))), with w(w + 1)/2 where the torus is counted whole. Throws
/// InputError where w < 2.
std::uint64_t nodes_with_wider_bisection(std::uint64_t w, TorusCut torus);

}  // namespace wafernet
