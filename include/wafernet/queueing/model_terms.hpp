// What the latency model adds to its product form: terms that can be left out one by one, and tuned numbers.
#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace wafernet {

/// The terms, in the order of the table in section 13 of src/queueing/README.md; model_terms() says what each is.
enum class Term : std::uint8_t {
    waited_in_turn,
    backlogged,
    returning,
    room_in_buffers,
    last_message_ahead,
    head_of_line,
    wait_variance,
    late_tails,
    credit_stall,
    on_the_way,
    whole_flits,
    together,
    packing_loss,
    stock,
    one_stream,
    shared_in_row,
    shared_beside,
    catching_up,
    closing_up,
    present_upstream,
    tandem_queues,
    given_to_others,
    shared_inputs,
    wasted_cycles,
    spare_vcs,
    entry,
    one_arrival,
    count,  ///< of them
};

struct ModelTerm {
    Term term = Term::count;
    std::string_view text;  ///< what it is
    int section = 0;        ///< of src/queueing/README.md
};

/// Returns all terms, in their order.
std::span<const ModelTerm> model_terms();

/// A set of terms.
class Terms {
public:
    Terms() = default;
    explicit Terms(Term term) { bits_.set(static_cast<std::size_t>(term)); }
    [[nodiscard]] bool has(Term term) const { return bits_[static_cast<std::size_t>(term)]; }

private:
    std::bitset<static_cast<std::size_t>(Term::count)> bits_;
};

/// All tuned numbers of the model; none has a unit. Everything else in it follows from theory or from the router. What
/// +-20 % of each does stands in src/queueing/README.md.
struct ModelParameters {
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

struct TunedNumber {
    std::string_view name;
    double ModelParameters::*value = nullptr;
    bool of_choices = false;  ///< concerns adaptive routings alone
};

/// Returns all numbers of ModelParameters.
std::span<const TunedNumber> tuned_numbers();

}  // namespace wafernet
