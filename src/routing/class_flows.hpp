// All messages from one class of virtual channels to the next, for whoever needs more than loads: the queueing model.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "wafernet/core/family.hpp"
#include "wafernet/core/router_config.hpp"
#include "wafernet/core/routing.hpp"
#include "wafernet/core/traffic.hpp"

namespace wafernet {

/// Messages, and the router that they pass.
struct FlowCase {
    /// `alike`: all links take the same time, so that symmetries of the routing are those of the case. Throws
    /// InputError where the parts do not fit.
    FlowCase(const Network& its_network, const Routing& its_routing, const VcRule& its_rule, const Traffic& its_traffic,
             const RouterConfig& its_router, bool alike);

    const Network& network;
    const Graph& graph;
    const Routing& routing;
    const VcRule& rule;
    const Traffic& traffic;
    const RouterConfig& router;
    std::vector<VcSet> expanded;  ///< VCs of every VC of the rule
    RoutingSymmetry symmetry;     ///< under uniform traffic, where the routing knows one: places are those of one copy
    std::vector<std::uint32_t> maps;  ///< of its channels, where several images of one lead to one (SymmetryMaps)

    [[nodiscard]] bool symmetric() const { return symmetry.copies > 1; }
    [[nodiscard]] Channel image(Channel c) const { return symmetric() ? symmetry.channel[c] : c; }
    [[nodiscard]] Node image_of(Node v) const { return symmetric() ? symmetry.node[v] : v; }
    /// Whether terminals are ports of their routers: their messages begin and end there.
    [[nodiscard]] bool terminals_are_ports() const {
        return router.ports.terminals_are_ports && !network.router_of_terminal.empty();
    }
    /// Returns the channel by which messages of a terminal come to its router; no_channel where they begin there.
    [[nodiscard]] Channel way_in(Node v) const;
    /// Returns the channel by which they come from its router; no_channel where they end there.
    [[nodiscard]] Channel way_out(Node v) const;
};

struct Passage {
    std::uint32_t from = 0, to = 0;
    std::int8_t side = 0;
    double rate = 0.0;  ///< flits per cycle at load 1
};

struct TracedClass {
    Channel channel = no_channel;  ///< no_channel: a port
    VcSet vcs = 0;
};

/// All messages, followed on their ways. Places are ports, one a node with traffic, then ejection ports, then classes.
struct ClassFlows {
    std::vector<Node> nodes;   ///< of ports and of ejection ports, in this order
    std::vector<double> sent;  ///< of every port: flits per cycle at load 1
    std::vector<TracedClass> classes;
    std::vector<Passage> passages;  ///< places: port p, nodes.size() + p its ejection port, 2 nodes.size() + k class k
    double self = 0.0;              ///< of `total`, from nodes to themselves
    double total = 0.0;             ///< flits per cycle of all sources at load 1
    double hops = 0.0;              ///< of these together, network channels that they cross
    std::uint32_t longest = 0;      ///< places of the longest way

    [[nodiscard]] bool is_class(std::uint32_t place) const { return place >= 2 * nodes.size(); }
};

/// Follows every message. Returns nothing where the VC rule does not share the symmetries of the case. Throws
/// ComputationError where a message finds no way on.
std::optional<ClassFlows> follow_classes(const FlowCase& c);

}  // namespace wafernet
