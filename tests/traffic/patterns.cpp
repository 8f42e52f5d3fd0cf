#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <map>

#include "about.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/core/traffic.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/traffic/make_traffic.hpp"

using namespace wafernet;

namespace {

Node image(const Traffic& traffic, Node source) {
    std::vector<Demand> row;
    traffic.row(source, row);
    return row.size() == 1 ? row[0].destination : source;
}

}  // namespace

TEST_CASE("the shares of every source add up to its rate and sampling follows them, for every pattern") {
    for (const char* word : {"mesh:4x4", "torus:4x4", "mesh:4x4x4", "mesh:3x3", "mesh:2x8", "mesh:16"}) {
        const Network n = make_network(word);
        int admitted = 0;
        for (const std::string_view name : traffic_names()) {
            std::unique_ptr<Traffic> traffic;
            try {
                traffic = make_traffic(name, n);
            } catch (const InputError&) {
                continue;  // the network does not admit it
            }
            ++admitted;
            CAPTURE(word);
            CAPTURE(name);
            double senders = 0;
            std::vector<Demand> row;
            for (Node v = 0; v < n.graph.nodes(); ++v) {
                traffic->row(v, row);
                double sum = 0;
                std::map<Node, double> shares;
                for (const Demand& d : row) {
                    REQUIRE(d.destination < n.graph.nodes());
                    CHECK(d.destination != v);
                    CHECK(shares.emplace(d.destination, d.share).second);
                    sum += d.share;
                }
                CHECK(sum == about(traffic->rate(v)).epsilon(1e-12));
                senders += traffic->rate(v);
                if (traffic->rate(v) == 0) continue;
                // A fine comb of u gives every destination its share, to the comb's width at both ends of its
                // interval(s).
                constexpr int comb = 4000;
                std::map<Node, int> hits;
                for (int i = 0; i < comb; ++i) ++hits[traffic->sample(v, (i + 0.5) / comb)];
                for (const auto& [d, share] : shares)
                    CHECK(std::abs(hits[d] / double{comb} - share / sum) <= 4.0 / comb);
                CHECK(hits.size() == shares.size());
                CHECK(shares.contains(traffic->sample(v, 0.0)));
                CHECK(shares.contains(traffic->sample(v, 0x1.fffffffffffffp-1)));
            }
            CHECK(senders > 0);
        }
        CHECK(admitted >= 5);
    }
}

TEST_CASE("with include-self the uniform part of a hot spot goes to all nodes, and sampling follows it") {
    const Network n = make_network("mesh:3x3");
    const auto traffic = make_traffic("hotspot", n, {.include_self = true, .hotspot_fraction = 0.25});
    const Node hot = 4;  // (1,1); it has no other hot node to send to, so all that it sends is uniform
    std::vector<Demand> row;
    for (Node v = 0; v < 9; ++v) {
        CAPTURE(v);
        traffic->row(v, row);
        REQUIRE(row.size() == 9);
        constexpr int comb = 36000;
        std::vector<int> hits(9);
        for (int i = 0; i < comb; ++i) ++hits[traffic->sample(v, (i + 0.5) / comb)];
        for (const Demand& d : row) {
            CHECK(d.share == about(v == hot ? 1.0 / 9 : 0.75 / 9 + (d.destination == hot ? 0.25 : 0.0)));
            CHECK(std::abs(hits[d.destination] / double{comb} - d.share) <= 4.0 / comb);
        }
    }
}

TEST_CASE("nothing is sent from or to a node that is no terminal, in any family under any pattern") {
    int silent = 0;
    for (const Family* family : families()) {
        for (const std::string_view word : family->examples) {
            const Network n = make_network(word);
            if (n.graph.nodes() > 3000) continue;
            std::vector<bool> terminal(n.graph.nodes(), n.terminals.empty());
            for (const Node v : n.terminals) terminal[v] = true;
            for (const std::string_view name : traffic_names()) {
                if (name == "longest-matching" && n.graph.nodes() > 300)
                    continue;  // an assignment of so many takes long
                for (const bool self : {false, true}) {
                    std::unique_ptr<Traffic> traffic;
                    try {
                        traffic = make_traffic(name, n, {.include_self = self});
                    } catch (const InputError&) {
                        continue;
                    }
                    bool kept = true;
                    std::vector<Demand> row;
                    for (Node v = 0; v < n.graph.nodes(); ++v) {
                        traffic->row(v, row);
                        for (const Demand& d : row) kept = kept && terminal[d.destination];
                        if (terminal[v]) continue;
                        kept = kept && traffic->rate(v) == 0.0 && row.empty();
                        ++silent;
                    }
                    CAPTURE(word);
                    CAPTURE(name);
                    CAPTURE(self);
                    CHECK(kept);
                }
            }
        }
    }
    CHECK(silent > 1000);
}

TEST_CASE("bit and coordinate patterns send where their definitions say") {
    const Network mesh = make_network("mesh:8x8");  // node = 8 y + x
    const Node at = 8 * 5 + 1;                      // (x,y) = (1,5), bits 101001
    const auto to = [&](const char* name) { return image(*make_traffic(name, mesh), at); };
    // rahman2006, sec. 4.4.3
    CHECK(to("dimension-reversal") == 8 * 1 + 5);
    CHECK(to("bit-reversal") == 0b100101);
    CHECK(to("complement") == 0b010110);
    CHECK(to("bit-flip") == 0b011010);
    CHECK(to("shuffle") == 0b010011);
    CHECK(to("transpose") == 8 * 1 + 5);
    CHECK(to("tornado") == 8 * ((5 + 3) % 8) + 4);
    CHECK(to("neighbor") == 8 * 6 + 2);
    CHECK(to("center-reflection") == 8 * 2 + 6);
    CHECK(to("matrix-transpose") == 8 * 6 + 2);
    CHECK(to("matrix-rotate") == 8 * 1 + 2);
    CHECK(to("address-rotate") == 0b001101);
    const Network cube = make_network("mesh:4x4x4");
    const Node p = 16 * 1 + 4 * 2 + 3;  // (z,y,x) = (1,2,3)
    CHECK(image(*make_traffic("dimension-reversal-2d", cube), p) == 16 * 1 + 4 * 3 + 2);
    CHECK(image(*make_traffic("dimension-reversal-3d", cube), p) == 16 * (4 - (1 + 1)) + 4 * 3 + 2);
}

TEST_CASE("patterns send where list traffic says") {
    const Network mesh = make_network("mesh:5x5");
    const auto to = [&](const char* name, Node y, Node x) { return image(*make_traffic(name, mesh), 5 * y + x); };
    CHECK(to("matrix-rotate", 0, 1) == 5 * 1 + 4);     // (x,k-1-y)
    CHECK(to("matrix-transpose", 0, 1) == 5 * 3 + 4);  // (k-1-x,k-1-y)
    CHECK(to("merge-south", 1, 2) == 5 * 0 + 4);       // (floor(y/2),2x)
    CHECK(to("merge-south", 3, 4) == 5 * 1 + 3);       // (floor(y/2),2(x-h)+1)
    CHECK(to("transpose", 0, 3) == 5 * 3 + 0);
    const Network torus = make_network("torus:4x4x4");
    CHECK(image(*make_traffic("transpose", torus), 0b000110) == 0b110000);
    CHECK(image(*make_traffic("matrix-transpose", torus), 0b000110) == 0b010100);
    for (const TrafficPattern& pattern : traffic_patterns()) {
        CAPTURE(pattern.name);
        CHECK_FALSE(pattern.title.empty());
        CHECK(pattern.title != pattern.name);
    }
}

TEST_CASE("permutations are permutations, and merge-south only travels south") {
    const Network n = make_network("mesh:10x10");
    for (const char* name : {"transpose", "tornado", "neighbor", "matrix-transpose", "matrix-rotate",
                             "center-reflection", "dimension-reversal"}) {
        const auto traffic = make_traffic(name, n);
        std::vector<Node> images;
        for (Node v = 0; v < 100; ++v) images.push_back(image(*traffic, v));
        std::sort(images.begin(), images.end());
        CAPTURE(name);
        CHECK(std::adjacent_find(images.begin(), images.end()) == images.end());
    }
    const auto south = make_traffic("merge-south", n);
    for (Node v = 0; v < 100; ++v) CHECK(image(*south, v) / 10 == v / 20);
}

TEST_CASE("mean hops of the turn-model patterns are those of the thesis") {
    // glass1992, sec. 5.6.3: 11.34 hops for matrix-transpose on the 16 x 16 mesh, 4.27 for reverse-flip on the 8-cube,
    // over the nodes that send.
    const Network mesh = make_network("mesh:16x16");
    const auto transpose = make_traffic("matrix-transpose", mesh);
    double hops = 0;
    double senders = 0;
    for (Node v = 0; v < 256; ++v) {
        const Node d = image(*transpose, v);
        hops += std::abs(static_cast<int>(v % 16) - static_cast<int>(d % 16)) +
                std::abs(static_cast<int>(v / 16) - static_cast<int>(d / 16));
        senders += transpose->rate(v);
    }
    CHECK(hops / senders == about(11.34).epsilon(0.001));
    const auto flip = make_traffic("reverse-flip", make_network("mesh:2x2x2x2x2x2x2x2"));
    hops = senders = 0;
    for (Node v = 0; v < 256; ++v) {
        hops += std::popcount(v ^ image(*flip, v));
        senders += flip->rate(v);
    }
    CHECK(hops / senders == about(4.27).epsilon(0.001));
}

TEST_CASE("the hot spot receives its share beyond that of uniform traffic") {
    const Network n = make_network("mesh:8x8");
    for (const std::uint64_t nodes : {1U, 4U}) {
        const auto traffic = make_traffic("hotspot", n, {.hotspot_fraction = 0.05, .hotspot_nodes = nodes});
        std::map<Node, double> received;
        std::vector<Demand> row;
        for (Node v = 0; v < 64; ++v) {
            traffic->row(v, row);
            for (const Demand& d : row) received[d.destination] += d.share;
        }
        int hot = 0;
        for (const auto& [v, rate] : received) {
            if (rate > 1.1) {
                ++hot;
                CHECK((v / 8 == 3 || v / 8 == 4));
                CHECK((v % 8 == 3 || v % 8 == 4));
            }
        }
        CHECK(hot == nodes);
    }
    // Pfister and Norton: 63 senders give the one hot node 0.05 + 0.95/63 each.
    const auto one = make_traffic("hotspot", n, {.hotspot_fraction = 0.05, .hotspot_nodes = 1});
    std::vector<Demand> row;
    one->row(0, row);
    const auto hottest =
        std::max_element(row.begin(), row.end(), [](const Demand& a, const Demand& b) { return a.share < b.share; });
    CHECK(hottest->share == about(0.05 + 0.95 / 63));
}

TEST_CASE("patterns that a network does not admit and bad words are refused") {
    const auto refused = [](const char* network, const char* word) {
        CAPTURE(network);
        CAPTURE(word);
        CHECK_THROWS_AS((void)make_traffic(word, make_network(network)), InputError);
    };
    for (const char* word : {"bit-reversal", "bit-flip", "complement", "shuffle", "address-rotate"})
        refused("mesh:3x5", word);
    for (const char* word : {"transpose", "dimension-reversal", "matrix-rotate", "merge-south", "matrix-multiply"})
        refused("mesh:3x5", word);
    refused("mesh:4x4", "dimension-reversal-3d");
    refused("mesh:2x2", "tornado");
    refused("mesh:1x1", "uniform");
    for (const char* word : {"", "unifrom", "file:", "file:/nonexistent.csv"}) refused("mesh:4x4", word);
    CHECK_THROWS_AS((void)make_traffic("hotspot", make_network("mesh:4x4"), {.hotspot_fraction = 1.5}), InputError);
    CHECK_THROWS_AS((void)make_traffic("hotspot", make_network("mesh:4x4"), {.hotspot_nodes = 3}), InputError);
}

TEST_CASE("no family calls a node by the number of another, so that numbers and addresses can be told apart") {
    for (const Family* f : families()) {
        for (const std::string_view word : f->examples) {
            const Network n = make_network(std::string(word));
            if (!n.addresses.labelled() || n.graph.nodes() > 5000) continue;
            CAPTURE(word);
            for (Node v = 0; v < n.graph.nodes(); ++v) {
                const std::string name = n.addresses.print(v);
                const bool number = name.find_first_not_of("0123456789") == std::string::npos &&
                                    (name.size() == 1 || name.front() != '0');
                if (number && std::stoull(name) < n.graph.nodes()) CHECK(std::stoull(name) == v);
            }
        }
    }
}

TEST_CASE("a matrix from a file gives rates relative to the busiest source") {
    const Network n = make_network("mesh:1x3");
    const std::string path = "traffic_matrix_test.csv";
    const auto with = [&](const std::string& text) {
        std::ofstream(path) << text;
        return make_traffic("file:" + path, n);
    };
    const auto square = with("0,3,1\r\n2,0,0\r\n0,0,0\r\n");
    CHECK(square->rate(0) == about(1.0));
    CHECK(square->rate(1) == about(0.5));
    CHECK(square->rate(2) == 0.0);
    CHECK(square->sample(0, 0.74) == 1);
    CHECK(square->sample(0, 0.76) == 2);
    const auto triples = with("source,destination,rate\n0,1,3\n0,2,1\n1,0,2\n");
    CHECK(triples->rate(1) == about(0.5));
    for (const char* bad : {"", "0,1\n", "0,1,1\n1,0,1\n", "0,1,x\n1,0,0\n0,0,0\n", "0,-1,1\n0,0,0\n0,0,0\n",
                            "1,0,0\n0,0,0\n0,0,0\n", "0,0,0\n0,0,0\n0,0,0\n", "0,nan,0\n0,0,0\n0,0,0\n",
                            "source,destination,rate\n0,3,1\n", "0,1,1\n0,0,0\n0,0,0\n0,0,0\n"}) {
        CAPTURE(bad);
        CHECK_THROWS_AS((void)with(bad), InputError);
    }
    // Only ratios count, as far as numbers reach.
    CHECK(with("0,3e307,1e307\n2e307,0,0\n0,0,0\n")->rate(1) == about(0.5));
    CHECK(with("0,3e-300,1e-300\n2e-300,0,0\n0,0,0\n")->rate(1) == about(0.5));
    const auto why = [&](const std::string& text) -> std::string {
        try {
            (void)with(text);
        } catch (const InputError& error) {
            return error.what();
        }
        return "";
    };
    CHECK(why("0,1e308,1e308\n0,0,0\n0,0,0\n")
              .starts_with(path + ":1: the rates of node 0 add up to more than a number can hold"));
    CHECK(why("source,destination,rate\n1,0,1e308\n1,2,1e308\n").starts_with(path + ":3: the rates of node 1"));
    CHECK(why("0,1,0\n1e-320,0,1\n0,0,0\n").starts_with(path + ":2: a rate that is not 0 is less than 1e-290"));
    std::remove(path.c_str());
}
