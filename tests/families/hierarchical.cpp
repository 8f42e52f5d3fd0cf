// Hierarchical networks against breadth-first search, against walked routes, and against what the documents print.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "wafernet/base/error.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/routing/route.hpp"

using namespace wafernet;

namespace {

struct HopCounts {
    std::uint32_t diameter = 0;
    double mean = 0.0;      // over ordered distinct pairs
    double mean_all = 0.0;  // over all ordered pairs
};

HopCounts summary(std::uint64_t sum, std::uint32_t diameter, double sources, double nodes) {
    return {diameter, static_cast<double>(sum) / (sources * (nodes - 1)), static_cast<double>(sum) / (sources * nodes)};
}

std::vector<std::uint32_t> distances_from(const Graph& graph, Node source) {
    std::vector<std::uint32_t> distance(graph.nodes(), 0xFFFFFFFFU);
    std::vector<Node> order{source};
    distance[source] = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        for (const Channel c : graph.out(order[i])) {
            const Node t = graph.target(c);
            if (distance[t] != 0xFFFFFFFFU) continue;
            distance[t] = distance[order[i]] + 1;
            order.push_back(t);
        }
    }
    REQUIRE(order.size() == graph.nodes());
    return distance;
}

// From the nodes 0 .. sources-1; all of them where sources is 0.
HopCounts breadth_first(const Graph& graph, Node sources = 0) {
    if (sources == 0) sources = graph.nodes();
    std::uint64_t sum = 0;
    std::uint32_t diameter = 0;
    for (Node s = 0; s < sources; ++s) {
        for (const std::uint32_t d : distances_from(graph, s)) {
            sum += d;
            diameter = std::max(diameter, d);
        }
    }
    return summary(sum, diameter, sources, graph.nodes());
}

const RoutingSpec& routing_named(const Network& network, std::string_view name) {
    for (const RoutingSpec& spec : network.family->routings) {
        if (spec.name == name) return spec;
    }
    FAIL("no routing of that name");
    return network.family->routings.front();
}

HopCounts walked(const Network& network, std::string_view name, Node sources = 0) {
    const auto routing = routing_named(network, name).make(network, {});
    if (sources == 0) sources = network.graph.nodes();
    const Graph& graph = network.graph;
    std::uint64_t sum = 0;
    std::uint32_t diameter = 0;
    std::vector<Hop> hops;
    for (Node s = 0; s < sources; ++s) {
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
    return summary(sum, diameter, sources, graph.nodes());
}

std::vector<std::string> path(const Network& network, std::string_view routing, std::string_view from,
                              std::string_view to) {
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
    for (const Row& row :
         {Row{"htn:4,4,2,0", 3200, "rahman2006, Table 4.1"}, Row{"h3dm:4,4,2,0", 3168, "rahman2006, Table 4.1"},
          Row{"htn:2,4,3,0", 5120, "wafernet: modules of 2x2x2 are cubes, 1024 (12/8 + 1) + 4096"},
          Row{"h3dt:4,4,2,0", 9408, "rahman2006, Table 7.1"}, Row{"mh3dt:4,4,2,0", 12480, "rahman2006, Table 7.1"},
          Row{"mh3dt:4,4,2,1", 12672, "rahman2006, Eq. 7.6"},
          Row{"mh3dt:4,4,2,2", 13056, "rahman2006, Eq. 7.6; Table 7.1 prints 12864"},
          Row{"h3dt:4,4,2,2", 9984, "wafernet: 64 (144 + 12); Table 7.1 prints 9792"},
          Row{"tesh:2,3,0", 7168, "wafernet: 256 (24 + 4); Table 7.1 prints 8192"},
          Row{"tesh:2,3,1", 8192, "wafernet: 256 (24 + 8); Table 7.2 prints 10240"},
          Row{"ttn:2,3,0", 9216, "wafernet: 256 (32 + 4); Table 7.2 prints 10240"},
          Row{"htn1", 2176, "rahman2006, Table 6.1"}, Row{"htn2", 2176, "rahman2006, Table 6.1"},
          Row{"htn3", 2144, "rahman2006, Table 6.1"}}) {
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
    const std::vector<std::string> printed = {"(0,0)(3,0,0)", "(0,0)(0,0,0)", "(3,0)(0,3,0)",
                                              "(3,0)(0,3,3)", "(3,1)(0,3,0)", "(3,1)(0,3,3)",
                                              "(3,2)(0,3,0)", "(3,2)(1,3,0)", "(3,2)(2,3,0)"};
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

TEST_CASE("the MH3DT route of sec. 7.2.2 is taken node by node") {
    const Network network = make_network("mh3dt:4,4,2,0");
    // Printed: (123)(211), gate (123)(000), (323)(000), gate (323)(100), (333)(100), (333)(111). Between them z, y, x
    // inside a module; from 1 to 3 in a ring of 4 the positive way.
    const std::vector<std::string> nodes = {"(1,2,3)(2,1,1)", "(1,2,3)(3,1,1)", "(1,2,3)(0,1,1)", "(1,2,3)(0,0,1)",
                                            "(1,2,3)(0,0,0)", "(2,2,3)(0,0,0)", "(3,2,3)(0,0,0)", "(3,2,3)(1,0,0)",
                                            "(3,3,3)(1,0,0)", "(3,3,3)(1,1,0)", "(3,3,3)(1,1,1)"};
    CHECK(path(network, "dor-nearest", "(1,2,3)(2,1,1)", "(3,3,3)(1,1,1)") == nodes);
    CHECK(path(network, "dor-destination", "(1,2,3)(2,1,1)", "(3,3,3)(1,1,1)") == nodes);
}

namespace {

struct DistanceRow {
    const char* word;
    double tolerance;  // half of the last digit given
    std::uint32_t diameter;
    double mean;
    const char* routing;  // null: graph only
    std::uint32_t routed_diameter = 0;
    double routed_mean = 0.0;
};

void check_distances(const DistanceRow& row) {
    CAPTURE(row.word);
    const Network network = make_network(row.word);
    // Where the upper levels are tori, a shift by whole modules maps the network and its routes onto themselves.
    const Node sources = network.graph.nodes() > 1024 ? network.module_size() : 0;
    const HopCounts graph = breadth_first(network.graph, sources);
    CHECK(graph.diameter == row.diameter);
    CHECK(std::abs(graph.mean - row.mean) < row.tolerance);
    if (row.routing == nullptr) return;
    const HopCounts routed = walked(network, row.routing, sources);
    CHECK(routed.diameter == row.routed_diameter);
    CHECK(std::abs(routed.mean - row.routed_mean) < row.tolerance);
}

}  // namespace

TEST_CASE("distances in small hierarchical networks agree with a program in another language") {
    // wafernet: networkx and a walk of the printed algorithm, except where a document is named.
    for (const DistanceRow& row : {
             DistanceRow{"htn:4,4,2,0", 0.0005, 16, 7.695, "dor-nearest", 18, 7.945},
             DistanceRow{"htn:4,2,2,0", 0.0005, 12, 5.271, "dor-nearest", 14, 5.773},
             DistanceRow{"htn:4,4,2,1", 0.0005, 15, 7.226, nullptr},
             DistanceRow{"htn:4,4,2,1,1", 0.0005, 14, 6.991, nullptr},
             DistanceRow{"h3dm:4,4,2,0", 0.0005, 22, 8.946, "dor-nearest", 22, 8.946},
             DistanceRow{"h3dm:4,2,2,0", 0.0005, 14, 5.773, "dor-nearest", 14, 5.773},
             DistanceRow{"htn1", 0.0005, 18, 8.741, nullptr},
             DistanceRow{"htn2", 0.0005, 16, 7.863, nullptr},
             DistanceRow{"htn3", 0.0005, 16, 8.273, nullptr},
             DistanceRow{"mh3dt:4,4,2,1", 0.0005, 17, 9.307, nullptr},
             DistanceRow{"mh3dt:4,4,2,1,1", 0.0005, 16, 9.061, nullptr},
             DistanceRow{"h3dt:4,4,2,1", 0.0005, 21, 10.895, "dor-nearest", 23, 11.757},
             DistanceRow{"h3dt:4,4,2,1,1", 0.0005, 18, 10.372, "dor-nearest", 22, 11.511},
         }) {
        check_distances(row);
    }
}

TEST_CASE(
    "diameters and averages of Tables 7.1 and 7.2 are those of the networks' own routing and above those of the "
    "graph") {
    // Printed: 25/12.74, 20/10.36, 21/10.77, 18/9.37, 32/17.80, 28/14.53, 20/10.59.
    for (const DistanceRow& row : {
             DistanceRow{"h3dt:4,4,2,0", 0.00005, 24, 12.1260, "dor-nearest", 25, 12.7414},
             DistanceRow{"mh3dt:4,4,2,0", 0.00005, 18, 9.7993, "dor-nearest", 20, 10.3619},
             DistanceRow{"h3dt:4,4,2,2", 0.00005, 18, 9.6645, "dor-nearest", 21, 10.7722},
             DistanceRow{"mh3dt:4,4,2,2", 0.00005, 16, 8.8147, "dor-nearest", 18, 9.3773},
             DistanceRow{"tesh:2,3,0", 0.00005, 22, 14.0723, "dor-nearest", 32, 17.7954},
             DistanceRow{"tesh:2,3,1", 0.00005, 18, 10.2886, "dor-nearest", 28, 14.5325},
             DistanceRow{"ttn:2,3,0", 0.00005, 16, 9.1546, "dor-nearest", 20, 10.5963},
         }) {
        check_distances(row);
    }
}

TEST_CASE("every hierarchical example builds the nodes and links that it announces and is connected") {
    for (const char* name : {"htn", "h3dm", "h3dt", "mh3dt", "tesh", "ttn", "htn1", "htn2", "htn3"}) {
        for (const std::string_view word : family(name).examples) {
            CAPTURE(word);
            const Network network = make_network(word);
            CHECK(network.word == word);
            CHECK(network.graph.nodes() == network.family->nodes(network.parameters));
            CHECK(network.graph.links() == network.family->links(network.parameters));
            CHECK(network.level_sizes.back() == network.graph.nodes());
            CHECK(network.addresses.size() == network.graph.nodes());
            CHECK(breadth_first(network.graph).diameter > 0);
        }
    }
}

TEST_CASE("hierarchical parameters that do not fit together are refused with what is allowed") {
    CHECK_THROWS_WITH_AS(make_network("htn:4,4,6,0"), doctest::Contains("need L from 1 to 5"), InputError);
    CHECK_THROWS_WITH_AS(make_network("htn:4,4,2,3"), doctest::Contains("need q from 0 to 2"), InputError);
    CHECK_THROWS_WITH_AS(make_network("htn:4,2x2x2,2,0"), doctest::Contains("need one or two"), InputError);
    CHECK_THROWS_WITH_AS(make_network("tesh:2,6,0"), doctest::Contains("need L from 1 to 5"), InputError);
    CHECK_THROWS_WITH_AS(make_network("ttn:2,2,3"), doctest::Contains("need q from 0 to 2"), InputError);
    CHECK_THROWS_WITH_AS(make_network("mh3dt:4,4,4,1"), doctest::Contains("need L from 1 to 3"), InputError);
    CHECK_THROWS_WITH_AS(make_network("h3dt:4,4x4,2,0"), doctest::Contains("need one or three"), InputError);
    CHECK_THROWS_WITH_AS(make_network("htn1:5"), doctest::Contains("even m"), InputError);
    CHECK_THROWS_WITH_AS(make_network("htn3:4,3"), doctest::Contains("even extents"), InputError);
    CHECK_THROWS_AS(make_network("mh3dt:2,4,2,0"), InputError);
    CHECK_THROWS_AS(make_network("tesh:15,32000,0"), InputError);
    CHECK_THROWS_AS(make_network("htn:1,4,2,0"), InputError);
    CHECK_THROWS_AS(make_network("htn:4,1,2,0"), InputError);
    CHECK_THROWS_AS(make_network("htn:1000,4294967295,2,0"), InputError);
    CHECK_THROWS_AS(make_network("htn:4,4,2,0,2"), InputError);
}

namespace {

// The length of dimension-order routes on HTN and H3D-mesh worked out ring by ring from the text of rahman2006,
// sec. 3.2.3 and 4.3.1, with no graph and no routing: gates on the contours of the planes z = (l-2) 2^q .., ties
// positive.
struct ContourOracle {
    int m, rows, columns, levels, q;
    bool torus, destination;

    struct Place {
        int z, y, x;
    };

    [[nodiscard]] int ring(int a, int b) const { return std::min(std::abs(a - b), m - std::abs(a - b)); }
    [[nodiscard]] int inside(Place a, Place b) const { return ring(a.z, b.z) + ring(a.y, b.y) + ring(a.x, b.x); }

    // Adds one move to the next module along y or x; returns where it arrives.
    [[nodiscard]] Place cross(Place at, Place goal, int level, bool along_y, bool positive, int& length) const {
        Place best{};
        int least = 1000000;
        for (int z = (level - 2) << q; z < (level - 1) << q; ++z) {
            for (int i = 0; i < m; ++i) {
                if (destination && i != (along_y ? goal.x : goal.y)) continue;
                const int edge = positive ? m - 1 : 0;
                const Place gate = along_y ? Place{z, edge, i} : Place{z, i, edge};
                if (inside(at, gate) < least) {
                    least = inside(at, gate);
                    best = gate;
                }
            }
        }
        length += least + 1;
        (along_y ? best.y : best.x) = positive ? 0 : m - 1;
        return best;
    }

    [[nodiscard]] int route_length(std::vector<std::uint32_t> from, const std::vector<std::uint32_t>& to) const {
        const auto local = [](const std::vector<std::uint32_t>& digits) {
            const std::size_t n = digits.size();
            return Place{static_cast<int>(digits[n - 3]), static_cast<int>(digits[n - 2]),
                         static_cast<int>(digits[n - 1])};
        };
        Place at = local(from);
        const Place goal = local(to);
        int length = 0;
        for (int i = 0; i < 2 * (levels - 1); ++i) {
            const bool along_y = i % 2 == 0;
            const int n = along_y ? rows : columns;
            const int t =
                static_cast<int>(to[static_cast<std::size_t>(i)]) - static_cast<int>(from[static_cast<std::size_t>(i)]);
            const int forward = (t + n) % n;
            const bool positive = torus ? 2 * forward <= n : t > 0;
            const int steps = !torus ? std::abs(t) : positive ? forward : n - forward;
            for (int k = 0; k < steps; ++k) at = cross(at, goal, levels - i / 2, along_y, positive, length);
        }
        return length + inside(at, goal);
    }
};

}  // namespace

TEST_CASE("dimension-order routes on HTN and H3D-mesh are as long as the text says under both readings of the outlet") {
    struct Row {
        const char* word;
        ContourOracle oracle;
    };
    for (const Row& row :
         {Row{"htn:4,4,2,0", {4, 4, 4, 2, 0, true, false}}, Row{"htn:4,4,2,1", {4, 4, 4, 2, 1, true, false}},
          Row{"htn:4,2x4,2,1", {4, 2, 4, 2, 1, true, false}}, Row{"htn:3,5,2,0", {3, 5, 5, 2, 0, true, false}},
          Row{"htn:2,3,3,0", {2, 3, 3, 3, 0, true, false}}, Row{"h3dm:4,4,2,0", {4, 4, 4, 2, 0, false, false}},
          Row{"h3dm:2,3,3,0", {2, 3, 3, 3, 0, false, false}}}) {
        CAPTURE(row.word);
        const Network network = make_network(row.word);
        for (const bool destination : {false, true}) {
            CAPTURE(destination);
            ContourOracle oracle = row.oracle;
            oracle.destination = destination;
            const auto routing =
                routing_named(network, destination ? "dor-destination" : "dor-nearest").make(network, {});
            std::uint64_t wrong = 0;
            for (Node s = 0; s < network.graph.nodes(); s += 7) {
                for (Node d = 0; d < network.graph.nodes(); d += 3) {
                    const std::size_t nodes = route(network.graph, *routing, s, d).size();
                    if (static_cast<int>(nodes) - 1 !=
                        oracle.route_length(network.addresses.digits(s), network.addresses.digits(d)))
                        ++wrong;
                }
            }
            CHECK(wrong == 0);
        }
    }
}

namespace {

// Every reachable (node, state) of every source and destination pair is visited; `check` sees each hop.
template <typename Check>
void for_all_hops(const Network& network, const Routing& routing, Node source_step, Node destination_step,
                  const Check& check) {
    for (Node s = 0; s < network.graph.nodes(); s += source_step) {
        for (Node d = 0; d < network.graph.nodes(); d += destination_step) {
            if (s == d) continue;
            std::vector<std::pair<Head, HopLabel>> open{{Head{s, no_channel, routing.start(s, d)}, HopLabel{}}};
            std::vector<Hop> hops;
            for (std::size_t i = 0; i < open.size() && i < 4000; ++i) {
                const auto [at, before] = open[i];
                if (at.node == d) continue;
                hops.clear();
                routing.next(at, d, hops);
                for (const Hop& hop : hops) {
                    check(s, d, at, before, hop);
                    open.push_back({Head{network.graph.target(hop.channel), hop.channel, hop.state}, hop.label});
                }
            }
        }
    }
}

}  // namespace

TEST_CASE("hop labels of hierarchical routes agree with the link labels and with where the route stands") {
    for (const char* word : {"htn:4,4,2,1", "htn:2,3,3,0", "htn:3,5,2,0", "h3dm:4,4,2,0", "mh3dt:3,2,2,1",
                             "h3dt:3,3,2,0", "tesh:2,2,1", "ttn:2,2,0"}) {
        const Network network = make_network(word);
        const Graph& graph = network.graph;
        const auto rings =
            static_cast<std::uint8_t>(network.addresses.radices()[0].size() * (network.level_sizes.size() - 1));
        const Node step = graph.nodes() > 300 ? 13 : 5;
        for (const RoutingSpec& spec : network.family->routings) {
            for (const Ties ties : {Ties::positive, Ties::literal, Ties::split, Ties::parity}) {
                CAPTURE(word);
                CAPTURE(spec.name);
                const auto routing = spec.make(network, {ties, {}});
                std::uint64_t wrong = 0;
                for_all_hops(
                    network, *routing, step, step,
                    [&](Node s, Node d, const Head& at, const HopLabel& before, const Hop& hop) {
                        const LinkLabel& link = graph.label(Graph::link(hop.channel));
                        const HopLabel& label = hop.label;
                        const std::uint32_t size = network.module_size();
                        const Node module = at.node / size;
                        bool right = graph.source(hop.channel) == at.node && label.level == link.level &&
                                     label.axis == link.axis && label.direction == graph.direction(hop.channel);
                        right = right && (label.own == Dateline::on) == link.wrap;
                        right = right && (label.phase == Phase::inter) == (link.level > 1);
                        const bool first = at.arrived_by == no_channel;
                        const bool left = !first && before.phase != Phase::local && before.phase != Phase::source;
                        if (label.phase == Phase::local)
                            right = right && s / size == d / size && label.segment == rings;
                        if (label.phase == Phase::source)
                            right = right && module != d / size && !left && label.segment < rings;
                        if (label.phase == Phase::final)
                            right = right && module == d / size && left && label.segment == rings;
                        if (label.phase == Phase::through) right = right && left && label.segment == before.segment;
                        if (label.phase == Phase::between) {
                            right = right && left &&
                                    (before.phase == Phase::between ? label.segment == before.segment
                                                                    : label.segment > before.segment);
                        }
                        if (label.phase != Phase::through) right = right && label.upper == Dateline::never;
                        // Along one ring or line: before, .., before, on, after, .., after, or never throughout.
                        const bool same = !first && !label.enters && before.level == label.level &&
                                          before.axis == label.axis && before.phase == label.phase;
                        if (same) {
                            const bool past = before.own == Dateline::on || before.own == Dateline::after;
                            right = right && past == (label.own == Dateline::after);
                            right = right && (before.own == Dateline::never) == (label.own == Dateline::never);
                        }
                        if (label.enters) right = right && label.own != Dateline::after;
                        if (!right) ++wrong;
                    });
                CHECK(wrong == 0);
            }
        }
    }
}

TEST_CASE("split ties give both directions with shares that sum to one") {
    const Network network = make_network("htn:4,4,2,0");
    const auto routing = routing_named(network, "ls").make(network, {});
    CHECK(routing->adaptive());
    std::vector<Hop> hops;
    const Node from = network.addresses.parse("(0,0)(2,1,1)");
    const Node to = network.addresses.parse("(2,0)(1,1,1)");
    routing->next({from, no_channel, routing->start(from, to)}, to, hops);
    // The ring along y is a tie, and so is the way to plane z = 0 for both of its directions.
    REQUIRE(hops.size() == 4);
    for (const Hop& hop : hops) CHECK(hop.share == 0.25F);
    const auto single = routing_named(network, "cs").make(network, {});
    hops.clear();
    single->next({from, no_channel, single->start(from, to)}, to, hops);
    CHECK(hops.size() == 1);
}

TEST_CASE("source classes of hierarchical networks give the distance histogram of all sources") {
    for (const char* name : {"htn", "h3dm", "h3dt", "mh3dt", "tesh", "ttn", "htn1", "htn2"}) {
        const Family& f = family(name);
        std::vector<std::string> words(f.examples.begin(), f.examples.end());
        words.insert(words.end(),
                     {f.parameters.size() < 4 ? std::string(name) + ":1,1,0" : std::string(name) + ":4,2,1,0"});
        if (words.back().starts_with("htn") || words.back().starts_with("h3dm"))
            words.push_back(std::string(name) + ":4,3x2,2,1,1");
        for (const std::string& word : words) {
            CAPTURE(word);
            const Network network = make_network(word);
            const Graph& graph = network.graph;
            if (graph.nodes() > 2000) continue;
            const std::vector<SourceClass> classes = f.source_classes(network);
            std::vector<std::uint64_t> weight(graph.nodes(), classes.empty() ? 1 : 0);
            std::uint64_t total = classes.empty() ? graph.nodes() : 0;
            for (const SourceClass& c : classes) {
                weight.at(c.representative) += c.weight;
                total += c.weight;
            }
            CHECK(total == graph.nodes());
            std::vector<std::uint64_t> by_class(200);
            std::vector<std::uint64_t> by_all(200);
            for (Node s = 0; s < graph.nodes(); ++s) {
                for (const std::uint32_t d : distances_from(graph, s)) {
                    ++by_all.at(d);
                    by_class.at(d) += weight[s];
                }
            }
            CHECK(by_class == by_all);
        }
    }
}

TEST_CASE("source classes are few where the upper levels are tori") {
    const Network five = make_network("htn:4,4,3,0");
    // Planes 0 and 1 carry levels 2 and 3 and trade places, as do 2 and 3; in a plane a corner, a side and an inner
    // node.
    CHECK(five.family->source_classes(five).size() == 6);
    const Network mesh = make_network("h3dm:4,4,2,0");
    CHECK(mesh.family->source_classes(mesh).empty());
    const Network ttn = make_network("ttn:2,3,0");
    CHECK(ttn.family->source_classes(ttn).size() <= 16);
}
