// Headers: where they may go, who gets a virtual channel, who waits.
#include <algorithm>
#include <bit>
#include <iterator>
#include <unordered_map>

#include "routing/bubbles.hpp"
#include "sim/engine.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/routing/route.hpp"

namespace wafernet::sim {

Node Engine::node_of(const Visit& v) const {
    return v.lane == none ? ports_.router_of[messages_[v.message].source] : channels_[lanes_[v.lane].channel].node;
}

// Flits between the switch in front of the channel and the far end of its buffers.
std::uint64_t Engine::queue_of(Channel channel) const {
    const auto used = [this](std::uint32_t c) {
        std::uint64_t flits = 0;
        const std::uint32_t first = channels_[c].first_lane;
        for (std::uint32_t l = first; l < first + static_cast<std::uint32_t>(router().vcs); ++l)
            flits += records_[l].depth - lanes_[l].credits;
        return flits;
    };
    return used(channel) + (router().output_buffer_flits > 0 ? used(ports_.first_crossing + channel) : 0);
}

// Flits of the messages that hold its virtual channels which are still to be sent over it.
std::uint64_t Engine::unsent(std::uint32_t channel) const {
    std::uint64_t flits = 0;
    for (VcSet held = first_vcs(router().vcs) & ~channels_[channel].free; held != 0; held &= held - 1)
        flits +=
            visits_[lanes_[channels_[channel].first_lane + static_cast<std::uint32_t>(std::countr_zero(held))].sender]
                .unsent;
    return flits;
}

std::uint64_t Engine::hops_to_go(Hop hop, Node destination) const {
    std::vector<Hop> next;
    for (std::uint64_t hops = 1;; ++hops) {
        const Node node = network_.graph.target(hop.channel);
        if (node == ports_.exit_of[destination] || node == destination) return hops;
        next.clear();
        routing_.next({node, hop.channel, hop.state}, destination, next);
        hop = next.at(0);
    }
}

// Leaves of hops_ the one that the message takes.
void Engine::draw(Node node, Node destination) {
    std::vector<Hop> straight;  // of UGAL; both ways round a ring where they are equally long
    if (routing_.weighs())
        std::ranges::copy_if(hops_, std::back_inserter(straight), [](const Hop& h) { return !h.detour; });
    draw_hop(hops_, random_.unit());
    Hop& drawn = hops_.front();
    if (straight.empty() || !drawn.detour) return;
    if (straight.size() > 1) draw_hop(straight, random_.unit());
    check_hop(network_.graph, node, straight.front());
    check_hop(network_.graph, node, drawn);
    if (queue_of(straight.front().channel) * hops_to_go(straight.front(), destination) <=
        queue_of(drawn.channel) * hops_to_go(drawn, destination))
        drawn = straight.front();
}

void Engine::find_candidates(Message& m, Node node) {
    m.candidates.clear();
    if (node == ports_.exit_of[m.destination]) {
        for (std::uint32_t k = 0; k < router().ports.ejection_channels; ++k)
            m.candidates.push_back({ports_.first_ejection + m.destination * router().ports.ejection_channels + k,
                                    m.state, first_vcs(router().vcs), 0, 0});
        if (m.candidates.size() > 1)
            std::ranges::stable_sort(m.candidates, {}, [this](const Candidate& c) { return unsent(c.channel); });
        return;
    }
    const Visit& v = visits_[m.head];
    const bool moved = v.lane != none && channels_[lanes_[v.lane].channel].kind == Kind::network;
    hops_.clear();
    const Channel by = moved                      ? lanes_[v.lane].channel
                       : ports_.is_port(m.source) ? network_.graph.channel_between(m.source, node)
                                                  : no_channel;
    routing_.next({node, by, m.state}, m.destination, hops_);
    if (hops_.size() > 1 && routing_.draws() != Draws::none) draw(node, m.destination);
    for (const Hop& hop : hops_) {
        check_hop(network_.graph, node, hop);
        const VcSet vcs = vcs_.expand(hop.vcs & rule_.permitted(hop.label, m.vc_class));
        if (vcs == 0) continue;
        const bool stays = rule_.bubble && moved && stays_in_ring(network_.graph, by, hop.channel);
        const auto same = static_cast<std::int8_t>(stays ? v.lane - channels_[by].first_lane : ~std::uint32_t{0});
        m.candidates.push_back({hop.channel, hop.state, vcs, hop.label.axis, hop.label.direction, same, hop.share,
                                hop.detour, vcs_.by_labels && routing_.escape_of(hop) != 0});
    }
    if (m.candidates.empty())
        throw ComputationError("a message from node " + std::to_string(m.source) + " to node " +
                               std::to_string(m.destination) + " has no way out of node " + std::to_string(node) +
                               " under the VC rule '" + rule_.name + "'");
    if (vcs_.by_labels) {
        const bool adaptive = may_wait(m);
        std::erase_if(m.candidates, [&](const Candidate& c) { return c.escape == adaptive; });
    }
    if (m.candidates.size() > 1) order_candidates(m, node);
}

// Whether some channel outside the escape is free, or held with a label above the message's dimension reversals.
// Waiting for such labels alone closes no cycle, because they rise from holder to holder (Dally and Aoki).
bool Engine::may_wait(const Message& m) const {
    for (const Candidate& candidate : m.candidates) {
        const ChannelState& c = channels_[candidate.channel];
        for (VcSet set = candidate.escape ? 0 : candidate.vcs; set != 0; set &= set - 1) {
            const int vc = std::countr_zero(set);
            if ((c.free >> vc & 1U) != 0 || records_[c.first_lane + static_cast<std::uint32_t>(vc)].label > m.reversals)
                return true;
        }
    }
    return false;
}

// The channel has been given with a new label: messages that may not wait any longer take the escape, for good.
void Engine::reconsider(std::uint32_t channel) {
    if (!vcs_.by_labels || channels_[channel].kind != Kind::network) return;
    const std::vector<Waiter> waiters = waiters_.at[channel];
    for (const Waiter& w : waiters) {
        Message& m = messages_[w.message];
        if (m.ticket != w.ticket || m.candidates.front().escape || may_wait(m)) continue;
        waiters_.ends(m);
        ++m.ticket;
        find_candidates(m, node_of(visits_[w.visit]));
        ask(w.visit);
    }
}

void Engine::order_candidates(Message& m, Node node) {
    std::vector<Candidate>& all = m.candidates;
    const auto straight = [&](const Candidate& c) { return c.axis == m.axis && c.direction == m.direction; };
    switch (router().output) {
        case OutputPolicy::preferred: return;
        case OutputPolicy::random: {
            double sum = 0.0;
            for (const Candidate& c : all) sum += c.share;
            double u = random_.unit() * sum;
            std::size_t chosen = 0;
            while (chosen + 1 < all.size() && u >= all[chosen].share) u -= all[chosen++].share;
            if (routing_.escape_vcs() == 0) {
                all = {all[chosen]};
            } else {  // must be able to wait for its escape channel, on which the verdict stands
                std::rotate(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(chosen),
                            all.begin() + static_cast<std::ptrdiff_t>(chosen) + 1);
            }
            return;
        }
        case OutputPolicy::xy:
            std::ranges::stable_sort(all, [](const Candidate& a, const Candidate& b) { return a.axis < b.axis; });
            break;
        case OutputPolicy::no_turn:
            std::ranges::stable_sort(all, [&](const Candidate& a, const Candidate& b) {
                return straight(a) != straight(b) ? straight(a) : a.axis < b.axis;
            });
            break;
        case OutputPolicy::most_free:
            std::ranges::stable_sort(all, [&](const Candidate& a, const Candidate& b) {
                return std::popcount(a.vcs & channels_[a.channel].free) >
                       std::popcount(b.vcs & channels_[b.channel].free);
            });
            return;
        case OutputPolicy::zigzag: {
            // Axis 0 is the last digit.
            const std::vector<std::uint32_t> here = network_.addresses.digits(node);
            const std::vector<std::uint32_t> there = network_.addresses.digits(m.destination);
            const auto way = [&](const Candidate& c) {
                if (c.axis >= here.size()) return std::uint32_t{0};
                const std::size_t i = here.size() - 1 - c.axis;
                return here[i] > there[i] ? here[i] - there[i] : there[i] - here[i];
            };
            std::ranges::stable_sort(all, [&](const Candidate& a, const Candidate& b) { return way(a) > way(b); });
            break;
        }
    }
    std::ranges::stable_sort(all, [](const Candidate& a, const Candidate& b) { return a.detour < b.detour; });
}

void Engine::request(std::uint32_t visit) {
    Visit& v = visits_[visit];
    Message& m = messages_[v.message];
    m.head = visit;
    const Node node = node_of(v);
    if (node == ports_.exit_of[m.destination] && router().ports.ejection_channels == 0) {
        if (v.lane == none) m.entered = now_;
        v.next = sink;
        m.left = m.flits;
        consume(visit, v.buffered);
        return;
    }
    find_candidates(m, node);
    m.asked = now_;
    ask(visit);
}

void Engine::ask(std::uint32_t visit) {
    if (router().crossbar_limit) {
        wait(visit);
        for (const Candidate& candidate : messages_[visits_[visit].message].candidates)
            allocate_later(candidate.channel);
    } else if (!grant_any(visit)) {
        wait(visit);
    }
}

bool Engine::grant_any(std::uint32_t visit) {
    const Message& m = messages_[visits_[visit].message];
    for (const Candidate& candidate : m.candidates) {
        const VcSet open = candidate.vcs & channels_[candidate.channel].free;
        if (open == 0) continue;
        grant(visit, candidate, std::countr_zero(open));
        return true;
    }
    return false;
}

void Engine::grant(std::uint32_t visit, const Candidate& chosen, int vc) {
    const Candidate candidate = chosen;  // the message's own list may be reused below
    ChannelState& c = channels_[candidate.channel];
    const std::uint32_t message = visits_[visit].message;
    Message& m = messages_[message];
    c.free &= ~(VcSet{1} << vc);
    if (visits_[visit].lane != none) c.vc_turn = visits_[visit].lane;
    const std::uint32_t l = c.first_lane + static_cast<std::uint32_t>(vc);
    std::uint32_t first = visit;
    if (c.kind == Kind::network) {
        m.state = candidate.state;
        if (vcs_.by_labels) {
            m.reversals += m.hops > 0 && candidate.axis < m.axis ? 1 : 0;
            records_[l].label = m.reversals;
        }
        m.axis = candidate.axis;
        m.direction = candidate.direction;
        ++m.hops;
        if (vcs_.class_of[static_cast<std::size_t>(vc)] >= 0) m.vc_class = vcs_.class_of[static_cast<std::size_t>(vc)];
        const int level = network_.graph.label(Graph::link(candidate.channel)).level;
        stats_.level_wait[static_cast<std::size_t>(level)] += static_cast<double>(now_ - m.asked);
        stats_.level_hops[static_cast<std::size_t>(level)] += 1.0;
        if (router().output_buffer_flits > 0)
            first =
                place(channels_[ports_.first_crossing + candidate.channel].first_lane + static_cast<std::uint32_t>(vc),
                      visit, message);
    }
    const std::uint32_t foremost = place(l, first, message);
    if (first == visit) first = foremost;
    m.head = foremost;
    ++m.ticket;
    if (router().allocation_cycles > 0 && c.kind != Kind::injection) {
        visits_[first].asleep = true;
        wheel_.add(Event::wakes, now_ + router().allocation_cycles, first);
    } else {
        check(first);
    }
}

void Engine::wait(std::uint32_t visit) {
    const std::uint32_t message = visits_[visit].message;
    Message& m = messages_[message];
    waiters_.begins(m);
    for (const Candidate& candidate : m.candidates) {
        std::vector<Waiter>& queue = waiters_.at[candidate.channel];
        if (queue.empty() || queue.back().message != message || queue.back().ticket != m.ticket)
            queue.push_back({visit, message, m.ticket});
    }
}

// The candidate by which a live waiter wants VC `vc` of the channel; null: it does not.
const Candidate* Engine::wants(const Waiter& waiter, std::uint32_t channel, int vc) const {
    for (const Candidate& candidate : messages_[waiter.message].candidates) {
        if (candidate.channel == channel && (candidate.vcs >> vc & 1U) != 0)
            return fits(messages_[waiter.message], candidate, vc) ? &candidate : nullptr;
    }
    return nullptr;
}

// Smaller is served first; equal ranks by the time of asking.
std::uint64_t Engine::rank(const Message& m, const Candidate& candidate, std::uint64_t tie) const {
    const std::uint64_t far = 0xFFFFFFFFU - m.hops;
    const std::uint64_t choices = std::min<std::uint64_t>(m.candidates.size(), 0xFF);
    switch (router().input) {
        case InputPolicy::fifo: return 0;
        case InputPolicy::random:
        case InputPolicy::round_robin: return tie;
        case InputPolicy::no_turn: return candidate.axis == m.axis && candidate.direction == m.direction ? 0 : 1;
        case InputPolicy::global_fifo: return m.created;
        case InputPolicy::distance_travelled: return far;
        case InputPolicy::least_adaptive: return choices << 32U | far;
        case InputPolicy::distance_least: return far << 8U | choices;
    }
    return 0;
}

// Forgets the waiters of a queue that have got a channel elsewhere; returns how many are left.
std::size_t Engine::drop_dead_waiters(std::uint32_t channel) {
    return std::erase_if(waiters_.at[channel],
                         [&](const Waiter& w) { return messages_[w.message].ticket != w.ticket; }),
           waiters_.at[channel].size();
}

void Engine::allocate_later(std::uint32_t channel) {
    if (channels_[channel].allocating) return;
    channels_[channel].allocating = true;
    crossbar_.allocating.push_back(channel);
}

// Routers that allocate once a cycle (crossbar_limit). Separable allocation, one iteration, of all channels that are
// asked for in this cycle together: every free VC chooses the next of the headers that want it in turn, every header
// takes the next of the VCs that chose it in turn, on whatever channel. What a header does not take stays free; what is
// left over is tried again in the next cycle.
void Engine::allocate() {
    const std::vector<std::uint32_t> channels = std::move(crossbar_.allocating);
    crossbar_.allocating.clear();
    for (const std::uint32_t channel : channels) channels_[channel].allocating = false;
    std::vector<Choice> choices;
    for (const std::uint32_t channel : channels) choose(channel, choices);
    // Of several VCs of one header the next in turn is taken, in the place of the first.
    const bool several =
        routing_.chooses() || router().ports.ejection_channels > 1;   // a header may ask at several channels
    std::unordered_map<std::uint32_t, std::size_t> place;             // of a message
    const auto way_of = [&](const Choice& choice) -> std::uint64_t {  // its channel's place in the policy's order
        const std::uint32_t channel = lanes_[choice.lane].channel;
        if (several && channels_[channel].kind == Kind::ejection) return unsent(channel);
        if (!several || router().output == OutputPolicy::preferred) return 0;
        const std::vector<Candidate>& all = messages_[choice.waiter.message].candidates;
        return static_cast<std::uint64_t>(std::ranges::find(all, channel, &Candidate::channel) - all.begin());
    };
    std::vector<Choice> accepted;
    for (const Choice& choice : choices) {
        std::size_t at = accepted.size();
        if (several) {
            at = place.try_emplace(choice.waiter.message, at).first->second;
        } else {  // at one channel, whose choices stand together
            while (at > 0 && lanes_[accepted[at - 1].lane].channel == lanes_[choice.lane].channel &&
                   accepted[at - 1].waiter.message != choice.waiter.message)
                --at;
            const bool there = at > 0 && accepted[at - 1].waiter.message == choice.waiter.message;
            at = there ? at - 1 : accepted.size();
        }
        if (at == accepted.size()) accepted.push_back(choice);
        Choice& taken = accepted[at];
        const std::uint32_t last = records_[visits_[choice.waiter.visit].lane].to;
        // The output policy goes before the turn.
        const std::uint64_t way = way_of(choice), taken_way = way_of(taken);
        if (way < taken_way || (way == taken_way && choice.lane - last - 1 < taken.lane - last - 1)) taken = choice;
    }
    for (const Choice& choice : accepted) {
        const Waiter& w = choice.waiter;
        const std::uint32_t channel = lanes_[choice.lane].channel;
        const auto vc = static_cast<int>(choice.lane - channels_[channel].first_lane);
        waiters_.ends(messages_[w.message]);
        records_[choice.lane].from = visits_[w.visit].lane;
        records_[visits_[w.visit].lane].to = choice.lane;
        grant(w.visit, *wants(w, channel, vc), vc);
    }
    for (const std::uint32_t channel : channels) {
        reconsider(channel);
        const VcSet free = channels_[channel].free;
        if (free == 0 || drop_dead_waiters(channel) == 0) continue;
        const bool more = std::ranges::any_of(waiters_.at[channel], [&](const Waiter& w) {
            const std::vector<Candidate>& all = messages_[w.message].candidates;
            return std::ranges::any_of(all,
                                       [&](const Candidate& k) { return k.channel == channel && (k.vcs & free) != 0; });
        });
        if (more) allocate_later(channel);
    }
}

// The free VCs of the channel choose, and headers bid for its switch at the same time (speculation).
void Engine::choose(std::uint32_t channel, std::vector<Choice>& choices) {
    const ChannelState& c = channels_[channel];
    if (drop_dead_waiters(channel) == 0 || c.free == 0) return;
    for (VcSet free = c.free; free != 0; free &= free - 1) {
        const int vc = std::countr_zero(free);
        const std::uint32_t l = c.first_lane + static_cast<std::uint32_t>(vc);
        const std::uint32_t turn = records_[l].from;
        const Waiter* best = nullptr;
        for (const Waiter& w : waiters_.at[channel]) {
            if (wants(w, channel, vc) == nullptr) continue;
            if (best == nullptr || visits_[w.visit].lane - turn - 1 < visits_[best->visit].lane - turn - 1) best = &w;
        }
        if (best != nullptr) choices.push_back({*best, l});
    }
    if (router().allocation_cycles > 0) return;
    for (const Waiter& w : waiters_.at[channel]) {
        bool room = false;
        for (VcSet free = c.free; free != 0; free &= free - 1) {
            const int vc = std::countr_zero(free);
            room = room || (wants(w, channel, vc) != nullptr &&
                            lanes_[c.first_lane + static_cast<std::uint32_t>(vc)].credits > 0);
        }
        if (room) crossbar_.speculations.push_back({channel, w.visit});
    }
}

// Lane `l` is free again: the waiter that the input policy prefers gets it.
void Engine::freed(std::uint32_t l) {
    const std::uint32_t channel = lanes_[l].channel;
    ChannelState& c = channels_[channel];
    const int vc = static_cast<int>(l - c.first_lane);
    c.free |= VcSet{1} << vc;
    if (lanes_[l].count == 0) lanes_[l].sender = none;
    if (c.kind == Kind::injection) {
        inject(ports_.source_of(channel));
        return;
    }
    if (router().crossbar_limit) {
        if (!waiters_.at[channel].empty()) allocate_later(channel);
        return;
    }
    std::vector<Waiter>& queue = waiters_.at[channel];
    const bool first = router().input == InputPolicy::fifo;  // that wants it
    if (!first || routing_.chooses() || router().ports.ejection_channels > 1)
        drop_dead_waiters(channel);  // else nobody waits in two queues
    std::size_t best = 0;
    const Candidate* chosen = nullptr;
    std::uint64_t best_rank = 0;
    for (std::size_t i = 0; i < queue.size() && !(first && chosen != nullptr); ++i) {
        const Candidate* candidate = wants(queue[i], channel, vc);
        if (candidate == nullptr) continue;
        std::uint64_t tie = 0;
        if (router().input == InputPolicy::random) tie = random_.bits() >> 1U;
        if (router().input == InputPolicy::round_robin)
            tie = (visits_[queue[i].visit].lane - c.vc_turn - 1) & 0xFFFFFFFFU;
        const std::uint64_t r = rank(messages_[queue[i].message], *candidate, tie);
        if (chosen == nullptr || r < best_rank) {
            chosen = candidate;
            best_rank = r;
            best = i;
        }
    }
    if (chosen == nullptr) return;
    const Waiter winner = queue[best];
    queue.erase(queue.begin() + static_cast<std::ptrdiff_t>(best));
    waiters_.ends(messages_[winner.message]);
    grant(winner.visit, *chosen, vc);
    reconsider(channel);
}

}  // namespace wafernet::sim
