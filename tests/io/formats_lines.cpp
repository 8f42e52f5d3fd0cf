// Formats of bare words on lines: 20 well-formed variants and 20 malformed files each, expected graphs by hand.
#include "graph_text.hpp"

using namespace wafernet;
using namespace wafernet::test;

TEST_CASE("edge lists are read in all their variants and refused where they are malformed") {
    const std::string path = "a b c: a-b b-c";
    const Good good[] = {
        {"a b\nb c\n", path},
        {"b c\na b", path},
        {"c b\nb a\n", path},
        {"a b\r\nb c\r\n", path},
        {"\xEF\xBB\xBF" "a b\nb c\n", path},
        {"# head\n% head\n// head\na b # x\n\n  b   c % y\n", path},
        {"a,b\nb,c\n", path},
        {"a, b\nb ,c\n", path},
        {"a;b\nb;c\n", path},
        {"a\tb\nb\tc\n", path},
        {"New York\tBoston\nBoston\tAlbany\n", "Albany Boston New York: Albany-Boston Boston-New York"},
        {"New York,Boston\nBoston,Albany\n", "Albany Boston New York: Albany-Boston Boston-New York"},
        {"\"New York\" Boston\n'New York' Albany\n", "Albany Boston New York: Albany-New York Boston-New York"},
        {"source,target\na,b\nb,c\n", path},
        {"Source;Target;Weight\na;b;2\nb;c;3\n", path},
        {"from to latency\na b 2\nb c 3\n", "a b c: a-b(2) b-c(3)"},
        {"id,from,to,latency\n0,1,2,4\n1,2,3,5\n", "1 2 3: 1-2(4) 2-3(5)"},
        {"a b 4\nb a 7\nb c\n", "a b c: a-b(4/7) b-c"},
        {"a b 2\na b\n", "a b: a-b a-b(2)"},
        {"a > b\nb -> c\nc -- a\n", "a b c: a>b a-c b>c"},
        {"a > b 3\nb > a 5\n", "a b: a-b(3/5)"},
        {"0 1 {}\n1 2 {'weight': 3, 'x': None}\n", "0 1 2: 0-1 1-2"},
        {"a b 1.5\nb c 2\n", path},
        {"1 2 5\n2 3 6\n", "1 2 3: 1-2(5) 2-3(6)", "+weights=latency"},
        {"1 2 5\n2 3 6\n", "1 2 3: 1-2 2-3", "+weights=ignore"},
        {"1 2 5\n2 3 6\n", "1 2 3: 1-2(5) 2-3(6)", "+edges"},
        {"1 10\n2 10\n", "1 2 10: 1-10 2-10"},
        {"(0, 0) (0, 1) {}\n(0, 1) (1, 1) {}\n", "(0,0) (0,1) (1,1): (0,0)-(0,1) (0,1)-(1,1)"},
        {"0,0 0,1\n0,1 1,1\n", "0,0 0,1 1,1: 0,0-0,1 0,1-1,1"},
        {"a b\nb a\n", "a b: a-b"},
        {"a b\nb c\n", "a b c: a>b b>c", "+directed"},
        {"a b\nb a\nb c\nc b\n", path, "+directed"},
        {"a a\na b\n", "a b: a-b", "+drop-loops"},
        {"a,b,\nb,c,\n", path},
        {"u v cycles\n1 2 3\n2 3 4\n", "1 2 3: 1-2(3) 2-3(4)"},
        {"from,to,delay_ms\na,b,5\nb,c,2\n", path},
        {"source,target,delay\na,b,5\nb,c,2\n", "a b c: a-b(5) b-c(2)", "+weights=latency"},
        {"Source,Target,Type,Id\na,b,Directed,0\nb,c,Directed,1\n", "a b c: a>b b>c"},
        {"Source,Target,Type,Id\na,b,Undirected,0\nb,c,Undirected,1\n", path},
        {"10 20\n20 30\n", "10 20 30: 10-20 20-30"},
    };
    const Bad bad[] = {
        {"a\n", ":1:1: found 'a', need two names"},
        {"//", ":1:1: found no line with a word"},
        {"a b\nc\n", ":2:1: found 'c', need two names", "+edges"},
        {"a b 0\n", ":1:5: found '0', need a latency"},
        {"a b 10001\n", ":1:5: found '10001', need a latency"},
        {"a b x\n", ":1:5: found 'x', need a latency"},
        {"a b 1 2\n", ":1:7: found '2', need the end of the line"},
        {"a b\nb b\n", ":2:3: found 'b', need a link between two different nodes, or --drop-loops"},
        {"a a\n", ": found no link", "+drop-loops"},
        {"\"a b\n", ":1:1: found a quote that does not end on its line"},
        {"0 1 2\n1 3 4\n", ":1:5: found '2', which can be a latency (--weights latency), a weight without effect (--weights ignore) or one more neighbour (--file-format adjacency), need the option that chooses"},
        {"0,1,2\n1,2,2\n", ":1:5: found '2', which can be a latency"},
        {"a \xFF\n", ":1:3: found byte 0xff, need plain text in UTF-8"},
        {"a b\nb \xC3(\n", ":2:3: found byte 0xc3"},
        {"a \xED\xA0\x80\n", ":1:3: found byte 0xed"},
        {"a \xC0\xAF\n", ":1:3: found byte 0xc0"},
        {"a b\x1B[31m\n", ":1:4: found byte 0x1b"},
        {"a ..\n", ":1:3: found '..', need a name that has a letter or a digit"},
        {"a,,b\nb,c,d\n", ":1:3: found '', need a name"},
        {"from,to,latency\na,b,2,7\n", ":2:7: found '7', need the end of the line after 3 columns"},
        {"from,to,latency\na,b,2.5\n", ":2:5: found '2.5', need a latency"},
        {"a b {'latency': 0}\n", ":1:5: found '0', need a latency"},
        {"a b {} c\n", ":1:"},
        {"a, b\nb c\n", ":1:1: found 'a,', need quotes around a name with that mark"},
        {"0 1,2\n1 3\n", ":1:3: found '1,2', need quotes around a name with that mark"},
        {"a b 1,5\nb c 2,5\n", ":1:5: found '1,5', need a latency"},
        {"0 1 0\n1 0 1\n0 1 0\n", ":1:1: looks like an adjacency matrix"},
        {",a,b,c\na,0,1,0\nb,1,0,1\nc,0,1,0\n", ":1:1: looks like an adjacency matrix"},
        {"Source,Target,Type\na,b,Undirected\nb,c,Undirected\n", ":2:5: the file says that its links go both ways", "+directed"},
        {"3 2\n2 1\n1 3\n", ":1:1: found '3', which can be the count of nodes (--file-format counted-edges) or one end of a link (--file-format edges)"},
        {"0 1 2 3\n4 5 6 7\n", ":1:5: found '2', which can be a neighbour (--file-format adjacency) or a weight with a time after it"},
    };
    check_all("edge list", good, bad);
    CHECK_THROWS_WITH_AS(options_of("+weights=x"), "weights 'x', need latency or ignore", InputError);
}

TEST_CASE("METIS is read in all its variants and refused where it is malformed") {
    const std::string path = "1 2 3: 1-2 2-3";
    const Good good[] = {
        {"3 2\n2\n1 3\n2\n", path, "+metis"},
        {"3 3\n2 3\n1 3\n1 2\n", "1 2 3: 1-2 1-3 2-3", "+metis"},
        {"% c\n3 2 000\n2\n% c\n1 3\n2\n", path},
        {"3 2 0\n2\n1 3\n2", path},
        {"3 2 1\n2 7\n1 7 3 8\n2 8\n", path},
        {"3 2 001\n2 7\n1 7 3 8\n2 8\n", path},
        {"3 2 1\n2 7\n1 7 3 8\n2 8\n", "1 2 3: 1-2(7) 2-3(8)", "+weights=latency"},
        {"3 2 10\n9 2\n9 1 3\n9 2\n", path},
        {"3 2 010 2\n9 9 2\n9 9 1 3\n9 9 2\n", path},
        {"3 2 100\n5 2\n5 1 3\n5 2\n", path},
        {"3 2 111 1\n5 1 2 3\n5 1 1 3 3 4\n5 1 2 4\n", path},
        {"4 2 0\n2\n1 3\n2\n\n", "1 2 3 4: 1-2 2-3"},
        {"4 2 0\n\n3\n2 4\n3\n", "1 2 3 4: 2-3 3-4"},
        {"3 2 0\n2\n1 3\n2\n\n\n", path},
        {"3 2 0\r\n2\r\n1 3\r\n2\r\n", path},
        {"  3   2  0\n 2 \n\t1 3\n2\n", path},
        {"2 2 0\n2 2\n1 1\n", "1 2: 1-2 1-2"},
        {"2 1 011\n1 2 1\n2 1 1\n", "1 2: 1-2"},
        {"4 6 0\n2 3 4\n1 3 4\n1 2 4\n1 2 3\n", "1 2 3 4: 1-2 1-3 1-4 2-3 2-4 3-4"},
        {"3 2 0\n2\n1 3\n2 3\n", path, "+metis+drop-loops"},
        {"3 2\n2\n3 1\n2\n", path, "+metis"},
    };
    const Bad bad[] = {
        {"", ":1:1: found no line with a word"},
        {"3\n", ":1:1: found '3', need the counts of nodes and links"},
        {"x 2\n2\n1 3\n2\n", ":1:1: found 'x', need a count of nodes"},
        {"3 2 0 1 1\n2\n1 3\n2\n", ":1:9: found '1', need at most n, m, fmt and ncon"},
        {"3 2 2\n2\n1 3\n2\n", ":1:5: found '2', need three digits 0 or 1"},
        {"3 2 0010\n2\n1 3\n2\n", ":1:5: found '0010', need three digits"},
        {"3 2 010 0\n2\n1 3\n2\n", ":1:9: found '0', need a count of node weights"},
        {"4 2\n2\n1 3\n2\n", ":1:1: found '4', need as many nodes as lines, 3 follow"},
        {"2 2\n2\n1 3\n2\n", ":1:1: found '2', need as many nodes as lines, 3 follow"},
        {"3 3\n2\n1 3\n2\n", ":1:3: found '3', need the 2 links that follow"},
        {"3 2\n2\n1 4\n2\n", ":3:3: found '4', need a node from 1 to 3"},
        {"3 2\n2\n1 0\n2\n", ":3:3: found '0', need a node from 1 to 3"},
        {"3 2\n2 3\n1 3\n2\n", ":2:3: found '3', need every link on the lines of both its ends, node 3 does not name node 1"},
        {"3 2\n2\n1 3\n1 2\n", ":4:1: found '1', need every link on the lines of both its ends, node 1 does not name node 3"},
        {"3 2 1\n2 7\n1 7 3\n2 8\n", ":3:5: found '3', need a weight after every neighbour"},
        {"3 2 1\n2 7\n1 7 3 x\n2 8\n", ":3:7: found 'x', need a weight"},
        {"3 2 10\n\n9 1 3\n9 2\n", ":2:1: found 0 words, need 1 weights first"},
        {"3 2 10\nx 2\n9 1 3\n9 2\n", ":2:1: found 'x', need a weight"},
        {"3 2\n2\n1 3\n2 3\n", ":4:3: found '3', need a link between two different nodes"},
        {"3 0\n\n\n\n", ": found no link"},
        {"3 2\n2\n1 3\n2\n", ":1:1: found '3', need METIS without --directed", "+directed"},
        {"3 2 1\n2 0\n1 0 3 8\n2 8\n", ":2:3: found '0', need a latency", "+weights=latency"},
        {"99999999999 2\n2\n", ":1:1: found '99999999999', need a count of nodes"},
    };
    check_all("METIS", good, bad, "", "+metis");
}

TEST_CASE("adjacency lists are read in all their variants and refused where they are malformed") {
    const std::string square = "0 1 2 3: 0-1 0-2 1-3 2-3";
    const Good good[] = {
        {"0 1 2\n1 3\n2 3\n", square, "+adjacency"},
        {"0 1 2\n1 3\n2 3\n3\n", square},
        {"3\n2 3\n1 3\n0 2 1\n", square},
        {"#/usr/bin/x.py\n# GMT Tue\n#\n0 1 2\n1 3\n2 3\n", square},
        {"0: 1 2\n1: 3\n2: 3\n", square},
        {"0: 1, 2\n1: 3\n2: 3\n", square},
        {"0: 1,2\n1: 3,0\n2: 3,0\n", square},
        {"0,0: 0,1 1,0\n0,1: 1,1\n", "0,0 0,1 1,0 1,1: 0,0-0,1 0,0-1,0 0,1-1,1"},
        {"0 : 1 2\n1 : 0 3\n2 : 0 3\n3 : 1 2\n", square},
        {"0 1 2\n1 0 3\n2 0 3\n3 1 2\n", square, "+adjacency"},
        {"a b c\nb d\nc d\n", "a b c d: a-b a-c b-d c-d"},
        {"a b c d\nb c\nc d\nd\n", "a b c d: a-b a-c a-d b-c c-d"},
        {"0 1 2 3\n1 2\n", "0 1 2 3: 0-1 0-2 0-3 1-2"},
        {"a,b,c\nb,d\nc,d\n", "a b c d: a-b a-c b-d c-d"},
        {"a;b;c\nb;d\nc;d\n", "a b c d: a-b a-c b-d c-d"},
        {"\"x y\" b c\nb c\nc\n", "b c x y: b-c b-x y c-x y"},
        {"a b b\nb\n", "a b: a-b a-b"},
        {"a b\nb\nc\n", "a b c: a-b", "+adjacency"},
        {"a b c\nb\nc a\n", "a b c: a>b a>c c>a", "+directed"},
        {"a: b c\nb: a c\nc: a b\n", "a b c: a-b a-c b-c", "+directed"},
        {"a a b\nb\n", "a b: a-b", "+drop-loops"},
        {"% x\na b c // y\nb\nc\n", "a b c: a-b a-c"},
        {"n10 n2 n1\nn2 n1\nn1\n", "n1 n2 n10: n1-n2 n1-n10 n2-n10"},
        {"0 1 2\r\n1 3\r\n2 3\r\n3\r\n", square},
    };
    const Bad bad[] = {
        {"", ":1:1: found no line with a word"},
        {"# x\n", ":1:1: found no line with a word"},
        {"a\nb\n", ": found no link"},
        {"a a\n", ":1:3: found 'a', need a link between two different nodes"},
        {"a b\nb c b\n", ":2:5: found 'b', need a link between two different nodes"},
        {"a {} b\n", ":1:3: found '{}', need the name"},
        {"a [b]\n", ":1:3: found '[b]', need the name of a node"},
        {"a <b>\n", ":1:3: found '<b>', need the name of a node"},
        {"a b \xFF\n", ":1:5: found byte 0xff"},
        {"a b\nb \"c\n", ":2:3: found a quote that does not end on its line"},
        {"a\0b\n", ": found no link"},
        {std::string("a b\0c\n", 6), ":1:4: found byte 0x00"},
        {"a b " + std::string(300, 'x') + "\n", ":1:5: found 'xxx"},
        {"a \x01\n", ":1:3: found byte 0x01"},
        {"a \xC2\x85\n", ":1:3: found byte 0xc2"},
        {"a b\rb c\n", ":1:4: found byte 0x0d"},
        {",b\nc,d\n", ":1:1: found '', need the name of a node"},
        {"a a\n", ": found no link", "+drop-loops"},
        {"a b\n", ": no node is called 'z', --terminals needs all, leaves or names such as 'a'", "+terminals=a,z"},
        {"a b c\nb c\n", ": 0 nodes have a single link by --terminals leaves", "+terminals=leaves"},
        {"a b\nb c\n", ": 1 nodes are named by --terminals a", "+terminals=a"},
    };
    check_all("adjacency list", good, bad, "", "+adjacency");
}

TEST_CASE("edge lists with their counts first are read in all their variants and refused where they are malformed") {
    const std::string path = "1 2 3: 1-2 2-3";
    const std::string as = "+counted-edges";
    const Good good[] = {
        {"3 2\n1 2\n2 3\n", path, as},        {"4 3\n1 2\n2 3\n3 4\n", "1 2 3 4: 1-2 2-3 3-4"},
        {"4 3\n0 1\n1 2\n2 3\n", "0 1 2 3: 0-1 1-2 2-3"},
        {"5 3\n0 1\n1 2\n2 3\n", "0 1 2 3 4: 0-1 1-2 2-3", as},
        {"5 3\n1 2\n2 3\n3 4\n", "1 2 3 4 5: 1-2 2-3 3-4", as},
        {"3 2\na b\nb c\n", "a b c: a-b b-c", as},
        {"4 4\n1 2\n2 3\n3 4\n4 1\n", "1 2 3 4: 1-2 1-4 2-3 3-4"},
        {"# c\n4 3\n1 2\n2 3 # x\n3 4\n", "1 2 3 4: 1-2 2-3 3-4"},
        {"4 3\r\n1 2\r\n2 3\r\n3 4\r\n", "1 2 3 4: 1-2 2-3 3-4"},
        {"4 3\n1\t2\n2\t3\n3\t4\n", "1 2 3 4: 1-2 2-3 3-4"},
        {"4 3\n\n1 2\n2 3\n\n3 4\n", "1 2 3 4: 1-2 2-3 3-4"},
        {"3 3\n1 2\n1 2\n2 3\n", "1 2 3: 1-2 1-2 2-3", as},
        {"3 3\n1 2\n2 1\n2 3\n", path, as},
        {"3 2\n1 2 4\n2 3 5\n", "1 2 3: 1-2(4) 2-3(5)", as},
        {"3 2\n1 2 4\n2 3 5\n", path, as + "+weights=ignore"},
        {"3 2\n1 2 0.5\n2 3 1\n", path, as},
        {"3 2\n1 2\n2 3\n", "1 2 3: 1>2 2>3", as + "+directed"},
        {"3 3\n1 2\n2 2\n2 3\n", path, as + "+drop-loops"},
        {"5 4\n1 2\n1 3\n1 4\n1 5\n", "1 2 3 4 5: 1-2 1-3 1-4 1-5"},
        {"100 3\n0 1\n0 2\n1 2\n", summary(read_text("100 3\n0 1\n0 2\n1 2\n", as)), as},
        {"15 14\n1 2\n1 3\n2 4\n2 5\n3 6\n3 7\n4 8\n4 9\n5 10\n5 11\n6 12\n6 13\n7 14\n7 15\n",
         "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15: 1-2 1-3 2-4 2-5 3-6 3-7 4-8 4-9 5-10 5-11 6-12 6-13 7-14 7-15"},
    };
    const Bad bad[] = {
        {"", ":1:1: found no line with a word"},
        {"3\n1 2\n", ":1:1: found '3', need the counts of nodes and links"},
        {"3 2 1\n1 2\n2 3\n", ":1:1: found '3', need the counts of nodes and links, and nothing else"},
        {"x 2\n1 2\n2 3\n", ":1:1: found 'x', need a count of nodes"},
        {"3 x\n1 2\n2 3\n", ":1:3: found 'x', need a count of links"},
        {"0 2\n1 2\n2 3\n", ":1:1: found '0', need a count of nodes from 1"},
        {"3 0\n", ":1:3: found '0', need a count of links from 1"},
        {"3 3\n1 2\n2 3\n", ":1:3: found '3', need the 2 links that follow"},
        {"3 1\n1 2\n2 3\n", ":1:3: found '1', need the 2 links that follow"},
        {"2 2\n1 2\n2 3\n", ":1:1: found '2', need at least the 3 nodes that follow"},
        {"5 2\na b\nb c\n", ":1:1: found '5', need the 3 nodes that have a link, or nodes numbered from 0 or 1"},
        {"5 2\n1 2\n2 9\n", ":1:1: found '5', need the 6 nodes that have a link"},
        {"3 2\n1\n2 3\n", ":2:1: found '1', need two names"},
        {"3 2\n1 1\n2 3\n", ":2:3: found '1', need a link between two different nodes"},
        {"3 2\n1 2 0\n2 3 1\n", ":2:5: found '0', need a latency"},
        {"3 2\n1 2 3 4\n2 3\n", ":2:7: found '4', need the end of the line"},
        {"3 2\n1 \xFF\n2 3\n", ":2:3: found byte 0xff"},
        {"99999999999 2\n1 2\n2 3\n", ":1:1: found '99999999999', need a count of nodes"},
        {"2000000000 2\n1 2\n2 3\n", ":1:1: found '2000000000', need at most 20 nodes a link, 2 follow"},
        {"-3 2\n1 2\n2 3\n", ":1:1: found '-3', need a count of nodes"},
    };
    check_all("edge list with its counts first", good, bad, "", as);
    // a comma in no word of the head: blanks separate, and 1,2 is one word
    CHECK(complaint_about("3 2\n1,2\n2,3\n", as).starts_with(":2:1: found '1,2', need two names"));
}

TEST_CASE("Graph Golf files are read in all their variants and refused where they are malformed") {
    const std::string as = "+graph-golf";
    const Good good[] = {
        {"0 1\n1 2\n", "0 1 2: 0-1 1-2"}, {"1 0\n2 1\n", "0 1 2: 0-1 1-2"}, {"0 1", "0 1: 0-1"}, {"0 1\r\n1 2\r\n", "0 1 2: 0-1 1-2"},
        {"0\t1\n1\t2\n", "0 1 2: 0-1 1-2"}, {"  0 1  \n", "0 1: 0-1"}, {"\n0 1\n\n", "0 1: 0-1"}, {"# c\n0 1\n", "0 1: 0-1"},
        {"10 2\n2 1\n", "1 2 10: 1-2 2-10"}, {"0,0 0,1\n", "0,0 0,1: 0,0-0,1"}, {"0,0 1,0\n1,0 1,1\n", "0,0 1,0 1,1: 0,0-1,0 1,0-1,1"},
        {"0 1\n2 3\n", "0 1 2 3: 0-1 2-3"}, {"0 1\n0 2\n0 3\n", "0 1 2 3: 0-1 0-2 0-3"}, {"0 1\n1 2\n2 0\n", "0 1 2: 0-1 0-2 1-2"},
        {"5 7\n", "5 7: 5-7"}, {"0 1\n1 2", "0 1 2: 0-1 1-2"}, {"% c\n0 1\n", "0 1: 0-1"}, {"// c\n0 1\n", "0 1: 0-1"},
        {"0 0\n0 1\n", "0 1: 0-1", "+drop-loops"}, {"0 1 # c\n", "0 1: 0-1"}, {"\xEF\xBB\xBF" "0 1\n", "0 1: 0-1"},
    };
    const Bad bad[] = {
        {"", ":1:1: found no line"}, {"0\n", ":1:1: found '0', need two nodes"}, {"0 1 2\n", ":1:5: found '2', need two nodes"},
        {"a 1\n", ":1:1: found 'a', need a node number"}, {"0 b\n", ":1:3: found 'b', need a node number"}, {"0 1\n0 1\n", ":2:3: found '1', need no link twice"},
        {"0 1\n1 0\n", ":2:3: found '0', need no link twice"}, {"0 0\n", ":1:3: found '0', need a link between two different nodes"}, {"-1 0\n", ":1:1: found '-1'"},
        {"0 1.5\n", ":1:3: found '1.5'"}, {"0 \xFF\n", ":1:3: found byte 0xff"}, {"0 1\n1\n", ":2:1: found '1', need two nodes"}, {"{} 1\n", ":1:1: found '{}', need a node number"},
        {"# c\n", ":1:1: found no line"}, {"0 1\n", ":1:1: the file says that its links go both ways", "+directed"},
        {"0 \"1\n", ":1:3: found a quote"}, {"0 > 1\n", ":1:5: found '1', need two nodes"}, {"0;1\n", ":1:1: found '0;1', need two nodes"}, {"x,y 0,1\n", ":1:1: found 'x,y'"},
        {"0 1\n1 2\n2 1\n", ":3:3: found '1', need no link twice"}, {"0 1\n\x01\n", ":2:1: found byte 0x01"},
    };
    check_all("Graph Golf", good, bad, as, as);
}
