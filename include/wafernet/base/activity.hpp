// How far the library is, for a program that shows it while it waits.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace wafernet {

/// A part of a computation that may take long.
struct ActivityProgress {
    std::string_view what;   ///< "following messages"
    std::uint64_t done = 0;  ///< steps of about the same work
    std::uint64_t of = 0;    ///< all of them, 1 and more
    double seconds = 0.0;    ///< since it began
};

/// Returns the activity that the process is at, to any thread; nothing where none is. Of several at a time it is the
/// one that began first.
std::optional<ActivityProgress> current_activity();

}  // namespace wafernet
