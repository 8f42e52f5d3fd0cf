// What a column is called where people read it. Names stay in CSV and JSON.
#include <algorithm>
#include <utility>

#include "report/layout.hpp"

namespace wafernet {

namespace {

using Words = std::pair<std::string_view, std::string_view>;

// Names whose words are not those of the name itself.
constexpr Words own[] = {
    {"arc_connectivity", "channels that cut a node off"},
    {"area_vs_torus2d", "area over that of a 2D torus"},
    {"avg_distance_all_pairs_hops", "average distance with a node to itself, hops"},
    {"avg_distance_cycles", "average distance, cycles"},
    {"avg_distance_hops", "average distance, hops"},
    {"avg_router_hops", "average distance of routers, hops"},
    {"bisection", "bisection is"},
    {"bisection_lower_links", "bisection at least, links"},
    {"channel_bound_flits_per_node_cycle", "channels carry at most, flits a node and cycle"},
    {"claimed", "formula"},
    {"clock_stage", "slowest stage"},
    {"clock_w", "clocks, W"},
    {"congestion_least", "least congestion possible"},
    {"dilation_least", "least dilation possible"},
    {"cost", "degree x diameter"},
    {"cost_usd_per_node", "price a node, $"},
    {"cost_usd_per_system", "price, $"},
    {"degree_max", "most links of a node"},
    {"degree_min", "fewest links of a node"},
    {"degree_router_max", "most links of a router to routers"},
    {"degree_router_min", "fewest links of a router to routers"},
    {"delay_printed_ns", "printed delay, ns"},
    {"diameter_router_hops", "diameter between routers, hops"},
    {"dies_per_wafer", "dies a wafer"},
    {"flit_bits", "a flit, bits"},
    {"latency_ci95", "+- (95 %)"},
    {"latency_max", "greatest latency, cycles"},
    {"latency_median", "median latency, cycles"},
    {"latency_min", "least latency, cycles"},
    {"latency_p95", "95 % are below, cycles"},
    {"latency_p99", "99 % are below, cycles"},
    {"avg_distance_plus_minus", "average distance +-"},
    {"connected_lower", "connected, at least"},
    {"connected_probability", "probability that all are connected"},
    {"connected_upper", "connected, at most"},
    {"diameter_plus_minus", "diameter +-"},
    {"expected_gbit_s", "Gbit/s of a stack as made"},
    {"expected_plus_minus", "+-"},
    {"gbit_s_per_usd", "Gbit/s a $, all used"},
    {"gbit_s_per_usd_whole", "Gbit/s a $, whole ones used"},
    {"throughput_gbit_s", "Gbit/s of a whole stack"},
    {"whole_lower", "whole, at least"},
    {"whole_probability", "share that is whole"},
    {"whole_upper", "whole, at most"},
    {"largest_part_plus_minus", "largest part +-"},
    {"latency_plus_minus", "latency +-, cycles"},
    {"saturation_plus_minus", "saturation +-"},
    {"latency_sd", "standard deviation of latency, cycles"},
    {"layout_area_mm2", "area of a plane, mm2"},
    {"link_cycles", "a link takes, cycles"},
    {"load_fraction", "load over saturation"},
    {"longest_vertical_planes", "longest vertical link, planes"},
    {"max_load", "greatest load"},
    {"max_wire_tiles", "longest wire, tiles"},
    {"mean_hops", "mean path, hops"},
    {"module_links", "links between modules"},
    {"network_latency_cycles", "latency from entry, cycles"},
    {"nodes_per_plane", "nodes a plane"},
    {"one_plane_max_wire_tiles", "longest wire on one plane, tiles"},
    {"one_plane_total_wire_tiles", "total wire on one plane, tiles"},
    {"peak_formula_links", "most vertical links in a gap by formula"},
    {"peak_module_links", "vertical links between modules"},
    {"peak_vertical_links", "most vertical links in a gap"},
    {"pins_per_node", "pins a node"},
    {"plane_area_mm2", "area of a plane with its spares, mm2"},
    {"port_bound_flits_per_node_cycle", "ports carry at most, flits a node and cycle"},
    {"routed_avg_distance_hops", "average route, hops"},
    {"routed_diameter_hops", "longest route, hops"},
    {"router_buffer_bits", "buffers of a router, bits"},
    {"router_connectivity", "channels that cut a router off"},
    {"router_gates", "gates of a router"},
    {"router_links", "links between routers"},
    {"router_ports", "ports of a router"},
    {"router_stages", "stages of a router"},
    {"saturation_gbit_per_s_per_node", "saturates at, Gbit/s a node"},
    {"saturation_load_flits_per_node_cycle", "saturates at a load of, flits a node and cycle"},
    {"saturation_lower_flits_per_node_cycle", "saturates above, flits a node and cycle"},
    {"saturation_upper_flits_per_node_cycle", "saturates below, flits a node and cycle"},
    {"sim_latency_ci95", "simulated +- (95 %)"},
    {"sim_latency_cycles", "simulated latency, cycles"},
    {"simulated_low_load_latency_cycles", "simulated latency at low load, cycles"},
    {"simulated_saturation_load_flits_per_node_cycle", "simulated, saturates at, flits a node and cycle"},
    {"source_wait_cycles", "wait at the source, cycles"},
    {"stack_area_mm2", "area of all planes, mm2"},
    {"stack_area_without_spares_mm2", "area of all planes without spares, mm2"},
    {"stretched_links", "links stretched"},
    {"terminals", "nodes that send"},
    {"total_latency_cycles", "latency from creation, cycles"},
    {"vc", "VC"},
    {"vc_classes", "VC classes"},
    {"vc_rule", "VC rule"},
    {"vcs", "VCs"},
    {"vertical_bits", "a link between planes, bits"},
    {"vertical_w", "vertical links, W"},
    {"yield_bm", "yield of a basic module"},
    {"yield_bonds", "yield of bonds"},
    {"yield_level2", "yield of level 2"},
    {"yield_node", "yield of a node"},
    {"yield_plane", "yield of a module's plane"},
    {"yield_planes", "yield of all planes"},
    {"yield_stack", "yield of the stack"},
    {"yield_switches", "yield of switches"},
    {"yield_system", "yield of the system"},
    {"yield_vertical_wires", "yield of vertical wires"},
    {"zero_load_latency_cycles", "latency without load, cycles"},
    {"zero_load_latency_ns", "latency without load, ns"},
};

// Units at the end of a name, the longest first.
constexpr Unit units[] = {
    {"_flits_per_node_cycle", "flits a node and cycle", "flits/node/cycle"},
    {"_gbit_per_s_per_node", "Gbit/s a node", "Gbit/s/node"},
    {"_flits_per_cycle", "flits a cycle", "flits/cycle"},
    {"_usd_per_system", "$", "USD/system"},
    {"_usd_per_node", "$ a node", "USD/node"},
    {"_pj_per_flit", "pJ a flit", ""},
    {"_pj_per_bit", "pJ a bit", "pJ/bit"},
    {"_w_per_cm2", "W/cm2", "W/cm²"},
    {"_per_cm2", "per cm2", "per cm²"},
    {"_percent", "%", "%"},
    {"_cycles", "cycles", "cycles"},
    {"_planes", "", "planes"},
    {"_links", "links", ""},
    {"_flits", "flits", "flits"},
    {"_tiles", "tiles", "tiles"},
    {"_bits", "bits", "bits"},
    {"_hops", "hops", "hops"},
    {"_mm2", "mm2", "mm²"},
    {"_usd_s", "$ s", "USD s"},
    {"_usd", "$", "USD"},
    {"_mm", "mm", "mm"},
    {"_um", "", "µm"},
    {"_ns", "ns", "ns"},
    {"_pj", "pJ", "pJ"},
    {"_w", "W", "W"},
    {"_j", "J", "J"},
};

}  // namespace

const Unit* unit_of(std::string_view column, std::string_view Unit::*form) {
    const auto* found = std::ranges::find_if(
        units, [&](const Unit& unit) { return !(unit.*form).empty() && column.ends_with(unit.ending); });
    return found == std::end(units) ? nullptr : found;
}

std::string words_of_column(std::string_view name) {
    if (const auto* found = std::ranges::find(own, name, &Words::first); found != std::end(own))
        return std::string(found->second);
    std::string unit;
    if (const Unit* its = unit_of(name, &Unit::words)) {
        name.remove_suffix(its->ending.size());
        unit = ", " + std::string(its->words);
    }
    std::string out(name);
    std::ranges::replace(out, '_', ' ');
    return out + unit;
}

std::pair<std::string, std::string> label_and_unit(const std::string& heading) {
    const std::size_t comma = heading.rfind(", ");
    if (comma == std::string::npos) return {heading, ""};
    return {heading.substr(0, comma), heading.substr(comma + 2)};
}

}  // namespace wafernet
