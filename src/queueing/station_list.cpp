#include "queueing/station_list.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

namespace wafernet::queueing {

StationList::StationList(const PlanCase& c) : case_(c), graph_(c.graph), o_(c.options.router), router_(c.options) {
    add_ports();
}

std::uint32_t StationList::add(Kind kind, std::uint32_t channel, std::uint32_t group, VcSet set, int vcs) {
    stations_.push_back({{.kind = kind, .channel = channel, .group = group, .vcs = vcs}, {}, {}, {}});
    sets_.push_back(set);
    return static_cast<std::uint32_t>(stations_.size() - 1);
}

void StationList::add_ports() {
    const std::uint32_t nodes = graph_.nodes();
    const std::uint32_t channels = graph_.channels();
    at_channel_.resize(channels);
    port_.assign(nodes, none);
    std::uint32_t ports = 0;
    for (Node v = 0; v < nodes; ++v) {
        if (case_.symmetric() && case_.symmetry.node[v] != v) continue;
        port_[v] = ports++;
        const int k = static_cast<int>(o_.ports.injection_channels);
        const std::uint32_t s =
            add(Kind::injection, v, channels + v, all_vcs, o_.ports.injection_direct ? k : k * o_.vcs);
        stations_[s].serial = o_.ports.injection_serial && !o_.ports.injection_direct;
        Station& at = stations_[s];
        at.capacity = k;
        at.several = at.vcs > 1;
        at.hop = router_.injection_time(true, case_.links(v, v).in);
        at.hold = o_.ports.injection_direct || o_.ports.injection_serial || o_.hold == HoldVc::until_tail_sent
                      ? 0.0
                      : o_.ports.injection_cycles;
        at.depth = o_.buffer_flits;
        at.past = o_.hold == HoldVc::until_buffer_left ? 0 : 1;
        at.round_trip = static_cast<double>(router_.injection_loop(case_.links(v, v).in).round_trip);
        at.slack = std::max(0.0, o_.buffer_flits - at.round_trip);
        if (o_.ports.injection_direct) {
            at.depth = 0.5;  // a message at its source reaches as far as its flits do
            at.slack = 0.0;
            at.with_next = v >= case_.network.shared_nodes && case_.network.shared_nodes > 0;
            if (at.with_next) at.hold = 1.0;  // until the interface's buffer is free again
        }
    }
    ports_ = ports;
    for (Node v = 0; case_.symmetric() && v < nodes; ++v) port_[v] = port_[case_.symmetry.node[v]];
    if (o_.ports.ejection_channels == 0) return;
    for (Node v = 0; v < nodes; ++v) {
        if (case_.symmetric() && case_.symmetry.node[v] != v) continue;
        const int k = static_cast<int>(o_.ports.ejection_channels);
        const std::uint32_t s = add(Kind::ejection, v, channels + nodes + v, all_vcs, k * o_.vcs);
        Station& at = stations_[s];
        at.capacity = k;
        at.hop = router_.ejection_time(case_.links(v, v).out);
        at.hold = o_.allocation_cycles;  // from being given until the header crosses
        if (o_.ports.ejection_buffer && o_.hold == HoldVc::until_tail_sent)
            set_stall(router_.ejection_loop(case_.links(v, v).out), at);
    }
}

// The next message's header crosses when its VC has been allocated. Where the buffer is shorter than its credit loop it
// waits for credits as well: of messages that follow each other on one VC flit n + B crosses R cycles after flit n at
// the earliest, and s later where n is a header, which leaves the buffer behind so much later. With g, the greatest
// common divisor of M and B, one in M / g of the flits n, n + B, n + 2 B, ... is a header: B / g messages take M R / g
// + s cycles. Longer messages than the buffer have late tails instead (credit_stall.cpp).
double StationList::beyond_lag(const CreditLoop& loop, double own_lag) const {
    const double allocation = o_.allocation_cycles, decision = o_.routing_cycles + allocation,
                 depth = static_cast<double>(loop.depth);
    const auto flits = static_cast<std::uint32_t>(std::lround(case_.flits));
    const double credits =
        loop.depth < loop.round_trip ? case_.flits * static_cast<double>(loop.round_trip) / depth - own_lag - 1.0 : 0.0;
    if (flits > loop.depth) return std::max(0.0, credits) + allocation;
    const double period = (case_.flits * static_cast<double>(loop.round_trip) +
                           decision * static_cast<double>(std::gcd(loop.depth, std::uint64_t{flits}))) /
                          depth;
    return std::max(allocation, period - own_lag - 1.0);
}

// A VC that is free may have no credits yet, which whoever chooses it does not see. A header that follows messages
// which fill the buffer of B flits, k of up to B flits or a longer one, waits for the slot of the first of them, or of
// the last burst: R cycles after that had crossed, or later by the routing of a header. That is for L - g cycles, L = R
// - B, less what it takes for the allocation itself, where they came g cycles later than back to back: so many ways
// there are to that, with a wait in the end, summed: binomial (L + k, k + 1). Where some slots are left the header
// finds one, and a tail that waits for its own message's credits loses little more.
void StationList::set_stall(const CreditLoop& loop, Station& at) const {
    const auto flits = static_cast<std::uint64_t>(std::lround(case_.flits));
    const bool fits = flits <= loop.depth;
    const std::uint64_t back = loop.round_trip + (fits ? o_.routing_cycles : 0),
                        there = loop.depth + (fits ? 0 : o_.allocation_cycles);
    if (case_.options.without.has(Term::credit_stall)) return;
    if (back <= there || (fits ? loop.depth % flits : flits % loop.depth) != 0) return;
    at.stall_after = fits ? static_cast<int>(loop.depth / flits) : 1;
    at.stall = 1.0;
    for (int k = 0; k <= at.stall_after; ++k)
        at.stall *= (static_cast<double>(back - there) + at.stall_after - k) / (k + 1.0);
}

std::uint32_t StationList::of_channel(Channel physical, VcSet set) {
    const Channel c = case_.symmetric() ? case_.symmetry.channel[physical] : physical;
    const Node source = graph_.source(c);
    const bool shared = source < case_.network.shared_nodes;
    if (o_.ports.injection_direct && !shared && graph_.target(c) < case_.network.shared_nodes) {
        set = first_vcs(
            std::min(o_.vcs, static_cast<int>(o_.ports.injection_channels)));  // a processor's injection buffers
    }
    for (const std::uint32_t s : at_channel_[c]) {
        if (sets_[s] == set) return s;
    }
    // All that leaves a shared channel's node has crossed it: what it fills are buffers of their own, its cycles are
    // one server's.
    const std::uint32_t group = shared ? graph_.channels() + 2 * graph_.nodes() + source : c;
    const std::uint32_t s = add(Kind::network, c, group, set, std::popcount(set));
    Station& at = stations_[s];
    const Link l = Graph::link(c);
    const CreditLoop loop = router_.loop(c);
    at.shared = shared;
    at.tag = (std::uint32_t{graph_.label(l).level} << 8U) + graph_.label(l).axis;
    at.hop = router_.hop_time(c, false);
    // The VC is given to the next message once the tail has left.
    at.own_lag = static_cast<double>(tail_lag({&loop, 1}, static_cast<std::uint32_t>(std::lround(case_.flits))));
    at.hold = o_.hold == HoldVc::until_buffer_left ? at.hop : beyond_lag(loop, at.own_lag);
    at.past = o_.hold == HoldVc::until_buffer_left ? 0 : 1;
    if (at.past > 0) set_stall(loop, at);
    // Until the tail has left the buffer; else no more flits than fit into the buffer cross in a round trip of the
    // credits.
    const double decision =
        o_.routing_cycles + o_.allocation_cycles;  // of a header, which begins it at the front of the buffer
    const double round_trips = case_.flits * static_cast<double>(loop.round_trip) / static_cast<double>(loop.depth);
    if (!shared)
        at.least_held = o_.hold == HoldVc::until_buffer_left ? case_.flits + router_.hop_time(c, true)
                                                             : std::max(case_.flits + decision, round_trips);
    at.depth = static_cast<double>(loop.depth + o_.output_buffer_flits);
    at.round_trip = static_cast<double>(loop.round_trip);
    at.slack = std::max(0.0, static_cast<double>(loop.depth) - at.round_trip);
    if (at.past > 0) at.room = at.vcs * std::max(0.0, at.depth / case_.flits - 1.0);
    at_channel_[c].push_back(s);
    return s;
}

std::vector<std::uint32_t> StationList::merge() {
    std::vector<std::uint32_t> into(stations_.size());
    for (std::uint32_t s = 0; s < into.size(); ++s) into[s] = s;
    for (const std::vector<std::uint32_t>& here : at_channel_) {
        for (std::size_t pass = 0; pass < here.size(); ++pass) {
            for (std::size_t i = 0; i < here.size(); ++i) {
                for (std::size_t j = 0; j < i; ++j) {
                    if ((sets_[here[i]] & sets_[here[j]]) == 0 || into[here[i]] == into[here[j]]) continue;
                    const std::uint32_t from = std::max(into[here[i]], into[here[j]]),
                                        to = std::min(into[here[i]], into[here[j]]);
                    sets_[to] |= sets_[from];
                    for (const std::uint32_t s : here) {
                        if (into[s] == from) into[s] = to;
                    }
                    for (const std::uint32_t s : here) {
                        if (into[s] == to) sets_[s] = sets_[to];
                    }
                }
            }
        }
    }
    return into;
}

}  // namespace wafernet::queueing
