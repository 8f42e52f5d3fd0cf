// wafernet run: programs from files, their critical paths, and what is refused.
#include <doctest/doctest.h>

#include <filesystem>
#include <map>

#include "checks.hpp"
#include "program.hpp"

using namespace wafernet::test;

namespace {

// Rank 0 computes 100 ns, sends 1,000 bytes to rank 3, which computes 50 ns.
const char* chain =
    "num_ranks 4\nrank 0 {\nc: calc 100\ns: send 1000b to 3\ns requires c\n}\nrank 1 { }\nrank 2 { }\n"
    "rank 3 {\nr: recv 1000b from 0\ne: calc 50\ne requires r\n}\n";

std::map<std::string, std::string> row(const Records& table, std::size_t i = 1) {
    std::map<std::string, std::string> cells;
    for (std::size_t k = 0; k < table[0].size(); ++k) cells[table[0][k]] = table[i][k];
    return cells;
}

}  // namespace

TEST_CASE("run says the time of a program, the network's share and what a faster network saves at most") {
    const Folder folder;
    const std::string file = folder.write("chain.goal", chain), path = folder / "path.csv";
    const Records table =
        csv({"run", file, "ring:4", "mesh:2x2", "--link-rate", "1GB/s", "--hop-ns", "10", "--critical", path});
    CHECK(std::vector<std::string>(table[0].begin(), table[0].begin() + 3) ==
          std::vector<std::string>{"network", "time_ns", "network_share"});
    REQUIRE(table.size() == 3);
    std::map<std::string, std::string> ring = row(table), mesh = row(table, 2);
    CHECK(ring["mode"] == "analytic");  // links have a rate of their own
    CHECK(ring["time_ns"] == "1160");   // 100 + 10 + 1,000 + 50
    CHECK(mesh["time_ns"] == "1170");   // two hops
    CHECK(ring["compute_ns"] == "150");
    CHECK(ring["time_without_network_ns"] == "150");
    CHECK(std::stod(ring["network_share"]) == doctest::Approx(1010.0 / 1160.0));
    CHECK(ring["most_saved_share"] == ring["network_share"]);
    CHECK(ring["busiest_channel"] == "0->3");
    CHECK(std::stod(ring["busiest_share"]) == doctest::Approx(1000.0 / 1160.0));
    std::string steps = contents(path);
    std::erase(steps, '\r');
    CHECK(steps ==
          "network,step,line,kind,rank,node,to_rank,to_node,bytes,tag,from_ns,to_ns\n"
          "ring:4,1,3,calc,0,0,,,,,0,100\nring:4,2,4,message,0,0,3,3,1000,0,100,1110\nring:4,3,11,calc,3,3,,,,,1110,"
          "1160\n"
          "mesh:2x2,1,3,calc,0,00,,,,,0,100\nmesh:2x2,2,4,message,0,00,3,11,1000,0,100,1120\n"
          "mesh:2x2,3,11,calc,3,11,,,,,1120,1170\n");
}

TEST_CASE("run simulates what is small, at the clock and the flits of the design") {
    const Folder folder;
    const std::string file = folder.write("chain.goal", chain);
    const std::vector<std::string> command{"run", file,        "ring:4", "--flit-bits", "80", "--clock-ns",
                                           "2",   "--calc-ns", "3"};
    std::map<std::string, std::string> found = row(csv(command));
    CHECK(found["mode"] == "simulation");
    // 100 flits of 10 bytes: injection, a hop and ejection of a cycle each, 99 more flits; calcs of 150 + 75 cycles.
    CHECK(found["cycles"] == "327");
    CHECK(found["time_ns"] == "654");
    CHECK(std::stod(found["energy_j"]) > 0.0);
    CHECK(program(command).out == program(command).out);
}

TEST_CASE("a map file puts ranks on any nodes") {
    const Folder folder;
    const std::string file = folder.write("chain.goal", chain),
                      map = folder.write("map.csv", "rank,node\n0,2\n3,2\n1,0\n2,0\n");
    CHECK(row(csv({"run", file, "ring:4", "--map", map}))["time_ns"] == "150");
    refused({"run", file, "ring:4", "--map", folder.write("short.csv", "rank,node\n0,2\n")},
            "short.csv:2: the map ends, rank 1 of");
    refused({"run", file, "ring:4", "--map", folder.write("wrong.csv", "rank,node\n0,7\n")}, "wrong.csv:2: ");
    refused({"run", file, "ring:4", "--map", folder.write("twice.csv", "rank,node\n0,1\n0,2\n")},
            "twice.csv:3: found '0,2', must be the header rank,node and each rank from 0 to 3 once");
    refused({"run", file, "ring:3"}, "rank 3 of " + file + " has no node: ring:3 has 3 that send");
    refused({"run", file, "ring:4", "--map", "nowhere"}, "cannot read the map 'nowhere'");
    refused({"run", file, "fibonacci:7", "--map", "blocks"}, "whose addresses have no digits");
}

TEST_CASE("run refuses bad files and words in one line") {
    const Folder folder;
    const std::string file = folder.write("chain.goal", chain);
    refused({"run", folder.write("cut.goal", std::string(chain).substr(0, 60)), "ring:4"}, "cut.goal:5: ");
    refused({"run", folder / "nowhere", "ring:4"}, "cannot read the program");
    refused({"run", file, "ring:4", "--calc-ns", "-1"}, "--calc-ns is negative");
    refused({"run", file, "ring:4", "--mode", "simulation", "--hop-ns", "5"}, "--hop-ns with --mode simulation");
    refused({"run", file, "ring:4", "--critical", folder / "no/such/folder.csv"}, "folder.csv");
    refused({"run", file, "ring:4", "--critical", file}, "reads or writes this file already");
    refused({"run", file, "ring:4", "--critical", "-"}, "must be a file");
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"run", file, "ring:4", "--critical"},
          {"collectives", "ring:4", "--operation", "broadcast", "--bytes", "1k", "--schedule"},
          {"deadlock", "ring:3", "--certificate"}}) {
        std::vector<std::string> twice = words;
        twice.insert(twice.end(), {folder / "one.csv", "-o", folder / "./one.csv"});
        refused(twice, "reads or writes this file already");
        CHECK_FALSE(std::filesystem::exists(folder / "one.csv"));
    }
    refused({"deadlock", "mesh:4x4", "--traffic", std::string(300, 'A')}, "unknown traffic");
    refused({"run", file, "ring:4", "--mode", "guess"}, "guess");
}
