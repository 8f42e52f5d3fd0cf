// What cannot be simulated.
#include <algorithm>
#include <cmath>

#include "sim/engine.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/sim/simulator.hpp"

namespace wafernet {

namespace {

void need(bool good, const std::string& what) {
    if (!good) throw InputError(what);
}

void check_trace(std::span<const TraceMessage> trace, const Network& network) {
    std::uint64_t last = 0;
    for (std::size_t i = 0; i < trace.size(); ++i) {
        const TraceMessage& m = trace[i];
        const std::string which = "message " + std::to_string(i + 1) + " of the trace";
        need(m.source < network.graph.nodes() && m.destination < network.graph.nodes(),
             which + " goes from node " + std::to_string(m.source) + " to node " + std::to_string(m.destination) +
                 ", the last node of " + network.word + " is " + std::to_string(network.graph.nodes() - 1));
        need(m.flits >= 1 && m.flits <= 1000000,
             which + " has " + std::to_string(m.flits) + " flits, need 1 to 1000000");
        need(m.cycle >= last, which + " is created before the one in front of it, need rising cycles");
        last = m.cycle;
    }
}

}  // namespace

void check_options(const SimulationOptions& o, const Network& network) {
    const RouterConfig& r = o.router;
    const auto range = [&](const char* what, std::uint64_t value, std::uint64_t least, std::uint64_t most) {
        need(value >= least && value <= most, std::string(what) + " is " + std::to_string(value) +
                                                  ", need a number from " + std::to_string(least) + " to " +
                                                  std::to_string(most));
    };
    const std::string name = network.word.empty() ? "the network" : network.word;
    need(network.graph.nodes() > 0, name + " has no nodes, need 1 or more");
    need(network.channel_latency_cycles.empty() || network.channel_latency_cycles.size() == network.graph.channels(),
         name + " has latencies of " + std::to_string(network.channel_latency_cycles.size()) +
             " channels, need one for each of its " + std::to_string(network.graph.channels()) + ", or none");
    need(network.channel_flit_cycles.empty() ||
             (network.shared_nodes == 0 && network.channel_flit_cycles.size() == network.graph.channels()),
         name + " has widths of " + std::to_string(network.channel_flit_cycles.size()) +
             " channels, must have one for each of its " + std::to_string(network.graph.channels()) +
             ", none of them shared, or none");
    for (const std::uint32_t s : network.channel_flit_cycles)
        range("the cycles in which a flit enters a channel", s, 1, most_link_cycles);
    range("the number of virtual channels", static_cast<std::uint64_t>(std::max(r.vcs, 0)), 1, max_vcs);
    range("the buffer of a virtual channel (flits)", r.buffer_flits, 1, 65535);
    range("the output buffer (flits)", r.output_buffer_flits, 0, 65535);
    range("the latency of a link (cycles)", r.link_cycles, 1, most_link_cycles);
    for (const std::uint32_t l : network.channel_latency_cycles)
        range("the latency of a channel (cycles)", l, 1, most_link_cycles);
    range("the router's delay (cycles)", r.router_cycles, 0, 1000);
    range("the routing delay (cycles)", r.routing_cycles, 0, 1000);
    range("the allocation delay (cycles)", r.allocation_cycles, 0, 1000);
    range("the credit delay (cycles)", r.credit_cycles, 1, 1000);
    range("the injection delay (cycles)", r.ports.injection_cycles, 1, 1000);
    range("the injection credit delay (cycles)", r.ports.injection_credit_cycles, 1, 1000);
    range("the ejection delay (cycles)", r.ports.ejection_cycles, 1, 1000);
    range("the number of injection channels", r.ports.injection_channels, 1, 64);
    range("the number of ejection channels", r.ports.ejection_channels, 0, 64);
    need(!(r.crossbar_limit && r.ports.injection_direct),
         "a crossbar with one flit per input needs an injection channel, not direct injection");
    need(network.shared_nodes == 0 || (!r.crossbar_limit && r.output_buffer_flits == 0),
         network.word +
             " has shared channels, whose routers have neither crossbars nor output buffers, need preset kmway or "
             "ideal");
    need(!r.lengths.empty(), "no message length");
    for (const LengthShare& l : r.lengths) {
        range("the message length (flits)", l.flits, 1, 1000000);
        need(l.share > 0.0 && std::isfinite(l.share),
             "the share of a message length is " + std::to_string(l.share) + ", need a number above 0");
    }
    need(std::isfinite(o.load) && o.load >= 0.0 && o.load <= r.ports.injection_channels,
         "the load is " + std::to_string(o.load) + " flits per node and cycle, need a number from 0 to " +
             std::to_string(r.ports.injection_channels) + ", what the injection port takes");
    if (r.arrivals == Arrivals::bernoulli && o.trace.empty())
        need(o.load <= r.mean_flits(), "the load is " + std::to_string(o.load) +
                                           ", but a Bernoulli source creates at most one message a cycle, need " +
                                           std::to_string(r.mean_flits()) + " at most");
    range("the measurement (cycles)", o.cycles, 1, 1000000000);
    range("the warm-up (cycles)", o.warmup, 0, 1000000000);
    range("the drain (cycles)", o.drain, 0, 1000000000);
    check_trace(o.trace, network);
    std::uint64_t channels = network.graph.channels();
    if (r.output_buffer_flits > 0) channels *= 2;
    channels += std::uint64_t{network.graph.nodes()} * (r.ports.injection_channels + r.ports.ejection_channels);
    const std::uint64_t slots = sim::messages_in_lane(o, network);
    need(slots <= sim::most_in_lane, "the buffer of a virtual channel has room for " + std::to_string(slots) +
                                         " messages of the shortest length, need " + std::to_string(sim::most_in_lane) +
                                         " at most: smaller buffers, longer messages or shorter links");
    need(channels * static_cast<std::uint64_t>(r.vcs) * slots < 500000000,
         network.word + " with these buffers is too large to simulate");
}

}  // namespace wafernet
