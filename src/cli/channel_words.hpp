// Words for virtual channels and networks.
#pragma once

#include <string>

#include "wafernet/routing/deadlock.hpp"

namespace wafernet::cli {

/// Returns what "0-1,3" means: a set of VCs below `vcs`. Throws InputError, which names --escape, for anything else.
VcSet vc_set(const std::string& text, int vcs);

/// Sets who waits for whom at endpoints: "reply:request,ack@1:reply", an arrived request holds its channel until a
/// reply can leave; a class is in the virtual network after an @ of it, or in 0. Throws InputError for anything else.
void set_waits(const std::string& text, VerdictOptions& how);

}  // namespace wafernet::cli
