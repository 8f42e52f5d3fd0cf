#include "wafernet/measure/distances.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <limits>
#include <map>
#include <numeric>

#include "adjacency.hpp"
#include "base/parallel.hpp"
#include "base/wide.hpp"
#include "batch_search.hpp"
#include "core/breadth_first.hpp"
#include "one_way.hpp"
#include "packed_search.hpp"
#include "product.hpp"
#include "tree_distances.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet {

namespace {

// From this size on words of 64 nodes are tried; with more sources than this, words of 256 sources are faster.
constexpr Node packed_nodes = 1U << 15U;
constexpr std::size_t packed_sources = 2048;
constexpr std::size_t quick_sources = 16;  // searches that are over before a graph is seen to be a product

std::uint32_t components_of(const Adjacency& adjacency) {
    std::vector<char> seen(adjacency.nodes(), 0);
    std::vector<Node> stack;
    std::uint32_t components = 0;
    for (Node start = 0; start < adjacency.nodes(); ++start) {
        if (seen[start] != 0) continue;
        ++components;
        seen[start] = 1;
        stack.push_back(start);
        while (!stack.empty()) {
            const Node v = stack.back();
            stack.pop_back();
            for (const Node w : adjacency.of(v)) {
                if (seen[w] != 0) continue;
                seen[w] = 1;
                stack.push_back(w);
            }
        }
    }
    return components;
}

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

// From few sources of a large regular graph, 64 nodes in a word. Nothing where the graph is not of that kind.
std::optional<Distances> search_packed(const Graph& graph, std::span<const SourceClass> sources,
                                       const DistanceOptions& how) {
    if (graph.nodes() < packed_nodes || sources.size() > packed_sources) return std::nullopt;
    const auto packed = pack(graph);
    if (!packed) return std::nullopt;
    std::atomic<bool> connected = true;
    Distances d{graph.nodes(), 1, sources.size(), {}, {}};
    d.histogram = count_pieces(sources.size(), how, [&] {
        return [&, search = PackedSearch(*packed)](std::size_t i, std::vector<std::uint64_t>& histogram) mutable {
            if (search.run(sources[i].representative, sources[i].weight, histogram) < graph.nodes()) connected = false;
        };
    });
    if (!connected) d.components = count_components(graph);
    return d;
}

struct Batch {
    std::vector<Node> sources;
    std::uint64_t weight = 1;
};

// From the given sources of any graph, by batches.
Distances search_batches(const Adjacency& adjacency, std::span<const SourceClass> sources, const DistanceOptions& how) {
    std::map<std::uint64_t, std::vector<Node>> by_weight;
    for (const SourceClass& s : sources) by_weight[s.weight].push_back(s.representative);
    std::vector<Batch> batches;
    for (const auto& [weight, nodes] : by_weight) {
        for (std::size_t i = 0; i < nodes.size(); i += BatchSearch::width) {
            const std::size_t end = std::min(nodes.size(), i + BatchSearch::width);
            batches.push_back(
                {{nodes.begin() + static_cast<std::ptrdiff_t>(i), nodes.begin() + static_cast<std::ptrdiff_t>(end)},
                 weight});
        }
    }
    Distances d{adjacency.nodes(), components_of(adjacency), sources.size(), {}, {}};
    d.histogram = count_pieces(batches.size(), how, [&] {
        return [&, search = BatchSearch(adjacency)](std::size_t i, std::vector<std::uint64_t>& histogram) mutable {
            search.run(batches[i].sources, batches[i].weight, histogram);
        };
    });
    return d;
}

Distances explained(Distances d, bool one_way = false) {
    if (d.components != 1)
        d.reason = (one_way ? "not strongly connected: " : "not connected: ") + std::to_string(d.components) +
                   (one_way ? " strong components" : " components");
    return d;
}

// From every node of a graph with one-way links, which the other searches take for going both ways.
Distances search_one_way(const Graph& graph, const DistanceOptions& how) {
    Distances d{graph.nodes(), strong_components(graph), graph.nodes(), {}, {}};
    d.histogram = count_pieces(graph.nodes(), how, [&] {
        return [&](std::size_t source, std::vector<std::uint64_t>& histogram) {
            for (const std::uint32_t hops : hops_from(graph, static_cast<Node>(source))) {
                if (hops == unreached) continue;
                if (histogram.size() <= hops) histogram.resize(hops + 1);
                ++histogram[hops];
            }
        };
    });
    return explained(std::move(d), true);
}

Distances from_some(const Graph& graph, std::span<const SourceClass> sources, const DistanceOptions& how) {
    if (auto d = search_packed(graph, sources, how)) return explained(*std::move(d));
    return explained(search_batches(Adjacency(graph), sources, how));
}

Distances from_every_node(const Graph& graph, const DistanceOptions& how) {
    if (graph.directed()) return search_one_way(graph, how);
    const Adjacency adjacency(graph);
    std::vector<SourceClass> all(graph.nodes());
    for (Node v = 0; v < graph.nodes(); ++v) all[v] = {v, 1};
    return explained(search_batches(adjacency, all, how));
}

// Of a tree by its branches. Nothing where the graph is none.
std::optional<Distances> search_tree(const Graph& graph) {
    if (graph.directed() || graph.links() + 1 != graph.nodes()) return std::nullopt;
    auto histogram = tree_distances(Adjacency(graph));
    if (!histogram) return std::nullopt;
    return Distances{graph.nodes(), 1, 1, *std::move(histogram), {}};
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
        const std::optional<Distances> tree = search_tree(factor);
        const Distances of_factor = tree ? *tree : from_every_node(factor, how);
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

// From 64 terminals at once, a bit for each, to all terminals.
void search_terminals(const Graph& graph, std::span<const Node> sources, std::span<const Node> ends,
                      std::vector<std::uint64_t>& histogram) {
    std::vector<std::uint64_t> seen(graph.nodes()), fresh(graph.nodes()), next(graph.nodes());
    for (std::size_t i = 0; i < sources.size(); ++i) seen[sources[i]] = fresh[sources[i]] = std::uint64_t{1} << i;
    if (histogram.empty()) histogram.resize(1);
    histogram[0] += sources.size();
    bool any = true;
    for (std::size_t hops = 1; any; ++hops) {
        std::fill(next.begin(), next.end(), 0);
        for (Node v = 0; v < graph.nodes(); ++v) {
            if (fresh[v] == 0) continue;
            for (const Channel c : graph.out(v)) next[graph.target(c)] |= fresh[v];
        }
        any = false;
        for (Node v = 0; v < graph.nodes(); ++v) {
            fresh[v] = next[v] & ~seen[v];
            seen[v] |= fresh[v];
            any = any || fresh[v] != 0;
        }
        std::uint64_t reached = 0;
        for (const Node t : ends) reached += static_cast<std::uint64_t>(std::popcount(fresh[t]));
        if (reached == 0) continue;
        if (histogram.size() <= hops) histogram.resize(hops + 1);
        histogram[hops] += reached;
    }
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
    Distances d{static_cast<Node>(ends.size()), count_components(network.graph), ends.size(), {}, {}};
    const double visits = static_cast<double>(ends.size()) * static_cast<double>(network.graph.channels());
    if (visits > options.visits && !options.exhaustive) {
        d.left_out = visits;
        d.reason = "a search from each of " + std::to_string(ends.size()) +
                   " terminals takes long, 'wafernet topology' with --exhaustive does it";
        return d;
    }
    constexpr std::size_t width = 64;
    d.histogram = count_pieces((ends.size() + width - 1) / width, options, [&] {
        return [&](std::size_t i, std::vector<std::uint64_t>& histogram) {
            const std::span<const Node> all(ends);
            search_terminals(network.graph, all.subspan(i * width, std::min(width, ends.size() - i * width)), all,
                             histogram);
        };
    });
    const std::uint64_t pairs = std::uint64_t{ends.size()} * ends.size();
    if (std::accumulate(d.histogram.begin(), d.histogram.end(), std::uint64_t{0}) != pairs)
        d.reason = explained(d, network.graph.directed()).reason;
    return d;
}

std::uint32_t count_components(const Graph& graph) {
    return graph.directed() ? strong_components(graph) : components_of(Adjacency(graph));
}

Distances measure_distances(const Graph& graph, std::span<const SourceClass> sources, unsigned threads) {
    return from_some(graph, sources, {.threads = threads});
}
Distances measure_distances(const Graph& graph, unsigned threads) {
    return from_every_node(graph, {.threads = threads});
}

Distances measure_distances(const Network& network, const DistanceOptions& options) {
    const Graph& graph = network.graph;
    if (options.exhaustive || graph.nodes() <= brute_force_nodes) return from_every_node(graph, options);
    if (auto d = search_tree(graph)) return *std::move(d);
    const std::vector<SourceClass> classes = source_classes(network);
    const std::size_t sources = classes.empty() ? graph.nodes() : classes.size();
    if (sources > quick_sources) {
        if (auto d = search_factors(network, options)) return *std::move(d);
    }
    const double visits = static_cast<double>(sources) * static_cast<double>(graph.channels());
    if (visits <= options.visits)
        return classes.empty() ? from_every_node(graph, options) : from_some(graph, classes, options);
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
