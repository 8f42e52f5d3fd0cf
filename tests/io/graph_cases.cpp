// Files that people asked about in public, written anew and small, each with what is right (known by hand or from
// networkx).
#include <algorithm>
#include <ctime>
#include <numeric>
#include <optional>
#include <random>
#include <set>

#include "graph_text.hpp"
#include "wafernet/core/traffic.hpp"
#include "wafernet/measure/bisection.hpp"
#include "wafernet/measure/connectivity.hpp"
#include "wafernet/measure/distances.hpp"
#include "wafernet/routing/channel_load.hpp"
#include "wafernet/routing/deadlock.hpp"
#include "wafernet/routing/routings.hpp"
#include "wafernet/routing/vc_rules.hpp"
#include "wafernet/traffic/make_traffic.hpp"

using namespace wafernet;
using namespace wafernet::test;

namespace {

struct Counted {
    Node nodes;
    Link links;
    std::uint32_t diameter;
    double average;
};

void check(const Network& network, const Counted& c) {
    CHECK(network.graph.nodes() == c.nodes);
    CHECK(network.graph.links() == c.links);
    const Distances d = measure_distances(network.graph);
    CHECK(d.diameter().value_or(0) == c.diameter);
    CHECK(d.average(Pairs::distinct).value_or(0.0) == doctest::Approx(c.average).epsilon(1e-4));
}

// The links of the Petersen graph, outer ring 0-4, spokes, inner star.
const std::vector<std::pair<int, int>> petersen = {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 0}, {0, 5}, {1, 6}, {2, 7},
                                                   {3, 8}, {4, 9}, {5, 7}, {7, 9}, {9, 6}, {6, 8}, {8, 5}};
constexpr Counted of_petersen{10, 15, 2, 5.0 / 3.0};

// Of the largest channel where messages spread evenly over all shortest paths.
double even_load(const Network& network) {
    return channel_load(network, *make_routing("minimal-adaptive", network), make_vc_rule("any", network),
                        *make_traffic("uniform", network))
        .largest();
}

// Of the routing that a file has by default, with its largest load.
std::string verdict_of(const Network& network) {
    const auto routing = make_routing("minimal", network);
    const VcRule rule = make_vc_rule("any", network);
    const Verdict verdict = deadlock_verdict(network, *routing, rule);
    return (verdict.acyclic ? " free " : " cyclic ") + std::to_string(verdict.dependencies) + " " +
           std::to_string(channel_load(network, *routing, rule, *make_traffic("uniform", network)).largest());
}

struct InFormat {
    std::string text, words;
};

// The same nodes 1 .. and links in every format, those on one line too that may stand so.
std::vector<InFormat> in_every_format(int nodes, const std::vector<std::pair<int, int>>& links) {
    const std::string n = std::to_string(nodes), m = std::to_string(links.size());
    std::vector<std::vector<int>> neighbours(static_cast<std::size_t>(nodes) + 1);
    std::string pairs, turned, marked, data, commas, arrows, xml, boxes, objects, routers;
    for (const auto& [x, y] : links) {
        const std::string a = std::to_string(std::min(x, y) + 1), b = std::to_string(std::max(x, y) + 1);
        neighbours[static_cast<std::size_t>(x) + 1].push_back(y + 1),
            neighbours[static_cast<std::size_t>(y) + 1].push_back(x + 1);
        pairs += a + " " + b + "\n", turned += b + " " + a + "\n", marked += "e " + a + " " + b + "\n",
            data += a + " " + b + " {}\n", commas += a + "," + b + "\n";
        arrows += a + " -- " + b + ";\n", xml += "<edge source='" + a + "' target='" + b + "'/>\n",
            boxes += "edge [ source " + a + " target " + b + " ]\n";
        objects += (objects.empty() ? "" : ",\n") + std::string("{\"source\":") + a + ",\"target\":" + b + "}";
        routers += "router " + a + " router " + b + "\n";
    }
    std::string lists, named_lists, xml_nodes, boxed_nodes, objects_nodes, vertices;
    for (int v = 1; v <= nodes; ++v) {
        const std::string name = std::to_string(v);
        named_lists += name + ":";
        for (const int other : neighbours[static_cast<std::size_t>(v)])
            lists += std::to_string(other) + " ", named_lists += " " + std::to_string(other);
        lists += "\n", named_lists += "\n";
        xml_nodes += "<node id='" + name + "'/>\n", boxed_nodes += "node [ id " + name + " ]\n",
            objects_nodes += (v == 1 ? "" : ",\n") + std::string("{\"id\":") + name + "}";
        vertices += name + " \"" + name + "\"\n";
    }
    const std::string graphml =
                          "<graphml><graph edgedefault='undirected'>\n" + xml_nodes + xml + "</graph></graphml>\n",
                      gml = "graph [\n" + boxed_nodes + boxes + "]\n", dot = "graph {\n" + arrows + "}\n",
                      json = "{\"nodes\":[" + objects_nodes + "],\n\"links\":[" + objects + "]}\n";
    std::vector<InFormat> files{
        {pairs, "+edges"},
        {n + " " + m + "\n" + pairs, "+counted-edges"},
        {n + " " + m + "\n" + lists, "+metis"},
        {"%%MatrixMarket matrix coordinate pattern symmetric\n" + n + " " + n + " " + m + "\n" + turned, ""},
        {"*Vertices " + n + "\n" + vertices + "*Edges\n" + pairs, ""},
        {graphml, ""},
        {gml, ""},
        {dot, ""},
        {json, ""},
        {"# Undirected graph\n" + pairs, ""},
        {routers, ""},
        {named_lists, "+adjacency"},
        {data, ""},
        {"source,target\n" + commas, ""},
        {pairs, "+graph-golf"}};
    for (std::string text : {graphml, gml, dot, json}) {
        std::replace(text.begin(), text.end(), '\n', ' ');
        files.push_back({text, ""});
    }
    return files;
}

}  // namespace

TEST_CASE("the counts of nodes and links on the first line are no link") {
    std::string text = "10 15\n";
    auto sorted = petersen;
    for (auto& [a, b] : sorted) std::tie(a, b) = std::minmax({a, b});
    std::sort(sorted.begin(), sorted.end());
    for (const auto& [a, b] : sorted) text += std::to_string(a + 1) + " " + std::to_string(b + 1) + "\n";
    const Network network = read_text(text, "+counted-edges");
    check(network, of_petersen);
    CHECK(network.read_as == "read as edge list with its counts first, 10 nodes, 15 links");
    CHECK(complaint_about(text).starts_with(":1:1: found '10', which can be a count of nodes or links"));
    // Links first, as in hMETIS.
    check(read_text("15 10" + text.substr(5), "+counted-edges"), of_petersen);
    CHECK(complaint_about("15 10" + text.substr(5)).starts_with(":1:1: found '15', which can be a count"));
    CHECK(complaint_about(text, "", ".hgr").starts_with(":1:1: looks like hMETIS"));
    // A heap: both numbers are nodes as well.
    std::string heap = "15 14\n";
    for (int v = 2; v <= 15; ++v) heap += std::to_string(v / 2) + " " + std::to_string(v) + "\n";
    check(read_text(heap, "+counted-edges"), {15, 14, 6, 3.504762});
    std::string grid = "16 24\n";
    for (int v = 0; v < 16; ++v) {
        if (v / 4 < 3) grid += std::to_string(v) + " " + std::to_string(v + 4) + "\n";
        if (v % 4 < 3) grid += std::to_string(v) + " " + std::to_string(v + 1) + "\n";
    }
    check(read_text(grid, "+counted-edges"), {16, 24, 6, 8.0 / 3.0});
}

TEST_CASE("a METIS file is no edge list with latencies") {
    std::string text = "10 15\n";
    for (int v = 0; v < 10; ++v) {
        for (const auto& [a, b] : petersen) {
            if (a == v || b == v) text += std::to_string((a == v ? b : a) + 1) + " ";
        }
        text += "\n";
    }
    CHECK(complaint_about(text).starts_with(":2:5: found '6', where a plain edge list has exactly two names a line"));
    const Network network = read_text(text, "", ".graph");
    check(network, of_petersen);
    CHECK(network.channel_latency_cycles.empty());
    CHECK(network.read_as == "read as METIS, 10 nodes, 15 links");
    CHECK(summary(read_text("2 1 011\n1 2 1\n2 1 1\n", "+metis")) == "1 2: 1-2");
    // Two numbers a line: a ring of four as METIS is two pairs of parallel links as an edge list with its counts.
    const std::string ring = "4 4\n2 4\n1 3\n2 4\n1 3\n";
    CHECK(
        complaint_about(ring) ==
        ":1:1: found '4', which can be a count of nodes or links: --file-format counted-edges, metis, or edges, which "
        "reads its lines as links");
    check(read_text(ring, "+metis"), {4, 4, 2, 4.0 / 3.0});
    check(read_text(ring, "", ".graph"), {4, 4, 2, 4.0 / 3.0});
    CHECK(complaint_about("4 4\n1 3\n0 2\n1 3\n0 2\n", "", ".graph") ==
          ":3:1: found '0', need a node from 1 to 4; read as METIS");
    CHECK(complaint_about("4 5\n2 3 4\n1 3\n1 2 4\n1\n", "+metis")
              .starts_with(":4:5: found '4', need every link on the lines of both its ends"));
}

TEST_CASE("a third word on a line is read where a header or an option says what it is") {
    const std::string text = "0 1 2\n1 3\n2 3\n";
    CHECK(complaint_about(text) ==
          ":1:5: found '2', where a plain edge list has exactly two names a line: --columns "
          "from,to,latency (weight, ignore), --file-format adjacency");
    check(read_text(text, "+adjacency"), {4, 4, 2, 4.0 / 3.0});
    check(read_text(text, "", ".adjlist"), {4, 4, 2, 4.0 / 3.0});
    CHECK(summary(read_text(text, "+columns=from,to,latency")) == "0 1 2 3: 0-1(2) 1-3 2-3");
    CHECK(summary(read_text(text, "+weights=latency")) == "0 1 2 3: 0-1(2) 1-3 2-3");
    CHECK(summary(read_text(text, "+weights=ignore")) == "0 1 2 3: 0-1 1-3 2-3");
    CHECK(complaint_about("a b 110\na b 100\n").starts_with(":1:5: found '110', where a plain edge list has"));
    CHECK(summary(read_text("a b 110\na b 100\n", "+edges")) == "a b: a-b(100) a-b(110)");
    CHECK(summary(read_text("from to latency\na b 110\na b 100\n")) == "a b: a-b(100) a-b(110)");
}

TEST_CASE("a matrix is read by its option alone, with 0 and 1, weights, and names above and before it") {
    // A star of three leaves around node 0, written in every way that people wrote theirs.
    const std::string star = "0 1 2 3: 0-1 0-2 0-3", named = "a b c d: a-b a-c a-d";
    const std::pair<std::string, std::string> good[] = {
        {"0 1 1 1\n1 0 0 0\n1 0 0 0\n1 0 0 0\n", star},
        {"0,1,1,1\n1,0,0,0\n1,0,0,0\n1,0,0,0\n", star},
        {"- 5 5 5\n5 - inf inf\n5 inf - inf\n5 inf inf -\n", star},
        {"a b c d\n0 1 1 1\n1 0 0 0\n1 0 0 0\n1 0 0 0\n", named},
        {"  a b c d\na 0 1 1 1\nb 1 0 0 0\nc 1 0 0 0\nd 1 0 0 0\n", named},
        {",a,b,c,d\na,0,1,1,1\nb,1,0,0,0\nc,1,0,0,0\nd,1,0,0,0\n", named},
        {"x a b c d\na 0 1 1 1\nb 1 0 0 0\nc 1 0 0 0\nd 1 0 0 0\n", named},
        {"a 0 1 1 1\nb 1 0 0 0\nc 1 0 0 0\nd 1 0 0 0\n", named},
        {"0.0 1.0 1.0 1.0\n1.0 0.0 0.0 0.0\n1.0 0.0 0.0 0.0\n1.0 0.0 0.0 0.0\n", star},
    };
    for (const auto& [text, found] : good) {
        CAPTURE(text);
        CHECK(summary(read_text(text, "+matrix")) == found);
        CHECK(complaint_about(text).find("--file-format matrix") != std::string::npos);
    }
    CHECK(summary(read_text("0 5 0\n5 0 7\n0 7 0\n", "+matrix+weights=latency")) == "0 1 2: 0-1(5) 1-2(7)");
    CHECK(read_text("0 5 0\n5 0 7\n0 7 0\n", "+matrix").read_as.find("weights ignored") != std::string::npos);
    CHECK(summary(read_text("0 1 0\n0 0 1\n1 0 0\n", "+matrix")) == "0 1 2: 0>1 2>0 1>2");
    CHECK(read_text("1 1\n1 0\n", "+matrix").read_as.find("1 entries of the diagonal left out") != std::string::npos);
    const std::pair<std::string, const char*> bad[] = {
        {"0 1 1\n1 0\n1 1 0\n", ":2:3: found '0', need the last of 3 words"},
        {"0 1 y\n1 0 1\n1 1 0\n", ":1:5: found 'y', need a number, 0 where there is no link"},
        {"0 1\n", ":1:1: found 1 lines, must be a matrix"},
        {"a a b\n0 1 1\n1 0 0\n1 0 0\n", ":1:3: found 'a', need a name for every node"},
        {"0 0\n0 0\n", ": found no link"},
    };
    for (const auto& [text, complaint] : bad) {
        CAPTURE(text);
        const std::string line = complaint_about(text, "+matrix");
        CHECK(line.starts_with(complaint));
    }
}

TEST_CASE("quotes are no part of a name") {
    check(read_text("\"a\" \"b\"\n\"a\" c\n\"c\" d\n"), {4, 3, 3, 10.0 / 6.0});
}

TEST_CASE("a comment sign inside a word is part of a name") {
    const Network ports = read_text("host1 sw#1\nhost2 sw#2\nhost3 sw#3\n", "+edges");
    CHECK(ports.graph.nodes() == 6);
    CHECK(ports.graph.links() == 3);
    CHECK(count_components(ports.graph) == 3);
    const Network addresses =
        read_text("http://a.org/x http://a.org/o#x\nhttp://a.org/y http://a.org/o#y\n50% 10%\n", "+edges");
    CHECK(addresses.graph.nodes() == 6);
    CHECK(summary(read_text("a b #c\nb d //c\n")) == "a b d: a-b b-d");
}

TEST_CASE("formats of other programs are read, also in their smallest form") {
    CHECK(summary(read_text("graph G {\n  a -- b;\n}\n", "", ".dot")) == "a b: a-b");
    CHECK(summary(read_text("*Vertices 3\n1 \"a\"\n2 \"b\"\n3 \"c\"\n*Edges\n1 2\n2 3\n")) == "a b c: a-b b-c");
    CHECK(summary(read_text("%%MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n2 1\n3 2\n")) ==
          "1 2 3: 1-2 2-3");
    CHECK(summary(read_text("0 1 {}\n1 2 {}\n")) == "0 1 2: 0-1 1-2");
    // Cut short, they are refused for what they are.
    CHECK(complaint_about("graph [\n  node [\n    id 0\n  ]\n") ==
          ":5:1: found the end of the file, need ']'; read as GML");
    CHECK(complaint_about("<?xml version=\"1.0\"?>\n<graphml>\n") ==
          ":3:1: found the end of the file, need XML that is well formed: Start-end tags mismatch; read as GraphML");
    CHECK(complaint_about("{\"nodes\": []}\n") ==
          ":1:1: found an object, need \"links\" or \"edges\", a list; read as JSON");
}

TEST_CASE("a known format that is not read is called by its name, with how to convert it") {
    const std::pair<std::string, const char*> cases[] = {
        {">>graph6<<C~\n", ":1:1: looks like graph6, which is not read: networkx"},
        {"<?xml version='1.0'?><gexf></gexf>", ":1:1: looks like GEXF, which is not read: Gephi"},
        {"<!DOCTYPE html><html></html>", ":1:1: looks like HTML"},
        {"<?xml version='1.0'?><foo/>", ":1:1: looks like XML, but not like GraphML"},
        {"1 first\n2 second\n#\n1 2\n", ":3:1: found '#', which parts nodes from links in TGF"},
        {"topology = anynet;\nnetwork_file = x;\n", ":1:1: looks like a configuration of BookSim2"},
        {"p sp 3 2\n", ":1:1: looks like DIMACS"},
        {"1|2|-1\n2|3|0\n", ":1:1: looks like CAIDA's AS relations"},
        {"%MatrixMarket matrix coordinate pattern general\n3 3 1\n1 2\n", ":1:1: looks like Matrix Market"},
        {"4 3\n0 1.0 2.0\n1 1.0 3.0\n2 1 1\n3 2 2\n0 1 10\n1 2 20\n2 3 30\n",
         ":2:7: found '2.0', where a plain edge list has exactly"},
        {"121 @ca,usa bb (1) -> <122> =r0\n122 @ny,usa bb (1) -> <121> =r1\n", ":1:9: looks like Rocketfuel"},
        {"<graph><node id='a'/></graph>", ":1:1: looks like XML, but not like GraphML"},
        {"topology:\n  nodes:\n    r1: {kind: linux}\n", ":1:1: looks like YAML"},
        {"[network]\nname = 1\n", ":1:1: looks like TOML or INI"},
        {"\x1F\x8B\x08", ": found a gzip file, need it unpacked"},
        {"PK\x03\x04", ": found a zip file or a spreadsheet"},
        {std::string("\xFF\xFE"
                     "a\0",
                     4),
         ":1:1: found UTF-16, need UTF-8"},
    };
    CHECK(complaint_about("0\n3 4\n0 000\n0 1 1\n1 2 0 2\n2 1 1\n", "", ".grf").starts_with(":1:1: looks like Scotch"));
    CHECK(complaint_about("DhC\n", "", ".g6").starts_with(":1:1: looks like graph6"));
    CHECK(summary(read_text("a b\n#\nb d\n", "+edges")) == "a b d: a-b b-d");
    CHECK(summary(read_text("p b 3\nc dl 2\n", "+edges")) == "b c dl p: b-p(3) c-dl(2)");
    for (const auto& [text, complaint] : cases) {
        CAPTURE(text);
        CHECK(complaint_about(text).substr(0, std::string(complaint).size()) == complaint);
    }
}

TEST_CASE("a mark or a count is no end of a link") {
    for (const char* text :
         {"e 0 1\ne 1 2\n", "link 0 1\nlink 1 2\n", "v 0 1\nv 1 1\ne 0 1\n", "vertex 0\nvertex 1\nEdge 0 1 5\n",
          "router 0 1\nrouter 1 2\n", "a 1 2 3\na 2 3 4\n", "NODES 3\n0 1\n1 2\n", "n= 3\n0 1\n1 2\n",
          "4 nodes\n3 edges\n1 2\n2 3\n3 4\n", "nodes=4 edges=3\n1 2\n2 3\n", "V=3\nE=2\n1 2\n2 3\n",
          "NODES,3\nEDGES,2\n1,2\n2,3\n", "num_nodes 3\n1 2\n2 3\n", "n m\n9 8\n8 2\n2 3\n", "Nodes 3\na b\nb c\n",
          "h A\nh B\ns s1\nl A s1\nl s1 B\n", "node a\nnode b\nlink a b\n", "n 1\nn 2\n", "edge a\nedge b\na b\n"}) {
        CAPTURE(text);
        CHECK(complaint_about(text).find("--file-format") != std::string::npos);
    }
    CHECK(summary(read_text("h A\nh B\ns s1\nA s1\ns1 B\n", "+edges")) == "A B h s s1: A-h A-s1 B-h B-s1 s-s1");
    CHECK(complaint_about("Id,Label\n1,2\n2,3\n") ==
          ":1:1: looks like a table of nodes, which is not read: give the table of links");
    CHECK(summary(read_text("e 0 1\ne 1 2\n", "+edges")) == "0 1 e: 0-e 1-e(2)");
    CHECK(summary(read_text("e 0 1\ne 1 2\n", "+columns=ignore,from,to")) == "0 1 2: 0-1 1-2");
}

TEST_CASE("a comment that says directed has links go one way by option alone") {
    for (const char* head : {"# directed\n", "% Directed graph of calls\n", "// a list of directed links\n",
                             "# x\n\n#  DIRECTED, weighted\n"}) {
        const std::string text = std::string(head) + "a b\nb c\n";
        CAPTURE(text);
        CHECK(complaint_about(text).find("', which must be confirmed: --directed for links that go one way, ") !=
              std::string::npos);
        CHECK(summary(read_text(text, "+directed")) == "a b c: a>b b>c");
        CHECK(summary(read_text(text, "+edges")) == "a b c: a-b b-c");
    }
    CHECK(complaint_about("% directed\nfrom,to\na,b\n").starts_with(":1:3: found 'directed'"));
    for (const char* head :
         {"# undirected\n", "# not directed\n", "# directed links are told from undirected ones\n", "# redirected\n"})
        CHECK(summary(read_text(std::string(head) + "a b\nb c\n")) == "a b c: a-b b-c");
    CHECK(summary(read_text("# directed\na > b\nb -- c\n")) == "a b c: a>b b-c");
}

TEST_CASE("names and comments are UTF-8") {
    CHECK(summary(read_text("# Author: J\xC3\xBCrgen\na b\nb c\n")) == "a b c: a-b b-c");
    CHECK(summary(read_text("Z\xC3\xBCrich Basel\nBasel Bern\n")) ==
          "Basel Bern Z\xC3\xBCrich: Basel-Bern Basel-Z\xC3\xBCrich");
    CHECK(complaint_about("a b\nb J\xFCrgen\n") == ":2:4: found byte 0xfc, need plain text in UTF-8");
}

TEST_CASE("a node may be called router or node") {
    for (const char* text :
         {"router laptop\nrouter phone\nlaptop printer\n", "node router\nrouter a\n", "router 1\nrouter 2\n"})
        CHECK(complaint_about(text).find(", which marks lines or counts in other formats: ") != std::string::npos);
    CHECK(summary(read_text("\"router\" laptop\n\"router\" phone\nlaptop printer\n")) ==
          "laptop phone printer router: laptop-printer laptop-router phone-router");
    CHECK(summary(read_text("node router\nrouter a\n", "+edges")) == "a node router: a-router node-router");
    CHECK(read_text("router 1 router 2\nrouter 2 node 0\n").read_as.starts_with("read as anynet, "));
}

TEST_CASE(
    "a graph does not depend on the order of its lines nor on which end of a link comes first, its shape not on its "
    "names either") {
    std::mt19937_64 random(1);
    for (int graph = 0; graph < 50; ++graph) {
        const int nodes = 3 + static_cast<int>(random() % 20);
        std::vector<std::pair<int, int>> links;
        for (int v = 1; v < nodes; ++v)
            links.emplace_back(v, static_cast<int>(random() % static_cast<std::uint64_t>(v)));
        for (int i = 0; i < nodes; ++i) {
            const int a = static_cast<int>(random() % static_cast<std::uint64_t>(nodes)),
                      b = static_cast<int>(random() % static_cast<std::uint64_t>(nodes));
            const bool there = std::any_of(links.begin(), links.end(), [&](const auto& l) {
                return std::minmax(l.first, l.second) == std::minmax(a, b);
            });
            if (a != b && !there) links.emplace_back(a, b);
        }
        std::string first;
        std::vector<int> names(static_cast<std::size_t>(nodes));
        std::iota(names.begin(), names.end(), 0);
        const auto text_of = [&] {
            std::string text;
            for (const auto& [a, b] : links)
                text += "n" + std::to_string(names[static_cast<std::size_t>(a)]) + " n" +
                        std::to_string(names[static_cast<std::size_t>(b)]) + "\n";
            return text;
        };
        const Network once = read_text(text_of(), "+edges");
        const double load = even_load(once);
        const Distances distances = measure_distances(once.graph);
        for (int order = 0; order < 4; ++order) {
            const Network again = read_text(text_of(), "+edges");
            const std::string found = summary(again) + verdict_of(again);
            if (first.empty()) first = found;
            CHECK(found == first);
            // Other names are another graph of the same shape.
            const std::vector<int> kept = names;
            std::shuffle(names.begin(), names.end(), random);
            const Network renamed = read_text(text_of(), "+edges");
            names = kept;
            CHECK(measure_distances(renamed.graph).diameter() == distances.diameter());
            CHECK(measure_distances(renamed.graph).average(Pairs::distinct).value() ==
                  doctest::Approx(distances.average(Pairs::distinct).value()).epsilon(1e-12));
            CHECK(arc_connectivity(renamed.graph) == arc_connectivity(once.graph));
            CHECK(even_load(renamed) == doctest::Approx(load).epsilon(1e-9));
            std::shuffle(links.begin(), links.end(), random);
            for (auto& [a, b] : links) {
                if (random() % 2 == 0) std::swap(a, b);
            }
        }
    }
}

TEST_CASE("the bisection of a file with hosts halves the hosts, wherever its switches lie") {
    // Leaf and spine: 3 leaves of 4 hosts, 2 spines. Least cut over all splits by max-flow of networkx: 4. Halving
    // switches and hosts: 5.
    std::string leaf_spine;
    for (int leaf = 0; leaf < 3; ++leaf) {
        leaf_spine += "router " + std::to_string(leaf);
        for (int host = 0; host < 4; ++host) leaf_spine += " node " + std::to_string(4 * leaf + host);
        leaf_spine += " router 3 router 4\n";
    }
    const Bisection b = measure_bisection(read_text(leaf_spine));
    CHECK(b.upper == 4);
    CHECK(b.exact());
    // Al-Fares, k = 4: 16 hosts, 20 switches; half of the pods have 8 links to the cores.
    std::string fat_tree, edges;
    for (int pod = 0; pod < 4; ++pod) {
        for (int edge = 0; edge < 2; ++edge) {
            const int e = 2 * pod + edge;
            fat_tree += "router " + std::to_string(e) + " node " + std::to_string(2 * e) + " node " +
                        std::to_string(2 * e + 1) + " router " + std::to_string(8 + 2 * pod) + " router " +
                        std::to_string(9 + 2 * pod) + "\n";
            for (int host = 0; host < 2; ++host)
                edges += "h" + std::to_string(2 * e + host) + " e" + std::to_string(e) + "\n";
            for (int a = 0; a < 2; ++a) edges += "e" + std::to_string(e) + " a" + std::to_string(2 * pod + a) + "\n";
        }
        for (int a = 0; a < 2; ++a) {
            fat_tree += "router " + std::to_string(8 + 2 * pod + a) + " router " + std::to_string(16 + 2 * a) +
                        " router " + std::to_string(17 + 2 * a) + "\n";
            for (int core = 0; core < 2; ++core)
                edges += "a" + std::to_string(2 * pod + a) + " c" + std::to_string(2 * a + core) + "\n";
        }
    }
    const Network anynet = read_text(fat_tree);
    CHECK(measure_bisection(anynet).upper == 8);
    CHECK(measure_bisection(anynet).exact());
    // The same as an edge list, where an option says who the hosts are.
    const Network leaves = read_text(edges, "+terminals=leaves");
    CHECK(leaves.terminals.size() == 16);
    CHECK(leaves.router_of_terminal.size() == 16);
    CHECK(measure_bisection(leaves).upper == 8);
    CHECK(measure_bisection(leaves).exact());
    CHECK(leaves.read_as == "read as edge list, 36 nodes, 48 links; 16 nodes send and receive, 20 are switches");
    const Network some = read_text(edges, "+terminals=h0,h1,h14,h15");
    CHECK(some.terminals.size() == 4);
    CHECK(some.addresses.print(some.terminals.back()) == "h15");
    CHECK(measure_bisection(some).upper == 2);
    CHECK(read_text(edges, "+terminals=all").terminals.empty());
    CHECK(complaint_about(leaf_spine, "+terminals=leaves") ==
          ": the file says itself which nodes send and receive, need it without --terminals leaves; read as anynet");
}

TEST_CASE("a graph has the same metrics in every format that can hold it") {
    const auto files = in_every_format(10, petersen);
    const std::string expected = summary(read_text(files[0].text, files[0].words));
    for (const InFormat& file : files) {
        CAPTURE(file.text);
        const Network network = read_text(file.text, file.words);
        CHECK(summary(network) == expected);
        check(network, of_petersen);
        CHECK(arc_connectivity(network.graph) == 3);
        CHECK(measure_bisection(network).upper == 5);  // known: the Petersen graph's bisection width
    }
}

TEST_CASE("100000 links are read within a second of processor time in every format, also where all stand on one line" *
          doctest::test_suite("long")) {
    constexpr int nodes = 20'000;
    std::mt19937_64 random(2);
    std::set<std::pair<int, int>> unique;
    for (int v = 0; v < nodes; ++v) unique.insert(std::minmax(v, (v + 1) % nodes));
    while (unique.size() < 100'000) {
        const int a = static_cast<int>(random() % nodes), b = static_cast<int>(random() % nodes);
        if (a != b) unique.insert(std::minmax(a, b));
    }
    const std::vector<std::pair<int, int>> links(unique.begin(), unique.end());
#ifdef NDEBUG
    constexpr double seconds = 1.0;
#else
    constexpr double seconds = 20.0;  // with sanitizers and without optimisation
#endif
    std::optional<Network> first;
    for (const InFormat& file : in_every_format(nodes, links)) {
        CAPTURE(file.text.substr(0, 60));
        const GraphText on_disk(file.text);
        const std::clock_t start = std::clock();
        const Network network = read_graph_file(on_disk.path(), options_of(file.words));
        CHECK(static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC < seconds);
        if (!first) first = network;
        REQUIRE(network.graph.nodes() == nodes);
        REQUIRE(network.graph.links() == links.size());
        bool same = true;
        for (Channel c = 0; c < network.graph.channels(); ++c)
            same = same && network.graph.target(c) == first->graph.target(c);
        CHECK(same);
    }
}

TEST_CASE("the options of a graph file are part of its word") {
    CHECK(with_graph_file_options("mesh:4x4", options_of("+metis")) == "mesh:4x4");
    CHECK(with_graph_file_options("file:a.txt", options_of("+metis")) == "file+metis:a.txt");
    CHECK(with_graph_file_options("file+edges:a.txt", options_of("+metis+directed")) == "file+edges+directed:a.txt");
    CHECK(with_graph_file_options("file:a.txt", options_of("+terminals=a%3Ab,c%2Bd")) ==
          "file+terminals=a%3Ab,c%2Bd:a.txt");
    CHECK(options_of("+terminals=a%3Ab").terminals == "a:b");
    CHECK(read_text("a b\nb c\n", "+edges+drop-loops").word.starts_with("file+edges+drop-loops:"));
    CHECK_THROWS_WITH_AS(parse_graph_file_word("file+metiss:x"),
                         doctest::Contains("unknown file format 'metiss' (did you mean 'metis'?)"), InputError);
    CHECK_THROWS_WITH_AS(parse_graph_file_word("file+metis+gml:x"), doctest::Contains("'gml' after the format 'metis'"),
                         InputError);
    CHECK_THROWS_WITH_AS(parse_graph_file_word("file+terminals=:x"), doctest::Contains("terminals without a value"),
                         InputError);
    CHECK(graph_file_formats().size() == 14);
}
