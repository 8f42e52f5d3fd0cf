// Colours are refined until nodes of one colour have neighbours of the same colours (Weisfeiler and Leman); where that
// leaves a choice, one node of a network is matched with each one of its colour in the other (McKay and Piperno, 2014).
#include "measure/isomorphism.hpp"

#include <algorithm>
#include <numeric>

#include "core/breadth_first.hpp"

namespace wafernet {

namespace {

constexpr int most_refinements = 2000;

std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {  // splitmix64
    std::uint64_t x = a + 0x9E3779B97F4A7C15U * (b + 1);
    x = (x ^ (x >> 30U)) * 0xBF58476D1CE4E5B9U;
    x = (x ^ (x >> 27U)) * 0x94D049BB133111EBU;
    return x ^ (x >> 31U);
}

Colours first_colours(const Network& network) {
    Colours colours(network.graph.nodes(), network.terminals.empty() ? 1 : 0);
    for (const Node v : network.terminals) colours[v] = 1;
    for (Node v = 0; v < network.shared_nodes; ++v) colours[v] += 2;
    return colours;
}

std::size_t kinds(const Colours& colours) {
    Colours sorted = colours;
    std::ranges::sort(sorted);
    return static_cast<std::size_t>(std::ranges::unique(sorted).begin() - sorted.begin());
}

// A sum over neighbours of what their colour is mixed to: the order does not matter, how many there are does.
void refine(const Graph& graph, Colours& colours) {
    for (std::size_t before = 0, now = kinds(colours); now > before;) {
        Colours next(colours.size());
        for (Node v = 0; v < graph.nodes(); ++v) {
            std::uint64_t sum = 0;
            for (const Channel c : graph.out(v)) sum += mixed(colours[graph.target(c)], 17);
            next[v] = mixed(colours[v], sum);
        }
        colours = std::move(next);
        before = now;
        now = kinds(colours);
    }
}

std::vector<Node> by_colour(const Colours& colours) {
    std::vector<Node> nodes(colours.size());
    std::iota(nodes.begin(), nodes.end(), Node{0});
    std::ranges::sort(nodes, [&](Node a, Node b) { return colours[a] < colours[b]; });
    return nodes;
}

class PairSearch {
public:
    PairSearch(const Graph& a, const Graph& b) : a_(a), b_(b) {}

    std::optional<std::vector<Node>> run(Colours of_a, Colours of_b) {
        if (++refinements_ > most_refinements) return std::nullopt;
        refine(a_, of_a);
        refine(b_, of_b);
        const std::vector<Node> in_a = by_colour(of_a), in_b = by_colour(of_b);
        for (std::size_t i = 0; i < in_a.size(); ++i) {
            if (of_a[in_a[i]] != of_b[in_b[i]]) return none;
        }
        std::size_t group = 0, size = 0;
        for (std::size_t i = 0; i < in_a.size();) {
            std::size_t end = i + 1;
            while (end < in_a.size() && of_a[in_a[end]] == of_a[in_a[i]]) ++end;
            if (end - i > 1 && (size == 0 || end - i < size)) group = i, size = end - i;
            i = end;
        }
        if (size == 0) return map(in_a, in_b);
        of_a[in_a[group]] = mixed(of_a[in_a[group]], 99);
        for (std::size_t k = group; k < group + size; ++k) {
            Colours other = of_b;
            other[in_b[k]] = mixed(other[in_b[k]], 99);
            auto found = run(of_a, other);
            if (!found || !found->empty()) return found;
        }
        return none;
    }

private:
    // The map in_a[i] -> in_b[i] where the links of b are those of a under it.
    [[nodiscard]] std::vector<Node> map(const std::vector<Node>& in_a, const std::vector<Node>& in_b) const {
        std::vector<Node> image(in_a.size());
        for (std::size_t i = 0; i < in_a.size(); ++i) image[in_a[i]] = in_b[i];
        for (Node v = 0; v < a_.nodes(); ++v) {
            std::vector<Node> wanted, there;
            for (const Channel c : a_.out(v)) wanted.push_back(image[a_.target(c)]);
            for (const Channel c : b_.out(image[v])) there.push_back(b_.target(c));
            std::ranges::sort(wanted);
            std::ranges::sort(there);
            if (wanted != there) return none;
        }
        return image;
    }

    const std::vector<Node> none;
    const Graph &a_, &b_;
    int refinements_ = 0;
};

}  // namespace

std::uint64_t neighbour_signature(const Network& network) {
    Colours colours = first_colours(network);
    refine(network.graph, colours);
    std::uint64_t sum = 0;
    for (const std::uint64_t colour : colours) sum += mixed(colour, 3);
    return mixed(mixed(network.graph.nodes(), network.graph.links()), sum);
}

std::uint64_t distance_signature(const Network& network) {
    std::vector<SourceClass> sources = source_classes(network);
    if (sources.empty())  // none known
        for (Node v = 0; v < network.graph.nodes(); ++v) sources.push_back({v, 1});
    std::uint64_t sum = 0;
    for (const SourceClass& source : sources) {
        std::uint64_t distances = 0;
        for (const std::uint32_t hops : hops_to(network.graph, source.representative)) distances += mixed(hops, 5);
        sum += source.weight * mixed(distances, 7);
    }
    return sum;
}

std::optional<bool> isomorphic(const Network& a, const Network& b) {
    if (a.graph.directed() || b.graph.directed()) return std::nullopt;
    if (a.graph.nodes() != b.graph.nodes() || a.graph.links() != b.graph.links()) return false;
    const auto map = graph_map(a.graph, b.graph, first_colours(a), first_colours(b));
    return map ? std::optional(!map->empty()) : std::nullopt;
}

std::optional<std::vector<Node>> graph_map(const Graph& a, const Graph& b, Colours of_a, Colours of_b) {
    return PairSearch(a, b).run(std::move(of_a), std::move(of_b));
}

}  // namespace wafernet
