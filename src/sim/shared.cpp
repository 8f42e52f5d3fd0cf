// Shared channels: who drives one in a cycle (mudawwar, sec. 3.4).
#include <bit>

#include "sim/engine.hpp"

namespace wafernet::sim {

// A shared channel takes one flit a cycle: of the next of its drivers in turn that has one, from the next of the
// driver's buffers in turn. A driver is what leads to the channel's node: one direction of a router, or a processor.
void Engine::transmit_over_shared() {
    for (const std::uint32_t channel : active_) {
        const ChannelState& c = channels_[channel];
        if (c.kind != Kind::network || !c.arbitrated) continue;
        const Node shared = network_.graph.source(channel);
        Bid& best = drivers_.offers[shared];
        for (std::uint64_t ready = c.ready; ready != 0; ready &= ready - 1) {
            const std::uint32_t visit =
                lanes_[c.first_lane + static_cast<std::uint32_t>(std::countr_zero(ready))].sender;
            const std::uint32_t from = visits_[visits_[visit].prev].lane;
            std::uint32_t driver = none;  // a message that starts at the shared channel itself
            std::uint32_t buffer = 0;
            if (from != none) {
                driver = lanes_[from].channel;
                buffer = (from - channels_[driver].first_lane - channels_[driver].last_sent - 1U) % max_vcs;
            }
            const std::uint64_t rank = std::uint64_t{driver - drivers_.turn[shared] - 1} << 8U | buffer;
            if (best.visit == none) drivers_.offered.push_back(shared);
            if (best.visit == none || rank < best.rank) best = {rank, visit};
        }
    }
    for (const std::uint32_t shared : drivers_.offered) {
        const Visit& v = visits_[drivers_.offers[shared].visit];
        drivers_.offers[shared].visit = none;
        const std::uint32_t from = visits_[v.prev].lane;
        drivers_.turn[shared] = from == none ? none : lanes_[from].channel;
        if (from != none) {
            ChannelState& driver = channels_[lanes_[from].channel];
            driver.last_sent = static_cast<std::uint8_t>(from - driver.first_lane);
        }
        send(v.channel, static_cast<int>(v.lane - channels_[v.channel].first_lane));
    }
    drivers_.offered.clear();
}

}  // namespace wafernet::sim
