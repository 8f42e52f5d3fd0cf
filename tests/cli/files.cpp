// Networks from files on the command line: how a file was read is said, and options choose what the content does not
// tell.
#include <doctest/doctest.h>

#include "checks.hpp"
#include "program.hpp"

using namespace wafernet::test;

TEST_CASE("a note says how a file was read, unless --quiet") {
    const Folder folder;
    const std::string metis = folder.write("g.metis", "3 2 0\n2\n1 3\n2\n");
    const Outcome loud = program({"topology", "file:" + metis, "--format", "csv"});
    CHECK(loud.code == 0);
    CHECK(loud.err == "note: file:" + metis + ": read as METIS, 3 nodes, 2 links\n");
    const Outcome quiet = program({"topology", "file:" + metis, "--format", "csv", "--quiet"});
    CHECK(quiet.err.empty());
    CHECK(quiet.out == loud.out);
    CHECK(program({"topology", "mesh:3x3"}).err.empty());
    // Also where a model names the file, in every command.
    folder.write("two.net", "a b\nb c\nc a\nc a\n");
    const std::string model = "@" + folder.write("m.toml", "network = \"file:two.net\"\n");
    for (const char* command : {"topology", "load", "deadlock", "verify"})
        CHECK(program({command, model}).err.find(": read as edge list, 3 nodes, 4 links; 1 parallel link") !=
              std::string::npos);
}

TEST_CASE("options choose how a file is read, in every command that takes a network") {
    const Folder folder;
    const std::string file = "file:" + folder.write("adj.txt", "0 1 2\n1 3\n2 3\n");
    refused({"topology", file},
            "found '2', where a plain edge list has exactly two names a line: --columns "
            "from,to,latency (weight, ignore), --file-format adjacency");
    const Outcome read = program({"topology", file, "--file-format", "adjacency", "--format", "csv"});
    CHECK(read.code == 0);
    CHECK(read.out.find("file+adjacency:") != std::string::npos);
    CHECK(read.out.find(",4,4,2,2,2,1.3333") != std::string::npos);
    for (const char* command : {"estimate", "compare", "deadlock", "load", "latency", "verify"}) {
        CAPTURE(command);
        const Outcome o = program({command, file, "--file-format", "adjacency", "--quiet"});
        CAPTURE(o.err);
        CHECK(o.code != 2);
    }
    CHECK(program({"route", file, "0", "3", "--file-format", "adjacency"}).code == 0);
    refused({"topology", file, "--file-format", "metiss"}, "unknown file format 'metiss' (did you mean 'metis'?)");
    refused({"topology", "mesh:3x3", "--file-format", "metis"}, "--file-format without a network from a file");
    refused({"topology", file, "--weights", "cycles"}, "need one of: latency, ignore");
    refused({"topology", file, "--terminals", ""}, "--terminals is empty");
    refused({"topology", file, "--columns", ""}, "--columns is empty");
    refused({"topology", "mesh:3x3", "--columns", "from,to"}, "--columns without a network from a file");
    const Outcome columns = program({"topology", file, "--columns", "from,to,latency", "--links", "--format", "csv"});
    CHECK(columns.out.find("file+columns=from,to,latency:") != std::string::npos);
    CHECK(columns.err.find("latencies of 1 to 2 cycles") != std::string::npos);
    const std::string loop = "file:" + folder.write("loop.txt", "a a\na b\nb a\n");
    refused({"topology", loop}, "found 'a', need a link between two different nodes, or --drop-loops");
    CHECK(program({"topology", loop, "--drop-loops"}).err.find("1 loop dropped") != std::string::npos);
    CHECK(program({"list", "file-formats"}).out.find("matrix-market") != std::string::npos);
}

TEST_CASE("a network of one-way links goes through every kind of figure, and those without a meaning say so") {
    const Folder folder;
    const std::string ring = "file:" + folder.write("ring.txt", "a > b\nb > c\nc > d\nd > a\n");
    const Outcome table = program({"topology", ring});
    CHECK(table.code == 0);
    CHECK(table.err.find("read as edge list, 4 nodes, 4 one-way links") != std::string::npos);
    CHECK(table.out.find("some links go one way, a bisection counts links that go both ways") != std::string::npos);
    CHECK(table.out.find("degrees count the links out of a node, components are strong ones") != std::string::npos);
    const Outcome csv = program({"topology", ring, "--format", "csv", "--quiet"});
    CHECK(csv.out.find(",4,4,1,1,3,2,3,2,1,,3,1,,,,minimal") != std::string::npos);  // by hand: distances 1, 2, 3
    CHECK(program({"load", ring, "--channels", "--format", "csv", "--quiet"}).out.find("b -> a") == std::string::npos);
    // Uniform traffic on a ring of four one-way links: 3 destinations at 1, 2 and 3 hops, so each channel carries (1 +
    // 2 + 3) / 3 = 2.
    CHECK(program({"load", ring, "--format", "csv", "--quiet"}).out.find(",2,2,2,0.5,") != std::string::npos);
    const Outcome deadlock = program({"deadlock", ring, "--vcs", "1", "--format", "csv", "--quiet"});
    CHECK(deadlock.out.find("cyclic") != std::string::npos);
    refused({"deadlock", ring, "--routing", "up-down"}, "up-down needs links that go both ways");
    CHECK(program({"estimate", ring, "--quiet"}).code == 0);
    CHECK(
        program({"simulate", ring, "--loads", "0.05", "--cycles", "500", "--allow-deadlock", "--flits", "1", "--quiet"})
            .code == 0);
    // Of two shortest paths from a to d one is taken, of those of the other eleven pairs the one there is.
    const std::string diamond =
        "file:" + folder.write("diamond.dot", "digraph { a -> b; a -> c; b -> d; c -> d; d -> a }");
    CHECK(
        program({"adaptiveness", diamond, "--format", "csv", "--quiet"}).out.find(",12,0.9583333333333334,1,1,1.75") !=
        std::string::npos);
    for (const char* command : {"collectives", "windows"})
        refused({command, ring}, "a graph file is no network family");
    // By hand: stages of 2 + 2 and 3 + 1 steps there and back, the other way round 2 + 2 and 1 + 3.
    const std::string turned = "file:" + folder.write("turned.txt", "d > c\nc > b\nb > a\na > d\n");
    for (const std::string& network : {ring, turned})
        CHECK(program({"mapping", network, "--schedule", "--format", "csv", "--quiet"}).out.find(",fft,8,scheduled") !=
              std::string::npos);
    refused({"embed", "ring:4", ring}, "go one way, need a guest whose links all do");
    CHECK(program({"embed", ring, ring, "--format", "csv", "--quiet"}).out.find(",numbers,1,1,0,1,1,1") !=
          std::string::npos);
    const std::string chain = "file:" + folder.write("chain.txt", "a > b\nb > c\n");
    CHECK(program({"topology", chain}).out.find("not strongly connected: 3 strong components") != std::string::npos);
    refused({"route", chain, "a", "c"}, "routing needs a strongly connected network");
    const std::string digraph = "file:" + folder.write("g.dot", "graph { a -- b }");
    refused({"topology", digraph, "--directed"},
            "the file says that its links go both ways, need it without --directed");
    CHECK(program({"topology", "file:" + folder.write("p.txt", "a b\nb c\nc a\n"), "--directed"})
              .err.find("3 one-way links") != std::string::npos);
}

TEST_CASE("the bisection of a network with hosts says what it halves") {
    const Folder folder;
    const std::string file =
        "file:" + folder.write("leaves.any", "router 0 node 0 node 1 router 2\nrouter 1 node 2 node 3 router 2\n");
    const Outcome o = program({"topology", file});
    CHECK(o.out.find("the bisection halves the 4, switches where they cut least") != std::string::npos);
    const std::string tree = "file:" + folder.write("tree.txt", "s a\ns b\ns t\nt c\nt d\n");
    CHECK(program({"topology", tree, "--terminals", "leaves"}).err.find("4 nodes send and receive, 2 are switches") !=
          std::string::npos);
    refused({"topology", tree, "--terminals", "a,z"}, "no node is called 'z'");
    refused({"topology", file, "--terminals", "leaves"}, "the file says itself which nodes send and receive");
}
