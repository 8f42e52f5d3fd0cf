// Waits and stretches along the ways of the messages: what those of a station hear of the stations further on, and what
// they bring from those before.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "queueing/backpressure.hpp"
#include "queueing/choices.hpp"
#include "queueing/stations.hpp"

namespace wafernet::queueing {

/// Sums along the paths, means over the messages of a station, in cycles.
struct Sums {
    double wait = 0.0, square = 0.0;   ///< for the tail, downstream; its second moment
    double before = 0.0, after = 0.0;  ///< stretches upstream; downstream, as far as they are felt
    double crossing =
        0.0;  ///< of shared channels: `after` until the channel is crossed, not until the buffer behind is left
    double last = 0.0, last_square = 0.0;  ///< where messages are close: cycles longer than at the station before;
                                           ///< their square where there are any
};

class AlongPaths {
public:
    AlongPaths(const Plan& plan, const Hops& hops);  ///< both must outlive it

    /// Whether a message of the station may come while the one before it by the same channel is there.
    [[nodiscard]] bool close(std::uint32_t station) const { return close_[station]; }
    /// Adds a station whose sums are wanted; by transitions all are.
    void listen(std::uint32_t station) {
        if (!hears_.empty()) hears_[station].counts = true;
    }
    /// Adds up everything at a load. `holding`: of every station, cycles.
    void add_up(double load, const double* holding);
    [[nodiscard]] const Sums& operator[](std::uint32_t station) const { return sums_[station]; }

private:
    // Over the first stations of a path, for sums over any part of it.
    struct Along {
        double wait = 0.0, variance = 0.0, stretch = 0.0, moment = 0.0;  // moment: of the stretches, times their places
    };
    // What a station hears of those further on.
    struct Hears {
        std::uint32_t waits = 0, stretches = 0;  // how many of them
        double nearest = 1.0, less = 0.0;        // of a stretch i stations further on: nearest - i less
        bool counts = false;                     // whether anything depends on it
    };

    void prepare_paths();
    void means_by_flows();
    void means_by_transitions();
    void hear(const Flow& flow, std::uint32_t j, double before);
    void hear_last();
    void hold_short();
    [[nodiscard]] double kept_per_router() const;
    [[nodiscard]] double while_blocked(std::uint32_t slot) const;
    void take_up(const Station& s, double rate, double stretch, Sums& sums) const;

    const Plan& plan_;
    const Hops& hops_;
    const SlotWaits& slot_;
    Downstream downstream_;
    std::vector<double> free_;                                      // station: slack that is free
    std::vector<bool> close_;                                       // station
    int farthest_close_ = 0;                                        // stations that a close message hears
    std::vector<Sums> sums_;                                        // station
    std::vector<Along> along_, here_by_slot_;                       // of the path at hand; of every slot by itself
    std::vector<Hears> hears_;                                      // station
    std::vector<std::uint32_t> station_of_;                         // slot
    std::vector<Far> far_, near_;                                   // stage
    std::vector<double> here_, before_, known_, late_, late_here_;  // stage
};

}  // namespace wafernet::queueing
