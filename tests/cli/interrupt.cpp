// Ctrl-C: the program ends within seconds with one line and exit code 1, and what is finished is kept.
#include <doctest/doctest.h>

#include <algorithm>

#include "points/store.hpp"
#include "program.hpp"

using namespace wafernet::test;

namespace {

struct Interrupted {
    std::string code, out, err;
    double seconds = 0.0;  // from Ctrl-C to the end
};

// Runs `arguments`, presses Ctrl-C once `ready` holds (a test of the shell, up to a minute) and waits for the end.
Interrupted interrupt(const std::string& arguments, const std::string& ready, const Folder& folder) {
    const Outcome o = shell("set -m; $W " + arguments + " >page 2>line & for i in $(seq 600); do " + ready +
                                " && break; sleep 0.1; done; "
                                "t=$(date +%s%N); kill -INT $!; wait $!; echo $? $(( ($(date +%s%N) - t) / 1000000 ))",
                            folder.path().string());
    const std::size_t space = o.out.find(' ');
    REQUIRE(space != std::string::npos);
    return {o.out.substr(0, space), contents(folder / "page"), contents(folder / "line"),
            std::stod(o.out.substr(space + 1)) / 1000.0};
}

void ended_soon(const Interrupted& i) {
    CAPTURE(i.err);
    CHECK(i.code == "1");
    CHECK(std::count(i.err.begin(), i.err.end(), '\n') == 1);
    CHECK(i.err.find("interrupted") != std::string::npos);
    CHECK(i.seconds < 6.0);  // two on a quiet machine
}

}  // namespace

TEST_CASE("Ctrl-C keeps the tables that are finished, whole, and leaves the others out") {
    const Folder folder;
    // Without the results of simulations 4.8 takes many seconds.
    std::filesystem::create_directory(folder / "in");
    for (const char* file : {"3.2.toml", "4.1.toml", "4.8.toml", "sources.toml"})
        std::filesystem::copy_file(source_folder() / "tables" / file, folder.path() / "in" / file);
    const Interrupted i = interrupt("tables 4.1 4.8 3.2 --tables in --out out", "[ -e out/4.1.csv ]", folder);
    ended_soon(i);
    CHECK(i.err.find("4.8") != std::string::npos);
    CHECK(shell("ls -A out", folder.path().string()).out == "4.1.csv\nsummary.csv\n");
    CHECK(contents(folder / "out/4.1.csv").find("interrupted") == std::string::npos);
    CHECK(i.out.find("4.1 ") != std::string::npos);
    CHECK(i.out.find("4.8") == std::string::npos);
}

TEST_CASE("Ctrl-C keeps the networks of compare that are finished") {
    const Folder folder;
    const Interrupted i = interrupt("compare array:2 torus:64x64 --simulate --metric links", computed(1.5), folder);
    ended_soon(i);
    CHECK(i.out.find("array:2      2      1") != std::string::npos);
    CHECK(i.out.find("torus") == std::string::npos);
}

TEST_CASE("Ctrl-C ends validate and latency in the middle of a simulation") {
    const Folder folder;
    ended_soon(interrupt("validate mesh:16x16", computed(0.8), folder));
    const Interrupted i =
        interrupt("latency mesh:4x4 --simulate --loads 0.1 --cycles 100000000", computed(0.8), folder);
    ended_soon(i);
    CHECK(i.out.find("\n   ") == std::string::npos);  // no row
}

TEST_CASE("Ctrl-C on explore keeps the candidates in the store, and without one says that there is one") {
    const Folder folder;
    const Interrupted without = interrupt("explore --nodes 256", computed(sanitized() ? 4.0 : 1.5), folder);
    ended_soon(without);
    CHECK(without.err.ends_with("; with --store FILE the same command goes on where it ended\n"));
    const Interrupted with =
        interrupt("explore --nodes 256 --store kept",
                  "[ $(cat kept kept-wal 2>/dev/null | grep -ao 'cheap [a-z]*:' | wc -l) -gt 3 ]", folder);
    ended_soon(with);
    CHECK(with.err.find("; the same command goes on, with what kept keeps\n") != std::string::npos);
    CHECK(wafernet::cli::Store(folder / "kept", "explore", wafernet::cli::StoreUse::read).size() >= 2);
}

TEST_CASE("Ctrl-C ends a command that has nothing to keep with one line and no output") {
    const Folder folder;
    const Interrupted i = interrupt("estimate torus:64x64 --simulate", computed(0.8), folder);
    ended_soon(i);
    CHECK(i.err == "error: interrupted\n");
    CHECK(i.out.empty());
}

TEST_CASE("Ctrl-C ends searches for distances and paths, and keeps the rows that are finished") {
    const Folder folder;
    const Interrupted distances = interrupt("topology ring:10 array:100000 --exhaustive", computed(0.8), folder);
    ended_soon(distances);
    CHECK(distances.out.find("\nring:10 ") != std::string::npos);
    CHECK(distances.err == "warning: interrupted at array:100000: only what is finished is shown\n");
    const Interrupted cuts =
        interrupt("topology ring:10 how:128,8,2 --exhaustive", computed(2.0), folder);  // in whatever it is
    ended_soon(cuts);
    CHECK(cuts.out.find("\nring:10 ") != std::string::npos);
    const Interrupted paths = interrupt("adaptiveness mesh:100x100", computed(0.8), folder);
    ended_soon(paths);
    CHECK(paths.err == "error: interrupted\n");
}

TEST_CASE("Ctrl-C keeps the networks of stack and load and the rules of a repair that are finished") {
    const Folder folder;
    const Interrupted stack =
        interrupt("stack ring:16 hypercube:19 ring:12 --planes 4 --placement grown", computed(0.8), folder);
    ended_soon(stack);
    CHECK(stack.out.find("\nring:16 ") != std::string::npos);
    CHECK(stack.out.find("\nring:12 ") == std::string::npos);
    CHECK(stack.err == "warning: interrupted at hypercube:19: only what is finished is shown\n");
    const Interrupted load = interrupt("load ring:10 hypercube:13 --routing minimal", computed(0.8), folder);
    ended_soon(load);
    CHECK(load.out.find("\nring:10 ") != std::string::npos);
    CHECK(load.out.find("\nhypercube:13 ") == std::string::npos);
    const Interrupted repair =
        interrupt("deadlock ring:5 htn:4,8,2,1 --repair --budget 1000000000", computed(0.8), folder);
    ended_soon(repair);
    CHECK(repair.out.find("\nring:5 ") != std::string::npos);
}

TEST_CASE("Ctrl-C within the links of a network leaves the old file as it was") {
    const Folder folder;
    const std::string whole = shell("$W topology htn:4,8,2,0 --links --format csv --quiet", folder.path().string()).out;
    for (const char* delay : {"0.03", "0.06", "0.1", "0.15", "0.2", "0.3"}) {
        CAPTURE(delay);
        folder.write("o.csv", "old\n");
        const Outcome o = shell(std::string("set -m; $W topology htn:4,8,2,0 --links -o o.csv 2>said & sleep ") +
                                    delay + "; kill -INT $!; wait $!; echo $?",
                                folder.path().string());
        CHECK(contents(folder / "o.csv") == (o.out == "0\n" ? whole : "old\n"));
    }
}
