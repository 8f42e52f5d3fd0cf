#include "base/parallel.hpp"

#include <doctest/doctest.h>

#include <system_error>

using namespace wafernet;

namespace {

// Work that the system has threads for only so many times: a thread is started with a copy of it.
struct Scarce {
    std::atomic<int>& left;
    std::atomic<unsigned>& run;

    Scarce(std::atomic<int>& threads, std::atomic<unsigned>& runs) : left(threads), run(runs) {}
    Scarce(const Scarce& other) : left(other.left), run(other.run) {
        if (left-- == 0) throw std::system_error(std::make_error_code(std::errc::resource_unavailable_try_again));
    }
    void operator()(unsigned thread) const { run += thread; }
};

}  // namespace

TEST_CASE("where the system gives no more threads those that there are go on") {
    for (const int available : {0, 1, 3}) {
        std::atomic<int> left = available;
        std::atomic<unsigned> run = 0;
        CHECK(start_threads(1, 5, Scarce(left, run)).size() ==
              static_cast<std::size_t>(available));  // and they have ended
        CHECK(run == (available == 3 ? 1U + 2U + 3U : available == 1 ? 1U : 0U));
    }
}

TEST_CASE("every block is worked on once whatever the number of threads, and an exception comes out") {
    for (const unsigned threads : {0U, 1U, 2U, 7U}) {
        for (const std::size_t blocks : {0, 1, 5, 100}) {
            std::vector<std::atomic<int>> done(blocks);
            for_each_block(blocks, threads, [&](std::size_t block) { ++done[block]; });
            for (const auto& times : done) CHECK(times == 1);
        }
        CHECK_THROWS_AS(for_each_block(10, threads,
                                       [](std::size_t block) {
                                           if (block == 3) throw InputError("block 3");
                                       }),
                        InputError);
    }
}
