// Tiles for nodes. rahman2006, sec. 3.4.4 and Fig. 3.22, leaves the layout open; these are explicit ones.
//
// The digits of an address are taken from the last group up. The last digit of a group runs along x, the one before
// along y; a third digit (z) has no direction of its own on a plane and lays its layers out as a rectangle of copies;
// with four or more digits (hypercubes) they take turns between x and y. A group of one digit (rings, complete
// networks) lays out copies too. Nodes without digits lie along a curve that keeps those near that follow each other
// (Hilbert, Math. Ann. 38, 1891).
#include "wafernet/wsi/planar_layout.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "wafernet/base/error.hpp"

namespace wafernet {

namespace {

constexpr std::array<std::string_view, 6> layout_names = {"raster", "folded", "z-stacked", "quadrant", "curve", "file"};

// The place of ring position `digit` when the ring is folded: 0, n-1, 1, n-2, ... lie side by side.
std::uint32_t folded_place(std::uint32_t n, std::uint32_t digit) {
    return digit < (n + 1) / 2 ? 2 * digit : 2 * (n - digit) - 1;
}

// The widest rectangle a x b = copies with a >= b that is nearest to a square.
std::array<std::uint32_t, 2> rectangle(std::uint32_t copies) {
    std::uint32_t b = 1;
    for (std::uint32_t d = 1; std::uint64_t{d} * d <= copies; ++d) {
        if (copies % d == 0) b = d;
    }
    return {copies / b, b};
}

// Places of a rectangle of copies along a tour that returns to its start where one of the sides is even; otherwise back
// and forth.
std::vector<Tile> tour(std::uint32_t a, std::uint32_t b) {
    std::vector<Tile> places;
    if (b == 1) {
        for (std::uint32_t i = 0; i < a; ++i) places.push_back({folded_place(a, i), 0});
        return places;
    }
    const bool swap = a % 2 != 0 && b % 2 == 0;  // columns are walked in pairs: their number has to be even
    const std::uint32_t columns = swap ? b : a;
    const std::uint32_t rows = swap ? a : b;
    const bool closed = columns % 2 == 0;
    const std::uint32_t kept = closed ? 1 : 0;  // row 0 is the way back
    if (closed) places.push_back({0, 0});
    for (std::uint32_t c = 0; c < columns; ++c) {
        for (std::uint32_t r = kept; r < rows; ++r) places.push_back({c, c % 2 == 0 ? r : rows - 1 - r + kept});
    }
    if (closed) {
        for (std::uint32_t c = columns; c-- > 1;) places.push_back({c, 0});
    }
    if (swap) {
        for (Tile& t : places) std::swap(t.x, t.y);
    }
    return places;
}

// One digit: where each of its values puts the nodes, in tiles.
struct Step {
    std::uint32_t radix = 1;
    std::vector<Tile> offset;
};

class Builder {
public:
    explicit Builder(LayoutScheme scheme) : scheme_(scheme) {}

    // `last` is the group of the basic module.
    void add_group(const std::vector<std::uint32_t>& group, bool last) {
        const std::size_t digits = group.size();
        std::vector<Step> steps(digits);
        const auto radix = [&](std::size_t back) { return group[digits - 1 - back]; };
        const auto layers = [&](std::size_t back) {
            const bool stacked = scheme_ == LayoutScheme::z_stacked && last && digits == 3;
            steps[back] = stacked ? Step{radix(back), std::vector<Tile>(radix(back))} : copies(radix(back));
        };
        if (digits == 1) {
            layers(0);
        } else if (digits == 2) {
            steps[0] = along_x(radix(0));
            steps[1] = along_y(radix(1));
        } else if (digits == 3) {
            if (scheme_ == LayoutScheme::folded) layers(2);  // interleaved: the layers are the finest step
            steps[0] = along_x(radix(0));
            steps[1] = along_y(radix(1));
            if (scheme_ != LayoutScheme::folded) layers(2);
        } else {
            for (std::size_t back = 0; back < digits; ++back)
                steps[back] = back % 2 == 0 ? along_x(radix(back)) : along_y(radix(back));
        }
        steps_.insert(steps_.end(), steps.begin(), steps.end());
    }

    // `address`: the number of a node in the groups that were added.
    template <class Address> [[nodiscard]] PlanarLayout build(Node nodes, Address address) const {
        PlanarLayout layout{width_, height_, {}};
        layout.at.resize(nodes);
        for (Node v = 0; v < nodes; ++v) {
            Node rest = address(v);
            for (const Step& step : steps_) {
                const Tile t = step.offset[rest % step.radix];
                layout.at[v].x += t.x;
                layout.at[v].y += t.y;
                rest /= step.radix;
            }
        }
        return layout;
    }

private:
    [[nodiscard]] std::uint32_t place(std::uint32_t n, std::uint32_t digit) const {
        return scheme_ == LayoutScheme::folded ? folded_place(n, digit) : digit;
    }
    Step along_x(std::uint32_t n) {
        Step step{n, {}};
        for (std::uint32_t d = 0; d < n; ++d) step.offset.push_back({place(n, d) * width_, 0});
        width_ *= n;
        return step;
    }
    Step along_y(std::uint32_t n) {
        Step step{n, {}};
        for (std::uint32_t d = 0; d < n; ++d) step.offset.push_back({0, place(n, d) * height_});
        height_ *= n;
        return step;
    }
    Step copies(std::uint32_t n) {
        const auto [a, b] = rectangle(n);
        Step step{n, {}};
        if (scheme_ == LayoutScheme::quadrant || scheme_ == LayoutScheme::folded) {
            step.offset = tour(a, b);
        } else {
            for (std::uint32_t d = 0; d < n; ++d) step.offset.push_back({d % a, d / a});
        }
        for (Tile& t : step.offset) t = {t.x * width_, t.y * height_};
        width_ *= a;
        height_ *= b;
        return step;
    }

    LayoutScheme scheme_;
    std::vector<Step> steps_;  // least significant digit first
    std::uint32_t width_ = 1;
    std::uint32_t height_ = 1;
};

// Place number `at` along Hilbert's curve on a square whose side is a power of two.
Tile on_curve(std::uint32_t side, std::uint64_t at) {
    Tile t;
    for (std::uint32_t s = 1; s < side; s *= 2, at /= 4) {
        const std::uint32_t right = at / 2 % 2, up = (at % 2) ^ right;
        if (up == 0) {
            if (right == 1) t = {s - 1 - t.x, s - 1 - t.y};
            std::swap(t.x, t.y);
        }
        t.x += s * right;
        t.y += s * up;
    }
    return t;
}

std::uint32_t apart(std::uint32_t a, std::uint32_t b) { return a > b ? a - b : b - a; }

void add_wire(WireLengths& lengths, std::uint64_t tiles) {
    lengths.wires += 1;
    lengths.total_tiles += tiles;
    lengths.longest_tiles = std::max(lengths.longest_tiles, tiles);
    lengths.histogram[tiles] += 1;
}

// Wires over each step of each line (row or column) of a plane, as differences.
class Channels {
public:
    Channels(std::uint32_t lines, std::uint32_t length) : length_(length), steps_(std::size_t{lines} * length, 0) {}
    void add(std::uint32_t line, std::uint32_t from, std::uint32_t to) {
        if (from == to) return;
        if (from > to) std::swap(from, to);
        steps_[std::size_t{line} * length_ + from] += 1;
        steps_[std::size_t{line} * length_ + to] -= 1;
    }
    [[nodiscard]] std::uint64_t busiest() const {
        std::int64_t most = 0;
        std::int64_t now = 0;
        for (const std::int64_t s : steps_) most = std::max(most, now += s);  // every line ends at 0
        return static_cast<std::uint64_t>(most);
    }

private:
    std::uint32_t length_;
    std::vector<std::int64_t> steps_;
};

// Shared channels take no tile: each lies in that of the first processor which has it as its first, a router between
// two in that of the lower one, or of the processor inside it. The channel is wired as a star from its tile to its
// routers.
PlanarLayout beside_processors(const Network& network, LayoutScheme scheme) {
    const Graph& graph = network.graph;
    std::vector<Node> processors(network.shared_nodes, 0), home(graph.nodes()), place(graph.nodes(), 0);
    std::iota(home.begin(), home.end(), 0U);
    for (Node v = network.shared_nodes; v < graph.nodes(); ++v) {
        home[v] = graph.target(*std::ranges::min_element(graph.out(v)));
        place[v] = processors[home[v]]++;
    }
    const Node most = *std::ranges::max_element(processors);
    Builder builder(scheme);
    builder.add_group({most}, true);
    builder.add_group(std::vector(network.parameters["n"], static_cast<std::uint32_t>(network.parameters["k"])), false);
    return builder.build(graph.nodes(), [&](Node v) { return home[v] * most + place[v]; });
}

// Whether a link is a wire: of shared channels what leads to a router, not what one has inside or beside a processor.
bool is_wire(const Network& network, Node a, Node b, const std::vector<Tile>& at) {
    const bool inside = network.graph.degree(network.graph.nodes() - 1) == 2;  // processors are in the routers
    return network.shared_nodes == 0 || (std::max(a, b) < network.shared_nodes ? !inside : at[a] != at[b]);
}

void check_layout(const Network& network, const PlanarLayout& layout) {
    if (layout.at.size() == network.graph.nodes()) return;
    throw InputError("a layout of " + std::to_string(layout.at.size()) + " nodes for the " +
                     std::to_string(network.graph.nodes()) + " of " + network.word + ", need a tile for every node");
}

}  // namespace

LayoutScheme layout_scheme(std::string_view name) {
    for (std::size_t i = 0; i < static_cast<std::size_t>(LayoutScheme::file); ++i) {
        if (name == layout_names[i]) return static_cast<LayoutScheme>(i);
    }
    throw InputError("no layout '" + std::string(name) + "'" + did_you_mean(name, layout_names) +
                     ", need raster, folded, z-stacked, quadrant or curve");
}

std::string_view name(LayoutScheme scheme) { return layout_names[static_cast<std::size_t>(scheme)]; }

std::optional<PlanarLayout> planar_layout(const Network& network, LayoutScheme scheme) {
    if (scheme == LayoutScheme::curve)
        return planar_layout(network, scheme, {1, std::vector<std::uint32_t>(network.graph.nodes(), 0), {}});
    if (network.shared_nodes > 0) return beside_processors(network, scheme);
    if (network.addresses.labelled() || network.addresses.radices().empty()) return std::nullopt;
    if (network.addresses.size() != network.graph.nodes()) return std::nullopt;
    const auto& groups = network.addresses.radices();
    Builder builder(scheme);
    for (std::size_t g = groups.size(); g-- > 0;) builder.add_group(groups[g], g + 1 == groups.size());
    return builder.build(network.graph.nodes(), [](Node v) { return v; });
}

std::optional<PlanarLayout> planar_layout(const Network& network, LayoutScheme scheme, const Placement& placement) {
    if (!placement.tiles.empty()) {
        PlanarLayout layout{1, 1, placement.tiles};
        for (const Tile& t : placement.tiles)
            layout.width = std::max(layout.width, t.x + 1), layout.height = std::max(layout.height, t.y + 1);
        return layout;
    }
    if (scheme != LayoutScheme::curve && placement.last_first) {
        // The digits of a plane are its x and y, and that of the planes comes before them.
        std::vector<std::uint32_t> group = network.addresses.radices().front();
        std::rotate(group.begin(), group.end() - 1, group.end());
        Builder builder(scheme);
        builder.add_group(group, true);
        const Node layers = group.front(), layer = network.graph.nodes() / layers;
        return builder.build(network.graph.nodes(), [=](Node v) { return v % layers * layer + v / layers; });
    }
    if (scheme != LayoutScheme::curve) return planar_layout(network, scheme);
    if (network.shared_nodes > 0) return std::nullopt;
    check_placement(network, placement);
    const Node nodes = network.graph.nodes();
    PlanarLayout layout;
    while (std::uint64_t{layout.width} * layout.width < placement.nodes_per_plane()) layout.width *= 2;
    layout.height = layout.width;
    layout.at.resize(nodes);
    std::vector<std::uint32_t> filled(placement.planes, 0);
    for (Node i = 0; i < nodes; ++i) {
        const Node v = placement.order.empty() ? i : placement.order[i];
        layout.at[v] = on_curve(layout.width, filled[placement.plane_of[v]]++);
    }
    return layout;
}

std::string no_tiles(const Network& network) {
    return network.shared_nodes > 0 ? "shared channels lie in tiles of processors, so no picture and no curve of tiles"
                                    : "the nodes have no digits, so no tiles but on a curve";
}

WireLengths measure_wires(const Network& network, const PlanarLayout& layout) {
    check_layout(network, layout);
    WireLengths lengths;
    for (Link l = 0; l < network.graph.links(); ++l) {
        const Node from = network.graph.source(2 * l), to = network.graph.target(2 * l);
        const Tile a = layout.at[from], b = layout.at[to];
        if (is_wire(network, from, to, layout.at)) add_wire(lengths, std::uint64_t{apart(a.x, b.x)} + apart(a.y, b.y));
    }
    return lengths;
}

std::vector<Tile> tiles_on_planes(const Network& network, const Placement& placement, const PlanarLayout& layout) {
    check_placement(network, placement);
    check_layout(network, layout);
    if (!placement.tiles.empty()) return placement.tiles;
    std::vector<std::vector<Node>> members(placement.planes);
    for (Node v = 0; v < network.graph.nodes(); ++v) members[placement.plane_of[v]].push_back(v);
    std::vector<Tile> at(network.graph.nodes());
    for (const std::vector<Node>& plane : members) {
        // the k-th column in use becomes column k
        std::vector<std::uint32_t> xs;
        std::vector<std::uint32_t> ys;
        for (const Node v : plane) {
            xs.push_back(layout.at[v].x);
            ys.push_back(layout.at[v].y);
        }
        for (auto* used : {&xs, &ys}) {
            std::sort(used->begin(), used->end());
            used->erase(std::unique(used->begin(), used->end()), used->end());
        }
        const auto rank = [](const std::vector<std::uint32_t>& used, std::uint32_t value) {
            return static_cast<std::uint32_t>(std::lower_bound(used.begin(), used.end(), value) - used.begin());
        };
        for (const Node v : plane) at[v] = {rank(xs, layout.at[v].x), rank(ys, layout.at[v].y)};
    }
    return at;
}

PlaneWiring measure_planes(const Network& network, const Placement& placement, const PlanarLayout& layout) {
    const std::vector<Tile> at = tiles_on_planes(network, placement, layout);
    const Graph& graph = network.graph;
    std::vector<std::vector<Node>> members(placement.planes);
    for (Node v = 0; v < graph.nodes(); ++v) members[placement.plane_of[v]].push_back(v);
    PlaneWiring wiring;
    wiring.shared = network.shared_nodes > 0;
    for (const std::vector<Node>& plane : members) {
        std::uint32_t width = 0, height = 0;
        for (const Node v : plane) {
            width = std::max(width, at[v].x + 1);
            height = std::max(height, at[v].y + 1);
        }
        Channels rows(height, width);
        Channels columns(width, height);
        for (const Node v : plane) {
            for (const Channel c : graph.out(v)) {
                const Node w = graph.target(c);
                if ((c & 1U) != 0 || placement.plane_of[w] != placement.plane_of[v] || !is_wire(network, v, w, at))
                    continue;  // each link from its first end
                rows.add(at[v].y, at[v].x, at[w].x);
                columns.add(at[w].x, at[v].y, at[w].y);
                add_wire(wiring.wires, std::uint64_t{apart(at[v].x, at[w].x)} + apart(at[v].y, at[w].y));
            }
        }
        wiring.tracks_x = std::max(wiring.tracks_x, rows.busiest());
        wiring.tracks_y = std::max(wiring.tracks_y, columns.busiest());
    }
    return wiring;
}

std::optional<ChosenLayout> best_layout(const Network& network, const Placement& placement) {
    std::optional<ChosenLayout> best;
    const bool own = !placement.tiles.empty();
    if (own || (network.shared_nodes == 0 && (network.addresses.labelled() || network.addresses.radices().empty()))) {
        auto layout = planar_layout(network, LayoutScheme::curve, placement);
        if (!layout) return std::nullopt;
        PlaneWiring inside = measure_planes(network, placement, *layout);
        return ChosenLayout{own ? LayoutScheme::file : LayoutScheme::curve, std::move(*layout), std::move(inside)};
    }
    for (const LayoutScheme scheme : {LayoutScheme::quadrant, LayoutScheme::folded, LayoutScheme::raster}) {
        std::optional<PlanarLayout> layout = planar_layout(network, scheme, placement);
        if (!layout) return std::nullopt;
        PlaneWiring inside = measure_planes(network, placement, *layout);
        const auto rank = [](const PlaneWiring& w) { return std::pair{w.wires.longest_tiles, w.wires.total_tiles}; };
        if (!best || rank(inside) < rank(best->inside))
            best = ChosenLayout{scheme, std::move(*layout), std::move(inside)};
    }
    return best;
}

}  // namespace wafernet
