// Networks that look the same from every node, and such as look different from each.
#pragma once

#include <vector>

#include "wafernet/core/family.hpp"

namespace wafernet {

/// Returns the first node, which stands for all.
inline std::vector<SourceClass> one_class(const Network& network) { return {{0, network.graph.nodes()}}; }
/// Returns every node, which stands for itself alone.
inline std::vector<SourceClass> each_alone(const Network& network) {
    std::vector<SourceClass> classes;
    for (Node v = 0; v < network.graph.nodes(); ++v) classes.push_back({v, 1});
    return classes;
}

}  // namespace wafernet
