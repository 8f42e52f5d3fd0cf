// Inputs of a crossbar that give one flit a cycle, in a plan whose routers have one.
#pragma once

#include <cstdint>
#include <vector>

#include "queueing/choices.hpp"
#include "queueing/stations.hpp"

namespace wafernet::queueing {

class CrossbarInputs {
public:
    explicit CrossbarInputs(const Plan& plan);  ///< the plan must outlive it

    /// Returns the share of the cycles in which several messages want the station's channel and none gets it, at load 1.
    [[nodiscard]] double lost(std::uint32_t station) const { return lost_[station]; }
    /// Adds to the stretches `own` of the slots what messages lose to others at their inputs. `beside`: of every station, stretch by the other
    /// stations of its channel.
    void share(double load, const SlotWaits& waits, const std::vector<double>& beside, std::vector<double>& own);

private:
    void find_lost();

    const Plan& plan_;
    std::vector<std::uint32_t> input_;          // slot: station of the network that it comes from
    std::vector<double> of_input_, caught_;     // slot: share of that channel's messages; their flits that have caught up
    std::vector<double> behind_;                // physical channel: such flits of a message of it, on average; before that its messages
    std::vector<double> lost_;                  // station
};

}  // namespace wafernet::queueing
