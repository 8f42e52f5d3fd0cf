// Where buffers hold several messages, the one at the front keeps back those behind it that go elsewhere: a queue at
// every buffer, whose service time S is the wait for other inputs and the passage, as at the inputs of a switch
// [karol1987]. With the M/D/1 wait p / (2 (1 - p)) of the fronts that gives their 2 - sqrt(2) flits a cycle.
//
//   W = rho / (2 (1 - rho)) (Var S + (S^2 - S) / V) / S       turns of arrivals go round V buffers [kingman1961]
//   all V buffers are full with (rho r^(room - 1))^V ,  r = Lq / (rho + Lq) ,  Lq = lambda W
//
// Waits of messages that go the same way are taken out, for they are in the queue at the output already; and those of
// messages that keep their pace. rho >= 1: saturated.

#include <algorithm>
#include <cmath>

#include "queueing/terms.hpp"

namespace wafernet::queueing {

namespace {

constexpr double fullest =
    0.95;  // use of a queue, from there on its tangent, for waits must end on the way to a solution
constexpr double full_up = 0.99999;  // use with which a queue counts as without end
constexpr double rounding = 1e-9;

double growth(double use) {  // 1 / (1 - use), from there on its tangent
    const double most = 1.0 / (1.0 - std::min(fullest, use));
    return most + std::max(0.0, use - fullest) * most * most;
}

}  // namespace

Wait wait_for_others(int vcs, double rate, int buffers, std::span<const double> mu, double square) {
    const auto v = static_cast<std::size_t>(vcs);
    const double use = rate / mu[v];
    double p = 1.0, z = 1.0;
    for (std::size_t n = 1; n < v; ++n) p *= rate / mu[n], z += p;
    p *= use * growth(use);
    const double often = p / (z + p), most = std::max(0.0, buffers - vcs + 1.0);
    return {std::min((1.0 + square) / 2.0 * often * growth(use), most) / mu[v], often};
}

namespace {

// In one of the buffers of `vcs` VCs that each hold `room` messages; those that find no room take the first that has.
Behind queue(int vcs, double rate, double room, double mean, double square) {
    const double use = std::min(fullest, rate * mean), squared = mean * mean;
    const double each = std::max(0.0, square - squared + (squared - mean) / vcs) / (2.0 * mean);
    const double most = std::min(full_up, rate * mean), waiting = rate * each * most / (1.0 - most);
    const double one = room <= 1.0 ? std::pow(most, room) : most * std::pow(waiting / (most + waiting), room - 1.0);
    const double all = std::pow(one, vcs);
    return {each * use / (1.0 - use) * (1.0 - one + all / vcs), all};
}

}  // namespace

Behind beyond_pace(int vcs, double rate, double room, double pace, double mean, double square) {
    const Behind real = queue(vcs, rate, room, mean, square), alone = queue(vcs, rate, room, pace, pace * pace);
    return {real.wait - alone.wait, real.full * (mean - pace)};
}

HeadOfLine::HeadOfLine(const QueueNetwork& net)
    : net_(net), of_input_(net.inputs.size()), of_resource_(net.resources.size()) {
    for (std::uint32_t i = 0; i < net.resources.size(); ++i) {
        const bool several = net.is_port(i) ? net.ports[i].serial && net.resources[i].depth > net.message.flits
                                            : net.is_channel(i) && net.class_of(i).room > 0.0;
        queues_.push_back(several);
        any_ = any_ || several;
    }
}

// Cycles from one message of a VC to the next: its header decides when the one before it has left the front, and
// credits come late where the buffer is shorter than their loop.
double HeadOfLine::least_apart(std::uint32_t resource) const {
    return net_.resources[resource].pace + std::max(net_.message.decision, net_.resources[resource].hold);
}

// The messages of an input have come one after the other, and wait for those of the other inputs: as they would for all
// but the one at the front, without what they would wait for each other. The next one that goes the same way waits
// until the first has left the VC behind, as far as load keeps it there.
HeadOfLine::Front HeadOfLine::front_of(double load, const State& x, const Contributions& c, std::uint32_t k) const {
    const Input& in = net_.inputs[k];
    const VcClass& its = net_.classes[in.to];
    const std::uint32_t at = net_.resource_of(in.to);
    const Resource& resource = net_.resources[at];
    const std::span<const double> mu(c.mu.data() + c.first_mu[in.to], static_cast<std::size_t>(resource.vcs) + 1);
    int buffers = -1;
    for (std::uint32_t j = its.first_input; j < its.end_input; ++j) buffers += net_.inputs[j].channels;
    const double others = load * (resource.rate - in.rate), beside = load * in.rate * (1.0 - 1.0 / in.channels);
    Wait wait = wait_for_others(resource.vcs, others + beside, buffers, mu, x.spread[at]);
    if (beside > 0.0) {
        const Wait own = wait_for_others(resource.vcs, beside, in.channels - 1, mu, x.spread[at]);
        wait = {std::max(0.0, wait.mean - own.mean), std::max(0.0, wait.often - own.often)};
    }
    const double kept = in.of_previous * std::max(0.0, x.holding[at] - resource.pace - resource.hold) / resource.vcs;
    const double passage = least_apart(in.from) + c.serialization[k] + kept;
    const double spread = wait.often > 1e-12 ? square_of_wait * wait.mean * wait.mean / wait.often : 0.0;
    return {passage + wait.mean, passage * passage + 2.0 * passage * wait.mean + spread};
}

void HeadOfLine::apply(double load, const State& x, Contributions& c) {
    c.fullest_buffer = 0.0;
    if (!any_) return;
    std::fill(of_resource_.begin(), of_resource_.end(), Front{});
    for (std::uint32_t k = 0; k < net_.inputs.size(); ++k) of_input_[k] = front_of(load, x, c, k);
    for (const Arc& arc : net_.arcs) {
        of_resource_[arc.from].mean += arc.of_from * of_input_[arc.input].mean;
        of_resource_[arc.from].square += arc.of_from * of_input_[arc.input].square;
    }
    const auto behind = [&](std::uint32_t i, double part, const Front& front) {
        const Resource& p = net_.resources[i];
        const double rate = load * p.rate / p.vcs;
        // Messages that fit into a buffer beside the flits whose credits are on their way.
        const double room =
            std::max(0.0, p.depth - rate * net_.message.flits * (p.round_trip - 1.0)) / net_.message.flits;
        return beyond_pace(p.vcs, part * rate, room, least_apart(i), front.mean, front.square);
    };
    std::vector<Behind> all(net_.resources.size());
    for (std::uint32_t i = 0; i < all.size(); ++i) {
        if (!queues_[i]) continue;
        // A stream that waits for nobody is as far apart as where it comes from.
        if (of_resource_[i].mean > (1.0 + rounding) * least_apart(i))
            c.fullest_buffer = std::max(c.fullest_buffer,
                                        load * net_.resources[i].rate / net_.resources[i].vcs * of_resource_[i].mean);
        all[i] = behind(i, 1.0, of_resource_[i]);
    }
    for (std::uint32_t k = 0; k < net_.inputs.size(); ++k) {
        const Input& in = net_.inputs[k];
        double wait = 0.0, hold = 0.0, service = 0.0;
        Behind same;
        for (std::uint32_t a = in.first_arc, last = none; a < in.end_arc; ++a) {
            const std::uint32_t from = net_.arcs[a].from;
            if (!queues_[from]) continue;
            if (from != last) same = behind(from, in.of_previous, of_input_[k]);
            last = from;
            wait += net_.arcs[a].of_input * std::max(0.0, all[from].wait - same.wait);
            hold += net_.arcs[a].of_input * std::max(0.0, all[from].full - same.full);
            service += net_.arcs[a].of_input * of_resource_[from].mean;
        }
        const double sum = c.wait[k] + wait;
        if (!(sum > 0.0) || !(service > 0.0)) continue;
        c.outside[k] = std::min(1.0, (c.outside[k] * c.wait[k] + hold) / sum);
        c.wait[k] = sum;
        c.blocked[k] += (1.0 - c.blocked[k]) * wait / (wait + service);  // as in an M/M/1 queue
    }
}

}  // namespace wafernet::queueing
