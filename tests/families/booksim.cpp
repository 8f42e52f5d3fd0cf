// BookSim2's networks with several terminals a router: counts by hand or from the literature, routes on every pair.
#include <doctest/doctest.h>

#include <cmath>

#include "about.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/routing/deadlock.hpp"
#include "wafernet/routing/route.hpp"
#include "wafernet/routing/routings.hpp"

using namespace wafernet;

namespace {

// Mean number of routers that a message visits, its own router for messages to itself included, as BookSim2 counts
// hops.
double routers_visited(const Network& network, const std::string& name) {
    const std::unique_ptr<Routing> routing = make_routing(name, network);
    double sum = 0.0;
    for (const Node s : network.terminals) {
        for (const Node d : network.terminals)
            sum += s == d ? 1.0 : static_cast<double>(route(network.graph, *routing, s, d).size() - 2);
    }
    return sum / static_cast<double>(network.terminals.size() * network.terminals.size());
}

struct Shape {
    const char* word;
    Node terminals, routers;
    Link links;  // between routers
    const char* routing;
    double routers_visited;
};

}  // namespace

TEST_CASE("BookSim2's networks have its routers, links and ways") {
    // flattened butterfly: an axis is gone along with probability (k - 1) / k; k-ary n-tree: 2j - 1 routers where the
    // highest digit that differs is the j-th; dragonfly: local, global, local over distinct routers (Kim et al.
    // 2008, 2.3714 links for 2 terminals); trees as 4-ary 3-trees; cmesh: a line of four takes 1.25 links in the mean,
    // 0.875 with links from 0 to 2 and from 1 to 3, which half of the lines have
    const double tree = (1.0 * 4 + 3.0 * 12 + 5.0 * 48) / 64.0;
    const Shape shapes[] = {
        {"booksim-cmesh:4", 64, 16, 32, "dor-no-express", 3.5},
        {"booksim-cmesh:4", 64, 16, 32, "xy-yx", 3.5},
        {"booksim-cmesh:4", 64, 16, 32, "dor", 3.125},
        {"booksim-flatfly:4,2,2", 64, 16, 48, "dor", 2.5},
        {"booksim-flatfly:4,2,2", 64, 16, 48, "xy-yx", 2.5},
        {"booksim-flatfly:2,4,1", 16, 16, 32, "dor", 3.0},
        {"booksim-fattree:4,3", 64, 48, 128, "up-down", tree},
        {"booksim-qtree", 64, 21, 20, "up-down", tree},
        {"booksim-tree4", 64, 28, 64, "up-down", tree},
        {"booksim-dragonfly:2", 72, 36, 90, "minimal", 1.0 + 83.0 / 35.0 * 35.0 / 36.0},
    };
    for (const Shape& shape : shapes) {
        CAPTURE(shape.word);
        CAPTURE(shape.routing);
        const Network network = make_network(shape.word);
        CHECK(network.terminals.size() == shape.terminals);
        CHECK(network.graph.nodes() == shape.terminals + shape.routers);
        CHECK(network.graph.links() == shape.terminals + shape.links);
        CHECK(network.family->nodes(network.parameters) == network.graph.nodes());
        CHECK(network.family->links(network.parameters) == network.graph.links());
        CHECK(routers_visited(network, shape.routing) == about(shape.routers_visited));
        const ChosenRouting chosen = choose_routing(network, {shape.routing, "", 0, Ties::positive});
        CHECK(deadlock_verdict(network, *chosen.routing, chosen.rule).acyclic);
    }
}

TEST_CASE("links of BookSim2's networks are as long as their tiles are apart") {
    const auto longest = [](const char* word) {
        const Network network = make_network(word);
        return network.channel_latency_cycles.empty()
                   ? 1
                   : *std::max_element(network.channel_latency_cycles.begin(), network.channel_latency_cycles.end());
    };
    CHECK(longest("booksim-cmesh:8") == 1);
    CHECK(longest("booksim-cmesh:8,1") == 8);
    CHECK(longest("booksim-flatfly:4,2,2,1") == 6);
    CHECK(longest("booksim-dragonfly:1") == 100);
}

TEST_CASE("BookSim2's networks are known by name, but not among the families") {
    for (const Family* f : booksim_families()) {
        CHECK(&family(f->name) == f);
        for (const Family* other : families()) CHECK(other->name != f->name);
    }
    CHECK_THROWS_WITH_AS(make_network("booksim-cmesh:5"),
                         "booksim-cmesh:5: k = 5, need an even number: a link along a rim passes half of its routers",
                         InputError);
}
