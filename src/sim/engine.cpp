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
    at(now_ + v.credit).credits.push_back(v.lane);
    ++events_;
}

// The last flit of its message has left the buffer of `visit`.
void Engine::tail_left(std::uint32_t visit) {
    const Visit& v = visits_[visit];
    if (v.lane == none) {
        const std::uint32_t channel = (visit - first_source_) / injection_lanes_;
        if (options_.loop != nullptr) options_.loop->left(given_.ids[v.message], now_ + 1);
        injecting_[channel] = 0;
        at(now_ + 1).sources.push_back(source_of(first_injection_ + channel));
        ++events_;
        return;
    }
    Lane& lane = lanes_[v.lane];
    lane.front = static_cast<std::uint16_t>((lane.front + 1U) % slots_);
    --lane.count;
    const Kind kind = channels_[lane.channel].kind;
    if (kind == Kind::crossing) return;  // freed with the virtual channel behind it
    if (router_.hold == HoldVc::until_buffer_left) {
        at(now_ + 1).freed.push_back(v.lane);
        ++events_;
    } else if (one_a_buffer_ && kind == Kind::network) {
        at(now_ + v.credit).freed.push_back(v.lane);  // the router upstream knows by the credit of the tail
        ++events_;
    } else if (lane.count > 0 && visits_[v.lane * slots_ + lane.front].head_in) {
        come_to_front(v.lane * slots_ + lane.front, now_ + 1);
    }
}

// The header of `visit` stands at the front of its buffer from cycle `when` on. It is routed only there: behind another
// message it waits for the front, as in BookSim2, so that short messages take turns of all stages in one virtual
// channel.
void Engine::come_to_front(std::uint32_t visit, std::uint64_t when) {
    if (when + router_.routing_cycles == now_) {
        requests_.push_back(visit);
        return;
    }
    at(when + router_.routing_cycles).turns.push_back(visit);
    ++events_;
}

// The node takes `flits` flits out of the buffer of `visit`: nodes without ejection channels.
void Engine::consume(std::uint32_t visit, std::uint32_t flits) {
    Visit& v = visits_[visit];
    v.buffered -= flits;
    Message& m = messages_[v.message];
    m.left -= flits;
    delivered_flits_ += flits;
    if (v.lane == none) entered_flits_ += flits;
    if (now_ >= end_of_warmup_ && now_ < end_of_window_) {
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
    Slot& slot = at(now_);
    events_ -= slot.freed.size() + slot.credits.size() + slot.arrivals.size() + slot.heads.size() + slot.turns.size() +
               slot.wakes.size() + slot.tails.size() + slot.sources.size();
    for (const std::uint32_t l : slot.freed) freed(l);
    for (const std::uint32_t l : slot.credits) {
        Lane& lane = lanes_[l];
        if (lane.credits++ != 0) continue;
        if (lane.sender != none) check(lane.sender);
        if (router_.ports.injection_serial && channels_[lane.channel].kind == Kind::injection)
            inject(source_of(lane.channel));
    }
    for (const std::uint32_t visit : slot.arrivals) arrive(visit);
    for (const std::uint32_t visit : slot.heads) {
        Visit& v = visits_[visit];
        ++v.buffered;
        v.head_in = true;
        if (v.next != none) check(v.next);
        else if (lanes_[v.lane].front == visit - v.lane * slots_) come_to_front(visit, now_);
    }
    for (const std::uint32_t visit : slot.turns) requests_.push_back(visit);
    for (const std::uint32_t node : slot.sources) inject(node);
    for (const std::uint32_t visit : slot.wakes) {
        visits_[visit].asleep = false;
        check(visit);
    }
    for (const std::uint32_t message : slot.tails) deliver(message);
    slot.freed.clear();
    slot.credits.clear();
    slot.arrivals.clear();
    slot.heads.clear();
    slot.turns.clear();
    slot.wakes.clear();
    slot.tails.clear();
    slot.sources.clear();
    route_headers();
    while (options_.loop != nullptr && go_round()) route_headers();
    if (router_.crossbar_limit) allocate();
}

void Engine::route_headers() {
    // Headers that ask in the same cycle do so in random order, or in the order of the input policy.
    for (std::size_t i = requests_.size(); i > 1; --i)
        std::swap(requests_[i - 1], requests_[random_.below(static_cast<std::uint32_t>(i))]);
    if (router_.input == InputPolicy::distance_travelled || router_.input == InputPolicy::distance_least ||
        router_.input == InputPolicy::global_fifo) {
        const bool oldest = router_.input == InputPolicy::global_fifo;
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
    if (c.serial > 1) next_flit_[channel] = now_ + c.serial;
    if (p.lane == none) {
        ++entered_flits_;
        if (now_ >= end_of_warmup_ && now_ < end_of_window_) ++stats_.entered_flits;
        if (v.first) messages_[v.message].entered = now_;
    } else {
        leave(v.prev);
    }
    if (c.kind == Kind::ejection) {
        v.first = false;
        ++delivered_flits_;
        const std::uint64_t when = now_ + c.forward;
        if (when >= end_of_warmup_ && when < end_of_window_) ++stats_.delivered_flits;
        if (router_.ports.ejection_buffer) {
            at(now_ + c.credit).credits.push_back(l);
            ++events_;
        } else {
            ++lane.credits;
        }
    } else {
        if (c.kind == Kind::network) ++crossings_;
        if (v.first) {
            v.first = false;
            at(now_ + c.forward).heads.push_back(visit);
        } else {
            at(now_ + c.forward).arrivals.push_back(visit);
        }
        ++events_;
    }
    if (v.unsent == 0) {
        tail_left(v.prev);
        if (c.kind == Kind::ejection) {
            at(now_ + c.forward).tails.push_back(v.message);
            --lane.count;
            lane.front = static_cast<std::uint16_t>((lane.front + 1U) % slots_);
            at(now_ + 1).freed.push_back(l);
            events_ += 2;
        } else if (router_.hold == HoldVc::until_tail_sent && c.kind != Kind::crossing &&
                   !(one_a_buffer_ && c.kind == Kind::network)) {
            at(now_ + 1).freed.push_back(l);
            ++events_;
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
    if (router_.crossbar_limit) transmit_through_crossbars();
    if (network_.shared_nodes > 0) transmit_over_shared();
    std::size_t kept = 0;
    for (const std::uint32_t channel : active_) {
        ChannelState& c = channels_[channel];
        if (c.kind == Kind::crossing) {
            for (std::uint64_t ready = c.ready; ready != 0; ready &= ready - 1) send(channel, std::countr_zero(ready));
        } else if (!c.arbitrated) {
            if (c.ready != 0 && !sending(channel)) {
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
    for (const Speculation& s : speculations_) bid(s.channel, lanes_[visits_[s.visit].lane], s.visit, true);
    speculations_.clear();
    for (const std::uint32_t channel : active_) {
        const ChannelState& c = channels_[channel];
        if (c.kind == Kind::injection) continue;
        for (std::uint64_t ready = c.ready; ready != 0; ready &= ready - 1) {
            const Visit& v = visits_[lanes_[c.first_lane + static_cast<std::uint32_t>(std::countr_zero(ready))].sender];
            if (v.first && messages_[v.message].granted == now_) continue;  // bids by speculation
            bid(channel, lanes_[visits_[v.prev].lane], v.prev, false);
        }
    }
    for (const std::uint32_t channel : bids_) propose(channel);
    for (const std::uint32_t input : accepted_inputs_) accept(input);
    bids_.clear();
    accepted_inputs_.clear();
}

// The message of `visit`, in a buffer behind `from`, asks for a flit's time on the channel.
void Engine::bid(std::uint32_t channel, const Lane& from, std::uint32_t visit, bool speculative) {
    if (sending(channel)) return;
    const ChannelState& input = channels_[from.channel];
    const std::uint32_t vc = visits_[visit].lane - input.first_lane;
    const std::uint64_t rank = std::uint64_t{from.channel - channels_[channel].turn - 1} << 8U |
                               (speculative ? 0x40U : 0U) | ((vc - input.last_sent - 1U) & 0x3FU);
    Bid& best = best_bids_[channel];
    if (best.visit == none) bids_.push_back(channel);
    if (best.visit == none || rank < best.rank) best = {rank, visit};
}

// Output `channel` offers to take a flit of its best bid.
void Engine::propose(std::uint32_t channel) {
    const std::uint32_t input = visits_[best_bids_[channel].visit].channel;
    std::uint32_t& accepted = accepted_[input];
    if (accepted == none) accepted_inputs_.push_back(input);
    if (accepted == none || channel - input_turn_[input] - 1 < accepted - input_turn_[input] - 1) {
        if (accepted != none) best_bids_[accepted].visit = none;
        accepted = channel;
    } else {
        best_bids_[channel].visit = none;
    }
}

void Engine::accept(std::uint32_t input) {
    const std::uint32_t channel = accepted_[input];
    const std::uint32_t visit = best_bids_[channel].visit;
    accepted_[input] = none;
    best_bids_[channel].visit = none;
    ChannelState& c = channels_[channel];
    input_turn_[input] = channel;
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
    const std::uint32_t visit = l * slots_ + (lane.front + lane.count) % slots_;
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
