#include <doctest/doctest.h>

#include <set>

#include "about.hpp"
#include "checks.hpp"

using namespace wafernet::test;

namespace {

std::string text_of(const std::vector<std::string>& words) {
    const Outcome outcome = program(words);
    CAPTURE(outcome.err);
    CHECK(outcome.code == 0);
    return outcome.out;
}

std::vector<std::string> plus(std::vector<std::string> words, const std::vector<std::string>& more) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

// Without the words by which the network is called.
std::string without(std::string text, const std::string& word) {
    for (std::size_t at = 0; (at = text.find(word)) != std::string::npos;) text.replace(at, word.size(), "NET");
    return text;
}

}  // namespace

TEST_CASE("without faults every figure is byte for byte that without the option") {
    const Folder folder;
    const std::string empty = folder.write("none.csv", "kind,what\n# none\n\n");
    const std::vector<std::vector<std::string>> commands{{"topology", "mesh:4x4", "tree:3"},
                                                         {"estimate", "torus:4x4"},
                                                         {"simulate", "mesh:3x3", "--loads", "0.1"},
                                                         {"stack", "htn:2,2,2,0"},
                                                         {"deadlock", "torus:4x4", "--vc-rule", "any"}};
    for (const auto& command : commands) {
        const Outcome plain = program(command);
        for (const std::vector<std::string>& none :
             {std::vector<std::string>{"--faults", "0"}, {"--faults", empty}, {"--fault-rate", "0"}}) {
            std::vector<std::string> with = command;
            with.insert(with.end(), none.begin(), none.end());
            const Outcome same = program(with);
            CHECK(same.out == plain.out);
            CHECK(same.err == plain.err);
            CHECK(same.code == plain.code);
        }
    }
}

TEST_CASE("a network with faults is simulated, modelled and judged as the same graph from a file is") {
    const Folder folder;
    const std::string faults = folder.write("faults.csv",
                                            "kind,what\nnode,\"(1,1)\"\nlink,\"(2,2)-(2,3)\"\nlink,\"(0,0) - (0,1)\"\n"
                                            "link,14\n");
    const std::string file = folder / "left.edges";
    text_of({"draw", "faults+file=" + faults + ":mesh:4x4", "--format", "edges", "-o", file});
    // A file says no places, those that are left keep theirs: the cycles of wires differ unless they are left out.
    const std::vector<std::vector<std::string>> commands{
        {"simulate", "--routing", "up-down", "--loads", "0.05,0.2", "--seed", "7", "--wire-cycles", "no"},
        {"simulate", "--vc-rule", "layers", "--loads", "0.1", "--preset", "booksim-min"},
        {"latency", "--routing", "up-down", "--loads", "0.05,0.1", "--wire-cycles", "no"},
        {"deadlock", "--vc-rule", "layers"},
        {"load", "--channels"},
        {"topology"}};
    for (std::vector<std::string> command : commands) {
        command.insert(command.end(), {"--format", "csv"});
        std::vector<std::string> with = command, of_file = command;
        with.insert(with.begin() + 1, "mesh:4x4");
        with.insert(with.end(), {"--faults", faults});
        of_file.insert(of_file.begin() + 1, "file:" + file);
        CAPTURE(command.front());
        CHECK(without(text_of(with), "faults+file=" + faults + ":mesh:4x4") ==
              without(text_of(of_file), "file:" + file));
    }
}

TEST_CASE("faults that cannot be are refused in one line that says where") {
    const Folder folder;
    const auto line = [&](const std::string& text) {
        return std::vector<std::string>{"--faults", folder.write("bad.csv", "kind,what,share\n" + text + "\n")};
    };
    const auto no_topology = [](const std::vector<std::string>& options, const std::string& why) {
        refused(plus({"topology", "mesh:4x4"}, options), why);
    };
    no_topology(line("node,16,"), "bad.csv:2: node 16 does not exist");
    no_topology(line("link,0-5,"), "no link goes there");
    no_topology(line("lnk,0-1,"), "did you mean 'link'?");
    no_topology(line("link,24,"), "0 to 23");
    no_topology(line("link,0-1,1.5"), "more than 0 and at most 1");
    no_topology(line("node,1,0.5"), "a share goes with a link");
    no_topology(line("vertical,0-1,"), "one plane");
    no_topology(line("plane,2,"), "1 to 1");
    no_topology(line("plane,1,"), "no node that sends");
    no_topology({"--faults", folder / "missing"}, "cannot read");
    no_topology({"--faults", "25"}, "there are 24 that can fail");
    no_topology({"--faults", "16", "--fault-kind", "node"}, "no node that sends");
    no_topology({"--fault-rate", "1.5"}, "from 0 to 1");
    no_topology({"--fault-rate", "-0.1"}, "from 0 to 1");
    no_topology({"--faults", "1", "--fault-rate", "0.1"}, "need one of them");
    no_topology({"--faults", "1", "--fault-kind", "vertical"}, "need --planes");
    // A rest in pieces: static figures say so, what needs routes is refused.
    const std::string pieces = folder.write("pieces.csv", "kind,what\nlink,0-1\nlink,4-5\nlink,8-9\nlink,12-13\n");
    CHECK(text_of({"topology", "mesh:4x4", "--faults", pieces}).find("2 components") != std::string::npos);
    const Outcome cut = program({"simulate", "mesh:4x4", "--loads", "0.1", "--faults", pieces});
    CHECK(cut.code == 2);
    CHECK(cut.err.find("cannot be reached") != std::string::npos);
    const Outcome dor = program({"simulate", "mesh:4x4", "--routing", "dor", "--loads", "0.1", "--faults", "1"});
    CHECK(dor.code == 2);
    CHECK(dor.err.find("has no routing 'dor'") != std::string::npos);
}

TEST_CASE("a stack with faults keeps the planes of the nodes that are left") {
    // Between two planes of 4 x 4 nodes are 16 links; of the lowest three have failed, one with its node.
    const Folder folder;
    const std::string faults = folder.write("stack.csv",
                                            "kind,what\nnode,\"(0,0,0)\"\nvertical,\"(1,1,0)-(1,1,1)\"\n"
                                            "vertical,\"(2,2,1)-(2,2,0)\"\n");
    text_of({"stack", "mesh:4x4x4", "--planes", "4", "--faults", faults, "--profile", "--out", folder / "out"});
    const auto rows = parse_csv(contents(folder / "out/stack-profile.csv"), ',');
    REQUIRE(rows.has_value());
    const auto column = std::find(rows->front().begin(), rows->front().end(), "links") - rows->front().begin();
    REQUIRE(rows->size() == 4);
    CHECK(rows->at(1)[static_cast<std::size_t>(column)] == "13");
    CHECK(rows->at(2)[static_cast<std::size_t>(column)] == "16");
    // A dead corner of an 8 x 8 mesh leaves the tiles of the others where they are: 110 wires of one tile.
    const std::string corner = folder.write("corner.csv", "kind,what\nnode,0\n");
    for (const char* layout : {"best", "raster"}) {
        const Records mesh = csv({"stack", "mesh:8x8", "--faults", corner, "--layout", layout});
        CHECK(cell(mesh, "max_wire_tiles") == "1");
        CHECK(cell(mesh, "total_wire_tiles") == "110");
    }
    // So a message without load waits for wires as it does without faults: on a line cut at its end nothing is longer.
    const auto cycles = [&](const std::vector<std::string>& more) {
        return cell(csv(plus({"latency", "mesh:8x1", "--routing", "up-down", "--loads", "0.01"}, more)), 1,
                    "link_cycles");
    };
    CHECK(cycles({}) == cycles({"--faults", corner}));
    refused({"stack", "mesh:4x4", "--planes", "4", "--placement", "rows", "--faults", "1", "--fault-kind", "vertical"},
            "with --placement rows, must be auto");
}

TEST_CASE("faults shows what is left, with the same bytes for any number of threads") {
    const Records curve = csv({"faults", "mesh:6x6", "--faults", "0,8", "--draws", "50", "--saturation"});
    REQUIRE(curve.size() == 3);
    CHECK(cell(curve, 1, "connected_probability") == "1");
    CHECK(cell(curve, 1, "diameter_hops") == "10");
    CHECK(cell(curve, 1, "avg_distance_hops") == "4");  // 2 (6 - 1/6) / 3 x 36/35
    CHECK(cell(curve, 1, "answer") == "exact");
    CHECK(cell(curve, 2, "answer") == "monte carlo");
    CHECK(cell(curve, 2, "cases") == "50");
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"faults", "mesh:6x6", "--faults", "8", "--fault-kind", "node,oneway",
                                   "--saturation"},
          {"faults", "torus:4x4", "--worst", "2"},
          {"faults", "mesh:4x4", "--fault-rate", "0.1", "--draws", "50"},
          {"faults", "ring:6", "--single-faults", "link", "--routing", "dor", "--list"}}) {
        CHECK(output(words) == output(plus(words, {"--threads", "3"})));
    }
    CHECK(text_of({"faults", "mesh:4x4", "--faults", "0:3", "--plot"}).find("connected probability") !=
          std::string::npos);
    // What one set of faults leaves is what the other commands say of it.
    const Folder folder;
    const Records worst = csv({"faults", "mesh:4x4", "--worst", "1", "--saturation"});
    CHECK(cell(worst, 1, "what") == "(0,1)-(0,2)");
    const std::string file = folder.write("worst.csv", "kind,what\nlink,\"(0,1)-(0,2)\"\n");
    CHECK(cell(worst, 1, "avg_distance_hops") ==
          cell(csv({"topology", "mesh:4x4", "--faults", file}), 1, "avg_distance_hops"));
    CHECK(cell(worst, 1, "saturation_load_flits_per_node_cycle") ==
          cell(csv({"load", "mesh:4x4", "--faults", file}), "ideal_throughput_flits_per_node_cycle"));
    // A ring of six without a link is a line: of 30 pairs 6 x 6 / 2 / 2 ways round go by the link in each direction.
    const Records ring = csv({"faults", "ring:6", "--single-faults", "node"});
    CHECK(cell(ring, 1, "sound") == "6");
    const Records line = csv({"faults", "mesh:5x1", "--single-faults", "link"});
    CHECK(cell(line, 1, "connected") == "0");
    CHECK(cell(line, 1, "least_delivered_share") == "0.3");  // the parts have 2 and 3 nodes: 3 x 2 of 5 x 4 pairs
    for (const auto& [words, why] : std::vector<std::pair<std::vector<std::string>, std::string>>{
             {{"--faults", "25"}, "numbers from 0 to 24"},
             {{"--faults", "0.5"}, "whole numbers"},
             {{"--fault-rate", "2"}, "numbers from 0 to 1"},
             {{"--draws", "1"}, "must be from 2 to"},
             {{"--fault-kind", "vertical"}, "need --planes"},
             {{"--single-faults", "link", "--worst", "2"}, "--single-faults with --worst, which has no effect there"},
             {{"--faults", "1", "--fault-rate", "0.1"}, "--faults with --fault-rate, which"},
             {{"--worst", "1", "--fault-rate", "0.1"}, "--worst with --faults or --fault-rate, which"},
             {{"--single-faults", "link", "--fault-kind", "node"}, "--single-faults with --faults, --fault-rate or"},
             {{"--list"}, "--list without --single-faults"},
             {{"--routing", "dor"}, "--routing without --single-faults"},
             {{"--single-faults", "link", "--routing", "fully-adaptive"}, "no routing"},
             {{"--single-faults", "oneway"}, "one-way links"}}) {
        refused(plus({"faults", "mesh:4x4"}, words), why);
    }
}

TEST_CASE("stacks as they are made: without defects all are whole, with them the lost parts are faults to read") {
    const Folder folder;
    const std::vector<std::string> perfect{"faults", "mesh:4x4x4",   "--planes",  "4",     "--stacks",
                                           "20",     "--defects",    "0",         "--set", "wire_failure=0",
                                           "--set",  "bond_yield=1", "--threads", "2"};
    const Records rows = csv(perfect);
    CHECK(cell(rows, "yield_system") == "1");
    CHECK(cell(rows, "whole_probability") == "1");
    CHECK(cell(rows, "working_senders") == "64");
    CHECK(cell(rows, "expected_gbit_s") == cell(rows, "throughput_gbit_s"));
    CHECK(cell(rows, "expected_plus_minus") == "0");
    // The load that the channels leave the graph from a file, times 64 nodes, the bits of a flit and the clock.
    CHECK(program({"draw", "mesh:4x4x4", "-o", folder / "net.edges"}).code == 0);
    const double load = std::stod(cell(csv({"load", "file:" + (folder / "net.edges"), "--routing", "minimal"}), 1,
                                       "ideal_throughput_flits_per_node_cycle"));
    const Records page = csv({"estimate", "mesh:4x4x4", "--planes", "4", "--defects", "0"});
    double clock = 0.0, bits = 0.0;
    for (const auto& row : page) {
        if (row[0] == "clock_ns") clock = std::stod(row[1]);
        if (row[0] == "flit_bits") bits = std::stod(row[1]);
    }
    REQUIRE(clock > 0.0);
    CHECK(std::stod(cell(rows, "throughput_gbit_s")) == about(load * 64 * bits / clock));
    // Every lost part is a fault that the other commands read.
    const std::vector<std::string> bad{"faults", "mesh:8x8",     "--planes", "4",      "--stacks",
                                       "1",      "--spares",     "0",        "--list", "--defects",
                                       "5",      "--known-good", "no",       "--set",  "wire_failure=1e-3"};
    const Records lost = csv(bad);
    REQUIRE(lost.size() > 5);
    std::set<std::string> kinds;
    std::string file = "kind,what\n";
    for (std::size_t i = 1; i < lost.size(); ++i) {
        kinds.insert(lost[i][0]);
        file += lost[i][0] + ",\"" + lost[i][1] + "\"\n";
    }
    CHECK(kinds.contains("processor"));
    CHECK(kinds.contains("link"));
    const Outcome read = program({"topology", "mesh:8x8", "--faults", folder.write("lost.csv", file)});
    CAPTURE(read.err);
    CHECK(read.code == 0);
    for (const auto& [words, why] : std::vector<std::pair<std::vector<std::string>, std::string>>{
             {{"--stacks", "5", "--worst", "1"}, "--stacks with --faults, --fault-kind, --fault-rate, --worst"},
             {{"--spares", "0.5"}, "--spares without --stacks"},
             {{"--defects", "1"}, "an option of the stack other than --planes without --stacks"},
             {{"--stacks", "5", "--spares", "-1"}, "--spares"},
             {{"--stacks", "5", "--planes", "2", "--plane-technology", "2=thesis"}, "thesis"},
             {{"--stacks", "5", "--planes", "2", "--spares", "0", "--defects", "3000"}, "passes its test"}}) {
        refused(plus({"faults", "mesh:4x4"}, words), why);
    }
}
