#include "queueing/tandem_queues.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace wafernet::queueing {

namespace {

constexpr double fullest =
    0.999;  // use of a queue: with more, waits would grow without bound while a solution is looked for

// Mean wait in an M/D/1 queue.
double queue(double rate, double cycles) {
    const double use = std::min(fullest, rate * cycles);
    return cycles / 2.0 * use / (1.0 - use);
}

}  // namespace

// Channels of several virtual channels of a class: those that wait for the only one are told apart as they follow each
// other. Not where a source sends nothing while a message waits for its first channel: what others delay there it waits
// in the source. Of several lengths the short ones overtake. At destinations where every source sends to few.
Tandem::Tandem(const Plan& plan) : plan_(plan) {
    if (!plan.choices.empty() || plan.shared || plan.direct || plan.square > 0.0 || !plan.has(Term::tandem_queues))
        return;
    if (plan.few_pairs) of_stretch_ = (1.0 + 1.0 / plan.flits) / 2.0;
    double most_sent = 0.0;  // messages per cycle at load 1 of a source
    for (const Station& s : plan.stations) most_sent = std::max(most_sent, s.kind == Kind::injection ? s.rate : 0.0);
    for (const std::vector<std::uint32_t>& group : plan.group) {
        if (group.empty()) continue;
        const Station& channel = plan.stations[group.front()];
        const bool several =
            std::any_of(group.begin(), group.end(), [&](std::uint32_t i) { return plan.stations[i].vcs > 1; });
        if (!several || channel.kind == Kind::injection || (channel.kind == Kind::ejection && !plan.few_pairs))
            continue;
        Merge m;
        m.first_slot = static_cast<std::uint32_t>(slots_.size()),
        m.first_input = static_cast<std::uint32_t>(inputs_.size());
        m.cycles = plan.flits / channel.capacity, m.members = channel.members;
        std::map<std::tuple<std::uint32_t, int, int>, Come>
            inputs;  // by channel, of several that are taken together each by itself
        for (const std::uint32_t i : group) {
            std::map<std::pair<std::uint32_t, int>, int> alike;
            for (std::uint32_t k = plan.stations[i].first_slot; k < plan.stations[i].end_slot; ++k) {
                const Slot& slot = plan.slots[k];
                const std::uint32_t before = plan.before(slot),
                                    from = before == none ? none : plan.stations[before].group;
                slots_.push_back(k);
                Come& input = inputs[{from, slot.side, alike[{from, slot.side}]++}];
                const std::uint32_t source = plan.few_pairs ? only_source(plan, slot) : none;
                input.source = input.rate == 0.0 || input.source == source ? source : none;  // of all classes
                input.rate += slot.rate;
                m.rate += slot.rate;
            }
        }
        for (const auto& [channel_before, input] : inputs) inputs_.push_back(input);
        m.end_slot = static_cast<std::uint32_t>(slots_.size()),
        m.end_input = static_cast<std::uint32_t>(inputs_.size());
        const bool one_source =
            channel.kind == Kind::ejection && m.rate < (1.0 + 1e-9) * most_sent;  // whose messages come by several ways
        if (inputs.size() > 1 && !one_source) merges_.push_back(m);
    }
}

// Messages that come by one channel are as far apart as they are long, and wait for each other only as far as others
// come between. A queue behind others that serve as fast keeps as much work as if all came to it at once (Friedman
// 1965): it adds the wait at the rate of all, less what each input has waited by itself before. With the share q of a
// use u from the channel before that is u (1 - q) (1 - u / 2) / (1 - u)^2 messages where 1 - q is small, and what two
// that meet at random share u (1 - q) / (1 - u) only: in long rows the difference counts. Work is flits: of M that take
// turns with others each loses as much, so that the mean one is late by (1 + 1 / M) / 2 of a stretch. So it is where
// every source sends to few destinations; there the weight of backlogged streams says already how long they keep
// channels further back. Elsewhere messages that have taken turns part again and are less in each other's way: whole
// stretches make up for that.
void Tandem::close_up(double load, const std::vector<double>& waits, std::vector<double>& own) {
    for (Merge& m : merges_) {
        double missing = m.rate * queue(load * m.rate, m.cycles);
        for (std::uint32_t j = m.first_input; j < m.end_input; ++j)
            missing -= inputs_[j].rate * queue(load * inputs_[j].rate, m.cycles);
        for (std::uint32_t j = m.first_slot; j < m.end_slot; ++j)
            missing -= plan_.slots[slots_[j]].rate * (waits[slots_[j]] + of_stretch_ * own[slots_[j]]);
        m.missing = missing;
        if (!(missing > 0.0) || plan_.few_pairs) continue;
        for (std::uint32_t j = m.first_slot; j < m.end_slot; ++j) own[slots_[j]] += missing / m.rate;
    }
}

// Where a source alone sends what comes by a channel, that has waited in the source for what the buffers did not hold:
// in all it is one wait.
double Tandem::late(double load, const std::vector<double>& source_waits) const {
    double late = 0.0;
    for (const Merge& m : merges_) {
        double missing = plan_.few_pairs ? m.missing : 0.0;
        for (std::uint32_t j = m.first_input; j < m.end_input; ++j) {
            const Come& in = inputs_[j];
            if (in.source != none)
                missing -= in.rate * std::max(0.0, source_waits[in.source] - queue(load * in.rate, m.cycles));
        }
        late += std::max(0.0, missing) * m.members;
    }
    return late;
}

}  // namespace wafernet::queueing
