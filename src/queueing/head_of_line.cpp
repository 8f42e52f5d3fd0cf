#include "queueing/head_of_line.hpp"

#include <algorithm>
#include <cmath>

namespace wafernet::queueing {

namespace {

constexpr double fullest =
    0.95;  // use of a queue: with more, waits would grow without bound while a solution is looked for
constexpr double rounding = 1e-9;
constexpr double full_up = 0.99999;  // use with which a queue counts as without end

// 1 / (1 - use), from there on its tangent.
double growth(double use) {
    const double most = 1.0 / (1.0 - std::min(fullest, use));
    return most + std::max(0.0, use - fullest) * most * most;
}

struct Queue {
    double wait = 0.0;
    double full = 0.0;  // probability that all buffers are
};

// Each buffer is a queue of general service times S, that messages come to in whole cycles. Their turns go round the
// buffers, which spreads the arrivals at each of several: W = rho / (2 (1 - rho)) (Var(S) + (S^2 - S) / vcs) / S
// (Kingman 1961; for one the exact Geo/G/1 queue). A message is there with a probability of rho, and one more behind
// each with one of s, where those behind the first are rate W = rho s / (1 - s) on average: exact for exponential
// times. Those that find no room in one buffer take the first that has.
Queue queue(int vcs, double rate, double room, const AtFront& front) {
    const double use = std::min(fullest, rate * front.mean), squared = front.mean * front.mean;
    const double each = std::max(0.0, front.square - squared + (squared - front.mean) / vcs) / (2.0 * front.mean);
    const double most = std::min(full_up, rate * front.mean), waiting = rate * each * most / (1.0 - most);
    const double one = room <= 1.0 ? std::pow(most, room) : most * std::pow(waiting / (most + waiting), room - 1.0);
    const double all = std::pow(one, vcs);
    return {each * use / (1.0 - use) * (1.0 - one + all / vcs), all};
}

}  // namespace

Wait wait_for_others(int vcs, double rate, int buffers, std::span<const double> mu, double square) {
    const auto v = static_cast<std::size_t>(vcs);
    const double use = rate / mu[v];
    double p = 1.0, z = 1.0;
    for (std::size_t n = 1; n < v; ++n) p *= rate / mu[n], z += p;
    p *= use * growth(use);
    const double often = p / (z + p);
    // No more can be in front than there are buffers.
    return {std::min((1.0 + square) / 2.0 * often * growth(use), std::max(0.0, buffers - vcs + 1.0)) / mu[v], often};
}

AtFront AtFront::after(const Wait& wait, double passing, double square_of_wait) {
    const double spread = wait.often > 1e-12 ? square_of_wait * wait.mean * wait.mean / wait.often : 0.0;
    return {passing + wait.mean, passing * passing + 2.0 * passing * wait.mean + spread};
}

Behind wait_behind(int vcs, double rate, double room, double pace, const AtFront& front) {
    const Queue real = queue(vcs, rate, room, front), alone = queue(vcs, rate, room, {pace, pace * pace});
    return {real.wait - alone.wait, real.full * (front.mean - pace)};
}

LaneQueues::LaneQueues(const Plan& plan) : plan_(plan) {
    for (const Station& s : plan.stations)
        any_ = any_ || (plan.choices.empty() && plan.has(Term::head_of_line) && queues_behind(s));
    if (!any_) return;
    front_.resize(plan.slots.size()), of_slot_.resize(plan.slots.size());
    at_front_.resize(plan.stations.size()), behind_front_.resize(plan.stations.size());
}

// Its messages have come one after the other, and wait for those of the other inputs: as they would for all but the one
// at the front, without what they would wait for each other.
void LaneQueues::wait_at_front(double load, std::uint32_t i, std::uint32_t k, std::span<const double> mu,
                               double square) {
    const Station& station = plan_.stations[i];
    const Slot& slot = plan_.slots[k];
    int buffers = -1;
    for (std::uint32_t j = station.first_slot; j < station.end_slot; ++j) buffers += plan_.slots[j].channels;
    const double others = load * (station.rate - slot.rate), beside = load * slot.rate * (1.0 - 1.0 / slot.channels);
    Wait& wait = front_[k] = wait_for_others(station.vcs, others + beside, buffers, mu, square);
    if (!(beside > 0.0)) return;
    const Wait own = wait_for_others(station.vcs, beside, slot.channels - 1, mu, square);
    wait = {std::max(0.0, wait.mean - own.mean), std::max(0.0, wait.often - own.often)};
}

// A message at the front of a buffer keeps back those behind it that go elsewhere: a queue at every buffer, whose
// service time is the wait for the others at the output and the passage, as at the inputs of a switch (Karol, Hluchyj
// and Morgan 1987). With a wait of p / (2 (1 - p)), of the M/D/1 queue of the fronts, it gives their 2 - sqrt(2) where
// each of many inputs sends to each output. Those that go the same way are in the queue there already: their part is
// taken out.
void LaneQueues::wait_behind_front(double load, const double* holding, const std::vector<double>& own, SlotWaits& waits,
                                   std::vector<double>& outside) {
    for (AtFront& f : at_front_) f = {};
    fullest_ = 0.0;
    for (std::uint32_t k = 0; k < plan_.slots.size(); ++k) {
        const Slot& slot = plan_.slots[k];
        const Station& station = plan_.stations[slot.station];
        const std::uint32_t before = plan_.before(slot);
        if (before == none) continue;
        // The next one that goes the same way waits until the first has left the virtual channel behind, as far as load
        // keeps it there.
        const double beyond = slot.of_previous *
                              std::max(0.0, holding[slot.station] - station.pace - station.hold - station.late) /
                              station.vcs;
        of_slot_[k] = AtFront::after(front_[k], least_apart(plan_.stations[before]) + own[k] + beyond,
                                     plan_.parameters.square_of_wait);
        for (std::uint32_t a = slot.first_arc; a < slot.end_arc; ++a) {
            const Arc& arc = plan_.arcs[a];
            if (arc.from == none) continue;
            const std::uint32_t from = plan_.stages[arc.from].station;
            const double part = arc.rate / (plan_.stations[from].rate * plan_.stations[from].members);
            at_front_[from].mean += part * of_slot_[k].mean;
            at_front_[from].square += part * of_slot_[k].square;
        }
    }
    for (std::size_t i = 0; i < behind_front_.size(); ++i) {
        const Station& s = plan_.stations[i];
        if (!queues_behind(s)) continue;
        // A stream that waits for nobody is as far apart as where it comes from.
        if (at_front_[i].mean > (1.0 + rounding) * least_apart(s))
            fullest_ = std::max(fullest_, load * s.rate / s.vcs * at_front_[i].mean);
        behind_front_[i] =
            wait_behind(s.vcs, load * s.rate / s.vcs, room_in_buffer(load, s), least_apart(s), at_front_[i]);
    }
    for (std::uint32_t k = 0; k < plan_.slots.size(); ++k) {
        const Slot& slot = plan_.slots[k];
        double wait = 0.0, hold = 0.0, service = 0.0;
        Behind same;
        for (std::uint32_t a = slot.first_arc, last = none; a < slot.end_arc; ++a) {
            const Arc& arc = plan_.arcs[a];
            if (arc.from == none) continue;
            const std::uint32_t from = plan_.stages[arc.from].station;
            const Station& s = plan_.stations[from];
            if (!queues_behind(s)) continue;
            if (from != last)
                same = wait_behind(s.vcs, slot.of_previous * load * s.rate / s.vcs, room_in_buffer(load, s),
                                   least_apart(s), of_slot_[k]);
            last = from;
            wait += arc.of_slot * std::max(0.0, behind_front_[from].wait - same.wait);
            hold += arc.of_slot * std::max(0.0, behind_front_[from].hold - same.hold);
            service += arc.of_slot * at_front_[from].mean;
        }
        const double all = waits.wait[k] + wait;
        if (!(all > 0.0) || !(service > 0.0)) continue;
        outside[k] = std::min(1.0, (outside[k] * waits.wait[k] + hold) / all);
        waits.wait[k] = all;
        waits.blocked[k] += (1.0 - waits.blocked[k]) * wait / (wait + service);  // as in an M/M/1 queue
        waits.square[k] = plan_.parameters.square_of_wait * all * all / waits.blocked[k];
    }
}

// Cycles from one message of a virtual channel to the next: its header decides when the one before it has left the
// front, and credits come late where the buffer is shorter than their loop.
double LaneQueues::least_apart(const Station& s) const { return s.pace + std::max(plan_.decision, s.hold); }

bool LaneQueues::queues_behind(const Station& s) const {
    return s.kind == Kind::network ? s.room > 0.0 : s.serial && s.depth > plan_.flits;
}

// Messages that fit into the buffer of a virtual channel, beside the flits whose credits are on their way.
double LaneQueues::room_in_buffer(double load, const Station& s) const {
    const double on_the_way = load * s.rate / s.vcs * plan_.flits * (s.round_trip - 1.0);
    return std::max(0.0, s.depth - on_the_way) / plan_.flits;
}

}  // namespace wafernet::queueing
