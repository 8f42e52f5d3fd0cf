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
    {"avg_distance_cycles", "average distance, cycles"},
    {"avg_distance_hops", "average distance, hops"},
    {"avg_router_hops", "average distance of routers, hops"},
    {"avg_distance_all_pairs_hops", "average distance with a node to itself, hops"},
    {"bisection", "bisection is"},
    {"bisection_lower_links", "bisection at least, links"},
    {"channel_bound_flits_per_node_cycle", "channels carry at most, flits a node and cycle"},
    {"claimed", "formula"},
    {"clock_ns", "clock, ns"},
    {"clock_w", "clock, W"},
    {"cost", "degree x diameter"},
    {"cost_usd_per_node", "price a node, $"},
    {"cost_usd_per_system", "price, $"},
    {"degree_max", "most links of a node"},
    {"degree_min", "fewest links of a node"},
    {"degree_router_max", "most links of a router to routers"},
    {"degree_router_min", "fewest links of a router to routers"},
    {"diameter_router_hops", "diameter between routers, hops"},
    {"energy_pj_per_bit", "energy, pJ a bit"},
    {"latency_ci95", "+- (95 %)"},
    {"load_flits_per_node_cycle", "load, flits a node and cycle"},
    {"load_fraction", "load over saturation"},
    {"max_wire_tiles", "longest wire, tiles"},
    {"mean_wire_tiles", "mean wire, tiles"},
    {"peak_vertical_links", "most vertical links in a gap"},
    {"peak_module_links", "vertical links between modules"},
    {"port_bound_flits_per_node_cycle", "ports carry at most, flits a node and cycle"},
    {"power_density_w_per_cm2", "power density, W/cm2"},
    {"routed_avg_distance_hops", "average route, hops"},
    {"routed_diameter_hops", "longest route, hops"},
    {"router_connectivity", "channels that cut a router off"},
    {"router_links", "links between routers"},
    {"router_ports", "ports of a router"},
    {"saturation_gbit_per_s_per_node", "saturates at, Gbit/s a node"},
    {"saturation_load_flits_per_node_cycle", "saturates at a load of, flits a node and cycle"},
    {"saturation_lower_flits_per_node_cycle", "saturates above, flits a node and cycle"},
    {"saturation_upper_flits_per_node_cycle", "saturates below, flits a node and cycle"},
    {"sim_latency_cycles", "simulated latency, cycles"},
    {"sim_latency_ci95", "simulated +- (95 %)"},
    {"simulated_saturation_load_flits_per_node_cycle", "simulated, saturates at, flits a node and cycle"},
    {"simulated_low_load_latency_cycles", "simulated latency at low load, cycles"},
    {"stack_area_mm2", "area of all planes, mm2"},
    {"layout_area_mm2", "area of a plane, mm2"},
    {"terminals", "nodes that send"},
    {"vc", "VC"},
    {"vcs", "VCs"},
    {"vc_classes", "VC classes"},
    {"vc_rule", "VC rule"},
    {"yield_bm", "yield of a basic module"},
    {"yield_level2", "yield of level 2"},
    {"yield_stack", "yield of the stack"},
    {"yield_system", "yield of the system"},
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
    {"_usd", "$", "USD"},
    {"_mm", "mm", "mm"},
    {"_um", "", "µm"},
    {"_ns", "ns", "ns"},
    {"_pj", "pJ", "pJ"},
    {"_w", "W", "W"},
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

}  // namespace wafernet
