// Commands that keep what they have simulated: given again they only do the rest, and say the same.
#include "points/kept.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>

#include "checks.hpp"
#include "program.hpp"
#include "wafernet/base/error.hpp"

using namespace wafernet;
using namespace wafernet::test;

namespace {

std::size_t records(const std::string& file) {
    const std::string text = contents(file);
    const std::size_t head = text.find("\n---\n");
    REQUIRE(head != std::string::npos);
    return static_cast<std::size_t>(std::count(text.begin() + static_cast<std::ptrdiff_t>(head) + 5, text.end(), '\n'));
}

}  // namespace

TEST_CASE("cells are the same after they stood in a journal") {
    const std::vector<Value> cells = {
        std::string("a\tb\\"), 0.1, std::int64_t{-7}, Missing{"why\t"}, std::numeric_limits<double>::denorm_min(),
        std::string()};
    CHECK(cli::cells_of(cli::cells_text(cells)) == cells);
    CHECK_THROWS_AS(cli::cells_of("x1"), InputError);
    CHECK_THROWS_AS(cli::cells_of("i1x"), InputError);
}

TEST_CASE("results are found again under words of any characters") {
    const Folder folder;
    const std::vector<std::pair<std::string, std::string>> all = {
        {"a\nb", "1"}, {"a", "b\n2"}, {"c\\n\t\"'", "3\\"}, {"", ""}};
    {
        cli::KeptResults kept(folder / "k", {"any"});
        for (const auto& [words, text] : all) kept.keep(words, text);
    }
    const cli::KeptResults kept(folder / "k", {"any"}, Journal::Use::read);
    for (const auto& [words, text] : all) CHECK(kept.find(words) == text);
    CHECK(kept.find("b") == std::nullopt);
    std::size_t seen = 0;
    kept.for_each([&](std::string_view words, std::string_view text) {
        CHECK(std::find(all.begin(), all.end(), std::pair(std::string(words), std::string(text))) != all.end());
        ++seen;
    });
    CHECK(seen == all.size());
}

TEST_CASE("of processes that keep their points in one file at once all but one are refused, and the file is whole") {
    const Folder folder;
    const std::string words = "$W validate mesh:3x3 --fractions 0.3 --seeds 1 --cycles 3000 --format csv --reference p";
    const Outcome four = shell("for i in 1 2 3 4; do (" + words + " >rows$i 2>said$i; echo $? >code$i) & done; wait; " +
                                   "cat said1 said2 said3 said4 | sed 's/^error: the journal .p. is in use by another "
                                   "process, need another one or to wait$/busy/' | grep -v busy; cat code?",
                               folder.path().string());
    CAPTURE(four.out);
    // Whoever comes when another one has ended reads what that one kept.
    CHECK(std::all_of(four.out.begin(), four.out.end(),
                      [](char c) { return c == '0' || c == '1' || c == '2' || c == '\n'; }));
    CHECK(std::count(four.out.begin(), four.out.end(), '2') <= 3);
    const std::string kept = contents(folder / "p");
    CHECK(kept.find("wafernet journal", 1) == std::string::npos);  // one head
    const Outcome again = shell(words, folder.path().string());
    CHECK(again.code <= 1);
    CHECK(contents(folder / "p") == kept);
    CHECK(again.err.find("checksum") == std::string::npos);
}

TEST_CASE("simulated points of a file with a line end and a quote in its name are kept") {
    const Folder folder;
    folder.write("a\nb\"c", "0 1\n1 2\n2 0\n");
    const std::vector<std::string> words = {"validate",    "file:" + (folder / "a\nb\"c"),
                                            "--fractions", "0.5",
                                            "--seeds",     "1",
                                            "--cycles",    "1000",
                                            "--format",    "csv",
                                            "--reference", folder / "p"};
    const Outcome first = program(words);
    CAPTURE(first.err);
    REQUIRE(first.code <= 1);
    const std::string kept = contents(folder / "p");
    CHECK(program(words).out == first.out);
    CHECK(contents(folder / "p") == kept);
}

TEST_CASE("a simulation that is killed again and again ends with the rows of an undisturbed one, each simulated once") {
    const Folder folder;
    const std::string words =
        "simulate mesh:4x4 torus:4x4 --loads 0.02:0.4:0.02 --cycles 20000 --seeds 2 --all-loads --format csv";
    const Outcome once = shell("$W " + words, folder.path().string());
    REQUIRE(once.code == 0);
    const Outcome killed =
        shell("for i in $(seq 8); do $W " + words +
                  " -j 2 --store s >/dev/null 2>&1 & p=$!; sleep 0.0$((i % 5 + 2)); kill -9 $p; wait $p 2>/dev/null; "
                  "done; $W " +
                  words + " --store s",
              folder.path().string());
    CAPTURE(killed.err);
    CHECK(killed.code == 0);
    CHECK(killed.out == once.out);
    const cli::KeptResults kept(folder / "s", {"wafernet 0.1.0", "simulated loads"}, Journal::Use::read);
    CHECK(kept.size() == 40);
    CHECK(records(folder / "s") <= 40 + kept.damaged().size());
}

TEST_CASE("a store has loads of several cases, and those that a curve finds for itself") {
    const Folder folder;
    const std::vector<std::string> words = {"simulate", "ring:6", "--cycles", "1000",
                                            "--format", "csv",    "--store",  folder / "s"};
    const Outcome first = program(words);
    CHECK(first.out == program({"simulate", "ring:6", "--cycles", "1000", "--format", "csv"}).out);
    const std::size_t before = records(folder / "s");
    CHECK(program(words).out == first.out);
    CHECK(records(folder / "s") == before);
    // Another seed, router, network or traffic is another case.
    for (const std::vector<std::string>& more :
         {std::vector<std::string>{"--seed", "2"}, {"--buffer", "3"}, {"--traffic", "tornado"}, {"--seeds", "2"}}) {
        std::vector<std::string> with = words;
        with.insert(with.end(), more.begin(), more.end());
        with.insert(with.end(), {"--loads", "0.05"});
        const std::size_t already = records(folder / "s");
        CHECK(program(with).code == 0);
        CHECK(records(folder / "s") == already + 1);
    }
    refused({"simulate", "ring:6", "--store", folder / "s", "--levels"}, "--store with --levels");
    refused({"tables", "3.1", "--store", folder / "s"}, "--store without --simulate");
    refused({"tables", "3.1", "--simulate", "--store", folder / "s"}, "is about something else");
    refused({"simulate", "ring:6", "--store", folder.write("t", "some text\n")}, "is no journal");
    refused({"simulate", "ring:6", "--store", "/dev/null"}, "is no file");
    refused({"simulate", "ring:6", "--store", folder.path().string()}, "Is a directory");
    refused({"simulate", "ring:6", "--store", std::string(300, 'n')}, "File name too long");
}

TEST_CASE("a deadlock that is kept is said again") {
    const Folder folder;
    const std::vector<std::string> words = {"simulate", "torus:8x8", "--vc-rule", "any",        "--vcs",
                                            "1",        "--loads",   "0.8",       "--cycles",   "5000",
                                            "--format", "csv",       "--store",   folder / "s", "--allow-deadlock"};
    const Outcome first = program(words);
    REQUIRE(first.err.find("deadlocked at load") != std::string::npos);
    CHECK(first.code == 1);
    const Outcome second = program(words);
    CHECK(second.code == 1);
    CHECK(second.out == first.out);
    CHECK(second.err == first.err);
}

TEST_CASE("simulated numbers of tables are simulated once") {
    const Folder folder;
    // A table of one simulated number, so that it takes a moment.
    folder.write("small.toml",
                 "id = \"small\"\ntitle = \"a small one\"\ndocument = \"mudawwar\"\nplace = \"sec. 4.2\"\n"
                 "[[column]]\nname = \"traffic\"\ndefinition = {quantity = \"simulated_traffic\"}\n"
                 "arguments = {preset = \"kmway\", routing = \"adaptive\", loads = \"0.05,0.6\"}\n"
                 "[[row]]\nname = \"4\"\nnetwork = \"kmway-mesh:4,2\"\nprinted = {traffic = \"50\"}\n");
    const std::vector<std::string> words = {"tables",     "small",     "--tables", folder.path().string(),
                                            "--simulate", "--list",    "--format", "csv",
                                            "--store",    folder / "s"};
    const Outcome first = program(words);
    CAPTURE(first.err);
    REQUIRE(first.code == 0);
    CHECK(records(folder / "s") == 1);
    CHECK(program(words).out == first.out);
    CHECK(records(folder / "s") == 1);
    // The second run takes the number from the store: with another one there it says that.
    std::vector<std::string> other = words;
    other.back() = folder / "t";
    {
        const cli::KeptResults kept(folder / "s", {"wafernet 0.1.0", "simulated numbers of tables"},
                                    Journal::Use::read);
        cli::KeptResults changed(folder / "t", {"wafernet 0.1.0", "simulated numbers of tables"});
        kept.for_each([&](std::string_view name, std::string_view text) {
            std::vector<Value> cells = cli::cells_of(text);
            cells.at(0) = 12.5;
            changed.keep(std::string(name), cli::cells_text(cells));
        });
    }
    CHECK(program(other).out.find(",12.5,") != std::string::npos);
    CHECK(first.out.find(",12.5,") == std::string::npos);
}
