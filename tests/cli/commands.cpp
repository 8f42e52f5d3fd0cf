#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <set>

#include "../report/parsers.hpp"
#include "checks.hpp"
#include "figures.hpp"
#include "program.hpp"
#include "wafernet/design/design.hpp"
#include "wafernet/io/make_network.hpp"

using namespace wafernet::test;

namespace {

bool starts_with(const std::vector<std::string>& header, const std::vector<std::string>& names) {
    return header.size() >= names.size() && std::equal(names.begin(), names.end(), header.begin());
}

}  // namespace

TEST_CASE("list, estimate, compare and route have the columns that scripts rely on") {
    CHECK(starts_with(csv({"list"})[0], {"name", "title", "parameters"}));
    CHECK(starts_with(csv({"estimate", "mesh:4x4"})[0], {"metric", "value", "unit", "kind", "source"}));
    CHECK(starts_with(csv({"compare", "mesh:4x4"})[0], {"network", "nodes"}));
    CHECK(starts_with(csv({"route", "mesh:4x4", "(0,0)", "(1,1)"})[0], {"step", "node", "channel", "vc"}));
}

TEST_CASE("everything that list knows can be listed") {
    const Outcome refusal = program({"list", "nothing"});
    std::string words = refusal.err.substr(refusal.err.find(": ", refusal.err.find("need one of")) + 2);
    std::size_t lists = 0;
    while (!words.empty()) {
        const std::size_t end = words.find_first_of(",\n");
        CHECK(csv({"list", words.substr(0, end)}).size() >= 2);
        words.erase(0, words[end] == ',' ? end + 2 : words.size());
        ++lists;
    }
    CHECK(lists >= 8);
}

TEST_CASE("a list has its third column under the name that people see also for scripts") {
    for (const auto& [what, column] :
         {std::pair{"tables", "document"}, {"routings", "networks"}, {"models", "network"}, {"sources", "address"}}) {
        CAPTURE(what);
        const Records rows = csv({"list", what});
        CHECK(rows[0] == std::vector<std::string>{"name", "title", "parameters", column});
        CHECK(rows[1][2] == rows[1][3]);
        const std::string shown = program({"list", what}).out;
        const std::size_t head = shown.find('\n') + 1;
        CHECK(shown.substr(head, shown.find('\n', head) - head).ends_with(std::string(" ") + column));
    }
}

TEST_CASE("list traffic says of every pattern where a source sends to") {
    const Records rows = csv({"list", "traffic"});
    CHECK(rows.size() > 19);
    for (std::size_t i = 1; i < rows.size(); ++i) {
        CAPTURE(rows[i][0]);
        CHECK(rows[i][1] != rows[i][0]);
        CHECK(rows[i][1].find(' ') != std::string::npos);
    }
    for (const char* command : {"load", "latency", "simulate", "validate"})
        CHECK(program({command, "--help-all"}).out.find("'wafernet list traffic'") != std::string::npos);
}

TEST_CASE(
    "explain knows the figures of a line's layout as windows calls them, and router the rounded delay by both names") {
    const Records layers = csv({"explain", "how:64,7,1", "layers"});
    CHECK(layers[1][1] == "4");
    CHECK(csv({"windows", "how:64,7,1"})[1][6] == "4");
    CHECK(csv({"explain", "how:64,7,1", "contacts"})[1][0] == "colinear_contacts");
    CHECK(program({"router", "--technology", "thesis"}).out.find("\nrounded as printed (printed delay): ") !=
          std::string::npos);
    CHECK(csv({"router", "--technology", "thesis"})[0].back() == "delay_printed_ns");
}

TEST_CASE("estimate of HTN level 2 gives the printed links and both kinds of diameter") {
    std::map<std::pair<std::string, std::string>, std::string> value;
    for (const auto& record : csv({"estimate", "htn:4,4,2,0"}))
        value.emplace(std::pair{record[0], record[3]}, record[1]);
    CHECK(value[{"nodes", "exact"}] == "1024");
    CHECK(value[{"links", "exact"}] == "3200");        // rahman2006, Table 4.1
    CHECK(value[{"diameter_hops", "exact"}] == "16");  // rahman2006 prints 19, which is Eq. 3.3 and no shortest path
    CHECK(value.contains({"routed_diameter_hops", "routed"}));
}

TEST_CASE("compare has one row a network and the columns asked for") {
    const Records rows =
        csv({"compare", "mesh:4x4", "torus:4x4", "ring:16", "--metric", "links", "--metric", "diameter_hops"});
    CHECK(rows[0] == std::vector<std::string>{"network", "nodes", "links", "diameter_hops"});
    CHECK(rows[1] == std::vector<std::string>{"mesh:4x4", "16", "24", "6"});
    CHECK(rows[2] == std::vector<std::string>{"torus:4x4", "16", "32", "4"});
    CHECK(rows[3] == std::vector<std::string>{"ring:16", "16", "16", "8"});
}

TEST_CASE("explain says which claims hold and which do not") {
    // rahman2006, sec. 2.3.4 prints 2n - 1 + floor(n/2) = 9 for the diameter of CCC(4); the graph has 8.
    std::size_t wrong = 0;
    std::size_t right = 0;
    for (const auto& row : csv({"explain", "ccc:4", "diameter_hops"})) {
        wrong += row[3] == "formula" && row[1] == "9" && row[5] == "refuted" ? 1 : 0;
        right += row[3] == "formula" && row[1] == "8" && row[5] == "reproduced" ? 1 : 0;
    }
    CHECK(wrong == 1);
    CHECK(right == 1);
    CHECK(program({"explain", "htn:4,4,2,0", "diamter_hops"}).err.find("did you mean 'diameter_hops'?") !=
          std::string::npos);
}

TEST_CASE("explain uses the verdicts that verify gives" * doctest::test_suite("long")) {
    for (const char* word : {"ccc:4", "htn:4,4,2,0", "torus:4x4", "hic:2,4"}) {
        std::map<std::string, std::multiset<std::string>> verified;
        const Records claims = csv({"verify", word});
        for (std::size_t i = 1; i < claims.size(); ++i) verified[claims[i][1]].insert(claims[i][5]);
        for (const auto& [metric, verdicts] : verified) {
            CAPTURE(word);
            CAPTURE(metric);
            std::multiset<std::string> explained;
            for (const auto& row : csv({"explain", word, metric})) {
                if (row[0] == metric && row[3] == "formula" && !row[5].empty())
                    explained.insert(row[5]);  // empty: outside its range
            }
            CHECK(explained == verdicts);
        }
    }
}

TEST_CASE("estimate and topology give the same bisection and say alike whether it is proven" *
          doctest::test_suite("long")) {
    for (const char* word : {"htn:4,4,2,0", "hypercube:5", "mesh:8x8", "fattree:5", "mesh:100x50"}) {
        CAPTURE(word);
        const Records rows = csv({"topology", word});
        std::map<std::string, std::vector<std::string>> page;
        for (const auto& row : csv({"estimate", word})) {
            if (row[3] != "formula") page[row[0]] = row;
        }
        const bool exact = page["bisection"][1] == "exact";
        CHECK((page["bisection_links"][3] == "exact") == exact);
        if (word ==
            std::string("mesh:100x50")) {  // too many nodes for a moment: the cut across the middle of the longest axis
            CHECK(page["bisection_links"][1] == "50");
            CHECK_FALSE(exact);
            continue;
        }
        CHECK(page["bisection_links"][1] == rows[1][10]);
        CHECK(rows[1][14].starts_with(page["bisection"][1]));
        CHECK(rows[1][14] == page["bisection"][1]);
    }
    CHECK(csv({"compare", "hypercube:5", "--metric", "bisection_links", "--metric", "bisection"})[1][3] == "exact");
}

TEST_CASE("a route starts and ends where asked and has as many steps as hops") {
    for (const char* word : {"mesh:4x4", "torus:4x4", "hypercube:4", "htn:4,4,2,0", "ring:9", "tree:4"}) {
        CAPTURE(word);
        const wafernet::Network network = wafernet::make_network(word);
        const std::string from = network.addresses.print(0);
        const std::string to = network.addresses.print(network.graph.nodes() - 1);
        const Records rows = csv({"route", word, from, to});
        CHECK(rows[1][1] == from);
        CHECK(rows.back()[1] == to);
        wafernet::Node at = 0;
        for (std::size_t i = 2; i < rows.size(); ++i) {
            const auto channel = static_cast<wafernet::Channel>(std::stoul(rows[i][2]));
            CHECK(network.graph.source(channel) == at);
            at = network.graph.target(channel);
            CHECK(network.addresses.print(at) == rows[i][1]);
            CHECK(rows[i][0] == std::to_string(i - 1));
        }
    }
}

TEST_CASE("every routing is listed once") {
    std::set<std::string> names;
    for (const auto& row : csv({"list", "routings"})) {
        CAPTURE(row[0]);
        CHECK(names.insert(row[0]).second);
    }
    for (const char* name : {"cs", "up-down", "duato", "dor"}) CHECK(names.contains(name));
}

TEST_CASE("load and latency call the place of a channel the same") {
    const std::string place = "level 1, axis x+ (wrap-around)";
    CHECK(output({"load", "torus:5x5", "--places"}).find(place) != std::string::npos);
    CHECK(output({"load", "hypercube:4", "--places"}).find("level 1, axis 3+") != std::string::npos);
    const Outcome model = program({"latency", "mesh:4x4", "--loads", "0.1"});
    CHECK(model.out.find("bottleneck level 1, axis x+;") != std::string::npos);
}

TEST_CASE("every figure of every family has its unit, a known kind and a source" * doctest::test_suite("long")) {
    for (const wafernet::Family* family : wafernet::families()) {
        for (const std::string_view word : family->examples.first(1)) {
            CAPTURE(word);
            const wafernet::Design design(word);
            for (const auto& f :
                 wafernet::cli::figures(wafernet::cli::request_for(design, {}, {}, wafernet::cli::page_seconds))) {
                CAPTURE(f.metric);
                namespace kinds = wafernet::cli::kinds;
                CHECK((f.kind == kinds::exact || f.kind == kinds::routed || f.kind == kinds::formula ||
                       f.kind == kinds::bound || f.kind == kinds::model || f.kind == kinds::simulated));
                CHECK_FALSE(f.unit.empty());
                CHECK_FALSE(f.source.empty());
                CHECK_FALSE(f.section.empty());
            }
        }
    }
}

TEST_CASE("all four formats of several commands are well formed") {
    for (const std::vector<std::string>& command : {std::vector<std::string>{"estimate", "htn:4,4,2,0"},
                                                    {"compare", "mesh:4x4", "torus:3x3"},
                                                    {"explain", "mesh:4x4", "links"},
                                                    {"route", "ring:9", "0", "4"},
                                                    {"list", "routings"}}) {
        for (const char* format : {"text", "csv", "json", "md"}) {
            std::vector<std::string> arguments = command;
            arguments.insert(arguments.end(), {"--format", format});
            const Outcome outcome = program(arguments);
            CHECK(outcome.code == 0);
            CHECK(outcome.err.empty());
            if (format == std::string("json")) CHECK(JsonCheck::valid(outcome.out));
            if (format == std::string("csv")) CHECK(parse_csv(outcome.out, ',').has_value());
            if (format == std::string("text")) CHECK(outcome.out.find(" \n") == std::string::npos);
        }
    }
}

TEST_CASE("explain names the formulas whose range leaves a network out") {
    const Outcome odd = program({"explain", "kmway-mesh:5,2", "bisection_links", "--format", "csv"});
    CHECK(odd.code == 0);
    CHECK(odd.out.find("only for: k even") != std::string::npos);
    const Outcome even = program({"explain", "kmway-mesh:4,2", "bisection_links", "--format", "csv"});
    CHECK(even.out.find("only for") == std::string::npos);
    CHECK(even.out.find("bisection_links,4,links,formula") != std::string::npos);
}

TEST_CASE("compare knows every figure of every family, in one order" * doctest::test_suite("long")) {
    for (const wafernet::Family* family : wafernet::families()) {
        const wafernet::Design design(family->examples.front());
        for (const auto& f :
             wafernet::cli::figures(wafernet::cli::request_for(design, {}, {}, wafernet::cli::page_seconds))) {
            CAPTURE(f.metric);
            if (f.compared && f.section != "design")
                CHECK(std::ranges::count(wafernet::cli::compared_metrics(), f.metric) == 1);
        }
    }
    CHECK(csv({"compare", "torus:4x4", "htn:2,2,2,0"})[0] == csv({"compare", "htn:2,2,2,0", "torus:4x4"})[0]);
}

TEST_CASE("a figure that takes long or that a network does not have is missing and no unknown word") {
    const Outcome long_one = program({"compare", "star:2000", "torus:8x8", "--metric",
                                      "channel_bound_flits_per_node_cycle", "--metric", "bottleneck"});
    CHECK(long_one.code == 0);
    CHECK(long_one.out.find("[1] predicted to take ") != std::string::npos);
    CHECK(long_one.out.find("[2]") == std::string::npos);
    CHECK(csv({"compare", "ring:8", "--metric", "yield_level2"})[1] == std::vector<std::string>{"ring:8", "8", ""});
    CHECK(csv({"compare", "torus:32x32"})[0] == csv({"compare", "torus:8x8"})[0]);
    refused({"compare", "ring:8", "--metric", "yield_level3"}, "did you mean 'yield_level2'?");
}

TEST_CASE(
    "estimate runs the latency model on networks of ten thousand nodes where that is quick, and says how long it takes "
    "where not" *
    doctest::test_suite("long") * doctest::test_suite("long")) {
    // Where all links take a cycle, one source stands for all; wires of other lengths make every source another case.
    for (const char* word : {"hypercube:13", "torus:100x100"}) {
        CAPTURE(word);
        CHECK(program({"estimate", word})
                  .out.find("saturates at a load of, channels carry at most, bottleneck "
                            "(predicted to take ") != std::string::npos);
        std::map<std::string, std::string> found;
        for (const auto& row : csv({"estimate", word, "--wire-cycles", "no"})) {
            if (row.size() > 3 && (row[3] == "model" || row[3] == "routed")) found[row[0]] = row[1];
        }
        CHECK_FALSE(found["saturation_load_flits_per_node_cycle"].empty());
        CHECK(found["deadlock_free"] == "yes");
    }
    const auto saturation = [](std::vector<std::string> words) {
        words.insert(words.begin(), "explain");
        words.insert(words.begin() + 2, "saturation_load_flits_per_node_cycle");
        words.insert(words.end(), {"--wire-cycles", "no"});
        return program(words).out;
    };
    CHECK(saturation({"hypercube:16"}).find("predicted to take ") != std::string::npos);
    CHECK(saturation({"hypercube:14", "--budget", "60"}).find("predicted to take") == std::string::npos);
}

TEST_CASE("a formula is held against the placement and the layout that it is meant for") {
    for (const auto& [word, metric] : {std::pair{"torus:16x16", "peak_vertical_links"},
                                       {"torus:32x32", "peak_vertical_links"},
                                       {"tesh:3,2,0", "peak_vertical_links"},
                                       {"htn:4,4,2,0", "max_wire_tiles"}}) {
        CAPTURE(word);
        std::set<std::string> counted;
        for (const auto& row : csv({"explain", word, metric, "--planes", "16"})) {
            if (row[3] == "exact") counted.insert(row[1]);
            if (row[3] == "formula") CHECK(row[5] == "reproduced");
        }
        CHECK(counted.size() == 2);  // in address order and in blocks; by quadrants and stacked
    }
}

TEST_CASE("a figure that a large network does not have leaves the others" * doctest::test_suite("long")) {
    for (const auto& [word, metric] : {std::pair{"ccc:16", "yield_bm"}, {"star:200000", "router_gates"}}) {
        CAPTURE(word);
        const Outcome o = program({"estimate", word, "--all"});
        CHECK(o.code == 0);
        CHECK(o.out.find(std::string("\n") + metric + " ") != std::string::npos);
        CHECK(o.out.find("] more than 100000 ") != std::string::npos);
    }
}

TEST_CASE("a missing figure has no verdict") {
    for (const auto& [word, metric] : {std::pair{"mesh:256x256", "deadlock_free"},
                                       {"star:2000", "saturation_load_flits_per_node_cycle"},
                                       {"star:2000", "bottleneck"}}) {
        CAPTURE(metric);
        const Records rows = csv({"explain", word, metric});
        CHECK(rows[1][1].empty());
        CHECK(rows[1][5].empty());
        CHECK(rows[1][7].empty());
    }
}

TEST_CASE("estimate leaves out searches that take more than moments, unless they are asked for" *
          doctest::test_suite("long")) {
    const auto diameter = [](const std::string& word) {
        for (const auto& row : csv({"estimate", word})) {
            if (row[0] == "diameter_hops" && row[3] == "exact") return row[1];
        }
        return std::string("no row");
    };
    CHECK(diameter("mesh:256x256").empty());  // half a minute
    CHECK(diameter("mesh:70x70") == "138");
    CHECK(diameter("torus:256x256") == "256");  // by symmetry
    CHECK(program({"estimate", "mesh:256x256"}).out.find("diameter, average distance (predicted to take ") !=
          std::string::npos);
}

TEST_CASE("tables counts by document how its numbers were reached") {
    const Outcome counted = program({"tables", "4.1", "4.3", "--summary", "--format", "csv"});
    CHECK(counted.code == 0);
    CHECK(
        counted.out.starts_with("document,numbers,recomputed,formula_only,simulated,tie,open,reproduced,reproduced_as,"
                                "misprint,refuted,not_reproducible"));
    CHECK(counted.out.find("rahman2006,11,6,5,0,0,0,") !=
          std::string::npos);  // 4.1: links counted, 4.3: gates over the printed factors
}
