// What a set of figures is for: one router, one message length, one stack, one technology.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "wafernet/routing/routings.hpp"
#include "wafernet/sim/simulation_case.hpp"

namespace wafernet {

/// Router, routing, traffic and message length, in the words of the command line.
struct DynamicChoice {
    bool operator==(const DynamicChoice&) const = default;

    std::optional<std::string> preset;  ///< nothing: kmway for networks of shared channels, ideal for all others
    std::string routing;                ///< empty: the network's own
    std::string vc_rule;                ///< empty: the routing's default; under booksim-* on rings, BookSim2's
    std::string route_by, spread;       ///< empty: by the network and the preset
    std::string ties;                   ///< empty: literal under thesis, split under booksim-*, parity under ideal
    std::string traffic = "uniform";
    std::optional<std::uint64_t> vcs, buffer, flits, link_cycles, hotspot_nodes;
    std::optional<double> hotspot_fraction;
    bool include_self = false;
    std::vector<std::pair<std::string, std::string>>
        settings;                          ///< of the simulator, that a BookSim2 configuration says and no option does
    std::string extra_vcs, output_policy;  ///< as the simulator's settings of these names; empty: the preset's
    std::string method = "auto";           ///< as latency_route
    std::optional<std::string>
        within;  ///< of an estimate: "5%" or "0.05"; nothing: the model wherever it has an answer
};

/// How a stack is made and sold, for its price.
struct CostChoice {
    bool operator==(const CostChoice&) const = default;

    std::string bonding = "d2w";  ///< "d2w": dies, "w2w": whole wafers, which leave bad planes in
    std::string known_good =
        "auto";                   ///< "yes", "no", "auto": planes are tested before bonding unless wafers are bonded
    bool test_each_bond = false;  ///< a stack that fails gets no further plane
    std::uint64_t wire_group = 0, wire_spares = 0;  ///< vertical signal wires that share spare wires
    std::string wire_clusters = "none";             ///< how faults of vertical wires gather: none, group, interface
    std::optional<double> wire_alpha;               ///< how closely; nothing: 1
    double development = 0.0;                       ///< usd, once
    std::optional<double> volume;                   ///< systems that share it; nothing: development is left out
};

/// One design. The default is the one that `wafernet estimate NET` shows.
struct DesignPoint {
    bool operator==(const DesignPoint&) const = default;

    DynamicChoice dynamic;
    std::optional<std::uint64_t> planes;  ///< nothing: 1, or 16 for the families that rahman2006 stacks
    std::string placement = "auto";       ///< which node goes on which plane, as placement_scheme
    std::string layout = "best";          ///< tiles on a plane; "best": the one with the shortest longest wire
    std::string technology = "hybrid-bond";
    std::optional<std::uint64_t> flit_bits;  ///< width of a link; nothing: the technology's lines a link
    std::string wire_cycles = "auto";  ///< "yes": links take the cycles that their wires need, "no", "auto": where the
                                       ///< technology knows its wires
    std::optional<double> clock_ns, clock_ghz;   ///< one of them fixes the clock; nothing: the router's own
    std::optional<double> defects_per_cm2;       ///< nothing: the technology's, 0.5 where it gives none
    std::string defect_model = "poisson";        ///< how defects are spread, as defect_model
    std::optional<double> defect_alpha;          ///< clustering of the negative binomial; nothing: 2
    std::optional<std::uint64_t> defect_layers;  ///< of Bose-Einstein; nothing: 10
    double spares = 0.25;                        ///< spare nodes a node in a block, and spare blocks a block
    std::uint64_t spare_unit = 64;               ///< nodes of a block that shares its spare nodes
    CostChoice cost;
    std::optional<std::uint64_t> vertical_bits;   ///< width of vertical links; nothing: that of all links
    std::vector<std::string> technology_values;   ///< "KEY=VALUE" in place of the technology's
    std::vector<std::string> plane_technologies;  ///< "PLANE=TECHNOLOGY": planes of other silicon, by number or name
};

/// Returns the choice for the simulator, which the model follows. Throws InputError where a number is out of its range.
SimulationChoice simulation_choice(const DynamicChoice& choice);

/// Returns what the choice says about routing, for what knows no preset: its VC rule with as many VCs as that needs
/// where none are asked for, `ties` where it does not say them. Throws as simulation_choice and find_routing do.
RoutingChoice routing_choice(const Network& network, const DynamicChoice& choice, Ties ties = Ties::positive);

/// Returns the planes of a network at a point that does not say them: 16, which rahman2006 stacks, for the families
/// that it puts on wafers where they have as many nodes, else 1.
std::uint64_t usual_planes(const Network& network);
inline constexpr std::string_view placement_file = "file:";  ///< begins a placement that a file gives

/// Returns the point with the planes of `network` and what its placement is called.
DesignPoint resolved(DesignPoint point, const Network& network);
/// Returns the point with the same planes for all networks: the most that one of the families has by itself, 1 where
/// another one has not as many nodes.
DesignPoint common_point(DesignPoint point, std::span<const std::string> words);

/// Throws InputError where no network can have the point: a number out of its range, a word that is not known.
void check_design_point(const DesignPoint& point);

}  // namespace wafernet
