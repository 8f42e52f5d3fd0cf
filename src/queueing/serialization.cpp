// What is left at its destination of a delay that a message suffered on the way.
#include <algorithm>
#include <array>
#include <vector>

#include "queueing/stations.hpp"

namespace wafernet::queueing {

namespace {

// What of a stretch is left k network channels after the two messages parted: see keep_stretches.
double kept_stretch(const PlanTotals& plan, std::uint32_t channels) {
    const double left = std::max(0.0, 1.0 - plan.decision * channels / plan.flits);
    return left * left;
}

}  // namespace

// A header that takes s cycles longer in every router than the flits behind it lets these catch up: k network channels
// after two messages of M flits parted a tail that was less than s k cycles late is in time again. They have delayed
// each other by 0 to M cycles, all alike: of M / 2 on average there stays (M - s k)^2 / (2 M).
void keep_stretches(Plan& plan) {
    if (plan.decision == 0.0 || !plan.has(Term::catching_up)) return;
    const std::size_t n = plan.stages.size();
    // Two messages that meet come by different channels, one of them perhaps straight on: where the other goes follows
    // from those that do otherwise. From then on both come by the same one.
    const auto straight = [&](std::uint32_t stage) { return plan.stages[stage].run > 1; };
    std::vector<std::array<double, 2>> of_station(plan.stations.size(), {0.0, 0.0});
    for (std::uint32_t i = 0; i < n; ++i)
        of_station[plan.stages[i].station][straight(i) ? 1 : 0] += plan.stages[i].rate;
    std::vector<double> both(plan.onward.size());
    for (std::size_t a = 0; a < both.size(); ++a) {
        const Onward& arc = plan.onward[a];
        const Slot& slot = plan.slots[arc.slot];
        const std::uint32_t station = plan.stages[arc.from].station;
        const double others = of_station[station][straight(arc.from) ? 0 : 1];
        both[a] = slot.of_previous;
        if (others <= 0.0) continue;
        both[a] = 0.0;
        for (std::uint32_t k = slot.first_arc; k < slot.end_arc; ++k) {
            const std::uint32_t from = plan.arcs[k].from;
            if (from != none && plan.stages[from].station == station && straight(from) != straight(arc.from))
                both[a] += plan.arcs[k].rate / others;
        }
    }
    // Probability of k channels to go: after parting; where they have not parted yet; where they meet. `gone`: of k -
    // 1, after parting.
    std::vector<double> apart(n), gone(n, 0.0), together(n, 0.0), meeting(n, 0.0), kept(n, 0.0);
    std::vector<bool> last(n, true);
    for (const Onward& arc : plan.onward) last[arc.from] = false;
    for (std::uint32_t k = 0; kept_stretch(plan, k) > 0.0 && k <= plan.longest; ++k) {
        for (std::size_t i = 0; i < n; ++i) apart[i] = together[i] = meeting[i] = last[i] && k == 0 ? 1.0 : 0.0;
        for (int round = 0; round < (plan.circles ? 4 : 1); ++round) {
            std::uint32_t from = none;
            for (std::size_t a = plan.onward.size(); a-- > 0;) {
                const Onward& arc = plan.onward[a];
                if (arc.from != from) apart[arc.from] = together[arc.from] = meeting[arc.from] = 0.0;
                from = arc.from;
                if (plan.stations[plan.stages[arc.to].station].kind == Kind::ejection) {
                    for (std::vector<double>* const p : {&apart, &together, &meeting})
                        (*p)[from] += k == 0 ? arc.of_from : 0.0;
                    continue;
                }
                apart[from] += arc.of_from * gone[arc.to];
                together[from] += arc.of_from * (arc.of_from * together[arc.to] + (1.0 - arc.of_from) * gone[arc.to]);
                meeting[from] += arc.of_from * (both[a] * together[arc.to] + (1.0 - both[a]) * gone[arc.to]);
            }
        }
        for (std::size_t i = 0; i < n; ++i) kept[i] += meeting[i] * kept_stretch(plan, k);
        gone.swap(apart);
    }
    for (Slot& slot : plan.slots) {
        slot.kept = 0.0;
        for (std::uint32_t a = slot.first_arc; a < slot.end_arc; ++a)
            slot.kept += plan.arcs[a].of_slot * kept[plan.arcs[a].to];
    }
}

}  // namespace wafernet::queueing
