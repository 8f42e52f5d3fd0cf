// What the routes of a case say before it is simulated or modelled: can its traffic deadlock, and which virtual
// channels stay unused.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "wafernet/core/traffic.hpp"
#include "wafernet/report/table.hpp"
#include "wafernet/routing/deadlock.hpp"
#include "wafernet/routing/routings.hpp"
#include "wafernet/routing/vc_rules.hpp"

namespace wafernet::cli {

struct DynamicVerdict {
    bool deadlock_free = true;  ///< no message of this traffic can deadlock
    std::uint64_t cycle = 0;    ///< channels of the shortest cycle
    std::vector<std::string>
        notes;  ///< whole sentences: a cycle that only other traffic could close, virtual channels that stay unused
};

/// Returns it for a case of a router, whose virtual channels beyond the rule's are used as it says.
DynamicVerdict dynamic_verdict(const Network& network, const Routing& routing, const VcRule& rule,
                               const Traffic& traffic, const RouterConfig& router, unsigned threads);

/// Returns in words whether messages can come to wait for each other for ever.
std::string waiting_text(const WaitingSet& waiting);

/// Returns "VCs 3 to 5 stay unused by ..", or nothing where the set is empty.
std::string unused_text(VcSet unused, const std::string& by);

/// Returns a row a network: whether two trees of multicasts from all nodes can wait for each other, and which.
Table multicast_verdicts(std::span<const std::string> networks, const RoutingChoice& choice);

}  // namespace wafernet::cli
