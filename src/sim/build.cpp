// Lays out channels, lanes and visits for a network and a configured router.
#include <algorithm>
#include <bit>

#include "base/memory.hpp"
#include "core/exit_of_terminal.hpp"
#include "routing/escapes_by_labels.hpp"
#include "sim/engine.hpp"

namespace wafernet::sim {

// At a time: one of which a flit or more is left, those that the rest of the buffer holds as a whole, and one that is
// still being sent.
std::uint64_t messages_in_lane(const SimulationOptions& options, const Network& network) {
    const RouterConfig& o = options.router;
    if (o.hold == HoldVc::until_buffer_left) return 1;
    std::uint32_t shortest = 0xFFFFFFFFU;
    for (const LengthShare& l : o.lengths) shortest = std::min(shortest, l.flits);
    if (options.loop != nullptr) shortest = 1;
    for (const TraceMessage& m : options.trace) shortest = std::min(shortest, m.flits);
    const std::vector<std::uint32_t>& links = network.channel_latency_cycles;
    const std::uint32_t longest_link = links.empty() ? o.link_cycles : *std::max_element(links.begin(), links.end());
    return (buffer_depth(o, longest_link) - 1) / shortest + 2;
}

std::uint32_t Engine::add_channel(Kind kind, Node node, int lanes, std::uint32_t depth, std::uint32_t forward,
                                  std::uint32_t credit) {
    ChannelState c;
    c.first_lane = static_cast<std::uint32_t>(lanes_.size());
    c.forward = forward;
    c.credit = credit;
    c.node = node;
    c.kind = kind;
    c.free = first_vcs(lanes);
    const auto id = static_cast<std::uint32_t>(channels_.size());
    for (int v = 0; v < lanes; ++v) {
        Lane lane;
        lane.credits = depth;
        lane.channel = id;
        lanes_.push_back(lane);
        records_.push_back({.depth = depth});
    }
    channels_.push_back(c);
    return id;
}

// Room for an idle network; messages take little beside it.
void Engine::make_room() {
    const RouterConfig& o = router();
    const std::uint64_t vcs = static_cast<std::uint64_t>(o.vcs), nodes = network_.graph.nodes(),
                        links = network_.graph.channels(), crossings = o.output_buffer_flits > 0 ? links : 0,
                        sources = nodes * router().ports.injection_channels,
                        sinks = nodes * router().ports.ejection_channels,
                        from_sources = sources * (router().ports.injection_direct ? 1 : vcs),
                        channels = links + crossings + sources + sinks,
                        lanes = (links + crossings + sinks) * vcs + from_sources,
                        visits = lanes * messages_in_lane(options_, network_) + from_sources;
    constexpr std::uint64_t of_channel =
        sizeof(ChannelState) + sizeof(Bid) + sizeof(std::vector<Waiter>) + 3 * sizeof(std::uint32_t);
    check_memory(channels * of_channel + visits * sizeof(Visit) + lanes * (sizeof(Lane) + sizeof(LaneRecord)),
                 network_.word + ": the simulator's state of " + std::to_string(lanes) + " virtual channels",
                 "a smaller network, fewer virtual channels, shallower buffers or more memory");
    channels_.reserve(channels);
    lanes_.reserve(lanes);
    records_.reserve(lanes);
}

// Returns the most cycles from a flit's departure to what follows from it.
std::uint32_t Engine::add_network_channels() {
    const RouterConfig& o = router();
    const Graph& graph = network_.graph;
    std::uint32_t longest_delay = 1;
    for (Channel c = 0; c < graph.channels(); ++c) {
        const std::uint32_t link = link_cycles(router(), network_, c);
        const std::uint32_t serial = flit_cycles(network_, c), across = link + serial - 1;
        add_channel(Kind::network, graph.target(c), o.vcs, static_cast<std::uint32_t>(buffer_depth(o, link)),
                    across + o.router_cycles, o.credit_cycles + (o.credit_uses_link ? link : 0));
        longest_delay = std::max(longest_delay, across + std::max(o.router_cycles, o.credit_cycles));
        ChannelState& state = channels_.back();
        state.serial = static_cast<std::uint16_t>(serial);
        state.arbitrated = o.crossbar_limit || graph.source(c) < network_.shared_nodes;
        const bool from_processor = graph.source(c) >= network_.shared_nodes && graph.target(c) < network_.shared_nodes;
        if (from_processor && router().ports.injection_direct)
            state.free = first_vcs(std::min(o.vcs, static_cast<int>(router().ports.injection_channels)));
    }
    return longest_delay;
}

// Channels of the ports, and behind the crossbars. Returns the longest links to ports and from them, together.
std::uint32_t Engine::add_ports() {
    const RouterConfig& o = router();
    const Graph& graph = network_.graph;
    constexpr std::uint32_t endless = 0x3FFFFFFFU;
    ports_.router_of.resize(graph.nodes());
    ports_.exit_of.resize(graph.nodes());
    std::vector<std::uint32_t> in(graph.nodes(), 1), out = in;  // latencies of the links to ports
    for (Node v = 0; v < graph.nodes(); ++v) {
        ports_.router_of[v] = ports_.exit_of[v] = v;
        if (!router().ports.terminals_are_ports || v >= network_.router_of_terminal.size()) continue;
        ports_.router_of[v] = network_.router_of_terminal[v];
        ports_.exit_of[v] = exit_of_terminal(network_, v);
        in[v] = link_cycles(router(), network_, graph.channel_between(v, ports_.router_of[v]));
        out[v] = link_cycles(router(), network_, graph.channel_between(ports_.exit_of[v], v));
    }
    ports_.first_injection = static_cast<std::uint32_t>(channels_.size());
    ports_.injection_channels = router().ports.injection_channels;
    ports_.injection_lanes = router().ports.injection_direct ? 1 : static_cast<std::uint32_t>(o.vcs);
    for (Node v = 0; v < graph.nodes(); ++v) {
        for (std::uint32_t k = 0; k < router().ports.injection_channels; ++k)
            add_channel(Kind::injection, ports_.router_of[v], static_cast<int>(ports_.injection_lanes), o.buffer_flits,
                        router().ports.injection_cycles + in[v] - 1,
                        router().ports.injection_credit_cycles + (o.credit_uses_link ? in[v] - 1 : 0));
    }
    ports_.first_ejection = static_cast<std::uint32_t>(channels_.size());
    for (Node v = 0; v < graph.nodes(); ++v) {
        for (std::uint32_t k = 0; k < router().ports.ejection_channels; ++k) {
            const std::uint32_t forward = router().ports.ejection_cycles + out[v] - 1;
            add_channel(Kind::ejection, v, o.vcs, router().ports.ejection_buffer ? o.buffer_flits : endless, forward,
                        forward + o.credit_cycles + (o.credit_uses_link ? out[v] : 0));
            channels_.back().arbitrated = o.crossbar_limit;
        }
    }
    ports_.first_crossing = static_cast<std::uint32_t>(channels_.size());
    for (Channel c = 0; o.output_buffer_flits > 0 && c < graph.channels(); ++c)
        add_channel(Kind::crossing, graph.source(c), o.vcs, o.output_buffer_flits, 1, 1);
    return *std::ranges::max_element(in) + *std::ranges::max_element(out);
}

void Engine::build() {
    check_bubble();
    make_room();
    const RouterConfig& o = router();
    const Graph& graph = network_.graph;
    std::uint32_t longest_delay = add_network_channels();
    longest_delay += add_ports() + o.routing_cycles + o.allocation_cycles + router().ports.injection_cycles +
                     router().ports.ejection_cycles + o.credit_cycles + router().ports.injection_credit_cycles + 4;
    vcs_.one_a_buffer = o.hold == HoldVc::until_tail_sent && routing_.escape_vcs() != 0;
    vcs_.by_labels = escapes_by_labels(routing_);
    const std::uint32_t sources = graph.nodes() * router().ports.injection_channels * ports_.injection_lanes;
    visits_.resize(static_cast<std::uint32_t>(lanes_.size()),
                   static_cast<std::uint32_t>(messages_in_lane(options_, network_)), sources);
    ports_.injecting.assign(std::size_t{graph.nodes()} * router().ports.injection_channels, 0);
    waiters_.at.resize(channels_.size());
    sources_.queues.resize(graph.nodes());
    backlogs_.resize(graph.nodes());
    crossbar_.accepted.assign(channels_.size(), none);
    crossbar_.best_bids.assign(channels_.size(), {});
    crossbar_.input_turn.assign(channels_.size(), none);
    drivers_.offers.resize(network_.shared_nodes);
    drivers_.turn.assign(network_.shared_nodes, 0);
    active_.reserve(channels_.size());

    wheel_.resize(longest_delay);
    share_out_vcs();
    int levels = 1;
    for (Link l = 0; l < graph.links(); ++l) levels = std::max<int>(levels, graph.label(l).level);
    stats_.level_wait.assign(static_cast<std::size_t>(levels) + 1, 0.0);
    stats_.level_hops.assign(static_cast<std::size_t>(levels) + 1, 0.0);
}

// Which VCs stand for which VC of the rule.
void Engine::share_out_vcs() {
    const RouterConfig& o = router();
    const int classes = std::min(rule_.vcs, o.vcs);
    vcs_.expanded = vcs_of_classes(classes, o.vcs, o.extra, routing_.escape_vcs());
    vcs_.class_of.assign(static_cast<std::size_t>(o.vcs), -1);
    for (int k = 0; k < classes; ++k) {
        for (VcSet own = vcs_.expanded[static_cast<std::size_t>(k)]; own != 0; own &= own - 1) {
            const auto vc = std::countr_zero(own);
            if (o.extra != ExtraVcs::free || vc < classes)
                vcs_.class_of[static_cast<std::size_t>(vc)] = static_cast<std::int16_t>(k);
        }
    }
}

}  // namespace wafernet::sim
