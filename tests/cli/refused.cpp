// What is refused: memory, and what a full disk refuses. Each refusal ends in one line and leaves the old file.
#include <doctest/doctest.h>

#include <algorithm>
#include <random>

#include "program.hpp"

using namespace wafernet::test;

namespace {

struct Refused {
    std::vector<std::string> words;
    std::string file;  // that it writes; what it is called ends in what it is
};

std::vector<Refused> writing_commands() {
    static const bool graphviz = shell("command -v neato").code == 0;
    std::vector<Refused> all = {{{"list", "families"}, "o.csv"},
                                {{"estimate", "@m.toml"}, "o.json"},
                                {{"compare", "mesh:3x3", "torus:3x3"}, "o.md"},
                                {{"topology", "file:mine.net"}, "o.csv"},
                                {{"verify", "ccc:3"}, "o.csv"},
                                {{"explain", "ccc:4", "diameter_hops"}, "o.txt"},
                                {{"route", "torus:4x4", "0", "10"}, "o.csv"},
                                {{"stack", "htn:2,2,2,0", "--planes", "2"}, "o.csv"},
                                {{"yield", "mesh:4x4", "--defects", "0.1:1:0.3"}, "o.tex"},
                                {{"router", "--network", "mesh:4x4"}, "o.csv"},
                                {{"mapping", "mesh:4x4"}, "o.csv"},
                                {{"deadlock", "torus:3x3", "--repair", "--vcs", "2"}, "o.json"},
                                {{"adaptiveness", "mesh:3x3"}, "o.csv"},
                                {{"simulate", "mesh:3x3", "--loads", "0.1", "--cycles", "1000"}, "o.csv"},
                                {{"latency", "mesh:3x3"}, "o.html"},
                                {{"tables", "4.1"}, "o.csv"},
                                {{"cost", "mesh:4x4"}, "o.csv"},
                                {{"energy", "mesh:4x4"}, "o.csv"},
                                {{"draw", "mesh:3x3"}, "o.svg"},
                                {{"load", "mesh:3x3", "--traffic", "file:t.csv"}, "o.csv"},
                                {{"collectives", "how:4,2,2"}, "o.csv"},
                                {{"topology", "mesh:3x3"}, "o.xlsx"}};
    if (graphviz) all.push_back({{"draw", "ccc:3", "--engine", "neato"}, "o.svg"});
    return all;
}

struct Ending {
    Outcome says;
    std::string file;
    std::size_t files = 0;  // that are there besides the inputs
    long calls = 0;

    [[nodiscard]] bool same(const Ending& other) const {
        return says.code == other.says.code && says.out == other.says.out && says.err == other.says.err &&
               file == other.file;
    }
};

// The command with the rule of tests/refuse/refuse.cpp, in a folder with its inputs and an old file.
Ending ending(const Refused& command, const std::string& rule) {
    const Folder folder, counted, temporary;
    folder.write("m.toml", "network = \"mesh:3x3\"\n");
    folder.write("mine.net", "a b\nb c\nc d\nd a\na c\n");
    folder.write("t.csv", "source,destination,rate\n0,1,1\n");
    const std::size_t inputs = folder.files();
    folder.write(command.file, "old\n");
    std::vector<std::string> words{"/usr/bin/env",
                                   "LD_PRELOAD=" + refuse_library(),
                                   "REFUSE=" + rule,
                                   "TMPDIR=" + temporary.path().string(),
                                   "REFUSE_COUNT=" + (counted / "calls"),
                                   program_path()};
    words.insert(words.end(), command.words.begin(), command.words.end());
    for (const char* word : {"--quiet", "-j", "2", "-o"}) words.emplace_back(word);
    words.push_back(command.file);
    Ending out{run_command(words, folder.path().string()), contents(folder / command.file),
               folder.files() - inputs + temporary.files(), 0};
    const std::string calls = contents(counted / "calls");
    if (!calls.empty()) out.calls = std::stol(calls);
    return out;
}

// Empty, or what is wrong.
std::string wrong(const Refused& command, const Ending& whole, const std::string& rule, const std::string& line) {
    const Ending end = ending(command, rule);
    if (end.same(whole)) return {};  // it could do without
    const bool one_line = std::count(end.says.err.begin(), end.says.err.end(), '\n') == 1;
    if (end.says.code == 1 && one_line && end.says.err.starts_with(line) && end.file == "old\n" && end.files == 1)
        return {};
    // libxlsxwriter leaves out the selected cell of a frozen pane without a word.
    if (command.file.ends_with(".xlsx") && end.says.code == 0 && end.file.starts_with("PK")) return {};
    return command.words.front() + " " + rule + ": exit " + std::to_string(end.says.code) + ", " +
           std::to_string(end.files) + " files, " + (end.file == "old\n" ? "old" : "new") + " file, " + end.says.err;
}

// Refuses allocations of every command: the first `first`, and `drawn` of all others.
void refuse_memory(long first, int drawn) {
    std::mt19937 random(44);
    for (const Refused& command : writing_commands()) {
        CAPTURE(command.words.front());
        const Ending whole = ending(command, "malloc:0");
        REQUIRE(whole.says.err == "");
        REQUIRE(whole.says.code == 0);
        REQUIRE(whole.calls > 200);
        std::vector<long> all;
        for (long n = 1; n <= first; ++n) all.push_back(n);
        for (int i = 0; i < drawn; ++i) all.push_back(std::uniform_int_distribution<long>(1, whole.calls)(random));
        for (const long n : all) {
            CHECK(wrong(command, whole, "malloc:" + std::to_string(n), "error: out of memory\n") == "");
            if (n % 5 == 0)
                CHECK(wrong(command, whole, "malloc:" + std::to_string(n) + "+", "error: out of memory\n") == "");
        }
    }
}

}  // namespace

TEST_CASE("an allocation that is refused ends every command in one line" * doctest::test_suite("long")) {
    refuse_memory(6, 10);
}

// Ten minutes: only with --no-skip.
TEST_CASE("each of the first 200 allocations and 400 of the others are refused" * doctest::test_suite("long") *
          doctest::skip()) {
    refuse_memory(200, 400);
}

TEST_CASE("a write, sync, rename or close that is refused ends every command in one line, the old file stays" *
          doctest::test_suite("long")) {
    int refusals = 0;
    for (const Refused& command : writing_commands()) {
        for (const std::string call : {"write", "fsync", "rename", "close"}) {
            CAPTURE(call);
            const Ending whole = ending(command, call + ":0");
            REQUIRE(whole.says.code == 0);
            REQUIRE(whole.calls > 0);
            for (long n = 1; n <= whole.calls; ++n) {
                CHECK(wrong(command, whole, call + ":" + std::to_string(n), "error: cannot write") == "");
                ++refusals;
            }
        }
    }
    CHECK(refusals > 100);
}
