// From words to a run of the simulator: what the commands and the published tables have in common.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "wafernet/sim/load_curve.hpp"

namespace wafernet {

/// What can be said in words about a simulation.
struct SimulationChoice {
    std::string preset;        ///< empty: kmway for networks of shared channels, ideal for all others
    std::string routing;       ///< empty: the network's own
    std::string vc_rule;       ///< empty: the routing's default; under booksim-* on rings, BookSim2's
    std::optional<Ties> ties;  ///< nothing: literal under thesis, split under booksim-*, parity under ideal
    RouteBy route_by = RouteBy::automatic;
    Spread spread = Spread::automatic;  ///< automatic: none in graphs from files under booksim-*, as BookSim2's anynet
    std::string traffic = "uniform";
    std::optional<double> hotspot_fraction;
    std::optional<std::uint64_t> hotspot_nodes;                 ///< nothing: 4 under thesis, else 1
    std::optional<bool> include_self;                           ///< nothing: yes under booksim-*, except for hotspot
    std::vector<std::pair<std::string, std::string>> settings;  ///< names of simulation_settings and their values
};

/// A network made ready: everything that a run needs. The network must outlive it.
struct SimulationCase {
    const Network* network = nullptr;
    std::string routing_name;
    Ties ties = Ties::parity;
    std::unique_ptr<Routing> routing;
    VcRule rule;
    std::unique_ptr<Traffic> traffic;
    SimulationOptions options;

    /// Returns references into this case and to its network, for as long as both live.
    [[nodiscard]] SimulationSetup setup() const& { return {*network, *routing, rule, *traffic}; }
    SimulationSetup setup() const&& = delete;
};

/// Throws InputError where no network can have what the choice says: an unknown routing, VC rule or traffic, a file of
/// traffic that cannot be read, options that have no effect on the traffic. Its settings are not looked at.
void check_choice(const SimulationChoice& choice);

/// Returns the VC rule that the choice means for a routing.
std::string vc_rule_of(const SimulationChoice& choice, const RoutingSpec& spec);

/// Returns the traffic of a choice, by its preset what it does not say. Throws InputError for an option that has no
/// effect on this traffic (a hot-spot fraction of other patterns, include_self of a file) and as make_traffic does.
std::unique_ptr<Traffic> make_traffic(const Network& network, const SimulationChoice& choice);

/// Returns the router of a choice: its preset and settings, with the virtual channels that make_simulation_case gives
/// it. Throws as that does for routing, rule and settings.
SimulationOptions router_of(const Network& network, const SimulationChoice& choice);

/// Returns the case of a choice; virtual channels as the preset has them, or more where the rule needs more and none
/// are asked for. The network must outlive the case. Throws InputError for whatever is not known or does not fit the
/// network.
SimulationCase make_simulation_case(const Network& network, const SimulationChoice& choice);
SimulationCase make_simulation_case(const Network&& network, const SimulationChoice& choice) = delete;

}  // namespace wafernet
