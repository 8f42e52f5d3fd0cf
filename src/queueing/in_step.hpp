// Streams that meet each other at channel after channel: how far they are in step already.
#pragma once

#include <cstdint>
#include <vector>

#include "queueing/choices.hpp"
#include "queueing/stations.hpp"

namespace wafernet::queueing {

class InStep {
public:
    explicit InStep(const Plan& plan);  ///< the plan must outlive it

    [[nodiscard]] bool any() const { return !levels_.empty(); }  ///< whether any streams meet that have all met others as often
    /// Whether it matters how long messages hold the station.
    [[nodiscard]] bool listens_to(std::uint32_t station) const { return any() && heard_[station]; }
    /// Takes from the waits what streams in step do not wait, at a load in flits per node and cycle. `holding`: of every station, cycles.
    void keep(double load, const double* holding, SlotWaits& waits);

private:
    struct Meeting {
        std::uint32_t slot = none, from = none, to = none;  // stages
        double of_slot = 0.0, of_to = 0.0;
        bool counts = false;  // whether what kept its messages before spaces them far enough
        std::uint32_t source = queueing::none;  // that they come from, if it has several virtual channels of its own
    };
    struct Passing {
        std::uint32_t from = none, to = none;
        double of_to = 0.0;
    };
    // Channels where streams meet for the same time, the first, the second and so on; then those on the way to the next.
    struct Level {
        std::vector<std::uint32_t> stations;
        std::vector<Meeting> meetings;
        std::vector<Passing> passings;
    };

    const Plan& plan_;
    double stream_ = 0.0;         // messages per cycle at load 1 of the smallest
    std::vector<Level> levels_;
    std::vector<bool> heard_;     // station
    std::vector<double> kept_;    // stage: cycles for which its messages have waited where streams met
    std::vector<double> before_;  // slot: the same when they come
};

}  // namespace wafernet::queueing
