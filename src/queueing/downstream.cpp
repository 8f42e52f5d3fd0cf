#include "queueing/downstream.hpp"

#include <algorithm>

namespace wafernet::queueing {

Downstream::Downstream(const Plan& plan) : plan_(plan) {
    for (const Station& s : plan.stations) {
        reach_.push_back((one_by_one(s) ? 1 : 2) + static_cast<int>(std::floor((plan.flits - 1.0) / s.depth)));
        absorbs_ = absorbs_ || s.slack > 0.0 || s.room > 0.0;
        if (s.kind == Kind::network) farthest_ = std::max(farthest_, reach_.back());
    }
    farthest_ = std::min(farthest_, static_cast<int>(plan.longest));
    if (!plan.flows.empty()) return;
    for (const Station& s : plan.stations) {
        for (int i = 0; i <= farthest_; ++i) passed_on_.push_back(passed_on(s, plan.flits, i));
    }
    cross_.resize(plan.onward.size());
    if (!plan.circles && std::none_of(plan.stations.begin(), plan.stations.end(), [](const Station& s) { return s.slack > 0.0; })) find_by_hand();
}

// Stages that hear of less than all that is further on, somewhere on a message's way; few where messages are as long as most ways.
void Downstream::find_by_hand() {
    within_ = farthest_;
    for (std::size_t i = 0; i < reach_.size(); ++i) {
        const Station& s = plan_.stations[i];
        if (s.kind == Kind::network) within_ = std::min({within_, reach_[i], s.past + static_cast<int>(std::floor(std::max(1.0, plan_.flits - 1.0) / s.depth))});
    }
    const std::size_t n = plan_.stages.size();
    for (std::uint32_t a = 0; a < plan_.onward.size(); ++a) {
        if (leaving_.empty() || plan_.onward[a].from != leaving_.back().stage) leaving_.push_back({plan_.onward[a].from, a, a});
        leaving_.back().end = a + 1;
    }
    left_.assign(n, 0);
    for (std::size_t a = plan_.onward.size(); a-- > 0;) left_[plan_.onward[a].from] = std::max(left_[plan_.onward[a].from], 1 + left_[plan_.onward[a].to]);
    std::vector<int> before(n, 0);  // stations that lie before the stage, at most; ports where messages enter one after the other count for one
    for (std::size_t k = 0; k < n; ++k) before[k] = plan_.stations[plan_.stages[k].station].serial ? 1 : 0;
    for (const Onward& arc : plan_.onward) before[arc.to] = std::max(before[arc.to], 1 + before[arc.from]);
    std::size_t work = 0;
    by_hand_.resize(static_cast<std::size_t>(farthest_) + 1);
    for (int i = 1; i <= farthest_; ++i) {
        for (const Leaving& l : leaving_) {
            if (before[l.stage] < i - 1 || !(by_hand(l.stage, i) || (i == 1 && absorbs_))) continue;
            by_hand_[static_cast<std::size_t>(i)].push_back(l);
            work += l.end - l.begin;
        }
    }
    if (2 * work > plan_.onward.size() * static_cast<std::size_t>(farthest_)) by_hand_.clear();
}

// Ports have buffers of other sizes.
bool Downstream::by_hand(std::uint32_t stage, int i) const {
    return i + left_[stage] - 1 > within_ || plan_.stations[plan_.stages[stage].station].kind == Kind::injection;
}

void Downstream::sum_wholes(const Hops& hops) {
    whole_.assign(plan_.stages.size(), {});
    const double flits = std::max(1.0, plan_.flits - 1.0);
    for (std::size_t k = leaving_.size(); k-- > 0;) {
        Whole all;
        double here = 0.0;
        for (std::uint32_t a = leaving_[k].begin; a < leaving_[k].end; ++a) {
            const Onward& arc = plan_.onward[a];
            const Whole& to = whole_[arc.to];
            here += arc.of_from * hops.own[arc.slot];
            add_waits(arc, hops, hops.outside[arc.slot], to, all);
            all.stretch += arc.of_from * (to.stretch - to.less);
            all.less += arc.of_from * to.less;
        }
        const Station& s = plan_.stations[plan_.stages[leaving_[k].stage].station];
        const double less = s.depth / flits;
        all.stretch += (1.0 + s.past * less) * here;
        all.less += less * here;
        whole_[leaving_[k].stage] = all;
    }
}

void Downstream::sweep(const Hops& hops, const std::vector<double>& free, std::vector<Far>& far, std::span<const std::uint32_t> entries, std::span<double> entering) {
    if (by_hand_.empty()) return sweep_all(hops, free, far, entries, entering);
    sum_wholes(hops);
    far.assign(plan_.stages.size(), {});
    const auto most = static_cast<std::size_t>(farthest_) + 1;
    for (int i = farthest_; i >= 1; --i) {
        const auto there = [&](std::uint32_t to) -> Far {
            if (by_hand(to, i + 1)) return far[to];
            const Whole& all = whole_[to];
            return {all.wait, all.square, all.stretch - (i + 1) * all.less};
        };
        for (const Leaving& l : by_hand_[static_cast<std::size_t>(i)]) {  // those further on still have their values for i + 1
            const std::uint32_t at = plan_.stages[l.stage].station;
            Far sum;
            for (std::uint32_t a = l.begin; a < l.end; ++a) {
                const Onward& arc = plan_.onward[a];
                const Far to = there(arc.to);
                add_waits(arc, hops, hops.felt(arc.slot, 0.0, i), to, sum);
                sum.stretch += arc.of_from * (passed_on_[at * most + static_cast<std::size_t>(i)] * hops.own[arc.slot] + to.stretch);
            }
            if (i > reach_[at]) sum.wait = sum.square = 0.0;
            far[l.stage] = sum;
        }
        if (i != 2) continue;
        for (std::size_t k = 0; k < entries.size(); ++k) entering[k] = far[entries[k]].wait;
    }
    for (std::uint32_t k = 0; k < far.size() && !absorbs_; ++k) {
        if (!by_hand(k, 1)) far[k] = {whole_[k].wait, whole_[k].square, whole_[k].stretch - whole_[k].less};
    }
}

// What the next hop adds, i stations further on.
void Downstream::next_hop(const Hops& hops, const std::vector<double>& free, int i) {
    next_.assign(plan_.stages.size(), {});
    for (std::size_t k = 0; k < plan_.onward.size(); ++k) {
        const Onward& arc = plan_.onward[k];
        const double part = hops.felt(arc.slot, free[plan_.stages[arc.from].station], i);
        const double w = part * hops.waits.wait[arc.slot];
        Far& here = next_[arc.from];
        here.wait += arc.of_from * w;
        here.square += arc.of_from * part * part * hops.waits.square[arc.slot];
        here.stretch += arc.of_from * hops.own[arc.slot];
        cross_[k] = 2.0 * arc.of_from * w;
    }
}

// By distance from far to near, each time over all arcs.
void Downstream::sweep_all(const Hops& hops, const std::vector<double>& free, std::vector<Far>& all, std::span<const std::uint32_t> entries, std::span<double> entering) {
    all.assign(plan_.stages.size(), {});
    near_.assign(plan_.stages.size(), {});  // stages from which nothing goes on keep nothing
    const auto most = static_cast<std::size_t>(farthest_) + 1;
    for (int i = farthest_; i >= 1; --i) {
        if (i == farthest_ || absorbs_) next_hop(hops, free, i);
        const Far* const far = all.data();
        const double* cross = cross_.data();
        const Onward* const end = plan_.onward.data() + plan_.onward.size();
        for (const Onward* arc = plan_.onward.data(); arc != end;) {
            const std::uint32_t stage = arc->from, at = plan_.stages[stage].station;
            Far sum;
            for (; arc != end && arc->from == stage; ++arc, ++cross) {
                const Far& to = far[arc->to];
                sum.wait += arc->of_from * to.wait;
                sum.square += arc->of_from * to.square + *cross * to.wait;
                sum.stretch += arc->of_from * to.stretch;
            }
            const Far& here = next_[stage];
            near_[stage].stretch = passed_on_[at * most + static_cast<std::size_t>(i)] * here.stretch + sum.stretch;
            if (i > reach_[at]) continue;
            near_[stage].wait = here.wait + sum.wait;
            near_[stage].square = here.square + sum.square;
        }
        all.swap(near_);
        if (i != 2) continue;
        for (std::size_t k = 0; k < entries.size(); ++k) entering[k] = all[entries[k]].wait;
    }
}

}  // namespace wafernet::queueing
