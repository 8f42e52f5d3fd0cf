// Which families are looked at together: those that are built or published as networks of chips, wafers or machines,
// those of the documents, all.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "wafernet/core/members.hpp"

namespace wafernet::cli {

/// A family of the group `common`, with the reason that it is there.
struct CommonFamily {
    std::string_view name, reason;
    std::uint64_t most_aspect = 0;     ///< the greatest extent, or number, over the least; 0: any
    std::uint64_t most_nodes = 65536;  ///< that send
    bool square = false;               ///< numbers come in equal pairs
    std::size_t most_extents = 64;     ///< dimensions of a mesh
    bool varies = false;               ///< parameters that change no number of nodes have other values than the least
    std::string_view inner = {};       ///< of concentrated networks: the families of the routers, with blanks between
};
/// Returns the group, what is built most first.
std::span<const CommonFamily> common_families();

struct FamilyChoice {
    std::vector<const Family*> families;  ///< in the order in which they are shown
    bool common = false;                  ///< the group word: of each family what its entry admits
    bool whole = false;                   ///< the group word: all
};
/// Returns the families of "common", "documents" (the source is one of the documents whose tables are examined), "all",
/// or names with commas between, of which there may be several. Throws InputError for a word that is neither.
FamilyChoice families_chosen(const std::vector<std::string>& words, std::string_view fallback);

/// Whether a member is one of the choice: what its entry admits where the group is `common`, whatever its families are
/// else.
bool admits(const FamilyChoice& choice, const Family& family, const Member& member);
/// Whether parameters of the family's members that change no number of nodes are varied.
bool varies(const FamilyChoice& choice, const Family& family);

}  // namespace wafernet::cli
