// Graphviz, where it is installed: places for the nodes of any graph.
#pragma once

#include <string>

#include "report/node_places.hpp"

namespace wafernet::cli {

/// Returns the places that an engine of Graphviz ("neato", "sfdp", "dot", "circo", "twopi", "fdp") gives the nodes. It
/// is run without a shell, and sees numbers of nodes and no names. Throws InputError where it is not installed,
/// ComputationError where it fails, takes longer than a minute or Ctrl-C comes.
NodePlaces graphviz_places(const Network& network, const std::string& engine);

}  // namespace wafernet::cli
