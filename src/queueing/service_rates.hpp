// How fast a station serves in every state.
#pragma once

#include <array>
#include <cstddef>
#include <span>

namespace wafernet::queueing {

inline constexpr int most_vcs = 64;

/// Messages of the other stations of the same channel that stream at a time, as an outside observer sees them.
struct Others {
    std::size_t most = 0;
    std::array<double, most_vcs + 1> streaming{1.0};  ///< [j]: probability of j, 0 .. most
    double rate = 1.0;                                ///< flits per cycle of each, were it alone
    double one_stream = 0.0;  ///< share of messages whose tails cross the channel one a cycle: no other station has any
    bool apart = false;       ///< whether they stream does not depend on the station's own messages
};

/// How messages that share a channel use its cycles, and wait.
struct Packing {
    double stock = 1.0;  ///< flits of each that may wait in front of the channel
    double alike = 0.0;  ///< probability that two of them come by the same channel, and share that already
    bool loss = true;    ///< whether cycles are lost at all where no flit has come
    double alone = 0.0;  ///< share of the cycles that the only input which wants it gives to others, were flits always
                         ///< waiting there
};

/// Fills mu[1..vcs]: messages per cycle that a station with k held VCs completes. `holding`: cycles that a message
/// holds its VC; `streaming`: of these those in which it streams, `pace` were it alone; `passing`: those in which it is
/// on its way where nobody delays it; in the others it waits. `flits`: its length. `alike`: filled with the same of
/// messages that all come by one channel; empty: not asked for.
void state_rates(int vcs, double capacity, double flits, double pace, double holding, double streaming, double passing,
                 const Others& others, std::span<double> mu, const Packing& packing = {}, std::span<double> alike = {});

/// Fills mu[1..vcs] of a port whose messages enter one after the other: cycles that one takes to enter and to leave the
/// buffer.
void serial_rates(int vcs, double capacity, double entering, double holding, std::span<double> mu);

/// Turns probabilities of 0 .. n - 1 successes into those of 0 .. n; pmf[n] is 0.
void one_more(double* pmf, std::size_t n, double success);

/// Returns the share that is left of what messages of `flits` flits lose to others by sharing a channel, as it serves
/// whole flits in turn. `early`: cycles by which each of two ends earlier that begin at once; `use`: flits per cycle of
/// the channel; `vcs`: most of those that share it.
double in_whole_flits(double flits, double early, double use, int vcs);

/// Adds to `others` a station whose VCs are held with the probabilities `busy`, each holder streaming with probability
/// `active`.
void add_streaming(std::span<const double> busy, double active, Others& others);

}  // namespace wafernet::queueing
