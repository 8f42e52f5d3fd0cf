#include "queueing/backpressure.hpp"

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
void Downstream::sweep(const Hops& hops, const std::vector<double>& free, std::vector<Far>& all) {
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
    }
}

}  // namespace wafernet::queueing
