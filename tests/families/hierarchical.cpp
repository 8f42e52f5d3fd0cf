// Hierarchical networks against breadth-first search, against walked routes, and against what the documents print.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "wafernet/error.hpp"
#include "wafernet/network.hpp"

using namespace wafernet;

namespace {

struct Distances {
    std::uint32_t diameter = 0;
    double mean = 0.0;      // over ordered distinct pairs
    double mean_all = 0.0;  // over all ordered pairs
};

Distances summary(std::uint64_t sum, std::uint32_t diameter, double nodes) {
    return {diameter, static_cast<double>(sum) / (nodes * (nodes - 1)), static_cast<double>(sum) / (nodes * nodes)};
}

Distances breadth_first(const Graph& graph) {
    std::uint64_t sum = 0;
    std::uint32_t diameter = 0;
    std::vector<Node> order;
    for (Node s = 0; s < graph.nodes(); ++s) {
        std::vector<std::uint32_t> distance(graph.nodes(), 0xFFFFFFFFU);
        order.assign(1, s);
        distance[s] = 0;
        for (std::size_t i = 0; i < order.size(); ++i) {
            for (const Channel c : graph.out(order[i])) {
                const Node t = graph.target(c);
                if (distance[t] != 0xFFFFFFFFU) continue;
                distance[t] = distance[order[i]] + 1;
                order.push_back(t);
            }
        }
        REQUIRE(order.size() == graph.nodes());
        for (const std::uint32_t d : distance) sum += d;
        diameter = std::max(diameter, distance[order.back()]);
    }
    return summary(sum, diameter, graph.nodes());
}

const RoutingSpec& routing_named(const Network& network, std::string_view name) {
    for (const RoutingSpec& spec : network.family->routings) {
        if (spec.name == name) return spec;
    }
    FAIL("no routing of that name");
    return network.family->routings.front();
}

Distances walked(const Network& network, std::string_view name, Ties ties = Ties::positive) {
    const auto routing = routing_named(network, name).make(network, {ties, {}});
    const Graph& graph = network.graph;
    std::uint64_t sum = 0;
    std::uint32_t diameter = 0;
    std::vector<Hop> hops;
    for (Node s = 0; s < graph.nodes(); ++s) {
        for (Node d = 0; d < graph.nodes(); ++d) {
            Head head{s, no_channel, routing->start(s, d)};
            std::uint32_t length = 0;
            while (head.node != d) {
                hops.clear();
                routing->next(head, d, hops);
                const Channel c = hops.at(0).channel;
                if (graph.source(c) != head.node || ++length > 1000) FAIL("a route that breaks off or does not end");
                head = {graph.target(c), c, hops[0].state};
            }
            sum += length;
            diameter = std::max(diameter, length);
        }
    }
    return summary(sum, diameter, graph.nodes());
}

std::vector<std::string> path(const Network& network, std::string_view routing, std::string_view from, std::string_view to) {
    std::vector<std::string> nodes;
    const auto r = routing_named(network, routing).make(network, {});
    for (const RouteStep& step : route(network.graph, *r, network.addresses.parse(from), network.addresses.parse(to))) {
        nodes.push_back(network.addresses.print(step.node));
    }
    return nodes;
}

}  // namespace

TEST_CASE("link counts of hierarchical networks are those printed, or those of the corrected formula") {
    struct Row {
        const char* word;
        std::uint64_t links;
        const char* origin;
    };
    for (const Row& row : {Row{"htn:4,4,2,0", 3200, "rahman2006, Table 4.1"}, Row{"htn:2,4,3,0", 5120, "counted: modules of 2x2x2 are cubes"}}) {
        CAPTURE(row.word);
        CAPTURE(row.origin);
        const Network network = make_network(row.word);
        CHECK(network.graph.links() == row.links);
        CHECK(network.family->links(network.parameters) == network.graph.links());
        CHECK(network.family->nodes(network.parameters) == network.graph.nodes());
    }
}

TEST_CASE("diameters of HTN are below Table 3.1 in the graph and reach its first row by the destination's outlets") {
    const Network two = make_network("htn:4,4,2,0");
    CHECK(breadth_first(two.graph).diameter == 16);
    CHECK(walked(two, "dor-nearest").diameter == 18);
    CHECK(walked(two, "dor-destination").diameter == 19);  // rahman2006, Table 3.1
}

TEST_CASE("the HTN route of sec. 4.3.1 is taken node by node under both readings of the outlet") {
    const Network network = make_network("htn:4,4,2,0");
    // As printed, with the nodes inside modules that it leaves out: 300 to 000 is one hop over the z wrap-around link.
    const std::vector<std::string> printed = {"(0,0)(3,0,0)", "(0,0)(0,0,0)", "(3,0)(0,3,0)", "(3,0)(0,3,3)", "(3,1)(0,3,0)",
                                              "(3,1)(0,3,3)", "(3,2)(0,3,0)", "(3,2)(1,3,0)", "(3,2)(2,3,0)"};
    CHECK(path(network, "dor-nearest", "(0,0)(3,0,0)", "(3,2)(2,3,0)") == printed);
    CHECK(path(network, "dor-destination", "(0,0)(3,0,0)", "(3,2)(2,3,0)") == printed);
}

TEST_CASE("the HTN route of sec. 3.2.3 leaves the first module by 0000130") {
    const Network network = make_network("htn:4,4,3,0");
    for (const char* routing : {"dor-nearest", "dor-destination"}) {
        CAPTURE(routing);
        const std::vector<std::string> nodes = path(network, routing, "0000000", "1131230");
        const auto outlet = std::find(nodes.begin(), nodes.end(), "(0,0)(0,0)(1,3,0)");
        REQUIRE(outlet != nodes.end());
        CHECK(*(outlet + 1) == "(1,0)(0,0)(1,0,0)");
        CHECK(nodes.back() == "(1,1)(3,1)(2,3,0)");
    }
}

TEST_CASE("distances in HTN networks agree with breadth-first search and walked routes computed elsewhere") {
    struct Row {
        const char* word;
        std::uint32_t diameter;
        double mean;
        std::uint32_t nearest;
        double nearest_mean;
    };
    // wafernet: a second program in another language gave these.
    for (const Row& row : {Row{"htn:4,4,2,0", 16, 7.695, 18, 7.945}, Row{"htn:4,2,2,0", 12, 5.271, 14, 5.773}}) {
        CAPTURE(row.word);
        const Network network = make_network(row.word);
        const Distances graph = breadth_first(network.graph);
        CHECK(graph.diameter == row.diameter);
        CHECK(graph.mean == doctest::Approx(row.mean).epsilon(0.0001));
        const Distances routed = walked(network, "dor-nearest");
        CHECK(routed.diameter == row.nearest);
        CHECK(routed.mean == doctest::Approx(row.nearest_mean).epsilon(0.0001));
    }
    CHECK(breadth_first(make_network("htn:4,4,2,1").graph).mean == doctest::Approx(7.226).epsilon(0.0001));
    CHECK(breadth_first(make_network("htn:4,4,2,1,1").graph).mean == doctest::Approx(6.991).epsilon(0.0001));
}

TEST_CASE("hierarchical parameters that do not fit together are refused with what is allowed") {
    CHECK_THROWS_WITH_AS(make_network("htn:4,4,6,0"), doctest::Contains("need L from 1 to 5"), InputError);
    CHECK_THROWS_WITH_AS(make_network("htn:4,4,2,3"), doctest::Contains("need q from 0 to 2"), InputError);
    CHECK_THROWS_WITH_AS(make_network("htn:4,2x2x2,2,0"), doctest::Contains("need one or two"), InputError);
    CHECK_THROWS_AS(make_network("htn:1,4,2,0"), InputError);
    CHECK_THROWS_AS(make_network("htn:4,1,2,0"), InputError);
    CHECK_THROWS_AS(make_network("htn:1000,4294967295,2,0"), InputError);
    CHECK_THROWS_AS(make_network("htn:4,4,2,0,2"), InputError);
}
