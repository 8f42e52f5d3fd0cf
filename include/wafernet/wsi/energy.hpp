// Energy: of a flit in a router and over a link, and the power of a network at a load.
#pragma once

#include <cstdint>
#include <vector>

#include "wafernet/base/units.hpp"
#include "wafernet/core/family.hpp"
#include "wafernet/io/technology.hpp"

namespace wafernet {

/// A router as an energy model gives it: random data.
struct RouterEnergy {
    Energy write{}, read{}, crossbar{}, arbitration{};  ///< of one flit
    Energy clock{};                                     ///< of one cycle
    Power leakage{};
    [[nodiscard]] Energy flit() const { return write + read + crossbar + arbitration; }
};

/// Returns the reference router of a technology scaled to other sizes: buffers with the bits of a flit, the crossbar
/// with bits and ports, arbitration with ports, clock and leakage with the bits of all buffers. Throws InputError
/// naming a value that the technology does not give.
RouterEnergy router_energy(const Technology& technology, std::uint64_t ports, std::uint64_t flit_bits,
                           std::uint64_t buffer_bits);

/// Returns the energy of a bit over a wire: share x factor x capacitance x length x voltage^2. `share` of the bits that
/// charge the wire is 1/4 for random data and 1/2 where it toggles in every cycle; `factor` is the capacitance with
/// repeaters over that of the wire.
Energy wire_energy(CapacitancePerLength capacitance, Length length, double volts, double share = 0.25,
                   double factor = 1.0);

/// Where the power goes.
struct NetworkPower {
    Power routers{};  ///< flits in routers
    Power clock{};
    Power leakage{};   ///< routers and the repeaters of links
    Power wires{};     ///< links within the planes
    Power vertical{};  ///< links between planes
    [[nodiscard]] Power total() const { return routers + clock + leakage + wires + vertical; }
};

/// What one flit takes, and what leaks without any.
struct FlitEnergies {
    std::vector<RouterEnergy> routers;   ///< one a node
    std::vector<Energy> wire, vertical;  ///< one a channel: within the planes and between them
    std::vector<Power> leakage;          ///< of every channel's repeaters
};

/// What the power of a network is made of.
struct NetworkFlows {
    std::vector<double> channel;   ///< flits a cycle
    std::vector<double> injected;  ///< flits a cycle that start at every node
};

/// Returns the power: every flit passes the router of its source and one at the end of each channel.
/// Throws InputError where the lists are not of this graph or the clock is not positive.
NetworkPower network_power(const Graph& graph, const NetworkFlows& flows, const FlitEnergies& flit, Time clock);

}  // namespace wafernet
