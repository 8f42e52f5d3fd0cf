// The latency of a lone message by closed law: header time plus the tail's lag behind the header.
//
// Max-plus: flit k crosses a hop at the latest of (its predecessor + 1) and (flit k - depth + the round trip of a
// buffer slot). A loop with depth >= round trip never binds. What remains is a longest path from 0 to M - 1 with steps
// (1, +1) and (depth, +round trip). Where headers decide, the tail catches up behind them: the law holds where the last
// loop is as long as any, else flits are followed hop by hop.
#include "queueing/router_timing.hpp"

#include <algorithm>

#include "wafernet/base/error.hpp"

namespace wafernet {

namespace queueing {

std::uint64_t tail_lag(std::span<const CreditLoop> loops, std::uint32_t flits) {
    std::vector<CreditLoop> binding;
    for (const CreditLoop& l : loops) {
        if (l.round_trip > l.depth && std::ranges::find(binding, l) == binding.end()) binding.push_back(l);
    }
    const std::uint64_t last = flits - 1;
    if (binding.empty()) return last;
    if (binding.size() == 1) return last / binding[0].depth * binding[0].round_trip + last % binding[0].depth;
    std::vector<std::uint64_t> longest(flits, 0);
    for (std::uint64_t k = 1; k <= last; ++k) {
        longest[k] = longest[k - 1] + 1;
        for (const CreditLoop& l : binding) {
            if (l.depth <= k) longest[k] = std::max(longest[k], longest[k - l.depth] + l.round_trip);
        }
    }
    return longest[last];
}

Router::Router(const LatencyOptions& options)
    : o(options.router), channel_latency(options.channel_latency), channel_flit_cycles(options.channel_flit_cycles) {}

std::uint32_t Router::wire(Channel c) const { return channel_latency.empty() ? o.link_cycles : channel_latency[c]; }

std::uint32_t Router::serial(Channel c) const { return channel_flit_cycles.empty() ? 1 : channel_flit_cycles[c]; }

std::uint32_t Router::injection_time(bool has_links, std::uint32_t link) const {
    if (!o.ports.injection_direct) return o.ports.injection_cycles + link - 1 + o.routing_cycles + o.allocation_cycles;
    return has_links ? o.allocation_cycles : 0;
}

// A hop ends with the header ready to cross the next channel; nodes without ejection channels need no allocation at the
// end.
std::uint32_t Router::hop_time(Channel c, bool last) const {
    const std::uint32_t allocation = last && o.ports.ejection_channels == 0 ? 0 : o.allocation_cycles;
    return (o.output_buffer_flits > 0 ? 1 : 0) + wire(c) + serial(c) - 1 + o.router_cycles + o.routing_cycles +
           allocation;
}

std::uint32_t Router::ejection_time(std::uint32_t link) const {
    return o.ports.ejection_channels == 0 ? 0 : o.ports.ejection_cycles + link - 1;
}

std::uint32_t Router::depth(Channel c) const {
    return o.buffer_per_link_cycle ? o.buffer_flits * wire(c) : o.buffer_flits;
}

CreditLoop Router::loop(Channel c) const {
    return {depth(c), std::uint64_t{wire(c)} + serial(c) - 1 + o.router_cycles + o.credit_cycles +
                          (o.credit_uses_link ? wire(c) : 0)};
}

CreditLoop Router::injection_loop(std::uint32_t link) const {
    return {o.buffer_flits, std::uint64_t{o.ports.injection_cycles} + link - 1 + o.ports.injection_credit_cycles +
                                (o.credit_uses_link ? link - 1 : 0)};
}

CreditLoop Router::ejection_loop(std::uint32_t link) const {
    return {o.buffer_flits,
            std::uint64_t{o.ports.ejection_cycles} + link - 1 + o.credit_cycles + (o.credit_uses_link ? link : 0)};
}

void Router::add_port_loops(std::vector<CreditLoop>& loops, PortLinks links) const {
    if (!o.ports.injection_direct) loops.push_back(injection_loop(links.in));
    if (o.ports.ejection_channels > 0 && o.ports.ejection_buffer) loops.push_back(ejection_loop(links.out));
}

}  // namespace queueing

namespace {

// A channel on the way: cycles to the front of the buffer behind it, its flits, the rest of a slot's round trip, and
// cycles from a flit to the next.
struct Crossed {
    std::uint64_t forward, depth, credit, serial;
};

// When the tail has come over the last of them. Headers take `decision` cycles longer from one to the next.
std::uint64_t tail_arrival(const std::vector<Crossed>& way, std::uint64_t decision, std::uint32_t flits) {
    std::vector<std::vector<std::uint64_t>> crossed(way.size(), std::vector<std::uint64_t>(flits, 0));
    for (std::uint64_t k = 0; k < flits; ++k) {
        for (std::size_t i = 0; i < way.size(); ++i) {
            std::uint64_t at = i == 0 ? k : crossed[i - 1][k] + way[i - 1].forward + (k == 0 ? decision : 0);
            if (k > 0) at = std::max(at, crossed[i][k - 1] + way[i].serial);
            if (k >= way[i].depth) {
                const std::uint64_t first = k - way[i].depth;
                at = std::max(at, (i + 1 < way.size() ? crossed[i + 1][first] : crossed[i][first] + way[i].forward) +
                                      way[i].credit);
            }
            crossed[i][k] = at;
        }
    }
    return crossed.back().back() + way.back().forward;
}

}  // namespace

std::uint64_t lone_message_latency(const LatencyOptions& options, std::span<const Channel> path, std::uint32_t flits,
                                   PortLinks links) {
    if (flits == 0) throw InputError("a message of 0 flits, need 1 or more");
    if (path.empty() && options.router.ports.injection_direct && options.router.ports.ejection_channels == 0) return 0;
    const queueing::Router router(options);
    const std::uint64_t decision = router.decision();
    const bool unequal =
        !options.channel_latency.empty() || !options.channel_flit_cycles.empty() || links.in != 1 || links.out != 1;
    if (unequal && decision > 0 && !options.router.ports.injection_direct &&
        options.router.ports.ejection_channels > 0 && options.router.output_buffer_flits == 0) {
        std::vector<Crossed> way;
        const auto cross = [&](std::uint64_t forward, const queueing::CreditLoop& loop, std::uint64_t serial = 1) {
            way.push_back({forward, loop.depth, loop.round_trip - forward, serial});
        };
        cross(router.injection_time(true, links.in) - decision, router.injection_loop(links.in));
        for (const Channel c : path) cross(router.hop_time(c, false) - decision, router.loop(c), router.serial(c));
        cross(router.ejection_time(links.out), options.router.ports.ejection_buffer
                                                   ? router.ejection_loop(links.out)
                                                   : queueing::CreditLoop{flits, router.ejection_time(links.out)});
        return tail_arrival(way, decision, flits);
    }
    std::uint64_t head = router.injection_time(!path.empty(), links.in) + router.ejection_time(links.out);
    std::vector<queueing::CreditLoop> loops;
    router.add_port_loops(loops, links);
    if (options.router.output_buffer_flits > 0 && !path.empty())
        loops.push_back({options.router.output_buffer_flits, 2});
    for (std::size_t i = 0; i < path.size(); ++i) {
        head += router.hop_time(path[i], i + 1 == path.size());
        loops.push_back(router.loop(path[i]));
        loops.push_back({1, router.serial(path[i])});
    }
    return head + queueing::tail_lag(loops, flits);
}

}  // namespace wafernet
