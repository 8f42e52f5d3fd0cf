#include "wafernet/wsi/planar_layout.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdlib>
#include <set>
#include <tuple>

#include "about.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/design/design.hpp"
#include "wafernet/io/make_network.hpp"

using namespace wafernet;

namespace {

WireLengths wires(const char* word, const char* scheme) {
    const Network network = make_network(word);
    return measure_wires(network, *planar_layout(network, layout_scheme(scheme)));
}

Technology fitted() {
    Technology t;
    t.pe_side.value = 2.0 * units::mm;
    t.tile_side.value = 3.0 * units::mm;
    t.via_pitch.value = 500.0 * units::um;
    t.line_width.value = 2.0 * units::um;
    t.lines_per_link.value = 16.0;
    t.blocks = {4.0, "here"};
    t.link_ways = {1.0, "here"};
    t.vertical_area = VerticalArea::strip;
    return t;
}

// A strip of so many links of 16 lines.
LayoutArea strip(std::uint64_t nodes, double links, double tracks_x, double tracks_y) {
    return layout_area(fitted(), static_cast<double>(nodes), links * 16.0, tracks_x, tracks_y);
}

}  // namespace

TEST_CASE("nodes without digits lie along a curve whose steps are one tile, each on a tile of its own") {
    for (const char* word : {"stargraph:5", "fibonacci:10", "pyramid:8", "honeycomb:4", "polarfly:5"}) {
        CAPTURE(word);
        const Network network = make_network(word);
        CHECK_FALSE(planar_layout(network, LayoutScheme::raster).has_value());
        for (const PlacementScheme scheme : {PlacementScheme::address, PlacementScheme::grown}) {
            const Placement placement = place(network, 5, scheme);
            const auto best = best_layout(network, placement);
            REQUIRE(best.has_value());
            CHECK(best->scheme == LayoutScheme::curve);
            std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>> taken;
            for (Node i = 0; i < network.graph.nodes(); ++i) {
                const Node v = placement.order.empty() ? i : placement.order[i];
                const Tile at = best->layout.at[v];
                taken.insert({placement.plane_of[v], at.x, at.y});
                if (i == 0) continue;
                const Node u = placement.order.empty() ? i - 1 : placement.order[i - 1];
                if (placement.plane_of[u] != placement.plane_of[v]) continue;
                const Tile before = best->layout.at[u];
                CHECK(std::max(at.x, before.x) - std::min(at.x, before.x) + std::max(at.y, before.y) -
                          std::min(at.y, before.y) ==
                      1);
            }
            CHECK(taken.size() == network.graph.nodes());
            CHECK(std::uint64_t{best->layout.width} * best->layout.height >= placement.nodes_per_plane());
            CHECK(std::uint64_t{best->layout.width} * best->layout.height < 4 * placement.nodes_per_plane());
        }
    }
    CHECK(wires("array:64", "curve").longest_tiles == 1);
    CHECK_FALSE(planar_layout(make_network("kmway-mesh:3,2"), LayoutScheme::curve).has_value());
    CHECK(no_tiles(make_network("kmway-mesh:3,2")) ==
          "shared channels lie in tiles of processors, so no picture and no curve of tiles");
}

TEST_CASE("shared channels lie with their processors and are wired as stars to their routers, counted by hand") {
    // A ring of 4 folded: 2 + 1 + 2 + 1 tiles, 4 rings along each axis. A line of 4 in order: 3.
    CHECK(wires("kmway-torus:4,2", "folded").total_tiles == 2 * 4 * 6);
    CHECK(wires("kmway-torus:4,2", "folded").wires == 32);  // a router each; processors lie at their channels
    CHECK(wires("kmway-mesh:4,2", "raster").total_tiles == 2 * 4 * 3);
    CHECK(wires("kmway-mesh:4,2", "raster").longest_tiles == 1);
    // 3 processors a channel, side by side: 0, 2 and 1 tiles from it; 6 routers along x three tiles on, 6 along y one.
    CHECK(wires("kmway-mesh:3,2,3", "quadrant").total_tiles == 9 * (2 + 1) + 6 * 3 + 6);
    CHECK(wires("kmway-mesh:3,2,3", "quadrant").wires == 9 * 2 + 12);
    // Processors inside the 2 routers of a line of 3 channels: router i lies with channel i, and with tile 1 and 2.
    CHECK(wires("kmway-mesh:3,1,0,1", "raster").total_tiles == 2);
    CHECK(wires("kmway-mesh:3,1,0,1", "raster").wires == 2);
}

TEST_CASE("wires of shared channels add up as their addresses say, router by router") {
    struct Case {
        const char* word;
        int k, n, p;
        bool torus;
    };
    for (const Case& c : {Case{"kmway-torus:8,3", 8, 3, 1, true}, Case{"kmway-mesh:8,3", 8, 3, 1, false},
                          Case{"kmway-torus:5,2,3", 5, 2, 3, true}, Case{"kmway-mesh:2,5,2", 2, 5, 2, false}}) {
        for (const LayoutScheme scheme : {LayoutScheme::raster, LayoutScheme::folded, LayoutScheme::quadrant}) {
            CAPTURE(c.word);
            const Network network = make_network(c.word);
            const auto layout = planar_layout(network, scheme);
            REQUIRE(layout.has_value());
            const int channels = static_cast<int>(std::lround(std::pow(c.k, c.n)));
            const auto tile = [&](int node) { return layout->at[static_cast<std::size_t>(node)]; };
            const auto apart = [](const Tile& a, const Tile& b) {
                return std::abs(static_cast<int>(a.x) - static_cast<int>(b.x)) +
                       std::abs(static_cast<int>(a.y) - static_cast<int>(b.y));
            };
            std::set<std::pair<std::uint32_t, std::uint32_t>> taken;
            std::uint64_t total = 0, branches = 0;
            for (int channel = 0; channel < channels; ++channel) {
                CHECK(tile(channel) == tile(channels + channel * c.p));
                for (int i = 0; i < c.p; ++i) {
                    const Tile at = tile(channels + channel * c.p + i);
                    taken.insert({at.x, at.y});
                    total += static_cast<std::uint64_t>(apart(tile(channel), at));
                    branches += i > 0 ? 1 : 0;
                }
                for (int axis = 0, stride = 1; axis < c.n; ++axis, stride *= c.k) {
                    const bool last = channel / stride % c.k == c.k - 1;
                    if (last && (!c.torus || c.k == 1)) continue;
                    total += static_cast<std::uint64_t>(
                        apart(tile(channel), tile(last ? channel - (c.k - 1) * stride : channel + stride)));
                    ++branches;
                }
            }
            CHECK(taken.size() == static_cast<std::size_t>(channels * c.p));
            const WireLengths measured = measure_wires(network, *layout);
            CHECK(measured.total_tiles == total);
            CHECK(measured.wires == branches);
        }
    }
}

TEST_CASE("a plane of shared channels has the area of its processors and of wires of one way") {
    // kmway-mesh:4,2 on one plane: 16 tiles of 0.9 mm and a track of 64 lines of 0.2 um along each row and column, and
    // no more, since one driver at a time has all wires of a channel.
    const DesignPoint point;
    const DesignStack stack = design_stack(make_network("kmway-mesh:4,2"), point, technology_of(point));
    CHECK(stack.pes == 16);
    REQUIRE(stack.plane.has_value());
    const double side = 4 * (0.9 + 64 * 0.2e-3);
    CHECK(stack.plane->total.in(units::mm2) == doctest::Approx(side * side).epsilon(0.005));
    // On 8 planes of 8 x 8 every gap is crossed by 64 channels and by the 64 that lead round: as many ways.
    DesignPoint eight;
    eight.planes = 8;
    const DesignStack stacked = design_stack(make_network("kmway-torus:8,3"), eight, technology_of(eight));
    CHECK(stacked.vertical.peak == 128);
    CHECK(stacked.vertical.peak_channels == 128);
    CHECK(stacked.pes == 64);
    CHECK(stacked.inside.wires.total_tiles == 8U * 2 * 8 * 14);  // 16 folded rings of 8 a plane: 2 of 1 tile, 6 of 2
}

TEST_CASE("the longest wire of a 2D torus in raster order is 15, 31 and 63 tiles as in Table 3.4 and 2 when folded") {
    CHECK(wires("torus:16x16", "raster").longest_tiles == 15);
    CHECK(wires("torus:32x32", "raster").longest_tiles == 31);
    CHECK(wires("torus:64x64", "raster").longest_tiles == 63);
    CHECK(wires("torus:64x64", "folded").longest_tiles == 2);
    CHECK(wires("torus:32x32", "folded").total_tiles == 3968);  // 64 rings of 2 x 1 + 30 x 2
    CHECK(wires("torus:32x32", "raster").total_tiles == 3968);
}

TEST_CASE("HTN(4,4,2,0) has longest wires of 15 tiles with its layers stacked and of 27 on a real plane") {
    const WireLengths stacked = wires("htn:4,4,2,0", "z-stacked");
    CHECK(stacked.wires == 3200);
    CHECK(stacked.longest_tiles == 15);
    // 16 modules x 32 rings of 6 tiles, and 32 rings of modules of 3 x 1 + 15 tiles
    CHECK(stacked.total_tiles == 16 * 32 * 6 + 32 * 18);
    const WireLengths planar = wires("htn:4,4,2,0", "quadrant");
    CHECK(planar.longest_tiles == 27);
    CHECK(planar.total_tiles == 8512);
    CHECK(wires("htn:4,4,3,0", "quadrant").longest_tiles == 99);
}

TEST_CASE("a 3D torus of 16 x 16 x 16 has wires of up to 96 tiles in raster order") {
    const WireLengths w = wires("torus:16x16x16", "raster");
    CHECK(w.longest_tiles == 96);
    CHECK(w.total_tiles == 138240);
    CHECK(wires("torus:16x16x16", "folded").longest_tiles == 8);
}

TEST_CASE("every layout but z-stacked gives every node a tile of its own inside the plane") {
    for (const char* word : {"htn:4,4,2,0", "htn:2,3,2,0", "torus:5x3x7", "mesh:6x10", "torus:9", "hypercube:7",
                             "torus:3x4x5x6", "htn:3,3,2,0"}) {
        const Network network = make_network(word);
        for (const char* scheme : {"raster", "folded", "quadrant"}) {
            CAPTURE(word);
            CAPTURE(scheme);
            const auto layout = planar_layout(network, layout_scheme(scheme));
            REQUIRE(layout.has_value());
            std::set<std::pair<std::uint32_t, std::uint32_t>> used;
            for (const Tile t : layout->at) {
                used.insert({t.x, t.y});
                CHECK(t.x < layout->width);
                CHECK(t.y < layout->height);
            }
            CHECK(used.size() == network.graph.nodes());
            CHECK(std::uint64_t{layout->width} * layout->height == network.graph.nodes());
        }
    }
}

TEST_CASE("the histogram of lengths holds every wire and sums to the total") {
    const WireLengths w = wires("htn:4,4,2,0", "quadrant");
    std::uint64_t count = 0;
    std::uint64_t total = 0;
    for (const auto& [tiles, n] : w.histogram) {
        count += n;
        total += tiles * n;
    }
    CHECK(count == w.wires);
    CHECK(total == w.total_tiles);
    CHECK(w.mean_tiles() == about(2.66));
}

TEST_CASE("a basic module of the HTN on a plane needs 5 tracks, a block of a torus 1 and its rows 2") {
    const auto tracks = [](const char* word, std::uint64_t planes, const char* scheme) {
        const Network network = make_network(word);
        const PlaneWiring w = measure_planes(network, place(network, planes, placement_scheme(scheme)),
                                             *planar_layout(network, LayoutScheme::quadrant));
        CHECK(w.tracks_x == w.tracks_y);
        return w.tracks_x;
    };
    CHECK(tracks("htn:4,4,2,0", 16, "address") == 5);
    CHECK(tracks("torus:32x32", 16, "blocks") == 1);
    const Network strips = make_network("torus:32x32");
    CHECK(measure_planes(strips, place(strips, 16, PlacementScheme::strips),
                         *planar_layout(strips, LayoutScheme::quadrant))
              .tracks_x == 2);
}

TEST_CASE("links inside planes and links between planes are all links") {
    for (const char* word : {"htn:4,4,2,0", "torus:32x32"}) {
        const Network network = make_network(word);
        const Placement placement = place(network, 16, PlacementScheme::address);
        const auto inside =
            measure_planes(network, placement, *planar_layout(network, LayoutScheme::quadrant)).wires.wires;
        CHECK(inside + count_vertical_links(network, placement).crossing == network.graph.links());
    }
}

TEST_CASE(
    "the plane of a 1024-node torus on 16 planes is 692.7 mm2 and the HTN's 0.738 of it with the fitted technology") {
    // by hand: width 8 x 2 + 8 x 16 x .002 + 80 x 16 x .002 = 18.816; 18 rows of microbridges in each of 2
    // blocks: 18.816 + 18
    const Area torus = *torus_layout_area(fitted(), 1024, 16);
    CHECK(torus.in(units::mm2) == about(18.816 * 36.816).epsilon(1e-9));
    const LayoutArea htn = strip(64, 40, 5, 5);
    CHECK(number(htn.total / torus) == about(0.738).epsilon(1e-3));
    const Area torus4096 = *torus_layout_area(fitted(), 4096, 16);
    CHECK(torus4096.in(units::mm2) == about(2093.5).epsilon(1e-4));
    CHECK(number(strip(256, 80, 6, 6).total / torus4096) == about(0.838).epsilon(1e-3));
}

TEST_CASE("the reference torus of the layout area has the counted links and tracks") {
    for (const std::uint64_t side : {4, 8, 16, 32, 64}) {
        const std::string word = "torus:" + std::to_string(side) + "x" + std::to_string(side);
        const Network network = make_network(word);
        for (const std::uint64_t planes : {1, 4, 16, 64}) {
            const auto area = torus_layout_area(fitted(), side * side, planes);
            if (!area) continue;
            CAPTURE(word);
            CAPTURE(planes);
            const Placement placement = place(network, planes, PlacementScheme::blocks);
            const PlaneWiring wiring =
                measure_planes(network, placement, *planar_layout(network, LayoutScheme::raster));
            const auto peak = static_cast<double>(count_vertical_links(network, placement).peak);
            const LayoutArea counted = strip(side * side / planes, peak, static_cast<double>(wiring.tracks_x),
                                             static_cast<double>(wiring.tracks_y));
            CHECK(counted.total.in(units::mm2) == about(area->in(units::mm2)).epsilon(1e-12));
        }
    }
}

TEST_CASE("160 links of 16 bits take 640 mm2 of microbridges at a pitch of 500 micrometres") {
    CHECK(strip(256, 160, 2, 2).vertical.in(units::mm2) == about(640.0));
}

TEST_CASE("vias of an array take a site each in the silicon and a bond each above it") {
    Technology t = read_technology("hybrid-bond");
    // By hand: 64 PEs of 0.9 mm and a track of (64 + 4) x 2 lines of 0.2 um a row, 8 x (0.9 + 0.0272) = 7.4176 mm a
    // side; 64 links up and as many down make 64 x 136 wires of 9 x 9 um a gap.
    const double bare = 7.4176 * 7.4176, sites = 64.0 * 136.0 * 0.009 * 0.009;
    const LayoutArea plane = layout_area(t, 64, 64.0 * 136.0, 1, 1);
    CHECK(plane.total.in(units::mm2) == about(bare + sites).epsilon(1e-12));
    CHECK((plane.width * plane.height).in(units::mm2) == about(bare + sites).epsilon(1e-12));
    CHECK(plane.vertical.in(units::mm2) == about(sites).epsilon(1e-12));
    CHECK(plane.with_tiles(1.25).total.in(units::mm2) == about(1.25 * (bare + sites)).epsilon(1e-12));
    // A via of 5 um with a ring of 5 um takes 15 x 15 um, whatever the pitch of the bonds above, until these do not
    // fit.
    t.via_diameter = {5.0 * units::um, "here"};
    t.via_keep_out = {5.0 * units::um, "here"};
    CHECK(layout_area(t, 64, 64.0 * 136.0, 1, 1).vertical.in(units::mm2) ==
          about(64.0 * 136.0 * 0.015 * 0.015).epsilon(1e-12));
    t.via_pitch.value = 55.0 * units::um;
    CHECK(layout_area(t, 64, 200.0 * 136.0, 1, 1).total.in(units::mm2) ==
          about(200.0 * 136.0 * 0.055 * 0.055).epsilon(1e-12));  // 82.28 mm2 of bumps over 55.02 + 6.12 mm2
}

TEST_CASE("a mesh of 8x8x4 on 4 planes, a layer each, takes the silicon of a 16x16 mesh on 4 planes within 2 percent") {
    const Technology t = read_technology("hybrid-bond");
    const auto area = [&](const char* word) {
        const Network network = make_network(word);
        const Placement placement = place(network, 4, placement_scheme("auto", network, 4));
        CHECK(name(placement_scheme("auto", network, 4)) == "last");
        const auto best = best_layout(network, placement);
        REQUIRE(best);
        CHECK(best->inside.wires.longest_tiles == 1);
        const VerticalLinks vertical = count_vertical_links(network, placement);
        return std::pair{vertical.peak, layout_area(t, 64, static_cast<double>(vertical_wires(vertical, t)),
                                                    static_cast<double>(best->inside.tracks_x),
                                                    static_cast<double>(best->inside.tracks_y))
                                            .total.in(units::mm2)};
    };
    const auto [links3, area3] = area("mesh:8x8x4");
    const auto [links2, area2] = area("mesh:16x16");
    CHECK(links3 == 64);  // every node of a layer has a link to the next one
    CHECK(links2 == 16);  // strips of 16 x 4
    // 64 - 16 links of 136 wires of 81 um2 on 55.02 + 0.18 mm2: 0.96 %
    CHECK(area3 / area2 - 1.0 == about(48.0 * 136.0 * 81e-6 / area2).epsilon(1e-9));
    CHECK(area3 / area2 < 1.02);
}

TEST_CASE("a link of 64 bits has 64 lines each way and their side-band, a one-way link those of one way") {
    const Technology t = read_technology("hybrid-bond"), thesis = read_technology("thesis");
    CHECK(t.lines_per_link.value == 64.0);
    CHECK(t.wires_per_link() == 2.0 * (64.0 + 4.0));  // valid, track and a clock pair each way
    CHECK(thesis.wires_per_link() == 16.0);           // rahman2006 counts the lines of a link once
    const auto wires = [&](const char* word, std::uint64_t planes, const Technology& technology) {
        const Network network = make_network(word);
        return vertical_wires(count_vertical_links(network, place(network, planes, PlacementScheme::address)),
                              technology);
    };
    CHECK(wires("mesh:2", 2, t) == 2 * 64 + 2 * 4);  // 128 of data
    CHECK(wires("mesh:2", 2, thesis) == 16);
    CHECK(wires("mesh:32x32", 16, t) == 32 * 136);  // rows of 32 links
    // de Bruijn B(2,2), one-way, nodes 0, 1 | 2, 3: 1 -> 2, 1 -> 3, 2 -> 0, 2 -> 1, and 0 -> 1, 3 -> 2 inside; 1 and 2
    // are one link
    CHECK(wires("debruijn:2,2,1", 2, t) == 4 * 68);
}

TEST_CASE("the printed track count is 8 up to two levels on a plane, 16 and 48 above") {
    CHECK(printed_tracks(64, 2) == 8.0);
    CHECK(printed_tracks(16384, 3) == 8.0);
    CHECK(printed_tracks(262144, 3) == 16.0);
    CHECK(printed_tracks(262144, 4) == 48.0);
}

TEST_CASE(
    "the wire formulas give Table 3.4: torus 15 31 63, hypercube 8 16 32, HTN with n = 2, 4, 8 the values 7 15 31") {
    const auto value = [](const char* word, std::string_view place_) {
        for (const WireFormula& f : wire_formulas(make_network(word))) {
            if (f.source.place == place_) return f.value.value_or(-1.0);
        }
        return -1.0;
    };
    CHECK(value("torus:16x16", "Eq. 3.20") == about(15));
    CHECK(value("torus:32x32", "Eq. 3.20") == about(31));
    CHECK(value("torus:64x64", "Eq. 3.20") == about(63));
    CHECK(value("hypercube:8", "Eq. 3.20") == about(8));
    CHECK(value("hypercube:10", "Eq. 3.20") == about(16));
    CHECK(value("hypercube:12", "Eq. 3.20") == about(32));
    CHECK(value("htn:4,2,2,0", "Eq. 3.21") == about(7));
    CHECK(value("htn:4,4,2,0", "Eq. 3.21") == about(15));
    CHECK(value("htn:4,8,2,0", "Eq. 3.21") == about(31));
}

TEST_CASE("the delay of a repeated wire is the least over repeater spacing and width") {
    Technology t = fitted();
    CHECK_FALSE(repeated_wire_delay(t, 1.0 * units::mm).has_value());
    t.wire_resistance = {200.0 * units::ohm_per_mm, ""};
    t.wire_capacitance = {200.0 * units::fF_per_mm, ""};
    t.driver_resistance = {10.0 * units::kiloohm, ""};
    t.driver_capacitance = {0.1 * units::fF, ""};
    double least = 1e9;
    for (double s = 0.05; s < 2.0; s *= 1.01) {
        for (double w = 1.0; w < 2000.0; w *= 1.02) {
            // one segment of s mm in ps: R in kilo-ohm, C in fF
            const double r = 0.2 * s;
            const double c = 200.0 * s;
            const double segment = 0.69 * (10.0 / w) * (c + 0.1 * w) + r * (0.38 * c + 0.69 * 0.1 * w);
            least = std::min(least, segment / s);
        }
    }
    CHECK(repeated_wire_delay(t, 1.0 * units::mm)->in(units::ps) == about(least).epsilon(1e-3));
    CHECK(repeated_wire_delay(t, 3.0 * units::mm)->in(units::ps) == about(3.0 * least).epsilon(1e-3));
}

TEST_CASE("wrong layouts are refused") {
    CHECK_THROWS_AS(layout_scheme("fold"), InputError);
    CHECK_THROWS_AS(layout_area(fitted(), 0, 1, 1, 1), InputError);
}

TEST_CASE("an area of no number of links or of a technology without sizes is refused") {
    CHECK_THROWS_AS(layout_area(Technology{}, 16, 4, 1, 1), InputError);
    Technology part = fitted();
    part.line_width = {};
    CHECK_THROWS_AS(layout_area(part, 16, 4, 1, 1), InputError);
    for (const double wrong : {-1.0, double{NAN}, double{INFINITY}}) {
        CHECK_THROWS_AS(layout_area(fitted(), 16, wrong, 1, 1), InputError);
        CHECK_THROWS_AS(layout_area(fitted(), 16, 4, wrong, 1), InputError);
        CHECK_THROWS_AS(layout_area(fitted(), 16, 4, 1, wrong), InputError);
    }
}

TEST_CASE("a layout or a placement of another network is refused") {
    const Network small = make_network("torus:4x4"), large = make_network("torus:8x8");
    const PlanarLayout layout = *planar_layout(small, LayoutScheme::raster),
                       other = *planar_layout(large, LayoutScheme::raster);
    const Placement placement = place(small, 4, PlacementScheme::address),
                    others = place(large, 4, PlacementScheme::address);
    CHECK_THROWS_AS(measure_wires(large, layout), InputError);
    CHECK_THROWS_AS(measure_planes(small, placement, other), InputError);
    CHECK_THROWS_AS(measure_planes(small, others, layout), InputError);
    CHECK_THROWS_AS(count_vertical_links(small, Placement{}), InputError);
    CHECK_THROWS_AS(count_vertical_links(large, placement), InputError);
    Placement beyond = placement;
    beyond.plane_of.back() = 4;
    CHECK_THROWS_AS(count_vertical_links(small, beyond), InputError);
}
