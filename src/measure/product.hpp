// Cartesian products of graphs, found by the digits of the addresses.
#pragma once

#include <vector>

#include "wafernet/core/address.hpp"
#include "wafernet/core/graph.hpp"

namespace wafernet {

/// Returns the graphs whose Cartesian product `graph` is, without double links: every link changes the digits of one of
/// them, and the same links are there whatever the others' digits are. So distances add up over them. Empty where the
/// digits show no two such graphs.
std::vector<Graph> product_factors(const Graph& graph, const AddressScheme& addresses);

}  // namespace wafernet
