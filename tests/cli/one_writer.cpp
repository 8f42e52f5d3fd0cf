// A file that is written is the old one or a whole new one, whatever ends the program.
#include <doctest/doctest.h>

#include <chrono>
#include <map>
#include <random>

#include "program.hpp"

using namespace wafernet::test;

TEST_CASE("a simulation that ends before its first load leaves the old file as it was") {
    for (const char* signal : {"INT", "TERM", "HUP"}) {
        CAPTURE(signal);
        const Folder folder;
        folder.write("old.csv", "old\n");
        const Outcome o =
            shell(std::string("set -m; $W simulate mesh:16x16 --loads 0.1 --cycles 100000000 -o old.csv & until ") +
                      computed(0.2) + "; do sleep 0.05; done; kill -" + signal + " $!; wait $!",
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

namespace {

constexpr const char* small_sweep =
    "command = \"simulate\"\nnetworks = [\"mesh:3x3\"]\n[options]\ncycles = 3000\n[vary]\nloads = [0.05, 0.1, 0.15]\n";

struct Writing {
    std::string words;
    bool store = false;  // given again it goes on
};

// Commands that write: every form of file, folders, stores, and other programs' folders.
const std::vector<Writing>& commands_that_write() {
    static const std::vector<Writing> all = {
        {"list families --format json -o f"},
        {"estimate mesh:6x6 -o f.csv"},
        {"compare mesh:4x4 torus:4x4 -o f.md"},
        {"latency mesh:8x8 --loads 0.1:0.3:0.05 -o f.html"},
        {"topology torus:8x8 -o f.xlsx"},
        {"yield mesh:4x4 --defects 0.1:1:0.1 -o f.tex"},
        {"draw mesh:4x4 -o f.svg"},
        {"simulate mesh:3x3 --loads 0.05:0.2:0.05 --cycles 3000 -o f.csv --store s", true},
        {"sweep s.toml --resume -o f.csv", true},
        {"tables 4.1 --out out"}};
    static const bool pictures = shell("command -v gnuplot").code == 0, places = shell("command -v neato").code == 0;
    static const std::vector<Writing> more = [] {
        std::vector<Writing> out = all;
        if (pictures) out.push_back({"latency mesh:4x4 --loads 0.1:0.3:0.1 -o f.png"});
        if (places) out.push_back({"draw ccc:3 --engine neato -o f.svg"});
        return out;
    }();
    return more;
}

using Files = std::map<std::string, std::string>;

Files files_in(const Folder& folder) {
    Files all;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder.path())) {
        const std::string name = std::filesystem::relative(entry.path(), folder.path()).string();
        if (entry.is_regular_file()) all[name] = contents(entry.path());
    }
    return all;
}

std::size_t in_temporary(const Folder& folder) {
    const std::filesystem::directory_iterator all(folder / "tmp");
    return static_cast<std::size_t>(std::distance(begin(all), end(all)));
}

void prepare(const Folder& folder, const std::string& again) {
    std::filesystem::create_directory(folder / "tmp");
    folder.write("s.toml", small_sweep);
    folder.write("again.csv", again);
}

Outcome in(const Folder& folder, const std::string& line) {
    return shell("export TMPDIR=$PWD/tmp; " + line, folder.path().string());
}

// Kills commands at random moments; each leaves the old file or a whole new one, and a store that it goes on with.
void kill_at_random(int kills) {
    std::mt19937 random(44);
    const Outcome table = program({"list", "presets", "--format", "csv", "--provenance"});
    REQUIRE(table.code == 0);
    struct Whole {
        Files files;
        double seconds = 0.0;
    };
    std::map<std::string, Whole> wholes;
    for (const Writing& command : commands_that_write()) {
        CAPTURE(command.words);
        const Folder folder;
        prepare(folder, table.out);
        const auto begun = std::chrono::steady_clock::now();
        const Outcome o = in(folder, "$W " + command.words);
        CAPTURE(o.err);
        REQUIRE((o.code == 0 || command.store));
        const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begun;
        wholes[command.words] = {files_in(folder), taken.count()};
        CHECK(in_temporary(folder) == 0);
    }
    for (int k = 0; k < kills; ++k) {
        const Writing& command = commands_that_write()[random() % commands_that_write().size()];
        const std::string signal = std::vector<std::string>{"INT", "TERM", "KILL"}[random() % 3];
        const Whole& whole = wholes[command.words];
        const double delay = whole.seconds * 1.2 * static_cast<double>(random() % 1000) / 1000.0;
        const Folder folder;
        prepare(folder, table.out);
        Files allowed = whole.files;
        const bool to_folder = command.words.find("--out") != std::string::npos;
        for (const auto& [name, text] : whole.files) {
            if (name.starts_with("f")) folder.write(name, "old\n");
        }
        const Outcome o = in(folder, "set -m; $W " + command.words + " & sleep " + std::to_string(delay) + "; kill -" +
                                         signal + " $!; wait $!");
        CAPTURE(command.words);
        CAPTURE(signal);
        CAPTURE(delay);
        for (const auto& [name, text] : files_in(folder)) {
            CAPTURE(name);
            const bool temporary = name.find(".wafernet-") != std::string::npos || name.starts_with("tmp/");
            if (temporary) CHECK(signal == "KILL");
            else if (command.store && !name.starts_with("f")) continue;
            else if (signal != "KILL" && o.err.find("warning: interrupted") != std::string::npos) continue;
            else CHECK(((name.starts_with("f") && text == "old\n") || text == allowed[name]));
        }
        for (const auto& [name, text] : whole.files) {
            if (!to_folder && !command.store) CHECK(std::filesystem::exists(folder / name));
        }
        if (signal != "KILL") CHECK(in_temporary(folder) == 0);
        if (!command.store) continue;
        const Outcome rest = in(folder, "$W " + command.words + " --quiet");
        CHECK(rest.err == "");
        for (const auto& [name, text] : whole.files) {
            if (name.starts_with("f")) CHECK(contents(folder / name) == text);
        }
    }
}

}  // namespace

TEST_CASE("after random kills a file is the old one or a whole new one, and a store goes on") { kill_at_random(30); }

// A quarter of an hour: only with --no-skip.
TEST_CASE("the same after 1,000 kills" * doctest::test_suite("long") * doctest::skip()) { kill_at_random(1000); }
