#include "wafernet/measure/bisection.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <random>

#include "flow_bound.hpp"
#include "host_bisection.hpp"
#include "partition.hpp"
#include "spectral.hpp"
#include "wafernet/core/error.hpp"
#include "wafernet/measure/distances.hpp"

namespace wafernet {

namespace {

// Position of a node when nodes are ordered by one digit first.
struct Coordinate {
    std::uint32_t stride;  // of the digit in the node number
    std::uint32_t radix;

    [[nodiscard]] bool in_lower_half(Node v, Node nodes) const {
        const std::uint64_t digit = v / stride % radix;
        const std::uint64_t rest = v / stride / radix * stride + v % stride;
        return digit * (nodes / radix) + rest < nodes / 2;
    }
};

std::vector<Coordinate> coordinates_of(const Network& network) {
    const Node n = network.graph.nodes();
    std::vector<Coordinate> out;
    const AddressScheme& addresses = network.addresses;
    if (addresses.labelled() || addresses.radices().empty() || addresses.size() != n) return {{1, n}};
    std::uint32_t stride = 1;
    for (auto group = addresses.radices().rbegin(); group != addresses.radices().rend(); ++group) {
        for (auto radix = group->rbegin(); radix != group->rend(); ++radix) {
            if (*radix > 1) out.push_back({stride, *radix});
            stride *= *radix;
        }
    }
    if (out.empty() || out.size() > 64) return {{1, n}};
    return out;
}

struct CoordinateCut {
    std::uint64_t links = 0;
    Coordinate coordinate{};
};

// All coordinate cuts at once: bit j of a node's word is its half of coordinate j.
CoordinateCut least_coordinate_cut(const Network& network) {
    const Graph& graph = network.graph;
    const std::vector<Coordinate> coordinates = coordinates_of(network);
    std::vector<std::uint64_t> halves_of(graph.nodes(), 0);
    for (std::size_t j = 0; j < coordinates.size(); ++j) {
        for (Node v = 0; v < graph.nodes(); ++v)
            halves_of[v] |= std::uint64_t{coordinates[j].in_lower_half(v, graph.nodes())} << j;
    }
    std::vector<std::uint64_t> cuts(coordinates.size(), 0);
    for (Channel c = 0; c < graph.channels(); c += 2) {
        for (std::uint64_t bits = halves_of[graph.source(c)] ^ halves_of[graph.target(c)]; bits != 0;
             bits &= bits - 1) {
            ++cuts[static_cast<std::size_t>(std::countr_zero(bits))];
        }
    }
    const auto least = std::min_element(cuts.begin(), cuts.end());
    return {*least, coordinates[static_cast<std::size_t>(least - cuts.begin())]};
}

// Every balanced partition of a very small graph, pruned by links that are cut already and by those that an unassigned
// node must cut whichever side it goes to.
class CompleteSearch {
public:
    static constexpr Node most_nodes = 40;

    CompleteSearch(const Adjacency& a, std::uint64_t upper)
        : a_(a), order_(breadth_first_order(a, 0)), best_(upper), side_(a.nodes(), 2), links_(a.nodes()) {}

    // Returns the least cut, or nothing where the budget runs out first.
    std::optional<std::uint64_t> run() {
        const std::size_t larger = (a_.nodes() + 1) / 2;
        room_[0] = room_[1] = larger;
        assign(0, 0, 0);
        return budget_ == 0 ? std::nullopt : std::optional(best_);
    }

private:
    void assign(std::size_t depth, std::uint64_t cut, std::uint64_t forced) {
        if (budget_ == 0 || cut + forced >= best_) return;
        --budget_;
        if (depth == order_.size()) {
            best_ = cut;
            return;
        }
        const Node v = order_[depth];
        const std::uint8_t nearer = links_[v][0] >= links_[v][1] ? 0 : 1;
        for (const std::uint8_t side : {nearer, static_cast<std::uint8_t>(1 - nearer)}) {
            if (room_[side] == 0 || (depth == 0 && side == 1)) continue;  // the sides may change names
            --room_[side];
            side_[v] = side;
            std::uint64_t still_forced = forced - std::min(links_[v][0], links_[v][1]);
            for (const Node w : a_.of(v)) {
                if (side_[w] != 2) continue;
                still_forced -= std::min(links_[w][0], links_[w][1]);
                ++links_[w][side];
                still_forced += std::min(links_[w][0], links_[w][1]);
            }
            assign(depth + 1, cut + links_[v][1 - side], still_forced);
            for (const Node w : a_.of(v)) {
                if (side_[w] == 2) --links_[w][side];
            }
            side_[v] = 2;
            ++room_[side];
        }
    }

    struct Links {
        std::uint64_t to[2] = {0, 0};
        std::uint64_t& operator[](std::size_t side) { return to[side]; }
    };
    const Adjacency& a_;
    std::vector<Node> order_;
    std::uint64_t best_;
    std::vector<std::uint8_t> side_;
    std::vector<Links> links_;
    std::size_t room_[2] = {0, 0};
    std::uint64_t budget_ = 400000;
};

// Shared channels by number, what hangs on them with the first of them.
std::vector<Node> by_shared_channel(const Network& network, const Adjacency& a) {
    std::vector<Node> first(a.nodes()), order(a.nodes());
    for (Node v = 0; v < a.nodes(); ++v) {
        first[v] = v;
        for (const Node w : a.of(v)) first[v] = v < network.shared_nodes ? v : std::min(first[v], w);
    }
    std::iota(order.begin(), order.end(), Node{0});
    std::stable_sort(order.begin(), order.end(), [&](Node x, Node y) { return first[x] < first[y]; });
    return order;
}

// Of searches in breadth and in depth and of shared channels by number, the halves that cut the fewest links; and of a
// search from the far end, improved.
std::uint64_t best_of_few(const Network& network) {
    const Adjacency a(network.graph);
    const std::vector<Node> from_first = breadth_first_order(a, 0);
    std::uint64_t best = cut_of(a, refine(a, halves(breadth_first_order(a, from_first.back()))));
    const auto try_order = [&](std::vector<Node> order) {
        best = std::min(best, cut_of(a, halves(order)));
        if (a.nodes() % 2 == 0) return;
        std::reverse(order.begin(), order.end());  // the middle node on the other side
        best = std::min(best, cut_of(a, halves(order)));
    };
    try_order(from_first);
    try_order(depth_first_order(a, 0));
    if (network.shared_nodes > 0) try_order(by_shared_channel(network, a));
    return best;
}

}  // namespace

bool halves_hosts(const Network& network) { return network.family == nullptr && network.terminals.size() > 1; }

std::uint64_t canonical_cut(const Network& network) { return least_coordinate_cut(network).links; }

Bisection measure_bisection(const Network& network, const BisectionOptions& options) {
    const Graph& graph = network.graph;
    const Node n = graph.nodes();
    if (n < 2) throw InputError(network.word + ": a bisection needs at least 2 nodes, found " + std::to_string(n));
    if (graph.directed()) throw InputError(network.word + ": " + one_way_bisection);
    if (halves_hosts(network)) {
        BisectionOptions hosts = options;
        hosts.few_cuts = hosts.few_cuts || n > bisection_nodes;
        return bisect_hosts(network, hosts);
    }
    const CoordinateCut canonical = least_coordinate_cut(network);
    Bisection b{canonical.links, options.at_least, canonical.links, {}};
    if (b.exact()) return b;
    if (n > bisection_nodes || options.few_cuts) {
        if (graph.channels() <= few_cuts_channels) b.upper = std::min(b.upper, best_of_few(network));
        return b;
    }

    b.lower = std::max(b.lower, flow_bound(network, options.most_paths));
    if (b.exact()) return b;

    const Adjacency a(graph);
    const auto try_start = [&](Sides start) { b.upper = std::min(b.upper, cut_of(a, refine(a, std::move(start)))); };
    Sides sides(n);
    for (Node v = 0; v < n; ++v) sides[v] = canonical.coordinate.in_lower_half(v, n) ? 0 : 1;
    try_start(sides);

    std::vector<Node> order(n);
    std::iota(order.begin(), order.end(), Node{0});
    if (count_components(graph) == 1) {
        const Node half = n / 2;
        const double pairs_per_node = static_cast<double>(half) * static_cast<double>(n - half) / n;
        const Fiedler f = fiedler(graph, 0.02 / pairs_per_node, options.seed);
        b.spectral = std::max(0.0, f.value - f.residual) * pairs_per_node;
        // The last subtraction covers the rounding of the measured residual itself.
        const double slack = 1e-6 + 1e-12 * *b.spectral;
        b.lower = std::max(b.lower, static_cast<std::uint64_t>(std::max(0.0, std::ceil(*b.spectral - slack))));
        std::stable_sort(order.begin(), order.end(), [&](Node x, Node y) { return f.vector[x] < f.vector[y]; });
        if (!b.exact()) try_start(halves(order));
    }
    if (network.shared_nodes > 0 && !b.exact()) try_start(halves(by_shared_channel(network, a)));
    std::mt19937_64 random(options.seed);
    for (unsigned i = 0; i < options.seeds && !b.exact(); ++i)
        try_start(halves(breadth_first_order(a, static_cast<Node>(random() % n))));

    if (!b.exact() && n <= CompleteSearch::most_nodes) {
        if (const auto least = CompleteSearch(a, b.upper).run()) b.lower = b.upper = *least;
    }
    return b;
}

}  // namespace wafernet
