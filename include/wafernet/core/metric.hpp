// Names of the static metrics that closed forms claim and measurements give.
#pragma once

#include <string_view>

namespace wafernet {

enum class Metric {
    nodes,
    links,
    degree_min,
    degree_max,
    diameter_hops,
    avg_distance_hops,            ///< over ordered distinct pairs
    avg_distance_all_pairs_hops,  ///< over all ordered pairs, a node to itself included
    routed_diameter_hops,         ///< longest path that the family's own routing takes
    routed_avg_distance_hops,     ///< mean over ordered distinct pairs of that routing
    arc_connectivity,
    bisection_links,
    cost,  ///< degree_max x diameter_hops
    free_ports,
    highest_level,
};

/// Returns the metric's name as the command line and the CSV columns write it, for example "diameter_hops".
std::string_view name(Metric metric);
/// Returns the unit in words: "hops", "links", "nodes", "ports", "channels", "ports x hops", "levels".
std::string_view unit(Metric metric);

}  // namespace wafernet
