// The latency of a lone message by closed law: header time plus the tail's lag behind the header.
//
// Max-plus: flit k crosses a hop at the latest of (its predecessor + 1) and (flit k - depth + the round trip of a buffer slot). A loop
// with depth >= round trip never binds. What remains is a longest path from 0 to M - 1 with steps (1, +1) and (depth, +round trip).
#include <algorithm>

#include "queueing/router.hpp"
#include "wafernet/error.hpp"

namespace wafernet {

namespace queueing {

std::uint64_t tail_lag(std::span<const CreditLoop> loops, std::uint32_t flits) {
    std::vector<CreditLoop> binding;
    for (const CreditLoop& l : loops) {
        if (l.round_trip > l.depth && std::find(binding.begin(), binding.end(), l) == binding.end()) binding.push_back(l);
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

Router::Router(const LatencyOptions& options) : o(options) {}

std::uint32_t Router::wire(Channel c) const { return o.channel_latency.empty() ? o.link_cycles : o.channel_latency[c]; }

std::uint32_t Router::injection_time(bool has_links) const {
    if (!o.injection_direct) return o.injection_cycles + o.routing_cycles + o.allocation_cycles;
    return has_links ? o.allocation_cycles : 0;
}

// A hop ends with the header ready to cross the next channel; nodes without ejection channels need no allocation at the end.
std::uint32_t Router::hop_time(Channel c, bool last) const {
    const std::uint32_t allocation = last && o.ejection_channels == 0 ? 0 : o.allocation_cycles;
    return (o.output_buffer_flits > 0 ? 1 : 0) + wire(c) + o.router_cycles + o.routing_cycles + allocation;
}

std::uint32_t Router::ejection_time() const { return o.ejection_channels == 0 ? 0 : o.ejection_cycles; }

std::uint32_t Router::depth(Channel c) const { return o.buffer_per_link_cycle ? o.buffer_flits * wire(c) : o.buffer_flits; }

CreditLoop Router::loop(Channel c) const {
    return {depth(c), std::uint64_t{wire(c)} + o.router_cycles + o.credit_cycles + (o.credit_uses_link ? wire(c) : 0)};
}

CreditLoop Router::injection_loop() const { return {o.buffer_flits, std::uint64_t{o.injection_cycles} + o.injection_credit_cycles}; }

CreditLoop Router::ejection_loop() const { return {o.buffer_flits, std::uint64_t{o.ejection_cycles} + o.credit_cycles + (o.credit_uses_link ? 1 : 0)}; }

void Router::add_port_loops(std::vector<CreditLoop>& loops) const {
    if (!o.injection_direct) loops.push_back(injection_loop());
    if (o.ejection_channels > 0 && o.ejection_buffer) loops.push_back(ejection_loop());
}

}  // namespace queueing

std::uint64_t lone_message_latency(const LatencyOptions& options, std::span<const Channel> path, std::uint32_t flits) {
    if (flits == 0) throw InputError("a message of 0 flits, need 1 or more");
    if (path.empty() && options.injection_direct && options.ejection_channels == 0) return 0;
    const queueing::Router router(options);
    std::uint64_t head = router.injection_time(!path.empty()) + router.ejection_time();
    std::vector<queueing::CreditLoop> loops;
    router.add_port_loops(loops);
    if (options.output_buffer_flits > 0 && !path.empty()) loops.push_back({options.output_buffer_flits, 2});
    for (std::size_t i = 0; i < path.size(); ++i) {
        head += router.hop_time(path[i], i + 1 == path.size());
        loops.push_back(router.loop(path[i]));
    }
    return head + queueing::tail_lag(loops, flits);
}

}  // namespace wafernet
