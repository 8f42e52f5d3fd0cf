// Routings by name: a family's own, and those that any network or any grid has.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "wafernet/core/family.hpp"
#include "wafernet/core/routing.hpp"

namespace wafernet {

/// A routing that does not belong to one family.
struct GenericRouting {
    RoutingSpec spec{};
    /// Whether the network has it. Null: any network.
    bool (*applies)(const Network& network) = nullptr;
    /// Returns the virtual channels that the routing's hops name on the network. Null: `spec.least_vcs`.
    int (*vcs)(const Network& network) = nullptr;
};

/// Returns the routings that networks of several families have, in the order of the help text.
std::span<const GenericRouting> generic_routings();

/// Returns all routings of a network: the family's own first, the default in front.
std::vector<RoutingSpec> routings_of(const Network& network);

/// Returns the routing of `network` called `name`; the network's default where `name` is empty. `dor` is the family's
/// default where it has no routing of that name. Throws InputError where the network does not have it; the message
/// lists those it has.
RoutingSpec find_routing(std::string_view name, const Network& network);

/// Throws InputError where no network has a routing called `name`; an empty name is every network's own.
void check_routing_name(std::string_view name);

/// Returns the routing of `network` called `name`, made; the default where `name` is empty. It owns what it needs:
/// the network need not outlive it. Throws as find_routing does, and where the network has no nodes or is
/// not connected.
std::unique_ptr<Routing> make_routing(std::string_view name, const Network& network,
                                      const RoutingOptions& options = {});

/// What a user says about routing on the command line.
struct RoutingChoice {
    std::string routing;  ///< empty: the network's default
    std::string vc_rule;  ///< empty: the routing's default
    int vcs = 0;          ///< 0: as many as the rule needs
    Ties ties = Ties::positive;
    std::vector<Node> faulty{};             ///< for fault-tolerant routings
    RouteBy route_by = RouteBy::automatic;  ///< for the routings along shortest paths
    Spread spread = Spread::automatic;      ///< for the routing with one shortest path a pair
};

/// A routing with its virtual channels.
struct ChosenRouting {
    RoutingSpec spec{};
    std::unique_ptr<Routing> routing;
    VcRule rule;
    VcSet escape = 0;  ///< VCs of the escape subfunction; 0: none is needed, the verdict is on all VCs
    std::string name;  ///< "dor", or "dor/seg" where the VC rule was asked for
};

/// Throws InputError where a VC rule is asked for with a routing that names the virtual channels of its hops itself,
/// and where a documents' rule is asked for on a network from a file, of which it can see neither rings nor levels.
void check_vc_rule(const RoutingSpec& spec, std::string_view rule, const Network& network);

/// Returns what the choice means on a network. VCs beyond those of the rule become free lanes (with_free_lanes), and
/// the rule's own VCs the escape channels. Throws as make_routing and make_vc_rule do.
ChosenRouting choose_routing(const Network& network, const RoutingChoice& choice);

/// Returns what "latency" or "hops" means, automatic for an empty word. Throws InputError for any other word.
RouteBy route_by_named(std::string_view name);
/// Returns what "destination" or "none" means, automatic for an empty word. Throws InputError for any other word.
Spread spread_named(std::string_view name);

/// Returns the tie rule called "positive", "literal", "split" or "parity". Throws InputError for any other word.
Ties ties_named(std::string_view name);
/// Returns the word for which ties_named gives that rule.
std::string_view name(Ties ties);

}  // namespace wafernet
