// Whether the backlog of a source grows for good.
//
// Foster's criterion: a queue is stable where its drift is negative while it is not empty. The drift of a source is its
// rate of arrival less the rate at which its messages leave for the network while any of them waits. The latter rate
// hardly depends on chance, unlike the length of the queue, which near saturation wanders for very long: so an overload
// of a few per cent shows in runs in which the lengths say nothing. Each source is judged alone, as one flow may
// saturate long before the others, and all together, as an overload that they share shows in the sum first.
#pragma once

#include <cstdint>
#include <vector>

#include "wafernet/core/family.hpp"

namespace wafernet::sim {

/// What a source's queue did in a window of cycles: batches of it give the deviation.
class Backlogs {
public:
    void resize(std::size_t nodes) { sources_.resize(nodes); }
    /// A message of the source has begun to wait where none did.
    void begins(Node source, std::uint64_t cycle) { sources_[source].since = cycle; }
    /// A message that has waited goes into the network; `last`: no other one waits.
    void leaves(Node source, std::uint64_t cycle, bool last);
    /// Forgets what has been: the window begins, in batches of so many cycles.
    void restart(std::uint64_t cycle, std::uint64_t batch_cycles);
    [[nodiscard]] bool begun() const { return batch_cycles_ > 0; }
    [[nodiscard]] std::uint64_t batch_cycles() const { return batch_cycles_; }
    /// Ends the batches of the window up to a cycle. `rates`: messages per cycle that come to each source.
    void end_batches(std::uint64_t cycle, const std::vector<double>& rates);

    struct Service {
        double rate = 0.0;     ///< messages per cycle that leave while any waits, 0: none did
        double error = 0.0;    ///< standard error of it, by batch means of the ratio
        int freedom = 0;       ///< degrees of freedom of the error
        double waiting = 0.0;  ///< share of the window in which any waits
    };
    [[nodiscard]] Service service(Node source) const;
    /// Whether the messages of all sources together come faster than they leave while any waits, by more than chance
    /// explains but in this share of stable runs.
    [[nodiscard]] bool grow_together(double false_alarm) const;

private:
    void end_batch(std::uint64_t cycle, const std::vector<double>& rates);

    struct Source {
        static constexpr std::uint64_t idle = ~std::uint64_t{0};
        std::uint64_t since = idle;          // none waits before
        std::uint64_t cycles = 0, left = 0;  // of this batch: with a message waiting; messages that left
        double sum_cycles = 0.0, sum_left = 0.0, cycles_cycles = 0.0, cycles_left = 0.0, left_left = 0.0;
        int batches = 0;  // in which any waited
    };
    std::vector<Source> sources_;
    double drift_ = 0.0,
           drift_squared_ = 0.0;  // of the batches: messages that come while any waits less those that leave
    int batches_ = 0;
    std::uint64_t begin_ = 0, end_ = 0, batch_cycles_ = 0;
};

/// Returns the value that Student's t with `freedom` degrees passes with this probability.
double student_quantile(double probability, int freedom);

}  // namespace wafernet::sim
