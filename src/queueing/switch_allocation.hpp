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

    /// Returns Packing::alone (service_rates.hpp) of a station.
    [[nodiscard]] double alone(std::uint32_t station, double load) const;
    /// Whether headers that wait for the station's virtual channels waste cycles of the switch.
    [[nodiscard]] bool wastes(std::uint32_t station) const { return !in_vain_[station].empty(); }
    /// Returns the cycles that each message costs the channel so while all virtual channels are held, 0 to 1.
    /// `waiting`: mean number of headers that wait.
    [[nodiscard]] double wasted(std::uint32_t station, double waiting) const;
    /// Adds to the stretches `own` of the slots what messages lose to others at their inputs. `beside`: of every
    /// station, stretch by the other stations of its channel.
    void share(double load, const SlotWaits& waits, const std::vector<double>& beside, std::vector<double>& own);

private:
    void find_others();
    void find_in_vain();

    const Plan& plan_;
    std::vector<std::uint32_t> input_;       // slot: station of the network that it comes from
    std::vector<double> of_input_, caught_;  // slot: share of that channel's messages; their flits that have caught up
    std::vector<double>
        behind_;  // physical channel: such flits of a message of it, on average; before that its messages
    std::vector<std::vector<double>> in_vain_;  // station; [n]: as wasted(), beside n others that wait; empty: none
    std::vector<double> others_;  // slot: messages that other inputs bring to the channel, per cycle at load 1
};

}  // namespace wafernet::queueing
