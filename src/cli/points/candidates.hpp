// What there is to choose from: families that are looked at together (those that are built or published as networks of
// chips, wafers or machines, those of the documents, all), their members, and the design choices that are varied.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "exploration.hpp"
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

/// A design choice and the values that it takes.
struct Varied {
    std::string name;                 ///< as its option: "vcs"
    std::string column;               ///< "buffer_flits"
    std::vector<std::string> values;  ///< words; of vcs "x2" is twice the fewest
};

/// Returns the choices of words such as "vcs,layout" and "buffer=2,4,8". Throws InputError: a choice that is not known
/// or given twice, values that it does not take.
std::vector<Varied> varied_named(const std::vector<std::string>& words);

/// The names of the choices, with the values that they take where none are given.
std::string varied_help();

struct Networks {
    std::uint64_t least = 1, most = 1;  ///< nodes that send
    FamilyChoice families;
    std::uint64_t values = 8;          ///< as `most_values` of variants
    std::vector<std::string> words{};  ///< further networks, with any number of nodes
};

/// Every network with every choice, in the order of families, members and values.
struct Candidates {
    std::vector<Candidate> all;
    std::vector<std::string> same;  ///< "hypercube:6 is torus:4x4x4": networks that are there once
};
/// Returns them. A network that differs from one before it in the numbers of its nodes alone is left out, as far as
/// that is found with a limited search. Throws InputError where there are more than a million.
Candidates candidates_of(const Networks& networks, const DesignPoint& point, const std::vector<Varied>& varied);

}  // namespace wafernet::cli
