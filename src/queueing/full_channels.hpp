// What queueing theory demands at least of a mean latency, whatever the routers do.
#pragma once

#include <vector>

#include "queueing/stations.hpp"

namespace wafernet::queueing {

/// The fullest channels of a plan of flows, no two of which a message crosses; none where messages have several lengths.
class FullChannels {
public:
    FullChannels() = default;  ///< none
    explicit FullChannels(const Plan& plan);
    /// Returns the cycles by which the mean latency from creation exceeds that without load at least. `load`: below the channels' bound.
    [[nodiscard]] double delay(double load) const;

private:
    struct Channel {
        double share = 0.0;    // of all messages
        double use = 0.0;      // at load 1
        double waiting = 0.0;  // cycles; a wait is that times use / (1 - use)
        double free = 0.0;     // cycles by which the last flit is late without load, or gains on the header further on
    };
    std::vector<Channel> channels_;
};

}  // namespace wafernet::queueing
