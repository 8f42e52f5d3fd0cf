// The power of a design at a load: its channel loads times what a flit takes in routers and over links.
#include <cmath>
#include <string>

#include "wafernet/core/error.hpp"
#include "wafernet/design/design.hpp"

namespace wafernet {

DesignEnergy Design::energy(double load) const {
    if (!(load > 0.0 && std::isfinite(load)))
        throw InputError("a load of " + std::to_string(load) +
                         " flits a node and cycle, need more than 0: without traffic energy a bit is infinite");
    const LatencyCase& c = dynamic();
    const Technology& t = technology();
    const Graph& graph = c.network->graph;
    const auto need = [&](const auto& value, const char* key) { return t.need(value, key, "the energy"); };
    if (c.network->shared_nodes > 0) throw InputError("shared channels have no energy model");
    const EnergyPerLength per_mm = need(t.wire_energy, "wire_energy");
    const auto& span = spans();
    if (!span)
        throw InputError(std::to_string(point().planes) +
                         " planes do not divide the nodes, or these have no tiles: links have no length");
    const Energy per_plane = point().planes > 1 ? need(t.vertical_energy, "vertical_energy") : Energy{};
    NetworkFlows flows;
    flows.channel = channel_loads();
    for (double& flow : flows.channel) flow *= load;
    double accepted = 0.0;
    const auto vcs = static_cast<std::uint64_t>(c.simulation.vcs);
    std::vector<RouterEnergy> routers;
    for (Node v = 0; v < graph.nodes(); ++v) {
        const double rate = c.traffic->rate(v);
        flows.injected.push_back(rate > 0.0 ? load * rate : 0.0);
        accepted += flows.injected.back();
        const std::uint64_t ports = graph.degree(v) + 1;
        routers.push_back(router_energy(t, ports, flit_bits(), ports * vcs * c.simulation.buffer_flits * flit_bits()));
    }
    const auto bits = static_cast<double>(flit_bits());
    std::vector<Energy> wire, vertical;
    for (Channel i = 0; i < graph.channels(); ++i) {
        wire.push_back(bits * (per_mm * (span->tiles[i] * t.tile_side.value)));
        vertical.push_back(bits * (span->planes[i] * per_plane));
    }
    const Time clock = router().clock;
    DesignEnergy energy;
    energy.load = load;
    energy.power = network_power(graph, flows, routers, wire, vertical, clock);
    energy.pj_per_bit = (energy.power.total() * clock).in(units::pJ) / (accepted * bits);
    if (const auto& plane = stack().plane)
        energy.w_per_cm2 = energy.power.total().in(units::W) / plane->total.in(units::cm2);
    return energy;
}

}  // namespace wafernet
