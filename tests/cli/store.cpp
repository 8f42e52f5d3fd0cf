// Stores of points: what is kept is there whole and once, whoever writes and whatever ends the program; commands that
// keep what they have computed only do the rest, and say the same.
#include "points/store.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <thread>

#include "checks.hpp"
#include "points/exploration.hpp"
#include "points/locks.hpp"
#include "program.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/base/version.hpp"

using namespace wafernet;
using namespace wafernet::test;
using cli::PointResult;
using cli::Store;
using cli::StoreUse;

namespace {

PointResult row_of(std::vector<std::pair<std::string, Value>> cells) {
    PointResult result;
    std::vector<Value> row;
    for (auto& [name, value] : cells) {
        result.table.columns.push_back({name, ""});
        row.push_back(std::move(value));
    }
    result.table.add(std::move(row));
    return result;
}

std::vector<std::string> names_of(const PointResult& result) {
    std::vector<std::string> names;
    for (const Column& column : result.table.columns) names.push_back(column.name);
    return names;
}

// Points of any kind in a file, by another program than ours.
std::size_t points(const std::string& file, const std::string& kind) {
    return Store(file, kind, StoreUse::read).size();
}

bool has_sqlite3() { return shell("command -v sqlite3 >/dev/null").code == 0; }

std::string refusal(const std::string& path, StoreUse use) {
    try {
        Store store(path, "any", use);
        store.keep("k", {}, row_of({{"a", 1.0}}));
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("results come back as they were kept, each with its own columns in their order") {
    const Folder folder;
    PointResult first = row_of({{"b", std::string("a\tb\\\n")},
                                {"a", 0.1},
                                {"c", std::int64_t{-7}},
                                {"d", Missing{"why\n: and\tso"}},
                                {"e", std::numeric_limits<double>::denorm_min()},
                                {"f", 3.0},
                                {"g", std::string()},
                                {"h", Missing{}}});
    first.table.add({std::string("x"), 2.5, std::int64_t{1}, 4.0, 5.0, 6.0, std::string("7"), 8.0});
    const PointResult second = row_of({{"e", 1.0}, {"b\"q", 2.0}, {"a", Missing{"none"}}});
    PointResult failed, empty;
    failed.failed = "because\n";
    empty.table.columns = {{"a", ""}};
    {
        Store store(folder / "s", "any");
        store.keep("1", {{"vcs", std::int64_t{2}}, {"a", 9.0}}, first);
        store.keep("2", {{"flits", std::int64_t{4}}}, second);
        store.keep("3", {}, failed);
        store.keep("4", {}, empty);
        store.keep("5\n'", {}, failed);
        store.keep("5\n'", {}, second);  // in place of what was there
    }
    Store store(folder / "s", "any", StoreUse::read);
    CHECK(store.size() == 5);
    CHECK(store.faults() == 0);
    CHECK(store.find("1")->table.rows == first.table.rows);
    CHECK(names_of(*store.find("1")) == names_of(first));
    CHECK(store.find("2")->table.rows == second.table.rows);
    CHECK(names_of(*store.find("2")) == std::vector<std::string>{"e", "b\"q", "a"});
    CHECK(store.find("3")->failed == failed.failed);
    CHECK(store.find("4")->table.rows.empty());
    CHECK_FALSE(store.find("4")->failed.has_value());
    CHECK(names_of(*store.find("4")) == std::vector<std::string>{"a"});
    CHECK(store.find("5\n'")->table.rows == second.table.rows);
    CHECK_FALSE(store.find("6").has_value());
    std::string keys;
    store.for_each([&](const std::string& key, const PointResult&) { keys += key.substr(0, 1); });
    CHECK(keys == "12345");
    CHECK_FALSE(Store(folder / "s", "other", StoreUse::read).find("1").has_value());
}

TEST_CASE("any client of SQLite reads a store, with options and figures as columns of numbers and texts") {
    if (!has_sqlite3()) {
        MESSAGE("skipped: sqlite3 is not installed");
        return;
    }
    const Folder folder;
    folder.write("g.toml",
                 "command = \"simulate\"\nnetworks = [\"mesh:3x3\", \"torus:3x3\"]\n"
                 "[options]\nloads = \"0.05,0.1\"\ncycles = 1000\n[vary]\nvcs = [2, 4]\n");
    REQUIRE(shell("$W sweep g.toml --quiet", folder.path().string()).code == 0);
    const auto answer = [&](const std::string& question) {
        return shell("sqlite3 g.toml.db \"" + question + "\"", folder.path().string()).out;
    };
    CHECK(answer("SELECT count(*), count(DISTINCT _key), min(load), max(load) FROM sweep_simulate") ==
          "8|4|0.05|0.1\n");
    CHECK(answer("SELECT network, vcs, option_cycles, cycles > 1000, typeof(latency_cycles), typeof(latency_ci95) "
                 "FROM sweep_simulate WHERE network = 'mesh:3x3' AND load = 0.05 ORDER BY vcs") ==
          "mesh:3x3|2|1000|1|real|null\nmesh:3x3|4|1000|1|real|null\n");
    CHECK(answer("SELECT DISTINCT _missing FROM sweep_simulate WHERE load = 0.05") ==
          "latency_ci95: too few messages\n");
    CHECK(answer("PRAGMA integrity_check") == "ok\n");
}

TEST_CASE("a store is made with its first point, and nothing that is no store is touched") {
    const Folder folder;
    { const Store store(folder / "s", "any"); }
    CHECK(folder.files() == 0);
    CHECK(refusal(folder.path().string(), StoreUse::write).find("Is a directory") != std::string::npos);
    CHECK(refusal("/dev/null", StoreUse::write).find("is no file") != std::string::npos);
    CHECK(refusal(std::string(300, 'n'), StoreUse::write).find("File name too long") != std::string::npos);
    CHECK(refusal(folder / "none/s", StoreUse::write).find("No such file") != std::string::npos);
    CHECK(refusal(folder / "s", StoreUse::read).find("No such file") != std::string::npos);
    const std::string text = folder.write("t", "some text that is no database, however long it is made to be here\n");
    CHECK(refusal(text, StoreUse::write) == "'" + text + "' is no store, it must be one or a new name");
    CHECK(contents(text).starts_with("some text"));
    CHECK(refusal(folder.write("x", "x"), StoreUse::write).find("is no store") != std::string::npos);
    CHECK(contents(folder / "x") == "x");
    if (!has_sqlite3()) return;
    shell(
        "sqlite3 other 'CREATE TABLE a (b)'; sqlite3 newer 'PRAGMA application_id = 2003201652; PRAGMA user_version = "
        "9'",
        folder.path().string());
    CHECK(refusal(folder / "other", StoreUse::write).find("of another program") != std::string::npos);
    CHECK(refusal(folder / "newer", StoreUse::write).find("of a newer wafernet") != std::string::npos);
}

TEST_CASE("on file systems without locks one process writes a store, without a write-ahead log") {
    for (const std::uint64_t network : {0x6969UL, 0xFF534D42UL, 0x0BD00BD0UL, 0x65735546UL})
        CHECK_FALSE(cli::locks_work_on(network));  // NFS, CIFS, Lustre, FUSE
    for (const std::uint64_t local : {0xEF53UL, 0x01021994UL, 0x58465342UL, 0x9123683EUL})
        CHECK(cli::locks_work_on(local));  // ext4, tmpfs, XFS, Btrfs
    const Folder folder;
    {
        Store store(folder / "s", "any", StoreUse::alone);
        store.keep("1", {}, row_of({{"a", 1.0}}));
        CHECK_FALSE(std::filesystem::exists(folder / "s-wal"));
        CHECK(refusal(folder / "s", StoreUse::alone).find("in use by another process") != std::string::npos);
        CHECK(refusal(folder / "s", StoreUse::read).find("in use by another process") != std::string::npos);
    }
    CHECK(folder.files() == 1);
    CHECK(Store(folder / "s", "any", StoreUse::write).size() == 1);
}

namespace {

// Makes 's' what a writer of 'new' leaves that is killed in the middle of a transaction: more than the cache holds is
// written before its end, and the files are copied there.
void kill_writer_of_new(const Folder& folder) {
    folder.write("half",
                 "PRAGMA cache_size = 5;\nBEGIN;\nCREATE TABLE t (x);\n"
                 "WITH RECURSIVE c (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 5000) "
                 "INSERT INTO t SELECT randomblob(100) FROM c;\n.shell cp new s; cp new-journal s-journal\n");
    REQUIRE(shell("sqlite3 new <half", folder.path().string()).code == 0);
    REQUIRE(contents(folder / "s").size() > 4096);
    REQUIRE(contents(folder / "s-journal").size() > 0);
}

}  // namespace

TEST_CASE("a store is read after its writer was killed in the middle of a point") {
    if (!has_sqlite3()) {
        MESSAGE("skipped: sqlite3 is not installed");
        return;
    }
    const Folder folder;
    Store(folder / "new", "any", StoreUse::alone).keep("1", {}, row_of({{"a", 1.0}}));
    kill_writer_of_new(folder);
    CHECK(points(folder / "s", "any") == 1);
}

TEST_CASE("a store whose first writer was killed in the middle of making it is begun anew") {
    if (!has_sqlite3()) {
        MESSAGE("skipped: sqlite3 is not installed");
        return;
    }
    const Folder folder;
    kill_writer_of_new(folder);
    {
        Store store(folder / "s", "any");
        CHECK(store.size() == 0);
        store.keep("1", {}, row_of({{"a", 1.0}}));
    }
    CHECK(Store(folder / "s", "any", StoreUse::read).size() == 1);
}

TEST_CASE("threads and processes that write one store at once lose nothing and keep every point once") {
    const Folder folder;
    std::vector<std::jthread> writers;
    for (int w = 0; w < 4; ++w) {
        writers.emplace_back([&, w] {
            Store store(folder / "s", "any");
            for (int i = 0; i < 200; ++i) {
                const int point = w % 2 == 0 ? i : 199 - i;  // two go each way
                store.keep("point " + std::to_string(point), {{"i", std::int64_t{point}}},
                           row_of({{"column" + std::to_string(point % 7), 0.5 * point}}));
            }
        });
    }
    writers.clear();
    Store store(folder / "s", "any", StoreUse::read);
    CHECK(store.size() == 200);
    CHECK(store.faults() == 0);
    for (int i = 0; i < 200; ++i) {
        CAPTURE(i);
        const auto result = store.find("point " + std::to_string(i));
        REQUIRE(result.has_value());
        CHECK(result->table.rows == std::vector<std::vector<Value>>{{0.5 * i}});
        CHECK(names_of(*result) == std::vector<std::string>{"column" + std::to_string(i % 7)});
    }
    const std::string words = "$W simulate mesh:3x3 --loads 0.1,0.2 --cycles 3000 --format csv --store p";
    const Outcome four = shell("for i in 1 2 3 4; do (" + words + " >rows$i 2>said$i; echo $? >code$i) & done; wait; " +
                                   "cat said?; cmp rows1 rows2; cmp rows1 rows3; cmp rows1 rows4; cat code?",
                               folder.path().string());
    CHECK(four.out == "0\n0\n0\n0\n");
    CHECK(points(folder / "p", "simulate") == 2);
    CHECK(shell(words, folder.path().string()).out == contents(folder / "rows1"));
    CHECK(points(folder / "p", "simulate") == 2);
}

TEST_CASE("stores are merged with what each of them has, and what both have once") {
    const Folder folder;
    {
        Store a(folder / "a", "any"), b(folder / "b", "any"), other(folder / "c", "other");
        a.keep("1", {{"vcs", std::int64_t{1}}}, row_of({{"x", 1.0}}));
        a.keep("2", {}, row_of({{"x", 2.0}}));
        b.keep("2", {}, row_of({{"x", 3.0}}));
        b.keep("3", {{"flits", std::int64_t{4}}}, row_of({{"y", Missing{"no y"}}, {"x", 4.0}}));
        other.keep("1", {}, row_of({{"x", 1.0}}));
    }
    Store a(folder / "a", "any");
    CHECK(a.merge(folder / "b") == 1);
    CHECK(a.merge(folder / "b") == 0);
    CHECK(a.merge(folder / "a") == 0);
    CHECK_THROWS_AS(a.merge(folder / "c"), InputError);
    CHECK_THROWS_AS(a.merge(folder / "none"), InputError);
    CHECK(a.size() == 3);
    CHECK(a.find("2")->table.rows == std::vector<std::vector<Value>>{{2.0}});
    CHECK(a.find("3")->table.rows == std::vector<std::vector<Value>>{{Missing{"no y"}, 4.0}});
    CHECK(names_of(*a.find("3")) == std::vector<std::string>{"y", "x"});
}

TEST_CASE("a full disk is one line, and nothing that was kept is lost") {
    const Folder folder;
    const std::string words =
        "simulate mesh:3x3 ring:9 --warmup 200 --loads 0.01:0.2:0.01 --cycles 500 --all-loads --format csv";
    const std::string once = shell("$W " + words, folder.path().string()).out;
    // A file system of its own where that is allowed, with room for some points; else files may not grow.
    const bool mounts = shell("mkdir d && mount -t tmpfs -o size=100k none d", folder.path().string()).code == 0;
    if (!mounts) MESSAGE("no file system can be mounted here: a limit of the file's size in its place");
    const Outcome full = shell(mounts ? "$W " + words + " --store d/s" : "ulimit -f 40; $W " + words + " --store s",
                               folder.path().string());
    CAPTURE(full.err);
    CHECK(full.code == 1);
    CHECK(full.err.find("error: cannot write the store '") != std::string::npos);
    CHECK(std::count(full.err.begin(), full.err.end(), '\n') == 1);
    if (mounts) {
        shell("cp d/s* .; umount d", folder.path().string());
    }
    const std::size_t kept = std::filesystem::exists(folder / "s") ? points(folder / "s", "simulate") : 0;
    CHECK(kept > 0);
    const Outcome rest = shell("$W " + words + " --store s", folder.path().string());
    CHECK(rest.code == 0);
    CHECK(rest.out == once);
    CHECK(points(folder / "s", "simulate") == 40);
}

TEST_CASE("a damaged store is named, and its status counts what is wrong") {
    const Folder folder;
    folder.write("g.toml", "command = \"topology\"\nnetworks = [\"ring:4\", \"ring:5\", \"ring:6\"]\n");
    REQUIRE(shell("$W sweep g.toml --quiet", folder.path().string()).code == 0);
    std::string bytes = contents(folder / "g.toml.db");
    REQUIRE(bytes.size() > 3 * 4096);
    for (std::size_t page = 1; 4096 * page < bytes.size(); ++page) bytes[4096 * page + 3] ^= 0x55;  // cells of a page
    folder.write("g.toml.db", bytes);
    const Outcome o = shell("$W sweep g.toml --resume", folder.path().string());
    CHECK(o.code == 2);
    CHECK(o.err.find("error: the store 'g.toml.db' is damaged") == 0);
    CHECK(std::count(o.err.begin(), o.err.end(), '\n') == 1);
}

TEST_CASE("simulated points of a file with a line end and a quote in its name are kept") {
    const Folder folder;
    folder.write("a\nb\"c", "0 1\n1 2\n2 0\n");
    const std::vector<std::string> words = {
        "simulate",  "file:" + (folder / "a\nb\"c"), "--loads", "0.1", "--cycles", "1000", "--format", "csv", "--store",
        folder / "p"};
    const Outcome first = program(words);
    CAPTURE(first.err);
    REQUIRE(first.code == 0);
    CHECK(points(folder / "p", "simulate") == 1);
    CHECK(program(words).out == first.out);
    CHECK(points(folder / "p", "simulate") == 1);
}

TEST_CASE("what a file holds is part of a point, however a word names the file") {
    const Folder folder;
    const auto ring = [&](int nodes) {
        std::string text;
        for (int i = 0; i < nodes; ++i) text += std::to_string(i) + ' ' + std::to_string((i + 1) % nodes) + '\n';
        folder.write("a.net", text);
    };
    folder.write("m.toml", "network = \"file:a.net\"\n");
    folder.write(
        "s.toml",
        "command = \"topology\"\nnetworks = [\"file:a.net\", \"file+edges:a.net\", \"@m.toml\", \"ring:5\"]\n");
    const std::string explore =
        "explore @m.toml --nodes 8 --families ring --store e --minimize links,diameter_hops --all --format csv --quiet";
    const std::string simulate =
        "simulate file:a.net --allow-deadlock --loads 0.01 --cycles 500 --format csv --quiet --store l";
    ring(8);
    for (const std::string& words : {std::string("sweep s.toml --quiet"), explore, simulate})
        REQUIRE(shell("$W " + words, folder.path().string()).code == 0);
    ring(6);
    const std::string swept = shell("$W sweep s.toml --resume --format csv --quiet", folder.path().string()).out;
    CHECK(swept.find("\nfile:a.net,6,6,") != std::string::npos);
    CHECK(swept.find("\nfile+edges:a.net,6,6,") != std::string::npos);
    CHECK(swept.find("\n@m.toml,6,6,") != std::string::npos);
    CHECK(points(folder / "s.toml.db", "sweep_topology") == 7);  // ring:5 once
    CHECK(shell("$W sweep status s.toml --format csv", folder.path().string()).out.find(",4,4,0,0,0") !=
          std::string::npos);
    for (const std::string& words : {explore, simulate}) {
        const std::string kept = shell("$W " + words, folder.path().string()).out;
        CHECK(kept == shell("rm e l; $W " + words, folder.path().string()).out);
    }
    // The word of a network with routes has %2B and %3A for + and : of the file's name.
    const std::string routed =
        "simulate ring:3 --routes \"a+b: c%41.csv\" --loads 0.01 --cycles 500 --format csv --quiet --store l";
    const std::string up = "router,destination,next\n0,*,1\n1,*,2\n2,*,0\n";
    folder.write("a+b: c%41.csv", "router,destination,next\n0,1,1\n0,2,2\n1,0,0\n1,2,2\n2,0,0\n2,1,1\n");
    const std::string direct = shell("$W " + routed, folder.path().string()).out;
    folder.write("a+b: c%41.csv", up);
    CHECK(shell("$W " + routed + " --allow-deadlock", folder.path().string()).out != direct);
    // A technology that inherits from a file.
    const auto wafer_price = [&](int usd) {
        folder.write("base.toml", "inherits = \"hybrid-bond\"\nname = \"b\"\ntitle = \"b\"\nwafer_price = { value = " +
                                      std::to_string(usd) + ", unit = \"usd\" }\n");
    };
    folder.write("mine.toml", "inherits = \"base.toml\"\nname = \"m\"\ntitle = \"m\"\n");
    folder.write("cost.toml",
                 "command = \"cost\"\nnetworks = [\"ring:3\"]\noptions = { technology = \"mine.toml\" }\n");
    const auto priced = [&] {
        return shell("$W sweep cost.toml --resume --format csv --quiet", folder.path().string());
    };
    wafer_price(100);
    const Outcome cheap = priced();
    CHECK(cheap.code == 0);
    wafer_price(900000);
    CHECK(priced().out != cheap.out);
    ring(8);  // what was kept of these contents is still there
    CHECK(shell("$W sweep export s.toml --format csv --quiet", folder.path().string()).out.find("\n@m.toml,8,8,") !=
          std::string::npos);
}

TEST_CASE("a simulation that is killed again and again ends with the rows of an undisturbed one, each simulated once") {
    const Folder folder;
    const std::string words =
        "simulate mesh:4x4 torus:4x4 --loads 0.05:0.4:0.05 --cycles 20000 --seeds 2 --all-loads --format csv";
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
    CHECK(points(folder / "s", "simulate") == 16);
}

TEST_CASE("a store has loads of several cases, and those that a curve finds for itself") {
    const Folder folder;
    const std::vector<std::string> words = {"simulate", "ring:6", "--cycles", "1000",
                                            "--format", "csv",    "--store",  folder / "s"};
    const Outcome first = program(words);
    CHECK(first.out == program({"simulate", "ring:6", "--cycles", "1000", "--format", "csv"}).out);
    const std::size_t before = points(folder / "s", "simulate");
    CHECK(program(words).out == first.out);
    CHECK(points(folder / "s", "simulate") == before);
    // Another seed, router, network or traffic is another case.
    for (const std::vector<std::string>& more :
         {std::vector<std::string>{"--seed", "2"}, {"--buffer", "3"}, {"--traffic", "tornado"}, {"--seeds", "2"}}) {
        std::vector<std::string> with = words;
        with.insert(with.end(), more.begin(), more.end());
        with.insert(with.end(), {"--loads", "0.05"});
        const std::size_t already = points(folder / "s", "simulate");
        CHECK(program(with).code == 0);
        CHECK(points(folder / "s", "simulate") == already + 1);
    }
    refused({"simulate", "ring:6", "--store", folder / "s", "--levels"}, "--store with --levels");
    refused({"tables", "3.1", "--store", folder / "s"}, "--store without --simulate");
    refused({"simulate", "ring:6", "--store", folder.write("t", "some text\n")}, "is no store");
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
    write_small_table(folder);
    const std::vector<std::string> words = {"tables",     "small",     "--tables", folder.path().string(),
                                            "--simulate", "--list",    "--format", "csv",
                                            "--store",    folder / "s"};
    const Outcome first = program(words);
    CAPTURE(first.err);
    REQUIRE(first.code == 0);
    CHECK(points(folder / "s", "tables") == 1);
    CHECK(program(words).out == first.out);
    CHECK(points(folder / "s", "tables") == 1);
    // The second run takes the number from the store: with another one there it says that.
    std::vector<std::string> other = words;
    other.back() = folder / "t";
    {
        Store changed(folder / "t", "tables");
        Store(folder / "s", "tables", StoreUse::read).for_each([&](const std::string& key, PointResult result) {
            result.table.rows.at(0).at(0) = 12.5;
            changed.keep(key, {}, result);
        });
    }
    CHECK(program(other).out.find(",12.5,") != std::string::npos);
    CHECK(first.out.find(",12.5,") == std::string::npos);
}
