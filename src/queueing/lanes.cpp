#include "queueing/lanes.hpp"

#include <algorithm>
#include <cmath>

namespace wafernet::queueing {

namespace {

constexpr double fullest = 0.95;  // use of a queue: with more, waits would grow without bound while a solution is looked for
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

// Each buffer is a queue of general service times S, that messages come to in whole cycles. Their turns go round the buffers, which spreads
// the arrivals at each of several: W = rho / (2 (1 - rho)) (Var(S) + (S^2 - S) / vcs) / S (Kingman 1961; for one the exact Geo/G/1 queue). A
// message is there with a probability of rho, and one more behind each with one of s, where those behind the first are rate W = rho s / (1 - s)
// on average: exact for exponential times. Those that find no room in one buffer take the first that has.
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

AtFront AtFront::after(const Wait& wait, double passing) {
    // Second moment of a wait that is zero but for the blocked, between equally long ones and exponential ones.
    const double spread = wait.often > 1e-12 ? 1.5 * wait.mean * wait.mean / wait.often : 0.0;
    return {passing + wait.mean, passing * passing + 2.0 * passing * wait.mean + spread};
}

Behind wait_behind(int vcs, double rate, double room, double pace, const AtFront& front) {
    const Queue real = queue(vcs, rate, room, front), alone = queue(vcs, rate, room, {pace, pace * pace});
    return {real.wait - alone.wait, real.full * (front.mean - pace)};
}

}  // namespace wafernet::queueing
