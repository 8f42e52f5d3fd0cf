// Routings by name: a family's own, and those that any network or any grid has.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "wafernet/family.hpp"
#include "wafernet/routing.hpp"

namespace wafernet {

/// A routing that does not belong to one family.
struct GenericRouting {
    RoutingSpec spec{};
    /// Whether the network has it. Null: any network.
    bool (*applies)(const Network& network) = nullptr;
};

/// Returns the routings that networks of several families have, in the order of the help text.
std::span<const GenericRouting> generic_routings();

/// Returns all routings of a network: the family's own first, the default in front.
std::vector<RoutingSpec> routings_of(const Network& network);

/// Returns the routing of `network` called `name`; the network's default where `name` is empty.
/// Throws InputError where the network does not have it; the message lists those it has.
RoutingSpec find_routing(std::string_view name, const Network& network);

/// Returns the routing of `network` called `name`, made; the default where `name` is empty. Throws as find_routing does, and
/// where the network is not connected.
std::unique_ptr<Routing> make_routing(std::string_view name, const Network& network, const RoutingOptions& options = {});

}  // namespace wafernet
