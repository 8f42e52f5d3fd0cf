// What decides whether a routing with choices can deadlock: sets of channels that wait for each other alone, and escape
// channels.
#pragma once

#include "wafernet/routing/certificate.hpp"

namespace wafernet {

/// Returns what the greatest set of virtual channels says of which each can be held by a message that, here or farther
/// on along channels of the set, has all its next channels in the set: every deadlock holds channels of it alone. Where
/// the messages that wait are on the first channel of their way, they can all be there at one time, and the set is a
/// deadlock. `undecided` also where the set is not found within some 10^8 moves of messages. The escape subfunction
/// of `options` is not heeded. Throws as deadlock_verdict does.
WaitingSet greatest_waiting_set(const Network& network, const Routing& routing, const VcRule& rule,
                                const VerdictOptions& options);

/// The verdict by Duato's extended channel dependency graph of the escape subfunction options.escape: see
/// VerdictOptions.
CertifiedVerdict extended_verdict(const Network& network, const Routing& routing, const VcRule& rule,
                                  const VerdictOptions& options);

}  // namespace wafernet
