// Whether what is given together belongs together: the checks at the entries of the library.
#pragma once

#include <string>

#include "wafernet/base/error.hpp"
#include "wafernet/core/routing.hpp"
#include "wafernet/core/traffic.hpp"

namespace wafernet {

/// Throws InputError unless `node` is one of the graph.
inline void check_node(const Graph& graph, Node node) {
    if (node >= graph.nodes())
        throw InputError("node " + std::to_string(node) + ", need one below " + std::to_string(graph.nodes()));
}

/// Throws InputError where a routing was made for another network: one of other nodes or channels.
inline void check_fits(const Graph& graph, const Routing& routing) {
    if (routing.channels() == 0 || (routing.nodes() == graph.nodes() && routing.channels() == graph.channels())) return;
    throw InputError("a routing made for a network of " + std::to_string(routing.nodes()) + " nodes and " +
                     std::to_string(routing.channels()) + " channels on one of " + std::to_string(graph.nodes()) +
                     " and " + std::to_string(graph.channels()) + ", need one made for this network");
}

/// Throws InputError where a traffic was made for a network of other nodes.
inline void check_fits(const Graph& graph, const Traffic& traffic) {
    if (traffic.nodes() == 0 || traffic.nodes() == graph.nodes()) return;
    throw InputError("traffic made for a network of " + std::to_string(traffic.nodes()) + " nodes on one of " +
                     std::to_string(graph.nodes()) + ", need one made for this network");
}

/// Throws InputError where a VC rule says nothing.
inline void check_rule(const VcRule& rule) {
    if (!rule.permitted) throw InputError("a VC rule that permits nothing, need one of make_vc_rule");
    if (rule.vcs < 1 || rule.vcs > max_vcs)
        throw InputError("a VC rule of " + std::to_string(rule.vcs) + " virtual channels, need from 1 to " +
                         std::to_string(max_vcs));
}

}  // namespace wafernet
