// One shortest path a pair in graphs of all kinds: by latency or hops, spread over the channels, whatever the order of
// lines.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <set>
#include <unistd.h>

#include "about.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/core/traffic.hpp"
#include "wafernet/io/graph_file.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/routing/channel_load.hpp"
#include "wafernet/routing/deadlock.hpp"
#include "wafernet/routing/route.hpp"
#include "wafernet/routing/routings.hpp"
#include "wafernet/routing/vc_rules.hpp"
#include "wafernet/traffic/make_traffic.hpp"

using namespace wafernet;

namespace {

Network read(const std::string& text) {
    const auto path = std::filesystem::temp_directory_path() / ("wafernet_paths_" + std::to_string(getpid()) + ".net");
    std::ofstream(path, std::ios::binary) << text;
    GraphFileOptions options;
    if (!text.starts_with("router")) options.format = "edges";  // with latencies as third words
    Network network = read_graph_file(path.string(), options);
    std::filesystem::remove(path);
    return network;
}

Network read(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) text += line + "\n";
    return read(text);
}

// "a c b": the names of the nodes on the way.
std::string way(const Network& network, const Routing& routing, const std::string& from, const std::string& to) {
    std::string names;
    for (const RouteStep& step :
         route(network.graph, routing, network.addresses.parse(from), network.addresses.parse(to))) {
        names += (names.empty() ? "" : " ") + network.addresses.print(step.node);
    }
    return names;
}

std::string way(const Network& network, const std::string& from, const std::string& to,
                const RoutingOptions& options = {}) {
    return way(network, *make_routing("minimal", network, options), from, to);
}

double largest_load(const Network& network, const std::string& routing, const RoutingOptions& options = {}) {
    return channel_load(network, *make_routing(routing, network, options), make_vc_rule("any", network),
                        *make_traffic("uniform", network))
        .largest();
}

bool acyclic(const Network& network, const Routing& routing) {
    return deadlock_verdict(network, routing, make_vc_rule("any", network)).acyclic;
}

RoutingOptions by(RouteBy route_by, Spread spread = Spread::automatic) {
    RoutingOptions options;
    options.route_by = route_by;
    options.spread = spread;
    return options;
}

std::vector<std::string> mesh_lines(int rows, int columns) {
    std::vector<std::string> lines;
    const auto name = [](int r, int c) { return "n" + std::to_string(r) + std::to_string(c); };
    for (int r = 0; r < rows; ++r) {
        for (int c = 0; c < columns; ++c) {
            if (c + 1 < columns) lines.push_back(name(r, c) + " " + name(r, c + 1));
            if (r + 1 < rows) lines.push_back(name(r, c) + " " + name(r + 1, c));
        }
    }
    return lines;
}

// k/2 hosts an edge switch, k/2 edge and k/2 aggregation switches a pod, k pods, (k/2)^2 cores: Al-Fares, Loukissas &
// Vahdat.
std::vector<std::string> fat_tree_lines(int k) {
    const int half = k / 2, edges = k * half;
    std::vector<std::string> lines;
    for (int e = 0; e < edges; ++e) {
        std::string line = "router " + std::to_string(e);
        for (int h = 0; h < half; ++h) line += " node " + std::to_string(e * half + h);
        for (int a = 0; a < half; ++a) line += " router " + std::to_string(edges + e / half * half + a);
        lines.push_back(line);
    }
    for (int p = 0; p < k; ++p) {
        for (int a = 0; a < half; ++a) {
            std::string line = "router " + std::to_string(edges + p * half + a);
            for (int c = 0; c < half; ++c) line += " router " + std::to_string(2 * edges + a * half + c);
            lines.push_back(line);
        }
    }
    return lines;
}

std::vector<std::string> random_lines(std::mt19937& random, int nodes, int links, bool latencies) {
    std::vector<std::string> lines;
    const auto name = [](int v) { return "v" + std::to_string(v); };
    const auto latency = [&] { return latencies ? " " + std::to_string(1 + random() % 4) : std::string(); };
    std::set<std::pair<int, int>> taken;
    for (int v = 1; v < nodes; ++v) {
        const int w = static_cast<int>(random() % static_cast<unsigned>(v));
        taken.insert({w, v});
        lines.push_back(name(w) + " " + name(v) + latency());
    }
    while (static_cast<int>(lines.size()) < links) {
        const int a = static_cast<int>(random() % static_cast<unsigned>(nodes)),
                  b = static_cast<int>(random() % static_cast<unsigned>(nodes));
        if (a >= b || !taken.insert({a, b}).second) continue;
        lines.push_back(name(a) + " " + name(b) + latency());
    }
    return lines;
}

}  // namespace

TEST_CASE("a message takes two fast links rather than a slow one, or one hop where hops are asked for") {
    const Network triangle = read(
        "router 0 node 0 router 1 20 router 2 1\nrouter 1 node 1 router 0 20 router 2 1\nrouter 2 node 2 router 0 1 "
        "router 1 1\n");
    CHECK(way(triangle, "0", "1") == "0 2 1");
    CHECK(way(triangle, "0", "1", by(RouteBy::hops)) == "0 1");
    CHECK(way(triangle, "0", "1", by(RouteBy::automatic, Spread::none)) == "0 2 1");
    CHECK(way(triangle, *make_routing("minimal-adaptive", triangle), "0", "1") == "0 2 1");
    CHECK(way(triangle, *make_routing("minimal-adaptive", triangle, by(RouteBy::hops)), "0", "1") == "0 1");
}

TEST_CASE("of paths with the same latency the one with fewer hops is taken") {
    const Network triangle = read("a b 2\na c 1\nc b 1\n");
    CHECK(way(triangle, "a", "b") == "a b");
}

TEST_CASE("of two parallel links the faster one is taken and of two alike both") {
    const Network fast = read("a b 110\na b 100\n");
    const auto hop = route(fast.graph, *make_routing("minimal", fast), 0, 1).back().hop.channel;
    CHECK(fast.channel_latency_cycles[hop] == 100);
    // by hand: a sends half to b and half to c, so that each of the two links carries half
    const Network doubled = read("a b\na b\nb c\nb c\n");
    CHECK(largest_load(doubled, "minimal") == about(0.5));
    CHECK(largest_load(doubled, "minimal-adaptive") == about(0.5));
    CHECK(largest_load(doubled, "minimal", by(RouteBy::automatic, Spread::none)) == about(1.0));
}

TEST_CASE("a doubled link never makes the largest load greater") {
    std::mt19937 random(44);
    const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
    for (int drawn = 0; drawn < 60; ++drawn) {
        std::set<std::pair<int, int>> links;
        const int nodes = 6 + below(15), side = 3 + below(3);
        if (drawn % 3 == 0) {  // a torus
            for (int v = 0; v < side * side; ++v) {
                const int right = v / side * side + (v + 1) % side, up = (v + side) % (side * side);
                links.insert(std::minmax({v, right}));
                links.insert(std::minmax({v, up}));
            }
        } else {
            for (int v = 1; v < nodes; ++v) links.emplace(below(v), v);
            while (links.size() < 2 * static_cast<std::size_t>(nodes)) {
                const int a = below(nodes), b = below(nodes);
                if (a != b) links.insert(std::minmax({a, b}));
            }
        }
        std::vector<std::string> lines;
        for (const auto& [a, b] : links) lines.push_back("v" + std::to_string(a) + " v" + std::to_string(b));
        const double before = largest_load(read(lines), "minimal");
        lines.push_back(lines[random() % lines.size()]);
        CAPTURE(lines.back());
        CHECK(largest_load(read(lines), "minimal") <= before * (1.0 + 1e-9));
    }
}

TEST_CASE("a fat tree from a file carries the full load of its hosts") {
    for (const int k : {4, 6, 8}) {
        CAPTURE(k);
        const Network tree = read(fat_tree_lines(k));
        REQUIRE(static_cast<int>(tree.terminals.size()) == k * k * k / 4);
        CHECK(largest_load(tree, "minimal") == about(1.0));
        CHECK(acyclic(tree, *make_routing("minimal", tree)));
    }
    // BookSim2's path sends all through one core: 16 hosts, of which 4 are in a pod
    CHECK(largest_load(read(fat_tree_lines(4)), "minimal", by(RouteBy::automatic, Spread::none)) == about(3.2));
}

TEST_CASE("a mesh from a file has one verdict and one load whatever the order of its lines") {
    std::mt19937 random(1);
    for (const auto& [rows, columns] : {std::pair{4, 4}, {3, 5}, {8, 8}}) {
        std::vector<std::string> lines = mesh_lines(rows, columns);
        const Network first = read(lines);
        const double load = largest_load(first, "minimal");
        CHECK(acyclic(first, *make_routing("minimal", first)));
        for (int i = 0; i < 5; ++i) {
            std::shuffle(lines.begin(), lines.end(), random);
            const Network other = read(lines);
            CHECK(largest_load(other, "minimal") == about(load));
            CHECK(acyclic(other, *make_routing("minimal", other)));
        }
    }
}

TEST_CASE("paths by name do not change with the order of lines in 50 random graphs") {
    std::mt19937 random(2);
    for (int g = 0; g < 50; ++g) {
        CAPTURE(g);
        const int nodes = 6 + g % 15;
        std::vector<std::string> lines =
            random_lines(random, nodes, std::min(2 * nodes, nodes * (nodes - 1) / 2), g % 2 == 1);
        const auto ways = [&](Spread spread) {
            const Network network = read(lines);
            const auto routing = make_routing("minimal", network, by(RouteBy::automatic, spread));
            std::vector<std::string> all;
            for (int s = 0; s < nodes; ++s) {
                for (int d = 0; d < nodes; ++d)
                    all.push_back(way(network, *routing, "v" + std::to_string(s), "v" + std::to_string(d)));
            }
            return all;
        };
        const auto spread = ways(Spread::destination), single = ways(Spread::none);
        for (int i = 0; i < 3; ++i) {
            std::shuffle(lines.begin(), lines.end(), random);
            // the ends of a line change places too
            for (std::string& line : lines) {
                const std::size_t one = line.find(' '), two = std::min(line.find(' ', one + 1), line.size());
                line = line.substr(one + 1, two - one - 1) + " " + line.substr(0, one) + line.substr(two);
            }
            REQUIRE(ways(Spread::destination) == spread);
            REQUIRE(ways(Spread::none) == single);
        }
    }
}

TEST_CASE("other names change neither the lengths of paths nor an even split over all of them") {
    std::mt19937 random(3);
    for (int g = 0; g < 50; ++g) {
        CAPTURE(g);
        const int nodes = 6 + g % 10;
        const std::vector<std::string> lines =
            random_lines(random, nodes, std::min(2 * nodes, nodes * (nodes - 1) / 2), g % 2 == 1);
        std::vector<std::string> names;
        for (int v = 0; v < nodes; ++v) names.push_back("w" + std::to_string(v));
        std::shuffle(names.begin(), names.end(), random);
        std::vector<std::string> renamed;
        for (const std::string& line : lines) {
            const std::size_t one = line.find(' '), two = std::min(line.find(' ', one + 1), line.size());
            renamed.push_back(names[std::stoul(line.substr(1, one - 1))] + " " +
                              names[std::stoul(line.substr(one + 2, two - one - 2))] + line.substr(two));
        }
        const Network a = read(lines), b = read(renamed);
        CHECK(largest_load(a, "minimal-adaptive") == about(largest_load(b, "minimal-adaptive")));
        const auto of_a = make_routing("minimal", a), of_b = make_routing("minimal", b);
        const auto cycles = [](const Network& n, const Routing& r, Node s, Node d) {
            std::uint64_t sum = 0;
            for (const RouteStep& step : route(n.graph, r, s, d)) {
                if (step.hop.channel != no_channel)
                    sum += n.channel_latency_cycles.empty() ? 1 : n.channel_latency_cycles[step.hop.channel];
            }
            return sum;
        };
        for (int s = 0; s < nodes; ++s) {
            for (int d = 0; d < nodes; ++d) {
                const auto va = [&](int v) { return a.addresses.parse("v" + std::to_string(v)); };
                const auto vb = [&](int v) { return b.addresses.parse(names[static_cast<std::size_t>(v)]); };
                REQUIRE(cycles(a, *of_a, va(s), va(d)) == cycles(b, *of_b, vb(s), vb(d)));
            }
        }
    }
}

TEST_CASE("a Fibonacci cube is spread and hardly falls behind an even split") {
    const Network cube = make_network("fibonacci:10");
    CHECK(largest_load(cube, "minimal") < 2.0 * largest_load(cube, "minimal-adaptive"));
    CHECK(largest_load(cube, "minimal") < largest_load(cube, "minimal", by(RouteBy::hops, Spread::none)));
}

TEST_CASE("a network with a routing of its own keeps the lowest channel first unless spreading is asked for") {
    const Network cube = make_network("hypercube:4");
    CHECK(route(cube.graph, *make_routing("minimal", cube), 0, 15).at(1).node ==
          route(cube.graph, *make_routing("minimal", cube, by(RouteBy::hops, Spread::none)), 0, 15).at(1).node);
    CHECK_THROWS_AS(static_cast<void>(make_routing("dor", cube, by(RouteBy::hops))), InputError);
    CHECK_THROWS_AS(static_cast<void>(make_routing("minimal-adaptive", cube, by(RouteBy::automatic, Spread::none))),
                    InputError);
}
