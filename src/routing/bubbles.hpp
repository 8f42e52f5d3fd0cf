// Cycles of dependencies that bubble flow control leaves.
#pragma once

#include <vector>

#include "digraph.hpp"
#include "wafernet/core/graph.hpp"

namespace wafernet {

/// Returns whether a message that goes from a channel to the next stays in its ring or line.
inline bool stays_in_ring(const Graph& graph, Channel from, Channel to) {
    const LinkLabel &a = graph.label(Graph::link(from)), &b = graph.label(Graph::link(to));
    return a.level == b.level && a.axis == b.axis && graph.direction(from) == graph.direction(to);
}

/// Returns a cycle of the dependencies, vertices channel * vcs + VC, that is not one ring; empty: there is none. A ring
/// that messages enter only where two fit always has room for one, so that those in it move on as soon as what they
/// wait for outside does (Carrion et al. 1997; Puente et al. 1999).
std::vector<std::uint32_t> cycle_beyond_rings(const Graph& graph, int vcs, const Digraph& dependencies);

}  // namespace wafernet
