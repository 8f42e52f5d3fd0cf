// Who sends to whom: rows of a traffic matrix on demand.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "wafernet/core/family.hpp"

namespace wafernet {

/// Share of a source's messages that goes to a destination.
struct Demand {
    Node destination = 0;
    double share = 0.0;
};

/// A traffic pattern on a network. Immutable; may be used by several threads at once.
class Traffic {
public:
    Traffic() = default;
    Traffic(const Traffic&) = delete;
    Traffic& operator=(const Traffic&) = delete;
    virtual ~Traffic() = default;

    /// Replaces `row` by the destinations of `source` with their shares, which sum to rate(source).
    virtual void row(Node source, std::vector<Demand>& row) const = 0;
    /// Relative rate at which `source` sends: 1 for a node that sends at the offered load, 0 for one that is silent
    /// (a fixed point of a permutation, a node that is not a terminal).
    [[nodiscard]] virtual double rate(Node source) const = 0;
    /// Returns a destination for a message of `source`, from a number `u` that is uniform in [0, 1). Needs rate(source)
    /// > 0.
    [[nodiscard]] virtual Node sample(Node source, double u) const = 0;
    /// Whether every terminal sends to every other with the same share (and to itself with one that is the same for
    /// all).
    [[nodiscard]] virtual bool uniform() const { return false; }

    /// Notes the network that it is made for, as make_traffic does.
    void made_for(const Graph& graph) { nodes_ = graph.nodes(); }
    /// Returns the nodes of that network; 0 where none was noted.
    [[nodiscard]] Node nodes() const { return nodes_; }

private:
    Node nodes_ = 0;
};

/// What a user can choose about traffic.
struct TrafficOptions {
    bool include_self = false;  ///< uniform, hotspot: a node may draw itself among all; permutations: fixed points talk
                                ///< to themselves (BookSim2's convention)
    double hotspot_fraction = 0.05;   ///< share of all messages that goes to the hot spot instead (Pfister and Norton)
    std::uint64_t hotspot_nodes = 1;  ///< 1 or 4 centre nodes
};

/// Returns the pattern of a word: "uniform", "hotspot", "transpose", ..., or "file:matrix.csv" (a square matrix of
/// relative rates, or lines under the header source,destination,rate; the busiest source gets rate 1). The network need
/// not outlive it. Throws InputError: unknown word, a network without nodes, a pattern that the network does not admit.
std::unique_ptr<Traffic> make_traffic(std::string_view word, const Network& network,
                                      const TrafficOptions& options = {});
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
