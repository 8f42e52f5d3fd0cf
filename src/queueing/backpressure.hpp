// What messages hear of the stations further on, by transitions.
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

    /// Returns how much of a wait i stations further on is felt: deep buffers, with `slack` flits that are free, absorb
    /// the bubbles.
    [[nodiscard]] double felt(std::uint32_t slot, double slack, int i) const {
        if (i <= 1 || slack <= 0.0) return outside[slot];
        return waits.wait[slot] > 0.0
                   ? outside[slot] * std::exp(-(i - 1) * slack * waits.blocked[slot] / waits.wait[slot])
                   : 0.0;
    }
};

/// Adds the wait that messages of an arc have at its end, of which `part` is felt, and what they hear there.
template <class Sum>
void add_waits(const Onward& arc, const Hops& hops, double part, const Sum& to, Sum& sum) {
    const double wait = part * hops.waits.wait[arc.slot];
    sum.wait += arc.of_from * (wait + to.wait);
    sum.square += arc.of_from * (part * part * hops.waits.square[arc.slot] + 2.0 * wait * to.wait + to.square);
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
    /// Whether some buffers absorb waits further on: what is felt of one depends on how far on it is.
    [[nodiscard]] bool absorbs() const { return absorbs_; }

    /// Fills in what every stage hears. `free`: of every station, slack that is free.
    void sweep(const Hops& hops, const std::vector<double>& free, std::vector<Far>& far);

private:
    void next_hop(const Hops& hops, const std::vector<double>& free, int i);

    const Plan& plan_;
    int farthest_ = 1;
    bool absorbs_ = false;
    std::vector<int> reach_;         // station
    std::vector<double> passed_on_;  // station, 0 .. farthest_
    std::vector<Far> near_, next_;   // stage
    std::vector<double> cross_;      // onward arc
};

}  // namespace wafernet::queueing
