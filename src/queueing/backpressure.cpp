// Holding and streaming, from waits further on and stretches before.
//
//   H = P + h + W' + X' + X"            T = P + X' + X"
//   W' = sum over i = 1 .. r of e W_(i resources further on) ,   r = (1 or 2) + floor((M - 1) / B)
//   X" = sum over i of max(0, 1 - (i - past) B / (M - 1)) X_i ,   X' = sum of what was lost before
//   C^2 = (E[W'^2] - W'^2 + C_M^2 P^2) / H^2
//
// A message of M flits lies over r resources, so that waits as far ahead hold it up; r begins with 1 where a VC is held
// until the buffer is left, or the only VC has no room for a second message. A stretch is spread evenly over a message:
// the tail goes on when there is room in the buffers between, that is when the message has got through there but for
// the flits that they hold. Tails as in [ould-khaoua1999], with finite reach.
#include <algorithm>
#include <cmath>

#include "queueing/terms.hpp"

namespace wafernet::queueing {

namespace {

constexpr double negligible = 1e-9;  // cycles, which rounding makes

}  // namespace

Backpressure::Backpressure(const QueueNetwork& net) : net_(net), ahead_(waits_ahead(net)) {
    for (std::uint32_t i = 0; i < net.resources.size(); ++i) {
        reach_.push_back(reach(net, i));
        if (net.is_channel(i)) farthest_ = std::max(farthest_, reach_.back());
    }
    farthest_ = std::min(farthest_, static_cast<int>(net.totals.longest));
    for (std::uint32_t i = 0; i < net.classes.size(); ++i) {
        const std::uint32_t at = net.resource_of(i);
        if (ahead_[i]) farthest_ahead_ = std::max(farthest_ahead_, std::min(reach_[at], farthest_));
    }
    for (const std::uint32_t a : net.onward)
        carried_.push_back({net.arcs[a].from, net.arcs[a].to, net.arcs[a].of_from, 0.0});
    const std::size_t n = net.resources.size();
    far_.resize(n), near_.resize(n), here_.resize(n);
    before_.resize(n), stretch_here_.resize(n);
}

// How much of a stretch i resources further on is felt, 0 .. 1.
double Backpressure::kept(std::uint32_t resource, int i) const {
    const Resource& p = net_.resources[resource];
    return std::clamp(1.0 - (i - (p.past ? 1 : 0)) * p.depth / std::max(1.0, net_.message.flits - 1.0), 0.0, 1.0);
}

// By distance from far to near, each time over all arcs.
void Backpressure::sum_downstream(const Contributions& c) {
    std::fill(here_.begin(), here_.end(), Far{});
    std::fill(far_.begin(), far_.end(), Far{});
    std::fill(near_.begin(), near_.end(), Far{});  // resources from which nothing goes on keep nothing
    for (std::size_t k = 0; k < net_.onward.size(); ++k) {
        const Arc& arc = net_.arcs[net_.onward[k]];
        const double part = c.outside[arc.input], wait = part * c.wait[arc.input];
        Far& here = here_[arc.from];
        here.wait += arc.of_from * wait;
        here.square += arc.of_from * part * part * c.square(arc.input);
        here.stretch += arc.of_from * c.serialization[arc.input];
        carried_[k].cross = 2.0 * arc.of_from * wait;
    }
    for (int i = farthest_; i >= 1; --i) {
        const Carried* const end = carried_.data() + carried_.size();
        for (const Carried* arc = carried_.data(); arc != end;) {
            const std::uint32_t at = arc->from;
            Far sum;
            for (; arc != end && arc->from == at; ++arc) {
                const Far& to = far_[arc->to];
                sum.wait += arc->of_from * to.wait;
                sum.square += arc->of_from * to.square + arc->cross * to.wait;
                sum.stretch += arc->of_from * to.stretch;
            }
            near_[at].stretch = kept(at, i) * here_[at].stretch + sum.stretch;
            if (i > reach_[at]) continue;
            near_[at].wait = here_[at].wait + sum.wait;
            near_[at].square = here_[at].square + sum.square;
        }
        far_.swap(near_);
    }
}

void Backpressure::sum_upstream(const Contributions& c) {
    std::fill(stretch_here_.begin(), stretch_here_.end(), 0.0);
    std::copy(c.port_sharing.begin(), c.port_sharing.end(), stretch_here_.begin());
    for (const Arc& arc : net_.arcs) stretch_here_[arc.to] += arc.of_to * c.serialization[arc.input];
    std::fill(before_.begin(), before_.end(), 0.0);
    for (const std::uint32_t a : net_.onward) {
        const Arc& arc = net_.arcs[a];
        before_[arc.to] += arc.of_to * (before_[arc.from] + stretch_here_[arc.from]);
    }
}

// What keeps a message here that the resource before is rid of: its wait at the last resource that it reaches.
void Backpressure::last_ahead(const Contributions& c, NextState& next) {
    std::fill(next.ahead_wait.begin(), next.ahead_wait.end(), 0.0);
    std::fill(next.ahead_delay.begin(), next.ahead_delay.end(), 0.0);
    for (int i = 1; i <= farthest_ahead_; ++i) {
        std::fill(near_.begin(), near_.end(), Far{});
        for (const std::uint32_t a : net_.onward) {
            const Arc& arc = net_.arcs[a];
            const double wait = c.wait[arc.input], blocked = c.blocked[arc.input];
            const Far last{wait, blocked > 0.0 ? wait * wait / blocked : 0.0};
            const Far& to = i > 1 ? far_[arc.to] : last;
            near_[arc.from].wait += arc.of_from * to.wait;
            near_[arc.from].square += arc.of_from * to.square;
        }
        far_.swap(near_);
        for (std::uint32_t k = 0; k < net_.classes.size(); ++k) {
            const std::uint32_t at = net_.resource_of(k);
            if (!ahead_[k] || reach_[at] != i || !(far_[at].wait > negligible)) continue;
            next.ahead_wait[k] = far_[at].wait;
            next.ahead_delay[k] = far_[at].square / far_[at].wait;
        }
    }
}

void Backpressure::apply(const Contributions& c, NextState& next) {
    sum_downstream(c);
    sum_upstream(c);
    for (std::uint32_t i = 0; i < net_.resources.size(); ++i) {
        const Resource& p = net_.resources[i];
        const Far& far = far_[i];
        const bool ejects = !net_.is_port(i) && net_.class_of(i).ejects;
        next.streaming[i] = p.pace + before_[i] + far.stretch;
        next.holding[i] = next.streaming[i] + p.hold + (ejects ? 0.0 : far.wait);
        if (net_.is_port(i) && net_.ports[i].serial)
            next.streaming[i] = p.pace + far.wait + far.stretch * kept(i, 1 + (p.past ? 1 : 0));
        const double variance = std::max(0.0, far.square - far.wait * far.wait) + net_.message.square * p.pace * p.pace;
        next.spread[i] = variance / (next.holding[i] * next.holding[i]);
    }
    last_ahead(c, next);
}

}  // namespace wafernet::queueing
