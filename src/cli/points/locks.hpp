// Whether several processes may write one file: locks of network file systems cannot be trusted.
#pragma once

#include <cstdint>
#include <string>

#include "store.hpp"

namespace wafernet::cli {

/// Whether locks work on the file system that the file is or will be on.
bool locks_work(const std::string& path);
/// The same by the number that statfs(2) gives a file system.
bool locks_work_on(std::uint64_t file_system);

/// Opens the store of a command: with others where the file system's locks work, else alone. Throws as Store does.
std::shared_ptr<Store> open_store(const std::string& path, const std::string& kind);

}  // namespace wafernet::cli
