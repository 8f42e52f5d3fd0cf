// Text files that are no networks: none is read as one without a question. Samples of our own of each kind; the kinds
// are those among 6,500 files of a Linux system that two words a line, separators or a name made look like a list of
// links.
#include "graph_text.hpp"

using namespace wafernet;
using namespace wafernet::test;

TEST_CASE("settings, logs, sources and tables are no networks") {
    const char* const samples[] = {
        // settings
        "PATH /usr/bin\nHOME /home/me\nSHELL /bin/sh\n",
        "key = value\nother = 3\n",
        "a = b\nb = c\nc = a\n",
        "[section]\nname=1\n",
        "[a]\n",
        "name=x\nsize=3\n",
        "name: x\nsize: 3\n",
        "---\nname: x\nlinks:\n  - a\n",
        "log_level: debug\nworkers: 4\n",
        "multi on\norder hosts,bind\n",
        "nameserver 10.0.0.1\nnameserver 10.0.0.2\n",
        "nameserver 10.0.0.1\nsearch example.org\n",
        "127.0.0.1 localhost\n127.0.1.1 box\n",
        "127.0.0.1 localhost\n::1 localhost ip6-localhost\n",
        "include conf.d\ninclude local.d\n",
        "set number\nset ruler\n",
        "export A=1\nexport B=2\n",
        "{\"name\": \"x\", \"files\": [\"a\", \"b\"]}\n",
        "{\"include\": [\"src\"], \"exclude\": [\"out\"]}\n",
        "{\"a\": 1}\n",
        "[1, 2, 3]\n",
        "<?xml version='1.0'?><settings><a/></settings>\n",
        "<html><body>x</body></html>\n",
        "SwitchName=leaf0 Nodes=n[0-3]\nSwitchName=spine Switches=leaf[0-1]\n",
        "host all all trust\n",
        "adduser install\ntar install\n",
        "pool.ntp.org iburst\ntime.example.org iburst\n",
        "alias ll\nalias la\n",
        "Host box\nUser me\nPort 22\n",
        "en_US UTF-8\nde_DE UTF-8\nde_DE@euro ISO-8859-15\n",
        "bokmal nb_NO\nfrench fr_FR\ngerman de_DE\n",
        // logs
        "12:00 start\n12:01 stop\n",
        "2026-11-28 12:00:01 INFO started\n2026-11-28 12:00:02 WARN slow\n",
        "INFO start\nINFO stop\nWARN slow\n",
        "GET /index\nGET /about\nPOST /form\n",
        "1 0.5\n2 0.25\n3 0.125\n",
        "epoch 1\nepoch 2\nepoch 3\n",
        "[  0.000000] Linux version\n[  0.000001] Command line\n",
        "PASS test_a\nFAIL test_b\nPASS test_c\n",
        // sources
        "#include <stdio.h>\nint main(void) { return 0; }\n",
        "import os\nimport sys\n",
        "from os import path\n",
        "#!/bin/sh\necho a\n",
        "namespace boost { template <class T> class x; }\n",
        "namespace a { class b; }\nnamespace a { class c; }\n",
        "return x\n",
        "def f():\n    return 1\n",
        "SELECT a\nFROM b\n",
        "all: a b\na: c\nb: c\n",
        "int x;\nint y;\n",
        "use strict;\nuse warnings;\n",
        "\\begin{document}\nHello\n\\end{document}\n",
        "# Title\n\nHello World\n",
        "body { color: red; }\n",
        "push 1\npush 2\nadd\n",
        "module x;\nendmodule\n",
        "mov ax,bx\nmov cx,dx\n",
        "var a\nvar b\n",
        "'a' => 'b',\n'c' => 'd',\n",
        // tables
        "the 2345\nof 1200\nand 998\n",
        "the DT\ndog NN\nruns VBZ\n",
        "the DT\ndog NN\ncat NN\n",
        "run NN\nrun VB\nthe DT\n",
        "Date,Close\n2020-01-01,45.3\n2020-01-02,46.1\n",
        "x,y\n1,2\n2,4\n3,8\n",
        "1990 34\n1991 38\n1992 41\n",
        "name,age\nAnn,31\nBob,28\n",
        "id;label\n1;a\n2;b\n",
        "date,from,to,subject\n1,a,b,x\n2,b,c,y\n",
        "0x00 0x0000\n0x01 0x0001\n0x41 0x0041\n",
        "1.0 2.0\n1.5 2.5\n",
        "-1 3\n-2 4\n",
        "a\tb\tc\n1\t2\t3\n",
        "apple - fruit\nleek - vegetable\n",
        "text/plain txt\ntext/html html\ntext/html htm\n",
        "US America/New_York\nDE Europe/Berlin\nFR Europe/Paris\n",
        "US/Pacific America/Los_Angeles\nGB Europe/London\nNZ Pacific/Auckland\n",
        "1 1\n2 4\n3 9\n",
        "0 1 0\n1 0 1\n0 1 0\n",
        "a,b\nc,d\ne,f\ng,h\n",
        "sw1:1 h1:1\nsw1:2 h2:1\n",
        "GPU0 NV1\nGPU1 NV2\n",
        "Alice Smith\nBob Jones\n",
        "Hello World\n",
        "yes no\n",
        "fontA fontB\nfontB file1\nfontC fontD\nfontD file2\nfontE file3\n",
        "kg pound\nm foot\nl gallon\n",
        // other formats' pieces, one word or none
        "e 0 1\ne 1 2\n",
        "h A\nh B\nl A s\nl s B\n",
        "a\nb\nc\n",
        "",
        "\n\n",
        "5\n1 2\n2 3\n",
        "%\n",
        "v1\n",
        "1\n2\n",
    };
    for (const char* const text : samples) {
        CAPTURE(text);
        for (const char* const ending : {".txt", ".conf", ".net", ".csv"})
            CHECK(complaint_about(text, "", ending).find("no complaint") == std::string::npos);
        const std::string line = complaint_about(text);
        CHECK(line.find('\n') == std::string::npos);
        CHECK(line.size() < 400);
    }
}

TEST_CASE("formats of people who build interconnects are called by their names, with a way out") {
    const std::pair<const char*, const char*> cases[] = {
        {"topology: [ Ring, Switch ]\nnpus_count: [ 4, 2 ]\n", "ASTRA-sim"},
        {"# a lab\nname: lab\ntopology:\n  nodes:\n    r1: {kind: linux}\n  links:\n    - endpoints: [\"r1:eth1\", "
         "\"r2:eth1\"]\n",
         "containerlab"},
        {"router\n# node comment y x\nA NA 1 1\n\nlink\nA B 10Mbps 1 10ms 20\n", "ndnSIM"},
        {"7 3 6\n4 5 6\n0 4 100Gbps 0.001ms 0\n1 4 100Gbps 0.001ms 0\n", "HPCC"},
        {"h1 h1-eth0:s1-eth1\ns1 lo:  s1-eth1:h1-eth0 s1-eth2:h2-eth0\n", "Mininet"},
        {"\tGPU0\tGPU1\tCPU Affinity\nGPU0\t X \tNV2\t0-19\nGPU1\tNV2\t X \t0-19\n", "nvidia-smi"},
        {"<?xml version='1.0'?><network-on-chip><nodes/></network-on-chip>", "Ratatoskr"},
        {"GRAPH (#nodes #edges id uu vv ww xx yy zz):\n3 4 graph 1 2 3 4\n", "GT-ITM"},
        {"\"from\" \"to\"\n\"1\" \"a\" \"b\"\n\"2\" \"b\" \"c\"\n", "R's write.table"},
        {"config title small\nrouter 10 0 0\nPE 20 0 0\nlink 10 20\n", "nocsim"},
        {"# leaves\nSwitchName=leaf0 Nodes=n[0-3]\nSwitchName=spine Switches=leaf[0-1]\n", "Slurm"},
        {"Node n1\nNode n2\nEdge n1->n2\n", "ELK"},
        {"use_map = 0;\ntopology = fly;\nrouting_function = dest_tag;\n", "BookSim2"},
        {"<?xml version='1.0'?><platform version='4'><zone/></platform>", "SimGrid"},
        {"LEDA.GRAPH\nstring\nint\n2\n|{a}|\n|{b}|\n1\n1 2 0 |{1}|\n", "LEDA"},
        {"Topology: ( 2 Nodes, 1 Edges )\nModel (1 - RTWaxman)\n", "BRITE"},
        {"graph TD\n  A --> B\n", "Mermaid"},
        {"c a comment\nc another\np edge 3 2\ne 1 2\ne 2 3\n", "DIMACS"},
        {"p max 4 2\nn 1 s\na 1 2 4\n", "DIMACS"},
        {"c tree width\np tw 3 2\n1 2\n2 3\n", "PACE"},
        {"DL N=3 FORMAT=EDGELIST1\nDATA:\n1 2\n", "UCINET"},
        {"@nodes\nlabel\n1\n2\n@arcs\n  label\n1 2 0\n", "LEMON"},
    };
    for (const auto& [text, name] : cases) {
        CAPTURE(text);
        const std::string line = complaint_about(text, "", ".txt");
        CAPTURE(line);
        CHECK(line.find("looks like ") != std::string::npos);
        CHECK(line.find(name) != std::string::npos);
        CHECK(line.find(", which is not read: ") != std::string::npos);
    }
    CHECK(complaint_about("a: b\n", "", ".yml").find("looks like YAML") != std::string::npos);
    CHECK(complaint_about("# a\nb\nc\n# b\nc\nd\n").find("a name of the graph in a comment, as in LGL") !=
          std::string::npos);
    CHECK(complaint_about("# a\nb 1\nc 1\n", "", ".lgl").find("looks like LGL") != std::string::npos);
}

TEST_CASE("words that may give a size or a kind are asked for, not taken for nodes") {
    const std::string ring = "1 2\n2 3\n3 4\n4 5\n5 1\n";
    for (const char* const head : {"n 5\nm 5\n", "N 4\n", "order 4\n", "directed 1\n", "diameter 2\n"}) {
        CAPTURE(head);
        CHECK(complaint_about(head + ring, "", ".txt").find("1:1: found '") != std::string::npos);
        CHECK(complaint_about(ring + head, "", ".txt").find("6:1: found '") != std::string::npos);
        CHECK(read_text(head + ring, "+edges").graph.nodes() > 5);
    }
    for (const char* const kinds : {"core a\ncore b\ncore c\n", "server a\ngpu b\ngpu c\n", "v a\nv b\nv c\n"})
        CHECK(complaint_about(std::string(kinds) + "a b\nb c\nc a\n", "", ".txt").find("1:1: found '") !=
              std::string::npos);
    CHECK(complaint_about("begin graph\na b\nb c\nend graph\n", "", ".txt").find("1:1: found 'begin'") !=
          std::string::npos);
    CHECK(read_text("core a1\ncore a2\na1 e1\na1 e2\na2 e1\n").graph.nodes() == 5);  // a switch called core
    CHECK(complaint_about("a->b\nb->c\n", "", ".txt").find("blanks around the mark") != std::string::npos);
}

TEST_CASE("a matrix without one of its rows, columns or cells is no other network") {
    for (const char* const text : {"0 3 4 2\n3 0 5 6\n4 5 0 7\n", "0 1 1\n1 0 1\n", "0 3 4\n3 0 5\n4 5 0\n2 6 7\n",
                                   "1 2\n2 3\n3 1\n", "0 3 4\n3 0 5 6\n4 5 0 7\n2 6 7 0\n"}) {
        CAPTURE(text);
        CHECK(complaint_about(text, "+matrix", ".txt").find("no complaint") == std::string::npos);
        CHECK(complaint_about(text, "", ".map").find("no complaint") == std::string::npos);
    }
    for (const char* const text :
         {"0 1 1\n1 0 1\n1 1 0\n", "1 2 3\n0 1 1\n1 0 1\n1 1 0\n", "a b c\n0 1 1\n1 0 1\n1 1 0\n",
          "a 0 1 1\nb 1 0 1\nc 1 1 0\n", "0 1 2\n0 0 1 1\n1 1 0 1\n2 1 1 0\n"}) {
        CAPTURE(text);
        CHECK(read_text(text, "+matrix").graph.links() == 3);
    }
}

TEST_CASE("a note says what is peculiar about a graph from a file") {
    CHECK(read_text("a b\nb c\nc a\n").read_as == "read as edge list, 3 nodes, 3 links");
    CHECK(read_text("a b\na b\nb c\na b\n").read_as == "read as edge list, 3 nodes, 4 links; 2 parallel links");
    CHECK(read_text("a b\nb c\nc a\nx y\n").read_as == "read as edge list, 5 nodes, 4 links; not connected, 2 parts");
    CHECK(read_text("a > b\nb > c\na > b\n").read_as == "read as edge list, 3 nodes, 3 one-way links; 1 parallel link");
    CHECK(read_text("from to latency\na b 2\nb c 9\n").read_as ==
          "read as edge list, 3 nodes, 2 links; line 1 taken for the names of columns; latencies of 2 to 9 cycles");
    CHECK(read_text("router 0 router 1 5\nrouter 2 router 3\n").read_as ==
          "read as anynet, 4 nodes, 2 links; latencies of 1 to 5 cycles; not connected, 2 parts");
}

TEST_CASE("JSON, GML and Pajek are read as other programs vary them") {
    for (const char* value : {"NaN", "Infinity", "-Infinity", "null", "true", "[1]"}) {
        const std::string text = std::string(
                                     "{\"nodes\":[{\"id\":\"a\"},{\"id\":\"b\"}],\"links\":[{\"source\":\"a\","
                                     "\"target\":\"b\",\"latency\":") +
                                 value + "}]}";
        CAPTURE(text);
        CHECK(complaint_about(text).find(", need a latency in cycles or a width in bits; read as JSON") !=
              std::string::npos);
    }
    CHECK(summary(read_text(
              "{\"nodes\":[{\"id\":0.0},{\"id\":1.0}],\"links\":[{\"source\":0,\"target\":1.0,\"latency\":3.0}]}")) ==
          "0 1: 0-1(3)");
    CHECK(summary(read_text("{\"a\":[\"b\",\"c\"],\"b\":[],\"c\":[\"b\"]}")) == "a b c: a-b a-c b-c");
    CHECK(complaint_about("{\"a\":[\"b\",\"c\"],\"b\":[\"a\"]}").find("found 'c', need a node, which is a key") !=
          std::string::npos);
    CHECK(summary(read_text("graph [ # all\n node [ id 0 # first\n ]\n node [ id 1.0 color #ff0000 ] edge [ source 0 "
                            "target 1 latency 3.0 # slow\n ] ]")) == "0 1: 0-1(3)");
    // Two modes: 3 rows of 2 columns; old Macintosh line ends.
    CHECK(summary(read_text("*Vertices 5 3\n1 \"a\"\n2 \"b\"\n3 \"c\"\n4 \"x\"\n5 \"y\"\n*Matrix\n1 0\n1 1\n0 1\n")) ==
          "a b c x y: a-x b-x b-y c-y");
    CHECK(summary(read_text("*Vertices 3\r1 \"a\"\r2 \"b\"\r3 \"c\"\r*Edges\r1 2\r2 3\r")) == "a b c: a-b b-c");
    CHECK(complaint_about("*Vertices 5 3\n*Matrix\n1 0 0\n1 1\n0 1\n").find("need 3 rows of 2 numbers") !=
          std::string::npos);
    CHECK(complaint_about("*Vertices 5 6\n*Matrix\n1 0\n").find("a number of vertices of one mode") !=
          std::string::npos);
}
