// The page of one network: its length, its width, its digits, and that its numbers are those of the CSV.
#include "datasheet.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "checks.hpp"
#include "report/layout.hpp"
#include "wafernet/core/family.hpp"
#include "wafernet/core/network.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/routing/deadlock.hpp"
#include "wafernet/routing/routings.hpp"

using namespace wafernet;
using namespace wafernet::test;

namespace {

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

// Significant digits of a number as it is printed.
std::size_t digits_of(std::string number) {
    number = number.substr(0, number.find('e'));
    std::erase(number, '.');
    const std::size_t first = number.find_first_not_of("-0");
    if (first == std::string::npos) return 1;
    const bool whole = number.find_last_not_of('0') != std::string::npos;
    return whole ? number.find_last_not_of('0') - first + 1 : 1;
}

// The page of a network with what it says of deadlock alone.
std::string deadlock_page(const std::string& word) {
    const auto [design, replaced] = cli::mended(std::make_shared<const Design>(word), {}, {}, cli::page_seconds);
    cli::FigureRequest request = cli::request_for(*design, {}, {}, cli::page_seconds);
    request.replaced = replaced;
    std::vector<cli::Figure> figures;
    for (const cli::FigureGroup& group : cli::figure_groups()) {
        if (group.name != "design" && group.name != "deadlock") continue;
        for (cli::Figure& figure : group.figures(request)) figures.push_back(std::move(figure));
    }
    return cli::datasheet(request, figures);
}

}  // namespace

TEST_CASE("the page of every family's example fits 45 lines of 100 columns, with at most 5 digits" *
          doctest::test_suite("long")) {
    for (const Family* f : families()) {
        const std::string word(f->examples.back());
        CAPTURE(word);
        const Design design(word);
        const cli::FigureRequest request = cli::request_for(design, {}, {}, 0.2);
        const std::vector<cli::Figure> figures = cli::figures(request);
        const std::string page = cli::datasheet(request, figures);
        std::size_t count = 2;  // the heading, an empty line
        for (const std::string& line : lines_of(page)) {
            CAPTURE(line);
            count += 1 + (line.size() - 1) / 100;  // the last line may be long
            if (!line.starts_with("left out: ")) CHECK(line.size() <= 100);
        }
        CHECK(count <= 45);
        // A figure that has no value is no line.
        CHECK(page.find("- [") == std::string::npos);
        // Every number with a point is of five digits at most.
        static const std::regex number(R"((?:^|[ (])(-?[0-9]+\.[0-9]+(?:e[-+][0-9]+)?)(?=[ ),]|$))");
        for (std::sregex_iterator at(page.begin(), page.end(), number), end; at != end; ++at) {
            CAPTURE((*at)[1].str());
            CHECK(digits_of((*at)[1].str()) <= 5);
        }
    }
}

TEST_CASE(
    "every example is free of deadlock by default, or by a rule that its page names, or its page says that it is not" *
    doctest::test_suite("long")) {
    std::size_t own = 0, replaced = 0, neither = 0;
    for (const Family* f : families()) {
        for (const std::string_view example : f->examples) {
            const std::string word(example);
            CAPTURE(word);
            const Network network = make_network(word);
            if (network.graph.nodes() < 2) continue;
            const auto free = [&](const std::string& rule) {
                const ChosenRouting chosen = choose_routing(network, {{}, rule, 0, Ties::parity});
                return deadlock_verdict(network, *chosen.routing, chosen.rule,
                                        {1, escape_by_both(*chosen.routing, chosen.rule)})
                    .deadlock_free();
            };
            const std::string page = deadlock_page(word);
            CAPTURE(page);
            const bool yes = std::regex_search(page, std::regex("deadlock free +yes"));
            if (free("")) {
                CHECK(yes);
                CHECK(page.find("cyclic") == std::string::npos);
                ++own;
            } else if (yes) {
                CHECK(page.find("proven: VC rule datelines, ") != std::string::npos);
                CHECK(std::regex_search(page, std::regex("VC rule datelines; its own, [a-z]+, [0-9]+ VCs, is cyclic")));
                CHECK(free("datelines"));
                ++replaced;
            } else {
                CHECK(std::regex_search(page, std::regex("deadlock free +no +a cycle: VC rule [a-z]+, [0-9]+ VCs")));
                DynamicChoice datelines;
                datelines.vc_rule = "datelines";
                const PredictedSeconds t = predicted_seconds(network, datelines);
                CHECK(t.verdict + t.plan > cli::page_seconds);
                ++neither;
            }
        }
    }
    MESSAGE(own << " by default, " << replaced << " by datelines, " << neither << " whose datelines take too long");
    CHECK(own > 300);
    CHECK(replaced > 40);
    CHECK(neither < 12);
}

TEST_CASE("compare, estimate and explain take the rule that mends a default, and none where one is asked for") {
    const auto warning = [](std::vector<std::string> words) { return program(std::move(words)).err; };
    const std::string said = "in place of any, 2 VCs, which can deadlock";
    CHECK(warning({"compare", "stargraph:3"}).find(said) != std::string::npos);
    CHECK(warning({"estimate", "stargraph:3"}).find(said) != std::string::npos);
    for (const char* option : {"--vc-rule", "--routing", "--preset"}) {
        const std::string value = option == std::string("--preset")    ? "ideal"
                                  : option == std::string("--routing") ? "minimal"
                                                                       : "any";
        CHECK(
            warning({"estimate", "stargraph:3", option, value}).find("VC rule any, 2 VCs, ties parity can deadlock") !=
            std::string::npos);
    }
    // The same figure in all three, and in latency, which takes the rule by its name.
    const std::string metric = "saturation_load_flits_per_node_cycle";
    const auto saturation = [&](std::vector<std::string> words) {
        for (const auto& row : csv(std::move(words)))
            if (row.front() == metric) return row[1];
        return std::string();
    };
    const std::string page = saturation({"estimate", "stargraph:3"});
    CHECK(page == csv({"compare", "stargraph:3", "--metric", metric})[1][2]);
    CHECK(page == saturation({"explain", "stargraph:3", metric}));
    CHECK(page == saturation({"estimate", "stargraph:3", "--vc-rule", "datelines"}));
    CHECK(page != saturation({"estimate", "stargraph:3", "--vc-rule", "any"}));
}

TEST_CASE("the numbers of the page are those of the CSV") {
    for (const char* word : {"torus:4x4", "htn:2,4,2,0", "karytree:3,2", "kmway-mesh:3,2", "mesh:8"}) {
        CAPTURE(word);
        const Records rows = csv({"estimate", word});
        const std::string page = program({"estimate", word}).out;
        std::map<std::string, std::string> values;
        for (std::size_t i = rows.size(); i-- > 1;) values[rows[i][0]] = rows[i][1];  // the first of a name
        std::size_t found = 0;
        for (const char* metric : {"links", "diameter_hops", "avg_distance_hops", "zero_load_latency_ns",
                                   "saturation_load_flits_per_node_cycle", "stack_area_mm2", "clock_ns"}) {
            if (values.count(metric) == 0 || values[metric].empty()) continue;
            const double value = std::stod(values[metric]);
            const std::string shown = value == std::floor(value) && value < 1e9 ? values[metric] : rounded(value);
            CAPTURE(metric);
            CAPTURE(shown);
            CHECK((page.find("  " + shown + ' ') != std::string::npos ||
                   page.find('(' + shown + ' ') != std::string::npos));
            ++found;
        }
        CHECK(found >= 4);
        CHECK(program({"estimate", word, "--all"}).out.find("saturation_lower_flits_per_node_cycle") !=
              std::string::npos);
    }
}

TEST_CASE("the page says at which load its energy is") {
    CHECK(std::regex_search(program({"estimate", "torus:4x4"}).out,
                            std::regex(R"(\n  load  +[0-9.]+ Gbit/s a node  +half of the saturation load\n)")));
}

TEST_CASE("a formula that does not hold is named beside the count, and one that holds too") {
    // Eq. 3.3 of the document in the page's first line gives the diameter of the HTN's routes, which the shortest paths
    // are below.
    const std::string page = program({"estimate", "htn:4,4,2,0"}).out;
    CHECK(page.find("counted; Eq. 3.3 says 19") != std::string::npos);
    CHECK(page.find("counted; sec. 3.2.2 agrees") != std::string::npos);
}

TEST_CASE("every figure of compare has words of its own") {
    std::set<std::string> seen;
    for (const std::string_view metric : cli::comparable_metrics()) {
        const std::string words = words_of_column(metric);
        CAPTURE(words);
        CHECK(words.find('_') == std::string::npos);
        CHECK(seen.insert(words).second);
    }
}
