#include "wafernet/io/graph_file.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <unistd.h>

#include "wafernet/base/error.hpp"
#include "wafernet/core/node_names.hpp"
#include "wafernet/core/traffic.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/traffic/make_traffic.hpp"

using namespace wafernet;

namespace {

class TemporaryFile {
public:
    explicit TemporaryFile(const std::string& content)
        : path_(std::filesystem::temp_directory_path() / ("wafernet_graph_" + std::to_string(getpid()) + ".net")) {
        std::ofstream(path_, std::ios::binary) << content;
    }
    ~TemporaryFile() { std::filesystem::remove(path_); }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
    [[nodiscard]] std::string path() const { return path_.string(); }

private:
    std::filesystem::path path_;
};

Network read(const std::string& content, const std::string& format = "") {
    GraphFileOptions options;
    options.format = format;
    return read_graph_file(TemporaryFile(content).path(), options);
}

std::string complaint(const std::string& content, const std::string& format = "") {
    const TemporaryFile file(content);
    GraphFileOptions options;
    options.format = format;
    try {
        static_cast<void>(read_graph_file(file.path(), options));
    } catch (const InputError& error) {
        return std::string(error.what()).substr(file.path().size());
    }
    return "";
}

}  // namespace

TEST_CASE("BookSim's own anynet example has 9 nodes on 3 routers that form a triangle") {
    // src/examples/anynet/anynet_file of BookSim 2.0
    const Network n = read(
        "router 0 node 0 node 1 node 2 router 1\nrouter 1 node 3 node 4 node 5\nrouter 2 node 6 node 7 node 8 router 1 "
        "router 0\n");
    CHECK(n.graph.nodes() == 12);
    CHECK(n.graph.links() == 9 + 3);
    CHECK(n.terminals.size() == 9);
    CHECK(n.addresses.print(0) == "node0");
    CHECK(n.graph.degree(n.addresses.parse("router2")) == 5);
    CHECK(n.graph.channel_between(n.addresses.parse("node4"), n.addresses.parse("router1")) != no_channel);
    CHECK(n.channel_latency_cycles.empty());
}

TEST_CASE("an anynet latency holds for the direction in which it is written and the way back takes one cycle") {
    // README of BookSim's anynet example: the channel from router 1 back to router 0 is single-cycle
    const Network n = read("router 0 node 0 router 1 10 router 2 5\nrouter 1 node 1\nrouter 2 router 0 7\n");
    REQUIRE(n.graph.nodes() == 3);
    REQUIRE(n.channel_latency_cycles.size() == 4);
    const auto latency = [&](const char* from, const char* to) {
        return n.channel_latency_cycles[n.graph.channel_between(n.addresses.parse(from), n.addresses.parse(to))];
    };
    CHECK(latency("0", "1") == 10);
    CHECK(latency("1", "0") == 1);
    CHECK(latency("0", "2") == 5);
    CHECK(latency("2", "0") == 7);
    CHECK(n.terminals == std::vector<Node>{0, 1});
}

TEST_CASE("terminals of an anynet file follow the node numbers") {
    const Network n = read("node 1 router 7\nnode 0 router 9\nrouter 7 router 9\n");
    CHECK(n.addresses.print(0) == "node0");
    CHECK(n.addresses.print(1) == "node1");
    CHECK(n.terminals.empty());
}

TEST_CASE("where every router has one node the node numbers of an anynet file are kept") {
    // Node 0 sits on router 1, node 1 on router 2 and node 2 on router 0: one hop from 0 to 2.
    const Network n = read("router 0 node 2 router 1\nrouter 1 node 0 router 2\nrouter 2 node 1\n");
    const NodeNames names(n);
    CHECK(n.graph.nodes() == 3);
    for (Node v = 0; v < 3; ++v) CHECK(names(std::to_string(v)) == v);
    CHECK(n.graph.channel_between(0, 2) != no_channel);
    CHECK(n.graph.channel_between(0, 1) != no_channel);
    CHECK(n.graph.channel_between(1, 2) == no_channel);

    const Network far = read("router 7 node 3 router 9\nrouter 9 node 5 router 11\nrouter 11 node 4 router 12\n");
    const NodeNames of_far(far);
    CHECK(of_far("3") == 0);
    CHECK(of_far("5") == 2);
    CHECK(of_far("node4") == 1);
    CHECK(of_far("router12") == 3);
    CHECK(far.terminals == std::vector<Node>{0, 1, 2});
    CHECK(far.graph.channel_between(of_far("3"), of_far("5")) != no_channel);
    for (const char* no_node : {"0", "7", "9", "12"})
        CHECK_THROWS_WITH_AS((void)of_far(no_node), doctest::Contains("no node is called"), InputError);

    const Network apart = read("router 0 node 1 node 2 router 1\nrouter 1 node 3\n");
    CHECK(NodeNames(apart)("1") == apart.addresses.parse("node1"));  // not the second of 0, 1, 2
}

TEST_CASE("permutations on an anynet file go by its node numbers, as in BookSim") {
    const Network n =
        read("router 0 node 3 router 1\nrouter 1 node 1 router 2\nrouter 2 node 0 router 3\nrouter 3 node 2\n");
    const auto complement = make_traffic("complement", n);
    for (const auto& [from, to] : {std::pair{"0", "3"}, {"1", "2"}, {"2", "1"}, {"3", "0"}})
        CHECK(complement->sample(NodeNames(n)(from), 0.5) == NodeNames(n)(to));
}

TEST_CASE("a name in a file comes before a number, and a file that uses numbers as names has no others") {
    const Network n = read("a 2\n2 3 5\n3 4\n4 a\n", "edges");
    const NodeNames names(n);
    for (const char* name : {"a", "2", "3", "4"}) CHECK(names(name) == n.addresses.parse(name));
    CHECK_THROWS_WITH_AS((void)names("0"), "no node is called '0', the first is '2', the last 'a'", InputError);
    const Network padded = read("01 02\n02 03\n");
    CHECK(NodeNames(padded)("02") == padded.addresses.parse("02"));
    CHECK_THROWS_WITH_AS((void)NodeNames(padded)("1"), doctest::Contains("no node is called '1'"), InputError);
    const Network words = read("a b\nb c\n");
    CHECK(NodeNames(words)("2") == 2);
    CHECK_THROWS_WITH_AS((void)NodeNames(words)("3"), doctest::Contains("the last node of "), InputError);
}

TEST_CASE("an edge list that names both directions of its links has each link once") {
    const Network n = read("a b 4\nb a 7\nb c\nc b\nc a 3\na c\nb a 9\n", "edges");
    CHECK(n.graph.links() == 4);  // the last line comes a second time: a parallel link
    CHECK(n.channel_latency_cycles == std::vector<std::uint32_t>{4, 7, 9, 9, 3, 3, 1, 1});  // a-b, a-b, a-c, b-c
    CHECK(read("a b\nb a\nb c\nc b\nc a\na c\n").graph.links() == 3);
    CHECK(read("a b\na b\nb a\nb a\n").graph.links() == 2);
}

TEST_CASE("an edge list takes any names, comments, latencies and parallel links") {
    const TemporaryFile file("# a triangle\r\nalpha beta\r\nbeta\tgamma 3 # slow\r\n\r\ngamma alpha\ngamma alpha");
    const Network n = make_network("file+edges:" + file.path());
    CHECK(n.word == "file+edges:" + file.path());
    CHECK(n.family == nullptr);
    CHECK(n.graph.nodes() == 3);
    CHECK(n.graph.links() == 4);
    CHECK(n.addresses.parse("gamma") == 2);
    CHECK(n.channel_latency_cycles ==
          std::vector<std::uint32_t>{1, 1, 1, 1, 1, 1, 3, 3});  // alpha-beta, alpha-gamma twice, beta-gamma
}

TEST_CASE("a malformed graph file is refused with the place and the need") {
    const std::pair<std::string, const char*> cases[] = {
        {"", ":1:1: found no line with a word"},
        {"# nothing\n\n", ":1:1: found no line with a word"},
        {"a\n", ":1:1: found 'a', need two names"},
        {"a b\nc c\n", ":2:3: found 'c', need a link between two different nodes"},
        {"a b 0\n", ":1:5: found '0', need a latency"},
        {"a b -1\n", ":1:5: found '-1', need a latency"},
        {"a b 99999999999999999999\n", ":1:5: found '99999999999999999999', need a latency"},
        {"a b 1\nb c 10001\n", ":2:5: found '10001', need a latency in cycles from 1 to 10000"},
        {"router 0 router 1 10001\n",
         ":1:19: found '10001', need 'router', 'node' or a latency in cycles from 1 to 10000"},
        {"a b 1 c\n", ":1:7: found 'c', need the end of the line"},
        {std::string("a b\n\0\0", 6), ":2:1: found byte 0x00, need plain text"},
        {"\x7f"
         "ELF\x02\x01",
         ":1:1: found byte 0x7f, need plain text"},
        {"router 0 node 0 router\n", ":1:17: found 'router', need a number"},
        {"router 0 switch 1\n", ":1:10: found 'switch', need 'router' or 'node'"},
        {"router 0 router 0\n", ":1:17: found '0', need a link between two different routers"},
        {"router 0 router 4294967296\n", ":1:17: found '4294967296', need a number"},
        {"router 0 router -1\n", ":1:17: found '-1', need a number"},
        {"router 0 router 1 x\n", ":1:19: found 'x', need"},
        {"node 0 node 1\n", ":1:8: found 'node', need 'router'"},
        {"node 0 router 1\nnode 0 router 2\n", ":2:15: found '2', need one router a node"},
        {"router 0 node 0 router 1\nnode 0\n", ":2:6: found '0', need a router"},
        {"router 0 node 0\n", ": found no link"},
        {"a b\nb %comment\nc d e f\n", ":2:1: found 'b', need two names"},
        {"a b\n-- b\n", ":2:1: found '--', need a name that has a letter or a digit; #, % or // starts a comment"},
        {"router 0 router 1\na b\n", ":2:1: found 'a', need 'router' or 'node'"},
    };
    for (const auto& [content, message] : cases) {
        CAPTURE(content);
        const std::string format = content.starts_with("router") || content.starts_with("node") ? "anynet" : "edges";
        CHECK(complaint(content, format).substr(0, std::string(message).size()) == message);
    }
    CHECK(complaint(std::string(1'000'001, 'a')).find("need words of at most 200 characters") != std::string::npos);
    const std::string long_name(300, 'a');
    CHECK(complaint(long_name + " b").find("at most 200 characters") != std::string::npos);
}

TEST_CASE("a path that is no file is refused") {
    CHECK_THROWS_WITH_AS(read_graph_file("/nonexistent/graph.net"),
                         "/nonexistent/graph.net: no such file, need a graph file", InputError);
    CHECK_THROWS_AS(read_graph_file("/"), InputError);
    CHECK_THROWS_AS(read_graph_file("/dev/zero"), InputError);
    CHECK_THROWS_AS(make_network("file:"), InputError);
}

TEST_CASE("a name that no node has is shown as it was written, and long ones are cut") {
    const Network n = read("Z\xC3\xBCrich B" + std::string(150, 'x') + "\n", "edges");
    const auto about = [&](const std::string& name) {
        try {
            return std::to_string(n.addresses.parse(name));
        } catch (const InputError& error) {
            return std::string(error.what());
        }
    };
    CHECK(about("Gen\xC3\xA8ve\x1B").starts_with("no node is called 'Gen\xC3\xA8ve?', the first is 'Bxxxxx"));
    CHECK(about("x").ends_with("xxx...', the last 'Z\xC3\xBCrich'"));
    CHECK(about(std::string(300, 'y')).size() < 200);
}
