// sweep: a grid of points, of which none is lost and none done twice.
#include "points/sweep.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "checks.hpp"
#include "program.hpp"
#include "wafernet/base/error.hpp"

using namespace wafernet;
using namespace wafernet::test;

namespace {

constexpr const char* grid =
    "command = \"topology\"\n"
    "networks = [\"mesh:4x4\", \"torus:4x4\", \"ring:6\"]\n"
    "[vary]\n"
    "average = [\"distinct\", \"all-pairs\"]\n";

constexpr const char* curves =
    "command = \"latency\"\n"
    "networks = [\"mesh:4x4\", \"torus:4x4\"]\n"
    "where = [\"vcs>=2\"]\n"
    "without = [\"vcs=4 and network=mesh:4x4\"]\n"
    "[options]\n"
    "loads = \"0.05,0.1\"\n"
    "[vary]\n"
    "vcs = [1, 2, 4]\n"
    "[[zip]]\n"
    "flits = [4, 8]\n"
    "buffer = [2, 4]\n";

// A point that is soon finished, and one that is not.
constexpr const char* one_short_one_long =
    "command = \"simulate\"\n"
    "networks = [\"mesh:3x3\", \"mesh:32x32\"]\n"
    "[options]\n"
    "loads = \"0.05\"\n"
    "cycles = 300000\n";

// Of a shell: until the first point is kept, and a while into the second.
const std::string until_one_is_kept =
    "for i in $(seq 300); do grep -q nrows t.toml.journal 2>/dev/null && break; sleep 0.1; done; sleep 0.3; ";

// The one line with which a sweep file is refused.
void refused_file(const std::string& text, const std::string& hint) {
    const Folder folder;
    CAPTURE(text);
    const std::string file = folder.write("s.toml", text);
    refused({"sweep", file}, hint);
    CHECK(folder.files() == 1);
}

std::string sweep(const Folder& folder, const std::string& words, int code = 0) {
    const Outcome o = shell("$W sweep " + words, folder.path().string());
    CAPTURE(words);
    CAPTURE(o.err);
    CHECK(o.code == code);
    return o.out;
}

}  // namespace

TEST_CASE("a sweep crosses networks and options, takes lists side by side and leaves out what conditions say") {
    const Folder folder;
    folder.write("c.toml", curves);
    const cli::Sweep s = cli::read_sweep(folder / "c.toml");
    CHECK(s.size() == 12);
    std::vector<std::string> words;
    for (std::uint64_t i = 0; i < s.size(); ++i) {
        if (const auto point = s.point(i)) words.push_back(words_of(s, *point));
    }
    CHECK(words == std::vector<std::string>{"latency network=mesh:4x4 vcs=2 flits=4 buffer=2 loads=0.05,0.1",
                                            "latency network=mesh:4x4 vcs=2 flits=8 buffer=4 loads=0.05,0.1",
                                            "latency network=torus:4x4 vcs=2 flits=4 buffer=2 loads=0.05,0.1",
                                            "latency network=torus:4x4 vcs=2 flits=8 buffer=4 loads=0.05,0.1",
                                            "latency network=torus:4x4 vcs=4 flits=4 buffer=2 loads=0.05,0.1",
                                            "latency network=torus:4x4 vcs=4 flits=8 buffer=4 loads=0.05,0.1"});
}

TEST_CASE("the file that --help shows is one") {
    const std::string help = program({"sweep", "--help"}).out;
    const std::size_t from = help.find("  command = "), to = help.find("\n\n", from);
    const Folder folder;
    folder.write("help.toml", help.substr(from, to - from) + '\n');
    CHECK(cli::read_sweep(folder / "help.toml").size() == 16);
}

TEST_CASE("rows of a sweep are those of the command, with the options of the point in front") {
    const Folder folder;
    folder.write("c.toml", curves);
    const auto records = parse_csv(sweep(folder, "c.toml --format csv"), ',');
    REQUIRE(records.has_value());
    REQUIRE(records->size() == 13);
    CHECK(std::vector<std::string>((*records)[0].begin(), (*records)[0].begin() + 6) ==
          std::vector<std::string>{"network", "vcs", "flits", "buffer", "loads", "load_flits_per_node_cycle"});
    const Records one =
        csv({"latency", "torus:4x4", "--vcs", "4", "--flits", "8", "--buffer", "4", "--loads", "0.05,0.1"});
    const auto latency = [](const auto& all, std::size_t row) {
        const auto at = std::find(all[0].begin(), all[0].end(), "latency_cycles") - all[0].begin();
        return all[row][static_cast<std::size_t>(at)];
    };
    CHECK(latency(*records, 12) == latency(one, 2));
    CHECK(latency(*records, 11) == latency(one, 1));
}

TEST_CASE("results stand in the journal as they are") {
    cli::PointResult result;
    result.table.columns = {{"a\tb", ""}, {"c", ""}};
    result.table.rows = {{Value(std::string("x\\t\t|\n")), Value(0.1)},
                         {Value(Missing{"none\tthere"}), Value(std::int64_t{-3})}};
    const cli::PointResult again = cli::result_of(cli::text_of(result));
    CHECK(again.table.rows == result.table.rows);
    CHECK(again.table.columns[0].name == "a\tb");
    result = {};
    result.failed = "why\t";
    CHECK(cli::result_of(cli::text_of(result)).failed == result.failed);
    CHECK_THROWS_AS(cli::result_of("nothing"), InputError);
}

TEST_CASE("any number of threads and shards gives the bytes of one run") {
    const Folder folder;
    folder.write("g.toml", grid);
    const std::string once = sweep(folder, "g.toml --format csv --store one");
    CHECK(once.find("network,average") == 0);
    CHECK(sweep(folder, "g.toml --format csv --store two -j 3") == once);
    for (const char* shard : {"1/3", "2/3", "3/3"}) sweep(folder, std::string("g.toml --shard ") + shard);
    sweep(folder, "merge g.toml g.toml.journal.1-of-3 g.toml.journal.3-of-3");
    CHECK(sweep(folder, "export g.toml", 1).size() > 100);  // a third is missing
    CHECK(sweep(folder, "status g.toml --format csv").find(",6,4,0,2,0") != std::string::npos);
    sweep(folder, "merge g.toml g.toml.journal.2-of-3");
    CHECK(sweep(folder, "export g.toml --format csv") == once);
    // Parts by the environment of what starts them.
    const Outcome slurm = shell(
        "for i in 0 2 4; do SLURM_ARRAY_TASK_ID=$i SLURM_ARRAY_TASK_MIN=0 SLURM_ARRAY_TASK_STEP=2 "
        "SLURM_ARRAY_TASK_COUNT=3 $W sweep g.toml --shard auto --store s --quiet || exit 1; done >rows && "
        "for i in 0 1; do OMPI_COMM_WORLD_RANK=$i OMPI_COMM_WORLD_SIZE=2 $W sweep g.toml --shard auto --store o "
        "--quiet || exit 2; done >>rows && "
        "for i in 1 2; do PARALLEL_SEQ=$i $W sweep g.toml --shard auto/2 --store p --quiet || exit 3; done >>rows && "
        "$W sweep merge g.toml --store all s.* >said && $W sweep export g.toml --store all --format csv >from-s && "
        "$W sweep merge g.toml --store more o.* p.1-of-2 >said && $W sweep export g.toml --store more --format csv",
        folder.path().string());
    CAPTURE(slurm.err);
    CHECK(slurm.code == 0);
    CHECK(slurm.out == once);
    CHECK(contents(folder / "from-s") == once);
}

namespace {

// Kills -9 at random times, of every shard in turn.
void killed_again_and_again(int kills, int shards, int threads) {
    CAPTURE(shards);
    CAPTURE(threads);
    const Folder folder;
    std::string text =
        "command = \"latency\"\nnetworks = [\"mesh:3x3\"]\n[options]\nloads = \"0.1\"\n[vary]\nflits = [";
    for (int i = 1; i <= 60; ++i) text += std::to_string(i) + ",";
    folder.write("k.toml", text + "]\n");
    const std::string once = sweep(folder, "k.toml --format csv --store once");
    const std::string n = std::to_string(shards), j = std::to_string(threads);
    const Outcome killed =
        shell("n=0; for i in $(seq " + std::to_string(kills) + "); do $W sweep k.toml -j " + j +
                  " --resume --shard $((i % " + n + " + 1))/" + n +
                  " >/dev/null 2>&1 & p=$!; sleep 0.0$((i * 7 % 5 + 1)); kill -9 $p; wait $p 2>/dev/null; "
                  "m=$(cat k.toml.journal* 2>/dev/null | grep -c nrows); m=${m:-0}; [ \"$m\" -ge \"$n\" ] || exit 9; "
                  "n=$m; done; "
                  "for i in $(seq " +
                  n + "); do $W sweep k.toml --resume --quiet --shard $i/" + n +
                  " >/dev/null || exit 8; done; $W sweep merge k.toml --store all k.toml.journal* >/dev/null && "
                  "$W sweep export k.toml --store all --format csv",
              folder.path().string());
    CAPTURE(killed.err);
    CHECK(killed.code == 0);
    CHECK(killed.out == once);
    // A record a point, but for one that was cut short.
    const std::string journals = shell("cat k.toml.journal*", folder.path().string()).out;
    for (int i = 1; i <= 60; ++i) {
        const std::string word = " flits=" + std::to_string(i) + " ";
        const std::size_t at = journals.find(word);
        CHECK(at != std::string::npos);
        CHECK(journals.find(word, at + 1) == std::string::npos);
    }
}

}  // namespace

TEST_CASE("a sweep that is killed again and again loses nothing, does nothing twice and ends with the same table") {
    killed_again_and_again(10, 1, 2);
}

TEST_CASE("a sweep that is killed a hundred times, in shards and threads" * doctest::skip()) {
    for (const int shards : {1, 2, 3}) {
        for (const int threads : {1, 2}) killed_again_and_again(100, shards, threads);
    }
}

TEST_CASE("points that fail are said at the end and end nothing, and are done again only where it is asked for") {
    const Folder folder;
    folder.write("f.toml", "command = \"topology\"\nnetworks = [\"mesh:4x4\", \"mesh:1x0\", \"ring:5\"]\n");
    const Outcome o = shell("$W sweep f.toml --format csv", folder.path().string());
    CHECK(o.code == 1);
    CHECK(o.err.find("failed: topology network=mesh:1x0: ") != std::string::npos);
    CHECK(std::count(o.out.begin(), o.out.end(), '\n') == 3);
    CHECK(sweep(folder, "status f.toml --format csv").find(",3,3,1,0,0") != std::string::npos);
    CHECK(sweep(folder, "f.toml --resume --format csv", 1) == o.out);
    CHECK(sweep(folder, "f.toml --retry --format csv", 1) == o.out);
}

TEST_CASE("SIGTERM keeps what is finished and says how to go on") {
    const Folder folder;
    folder.write("t.toml", one_short_one_long);
    const Outcome o =
        shell("$W sweep t.toml >rows 2>said & p=$!; " + until_one_is_kept + "kill -TERM $p; wait $p; echo $?",
              folder.path().string());
    CHECK(o.out == "1\n");
    CHECK(contents(folder / "said")
              .find("1 of 2 points are finished and kept, go on with 'wafernet sweep t.toml --resume'") !=
          std::string::npos);
}

TEST_CASE("Ctrl-C on a sweep with a file is one line, which says what is kept and how it is shown") {
    const Folder folder;
    folder.write("t.toml", one_short_one_long);
    const Outcome o = shell("set -m; $W sweep t.toml -o rows.csv 2>said & p=$!; " + until_one_is_kept +
                                "kill -INT $p; wait $p; echo $?; "
                                "$W sweep export t.toml --format csv 2>&1; ls rows.csv 2>&1",
                            folder.path().string());
    CHECK(contents(folder / "said") ==
          "error: interrupted: 1 of 2 points are finished and kept, go on with 'wafernet sweep t.toml --resume'; "
          "'wafernet sweep export t.toml' shows them\n");
    CHECK(o.out.starts_with("1\n"));
    CHECK(o.out.find("\nmesh:3x3,0.05,") != std::string::npos);
    CHECK(o.out.find("No such file") != std::string::npos);
}

TEST_CASE("a merge says in every format what it has added, and an export without rows writes no empty file") {
    const Folder folder;
    folder.write("g.toml", grid);
    sweep(folder, "g.toml --shard 1/2");
    sweep(folder, "merge g.toml g.toml.journal.1-of-2 -o merged.csv");
    CHECK(contents(folder / "merged.csv") == "store,points_added,points\r\ng.toml.journal,3,3\r\n");
    sweep(folder, "merge g.toml g.toml.journal.1-of-2 -o merged.json");
    CHECK(contents(folder / "merged.json").find("\"points_added\": 0") != std::string::npos);
    folder.write("other.toml", "command = \"topology\"\nnetworks = [\"none:3\"]\nvary = {average = [\"distinct\"]}\n");
    const Outcome none = shell("$W sweep other.toml -o none.csv; ls none.csv", folder.path().string());
    CHECK(none.out.empty());
    CHECK(none.err.find("warning: there are no rows, 'none.csv' is not written\n") != std::string::npos);
}

TEST_CASE("a store that is damaged, of another sweep or on a full disk is one clear line, and goes on") {
    const Folder folder;
    folder.write("g.toml", grid);
    const std::string once = sweep(folder, "g.toml --format csv");
    refused({"sweep", folder / "g.toml"}, "--resume");
    std::string journal = contents(folder / "g.toml.journal");
    journal[journal.size() - 5] ^= 1;
    folder.write("g.toml.journal", journal);
    const Outcome o = shell("$W sweep g.toml --resume --format csv", folder.path().string());
    CHECK(o.code == 0);
    CHECK(o.out == once);
    CHECK(o.err.find("the checksum does not fit, its point is done again") != std::string::npos);
    folder.write("g.toml", std::string(grid) + "[options]\nexhaustive = true\n");
    refused({"sweep", folder / "g.toml", "--resume"}, "is about something else");
    folder.write("g.toml", grid);
    // No room: a file may have no more than so many blocks of 1024 bytes.
    const Outcome full = shell("ulimit -f 1; $W sweep g.toml --store full", folder.path().string());
    CHECK(full.code == 1);
    CHECK(full.err.find("cannot write the journal 'full'") != std::string::npos);
    CHECK(full.err.find("--resume'") != std::string::npos);
    CHECK(sweep(folder, "g.toml --store full --resume --format csv") == once);
}

TEST_CASE("a store is of what the files of a sweep hold, not of their names") {
    const Folder folder;
    folder.write("m.net", "0 1\n1 2\n");
    folder.write("f.toml", "command = \"topology\"\nnetworks = [\"file:m.net\", \"ring:3\"]\n");
    const std::string once = sweep(folder, "f.toml -j 2 --format csv");
    CHECK(once.find("\nfile:m.net,3,2,") != std::string::npos);
    CHECK(sweep(folder, "f.toml --resume --format csv") == once);
    folder.write("m.net", "0 1\n1 2\n2 0\n");
    const Outcome changed = shell("$W sweep f.toml --resume", folder.path().string());
    CHECK(changed.code == 2);
    CHECK(changed.err.find("is about something else: it has 'm.net holds #") != std::string::npos);
    CHECK(sweep(folder, "f.toml --store other --format csv").find("\nfile:m.net,3,3,") != std::string::npos);
}

TEST_CASE("a sweep file that is wrong is refused with its place, and nothing is written") {
    refused_file("command = \"latency\"\nnetworks = [\"ring:6\"]\n[options]\nvcs = [1, 2]\n",
                 "4:1: --vcs '1,2': need a whole number, 0 or more, or [vary]");
    const std::string head = "command = \"latency\"\nnetworks = [\"mesh:4x4\"]\n";
    refused_file("networks = [\"mesh:4x4\"]\n", "no key 'command'");
    refused_file("command = \"latancy\"\n", "did you mean 'latency'");
    refused_file(head + "varry = 1\n", "s.toml:3:1: unknown key 'varry' (did you mean 'vary'?)");
    refused_file(head + "[vary]\nvcz = [1]\n", "s.toml:4:1: unknown option 'vcz' of 'latency' (did you mean 'vcs'?)");
    refused_file(head + "[vary]\nvcs = [1, \"two\"]\n", "vcs");
    refused_file(head + "[vary]\nvcs = []\n", "vcs has no values");
    refused_file(head + "[[zip]]\nvcs = [1, 2]\nflits = [4]\n", "flits has 1 values beside 2 of vcs");
    refused_file(head + "[vary]\nvcs = [1]\n[options]\nvcs = 2\n", "given twice");
    refused_file("command = \"latency\"\n", "nothing to vary");
    refused_file("where = [\"vcs>2\"]\n" + head + "[vary]\nvcs = [1, 2]\n", "no point meets the conditions");
    refused_file("where = [\"vc>2\"]\n" + head + "[vary]\nvcs = [1, 2]\n", "did you mean 'vcs'");
    std::string many = "[";
    for (int i = 1; i <= 1000; ++i) many += std::to_string(i) + ",";
    many += "]\n";
    refused_file(head + "[vary]\nflits = " + many + "buffer = " + many + "hotspot-nodes = " + many + "vcs = [1, 2]\n",
                 "more than 1000000000 points");
    refused({"sweep"}, "is missing");
    refused({"sweep", "none.toml"}, "none.toml");
    for (const char* shard : {"0/3", "4/3", "1", "x/2", "auto"}) {
        const Folder folder;
        refused({"sweep", folder.write("g.toml", grid), "--shard", shard});
    }
}
