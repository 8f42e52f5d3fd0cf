// A part of a computation that current_activity() tells of.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

#include "wafernet/base/activity.hpp"

namespace wafernet {

/// Lives as long as the part of the computation does. One that begins while another lives, as inside of it or in
/// another thread, is not told of.
class Activity {
public:
    /// `what` must outlive it; `of` steps.
    Activity(const char* what, std::uint64_t of);
    Activity(const Activity&) = delete;
    Activity& operator=(const Activity&) = delete;
    ~Activity();

    void one_more() { done_.fetch_add(1, std::memory_order_relaxed); }
    /// So many steps are done.
    void at(std::uint64_t done) { done_.store(done, std::memory_order_relaxed); }
    [[nodiscard]] ActivityProgress progress() const;

private:
    const char* what_;
    std::uint64_t of_;
    std::atomic<std::uint64_t> done_{0};
    std::chrono::steady_clock::time_point begin_;
};

}  // namespace wafernet
