#include "wafernet/measure/bisection.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

#include "flow_bound.hpp"
#include "halves.hpp"
#include "halving.hpp"
#include "partition.hpp"
#include "spectral.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/core/network.hpp"
#include "wafernet/measure/distances.hpp"

namespace wafernet {

namespace {

// Tries every partition of a very small graph into halves, pruned by links that are cut already, by those that an
// unassigned node must cut whichever side it goes to and by loose terminals that must leave their side.
class CompleteSearch {
public:
    static constexpr Node most_nodes = 40;

    // Looks for cuts of less than `upper` links. `adjacency` is that of halving.graph().
    CompleteSearch(const Adjacency& adjacency, const Halving& halving, std::uint64_t upper)
        : a_(adjacency),
          halving_(halving),
          order_(breadth_first_order(adjacency, 0)),
          best_(upper),
          side_(adjacency.nodes(), 2),
          links_(adjacency.nodes()) {}

    // The least cut, `upper` where no partition has less, or nothing where the budget runs out first.
    std::optional<std::uint64_t> run() {
        assign(0, 0, 0);
        return budget_ == 0 ? std::nullopt : std::optional(best_);
    }
    // The sides of that partition; empty where none has less.
    [[nodiscard]] const Sides& best_sides() const { return best_sides_; }

private:
    void assign(std::size_t depth, std::uint64_t cut, std::uint64_t forced) {
        const std::uint64_t larger = (halving_.total + 1) / 2;
        const std::uint64_t most = std::max(weight_[0], weight_[1]);
        const std::uint64_t leave = most > larger ? most - larger : 0;  // loose terminals, at least
        if (budget_ == 0 || leave > halving_.all_loose || cut + forced + leave >= best_) return;
        --budget_;
        if (depth == order_.size()) {
            if (!Balance(halving_, side_).holds()) return;
            best_ = cut + leave;
            best_sides_ = side_;
            return;
        }
        const Node v = order_[depth];
        const std::uint8_t nearer = links_[v][0] >= links_[v][1] ? 0 : 1;
        for (const std::uint8_t side : {nearer, static_cast<std::uint8_t>(1 - nearer)}) {
            if (depth == 0 && side == 1) continue;  // the sides may change names
            weight_[side] += halving_.weight[v];
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
            weight_[side] -= halving_.weight[v];
        }
    }

    struct Links {
        std::uint64_t to[2] = {0, 0};
        std::uint64_t& operator[](std::size_t side) { return to[side]; }
    };
    const Adjacency& a_;
    const Halving& halving_;
    std::vector<Node> order_;
    std::uint64_t best_;
    Sides side_, best_sides_;
    std::vector<Links> links_;
    std::uint64_t weight_[2] = {0, 0};
    std::uint64_t budget_ = 400000;
};

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

class Search {
public:
    Search(const Network& network, const Halving& halving) : network_(network), halving_(halving), a_(halving.graph()) {
        // All routers on one side cut the links of half of the terminals.
        if (halving.all_loose > 0) consider(Sides(a_.nodes(), 0));
    }

    void consider(const Sides& sides) {
        const Balance balance(halving_, sides);
        if (!balance.holds()) return;
        const std::uint64_t links = cut_of(a_, sides) + static_cast<std::uint64_t>(balance.excess());
        if (links >= links_) return;
        links_ = links;
        sides_ = sides;
    }
    void consider_order(std::vector<Node> order) {
        consider(halves(halving_, order));
        if (halving_.total % 2 == 0) return;
        std::reverse(order.begin(), order.end());  // the middle node on the other side
        consider(halves(halving_, order));
    }
    void refine_from(Sides start) { consider(refine(a_, halving_, std::move(start))); }

    [[nodiscard]] const Adjacency& adjacency() const { return a_; }
    [[nodiscard]] std::uint64_t links() const { return links_; }
    [[nodiscard]] const Sides& best() const { return sides_; }  // of the routers
    [[nodiscard]] Sides sides() const { return of_all_nodes(network_, halving_, sides_); }

private:
    const Network& network_;
    const Halving& halving_;
    Adjacency a_;
    std::uint64_t links_ = std::numeric_limits<std::uint64_t>::max();
    Sides sides_;
};

// Of searches in breadth and in depth and of shared channels by number, the halves that cut the fewest links; and of a
// search from the far end, improved.
void take_best_of_few(const Network& network, const Halving& halving, Search& search) {
    const Adjacency& a = search.adjacency();
    const std::vector<Node> from_first = breadth_first_order(a, 0);
    search.refine_from(halves(halving, breadth_first_order(a, from_first.back())));
    search.consider_order(from_first);
    search.consider_order(depth_first_order(a, 0));
    if (network.shared_nodes > 0) search.consider_order(by_shared_channel(network, a));
}

// What no cut into halves has fewer links than, where those between S nodes and the other n - S are at least `each` S
// (n - S). With x terminals that leave their router a side has nodes for a weight of half of all less x, at least; the
// sum rises and falls once, so that its ends count.
double least_links(const Halving& halving, double each) {
    const double n = halving.graph().nodes(), half = static_cast<double>(halving.total / 2),
                 heaviest = *std::max_element(halving.weight.begin(), halving.weight.end());
    const auto with = [&](double x) {
        const double nodes = (half - x) / heaviest;
        return each * nodes * (n - nodes) + x;
    };
    return std::min(with(0), with(std::min(half, static_cast<double>(halving.all_loose))));
}

// The network whose nodes are the routers, if the network is concentrated: it knows their coordinates and routes.
std::optional<Network> network_of_routers(const Network& network, const Halving& halving) {
    if (network.family == nullptr || !halving.contracted || network.family->parameters.empty()) return std::nullopt;
    const ParameterSpec& last = network.family->parameters.back();
    if (last.kind != ParameterKind::network) return std::nullopt;
    Network inside = build(parse_network_word(network.parameters.network(last.name)));
    if (inside.graph.nodes() != halving.graph().nodes() || !inside.terminals.empty()) return std::nullopt;
    return inside;
}

Sides canonical_sides(const Network& network, Coordinate coordinate) {
    const Node n = network.graph.nodes();
    Sides sides(n);
    for (Node v = 0; v < n; ++v) sides[v] = coordinate.in_lower_half(v, n) ? 0 : 1;
    return sides;
}

// Of the terminals by number, switches where they cut least.
Sides canonical_sides_of_hosts(const Network& network) {
    Sides sides(network.graph.nodes(), 1);
    for (std::size_t i = 0; i < network.terminals.size() / 2; ++i) sides[network.terminals[i]] = 0;
    return with_switches_at_best(network, sides);
}

void take(Bisection& b, std::uint64_t links, Sides sides) {
    if (links >= b.upper) return;
    b.upper = links;
    b.side = std::move(sides);
}

void take_search(Bisection& b, const Network& network, const Halving& halving, const Search& search) {
    if (search.links() < b.upper) take(b, search.links(), search.sides());
    if (!halving.switches || b.exact()) return;
    Sides better = with_switches_at_best(network, b.side);
    const std::uint64_t links = counted_cut(network, better);
    take(b, links, std::move(better));
}

// Halves found on coarser graphs, which lead farther and take longer; between few and many nodes improved so again and
// again.
template <class Exact>
void search_coarser(Search& search, const Halving& halving, const BisectionOptions& options, const Exact& exact) {
    constexpr Node few = 100, many = 10'000;
    constexpr std::uint64_t work = 2'500'000;  // runs times channels
    const Graph& graph = halving.graph();
    const Node n = graph.nodes();
    const bool between = n > few && n <= many && options.seeds > 1;
    const auto runs = between ? static_cast<unsigned>(std::clamp<std::uint64_t>(work / graph.channels(), 2, 24))
                              : std::min(options.seeds, n <= few ? options.seeds : 2U);
    unsigned in_vain = 0;  // runs since the last that found fewer links; of regular graphs the first finds the fewest
    for (unsigned i = 0; i < runs && in_vain < 6 && !exact(); ++i) {
        const std::uint64_t before = search.links();
        Sides sides = refine(search.adjacency(), halving, multilevel_halves(halving, options.seed + i));
        for (unsigned k = 0; k < 3 && between; ++k)
            sides = refine(search.adjacency(), halving, multilevel_again(halving, sides, options.seed + k));
        search.consider(sides);
        in_vain = search.links() < before ? 0 : in_vain + 1;
    }
    in_vain = 0;
    for (unsigned i = 0; i < runs && in_vain < 6 && between && !exact(); ++i) {
        const std::uint64_t before = search.links();
        search.refine_from(multilevel_again(halving, search.best(), options.seed + i));
        in_vain = search.links() < before ? 0 : in_vain + 1;
    }
}

// The orders of an eigenvector and of searches, improved, and what the eigenvalue and complete searches prove.
void search_well(Bisection& b, const Network& network, const Halving& halving, const BisectionOptions& options) {
    const Graph& graph = halving.graph();
    const Node n = graph.nodes();
    const std::optional<Network> routers = network_of_routers(network, halving);
    if (routers) {
        const double links = least_links(halving, links_per_pair(*routers, options.most_paths));
        b.lower = std::max(b.lower, static_cast<std::uint64_t>(std::ceil(links * (1.0 - 1e-9))));
    }
    Search search(network, halving);
    const auto exact = [&] { return std::min(b.upper, search.links()) == b.lower; };
    if (halving.place.empty()) search.refine_from(b.side);
    if (routers && !exact()) search.refine_from(canonical_sides(*routers, least_coordinate_cut(*routers).coordinate));
    if (n > 1 && !exact() && count_components(graph) == 1) {
        const double pairs_per_node = static_cast<double>(n / 2) * static_cast<double>(n - n / 2) / n;
        const Fiedler f = fiedler(graph, 0.02 / pairs_per_node, options.seed);
        b.spectral = least_links(halving, std::max(0.0, f.value - f.residual) / n);
        // The last subtraction covers the rounding of the measured residual itself.
        const double slack = 1e-6 + 1e-12 * *b.spectral;
        b.lower = std::max(b.lower, static_cast<std::uint64_t>(std::max(0.0, std::ceil(*b.spectral - slack))));
        std::vector<Node> order(n);
        std::iota(order.begin(), order.end(), Node{0});
        std::stable_sort(order.begin(), order.end(), [&](Node x, Node y) { return f.vector[x] < f.vector[y]; });
        if (!exact()) search.refine_from(halves(halving, order));
    }
    if (network.shared_nodes > 0 && !exact())
        search.refine_from(halves(halving, by_shared_channel(network, search.adjacency())));
    std::mt19937_64 random(options.seed);
    for (unsigned i = 0; i < options.seeds && !exact(); ++i)
        search.refine_from(halves(halving, breadth_first_order(search.adjacency(), static_cast<Node>(random() % n))));
    search_coarser(search, halving, options, exact);
    take_search(b, network, halving, search);

    if (!b.exact() && n <= CompleteSearch::most_nodes) {
        CompleteSearch all(search.adjacency(), halving, b.upper);
        if (const auto least = all.run()) {
            if (*least < b.upper) take(b, *least, of_all_nodes(network, halving, all.best_sides()));
            b.lower = b.upper;
        }
    }
    if (!b.exact() && !halving.place.empty()) {
        if (const auto least = least_of_all_splits(network, b.upper)) {
            take(b, least->links, least->sides);
            b.lower = b.upper;
        }
    }
}

}  // namespace

bool halves_hosts(const Network& network) { return network.terminals.size() > 1 && network.shared_nodes == 0; }

std::uint64_t canonical_cut(const Network& network) { return least_coordinate_cut(network).links; }

Bisection measure_bisection(const Network& network, const BisectionOptions& options) {
    const Graph& graph = network.graph;
    const Node n = graph.nodes();
    if (n < 2) throw InputError(network.word + ": a bisection needs at least 2 nodes, found " + std::to_string(n));
    if (graph.directed()) throw InputError(network.word + ": " + one_way_bisection);
    const bool hosts = halves_hosts(network);
    Bisection b;
    b.side =
        hosts ? canonical_sides_of_hosts(network) : canonical_sides(network, least_coordinate_cut(network).coordinate);
    b.canonical = b.upper = counted_cut(network, b.side);
    b.lower = std::min(options.at_least, b.upper);
    if (!hosts && !b.exact() && n <= bisection_nodes && !options.few_cuts)
        b.lower = std::max(b.lower, flow_bound(network, options.most_paths));
    if (b.exact()) return b;

    const Halving halving(network);
    if (n <= bisection_nodes && !options.few_cuts) {
        search_well(b, network, halving, options);
    } else if (graph.channels() <= few_cuts_channels) {
        Search search(network, halving);
        take_best_of_few(network, halving, search);
        take_search(b, network, halving, search);
    }
    if (counted_cut(network, b.side) != b.upper)
        throw ComputationError(network.word + ": the cut found has not the " + std::to_string(b.upper) +
                               " links of its search, please report this");
    return b;
}

}  // namespace wafernet
