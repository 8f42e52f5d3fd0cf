// Channels in a row as queues in tandem: messages that have come one after the other close up where others come between
// them.
#pragma once

#include <cstdint>
#include <vector>

#include "queueing/stations.hpp"

namespace wafernet::queueing {

class Tandem {
public:
    explicit Tandem(const Plan& plan);  ///< the plan must outlive it

    /// Works out what waits and stretches of the slots at a load lack of the delay of queues in tandem, and adds it to
    /// the stretches, or to `late`.
    void close_up(double load, const std::vector<double>& waits, std::vector<double>& own);

    /// Returns the delay that keeps nothing busy further back, cycles times messages per cycle at load 1, in the last
    /// round. `source_waits`: of the stations of ports.
    [[nodiscard]] double late(double load, const std::vector<double>& source_waits) const;

private:
    // A channel that messages come to over several others.
    struct Merge {
        std::uint32_t first_slot = 0, end_slot = 0;    // of slots_
        std::uint32_t first_input = 0, end_input = 0;  // of inputs_
        double rate = 0.0;                             // messages per cycle at load 1
        double cycles = 0.0;                           // of a message
        double members = 1.0;                          // channels that it stands for
        double missing = 0.0;  // of the delay, cycles times messages per cycle at load 1, in the last round
    };

    // What comes by one channel.
    struct Come {
        double rate = 0.0;            // messages per cycle at load 1
        std::uint32_t source = none;  // station of their only source, where each sends to few destinations
    };

    const Plan& plan_;
    double of_stretch_ = 1.0;  // part of a stretch by which the mean flit of a message is late
    std::vector<std::uint32_t> slots_;
    std::vector<Come> inputs_;
    std::vector<Merge> merges_;
};

}  // namespace wafernet::queueing
