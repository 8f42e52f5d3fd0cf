// --routes on the command line: one table in every command that takes a network.
#include <doctest/doctest.h>

#include <fstream>
#include <sstream>

#include "checks.hpp"
#include "program.hpp"
#include "this_build.hpp"

using namespace wafernet::test;

namespace {

std::string data(const char* name) { return (source_folder() / "tests/routing/data" / name).string(); }

std::string text_of(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    std::ostringstream out;
    out << in.rdbuf();
    return out.str();
}

}  // namespace

TEST_CASE("a table is the routing of its network in every command") {
    const std::string network = "file:" + data("my12.map");
    const std::vector<std::string> table{"--routes", data("my12.nrl"), "--vcs-of", data("my12.vn"), "--quiet"};
    const auto with = [&](std::vector<std::string> words) {
        words.insert(words.end(), table.begin(), table.end());
        return words;
    };
    const auto column = [](const Records& rows, const char* name) {
        const auto at = std::find(rows[0].begin(), rows[0].end(), name) - rows[0].begin();
        REQUIRE(static_cast<std::size_t>(at) < rows[0].size());
        return rows[1][static_cast<std::size_t>(at)];
    };
    for (const char* command : {"deadlock", "load", "topology"}) {
        CAPTURE(command);
        CHECK(column(csv(with({command, network})), "routing") == "routes");
    }
    CHECK(column(csv(with({"deadlock", network})), "verdict") == "deadlock free");
    CHECK(column(csv(with({"simulate", network, "--loads", "0.1", "--cycles", "500"})), "routing") == "routes");
    CHECK(column(csv(with({"topology", network})), "routed_diameter_hops") == "2");
    CHECK(csv(with({"route", network, "0", "3"})).size() == 4);  // 0, 1 and 3
    CHECK(column(csv(with({"latency", network, "--loads", "0.1"})), "status") == "ok");
    CHECK(column(csv(with({"compare", network, "--metric", "deadlock_free"})), "deadlock_free") == "yes");
    CHECK(program(with({"estimate", network})).out.find("routes, VC rule any") != std::string::npos);
    // Any other routing is there when it is asked for.
    CHECK(column(csv(with({"load", network, "--routing", "minimal"})), "routing") == "minimal");
}

TEST_CASE("a broken table is refused, listed and judged without its broken pairs") {
    const Folder folder;
    const std::string table = folder.write("t.csv", "router,destination,next\n0,1,1\n0,2,1\n1,0,0\n1,2,2\n2,1,1\n");
    refused({"deadlock", "mesh:3", "--routes", table}, "6 pairs, 1 with no route, first 2 to 0 at 2");
    const std::string problems = folder.write("p.csv", "");
    const Outcome partial = program({"deadlock", "mesh:3", "--routes", table, "--partial", "--problems", problems});
    CHECK(partial.code == 0);
    CHECK(partial.err.find("1 pairs are left out") != std::string::npos);
    CHECK(text_of(problems) == "problem,source,destination,at,next,hops,shortest_hops\nno route,2,0,2,,,\n");
    CHECK(csv({"load", "mesh:3", "--routes", table, "--partial", "--pairs", "--quiet"}).size() == 6);  // 5 pairs
    refused({"deadlock", "mesh:3", "--partial"}, "--partial without --routes");
    refused({"deadlock", "mesh:3", "ring:3", "--routes", table, "--partial", "--problems", problems}, "need one");
    refused({"list", "families", "--routes", table}, "--routes without a network");
    refused({"deadlock", "mesh:2x2", "--routes", data("my12.nrl")}, "my12.nrl:");
}

TEST_CASE("a repair of tables keeps their paths and refuses what has no effect on it") {
    const Folder folder;
    const std::string table = folder.write("t.csv", "");
    CHECK(program({"routes", "ring:6", "--vc-rule", "any", "-o", table}).code == 0);
    const std::vector<std::string> repair{"deadlock", "ring:6", "--routes", table, "--repair", "--quiet"};
    const auto with = [&](std::vector<std::string> more) {
        more.insert(more.begin(), repair.begin(), repair.end());
        return more;
    };
    // Messages that go round with the numbers and against them close a cycle each; 12 channels on two VCs.
    const Records two = csv(repair);
    CHECK(std::vector<std::string>(two[1].begin() + 2, two[1].begin() + 4) == std::vector<std::string>{"2", "24"});
    CHECK(csv(with({"--vcs", "5"})) == two);
    const Outcome one = program(with({"--vcs", "1"}));
    CHECK(one.code == 1);
    CHECK(one.out.find("none found with up to 1 VC, with 2") != std::string::npos);
    for (const char* network : {"ring:6", "routes"}) {
        CAPTURE(std::string(network));
        const auto refuses = [&](std::vector<std::string> more, const char* why) {
            if (network == std::string("ring:6")) more.insert(more.begin(), {"deadlock", "ring:6", "--repair"});
            refused(network == std::string("ring:6") ? more : with(more), why);
        };
        refuses({"--certificate", table}, "--repair with --certificate");
        refuses({"--depends", "reply:request"}, "--repair with --depends");
    }
    refused(with({"--fault", "1"}), "--routes with --fault");
    refused(with({"--together"}), "--routes with --together");
    refused(with({"--budget", "9"}), "--routes with --budget");
    const std::string word = "routes=" + table + ":ring:6";
    refused({"deadlock", word, "ring:6", "--repair"}, "with and without --routes");
    refused({"deadlock", "ring:6", word, "--repair"}, "with and without --routes");
}

TEST_CASE("routes writes what --routes reads, deadlock a proof of its verdict") {
    const Folder folder;
    const std::string table = folder.write("t.csv", ""), proof = folder.write("c.csv", "");
    CHECK(program({"routes", "torus:4x4", "-o", table}).code == 0);
    const Records own = csv({"deadlock", "torus:4x4"}),
                  read = csv({"deadlock", "torus:4x4", "--routes", table, "--quiet", "--certificate", proof});
    for (const std::size_t c : {2, 3, 4, 5}) CHECK(own[1][c] == read[1][c]);
    CHECK(text_of(proof).starts_with("# free:"));
    // Dependencies with a cycle that messages can leave: neither an order nor a cycle proves that.
    CHECK(program({"routes", "mesh:3x3", "--routing", "duato", "-o", table}).code == 0);
    CHECK(program({"deadlock", "mesh:3x3", "--routes", table}).code == 0);
    refused({"deadlock", "mesh:3x3", "--routes", table, "--certificate", proof}, "a cycle that its messages can leave");
    refused({"deadlock", "mesh:2x2", "--depends", "reply"}, "need classes such as reply:request");
    CHECK(program({"deadlock", "mesh:2x2", "--depends", "reply:request"}).code == 1);
    CHECK(program({"deadlock", "mesh:2x2", "--depends", "reply@1:request"}).code == 0);
    CHECK(program({"deadlock", "mesh:2x2", "--routing", "west-first", "--depends", "reply:request"}).code == 1);
    // A class has one network, wherever it is named: a and b wait for each other in network 1.
    CHECK(program({"deadlock", "mesh:2x2", "--depends", "a@1:b,b@1:a"}).code == 1);
    CHECK(program({"deadlock", "mesh:2x2", "--depends", "reply@1:request,ack@2:reply"}).code == 0);
    refused({"deadlock", "mesh:2x2", "--depends", "reply@1:request,ack@2:reply@0"}, "one virtual network for class");
    refused({"routes", "torus:4x4", "--routing", "duato", "-o", folder.write("x.nrl", "")},
            "go by more than a next-hop list tells");
}

TEST_CASE("a configuration of BookSim2 goes with the user's own routes, and is mended without its traffic") {
    const Folder folder;
    const std::string config = folder.write("torus.cfg",
                                            "topology = torus; k = 4; n = 2; routing_function = dim_order;\n"
                                            "num_vcs = 2; traffic = transpose; use_noc_latency = 0;\n"),
                      table = folder.write("t.csv", "");
    REQUIRE(program({"routes", "torus:4x4", "--vc-rule", "dateline", "-o", table, "--quiet"}).code == 0);
    const Records given = csv({"deadlock", "--booksim", config, "traffic=uniform", "--routes", table, "--quiet"}),
                  own = csv({"deadlock", "torus:4x4", "--routes", table, "--vcs", "2", "--quiet"});
    for (const std::size_t c : {0, 1, 2, 3, 4, 5}) CHECK(given[1][c] == own[1][c]);
    CHECK(given[1][1] == "routes");
    const Records mended = csv({"deadlock", "--booksim", config, "--repair", "--quiet"});
    CHECK(mended[1][2] == "2");  // virtual channels, as the dateline rule has them
    CHECK(mended[1][5] == "deadlock free");
    refused({"deadlock", "--booksim", config, "--routes", folder.path().string() + "/none.csv"},
            "none.csv: no such file");
    refused({"deadlock", "--routes", table}, "--routes without a network");
}
