#include "digest.hpp"

#include <sstream>
#include <vector>

namespace wafernet::cli {

std::string Digest::text() const {
    std::ostringstream out;
    out << '#' << std::hex << sum_;
    return out.str();
}

std::string digest_of(const Network& network) {
    if (network.family != nullptr) return {};
    Digest digest;
    const Graph& graph = network.graph;
    for (Channel c = 0; c < graph.channels(); ++c) digest.add(graph.source(c)), digest.add(graph.target(c));
    for (Link l = 0; graph.directed() && l < graph.links(); ++l) digest.add(graph.one_way(l) ? 1 : 0);
    for (const auto cycles : network.channel_latency_cycles) digest.add(cycles);
    for (const Node v : network.terminals) digest.add(v);
    for (const Node v : network.router_of_terminal) digest.add(v);
    return digest.text();
}

void add_traffic(Digest& digest, const Traffic& traffic, Node nodes) {
    std::vector<Demand> row;
    for (Node v = 0; v < nodes; ++v) {
        digest.add(traffic.rate(v));
        traffic.row(v, row);
        for (const Demand& d : row) digest.add(d.destination), digest.add(d.share);
    }
}

std::string digest_of(const std::string& word, const Traffic& traffic, Node nodes) {
    if (!word.starts_with("file:")) return {};
    Digest digest;
    add_traffic(digest, traffic, nodes);
    return digest.text();
}

}  // namespace wafernet::cli
