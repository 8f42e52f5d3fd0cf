#include "wafernet/core/metric.hpp"

#include <cstddef>

namespace wafernet {

namespace {

struct Words {
    std::string_view name, unit;
};
constexpr Words words[] = {
    // by Metric
    {"nodes", "nodes"},
    {"links", "links"},
    {"degree_min", "ports"},
    {"degree_max", "ports"},
    {"diameter_hops", "hops"},
    {"avg_distance_hops", "hops"},
    {"avg_distance_all_pairs_hops", "hops"},
    {"routed_diameter_hops", "hops"},
    {"routed_avg_distance_hops", "hops"},
    {"arc_connectivity", "channels"},
    {"bisection_links", "links"},
    {"cost", "ports x hops"},
    {"free_ports", "ports"},
    {"highest_level", "levels"},
};

}  // namespace

std::string_view name(Metric metric) { return words[static_cast<std::size_t>(metric)].name; }

std::string_view unit(Metric metric) { return words[static_cast<std::size_t>(metric)].unit; }

}  // namespace wafernet
