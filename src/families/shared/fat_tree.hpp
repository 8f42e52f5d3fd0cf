// Fat trees [ohring1995]: processors on level 0 below h levels of switches.
#pragma once

#include "shared/claims.hpp"

namespace wafernet {

/// A node of level l has a word of h digits, digit i out of w_i up to l and out of m_i above it; it is joined to those
/// of level l + 1 whose words agree in all digits but l + 1.
struct FatTree {
    std::vector<std::uint64_t> m;  ///< links down of the switches of each level
    std::vector<std::uint64_t> w;  ///< links up of the nodes below them
};

/// Returns the nodes of every level, overflow-checked: the product of w up to it and of m above it.
std::vector<std::uint64_t> fat_tree_levels(const FatTree& tree);
/// Returns the number of links, overflow-checked.
std::uint64_t fat_tree_links(const FatTree& tree);
/// Returns the network: nodes by levels and by their words, digit 1 the lowest; links by their lower end and its new
/// digit.
Network build_fat_tree(const FatTree& tree);
/// Returns the routing up to a common ancestor and down to the destination: on the way up by the destination's number,
/// so that all messages to a processor come down from one switch of the top, or any link.
std::unique_ptr<Routing> fat_tree_up_down(const FatTree& tree, bool adaptive);

}  // namespace wafernet
