#include "wafernet/sim/simulation_case.hpp"

#include <algorithm>

#include "routing/escapes_by_labels.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/measure/routed.hpp"
#include "wafernet/routing/routings.hpp"
#include "wafernet/routing/vc_rules.hpp"
#include "wafernet/traffic/make_traffic.hpp"

namespace wafernet {

namespace {

// Those of presets that networks have without being asked are all alike.
const Preset& conventions(const SimulationChoice& choice) {
    return preset_named(choice.preset.empty() ? "ideal" : std::string_view(choice.preset));
}

TrafficOptions traffic_options(const SimulationChoice& choice) {
    if ((choice.hotspot_fraction || choice.hotspot_nodes) && choice.traffic != "hotspot")
        throw InputError(std::string(choice.hotspot_fraction ? "a hot-spot fraction" : "hot-spot nodes") +
                         " with traffic '" + choice.traffic + "', need traffic hotspot");
    TrafficOptions with;
    with.include_self = choice.include_self.value_or(conventions(choice).include_self && choice.traffic != "hotspot");
    with.hotspot_nodes = choice.hotspot_nodes.value_or(conventions(choice).hotspot_nodes);
    if (choice.hotspot_fraction) with.hotspot_fraction = *choice.hotspot_fraction;
    if (choice.include_self.value_or(false) && choice.traffic.starts_with("file:"))
        throw InputError("--include-self with traffic '" + choice.traffic + "', which says itself who sends to whom");
    return with;
}

Ties ties_of(const SimulationChoice& choice) { return choice.ties.value_or(conventions(choice).ties); }

}  // namespace

void check_choice(const SimulationChoice& choice) {
    check_routing_name(choice.routing);
    if (!choice.vc_rule.empty()) check_vc_rule_name(choice.vc_rule);
    check_traffic(choice.traffic, traffic_options(choice));
}

std::string vc_rule_of(const SimulationChoice& choice, const RoutingSpec& spec) {
    if (!choice.vc_rule.empty()) return choice.vc_rule;
    return std::string(spec.default_vc_rule == "dateline" ? conventions(choice).dateline_rule : spec.default_vc_rule);
}

std::unique_ptr<Traffic> make_traffic(const Network& network, const SimulationChoice& choice) {
    return make_traffic(choice.traffic, network, traffic_options(choice));
}

namespace {

// Files under BookSim2's presets go the single path that it takes.
std::unique_ptr<Routing> routing_of(const Network& network, const SimulationChoice& choice, const RoutingSpec& spec) {
    const bool as_anynet = conventions(choice).one_path_in_files && network.family == nullptr &&
                           spec.name == "minimal" && choice.spread == Spread::automatic;
    return make_routing(spec.name, network,
                        {ties_of(choice), {}, {}, choice.route_by, as_anynet ? Spread::none : choice.spread});
}

// Virtual channels of a rule that hangs on the routes, which says how many it needs when it is made for them.
int routed_vcs(const Network& network, const SimulationChoice& choice, const RoutingSpec& spec, const std::string& rule,
               int least) {
    if (rule == "hop") {
        if (const auto lengths = shortest_lengths(network, spec, choice.route_by))
            return vcs_by_hop(network, static_cast<int>(lengths->longest), 0, least);
    }
    return with_vc_rule(routing_of(network, choice, spec), rule, network, 0, least).rule.vcs;
}

}  // namespace

SimulationOptions router_of(const Network& network, const SimulationChoice& choice) {
    SimulationOptions o =
        simulation_preset(choice.preset.empty() ? usual_preset(network) : preset_named(choice.preset));
    const RoutingSpec spec = find_routing(choice.routing, network);
    // Who waits for one hop drawn beforehand may wait for ever where only all hops together, the escape among them, are
    // free of deadlock. An escape takes a second virtual channel.
    const auto escapes = [&] { return spec.least_vcs > 1 && routing_of(network, choice, spec)->escape_vcs() != 0; };
    if (ties_of(choice) == Ties::split && network.shared_nodes == 0 && !escapes())
        o.router.output = OutputPolicy::random;
    bool vcs_given = false;
    for (const auto& [key, text] : choice.settings) {
        set_simulation_option(o, key, text);
        vcs_given = vcs_given || key == "vcs";
    }
    check_vc_rule(spec, choice.vc_rule, network);
    const std::string rule = vc_rule_of(choice, spec);
    if (!vcs_given)
        o.router.vcs = is_routed_vc_rule(rule)
                           ? routed_vcs(network, choice, spec, rule, o.router.vcs)
                           : std::max({o.router.vcs, make_vc_rule(rule, network).vcs, spec.least_vcs});
    if (o.router.vcs < 1 || o.router.vcs > max_vcs) check_options(o, network);
    if (o.router.vcs < spec.least_vcs)
        throw InputError("routing '" + std::string(spec.name) + "' needs " + std::to_string(spec.least_vcs) +
                         " virtual channels, there are only " + std::to_string(o.router.vcs));
    return o;
}

SimulationCase make_simulation_case(const Network& network, const SimulationChoice& choice) {
    SimulationCase c;
    c.network = &network;
    c.options = router_of(network, choice);
    c.ties = ties_of(choice);
    const RoutingSpec spec = find_routing(choice.routing, network);
    c.routing_name = spec.name;
    c.routing = routing_of(network, choice, spec);
    // Where the routing names its classes, the rule leaves the virtual channels beyond them to the option extra-vcs;
    // but an escape by labels is one virtual channel, whatever their number.
    const std::string rule = vc_rule_of(choice, spec);
    const bool names_classes = spec.least_vcs > 1 && !escapes_by_labels(*c.routing);
    const int vcs = rule == "any" && names_classes ? spec.least_vcs : c.options.router.vcs;
    RuledRouting ruled = with_vc_rule(std::move(c.routing), rule, network, vcs, vcs);
    c.routing = std::move(ruled.routing);
    c.rule = std::move(ruled.rule);
    TrafficOptions options = traffic_options(choice);
    options.routing = c.routing.get();
    c.traffic = make_traffic(choice.traffic, network, options);
    check_options(c.options, network);
    // The presets of BookSim2 come with that; there such routings hold a buffer until it is known to be empty.
    if (c.options.router.hold == HoldVc::until_tail_sent && c.routing->escape_vcs() != 0 &&
        conventions(choice).router.hold != HoldVc::until_tail_sent)
        throw InputError("hold is 'until-tail-sent', by which a buffer may hold several messages, and routing '" +
                         c.routing_name + "' is free of deadlock with one in each, need until-buffer-left");
    return c;
}

}  // namespace wafernet
