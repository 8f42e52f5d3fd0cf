// Waits and stretches along the ways of the messages: what those of a station hear of the stations further on, and what
// they bring from those before.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "queueing/choices.hpp"
#include "queueing/stations.hpp"

namespace wafernet::queueing {

/// Waits and stretches at the stations further on, means over the messages of a stage, in cycles.
struct Far {
    double wait = 0.0, square = 0.0;  ///< as far as they delay the tail; the second moment of their sum
    double stretch = 0.0;             ///< as far as the tail feels them
};

/// What the slots add, one value for each.
struct Hops {
    const SlotWaits& waits;
    const std::vector<double>& own;      ///< stretch
    const std::vector<double>& outside;  ///< share of a wait in which the buffers behind have no room
};

/// Adds the wait that messages of an arc have at its end, and what they hear there.
template <class Sum>
void add_waits(const Onward& arc, const Hops& hops, const Sum& to, Sum& sum) {
    const double wait = hops.waits.wait[arc.slot];
    sum.wait += arc.of_from * (wait + to.wait);
    sum.square += arc.of_from * (hops.waits.square[arc.slot] + 2.0 * wait * to.wait + to.square);
}

/// Returns how much of a stretch i stations further on is felt, 0 .. 1: the tail goes on when there is room in the
/// buffers between, that is when the message has got through there but for the flits that they hold, and a stretch is
/// spread evenly over a message.
[[nodiscard]] inline double passed_on(const Station& s, double flits, int i) {
    return std::clamp(1.0 - (i - s.past) * s.depth / std::max(1.0, flits - 1.0), 0.0, 1.0);
}

/// Sums along the ways of the messages of a plan, as far as each reaches.
class Downstream {
public:
    explicit Downstream(const Plan& plan);  ///< the plan must outlive it

    /// Whether the next message of a virtual channel gets on only when the one before it has left the buffer behind:
    /// where the channel is held for so long, and where the only one has no room for a second message. Short messages
    /// have left before their credits come back.
    [[nodiscard]] bool one_by_one(const Station& s) const {
        if (s.past == 0) return true;
        return s.vcs == 1 && plan_.flits >= s.depth && plan_.flits > static_cast<double>(plan_.loop.round_trip) &&
               plan_.choices.empty() && !plan_.shared;
    }
    /// Returns how many stations further on there are whose waits delay the tail of a message of that station.
    [[nodiscard]] int reach(std::uint32_t station) const { return reach_[station]; }
    /// Returns the farthest that a message of a network channel reaches, stations.
    [[nodiscard]] int farthest() const { return farthest_; }

    /// Fills in what every stage hears.
    void sweep(const Hops& hops, std::vector<Far>& far);

private:
    void next_hop(const Hops& hops);

    const Plan& plan_;
    int farthest_ = 1;
    std::vector<int> reach_;         // station
    std::vector<double> passed_on_;  // station, 0 .. farthest_
    std::vector<Far> near_, next_;   // stage
    struct Carried {                 // of an onward arc what every sweep reads, close together
        double of_from, cross;
        std::uint32_t from, to;
    };
    std::vector<Carried> carried_;  // onward arc
};

/// Sums along the paths, means over the messages of a station, in cycles.
struct Sums {
    double wait = 0.0, square = 0.0;   ///< for the tail, downstream; its second moment
    double before = 0.0, after = 0.0;  ///< stretches upstream; downstream, as far as they are felt
    double crossing = 0.0;  ///< of shared channels: `after` until the channel is crossed, not the buffer behind left
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
    /// Adds up everything.
    void add_up();
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
    [[nodiscard]] double left_of(double before, std::uint32_t slot) const;
    [[nodiscard]] double while_blocked(std::uint32_t slot) const;
    void take_up(const Station& s, double rate, double stretch, Sums& sums) const;

    const Plan& plan_;
    const Hops& hops_;
    const SlotWaits& slot_;
    Downstream downstream_;
    std::vector<bool> close_;       // station
    std::vector<double> taken_up_;  // slot: part of a message that the buffer before takes up where its header waits
    int farthest_close_ = 0;        // stations that a close message hears
    std::vector<Sums> sums_;        // station
    std::vector<Along> along_, here_by_slot_;                       // of the path at hand; of every slot by itself
    std::vector<Hears> hears_;                                      // station
    std::vector<std::uint32_t> station_of_;                         // slot
    std::vector<Far> far_, near_;                                   // stage
    std::vector<double> here_, before_, known_, late_, late_here_;  // stage
};

}  // namespace wafernet::queueing
