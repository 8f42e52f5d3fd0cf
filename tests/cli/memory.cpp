// A command that needs more memory than it can have says so before it begins.
#include <doctest/doctest.h>

#include "checks.hpp"
#include "program.hpp"

using namespace wafernet::test;

TEST_CASE("what needs more than --memory or ulimit leave is refused before it begins, with what would need less") {
    if (sanitized()) return;  // their shadow passes any limit
    const std::string graph = "error: mesh:2000x2000: a graph of 4000000 nodes and 7996000 links needs about 290 MiB, ";
    const std::string table =
        "error: mesh:64x64: a table of the shortest paths between 4096 nodes needs about 32 MiB, ";
    const std::string turns = "error: mesh:64x64: the table of routing by turns needs about 48 MiB, ";
    const std::string simulator =
        "error: mesh:256x256: the simulator's state of 784384 virtual channels needs about 95 MiB, ";
    const std::string model =
        "error: mesh:64x64: the latency model's state of 16128 classes of virtual channels needs about 35 MiB, ";
    const std::string dependencies =
        "error: mesh:512x512: the dependency graph of 1046528 virtual channels needs about ";
    const std::string hops = "error: mesh:64x64: a table of the pairs of 16128 escape channels needs about 31 MiB, ";
    const std::string pairs = "error: mesh:64x64: the traffic of 16773120 pairs of nodes needs about 256 MiB, ";
    for (const auto& [line, said] : {std::pair{std::string("$W topology mesh:2000x2000 --memory 0.1G"), graph},
                                     {"ulimit -v 300000; $W topology mesh:2000x2000", graph},
                                     {"ulimit -d 100000; $W topology mesh:2000x2000", graph},
                                     {"ulimit -v 300000; $W topology mesh:2000x2000 --memory 4G", graph},
                                     {"$W route mesh:64x64 0 5 --routing minimal --memory 30M", table},
                                     {"$W deadlock mesh:64x64 --routing west-first --memory 40M", turns},
                                     {"$W latency mesh:64x64 --traffic hotspot --memory 150M", pairs},
                                     {"$W latency mesh:64x64 --traffic complement --memory 50M", model},
                                     {"$W load mesh:64x64 --traffic hotspot --memory 200M", pairs},
                                     {"$W deadlock mesh:512x512 --memory 50M", dependencies},
                                     {"$W deadlock mesh:64x64 --routing duato --memory 70M", hops},
                                     {"$W simulate mesh:256x256 --loads 0.01 --memory 90M --quiet", simulator}}) {
        CAPTURE(line);
        const Outcome o = shell(line);
        CHECK(o.code == 1);
        CHECK(o.out == "");
        CHECK(o.err.starts_with(said));
        CHECK(o.err.find(" MiB are free, need a smaller network") != std::string::npos);
        CHECK(std::count(o.err.begin(), o.err.end(), '\n') == 1);
    }
}

TEST_CASE("a bound on memory that suffices changes nothing, what is none is refused") {
    CHECK(program({"topology", "mesh:8x8", "--memory", sanitized() ? "8388607T" : "1G"}).out ==
          program({"topology", "mesh:8x8"}).out);
    refused({"topology", "mesh:8x8", "--memory", "much"}, "--memory");
    refused({"topology", "mesh:8x8", "--memory", "0"}, "need bytes above 0, such as 500M or 4G");
    refused({"topology", "mesh:8x8", "--memory", "-4G"}, "--memory");
}
