#include "wafernet/distances.hpp"

#include <algorithm>
#include <atomic>
#include <map>
#include <numeric>
#include <thread>

#include "adjacency.hpp"
#include "batch_search.hpp"
#include "packed_search.hpp"
#include "wafernet/checked.hpp"
#include "wafernet/error.hpp"

namespace wafernet {

namespace {

// From this size on words of 64 nodes are tried; with more sources than this, words of 256 sources are faster.
constexpr Node packed_nodes = 1U << 15U;
constexpr std::size_t packed_sources = 2048;

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

struct Batch {
    std::vector<Node> sources;
    std::uint64_t weight = 1;
};

void add(std::vector<std::uint64_t>& total, const std::vector<std::uint64_t>& part) {
    if (total.size() < part.size()) total.resize(part.size());
    for (std::size_t h = 0; h < part.size(); ++h) total[h] += part[h];
}

// The batches in any order on any number of threads: counts are whole numbers.
std::vector<std::uint64_t> search(const Adjacency& adjacency, const std::vector<Batch>& batches, unsigned threads) {
    threads = static_cast<unsigned>(std::min<std::size_t>(std::max(1U, threads), std::max<std::size_t>(1, batches.size())));
    std::vector<std::vector<std::uint64_t>> parts(threads);
    std::atomic<std::size_t> next = 0;
    const auto work = [&](unsigned thread) {
        BatchSearch searcher(adjacency);
        for (std::size_t i = next++; i < batches.size(); i = next++) searcher.run(batches[i].sources, batches[i].weight, parts[thread]);
    };
    if (threads == 1) {
        work(0);
    } else {
        std::vector<std::jthread> pool;
        for (unsigned t = 0; t < threads; ++t) pool.emplace_back(work, t);
    }
    std::vector<std::uint64_t> histogram;
    for (const auto& part : parts) add(histogram, part);
    return histogram;
}

// From few sources of a large regular graph, 64 nodes in a word. Nothing where the graph is not of that kind.
std::optional<Distances> search_packed(const Graph& graph, std::span<const SourceClass> sources, unsigned threads) {
    if (graph.nodes() < packed_nodes || sources.size() > packed_sources) return std::nullopt;
    const auto packed = pack(graph);
    if (!packed) return std::nullopt;
    Distances d;
    d.nodes = graph.nodes();
    d.sources = sources.size();
    threads = static_cast<unsigned>(std::min<std::size_t>(std::max(1U, threads), sources.size()));
    std::vector<std::vector<std::uint64_t>> parts(threads);
    std::atomic<std::size_t> next = 0;
    std::atomic<bool> connected = true;
    const auto work = [&](unsigned thread) {
        PackedSearch searcher(*packed);
        for (std::size_t i = next++; i < sources.size(); i = next++) {
            if (searcher.run(sources[i].representative, sources[i].weight, parts[thread]) < graph.nodes()) connected = false;
        }
    };
    if (threads <= 1) {
        work(0);
    } else {
        std::vector<std::jthread> pool;
        for (unsigned t = 0; t < threads; ++t) pool.emplace_back(work, t);
    }
    for (const auto& part : parts) add(d.histogram, part);
    d.components = connected ? 1 : count_components(graph);
    return d;
}

void explain_components(Distances& d) {
    if (d.components != 1) d.reason = "not connected: " + std::to_string(d.components) + " components";
}

// Pair visits, scaled by the degree, above which a search from every node is not started unasked: some ten seconds.
constexpr double longest_search = 4e10;

}  // namespace

std::optional<std::uint32_t> Distances::diameter() const {
    if (!reason.empty() || histogram.empty()) return std::nullopt;
    return static_cast<std::uint32_t>(histogram.size() - 1);
}

std::uint64_t Distances::sum() const {
    std::uint64_t total = 0;
    for (std::size_t h = 1; h < histogram.size(); ++h) {
        std::uint64_t term = 0;
        if (__builtin_mul_overflow(histogram[h], std::uint64_t{h}, &term) || __builtin_add_overflow(total, term, &total)) {
            throw ComputationError("the sum of all distances does not fit 64 bits");
        }
    }
    return total;
}

std::optional<double> Distances::average(Pairs pairs) const {
    const double n = nodes;
    if (!reason.empty() || histogram.empty() || (pairs == Pairs::distinct && nodes < 2)) return std::nullopt;
    return static_cast<double>(sum()) / (pairs == Pairs::distinct ? n * (n - 1) : n * n);
}

std::uint32_t count_components(const Graph& graph) { return components_of(Adjacency(graph)); }

Distances measure_distances(const Graph& graph, std::span<const SourceClass> sources, unsigned threads) {
    if (auto packed = search_packed(graph, sources, threads)) {
        explain_components(*packed);
        return std::move(*packed);
    }
    const Adjacency adjacency(graph);
    Distances d;
    d.nodes = graph.nodes();
    d.components = components_of(adjacency);
    d.sources = sources.size();
    std::map<std::uint64_t, std::vector<Node>> by_weight;
    for (const SourceClass& s : sources) by_weight[s.weight].push_back(s.representative);
    std::vector<Batch> batches;
    for (const auto& [weight, nodes] : by_weight) {
        for (std::size_t i = 0; i < nodes.size(); i += BatchSearch::width) {
            const std::size_t end = std::min(nodes.size(), i + BatchSearch::width);
            batches.push_back({{nodes.begin() + static_cast<std::ptrdiff_t>(i), nodes.begin() + static_cast<std::ptrdiff_t>(end)}, weight});
        }
    }
    d.histogram = search(adjacency, batches, threads);
    explain_components(d);
    return d;
}

Distances measure_distances(const Graph& graph, unsigned threads) {
    std::vector<SourceClass> all(graph.nodes());
    for (Node v = 0; v < graph.nodes(); ++v) all[v] = {v, 1};
    return measure_distances(graph, all, threads);
}

Distances measure_distances(const Network& network, const DistanceOptions& options) {
    const Graph& graph = network.graph;
    if (options.exhaustive || graph.nodes() <= brute_force_nodes) return measure_distances(graph, options.threads);
    if (network.family != nullptr && network.family->source_classes != nullptr) {
        const std::vector<SourceClass> classes = network.family->source_classes(network);
        if (!classes.empty()) return measure_distances(graph, classes, options.threads);
    }
    const double visits = static_cast<double>(graph.nodes()) * static_cast<double>(graph.channels());
    if (visits <= longest_search) return measure_distances(graph, options.threads);
    Distances d;
    d.nodes = graph.nodes();
    d.components = count_components(graph);
    explain_components(d);
    if (d.reason.empty()) d.reason = "a search from each of " + std::to_string(graph.nodes()) + " nodes takes long, --exhaustive starts it";
    return d;
}

}  // namespace wafernet
