// Dally's Markov chain of virtual-channel multiplexing (dally1992, eqs. 14-16): state v = VCs that are held, arrivals
// at `rate`, departures at 1 / holding as printed; the last state gathers all above it.
#include <cmath>

#include "wafernet/core/error.hpp"
#include "wafernet/queueing/latency_model.hpp"

namespace wafernet {

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
