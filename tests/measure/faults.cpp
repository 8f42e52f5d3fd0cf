#include "wafernet/core/faults.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "about.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/measure/distances.hpp"
#include "wafernet/measure/faults.hpp"

using namespace wafernet;

namespace {

constexpr std::uint32_t far = 1'000'000;

// Distances between the nodes of a network with faults, by their names: Floyd and Warshall on a matrix of the whole
// network from which faulty nodes and channels are struck. Nodes that have lost all links are left out.
std::map<std::pair<std::string, std::string>, std::uint32_t> struck(const Network& whole, const FaultSet& faults) {
    const Graph& graph = whole.graph;
    const Node n = graph.nodes();
    std::vector<std::vector<std::uint32_t>> hops(n, std::vector<std::uint32_t>(n, far));
    const auto dead = [](const auto& all, auto one) { return std::find(all.begin(), all.end(), one) != all.end(); };
    std::set<Node> linked;
    for (Channel c = 0; c < graph.channels(); ++c) {
        const Node a = graph.source(c), b = graph.target(c);
        if (!graph.exists(c) || dead(faults.channels, c) || dead(faults.nodes, a) || dead(faults.nodes, b)) continue;
        hops[a][b] = 1;
        linked.insert({a, b});
    }
    for (const Node v : linked) hops[v][v] = 0;
    for (Node k = 0; k < n; ++k) {
        for (Node a = 0; a < n; ++a) {
            for (Node b = 0; b < n; ++b) hops[a][b] = std::min(hops[a][b], hops[a][k] + hops[k][b]);
        }
    }
    std::map<std::pair<std::string, std::string>, std::uint32_t> out;
    for (const Node a : linked) {
        for (const Node b : linked) out[{whole.addresses.print(a), whole.addresses.print(b)}] = hops[a][b];
    }
    return out;
}

const std::vector<std::string> words{"mesh:5x4", "torus:4x4",   "hypercube:4", "htn:2,2,2,0", "tree:4",
                                     "ccc:3",    "stargraph:4", "how:5,2,2",   "complete:6",  "fattree:3"};

FaultSet drawn(const Network& whole, std::uint64_t seed) {
    const char* kinds = seed % 3 == 0 ? "node" : seed % 3 == 1 ? "link" : "node,link,oneway";
    return draw_faults(whole.graph, possible_faults(whole, kinds), 1 + seed % 5, seed);
}

}  // namespace

TEST_CASE("60 drawn networks with faults have the distances of a matrix from which the faults are struck") {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        const Network whole = make_network(words[seed % words.size()]);
        const FaultSet faults = drawn(whole, seed);
        CAPTURE(whole.word);
        CAPTURE(seed);
        const auto expected = struck(whole, faults);
        const Network left = network_left(whole, faults);
        REQUIRE(std::size_t{left.graph.nodes()} * left.graph.nodes() == expected.size());
        std::vector<std::uint64_t> histogram;
        for (const auto& [pair, hops] : expected) {
            if (hops >= far) continue;
            histogram.resize(std::max<std::size_t>(histogram.size(), hops + 1));
            ++histogram[hops];
        }
        CHECK(measure_distances(left.graph).histogram == histogram);
        for (Channel c = 0; c < left.graph.channels(); ++c) {  // every link is one of the names that it joins
            if (!left.graph.exists(c)) continue;
            CHECK(expected.at(
                      {left.addresses.print(left.graph.source(c)), left.addresses.print(left.graph.target(c))}) == 1);
        }
    }
}

TEST_CASE("a network with faults keeps names, latencies and widths, and loses nodes without a link") {
    Network line = make_network("mesh:4x1");  // 0 - 1 - 2 - 3
    line.channel_latency_cycles = {5, 6, 7, 8, 9, 10};
    FaultSet faults;
    faults.channels = {0, 1};      // the link 0 - 1: node 0 is lost with it
    faults.narrowed = {{2, 0.3}};  // 1 -> 2 keeps 3 of 10 wires: ceil(1 / 0.3) = 4 cycles a flit
    faults.processors = {3};
    const Network left = network_left(line, faults);
    REQUIRE(left.graph.nodes() == 3);
    CHECK(left.addresses.print(0) == "(1,0)");
    CHECK(left.addresses.parse("(3,0)") == 2);
    CHECK(left.channel_latency_cycles == std::vector<std::uint32_t>{7, 8, 9, 10});
    CHECK(left.channel_flit_cycles == std::vector<std::uint32_t>{4, 1, 1, 1});
    CHECK(left.terminals == std::vector<Node>{0, 1});
    faults = {};
    faults.channels = {1};  // one direction: from 1 to 0
    const Network one_way = network_left(line, faults);
    CHECK(one_way.graph.one_way(0));
    CHECK(one_way.graph.channel_between(0, 1) != no_channel);
    CHECK(one_way.graph.channel_between(1, 0) == no_channel);
    faults.nodes = {0, 1, 2, 3};
    CHECK_THROWS_AS((void)network_left(line, faults), InputError);
    faults.nodes = {4};
    CHECK_THROWS_AS((void)network_left(line, faults), InputError);
}

TEST_CASE("faults are drawn without repetition, each as often as any other") {
    const Network ring = make_network("ring:8");
    const std::vector<PossibleFault> possible = possible_faults(ring, "node,link");
    REQUIRE(possible.size() == 16);
    std::vector<std::uint64_t> often(8, 0);
    constexpr std::uint64_t draws = 8000;
    for (std::uint64_t seed = 0; seed < draws; ++seed) {
        const FaultSet faults = draw_faults(ring.graph, possible, 4, seed);
        CHECK(faults.nodes.size() + faults.channels.size() / 2 == 4);
        CHECK(std::set<Node>(faults.nodes.begin(), faults.nodes.end()).size() == faults.nodes.size());
        for (const Node v : faults.nodes) ++often[v];
    }
    // A quarter of the draws has a given node: 2000, standard deviation sqrt(8000 x 1/4 x 3/4) = 39, five of them.
    for (const std::uint64_t count : often) CHECK(std::abs(static_cast<double>(count) - 2000.0) < 195.0);
    CHECK(draw_faults(ring.graph, possible, 99, 1).nodes.size() == 8);
    CHECK(draw_faults_at_rate(ring.graph, possible, 0.0, 1).channels.empty());
    CHECK(draw_faults_at_rate(ring.graph, possible, 1.0, 1).channels.size() == 16);
}

namespace {

FaultStudy study_of(const Network& network, std::string_view kinds, std::uint64_t draws = 200) {
    return {network, possible_faults(network, kinds), draws};
}

Network petersen() {
    std::vector<LinkSpec> links;
    for (Node i = 0; i < 5; ++i) {
        links.push_back({i, (i + 1) % 5, {}});
        links.push_back({i, i + 5, {}});
        links.push_back({5 + i, 5 + (i + 2) % 5, {}});
    }
    Network network;
    network.graph = Graph(10, std::move(links));
    return network;
}

// The senders of the largest part where the links of `dead` fail, by joining ends; of an undirected graph.
std::uint32_t joined(const Graph& graph, std::uint64_t dead) {
    std::vector<Node> root(graph.nodes());
    for (Node v = 0; v < graph.nodes(); ++v) root[v] = v;
    const auto find = [&](Node v) {
        while (root[v] != v) v = root[v] = root[root[v]];
        return v;
    };
    for (Link l = 0; l < graph.links(); ++l) {
        if ((dead >> l & 1U) == 0) root[find(graph.source(2 * l))] = find(graph.target(2 * l));
    }
    std::vector<std::uint32_t> size(graph.nodes(), 0);
    for (Node v = 0; v < graph.nodes(); ++v) ++size[find(v)];
    return *std::max_element(size.begin(), size.end());
}

}  // namespace

TEST_CASE("the all-terminal reliability of K5, C6, the 3x3 mesh and Petersen's graph is their known polynomial") {
    // Connected spanning subgraphs by their number of links, by deletion and contraction (the first of each row is the
    // number of spanning trees: 5^3 by Cayley, 6, 192, 2000).
    const std::vector<std::tuple<Network, std::size_t, std::vector<double>>> known{
        {make_network("complete:5"), 4, {125, 222, 205, 120, 45, 10, 1}},
        {make_network("ring:6"), 5, {6, 1}},
        {make_network("mesh:3x3"), 8, {192, 164, 62, 12, 1}},
        {petersen(), 9, {2000, 2172, 1230, 445, 105, 15, 1}}};
    for (const auto& [network, least, counts] : known) {
        const FaultStudy study = study_of(network, "link");
        const auto links = static_cast<double>(study.possible.size());
        const std::vector<double> rates{0.0, 0.07, 0.5, 1.0};
        const std::vector<FaultPoint> points = with_fault_rates(study, rates);
        for (std::size_t r = 0; r < rates.size(); ++r) {
            const double q = rates[r];
            double expected = 0.0;
            for (std::size_t i = 0; i < counts.size(); ++i) {
                const double up = static_cast<double>(least + i);
                expected += counts[i] * std::pow(1 - q, up) * std::pow(q, links - up);
            }
            CHECK(points[r].exact);
            CHECK(points[r].connected->value == about(expected).epsilon(1e-10));
        }
        if (links > 12) continue;
        for (std::size_t i = 0; i < counts.size(); ++i) {  // of all sets of so many faults
            const std::uint64_t failed = study.possible.size() - least - i;
            const FaultPoint point = with_faults(study, failed);
            CHECK(point.exact);
            CHECK(point.connected->value * static_cast<double>(point.cases) == about(counts[i]));
        }
    }
}

TEST_CASE("figures of the largest part are those of the matrix from which the faults are struck") {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        const Network whole = make_network(words[seed % words.size()]);
        if (!whole.terminals.empty()) continue;
        FaultSet faults = drawn(whole, seed + 100);
        const FaultSet more = draw_faults(whole.graph, possible_faults(whole, "link"), 5, seed);
        faults.channels.insert(faults.channels.end(), more.channels.begin(), more.channels.end());
        CAPTURE(whole.word);
        CAPTURE(seed);
        const auto hops = struck(whole, faults);
        std::map<std::string, std::set<std::string>> part;  // those that reach it and that it reaches
        for (const auto& [pair, h] : hops) {
            if (h < far && hops.at({pair.second, pair.first}) < far) part[pair.first].insert(pair.second);
        }
        std::set<std::string> largest;
        std::size_t of_that_size = 0;
        for (const auto& [name, others] : part) {
            if (others.size() > largest.size()) largest = others, of_that_size = 0;
            of_that_size += others.size() == largest.size() ? 1 : 0;
        }
        const std::size_t good = whole.graph.nodes() - std::set<Node>(faults.nodes.begin(), faults.nodes.end()).size();
        const FaultStudy study = study_of(whole, "link");
        const FaultFigures f = fault_figures(study, 1, [&](std::size_t) { return faults; }).front();
        CHECK(f.senders == std::max<std::size_t>(largest.size(), good > 0 ? 1 : 0));  // alone, without a link
        CHECK(f.connected == (f.senders == good));
        if (largest.size() < 2 || of_that_size > largest.size()) continue;  // two parts of one size
        std::uint32_t diameter = 0;
        double sum = 0.0;
        for (const std::string& a : largest) {
            for (const std::string& b : largest) {
                // Ways through nodes outside the part do not come back.
                diameter = std::max(diameter, hops.at({a, b}));
                sum += hops.at({a, b});
            }
        }
        CHECK(*f.diameter_hops == diameter);
        CHECK(*f.mean_distance_hops == about(sum / static_cast<double>(largest.size() * (largest.size() - 1))));
    }
}

TEST_CASE("intervals of drawn faults have the exact value in 93 to 97 of 100 repetitions") {
    // 6 of the 24 links of a 4 x 4 mesh: the truth is counted over all C(24,6) = 134596 sets.
    const Network mesh = make_network("mesh:4x4");
    double sets = 0.0, connected = 0.0, share = 0.0;
    for (std::uint64_t set = 63; set < std::uint64_t{1} << 24U;) {  // the next number with as many bits (Gosper)
        const std::uint32_t largest = joined(mesh.graph, set);
        sets += 1.0, connected += largest == 16 ? 1.0 : 0.0, share += largest / 16.0;
        const std::uint64_t low = set & (~set + 1), up = set + low;
        set = (((up ^ set) >> 2U) / low) | up;
    }
    REQUIRE(sets == 134596.0);
    FaultStudy study = study_of(mesh, "link", 100);
    int right_connected = 0, right_share = 0;
    for (study.seed = 1; study.seed <= 400; ++study.seed) {
        const FaultPoint point = with_faults(study, 6);
        REQUIRE(!point.exact);
        right_connected += point.connected->lower <= connected / sets && connected / sets <= point.connected->upper;
        right_share += point.share->lower <= share / sets && share / sets <= point.share->upper;
    }
    CAPTURE(right_connected);
    CHECK(right_connected >= 372);
    CHECK(right_connected <= 388);
    CAPTURE(right_share);
    CHECK(right_share >= 372);
    CHECK(right_share <= 388);
}

namespace {

// Whether every pair arrives by the routing, followed here hop by hop, and no channels wait for each other in a circle:
// channels nobody waits for are struck until none is left.
bool arrives_and_drains(const Network& network, const Routing& routing) {
    const Graph& graph = network.graph;
    std::set<std::pair<Channel, Channel>> waits;
    std::vector<Hop> hops;
    for (Node from = 0; from < graph.nodes(); ++from) {
        for (Node to = 0; to < graph.nodes(); ++to) {
            Head head{from, no_channel, routing.start(from, to)};
            for (Node steps = 0; head.node != to; ++steps) {
                hops.clear();
                routing.next(head, to, hops);
                if (hops.size() != 1 || steps > graph.nodes() || graph.source(hops[0].channel) != head.node)
                    return false;
                if (head.arrived_by != no_channel) waits.insert({head.arrived_by, hops[0].channel});
                head = {graph.target(hops[0].channel), hops[0].channel, hops[0].state};
            }
        }
    }
    std::vector<std::uint32_t> waiting(graph.channels(), 0);
    std::vector<std::vector<Channel>> needs(graph.channels());
    for (const auto& [a, b] : waits) ++waiting[b], needs[a].push_back(b);
    std::vector<Channel> free;
    for (Channel c = 0; c < graph.channels(); ++c) {
        if (waiting[c] == 0) free.push_back(c);
    }
    for (std::size_t i = 0; i < free.size(); ++i) {
        for (const Channel c : needs[free[i]]) {
            if (--waiting[c] == 0) free.push_back(c);
        }
    }
    return free.size() == graph.channels();
}

void check_single_faults(const std::vector<const char*>& networks) {
    for (const char* word : networks) {
        CAPTURE(word);
        const Network network = make_network(word);
        const Graph& graph = network.graph;
        RoutingChoice choice;
        choice.ties = Ties::parity;
        const ChosenRouting dor = choose_routing(network, choice);
        std::map<std::pair<FaultKind, std::uint32_t>, std::uint64_t> lost;
        std::vector<Hop> hops;
        for (Node from = 0; from < graph.nodes(); ++from) {
            for (Node to = 0; to < graph.nodes(); ++to) {
                std::set<std::pair<FaultKind, std::uint32_t>> met;
                for (Head head{from, no_channel, dor.routing->start(from, to)}; head.node != to;) {
                    hops.clear();
                    dor.routing->next(head, to, hops);
                    const Channel c = hops.at(0).channel;
                    if (graph.nodes() < 100 || c % 97 == 0)
                        met.insert({{FaultKind::link, c / 2}, {FaultKind::oneway, c}});
                    if (head.node != from && (graph.nodes() < 100 || head.node % 97 == 0))
                        met.insert({FaultKind::node, head.node});
                    head = {graph.target(c), c, hops[0].state};
                }
                for (const auto& fault : met) ++lost[fault];
            }
        }
        for (const std::string_view kind : {"node", "link", "oneway"}) {
            const FaultStudy study = study_of(network, kind);
            const std::vector<FaultVerdict> verdicts = judge_single_faults(study, choice, true);
            REQUIRE(verdicts.size() == study.possible.size());
            for (std::size_t i = 0; i < verdicts.size(); ++i) {
                const PossibleFault& fault = study.possible[i];
                const std::uint64_t good = graph.nodes() - (kind == "node" ? 1 : 0);
                CHECK(verdicts[i].pairs == good * (good - 1));
                CHECK(verdicts[i].deadlock_free.value_or(false));
                const bool link = kind == "link";  // of which one of 97 channels of a large network was looked at
                if (graph.nodes() >= 100 && (link || fault.number % 97 != 0)) continue;
                CHECK(verdicts[i].pairs - verdicts[i].delivered == lost[{fault.kind, fault.number}]);
            }
            if (kind == "oneway") continue;  // up*/down* needs links that go both ways
            choice.routing = "up-down";
            const std::vector<FaultVerdict> round = judge_single_faults(study, choice, false);
            choice.routing = "";
            const std::size_t step = graph.nodes() > 500 ? 1999 : graph.nodes() > 100 ? 149 : 7;
            for (std::size_t i = 0; i < round.size(); ++i) {
                CHECK(round[i].connected);
                CHECK(round[i].delivered == round[i].pairs);
                CHECK(round[i].deadlock_free.value_or(false));
                if (i % step != step - 1) continue;
                FaultSet faults;
                add_fault(faults, graph, study.possible[i]);
                const Network left = network_left(network, faults);
                CHECK(arrives_and_drains(left, *make_routing("up-down", left)));
            }
        }
    }
}

}  // namespace

TEST_CASE("what routings deliver round every single fault is what an independent walk finds") {
    check_single_faults({"mesh:8x8", "torus:8x8", "tesh:2,2,0", "hypercube:6", "how:8,3,2"});
}

TEST_CASE("what routings deliver round every single fault of 1024 nodes is what an independent walk finds" *
          doctest::test_suite("long")) {
    check_single_faults({"htn:4,4,2,0"});
}
