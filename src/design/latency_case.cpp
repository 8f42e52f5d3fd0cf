// The conventions of every preset, applied to the model and to the simulator alike.
#include "wafernet/base/error.hpp"
#include "wafernet/design/design.hpp"
#include "wafernet/io/make_network.hpp"

namespace wafernet {

namespace {

std::uint64_t in_range(const std::string& option, std::uint64_t value, std::uint64_t least, std::uint64_t most) {
    if (value < least || value > most)
        throw InputError(option + " is " + std::to_string(value) + ", need a number from " + std::to_string(least) +
                         " to " + std::to_string(most));
    return value;
}

}  // namespace

SimulationChoice simulation_choice(const DynamicChoice& choice) {
    SimulationChoice said;
    said.preset = choice.preset.value_or("");
    said.routing = choice.routing;
    said.vc_rule = choice.vc_rule;
    if (!choice.ties.empty()) said.ties = ties_named(choice.ties);
    said.route_by = route_by_named(choice.route_by);
    said.spread = spread_named(choice.spread);
    said.traffic = choice.traffic;
    said.hotspot_fraction = choice.hotspot_fraction;
    said.hotspot_nodes = choice.hotspot_nodes;
    if (choice.include_self) said.include_self = true;
    const auto set = [&](const char* setting, const std::optional<std::uint64_t>& value, std::uint64_t most) {
        if (value)
            said.settings.emplace_back(setting, std::to_string(in_range(std::string("--") + setting, *value, 1, most)));
    };
    set("vcs", choice.vcs, max_vcs);
    set("buffer", choice.buffer, 65535);
    set("flits", choice.flits, 1000000);
    set("link-cycles", choice.link_cycles, most_link_cycles);
    if (!choice.extra_vcs.empty()) said.settings.emplace_back("extra-vcs", choice.extra_vcs);
    if (!choice.output_policy.empty()) said.settings.emplace_back("output-policy", choice.output_policy);
    said.settings.insert(said.settings.end(), choice.settings.begin(), choice.settings.end());
    return said;
}

RoutingChoice routing_choice(const Network& network, const DynamicChoice& choice, Ties ties) {
    const SimulationChoice said = simulation_choice(choice);
    const RoutingSpec spec = find_routing(said.routing, network);
    const std::string rule = vc_rule_of(said, spec);
    return {said.routing,
            rule == spec.default_vc_rule ? said.vc_rule : rule,
            static_cast<int>(choice.vcs.value_or(0)),
            said.ties.value_or(ties),
            {},
            said.route_by,
            said.spread};
}

LatencyCase make_latency_case(Network network, const DynamicChoice& choice) {
    LatencyCase c;
    c.network = std::make_unique<Network>(std::move(network));
    SimulationCase made = make_simulation_case(*c.network, simulation_choice(choice));
    c.routing_name = made.routing_name;
    c.ties_name = name(made.ties);
    c.routing = std::move(made.routing);
    c.rule = std::move(made.rule);
    c.traffic = std::move(made.traffic);
    c.simulation = std::move(made.options);
    c.options = c.simulation.router;
    return c;
}

LatencyCase make_latency_case(std::string_view word, const DynamicChoice& choice) {
    return make_latency_case(make_network(word), choice);
}

}  // namespace wafernet
