// All tuned numbers of the model. Everything else in it follows from theory or from the router.
#pragma once

namespace wafernet::queueing {

/// None has a unit. What +-20 % of each does stands in README.md of this folder.
struct Parameters {
    /// Odds that a message which meets another of a backlogged stream waits for the whole service of it, not for what
    /// is left of it: this times the square of the share of the input's messages that come here, times the probability
    /// that the input has one here. Tuned on set T.
    double backlogged = 2.5;
    /// The same weight behind inputs that have one message at a time at a station with one VC, whatever is behind it:
    /// it comes back while the others are served. Two of them with fixed service H and exponential times in between, z
    /// H the mean number of returns: the wait is H (1 - (1 - exp(-z)) / z), the product form's with half of H behind
    /// the share b of a whole H for b = 0.65 (1 - accept) at z = 0.2, 0.69 at 0.5 and 0.79 at 1.
    double returning = 0.7;
    /// Of messages that may go elsewhere fewer wait at a full station than the product form has, whose times are
    /// exponential: the rate at which they come while it is full, as a part of that while it is open, counts with this
    /// power. Chosen on set Q.
    double staying_power = 2.0;
    /// Second moment of the wait of a message that has to wait, over the square of its mean: 1 for equally long ones, 2
    /// for exponential ones. Half-way, not tuned.
    double square_of_wait = 1.5;
    /// Share of the channels' bound at which messages take the ways with most free buffers, for their shares of these.
    /// Chosen on set S.
    double choice_load = 0.7;
};

inline constexpr Parameters parameters;

}  // namespace wafernet::queueing
