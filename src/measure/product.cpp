#include "product.hpp"

#include <algorithm>
#include <utility>

namespace wafernet {

namespace {

struct Digit {
    std::uint32_t extent = 1;
    std::uint32_t stride = 1;       // in the number of a node
    std::uint32_t stride_here = 1;  // in the number of a node of the digit's factor
    std::size_t factor = 0;

    [[nodiscard]] std::uint32_t of(Node v) const { return v / stride % extent; }
};

std::vector<Digit> digits_of(const AddressScheme& addresses) {
    std::vector<Digit> digits;
    for (const std::vector<std::uint32_t>& group : addresses.radices()) {
        for (const std::uint32_t radix : group) digits.push_back({radix});
    }
    for (std::size_t d = digits.size(); d-- > 1;) digits[d - 1].stride = digits[d].stride * digits[d].extent;
    std::erase_if(digits, [](const Digit& d) { return d.extent == 1; });
    return digits;
}

// Digits that some link changes together are of one factor. Returns the number of factors.
std::size_t join_digits(const Graph& graph, std::vector<Digit>& digits) {
    for (std::size_t d = 0; d < digits.size(); ++d) digits[d].factor = d;
    std::size_t left = digits.size();
    for (Link l = 0; l < graph.links() && left > 1; ++l) {
        const Node a = graph.source(2 * l), b = graph.target(2 * l);
        const Digit* first = nullptr;
        for (Digit& d : digits) {
            if (d.of(a) == d.of(b)) continue;
            if (first == nullptr) first = &d;
            if (d.factor == first->factor) continue;
            for (Digit& other : digits) {
                if (&other != &d && other.factor == d.factor) other.factor = first->factor;
            }
            d.factor = first->factor;
            --left;
        }
    }
    return left;
}

// The factors by number, as many nodes as each has.
std::vector<std::uint32_t> number_factors(std::vector<Digit>& digits) {
    std::vector<std::size_t> found;
    std::vector<std::uint32_t> nodes;
    for (std::size_t i = digits.size(); i-- > 0;) {
        Digit& d = digits[i];
        const auto at = static_cast<std::size_t>(std::ranges::find(found, d.factor) - found.begin());
        if (at == found.size()) {
            found.push_back(d.factor);
            nodes.push_back(1);
        }
        d.factor = at;
        d.stride_here = std::exchange(nodes[at], nodes[at] * d.extent);
    }
    return nodes;
}

using Ends = std::vector<std::pair<std::size_t, std::uint32_t>>;  // factor, node of it

}  // namespace

std::vector<Graph> product_factors(const Graph& graph, const AddressScheme& addresses) {
    if (addresses.labelled() || addresses.size() != graph.nodes()) return {};
    std::vector<Digit> digits = digits_of(addresses);
    if (digits.size() < 2 || join_digits(graph, digits) < 2) return {};
    const std::vector<std::uint32_t> nodes = number_factors(digits);
    const auto place = [&](Node v, std::size_t factor) {
        std::uint32_t at = 0;
        for (const Digit& d : digits) at += d.factor == factor ? d.of(v) * d.stride_here : 0;
        return at;
    };
    // Where the links of a node lead, in their factors.
    Ends ends;
    const auto find_ends = [&](Node v) {
        ends.clear();
        for (const Channel c : graph.out(v)) {
            const Node w = graph.target(c);
            const auto changed = std::ranges::find_if(digits, [&](const Digit& d) { return d.of(v) != d.of(w); });
            ends.emplace_back(changed->factor, place(w, changed->factor));
        }
        std::ranges::sort(ends);
        ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
    };
    // As they are where all other digits are 0 ..
    std::vector<std::vector<Ends>> links(nodes.size());
    for (std::size_t f = 0; f < nodes.size(); ++f) {
        links[f].resize(nodes[f]);
        for (std::uint32_t at = 0; at < nodes[f]; ++at) {
            Node v = 0;
            for (const Digit& d : digits) v += d.factor == f ? at / d.stride_here % d.extent * d.stride : 0;
            find_ends(v);
            std::ranges::copy_if(ends, std::back_inserter(links[f][at]),
                                 [&](const auto& end) { return end.first == f; });
        }
    }
    // .. they must be everywhere.
    for (Node v = 0; v < graph.nodes(); ++v) {
        find_ends(v);
        auto end = ends.cbegin();
        for (std::size_t f = 0; f < nodes.size(); ++f) {
            const Ends& same = links[f][place(v, f)];
            if (static_cast<std::size_t>(ends.cend() - end) < same.size() || !std::equal(same.begin(), same.end(), end))
                return {};
            end += static_cast<std::ptrdiff_t>(same.size());
        }
        if (end != ends.cend()) return {};
    }
    std::vector<Graph> factors;
    for (std::size_t f = 0; f < nodes.size(); ++f) {
        std::vector<LinkSpec> specs;
        for (std::uint32_t at = 0; at < nodes[f]; ++at) {
            for (const auto& [factor, to] : links[f][at]) {
                const Ends& back = links[f][to];
                const bool both_ways = std::ranges::binary_search(back, std::pair(f, at));
                if (!both_ways || at < to) specs.push_back({at, to, {}, !both_ways});
            }
        }
        factors.emplace_back(nodes[f], std::move(specs));
    }
    return factors;
}

}  // namespace wafernet
