// Routings that any graph has: delivery, lengths, errors.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "wafernet/base/error.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/routing/channel_load.hpp"
#include "wafernet/routing/combinators.hpp"
#include "wafernet/routing/deadlock.hpp"
#include "wafernet/routing/route.hpp"
#include "wafernet/routing/routings.hpp"
#include "wafernet/routing/vc_rules.hpp"
#include "wafernet/traffic/make_traffic.hpp"

using namespace wafernet;

namespace {

std::vector<std::uint32_t> distances(const Graph& graph, Node from) {
    std::vector<std::uint32_t> distance(graph.nodes(), 0xFFFFFFFFU);
    std::vector<Node> queue{from};
    distance[from] = 0;
    for (std::size_t i = 0; i < queue.size(); ++i) {
        for (const Channel c : graph.out(queue[i])) {
            if (distance[graph.target(c)] != 0xFFFFFFFFU) continue;
            distance[graph.target(c)] = distance[queue[i]] + 1;
            queue.push_back(graph.target(c));
        }
    }
    return distance;
}

}  // namespace

TEST_CASE("minimal routing takes as many hops as a breadth-first search counts") {
    for (const char* word : {"mesh:3x5", "torus:4x4", "torus:2x3x4"}) {
        const Network network = make_network(word);
        const auto routing = make_routing("minimal", network);
        for (Node s = 0; s < network.graph.nodes(); ++s) {
            const auto distance = distances(network.graph, s);
            for (Node d = 0; d < network.graph.nodes(); ++d)
                REQUIRE(route(network.graph, *routing, s, d).size() == distance[d] + 1);
        }
    }
}

TEST_CASE("up-down and minimal spread messages over parallel links") {
    // a = b = c, two links each: of a's messages to b and c one goes over each link to b; over b's links to c go those
    // of a and of b. At rate 1 a source sends 1/2 to each of two others: every channel carries 1/2.
    Network network;
    network.word = "par";
    network.graph = Graph(3, {{0, 1, {}}, {0, 1, {}}, {1, 2, {}}, {1, 2, {}}});
    network.level_sizes = {3};
    network.addresses = AddressScheme::of_labels({"a", "b", "c"});
    for (const char* routing : {"up-down", "minimal", "up-down-adaptive"}) {
        CAPTURE(routing);
        const ChannelLoad load = channel_load(network, *make_routing(routing, network), make_vc_rule("any", network),
                                              *make_traffic("uniform", network));
        for (Channel c = 0; c < network.graph.channels(); ++c) CHECK(load.channel[c] == doctest::Approx(0.5));
    }
    CHECK(deadlock_verdict(network, *make_routing("up-down", network), make_vc_rule("any", network)).acyclic);
}

TEST_CASE("parallel links share the messages of hosts, in whatever order their names are dealt to the switches") {
    // Two switches with two links between them and four hosts each: 4 * 4 pairs at rate 1/7 cross, 8 a link.
    for (const std::vector<Node>& of_s : {std::vector<Node>{0, 1, 2, 3}, {0, 2, 4, 6}, {0, 3, 5, 6}, {1, 2, 4, 7}}) {
        CAPTURE(of_s[1]);
        Network network;
        network.word = "two switches";
        std::vector<LinkSpec> links{{8, 9, {}}, {8, 9, {}}};
        std::vector<std::string> names;
        for (Node v = 0; v < 8; ++v) {
            links.push_back({v, std::ranges::count(of_s, v) > 0 ? 8U : 9U, {}});
            network.terminals.push_back(v);
            names.push_back("h" + std::to_string(v));
        }
        names.insert(names.end(), {"s", "t"});
        network.graph = Graph(10, std::move(links));
        network.level_sizes = {10};
        network.addresses = AddressScheme::of_labels(names);
        for (const char* routing : {"up-down", "minimal"}) {
            CAPTURE(routing);
            const ChannelLoad load = channel_load(network, *make_routing(routing, network),
                                                  make_vc_rule("any", network), *make_traffic("uniform", network));
            for (Channel c = 0; c < 4; ++c) CHECK(load.channel[c] == doctest::Approx(8.0 / 7));
        }
    }
}

TEST_CASE("up-down routing delivers every pair and never goes up after it went down") {
    for (const char* word : {"mesh:3x5", "torus:4x4", "torus:5x5"}) {
        const Network network = make_network(word);
        const auto routing = make_routing("up-down", network);
        const auto depth = distances(network.graph, 0);
        for (Node s = 0; s < network.graph.nodes(); ++s) {
            for (Node d = 0; d < network.graph.nodes(); ++d) {
                const auto path = route(network.graph, *routing, s, d);
                REQUIRE(path.back().node == d);
                bool down = false;
                for (std::size_t i = 1; i < path.size(); ++i) {
                    const Node a = path[i - 1].node, b = path[i].node;
                    const bool up = depth[b] != depth[a] ? depth[b] < depth[a] : b < a;
                    if (up) REQUIRE(!down);
                    down = down || !up;
                }
            }
        }
    }
}

TEST_CASE("a routing that a network does not have is an error that lists those it has") {
    const Network network = make_network("mesh:4x4");
    CHECK_THROWS_WITH_AS(make_routing("zigzag", network),
                         doctest::Contains("mesh:4x4 has no routing 'zigzag', it has dor, "), InputError);
    CHECK_THROWS_WITH_AS(make_routing("ls", network), doctest::Contains("has no routing 'ls'"), InputError);
    CHECK(find_routing("", network).name == "dor");
}

TEST_CASE("dor is the family's own default where it has no routing of that name") {
    for (const Family* f : families()) {
        if (f->routings.empty()) continue;
        const Network network = make_network(f->examples.front());
        CAPTURE(network.word);
        bool own = false;
        for (const RoutingSpec& spec : f->routings) own = own || spec.name == "dor";
        CHECK(find_routing("dor", network).name == (own ? "dor" : f->routings.front().name));
    }
    CHECK(find_routing("dor", make_network("htn:2,2,2,0")).name == "dor-destination");
    CHECK(choose_routing(make_network("tesh:2,2,1"), {"dor", "", 0, Ties::positive}).name == "dor-nearest");
    CHECK_THROWS_WITH_AS(find_routing("dor", make_network("stargraph:4")), doctest::Contains("has no routing 'dor'"),
                         InputError);
}

TEST_CASE("minimal routing on a network that is not connected is an error that names a lost node") {
    Network network;
    network.word = "file:two.net";
    network.graph = Graph(4, {{0, 1, {}}, {2, 3, {}}});
    network.addresses = AddressScheme::of_labels({"a", "b", "c", "d"});
    CHECK_THROWS_WITH_AS(make_routing("minimal", network),
                         "file:two.net: node c cannot be reached from node a, routing needs a connected network",
                         InputError);
    CHECK_THROWS_AS(make_routing("up-down", network), InputError);
}

TEST_CASE("every VC rule permits at least one of its own VCs for every label and says when it has too few") {
    const Network network = make_network("torus:4x4");
    for (const VcRuleInfo& info : vc_rules()) {
        CAPTURE(info.name);
        const VcRule rule = make_vc_rule(info.name, network);
        REQUIRE(rule.vcs >= 1);
        for (int phase = 0; phase < 6; ++phase) {
            for (int own = 0; own < 4; ++own) {
                for (int upper = 0; upper < 4; ++upper) {
                    for (int arriving = -1; arriving < rule.vcs; ++arriving) {
                        HopLabel label;
                        label.phase = static_cast<Phase>(phase);
                        label.own = static_cast<Dateline>(own);
                        label.upper = static_cast<Dateline>(upper);
                        const VcSet set = rule.permitted(label, arriving);
                        REQUIRE(set != 0);
                        REQUIRE((set & ~first_vcs(rule.vcs)) == 0);
                        if (!rule.sees_arriving) REQUIRE(set == rule.permitted(label, -1));
                    }
                }
            }
        }
        if (rule.vcs > 1)
            CHECK_THROWS_WITH_AS(make_vc_rule(info.name, network, 1), doctest::Contains("virtual channels"),
                                 InputError);
    }
    CHECK_THROWS_WITH_AS(make_vc_rule("datelime", network), doctest::Contains("did you mean 'dateline'"), InputError);
    CHECK(make_vc_rule("booksim", network, 3).vcs == 3);  // both halves have the one in the middle, as in BookSim2
    CHECK_THROWS_AS(make_vc_rule("booksim", network, 1), InputError);
    CHECK(make_vc_rule("any", network, 4).permitted({}, -1) == 0xFU);
    CHECK(make_vc_rule("booksim", network, 4).permitted({}, -1) == 0x3U);
}

TEST_CASE("free lanes are open to every message on every hop") {
    const Network network = make_network("torus:4x4");
    const VcRule rule = with_free_lanes(make_vc_rule("sticky", network), 4);
    CHECK(rule.vcs == 4);
    CHECK(rule.permitted({}, -1) == 0b1101U);
    CHECK(rule.permitted({}, 1) == 0b1110U);
    CHECK(rule.permitted({}, 3) == 0b1101U);
}

TEST_CASE("a table of VCs is read back as it was printed and a malformed one is an error") {
    const Network network = make_network("torus:4x4");
    const VcRule rule = make_vc_rule("table:inn---p=2,lan---p=1,lon---p=1", network);
    CHECK(rule.vcs == 3);
    HopLabel label;
    label.own = Dateline::after;
    CHECK(rule.permitted(label, -1) == 0b10U);
    label.direction = -1;
    CHECK(rule.permitted(label, -1) == 0b1U);
    for (const char* bad :
         {"table:", "table:,", "table:lnn=0,", "table:,lnn=0", "table:x", "table:xnn=1", "table:lnn=64", "table:lnn=-1",
          "table:lnn=1,lnn=0", "table:lnn=0,lnn-=1", "table:lnn--p=0,lnn--p-=1", "table:ln=1", "table:lnn=", "table:=1",
          "table:inn=1,lan---p=1"}) {
        CAPTURE(bad);
        CHECK_THROWS_AS(make_vc_rule(bad, network), InputError);
    }
}

TEST_CASE("link selection on a hierarchical network takes the virtual channels of its default routing") {
    const Network network = make_network("htn:2,2,2,0");
    CHECK(find_routing("ls", network).default_vc_rule == find_routing("", network).default_vc_rule);
    CHECK(find_routing("ls", make_network("torus:4x4")).default_vc_rule == "dateline");
}
