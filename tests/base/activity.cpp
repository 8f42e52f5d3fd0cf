// What the library says that it is at.
#include "base/activity.hpp"

#include <doctest/doctest.h>

#include <thread>

#include "wafernet/base/activity.hpp"

using namespace wafernet;

TEST_CASE("the activity that began first is told of, to every thread") {
    CHECK_FALSE(current_activity());
    {
        Activity all("all", 4);
        all.one_more();
        const auto done = [] { return current_activity().value_or(ActivityProgress{"none"}); };
        CHECK(done().what == "all");
        CHECK(done().done == 1);
        CHECK(done().of == 4);
        {
            Activity inside("inside", 7);
            inside.at(5);
            CHECK(done().what == "all");
            CHECK(done().done == 1);
        }
        ActivityProgress elsewhere{"none"};
        std::jthread([&] { elsewhere = done(); }).join();
        CHECK(elsewhere.what == "all");
        all.at(9);
        CHECK(done().done == 4);
        CHECK(done().seconds >= 0.0);
    }
    CHECK_FALSE(current_activity());
}
