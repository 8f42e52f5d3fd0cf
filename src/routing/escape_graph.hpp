// Duato's extended channel dependency graph of an escape subfunction.
#pragma once

#include "wafernet/routing/certificate.hpp"

namespace wafernet {

/// The verdict on the escape subfunction options.escape: see VerdictOptions.
CertifiedVerdict extended_verdict(const Network& network, const Routing& routing, const VcRule& rule,
                                  const VerdictOptions& options);

}  // namespace wafernet
