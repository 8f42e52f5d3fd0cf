// A file that is written is the old one or a whole new one, whatever ends the program.
#include <doctest/doctest.h>

#include "program.hpp"

using namespace wafernet::test;

TEST_CASE("a simulation that ends before its first load leaves the old file as it was") {
    for (const char* signal : {"INT", "TERM", "HUP"}) {
        CAPTURE(signal);
        const Folder folder;
        folder.write("old.csv", "old\n");
        const Outcome o =
            shell(std::string("set -m; $W simulate mesh:16x16 --loads 0.1 --cycles 100000000 -o old.csv & "
                              "sleep 0.5; kill -") +
                      signal + " $!; wait $!",
                  folder.path().string());
        CHECK(o.code == 1);
        CHECK(o.err.find("interrupted") != std::string::npos);
        CHECK(contents(folder / "old.csv") == "old\n");
        CHECK(folder.files() == 1);
    }
}

TEST_CASE("a file that may not grow is one line, and the old file stays") {
    const Folder folder;
    folder.write("old.csv", "old\n");
    const Outcome o = shell("ulimit -f 1; $W list families --format csv -o old.csv", folder.path().string());
    CHECK(o.code == 1);
    CHECK(o.err == "error: cannot write 'old.csv': File too large\n");
    CHECK(contents(folder / "old.csv") == "old\n");
    CHECK(folder.files() == 1);
}

TEST_CASE("after random kills a file is the old one or a whole new one") {
    const Folder folder;
    REQUIRE(shell("$W list families --format json -o new", folder.path().string()).code == 0);
    const std::string whole = contents(folder / "new");
    const Outcome o = shell(
        "set -m; RANDOM=7; for i in $(seq 10); do for signal in INT TERM KILL; do echo old >f; "
        "$W list families --format json -o f & sleep 0.0$((RANDOM % 50 + 10)); kill -$signal $!; wait $!; "
        "cmp -s f new || [ \"$(cat f)\" = old ] || echo torn after $signal; "
        "[ $signal = KILL ] || ls -A | grep part; rm -f .wafernet*; done; done 2>/dev/null",
        folder.path().string());
    CHECK(o.out == "");
    CHECK(whole.size() > 1000);
}
