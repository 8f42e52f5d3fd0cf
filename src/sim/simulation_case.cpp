#include "wafernet/simulation_case.hpp"

#include <algorithm>

#include "wafernet/error.hpp"
#include "wafernet/routings.hpp"
#include "wafernet/vc_rules.hpp"

namespace wafernet {

namespace {

TrafficOptions traffic_options(const SimulationChoice& choice) {
    if ((choice.hotspot_fraction || choice.hotspot_nodes) && choice.traffic != "hotspot") {
        throw InputError(std::string(choice.hotspot_fraction ? "a hot-spot fraction" : "hot-spot nodes") + " with traffic '" + choice.traffic + "', need traffic hotspot");
    }
    TrafficOptions with;
    with.include_self = choice.include_self.value_or(choice.preset.starts_with("booksim") && choice.traffic != "hotspot");
    with.hotspot_nodes = choice.hotspot_nodes.value_or(choice.preset == "thesis" ? 4 : 1);
    if (choice.hotspot_fraction) with.hotspot_fraction = *choice.hotspot_fraction;
    if (choice.include_self.value_or(false) && choice.traffic.starts_with("file:")) throw InputError("--include-self with traffic '" + choice.traffic + "', which says itself who sends to whom");
    return with;
}

}  // namespace

void check_choice(const SimulationChoice& choice) {
    check_routing_name(choice.routing);
    if (!choice.vc_rule.empty()) check_vc_rule_name(choice.vc_rule);
    check_traffic(choice.traffic, traffic_options(choice));
}

std::string vc_rule_of(const SimulationChoice& choice, const RoutingSpec& spec) {
    if (!choice.vc_rule.empty()) return choice.vc_rule;
    const bool booksim = choice.preset.starts_with("booksim") && spec.default_vc_rule == "dateline";
    return booksim ? "booksim" : std::string(spec.default_vc_rule);
}

std::unique_ptr<Traffic> make_traffic(const Network& network, const SimulationChoice& choice) {
    return make_traffic(choice.traffic, network, traffic_options(choice));
}

SimulationCase make_simulation_case(const Network& network, const SimulationChoice& choice) {
    SimulationCase c;
    c.network = &network;
    c.options = simulation_preset(!choice.preset.empty() ? std::string_view(choice.preset) : network.shared_nodes > 0 ? "kmway" : "ideal");
    const bool booksim = choice.preset.starts_with("booksim");
    const bool thesis = choice.preset == "thesis";
    const Ties ties = choice.ties.value_or(thesis ? Ties::literal : booksim ? Ties::split : Ties::parity);
    const RoutingSpec spec = find_routing(choice.routing, network);
    c.routing_name = spec.name;
    c.ties = ties;
    const bool as_anynet = booksim && network.family == nullptr && spec.name == "minimal" && choice.spread == Spread::automatic;
    c.routing = make_routing(spec.name, network, {ties, {}, {}, choice.route_by, as_anynet ? Spread::none : choice.spread});
    if (ties == Ties::split && network.shared_nodes == 0) c.options.output = OutputPolicy::random;
    bool vcs_given = false;
    for (const auto& [key, text] : choice.settings) {
        set_simulation_option(c.options, key, text);
        vcs_given = vcs_given || key == "vcs";
    }
    check_vc_rule(spec, choice.vc_rule, network);
    const std::string rule = vc_rule_of(choice, spec);
    if (!vcs_given) c.options.vcs = std::max({c.options.vcs, make_vc_rule(rule, network).vcs, spec.least_vcs});
    if (c.options.vcs < 1 || c.options.vcs > max_vcs) check_options(c.options, network);
    if (c.options.vcs < spec.least_vcs) {
        throw InputError("routing '" + std::string(spec.name) + "' needs " + std::to_string(spec.least_vcs) + " virtual channels, there are only " +
                         std::to_string(c.options.vcs));
    }
    // Where the routing names its classes, the rule leaves the virtual channels beyond them to the option extra-vcs.
    c.rule = make_vc_rule(rule, network, rule == "any" && spec.least_vcs > 1 ? spec.least_vcs : c.options.vcs);
    c.traffic = make_traffic(network, choice);
    check_options(c.options, network);
    return c;
}

}  // namespace wafernet
