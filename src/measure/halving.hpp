// What a bisection halves: all nodes, or the terminals where others send nothing. A terminal with one link can always
// lie on the side of the node that it hangs on, or leave it for the price of that link: terminals of this kind, the
// loose ones, are taken into that node, so that searches see the routers alone and what each of them weighs.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "adjacency.hpp"
#include "wafernet/core/family.hpp"

namespace wafernet {

/// side[v] is 0 or 1.
using Sides = std::vector<std::uint8_t>;

struct Halving {
    explicit Halving(const Network& network);
    /// Every node weighs one.
    explicit Halving(const Graph& graph);

    /// The network without its loose terminals, its nodes and links in the same order.
    [[nodiscard]] const Graph& graph() const { return contracted ? *contracted : *whole; }

    const Graph* whole = nullptr;
    std::optional<Graph> contracted;    // where there are loose terminals
    std::vector<Node> place;            // of a node of the network in graph(); empty: its own number
    std::vector<std::uint32_t> weight;  // terminals at a node of graph(), itself included
    std::vector<std::uint32_t> loose;   // of these, those that may leave it for a link each
    std::uint64_t total = 0, all_loose = 0;
    bool switches = false;    // some node weighs nothing
    std::uint32_t slack = 0;  // halves may be so many terminals off, on a coarser graph
};

struct Balance {
    Balance(const Halving& halving, const Sides& sides);
    /// After node v goes from side `from` to the other one.
    [[nodiscard]] Balance after(const Halving& halving, Node v, std::uint8_t from) const;
    /// Terminals that must leave the heavier side, a link each, to make halves.
    [[nodiscard]] std::int64_t excess() const;
    /// Whether so many can, but for the slack.
    [[nodiscard]] bool holds() const;

    std::int64_t weight[2] = {0, 0};
    std::int64_t loose[2] = {0, 0};
    std::int64_t slack = 0;
};

/// Returns the sides of all nodes of the network for sides of those of halving.graph() that hold: loose terminals go
/// with their router, but for those that leave the heavier side.
Sides of_all_nodes(const Network& network, const Halving& halving, const Sides& sides);

/// Returns the links between the sides of all nodes of the network, counted one by one. Throws ComputationError where
/// the sides are no halves of what is to be halved.
std::uint64_t counted_cut(const Network& network, const Sides& sides);

}  // namespace wafernet
