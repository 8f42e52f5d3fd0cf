// windows, collectives, embed and makespan from the command line: columns, and what is refused.
#include <doctest/doctest.h>

#include "checks.hpp"
#include "wafernet/io/make_network.hpp"

using namespace wafernet::test;

TEST_CASE("collectives, embed and makespan have columns that scripts can rely on") {
    CHECK(
        output({"collectives", "how:8,3,2"})
            .starts_with("network,operation,printed_time,least_time,printed_steps,least_steps,scheduled_steps,ports"));
    CHECK(output({"embed", "ring:9", "how:3,2,2"})
              .starts_with("guest,host,map,dilation,mean_dilation,stretched_links,congestion,congestion_least,"
                           "expansion,printed_dilation,"));
    CHECK(output({"makespan", "how:3,2,2", "--messages", "4", "--messages", "9"})
              .starts_with("network,routing,ports,messages,senders_percent,runs,makespan_cycles,standard_error,"));
    CHECK(output({"windows", "how:8,3,2", "gh:8,2"}).starts_with("network,nodes,links,wires,pins_per_node,"));
}

TEST_CASE("minimal paths along a line and round a ring are those of the graph") {
    for (const char* word : {"how:20,3,1", "how:20,3,1,1", "how:21,4,1,1", "how:64,7,1,1"}) {
        const wafernet::Network network = wafernet::make_network(word);
        const wafernet::Graph& graph = network.graph;
        std::vector<std::uint64_t> paths(graph.nodes(), 0);
        std::vector<std::uint32_t> hops(graph.nodes(), 0);
        std::vector<wafernet::Node> queue{0};
        paths[0] = 1;
        for (std::size_t i = 0; i < queue.size(); ++i) {
            for (const wafernet::Channel c : graph.out(queue[i])) {
                const wafernet::Node to = graph.target(c);
                if (paths[to] == 0) {
                    hops[to] = hops[queue[i]] + 1;
                    queue.push_back(to);
                }
                if (hops[to] == hops[queue[i]] + 1) paths[to] += paths[queue[i]];
            }
        }
        for (const wafernet::Node distance : {1U, 3U, 5U, 8U, 9U, graph.nodes() / 2}) {
            CAPTURE(word);
            CAPTURE(distance);
            const std::string out = output({"windows", word, "--distance", std::to_string(distance)});
            const std::string row = out.substr(out.find('\n') + 1);
            const std::size_t last = row.rfind(','), before = row.rfind(',', last - 1);
            CHECK(row.substr(before + 1, last - before - 1) == std::to_string(paths[distance]));
        }
    }
}

TEST_CASE("a map that is not named is the first that fits") {
    CHECK(output({"embed", "ring:4", "hypercube:2"}).find("ring:4,hypercube:2,modules,1,1,0,") != std::string::npos);
    CHECK(output({"embed", "ring:4", "hypercube:2", "--map", "numbers"}).find(",numbers,2,1.5,2,") !=
          std::string::npos);
}

TEST_CASE("windows that make no sense are refused in one line") {
    refused({"windows", "how:7,7,2"}, "need a window below p = 7");
    refused({"embed", "ring:9", "how:3,3,2"}, "need a window below p = 3");
    refused({"makespan", "how:4,9,2", "--messages", "3"}, "need a window below p = 4");
    refused({"collectives", "how:4,4,2"}, "need a window below p = 4");
    refused({"windows", "--pins", "255"}, "need at least 256 for a window of 1");
    refused({"windows", "--pins", "0", "--axes", "1"}, "need at least 128");
    refused({"windows", "--pins", "18446744073709551615"}, "--pins 18446744073709551615, must be from 0 to");
    refused({"windows", "--pins", "800", "--axes", "18446744073709551615"},
            "--axes 18446744073709551615, must be from 0 to");
    refused({"windows", "how:128,16,2", "--channel-wires", "18446744073709551615"},
            "--channel-wires 18446744073709551615, must be from 1 to");
    refused({"windows", "how:128,16,2", "how:100000,99,3", "gh:8,2", "--channel-wires", "1000000"},
            "how:100000,99,3: the number of wires does not fit");
    refused({"windows", "how:8,3,2", "--distance", "8"}, "how:8,3,2: distance 8 along an axis, need at most 7");
    refused({"windows", "how:64,7,1", "--axes", "3"}, "without --pins");
    refused({"embed", "ring:35", "how:6,1,2"}, "need an even number");
    refused({"embed", "ring:25", "how:5,1,2"}, "need an even number");
}

TEST_CASE("operations, maps and batches that make no sense are refused in one line") {
    refused({"collectives", "mesh:4x4"}, "need how, gh, hypercube, kmway-mesh or kmway-torus");
    CHECK(program({"collectives", "kmway-torus:12,3", "--operation", "one-to-one"}).out.find("from 2 to 1024") !=
          std::string::npos);
    refused({"collectives", "how:4,2,2", "--operation", "one-to-al"}, "did you mean 'one-to-all'?");
    refused({"collectives", "how:4,2,2", "--words", "0"}, "need at least 1");
    refused({"collectives", "how:4,2,2", "--startup", "-1"}, "negative time");
    refused({"embed", "tree:5", "how:6,2,2", "--map", "sqares"}, "did you mean 'squares'?");
    refused({"embed", "tree:5", "how:5,2,2"}, "need a host that is no smaller");
    refused({"embed", "tree:5", "how:8,2,2", "--map", "squares"}, "does not put tree:5 into how:8,2,2");
    refused({"makespan", "kmway-mesh:4,2", "--messages", "3"}, "has shared channels");
    refused({"makespan", "how:4,2,2", "--messages", "17"}, "need from 1 to 16");
    refused({"makespan", "how:5,2,2", "how:4,2,2", "--messages", "17"}, "need from 1 to 16");
    refused({"makespan", "how:4,2,2", "--messages", "0"}, "need from 1 to 16");
    refused({"makespan", "how:4,2,2"}, "--messages is missing");
    refused({"makespan", "how:4,2,2", "--messages", "4", "--buffer", "0"}, "--buffer 0");
    refused({"makespan", "how:4,2,2", "--messages", "4", "--runs", "0"}, "--runs 0");
    refused({"makespan", "how:4,2,2", "--messages", "4", "--ports", "one"}, "need one of: all");
}
