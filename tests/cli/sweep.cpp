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
    "for i in $(seq 300); do $W sweep status t.toml --format csv 2>/dev/null | grep -q ',2,1,0,1,0' && break; sleep "
    "0.1; "
    "done; sleep 0.3; ";

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
    const std::string help = program({"sweep", "--help-all"}).out;
    const std::size_t from = help.find("  command = "), to = help.find("\n\n", from);
    const Folder folder;
    folder.write("help.toml", help.substr(from, to - from) + '\n');
    CHECK(cli::read_sweep(folder / "help.toml").size() == 16);
}

TEST_CASE("rows of a sweep are those of the command, with the options of the point in front" *
          doctest::test_suite("long")) {
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

TEST_CASE("every command that makes rows of networks is swept: its rows are those of the command") {
    const Folder folder;
    folder.write("two.goal", "num_ranks 2\nrank 0 {\nsend 8b to 1\n}\nrank 1 {\nrecv 8b from 0\n}\n");
    struct Swept {
        const char *command, *network, *options, *words;
    };
    for (const Swept& s :
         {Swept{"cost", "mesh:4x4", "", "mesh:4x4"},
          {"energy", "mesh:4x4", "", "mesh:4x4"},
          {"yield", "htn:4,2,2,0", "", "htn:4,2,2,0"},
          {"load", "mesh:4x4", "traffic = \"transpose\"\n", "mesh:4x4 --traffic transpose"},
          {"estimate", "mesh:4x4", "vcs = 4\n", "mesh:4x4 --vcs 4"},
          {"stack", "mesh:4x4", "planes = 2\n", "mesh:4x4 --planes 2"},
          {"faults", "mesh:3x3", "draws = 3\n", "mesh:3x3 --draws 3"},
          {"deadlock", "torus:4x4", "", "torus:4x4"},
          {"adaptiveness", "mesh:4x4", "", "mesh:4x4"},
          {"collectives", "mesh:3x3", "operation = \"broadcast\"\nbytes = 1000\n",
           "mesh:3x3 --operation broadcast --bytes 1000"},
          {"run", "mesh:2x2", "file = \"two.goal\"\nports = \"all\"\n", "two.goal mesh:2x2 --ports all"},
          {"mapping", "mesh:4x4", "", "mesh:4x4"},
          {"makespan", "mesh:4x4", "messages = 4\n", "mesh:4x4 --messages 4"},
          {"router", "mesh:4x4", "", "--network mesh:4x4"},
          {"windows", "how:16,3,2", "", "how:16,3,2"},
          {"verify", "mesh:4x4", "", "mesh:4x4"},
          {"embed", "", "guest = \"ring:16\"\nhost = \"mesh:4x4\"\n", "ring:16 mesh:4x4"}}) {
        CAPTURE(s.command);
        const std::string axis =
            *s.network != '\0' ? "networks = [\"" + std::string(s.network) + "\"]\n[options]\n" : "[[zip]]\n";
        folder.write("s.toml", "command = \"" + std::string(s.command) + "\"\n" + axis + s.options);
        const auto
            rows = parse_csv(sweep(folder, "s.toml --format csv --quiet --store " + std::string(s.command)), ','),
            direct = parse_csv(
                shell("$W " + std::string(s.command) + " " + s.words + " --format csv", folder.path().string()).out,
                ',');
        REQUIRE((rows && direct));
        REQUIRE(rows->size() == direct->size());
        REQUIRE(rows->size() > 1);
        std::size_t same = 0;
        for (std::size_t c = 0; c < (*direct)[0].size(); ++c) {
            const auto at = std::ranges::find((*rows)[0], (*direct)[0][c]);
            if (at == (*rows)[0].end()) continue;
            for (std::size_t r = 1; r < rows->size(); ++r)
                CHECK((*rows)[r][static_cast<std::size_t>(at - (*rows)[0].begin())] == (*direct)[r][c]);
            ++same;
        }
        CHECK(same == (*direct)[0].size());
    }
}

TEST_CASE("any number of threads and shards gives the bytes of one run") {
    const Folder folder;
    folder.write("g.toml", grid);
    const std::string once = sweep(folder, "g.toml --format csv --store one");
    CHECK(once.find("network,average") == 0);
    CHECK(sweep(folder, "g.toml --format csv --store two -j 3") == once);
    for (const char* shard : {"1/3", "2/3", "3/3"})
        sweep(folder, std::string("g.toml --store shared --shard ") + shard);
    CHECK(sweep(folder, "export g.toml --store shared --format csv") == once);
    for (const char* shard : {"1/3", "2/3", "3/3"})
        sweep(folder, std::string("g.toml --file-per-shard --shard ") + shard);
    sweep(folder, "merge g.toml g.toml.db.1-of-3 g.toml.db.3-of-3");
    CHECK(sweep(folder, "export g.toml", 1).size() > 100);  // a third is missing
    CHECK(sweep(folder, "status g.toml --format csv").find(",6,4,0,2,0") != std::string::npos);
    sweep(folder, "merge g.toml g.toml.db.2-of-3");
    CHECK(sweep(folder, "export g.toml --format csv") == once);
    // Parts by the environment of what starts them.
    const Outcome slurm = shell(
        "for i in 0 2 4; do SLURM_ARRAY_TASK_ID=$i SLURM_ARRAY_TASK_MIN=0 SLURM_ARRAY_TASK_STEP=2 "
        "SLURM_ARRAY_TASK_COUNT=3 $W sweep g.toml --shard auto --file-per-shard --store s --quiet || exit 1; done "
        ">rows && "
        "for i in 0 1; do OMPI_COMM_WORLD_RANK=$i OMPI_COMM_WORLD_SIZE=2 $W sweep g.toml --shard auto --file-per-shard "
        "--store o --quiet || exit 2; done >>rows && "
        "for i in 1 2; do PARALLEL_SEQ=$i $W sweep g.toml --shard auto/2 --file-per-shard --store p --quiet || exit 3; "
        "done >>rows && "
        "$W sweep merge g.toml --store all s.* >said && $W sweep export g.toml --store all --format csv >from-s && "
        "$W sweep merge g.toml --store more o.* p.1-of-2 >said && $W sweep export g.toml --store more --format csv",
        folder.path().string());
    CAPTURE(slurm.err);
    CHECK(slurm.code == 0);
    CHECK(slurm.out == once);
    CHECK(contents(folder / "from-s") == once);
}

namespace {

// Kills -9 at random times, of every shard in turn, which share a store or have one each. No count of points falls.
void killed_again_and_again(int kills, int shards, int threads, bool apart) {
    CAPTURE(shards);
    CAPTURE(threads);
    CAPTURE(apart);
    const Folder folder;
    std::string text =
        "command = \"latency\"\nnetworks = [\"mesh:3x3\"]\n[options]\nloads = \"0.1\"\nmethod = "
        "\"model\"\n[vary]\nflits = [";
    for (int i = 1; i <= 20; ++i) text += std::to_string(i) + ",";
    folder.write("k.toml", text + "]\n");
    const std::string once = sweep(folder, "k.toml --format csv --store once");
    const std::string n = std::to_string(shards), own = apart ? " --file-per-shard" : "";
    const std::string count =
        "m=$(for s in k.toml.db*; do case $s in *-wal|*-shm|*-journal) ;; *) $W sweep status k.toml --store $s "
        "--format csv "
        "2>/dev/null | tail -n 1 | cut -d , -f 3 ;; esac; done | awk '{ all += $1 } END { print all + 0 }'); ";
    const Outcome killed = shell(
        "n=0; for i in $(seq " + std::to_string(kills) + "); do $W sweep k.toml -j " + std::to_string(threads) +
            " --resume --shard $((i % " + n + " + 1))/" + n + own +
            " >/dev/null 2>&1 & p=$!; sleep 0.0$((i * 7 % 5 + 1)); kill -9 $p 2>/dev/null; wait $p 2>/dev/null; " +
            count + "[ \"$m\" -ge \"$n\" ] || { echo \"$m after $n\" >&2; exit 9; }; n=$m; done; for i in $(seq " + n +
            "); do $W sweep k.toml --resume --quiet --shard $i/" + n + own + " >/dev/null || exit 8; done; " +
            (apart ? "$W sweep merge k.toml --store all k.toml.db.*-of-" + n + " >/dev/null && "
                   : "mv k.toml.db all && ") +
            "$W sweep export k.toml --store all --format csv",
        folder.path().string());
    CAPTURE(killed.err);
    CHECK(killed.code == 0);
    CHECK(killed.out == once);
    cli::Store all(folder / "all", "sweep_latency", cli::StoreUse::read);
    CHECK(all.size() == 20);
    CHECK(all.faults() == 0);
}

}  // namespace

TEST_CASE("a sweep that is killed again and again loses nothing, does nothing twice and ends with the same table" *
          doctest::test_suite("long")) {
    killed_again_and_again(12, 1, 2, false);
    killed_again_and_again(6, 2, 2, false);
    killed_again_and_again(6, 2, 2, true);
}

TEST_CASE("a sweep that is killed a thousand times, in shards and threads" * doctest::skip()) {
    for (const int shards : {1, 2, 3}) {
        for (const int threads : {1, 2}) killed_again_and_again(100, shards, threads, false);
        if (shards > 1) {
            for (const int threads : {1, 2}) killed_again_and_again(100, shards, threads, true);
        }
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
    sweep(folder, "g.toml --shard 1/2 --file-per-shard");
    sweep(folder, "merge g.toml g.toml.db.1-of-2 -o merged.csv");
    CHECK(contents(folder / "merged.csv") == "store,points_added,points\r\ng.toml.db,3,3\r\n");
    sweep(folder, "merge g.toml g.toml.db.1-of-2 -o merged.json");
    CHECK(contents(folder / "merged.json").find("\"points_added\": 0") != std::string::npos);
    folder.write("other.toml", "command = \"topology\"\nnetworks = [\"none:3\"]\nvary = {average = [\"distinct\"]}\n");
    const Outcome none = shell("$W sweep other.toml -o none.csv; ls none.csv", folder.path().string());
    CHECK(none.out.empty());
    CHECK(none.err.find("warning: there are no rows, 'none.csv' is not written\n") != std::string::npos);
}

TEST_CASE("a store with points of a sweep wants --resume, and a larger sweep only does what is new") {
    const Folder folder;
    folder.write("g.toml", grid);
    const std::string once = sweep(folder, "g.toml --format csv");
    refused({"sweep", folder / "g.toml"}, "--resume");
    CHECK(sweep(folder, "g.toml --resume --format csv") == once);
    std::string larger = grid;
    larger.replace(larger.find("\"ring:6\""), 8, "\"ring:6\", \"ring:7\"");
    folder.write("more.toml", larger);
    const std::string all = sweep(folder, "more.toml --store g.toml.db --resume --format csv");
    CHECK(all.starts_with(once));
    CHECK(cli::Store(folder / "g.toml.db", "sweep_topology", cli::StoreUse::read).size() == 8);
    refused({"sweep", folder / "g.toml", "--file-per-shard"}, "--file-per-shard without --shard");
}

TEST_CASE("an option that is named as a figure of another meaning has a column of its own") {
    const Folder folder;
    folder.write("c.toml",
                 "command = \"simulate\"\nnetworks = [\"mesh:4x4\"]\n[options]\nloads = \"0.1\"\ncycles = 1000\n");
    const auto swept = parse_csv(sweep(folder, "c.toml --format csv"), ',');
    const Records alone = csv({"simulate", "mesh:4x4", "--loads", "0.1", "--cycles", "1000"});
    REQUIRE(swept.has_value());
    const auto cell = [](const auto& all, const char* name) {
        const auto at = std::find(all[0].begin(), all[0].end(), name) - all[0].begin();
        return all.at(1).at(static_cast<std::size_t>(at));
    };
    CHECK(cell(*swept, "option_cycles") == "1000");
    CHECK(cell(*swept, "cycles") == cell(alone, "cycles"));
    CHECK(cell(alone, "cycles") != "1000");
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
