// Holding and streaming, from waits further on and stretches before.
//
//   H = P + h + W' + X' + X"            T = P + X' + X"
//   W' = sum over i = 1 .. r of W_(i resources further on) ,   r = (1 or 2) + floor((M - 1) / B)
//   X" = sum over i of max(0, 1 - (i - past) B / (M - 1)) X_i ,   X' = sum of what was lost before
//   C^2 = (E[W'^2] - W'^2 + C_M^2 P^2) / H^2
//
// A message of M flits lies over r resources, so that waits as far ahead hold it up; r begins with 1 where a VC is held
// until the buffer is left, or the only VC has no room for a second message. A stretch is spread evenly over a message:
// the tail goes on when there is room in the buffers between, that is when the message has got through there but for
// the flits that they hold. Tails as in [ould-khaoua1999], with finite reach.
#include <algorithm>

#include "queueing/terms.hpp"

namespace wafernet::queueing {

namespace {

// E[W^2] over W^2 / b, of the wait W of which a share b is not 0: 1 where all that wait do so equally long, 2 for
// exponential waits. Half-way, not tuned.
constexpr double square_of_wait = 1.5;
constexpr double negligible_wait = 1e-9;  // cycles, which rounding makes

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
    far_.resize(reach_.size()), next_.resize(reach_.size()), here_.resize(reach_.size());
    before_.resize(reach_.size()), left_.resize(reach_.size());
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
    const auto square = [&](std::uint32_t k) {  // E[W_i^2]
        return c.blocked[k] > 0.0 ? square_of_wait * c.wait[k] * c.wait[k] / c.blocked[k] : 0.0;
    };
    for (const Arc& arc : net_.arcs)
        here_[arc.from].add(arc.of_from, {c.wait[arc.input], square(arc.input), c.serialization[arc.input]});
    for (int i = farthest_; i >= 1; --i) {
        next_ = here_;
        for (std::uint32_t at = 0; at < next_.size(); ++at) next_[at].stretch *= kept(at, i);
        for (const Arc& arc : net_.arcs) {
            const Far& to = far_[arc.to];
            next_[arc.from].add(arc.of_from, {to.wait, to.square + 2.0 * c.wait[arc.input] * to.wait, to.stretch});
        }
        for (std::uint32_t at = 0; at < next_.size(); ++at) {
            if (i > reach_[at]) next_[at].wait = next_[at].square = 0.0;
        }
        far_.swap(next_);
    }
}

void Backpressure::sum_upstream(const Contributions& c) {
    std::fill(left_.begin(), left_.end(), 0.0);
    std::copy(c.port_sharing.begin(), c.port_sharing.end(), left_.begin());
    for (const Arc& arc : net_.arcs) left_[arc.to] += arc.of_to * c.serialization[arc.input];
    std::fill(before_.begin(), before_.end(), 0.0);
    for (const std::uint32_t a : net_.onward) {
        const Arc& arc = net_.arcs[a];
        before_[arc.to] += arc.of_to * (before_[arc.from] + left_[arc.from]);
    }
}

// What keeps a message here that the resource before is rid of: its wait at the last resource that it reaches.
void Backpressure::last_ahead(const Contributions& c, NextState& next) {
    if (farthest_ahead_ == 0) return;
    std::fill(next.ahead_wait.begin(), next.ahead_wait.end(), 0.0);
    std::fill(next.ahead_delay.begin(), next.ahead_delay.end(), 0.0);
    for (int i = 1; i <= farthest_ahead_; ++i) {
        std::fill(next_.begin(), next_.end(), Far{});
        for (const Arc& arc : net_.arcs) {
            const double here = c.wait[arc.input], blocked = c.blocked[arc.input];
            next_[arc.from].add(arc.of_from,
                                i > 1 ? far_[arc.to] : Far{here, blocked > 0.0 ? here * here / blocked : 0.0});
        }
        far_.swap(next_);
        for (std::uint32_t k = 0; k < net_.classes.size(); ++k) {
            const Far& at = far_[net_.resource_of(k)];
            if (!ahead_[k] || reach_[net_.resource_of(k)] != i || !(at.wait > negligible_wait)) continue;
            next.ahead_wait[k] = at.wait, next.ahead_delay[k] = at.square / at.wait;
        }
    }
}

void Backpressure::apply(const Contributions& c, NextState& next) {
    sum_downstream(c);
    sum_upstream(c);
    for (std::uint32_t i = 0; i < net_.resources.size(); ++i) {
        const Resource& p = net_.resources[i];
        const bool ejects = !net_.is_port(i) && net_.class_of(i).ejects;
        next.streaming[i] = p.pace + before_[i] + far_[i].stretch;
        next.holding[i] = next.streaming[i] + p.hold + (ejects ? 0.0 : far_[i].wait);
        if (net_.is_port(i) && net_.ports[i].serial)
            next.streaming[i] = p.pace + far_[i].wait + far_[i].stretch * kept(i, 1 + (p.past ? 1 : 0));
        const double waits = std::max(0.0, far_[i].square - far_[i].wait * far_[i].wait);
        next.spread[i] = (waits + net_.message.square * p.pace * p.pace) / (next.holding[i] * next.holding[i]);
    }
    last_ahead(c, next);
}

}  // namespace wafernet::queueing
