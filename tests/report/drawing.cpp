#include "report/drawing.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <map>
#include <pugixml.hpp>
#include <set>
#include <sstream>

#include "report/svg.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/io/make_network.hpp"

using namespace wafernet;

namespace {

// The picture's elements by name, read by a reader that refuses what is not well formed.
std::map<std::string, std::size_t> elements(const std::string& svg) {
    pugi::xml_document document;
    REQUIRE(document.load_buffer(svg.data(), svg.size()));
    std::map<std::string, std::size_t> count;
    for (const pugi::xpath_node& element : document.select_nodes("//*")) ++count[element.node().name()];
    return count;
}

double least_distance(const std::vector<Point>& at) {
    double least = 1e300;
    for (std::size_t i = 0; i < at.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) least = std::min(least, std::hypot(at[i].x - at[j].x, at[i].y - at[j].y));
    }
    return least;
}

NodePlaces places_of(const Network& network) {
    const auto places = family_places(network);
    return places ? *places : circle_places(network);
}

}  // namespace

TEST_CASE("every family is placed with its nodes apart") {
    for (const char* word : {"mesh:4x3", "torus:3x3x3", "torus:2x3x4", "htn:2,2,2,0", "htn:4,4,2,0", "ring:9", "tree:4",
                             "hypercube:6", "ccc:3", "hcn:2", "star:6", "complete:7", "tesh:2,2,1", "mesh:5"}) {
        CAPTURE(word);
        const Network network = make_network(word);
        const NodePlaces places = places_of(network);
        REQUIRE(places.at.size() == network.graph.nodes());
        double extent = 0.0;
        for (const Point p : places.at) extent = std::max({extent, std::abs(p.x), std::abs(p.y)});
        CHECK(least_distance(places.at) > 0.002 * extent);
        CHECK(least_distance(circle_places(network).at) > 1e-3);
    }
}

TEST_CASE("a mesh stands in rows and columns, a child of a tree below its parent") {
    const Network mesh = make_network("mesh:4x3");
    const auto at = family_places(mesh)->at;
    for (Link l = 0; l < mesh.graph.links(); ++l) {
        const Point a = at[mesh.graph.source(2 * l)], b = at[mesh.graph.target(2 * l)];
        CHECK(std::hypot(a.x - b.x, a.y - b.y) == doctest::Approx(1.0));
    }
    const Network tree = make_network("tree:4");
    const auto levels = family_places(tree)->at;
    for (Link l = 0; l < tree.graph.links(); ++l)
        CHECK(levels[tree.graph.source(2 * l)].y != levels[tree.graph.target(2 * l)].y);
}

TEST_CASE("the picture of a network names its nodes and shows what is asked for") {
    const Network network = make_network("torus:4x4");
    Shown shown;
    shown.channel_load.assign(network.graph.channels(), 0.25);
    shown.channel_load[3] = 0.5;
    shown.load_unit = "flits per cycle";
    shown.faulty = {5};
    shown.from = 0;
    shown.to = 2;
    shown.route = {network.graph.channel_between(0, 1), network.graph.channel_between(1, 2)};
    shown.notes = {"a note"};
    const std::string svg = graph_picture(network, places_of(network), shown, "torus <4x4>");
    const auto count = elements(svg);
    CHECK(count.at("title") == 1);
    for (Node v = 0; v < network.graph.nodes(); ++v)
        CHECK(svg.find(">" + network.addresses.print(v) + "</text>") != std::string::npos);
    for (const char* text : {"torus &lt;4x4&gt;", ">route, 2 hops<", ">faulty node<", ">0.5<", ">a note<",
                             ">load: flits per cycle<", ">16 nodes, 32 links, placed by address<"}) {
        CAPTURE(text);
        CHECK(svg.find(text) != std::string::npos);
    }
    CHECK(svg.find("nan") == std::string::npos);
    const Provenance made{"9", {"draw", "torus:4x4"}, 1, {}};
    const std::string signed_svg = graph_picture(network, places_of(network), {}, "t", &made);
    CHECK(signed_svg.find("<metadata>wafernet-provenance {\"version\": \"9\"") != std::string::npos);
}

TEST_CASE("names from files stand escaped in pictures") {
    Network network;
    network.word = "file:<x>&";
    network.graph = Graph(3, {{0, 1, {}}, {1, 2, {}, true}});
    network.addresses = AddressScheme::of_labels({"<script>alert(1)</script>", "a\x01\x1b[31m\"b\"", "=1+1"});
    network.level_sizes = {3};
    const std::string svg = graph_picture(network, circle_places(network), {}, network.word);
    CHECK(elements(svg).count("script") == 0);
    CHECK(svg.find("&lt;script&gt;alert(1)&lt;/script&gt;") != std::string::npos);
    CHECK(svg.find("a\\x01\\x1b[31m&quot;b&quot;") != std::string::npos);
    CHECK(svg.find('\x1b') == std::string::npos);
}

TEST_CASE("a picture of 4096 nodes is small, a larger graph than can be shown is refused with what can") {
    const Network network = make_network("torus:64x64");
    const std::string svg = graph_picture(network, places_of(network), {}, "torus:64x64");
    CHECK(svg.size() < 5'000'000);
    std::size_t hovers = 0;
    for (std::size_t at = 0; (at = svg.find("</title></circle>", at)) != std::string::npos; ++at) ++hovers;
    CHECK(hovers == 4096);
    CHECK_THROWS_WITH_AS(check_drawable(make_network("complete:400")),
                         "complete:400 has 400 nodes and 79800 links, a picture shows at most 16384 nodes and 65536 "
                         "links",
                         InputError);
}

TEST_CASE("in pictures of about 1,000 nodes nothing is cut off") {
    for (const char* word : {"htn:4,4,2,0", "torus:32x32", "ccc:7", "tree:10", "stargraph:6", "kmway-torus:8,3"}) {
        CAPTURE(word);
        const Network network = make_network(word);
        const std::string svg = graph_picture(network, places_of(network), {}, word);
        pugi::xml_document document;
        REQUIRE(document.load_buffer(svg.data(), svg.size()));
        double width = 0.0, height = 0.0;
        std::size_t outside = 0, inside = 0;
        const auto point = [&](double x, double y) {
            ++(x >= 0.0 && x <= width && y >= 0.0 && y <= height ? inside : outside);
        };
        for (const pugi::xpath_node& at : document.select_nodes("//*")) {
            const pugi::xml_node one = at.node();
            const std::string element = one.name();
            const auto number = [&](const char* name) { return std::stod(one.attribute(name).value()); };
            if (element == "svg") width = number("width"), height = number("height");
            if (element == "circle") {
                point(number("cx") - number("r"), number("cy") - number("r"));
                point(number("cx") + number("r"), number("cy") + number("r"));
            } else if (element == "text" && !one.attribute("text-anchor")) {  // names in nodes: there are none
                const double x = number("x"), y = number("y"), size = number("font-size");
                point(x, y - size);
                point(x + text_width(one.text().get(), size), y);
            } else if (element == "path") {
                std::string numbers = one.attribute("d").value();
                for (char& c : numbers)
                    c = std::string_view("0123456789.-").find(c) == std::string_view::npos ? ' ' : c;
                std::istringstream read(numbers);
                for (double x = 0.0, y = 0.0; read >> x >> y;) point(x, y);
            }
        }
        CHECK(inside > network.graph.nodes());
        CHECK(outside == 0);
    }
}

TEST_CASE("the wires of a layout never share a track") {
    // Every wire is a path of its own in the one path of its style: horizontal and vertical pieces of different wires
    // may cross and must not lie on each other.
    const Network network = make_network("torus:4x4");
    TilePlane plane{"plane 1", {}, {}};
    for (Node v = 0; v < 16; ++v) {
        plane.nodes.push_back(v);
        plane.at.emplace_back(v % 4, v / 4);
    }
    const std::string svg = tiles_picture(network, {plane}, {}, "tiles");
    CHECK(elements(svg).at("rect") == 17);
    const std::size_t begin = svg.find("<path d=\"") + 9;
    const std::string d = svg.substr(begin, svg.find('"', begin) - begin);
    struct Piece {
        double at, from, to;
        int wire;
    };
    std::vector<Piece> across, down;
    double x = 0.0, y = 0.0;
    int wire = 0;
    for (std::size_t i = 0; i < d.size();) {
        const char what = d[i++];
        std::size_t used = 0;
        const double value = std::stod(d.substr(i), &used);
        i += used;
        if (what == 'M') {
            ++wire;
            x = value;
            y = std::stod(d.substr(i), &used);
            i += used;
        } else if (what == 'H') {
            across.push_back({y, std::min(x, value), std::max(x, value), wire});
            x = value;
        } else {
            REQUIRE(what == 'V');
            down.push_back({x, std::min(y, value), std::max(y, value), wire});
            y = value;
        }
    }
    CHECK(wire == 32);
    for (const auto* pieces : {&across, &down}) {
        for (const Piece& a : *pieces) {
            for (const Piece& b : *pieces) {
                const bool apart = a.wire == b.wire || std::abs(a.at - b.at) > 0.3 || a.to < b.from || b.to < a.from;
                CHECK(apart);
            }
        }
    }
    TilePlane same = plane;
    same.at[1] = same.at[0];
    CHECK_THROWS_AS(tiles_picture(network, {same}, {}, "tiles"), InputError);
}

TEST_CASE("a stack shows the links of every gap") {
    const std::string svg = stack_picture({64, {3, 8, 5}}, {"a note"}, "stack");
    const auto count = elements(svg);
    CHECK(count.at("rect") == 5);  // the page and four planes
    for (const char* text : {">plane 4<", ">3 links<", ">8 links, the peak<", ">5 links<", ">a note<"})
        CHECK(svg.find(text) != std::string::npos);
    CHECK_THROWS_AS(stack_picture({1, std::vector<std::uint64_t>(200, 1)}, {}, "stack"), InputError);
    CHECK(elements(stack_picture({64, {}}, {}, "one plane")).at("rect") == 2);
}
