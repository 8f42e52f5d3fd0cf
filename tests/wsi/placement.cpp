#include "wafernet/wsi/placement.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <string>

#include "about.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/io/make_network.hpp"

using namespace wafernet;

namespace {

VerticalLinks counted(const char* word, std::uint64_t planes, const char* scheme = "address") {
    const Network network = make_network(word);
    return count_vertical_links(network, place(network, planes, placement_scheme(scheme)));
}

}  // namespace

TEST_CASE("a 2D torus of 16 nodes on 4 planes has 8 vertical links and a mesh 4 as printed in sec. 3.4.2") {
    for (const char* scheme : {"address", "inline", "blocks"}) CHECK(counted("torus:4x4", 4, scheme).peak == 8);
    for (const char* scheme : {"address", "blocks", "strips"}) CHECK(counted("mesh:4x4", 4, scheme).peak == 4);
}

TEST_CASE(
    "one PE a plane gives the 4, 10 and 18 links of Eq. 3.7, the 4-node torus without the double links half of it") {
    CHECK(counted("torus:4x4", 16).peak == 10);
    CHECK(counted("torus:8x8", 64).peak == 18);
    CHECK(counted("torus:2x2", 4).peak == 2);  // a ring of two has one link here; with two it is the printed 4
}

TEST_CASE("a 4096-node 2D torus on 16 planes has 160 links in blocks and 128 in strips") {
    CHECK(counted("torus:64x64", 16, "blocks").peak == 160);
    CHECK(counted("torus:64x64", 16, "strips").peak == 128);
    CHECK(counted("mesh:64x64", 16, "blocks").peak == 80);
    CHECK(counted("mesh:64x64", 16, "strips").peak == 64);
}

TEST_CASE("HTN(4,4,2,0) on 16 planes has 40 links or 10 between modules and HTN(4,4,3,0) has 640 or 160") {
    const VerticalLinks two = counted("htn:4,4,2,0", 16);
    CHECK(two.peak == 40);
    CHECK(two.merged_peak == 10);
    const VerticalLinks three = counted("htn:4,4,3,0", 16);
    CHECK(three.peak == 640);
    CHECK(three.merged_peak == 160);
}

TEST_CASE("H3D-mesh has 20, HTN3 28 and TESH(2,3,0) 160 links on 16 planes") {
    CHECK(counted("h3dm:4,4,2,0", 16).peak == 20);
    CHECK(counted("htn3:4,4,2,0", 16).peak == 28);
    CHECK(counted("tesh:2,3,0", 16).peak == 160);
}

TEST_CASE("the in-line scheme keeps the peak and shortens the longest vertical link from 12 planes to 8") {
    const VerticalLinks address = counted("htn:4,4,2,0", 16);
    const VerticalLinks in_line = counted("htn:4,4,2,0", 16, "inline");
    CHECK(in_line.peak == address.peak);
    CHECK(address.longest_planes == 12);
    CHECK(in_line.longest_planes == 8);
    CHECK(counted("torus:64x64", 16).longest_planes == 15);
    CHECK(counted("torus:64x64", 16, "inline").longest_planes == 1);
    CHECK(counted("torus:16x16", 16, "inline").longest_planes == 2);
}

TEST_CASE("the in-line order of a ring of 8 is 0 7 1 6 2 5 3 4 as Eq. 3.8 gives it") {
    const Network ring = make_network("torus:8");
    const Placement placement = place(ring, 8, PlacementScheme::in_line);
    const std::uint32_t order[] = {0, 7, 1, 6, 2, 5, 3, 4};
    for (std::uint32_t i = 0; i < 8; ++i) CHECK(placement.plane_of[order[i]] == i);
}

TEST_CASE("every gap is the number of links with one end below it and one above") {
    for (const char* word : {"htn:4,2,2,1", "torus:8x8", "mesh:4x6x4"}) {
        const Network network = make_network(word);
        for (const char* scheme : {"address", "inline"}) {
            const Placement placement = place(network, 16, placement_scheme(scheme));
            const VerticalLinks v = count_vertical_links(network, placement);
            std::uint64_t spans = 0;
            for (std::uint32_t gap = 0; gap + 1 < 16; ++gap) {
                std::uint64_t links = 0;
                for (Link l = 0; l < network.graph.links(); ++l) {
                    const bool a = placement.plane_of[network.graph.source(2 * l)] <= gap;
                    const bool b = placement.plane_of[network.graph.target(2 * l)] <= gap;
                    links += a != b ? 1 : 0;
                }
                CHECK(v.gaps[gap] == links);
                spans += links;
            }
            CHECK(v.peak == *std::max_element(v.gaps.begin(), v.gaps.end()));
            CHECK(std::accumulate(v.gaps.begin(), v.gaps.end(), std::uint64_t{0}) == spans);
        }
    }
}

TEST_CASE("planes that do not divide the nodes differ by one node, the fuller ones below") {
    const Placement placement = place(make_network("torus:8x8"), 7, PlacementScheme::address);
    CHECK(placement.plane_sizes() == std::vector<std::uint32_t>{10, 9, 9, 9, 9, 9, 9});
    CHECK(placement.nodes_per_plane() == 10);
    CHECK(uneven_planes(placement) == "planes of 9 and 10 nodes");
    CHECK(uneven_planes(place(make_network("torus:8x8"), 16, PlacementScheme::address)).empty());
    CHECK(place(make_network("ring:5"), 5, PlacementScheme::in_line).plane_sizes() == std::vector<std::uint32_t>(5, 1));
    CHECK_THROWS_AS(static_cast<void>(Placement{2, {0, 2}}.plane_sizes()), InputError);
}

TEST_CASE("vertical links of all families are those of a count from the nodes, on even and uneven planes") {
    for (const Family* family : families()) {
        for (const std::string_view word : family->examples) {
            const Network network = make_network(word);
            const std::uint64_t nodes = network.graph.nodes();
            CAPTURE(word);
            for (const std::uint64_t planes : {2, 3, 7, 16}) {
                if (planes > nodes) continue;
                CAPTURE(planes);
                for (const PlacementScheme scheme : {PlacementScheme::address, PlacementScheme::grown}) {
                    const Placement placement = place(network, planes, scheme);
                    // Planes filled one after the other, as evenly as whole nodes allow, here in the order of the
                    // numbers.
                    std::vector<std::uint64_t> last(planes, 0);  // one past the last node of a plane
                    std::vector<std::uint32_t> sizes;
                    for (std::uint64_t p = 0, filled = 0; p < planes; ++p) {
                        sizes.push_back(static_cast<std::uint32_t>((nodes - filled + planes - p - 1) / (planes - p)));
                        last[p] = filled += sizes.back();
                    }
                    CHECK(placement.plane_sizes() == sizes);
                    const bool by_number = scheme == PlacementScheme::address && network.shared_nodes == 0;
                    const auto below = [&](Node v, std::uint64_t gap) {
                        return by_number ? v < last[gap] : placement.plane_of[v] <= gap;
                    };
                    std::uint64_t peak = 0;
                    bool equal = true;
                    const VerticalLinks v = count_vertical_links(network, placement);
                    for (std::uint64_t gap = 0; gap + 1 < planes; ++gap) {
                        std::set<Link> crossing;
                        for (Node a = 0; a < nodes; ++a) {
                            for (const Channel c : network.graph.out(a)) {
                                if (below(a, gap) != below(network.graph.target(c), gap))
                                    crossing.insert(Graph::link(c));
                            }
                        }
                        equal = equal && v.gaps[gap] == crossing.size();
                        peak = std::max<std::uint64_t>(peak, crossing.size());
                    }
                    CHECK(equal);
                    CHECK(v.peak == peak);
                }
            }
        }
    }
}

TEST_CASE("processors lie with their shared channels, so that k-ary 3-way networks have the links of their layers") {
    // 8 x 8 channels on each of 8 layers: 64 routers go up from a layer, and on a torus 64 round the end
    CHECK(counted("kmway-mesh:8,3,1", 8).peak == 64);
    CHECK(counted("kmway-torus:8,3,1", 8).peak == 128);
    CHECK(counted("kmway-mesh:8,3,1", 16).peak == 64 + 8);  // half a layer a plane: a row of routers inside it too
    const Network torus = make_network("kmway-torus:8,3,1");
    const Placement placement = place(torus, 8, PlacementScheme::address);
    for (const Node processor : torus.terminals) {
        const Node channel = torus.graph.target(torus.graph.out(processor).front());
        CHECK(placement.plane_of[processor] == placement.plane_of[channel]);
    }
    Placement by_number{8, {}};  // all processors above all channels
    for (Node v = 0; v < torus.graph.nodes(); ++v) by_number.plane_of.push_back(v / (torus.graph.nodes() / 8));
    CHECK(count_vertical_links(torus, by_number).peak == 512);
}

TEST_CASE("the grown order keeps the branches of trees together and is one of all nodes") {
    for (const std::uint64_t depth : {4, 6, 9}) {
        const std::string word = "tree:" + std::to_string(depth);
        CAPTURE(word);
        // the path to the root leaves some branches open; by number two fifths of the leaves' links are open at once
        CHECK(2 * counted(word.c_str(), 15, "grown").peak <= 3 * depth);
        CHECK(counted(word.c_str(), 15, "address").peak * 5 >= (2U << depth));
    }
    for (const std::string word :
         {"pyramid:8", "stargraph:6", "fibonacci:14", "fattree:5", "xtree:6", "hextorus:5,1"}) {
        CAPTURE(word);
        const Network network = make_network(word);
        std::vector<Node> order = place(network, 7, PlacementScheme::grown).order;
        std::sort(order.begin(), order.end());
        CHECK(order.size() == network.graph.nodes());
        CHECK(std::adjacent_find(order.begin(), order.end()) == order.end());
        CHECK(order.back() == network.graph.nodes() - 1);
    }
}

TEST_CASE(
    "grown planes of star graph, pyramid, Fibonacci cube and trees have fewer vertical links than address order") {
    for (const char* word : {"stargraph:6", "pyramid:8", "fibonacci:14", "tree:6", "xtree:6", "fattree:5"}) {
        CAPTURE(std::string(word));
        CHECK(counted(word, 16, "grown").peak < counted(word, 16).peak);
    }
    CHECK(counted("stargraph:6", 16, "grown").peak * 4 < counted("stargraph:6", 16).peak);
}

TEST_CASE("all nodes on one plane leave no vertical link") {
    const VerticalLinks v = counted("torus:4x4", 1);
    CHECK(v.peak == 0);
    CHECK(v.crossing == 0);
    CHECK(v.gaps.empty());
}

TEST_CASE("the corrected closed form is the count wherever it applies, for networks of up to 2^18 nodes" *
          doctest::test_suite("long")) {
    std::vector<std::string> words;
    for (const char* e :
         {"4x4",   "8x8",    "16x16",  "32x32", "64x64",    "128x128",  "512x512",  "6x10",    "3x5", "5x3x7", "4x4x4",
          "8x8x8", "16x8x8", "16x4x4", "4x8x8", "16x16x16", "32x32x16", "64x64x64", "3x4x5x6", "8",   "100"}) {
        words.push_back(std::string("mesh:") + e);
        words.push_back(std::string("torus:") + e);
    }
    for (const char* p : {"4,4,2,0", "4,4,2,1", "4,4,2,2", "4,4,3,0", "4,4,3,1", "4,4,4,0", "2,3,2,0", "4,3,2,0",
                          "2,4,2,1", "4,8,2,0", "4,2,2,0", "4,16,2,0", "2,2x4,2,0"}) {
        words.push_back(std::string("htn:") + p);
        words.push_back(std::string("h3dm:") + p);
    }
    for (const char* family : {"h3dt", "mh3dt"}) {
        for (const char* p : {"4,4,2,0", "4,4,2,1", "4,4,2,2", "4,4,3,0", "4,3,2,0"})
            words.push_back(std::string(family) + ":" + p);
    }
    for (const char* family : {"tesh", "ttn"}) {
        for (const char* p : {"2,2,0", "2,2,1", "2,3,0", "2,3,1", "2,4,0", "3,2,0"})
            words.push_back(std::string(family) + ":" + p);
    }
    for (const char* family : {"htn1", "htn2"}) {
        words.push_back(std::string(family) + ":4,4,2,0");
    }
    for (const char* d : {"4", "8", "12"}) words.push_back(std::string("hypercube:") + d);
    int applied = 0;
    for (const std::string& word : words) {
        CAPTURE(word);
        const Network network = make_network(word);
        int here = 0;
        for (std::uint64_t planes = 2; planes <= 4096 && planes <= network.graph.nodes(); ++planes) {
            if (network.graph.nodes() % planes != 0) continue;
            CAPTURE(planes);
            if (const auto closed = peak_in_address_order(network, planes)) {
                const Placement placement = place(network, planes, PlacementScheme::address);
                CHECK(*closed == static_cast<double>(count_vertical_links(network, placement).peak));
                ++here;
            }
            if (const auto closed = peak_in_blocks(network, planes)) {
                const Placement placement = place(network, planes, PlacementScheme::blocks);
                CHECK(*closed == static_cast<double>(count_vertical_links(network, placement).peak));
                ++here;
            }
        }
        CHECK(here > 0);
        applied += here;
    }
    CHECK(applied > 300);
    MESSAGE("the corrected form met the count " << applied << " times");
}

TEST_CASE("the cut by digits is the count in address order, on equal planes and uneven ones") {
    for (const char* word :
         {"gh:4,3",         "gh:8,2",          "how:9,3,2",      "how:16,5,1",      "how:5,2,3",       "how:10,3,2,1",
          "how:8,4,2,1",    "srt:32",          "srt:8x16",       "srt:4",           "ccc:4",           "ccc:3,5",
          "prunedtorus1:4", "prunedtorus1:6",  "prunedtorus2:4", "prunedtorus2:6",  "prunedtorus2d:8", "rdt:8,1",
          "rdt:24,2",       "kmway-torus:4,3", "kmway-mesh:5,2", "kmway-torus:2,4", "kmway-mesh:3,2,3"}) {
        const Network network = make_network(word);
        CAPTURE(word);
        int here = 0;
        for (std::uint64_t planes = 2; planes <= network.graph.nodes(); planes += planes < 40 ? 1 : 13) {
            CAPTURE(planes);
            const auto closed = peak_in_address_order(network, planes);
            if (!closed) continue;
            const Placement placement = place(network, planes, PlacementScheme::address);
            CHECK(*closed == static_cast<double>(count_vertical_links(network, placement).peak));
            ++here;
        }
        CHECK(here > 1);
        if (network.family->name != "rdt") CHECK(here > 2);
    }
}

TEST_CASE("the printed equations give their printed numbers and keep their printed mistakes") {
    const auto formula = [](const char* word, std::uint64_t planes, std::string_view place_) -> std::optional<double> {
        for (const PeakFormula& f : peak_formulas(make_network(word), planes)) {
            if (f.source.place == place_) return f.value;
        }
        return std::nullopt;
    };
    CHECK(formula("torus:4x4", 4, "Eq. 3.9") == 8.0);
    CHECK(formula("mesh:4x4", 4, "Eq. 3.10") == 4.0);
    CHECK(formula("torus:64x64", 16, "Eq. 3.9") == 160.0);
    CHECK(formula("torus:8x8", 64, "Eq. 3.7") == 18.0);
    CHECK_FALSE(formula("torus:16x16", 8, "Eq. 3.9").has_value());  // the root of 8 is not whole
    CHECK(formula("htn:4,4,2,0", 16, "Eq. 3.11") == 10.0);
    CHECK(formula("htn:4,4,3,0", 16, "Eq. 3.11") == 160.0);
    CHECK(formula("htn:4,4,2,0", 4, "Eq. 3.11") == 12.0);  // counted: 8
    CHECK(counted("htn:4,4,2,0", 4).merged_peak == 8);
    CHECK(formula("htn:4,4,3,0", 16, "Eq. 3.12") == 90.0);  // 10 + 5 x 16: counted 160
}

TEST_CASE("wrong placements are refused with one line") {
    const Network torus = make_network("torus:8x8");
    const Network htn = make_network("htn:4,4,2,0");
    CHECK_THROWS_WITH_AS(place(torus, 65, PlacementScheme::address),
                         "65 planes for the 64 nodes of torus:8x8, need 1 to 64", InputError);
    CHECK_THROWS_WITH_AS(place(torus, 7, PlacementScheme::strips),
                         "7 planes for the 64 nodes of torus:8x8, placement strips needs a number that divides them",
                         InputError);
    CHECK_THROWS_AS(place(torus, 7, PlacementScheme::module), InputError);
    CHECK_THROWS_AS(place(torus, 7, PlacementScheme::blocks), InputError);
    CHECK_THROWS_AS(place(torus, 0, PlacementScheme::address), InputError);
    CHECK_THROWS_AS(place(torus, 8, PlacementScheme::blocks), InputError);
    CHECK_THROWS_AS(place(torus, 16 * 4, PlacementScheme::strips), InputError);
    CHECK_THROWS_AS(place(htn, 32, PlacementScheme::module), InputError);
    CHECK_THROWS_AS(place(make_network("torus:4x4x4"), 4, PlacementScheme::blocks), InputError);
    CHECK_THROWS_AS(placement_scheme("blocs"), InputError);
    CHECK(place(htn, 16, PlacementScheme::module).nodes_per_plane() == 64);
}
