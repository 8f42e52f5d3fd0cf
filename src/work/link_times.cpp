#include "wafernet/work/link_times.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "wafernet/base/error.hpp"

namespace wafernet {
namespace {

// Of the cycles of its wire the cycles of a hop: what one more channel adds to the latency of a lone flit.
double hop_cycles(const RouterConfig& router, std::uint32_t wire) {
    const std::array<std::uint32_t, 2> two{wire, wire};
    const auto of_one = zero_load_latency(router, std::span(two).first(1), 1);
    return static_cast<double>(zero_load_latency(router, two, 1) - of_one);
}

void add_designed(LinkTimes& times, const Design& design, const LinkSpeed& speed) {
    const Network& network = design.network();
    Network widths = network;
    set_widths(widths, design.point(), design.technology());
    const double cycle = design.ns(1.0), byte = 8.0 * cycle / static_cast<double>(design.flit_bits());
    const std::vector<std::uint32_t>& wires =
        design.channel_cycles().empty() ? network.channel_latency_cycles : design.channel_cycles();
    std::map<std::uint32_t, double> hops;
    for (Channel c = 0; c < network.graph.channels(); ++c) {
        if (!speed.bytes_per_ns) times.byte_ns.push_back(byte * flit_cycles(widths, c));
        if (speed.hop_ns) continue;
        const std::uint32_t wire = wires.empty() ? design.longest_link_cycles() : wires[c];
        if (!hops.contains(wire)) hops[wire] = cycle * hop_cycles(design.configured(), wire);
        times.hop_ns.push_back(hops[wire]);
    }
}
}  // namespace

LinkTimes link_times(const Design& design, const LinkSpeed& speed) {
    const Network& network = design.network();
    if (network.shared_nodes > 0)
        throw InputError(network.word + " has shared channels, need a network whose links join two nodes");
    if (speed.bytes_per_ns && !(*speed.bytes_per_ns > 0.0))
        throw InputError("a rate of " + std::to_string(*speed.bytes_per_ns) + " bytes a ns, must be above 0");
    if (speed.hop_ns && !(*speed.hop_ns >= 0.0))
        throw InputError("a hop of " + std::to_string(*speed.hop_ns) + " ns, must be 0 or more");
    LinkTimes times;
    if (!speed.bytes_per_ns || !speed.hop_ns) add_designed(times, design, speed);
    const std::vector<std::uint32_t>&bits = network.channel_bits, &wires = network.channel_latency_cycles;
    const double widest = bits.empty() ? 1.0 : *std::max_element(bits.begin(), bits.end());
    for (Channel c = 0; c < network.graph.channels(); ++c) {
        if (speed.bytes_per_ns) times.byte_ns.push_back((bits.empty() ? 1.0 : widest / bits[c]) / *speed.bytes_per_ns);
        if (speed.hop_ns) times.hop_ns.push_back(*speed.hop_ns * (wires.empty() ? 1.0 : wires[c]));
    }
    return times;
}

double network_joules(const Design& design, double ns, std::span<const double> crossing,
                      std::span<const double> starting) {
    if (!(ns > 0.0)) return 0.0;
    const Time clock = design.router().clock;
    const double flits_a_byte = clock.in(units::ns)*8.0 / static_cast<double>(design.flit_bits()) / ns;  // and cycle
    NetworkFlows flows;
    for (const double bytes : crossing) flows.channel.push_back(bytes * flits_a_byte);
    for (const double bytes : starting) flows.injected.push_back(bytes * flits_a_byte);
    const Power power = network_power(design.network().graph, flows, design.flit_energies(), clock).total();
    return (power * (ns * units::ns)).in(units::pJ)*1e-12;
}

}  // namespace wafernet
