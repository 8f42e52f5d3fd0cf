// The buffers of virtual channels as queues: a message that waits at the front of one keeps back those behind it, also
// where these go elsewhere.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "queueing/choices.hpp"
#include "queueing/stations.hpp"

namespace wafernet::queueing {

struct Wait {
    double mean = 0.0;   ///< cycles, over all messages
    double often = 0.0;  ///< probability to wait
};

/// Wait for one of `vcs` virtual channels that messages of this rate hold, which come to the fronts of so many
/// `buffers`. `mu` [k]: messages per cycle that k held ones complete; `square`: squared coefficient of variation of the
/// time for which one is held.
Wait wait_for_others(int vcs, double rate, int buffers, std::span<const double> mu, double square);

/// Cycles from a message's coming to the front of a buffer to that of the next one.
struct AtFront {
    double mean = 0.0, square = 0.0;  ///< first two moments

    /// A message that takes `passing` cycles after such a wait, of which it has the second moment `square_of_wait`
    /// times the square of its mean where there is one.
    static AtFront after(const Wait& wait, double passing, double square_of_wait);
};

struct Behind {
    double wait = 0.0;  ///< cycles, beyond those of messages that keep their pace
    double hold = 0.0;  ///< cycles for which all buffers are full, beyond the pace
};

/// What messages wait behind each other in one of the buffers of `vcs` virtual channels. `rate`: of one of them;
/// `room`: messages that it holds.
Behind wait_behind(int vcs, double rate, double room, double pace, const AtFront& front);

/// All buffers of a plan.
class LaneQueues {
public:
    explicit LaneQueues(const Plan& plan);  ///< the plan must outlive it

    /// Whether some buffers hold several messages.
    [[nodiscard]] bool any() const { return any_; }
    /// Takes down how long the messages of slot `k` of station `i` wait for those of the other inputs; `mu` and
    /// `square` as above.
    void wait_at_front(double load, std::uint32_t i, std::uint32_t k, std::span<const double> mu, double square);
    /// Returns what wait_at_front has taken down.
    [[nodiscard]] const Wait& at_front(std::uint32_t slot) const { return front_[slot]; }
    /// Adds the waits behind those in front to `waits`, and to the shares of a wait in which the buffers behind have no
    /// room
    /// (`outside`). `holding`: of every station, cycles; `own`: stretches of the slots.
    void wait_behind_front(double load, const double* holding, const std::vector<double>& own, SlotWaits& waits,
                           std::vector<double>& outside);

    /// Returns the share of the time for which the fullest of these buffers has a message at its front, in the last
    /// round; from 1 on it has no stationary state, and fills up back to the sources.
    [[nodiscard]] double fullest() const { return fullest_; }

private:
    [[nodiscard]] double least_apart(const Station& s) const;
    [[nodiscard]] bool queues_behind(const Station& s) const;
    [[nodiscard]] double room_in_buffer(double load, const Station& s) const;

    const Plan& plan_;
    bool any_ = false;
    double fullest_ = 0.0;
    std::vector<Wait> front_;                  // slot: wait for the others at the output
    std::vector<AtFront> of_slot_, at_front_;  // slot; station
    std::vector<Behind> behind_front_;         // station
};

}  // namespace wafernet::queueing
