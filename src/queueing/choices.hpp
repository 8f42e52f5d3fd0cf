// Adaptive routings at one load: which ways messages take, how many find none open, how long these wait.
#pragma once

#include <span>
#include <vector>

#include "queueing/stations.hpp"
#include "wafernet/routing/vc_rules.hpp"

namespace wafernet::queueing {

/// One way of a choice. Of the probability that it is full and the virtual channels that become free there per cycle
/// the rest follows.
struct OpenWay {
    double blocked = 0.0;  ///< where the ways before it are full; without order: by itself
    double release = 1.0;
    double share = 0.0;    ///< of the messages: those that take it
    double waiting = 0.0;  ///< of the messages: those that find no way open and take this one in the end
};

/// Fills in shares: the first open way is taken (or, where `in_order` is false, any), and where none is, the one that
/// becomes free first.
void choose(std::span<OpenWay> ways, bool in_order);

/// Returns the mean wait for the first of several virtual channels, in mean times that one is held. `rest`: mean of
/// what is left of a message that holds one, in the same unit; `ahead`: messages that wait already.
[[nodiscard]] double wait_for_first(double channels, double rest, double ahead);

/// Messages of one input at two stations.
struct Lane {
    int vcs = 1;                       ///< by which they come
    double first = 0.0, second = 0.0;  ///< messages per cycle
};

/// Returns the probability that two messages, one at either station, by inputs in proportion to their rates, come by
/// different virtual channels. None is that by which a message comes to choose between the stations, one of those of
/// lanes[own].
[[nodiscard]] double different_lanes(std::span<const Lane> lanes, std::size_t own);

inline constexpr double most_blocked = 0.98;  ///< greatest probability to find a station full, with another way

/// What the iteration knows of stations and slots.
struct Known {
    const double* holding = nullptr;    ///< station
    const double* streaming = nullptr;  ///< station
    const double* full = nullptr;       ///< slot: probability that all its virtual channels are held
};

/// What stations say of their slots.
struct SlotWaits {
    std::vector<double> wait, square, blocked;  ///< cycles, mean over all; second moment; probability to wait
    std::vector<double> ahead, release;  ///< messages that wait already, all VCs held; VCs that become free per cycle
};

class Choices {
public:
    explicit Choices(const Plan& plan);

    [[nodiscard]] bool empty() const { return plan_.choices.empty(); }
    /// Fills in what follows: messages that may go elsewhere come to a full station more rarely.
    void turn_away(const Known& known);
    [[nodiscard]] double rate(std::uint32_t slot) const { return rate_[slot]; }  ///< messages per cycle at load 1
    [[nodiscard]] double station_rate(std::uint32_t station) const { return station_rate_[station]; }
    [[nodiscard]] double waiting(std::uint32_t slot) const { return waiting_[slot]; }  ///< share that wait for it
    [[nodiscard]] const std::vector<double>& shares() const { return shares_; }        ///< of Plan::ways
    /// Rate at which messages come while a station is full, as a part of that while it is open, from both rates.
    [[nodiscard]] double staying(double full, double open) const;
    /// Returns the part of the time of a message of one station for which the other one of the same channel is full
    /// because one of the two has been taken in place of the other. `held`: their virtual channels that are held on
    /// average.
    [[nodiscard]] double full_beside(const Known& known, std::uint32_t self, std::uint32_t other, double held_self,
                                     double held_other) const;
    /// Messages that find no way open wait for the first of all. Waits become means over the messages that the plan
    /// counts.
    void wait_together(const Known& known, SlotWaits& waits);

private:
    [[nodiscard]] double members(std::uint32_t slot) const { return plan_.stations[plan_.slots[slot].station].members; }
    void find_apart();
    [[nodiscard]] double apart(std::uint32_t slot, std::uint32_t earlier) const;
    void open_ways(const Choice& choice, const Known& known);
    [[nodiscard]] double slowed(const Known& known, const Overflow& o) const;
    [[nodiscard]] double still_full(const Known& known, const Overflow& o) const;

    const Plan& plan_;
    std::vector<double> rate_, single_, waiting_;      // slot; single_: rate of the messages without a choice
    std::vector<double> shared_wait_, shared_square_;  // slot, of messages that chose
    std::vector<double> overflow_, came_;              // of Plan::overflow: share of the messages of its `to`
    std::vector<double> still_full_, met_;  // of Plan::overflow: part of the time still full; of all messages of `to`
    std::vector<double> apart_;  // of Plan::overflow_of_way: probability that both are full, against that of strangers
    std::vector<double> release_;  // station: virtual channels that become free per cycle
    std::vector<double> shares_;   // of Plan::ways
    std::vector<double> station_rate_;
    std::vector<std::vector<std::uint32_t>> beside_;  // of every station: overflows to and from others of its channel
    std::vector<OpenWay> open_;
};

/// Returns the load at which a channel is full however messages that choose are split over their ways, to 1 %; infinite
/// where that is not known, as of routes that are too many or go round in circles.
double split_bound(const Network& network, const Routing& routing, const VcRule& rule, const Traffic& traffic);

}  // namespace wafernet::queueing
