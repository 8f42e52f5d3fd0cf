// The power of a design at a load: its channel loads times what a flit takes in routers and over links.
#include <cmath>
#include <string>

#include "wafernet/channel_load.hpp"
#include "wafernet/design.hpp"
#include "wafernet/error.hpp"

namespace wafernet {

namespace {

template <class T>
T known(const Technology& technology, const std::optional<Sourced<T>>& value, const char* key) {
    if (!value) throw InputError("technology " + technology.name + " gives no " + key + ", need it for the energy (--set " + key + "=VALUE)");
    return value->value;
}

}  // namespace

DesignEnergy design_energy(const LatencyCase& c, const DesignPoint& point, const Technology& technology, Time clock, double load) {
    const Network& network = *c.network;
    const Graph& graph = network.graph;
    if (network.shared_nodes > 0) throw InputError("shared channels have no energy model");
    const EnergyPerLength per_mm = known(technology, technology.wire_energy, "wire_energy");
    const auto spans = channel_spans(network, point);
    if (!spans) throw InputError(std::to_string(point.planes) + " planes do not divide the nodes, or these have no tiles: links have no length");
    const Energy per_plane = point.planes > 1 ? known(technology, technology.vertical_energy, "vertical_energy") : Energy{};
    const auto bits = static_cast<double>(technology.lines_per_link.value);
    const ChannelLoad loads = channel_load(network, *c.routing, c.rule, *c.traffic, {.by_vc = false});
    NetworkFlows flows;
    flows.channel = loads.channel;
    for (double& flow : flows.channel) flow *= load;
    double accepted = 0.0;
    for (Node v = 0; v < graph.nodes(); ++v) {
        const bool sends = c.traffic->rate(v) > 0.0;
        flows.injected.push_back(sends ? load * c.traffic->rate(v) : 0.0);
        accepted += flows.injected.back();
    }
    const auto vcs = static_cast<std::uint64_t>(c.simulation.vcs);
    std::vector<RouterEnergy> routers;
    for (Node v = 0; v < graph.nodes(); ++v) {
        const std::uint64_t ports = graph.degree(v) + 1;
        const auto flit = static_cast<std::uint64_t>(bits);
        routers.push_back(router_energy(technology, ports, flit, ports * vcs * c.simulation.buffer_flits * flit));
    }
    std::vector<Energy> wire, vertical;
    for (Channel i = 0; i < graph.channels(); ++i) {
        wire.push_back(bits * (per_mm * (spans->tiles[i] * technology.tile_side.value)));
        vertical.push_back(bits * (spans->planes[i] * per_plane));
    }
    DesignEnergy energy;
    energy.load = load;
    energy.power = network_power(graph, flows, routers, wire, vertical, clock);
    energy.pj_per_bit = (energy.power.total() * clock).in(units::pJ) / (accepted * bits);
    return energy;
}

DesignEnergy Design::energy(double load) const {
    if (!(load > 0.0 && std::isfinite(load))) throw InputError("a load of " + std::to_string(load) + " flits a node and cycle, need more than 0: without traffic energy a bit is infinite");
    DesignEnergy e = design_energy(dynamic(), point(), technology(), router().clock, load);
    if (const auto& plane = stack().plane) e.w_per_cm2 = e.power.total().in(units::W) / plane->total.in(units::cm2);
    return e;
}

}  // namespace wafernet
