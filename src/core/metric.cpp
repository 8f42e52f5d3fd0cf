#include "wafernet/core/metric.hpp"

namespace wafernet {

std::string_view name(Metric metric) {
    switch (metric) {
        case Metric::nodes:
            return "nodes";
        case Metric::links:
            return "links";
        case Metric::degree_min:
            return "degree_min";
        case Metric::degree_max:
            return "degree_max";
        case Metric::diameter_hops:
            return "diameter_hops";
        case Metric::avg_distance_hops:
            return "avg_distance_hops";
        case Metric::avg_distance_all_pairs_hops:
            return "avg_distance_all_pairs_hops";
        case Metric::routed_diameter_hops:
            return "routed_diameter_hops";
        case Metric::routed_avg_distance_hops:
            return "routed_avg_distance_hops";
        case Metric::arc_connectivity:
            return "arc_connectivity";
        case Metric::bisection_links:
            return "bisection_links";
        case Metric::cost:
            return "cost";
        case Metric::free_ports:
            return "free_ports";
        case Metric::highest_level:
            return "highest_level";
    }
    return "";
}

std::string_view unit(Metric metric) {
    switch (metric) {
        case Metric::nodes:
            return "nodes";
        case Metric::links:
        case Metric::bisection_links:
            return "links";
        case Metric::diameter_hops:
        case Metric::avg_distance_hops:
        case Metric::avg_distance_all_pairs_hops:
        case Metric::routed_diameter_hops:
        case Metric::routed_avg_distance_hops:
            return "hops";
        case Metric::degree_min:
        case Metric::degree_max:
        case Metric::free_ports:
            return "ports";
        case Metric::arc_connectivity:
            return "channels";
        case Metric::cost:
            return "ports x hops";
        case Metric::highest_level:
            return "levels";
    }
    return "";
}

}  // namespace wafernet
