// Complete binary trees in heap order: node i has the children 2i+1 and 2i+2.
#pragma once

#include "shared/claims.hpp"

namespace wafernet {

/// Returns the links of a complete binary tree of `levels` levels of nodes, numbered in heap order; link l joins node
/// l + 1 to its parent, from which it goes.
inline LinkList binary_tree_links(std::uint64_t levels) {
    LinkList links((std::uint64_t{1} << levels) - 2);
    for (std::uint64_t child = 1; child + 1 < std::uint64_t{1} << levels; ++child) links.join((child - 1) / 2, child);
    return links;
}

}  // namespace wafernet
