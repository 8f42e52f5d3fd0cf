// Which members of a family have so many nodes, from the family's own formula; nothing is built.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "wafernet/core/family.hpp"

namespace wafernet {

/// A member of a family, and what may be chosen freely without another number of nodes.
struct Member {
    std::string word;  ///< a network word in positional form, with the least values of what is free
    std::uint64_t nodes = 0;
    std::string free;  ///< "q 0 to 2, planes 0 to 1"; empty: nothing
};

/// Returns the members of `family` with `least` to `most` nodes, by number of nodes. Extents are given in rising order,
/// others make the same network turned; of extents that are all 1 there is none. The formula must not fall where a
/// parameter rises, but for the value 0.
std::vector<Member> members(const Family& family, std::uint64_t least, std::uint64_t most);

}  // namespace wafernet
