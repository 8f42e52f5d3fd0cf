// Messages: when they are created, how they wait at their source and enter the network, and what is noted at the end.
#include <algorithm>
#include <bit>
#include <cmath>

#include "sim/engine.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet::sim {

double greatest_load(const RouterConfig& o) {
    return o.arrivals == Arrivals::bernoulli ? std::min<double>(o.ports.injection_channels, o.mean_flits())
                                             : o.ports.injection_channels;
}

double Engine::gap(Node source) {
    const double rate = sources_.rates[source];
    switch (router().arrivals) {
        case Arrivals::bernoulli:
            return rate >= 1.0 ? 1.0 : 1.0 + std::floor(-random_.exponential() / std::log1p(-rate));
        case Arrivals::poisson: return random_.exponential() / rate;
        case Arrivals::fixed: return 1.0 / rate;
    }
    return 1.0;
}

std::uint32_t Engine::draw_length() {
    if (router().lengths.size() == 1) return router().lengths.front().flits;
    const double u = random_.unit() * sources_.length_sums.back();
    const auto i = static_cast<std::size_t>(
        std::upper_bound(sources_.length_sums.begin(), sources_.length_sums.end(), u) - sources_.length_sums.begin());
    return router().lengths[std::min(i, router().lengths.size() - 1)].flits;
}

void Engine::start_sources() {
    double sum = 0.0;
    for (const LengthShare& l : router().lengths) sources_.length_sums.push_back(sum += l.share);
    sources_.mean_flits = router().mean_flits();
    sources_.rates.assign(network_.graph.nodes(), 0.0);
    if (!options_.trace.empty() || options_.loop != nullptr || options_.load <= 0.0) return;
    for (Node v = 0; v < network_.graph.nodes(); ++v) {
        const double rate = traffic_.rate(v);
        if (!(rate * options_.load <=
              router().ports.injection_channels * (1.0 + 1e-9))) {  // the sums of a matrix may be rounded
            throw InputError("node " + std::to_string(v) + " sends at " + std::to_string(rate) + " times the load of " +
                             std::to_string(options_.load) + " flits per cycle, need " +
                             std::to_string(router().ports.injection_channels) +
                             " at most, what the injection port takes");
        }
        if (rate <= 0.0) continue;
        sources_.rates[v] = options_.load * rate / sources_.mean_flits;
        double first = gap(v);
        if (router().arrivals == Arrivals::bernoulli) first -= 1.0;
        if (router().arrivals == Arrivals::fixed) first *= random_.unit();
        sources_.next.push({first, v});
    }
}

void Engine::create_messages() {
    while (!sources_.next.empty() && sources_.next.top().time <= static_cast<double>(now_)) {
        const Sources::Next next = sources_.next.top();
        sources_.next.pop();
        sources_.next.push({next.time + gap(next.node), next.node});
        const Node destination = traffic_.sample(next.node, random_.unit());
        create(next.node, destination, draw_length());
    }
    while (sources_.given.trace_at < options_.trace.size() && options_.trace[sources_.given.trace_at].cycle <= now_) {
        const TraceMessage& m = options_.trace[sources_.given.trace_at++];
        create(m.source, m.destination, m.flits);
    }
    if (options_.loop != nullptr) go_round();
}

// Tells the closed loop what has arrived and creates what it sends by now. Returns whether there was anything.
bool Engine::go_round() {
    const bool any = !sources_.given.arrived.empty();
    for (const std::uint32_t id : sources_.given.arrived) options_.loop->arrived(id, now_);
    sources_.given.arrived.clear();
    sources_.given.created.clear();
    options_.loop->create(now_, sources_.given.created);
    for (const LoopMessage& m : sources_.given.created) create(m.source, m.destination, m.flits, m.id);
    return any || !sources_.given.created.empty();
}

void Engine::create(Node source, Node destination, std::uint32_t flits, std::uint32_t id_in_loop) {
    if (destination >= network_.graph.nodes())
        throw ComputationError("the traffic sends from node " + std::to_string(source) + " to node " +
                               std::to_string(destination) + ", the last node of " + network_.word + " is " +
                               std::to_string(network_.graph.nodes() - 1));
    const std::list<Pending>& queue = sources_.queues[source];
    const bool counted = stats_.window.has(now_);
    if (counted) stats_.created_flits += flits;
    if (options_.source_queue > 0 && queue.size() >= options_.source_queue) {
        if (counted) ++stats_.dropped;
        return;
    }
    if (counted) {
        ++stats_.created_messages;
        ++stats_.outstanding;
    }
    if (queue.empty()) backlogs_.begins(source, now_);
    sources_.push(source, {now_, destination, flits, id_in_loop});
    ++stats_.queued;
    inject(source);
}

// The VC of an injection channel for the next message, -1: none. In turn and only where there is room when messages go
// one after another, as BookSim2's source does; else the first that no message holds.
int Engine::injection_vc(std::uint32_t channel) {
    if (router().ports.injection_direct) return 0;
    ChannelState& c = channels_[channel];
    if (!router().ports.injection_serial) return c.free == 0 ? -1 : std::countr_zero(c.free);
    for (int i = 1; i <= router().vcs; ++i) {
        const int vc = (c.last_vc + i) % router().vcs;
        if ((c.free >> vc & 1U) != 0 && lanes_[c.first_lane + static_cast<std::uint32_t>(vc)].credits > 0) return vc;
    }
    return -1;
}

// The injection channel of the node's next message: the one with fewest flits still to send, so that messages share
// none while another has less to do. None: it has no virtual channel left, but will soon, or all are busy.
std::uint32_t Engine::injection_channel(Node node) {
    const PortConfig& ports = router().ports;
    std::uint32_t best = none;
    std::uint64_t fewest = ~std::uint64_t{0};
    for (std::uint32_t k = 0; k < ports.injection_channels; ++k) {
        const std::uint32_t number = node * ports.injection_channels + k, channel = ports_.first_injection + number;
        if ((ports.injection_direct || ports.injection_serial) && ports_.injecting[number] != 0) continue;
        const bool full = injection_vc(channel) < 0;
        if (full && channels_[channel].ready == 0) continue;
        const bool alone = ports.injection_channels == 1 || ports.injection_direct;
        const std::uint64_t flits = alone ? 0 : unsent(channel);
        if (flits < fewest) best = full ? none : number, fewest = flits;
    }
    return best;
}

// Takes messages from the node's queue as long as an injection channel takes them.
void Engine::inject(Node node) {
    const std::list<Pending>& queue = sources_.queues[node];
    while (!queue.empty()) {
        const std::uint32_t number = injection_channel(node);
        if (number == none) return;
        const std::uint32_t channel = ports_.first_injection + number;
        const int vc = injection_vc(channel);
        const Pending pending = sources_.pop(node);
        backlogs_.leaves(node, now_, queue.empty());
        --stats_.queued;
        const std::uint32_t message = messages_.take();
        if (options_.loop != nullptr) {
            sources_.given.ids.resize(messages_.numbers());
            sources_.given.ids[message] = pending.id;
        }
        Message& m = messages_[message];
        m.source = node, m.destination = pending.destination;
        m.flits = pending.flits, m.created = pending.created;
        m.state = node == pending.destination ? 0 : routing_.start(node, pending.destination);
        if (ports_.is_port(node) && node != pending.destination) {
            hops_.clear();
            routing_.next({node, no_channel, m.state}, m.destination, hops_);
            if (!hops_.empty()) m.state = hops_.front().state;
        }
        m.hops = 0, m.vc_class = -1, m.axis = 0xFF, m.direction = 0, m.waiting = false;
        m.counted = stats_.window.has(pending.created);

        ports_.injecting[number] = 1;
        const std::uint32_t source =
            visits_.first_source() + number * ports_.injection_lanes + static_cast<std::uint32_t>(vc);
        visits_[source] = {.message = message, .buffered = m.flits};
        m.head = source;
        if (router().ports.injection_direct) requests_.push_back(source);
        else grant(source, {channel, m.state, first_vcs(router().vcs), 0, 0}, vc);
    }
}

void Engine::deliver(std::uint32_t message) {
    Message& m = messages_[message];
    if (options_.loop != nullptr) sources_.given.arrived.push_back(sources_.given.ids[message]);
    if (m.counted) --stats_.outstanding;
    if (m.counted || precise_) {
        stats_.total.add(now_ - m.created);
        stats_.network.add(now_ - m.entered);
        stats_.hops += m.hops;
    }
    ++m.ticket;
    messages_.give_back(message);
}

}  // namespace wafernet::sim
