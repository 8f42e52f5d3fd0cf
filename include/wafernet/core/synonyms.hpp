// What other simulators call the traffic patterns and routings of this one.
#pragma once

#include <string>
#include <string_view>

namespace wafernet {

/// Returns the name here of what BookSim2 calls `word`: complement for bitcomp; any other word as it is.
std::string_view traffic_of_booksim(std::string_view word);
/// Returns the name here of what BookSim2 calls `word`: dor for dim_order, minimal for min_anynet; any other word as it
/// is.
std::string_view routing_of_booksim(std::string_view word);

/// Returns " (noxim's 'random' is 'uniform' here)" for words of noxim, gem5 and BookSim2 that are not taken, else
/// nothing.
std::string traffic_elsewhere(std::string_view word);
std::string routing_elsewhere(std::string_view word);
/// Returns " ('torus' here, its wires are those of layout folded)" for names of networks that papers and BookSim2 have
/// for families of other names, else nothing.
std::string family_elsewhere(std::string_view word);

}  // namespace wafernet
