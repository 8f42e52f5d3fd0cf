// Work in blocks that do not depend on the number of threads, so that results do not either.
#pragma once

#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace wafernet {

/// Calls work(block) for every block below `blocks`, on up to `threads` threads. Rethrows the first exception.
template <class Work>
void for_each_block(std::size_t blocks, unsigned threads, const Work& work) {
    std::atomic<std::size_t> next{0};
    std::exception_ptr failure;
    std::mutex guard;
    const auto run = [&] {
        try {
            for (std::size_t block = next++; block < blocks; block = next++) work(block);
        } catch (...) {
            const std::lock_guard lock(guard);
            if (!failure) failure = std::current_exception();
            next = blocks;
        }
    };
    std::vector<std::thread> others;
    for (unsigned t = 1; t < threads && t < blocks; ++t) others.emplace_back(run);
    run();
    for (std::thread& t : others) t.join();
    if (failure) std::rethrow_exception(failure);
}

}  // namespace wafernet
