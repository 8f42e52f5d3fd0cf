// Energy and power. Not from the documents: the parts of a router are those of DSENT (Sun et al., NOCS 2012), the power
// of a network is the sum over its channels of what their flits take.
#include "wafernet/wsi/energy.hpp"

#include <string>

#include "wafernet/base/error.hpp"

namespace wafernet {

RouterEnergy router_energy(const Technology& t, std::uint64_t ports, std::uint64_t flit_bits,
                           std::uint64_t buffer_bits) {
    const auto need = [&](const auto& value, const char* key) { return t.need(value, key, "the energy"); };
    const double wider = static_cast<double>(flit_bits) / need(t.router.flit_bits, "router_flit_bits");
    const double more_ports = static_cast<double>(ports) / need(t.router.ports, "router_ports");
    const double buffers = static_cast<double>(buffer_bits) / need(t.router.buffer_bits, "router_buffer_bits");
    return {wider * need(t.router.write, "router_write"),
            wider * need(t.router.read, "router_read"),
            wider * more_ports * need(t.router.crossbar, "router_crossbar"),
            more_ports * need(t.router.arbitration, "router_arbitration"),
            buffers * need(t.router.clock, "router_clock"),
            buffers * need(t.router.leakage, "router_leakage")};
}

Energy wire_energy(CapacitancePerLength capacitance, Length length, double volts, double share, double factor) {
    const Capacitance c = capacitance * length;
    return share * factor * c.in(units::pF)*volts * volts * units::pJ;  // 1 pF at 1 V
}

NetworkPower network_power(const Graph& graph, const NetworkFlows& flows, const FlitEnergies& flit, Time clock) {
    const auto check = [](std::size_t found, std::size_t needed, const char* what) {
        if (found != needed)
            throw InputError(std::to_string(found) + " " + what + " for " + std::to_string(needed) + ", need as many");
    };
    check(flows.channel.size(), graph.channels(), "flows of channels");
    check(flit.wire.size(), graph.channels(), "wires");
    check(flit.vertical.size(), graph.channels(), "vertical links");
    check(flit.leakage.size(), graph.channels(), "leaking links");
    check(flows.injected.size(), graph.nodes(), "flows of nodes");
    check(flit.routers.size(), graph.nodes(), "routers");
    if (!(clock > Time{})) throw InputError("the clock is not above 0 ns");
    Energy in_routers{}, clocks{}, in_wires{}, upright{};
    NetworkPower power;
    for (Node v = 0; v < graph.nodes(); ++v) {
        in_routers = in_routers + flows.injected[v] * flit.routers[v].flit();
        clocks = clocks + flit.routers[v].clock;
        power.leakage = power.leakage + flit.routers[v].leakage;
    }
    for (Channel c = 0; c < graph.channels(); ++c) {
        if (!graph.exists(c)) continue;  // the way back of a one-way link
        power.leakage = power.leakage + flit.leakage[c];
        in_routers = in_routers + flows.channel[c] * flit.routers[graph.target(c)].flit();
        in_wires = in_wires + flows.channel[c] * flit.wire[c];
        upright = upright + flows.channel[c] * flit.vertical[c];
    }
    power.routers = in_routers / clock;
    power.clock = clocks / clock;
    power.wires = in_wires / clock;
    power.vertical = upright / clock;
    return power;
}

}  // namespace wafernet
