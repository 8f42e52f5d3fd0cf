#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "report/drawing.hpp"

namespace wafernet {

namespace {

Point on_circle(double radius, std::size_t i, std::size_t of) {
    const double angle = 2.0 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(of);
    return {radius * std::sin(angle), -radius * std::cos(angle)};
}

// Radius of a circle on which neighbours are `gap` apart.
double radius_of(std::size_t points, double gap) {
    return points < 2 ? 0.0
                      : gap / 2.0 / std::sin(std::numbers::pi / static_cast<double>(std::max<std::size_t>(points, 2)));
}

bool named(const Network& network, std::initializer_list<std::string_view> names) {
    return network.family != nullptr && std::find(names.begin(), names.end(), network.family->name) != names.end();
}

// Digits as coordinates. The last digit of a group runs along x, the one before along y, a third sets layers one behind
// the other; with four and more they take turns between x and y. Every group is a grid of what the groups after it are.
class PlaceGrid {
public:
    void add_group(const std::vector<std::uint32_t>& group) {
        const std::size_t digits = group.size();
        const auto radix = [&](std::size_t back) { return group[digits - 1 - back]; };
        const double gap = steps_.empty() ? 0.0 : 0.8 * ++level_;
        if (digits == 3) {
            const double layers = radix(2);
            if (steps_.empty()) {
                // Nothing lies inside a node: layers fit between nodes. Unequal steps keep their links apart.
                along(radix(0), {1.0, 0.0});
                along(radix(1), {0.0, 1.0});
                along(radix(2), {0.58 / layers, -0.42 / layers});
                width_ = radix(0) + 0.2;
                height_ = radix(1) + 0.2;
            } else {
                grid_step(radix(0), true, gap);
                grid_step(radix(1), false, gap);
                grid_step(radix(2), radix(2) < 2 || width_ <= height_, gap * 1.5);
            }
            return;
        }
        for (std::size_t back = 0; back < digits; ++back) {
            const bool across = digits == 1 ? width_ <= height_ : back % 2 == 0;
            const std::size_t pair = back / 2;
            grid_step(radix(back), across, digits > 3 ? 0.35 * static_cast<double>(pair) : gap);
        }
    }

    [[nodiscard]] std::vector<Point> build(Node nodes) const {
        std::vector<Point> at(nodes);
        for (Node v = 0; v < nodes; ++v) {
            Node rest = v;
            for (const auto& [radix, step] : steps_) {
                const double digit = rest % radix;
                at[v].x += digit * step.x;
                at[v].y += digit * step.y;
                rest /= radix;
            }
        }
        return at;
    }

private:
    void along(std::uint32_t radix, Point step) { steps_.emplace_back(radix, step); }
    void grid_step(std::uint32_t radix, bool across, double gap) {
        double& extent = across ? width_ : height_;
        const double step = extent + gap;
        along(radix, across ? Point{step, 0.0} : Point{0.0, step});
        extent = step * (radix - 1) + extent;
    }

    std::vector<std::pair<std::uint32_t, Point>> steps_;  // of digits, the last first
    double width_ = 1.0, height_ = 1.0;
    int level_ = 0;
};

// Levels of a tree below `root`: leaves side by side in the order of the links, every other node above the middle of
// its children. Nothing where the graph is no tree.
std::optional<NodePlaces> tree_places(const Network& network, Node root) {
    const Graph& graph = network.graph;
    if (graph.directed() || graph.links() + 1 != graph.nodes()) return std::nullopt;
    const Node none = graph.nodes();
    std::vector<Node> order{root}, parent(graph.nodes(), none);
    std::vector<std::uint32_t> depth(graph.nodes(), 0);
    parent[root] = root;
    for (std::size_t i = 0; i < order.size(); ++i) {
        for (const Channel c : graph.out(order[i])) {
            const Node child = graph.target(c);
            if (parent[child] != none) continue;
            parent[child] = order[i];
            depth[child] = depth[order[i]] + 1;
            order.push_back(child);
        }
    }
    if (order.size() != graph.nodes()) return std::nullopt;
    // Places of leaves from left to right: depth first.
    std::vector<double> first(graph.nodes(), std::numeric_limits<double>::infinity()), last(graph.nodes(), 0.0);
    std::vector<Node> open{root};
    double next = 0.0;
    while (!open.empty()) {
        const Node v = open.back();
        open.pop_back();
        bool leaf = true;
        const auto out = graph.out(v);
        for (std::size_t k = out.size(); k-- > 0;) {
            const Node child = graph.target(out[k]);
            if (parent[child] != v || child == root) continue;
            open.push_back(child);
            leaf = false;
        }
        if (leaf) first[v] = last[v] = next++;
    }
    for (std::size_t i = order.size(); i-- > 1;) {
        const Node v = order[i];
        first[parent[v]] = std::min(first[parent[v]], first[v]);
        last[parent[v]] = std::max(last[parent[v]], last[v]);
    }
    const double levels = *std::max_element(depth.begin(), depth.end());
    const double height = std::clamp(next / std::max(levels, 1.0) / 2.5, 1.0, 8.0);
    NodePlaces places{{}, "by level"};
    for (Node v = 0; v < graph.nodes(); ++v) places.at.push_back({(first[v] + last[v]) / 2.0, depth[v] * height});
    return places;
}

// Fat trees and other networks of switches in levels: nodes that send at the bottom, switches above them by their
// distance, each level as wide as the widest. Nothing where a link joins nodes of one level.
std::optional<NodePlaces> level_places(const Network& network) {
    const Graph& graph = network.graph;
    constexpr std::uint32_t unseen = std::numeric_limits<std::uint32_t>::max();
    std::vector<std::uint32_t> level(graph.nodes(), unseen);
    std::vector<Node> order = network.terminals;
    for (const Node v : order) level[v] = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        for (const Channel c : graph.out(order[i])) {
            const Node above = graph.target(c);
            if (level[above] == level[order[i]]) return std::nullopt;
            if (level[above] != unseen) continue;
            level[above] = level[order[i]] + 1;
            order.push_back(above);
        }
    }
    if (order.empty() || order.size() != graph.nodes() || level[order.back()] < 2) return std::nullopt;
    std::vector<std::size_t> count(level[order.back()] + 1, 0), met = count;
    for (const std::uint32_t l : level) ++count[l];
    const auto width = static_cast<double>(*std::ranges::max_element(count));
    const double height = std::clamp(width / static_cast<double>(count.size()) / 2.5, 1.0, 8.0);
    NodePlaces places{{}, "by level"};
    for (Node v = 0; v < graph.nodes(); ++v) {
        const double x = (static_cast<double>(met[level[v]]++) + 0.5) * width / static_cast<double>(count[level[v]]);
        places.at.push_back({x, (level[order.back()] - level[v]) * height});
    }
    return places;
}

// Groups of `size` nodes with consecutive numbers, each round a circle, round a circle.
NodePlaces cluster_places(const Network& network, std::uint32_t size) {
    const std::size_t clusters = network.graph.nodes() / size;
    const double inner = radius_of(size, 1.0);
    const double outer = clusters < 2 ? 0.0 : radius_of(clusters, 2.0 * inner + 2.0);
    NodePlaces places{{}, "in clusters round a circle"};
    for (Node v = 0; v < network.graph.nodes(); ++v) {
        const Node cluster = v / size;
        const Point centre = on_circle(outer, cluster, clusters);
        // Every cluster is turned to the centre in the same way.
        const double turn = 2.0 * std::numbers::pi * static_cast<double>(cluster) / static_cast<double>(clusters);
        const Point p = on_circle(inner, v % size, size);
        places.at.push_back({centre.x + p.x * std::cos(turn) - p.y * std::sin(turn),
                             centre.y + p.x * std::sin(turn) + p.y * std::cos(turn)});
    }
    return places;
}

}  // namespace

NodePlaces circle_places(const Network& network) {
    NodePlaces places{{}, "round a circle"};
    const double radius = radius_of(network.graph.nodes(), 1.0);
    for (Node v = 0; v < network.graph.nodes(); ++v) places.at.push_back(on_circle(radius, v, network.graph.nodes()));
    return places;
}

std::optional<NodePlaces> family_places(const Network& network) {
    if (auto levels = level_places(network)) return levels;
    if (network.family == nullptr) return std::nullopt;
    if (named(network, {"star"})) {
        Node hub = 0;
        for (Node v = 0; v < network.graph.nodes(); ++v)
            if (network.graph.degree(v) > network.graph.degree(hub)) hub = v;
        NodePlaces places{{}, "round the hub"};
        const std::size_t others = network.graph.nodes() - 1;
        const double radius = std::max(1.0, radius_of(others, 1.0));
        std::size_t i = 0;
        for (Node v = 0; v < network.graph.nodes(); ++v)
            places.at.push_back(v == hub ? Point{} : on_circle(radius, i++, std::max<std::size_t>(others, 1)));
        return places;
    }
    if (auto tree = named(network, {"tree"}) ? tree_places(network, 0) : std::nullopt) return tree;
    if (named(network, {"ccc", "hcn", "swapped"}) && network.level_sizes.size() > 1)
        return cluster_places(network, network.level_sizes.front());
    if (network.addresses.labelled() || network.addresses.size() != network.graph.nodes()) return std::nullopt;
    const auto& radices = network.addresses.radices();
    const bool line = radices.size() == 1 && radices[0].size() == 1;
    if (line && !named(network, {"array", "mesh"})) {
        if (named(network, {"ring", "torus", "complete", "how"})) return circle_places(network);
        return std::nullopt;
    }
    PlaceGrid grid;
    for (std::size_t g = radices.size(); g-- > 0;) grid.add_group(radices[g]);
    return NodePlaces{grid.build(network.graph.nodes()), "by address"};
}

}  // namespace wafernet
