// The buffers of virtual channels as queues: a message that waits at the front of one keeps back those behind it, also where these go
// elsewhere.
#pragma once

#include <span>

namespace wafernet::queueing {

struct Wait {
    double mean = 0.0;   ///< cycles, over all messages
    double often = 0.0;  ///< probability to wait
};

/// Wait for one of `vcs` virtual channels that messages of this rate hold, which come to the fronts of so many `buffers`. `mu` [k]: messages
/// per cycle that k held ones complete; `square`: squared coefficient of variation of the time for which one is held.
Wait wait_for_others(int vcs, double rate, int buffers, std::span<const double> mu, double square);

/// Cycles from a message's coming to the front of a buffer to that of the next one.
struct AtFront {
    double mean = 0.0, square = 0.0;  ///< first two moments

    /// A message that takes `passing` cycles after such a wait.
    static AtFront after(const Wait& wait, double passing);
};

struct Behind {
    double wait = 0.0;  ///< cycles, beyond those of messages that keep their pace
    double hold = 0.0;  ///< cycles for which all buffers are full, beyond the pace
};

/// What messages wait behind each other in one of the buffers of `vcs` virtual channels. `rate`: of one of them; `room`: messages that it holds.
Behind wait_behind(int vcs, double rate, double room, double pace, const AtFront& front);

}  // namespace wafernet::queueing
