// Simulations that stand behind published tables: tables/simulated.csv keeps what they gave.
#include <doctest/doctest.h>

#include <chrono>
#include <random>
#include <set>

#include "checks.hpp"
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
    const std::string text = render(simulations_table(made), {Format::csv});
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
    write_small_table(folder);
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

TEST_CASE("drawn simulations behind the tables give the same again, to the last digit" * doctest::test_suite("long")) {
    const std::filesystem::path folder = source_folder() / "tables";
    const Simulations kept = read_simulations(folder / "simulated.csv");
    // Another two every day, of the networks of 256 nodes, which take a second or two.
    std::vector<std::string> quick;
    for (const auto& [words, e] : kept) {
        if (words.find(" htn:4,2,2,1 ") != std::string::npos && words.find("than-") == std::string::npos)
            quick.push_back(words);
    }
    REQUIRE(quick.size() > 10);
    const auto day =
        std::chrono::duration_cast<std::chrono::hours>(std::chrono::system_clock::now().time_since_epoch()) / 24;
    std::mt19937_64 random(static_cast<std::uint64_t>(day.count()));
    std::shuffle(quick.begin(), quick.end(), random);
    const std::set<std::string> drawn(quick.begin(), quick.begin() + (sanitized() ? 1 : 2));
    std::set<std::string> again;
    Workbench bench;
    bench.simulate = true;
    bench.kept_evaluation = [&](const std::string& runs, const std::function<Evaluation()>& evaluate) {
        const std::string words = runs.substr(0, runs.rfind(" seed="));
        CHECK(runs.ends_with(" seed=1 seeds=5"));
        if (!drawn.contains(words) || again.contains(words)) return Evaluation{Missing{"another one"}};
        CAPTURE(words);
        const Evaluation before = kept.at(words), now = evaluate();
        CHECK(now.value == before.value);
        CHECK(now.error == before.error);
        CHECK(now.tie == before.tie);
        CHECK(now.note == before.note);
        again.insert(words);
        return now;
    };
    bench.stop = [&] { return again.size() == drawn.size(); };
    for (const PrintedTable& table : read_tables(folder)) {
        const bool of_them = table.id == "4.2" || (table.id >= "fig-4.18" && table.id <= "fig-4.25");
        if (of_them && again.size() < drawn.size()) judge(table, bench);
    }
    CHECK(again == drawn);
}
