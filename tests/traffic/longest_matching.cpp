// The longest matching: no other permutation has longer shortest paths in sum.
#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>

#include "about.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/measure/distances.hpp"
#include "wafernet/traffic/make_traffic.hpp"

using namespace wafernet;

namespace {

std::vector<std::vector<int>> distances(const Network& network) {
    const Node n = network.graph.nodes();
    std::vector<std::vector<int>> d(n, std::vector<int>(n, 1 << 20));
    for (Node v = 0; v < n; ++v) d[v][v] = 0;
    for (Channel c = 0; c < network.graph.channels(); ++c) {
        if (network.graph.exists(c)) d[network.graph.source(c)][network.graph.target(c)] = 1;
    }
    for (Node k = 0; k < n; ++k) {
        for (Node a = 0; a < n; ++a) {
            for (Node b = 0; b < n; ++b) d[a][b] = std::min(d[a][b], d[a][k] + d[k][b]);
        }
    }
    return d;
}

// Hops of the pattern in sum; every terminal receives once at most.
int hops(const Network& network) {
    const auto traffic = make_traffic("longest-matching", network);
    const auto d = distances(network);
    std::vector<int> received(network.graph.nodes());
    std::vector<Demand> row;
    int sum = 0;
    for (const Node v : terminals_of(network)) {
        traffic->row(v, row);
        for (const Demand& demand : row) {
            sum += d[v][demand.destination];
            ++received[demand.destination];
        }
    }
    CHECK(*std::max_element(received.begin(), received.end()) <= 1);
    return sum;
}

}  // namespace

TEST_CASE("the longest matching has the longest paths of all permutations") {
    for (const char* word : {"mesh:2x4", "ring:7", "fibonacci:4", "jellyfish:8,3", "tree:3", "debruijn:2,3"}) {
        CAPTURE(word);
        const Network network = make_network(word);
        const auto d = distances(network);
        std::vector<Node> order(network.graph.nodes());
        std::iota(order.begin(), order.end(), 0U);
        int most = 0;
        do {
            int sum = 0;
            for (Node v = 0; v < order.size(); ++v) sum += d[v][order[v]];
            most = std::max(most, sum);
        } while (std::next_permutation(order.begin(), order.end()));
        CHECK(hops(network) == most);
    }
}

TEST_CASE("in networks whose nodes have an opposite one all messages go to it") {
    for (const auto& [word, diameter] : {std::pair{"hypercube:6", 6}, {"torus:8x8", 8}, {"ring:64", 32}}) {
        CAPTURE(word);
        const Network network = make_network(word);
        CHECK(hops(network) == diameter * static_cast<int>(network.graph.nodes()));
    }
    // In a mesh every axis carries as much as between opposite halves: k^2 / 2 a line and axis (k even).
    CHECK(hops(make_network("mesh:8x8")) == 2 * 8 * 32);
}

TEST_CASE("the longest matching is refused where it would take long or cannot be") {
    CHECK_THROWS_AS((void)make_traffic("longest-matching", make_network("hypercube:12")), InputError);
    CHECK_NOTHROW((void)make_traffic("longest-matching", make_network("karytree:4,2")));
}
