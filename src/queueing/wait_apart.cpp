// Whether two messages of a station that wait at the same time do so each for itself.
#include <algorithm>
#include <vector>

#include "queueing/stations.hpp"

namespace wafernet::queueing {

// Two that wait for virtual channels of the same next station do not, nor does one that waits for a lone virtual channel: that is held for longer than
// the other one's wait, and what holds it up is all around. Most of the waiting is where virtual channels are used most: by the square of their use,
// chosen on set T. Not where messages choose, which wait only where all ways are closed.
void wait_apart(Plan& plan) {
    if (!plan.choices.empty()) return;
    std::vector<double> waiting(plan.stations.size(), 0.0), several = waiting;  // for any next station; for those of several virtual channels
    std::vector<double> together = waiting;  // two for the same one of these, over the square of all
    std::vector<double> of_slot = waiting;   // of a slot's messages those of each station before
    const auto each_before = [&](const Slot& slot, const auto& visit) {
        for (std::uint32_t a = slot.first_arc; a < slot.end_arc; ++a) {
            if (plan.arcs[a].from != none) visit(plan.arcs[a], plan.stages[plan.arcs[a].from].station);
        }
    };
    for (const Slot& slot : plan.slots) {
        const Station& next = plan.stations[slot.station];
        const double use = next.rate / next.vcs, weight = use * use;
        each_before(slot, [&](const Arc& arc, std::uint32_t from) { of_slot[from] += arc.of_slot; });
        each_before(slot, [&](const Arc& arc, std::uint32_t from) {
            const Station& s = plan.stations[from];
            const double here = weight * arc.rate / (s.rate * s.members);
            waiting[from] += here;
            if (next.vcs == 1) return;
            several[from] += here;
            // Of the messages of one member those that go to one of the channels that the slot stands for.
            together[from] += here * weight * std::min(1.0, slot.rate * of_slot[from] / s.rate);
        });
        each_before(slot, [&](const Arc&, std::uint32_t from) { of_slot[from] = 0.0; });
    }
    for (std::size_t i = 0; i < waiting.size(); ++i) {
        if (several[i] > 0.0) plan.stations[i].apart = std::clamp((several[i] * several[i] - together[i]) / (waiting[i] * waiting[i]), 0.0, 1.0);
    }
}

}  // namespace wafernet::queueing
