// Where the nodes of a network stand in a picture of it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/svg.hpp"
#include "wafernet/core/family.hpp"

namespace wafernet {

/// Places of nodes, y down the page, in any unit.
struct NodePlaces {
    std::vector<Point> at;
    std::string how;  ///< in words: "by address"
};

/// Returns places by what the network is: digits of addresses as rows, columns and layers, modules of hierarchical
/// networks apart from each other; rings round a circle; trees by level; clusters round a circle of clusters. Nothing
/// where it is none of these.
std::optional<NodePlaces> family_places(const Network& network);

/// Returns the nodes round a circle in the order of their numbers.
NodePlaces circle_places(const Network& network);

}  // namespace wafernet
