// Messages between all terminals: those to destinations that the routing does not tell apart are followed together.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "digit_walks.hpp"
#include "wafernet/routing/deadlock.hpp"

namespace wafernet {

/// Calls `seen` after each of many walks, from several threads at a time, that show together every place and every move
/// of messages between all terminals, or of those of options.traffic; some channels more than once, and with any
/// destination of a group that is followed together. Throws as Walk does, and ComputationError where options.progress
/// says to stop. options.escape is not looked at.
void walk_everywhere(const Network& network, const Routing& routing, const VcRule& rule, const VerdictOptions& options,
                     const std::function<void(const Walk&)>& seen);

/// Called with the block, and as DigitWalks::Seen.
using StreamsSeen =
    std::function<void(std::size_t block, const Walk& walk, const std::vector<Stream>& streams, double destinations)>;

struct StreamOptions {
    std::vector<double> rates;  ///< of every node, to each other one
    std::size_t blocks = 1;     ///< each is of one thread, and the same whatever their number
    unsigned threads = 1;
};

/// Follows messages of every node to all others, by the digits of `order` (that of
/// together_by_digits): all walks together show every move once, with its share of the stream's rate at its place,
/// times the destinations. Throws as Walk and pass_on do.
void follow_streams(const Network& network, const Routing& routing, const VcRule& rule, const DigitOrder& order,
                    const StreamOptions& options, const StreamsSeen& seen);

/// Returns what says the digits by which follow_streams is quicker than to follow the messages to so many destinations
/// one by one; null where it is not.
const CorrectsDigits* followed_by_digits(const Network& network, const Routing& routing, std::size_t destinations);

/// Returns how many messages follow_streams follows, about: one from every node for every digit that may be its next.
std::uint64_t streams_to_follow(const DigitOrder& order);

}  // namespace wafernet
