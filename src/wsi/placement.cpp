// Nodes on planes: rahman2006, sec. 3.4.2; blocks and strips are the maps of Figs. 3.17 and 3.18 for more than one PE a
// plane.
#include "wafernet/wsi/placement.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string>
#include <tuple>

#include "base/named.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/core/faults.hpp"

namespace wafernet {

namespace {

constexpr std::array<std::string_view, 7> schemes = {"address", "inline", "module", "blocks",
                                                     "strips",  "last",   "grown"};

// The place of ring position `digit` on a line where place i holds I(n, i) = i/2 for even i, n - ceil(i/2) for odd i:
// Eq. 3.8.
std::uint32_t in_line_place(std::uint32_t n, std::uint32_t digit) {
    const std::uint32_t even = 2 * digit;
    return even < n && digit < (n + 1) / 2 ? even : 2 * (n - digit) - 1;
}

std::vector<std::uint32_t> in_line_order(const Network& network, std::uint64_t planes) {
    std::vector<std::uint32_t> radices;
    for (const auto& group : network.addresses.radices()) radices.insert(radices.end(), group.begin(), group.end());
    std::vector<std::uint32_t> plane_of(network.graph.nodes());
    for (Node v = 0; v < network.graph.nodes(); ++v) {
        Node rest = v;
        std::uint32_t place = 0;
        std::uint32_t stride = 1;
        for (std::size_t i = radices.size(); i-- > 0;) {
            const std::uint32_t n = radices[i];
            place += in_line_place(n, rest % n) * stride;
            rest /= n;
            stride *= n;
        }
        plane_of[v] = plane_at(place, network.graph.nodes(), planes);
    }
    return plane_of;
}

std::vector<Node> last_extent_order(const Network& network) {
    const auto& groups = network.addresses.radices();
    if (network.addresses.labelled() || groups.size() != 1 || groups.front().size() < 2)
        throw InputError(network.word + " has no extents of one level, placement last needs those of a mesh or torus");
    std::vector<Node> order;
    for (Node layer = 0; layer < groups.front().back(); ++layer) {
        for (Node v = layer; v < network.graph.nodes(); v += groups.front().back()) order.push_back(v);
    }
    return order;
}

using Neighbours = std::vector<std::vector<Node>>;

// The last node of a breadth-first search from node 0.
Node far_node(const Neighbours& neighbours) {
    const Node first = 0;
    std::vector<bool> met(neighbours.size(), false);
    std::vector<Node> queue{first};
    met[first] = true;
    for (std::size_t i = 0; i < queue.size(); ++i) {
        for (const Node w : neighbours[queue[i]]) {
            if (met[w]) continue;
            met[w] = true;
            queue.push_back(w);
        }
    }
    return queue.back();
}

// Next comes, of the neighbours of those before, the one that leaves the fewest links open between what is there and
// what is not; of several the one met last, so that branches of a tree stay together. It starts at a node far from node
// 0 (after King, Int. J. Numer. Methods Eng. 2, 1970).
std::vector<Node> grown_order(const Graph& graph) {
    const Node nodes = graph.nodes();
    std::vector<Node> order;
    if (nodes == 0) return order;
    Neighbours neighbours(nodes);
    for (Link l = 0; l < graph.links(); ++l) {
        const Node a = graph.source(2 * l), b = graph.target(2 * l);
        neighbours[a].push_back(b);
        neighbours[b].push_back(a);
    }
    struct State {
        std::int64_t opened = 0;  // links that would open less those that would close
        std::int64_t met = 0;     // when it became a neighbour
        bool placed = false;
    };
    std::vector<State> state(nodes);
    for (Node v = 0; v < nodes; ++v) state[v].opened = static_cast<std::int64_t>(neighbours[v].size());
    std::set<std::tuple<std::int64_t, std::int64_t, Node>> front;
    std::int64_t now = 0;
    const auto append = [&](Node v) {
        state[v].placed = true;
        order.push_back(v);
        ++now;
        for (const Node w : neighbours[v]) {
            State& s = state[w];
            if (s.placed) continue;
            front.erase({s.opened, -s.met, w});
            if (s.met == 0) s.met = now;
            s.opened -= 2;
            front.insert({s.opened, -s.met, w});
        }
    };
    append(far_node(neighbours));
    Node rest = 0;  // of other components
    while (order.size() < nodes) {
        if (front.empty()) {
            while (state[rest].placed) ++rest;
            append(rest);
            continue;
        }
        const Node v = std::get<2>(*front.begin());
        front.erase(front.begin());
        append(v);
    }
    return order;
}

// Shared channels by their number, each before the processors and routers whose first channel it is.
std::vector<Node> channel_order(const Network& network) {
    const Graph& graph = network.graph;
    std::vector<std::vector<Node>> members(network.shared_nodes);
    std::vector<Node> order, others;
    for (Node v = network.shared_nodes; v < graph.nodes(); ++v) {
        Node first = network.shared_nodes;
        for (const Channel c : graph.out(v)) first = std::min(first, graph.target(c));
        (first < network.shared_nodes ? members[first] : others).push_back(v);
    }
    for (Node c = 0; c < network.shared_nodes; ++c) {
        order.push_back(c);
        order.insert(order.end(), members[c].begin(), members[c].end());
    }
    order.insert(order.end(), others.begin(), others.end());
    return order;
}

std::string top_level(const Network& network) {
    if (network.addresses.labelled() || network.addresses.radices().empty()) return "nodes without digits";
    std::string text;
    for (const std::uint32_t e : network.addresses.radices().front())
        text += (text.empty() ? "" : "x") + std::to_string(e);
    return "a top level of " + text;
}

std::array<std::uint32_t, 2> top_extents(const Network& network, std::string_view scheme) {
    const auto& groups = network.addresses.radices();
    if (network.addresses.labelled() || groups.empty() || groups.front().size() != 2)
        throw InputError(network.word + " has " + top_level(network) + ", placement " + std::string(scheme) +
                         " needs a two-dimensional one");
    return {groups.front()[0], groups.front()[1]};
}

}  // namespace

std::vector<std::uint32_t> Placement::plane_sizes() const {
    std::vector<std::uint32_t> sizes(planes, 0);
    for (const std::uint32_t plane : plane_of) {
        if (plane >= planes)
            throw InputError("a node on plane " + std::to_string(plane) + " of " + std::to_string(planes) +
                             ", need a plane for every node");
        sizes[plane] += 1;
    }
    return sizes;
}

std::uint32_t Placement::nodes_per_plane() const {
    const std::vector<std::uint32_t> sizes = plane_sizes();
    return sizes.empty() ? 0 : *std::max_element(sizes.begin(), sizes.end());
}

std::uint64_t Placement::tiles_per_plane() const {
    if (tiles.empty()) return nodes_per_plane();
    std::vector<Tile> corner(planes, Tile{0, 0});
    for (std::size_t v = 0; v < tiles.size(); ++v) {
        Tile& far = corner[plane_of[v]];
        far = {std::max(far.x, tiles[v].x), std::max(far.y, tiles[v].y)};
    }
    std::uint64_t most = 1;
    for (const Tile& far : corner) most = std::max(most, (std::uint64_t{far.x} + 1) * (std::uint64_t{far.y} + 1));
    return most;
}

std::string uneven_planes(const Placement& placement) {
    const std::vector<std::uint32_t> sizes = placement.plane_sizes();
    if (sizes.empty()) return {};
    const auto [least, most] = std::minmax_element(sizes.begin(), sizes.end());
    if (*least == *most) return {};
    return "planes of " + std::to_string(*least) + " and " + std::to_string(*most) + " nodes";
}

PlacementScheme placement_scheme(std::string_view name) {
    return named<PlacementScheme>(name, schemes, "no placement",
                                  ", must be address, inline, module, blocks, strips, last, grown or file:PLACES.csv");
}

PlacementScheme placement_scheme(std::string_view name, const Network& network, std::uint64_t planes) {
    if (name != "auto") return placement_scheme(name);
    const std::string_view family = network.family == nullptr ? "" : network.family->name;
    const auto& groups = network.addresses.radices();
    const bool grid = (family == "mesh" || family == "torus") && groups.size() == 1 && groups.front().size() > 1;
    return grid && planes > 1 && groups.front().back() % planes == 0 ? PlacementScheme::last : PlacementScheme::address;
}

std::string_view name(PlacementScheme scheme) { return schemes[static_cast<std::size_t>(scheme)]; }

Placement place(const Network& network, std::uint64_t planes, PlacementScheme scheme) {
    const std::uint64_t nodes = network.graph.nodes();
    const std::string too =
        std::to_string(planes) + " planes for the " + std::to_string(nodes) + " nodes of " + network.word;
    if (planes == 0 || planes > nodes) throw InputError(too + ", need 1 to " + std::to_string(nodes));
    const bool uneven = scheme == PlacementScheme::address || scheme == PlacementScheme::in_line ||
                        scheme == PlacementScheme::last || scheme == PlacementScheme::grown;
    if (!uneven && nodes % planes != 0)
        throw InputError(too + ", placement " + std::string(schemes[static_cast<std::size_t>(scheme)]) +
                         " needs a number that divides them");
    Placement placement{static_cast<std::uint32_t>(planes), {}, {}, scheme == PlacementScheme::last, {}, {}};
    if (scheme == PlacementScheme::in_line) {
        if (network.addresses.labelled() || network.addresses.radices().empty())
            throw InputError(network.word + " has nodes without digits, placement inline needs rings");
        placement.plane_of = in_line_order(network, planes);
        return placement;
    }
    if (scheme == PlacementScheme::module) {
        bool fits = false;
        std::string sizes;
        for (const std::uint32_t size : network.level_sizes) {
            fits = fits || size == nodes / planes;
            sizes += (sizes.empty() ? "" : ", ") + std::to_string(nodes / size);
        }
        if (!fits)
            throw InputError(std::to_string(planes) + " planes do not take one sub-network of " + network.word +
                             " each, need " + sizes);
    }
    std::uint32_t block_rows = 0;  // of the top level on one plane
    std::uint32_t block_columns = 0;
    std::uint32_t columns = 1;
    std::uint64_t below = 1;  // nodes in one element of the top level
    if (scheme == PlacementScheme::blocks || scheme == PlacementScheme::strips) {
        const auto [y, x] = top_extents(network, schemes[static_cast<std::size_t>(scheme)]);
        columns = x;
        below = nodes / (std::uint64_t{y} * x);
        const auto side = scheme == PlacementScheme::blocks
                              ? static_cast<std::uint64_t>(std::llround(std::sqrt(static_cast<double>(planes))))
                              : planes;
        const bool square = scheme == PlacementScheme::strips || side * side == planes;
        if (!square || y % side != 0 || (scheme == PlacementScheme::blocks && x % side != 0))
            throw InputError(std::to_string(planes) + " planes do not cut " + top_level(network) + " of " +
                             network.word + " into " +
                             (scheme == PlacementScheme::blocks
                                  ? "equal blocks, need a square number whose root divides both extents"
                                  : "equal strips of rows, need a number that divides " + std::to_string(y)));
        block_rows = static_cast<std::uint32_t>(y / side);
        block_columns = scheme == PlacementScheme::blocks ? static_cast<std::uint32_t>(x / side) : x;
    }
    placement.plane_of.resize(nodes);
    if (scheme == PlacementScheme::grown) placement.order = grown_order(network.graph);
    if (scheme == PlacementScheme::last) placement.order = last_extent_order(network);
    if (scheme == PlacementScheme::address && network.shared_nodes > 0) placement.order = channel_order(network);
    if (!placement.order.empty()) {
        for (std::size_t i = 0; i < placement.order.size(); ++i)
            placement.plane_of[placement.order[i]] = plane_at(i, nodes, planes);
        return placement;
    }
    for (std::uint64_t v = 0; v < nodes; ++v) {
        if (block_rows == 0) {
            placement.plane_of[v] = plane_at(v, nodes, planes);
        } else {
            const std::uint64_t element = v / below;
            const std::uint64_t row = element / columns / block_rows;
            const std::uint64_t column = element % columns / block_columns;
            placement.plane_of[v] = static_cast<std::uint32_t>(row * (columns / block_columns) + column);
        }
    }
    return placement;
}

}  // namespace wafernet
