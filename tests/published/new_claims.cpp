// Claims of rows that no other count covers, counted anew from coordinates.
#include <doctest/doctest.h>

#include <algorithm>
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
