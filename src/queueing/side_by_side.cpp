// Where messages go side by side: by the virtual channels of one input, and by the ways of one choice.
#include <algorithm>
#include <cmath>

#include "queueing/choices.hpp"

namespace wafernet::queueing {

double different_lanes(std::span<const Lane> lanes, std::size_t own) {
    double first = 0.0, second = 0.0, same = 0.0;
    for (std::size_t i = 0; i < lanes.size(); ++i) {
        const Lane& l = lanes[i];
        const double left = i == own ? l.vcs - 1.0 : l.vcs;  // the own one holds no other message
        if (!(left > 0.0)) continue;
        const double part = left / l.vcs;
        first += part * l.first, second += part * l.second;
        same += part * l.first * part * l.second / left;
    }
    return first > 0.0 && second > 0.0 ? std::max(0.0, 1.0 - same / (first * second)) : 1.0;
}

void Choices::find_apart() {
    apart_.assign(plan_.overflow_of_way.size(), 1.0);
    for (const Choice& choice : plan_.choices) {
        for (std::uint32_t w = choice.first; w < choice.end; ++w) {
            for (std::uint32_t e = choice.first; e < w; ++e) {
                if (plan_.ways[e].channel != plan_.ways[w].channel) apart_[plan_.ways[w].first_overflow + (e - choice.first)] = apart(plan_.ways[w].slot, plan_.slots[plan_.ways[e].slot].station);
            }
        }
    }
}

// A virtual channel brings one message at a time: those that hold two full stations have come by different ones, and none by that of the message
// that finds them so. Each pair of them counts by itself. Not where both are of one channel: messages that share a channel go on side by side,
// and fill both.
double Choices::apart(std::uint32_t slot, std::uint32_t earlier) const {
    const auto input = [&](std::uint32_t k) {
        const std::uint32_t before = plan_.before(plan_.slots[k]);
        return before == none ? none : plan_.stations[before].group;
    };
    const Station &first = plan_.stations[earlier], &second = plan_.stations[plan_.slots[slot].station];
    std::vector<std::uint32_t> inputs;
    std::vector<Lane> lanes;
    const auto lane = [&](std::uint32_t k) -> Lane& {
        const std::uint32_t group = input(k);
        const auto found = std::find(inputs.begin(), inputs.end(), group);
        if (found != inputs.end()) return lanes[static_cast<std::size_t>(found - inputs.begin())];
        int vcs = 0;
        if (group != none) {
            for (const std::uint32_t s : plan_.group[group]) vcs += plan_.stations[s].vcs;
        }
        inputs.push_back(group);
        lanes.push_back({std::max(vcs, 1)});
        return lanes.back();
    };
    static_cast<void>(lane(slot));
    for (std::uint32_t k = first.first_slot; k < first.end_slot; ++k) lane(k).first += plan_.slots[k].rate;
    for (std::uint32_t k = second.first_slot; k < second.end_slot; ++k) lane(k).second += plan_.slots[k].rate;
    return std::pow(different_lanes(lanes, 0), first.vcs * second.vcs);
}

// A message that took a virtual channel because another station of the channel was full goes on beside the messages there, as far behind each of
// them as at the last router: where all go the same way, it finds them in its first choice again. Their flits take turns already, so that they
// do not delay each other any more, but both stations are full for others.
void Choices::find_beside() {
    std::vector<std::vector<std::uint32_t>> over(plan_.stations.size());
    for (std::uint32_t p = 0; p < plan_.overflow.size(); ++p) {
        if (plan_.overflow[p].same_channel && plan_.overflow[p].to != plan_.overflow[p].from) over[plan_.overflow[p].to].push_back(p);
    }
    std::vector<double> rate(plan_.stations.size(), 0.0);
    for (std::uint32_t k = 0; k < plan_.slots.size(); ++k) {
        const Slot& slot = plan_.slots[k];
        std::vector<std::uint32_t> from;
        for (std::uint32_t a = slot.first_arc; a < slot.end_arc; ++a) {
            if (plan_.arcs[a].from == none || !(plan_.arcs[a].rate > 0.0)) continue;
            const std::uint32_t station = plan_.stages[plan_.arcs[a].from].station;
            if (rate[station] == 0.0) from.push_back(station);
            rate[station] += plan_.arcs[a].rate;
        }
        for (const std::uint32_t to : from) {
            for (const std::uint32_t p : over[to]) {
                const Station& other = plan_.stations[plan_.overflow[p].from];
                const double share = other.rate > 0.0 ? std::min(1.0, rate[plan_.overflow[p].from] / (other.rate * members(k))) : 0.0;
                if (share > 0.0) beside_others_.push_back({k, p, std::pow(share, std::max(other.vcs, plan_.stations[slot.station].vcs))});
            }
        }
        for (const std::uint32_t station : from) rate[station] = 0.0;
    }
}

void Choices::go_beside() {
    std::fill(behind_.begin(), behind_.end(), 0.0);
    for (const Beside& b : beside_others_) {
        const Slot& slot = plan_.slots[b.slot];
        const std::uint32_t to = plan_.overflow[b.overflow].to;
        double came = 0.0, all = 0.0;
        for (std::uint32_t a = slot.first_arc; a < slot.end_arc; ++a) {
            if (plan_.arcs[a].from == none) continue;
            const std::uint32_t station = plan_.stages[plan_.arcs[a].from].station;
            const double rate = plan_.arcs[a].rate * station_rate_[station] / plan_.stations[station].rate;
            all += rate;
            if (station == to) came += rate;
        }
        if (all > 0.0) behind_[b.slot] = std::min(1.0, behind_[b.slot] + came / all * overflow_[b.overflow] * b.same_way);
    }
}

// Of two messages of a source that go to the same virtual channel the later one waits for the other, and does not share the port with it. Where it
// has a choice it does so only if no other way is open, also where both go to one node.
void Choices::go_in_turn(const Known& known) {
    in_turn_.assign(plan_.stations.size(), 0.0);
    const auto port = [&](std::uint32_t slot) {
        const std::uint32_t before = plan_.before(plan_.slots[slot]);
        return before != none && plan_.stations[before].kind == Kind::injection && plan_.stations[plan_.slots[slot].station].vcs == 1 ? before : none;
    };
    for (std::uint32_t k = 0; k < plan_.slots.size(); ++k) {
        const std::uint32_t i = port(k);
        if (i != none) in_turn_[i] += single_[k] * members(k) * rate_[k];
    }
    for (const Choice& choice : plan_.choices) {
        if (port(plan_.ways[choice.first].slot) == none) continue;
        open_ways(choice, known);
        for (std::uint32_t w = choice.first; w < choice.end; ++w) {
            const std::uint32_t k = plan_.ways[w].slot, i = port(k);
            if (i == none) continue;
            double others = 1.0;
            for (std::uint32_t other = choice.first; other < choice.end; ++other) {
                if (other != w) others *= open_[other - choice.first].blocked;
            }
            in_turn_[i] += choice.rate * rate_[k] * others;
        }
    }
    for (std::uint32_t i = 0; i < in_turn_.size(); ++i) {
        const double rate = plan_.stations[i].rate, all = rate * rate * plan_.stations[i].members;
        in_turn_[i] = all > 0.0 ? std::min(1.0, in_turn_[i] / all) : 0.0;
    }
}

}  // namespace wafernet::queueing
