// Configurations of BookSim2 and networks from files as people have them.
#include <cmath>
#include <string>

#include "checks.hpp"

using namespace wafernet::test;

namespace {

constexpr const char* mesh =
    "topology = mesh;\nk = 4;\nn = 2;\nrouting_function = dim_order;\nnum_vcs = 2;\nvc_buf_size = 8;\npacket_size = "
    "4;\ninjection_rate = 0.025;\n"
    "routing_delay = 0;\nspeculative = 1;\nsample_period = 500;\n";

std::string field(const Outcome& outcome, const std::string& column) {
    const auto records = parse_csv(outcome.out, ',');
    REQUIRE(records.has_value());
    const Records& rows = *records;
    REQUIRE(rows.size() >= 2);
    const auto at = std::find(rows[0].begin(), rows[0].end(), column);
    REQUIRE(at != rows[0].end());
    return rows[1].at(static_cast<std::size_t>(at - rows[0].begin()));
}

double number(const Outcome& outcome, const std::string& column) { return std::stod(field(outcome, column)); }

}  // namespace

TEST_CASE("a configuration of BookSim2 gives the same numbers as its keys written as options") {
    const Folder folder;
    const std::string file = folder.write("mesh.cfg", mesh);
    const Outcome by_file = program({"simulate", "--booksim", file, "--format", "csv"});
    CAPTURE(by_file.err);
    CHECK(by_file.code == 0);
    CHECK(by_file.err.starts_with("note: "));
    CHECK(by_file.err.find("network") == std::string::npos);
    CHECK(by_file.err.find("num_vcs = 2, vc_buf_size = 8: --vcs, --buffer") != std::string::npos);
    const Outcome by_options =
        program({"simulate", "mesh:4x4", "--preset", "booksim-min", "--routing", "dor",     "--vcs",
                 "2",        "--buffer", "8",        "--flits",     "4",         "--loads", "0.1",
                 "--warmup", "1500",     "--cycles", "3500",        "--format",  "csv"});
    CHECK(by_file.out == by_options.out);
    // the command line goes before the file, an override before its keys
    CHECK(field(program({"simulate", "--booksim", file, "num_vcs=4", "--format", "csv"}), "vcs") == "4");
    CHECK(field(program({"simulate", "--booksim", file, "num_vcs=4", "--vcs", "3", "--format", "csv"}), "vcs") == "3");
    CHECK(field(program({"deadlock", "--booksim", file, "--format", "csv"}), "verdict") == "deadlock free");
    CHECK(field(program({"topology", "--booksim", file, "--no-bisection", "--format", "csv"}), "nodes") == "16");
}

TEST_CASE("the estimate reads BookSim2's pipeline too") {
    const Folder folder;
    const std::string file = folder.write("mesh.cfg", mesh);
    const double quick = number(program({"latency", "--booksim", file, "--format", "csv"}), "zero_load_latency_cycles");
    const double slow =
        number(program({"latency", "--booksim", file, "routing_delay=1", "speculative=0", "--format", "csv"}),
               "zero_load_latency_cycles");
    // two cycles more in each of the 3.5 routers that a message visits in the mean
    CHECK(std::abs(slow - quick - 2 * 3.5) < 1e-9);
}

TEST_CASE("what a configuration cannot mean here is refused") {
    const Folder folder;
    const std::string file = folder.write("mesh.cfg", std::string(mesh) + "internal_speedup = 2.0;\n");
    refused({"simulate", "--booksim", file},
            file + ":12: internal_speedup = 2.0 cannot be honoured, wafernet's switch runs at the link rate");
    CHECK(program({"topology", "--booksim", file, "--ignore", "internal_speedup", "--no-bisection"}).code == 0);
    refused({"simulate", "--booksim", folder / "none.cfg"}, "no such file");
    // The torus needs two virtual channels: one line, without how the file was read.
    const std::string torus = folder.write("t.cfg", "topology = torus; routing_function = dim_order; num_vcs = 1;\n");
    for (const char* command : {"simulate", "latency", "deadlock"})
        refused({command, "--booksim", torus, "sw_allocator=wavefront", "--ignore", "sw_allocator"},
                "VC rule 'booksim' needs 2 virtual channels on torus:8x8");
    refused({"simulate", "mesh:4x4", "--booksim", folder.write("m.cfg", mesh)}, "with --booksim");
    refused({"simulate"}, "networks is missing");
    refused({"deadlock"}, "networks is missing");
    refused({"topology", "mesh:4x4", "--ignore", "k"}, "--ignore without --booksim");
}

TEST_CASE("names of other simulators are taken or explained") {
    refused({"deadlock", "mesh:4x4", "--routing", "xy"},
            "mesh:4x4 has no routing 'xy', that is dimension order, 'dor' here");
    refused({"deadlock", "mesh:4x4", "--routing", "odd-even"}, "that is not here; 'west-first', 'negative-first' and");
    CHECK(program({"load", "mesh:4x4", "--traffic", "bitcomp", "--routing", "dim_order"}).code == 0);
    refused({"load", "mesh:4x4", "--traffic", "uniform_random"}, "gem5's 'uniform_random' is 'uniform' here");
    refused({"load", "mesh:4x4", "--traffic", "randperm"}, "BookSim2's 'randperm'");
    refused({"load", "mesh:4x4", "--routing", "WEST_FIRST"}, "noxim's 'WEST_FIRST' is 'west-first' here");
}

TEST_CASE("a file with latencies has the zero-load latency that its fastest paths have") {
    const Folder folder;
    const std::string file = "file:" + folder.write("triangle.any",
                                                    "router 0 node 0 router 1 20 router 2 1\nrouter 1 node 1 router 0 "
                                                    "20 router 2 1\nrouter 2 node 2 router 0 1 router 1 1\n");
    // by hand, T = 5 to itself, 8 over one link, 11 over two: (3 * 5 + 4 * 8 + 2 * 11) / 9
    const Outcome fast = program({"latency", file, "--preset", "booksim-min", "--flits", "1", "--buffer", "32",
                                  "--loads", "0.01", "--format", "csv"});
    CHECK(std::abs(number(fast, "zero_load_latency_cycles") - 69.0 / 9.0) < 1e-9);
    // the direct link of 20 cycles between 0 and 1: 8 + 19 for two of the nine pairs
    const Outcome hops = program({"latency", file, "--preset", "booksim-min", "--flits", "1", "--buffer", "32",
                                  "--loads", "0.01", "--route-by", "hops", "--format", "csv"});
    CHECK(std::abs(number(hops, "zero_load_latency_cycles") - (3 * 5 + 4 * 8 + 2 * 27) / 9.0) < 1e-9);
    refused({"load", "mesh:4x4", "--route-by", "latency"}, "does not go by latency or hops");
    refused({"load", "mesh:4x4", "--spread", "none"}, "--spread is for 'minimal'");
    refused({"load", file, "--route-by", "latancy"}, "--route-by 'latancy'");
}

TEST_CASE("the note on one path a pair says what an even split carries") {
    const Folder folder;
    const std::string file = "file:" + folder.write("doubled.txt", "a b\na b\nb c\nb c\n");
    const Outcome spread = program({"load", file});
    CHECK(spread.out.find("one path a pair (--spread), the channels leave 2 flits per node and cycle; an even split "
                          "over all shortest paths would leave 2") != std::string::npos);
    const Outcome single = program({"load", file, "--spread", "none"});
    CHECK(single.out.find(
              "the channels leave 1 flits per node and cycle; an even split over all shortest paths would leave 2") !=
          std::string::npos);
}

TEST_CASE("BookSim2's torus with an odd number of virtual channels is judged and runs") {
    CHECK(field(program({"deadlock", "torus:5x5", "--vc-rule", "booksim", "--vcs", "3", "--format", "csv"}),
                "verdict") == "deadlock free");
    const Outcome run = program({"simulate", "torus:4x4", "--preset", "booksim-min", "--vcs", "3", "--loads", "0.1",
                                 "--cycles", "2000", "--format", "csv"});
    CHECK(run.code == 0);
    CHECK(field(run, "deadlock_verdict") == "acyclic");
    CHECK(field(run, "status") == "ok");
}

TEST_CASE("a mesh of one level has the yield of its bonds and vertical wires on four planes") {
    const Outcome yield = program({"yield", "mesh:4x4x4", "--planes", "4", "--technology", "tsv", "--defects", "0.1",
                                   "--set", "bond_yield=0.99", "--set", "wire_failure=1e-6", "--format", "csv"});
    CAPTURE(yield.err);
    // by hand: three bonds, 16 links of (64 + 4) x 2 lines over each of three gaps
    CHECK(std::abs(number(yield, "yield_bonds") - std::pow(0.99, 3)) < 1e-12);
    CHECK(std::abs(number(yield, "yield_vertical_wires") - std::pow(1.0 - 1e-6, 16 * 136 * 3)) < 1e-12);
    // a file's nodes are in no rows, which matters where there are spares alone: one bond, two links of 136 lines over
    // it
    const Folder folder;
    const std::string square = "file:" + folder.write("square.txt", "a b\nb c\nc d\nd a\n");
    const Outcome bare = program({"yield", square, "--planes", "2", "--no-spares", "--technology", "tsv", "--defects",
                                  "0.1", "--set", "bond_yield=0.99", "--set", "wire_failure=1e-6", "--format", "csv"});
    CAPTURE(bare.err);
    CHECK(std::abs(number(bare, "yield_bonds") - 0.99) < 1e-12);
    CHECK(std::abs(number(bare, "yield_vertical_wires") - std::pow(1.0 - 1e-6, 2 * 136)) < 1e-12);
    CHECK(number(
              program({"yield", square, "--planes", "2", "--technology", "tsv", "--defects", "0.1", "--format", "csv"}),
              "yield_bonds") == 0.99);  // spares of a block need no rows
}

TEST_CASE("the yields of bonds and wires that options give are those of all figures of a stack") {
    // 0.5 three times; 136 wires a link fail alike: peak 16 links in each of the 3 gaps of mesh:4x4x4.
    const std::vector<std::string> stack{
        "yield", "mesh:4x4x4", "--planes",       "4",     "--technology",      "tsv",      "--no-spares", "--defects",
        "0",     "--set",      "bond_yield=0.5", "--set", "wire_failure=1e-4", "--format", "csv"};
    const Outcome both = program(stack);
    const double wires = std::pow(1.0 - 1e-4, 136 * 16 * 3);
    CHECK(number(both, "yield_bonds") == 0.125);
    CHECK(std::abs(number(both, "yield_vertical_wires") - wires) < 1e-12);
    CHECK(std::abs(number(both, "yield_stack") - 0.125 * wires) < 1e-12);
    // Groups of 16 wires with 2 spare ones: at most 2 of 18 fail; 16 x 136 / 16 groups in each gap.
    std::vector<std::string> spared = stack;
    spared.insert(spared.end(), {"--wire-group", "16", "--wire-spares", "2"});
    std::replace(spared.begin(), spared.end(), std::string("wire_failure=1e-4"), std::string("wire_failure=0.01"));
    double group = 0.0;
    for (const auto& [faults, ways] : {std::pair(0, 1.0), std::pair(1, 18.0), std::pair(2, 153.0)})
        group += ways * std::pow(0.01, faults) * std::pow(0.99, 18 - faults);
    const Outcome repaired = program(spared);
    CHECK(std::abs(number(repaired, "yield_vertical_wires") - std::pow(group, 136 * 3)) < 1e-12);
    CHECK(std::abs(number(repaired, "yield_stack") - 0.125 * std::pow(group, 136 * 3)) < 1e-12);
    // Places by other than addresses: in a tree that is grown few links cross.
    const std::vector<std::string> tree{"yield", "tree:6",      "--planes",  "3", "--technology",
                                        "tsv",   "--no-spares", "--defects", "0", "--placement",
                                        "grown", "--format",    "csv"};
    const Outcome grown = program(tree);
    CHECK(std::abs(number(grown, "yield_vertical_wires") - std::pow(1.0 - 1e-5, 136 * 6 * 2)) < 1e-12);
    CHECK(std::abs(number(grown, "yield_stack") - 0.9801 * number(grown, "yield_vertical_wires")) < 1e-12);
}
