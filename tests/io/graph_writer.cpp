#include <doctest/doctest.h>

#include <algorithm>
#include <tuple>

#include "../cli/program.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/io/graph_file.hpp"
#include "wafernet/io/make_network.hpp"

using namespace wafernet;
using namespace wafernet::test;

namespace {

// The links by the names of their ends, with what is known of them: the same for the same graph, however numbered.
std::vector<std::tuple<std::string, std::string, bool, std::uint32_t, std::uint32_t>> links_of(const Network& network,
                                                                                               bool numbers = false) {
    std::vector<std::tuple<std::string, std::string, bool, std::uint32_t, std::uint32_t>> all;
    const auto name = [&](Node v) { return numbers ? std::to_string(v) : network.addresses.print(v); };
    for (Link l = 0; l < network.graph.links(); ++l) {
        const auto latency = [&](Channel c) {
            return network.channel_latency_cycles.empty() ? 1 : network.channel_latency_cycles[c];
        };
        std::string a = name(network.graph.source(2 * l)), b = name(network.graph.target(2 * l));
        std::uint32_t there = latency(2 * l), back = latency(2 * l + 1);
        const bool one_way = network.graph.one_way(l);
        if (one_way) back = 1;
        else if (b < a) std::swap(a, b), std::swap(there, back);
        all.emplace_back(a, b, one_way, there, back);
    }
    std::sort(all.begin(), all.end());
    return all;
}

void comes_back(const Network& network, const std::string& format) {
    CAPTURE(network.word);
    CAPTURE(format);
    const Folder folder;
    const std::string file = folder.write("graph", write_graph(network, format));
    GraphFileOptions as;
    as.format = format;
    const Network read = read_graph_file(file, as);
    CHECK(read.graph.nodes() == network.graph.nodes());
    CHECK(links_of(read) == links_of(network, format == "anynet"));
    if (format == "anynet") CHECK(read.terminals.size() == network.terminals.size());
    const Network guessed = read_graph_file(file);  // by its signature
    CHECK(links_of(guessed) == links_of(read));
}

Network from(const std::string& text) {
    const Folder folder;
    GraphFileOptions options;
    options.weights = FileWeights::latency;
    if (!text.starts_with("graph")) options.format = "edges";
    return read_graph_file(folder.write("net", text), options);
}

}  // namespace

TEST_CASE("a graph that is written is read back as the same graph") {
    for (const char* word :
         {"torus:4x4", "htn:2,2,2,0", "ccc:3", "stargraph:4", "ring:5", "tree:3", "booksim-fattree:2,2"}) {
        for (const char* format : {"edges", "dot", "graphml"}) comes_back(make_network(word), format);
    }
    // Parallel links whose ends stand in opposite order.
    for (const char* word : {"ttn:1,2,0", "h3dt:3,2,2,0", "mh3dt:3,2,2,0", "star:5", "ring:3", "complete:3"})
        comes_back(make_network(word), "edges");
    for (const char* word : {"torus:4x4", "htn:2,2,2,0", "ccc:3", "tree:3"}) comes_back(make_network(word), "anynet");
}

TEST_CASE("parallel links, one-way links, latencies and odd names are written and read back") {
    const Network lanes = from("a b\na b\na b 5\nb c\n");
    const Network one_way = from("a > b\nb > c\nc > a\na > c 7\n");
    const Network mixed = from("a > b 2\nb c\nc a 3\n");
    const Network names = from(
        "\"=1+1\" \"<b> & 'c'\"\n\"<b> & 'c'\" \"say \"\"hi\"\"\"\n\"say \"\"hi\"\"\" \"back\\\\slash x\"\n"
        "\"back\\\\slash x\" \"# no comment\"\n\"a,b;c\" \"\xC3\xA9\xC3\xA0\"\n");
    const Network uneven = from("a b 2\nb a 5\na b\nb c 4\n");
    CHECK(uneven.graph.links() == 3);
    for (const Network* network : {&lanes, &one_way, &mixed, &names, &uneven}) comes_back(*network, "edges");
    for (const Network* network : {&lanes, &one_way, &names}) {
        comes_back(*network, "dot");
        comes_back(*network, "graphml");
    }
    comes_back(from("0 1 2\n1 0 5\n1 2 4\n"), "anynet");
}

TEST_CASE("what a format cannot hold is refused") {
    const auto refused = [](const Network& network, const char* format, const std::string& hint) {
        CAPTURE(hint);
        try {
            write_graph(network, format);
            FAIL_CHECK("written as " << format);
        } catch (const InputError& error) {
            CHECK(std::string(error.what()).find(hint) != std::string::npos);
        }
    };
    const Network mixed = from("a > b\nb c\n");
    for (const char* format : {"dot", "graphml"}) refused(mixed, format, "some links go one way and some both ways");
    refused(mixed, "anynet", "one-way links");
    refused(from("a b\na b\n"), "anynet", "several links between a and b");
    refused(from("a b 2\nb a 3\n"), "dot", "another latency on the way back");
    refused(from("graph { a -- b; c }"), "edges", "node c has no link");
    refused(make_network("ring:5"), "edge", "did you mean 'edges'");
}
