// The smallest number of virtual channels that makes a routing deadlock free, by search over rules that look at hops'
// labels.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "wafernet/routing/deadlock.hpp"

namespace wafernet {

/// A network with the routing that is to be repaired.
struct VcRepairSubject {
    const Network* network = nullptr;
    const Routing* routing = nullptr;
};

struct VcRepairOptions {
    int most_vcs = 8;
    /// Steps of the search of one class of rules for one number of VCs, after which it gives up.
    std::uint64_t budget = 2000000;
    unsigned threads = 1;  ///< of the verdicts at the end
};

struct VcRepair {
    bool found = false;
    int vcs = 0;
    std::string rule;  ///< "table:...", as make_vc_rule takes it
    std::string sees;  ///< what the rule looks at: "phase, datelines"
    /// True where fewer VCs have been proven not to do, for any rule that gives every kind of hop (by phase, datelines,
    /// segment, level, axis and direction) one VC.
    bool smallest = false;
    std::vector<Verdict> verdicts;  ///< the proof: one a subject, all acyclic
    std::uint64_t steps = 0;        ///< of the whole search
};

/// Returns a rule with one VC for every kind of hop that makes every subject's dependency graph acyclic, with as few
/// VCs as the search finds: coarse kinds of hops first, finer ones where those need more. A number of VCs is only
/// passed over as impossible after an exhaustive search of the finest kinds; where the budget ends a search, `smallest`
/// is false. The result is judged by deadlock_verdict; it does not depend on chance or time. Throws InputError where a
/// subject lacks its network or its routing, the routing was made for another network, or it chooses the virtual
/// channels of its hops itself.
VcRepair find_vc_repair(std::span<const VcRepairSubject> subjects, const VcRepairOptions& options = {});

}  // namespace wafernet
