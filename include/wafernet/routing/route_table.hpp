// Routes that a user gives: a table of next hops.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "wafernet/core/family.hpp"
#include "wafernet/core/routing.hpp"

namespace wafernet {

inline constexpr Node any_node = 0xFFFFFFFFU;
inline constexpr Channel any_input = no_channel;         ///< a row for messages from wherever they come
inline constexpr Channel own_input = no_channel - 1;     ///< a row for messages that the router itself sends
inline constexpr Channel no_such_link = no_channel - 2;  ///< the file names a link that does not exist
inline constexpr std::uint8_t any_vc = 0xFF;
/// VCs of all pairs, [source * nodes + destination], any_vc where none is given.
using PairVcs = std::vector<std::uint8_t>;

/// A row: messages from `source` that are at `router` go to the destinations first .. last by `next`.
struct RouteEntry {
    Node router = 0, source = any_node, first = 0, last = 0;
    Channel input = any_input, next = no_such_link;
    Node named = any_node;  ///< where `next` leads to, by the file
    VcSet vcs = all_vcs;
    std::uint32_t line = 0;  ///< of the file, for complaints
};

/// The rows, found by router, source, input and destination. Rows for the same messages are choices, in their order; a
/// row with a source or an input goes before one without.
class RouteTable {
public:
    /// `pair_vcs`: empty, or a VC for every pair. Throws InputError "line 7: .." where destinations of two rows
    /// overlap, or a row says the same as another.
    RouteTable(const Graph& graph, std::vector<RouteEntry> entries, PairVcs pair_vcs);

    /// Returns the hops of a row; Hop::channel is no_such_link and Hop::state the node that the file names where there
    /// is no such link.
    [[nodiscard]] std::span<const Hop> hops(Node router, Node source, Channel arrived_by, Node destination) const;
    [[nodiscard]] bool by_source() const { return by_source_; }
    [[nodiscard]] bool by_input() const { return by_input_; }
    [[nodiscard]] bool choices() const { return choices_; }
    [[nodiscard]] int vcs() const { return vcs_; }  ///< that it names; 0: none
    /// Returns the VC of a pair, any_vc where none is given.
    [[nodiscard]] std::uint8_t vc_of(Node source, Node destination) const {
        return pair_vcs_.empty() ? any_vc : pair_vcs_[std::size_t{source} * nodes_ + destination];
    }
    /// Leaves out pairs, source << 32 | destination, which then send nothing.
    void leave_out(std::vector<std::uint64_t> pairs);
    [[nodiscard]] std::size_t left_out() const { return left_out_.size(); }
    [[nodiscard]] bool leaves_out(Node source, Node destination) const;

    /// Calls use(channel, VCs held, next channel, next VCs) for every dependency, straight from the rows, and returns
    /// the VCs that messages take; none, and calls nothing, where rows go by more than router and destination, some
    /// nodes send nothing, or a message cannot go on.
    std::optional<VcSet> dependencies(const Network& network, const VcRule& rule,
                                      const std::function<void(Channel, VcSet, Channel, VcSet)>& use) const;

private:
    struct Row {
        Node source;
        Channel input;
        std::uint32_t first;  // of spans_
    };
    struct Span {
        Node first;
        std::uint32_t set;  // of sets_; 0: no route
    };
    void add_row(std::span<const RouteEntry> entries,
                 const std::function<std::uint32_t(const std::vector<Hop>&)>& set_of, const Graph& graph);
    [[nodiscard]] std::uint32_t set_in(Node router, Node source, Channel input, Node destination) const;
    [[nodiscard]] std::span<const Span> row_of(Node router, Node source, Channel input) const;
    [[nodiscard]] std::span<const Hop> set(std::uint32_t s) const {
        return {hops_.data() + sets_[s], hops_.data() + sets_[s + std::size_t{1}]};
    }

    Node nodes_ = 0;
    bool by_source_ = false, by_input_ = false, choices_ = false;
    int vcs_ = 0;
    std::vector<std::uint32_t> first_row_;  // nodes + 1
    std::vector<Row> rows_;                 // and one at the end
    std::vector<Span> spans_;
    std::vector<std::uint32_t> sets_{0, 0};
    std::vector<Hop> hops_;
    PairVcs pair_vcs_;
    std::vector<std::uint64_t> left_out_;
};

/// Returns whether the network's routes leave the pair out.
inline bool leaves_out(const Network& network, Node source, Node destination) {
    return network.routes != nullptr && network.routes->leaves_out(source, destination);
}

/// What is wrong with the route of a pair, or merely long.
enum class RouteFault : std::uint8_t { no_route, dead_end, loop, no_link, longer };

struct RouteProblem {
    RouteFault fault{};
    Node source = 0, destination = 0;
    Node at = 0;                        ///< where it stops, or comes back to
    Node named = any_node;              ///< of no_link: where the link would lead
    std::uint32_t hops = 0, least = 0;  ///< of `longer`: of the longest branch, and of a shortest path
};

/// Calls `see` with every problem of the routes between terminals. Returns whether they were followed: up to 2^26
/// pairs.
bool check_routes(const Network& network, const RouteTable& table, const std::function<void(const RouteProblem&)>& see);

inline constexpr std::string_view routes_name = "routes";  ///< of the routing
/// Returns the routing of network.routes. Where these name virtual channels they are its own.
RoutingSpec routes_spec(const Network& network);
/// Returns the table of such a routing, else null.
const RouteTable* table_of(const Routing& routing);

}  // namespace wafernet
