// From words to the latency model, and to the simulator at the same conventions.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "command.hpp"
#include "wafernet/latency_model.hpp"
#include "wafernet/network.hpp"
#include "wafernet/routings.hpp"
#include "wafernet/simulation_case.hpp"
#include "wafernet/simulator.hpp"

namespace wafernet::cli {

/// The dynamic options in words.
struct LatencyChoice {
    bool operator==(const LatencyChoice&) const = default;

    std::optional<std::string> preset;  ///< nothing: kmway for networks of shared channels, ideal for all others
    std::string routing;  ///< empty: the network's own
    std::string vc_rule;  ///< empty: the routing's default; under booksim-* on rings, BookSim2's
    std::string ties;     ///< empty: literal under thesis, split under booksim-*, parity under ideal
    std::string route_by, spread;  ///< empty: by the network and the preset
    std::string traffic = "uniform";
    std::optional<std::uint64_t> vcs, buffer, flits, link_cycles, hotspot_nodes;
    std::optional<double> hotspot_fraction;
    bool include_self = false;
    std::string method = "product-form";
    std::string form = "auto";
    std::vector<std::pair<std::string, std::string>> settings;  ///< of the simulator, that a BookSim2 configuration says and no option does
};

/// Returns the options that read a choice: of what is simulated and modelled alike, and with those of the model alone.
std::vector<Option> dynamic_options(LatencyChoice& choice);
std::vector<Option> latency_options(LatencyChoice& choice);

/// Returns the choice for the simulator, which the model follows. Throws InputError where a number is out of its option's range.
SimulationChoice simulation_choice(const LatencyChoice& choice);

/// Returns what the choice says about routing, for what knows no preset: its VC rule with as many VCs as that needs where none are asked for,
/// `ties` where it does not say them. Throws as simulation_choice and find_routing do.
RoutingChoice routing_choice(const Network& network, const LatencyChoice& choice, Ties ties = Ties::positive);

/// Everything that the model and a simulation need.
struct LatencyCase {
    std::unique_ptr<Network> network;
    std::string routing_name;
    std::string ties_name;  ///< which way round a ring when both are equally long
    std::unique_ptr<Routing> routing;
    VcRule rule;
    std::unique_ptr<Traffic> traffic;
    LatencyOptions options;
    SimulationOptions simulation;

    [[nodiscard]] LatencyModel model() const { return {*network, *routing, rule, *traffic, options}; }
};

/// Returns the case of a network word. Throws InputError for whatever is not known or does not fit.
LatencyCase make_latency_case(const std::string& word, const LatencyChoice& choice);

/// Returns what the deadlock verdict says where it is not free, or that there is none, for networks too large to judge in a moment.
std::optional<std::string> cyclic(const LatencyCase& c);

/// A case with its model.
struct ModelledCase {
    LatencyCase c;
    std::optional<std::string> cycle;  ///< why it may deadlock, as cyclic says
    LatencyModel model;
    SaturationEstimate limit;

    ModelledCase(const std::string& word, const LatencyChoice& choice)
        : c(make_latency_case(word, choice)), cycle(cyclic(c)), model(c.model()), limit(model.saturation()) {}
};

struct SimulatedPoint {
    std::string status = "ok";  ///< "ok", "saturated", "deadlock"
    std::optional<double> latency, ci95;
    std::optional<double> total;  ///< from creation, whatever the preset's latency starts from
};

/// Returns the mean of those of `seeds` simulations that are not saturated, with the status that status_of gives all of them.
SimulatedPoint simulate_point(const LatencyCase& c, double load, unsigned seeds, std::uint64_t cycles, std::uint64_t first_seed);

}  // namespace wafernet::cli
