// Which members of a family have so many nodes that send, from the family's own formula; nothing is built.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "wafernet/core/family.hpp"

namespace wafernet {

/// The values of a parameter that change the number of nodes of no member.
struct FreeRange {
    std::size_t parameter = 0;  ///< which of the family's
    std::uint64_t least = 0, most = 0;
};

/// A member of a family, and what may be chosen freely without another number of nodes.
struct Member {
    std::string word;                 ///< a network word in positional form, with the least values of what is free
    std::uint64_t nodes = 0;          ///< that send messages
    std::uint64_t switches = 0;       ///< the other nodes
    std::string free;                 ///< "q 0 to 2, planes 0 to 1"; empty: nothing
    std::vector<FreeRange> ranges{};  ///< the numbers among what is free
    std::vector<Member> inner{};      ///< the member that a network of networks is made of
};

/// Returns the members of `family` with `least` to `most` nodes that send, by their number. Extents are given in rising
/// order, others make the same network turned; of extents that are all 1 there is none. Of families with two lists of
/// numbers, trees of links down and links up, the regular ones: switches of at most 1,024 ports, those below the
/// highest level alike with a whole multiple of their links up as links down, processors of one link. Networks of
/// networks are given of those without switches. The formula must
/// not fall where a parameter rises, but for the value 0.
std::vector<Member> members(const Family& family, std::uint64_t least, std::uint64_t most);

/// Returns the words of a member with every value of what is free: all values of a parameter that has at most
/// `most_values` of them, else the least, those 1, 3, 7, ... above it and the greatest; of a random network the one
/// without a seed. Values that do not fit together are left out. Throws InputError where `most_values` is 0.
std::vector<std::string> variants(const Member& member, std::uint64_t most_values);

}  // namespace wafernet
