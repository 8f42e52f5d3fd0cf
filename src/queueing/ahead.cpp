// The message before, that waits ahead. A message may come while those before it by the same channel, which have left
// the buffer there, still wait in all VCs here. That begins where the channel is free again, and the waits are
// exponential: w is the mean wait ahead over all messages, D that of those that wait. With n messages in a time D
//
//   found = (w / D)^V prod_(m = 1 .. V) n / (m + n)    probability to find all V VCs held so
//   wait += D / V sum over the resources of the queue before it
//
// On one VC those that have waited for the buffer come at once, the others so much later.
#include <algorithm>
#include <cmath>

#include "queueing/terms.hpp"

namespace wafernet::queueing {

namespace {

constexpr int farthest_of_one = 3,
              farthest_of_several = 1;  // resources that a message reaches, where some class has several VCs

}  // namespace

std::vector<bool> waits_ahead(const QueueNetwork& net) {
    bool lone = true;  // every channel has one VC
    for (std::uint32_t i = net.resource_of(0); i < net.resources.size(); ++i) {
        const Resource& r = net.resources[i];
        lone = lone && (!net.is_channel(i) || (r.vcs == 1 && net.groups[r.group].size() == 1));
    }
    std::vector<bool> ahead;
    for (std::uint32_t i = net.resource_of(0); i < net.resources.size(); ++i) {
        const Resource& r = net.resources[i];
        const int most = r.vcs == 1 ? farthest_of_one : farthest_of_several;
        ahead.push_back(net.is_channel(i) && one_by_one(net, i) && (lone || r.past || reach(net, i) <= most));
    }
    return ahead;
}

// Messages of an input that came when another one had not yet left the buffer that they come by, and waited for it: at
// a source all that find it busy, elsewhere those that find a message of another input.
Ahead::Ahead(const QueueNetwork& net) : net_(net), ahead_(waits_ahead(net)), at_once_(net.inputs.size(), 0.0) {
    for (std::uint32_t k = 0; k < net.inputs.size(); ++k) {
        const Input& in = net.inputs[k];
        const Resource& from = net.resources[in.from];
        double alike = 0.0;
        if (!net.is_port(in.from)) {
            const VcClass& before = net.class_of(in.from);
            for (std::uint32_t j = before.first_input; j < before.end_input; ++j)
                alike += net.inputs[j].of_class * net.inputs[j].of_class;
        }
        at_once_[k] = in.of_previous * (1.0 - alike) * from.rate / from.vcs;
    }
}

void Ahead::apply(double load, const State& x, Contributions& c) {
    for (std::uint32_t k = 0; k < net_.inputs.size(); ++k) {
        const Input& in = net_.inputs[k];
        const std::uint32_t at = net_.resource_of(in.to);
        if (!ahead_[in.to]) continue;
        const Resource& resource = net_.resources[at];
        double wait = x.ahead_wait[in.to], delay = x.ahead_delay[in.to];
        // A header may come over a fast channel while the last tail has yet to leave the buffer behind a slow one.
        const double still = std::max(0.0, resource.hold - net_.resources[in.from].hop);
        if (still > 0.0) delay = (wait * delay + still * still) / (wait + still), wait += still;
        if (!(delay > 0.0)) continue;
        const double at_once = resource.vcs == 1 ? std::min(1.0, load * at_once_[k] * x.holding[in.from]) : 0.0;
        const double waits = std::min(1.0, wait / delay);
        const double meanwhile = (1.0 - at_once) * load * in.rate / x.accept[k] * delay;
        double found = (1.0 - at_once) * std::pow(waits, resource.vcs);
        for (int m = 1; m <= resource.vcs; ++m) found *= meanwhile / (m + meanwhile);
        found += at_once * waits;
        c.blocked[k] = std::min(1.0, c.blocked[k] + found);
        for (int before = 0; before < resource.vcs; ++before) {
            c.wait[k] += found * delay / resource.vcs;
            found *= meanwhile / (resource.vcs + meanwhile);
        }
    }
}

}  // namespace wafernet::queueing
