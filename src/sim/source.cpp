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
    const double rate = message_rates_[source];
    switch (router_.arrivals) {
        case Arrivals::bernoulli:
            return rate >= 1.0 ? 1.0 : 1.0 + std::floor(-random_.exponential() / std::log1p(-rate));
        case Arrivals::poisson:
            return random_.exponential() / rate;
        case Arrivals::fixed:
            return 1.0 / rate;
    }
    return 1.0;
}

std::uint32_t Engine::draw_length() {
    if (router_.lengths.size() == 1) return router_.lengths.front().flits;
    const double u = random_.unit() * length_sums_.back();
    const auto i =
        static_cast<std::size_t>(std::upper_bound(length_sums_.begin(), length_sums_.end(), u) - length_sums_.begin());
    return router_.lengths[std::min(i, router_.lengths.size() - 1)].flits;
}

void Engine::start_sources() {
    double sum = 0.0;
    for (const LengthShare& l : router_.lengths) length_sums_.push_back(sum += l.share);
    mean_flits_ = router_.mean_flits();
    message_rates_.assign(network_.graph.nodes(), 0.0);
    if (!options_.trace.empty() || options_.loop != nullptr || options_.load <= 0.0) return;
    for (Node v = 0; v < network_.graph.nodes(); ++v) {
        const double rate = traffic_.rate(v);
        if (!(rate * options_.load <=
              router_.ports.injection_channels * (1.0 + 1e-9))) {  // the sums of a matrix may be rounded
            throw InputError("node " + std::to_string(v) + " sends at " + std::to_string(rate) + " times the load of " +
                             std::to_string(options_.load) + " flits per cycle, need " +
                             std::to_string(router_.ports.injection_channels) +
                             " at most, what the injection port takes");
        }
        if (rate <= 0.0) continue;
        message_rates_[v] = options_.load * rate / mean_flits_;
        double first = gap(v);
        if (router_.arrivals == Arrivals::bernoulli) first -= 1.0;
        if (router_.arrivals == Arrivals::fixed) first *= random_.unit();
        next_.push({first, v});
    }
}

void Engine::create_messages() {
    while (!next_.empty() && next_.top().time <= static_cast<double>(now_)) {
        const Next next = next_.top();
        next_.pop();
        next_.push({next.time + gap(next.node), next.node});
        const Node destination = traffic_.sample(next.node, random_.unit());
        create(next.node, destination, draw_length());
    }
    while (given_.trace_at < options_.trace.size() && options_.trace[given_.trace_at].cycle <= now_) {
        const TraceMessage& m = options_.trace[given_.trace_at++];
        create(m.source, m.destination, m.flits);
    }
    if (options_.loop != nullptr) go_round();
}

// Tells the closed loop what has arrived and creates what it sends by now. Returns whether there was anything.
bool Engine::go_round() {
    const bool any = !given_.arrived.empty();
    for (const std::uint32_t id : given_.arrived) options_.loop->arrived(id, now_);
    given_.arrived.clear();
    given_.created.clear();
    options_.loop->create(now_, given_.created);
    for (const LoopMessage& m : given_.created) create(m.source, m.destination, m.flits, m.id);
    return any || !given_.created.empty();
}

void Engine::create(Node source, Node destination, std::uint32_t flits, std::uint32_t id_in_loop) {
    if (destination >= network_.graph.nodes())
        throw ComputationError("the traffic sends from node " + std::to_string(source) + " to node " +
                               std::to_string(destination) + ", the last node of " + network_.word + " is " +
                               std::to_string(network_.graph.nodes() - 1));
    Queue& queue = queues_at_[source];
    const bool counted = now_ >= end_of_warmup_ && now_ < end_of_window_;
    if (counted) stats_.created_flits += flits;
    if (options_.source_queue > 0 && queue.length >= options_.source_queue) {
        if (counted) ++stats_.dropped;
        return;
    }
    if (counted) {
        ++stats_.created_messages;
        ++stats_.outstanding;
    }
    std::uint32_t id = unused_pending_;
    if (id == none) {
        id = static_cast<std::uint32_t>(pending_.size());
        pending_.emplace_back();
    } else {
        unused_pending_ = pending_[id].next;
    }
    pending_[id] = {now_, destination, flits, none, id_in_loop};
    if (queue.first == none) queue.first = id;
    else pending_[queue.last].next = id;
    queue.last = id;
    if (queue.length == 0) backlogs_.begins(source, now_);
    ++queue.length;
    ++stats_.queued;
    inject(source);
}

// The VC of an injection channel for the next message, -1: none. In turn and only where there is room when messages go
// one after another, as BookSim2's source does; else the first that no message holds.
int Engine::injection_vc(std::uint32_t channel) {
    if (router_.ports.injection_direct) return 0;
    ChannelState& c = channels_[channel];
    if (!router_.ports.injection_serial) return c.free == 0 ? -1 : std::countr_zero(c.free);
    for (int i = 1; i <= router_.vcs; ++i) {
        const int vc = (c.last_vc + i) % router_.vcs;
        if ((c.free >> vc & 1U) != 0 && lanes_[c.first_lane + static_cast<std::uint32_t>(vc)].credits > 0) return vc;
    }
    return -1;
}

// Takes messages from the node's queue as long as an injection channel takes them.
void Engine::inject(Node node) {
    Queue& queue = queues_at_[node];
    for (std::uint32_t k = 0; k < router_.ports.injection_channels && queue.first != none; ++k) {
        const std::uint32_t number = node * router_.ports.injection_channels + k;
        const std::uint32_t channel = first_injection_ + number;
        while (queue.first != none) {
            if ((router_.ports.injection_direct || router_.ports.injection_serial) && injecting_[number] != 0) break;
            const int vc = injection_vc(channel);
            if (vc < 0) break;
            const std::uint32_t id = queue.first;
            const Pending pending = pending_[id];
            queue.first = pending.next;
            --queue.length;
            backlogs_.leaves(node, now_, queue.length == 0);
            --stats_.queued;
            pending_[id].next = unused_pending_;
            unused_pending_ = id;

            std::uint32_t message = static_cast<std::uint32_t>(messages_.size());
            if (unused_messages_.empty()) {
                messages_.emplace_back();
            } else {
                message = unused_messages_.back();
                unused_messages_.pop_back();
            }
            if (options_.loop != nullptr) {
                given_.ids.resize(messages_.size());
                given_.ids[message] = pending.id;
            }
            Message& m = messages_[message];
            m.source = node;
            m.destination = pending.destination;
            m.flits = pending.flits;
            m.created = pending.created;
            m.state = node == pending.destination ? 0 : routing_.start(node, pending.destination);
            if (port(node) && node != pending.destination) {
                hops_.clear();
                routing_.next({node, no_channel, m.state}, m.destination, hops_);
                if (!hops_.empty()) m.state = hops_.front().state;
            }
            m.hops = 0;
            m.vc_class = -1;
            m.axis = 0xFF;
            m.direction = 0;
            m.waiting = false;
            m.counted = pending.created >= end_of_warmup_ && pending.created < end_of_window_;

            injecting_[number] = 1;
            const std::uint32_t source = first_source_ + number * injection_lanes_ + static_cast<std::uint32_t>(vc);
            Visit& v = visits_[source];
            v = {};
            v.message = message;
            v.buffered = m.flits;
            m.head = source;
            if (router_.ports.injection_direct) requests_.push_back(source);
            else grant(source, {channel, m.state, first_vcs(router_.vcs), 0, 0}, vc);
        }
    }
}

void Engine::deliver(std::uint32_t message) {
    Message& m = messages_[message];
    if (options_.loop != nullptr) given_.arrived.push_back(given_.ids[message]);
    if (m.counted) --stats_.outstanding;
    if (m.counted || precise_) {
        stats_.total.add(now_ - m.created);
        stats_.network.add(now_ - m.entered);
        stats_.hops += m.hops;
    }
    ++m.ticket;
    unused_messages_.push_back(message);
}

}  // namespace wafernet::sim
