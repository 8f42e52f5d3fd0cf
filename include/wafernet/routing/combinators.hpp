// New routings from old ones.
#pragma once

#include <memory>

#include "wafernet/core/routing.hpp"

namespace wafernet {

/// Returns the routing that at every node offers all hops of `adaptive` on the free lanes (VCs from escape_rule.vcs up)
/// and the hops of `escape` on the VCs that `escape_rule` permits. A message that leaves the escape channels and comes
/// back enters them as if it started anew; with `stay` it does not leave them. escape_rule must not look at the
/// arriving VC. Without `stay` the routing is deadlock free only where a buffer holds flits of one message at a time.
/// Throws std::logic_error where the rule looks at the arriving VC.
std::unique_ptr<Routing> escape_and_adaptive(std::unique_ptr<Routing> escape, VcRule escape_rule,
                                             std::unique_ptr<Routing> adaptive, bool stay = false);
/// Returns it with `stay`, and messages do not choose when to escape: the simulator lets them only where all hops of
/// `adaptive` are held by messages with as few dimension reversals (Dally and Aoki; glass1992, sec. 2.4). Throws as
/// escape_and_adaptive does.
std::unique_ptr<Routing> escape_by_labels(std::unique_ptr<Routing> escape, VcRule escape_rule,
                                          std::unique_ptr<Routing> adaptive);

}  // namespace wafernet
