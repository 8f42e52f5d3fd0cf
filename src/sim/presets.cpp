// Configured routers, and what cannot be configured.
#include <algorithm>
#include <cmath>

#include "sim/engine.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/sim/simulator.hpp"

namespace wafernet {

namespace {

// rahman2006, sec. 4.4.2: "In each clock cycle, one flit was transferred from the input buffer to the output buffer or
// from output to input if the corresponding buffer in the next node was empty. Therefore, transferring data between two
// nodes took 2 clock cycles"; rahman2012, sec. 4.2: "the buffer length of each channel is 2 flits", read as 1 + 1.
// Latency from the injection of the first flit; 20,000 cycles, nothing is said of a warm-up.
SimulationOptions thesis() {
    SimulationOptions o;
    o.preset = "thesis";
    o.vcs = 3;
    o.buffer_flits = 1;
    o.output_buffer_flits = 1;
    o.injection_direct = true;
    o.ejection_channels = 0;
    o.latency_from = LatencyStart::entry;
    o.from_empty = true;
    return o;
}

// BookSim2's iq router. A flit that gets the switch in cycle x gets the next in x + 3 at best: one cycle in the
// crossbar, and a channel of latency 1 delivers in the second cycle after. Source to router 2, router to sink 3,
// credits 2.
SimulationOptions booksim_min() {
    SimulationOptions o;
    o.preset = "booksim-min";
    o.vcs = 2;
    o.buffer_flits = 4;
    o.buffer_per_link_cycle = false;
    o.router_cycles = 2;
    o.credit_cycles = 1;
    o.credit_uses_link = true;
    o.injection_cycles = 2;
    o.injection_credit_cycles = 2;
    o.ejection_cycles = 3;
    o.ejection_buffer = true;
    o.injection_serial = true;
    o.terminals_are_ports = true;
    o.crossbar_limit = true;
    o.hold = HoldVc::until_tail_sent;
    o.input = InputPolicy::round_robin;
    return o;
}

SimulationOptions booksim_4stage() {
    SimulationOptions o = booksim_min();
    o.preset = "booksim-4stage";
    o.buffer_flits = 8;
    o.routing_cycles = 1;
    o.allocation_cycles = 1;
    o.credit_cycles = 2;
    return o;
}

SimulationOptions ideal() {
    SimulationOptions o;
    o.arrivals = Arrivals::poisson;
    return o;
}

// mudawwar, sec. 4: 4 buffers of 2 flits in every direction of a router, 1 header and 4 data flits, exponential
// intervals, a flit over a shared channel in one cycle, round robin. What the text leaves open: one injection buffer
// (as in Fig. 4 and 7), a processor takes whatever arrives, of several ways the one with most free buffers ("avail",
// Definition 4), and of the buffers beyond one a class the adaptive class gets all. Rates are taken "over a period of
// time": of those tried, cycles 1,000 to 3,000 come closest to the ejection rates of an independent simulator. Offered
// more than it carries, the mesh ejects less and less afterwards, 0.075 to 0.078 flits a node and cycle instead of
// 0.081.
SimulationOptions kmway() {
    SimulationOptions o;
    o.preset = "kmway";
    o.vcs = 4;
    o.buffer_flits = 2;
    o.injection_direct = true;
    o.ejection_channels = 0;
    o.lengths = {{5, 1.0}};
    o.arrivals = Arrivals::poisson;
    o.input = InputPolicy::round_robin;
    o.output = OutputPolicy::most_free;
    o.extra = ExtraVcs::adaptive;
    o.warmup = 1000;
    o.cycles = 2000;
    return o;
}

struct Preset {
    std::string_view name, title;
    SimulationOptions (*options)();
};

constexpr Preset presets[] = {
    {"thesis",
     "the router of the HTN thesis (rahman2006 sec. 4.4.2): one flit of input and of output buffer a virtual channel, "
     "20000 cycles from the empty network",
     thesis},
    {"booksim-min", "BookSim2's iq router with its shortest pipeline", booksim_min},
    {"booksim-4stage", "BookSim2's iq router with the stages routing, VC allocation, switch allocation, traversal",
     booksim_4stage},
    {"ideal",
     "one cycle a hop, a virtual channel is free when the tail has left its buffer, first come first served, Poisson "
     "sources",
     ideal},
    {"kmway", "two-port routers on shared channels (mudawwar sec. 4): 4 buffers of 2 flits, messages of 5", kmway},
};

const Preset& preset(std::string_view name) {
    std::vector<std::string_view> names;
    for (const Preset& p : presets) {
        if (p.name == name) return p;
        names.push_back(p.name);
    }
    throw InputError("unknown preset '" + std::string(name.substr(0, 40)) + "'" + did_you_mean(name, names) +
                     ", need thesis, booksim-min, booksim-4stage, ideal or kmway");
}

}  // namespace

std::vector<std::string_view> simulation_presets() {
    std::vector<std::string_view> names;
    for (const Preset& p : presets) names.push_back(p.name);
    return names;
}

SimulationOptions simulation_preset(std::string_view name) { return preset(name).options(); }

std::string_view preset_title(std::string_view name) { return preset(name).title; }

void check_options(const SimulationOptions& o, const Network& network) {
    const auto need = [](bool good, const std::string& what) {
        if (!good) throw InputError(what);
    };
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
    range("the number of virtual channels", static_cast<std::uint64_t>(std::max(o.vcs, 0)), 1, max_vcs);
    range("the buffer of a virtual channel (flits)", o.buffer_flits, 1, 65535);
    range("the output buffer (flits)", o.output_buffer_flits, 0, 65535);
    range("the latency of a link (cycles)", o.link_cycles, 1, most_link_cycles);
    for (const std::uint32_t l : network.channel_latency_cycles)
        range("the latency of a channel (cycles)", l, 1, most_link_cycles);
    range("the router's delay (cycles)", o.router_cycles, 0, 1000);
    range("the routing delay (cycles)", o.routing_cycles, 0, 1000);
    range("the allocation delay (cycles)", o.allocation_cycles, 0, 1000);
    range("the credit delay (cycles)", o.credit_cycles, 1, 1000);
    range("the injection delay (cycles)", o.injection_cycles, 1, 1000);
    range("the injection credit delay (cycles)", o.injection_credit_cycles, 1, 1000);
    range("the ejection delay (cycles)", o.ejection_cycles, 1, 1000);
    range("the number of injection channels", o.injection_channels, 1, 64);
    range("the number of ejection channels", o.ejection_channels, 0, 64);
    need(!(o.crossbar_limit && o.injection_direct),
         "a crossbar with one flit per input needs an injection channel, not direct injection");
    need(network.shared_nodes == 0 || (!o.crossbar_limit && o.output_buffer_flits == 0),
         network.word +
             " has shared channels, whose routers have neither crossbars nor output buffers, need preset kmway or "
             "ideal");
    need(!o.lengths.empty(), "no message length");
    for (const LengthShare& l : o.lengths) {
        range("the message length (flits)", l.flits, 1, 1000000);
        need(l.share > 0.0 && std::isfinite(l.share),
             "the share of a message length is " + std::to_string(l.share) + ", need a number above 0");
    }
    need(std::isfinite(o.load) && o.load >= 0.0 && o.load <= o.injection_channels,
         "the load is " + std::to_string(o.load) + " flits per node and cycle, need a number from 0 to " +
             std::to_string(o.injection_channels) + ", what the injection port takes");
    if (o.arrivals == Arrivals::bernoulli && o.trace.empty()) {
        double flits = 0.0;
        double sum = 0.0;
        for (const LengthShare& l : o.lengths) {
            flits += l.flits * l.share;
            sum += l.share;
        }
        need(o.load <= flits / sum, "the load is " + std::to_string(o.load) +
                                        ", but a Bernoulli source creates at most one message a cycle, need " +
                                        std::to_string(flits / sum) + " at most");
    }
    range("the measurement (cycles)", o.cycles, 1, 1000000000);
    range("the warm-up (cycles)", o.warmup, 0, 1000000000);
    range("the drain (cycles)", o.drain, 0, 1000000000);
    std::uint64_t last = 0;
    for (std::size_t i = 0; i < o.trace.size(); ++i) {
        const TraceMessage& m = o.trace[i];
        const std::string which = "message " + std::to_string(i + 1) + " of the trace";
        need(m.source < network.graph.nodes() && m.destination < network.graph.nodes(),
             which + " goes from node " + std::to_string(m.source) + " to node " + std::to_string(m.destination) +
                 ", the last node of " + network.word + " is " + std::to_string(network.graph.nodes() - 1));
        need(m.flits >= 1 && m.flits <= 1000000,
             which + " has " + std::to_string(m.flits) + " flits, need 1 to 1000000");
        need(m.cycle >= last, which + " is created before the one in front of it, need rising cycles");
        last = m.cycle;
    }
    std::uint64_t channels = network.graph.channels();
    if (o.output_buffer_flits > 0) channels *= 2;
    channels += std::uint64_t{network.graph.nodes()} * (o.injection_channels + o.ejection_channels);
    const std::uint64_t slots = sim::messages_in_lane(o, network);
    need(slots <= sim::most_in_lane, "the buffer of a virtual channel has room for " + std::to_string(slots) +
                                         " messages of the shortest length, need " + std::to_string(sim::most_in_lane) +
                                         " at most: smaller buffers, longer messages or shorter links");
    need(channels * static_cast<std::uint64_t>(o.vcs) * slots < 500000000,
         network.word + " with these buffers is too large to simulate");
}

}  // namespace wafernet
