// Claims of rows that no other count covers, counted anew from coordinates.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <string>
#include <tuple>
#include <vector>

#include "wafernet/base/error.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/published/published.hpp"
#include "wafernet/routing/routings.hpp"

using namespace wafernet;
using namespace wafernet::published;

namespace {

Value of(const char* name, const char* network, Arguments arguments) {
    Workbench bench;
    return quantity(name).evaluate({network, std::move(arguments)}, bench).value;
}
Value word(const char* text) { return std::string(text); }

}  // namespace

TEST_CASE(
    "five of the six messages of Fig. 4.29 share a channel in dimension order, and none has to by shortest paths") {
    for (const char* mesh : {"mesh:4x4", "mesh:6x6", "mesh:7x7"}) {
        CAPTURE(std::string(mesh));
        const std::int64_t n = mesh[5] - '0';
        CHECK(of("fan_busiest_channel", mesh, {{"routing", "dor"}}) == Value(n - 1));
        CHECK(of("fan_simultaneous", mesh, {{"routing", "dor"}}) == word("no"));
        CHECK(of("fan_simultaneous", mesh, {{"routing", "minimal-adaptive"}}) == word("yes"));
    }
    CHECK_THROWS_AS(of("fan_simultaneous", "mesh:4x6", {{"routing", "dor"}}), InputError);
}

TEST_CASE("the faulty link of Fig. 4.30 leaves 54 pairs without a message in dimension order and 9 by shortest paths") {
    for (const auto& [mesh, n, y, x] :
         {std::tuple{"mesh:6x6", 6, 3, 2}, {"mesh:6x6", 6, 0, 4}, {"mesh:5x5", 5, 2, 0}}) {
        const std::string faulty = "(" + std::to_string(y) + "," + std::to_string(x) + ")";
        CAPTURE(faulty);
        std::int64_t in_order = 0, shortest = 0;
        for (int from_y = 0; from_y < n; ++from_y)
            for (int from_x = 0; from_x < n; ++from_x)
                for (int to_y = 0; to_y < n; ++to_y)
                    for (int to_x = 0; to_x < n; ++to_x) {
                        const bool over = from_y == y && from_x <= x && to_x > x;  // along its row first
                        in_order += over ? 1 : 0;
                        shortest += over && to_y == from_y ? 1 : 0;  // the row is the only shortest path
                    }
        CHECK(of("undelivered_pairs", mesh, {{"routing", "dor"}, {"faulty", faulty}}) == Value(in_order));
        CHECK(of("undelivered_pairs", mesh, {{"routing", "minimal-adaptive"}, {"faulty", faulty}}) == Value(shortest));
        CHECK(of("cut_off_pairs", mesh, {{"faulty", faulty}}) == Value(std::int64_t{0}));
        if (n == 6 && y == 3) {
            CHECK(in_order == 54);
            CHECK(shortest == 9);
        }
    }
    CHECK_THROWS_AS(of("cut_off_pairs", "mesh:6x6", {{"faulty", "(3,5)"}}), InputError);
}

TEST_CASE(
    "pairs at a multiple of the window have one shortest path and as many detours as a search of simple paths finds") {
    for (const auto& [network, p, w] : {std::tuple{"how:12,3,1", 12, 3}, {"how:9,2,1", 9, 2}, {"how:10,4,1", 10, 4}}) {
        CAPTURE(std::string(network));
        std::int64_t shortest = 1'000'000, longer = 1'000'000;
        for (int a = 0; a < p; ++a) {
            for (int b = 0; b < p; ++b) {
                const int distance = a > b ? a - b : b - a;
                if (distance == 0 || distance % w != 0) continue;
                std::vector<bool> met(static_cast<std::size_t>(p), false);
                const std::function<std::int64_t(int, int)> paths = [&](int at, int left) -> std::int64_t {
                    if (at == b) return left == 0 ? 1 : 0;
                    if (left == 0) return 0;
                    met[static_cast<std::size_t>(at)] = true;
                    std::int64_t sum = 0;
                    for (int next = std::max(0, at - w); next <= std::min(p - 1, at + w); ++next)
                        if (next != at && !met[static_cast<std::size_t>(next)]) sum += paths(next, left - 1);
                    met[static_cast<std::size_t>(at)] = false;
                    return sum;
                };
                shortest = std::min(shortest, paths(a, distance / w));
                longer = std::min(longer, paths(a, distance / w + 1));
            }
        }
        CHECK(shortest == 1);
        CHECK(of("full_window_paths", network, {}) == Value(shortest));
        Workbench bench;
        const Evaluation detours = quantity("full_window_detours").evaluate({network, {}}, bench);
        CHECK(detours.value == word(longer > 1 ? "yes" : "no"));
        CHECK(detours.note.starts_with("at least " + std::to_string(longer) + ","));
    }
    CHECK(of("full_window_detours", "how:5,1,1", {}) == word("no"));  // an array has no detours
}

TEST_CASE("permuted pruned tori are told from others, and only the pruned 2D torus has the links of Eq. 6.3") {
    for (const char* network : {"prunedtorus1:4", "prunedtorus1:8", "prunedtorus2:4", "prunedtorus2:6"})
        CHECK(of("pruned_permutations", network, {}) == word("yes"));
    CHECK(of("pruned_permutations", "torus:4x4x4", {}) == word("no"));
    for (const char* network : {"prunedtorus2d:4", "prunedtorus2d:6", "prunedtorus2d:10"})
        CHECK(of("pruned_by_eq_6_3", network, {}) == word("yes"));
    CHECK(of("pruned_by_eq_6_3", "torus:4x4", {}) == word("no"));
}

TEST_CASE("Up*/Down* is deadlock free on one channel where shortest paths are not") {
    for (const char* network : {"htn:4,4,2,0", "htn:4,2,2,1"}) {
        CHECK(of("deadlock_free", network, {{"routing", "up-down"}, {"vcs", 1.0}}) == word("yes"));
        CHECK(of("deadlock_free", network, {{"routing", "minimal"}, {"vcs", 1.0}}) == word("no"));
    }
}

TEST_CASE("no message of a small example needs more virtual channels than its routing declares") {
    int as_many = 0;
    for (const Family* family : families()) {
        for (const std::string_view word : family->examples) {
            const Network network = make_network(word);
            if (network.graph.nodes() > 32) continue;
            CAPTURE(network.word);
            for (const RoutingSpec& spec : routings_of(network)) {
                const std::string routing(spec.name);
                CAPTURE(routing);
                const Value needed = of("vcs_named", network.word.c_str(), {{"routing", routing}});
                CHECK(std::get<std::int64_t>(needed) <= spec.least_vcs);
                as_many += spec.least_vcs > 1 && std::get<std::int64_t>(needed) == spec.least_vcs ? 1 : 0;
            }
        }
    }
    CHECK(as_many > 20);
    CHECK(of("vcs_named", "mesh:8x8", {{"routing", "reversal-2"}}) == Value(std::int64_t{3}));
    CHECK(of("vcs_named", "mesh:3x2", {{"routing", "reversal-3"}}) == Value(std::int64_t{2}));
}

TEST_CASE("a printed route is passed only in its order, and a longer one is told by its hops") {
    // Ties clockwise, x after y after z: (0,0)(3,0,0) leaves its module at once, for z has a link round from 3 to 0.
    const std::string printed = "(0,0)(3,0,0) (0,0)(0,0,0) (3,0)(0,3,0) (3,2)(0,3,0) (3,2)(2,3,0)";
    CHECK(of("route_passes", "htn:4,4,2,0", {{"by", printed}}) == word("yes"));
    CHECK(of("route_passes", "htn:4,4,2,0", {{"by", printed}, {"hops", 8.0}}) == word("yes"));
    CHECK(of("route_passes", "htn:4,4,2,0", {{"by", printed}, {"hops", 7.0}}) == word("no"));
    CHECK(of("route_passes", "htn:4,4,2,0", {{"by", "(0,0)(3,0,0) (3,2)(0,3,0) (3,0)(0,3,0) (3,2)(2,3,0)"}}) ==
          word("no"));
    CHECK(of("route_passes", "mesh:4x4", {{"by", "(0,0) (0,3) (3,3)"}}) == word("yes"));
    CHECK(of("route_passes", "mesh:4x4", {{"by", "(0,0) (3,0) (3,3)"}}) == word("no"));
}

TEST_CASE("Eq. 2.1 joins 2^(d+1) - 2 nodes: children up to 2 (2^d - 2) + 1, and 0 is its own") {
    CHECK(of("nodes_of_eq_2_1", "tree:3", {}) == Value(std::int64_t{14}));
    CHECK(of("nodes_of_eq_2_1", "tree:5", {}) == Value(std::int64_t{62}));
}

TEST_CASE("conflicts of a transpose are those of messages that share a stretch of row or column") {
    // Row r carries, from column c to column r, the messages of (r,c): k of them between the k-th and the next column
    // left of the diagonal, the same right of it, and columns mirror rows. Beyond the first: k - 1.
    for (const auto& [mesh, n] : {std::pair{"mesh:8x8", 8}, {"mesh:6x6", 6}}) {
        int all = 0;
        for (int r = 0; r < n; ++r) {
            for (int k = 1; k <= r; ++k) all += k - 1;          // towards larger columns
            for (int k = 1; k <= n - 1 - r; ++k) all += k - 1;  // towards smaller ones
        }
        Workbench bench;
        const Evaluation e = quantity("conflicts_similar")
                                 .evaluate({mesh,
                                            {{"traffic", std::string("transpose")},
                                             {"than_traffic", std::string("transpose")},
                                             {"within_percent", 0.0}}},
                                           bench);
        CHECK(e.value == word("yes"));
        CHECK(e.note == std::to_string(2 * all) + " against " + std::to_string(2 * all));
    }
}

TEST_CASE("turns that are left out without need, and sets of turns back") {
    const Arguments back = {{"degrees", std::string("180")}};
    const auto with = [](Arguments more, const char* algorithm) {
        more["algorithm"] = std::string(algorithm);
        return more;
    };
    // Double-y leaves out the 4 turns of 90 degrees that mad-y adds, among others.
    CHECK(of("prohibited_turns", "", with({}, "double-y")) == Value(std::int64_t{8}));
    CHECK(std::get<std::int64_t>(of("needless_prohibitions", "", with({}, "double-y"))) >= 4);
    CHECK(of("needless_prohibitions", "", with({}, "mad-y")) == Value(std::int64_t{0}));
    // West-first: a message comes from the west to any other direction, so that west to east is free and east to west
    // is not; north and south are free one way or the other: two sets of two.
    CHECK(of("back_turn_share", "", with(back, "west-first")) == Value(0.5));
    CHECK(of("back_turn_sets", "", with(back, "west-first")) == Value(std::int64_t{2}));
    // Negative-first in 3 dimensions leaves out the turns from positive to negative: 3 x 2.
    CHECK(of("prohibited_turns", "mesh:3x3x3", {}) == Value(std::int64_t{6}));
    CHECK(of("mesh_turns", "mesh:3x3x3", {}) == Value(std::int64_t{24}));
}

TEST_CASE("classes that share nothing or all but one set cannot deadlock, three in a corner can") {
    for (const char* classes : {"00 11", "01 10", "000 111", "10 11", "0110 0111"})
        CHECK(of("classes_share_channels", "", {{"classes", std::string(classes)}}) == word("yes"));
    // The four together have every turn.
    for (const char* classes : {"00 01 10", "00 01 10 11", "000 001 010"})
        CHECK(of("classes_share_channels", "", {{"classes", std::string(classes)}}) == word("no"));
}

TEST_CASE("windows of a node: w + 1 on a long line, one where all nodes are joined") {
    CHECK(of("windows_of_node", "how:9,1,1", {{"w", 1.0}}) == Value(std::int64_t{2}));
    CHECK(of("windows_of_node", "how:9,2,1", {{"w", 2.0}}) == Value(std::int64_t{3}));
    CHECK(of("windows_of_node", "how:5,4,1", {{"w", 4.0}}) == Value(std::int64_t{1}));
    CHECK(of("windows_of_node", "how:9,2,1", {{"w", 3.0}}) == Value(std::int64_t{0}));  // no four are joined
}

TEST_CASE("the longest wires of a 4 x 4 torus are its links round, and in line the longest passes two planes") {
    CHECK(of("longest_wires", "torus:4x4", {}) == Value(std::int64_t{8}));  // 3 tiles, one a row and a column
    CHECK(of("longest_wires", "mesh:4x4", {}) == Value(std::int64_t{24}));
    CHECK(of("longest_vertical_shorter", "torus:4x4", {{"planes", 4.0}, {"placement", std::string("inline")}}) ==
          word("yes"));
    CHECK(of("longest_vertical_shorter", "torus:4x4", {{"planes", 4.0}, {"placement", std::string("address")}}) ==
          word("no"));
}

TEST_CASE("a claim on shares and differences of throughput compares what the runs give one by one") {
    Workbench bench;
    bench.seeds = 2;
    const Arguments runs = {
        {"preset", std::string("ideal")}, {"cycles", 2000.0}, {"loads", std::string("0.1,0.4,0.9")}};
    const auto throughput = [&](const char* network, const char* traffic) {
        Arguments own = runs;
        own["traffic"] = std::string(traffic);
        return std::get<double>(quantity("simulated_max_throughput").evaluate({network, own}, bench).value);
    };
    const auto note = [&](Arguments more) {
        more.insert(runs.begin(), runs.end());
        return quantity("simulated_claim").evaluate({"mesh:4x4", more}, bench).note;
    };
    const double mesh = throughput("mesh:4x4", "uniform"), turned = throughput("mesh:4x4", "transpose"),
                 array = throughput("array:16", "uniform"), array_turned = throughput("array:16", "transpose");
    const auto begins = [](const std::string& text, double value) {
        char buffer[32];
        std::snprintf(buffer, sizeof buffer, "%.5g", value);
        return text.find(buffer) != std::string::npos;
    };
    const std::string share = note({{"traffic", std::string("transpose")},
                                    {"over-traffic", std::string("uniform")},
                                    {"than", std::string("array:16")}});
    CAPTURE(share);
    CHECK(begins(share, turned / mesh));
    CHECK(begins(share, array_turned / array));
    const std::string gap = note({{"traffic", std::string("uniform")},
                                  {"less", std::string("array:16")},
                                  {"than-traffic", std::string("transpose")}});
    CAPTURE(gap);
    CHECK(begins(gap, mesh - array));
    CHECK(begins(gap, turned - array_turned));
    // Never so slow before it saturates: the greatest throughput. Always slower: nothing.
    const std::string never = note({{"traffic", std::string("uniform")},
                                    {"than", std::string("array:16")},
                                    {"metric", std::string("throughput-at-latency:1000000")}});
    CAPTURE(never);
    CHECK(begins(never, mesh));
    CHECK(begins(never, array));
    Arguments always = {{"metric", std::string("throughput-at-latency:1")}, {"than-value", 1.0}};
    always.insert(runs.begin(), runs.end());
    CHECK(std::holds_alternative<Missing>(quantity("simulated_claim").evaluate({"mesh:4x4", always}, bench).value));
}

TEST_CASE("a share above a bound is more than the bound, and a count is a whole number") {
    // Dimension order on 2x2: the 8 pairs of neighbours have their one path, the 4 diagonal pairs one of two.
    CHECK(of("mean_path_share_above", "mesh:2x2", {{"routing", "dor"}, {"bound", 0.83}}) == word("yes"));
    CHECK(of("mean_path_share_above", "mesh:2x2", {{"routing", "dor"}, {"bound", 10.0 / 12}}) == word("no"));
    CHECK(of("router_pins", "", {{"data", 4.0}, {"control", 2.0}}) == Value(std::int64_t{12}));
    for (const double wrong : {-1.0, 1.5, 1e300})
        CHECK_THROWS_AS(of("router_pins", "", {{"data", wrong}, {"control", 2.0}}), InputError);
}
