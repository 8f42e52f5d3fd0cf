// All messages, followed on their ways.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "queueing/passages.hpp"
#include "queueing/plan_case.hpp"
#include "queueing/station_list.hpp"
#include "queueing/stations.hpp"
#include "queueing/ways.hpp"

namespace wafernet::queueing {

/// Messages that may go on by several passages.
struct Several {
    std::vector<std::uint32_t> passages;
    std::vector<double> shares;
    double rate = 0.0;  ///< messages per cycle at load 1
};

inline constexpr double unknown_lag = -1.0;

/// What following them has brought, beside stations and passages.
struct Followed {
    double total = 0.0;         ///< messages per cycle of all sources at load 1
    double hops = 0.0;          ///< of these together, channels of the network per cycle
    double zero_load = 0.0;     ///< mean latency of a lone message, cycles
    std::uint32_t longest = 0;  ///< stations of the longest path
    std::vector<double>
        lag;  ///< of every physical channel: cycles by which the tail of a lone message follows, mean over the messages
              ///< of the first ways; unknown_lag: none of these crosses it; empty: alike for all
    std::vector<Flow> flows;          ///< path by path only
    std::vector<std::uint32_t> path;  ///< passages of these
    std::vector<Several> choices;
    std::unordered_map<std::uint32_t, double>
        streams;  ///< of every physical channel: squared rates of lone streams where messages choose
};

/// Follows every message, or every destination's tree. `shares`: with which the ways of choices are taken, in the order
/// in which the routes give them; empty: as if all were full half of the time. Returns nothing where the VC rule does
/// not share the symmetries of the case. Throws ComputationError where a message finds no way on.
std::optional<Followed> follow_messages(const PlanCase& c, StationList& stations, Passages& passages, Ways& ways,
                                        std::span<const double> shares);

}  // namespace wafernet::queueing
