// Queues at the buffers of virtual channels against what is known of them.
#include <doctest/doctest.h>

#include <array>
#include <cmath>

#include "about.hpp"
#include "queueing/terms.hpp"

using namespace wafernet::queueing;

TEST_CASE("the inputs of a large switch carry 2 - sqrt(2) flits a cycle") {
    // Karol, Hluchyj and Morgan 1987: each of many inputs sends to each of many outputs, one flit at a time.
    const double most = 2.0 - std::sqrt(2.0);
    const std::array<double, 2> mu{0.0, 1.0};
    CHECK(1.0 + wait_for_others(1, most, 100, mu, 0.0).mean == about(1.0 / most).epsilon(1e-12));
}

TEST_CASE("messages that take longer at the front of a buffer are a Geo/G/1 queue") {
    const auto queue = [](double rate, double mean, double square) {
        return rate * (square - mean) / (2.0 * (1.0 - rate * mean));
    };
    for (const double rate : {0.02, 0.1, 0.18}) {
        const Behind same = beyond_pace(1, rate, 3.0, 4.0, 4.0, 16.0);
        CHECK(same.wait == 0.0);
        CHECK(same.full == 0.0);
        const Behind longer = beyond_pace(1, rate, 3.0, 4.0, 5.0, 30.0);
        CHECK(longer.wait == about(queue(rate, 5.0, 30.0) - queue(rate, 4.0, 16.0)).epsilon(1e-12));
        // Two that take turns wait less than one with as many messages, whatever room there is.
        CHECK(beyond_pace(2, rate, 3.0, 4.0, 5.0, 30.0).wait < longer.wait);
        CHECK(beyond_pace(2, rate, 8.0, 4.0, 5.0, 30.0).wait < beyond_pace(1, rate, 8.0, 4.0, 5.0, 30.0).wait);
    }
}

TEST_CASE("a buffer is full as often as that queue is so long") {
    // Services of 5 cycles, messages that come to whole cycles: the chain of their number and of the cycles that are
    // left of a service, from empty on.
    constexpr std::size_t most = 60, service = 5;
    for (const double rate : {0.15, 0.18}) {
        std::array<std::array<double, service + 1>, most> now{}, next{};
        now[0][0] = 1.0;
        for (int cycle = 0; cycle < 4000; ++cycle) {
            next = {};
            for (std::size_t n = 0; n < most; ++n) {
                for (std::size_t left = n > 0 ? 1 : 0; left <= (n > 0 ? service : 0); ++left) {
                    const std::size_t then = n > 0 && left == 1 ? n - 1 : n,
                                      still = left > 1 ? left - 1 : (then > 0 ? service : 0);
                    next[then][still] += (1.0 - rate) * now[n][left];
                    if (then + 1 < most) next[then + 1][then > 0 ? still : service] += rate * now[n][left];
                }
            }
            now = next;
        }
        for (const std::size_t room : {2U, 3U}) {
            double full = 0.0;
            for (std::size_t n = room; n < most; ++n) {
                for (const double p : now[n]) full += p;
            }
            CAPTURE(rate);
            CAPTURE(room);
            CHECK(beyond_pace(1, rate, static_cast<double>(room), 4.0, 5.0, 25.0).full == about(full).epsilon(0.07));
        }
    }
    // A queue without end fills whatever room there is.
    CHECK(beyond_pace(1, 0.21, 30.0, 4.0, 5.0, 25.0).full == about(1.0).epsilon(0.01));
}

TEST_CASE("a message waits for others as in the queues that they are") {
    const std::array<double, 3> mu{0.0, 0.1, 0.2};
    for (const double rate : {0.01, 0.05, 0.09}) {
        const double use = rate / mu[1];
        CHECK(wait_for_others(1, rate, 100, mu, 0.0).mean ==
              about(use / (2.0 * (1.0 - use)) / mu[1]).epsilon(1e-12));  // M/D/1
        CHECK(wait_for_others(1, rate, 100, mu, 1.0).often == about(use).epsilon(1e-12));
        const double both = rate / mu[2];
        CHECK(wait_for_others(2, rate, 100, mu, 1.0).mean ==
              about(both * both / (1.0 - both * both) / mu[1]).epsilon(1e-12));  // M/M/2
    }
    // No more than there are buffers in front of it.
    CHECK(wait_for_others(1, 0.09, 2, mu, 0.0).mean == about(2.0 / mu[1]).epsilon(1e-12));
    CHECK(wait_for_others(2, 0.09, 1, mu, 0.0).mean == 0.0);
}
