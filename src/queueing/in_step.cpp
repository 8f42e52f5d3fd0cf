// Where every source sends to few destinations the same streams meet at channel after channel. Of n that share one with one virtual channel, which
// each message holds for H cycles, a message waits for one of each of the others at most, (n - 1) H. Streams that are kept back for so long come in
// turn, n H cycles from one message to the next, and where as many meet again, that have all been kept so, they find turns in which none is in
// another's way: there nobody waits. Streams that were kept for a part of that are in step for that part of the time, and the least kept decides.
// Without load the waits are those of strangers; where sources always have messages these wait once on their way. Where a source has several virtual
// channels of its own its next message takes turns from another one: two of a source in a row keep no step, those that come while it has another.
//
// Only where all that meet have met others as often: a stream that comes from its source fits in anywhere, and on a ring, where each channel brings new
// ones, the turns of one never fit those of the next. Nor with several virtual channels, where messages share cycles instead of taking turns, nor in
// front of buffers for whole messages, in which those behind one that is kept back close up.
#include "queueing/in_step.hpp"

#include <algorithm>
#include <limits>

namespace wafernet::queueing {

namespace {

constexpr std::int32_t unknown = -2, uneven = -1;
constexpr double rounding = 1e-6;

bool meet(const Station& s) { return s.kind != Kind::injection && s.end_slot > s.first_slot + 1; }

}  // namespace

InStep::InStep(const Plan& plan) : plan_(plan) {
    if (!plan.few_pairs || plan.circles || plan.shared || !plan.choices.empty()) return;
    stream_ = smallest_stream(plan);
    // Of a stage how often its messages have met others; of a station how often those that come have. One uneven meeting makes all behind it uneven.
    std::vector<std::int32_t> met, come;
    std::vector<bool> even(plan.stations.size(), true), source(plan.stages.size(), true);
    for (const Onward& arc : plan.onward) source[arc.to] = false;
    for (const Onward& arc : plan.onward) {
        const Station &from = plan.stations[plan.stages[arc.from].station], &to = plan.stations[plan.stages[arc.to].station];
        if (meet(to) && (to.vcs > 1 || from.depth >= plan.flits)) even[plan.stages[arc.to].station] = false;
    }
    const auto join = [](std::int32_t& all, std::int32_t one) { all = all == unknown || all == one ? one : uneven; };
    for (bool found = true; found;) {
        met.assign(plan.stages.size(), unknown), come.assign(plan.stations.size(), unknown);
        for (std::size_t k = 0; k < met.size(); ++k) met[k] = source[k] ? 0 : unknown;
        for (const Onward& arc : plan.onward) {
            const std::uint32_t at = plan.stages[arc.to].station;
            join(come[at], met[arc.from]);
            join(met[arc.to], met[arc.from] == uneven || !even[at] ? uneven : met[arc.from] + (meet(plan.stations[at]) ? 1 : 0));
        }
        found = false;
        for (std::size_t i = 0; i < even.size(); ++i) {
            if (even[i] && meet(plan.stations[i]) && come[i] == uneven) even[i] = false, found = true;
        }
    }
    // The least that any of a stage's messages met, of the meetings that count: these keep them as far apart as so many streams do.
    std::vector<double> streams(plan.stages.size(), std::numeric_limits<double>::infinity());
    std::vector<std::size_t> of_station(plan.stations.size(), 0);
    for (const Onward& arc : plan.onward) {
        const std::uint32_t at = plan.stages[arc.to].station;
        const std::int32_t before = met[arc.from];
        const Station &s = plan.stations[at], &from = plan.stations[plan.stages[arc.from].station];
        const bool here = meet(s);
        if (before == uneven || !even[at] || (before == 0 && !here)) continue;
        const double n = s.rate / stream_, last = streams[arc.from];
        const auto level = static_cast<std::size_t>(here ? before : before - 1);
        if (levels_.size() <= level) levels_.resize(level + 1);
        Level& l = levels_[level];
        if (here) {
            const Slot& slot = plan.slots[arc.slot];
            l.meetings.push_back({arc.slot, arc.from, arc.to, plan.stages[arc.to].rate * arc.of_to / (slot.rate * s.members), arc.of_to, n <= last * (1.0 + rounding),
                                  from.several ? plan.stages[arc.from].station : none});
            if (of_station[at]++ == 0) l.stations.push_back(at);
        } else {
            l.passings.push_back({arc.from, arc.to, arc.of_to});
        }
        const double now = !here ? last : before == 0 || n > last * (1.0 + rounding) ? n : last;
        streams[arc.to] = std::min(streams[arc.to], now);
    }
    if (levels_.size() < 2) levels_.clear();
    if (!any()) return;
    heard_.resize(plan.stations.size());
    for (const Level& level : levels_) {
        for (const std::uint32_t i : level.stations) heard_[i] = true;
        for (const Meeting& m : level.meetings) {
            if (m.source != none) heard_[m.source] = true;
        }
    }
    kept_.resize(plan.stages.size());
    before_.resize(plan.slots.size());
}

void InStep::keep(double load, const double* holding, SlotWaits& waits) {
    std::fill(kept_.begin(), kept_.end(), 0.0);
    std::fill(before_.begin(), before_.end(), 0.0);
    for (const Level& level : levels_) {
        for (const Meeting& m : level.meetings) before_[m.slot] += m.counts ? m.of_slot * kept_[m.from] : 0.0;
        for (const std::uint32_t i : level.stations) {
            const Station& s = plan_.stations[i];
            const double most = (s.rate / stream_ - 1.0) * holding[i];
            const double least = *std::min_element(before_.begin() + s.first_slot, before_.begin() + s.end_slot);
            const double left = std::max(0.0, 1.0 - least / most);
            for (std::uint32_t k = s.first_slot; k < s.end_slot; ++k) waits.wait[k] *= left, waits.blocked[k] *= left, waits.square[k] *= left;
        }
        for (const Meeting& m : level.meetings) {
            const double only_one = m.source == none ? 1.0 : std::max(0.0, 1.0 - load * plan_.stations[m.source].rate * holding[m.source]);
            kept_[m.to] += m.of_to * ((m.counts ? kept_[m.from] : 0.0) + only_one * waits.wait[m.slot]);
        }
        for (const Passing& p : level.passings) kept_[p.to] += p.of_to * kept_[p.from];
    }
}

}  // namespace wafernet::queueing
