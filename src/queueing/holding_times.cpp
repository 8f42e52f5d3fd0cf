#include "queueing/holding_times.hpp"

#include <algorithm>
#include <cmath>

namespace wafernet::queueing {

namespace {

// Buffers that a message fills, up to which the next one comes while it waits, where virtual channels are held until
// the buffer is left and some channel has several: few longer ones go on far enough, of several in a row hardly any,
// and they make a round longer.
constexpr int closest = 3, closest_of_several = 1;

void scale(Sums& s, double by) {
    s.wait *= by, s.square *= by, s.before *= by, s.after *= by, s.crossing *= by, s.last *= by, s.last_square *= by;
}

}  // namespace

Downstream::Downstream(const Plan& plan) : plan_(plan) {
    for (const Station& s : plan.stations) {
        reach_.push_back((one_by_one(s) ? 1 : 2) + static_cast<int>(std::floor((plan.flits - 1.0) / s.depth)));
        if (s.kind == Kind::network) farthest_ = std::max(farthest_, reach_.back());
    }
    farthest_ = std::min(farthest_, static_cast<int>(plan.longest));
    if (!plan.flows.empty()) return;
    for (const Station& s : plan.stations) {
        for (int i = 0; i <= farthest_; ++i) passed_on_.push_back(passed_on(s, plan.flits, i));
    }
    for (const Onward& arc : plan.onward) carried_.push_back({arc.of_from, 0.0, arc.from, arc.to});
}

// What the next hop adds, however far on it is.
void Downstream::next_hop(const Hops& hops) {
    next_.assign(plan_.stages.size(), {});
    for (std::size_t k = 0; k < plan_.onward.size(); ++k) {
        const Onward& arc = plan_.onward[k];
        const double part = hops.outside[arc.slot];
        const double w = part * hops.waits.wait[arc.slot];
        Far& here = next_[arc.from];
        here.wait += arc.of_from * w;
        here.square += arc.of_from * part * part * hops.waits.square[arc.slot];
        here.stretch += arc.of_from * hops.own[arc.slot];
        carried_[k].cross = 2.0 * arc.of_from * w;
    }
}

// By distance from far to near, each time over all arcs.
void Downstream::sweep(const Hops& hops, std::vector<Far>& all) {
    next_hop(hops);
    all.assign(plan_.stages.size(), {});
    near_.assign(plan_.stages.size(), {});  // stages from which nothing goes on keep nothing
    const auto most = static_cast<std::size_t>(farthest_) + 1;
    for (int i = farthest_; i >= 1; --i) {
        const Far* const far = all.data();
        const Carried* const end = carried_.data() + carried_.size();
        for (const Carried* arc = carried_.data(); arc != end;) {
            const std::uint32_t stage = arc->from, at = plan_.stages[stage].station;
            Far sum;
            for (; arc != end && arc->from == stage; ++arc) {
                const Far& to = far[arc->to];
                sum.wait += arc->of_from * to.wait;
                sum.square += arc->of_from * to.square + arc->cross * to.wait;
                sum.stretch += arc->of_from * to.stretch;
            }
            const Far& here = next_[stage];
            near_[stage].stretch = passed_on_[at * most + static_cast<std::size_t>(i)] * here.stretch + sum.stretch;
            if (i > reach_[at]) continue;
            near_[stage].wait = here.wait + sum.wait;
            near_[stage].square = here.square + sum.square;
        }
        all.swap(near_);
    }
}

AlongPaths::AlongPaths(const Plan& plan, const Hops& hops)
    : plan_(plan), hops_(hops), slot_(hops.waits), downstream_(plan) {
    const bool lone = std::all_of(plan.stations.begin(), plan.stations.end(), [&](const Station& s) {
        return s.kind != Kind::network || (s.vcs == 1 && plan.group[s.group].size() == 1);
    });
    for (std::uint32_t i = 0; i < plan.stations.size(); ++i) {
        const Station& s = plan.stations[i];
        const int most = lone || s.past > 0 ? downstream_.farthest() : s.vcs == 1 ? closest : closest_of_several;
        close_.push_back(s.kind == Kind::network && downstream_.one_by_one(s) && downstream_.reach(i) <= most &&
                         plan.choices.empty() && !plan.shared && plan.has(Term::last_message_ahead));
        if (close_.back())
            farthest_close_ = std::max(farthest_close_, std::min(downstream_.reach(i), static_cast<int>(plan.longest)));
    }
    for (const Slot& slot : plan.slots) {
        const std::uint32_t from = plan.before(slot);
        const bool closes = plan.has(Term::closing_up) && !plan.shared && from != none;
        taken_up_.push_back(closes ? std::min(1.0, plan.stations[from].depth / plan.flits) : 0.0);
    }
    if (!plan.flows.empty()) prepare_paths();
}

// What is left of a stretch behind the next router, where the header decides and the tail catches up: the law of
// keep_stretches for one router, taken once for each.
double AlongPaths::kept_per_router() const {
    if (!plan_.has(Term::catching_up)) return 1.0;
    return plan_.decision < plan_.flits ? std::pow(1.0 - plan_.decision / plan_.flits, 2) : 0.0;
}

// What is left of a delay of the tail where the header waits and the buffer takes up the message meanwhile. Of a tail
// that is late by x and a header that waits for d, both exponential, x^2 / (x + d) is left. x is half of a message, by
// which two that meet delay each other, and what was lost before.
double AlongPaths::left_of(double before, std::uint32_t slot) const {
    const double part = taken_up_[slot], wait = slot_.wait[slot], blocked = slot_.blocked[slot];
    if (!(part > 0.0) || !(before > 0.0) || !(wait > 0.0) || !(blocked > 0.0)) return before;
    return before * (1.0 - part * wait / (before + plan_.flits / 2.0 + wait / blocked));
}

// The mean of a squared wait, were all that wait to wait equally long.
double AlongPaths::while_blocked(std::uint32_t slot) const {
    return slot_.blocked[slot] > 0.0 ? slot_.wait[slot] * slot_.wait[slot] / slot_.blocked[slot] : 0.0;
}

// What the buffer of one station takes up of a stretch. Messages that share a channel do so for half of their flits, as
// two do that meet at random.
void AlongPaths::take_up(const Station& s, double rate, double stretch, Sums& sums) const {
    const double late = std::min(1.0, s.depth / std::max(1.0, plan_.flits - 1.0)) * stretch;
    sums.last += rate * late;
    sums.last_square += rate * late * (std::min(s.depth, plan_.flits) / 2.0);
}

void AlongPaths::prepare_paths() {
    for (std::uint32_t i = 0; i < plan_.stations.size(); ++i) {
        const Station& s = plan_.stations[i];
        Hears h;
        h.waits = static_cast<std::uint32_t>(downstream_.reach(i));
        while (h.stretches < static_cast<std::uint32_t>(downstream_.farthest()) &&
               passed_on(s, plan_.flits, static_cast<int>(h.stretches) + 1) > 0.0)
            ++h.stretches;
        h.less = s.depth / std::max(1.0, plan_.flits - 1.0);
        h.nearest = 1.0 + s.past * h.less;
        hears_.push_back(h);
    }
    for (const Slot& slot : plan_.slots) station_of_.push_back(slot.station);
    here_by_slot_.resize(plan_.slots.size());
    along_.resize(std::size_t{plan_.longest} + 1);
}

void AlongPaths::add_up() {
    if (plan_.flows.empty()) means_by_transitions();
    else means_by_flows();
}

// What station j of the path of a flow hears of those further on; `before`: stretches that its messages bring.
void AlongPaths::hear(const Flow& flow, std::uint32_t j, double before) {
    const std::uint32_t* const path = plan_.path.data() + flow.first;
    const std::uint32_t at = station_of_[path[j]], left = flow.end - flow.first - j;
    const Hears& hears = hears_[at];
    const std::uint32_t end = j + std::min(left, 1 + hears.waits);
    const double waits = along_[end].wait - along_[j + 1].wait;
    const double variance = along_[end].variance - along_[j + 1].variance;
    // Stretches further on, each by passed_on: a line in the number of stations between.
    const std::uint32_t last = j + std::min(left, 1 + hears.stretches);
    const double after = (hears.nearest + j * hears.less) * (along_[last].stretch - along_[j + 1].stretch) -
                         hears.less * (along_[last].moment - along_[j + 1].moment);
    Sums& sums = sums_[at];
    sums.wait += flow.rate * waits;
    sums.square += flow.rate * (waits * waits + variance);
    sums.before += flow.rate * before;
    sums.after += flow.rate * after;
    if (!close_[at]) return;
    take_up(plan_.stations[at], flow.rate, along_[last].stretch - along_[j + 1].stretch, sums);
    if (left <= hears.waits) return;
    const std::uint32_t slot = path[j + hears.waits];
    sums.last += flow.rate * slot_.wait[slot];
    sums.last_square += flow.rate * while_blocked(slot);
}

void AlongPaths::means_by_flows() {
    sums_.assign(plan_.stations.size(), {});
    const double on = kept_per_router();
    for (std::uint32_t k = 0; k < here_by_slot_.size(); ++k) {
        const double wait = hops_.outside[k] * slot_.wait[k];
        here_by_slot_[k] = {wait, hops_.outside[k] * hops_.outside[k] * slot_.square[k] - wait * wait, hops_.own[k],
                            0.0};
    }
    for (const Flow& flow : plan_.flows) {
        const std::uint32_t* const path = plan_.path.data() + flow.first;
        const std::uint32_t length = flow.end - flow.first;
        for (std::uint32_t j = 0; j < length; ++j) {
            const Along &a = along_[j], &here = here_by_slot_[path[j]];
            along_[j + 1] = {a.wait + here.wait, a.variance + here.variance, a.stretch + here.stretch,
                             a.moment + j * here.stretch};
        }
        double before = 0.0;
        for (std::uint32_t j = 0; j < length; ++j) {
            const std::uint32_t at = station_of_[path[j]];
            before = left_of(before, path[j]);
            if (hears_[at].counts) hear(flow, j, before);
            before = on * (before + here_by_slot_[path[j]].stretch);
        }
    }
    for (std::size_t i = 0; i < sums_.size(); ++i)
        scale(sums_[i], 1.0 / (plan_.stations[i].rate * plan_.stations[i].members));
}

// Where messages are close: what keeps one here that the station before is rid of. That is its wait at the last station
// that is heard, and of its stretches what one buffer takes up.
void AlongPaths::hear_last() {
    far_.assign(plan_.stages.size(), {});
    for (int i = 1; i <= farthest_close_; ++i) {
        near_.assign(plan_.stages.size(), {});
        const Onward* const end = plan_.onward.data() + plan_.onward.size();
        for (const Onward* arc = plan_.onward.data(); arc != end;) {
            const std::uint32_t stage = arc->from;
            Far sum;
            for (; arc != end && arc->from == stage; ++arc) {
                const Far next =
                    i > 1 ? far_[arc->to] : Far{slot_.wait[arc->slot], while_blocked(arc->slot), hops_.own[arc->slot]};
                sum.wait += arc->of_from * next.wait;
                sum.square += arc->of_from * next.square;
                sum.stretch += arc->of_from * next.stretch;
            }
            near_[stage] = sum;
        }
        far_.swap(near_);
        for (std::size_t k = 0; k < plan_.stages.size(); ++k) {
            const std::uint32_t at = plan_.stages[k].station;
            if (!close_[at]) continue;
            const double rate = plan_.stages[k].rate;
            if (passed_on(plan_.stations[at], plan_.flits, i) > 0.0)
                take_up(plan_.stations[at], rate, far_[k].stretch, sums_[at]);
            if (downstream_.reach(at) != i) continue;
            sums_[at].last += rate * far_[k].wait;
            sums_[at].last_square += rate * far_[k].square;
        }
    }
}

void AlongPaths::means_by_transitions() {
    const std::size_t n = plan_.stages.size();
    downstream_.sweep(hops_, far_);
    here_.assign(n, 0.0);
    for (const Arc& arc : plan_.arcs) here_[arc.to] += arc.of_to * hops_.own[arc.slot];
    // Stretches upstream; in circles a few rounds do.
    before_.assign(n, 0.0);
    const double on = kept_per_router();
    for (int round = 0; round < (plan_.circles ? 4 : 1); ++round) {
        if (round > 0) {
            known_.swap(before_);
            std::fill(before_.begin(), before_.end(), 0.0);
        }
        const std::vector<double>& known = round > 0 ? known_ : before_;
        for (const Onward& arc : plan_.onward)
            before_[arc.to] += arc.of_to * left_of(on * (known[arc.from] + here_[arc.from]), arc.slot);
        if (round == 0) known_.resize(n);
    }
    if (plan_.shared) hold_short();
    sums_.assign(plan_.stations.size(), {});
    for (std::size_t i = 0; i < n; ++i) {
        const double rate = plan_.stages[i].rate;
        Sums& s = sums_[plan_.stages[i].station];
        s.wait += rate * far_[i].wait;
        s.square += rate * far_[i].square;
        s.before += rate * before_[i];
        s.after += rate * (plan_.shared ? late_[i] : far_[i].stretch);
        s.crossing += rate * far_[i].stretch;
    }
    if (farthest_close_ > 0) hear_last();
    for (std::size_t i = 0; i < sums_.size(); ++i)
        scale(sums_[i], 1.0 / (plan_.stations[i].rate * plan_.stations[i].members));
}

// Short messages on shared channels hold a buffer until they have left it, that is until they have crossed the next
// channel.
void AlongPaths::hold_short() {
    const std::size_t n = plan_.stages.size();
    int farthest = 1;
    for (const Station& s : plan_.stations) {
        while (s.kind == Kind::network && farthest < static_cast<int>(plan_.longest) &&
               passed_on(s, plan_.flits, farthest) > 0.0)
            ++farthest;
    }
    late_.assign(n, 0.0);
    for (int i = farthest; i >= 1; --i) {
        late_here_.assign(n, 0.0);
        for (const Onward& arc : plan_.onward)
            late_here_[arc.from] +=
                arc.of_from *
                (passed_on(plan_.stations[plan_.stages[arc.from].station], plan_.flits, i - 1) * hops_.own[arc.slot] +
                 late_[arc.to]);
        late_.swap(late_here_);
    }
    // A source with a buffer of its own is held until that is left.
    for (std::size_t k = 0; k < plan_.onward.size();) {
        const std::uint32_t stage = plan_.onward[k].from;
        const bool source = plan_.stations[plan_.stages[stage].station].with_next;
        Far all;
        for (; k < plan_.onward.size() && plan_.onward[k].from == stage; ++k) {
            if (!source) continue;
            const Onward& arc = plan_.onward[k];
            all.stretch += arc.of_from * (hops_.own[arc.slot] + late_[arc.to]);
            add_waits(arc, hops_, far_[arc.to], all);
        }
        if (!source) continue;
        far_[stage] = all;
        late_[stage] = all.stretch;
    }
}

}  // namespace wafernet::queueing
