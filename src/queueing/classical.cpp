// The classical model: every channel an M/G/1 queue entered with the probability that all its VCs are held, holding
// times backwards along the paths, latency times the mean multiplexing degree. By transitions, so any plan will do.
#include "queueing/classical.hpp"

#include <algorithm>
#include <cmath>

#include "wafernet/base/error.hpp"

namespace wafernet::queueing {

Solution solve_classical(const Plan& plan, double load, const SolveOptions& options) {
    const std::size_t n = plan.stations.size();
    std::vector<double> holding(n), wait(n, 0.0), next(n), degree(n, 1.0);
    for (std::size_t i = 0; i < n; ++i) holding[i] = plan.stations[i].pace + plan.stations[i].hold;
    Solution solution;
    double last = 0.0;
    for (int step = 1; step <= options.most_steps; ++step) {
        solution.steps = step;
        double change = 0.0;
        for (std::size_t i = 0; i < n; ++i) {
            const Station& s = plan.stations[i];
            const double rate = load * s.rate;
            const double rho = rate * holding[i];
            if (!(rho < 1.0)) {
                solution.outcome = Outcome::saturated;
                return solution;
            }
            // Probability that all VCs are held, by Dally's chain; the wait of an M/G/1 queue with (S - M)^2 for a
            // variance.
            const int v = s.kind == Kind::network ? s.vcs : 1;
            double held = 1.0, sum = 1.0, first = 0.0, second = 0.0;
            for (int k = 1; k <= v; ++k) {
                held *= k < v ? rho : rho / (1.0 - rho);
                sum += held;
                first += k * held;
                second += static_cast<double>(k) * k * held;
            }
            const double spread = holding[i] - s.pace;
            const double queue = rate * (holding[i] * holding[i] + spread * spread) / (2.0 * (1.0 - rho));
            const double w = s.kind == Kind::network ? held / sum * queue : queue;
            degree[i] = s.kind == Kind::network && first > 0.0 ? second / first : 1.0;
            const double damped = wait[i] + 0.5 * (w - wait[i]);
            change = std::max(change, std::abs(damped - wait[i]) / std::max(1.0, wait[i]));
            wait[i] = damped;
        }
        for (std::size_t i = 0; i < n; ++i)
            next[i] = plan.stations[i].pace + (plan.stations[i].kind == Kind::ejection ? 0.0 : plan.stations[i].hold);
        for (const Arc& arc : plan.arcs) {
            if (arc.from == none) continue;
            const std::uint32_t to = plan.slots[arc.slot].station, from = plan.stages[arc.from].station;
            // Waits further on delay the tail as long as the message reaches back.
            const double later = std::max(0.0, holding[to] - plan.stations[to].pace - plan.stations[to].hold);
            next[from] += arc.rate / (plan.stations[from].rate * plan.stations[from].members) * (wait[to] + later);
        }
        for (std::size_t i = 0; i < n; ++i) {
            const double damped = holding[i] + 0.5 * (next[i] - holding[i]);
            change = std::max(change, std::abs(damped - holding[i]) / holding[i]);
            holding[i] = damped;
        }
        double waits = 0.0, degrees = 0.0, weight = 0.0, source = 0.0;
        for (std::size_t i = 0; i < n; ++i) {
            const Station& s = plan.stations[i];
            const double messages = s.rate * s.members;
            if (s.kind == Kind::injection) {
                source += messages * wait[i];
            } else {
                waits += messages * wait[i];
            }
            if (s.kind == Kind::network) degrees += messages * degree[i], weight += messages;
        }
        const double multiplexing = weight > 0.0 ? degrees / weight : 1.0;
        solution.source_wait = source / plan.total;
        solution.latency = (plan.zero_load + waits / plan.total) * multiplexing +
                           (options.hold_from_entry ? 0.0 : solution.source_wait);
        solution.total = solution.latency + (options.hold_from_entry ? solution.source_wait : 0.0);
        if (!std::isfinite(solution.latency)) {
            solution.outcome = Outcome::saturated;
            return solution;
        }
        if (change < 1e-4 && std::abs(solution.latency - last) <= 2e-5 * solution.latency) return solution;
        last = solution.latency;
    }
    solution.outcome = Outcome::exhausted;
    return solution;
}

}  // namespace wafernet::queueing

namespace wafernet {

// Dally's Markov chain of virtual-channel multiplexing (dally1992, eqs. 14-16): state v = VCs that are held, arrivals
// at `rate`, departures at 1 / holding as printed; the last state gathers all above it.
double dally_multiplexing(double rate, double holding, int vcs) {
    if (vcs < 1) throw InputError(std::to_string(vcs) + " virtual channels, need 1 or more");
    if (!(rate >= 0.0) || !(holding >= 0.0)) throw InputError("a rate or a holding time below 0");
    const double x = rate * holding;
    if (x <= 0.0) return 1.0;
    if (x >= 1.0)
        throw InputError("the channel is held " + std::to_string(x) + " of the time by arrivals, need less than 1");
    // q_0 = 1, q_v = q_{v-1} x for v < V, q_V = q_{V-1} x / (1 - x); mean of v^2 over mean of v.
    double q = 1.0, first = 0.0, second = 0.0;
    for (int v = 1; v <= vcs; ++v) {
        q *= v < vcs ? x : x / (1.0 - x);
        first += v * q;
        second += static_cast<double>(v) * v * q;
    }
    return second / first;
}

}  // namespace wafernet
