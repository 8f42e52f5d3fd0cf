// Rules that go by a routing's routes: proven on random graphs and on named ones, within the numbers of an independent
// search.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "check_routing.hpp"
#include "random_relation.hpp"
#include "routing/acyclic.hpp"
#include "routing/digraph.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/core/traffic.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/measure/distances.hpp"
#include "wafernet/routing/channel_load.hpp"
#include "wafernet/routing/deadlock.hpp"
#include "wafernet/routing/routings.hpp"
#include "wafernet/routing/vc_rules.hpp"
#include "wafernet/traffic/make_traffic.hpp"

using namespace wafernet;
using namespace wafernet::test;

namespace {

Network network_of(const std::string& word, Node nodes, std::vector<LinkSpec> links) {
    Network network;
    network.word = word;
    network.graph = Graph(nodes, std::move(links));
    network.addresses = AddressScheme(AddressScheme::Radices{{nodes}});
    network.level_sizes = {nodes};
    return network;
}

Network network_of(const std::string& word, Node nodes, const std::set<std::pair<Node, Node>>& links,
                   bool one_way = false) {
    std::vector<LinkSpec> specs;
    for (const auto& [a, b] : links) specs.push_back({a, b, {}, one_way});
    return network_of(word, nodes, std::move(specs));
}

void join(std::set<std::pair<Node, Node>>& links, Node a, Node b) {
    if (a != b) links.emplace(std::min(a, b), std::max(a, b));
}

// The graph of McKay, Miller and Siran for a prime q = 4 w + 1 (Besta and Hoefler, SC14): X has the even powers of a
// primitive root, X' the odd ones; (0,x,y) joins (0,x,y') where y - y' is in X, (1,m,c) joins (1,m,c') where c - c' is
// in X', and (0,x,y) joins (1,m,c) where y = m x + c.
Network slim_fly(Node q, Node root) {
    std::set<std::pair<Node, Node>> links;
    std::vector<Node> power{1};
    while (power.size() + 1 < q) power.push_back(power.back() * root % q);
    for (Node x = 0; x < q; ++x) {
        for (Node y = 0; y < q; ++y) {
            for (std::size_t i = 0; i < power.size(); ++i) {
                const Node other = (y + power[i]) % q, half = i % 2 == 0 ? 0 : q * q;
                join(links, half + x * q + y, half + x * q + other);
            }
            for (Node m = 0; m < q; ++m) join(links, x * q + y, q * q + m * q + (y + q * q - m * x % q) % q);
        }
    }
    return network_of("slim fly of " + std::to_string(q), 2 * q * q, links);
}

Network petersen() {
    std::set<std::pair<Node, Node>> links;
    for (Node v = 0; v < 5; ++v)
        join(links, v, (v + 1) % 5), join(links, v, v + 5), join(links, v + 5, (v + 2) % 5 + 5);
    return network_of("petersen", 10, links);
}

// From the first of two nodes to the second where links go one way, else either.
void join(std::set<std::pair<Node, Node>>& links, Node a, Node b, bool one_way) {
    if (one_way && a != b) links.emplace(a, b);
    else join(links, a, b);
}

// Binary shift registers.
Network de_bruijn(Node nodes, bool one_way = false) {
    std::set<std::pair<Node, Node>> links;
    for (Node v = 0; v < nodes; ++v)
        join(links, v, 2 * v % nodes, one_way), join(links, v, (2 * v + 1) % nodes, one_way);
    return network_of("de Bruijn", nodes, links, one_way);
}

// Words of `length` letters of three, no two neighbours alike.
Network kautz(int length, bool one_way = false) {
    std::vector<std::vector<int>> words{{0}, {1}, {2}};
    for (int i = 1; i < length; ++i) {
        std::vector<std::vector<int>> longer;
        for (const auto& w : words) {
            for (int letter = 0; letter < 3; ++letter) {
                if (letter == w.back()) continue;
                longer.push_back(w);
                longer.back().push_back(letter);
            }
        }
        words = std::move(longer);
    }
    std::set<std::pair<Node, Node>> links;
    for (Node a = 0; a < words.size(); ++a) {
        for (Node b = 0; b < words.size(); ++b) {
            if (std::equal(words[a].begin() + 1, words[a].end(), words[b].begin())) join(links, a, b, one_way);
        }
    }
    return network_of("kautz", static_cast<Node>(words.size()), links, one_way);
}

// Points of the plane over the prime field of q, joined where their product is 0 (Erdos and Renyi; Lakhotia et al.,
// SC22).
Network polarfly(Node q) {
    std::vector<std::array<Node, 3>> points;
    for (Node y = 0; y < q; ++y) {
        for (Node z = 0; z < q; ++z) points.push_back({1, y, z});
        points.push_back({0, 1, y});
    }
    points.push_back({0, 0, 1});
    std::set<std::pair<Node, Node>> links;
    for (Node a = 0; a < points.size(); ++a) {
        for (Node b = 0; b < a; ++b) {
            const auto& [u, v] = std::tie(points[a], points[b]);
            if ((u[0] * v[0] + u[1] * v[1] + u[2] * v[2]) % q == 0) join(links, a, b);
        }
    }
    return network_of("polarfly of " + std::to_string(q), static_cast<Node>(points.size()), links);
}

// The hexagonal torus with n nodes on an edge: 3n(n-1)+1 nodes in a ring with steps of 1, 3n-2 and 3n-1 (Chen, Shin and
// Kandlur 1990).
Network hexagonal_torus(Node n) {
    const Node nodes = 3 * n * (n - 1) + 1;
    std::set<std::pair<Node, Node>> links;
    for (Node v = 0; v < nodes; ++v) {
        for (const Node step : {Node{1}, 3 * n - 2, 3 * n - 1}) join(links, v, (v + step) % nodes);
    }
    return network_of("hexagonal torus", nodes, links);
}

// The hexagonal mesh with n nodes on an edge.
Network hexagonal_mesh(int n) {
    std::map<std::pair<int, int>, Node> place;
    for (int x = 1 - n; x < n; ++x) {
        for (int y = 1 - n; y < n; ++y) {
            if (std::abs(x + y) < n) place.emplace(std::pair(x, y), static_cast<Node>(place.size()));
        }
    }
    std::set<std::pair<Node, Node>> links;
    for (const auto& [at, node] : place) {
        for (const auto& [dx, dy] : {std::pair(1, 0), std::pair(0, 1), std::pair(1, -1)}) {
            if (const auto to = place.find({at.first + dx, at.second + dy}); to != place.end())
                join(links, node, to->second);
        }
    }
    return network_of("hexagonal mesh", static_cast<Node>(place.size()), links);
}

// Groups of `a` routers, all joined in a group, `h` links of each to other groups in turn; as many groups as that
// joins.
Network dragonfly(Node a, Node h) {
    const Node groups = a * h + 1;
    std::set<std::pair<Node, Node>> links;
    for (Node g = 0; g < groups; ++g) {
        for (Node i = 0; i < a; ++i) {
            for (Node j = 0; j < i; ++j) join(links, g * a + i, g * a + j);
        }
        for (Node k = 0; k < a * h; ++k) {
            const Node to = (g + k + 1) % groups, back = a * h - 1 - k;
            join(links, g * a + k / h, to * a + back / h);
        }
    }
    return network_of("dragonfly", groups * a, links);
}

// Any channel at any node.
class Wandering final : public Routing {
public:
    explicit Wandering(const Graph& graph) : graph_(graph) {}
    void next(const Head& at, Node destination, std::vector<Hop>& hops) const override {
        if (at.node == destination) return;
        for (const Channel c : graph_.out(at.node)) hops.push_back({c, 0, {}, all_vcs, 1.0F, false});
    }
    [[nodiscard]] bool adaptive() const override { return true; }

private:
    const Graph& graph_;
};

std::uint64_t longest(const Network& network, const std::string& routing) {
    return check_routing(network, *make_routing(routing, network), make_vc_rule("any", network)).longest_hops;
}

// Makes the rule with and without a virtual channel more; it is proven both times, and the routes keep their lengths.
// Returns what it needs.
int proven(const Network& network, const std::string& routing, const std::string& rule) {
    CAPTURE(network.word);
    CAPTURE(routing);
    CAPTURE(rule);
    const RuledRouting least = with_vc_rule(make_routing(routing, network), rule, network);
    const Verdict verdict = deadlock_verdict(network, *least.routing, least.rule);
    CHECK(verdict.acyclic);
    CHECK(verdict.used == first_vcs(least.rule.vcs));
    CHECK(check_routing(network, *least.routing, least.rule).longest_hops == longest(network, routing));
    const RuledRouting more = with_vc_rule(make_routing(routing, network), rule, network, least.rule.vcs + 1);
    CHECK(more.rule.vcs == least.rule.vcs + 1);
    const Verdict wider = deadlock_verdict(network, *more.routing, more.rule);
    CHECK(wider.acyclic);
    CHECK(wider.used == first_vcs(more.rule.vcs));
    if (least.rule.vcs > 1)
        CHECK_THROWS_WITH_AS(with_vc_rule(make_routing(routing, network), rule, network, least.rule.vcs - 1),
                             doctest::Contains("there are only"), InputError);
    return least.rule.vcs;
}

}  // namespace

TEST_CASE("hop, layers and datelines are proven on thirty random graphs, with one shortest path and with all") {
    Draw draw(34);
    for (int trial = 0; trial < 30; ++trial) {
        const Node nodes = 6 + draw() % 30;
        const Network network = random_network(draw, nodes, draw() % (2 * nodes));
        for (const char* routing : {"minimal", "minimal-adaptive"}) {
            CHECK(proven(network, routing, "hop") == static_cast<int>(longest(network, routing)));
            proven(network, routing, "layers");
            proven(network, routing, "datelines");
        }
    }
}

TEST_CASE(
    "hop and layers are proven on thirty random networks of one-way links, strongly connected and some with links both "
    "ways") {
    Draw draw(37);
    std::size_t closed = 0;
    for (int trial = 0; trial < 30; ++trial) {
        const Node nodes = 4 + draw() % 22;
        // Ears from the nodes that are joined, through some that are not, back to one that is: every strongly connected
        // graph is made of them.
        std::vector<Node> order(nodes);
        for (Node v = 0; v < nodes; ++v) order[v] = v;
        for (Node v = nodes; v > 1; --v) std::swap(order[v - 1], order[draw() % v]);
        std::vector<LinkSpec> links;
        for (Node joined = 1; joined < nodes;) {
            const Node more = std::min<Node>(nodes - joined, 1 + draw() % 4);
            Node at = order[draw() % joined];
            for (Node i = 0; i < more; ++i) {
                links.push_back({at, order[joined + i], {}, true});
                at = order[joined + i];
            }
            links.push_back({at, order[draw() % joined], {}, true});
            joined += more;
        }
        for (std::uint32_t extra = draw() % (2 * nodes); extra > 0; --extra) {
            const Node a = draw() % nodes, b = draw() % nodes;
            if (a != b) links.push_back({a, b, {}, trial % 3 != 0 || draw() % 2 == 0});
        }
        const Network network = network_of("one-way", nodes, std::move(links));
        REQUIRE(measure_distances(network.graph).components == 1);
        for (const char* routing : {"minimal", "minimal-adaptive"}) {
            closed += deadlock_verdict(network, *make_routing(routing, network), make_vc_rule("any", network)).acyclic
                          ? 0
                          : 1;
            CHECK(proven(network, routing, "hop") == static_cast<int>(longest(network, routing)));
            proven(network, routing, "layers");
            proven(network, routing, "datelines");
        }
    }
    CHECK(closed > 40);  // of 60 that one virtual channel leaves with cycles
}

TEST_CASE("layers of named graphs are at most one more than an independent LASH needs") {
    // Its own numbers, lowest-numbered shortest next hop, pairs in order: upper bounds.
    const std::pair<std::string, int> words[] = {{"mesh:8x8", 1},  {"hypercube:6", 1}, {"ring:5", 2},     {"ring:8", 2},
                                                 {"torus:4x4", 1}, {"torus:8x8", 3},   {"complete:16", 1}};
    for (const auto& [word, needed] : words) {
        const Network network = make_network(word);
        const int layers = proven(network, "minimal", "layers");
        CAPTURE(word);
        CHECK(layers <= needed + 1);
        CHECK(proven(network, "minimal", "hop") == static_cast<int>(longest(network, "minimal")));
    }
    const std::pair<Network, int> graphs[] = {{slim_fly(5, 2), 2},     {petersen(), 2},         {de_bruijn(64), 4},
                                              {kautz(5), 4},           {dragonfly(4, 2), 2},    {polarfly(7), 2},
                                              {hexagonal_mesh(4), 1},  {hexagonal_torus(4), 3}, {kautz(4, true), 4},
                                              {de_bruijn(32, true), 4}};
    for (const auto& [network, needed] : graphs) {
        const int layers = proven(network, "minimal", "layers");
        CAPTURE(network.word);
        CHECK(layers <= needed + 1);
        CHECK(proven(network, "minimal", "hop") == static_cast<int>(longest(network, "minimal")));
    }
    // 50 routers, 175 links, diameter 2: Besta and Hoefler, SC14.
    CHECK(graphs[0].first.graph.nodes() == 50);
    CHECK(graphs[0].first.graph.links() == 175);
    CHECK(longest(graphs[0].first, "minimal") == 2);
    CHECK(graphs[5].first.graph.links() == 224);
    CHECK(graphs[6].first.graph.links() == 90);
    CHECK(graphs[7].first.graph.links() == 111);
}

TEST_CASE("a ring of eight one-way links needs two virtual channels by datelines, four layers or seven by the hop") {
    // Dally and Seitz 1987: virtual channel 0 up to node 0, 1 after it. Nodes in their order: a route rises, falls once
    // at 7 -> 0 and rises again, so it turns from up to down at most once.
    std::vector<LinkSpec> links;
    for (Node v = 0; v < 8; ++v) links.push_back({v, (v + 1) % 8, {}, true});
    const Network ring = network_of("one-way ring", 8, std::move(links));
    CHECK(proven(ring, "minimal", "datelines") == 2);
    CHECK(proven(ring, "minimal", "layers") == 4);
    CHECK(proven(ring, "minimal", "hop") == 7);
    // Trees and meshes in their order need one, both directions of a ring two, a torus in no order but its own few.
    CHECK(proven(make_network("tree:4"), "minimal", "datelines") == 1);
    CHECK(proven(make_network("ring:9"), "minimal", "datelines") == 2);
    CHECK(proven(make_network("hypercube:4"), "minimal", "datelines") <
          proven(make_network("hypercube:4"), "minimal", "hop"));
    CHECK(proven(make_network("torus:5x5"), "minimal-adaptive", "datelines") <= 4);
    CHECK(proven(petersen(), "minimal", "datelines") <= 2);
    CHECK(proven(de_bruijn(64), "minimal", "datelines") <= 4);
    // Links of hosts close no cycle: two routers with two hosts each need one.
    const Network hosts = make_network("concentrated:2:ring:4");
    CHECK(proven(hosts, "minimal", "datelines") <= 2);
}

TEST_CASE("layers part the pairs of terminals alone") {
    // Two hosts at each end of a ring of switches: their routes go one way round, all pairs of switches close cycles.
    Network network = make_network("ring:6");
    network.terminals = {0, 1};
    CHECK(with_vc_rule(make_routing("minimal", network), "layers", network).rule.vcs == 1);
    network.terminals.clear();
    CHECK(with_vc_rule(make_routing("minimal", network), "layers", network).rule.vcs == 2);
}

TEST_CASE("routes that may go round in circles have no hop rule") {
    const Network network = make_network("mesh:4x4");
    CHECK_THROWS_WITH_AS(with_vc_rule(std::make_unique<Wandering>(network.graph), "hop", network),
                         doctest::Contains("may go round in circles"), InputError);
    CHECK_THROWS_WITH_AS(make_vc_rule("hop", network), doctest::Contains("goes by the routes"), InputError);
}

TEST_CASE("a set of dependencies takes what closes no cycle and nothing else") {
    Draw draw(5);
    for (int trial = 0; trial < 60; ++trial) {
        const Network network = random_network(draw, 4 + draw() % 6, 2 + draw() % 8);
        const Successors edges(network.graph, 1);
        AcyclicSet set(network.graph, edges);
        std::vector<bool> has(edges.size(), false);
        for (int step = 0; step < 80; ++step) {
            std::vector<std::uint32_t> some(1 + draw() % 4);
            for (std::uint32_t& e : some) e = draw() % static_cast<std::uint32_t>(edges.size());
            std::vector<bool> with = has;
            for (const std::uint32_t e : some) with[e] = true;
            Digraph graph;
            for (Channel c = 0; c < network.graph.channels(); ++c) {
                for (std::uint64_t e = edges.begin(c, 0); e < edges.end(c, 0); ++e) {
                    if (with[e]) graph.targets.push_back(static_cast<std::uint32_t>(edges.second(c, 0, e)));
                }
                graph.first.push_back(graph.targets.size());
            }
            const bool fits = shortest_cycle(graph).empty();
            REQUIRE(set.add(some.data(), some.data() + some.size()) == fits);
            if (fits && draw() % 3 == 0) set.remove(set.added());
            else if (fits) has = with;
        }
    }
}

TEST_CASE("a verdict for given traffic has the dependencies of its pairs alone") {
    const Network network = make_network("ring:6");
    const auto routing = make_routing("minimal", network);
    const VcRule any = make_vc_rule("any", network);
    CHECK_FALSE(deadlock_verdict(network, *routing, any).acyclic);
    // Tornado has every message go two hops the same way; over all six sources they close the ring.
    VerdictOptions how;
    const auto tornado = make_traffic("tornado", network);
    how.traffic = tornado.get();
    const Verdict one_way = deadlock_verdict(network, *routing, any, how);
    CHECK(one_way.cycle.size() == 6);
    CHECK(one_way.dependencies == 6);
    const auto neighbor = make_traffic("neighbor", network);
    how.traffic = neighbor.get();
    const Verdict none = deadlock_verdict(network, *routing, any, how);
    CHECK(none.acyclic);
    CHECK(none.dependencies == 0);  // messages of one hop hold one channel
    const auto uniform = make_traffic("uniform", network);
    how.traffic = uniform.get();
    CHECK(deadlock_verdict(network, *routing, any, how).dependencies ==
          deadlock_verdict(network, *routing, any).dependencies);
}
