// Work in blocks that do not depend on the number of threads, so that results do not either.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "base/activity.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet {

/// Returns threads that run work(first), .., work(first + count - 1); fewer where the system gives no more.
template <class Work> std::vector<std::jthread> start_threads(unsigned first, std::size_t count, const Work& work) {
    std::vector<std::jthread> threads;
    try {
        for (unsigned t = first; t < first + count; ++t) threads.emplace_back(work, t);
    } catch (const std::exception&) {  // those that run do the work of the others
    }
    return threads;
}

/// Calls a worker with every block below `blocks`, on up to `threads` threads; each makes its own, make_worker(thread),
/// 0 being the first. Rethrows the first exception.
template <class MakeWorker>
void for_each_block_by(std::size_t blocks, unsigned threads, const MakeWorker& make_worker) {
    std::atomic<std::size_t> next{0};
    std::exception_ptr failure;
    std::mutex guard;
    const auto run = [&](unsigned thread) {
        try {
            auto worker = make_worker(thread);
            for (std::size_t block = next++; block < blocks; block = next++) worker(block);
        } catch (...) {
            const std::lock_guard lock(guard);
            if (!failure) failure = std::current_exception();
            next = blocks;
        }
    };
    {
        const auto others =
            start_threads(1, std::min<std::size_t>(std::max(threads, 1U), std::max<std::size_t>(blocks, 1)) - 1, run);
        run(0);
    }
    if (failure) std::rethrow_exception(failure);
}

template <class Work> void for_each_block(std::size_t blocks, unsigned threads, const Work& work) {
    for_each_block_by(blocks, threads, [&](unsigned) { return [&](std::size_t block) { work(block); }; });
}

/// Counts what several threads have done of an activity and reports it, one thread at a time.
class Progress {
public:
    Progress(const char* what, const std::function<bool(std::uint64_t, std::uint64_t)>& report, std::uint64_t of)
        : activity_(what, of), report_(report), of_(of) {}
    /// One more is done. Throws ComputationError where the report says to stop.
    void one_more() {
        activity_.one_more();
        if (!report_) return;
        const std::lock_guard lock(guard_);
        if (!report_(++done_, of_)) throw ComputationError("interrupted");
    }

private:
    Activity activity_;
    const std::function<bool(std::uint64_t, std::uint64_t)>& report_;
    std::uint64_t of_;
    std::uint64_t done_ = 0;
    std::mutex guard_;
};

}  // namespace wafernet
