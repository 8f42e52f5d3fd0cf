// From a word to a traffic pattern.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "wafernet/core/routing.hpp"
#include "wafernet/core/traffic.hpp"

namespace wafernet {

/// What a user can choose about traffic.
struct TrafficOptions {
    bool include_self = false;  ///< uniform, hotspot: a node may draw itself among all; permutations: fixed points talk
                                ///< to themselves (BookSim2's convention)
    double hotspot_fraction = 0.05;    ///< share of all messages that goes to the hot spot instead (Pfister and Norton)
    std::uint64_t hotspot_nodes = 1;   ///< 1 or 4 centre nodes
    const Routing* routing = nullptr;  ///< of which "worst" is the worst permutation
    unsigned threads = 1;
};

/// Returns the pattern of a word: "uniform", "hotspot", "transpose", ..., or "file:matrix.csv" (a square matrix of
/// relative rates, or lines under the header source,destination,rate; the busiest source gets rate 1, also where the
/// network's routes leave pairs out). The network need not outlive it. Throws InputError: unknown word, a network
/// without nodes, a pattern that the network does not admit, "worst" without a routing or of one that is not oblivious.
std::unique_ptr<Traffic> make_traffic(std::string_view word, const Network& network,
                                      const TrafficOptions& options = {});
/// Returns traffic in which every node that sends sends to images[node]; to itself it is silent.
std::unique_ptr<Traffic> make_permutation(const Network& network, const std::vector<Node>& images);
/// Throws InputError where no network takes the word with these options: an unknown word, a file that cannot be read, a
/// hot spot of neither 1 nor 4 nodes or of a share that is not above 0 and below 1.
void check_traffic(std::string_view word, const TrafficOptions& options = {});
/// A pattern that a word names.
struct TrafficPattern {
    std::string_view name;
    std::string_view title;  ///< where a source sends to: digits as an address prints them, bits of its number among
                             ///< the nodes that send
};
/// Returns all patterns.
std::vector<TrafficPattern> traffic_patterns();
/// Returns the names of all patterns.
std::vector<std::string_view> traffic_names();

}  // namespace wafernet
