// GraphML, GML, DOT and JSON: 20 well-formed variants and 20 malformed files each, expected graphs by hand.
#include "graph_text.hpp"

using namespace wafernet;
using namespace wafernet::test;

namespace {

std::string graphml(const std::string& inside, const std::string& direction = "undirected") {
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<graphml "
           "xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n<graph edgedefault=\"" +
           direction + "\">" + inside + "</graph></graphml>\n";
}
const std::string nodes3 = "<node id=\"a\"/><node id=\"b\"/><node id=\"c\"/>";
const std::string edges2 = "<edge source=\"a\" target=\"b\"/><edge source=\"b\" target=\"c\"/>";
std::string keyed(const std::string& key, const std::string& data) {
    return "<graphml><key id=\"d0\" for=\"edge\" " + key + "<graph edgedefault=\"undirected\">" + nodes3 +
           "<edge source=\"a\" target=\"b\"><data key=\"d0\">" + data +
           "</data></edge><edge source=\"b\" target=\"c\"/></graph></graphml>";
}

}  // namespace

TEST_CASE("GraphML is read in all its variants and refused where it is malformed") {
    const std::string path = "a b c: a-b b-c";
    const Good good[] = {
        {graphml(nodes3 + edges2), path},
        {graphml(edges2 + nodes3), path},
        {graphml(nodes3 + edges2, "directed"), "a b c: a>b b>c"},
        {"<graphml><graph edgedefault='undirected' id='G'>" + nodes3 + edges2 + "</graph></graphml>", path},
        {"<!-- a - b --><graphml><!-- <node id='x'/> --><graph edgedefault='undirected'>" + nodes3 + edges2 +
             "</graph></graphml><!-- end -->",
         path},
        {"<?xml version='1.0'?><!DOCTYPE graphml SYSTEM 'graphml.dtd' [ <!ENTITY x 'y'> ]><graphml><graph "
         "edgedefault='undirected'>" +
             nodes3 + edges2 + "</graph></graphml>",
         path},
        {"<g:graphml xmlns:g='http://graphml.graphdrawing.org/xmlns'><g:graph edgedefault='undirected'><g:node "
         "id='a'/><g:node id='b'/><g:edge source='a' target='b'/></g:graph></g:graphml>",
         "a b: a-b"},
        {graphml("<node id=\"a&amp;b\"/><node id='&#x41;&#66;'/><edge source='a&amp;b' target='AB'/>"),
         "AB a&b: AB-a&b"},
        {graphml("<node id=\"Z\xC3\xBCrich\"/><node id='Basel'/><edge source='Basel' target='Z\xC3\xBCrich'/>"),
         "Basel Z\xC3\xBCrich: Basel-Z\xC3\xBCrich"},
        {graphml("<node id='Z&uuml;rich'/><node id='Basel'/><edge source='Basel' target='Z&#xFC;rich'/>"),
         "Basel Z\xC3\xBCrich: Basel-Z\xC3\xBCrich"},
        {graphml("<node id='n10'/><node id='n2'/><node id='n1'/><edge source='n10' target='n2'/><edge source='n1' "
                 "target='n2'/>"),
         "n1 n2 n10: n1-n2 n2-n10"},
        {graphml("<node id='a'><data key='k'><![CDATA[<node id=\"x\"/>]]></data></node><node id='b'/><edge source='a' "
                 "target='b'/>"),
         "a b: a-b"},
        {graphml(nodes3 + "<edge source='a' target='b'/><edge source='a' target='b'/><edge source='b' target='a'/>"),
         "a b c: a-b a-b a-b"},
        {graphml(nodes3 + "<edge source='a' target='b' directed='false'/>"), "a b c: a-b"},
        {graphml(nodes3 + "<edge source='a' target='b'/><edge source='b' target='a'/>", "directed"), "a b c: a-b"},
        {keyed("attr.name='latency' attr.type='int'/>", "7"), "a b c: a-b(7) b-c"},
        {keyed("attr.name='latency' attr.type='int'><default>3</default></key>", "7"), "a b c: a-b(7) b-c(3)"},
        {keyed("attr.name='weight' attr.type='double'/>", "2.5"), path},
        {keyed("attr.name='weight' attr.type='int'/>", "4"), "a b c: a-b(4) b-c", "+weights=latency"},
        {keyed("attr.name='latency' attr.type='int'/>", "7"), path, "+weights=ignore"},
        {keyed("attr.name='weight' attr.type='int'/><key id='d1' for='edge' "
               "attr.name='latency'><default>3</default></key>",
               "4"),
         "a b c: a-b(3) b-c(3)", "+weights=latency"},
        {graphml(nodes3 + "<edge source='a' target='b' latency='4'/>"), "a b c: a-b(4)"},
        {graphml("<node id='a'><port name='p'/></node><node id='b'/><edge source='a' target='b' sourceport='p'/>"),
         "a b: a-b"},
        {graphml(nodes3 + "<edge source='a' target='a'/><edge source='c' target='b'/>"), "a b c: b-c", "+drop-loops"},
        {"\n  " + std::string("<graphml >\n<desc>a &lt; b</desc><graph\nedgedefault=\"undirected\" >") + nodes3 +
             edges2 + "</graph ></graphml >",
         path},
    };
    const Bad bad[] = {
        {"<graphml>", ":1:10: found the end of the file, need XML that is well formed: Start-end tags mismatch"},
        {"<graphml></graphml>", ": found no <graph>"},
        {"<graphml><graph></graph></graphml>", ":1:10: found <graph> without edgedefault"},
        {"<graphml><graph edgedefault='both'></graph></graphml>",
         ":1:10: found 'both', need edgedefault directed or undirected"},
        {graphml(nodes3), ": found no link"},
        {graphml("<node id='a'/><node id='a'/>"), ":3:47: found 'a', need every node once"},
        {graphml("<node id='a'/><edge source='a' target='b'/>"), ":3:47: found 'b', need an end that is a <node>"},
        {graphml("<node/>"), ":3:33: found <node> without id"},
        {graphml(nodes3 + "<edge source='a'/>"), ":3:75: found <edge> without target"},
        {graphml(nodes3 + "<edge source='a' target='a'/>"),
         ":3:75: found 'a', need a link between two different nodes, or --drop-loops"},
        {graphml(nodes3 + "<hyperedge/>"), ":3:75: found a <hyperedge>"},
        {graphml("<node id='a'><graph edgedefault='directed'/></node>"), ":3:46: found a graph in a <node>"},
        {"<graphml><graph edgedefault='directed'/><graph edgedefault='directed'/></graphml>",
         ":1:41: found a second <graph>"},
        {graphml(nodes3 + "<edge source='a' target='b' directed='true'/>"),
         ":3:75: found an edge of another direction"},
        {graphml(nodes3 + "<edge source='a' target='b' directed='1'/>"),
         ":3:75: found '1', need directed true or false"},
        {graphml(nodes3 + edges2, "undirected"), ":3:1: the file says that its links go both ways", "+directed"},
        {"<graphml><graph edgedefault='directed'></graphml></graph>",
         ":1:42: found 'graphml', need XML that is well formed"},
        {"<graphml><graph edgedefault=directed></graph></graphml>",
         ":1:29: found 'directed', need XML that is well formed"},
        {graphml("<node id='a&b'/>"), ":3:33: found '&b', need an entity"},
        {graphml("<node id='&#0;'/>"), ":3:33: found '&#0;', need an entity"},
        {graphml("<node id='a' id='b'/>"), ":3:33: found 'id', need every attribute once"},
        {keyed("attr.name='latency'/>", "2.5"), ":1:157: found '2.5', need a latency in cycles from 1 to 10000"},
        {"<graphml><key id='k' for='edge' attr.name='latency'/><graphs><edge source='a' target='b'><data "
         "key='k'>3</data></edge></graphs></graphml>",
         ": found no <graph>"},
        {graphml(nodes3 + "<edge source='a' target='b'><data key='latency'>3</data></edge>"),
         ":3:103: found 'latency', need a key that a <key> of the file declares"},
        {"<graphml/><graphml/>", ":1:11: found 'graphml', need one root element"},
        {graphml("<node id='a\nb"), ":3:43: found 'a', need XML that is well formed"},
    };
    check_all("GraphML", good, bad);
}

TEST_CASE("GML is read in all its variants and refused where it is malformed") {
    const std::string path = "0 1 2: 0-1 1-2";
    const auto gml = [](const std::string& inside) { return "graph [\n" + inside + "]\n"; };
    const std::string nodes = "node [ id 0 ] node [ id 1 ] node [ id 2 ]\n",
                      edges = "edge [ source 0 target 1 ] edge [ source 1 target 2 ]\n";
    const Good good[] = {
        {gml(nodes + edges), path},
        {gml(edges + nodes), path},
        {gml("directed 0\n" + nodes + edges), path},
        {gml("directed 1\n" + nodes + edges), "0 1 2: 0>1 1>2"},
        {gml(nodes + edges + "directed 1\n"), "0 1 2: 0>1 1>2"},
        {"Creator \"Topology Zoo\"\nVersion 1\n" + gml(nodes + edges), path},
        {"# a comment [\n" + gml("# node [ id 9 ]\n" + nodes + edges), path},
        {"GRAPH[NODE[ID 0]NODE[ID 1]EDGE[SOURCE 0 TARGET 1]]", "0 1: 0-1"},
        {gml("node [ id 0 label \"Bern\" ] node [ id 1 label \"Aarau\" ] edge [ source 0 target 1 ]"),
         "Aarau Bern: Aarau-Bern"},
        {gml("node [ id 0 label \"x\" ] node [ id 1 label \"x\" ] edge [ source 0 target 1 ]"), "0 1: 0-1"},
        {gml("node [ id 0 label \"x\" ] node [ id 1 ] edge [ source 0 target 1 ]"), "0 1: 0-1"},
        {gml("node [ id 0 label \"a # [ ] b\" ] node [ id 1 label \"c\" ] edge [ source 0 target 1 ]"),
         "a # [ ] b c: a # [ ] b-c"},
        {gml("node [ id 0 label \"&quot;a&quot; &amp; b\" ] node [ id 1 label \"c\" ] edge [ source 0 target 1 ]"),
         "\"a\" & b c: \"a\" & b-c"},
        {gml("node [ id 0 label \"Z&#252;rich\" ] node [ id 1 label \"Gen&egrave;ve &#38; &#x1F600; &no; &\" ] edge [ "
             "source 0 "
             "target 1 ]"),
         "Gen\xC3\xA8ve & \xF0\x9F\x98\x80 &no; & Z\xC3\xBCrich: Gen\xC3\xA8ve & \xF0\x9F\x98\x80 &no; "
         "&-Z\xC3\xBCrich"},
        {gml(nodes + "edge [ source 0 target 1 weight 9 latency 4 ] edge [ source 1 target 2 latency 5 weight 9 ]"),
         "0 1 2: 0-1(4) 1-2(5)", "+weights=latency"},
        {gml("node [ id 5 ] node [ id 70 ] node [ id -3 ] edge [ source 5 target 70 ] edge [ source -3 target 5 ]"),
         "5 70 -3: 5-70 5--3"},
        {gml(nodes + "edge [ source 0 target 1 LinkSpeedRaw 2.5e9 graphics [ Line [ point [ x 1.0 ] ] ] ]"),
         "0 1 2: 0-1"},
        {gml(nodes + "edge [ source 0 target 1 ] edge [ source 0 target 1 ] edge [ source 1 target 0 ]"),
         "0 1 2: 0-1 0-1 0-1"},
        {gml(nodes + "edge [ source 0 target 1 latency 4 ] edge [ source 1 target 2 ]"), "0 1 2: 0-1(4) 1-2"},
        {gml(nodes + "edge [ source 0 target 1 weight 4 ]"), "0 1 2: 0-1"},
        {gml(nodes + "edge [ source 0 target 1 value 4 ]"), "0 1 2: 0-1(4)", "+weights=latency"},
        {gml("multigraph 1\n" + nodes + "edge [ source 2 target 1 key 0 ]"), "0 1 2: 1-2"},
        {gml("directed 1\n" + nodes + "edge [ source 0 target 1 ] edge [ source 1 target 0 ]"), "0 1 2: 0-1"},
        {gml(nodes + "edge [ source 0 target 0 ] edge [ source 0 target 2 ]"), "0 1 2: 0-2", "+drop-loops"},
    };
    const Bad bad[] = {
        {"graph [\n  node [\n    id 0\n  ]\n", ":5:1: found the end of the file, need ']'"},
        {"graph [\n]\n", ": found no link"},
        {gml(nodes), ": found no link"},
        {gml("node [ id 0 ] node [ id 0 ]"), ":2:25: found '0', need every node once"},
        {gml("node [ label \"a\" ]"), ":1:1: found a node without an id"},
        {gml(nodes + "edge [ source 0 target 7 ]"), ":3:1: found '7', need the id of a node"},
        {gml(nodes + "edge [ source 0 ]"), ":3:1: found '', need the id of a node"},
        {gml(nodes + "edge [ source 0 target 0 ]"), ":3:1: found '0', need a link between two different nodes"},
        {gml("directed yes\n" + nodes + edges), ":2:10: found 'yes', need directed 0 or 1"},
        {gml("directed 2\n" + nodes + edges), ":2:10: found '2', need directed 0 or 1"},
        {gml("directed 0\n" + nodes + edges), ":2:10: the file says that its links go both ways", "+directed"},
        {gml(nodes + edges), ":1:1: the file says that its links go both ways", "+directed"},
        {gml(nodes + edges) + gml(nodes), ":5:1: found a second graph"},
        {gml("node [ id 0 ] node [ id 1 isGroup 1 ]"), ":2:35: found a group of nodes, need nodes alone"},
        {gml("node [ id ]"), ":2:11: found ']', need the value of id"},
        {gml("node [ 7 id ]"), ":2:8: found '7', need a key"},
        {gml("node [ id 0 label \"a ]"), ":3:1: found the end of the file in a string"},
        {gml(nodes + "edge [ source 0 target 1 latency 0 ]"), ":3:34: found '0', need a latency"},
        {gml(nodes + "edge [ source 0 target 1 latency 2.5 ]"), ":3:34: found '2.5', need a latency"},
        {gml("node [ id \"a\nb\" ] node [ id 1 ] edge [ source 1 target \"a\nb\" ]"), ": found the node name 'a?b'"},
        {gml(nodes + "edge [ source 0 target 1 cost 2 distance 3 ]"),
         ":3:42: found 'distance', need one latency a link, 'cost' is another", "+weights=latency"},
        {gml(nodes + edges) + "]", ":5:1: found ']', need a key"},
        {"graph [ a " +
             [] {
                 std::string s;
                 for (int i = 0; i < 200; ++i) s += "[ a ";
                 return s;
             }(),
         ":1:"},
        {gml("node [ id 0 ] graph"), ":2:20: found ']', need the value of graph"},
    };
    check_all("GML", good, bad);
}

TEST_CASE("DOT is read in all its variants and refused where it is malformed") {
    const Good good[] = {
        {"graph { a -- b }", "a b: a-b"},
        {"graph G { a -- b; b -- c; }", "a b c: a-b b-c"},
        {"digraph { a -> b b -> c }", "a b c: a>b b>c"},
        {"DiGraph { a -> b; b -> a }", "a b: a-b"},
        {"strict graph { a -- b; b -- a; a -- b }", "a b: a-b"},
        {"graph { a -- b; b -- a; a -- b }", "a b: a-b a-b a-b"},
        {"graph { a -- b -- c -- a }", "a b c: a-b a-c b-c"},
        {"digraph { a -> {b c} }", "a b c: a>b a>c"},
        {"graph { {a b} -- {c d} }", "a b c d: a-c a-d b-c b-d"},
        {"graph { subgraph cluster_x { a -- b } -- c }", "a b c: a-b a-c b-c"},
        {"graph { a:p:n -- b:q }", "a b: a-b"},
        {"graph { \"New York\" -- \"a\\\"b\" }", "New York a\"b: New York-a\"b"},
        {"graph { \"a\" + \"b\" -- c }", "ab c: ab-c"},
        {"graph { \"a\\\nb\" -- c }", "ab c: ab-c"},
        {"graph { <<b>x</b>> -- c }", "<<b>x</b>> c: <<b>x</b>>-c"},
        {"graph { -1.5 -- .5; 3. -- 7 }", "7 -1.5 .5 3.: 7-3. -1.5-.5"},
        {"// c1\n# c2\n/* a -- b\n */ graph { a -- c // end\n}", "a c: a-c"},
        {"graph { node [shape=box, color=\"red\"; w=1 h=2]; edge [len=2] rankdir=LR; a [label=x]; a -- b "
         "[color=blue][style=dotted] }",
         "a b: a-b"},
        {"graph { a -- b [latency=3]; b -- c }", "a b c: a-b(3) b-c"},
        {"graph { a -- b; edge [latency=2]; b -- c; { edge [latency=5] c -- d } d -- e }",
         "a b c d e: a-b b-c(2) c-d(5) d-e(2)"},
        {"graph { edge [cycles=2]; a -- b [latency=3]; b -- c }", "a b c: a-b(3) b-c(2)"},
        {"graph { a -- b [weight=3] }", "a b: a-b(3)", "+weights=latency"},
        {"graph { Z\xC3\xBCrich -- Basel; lonely }", "Basel Z\xC3\xBCrich lonely: Basel-Z\xC3\xBCrich"},
        {"graph { a -- a; a -- b }", "a b: a-b", "+drop-loops"},
        {"digraph { edge [dir=back]; a -> b }", "a b: a>b"},
        {"strict digraph { a -> b; a -> b [latency=5] }", "a b: a>b(5)"},
        {"graph { edge [latency=2]; a -- b [weight=9]; b -- c [latency=4, latency=3] }", "a b c: a-b(2) b-c(3)",
         "+weights=latency"},
    };
    const Bad bad[] = {
        {"graph {", ":1:8: found the end of the file, need a node, a subgraph or '}'"},
        {"graph { a -> b }", ":1:11: found '->', need -- in a graph"},
        {"digraph { a -- b }", ":1:13: found '--', need -> in a digraph"},
        {"graph { a -- }", ":1:14: found '}', need a node"},
        {"graph { a -- b } x", ":1:18: found 'x', need the end of the file"},
        {"graph { \"a -- b }", ":1:9: found a quote that does not end"},
        {"graph { /* a -- b }", ":1:9: found a comment that does not end"},
        {"graph { <a -- b }", ":1:9: found '<' that does not end"},
        {"graph { a -- b [color }", ":1:23: found '}', need an attribute or ']'"},
        {"graph { a -- b [color=] }", ":1:23: found ']', need a value"},
        {"graph { a }", ": found no link"},
        {"graph { }", ": found no link"},
        {"graph { a -- a }", ":1:14: found 'a', need a link between two different nodes"},
        {"graph { a -- b; \"\" -- c }", ": found a node without a name"},
        {"graph { a -- b [latency=0] }", ":1:25: found '0', need a latency"},
        {"graph { a -- b [latency=fast] }", ":1:25: found 'fast', need a latency"},
        {"graph { a -- b }", ":1:1: the file says that its links go both ways", "+directed"},
        {"graph { a -- b & c }", ":1:16: found '&', need a name, a number or a mark of DOT"},
        {"graph { a - b }", ":1:11: found '-', need a name, a number or a mark of DOT"},
        {"graph { a: -- b }", ":1:12: found '--', need a port"},
        {"graph { subgraph x a -- b }", ":1:20: found 'a', need '{'"},
        {"graph { edge -- b }", ":1:14: found '--', need a node"},
        {"graph { \"a\" + b -- c }", ":1:15: found no string after '+'"},
        {"strict graph { a -- digraph }", ":1:21: found 'digraph', need a node, this is a keyword"},
        {"graph{10.0.0.1 -- b}", ":1:7: found '10.0.0.1', need quotes around a name that begins like a number"},
        {"graph { 10ge -- b }", ":1:9: found '10ge', need quotes around a name"},
        {"graph { a -- b [latency=1e1] }", ":1:25: found '1e1', need quotes around a name"},
        {"graph { = b }", ":1:9: found '=', need a node"},
    };
    check_all("DOT", good, bad);
    CHECK(read_text("digraph { a -> b [dir=both] }").read_as ==
          "read as DOT, 2 nodes, 1 one-way link; 'dir' is of the picture and not read");
}

TEST_CASE("JSON is read in all its variants and refused where it is malformed") {
    const std::string nodes = R"("nodes":[{"id":"a"},{"id":"b"},{"id":"c"}])",
                      links = R"("links":[{"source":"a","target":"b"},{"source":"b","target":"c"}])",
                      path = "a b c: a-b b-c";
    const Good good[] = {
        {"{" + nodes + "," + links + "}", path},
        {"{" + links + ",\n" + nodes + "}\n", path},
        {R"({"directed":false,"multigraph":false,"graph":{},)" + nodes + "," + links + "}", path},
        {R"({"directed":true,)" + nodes + "," + links + "}", "a b c: a>b b>c"},
        {"{" + nodes + R"(,"edges":[{"source":"a","target":"b"}]})", "a b c: a-b"},
        {"{" + nodes + R"(,"edges":[{"from":"a","to":"b"}]})", "a b c: a-b"},
        {"{" + nodes + R"(,"edges":[["a","b"],["c","a"]]})", "a b c: a-b a-c"},
        {R"({"nodes":["a","b"],"links":[{"source":"a","target":"b"}]})", "a b: a-b"},
        {R"({"nodes":[{"id":1},{"id":10},{"id":2}],"links":[{"source":1,"target":10},{"source":10,"target":2}]})",
         "1 2 10: 1-10 2-10"},
        {R"({"nodes":[{"name":"x"},{"name":"y"}],"links":[{"source":0,"target":1}]})", "x y: x-y"},
        {R"({"nodes":[{"id":[0,0]},{"id":[0,1]}],"links":[{"source":[0,0],"target":[0,1]}]})",
         "(0,0) (0,1): (0,0)-(0,1)"},
        {R"({"graph":{"directed":true,"nodes":{"a":{"label":"x"},"b":{}},"edges":[{"source":"a","target":"b"}]}})",
         "a b: a>b"},
        {R"({"directed":false,"nodes":[{"id":0},{"id":1},{"id":2}],"adjacency":[[{"id":1}],[{"id":0},{"id":2}],[{"id":1}]]})",
         "0 1 2: 0-1 1-2"},
        {R"({"directed":true,"nodes":[{"id":0},{"id":1},{"id":2}],"adjacency":[[{"id":1}],[{"id":2}],[]]})",
         "0 1 2: 0>1 1>2"},
        {R"({"elements":{"nodes":[{"data":{"id":"a"}},{"data":{"id":"b"}}],"edges":[{"data":{"source":"a","target":"b"}}]}})",
         "a b: a-b"},
        {R"({"a":["b","c"],"b":["a"],"c":[]})", "a b c: a-b a-c"},
        {R"({"nodes":[{"id":"Z\u00fcrich"},{"id":"\ud83d\ude00"}],"links":[{"source":"Z\u00fcrich","target":"\ud83d\ude00"}]})",
         "Z\xC3\xBCrich \xF0\x9F\x98\x80: Z\xC3\xBCrich-\xF0\x9F\x98\x80"},
        {"{" + nodes + R"(,"links":[{"source":"a","target":"b","latency":3},{"source":"b","target":"c"}]})",
         "a b c: a-b(3) b-c"},
        {"{" + nodes + R"(,"links":[{"source":"a","target":"b","weight":3.5}]})", "a b c: a-b"},
        {"{" + nodes + R"(,"links":[{"source":"a","target":"b","weight":3}]})", "a b c: a-b(3)", "+weights=latency"},
        {"{" + nodes + R"(,"links":[{"source":"a","target":"b"},{"source":"b","target":"a"}]})", "a b c: a-b a-b"},
        {"{" + nodes + R"(,"links":[{"source":"a","target":"b","x":[1,{"y":null}],"z":NaN,"t":true}]})", "a b c: a-b"},
        {"{" + nodes +
             R"(,"links":[{"source":"a","target":"b","latency":1},{"source":"b","target":"c","weight":9,"latency":4}]})",
         "a b c: a-b b-c(4)", "+weights=latency"},
        {R"({"graph":{"nodes":{"a":{},"b":{},"c":{}},"edges":[{"source":"a","target":"b","directed":true},{"source":"b","target":"c"}]}})",
         "a b c: a>b b-c"},
        {R"({"directed":true,)" + nodes +
             R"(,"links":[{"source":"a","target":"b","directed":false},{"source":"b","target":"c"}]})",
         "a b c: a-b b>c"},
        {"{" + nodes + R"(,"links":[{"source":"a","target":"a"},{"source":"a","target":"b"}]})", "a b c: a-b",
         "+drop-loops"},
    };
    const Bad bad[] = {
        {R"({"nodes": []})", ":1:1: found an object, need \"links\" or \"edges\""},
        {R"({"nodes":[],"links":[]})", ":1:10: found a list, need at least two nodes"},
        {"{", ":1:2: found the end of the file, need a key in quotes"},
        {"[1,2]", ":1:1: found a list, need an object"},
        {"{}", ":1:1: found an object, need \"nodes\""},
        {"{" + nodes + "}", ":1:1: found an object, need \"links\""},
        {"{" + nodes + "," + links, ":1:110: found the end of the file, need ',' or '}'"},
        {"{" + nodes + "," + links + "}x", ":1:111: found 'x', need the end of the file"},
        {"{" + nodes + R"(,"links":[{"source":"a","target":"z"}]})", ":1:77: found 'z', need the id of a node"},
        {"{" + nodes + R"(,"links":[{"source":"a"}]})", ":1:54: found an object, need a member \"target\""},
        {"{" + nodes + R"(,"links":[{"source":"a","target":"a"}]})",
         ":1:54: found 'a', need a link between two different nodes"},
        {"{" + nodes + R"(,"links":[["a"]]})", ":1:54: found a list, need two nodes"},
        {"{" + nodes + R"(,"links":[7]})", ":1:54: found '7', need a link with"},
        {"{" + nodes + "," + links + R"(,"edges":[]})", ":1:119: found a list, need \"links\" or \"edges\", not both"},
        {"{" + nodes + R"(,"links":{}})", ":1:53: found an object, need a list of links"},
        {R"({"nodes":[{"id":"a"},{"id":"a"}],"links":[]})", ":1:28: found 'a', need every node once"},
        {R"({"nodes":[{"id":null}],"links":[]})", ":1:11: found an object, need a node with an \"id\""},
        {R"({"directed":1,)" + nodes + "," + links + "}", ":1:13: found '1', need directed true or false"},
        {R"({"directed":false,)" + nodes + "," + links + "}", ":1:13: the file says that its links go both ways",
         "+directed"},
        {R"({"nodes":[{"id":"a\u0007"},{"id":"b"}],"links":[{"source":"b","target":"a\u0007"}]})",
         ": found the node name 'a?', need names"},
        {R"({"nodes":[{"id":"\ud800"}]})", ":1:24: found '\"', need both halves of a character"},
        {R"({"nodes":[{"id":"a\x"}]})", ":1:20: found 'x\"', need an escape"},
        {R"({"a":1,"a":2})", ":1:8: found '\"a\":2', need every key once"},
        {"{" + nodes + R"(,"links":[{"source":"a","target":"b","latency":0}]})", ":1:91: found '0', need a latency"},
        {R"({"nodes":[{"id":"a\u200b"},{"id":"b"}],"links":[{"source":"b","target":"a\u200b"}]})",
         ": found the node name 'a\u200B' with a character that is not seen, need it without"},
        {"{" + nodes + R"(,"links":[{"source":"a","target":"b","latency":[3]}]})",
         ":1:91: found a list, need a latency in cycles"},
        {std::string(300, '['), ":1:102: found '["},
        {R"({"nodes":[01],"links":tru})", ":1:23: found 'tru', need a value"},
        {R"({"nodes":[{"name":"x"},{"name":"y"}],"links":[{"source":0,"target":2}]})",
         ":1:68: found '2', need the place of a node in the list"},
    };
    check_all("JSON", good, bad);
}
