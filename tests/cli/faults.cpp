#include <doctest/doctest.h>

#include "checks.hpp"

using namespace wafernet::test;

namespace {

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
    output({"draw", "faults+file=" + faults + ":mesh:4x4", "--format", "edges", "-o", file});
    const std::vector<std::vector<std::string>> commands{
        {"simulate", "--routing", "up-down", "--loads", "0.05,0.2", "--seed", "7"},
        {"simulate", "--vc-rule", "layers", "--loads", "0.1", "--preset", "booksim-min"},
        {"latency", "--routing", "up-down", "--loads", "0.05,0.1"},
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
        CHECK(without(output(with), "faults+file=" + faults + ":mesh:4x4") == without(output(of_file), "file:" + file));
    }
}

TEST_CASE("faults that cannot be are refused in one line that says where") {
    const Folder folder;
    const auto refused = [&](const std::vector<std::string>& options, const std::string& why) {
        std::vector<std::string> words{"topology", "mesh:4x4"};
        words.insert(words.end(), options.begin(), options.end());
        const Outcome outcome = program(words);
        CHECK(outcome.code == 2);
        CHECK(outcome.out.empty());
        CAPTURE(outcome.err);
        CHECK(outcome.err.find(why) != std::string::npos);
    };
    const auto line = [&](const std::string& text) {
        return std::vector<std::string>{"--faults", folder.write("bad.csv", "kind,what,share\n" + text + "\n")};
    };
    refused(line("node,16,"), "bad.csv:2: node 16 does not exist");
    refused(line("link,0-5,"), "no link goes there");
    refused(line("lnk,0-1,"), "did you mean 'link'?");
    refused(line("link,24,"), "0 to 23");
    refused(line("link,0-1,1.5"), "more than 0 and at most 1");
    refused(line("node,1,0.5"), "a share goes with a link");
    refused(line("vertical,0-1,"), "one plane");
    refused(line("plane,2,"), "1 to 1");
    refused(line("plane,1,"), "no node that sends");
    refused({"--faults", folder / "missing"}, "cannot read");
    refused({"--faults", "25"}, "there are 24 that can fail");
    refused({"--faults", "16", "--fault-kind", "node"}, "no node that sends");
    refused({"--fault-rate", "1.5"}, "from 0 to 1");
    refused({"--fault-rate", "-0.1"}, "from 0 to 1");
    refused({"--faults", "1", "--fault-rate", "0.1"}, "need one of them");
    refused({"--faults", "1", "--fault-kind", "vertical"}, "need --planes");
    // A rest in pieces: static figures say so, what needs routes is refused.
    const std::string pieces = folder.write("pieces.csv", "kind,what\nlink,0-1\nlink,4-5\nlink,8-9\nlink,12-13\n");
    CHECK(output({"topology", "mesh:4x4", "--faults", pieces}).find("2 components") != std::string::npos);
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
    output({"stack", "mesh:4x4x4", "--planes", "4", "--faults", faults, "--profile", "--out", folder / "out"});
    const auto rows = parse_csv(contents(folder / "out/stack-profile.csv"), ',');
    REQUIRE(rows.has_value());
    const auto column = std::find(rows->front().begin(), rows->front().end(), "links") - rows->front().begin();
    REQUIRE(rows->size() == 4);
    CHECK(rows->at(1)[static_cast<std::size_t>(column)] == "13");
    CHECK(rows->at(2)[static_cast<std::size_t>(column)] == "16");
}
