// What a run counts: flits of the measurement and latencies of its messages.
#pragma once

#include <cstdint>
#include <vector>

#include "base/wide.hpp"
#include "wafernet/sim/simulator.hpp"

namespace wafernet::sim {

/// A sample of whole numbers: percentiles exact up to 16384, to 0.4 % beyond, all else exact; in batches in the order
/// in which it came.
class LatencySample {
public:
    void add(std::uint64_t cycles);
    /// Adds the values of another run, in any order of runs. The batches are those of neither: the sample has no
    /// interval any more.
    void add(const LatencySample& run);
    [[nodiscard]] std::uint64_t count() const { return count_; }
    /// Returns the means of groups of messages in the order in which they came, 32 to 63 of them once there are
    /// enough, and the messages of a group.
    [[nodiscard]] std::vector<double> group_means() const;
    [[nodiscard]] std::uint64_t group_size() const { return group_size_; }
    [[nodiscard]] double mean() const { return static_cast<double>(sum_) / static_cast<double>(count_); }
    /// Returns mean, confidence interval by batch means and percentiles, or nothing for an empty sample.
    [[nodiscard]] std::optional<LatencySummary> summary() const;
    /// Returns the counts, exact, in at most `most` bins (1 or more) of one width, the least power of two that does and
    /// that the sample tells apart; from the bin of the least value to that of the greatest.
    [[nodiscard]] std::vector<LatencyBin> histogram(std::size_t most) const;

private:
    [[nodiscard]] double quantile(double share) const;
    std::vector<std::uint64_t> histogram_;
    std::vector<double> sums_;  // of groups of messages of equal size; pairs are merged when there are too many
    std::uint64_t group_size_ = 1, in_group_ = 0;
    std::uint64_t count_ = 0, minimum_ = 0, maximum_ = 0, sum_ = 0;
    Wide squares_ = 0;
    double group_sum_ = 0.0;
};

/// The cycles of a measurement.
struct Window {
    std::uint64_t begin = 0, end = 0;
    [[nodiscard]] bool has(std::uint64_t cycle) const { return cycle >= begin && cycle < end; }
};

/// Flits of the whole run.
struct Flits {
    std::uint64_t entered = 0, delivered = 0, hops = 0;  // hops: over channels of the network
    std::vector<std::uint64_t> at_begin, at_end;         // of the window: over every channel
};

struct Statistics {
    Window window;
    Flits flits;
    std::vector<double> level_wait, level_hops;  // of headers, by level
    LatencySample network, total;
    std::uint64_t created_flits = 0, entered_flits = 0, delivered_flits = 0;  // during the measurement
    std::uint64_t created_messages = 0, outstanding = 0, dropped = 0;
    std::uint64_t queued_at_start = 0, queued_at_end = 0, queued = 0;  // messages waiting at sources
    double hops = 0.0;
};

}  // namespace wafernet::sim
