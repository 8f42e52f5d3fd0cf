// Why the pruned tori have no dimension-order routing: whatever the order, some pair has no path that corrects every
// coordinate once.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "wafernet/io/make_network.hpp"

using namespace wafernet;

namespace {

// Pairs of a module (nodes first .. first + size - 1) without a path in this order of axes. `at`: coordinates of a node
// by axis; links of the module join nodes that differ in one.
std::size_t without_path(const Graph& graph, Node size, const std::vector<std::array<Node, 3>>& at,
                         const std::vector<int>& order) {
    std::size_t lost = 0;
    for (Node from = 0; from < size; ++from) {
        for (Node to = 0; to < size; ++to) {
            std::set<Node> here{from};
            for (const int axis : order) {
                const auto a = static_cast<std::size_t>(axis);
                std::vector<Node> open(here.begin(), here.end());
                while (!open.empty()) {  // any number of steps along the axis, either way
                    const Node v = open.back();
                    open.pop_back();
                    for (const Channel c : graph.out(v)) {
                        const Node w = graph.target(c);
                        if (w < size && at[v][a] != at[w][a] && here.insert(w).second) open.push_back(w);
                    }
                }
                std::erase_if(here, [&](Node v) { return at[v][a] != at[to][a]; });
            }
            lost += here.contains(to) ? 0U : 1U;
        }
    }
    return lost;
}

void no_order_serves(const std::string& word, Node k, bool flat) {
    CAPTURE(word);
    const Network network = make_network(word);
    const Node size = flat ? k * k : k * k * k;
    std::vector<std::array<Node, 3>> at(size);
    for (Node v = 0; v < size; ++v) at[v] = {v % k, v / k % k, flat ? 0 : v / k / k};
    std::vector<int> order(flat ? 2 : 3);
    std::iota(order.begin(), order.end(), 0);
    do {
        CHECK(without_path(network.graph, size, at, order) > 0);
    } while (std::next_permutation(order.begin(), order.end()));
}

}  // namespace

TEST_CASE("no order of dimensions serves all pairs of a pruned torus, nor those of a module of a pruned HTN") {
    for (const char* word : {"prunedtorus1:4", "prunedtorus2:4", "htn1:4,2", "htn2:4,2", "htn3:4,2"})
        no_order_serves(word, 4, false);
    no_order_serves("prunedtorus2d:4", 4, true);
    no_order_serves("prunedtorus2d:6", 6, true);
    // The torus that they are cut from has every order, so that it is the pruning.
    std::vector<std::array<Node, 3>> at(64);
    for (Node v = 0; v < 64; ++v) at[v] = {v % 4, v / 4 % 4, v / 16};
    CHECK(without_path(make_network("torus:4x4x4").graph, 64, at, {2, 1, 0}) == 0);
    // The smallest pair of T1 by hand: (0,0,0) and (1,1,0) are in a plane that has no link along y, so that z must be
    // left and come back, before and after y.
    const Network t1 = make_network("prunedtorus1:4");
    for (const Channel c : t1.graph.out(0)) CHECK((t1.graph.target(c) % 16 < 4));
}
