// How much memory the program may still take, and what says so before it is too little.
#pragma once

#include <cstdint>
#include <string>

#include "wafernet/base/error.hpp"

namespace wafernet {

/// Refuses the program more memory than this from now on. Throws ComputationError where the system does not.
void limit_memory(std::uint64_t bytes);

/// Returns the bytes that the program may still take: the least that the limits of the process (ulimit, limit_memory),
/// those of its control groups and the machine leave.
std::uint64_t free_memory_bytes();

/// A computation needs more memory than it can have.
class MemoryError : public ComputationError {
public:
    using ComputationError::ComputationError;
};

/// Throws MemoryError where `what` needs more than that: "WHAT needs about 12 GiB, 4.0 GiB are free, need LESS".
void check_memory(std::uint64_t bytes, const std::string& what, const std::string& less);

}  // namespace wafernet
