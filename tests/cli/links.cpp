// topology --links: what a network is made of, and back from it to a network.
#include <doctest/doctest.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <sstream>

#include "checks.hpp"
#include "command.hpp"
#include "this_build.hpp"
#include "wafernet/io/make_network.hpp"

using namespace wafernet::test;

namespace {

// As models/README.md has it.
const std::string to_edges =
    R"(awk -F, 'BEGIN { print "from to latency" } NR > 1 { print $(NF-3), $(NF-2), $(NF-1); print $(NF-2), $(NF-3), $NF }')";

}  // namespace

TEST_CASE("--links lists every link with its ends, level, axis and latencies") {
    const Records torus = csv({"topology", "torus:3x3", "--links"});
    CHECK(torus[0] == std::vector<std::string>{"network", "link", "from", "to", "level", "axis", "wrap", "from_node",
                                               "to_node", "latency_cycles", "back_latency_cycles"});
    CHECK(torus.size() == 1 + 18);
    CHECK(std::count_if(torus.begin(), torus.end(), [](const auto& r) { return r[6] == "yes"; }) == 6);
    const wafernet::Network network = wafernet::make_network("htn:2,2,2,0");
    const Records htn = csv({"topology", "htn:2,2,2,0", "--links"});
    REQUIRE(htn.size() == 1 + network.graph.links());
    for (wafernet::Link l = 0; l < network.graph.links(); ++l) {
        const auto& row = htn[l + 1];
        CHECK(row[1] == std::to_string(l));
        CHECK(network.addresses.parse(row[2]) == network.graph.source(2 * l));
        CHECK(network.addresses.parse(row[3]) == network.graph.target(2 * l));
        CHECK(row[7] == std::to_string(network.graph.source(2 * l)));
        CHECK(row[4] == std::to_string(network.graph.label(l).level));
        CHECK(row[9].empty());
    }
    const Folder folder;
    const std::string graph = "file+edges:" + folder.write("mine.net", "a b 3\nb a 5\nb c\n");
    const Records mine = csv({"topology", graph, "--links"});
    CHECK(mine[1] == std::vector<std::string>{graph, "0", "a", "b", "", "", "", "0", "1", "3", "5"});
    CHECK(mine[2] == std::vector<std::string>{graph, "1", "b", "c", "", "", "", "1", "2", "1", "1"});
    CHECK(program({"topology", graph, "--links"}).out.find("a graph file tells neither levels nor axes") !=
          std::string::npos);
    CHECK(csv({"topology", "ring:3", "ring:4", "--links"}).size() == 1 + 3 + 4);
}

TEST_CASE("a network comes back from its links, with parallel ones and the latency of each direction") {
    CHECK(contents(source_folder() / "models/README.md").find(to_edges) != std::string::npos);
    const Folder folder;
    // b to a and a to b again: two links, told from the way back of the first
    folder.write("mine.net", "a b 3\nb a 5\nb a 2\na b 7\nc b 4\na c\n");
    for (const std::string word : {"file+edges:mine.net", "double-y:4x3", "htn:2,2,2,0", "hypercube:4", "fattree:3"}) {
        CAPTURE(word);
        const auto tail = [&](const std::string& network, const std::string& option, int columns) {
            return shell("$W topology " + network + " " + option +
                             " --format csv | tr -d '\\r' | sed 1d | awk -F, '{ for (i = NF - " +
                             std::to_string(columns) + "; i <= NF; ++i) printf \"%s \", $i; print \"\" }'",
                         folder.path().string())
                .out;
        };
        REQUIRE(
            shell("$W topology " + word + " --links --format csv | " + to_edges + " > back.net", folder.path().string())
                .code == 0);
        const std::string links = tail(word, "--links", 3);
        CHECK_FALSE(links.empty());
        const Outcome again = shell("$W topology file:back.net --links --format csv | " + to_edges +
                                        " > twice.net && $W topology file:twice.net --links --format csv | wc -l",
                                    folder.path().string());
        CHECK(std::stoul(again.out) == 1 + static_cast<std::size_t>(std::count(links.begin(), links.end(), '\n')));
        // The nodes of the file are called by their numbers: its links are those of the network, each from its lower
        // end, sorted.
        const auto sorted = [](const std::string& lines) {
            std::multiset<std::string> all;
            std::istringstream in(lines);
            for (std::string line; std::getline(in, line);) {
                std::istringstream words(line);
                std::vector<std::string> parts{std::istream_iterator<std::string>(words), {}};
                if (std::stoul(parts[0]) > std::stoul(parts[1])) {
                    std::swap(parts[0], parts[1]);
                    if (parts.size() == 4) std::swap(parts[2], parts[3]);
                }
                std::string whole;
                for (const std::string& w : parts) whole += w + " ";
                all.insert(whole);
            }
            return all;
        };
        std::string named = shell(
                                "$W topology file:back.net --links --format csv | tr -d '\\r' | sed 1d | awk -F, '{ "
                                "print $3, $4, $10, $11, \"\" }'",
                                folder.path().string())
                                .out;
        CHECK(sorted(named) == sorted(links));
        const auto measured = [&](const std::string& network, const std::string& terminals = "") {
            return shell("$W topology " + network + terminals +
                             " --format csv | tail -1 | sed 's/^\"[^\"]*\",//; s/^[^,]*:[^,]*,//' | cut -d, -f1-6",
                         folder.path().string())
                .out;
        };
        // The links do not say which nodes are switches; of this tree the first 8 nodes, with one link, send.
        CHECK(measured("file:back.net", word == "fattree:3" ? " --terminals leaves" : "") == measured(word));
    }
}

TEST_CASE("a long list of links is the same in every format whether it grew or not, and well formed") {
    const Folder folder;
    for (const char* format : {"text", "csv", "json", "md"}) {
        CAPTURE(format);
        const Outcome grown = program({"topology", "hypercube:11", "--links", "--format", format});  // 11264 links
        CHECK(grown.code == 0);
        CHECK(program({"topology", "hypercube:11", "--links", "--format", format, "-o", folder / "file"}).code == 0);
        CHECK(contents(folder / "file") == grown.out);
        if (format == std::string("json")) CHECK(JsonCheck::valid(grown.out));
        if (format == std::string("csv")) CHECK(parse_csv(grown.out, ',')->size() == 1 + 11264);
        if (format == std::string("md"))
            CHECK(std::count(grown.out.begin(), grown.out.end(), '\n') == 1 + 1 + 2 + 11264 + 2);
    }
}

TEST_CASE("an only table that grew is, in every format, the one printed at once") {
    using namespace wafernet;
    for (const Format format : {Format::text, Format::csv, Format::json, Format::markdown}) {
        const Folder folder;
        std::string written[2];
        for (const bool grown : {false, true}) {
            cli::CommonOptions common;
            common.render.format = format;
            common.output = folder / "out";
            cli::Run run(common);
            Table table{"numbers", {{"number", ""}, {"name", ""}, {"half", ""}}, {}, {"a note"}};
            cli::RowStream stream = run.stream(table, true);
            for (int i = 0; i < 9000; ++i) {
                std::vector<Value> row{std::int64_t{1000 + i % 1000},
                                       std::string("n") + std::to_string(1000 + i % 9000),
                                       Missing{i % 2 == 0 ? "even" : "odd"}};
                if (grown) stream.add(std::move(row));
                else table.add(std::move(row));
            }
            if (grown) stream.end();
            else run.print(table);
            run.flush();
            written[grown ? 1 : 0] = contents(folder / "out");
        }
        CHECK(written[0] == written[1]);
    }
}

TEST_CASE("Ctrl-C ends a list of links with what has been listed, whole") {
    const Folder folder;
    const Outcome o = shell(
        "set -m; $W topology hypercube:18 --links --format json >page 2>line & until [ -s page ]; do sleep 0.02; done; "
        "kill -INT $!; wait $!; echo $?",
        folder.path().string());
    CHECK(o.out == "1\n");
    CHECK(contents(folder / "line") == "warning: interrupted at hypercube:18: only what is finished is shown\n");
    CHECK(contents(folder / "page").ends_with("}\n]\n"));
}

TEST_CASE("--links goes with no option that measures") {
    for (const std::vector<std::string>& more : {std::vector<std::string>{"--histogram"},
                                                 {"--routing", "dor"},
                                                 {"--average", "distinct"},
                                                 {"--ties", "positive"},
                                                 {"--no-bisection"},
                                                 {"--exhaustive"}}) {
        std::vector<std::string> arguments{"topology", "mesh:4x4", "--links"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        refused(arguments, more.front());
    }
}
