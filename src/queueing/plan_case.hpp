// What a plan is made of, checked.
#pragma once

#include <vector>

#include "core/exit_of_terminal.hpp"
#include "wafernet/core/family.hpp"
#include "wafernet/core/routing.hpp"
#include "wafernet/core/traffic.hpp"
#include "wafernet/queueing/latency_model.hpp"
#include "wafernet/routing/vc_rules.hpp"

namespace wafernet::queueing {

struct PlanCase {
    /// Throws InputError where the options do not fit.
    PlanCase(const Network& its_network, const Routing& its_routing, const VcRule& its_rule, const Traffic& its_traffic,
             const LatencyOptions& its_options);

    const Network& network;
    const Graph& graph;
    const Routing& routing;
    const VcRule& rule;
    const Traffic& traffic;
    const LatencyOptions& options;
    double flits = 16.0;     ///< mean length of a message
    double square = 0.0;     ///< squared coefficient of variation of the lengths
    bool few_pairs = false;  ///< every source sends to a few destinations
    bool flows = false;      ///< path by path
    bool chooses = false;    ///< messages turn to what is open
    bool by_free = false;    ///< messages take the way with most free buffers, by shares that are worked out before
    std::vector<VcSet> expanded;  ///< VCs of every VC of the rule
    RoutingSymmetry symmetry;  ///< under uniform traffic stations are those of one copy, where the routing knows such
    std::vector<std::uint32_t> maps;  ///< of its channels, where several images of one lead to one (SymmetryMaps)

    [[nodiscard]] bool symmetric() const { return symmetry.copies > 1; }
    /// Whether terminals are ports of their routers: their messages begin and end there.
    [[nodiscard]] bool ports() const {
        return options.router.ports.terminals_are_ports && !network.router_of_terminal.empty();
    }
    [[nodiscard]] Node router(Node v) const {
        return ports() && v < network.router_of_terminal.size() ? network.router_of_terminal[v] : v;
    }
    /// Returns the router where messages to a node are delivered.
    [[nodiscard]] Node exit(Node v) const {
        return ports() && v < network.router_of_terminal.size() ? exit_of_terminal(network, v) : v;
    }
    /// Returns the channel by which messages of a terminal come to its router; no_channel where they begin there.
    [[nodiscard]] Channel way_in(Node v) const {
        return router(v) != v ? graph.channel_between(v, router(v)) : no_channel;
    }
    /// Returns the channel by which they come from its router; no_channel where they end there.
    [[nodiscard]] Channel way_out(Node v) const {
        return exit(v) != v ? graph.channel_between(exit(v), v) : no_channel;
    }
    /// Returns the cycles of the links between terminals and their routers.
    [[nodiscard]] PortLinks links(Node source, Node destination) const;

private:
    void check();
};

}  // namespace wafernet::queueing
