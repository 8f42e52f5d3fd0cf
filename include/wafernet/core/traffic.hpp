// Who sends to whom, as an interface: rows of a traffic matrix on demand.
#pragma once

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

}  // namespace wafernet
