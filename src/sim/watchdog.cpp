// Proof of deadlock, and of the conservation of flits.
#include <algorithm>
#include <bit>
#include <map>
#include <stdexcept>

#include "sim/engine.hpp"

namespace wafernet::sim {

// A message can still move unless its header waits for virtual channels all of which are held by messages that cannot,
// or stands behind such a message in a buffer. What remains when all that can move are taken away is a deadlock;
// following the first holder from any of them closes a cycle. Returns it, or nothing.
std::vector<HeldChannel> Engine::find_deadlock() const {
    // The message that holds a lane; none where it is free, or will be in the next cycle because the tail has left: the
    // message may have been delivered since, and another one have its number.
    const auto holder = [&](std::uint32_t l) {
        const Lane& lane = lanes_[l];
        const ChannelState& c = channels_[lane.channel];
        if ((c.free >> (l - c.first_lane) & 1U) != 0 || lane.sender == none || lane.count == 0) return none;
        const Visit& last = visits_[lane.sender];
        return router().hold == HoldVc::until_tail_sent && !(vcs_.one_a_buffer && c.kind == Kind::network) &&
                       last.unsent == 0
                   ? none
                   : last.message;
    };
    const auto front = [&](std::uint32_t lane) { return visits_[visits_.in(lane, lanes_[lane])].message; };
    // Messages whose way forward is another message: the holder of a lane, or the one in front of it in a buffer.
    std::map<std::uint32_t, std::vector<std::pair<std::uint32_t, std::uint32_t>>>
        blockers;  // message -> (lane, message)
    const auto add_wanted = [&](std::uint32_t message) {
        for (const Candidate& candidate : messages_[message].candidates) {
            for (VcSet set = candidate.vcs; set != 0; set &= set - 1) {
                const int vc = std::countr_zero(set);
                const std::uint32_t wanted = channels_[candidate.channel].first_lane + static_cast<std::uint32_t>(vc);
                std::uint32_t by = holder(wanted);
                if (by == none && lanes_[wanted].count > 0 && !fits(messages_[message], candidate, vc))
                    by = front(wanted);  // who takes the room that it waits for
                blockers[message].emplace_back(wanted, by);
            }
        }
    };
    for (std::uint32_t l = 0; l < lanes_.size(); ++l) {
        const Lane& lane = lanes_[l];
        for (std::uint32_t i = 0; i < lane.count; ++i) {
            const std::uint32_t visit = visits_.in(l, lane, i);
            const Visit& v = visits_[visit];
            const Message& m = messages_[v.message];
            if (m.head != visit) continue;
            if (i > 0 && (v.head_in || lane.credits == 0))
                blockers[v.message] = {{l, front(l)}};  // behind another message, or no room because of it
            else if (m.waiting) add_wanted(v.message);
        }
    }
    for (std::uint32_t s = visits_.first_source(); s < visits_.size(); ++s) {  // headers still at their source
        const Visit& v = visits_[s];
        if (v.buffered > 0 && messages_[v.message].head == s && messages_[v.message].waiting) add_wanted(v.message);
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (auto it = blockers.begin(); it != blockers.end();) {
            const bool moves = std::any_of(it->second.begin(), it->second.end(),
                                           [&](const auto& b) { return !blockers.contains(b.second); });
            if (moves) {
                it = blockers.erase(it);
                changed = true;
            } else {
                ++it;
            }
        }
    }
    if (blockers.empty()) return {};
    std::vector<std::uint32_t> order;
    std::uint32_t message = blockers.begin()->first;
    while (std::find(order.begin(), order.end(), message) == order.end()) {
        order.push_back(message);
        message = blockers.at(message).front().second;
    }
    std::vector<HeldChannel> cycle;
    for (auto it = std::find(order.begin(), order.end(), message); it != order.end(); ++it) {
        const auto& [lane, blocking] = blockers.at(*it).front();
        const ChannelState& c = channels_[lanes_[lane].channel];
        if (c.kind != Kind::network) continue;
        cycle.push_back({lanes_[lane].channel, static_cast<int>(lane - c.first_lane), messages_[blocking].source,
                         messages_[blocking].destination});
    }
    return cycle;
}

// Of every lane: free slots + flits in the buffer + flits and credits on their way = depth. Of the network: flits
// entered = delivered + in buffers + on their way. Throws std::logic_error where one does not hold.
void Engine::check_conservation() const {
    std::vector<std::uint64_t> moving(lanes_.size());
    std::vector<std::uint64_t> credits(lanes_.size());
    for (const auto& [freed, credit, arrivals, heads, turns, sources, wakes, tails] : wheel_.slots()) {
        for (const std::uint32_t visit : arrivals) ++moving[visits_[visit].lane];
        for (const std::uint32_t visit : heads) ++moving[visits_[visit].lane];
        for (const std::uint32_t lane : credit) ++credits[lane];
    }
    std::uint64_t inside = 0;
    for (std::uint32_t l = 0; l < lanes_.size(); ++l) {
        const Lane& lane = lanes_[l];
        const ChannelState& c = channels_[lane.channel];
        if (c.kind == Kind::ejection) continue;
        std::uint64_t buffered = 0;
        for (std::uint32_t i = 0; i < lane.count; ++i) buffered += visits_[visits_.in(l, lane, i)].buffered;
        inside += buffered + moving[l];
        if (lane.credits + buffered + moving[l] + credits[l] != records_[l].depth)
            throw std::logic_error("lane " + std::to_string(l) + " lost or gained a flit at cycle " +
                                   std::to_string(now_));
    }
    if (stats_.flits.entered != stats_.flits.delivered + inside)
        throw std::logic_error("flits were lost or gained at cycle " + std::to_string(now_));
}

}  // namespace wafernet::sim
