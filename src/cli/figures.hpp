// The figures of one network: what `estimate` shows on a page, `compare` in a row and `explain` one by one.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "latency_case.hpp"
#include "wafernet/family.hpp"
#include "wafernet/table.hpp"

namespace wafernet::cli {

/// How a figure was reached, in the words of the output.
namespace kinds {
inline constexpr std::string_view exact = "exact";          ///< counted on the graph
inline constexpr std::string_view routed = "routed";        ///< counted on the paths of a routing
inline constexpr std::string_view formula = "formula";      ///< a published or derived formula
inline constexpr std::string_view bound = "bound";          ///< proven to be no less, or no more, than the exact value
inline constexpr std::string_view model = "model";          ///< an analytical model
inline constexpr std::string_view simulated = "simulated";  ///< a simulation
}  // namespace kinds

/// One figure with its origin.
struct Figure {
    std::string section;  ///< part of the page: "structure", "distances", "wafer stack", "latency"
    std::string metric;   ///< with its unit as a suffix: "diameter_hops"
    Value value;
    std::string unit;     ///< in words: "hops"
    std::string kind;     ///< one of `kinds`
    std::string source;   ///< "graph", "routing dor-nearest", "rahman2006 Eq. 3.3"
    std::string note{};   ///< for `explain`: the formula, the reading, what is wrong with it
    bool compared = true;  ///< a column of `compare`; formulas beside a counted value are not
    std::string counted{}; ///< of a formula: the source of the counted figure that it is meant for, where there are several
    bool aside = false;    ///< what nobody looks for: that there is one component, why there is no router to cost. Not on the page, and no column of `compare` by itself
};

/// The design point that figures are for, in words.
struct FigureChoice {
    std::uint64_t planes = 16;  ///< what the documents stack
    std::string technology = "thesis";
    LatencyChoice dynamic;
    bool operator==(const FigureChoice&) const = default;
};

/// Returns the options that read a choice, those of 'latency' among them.
std::vector<Option> figure_options(FigureChoice& choice);

/// Throws InputError where none of the networks can have the choice: a word that is not known, a number out of its option's range, a file of
/// traffic that means nothing on any of them.
void check_choice(const FigureChoice& choice, std::span<const std::string> networks);

/// What figures are asked for.
struct FigureRequest {
    const Network& network;
    unsigned threads = 1;
    std::uint64_t seed = 1;
    bool thorough = false;  ///< seconds instead of milliseconds may be spent (--thorough)
    bool simulate = false;  ///< simulations too, which take seconds (--simulate)
    FigureChoice choice{};
};

/// What --thorough does.
inline constexpr const char* simulate_words = "also simulate: latency at low load and saturation";
inline constexpr const char* thorough_words = "spend seconds rather than milliseconds, on large networks a minute or two, where that gives more";

/// Networks of up to so many nodes: what goes along all routes or solves queues takes a moment; is done at all with --thorough,
/// which takes a minute or two for the largest.
inline constexpr Node quick_nodes = 300;
inline constexpr Node thorough_nodes = 4200;
inline constexpr Node thorough_sparse_nodes = 10'000;  ///< those with at most so many channels:
inline constexpr Channel thorough_channels = 200'000;

/// Whether what goes along all routes or solves queues is left out.
inline bool too_large(const Network& network, bool thorough) {
    const Node nodes = network.graph.nodes();
    if (!thorough) return nodes > quick_nodes;
    return nodes > thorough_nodes && (nodes > thorough_sparse_nodes || network.graph.channels() > thorough_channels);
}

/// Returns why that is left out, and what gives it: --thorough where that is enough, `command` always.
inline std::string takes_long(const Network& network, const std::string& command) {
    const std::string nodes = "takes long for " + std::to_string(network.graph.nodes()) + " nodes, ";
    return too_large(network, true) ? nodes + "'" + command + "' starts it" : nodes + "ask with --thorough or '" + command + "'";
}

/// Returns the case that latency and saturation are given for: "preset ideal, uniform traffic, 16 flits", and the options that differ
/// from their defaults, "vcs 4"; `model`: those of the model too.
std::string case_of(const FigureRequest& request, bool model = true);

/// Returns "16 planes, technology thesis; " and the case.
std::string design_point(const FigureRequest& request);

/// Returns "1 plane" or "16 planes".
inline std::string planes_of(const FigureChoice& choice) { return std::to_string(choice.planes) + (choice.planes == 1 ? " plane" : " planes"); }

/// Sections in the order of the page; figures of any other section follow.
inline constexpr std::string_view sections[] = {"structure", "distances", "routing", "published formulas", "wafer stack", "latency", "simulation"};

/// Columns of `compare`: every figure that is compared, of any network, in an order that does not depend on the networks.
inline constexpr std::string_view compared_metrics[] = {
    "nodes", "links", "degree_min", "degree_max", "terminals", "arc_connectivity", "bisection_links", "bisection_lower_links", "bisection", "components",
    "diameter_hops", "avg_distance_hops", "cost", "routed_diameter_hops", "routed_avg_distance_hops", "deadlock_free",
    "peak_vertical_links", "layout_area_mm2", "area_vs_torus2d", "max_wire_tiles", "mean_wire_tiles", "yield_bm", "yield_level2", "router_gates", "router_setup_ns",
    "bitonic_steps", "maximum_steps",
    "zero_load_latency_cycles", "saturation_load_flits_per_node_cycle", "channel_bound_flits_per_node_cycle", "port_bound_flits_per_node_cycle", "busiest_channel", "bottleneck",
    "shared_channels", "routers", "sharing_factor", "diameter_channels", "mean_shared_channels_crossed", "shared_channel_bound_flits_per_node_cycle",
    "collective_width", "colinear_layers", "colinear_contacts",
    "simulated_low_load_latency_cycles", "simulated_saturation_load_flits_per_node_cycle"};

/// Returns the figures of all files in src/cli/figures, in the order of the page. A file defines
/// `std::vector<Figure> <file name>_figures(const FigureRequest&)`; the registry is generated from the folder. A figure that
/// cannot be given is Missing with the reason, or left out where it means nothing for the network.
std::vector<Figure> figures(const FigureRequest& request);

/// Returns the figures of all files in the order of the file names; generated.
std::vector<Figure> all_figures(const FigureRequest& request);

}  // namespace wafernet::cli
