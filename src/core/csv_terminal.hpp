// Cells of CSV files that name a node.
#pragma once

#include <string>
#include <vector>

#include "wafernet/core/node_names.hpp"

namespace wafernet {

/// Returns the node that a cell names. Throws InputError, which begins with `place` and names the first terminal, where
/// it is no `terminal`.
Node csv_terminal(const std::string& cell, const NodeNames& names, const std::vector<bool>& terminal,
                  const std::string& place);

}  // namespace wafernet
