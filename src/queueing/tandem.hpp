// Channels in a row as queues in tandem: messages that have come one after the other close up where others come between them.
#pragma once

#include <cstdint>
#include <vector>

#include "queueing/stations.hpp"

namespace wafernet::queueing {

class Tandem {
public:
    explicit Tandem(const Plan& plan);  ///< the plan must outlive it

    /// Works out what waits and stretches of the slots at a load lack of the delay of queues in tandem, and adds it to the stretches, or to `late`.
    void close_up(double load, const std::vector<double>& waits, std::vector<double>& own);

    /// Returns the delay that keeps nothing busy further back, cycles times messages per cycle at load 1, in the last round.
    [[nodiscard]] double late() const { return late_; }

private:
    // A channel that messages come to over several others.
    struct Merge {
        std::uint32_t first_slot = 0, end_slot = 0;    // of slots_
        std::uint32_t first_input = 0, end_input = 0;  // of inputs_
        double rate = 0.0;     // messages per cycle at load 1
        double cycles = 0.0;   // of a message
        double in_gaps = 0.0;  // cycles by which its mean flit is late without load
        double members = 1.0;  // channels that it stands for
    };

    const Plan& plan_;
    double of_stretch_ = 1.0;  // part of a stretch by which the mean flit of a message is late
    double late_ = 0.0;
    std::vector<std::uint32_t> slots_;
    std::vector<double> inputs_;  // messages per cycle at load 1 that come by one channel
    std::vector<Merge> merges_;
};

}  // namespace wafernet::queueing
