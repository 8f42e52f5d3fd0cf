#include "wafernet/design/modelled_router.hpp"

#include "wafernet/base/error.hpp"

namespace wafernet {

LatencyOptions modelled_router(const SimulationOptions& s) {
    const auto need = [](bool good, const char* what) {
        if (!good) throw InputError(std::string("the latency model does not know ") + what);
    };
    need(s.trace.empty(), "traces");
    need(s.source_queue == 0, "source queues with a limit");
    need(s.arrivals != Arrivals::fixed, "sources with fixed intervals");
    LatencyOptions o;
    o.preset = s.preset;
    o.vcs = s.vcs;
    o.buffer_flits = s.buffer_flits;
    o.buffer_per_link_cycle = s.buffer_per_link_cycle;
    o.output_buffer_flits = s.output_buffer_flits;
    o.link_cycles = s.link_cycles;
    o.router_cycles = s.router_cycles;
    o.routing_cycles = s.routing_cycles;
    o.allocation_cycles = s.allocation_cycles;
    o.credit_cycles = s.credit_cycles;
    o.credit_uses_link = s.credit_uses_link;
    o.injection_cycles = s.injection_cycles;
    o.injection_credit_cycles = s.injection_credit_cycles;
    o.ejection_cycles = s.ejection_cycles;
    o.ejection_buffer = s.ejection_buffer;
    o.injection_channels = s.injection_channels;
    o.injection_direct = s.injection_direct;
    o.injection_serial = s.injection_serial;
    o.ejection_channels = s.ejection_channels;
    o.terminals_are_ports = s.terminals_are_ports;
    o.crossbar_limit = s.crossbar_limit;
    o.hold_until_buffer_left = s.hold == HoldVc::until_buffer_left;
    o.one_arrival_a_cycle = s.arrivals == Arrivals::bernoulli;
    o.extra = s.extra;
    switch (s.output) {
        case OutputPolicy::preferred:
            o.choice = WayChoice::preferred;
            break;
        case OutputPolicy::xy:
            o.choice = WayChoice::lowest_axis;
            break;
        case OutputPolicy::no_turn:
            o.choice = WayChoice::straight;
            break;
        case OutputPolicy::zigzag:  // changes from node to node: on average as if any would do
        case OutputPolicy::most_free:
            o.choice = WayChoice::most_free;
            break;
        case OutputPolicy::random:
            o.choice = WayChoice::random;
            break;
    }
    o.latency_from_entry = s.latency_from == LatencyStart::entry;
    o.lengths.clear();
    for (const LengthShare& l : s.lengths) o.lengths.push_back({l.flits, l.share});
    return o;
}

LatencyOptions latency_preset(std::string_view name) { return modelled_router(simulation_preset(name)); }

LatencyModel model_of(const SimulationCase& c) {
    return {*c.network, *c.routing, c.rule, *c.traffic, modelled_router(c.options)};
}

}  // namespace wafernet
