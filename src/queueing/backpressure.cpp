// Holding and streaming, from waits further on and stretches before.
//
//   H = P + late + h + W' + X' + X"            T = P + late + X' + X"
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
constexpr int rounds_in_circles =
    4;  // sweeps upstream where stages follow each other in circles: what is left is small

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
    const std::size_t n = net.stages.size();
    far_.resize(n), near_.resize(n), here_.resize(n);
    before_.resize(n), known_.resize(n), stretch_here_.resize(n);
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
    std::fill(near_.begin(), near_.end(), Far{});  // stages from which nothing goes on keep nothing
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
            const std::uint32_t stage = arc->from, at = net_.stages[stage].resource;
            Far sum;
            for (; arc != end && arc->from == stage; ++arc) {
                const Far& to = far_[arc->to];
                sum.wait += arc->of_from * to.wait;
                sum.square += arc->of_from * to.square + arc->cross * to.wait;
                sum.stretch += arc->of_from * to.stretch;
            }
            near_[stage].stretch = kept(at, i) * here_[stage].stretch + sum.stretch;
            if (i > reach_[at]) continue;
            near_[stage].wait = here_[stage].wait + sum.wait;
            near_[stage].square = here_[stage].square + sum.square;
        }
        far_.swap(near_);
    }
}

void Backpressure::sum_upstream(const Contributions& c) {
    for (std::size_t i = 0; i < stretch_here_.size(); ++i)
        stretch_here_[i] = net_.is_port(net_.stages[i].resource) ? c.port_sharing[net_.stages[i].resource] : 0.0;
    for (const Arc& arc : net_.arcs) stretch_here_[arc.to] += arc.of_to * c.serialization[arc.input];
    std::fill(before_.begin(), before_.end(), 0.0);
    for (int round = 0; round < (net_.circles ? rounds_in_circles : 1); ++round) {
        if (round > 0) known_.swap(before_), std::fill(before_.begin(), before_.end(), 0.0);
        const std::vector<double>& known = round > 0 ? known_ : before_;
        for (const std::uint32_t a : net_.onward) {
            const Arc& arc = net_.arcs[a];
            before_[arc.to] += arc.of_to * (known[arc.from] + stretch_here_[arc.from]);
        }
    }
}

// What keeps a message here that the resource before is rid of: its wait at the last resource that it reaches, and of
// its stretches what one buffer takes up. Messages that share a channel do so for half of their flits, as two do that
// meet at random.
void Backpressure::last_ahead(const Contributions& c, NextState& next) {
    std::fill(next.ahead_wait.begin(), next.ahead_wait.end(), 0.0);
    std::fill(next.ahead_delay.begin(), next.ahead_delay.end(), 0.0);
    const double flits = net_.message.flits;
    for (int i = 1; i <= farthest_ahead_; ++i) {
        std::fill(near_.begin(), near_.end(), Far{});
        for (const std::uint32_t a : net_.onward) {
            const Arc& arc = net_.arcs[a];
            const double wait = c.wait[arc.input], blocked = c.blocked[arc.input];
            const Far last{wait, blocked > 0.0 ? wait * wait / blocked : 0.0, c.serialization[arc.input]};
            const Far& to = i > 1 ? far_[arc.to] : last;
            Far& sum = near_[arc.from];
            sum.wait += arc.of_from * to.wait;
            sum.square += arc.of_from * to.square;
            sum.stretch += arc.of_from * to.stretch;
        }
        far_.swap(near_);
        for (std::size_t k = 0; k < net_.stages.size(); ++k) {
            const std::uint32_t at = net_.stages[k].resource;
            if (net_.is_port(at) || !ahead_[at - net_.resource_of(0)]) continue;
            const Resource& resource = net_.resources[at];
            const double part = net_.stages[k].rate / (resource.rate * resource.members);
            double wait = 0.0, square = 0.0;
            if (kept(at, i) > 0.0) {
                const double taken = std::min(1.0, resource.depth / std::max(1.0, flits - 1.0)) * far_[k].stretch;
                wait += taken, square += taken * std::min(resource.depth, flits) / 2.0;
            }
            if (reach_[at] == i) wait += far_[k].wait, square += far_[k].square;
            next.ahead_wait[at - net_.resource_of(0)] += part * wait;
            next.ahead_delay[at - net_.resource_of(0)] += part * square;
        }
    }
    for (std::size_t i = 0; i < next.ahead_wait.size(); ++i) {
        double& delay = next.ahead_delay[i];
        delay = next.ahead_wait[i] > negligible ? delay / next.ahead_wait[i] : 0.0;
    }
}

void Backpressure::apply(const Contributions& c, NextState& next) {
    sum_downstream(c);
    sum_upstream(c);
    struct Sums {
        double wait = 0.0, square = 0.0, before = 0.0, after = 0.0;
    };
    std::vector<Sums> sums(net_.resources.size());
    for (std::size_t k = 0; k < net_.stages.size(); ++k) {
        const Resource& resource = net_.resources[net_.stages[k].resource];
        const double part = net_.stages[k].rate / (resource.rate * resource.members);
        Sums& s = sums[net_.stages[k].resource];
        s.wait += part * far_[k].wait, s.square += part * far_[k].square;
        s.before += part * before_[k], s.after += part * far_[k].stretch;
    }
    for (std::uint32_t i = 0; i < sums.size(); ++i) {
        const Resource& p = net_.resources[i];
        const Sums& s = sums[i];
        const bool ejects = !net_.is_port(i) && net_.class_of(i).ejects;
        next.streaming[i] = p.pace + p.late + s.before + s.after;
        next.holding[i] = next.streaming[i] + p.hold + (ejects ? 0.0 : s.wait);
        if (net_.is_port(i) && net_.ports[i].serial)
            next.streaming[i] = p.pace + s.wait + s.after * kept(i, 1 + (p.past ? 1 : 0));
        const double variance = std::max(0.0, s.square - s.wait * s.wait) + net_.message.square * p.pace * p.pace;
        next.spread[i] = variance / (next.holding[i] * next.holding[i]);
    }
    last_ahead(c, next);
}

}  // namespace wafernet::queueing
