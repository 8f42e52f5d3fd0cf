// The power of a design at a load: its channel loads times what a flit takes in routers and over links.
#include <algorithm>
#include <cmath>
#include <string>

#include "wafernet/base/error.hpp"
#include "wafernet/design/design.hpp"

namespace wafernet {

FlitEnergies Design::flit_energies() const {
    const LatencyCase& c = dynamic();
    const Technology& t = technology();
    const Graph& graph = c.network->graph;
    const auto need = [&](const auto& value, const char* key) { return t.need(value, key, "the energy"); };
    const bool alike = point().plane_technologies.empty();
    const auto silicon = [&](Node v) -> const Technology& {
        return alike ? t : stack().silicon[stack().placement.plane_of[v]];
    };
    if (c.network->shared_nodes > 0)
        throw InputError("shared channels have no energy model, need a network of links between two nodes");
    const auto& span = spans();
    if (!span)
        throw InputError(*point().planes > graph.nodes()
                             ? std::to_string(*point().planes) + " planes for " + std::to_string(graph.nodes()) +
                                   " nodes: links have no length"
                             : no_tiles(*c.network) + ": links have no length");
    const Energy per_plane = *point().planes > 1 ? need(t.vertical_energy, "vertical_energy") : Energy{};
    const auto vcs = static_cast<std::uint64_t>(c.simulation.router.vcs);
    // The lines of the side-band switch as those of the data do.
    const double lines = t.lines_per_way();
    FlitEnergies flit;
    for (Channel i = 0; i < graph.channels(); ++i) {
        const Technology& own = silicon(graph.source(i));
        const Length length = span->tiles[i] * t.tile_side.value;
        const PowerPerLength leaking = own.wire_leakage ? own.wire_leakage->value : PowerPerLength{};
        flit.wire.push_back(lines * (need(own.wire_energy, "wire_energy") * length));
        flit.vertical.push_back(lines * (span->planes[i] * per_plane));
        flit.leakage.push_back(lines * (leaking * length));
    }
    for (Node v = 0; v < graph.nodes(); ++v) {
        const std::uint64_t ports = graph.degree(v) + 1;
        flit.routers.push_back(router_energy(silicon(v), ports, flit_bits(),
                                             ports * vcs * c.simulation.router.buffer_flits * flit_bits()));
    }
    return flit;
}

double Design::full_load() const {
    const LatencyCase& c = dynamic();
    const Graph& graph = c.network->graph;
    const std::vector<double>& loads = channel_loads();
    std::vector<double> received(graph.nodes());  // what comes and does not go on
    double most = 0.0;
    for (Channel i = 0; i < graph.channels(); ++i) {
        most = std::max(most, loads[i] * flit_cycles(*c.network, i));
        received[graph.target(i)] += loads[i];
        received[graph.source(i)] -= loads[i];
    }
    for (Node v = 0; v < graph.nodes(); ++v) {
        const double sent = std::max(0.0, c.traffic->rate(v));
        most = std::max(most, sent / std::max(1U, c.simulation.router.ports.injection_channels));
        if (c.simulation.router.ports.ejection_channels > 0)
            most = std::max(most, (received[v] + sent) / c.simulation.router.ports.ejection_channels);
    }
    if (!(most > 0.0)) throw InputError("no node of " + c.network->word + " sends under this traffic");
    return 1.0 / most;
}

DesignEnergy Design::energy(double load) const {
    if (!(load > 0.0 && std::isfinite(load)))
        throw InputError("a load of " + std::to_string(load) +
                         " flits a node and cycle, need more than 0: without traffic energy a bit is infinite");
    const FlitEnergies flit = flit_energies();
    const LatencyCase& c = dynamic();
    NetworkFlows flows;
    flows.channel = channel_loads();
    for (double& flow : flows.channel) flow *= load;
    double accepted = 0.0;
    for (Node v = 0; v < c.network->graph.nodes(); ++v) {
        const double rate = c.traffic->rate(v);
        flows.injected.push_back(rate > 0.0 ? load * rate : 0.0);
        accepted += flows.injected.back();
    }
    const Time clock = router().clock;
    DesignEnergy energy;
    energy.load = load;
    energy.power = network_power(c.network->graph, flows, flit, clock);
    energy.pj_per_bit = (energy.power.total() * clock).in(units::pJ) / (accepted * static_cast<double>(flit_bits()));
    if (const auto& plane = stack().plane)
        energy.w_per_cm2 = energy.power.total().in(units::W) / plane->total.in(units::cm2);
    return energy;
}

}  // namespace wafernet
