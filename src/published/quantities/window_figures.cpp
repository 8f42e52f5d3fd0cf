// HOW networks: minimal paths, wires, pins, colinear layouts, fat trees (ziavras, sec. 2 and 3).
#include <cmath>

#include "wafernet/base/error.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/published/published.hpp"
#include "wafernet/windows/windows.hpp"

namespace wafernet::published {

namespace {

std::uint64_t count_of(const Subject& s, std::string_view name) {
    const double value = s.number(name);
    if (value < 0 || value > 1e15 || value != std::floor(value))
        throw InputError(std::string(name) + " is not a whole number from 0 to 1e15");
    return static_cast<std::uint64_t>(value);
}
std::uint64_t count_or(const Subject& s, std::string_view name, std::uint64_t fallback) {
    return s.maybe_number(name) ? count_of(s, name) : fallback;
}

Windows window_of(const Subject& s) {
    const NetworkWord word = network_word(s.network);
    if (const auto windows = windows_of(*word.family, word.parameters)) return *windows;
    throw InputError(word.word + " has no windows, need how or gh");
}

Evaluation paths(const Subject& s, Workbench&) {
    return {whole(minimal_paths(window_of(s).w, count_of(s, "distance")))};
}
Evaluation paths_printed(const Subject& s, Workbench&) {
    return {whole(minimal_paths_printed(window_of(s).w, count_of(s, "distance")))};
}

// Arguments distance, distance2, .. of the axes, first to last.
Evaluation paths_product(const Subject& s, Workbench&) {
    const Windows windows = window_of(s);
    std::uint64_t product = minimal_paths(windows.w, count_of(s, "distance"));
    for (std::uint64_t axis = 2; axis <= windows.n; ++axis)
        product *= minimal_paths(windows.w, count_of(s, "distance" + std::to_string(axis)));
    return {whole(product)};
}

// Over all pairs of a line whose distance is a multiple of the window: the fewest paths that are `longer` hops longer
// than the shortest. One hop more repeats no node, for whoever left out what lies between would be there too early.
struct FullWindows {
    std::uint64_t fewest = 0;
    std::uint64_t distance = 0;
};
FullWindows full_windows(const Subject& s, Workbench& bench, std::uint64_t longer) {
    const Network& network = bench.network(s.network);
    const Windows windows = window_of(s);
    if (windows.n != 1) throw InputError(s.network + " has several dimensions, need a line");
    const Node nodes = network.graph.nodes();
    FullWindows found{~std::uint64_t{0}, 0};
    for (Node a = 0; a < nodes; ++a) {
        std::vector<std::uint64_t> paths(nodes, 0);  // of so many hops
        paths[a] = 1;
        for (std::uint64_t hops = 1; (hops - longer) * windows.w < nodes || hops <= longer; ++hops) {
            std::vector<std::uint64_t> next(nodes, 0);
            for (Node v = 0; v < nodes; ++v) {
                for (const Channel c : network.graph.out(v)) next[network.graph.target(c)] += paths[v];
            }
            paths = std::move(next);
            if (hops <= longer) continue;
            const std::uint64_t distance = (hops - longer) * windows.w;
            for (const std::uint64_t b : {a + distance, a - distance}) {
                if (b < nodes && paths[b] < found.fewest) found = {paths[b], distance};
            }
        }
    }
    return found;
}
Evaluation full_window_paths(const Subject& s, Workbench& bench) { return {whole(full_windows(s, bench, 0).fewest)}; }
Evaluation full_window_detours(const Subject& s, Workbench& bench) {
    const FullWindows found = full_windows(s, bench, 1);
    return answer(found.fewest > 1,
                  "at least " + std::to_string(found.fewest) + ", as at distance " + std::to_string(found.distance));
}

// Argument `wires`: wires of a link, both directions together.
Evaluation wires(const Subject& s, Workbench& bench) {
    return {whole(bench.network(s.network).graph.links() * count_of(s, "wires"))};
}

FatTreeCost fat_tree(const Subject& s) { return fat_tree_cost(count_of(s, "m"), count_of(s, "k")); }
Evaluation fat_tree_wires(const Subject& s, Workbench&) { return {whole(fat_tree(s).wires)}; }
Evaluation fat_tree_switches(const Subject& s, Workbench&) { return {whole(fat_tree(s).switches)}; }
Evaluation fat_tree_diameter(const Subject& s, Workbench&) { return {whole(fat_tree(s).diameter_hops)}; }

Evaluation pins_window(const Subject& s, Workbench&) {
    return {whole(window_for_pins(count_of(s, "pins"), count_or(s, "axes", 1),
                                  {count_or(s, "channel_wires", 64), count_or(s, "directions", 1)}))};
}

ColinearLayout layout(const Subject& s) {
    const Windows windows = window_of(s);
    return colinear_layout(static_cast<std::uint32_t>(windows.p), static_cast<std::uint32_t>(windows.w));
}
Evaluation width(const Subject& s, Workbench&) { return {whole(layout(s).collective_width())}; }
Evaluation layers(const Subject& s, Workbench&) { return {whole(layout(s).layers)}; }
Evaluation width_printed(const Subject& s, Workbench&) {
    const auto width = collective_width_printed(window_of(s));
    if (!width) return {Missing{"Theorem 2 needs w < (p + 1)/2 or w = p - 1"}};
    return {whole(*width)};
}
Evaluation layers_formula(const Subject& s, Workbench&) {
    const auto layers = layers_printed(window_of(s));
    if (!layers) return {Missing{"Theorem 3 needs a line without wrap-around, and p >= 4 where w = p - 1"}};
    return {whole(*layers)};
}
// If every wire could go above or below: half the widest cut.
Evaluation width_bound(const Subject& s, Workbench&) { return {whole(collective_width_bound(window_of(s).w))}; }

Evaluation wider_nodes(const Subject& s, Workbench&) {
    const std::string torus = s.maybe_word("torus").value_or("wrapped");
    if (torus != "open" && torus != "wrapped") throw InputError("torus is '" + torus + "', need open or wrapped");
    return {whole(nodes_with_wider_bisection(count_of(s, "w"), torus == "open" ? TorusCut::open : TorusCut::wrapped))};
}

// Table 1: every row's formula, evaluated for a network of its kind.
Evaluation table_1(const Subject& s, bool channels) {
    const NetworkWord word = network_word(s.network);
    const Parameters& p = word.parameters;
    const auto nodes = static_cast<double>(word.family->nodes(p));
    const std::string_view family = word.family->name;
    if (family == "hypercube") return {channels ? nodes / 2 * std::log2(nodes) : std::log2(nodes)};
    if (family == "torus") {
        const auto& extents = p.extents("extents");
        for (const std::uint64_t e : extents) {
            if (e != extents.front()) return {Missing{"needs all extents alike"}};
        }
        const auto n = static_cast<double>(extents.size());
        return {channels ? n * nodes : n * std::floor(static_cast<double>(extents.front()) / 2)};
    }
    if (family == "fattree") {
        const auto levels = static_cast<double>(p["d"]);  // N = 2^d processors
        return {channels ? 2 * std::exp2(levels) * levels : 2 * levels};
    }
    if (family == "gh" || family == "how") {
        const auto root = static_cast<double>(p["p"]);
        const auto n = static_cast<double>(p["n"]);
        if (family == "gh") return {channels ? (root - 1) * n * nodes / 2 : n};
        const auto w = static_cast<double>(p["w"]);
        if (p["wrap"] == 1) return {Missing{"needs a HOW without wrap-around"}};
        return {channels ? n / 2 * (nodes / root) * w * (2 * root - w - 1) : n * std::ceil((root - 1) / w)};
    }
    return {Missing{"Table 1 does not speak of " + word.word}};
}
Evaluation table_1_channels(const Subject& s, Workbench&) { return table_1(s, true); }
Evaluation table_1_diameter(const Subject& s, Workbench&) { return table_1(s, false); }

std::uint64_t fat_tree_levels(const Subject& s) {
    const NetworkWord word = network_word(s.network);
    if (word.family->name != "fattree") throw InputError(word.word + " is no fat tree, need fattree");
    return word.parameters["d"];
}
Evaluation table_1_switches(const Subject& s, Workbench&) {
    const double leaves = std::exp2(static_cast<double>(fat_tree_levels(s)));
    return {2 * leaves * (5 * leaves - 8)};
}
// Of the graph: a switch of level i has as many inputs as there are links below and above it; the one at the top those
// below.
std::uint64_t crosspoints(const Network& network, std::uint64_t levels) {
    std::uint64_t sum = 0;
    for (Node v = static_cast<Node>(1U << levels); v < network.graph.nodes(); ++v) {
        std::uint64_t below = 0;
        for (const Channel c : network.graph.out(v)) below += network.graph.target(c) < v ? 1 : 0;
        const std::uint64_t inputs = v + 1 == network.graph.nodes() ? below : 2 * below;
        sum += inputs * inputs;
    }
    return sum;
}
Evaluation fat_tree_crosspoints(const Subject& s, Workbench& bench) {
    return {whole(crosspoints(bench.network(s.network), fat_tree_levels(s)) * count_of(s, "k"))};
}

// Sec. 3: at the expense of wires and binary switches, "versus O(pw) and zero, respectively, for the 2-D HOW".
Evaluation wires_and_switches(const Subject& s, Workbench& bench) {
    const Network& network = bench.network(s.network);
    const bool switched = network_word(s.network).family->name == "fattree";
    const std::uint64_t switches = switched ? crosspoints(network, fat_tree_levels(s)) : 0;
    return {whole((network.graph.links() + switches) * count_of(s, "wires"))};
}

constexpr Quantity list[] = {
    {"shortest_paths_product", "product of the numbers of shortest paths in all dimensions", Kind::formula, false,
     paths_product},
    {"full_window_paths", "fewest shortest paths of pairs at a multiple of the window", Kind::exact, true,
     full_window_paths},
    {"full_window_detours", "every such pair has several paths one hop longer", Kind::exact, true, full_window_detours},
    {"minimal_paths", "shortest paths along one line, counted", Kind::exact, true, paths},
    {"minimal_paths_printed", "Proposition 2 (HOW)", Kind::formula, false, paths_printed},
    {"wires", "links of the graph times the wires of a link", Kind::exact, true, wires},
    {"wires_and_switches", "wires of the links and binary switches between them", Kind::exact, true,
     wires_and_switches},
    {"binary_fat_tree_wires", "m N k wires (Proposition 3)", Kind::formula, false, fat_tree_wires},
    {"binary_fat_tree_switches", "N k (5N - 8) binary switches (Proposition 3)", Kind::formula, false,
     fat_tree_switches},
    {"binary_fat_tree_diameter", "2 m hops between leaves", Kind::formula, false, fat_tree_diameter},
    {"pins_window", "widest window within a pin budget", Kind::formula, false, pins_window},
    {"collective_width", "maximum collective width counted on the colinear layout", Kind::exact, true, width},
    {"collective_width_printed", "Theorem 2 (HOW)", Kind::formula, false, width_printed},
    {"collective_width_bound", "half the widest cut: a free choice of the half for every wire", Kind::exact, true,
     width_bound},
    {"colinear_layers", "layers of the colinear layout without crossings, counted", Kind::exact, true, layers},
    {"colinear_layers_printed", "Theorem 3 (HOW)", Kind::formula, false, layers_formula},
    {"wider_bisection_nodes", "nodes up to which the HOW's bisection is at least the torus's", Kind::exact, true,
     wider_nodes},
    {"table_1_channels", "Table 1 (HOW), channels", Kind::formula, false, table_1_channels},
    {"table_1_diameter", "Table 1 (HOW), diameter", Kind::formula, false, table_1_diameter},
    {"table_1_switches", "Table 1 (HOW), switches of the fat tree", Kind::formula, false, table_1_switches},
    {"fat_tree_crosspoints", "crosspoints of the switches of the graph, k channels a leaf", Kind::exact, true,
     fat_tree_crosspoints},
};

}  // namespace

std::span<const Quantity> window_figures_quantities() { return list; }

}  // namespace wafernet::published
