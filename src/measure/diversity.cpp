#include "wafernet/measure/diversity.hpp"

#include <algorithm>
#include <random>

#include "measure/spectral.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet {

namespace {

// Paths of a pair that share no channel, or no node, by maximum flow: one more augmenting path at a time. A node is
// two, in and out, with one unit between them where nodes may not be shared.
class DisjointPaths {
public:
    DisjointPaths(const Graph& graph, bool nodes_too) : graph_(graph), nodes_too_(nodes_too), used_(graph.channels()) {
        used_node_.resize(graph.nodes());
        from_.resize(std::size_t{graph.nodes()} * 2);
        seen_.resize(std::size_t{graph.nodes()} * 2);
    }

    std::uint32_t between(Node source, Node destination) {
        std::fill(used_.begin(), used_.end(), false);
        std::fill(used_node_.begin(), used_node_.end(), false);
        std::uint32_t paths = 0;
        while (augment(source, destination)) ++paths;
        return paths;
    }

private:
    // A place: node v with its way out open (2v + 1), or only entered (2v).
    struct Step {
        std::size_t place;
        Channel channel;  // no_channel: inside a node
        bool back;        // a unit is taken off
    };

    bool augment(Node source, Node destination) {
        std::fill(seen_.begin(), seen_.end(), false);
        queue_.clear();
        const auto visit = [&](std::size_t place, const Step& step) {
            if (seen_[place]) return;
            seen_[place] = true;
            from_[place] = step;
            queue_.push_back(place);
        };
        visit(out(source), {out(source), no_channel, false});
        for (std::size_t i = 0; i < queue_.size() && !seen_[in(destination)]; ++i) {
            const std::size_t place = queue_[i];
            const auto v = static_cast<Node>(place / 2);
            if (place == out(v)) {
                for (const Channel c : graph_.out(v)) {
                    if (!used_[c] && graph_.target(c) != source) visit(in(graph_.target(c)), {place, c, false});
                }
                if (v != source && (!nodes_too_ || used_node_[v])) visit(in(v), {place, no_channel, true});
            } else {
                if (!nodes_too_ || !used_node_[v]) visit(out(v), {place, no_channel, false});
                graph_.for_each_in(v, [&](Channel c) {
                    if (used_[c]) visit(out(graph_.source(c)), {place, c, true});
                });
            }
        }
        if (!seen_[in(destination)]) return false;
        for (std::size_t place = in(destination); place != out(source);) {
            const Step& step = from_[place];
            if (step.channel != no_channel) used_[step.channel] = !step.back;
            else if (nodes_too_) used_node_[place / 2] = !step.back;
            place = step.place;
        }
        return true;
    }

    static std::size_t in(Node v) { return std::size_t{v} * 2; }
    static std::size_t out(Node v) { return std::size_t{v} * 2 + 1; }

    const Graph& graph_;
    bool nodes_too_;
    std::vector<bool> used_, used_node_, seen_;
    std::vector<Step> from_;
    std::vector<std::size_t> queue_;
};

}  // namespace

Diversity measure_diversity(const Network& network, const DiversityOptions& options) {
    const Graph& graph = network.graph;
    const std::vector<Node> ends = terminals_of(network);
    if (ends.size() < 2) throw InputError(network.word + ": one terminal has no pairs, need at least 2");
    Diversity d;
    d.pairs = std::uint64_t{ends.size()} * (ends.size() - 1);
    d.disjoint_pairs = std::min(d.pairs, options.pairs);
    const std::uint64_t work = ends.size() + d.disjoint_pairs;
    std::uint64_t done = 0;
    const auto go_on = [&] {
        if (options.progress && !options.progress(done, work)) throw ComputationError("interrupted");
        ++done;
    };
    double sum = 0.0;
    std::uint64_t single = 0;
    std::vector<std::uint32_t> distance(graph.nodes());
    std::vector<double> paths(graph.nodes());
    std::vector<Node> queue;
    constexpr std::uint32_t unreached = 0xFFFFFFFFU;
    for (const Node source : ends) {
        go_on();
        std::fill(distance.begin(), distance.end(), unreached);
        std::fill(paths.begin(), paths.end(), 0.0);
        queue.assign(1, source);
        distance[source] = 0;
        paths[source] = 1.0;
        for (std::size_t i = 0; i < queue.size(); ++i) {
            const Node v = queue[i];
            for (const Channel c : graph.out(v)) {
                const Node next = graph.target(c);
                if (distance[next] == unreached) {
                    distance[next] = distance[v] + 1;
                    queue.push_back(next);
                }
                if (distance[next] == distance[v] + 1) paths[next] += paths[v];
            }
        }
        for (const Node v : ends) {
            if (v == source) continue;
            if (distance[v] == unreached)
                throw InputError(network.word + ": no path from node " + network.addresses.print(source) + " to node " +
                                 network.addresses.print(v) + ", need a connected network");
            sum += paths[v];
            d.least_minimal_paths = d.least_minimal_paths == 0.0 ? paths[v] : std::min(d.least_minimal_paths, paths[v]);
            single += paths[v] == 1.0 ? 1 : 0;
        }
    }
    d.mean_minimal_paths = sum / static_cast<double>(d.pairs);
    d.single_path_share = static_cast<double>(single) / static_cast<double>(d.pairs);
    DisjointPaths by_channels(graph, false), by_nodes(graph, true);
    std::mt19937_64 draw(options.seed);
    d.least_edge_disjoint = d.least_node_disjoint = 0xFFFFFFFFU;
    for (std::uint64_t i = 0; i < d.disjoint_pairs; ++i) {
        go_on();
        const std::uint64_t pair = d.disjoint_pairs == d.pairs ? i : draw() % d.pairs;
        const std::uint64_t from = pair / (ends.size() - 1), to = pair % (ends.size() - 1);
        const Node source = ends[from], destination = ends[to + (to >= from ? 1 : 0)];
        const std::uint32_t edges = by_channels.between(source, destination),
                            nodes = by_nodes.between(source, destination);
        d.mean_edge_disjoint += edges;
        d.mean_node_disjoint += nodes;
        d.least_edge_disjoint = std::min(d.least_edge_disjoint, edges);
        d.least_node_disjoint = std::min(d.least_node_disjoint, nodes);
    }
    d.mean_edge_disjoint /= static_cast<double>(d.disjoint_pairs);
    d.mean_node_disjoint /= static_cast<double>(d.disjoint_pairs);
    if (!graph.directed()) d.algebraic_connectivity = fiedler(graph, 1e-9, options.seed).value;
    return d;
}

}  // namespace wafernet
