// Networks of copies of a network: rahman2006, sec. 2.4.1, by the words of the document.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "wafernet/io/make_network.hpp"

using namespace wafernet;

namespace {

// The digits of a node below n, the last one first.
std::vector<Node> digits(Node node, Node n, std::size_t count) {
    std::vector<Node> all;
    for (std::size_t i = 0; i < count; ++i) {
        all.push_back(node % n);
        node /= n;
    }
    return all;
}

}  // namespace

TEST_CASE("a neighbour in another copy of a swapped network has the last digit swapped with one of the others") {
    for (const auto& [word, inner, n, levels] : {std::tuple{"swapped:complete:4", "complete:4", 4U, 2U},
                                                 {"swapped:3:ring:5", "ring:5", 5U, 3U},
                                                 {"swapped:4:array:3", "array:3", 3U, 4U}}) {
        CAPTURE(word);
        const Network network = make_network(word), nucleus = make_network(inner);
        std::size_t inside = 0;
        for (Link l = 0; l < network.graph.links(); ++l) {
            const auto a = digits(network.graph.source(2 * l), n, levels),
                       b = digits(network.graph.target(2 * l), n, levels);
            if (std::equal(a.begin() + 1, a.end(), b.begin() + 1)) {
                CHECK(nucleus.graph.channel_between(a[0], b[0]) != no_channel);
                ++inside;
                continue;
            }
            std::vector<Node> swapped = a;
            const auto other = static_cast<std::size_t>(network.graph.label(l).level - 1);
            std::swap(swapped[0], swapped[other]);
            CHECK(swapped == b);
        }
        CHECK(inside == nucleus.graph.links() * network.graph.nodes() / n);
    }
}

TEST_CASE(
    "every two clusters of a multi-level fully-connected network are joined by one link, and every node has one") {
    for (const auto& [word, inner] :
         {std::pair{"mfc:complete:4", "complete:4"}, {"mfc:ring:5", "ring:5"}, {"mfc:3:complete:3", "complete:3"}}) {
        CAPTURE(word);
        const Network network = make_network(word), nucleus = make_network(inner);
        std::uint64_t size = nucleus.graph.nodes();
        for (std::size_t level = 2; level <= network.level_sizes.size(); ++level) {
            CHECK(network.level_sizes[level - 1] == size * (size + 1));
            std::multiset<std::pair<std::uint64_t, std::uint64_t>> joined;
            std::vector<int> ends(network.graph.nodes());
            for (Link l = 0; l < network.graph.links(); ++l) {
                if (network.graph.label(l).level != level) continue;
                const Node a = network.graph.source(2 * l), b = network.graph.target(2 * l);
                CHECK(a / (size * (size + 1)) == b / (size * (size + 1)));
                joined.insert(std::minmax(a / size, b / size));
                ++ends[a];
                ++ends[b];
            }
            const std::uint64_t above = network.graph.nodes() / (size * (size + 1));
            CHECK(joined.size() == above * size * (size + 1) / 2);
            CHECK(std::set(joined.begin(), joined.end()).size() == joined.size());
            CHECK(std::all_of(ends.begin(), ends.end(), [](int e) { return e == 1; }));
            size *= size + 1;
        }
    }
}
