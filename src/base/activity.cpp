#include "activity.hpp"

#include <algorithm>
#include <mutex>

namespace wafernet {

namespace {

std::mutex guard;
const Activity* current = nullptr;

}  // namespace

Activity::Activity(const char* what, std::uint64_t of)
    : what_(what), of_(std::max<std::uint64_t>(of, 1)), begin_(std::chrono::steady_clock::now()) {
    const std::lock_guard lock(guard);
    if (current == nullptr) current = this;
}

Activity::~Activity() {
    const std::lock_guard lock(guard);
    if (current == this) current = nullptr;
}

ActivityProgress Activity::progress() const {
    const std::chrono::duration<double> since = std::chrono::steady_clock::now() - begin_;
    return {what_, std::min(done_.load(std::memory_order_relaxed), of_), of_, since.count()};
}

std::optional<ActivityProgress> current_activity() {
    const std::lock_guard lock(guard);
    if (current == nullptr) return std::nullopt;
    return current->progress();
}

}  // namespace wafernet
