// What there is to choose from: members of families, and the design choices that are varied.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "exploration.hpp"
#include "groups.hpp"

namespace wafernet::cli {

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
