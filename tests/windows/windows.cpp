// Windows: every formula against counting.
#include "wafernet/windows/windows.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <map>
#include <vector>

#include "wafernet/base/error.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/routing/routings.hpp"

using namespace wafernet;

namespace {

// Pairs of wires that cross in the same half of a layer; with `one_layer`, of any layer.
std::uint64_t crossings(const ColinearLayout& layout, bool one_layer = false) {
    std::uint64_t count = 0;
    for (const ColinearWire& a : layout.wires) {
        for (const ColinearWire& b : layout.wires) {
            const bool same_half = a.upper == b.upper && (one_layer || a.layer == b.layer);
            if (same_half && a.from < b.from && b.from < a.to && a.to < b.to) ++count;
        }
    }
    return count;
}

// Walks from 0 to `distance` in the least number of steps of 1 to w, counted step by step.
std::uint64_t walks(std::uint64_t w, std::uint64_t distance) {
    const std::uint64_t least = (distance + w - 1) / w;
    std::vector<std::uint64_t> ways(distance + 1, 0);
    ways[0] = 1;
    for (std::uint64_t hop = 0; hop < least; ++hop) {
        std::vector<std::uint64_t> next(distance + 1, 0);
        for (std::uint64_t at = 0; at <= distance; ++at) {
            for (std::uint64_t step = 1; step <= w && at + step <= distance; ++step) next[at + step] += ways[at];
        }
        ways = next;
    }
    return ways[distance];
}

// Walks of which at most two steps are shorter than w.
std::uint64_t walks_with_two_short_steps(std::uint64_t w, std::uint64_t distance) {
    const std::uint64_t least = (distance + w - 1) / w;
    const std::uint64_t short_by = least * w - distance;
    if (short_by == 0) return 1;
    std::uint64_t count = short_by < w ? least : 0;
    for (std::uint64_t first = 1; first < short_by; ++first) {
        if (first < w && short_by - first < w) count += least * (least - 1) / 2;
    }
    return count;
}

// Links of the graph of one line that cross the gap before node `at`, by which half they leave to.
std::map<bool, std::uint64_t> crossing(const Graph& graph, Node at) {
    std::map<bool, std::uint64_t> wires;
    for (Channel c = 0; c < graph.channels(); c += 2) {
        const Node a = std::min(graph.source(c), graph.target(c));
        const Node b = std::max(graph.source(c), graph.target(c));
        if (a < at && b >= at) ++wires[a % 2 == 0];
    }
    return wires;
}

}  // namespace

TEST_CASE("the number of minimal paths equals counting for all windows up to 12 and distances up to 63") {
    int too_low = 0;
    int cases = 0;
    for (std::uint64_t w = 1; w <= 12; ++w) {
        for (std::uint64_t d = 1; d <= 63; ++d) {
            CAPTURE(w);
            CAPTURE(d);
            CHECK(minimal_paths(w, d) == walks(w, d));
            CHECK(minimal_paths_printed(w, d) == walks_with_two_short_steps(w, d));
            CHECK(minimal_paths_printed(w, d) <= minimal_paths(w, d));
            const std::uint64_t lambda = (d + w - 1) / w;
            CHECK((minimal_paths_printed(w, d) == minimal_paths(w, d)) == (lambda <= 2 || lambda * w - d <= 2));
            ++cases;
            too_low += minimal_paths_printed(w, d) != minimal_paths(w, d) ? 1 : 0;
        }
    }
    CHECK(cases == 756);
    CHECK(too_low == 244);  // an independent count by dynamic programming
}

TEST_CASE("HOW(64,7,1) has 35, 210, 495 and 56 minimal paths where 22, 55, 117 and 32 are printed") {
    // ziavras, sec. 2.1; the printed formula gives 28 for the last.
    const std::vector<std::vector<std::uint64_t>> rows = {{24, 35, 22}, {29, 210, 55}, {59, 495, 117}, {23, 56, 28}};
    for (const auto& row : rows) {
        CHECK(minimal_paths(7, row[0]) == row[1]);
        CHECK(minimal_paths_printed(7, row[0]) == row[2]);
    }
}

TEST_CASE(
    "dimension order with any window step walks exactly the minimal paths of a line, and of a ring the nearer way") {
    for (const char* word : {"how:30,7,1", "how:31,4,1,1"}) {
        const Network network = make_network(word);
        const std::uint64_t w = network.parameters["w"];
        const auto routing = make_routing("dor-window", network);
        std::vector<Hop> hops;
        for (Node target = 1; target < network.graph.nodes(); ++target) {
            std::map<std::pair<Node, std::uint32_t>, std::uint64_t> heads{{{0, routing->start(0, target)}, 1}};
            std::uint64_t arrived = 0;
            while (!heads.empty()) {
                std::map<std::pair<Node, std::uint32_t>, std::uint64_t> next;
                for (const auto& [head, ways] : heads) {
                    if (head.first == target) {
                        arrived += ways;
                        continue;
                    }
                    hops.clear();
                    routing->next({head.first, no_channel, head.second}, target, hops);
                    for (const Hop& hop : hops) next[{network.graph.target(hop.channel), hop.state}] += ways;
                }
                heads = next;
            }
            const std::uint64_t distance =
                network.parameters["wrap"] == 1 ? std::min(target, network.graph.nodes() - target) : target;
            CAPTURE(target);
            CHECK(arrived == walks(w, distance));
        }
    }
}

TEST_CASE("collective width and layers of Theorems 2 and 3 equal the explicit layout for all lines up to 40 nodes") {
    int lines = 0;
    for (std::uint32_t p = 3; p <= 40; ++p) {
        for (std::uint32_t w = 1; 2 * w < p + 1; ++w, ++lines) {
            CAPTURE(p);
            CAPTURE(w);
            const ColinearLayout layout = colinear_layout(p, w);
            CHECK(layout.collective_width() == collective_width_printed(w));
            CHECK(layout.layers == layers_printed(w));
            CHECK(crossings(layout) == 0);
        }
        CAPTURE(p);
        const ColinearLayout complete = colinear_layout(p, p - 1);
        CHECK(complete.collective_width() == collective_width_complete_printed(p));
        CHECK(crossings(complete) == 0);
        if (p >= 4) CHECK(complete.layers == layers_complete_printed(p));
    }
    CHECK(lines == 399);
}

TEST_CASE("theorems 2 and 3 hold wherever they speak of a network's lines, also of windows wider than half a line") {
    int widths = 0;
    int layers = 0;
    for (std::uint32_t p = 2; p <= 24; ++p) {
        for (std::uint32_t w = 1; w < p; ++w) {
            const Network network = make_network("how:" + std::to_string(p) + "," + std::to_string(w) + ",1");
            const Windows windows = windows_of(*network.family, network.parameters).value();
            const ColinearLayout layout = colinear_layout(p, w);
            CAPTURE(p);
            CAPTURE(w);
            if (const auto width = collective_width_printed(windows)) {
                CHECK(*width == layout.collective_width());
                ++widths;
            }
            if (const auto count = layers_printed(windows)) {
                CHECK(*count == layout.layers);
                ++layers;
            }
        }
    }
    CHECK(layers == 276 - 2);   // all pairs but the complete lines of 2 and 3 nodes
    CHECK(widths == 143 + 22);  // p/2 windows, rounded down, and the complete line, for p = 3..24
    const Network wrapped = make_network("how:9,2,1,1");
    CHECK_FALSE(collective_width_printed(windows_of(*wrapped.family, wrapped.parameters).value()).has_value());
    const Network mesh = make_network("mesh:4x4");
    CHECK_FALSE(windows_of(*mesh.family, mesh.parameters).has_value());
}

TEST_CASE("the layout has the wires of the graph and its collective width is the widest gap of the graph") {
    for (const char* word : {"how:12,4,1", "how:17,5,1", "how:9,8,1", "gh:10,1"}) {
        const Network network = make_network(word);
        const Node p = network.graph.nodes();
        const auto w =
            static_cast<std::uint32_t>(network.parameters.values().size() == 2 ? p - 1 : network.parameters["w"]);
        const ColinearLayout layout = colinear_layout(p, w);
        CHECK(layout.wires.size() == network.graph.links());
        CHECK(layout.contacts() == 2 * network.graph.links());
        std::uint64_t widest = 0;
        for (Node at = 1; at < p; ++at) {
            for (const auto& [upper, wires] : crossing(network.graph, at)) widest = std::max(widest, wires);
        }
        CHECK(layout.collective_width() == widest);
    }
}

TEST_CASE("HOW(12,4,1) takes two layers and a width of 6 as in figures 2 and 3, and one layer alone has crossings") {
    const ColinearLayout layout = colinear_layout(12, 4);
    CHECK(layout.layers == 2);
    CHECK(layout.collective_width() == 6);
    CHECK(crossings(layout) == 0);
    CHECK(crossings(layout, true) > 0);
}

TEST_CASE("the rule of even nodes above and odd nodes below is not the narrowest from a window of 3 on") {
    // A free choice of the half needs ceil(w(w+1)/4): 3 and not 4, 5 and not 6, 8 and not 9.
    CHECK(collective_width_bound(3) == 3);
    CHECK(collective_width_bound(4) == 5);
    CHECK(collective_width_bound(5) == 8);
    for (std::uint64_t w = 3; w <= 40; ++w) CHECK(collective_width_bound(w) < collective_width_printed(w));
}

TEST_CASE("800, 1600 and 2600 pins carry windows of 6, 12 and 20 along one axis, and half as much along two") {
    CHECK(window_for_pins(800, 1) == 6);
    CHECK(window_for_pins(1600, 1) == 12);
    CHECK(window_for_pins(2600, 1) == 20);
    CHECK(window_for_pins(800, 2) == 3);
    CHECK(window_for_pins(800, 1, {64, 2}) == 3);
    for (std::uint64_t pins = 128; pins < 5000; pins += 37) {
        CHECK(pins_per_node(window_for_pins(pins, 1), 1) <= pins);
        CHECK(pins_per_node(window_for_pins(pins, 1) + 1, 1) > pins);
    }
    CHECK_THROWS_AS((void)window_for_pins(127, 1), InputError);
    CHECK_THROWS_AS((void)window_for_pins(800, 0), InputError);
    CHECK_THROWS_AS((void)window_for_pins(800, 1, {0, 1}), InputError);
}

TEST_CASE("the fat tree of Proposition 3 has as many switches as its levels added up") {
    for (std::uint64_t m = 1; m <= 14; ++m) {
        const std::uint64_t leaves = std::uint64_t{1} << m;
        for (const std::uint64_t k : {1, 64, 128}) {
            std::uint64_t switches = leaves * leaves * k;  // the crossbar at the top
            for (std::uint64_t i = 1; i < m; ++i)
                switches += (leaves >> i) * (std::uint64_t{1} << (i + 1)) * (std::uint64_t{1} << (i + 1)) * k;
            CHECK(fat_tree_cost(m, k).switches == switches);
            CHECK(fat_tree_cost(m, k).wires == m * leaves * k);
        }
    }
    // ziavras, sec. 3: 29,360,128 wires and 1.72e11 switches for 16,384 processors of 128 wires
    CHECK(fat_tree_cost(14, 128).wires == 29360128);
    CHECK(std::abs(static_cast<double>(fat_tree_cost(14, 128).switches) - 1.72e11) < 0.005e11);
    CHECK_THROWS_AS((void)fat_tree_cost(60, 128), InputError);
}

TEST_CASE(
    "table 2 is the largest number of nodes for which the cuts compare as printed, and counting both tori whole gives "
    "less") {
    const std::vector<std::uint64_t> printed = {1728,   2947,   4929,   7866,   11997,  17592,  24948,
                                                34389,  46266,  60953,  78853,  100392, 126023, 156223,
                                                191495, 232366, 279389, 333142, 394228};  // ziavras, Table 2, w = 3..21
    for (std::uint64_t w = 3; w <= 21; ++w) {
        CHECK(nodes_with_wider_bisection(w, TorusCut::open) == printed[w - 3]);
        // The definition itself: w(w+1) sqrt N against 2 N^(1-1/(2w)), just below and just above.
        const std::uint64_t most = nodes_with_wider_bisection(w, TorusCut::wrapped);
        const auto wider = [w](double nodes) {
            const double x = static_cast<double>(w);
            return x * (x + 1) * std::sqrt(nodes) >= 2 * std::pow(nodes, 1 - 1 / (2 * x)) * (1 - 1e-12);
        };
        CHECK(wider(static_cast<double>(most)));
        CHECK_FALSE(wider(static_cast<double>(most + 1)));
    }
    CHECK(nodes_with_wider_bisection(2, TorusCut::open) == 1296);  // printed: 10
    const std::vector<std::uint64_t> whole = {81, 216, 464, 871, 1490, 2380};
    for (std::uint64_t w = 2; w <= 7; ++w) CHECK(nodes_with_wider_bisection(w, TorusCut::wrapped) == whole[w - 2]);
    CHECK(nodes_with_wider_bisection(21, TorusCut::wrapped) == 91957);
    CHECK_THROWS_AS((void)nodes_with_wider_bisection(1, TorusCut::open), InputError);
}

TEST_CASE("bad windows are refused in one line") {
    for (const char* word : {"how:7,7,1", "how:7,9,2", "how:7,0,2", "how:7,3,0", "how:7,3,2,2", "gh:1,2"})
        CHECK_THROWS_AS((void)make_network(word), InputError);
    CHECK_THROWS_AS((void)minimal_paths(0, 5), InputError);
    CHECK_THROWS_AS((void)minimal_paths(100, 100000000001ULL), InputError);  // does not fit 64 bits
    CHECK_THROWS_AS((void)colinear_layout(5, 5), InputError);
    CHECK_THROWS_AS((void)colinear_layout(5, 0), InputError);
    CHECK_THROWS_AS((void)colinear_layout(4000000, 2000000), InputError);
}

TEST_CASE("widths that do not fit 64 bits and ways that are not the nearer round a ring are refused") {
    constexpr std::uint64_t wide = std::uint64_t{1} << 40U;
    CHECK_THROWS_AS(collective_width_printed(wide), InputError);
    CHECK_THROWS_AS(collective_width_bound(wide), InputError);
    CHECK_THROWS_AS(collective_width_complete_printed(wide), InputError);
    CHECK(layers_printed(~std::uint64_t{0}) == std::uint64_t{1} << 63U);
    CHECK_THROWS_AS(minimal_paths_round(2, 9, 5), InputError);
    CHECK_THROWS_AS(minimal_paths_round(2, 3, 5), InputError);
    CHECK(minimal_paths_round(2, 2, 5) == 1);
}
