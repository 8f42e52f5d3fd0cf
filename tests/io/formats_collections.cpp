// Formats of collections of graphs, with a head of their own: well-formed variants and malformed files of each,
// expected graphs by hand.
#include "graph_text.hpp"

using namespace wafernet;
using namespace wafernet::test;

TEST_CASE("Matrix Market is read in all its variants and refused where it is malformed") {
    const std::string path = "1 2 3: 1-2 2-3", sym = "%%MatrixMarket matrix coordinate pattern symmetric\n",
                      gen = "%%MatrixMarket matrix coordinate pattern general\n";
    const Good good[] = {
        {sym + "3 3 2\n2 1\n3 2\n", path},
        {"%%MatrixMarket MATRIX Coordinate Pattern Symmetric\n3 3 2\n2 1\n3 2\n", path},
        {"%%matrixmarket matrix coordinate pattern symmetric\r\n3 3 2\r\n2 1\r\n3 2\r\n", path},
        {sym + "% comment\n%\n\n3 3 2\n2 1\n3 2\n", path},
        {sym + "3 3 2\n2 1\n\n3 2\n\n", path},
        {gen + "3 3 2\n1 2\n2 3\n", "1 2 3: 1>2 2>3"},
        {gen + "3 3 4\n1 2\n2 1\n2 3\n3 2\n", path},
        {gen + "3 3 3\n1 2\n2 1\n2 3\n", "1 2 3: 1>2 2>1 2>3"},
        {"%%MatrixMarket matrix coordinate real symmetric\n3 3 2\n2 1 0.5\n3 2 -1e3\n", path},
        {"%%MatrixMarket matrix coordinate integer symmetric\n3 3 2\n2 1 4\n3 2 5\n", path},
        {"%%MatrixMarket matrix coordinate integer symmetric\n3 3 2\n2 1 4\n3 2 5\n", "1 2 3: 1-2(4) 2-3(5)",
         "+weights=latency"},
        {"%%MatrixMarket matrix coordinate complex hermitian\n3 3 2\n2 1 0.5 1\n3 2 1 1\n", path},
        {"%%MatrixMarket matrix coordinate real skew-symmetric\n3 3 2\n2 1 0.5\n3 2 1\n", path},
        {"%%MatrixMarket matrix coordinate real symmetric\n3 3 5\n1 1 1\n2 2 2\n3 3 1\n2 1 -1\n3 2 -1\n", path},
        {sym + "4 4 2\n2 1\n3 2\n", "1 2 3 4: 1-2 2-3"},
        {sym + "3 3 3\n2 1\n2 1\n3 2\n", "1 2 3: 1-2 1-2 2-3"},
        {sym + "  3\t3 2\n 2 1 \n\t3 2\n", path},
        {gen + "2 2 1\n2 1\n", "1 2: 2>1"},
        {"%%MatrixMarket matrix coordinate integer general\n2 2 2\n1 2 3\n2 1 5\n", "1 2: 1-2(3/5)",
         "+weights=latency"},
        {gen + "3 3 2\n1 2\n2 3\n", "1 2 3: 1>2 2>3", "+directed"},
        {sym + "10 10 2\n10 2\n2 1\n", "1 2 3 4 5 6 7 8 9 10: 1-2 2-10"},
    };
    const Bad bad[] = {
        {"%%MatrixMarket\n3 3 2\n2 1\n3 2\n", ":1:15: found the end of the line, need 'matrix'"},
        {"%%MatrixMarket vector coordinate pattern symmetric\n", ":1:16: found 'vector', need 'matrix'"},
        {"%%MatrixMarket matrix array real general\n2 2\n1\n1\n1\n1\n", ":1:23: found 'array', need 'coordinate'"},
        {"%%MatrixMarket matrix coordinate boolean symmetric\n", ":1:34: found 'boolean', need real"},
        {"%%MatrixMarket matrix coordinate pattern upper\n", ":1:42: found 'upper', need general"},
        {sym, ": found no size"},
        {sym + "3 3\n2 1\n3 2\n", ":2:3: found '3', need rows, columns and entries"},
        {sym + "3 4 2\n2 1\n3 2\n", ":2:3: found '4', need as many columns as rows, 3"},
        {sym + "3 3 3\n2 1\n3 2\n", ":2:5: found '3', need the 2 entries that follow"},
        {sym + "3 3 1\n2 1\n3 2\n", ":2:5: found '1', need the 2 entries that follow"},
        {sym + "3 3 2\n2 1\n4 2\n", ":4:1: found '4', need a row from 1 to 3"},
        {sym + "3 3 2\n2 0\n3 2\n", ":3:3: found '0', need a column from 1 to 3"},
        {sym + "3 3 2\n1 2\n3 2\n",
         ":3:3: found '2', need a column up to the row: of a symmetric matrix one triangle is stored"},
        {sym + "3 3 2\n2 1 1\n3 2\n", ":3:5: found '1', need the end of the line"},
        {"%%MatrixMarket matrix coordinate real symmetric\n3 3 2\n2 1\n3 2 1\n",
         ":3:3: found '1', need a row, a column and a value"},
        {"%%MatrixMarket matrix coordinate real symmetric\n3 3 2\n2 1 x\n3 2 1\n", ":3:5: found 'x', need a value"},
        {sym + "3 3 2\n2\n3 2\n", ":3:1: found '2', need a row and a column"},
        {sym + "3 3 1\n2 2\n", ": found no link"},
        {sym + "3 3 2\n2 1\n3 2\n", ":1:42: the file says that its links go both ways", "+directed"},
        {sym + "2000000000 2000000000 1\n2 1\n", ":2:1: found '2000000000', need at most 20 nodes a link"},
        {"%%MatrixMarket matrix coordinate integer symmetric\n3 3 1\n2 1 0\n", ":3:5: found '0', need a latency",
         "+weights=latency"},
        {sym + "x 3 2\n", ":2:1: found 'x', need a number of rows"},
    };
    check_all("Matrix Market", good, bad);
}

TEST_CASE("Pajek is read in all its variants and refused where it is malformed") {
    const std::string path = "a b c: a-b b-c", head = "*Vertices 3\n1 \"a\"\n2 \"b\"\n3 \"c\"\n";
    const Good good[] = {
        {head + "*Edges\n1 2\n2 3\n", path},
        {head + "*Arcs\n1 2\n2 3\n", "a b c: a>b b>c"},
        {head + "*Arcs\n1 2\n*Edges\n2 3\n", "a b c: a>b b-c"},
        {"*vertices 3\r\n1 a\r\n2 b\r\n3 c\r\n*edges\r\n1 2\r\n2 3\r\n", path},
        {"*Vertices 3\n*Edges\n1 2\n2 3\n", "1 2 3: 1-2 2-3"},
        {"*Network x\n" + head + "*Edges\n1 2\n", "a b c: a-b"},
        {"% comment\n" + head + "% more\n*Edges\n1 2\n", "a b c: a-b"},
        {"*Vertices 3 2\n1 \"a\"\n2 \"b\"\n3 \"c\"\n*Edges\n1 2\n", "a b c: a-b"},
        {"*Vertices 2\n1 \"a b\" 0.1 0.2 0.5 ic Red\n2 \"c\" 0.1 0.2 0.5\n*Edges\n1 2 1 c Blue\n", "a b c: a b-c"},
        {"*Vertices 2\n1 \"x\"\n2 \"x\"\n*Edges\n1 2\n", "1 2: 1-2"},
        {"*Vertices 3\n2 \"x\"\n*Edges\n1 2\n", "1 2 3: 1-2"},
        {head + "*Edges\n1 2 5\n2 3 6\n", path},
        {head + "*Edges\n1 2 5\n2 3 6\n", "a b c: a-b(5) b-c(6)", "+weights=latency"},
        {head + "*Edgeslist\n1 2 3\n", "a b c: a-b a-c"},
        {head + "*Arcslist\n1 2 3\n", "a b c: a>b a>c"},
        {head + "*Matrix\n0 1 0\n1 0 1\n0 1 0\n", path},
        {head + "*Matrix\n0 1 0\n0 0 2.5\n0 0 0\n", "a b c: a>b b>c"},
        {head + "*Arcs :1 \"talks\"\n1 2\n*Arcs :2 \"hears\"\n2 1\n", "a b c: a-b"},
        {head + "*Edges\n1 2\n1 2\n2 1\n", "a b c: a-b a-b a-b"},
        {head + "*Edges\n1 1\n1 2\n", "a b c: a-b", "+drop-loops"},
        {"*Vertices 2\n1 \"Z\xC3\xBCrich\"\n2 \"Basel\"\n*Edges\n1 2\n", "Basel Z\xC3\xBCrich: Basel-Z\xC3\xBCrich"},
    };
    const Bad bad[] = {
        {"*Vertices\n*Edges\n1 2\n", ":1:1: found '*Vertices', need the number of vertices"},
        {"*Vertices x\n", ":1:11: found 'x', need a number of vertices"},
        {"*Vertices 0\n", ":1:11: found '0', need a number of vertices"},
        {head, ": found no link"},
        {head + "*Edges\n1 4\n", ":6:3: found '4', need a vertex from 1 to 3"},
        {head + "*Edges\n0 1\n", ":6:1: found '0', need a vertex from 1 to 3"},
        {head + "*Edges\n1\n", ":6:1: found '1', need two vertices a line"},
        {head + "*Edges\n1 1\n", ":6:3: found 'a', need a link between two different nodes"},
        {head + "*Lines\n1 2\n", ":5:1: found '*Lines', need *Vertices, *Edges"},
        {head + "*Vertices 3\n", ":5:1: found '*Vertices', need *Vertices once"},
        {head + "*Matrix\n0 1 0\n", ": found 1 rows of the matrix, need 3"},
        {head + "*Matrix\n0 1\n1 0\n", ":6:1: found '0', need 3 rows of 3 numbers"},
        {head + "*Matrix\n0 x 0\n1 0 1\n0 1 0\n", ":6:3: found 'x', need a number"},
        {"*Network x\n1 2\n", ":2:1: found '1', need *Vertices first"},
        {"*Network x\n*Edges\n1 2\n", ":2:1: found '*Edges', need *Vertices before it"},
        {"*Vertices 3\n1 a\n1 b\n*Edges\n1 2\n", ":3:1: found '1', need every vertex once"},
        {"*Vertices 3\n4 a\n*Edges\n1 2\n", ":2:1: found '4', need a vertex from 1 to 3"},
        {head + "*Edgeslist\n1\n", ":6:1: found '1', need a vertex and its neighbours"},
        {"*Vertices 2\n1 \"a\n2 b\n*Edges\n1 2\n", ":2:3: found a quote that does not end on its line"},
        {"*Vertices 2000000000\n*Edges\n1 2\n", ":1:11: found '2000000000', need at most 20 nodes a link"},
        {head + "*Edges\n1 2 0\n", ":6:5: found '0', need a latency", "+weights=latency"},
    };
    check_all("Pajek", good, bad);
}

TEST_CASE("fabrics of ibnetdiscover and ibsim are read in all their variants and refused where they are malformed") {
    const std::string hosts = "Hca 2 \"H1\"\n[1] \"S1\"[1]\n\nHca 2 \"H2\"\n[1] \"S1\"[4]\n",
                      net = "Switch 8 \"S1\"\n[1] \"H1\"[1]\n[4] \"H2\"[1]\n\n" + hosts, star = "H1 H2 S1: S1-H1 S1-H2";
    const std::string real =
        "#\n# Topology file: generated on Tue Jun  5 14:15:10 2007\n#\n\nNon-Chassis Nodes\n\nvendid=0x8f1\n"
        "devid=0x5a06\nsysimgguid=0x30\nswitchguid=0x30(30)\nSwitch\t24 \"S-0000000000000030\"\t\t# \"a lid 7\" base "
        "port 0 lid 6 lmc 0\n[22][ext 3]\t\"H-0000000000000010\"[1](11) \t\t# \"h \" lid 4 4xSDR\n[8]\t"
        "\"H-0000000000000010\"[2](12) \t\t# \"h \" lid 14 4xSDR\n\nvendid=0x2c9\ndevid=0x5a44\ncaguid=0x10\nCa\t2 "
        "\"H-0000000000000010\"\t\t# \"h \"\n[1](11) \t\"S-0000000000000030\"[22]\t\t# lid 4 lmc 1 \"a lid 7\" lid 6 "
        "4xSDR\n[2](12) \t\"S-0000000000000030\"[8]\t\t# lid 14 lmc 1 \"a lid 7\" lid 6 4xSDR\n";
    const Good good[] = {
        {net, star},
        {"# a comment\n\n" + net, star},
        {net, "H1 H2 S1: S1-H1 S1-H2", "+ibnetdiscover"},
        {real,  // a port with a lid of its own is a host
         "H-0000000000000010[1] H-0000000000000010[2] S-0000000000000030: "
         "S-0000000000000030-H-0000000000000010[1] S-0000000000000030-H-0000000000000010[2]"},
        {"Switch 4 \"a\"\n[1] \"b\"[1]\n[2] \"b\"[2]\nSwitch 4 \"b\"\n[1] \"a\"[1]\n[2] \"a\"[2] w=12\n",
         "a b: a-b a-b"},
        {"Switch 4 \"a\"\n[1] \"b\"\nSwitch 4 \"b\"\n[1] \"a\"\n", "a b: a-b"},  // to port 1, as in ibsim
        {"Rt 2 \"r\"\n[1] \"a\"[1]\nSwitch 4 \"a\"\n[1] \"r\"[1]\n", "a r: r-a"},
    };
    const Bad bad[] = {
        {"Switch 8 \"S1\"\n[1] \"H1\"[1]\n", ":2:6: found 'H1', need a node with a record of its own"},
        {net.substr(0, net.size() - 12), ":3:6: found \"H2\"[1], need a port that names this one, \"S1\"[4]"},
        {"[1] \"a\"[1]\nSwitch 1 \"a\"\n", ":1:1: found a port, need [1] \"S-1\"[2] below its node", "+ibnetdiscover"},
        {"Switch 8 \"a\"\n[1] \"a\"[1]\n", ":2:6: found \"a\"[1], need a port that names this one"},
        {"Switch 8 \"a\"\n[1] \"a\"[2]\n[2] \"a\"[1]\n", ":2:6: found 'a', need a link between two different"},
        {"Switch 8\n[1] \"a\"[1]\n", ":1:1: found 'Switch', need the number of its ports and its name"},
        {"Switch 999 \"a\"\n[1] \"b\"\n", ":1:8: found '999', need a number of ports from 1 to 255"},
        {"Switch 8 \"a\"\nSwitch 8 \"a\"\n[1] \"b\"\n", ":2:11: found 'a', need the name of a node, once"},
        {"Switch 8 \"a\"\n[9] \"b\"\n[1] \"b\"\n", ":2:2: found '9', need a port from 1 to 8"},
        {"Switch 8 \"a\"\n[1] \"b\"\n[1] \"c\"\n", ":3:1: found port 1 again, need every port once"},
        {"Switch 8 \"a\"\n[1] b\n", ":2:1: found a port, need [1]"},
        {"Switch 8 \"a\"\n[1] \"b\"[x]\n", ":2:9: found 'x', need a port from 1 to 255"},
        {"Switch 8 \"a\"\n[1\n", ":2:1: found a port, need [1]", "+ibnetdiscover"},
        {"include more.net\nSwitch 8 \"a\"\n[1] \"b\"\n", ":1:1: found 'include', need Switch, Ca, Hca or Rt",
         "+ibnetdiscover"},
        {net, ": links of a fabric go both ways", "+directed"},
    };
    check_all("ibnetdiscover", good, bad);
}

TEST_CASE("collections of edge lists are plain edge lists, or refused where they may be something else") {
    CHECK(complaint_about("# Undirected graph: x.txt\n0 1\n1 2\n") == "no complaint: 0 1 2: 0-1 1-2");
    CHECK(complaint_about("# Directed graph: x.txt\n0 1\n1 2\n").find("--directed for links that go one way") !=
          std::string::npos);
    for (const char* head : {"% sym unweighted\n", "% asym\n", "%bip unweighted\n"})
        CHECK(complaint_about(std::string(head) + "1 2\n2 3\n").find("looks like KONECT, which is not read: grep") !=
              std::string::npos);
    CHECK(complaint_about("p edge 3 2\ne 1 2\ne 2 3\n").find("looks like DIMACS, which is not read: awk") !=
          std::string::npos);
}
