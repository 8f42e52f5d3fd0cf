// A flit crosses a channel later than without load by at least the wait in the M/G/1 queue of that channel alone, on average: what has not
// crossed it yet, of all that could have come to it by now, is no less than in a queue that the messages come to directly at these times.
// They are a Poisson process like that of the sources, and that queue sends a flit in every cycle as long as there is one, as no router does better.
// With Little's law that is a mean over the flits. The last one of a message is no less late than those before it, but for the gaps that short
// buffers leave between them without load; behind the channel it gains on its header no more than the cycles in which that decides.
// Sums over channels hold where no message is counted twice. Of several lengths the short messages may overtake the long ones, and a mean over
// messages be less than one over flits: then nothing is demanded.
#include "queueing/full_channels.hpp"

#include <algorithm>
#include <cmath>

namespace wafernet::queueing {

FullChannels::FullChannels(const Plan& plan) {
    if (plan.square > 0.0) return;
    std::vector<double> rate(plan.group.size(), 0.0), after = rate;
    std::vector<std::vector<std::uint32_t>> flows(plan.group.size());
    const auto group = [&](std::uint32_t slot) { return plan.stations[plan.slots[slot].station].group; };
    for (std::uint32_t f = 0; f < plan.flows.size(); ++f) {
        for (std::uint32_t k = plan.flows[f].first; k < plan.flows[f].end; ++k) {
            const std::uint32_t g = group(plan.path[k]);
            rate[g] += plan.flows[f].rate;
            after[g] += plan.flows[f].rate * (plan.flows[f].end - 1 - k);
            flows[g].push_back(f);
        }
    }
    std::vector<std::uint32_t> order;
    for (std::uint32_t g = 0; g < rate.size(); ++g) {
        if (!flows[g].empty() && plan.stations[plan.group[g].front()].capacity == 1.0) order.push_back(g);
    }
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return rate[a] > rate[b]; });
    std::vector<bool> counted(plan.flows.size(), false);
    // Two messages of a source that never come in the same cycle, as in the Geo/G/1 queue.
    const double service = plan.flits - (plan.one_arrival ? 1.0 : 0.0);
    for (const std::uint32_t g : order) {
        if (std::any_of(flows[g].begin(), flows[g].end(), [&](std::uint32_t f) { return counted[f]; })) continue;
        for (const std::uint32_t f : flows[g]) counted[f] = true;
        const double free = plan.stations[plan.group[g].front()].gaps(plan.flits) + plan.decision * after[g] / rate[g];
        channels_.push_back({rate[g] / plan.total, rate[g] * plan.flits, std::max(0.0, service / 2.0), free});
    }
}

double FullChannels::delay(double load) const {
    double sum = 0.0;
    for (const Channel& c : channels_) {
        const double use = load * c.use;
        sum += c.share * std::max(0.0, c.waiting * use / (1.0 - use) - c.free);
    }
    return sum;
}

}  // namespace wafernet::queueing
