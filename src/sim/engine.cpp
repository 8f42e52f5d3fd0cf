// One cycle of the simulator: what arrives, who may send, what is sent.
#include "sim/engine.hpp"

#include <algorithm>
#include <bit>

namespace wafernet::sim {

// Puts the lane of `visit` into its channel's ready set where it can send.
void Engine::check(std::uint32_t visit) {
    const Visit& v = visits_[visit];
    if (v.unsent == 0 || v.asleep || visits_[v.prev].buffered == 0 || lanes_[v.lane].credits == 0) return;
    ChannelState& c = channels_[v.channel];
    c.ready |= std::uint64_t{1} << (v.lane - c.first_lane);
    if (!c.active) {
        c.active = true;
        active_.push_back(v.channel);
    }
}

// A flit leaves the buffer of `visit`: its slot can be filled again.
void Engine::leave(std::uint32_t visit) {
    const Visit& v = visits_[visit];
    if (v.lane == none) return;
    wheel_.add(Event::credits, now_ + v.credit, v.lane);
}

// The last flit of its message has left the buffer of `visit`.
void Engine::tail_left(std::uint32_t visit) {
    const Visit& v = visits_[visit];
    if (v.lane == none) {
        const std::uint32_t channel = (visit - visits_.first_source()) / ports_.injection_lanes;
        if (options_.loop != nullptr) options_.loop->left(sources_.given.ids[v.message], now_ + 1);
        ports_.injecting[channel] = 0;
        wheel_.add(Event::sources, now_ + 1, ports_.source_of(ports_.first_injection + channel));
        return;
    }
    Lane& lane = lanes_[v.lane];
    visits_.drop_front(lane);
    const Kind kind = channels_[lane.channel].kind;
    if (kind == Kind::crossing) return;  // freed with the virtual channel behind it
    if (router().hold == HoldVc::until_buffer_left) {
        wheel_.add(Event::freed, now_ + 1, v.lane);
    } else if (vcs_.one_a_buffer && kind == Kind::network) {
        wheel_.add(Event::freed, now_ + v.credit, v.lane);  // the router upstream knows by the credit of the tail
    } else if (lane.count > 0 && visits_[visits_.in(v.lane, lane)].head_in) {
        come_to_front(visits_.in(v.lane, lane), now_ + 1);
    }
}

// The header of `visit` stands at the front of its buffer from cycle `when` on. It is routed only there: behind another
// message it waits for the front, as in BookSim2, so that short messages take turns of all stages in one virtual
// channel.
void Engine::come_to_front(std::uint32_t visit, std::uint64_t when) {
    if (when + router().routing_cycles == now_) {
        requests_.push_back(visit);
        return;
    }
    wheel_.add(Event::turns, when + router().routing_cycles, visit);
}

// The node takes `flits` flits out of the buffer of `visit`: nodes without ejection channels.
void Engine::consume(std::uint32_t visit, std::uint32_t flits) {
    Visit& v = visits_[visit];
    v.buffered -= flits;
    Message& m = messages_[v.message];
    m.left -= flits;
    stats_.flits.delivered += flits;
    if (v.lane == none) stats_.flits.entered += flits;
    if (stats_.window.has(now_)) {
        stats_.delivered_flits += flits;
        if (v.lane == none) stats_.entered_flits += flits;
    }
    for (std::uint32_t i = 0; i < flits; ++i) leave(visit);
    if (m.left > 0) return;
    const std::uint32_t message = v.message;
    tail_left(visit);
    deliver(message);
}

// A body flit comes into the buffer of `visit`.
void Engine::arrive(std::uint32_t visit) {
    Visit& v = visits_[visit];
    ++v.buffered;
    if (v.next == sink) consume(visit, 1);
    else if (v.next != none && v.buffered == 1) check(v.next);
}

void Engine::begin_cycle() {
    Wheel::Slot& slot = wheel_.at(now_);
    const auto& [freed_lanes, credits, arrivals, heads, turns, sources, wakes, tails] = slot;
    for (const std::uint32_t l : freed_lanes) freed(l);
    for (const std::uint32_t l : credits) {
        Lane& lane = lanes_[l];
        if (lane.credits++ != 0) continue;
        if (lane.sender != none) check(lane.sender);
        if (router().ports.injection_serial && channels_[lane.channel].kind == Kind::injection)
            inject(ports_.source_of(lane.channel));
    }
    for (const std::uint32_t visit : arrivals) arrive(visit);
    for (const std::uint32_t visit : heads) {
        Visit& v = visits_[visit];
        ++v.buffered;
        v.head_in = true;
        if (v.next != none) check(v.next);
        else if (visits_.in(v.lane, lanes_[v.lane]) == visit) come_to_front(visit, now_);
    }
    for (const std::uint32_t visit : turns) requests_.push_back(visit);
    for (const std::uint32_t node : sources) inject(node);
    for (const std::uint32_t visit : wakes) {
        visits_[visit].asleep = false;
        check(visit);
    }
    for (const std::uint32_t message : tails) deliver(message);
    wheel_.clear(slot);
    route_headers();
    while (options_.loop != nullptr && go_round()) route_headers();
    if (router().crossbar_limit) allocate();
}

void Engine::route_headers() {
    // Headers that ask in the same cycle do so in random order, or in the order of the input policy.
    for (std::size_t i = requests_.size(); i > 1; --i)
        std::swap(requests_[i - 1], requests_[random_.below(static_cast<std::uint32_t>(i))]);
    if (router().input == InputPolicy::distance_travelled || router().input == InputPolicy::distance_least ||
        router().input == InputPolicy::global_fifo) {
        const bool oldest = router().input == InputPolicy::global_fifo;
        std::stable_sort(requests_.begin(), requests_.end(), [&](std::uint32_t a, std::uint32_t b) {
            const Message& x = messages_[visits_[a].message];
            const Message& y = messages_[visits_[b].message];
            return oldest ? x.created < y.created : x.hops > y.hops;
        });
    }
    for (const std::uint32_t visit : requests_) request(visit);
    requests_.clear();
}

void Engine::send(std::uint32_t channel, int vc) {
    ChannelState& c = channels_[channel];
    const std::uint32_t l = c.first_lane + static_cast<std::uint32_t>(vc);
    Lane& lane = lanes_[l];
    const std::uint32_t visit = lane.sender;
    Visit& v = visits_[visit];
    Visit& p = visits_[v.prev];
    --p.buffered;
    --v.unsent;
    --lane.credits;
    ++c.flits;
    if (c.serial > 1) c.next_flit = now_ + c.serial;
    if (p.lane == none) {
        ++stats_.flits.entered;
        if (stats_.window.has(now_)) ++stats_.entered_flits;
        if (v.first) messages_[v.message].entered = now_;
    } else {
        leave(v.prev);
    }
    if (c.kind == Kind::ejection) {
        v.first = false;
        ++stats_.flits.delivered;
        const std::uint64_t when = now_ + c.forward;
        if (stats_.window.has(when)) ++stats_.delivered_flits;
        if (router().ports.ejection_buffer) {
            wheel_.add(Event::credits, now_ + c.credit, l);
        } else {
            ++lane.credits;
        }
    } else {
        if (c.kind == Kind::network) ++stats_.flits.hops;
        if (v.first) {
            v.first = false;
            wheel_.add(Event::heads, now_ + c.forward, visit);
        } else {
            wheel_.add(Event::arrivals, now_ + c.forward, visit);
        }
    }
    if (v.unsent == 0) {
        tail_left(v.prev);
        if (c.kind == Kind::ejection) {
            wheel_.add(Event::tails, now_ + c.forward, v.message);
            visits_.drop_front(lane);
            wheel_.add(Event::freed, now_ + 1, l);
        } else if (router().hold == HoldVc::until_tail_sent && c.kind != Kind::crossing &&
                   !(vcs_.one_a_buffer && c.kind == Kind::network)) {
            wheel_.add(Event::freed, now_ + 1, l);
        }
        c.ready &= ~(std::uint64_t{1} << vc);
    } else if (p.buffered == 0 || lane.credits == 0) {
        c.ready &= ~(std::uint64_t{1} << vc);
    }
}

// Round robin: the first of `ready` after `last`.
static int next_vc(std::uint64_t ready, int last) {
    const std::uint64_t later = last >= 63 ? 0 : ready & (~std::uint64_t{0} << (last + 1));
    return std::countr_zero(later != 0 ? later : ready);
}

void Engine::transmit() {
    if (router().crossbar_limit) transmit_through_crossbars();
    if (network_.shared_nodes > 0) transmit_over_shared();
    std::size_t kept = 0;
    for (const std::uint32_t channel : active_) {
        ChannelState& c = channels_[channel];
        if (c.kind == Kind::crossing) {
            for (std::uint64_t ready = c.ready; ready != 0; ready &= ready - 1) send(channel, std::countr_zero(ready));
        } else if (!c.arbitrated) {
            if (c.ready != 0 && !c.sending(now_)) {
                const int vc = next_vc(c.ready, c.last_vc);
                c.last_vc = static_cast<std::uint8_t>(vc);
                send(channel, vc);
            }
        }
        if (c.ready != 0) active_[kept++] = channel;
        else c.active = false;
    }
    active_.resize(kept);
}

// Separable allocation, one iteration: every output proposes to the next of its inputs in turn, every input accepts the
// next of its outputs in turn. Of one input's messages for the same output those that have their virtual channel go
// before headers that ask for one in this cycle and bid for the switch at the same time (speculation), then in turn;
// between inputs, and between outputs, the two are equal. A header that wins the switch but no virtual channel with
// room wastes it.
void Engine::transmit_through_crossbars() {
    for (const Crossbar::Speculation& s : crossbar_.speculations)
        bid(s.channel, lanes_[visits_[s.visit].lane], s.visit, true);
    crossbar_.speculations.clear();
    for (const std::uint32_t channel : active_) {
        const ChannelState& c = channels_[channel];
        if (c.kind == Kind::injection) continue;
        for (std::uint64_t ready = c.ready; ready != 0; ready &= ready - 1) {
            const Visit& v = visits_[lanes_[c.first_lane + static_cast<std::uint32_t>(std::countr_zero(ready))].sender];
            if (v.first && messages_[v.message].granted == now_) continue;  // bids by speculation
            bid(channel, lanes_[visits_[v.prev].lane], v.prev, false);
        }
    }
    for (const std::uint32_t channel : crossbar_.bids) propose(channel);
    for (const std::uint32_t input : crossbar_.accepted_inputs) accept(input);
    crossbar_.bids.clear();
    crossbar_.accepted_inputs.clear();
}

// The message of `visit`, in a buffer behind `from`, asks for a flit's time on the channel.
void Engine::bid(std::uint32_t channel, const Lane& from, std::uint32_t visit, bool speculative) {
    if (channels_[channel].sending(now_)) return;
    const ChannelState& input = channels_[from.channel];
    const std::uint32_t vc = visits_[visit].lane - input.first_lane;
    const std::uint64_t rank = std::uint64_t{from.channel - channels_[channel].turn - 1} << 8U |
                               (speculative ? 0x40U : 0U) | ((vc - input.last_sent - 1U) & 0x3FU);
    Bid& best = crossbar_.best_bids[channel];
    if (best.visit == none) crossbar_.bids.push_back(channel);
    if (best.visit == none || rank < best.rank) best = {rank, visit};
}

// Output `channel` offers to take a flit of its best bid.
void Engine::propose(std::uint32_t channel) {
    const std::uint32_t input = visits_[crossbar_.best_bids[channel].visit].channel;
    std::uint32_t& accepted = crossbar_.accepted[input];
    if (accepted == none) crossbar_.accepted_inputs.push_back(input);
    if (accepted == none || channel - crossbar_.input_turn[input] - 1 < accepted - crossbar_.input_turn[input] - 1) {
        if (accepted != none) crossbar_.best_bids[accepted].visit = none;
        accepted = channel;
    } else {
        crossbar_.best_bids[channel].visit = none;
    }
}

void Engine::accept(std::uint32_t input) {
    const std::uint32_t channel = crossbar_.accepted[input];
    const std::uint32_t visit = crossbar_.best_bids[channel].visit;
    crossbar_.accepted[input] = none;
    crossbar_.best_bids[channel].visit = none;
    ChannelState& c = channels_[channel];
    crossbar_.input_turn[input] = channel;
    c.turn = input;
    channels_[input].last_sent = static_cast<std::uint8_t>(visits_[visit].lane - channels_[input].first_lane);
    const std::uint32_t next = visits_[visit].next;
    if (next == none || visits_[next].channel != channel) return;
    const auto vc = static_cast<int>(visits_[next].lane - c.first_lane);
    if ((c.ready >> vc & 1U) != 0) send(channel, vc);
}

void Engine::step() {
    create_messages();
    begin_cycle();
    transmit();
    ++now_;
}

// Enters the message into the lane: the new foremost visit of its chain.
std::uint32_t Engine::place(std::uint32_t l, std::uint32_t prev, std::uint32_t message) {
    Lane& lane = lanes_[l];
    const std::uint32_t visit = visits_.in(l, lane, lane.count);
    ++lane.count;
    Visit& v = visits_[visit];
    v = {};
    v.lane = l;
    v.prev = prev;
    v.message = message;
    v.unsent = messages_[message].flits;
    v.channel = lane.channel;
    v.credit = static_cast<std::uint16_t>(channels_[lane.channel].credit);
    messages_[message].granted = now_;
    visits_[prev].next = visit;
    lane.sender = visit;
    return visit;
}

}  // namespace wafernet::sim
