#include "wafernet/measure/distances.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <map>
#include <numeric>

#include "adjacency.hpp"
#include "base/parallel.hpp"
#include "base/wide.hpp"
#include "core/breadth_first.hpp"
#include "one_way.hpp"
#include "product.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet {

namespace {

constexpr std::size_t quick_sources = 16;  // searches that are over before a graph is seen to be a product

void add(std::vector<std::uint64_t>& total, const std::vector<std::uint64_t>& part) {
    if (total.size() < part.size()) total.resize(part.size());
    for (std::size_t h = 0; h < part.size(); ++h) total[h] += part[h];
}

// The histogram of all pieces of the work, in any order on any number of threads: counts are whole numbers.
// `make_search` gives each thread its own function of a piece and the histogram to add to.
template <class MakeSearch>
std::vector<std::uint64_t> count_pieces(std::size_t pieces, const DistanceOptions& how, const MakeSearch& make_search) {
    std::vector<std::vector<std::uint64_t>> parts(std::max(1U, how.threads));
    Progress progress("measuring distances", how.progress, pieces);
    for_each_block_by(pieces, how.threads, [&](unsigned thread) {
        return [&, thread, search = make_search()](std::size_t i) mutable {
            search(i, parts[thread]);
            progress.one_more();
        };
    });
    std::vector<std::uint64_t> histogram;
    for (const auto& part : parts) add(histogram, part);
    return histogram;
}

Distances explained(Distances d, bool one_way = false) {
    if (d.components != 1)
        d.reason = (one_way ? "not strongly connected: " : "not connected: ") + std::to_string(d.components) +
                   (one_way ? " strong components" : " components");
    return d;
}

// Searches from many nodes at once, a bit of a word for each: at every level the nodes that changed give their change
// to their neighbours.
class BitSearch {
public:
    static constexpr std::size_t width = 256;

    // Pairs are counted whose second node is in `counted`, which has the sources; all where it is empty.
    BitSearch(const Adjacency& adjacency, const std::vector<bool>& counted)
        : adjacency_(adjacency), counted_(counted), seen_(adjacency.nodes()), frontier_(seen_), next_(seen_) {}

    // Adds `weight` for every pair from one of at most `width` sources to histogram[distance].
    void run(std::span<const Node> sources, std::uint64_t weight, std::vector<std::uint64_t>& histogram) {
        std::fill(seen_.begin(), seen_.end(), Word{});
        std::fill(frontier_.begin(), frontier_.end(), Word{});
        active_.clear();
        for (std::size_t i = 0; i < sources.size(); ++i) {
            const Node v = sources[i];
            if (!any(seen_[v])) active_.push_back(v);
            seen_[v][i / 64] |= std::uint64_t{1} << (i % 64);
            frontier_[v] = seen_[v];
        }
        if (histogram.empty()) histogram.push_back(0);
        histogram[0] += weight * sources.size();
        const auto ends = counted_.empty() ? seen_.size() : std::ranges::count(counted_, true);
        std::uint64_t missing = sources.size() * (ends - 1);
        for (std::size_t distance = 1; missing > 0 && !active_.empty(); ++distance) {
            const std::uint64_t reached = step();
            if (reached == 0) continue;
            missing -= reached;
            if (histogram.size() <= distance) histogram.resize(distance + 1);
            histogram[distance] += weight * reached;
        }
    }

private:
    using Word = std::uint64_t __attribute__((vector_size(32)));
    static bool any(const Word& w) { return (w[0] | w[1] | w[2] | w[3]) != 0; }

    // One level; returns the pairs that it reached.
    std::uint64_t step() {
        touched_.clear();
        if (active_.size() > seen_.size() / 16) {  // in the order in which they lie in memory
            active_.clear();
            for (Node v = 0; v < seen_.size(); ++v) {
                if (any(frontier_[v])) active_.push_back(v);
            }
        }
        for (const Node v : active_) {
            const Word change = frontier_[v];
            frontier_[v] = Word{};
            for (const Node w : adjacency_.of(v)) {
                const Word fresh = change & ~seen_[w];
                if (!any(fresh)) continue;
                if (!any(next_[w])) touched_.push_back(w);
                next_[w] |= fresh;
            }
        }
        std::uint64_t reached = 0;
        for (const Node w : touched_) {
            seen_[w] |= next_[w];
            for (int i = 0; i < 4 && (counted_.empty() || counted_[w]); ++i)
                reached += static_cast<std::uint64_t>(std::popcount(next_[w][i]));
        }
        active_.swap(touched_);
        frontier_.swap(next_);
        return reached;
    }

    const Adjacency& adjacency_;
    const std::vector<bool>& counted_;
    std::vector<Word> seen_, frontier_, next_;  // next_ is zero between levels
    std::vector<Node> active_, touched_;        // the nodes that changed at the last and at this level
};

struct Batch {
    std::vector<Node> sources;
    std::uint64_t weight = 1;
};

Distances search(const Graph& graph, std::span<const SourceClass> sources, const DistanceOptions& how,
                 const std::vector<bool>& counted = {}) {
    const Adjacency adjacency(graph);
    std::map<std::uint64_t, std::vector<Node>> by_weight;
    for (const SourceClass& s : sources) by_weight[s.weight].push_back(s.representative);
    std::vector<Batch> batches;
    for (const auto& [weight, nodes] : by_weight) {
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            if (i % BitSearch::width == 0) batches.push_back({{}, weight});
            batches.back().sources.push_back(nodes[i]);
        }
    }
    Distances d{adjacency.nodes(), 1, sources.size(), {}, {}};
    d.histogram = count_pieces(batches.size(), how, [&] {
        return
            [&, search = BitSearch(adjacency, counted)](std::size_t i, std::vector<std::uint64_t>& histogram) mutable {
                search.run(batches[i].sources, batches[i].weight, histogram);
            };
    });
    std::uint64_t starts = 0;
    for (const SourceClass& s : sources) starts += s.weight;
    if (!counted.empty() || starts != d.nodes ||
        std::accumulate(d.histogram.begin(), d.histogram.end(), Wide{0}) != Wide{starts} * d.nodes)
        d.components = count_components(graph);
    return explained(std::move(d), graph.directed());
}

std::vector<SourceClass> each_once(std::span<const Node> nodes) {
    std::vector<SourceClass> all;
    for (const Node v : nodes) all.push_back({v, 1});
    return all;
}

Distances from_every_node(const Graph& graph, const DistanceOptions& how) {
    std::vector<Node> all(graph.nodes());
    std::iota(all.begin(), all.end(), Node{0});
    return search(graph, each_once(all), how);
}

// Of a Cartesian product, whose distances are sums of its factors'. Nothing where the addresses show none, or where its
// factors take long.
std::optional<Distances> search_factors(const Network& network, const DistanceOptions& how) {
    double visits = 0.0;
    const std::vector<Graph> factors = product_factors(network.graph, network.addresses);
    for (const Graph& factor : factors) visits += static_cast<double>(factor.nodes()) * factor.channels();
    if (factors.empty() || visits > how.visits) return std::nullopt;
    Distances d{network.graph.nodes(), 1, 0, {1}, {}};
    for (const Graph& factor : factors) {
        const Distances of_factor = from_every_node(factor, how);
        d.components *= of_factor.components;
        d.sources += of_factor.sources;
        std::vector<std::uint64_t> sums(d.histogram.size() + of_factor.histogram.size() - 1);
        for (std::size_t a = 0; a < d.histogram.size(); ++a) {
            for (std::size_t b = 0; b < of_factor.histogram.size(); ++b)
                sums[a + b] += d.histogram[a] * of_factor.histogram[b];
        }
        d.histogram = std::move(sums);
    }
    return explained(std::move(d), network.graph.directed());
}

// Of a ring of millions of nodes it does not fit 64 bits.
Wide sum_of(const std::vector<std::uint64_t>& histogram) {
    Wide total = 0;
    for (std::size_t h = 1; h < histogram.size(); ++h) total += Wide{histogram[h]} * h;
    return total;
}

}  // namespace

std::optional<std::uint32_t> Distances::diameter() const {
    if (!reason.empty() || histogram.empty()) return std::nullopt;
    return static_cast<std::uint32_t>(histogram.size() - 1);
}

std::uint64_t Distances::sum() const {
    const Wide total = sum_of(histogram);
    if (total > std::numeric_limits<std::uint64_t>::max())
        throw ComputationError("the sum of all distances does not fit 64 bits");
    return static_cast<std::uint64_t>(total);
}

std::optional<double> Distances::average(Pairs pairs) const {
    const double n = nodes;
    if (!reason.empty() || histogram.empty() || (pairs == Pairs::distinct && nodes < 2)) return std::nullopt;
    return static_cast<double>(sum_of(histogram)) / (pairs == Pairs::distinct ? n * (n - 1) : n * n);
}

Distances measure_terminal_distances(const Network& network, const DistanceOptions& options) {
    if (network.terminals.empty()) return measure_distances(network, options);
    const std::vector<Node>& ends = network.terminals;
    const double visits = static_cast<double>(ends.size()) * static_cast<double>(network.graph.channels());
    if (visits > options.visits && !options.exhaustive) {
        Distances d{static_cast<Node>(ends.size()), count_components(network.graph), ends.size(), {}, {}};
        d.left_out = visits;
        d.reason = "a search from each of " + std::to_string(ends.size()) +
                   " terminals takes long, 'wafernet topology' with --exhaustive does it";
        return d;
    }
    std::vector<bool> counted(network.graph.nodes());
    for (const Node v : ends) counted[v] = true;
    Distances d = search(network.graph, each_once(ends), options, counted);
    d.nodes = static_cast<Node>(ends.size());
    // Terminals may reach one another where switches do not.
    if (std::accumulate(d.histogram.begin(), d.histogram.end(), std::uint64_t{0}) == std::uint64_t{d.nodes} * d.nodes)
        d.reason.clear();
    return d;
}

std::uint32_t count_components(const Graph& graph) {
    if (graph.directed()) return strong_components(graph);
    std::vector<std::uint32_t> hops(graph.nodes(), unreached);
    std::vector<Node> reached;
    std::uint32_t components = 0;
    for (Node v = 0; v < graph.nodes(); ++v) {
        if (hops[v] != unreached) continue;
        ++components;
        search_until(graph, v, hops, reached, [] { return false; });
    }
    return components;
}

Distances measure_distances(const Graph& graph, std::span<const SourceClass> sources, unsigned threads) {
    return search(graph, sources, {.threads = threads});
}
Distances measure_distances(const Graph& graph, unsigned threads) {
    return from_every_node(graph, {.threads = threads});
}

Distances measure_distances(const Network& network, const DistanceOptions& options) {
    const Graph& graph = network.graph;
    if (options.exhaustive || graph.nodes() <= brute_force_nodes) return from_every_node(graph, options);
    const std::vector<SourceClass> classes = source_classes(network);
    const std::size_t sources = classes.empty() ? graph.nodes() : classes.size();
    if (sources > quick_sources) {
        if (auto d = search_factors(network, options)) return *std::move(d);
    }
    const double visits = static_cast<double>(sources) * static_cast<double>(graph.channels());
    if (visits <= options.visits)
        return classes.empty() ? from_every_node(graph, options) : search(graph, classes, options);
    Distances d;
    d.nodes = graph.nodes();
    d.components = count_components(graph);
    d.left_out = visits;
    d = explained(std::move(d), graph.directed());
    if (d.reason.empty())
        d.reason = "a search from each of " + std::to_string(sources) +
                   " nodes takes long, 'wafernet topology' with --exhaustive does it";
    return d;
}

}  // namespace wafernet
