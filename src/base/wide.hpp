// Whole numbers of 128 bits, for sums over all pairs of millions of nodes.
#pragma once

namespace wafernet {

__extension__ using Wide = unsigned __int128;

}  // namespace wafernet
