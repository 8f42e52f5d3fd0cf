// Simulations that stand behind published tables: tables/simulated.csv keeps what they gave.
#include <doctest/doctest.h>

#include "program.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/published/published.hpp"
#include "wafernet/report/render.hpp"

using namespace wafernet;
using namespace wafernet::published;
using namespace wafernet::test;

TEST_CASE("results of simulations are written and read back as they were") {
    Simulations made;
    made["simulated_claim mesh:4x4 than=torus:4x4 loads=0.1,0.2"] = {
        std::string("yes"), {}, "0.0432 (+- 0.0003) is > 0.04, 5 seeds"};
    made["simulated_max_throughput mesh:4x4"] = {0.1 + 0.2, {}, "a note, with \"quotes\"", 1.0 / 3.0};
    made["simulated_ratio mesh:4x4"] = {Missing{"a tie: equal"}, {}, "tie: 1 against 2", {}, true};
    made["simulated_claim ring:4"] = {Missing{"deadlocks"}, {}, "", {}, false, true};
    const Folder folder;
    const std::string text = render(simulations_table(made), {Format::csv, CsvDialect::rfc4180});
    const Simulations read = read_simulations(folder.write("s.csv", "# made by hand\n" + text));
    REQUIRE(read.size() == made.size());
    for (const auto& [words, e] : made) {
        CAPTURE(words);
        const Evaluation& again = read.at(words);
        CHECK(again.value == e.value);
        CHECK(again.note == e.note);
        CHECK(again.error == e.error);
        CHECK(again.tie == e.tie);
        CHECK(again.impossible == e.impossible);
    }
    CHECK_THROWS_WITH_AS(read_simulations(folder.write("short.csv", "# a\nsimulated_claim mesh:4x4,yes\n")),
                         doctest::Contains("short.csv:2: 2 cells, must be 7"), InputError);
    CHECK_THROWS_WITH_AS(read_simulations(folder.write("twice.csv", text + text)),
                         doctest::Contains("stands in a line before"), InputError);
}

TEST_CASE("a table is judged by the simulations beside it, as by those that --simulate runs") {
    const Folder folder;
    folder.write("small.toml",
                 "id = \"small\"\ntitle = \"a small one\"\ndocument = \"mudawwar\"\nplace = \"sec. 4.2\"\n"
                 "[[column]]\nname = \"traffic\"\ndefinition = {quantity = \"simulated_traffic\"}\n"
                 "arguments = {preset = \"kmway\", routing = \"adaptive\", loads = \"0.05,0.6\"}\n"
                 "[[row]]\nname = \"4\"\nnetwork = \"kmway-mesh:4,2\"\nprinted = {traffic = \"50\"}\n");
    const std::vector<std::string> list{"tables", "small",    "--tables", folder.path().string(),
                                        "--list", "--format", "csv"};
    CHECK(program(list).out.find(",open,") != std::string::npos);
    const Outcome run =
        program({"tables", "small", "--tables", folder.path().string(), "--simulate", "--out", folder / "out"});
    CAPTURE(run.err);
    REQUIRE(run.code == 0);
    const std::string kept = contents(folder / "out/simulated.csv");
    CHECK(kept.starts_with("# wafernet "));
    CHECK(kept.find("'tables --simulate --seed 1 --seeds 5'") != std::string::npos);
    folder.write("simulated.csv", kept);
    const std::string verdict = ",simulated,not-reproducible,";
    CHECK(contents(folder / "out/small.csv").find(verdict) != std::string::npos);
    const std::string judged = program(list).out;
    CHECK(judged.find(verdict) != std::string::npos);
    CHECK(judged.find("run before, tables/simulated.csv") != std::string::npos);
}
