// Verdicts with their proof, for whoever does not want to believe them.
#pragma once

#include <vector>

#include "wafernet/routing/deadlock.hpp"

namespace wafernet {

/// A virtual channel.
struct ChannelVc {
    Channel channel = no_channel;
    int vc = 0;
};

/// A verdict and the proof of an acyclic one, as Verdict::cycle is that of the other: whoever follows all messages once
/// more can check that every dependency leads forward in the order.
struct CertifiedVerdict {
    Verdict verdict;
    /// All channels that depend on others or that others depend on, each before those it depends on; with an escape
    /// subfunction all of the subfunction's. Empty where there is a cycle.
    std::vector<ChannelVc> order;
};

/// Returns what deadlock_verdict returns, and throws as it does, with the order.
CertifiedVerdict certified_verdict(const Network& network, const Routing& routing, const VcRule& rule,
                                   const VerdictOptions& options = {});

}  // namespace wafernet
