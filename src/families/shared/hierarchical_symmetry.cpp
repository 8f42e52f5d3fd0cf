// Symmetries of hierarchical networks whose upper levels are tori: a map of the basic module onto itself that takes the
// gates of every ring to those of a ring of the same length, all in the same direction or all reversed, is one of the
// whole network (the rings' digits trade places and are mirrored where the gates are reversed), and so are shifts by
// whole modules.
#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "shared/hierarchical.hpp"

namespace wafernet {

namespace {

struct RingGates {
    std::uint32_t extent;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> gates;  // leaves, arrives; sorted
    bool operator==(const RingGates&) const = default;
};

std::vector<RingGates> rings_of(const HierarchicalShape& shape) {
    std::vector<RingGates> rings;
    for (const UpperLevel& level : shape.upper) {
        for (std::size_t axis = 0; axis < level.extents.size(); ++axis) {
            RingGates ring{level.extents[level.extents.size() - 1 - axis], {}};
            for (const Gate& gate : level.gates[axis]) ring.gates.emplace_back(gate.leaves, gate.arrives);
            std::sort(ring.gates.begin(), ring.gates.end());
            rings.push_back(std::move(ring));
        }
    }
    return rings;
}

template <class Image> bool keeps_rings(const std::vector<RingGates>& rings, const Image& image) {
    return std::ranges::all_of(rings, [&](const RingGates& ring) {
        for (const bool reversed : {false, true}) {
            RingGates to = ring;
            for (auto& [leaves, arrives] : to.gates) {
                leaves = image(leaves), arrives = image(arrives);
                if (reversed) std::swap(leaves, arrives);
            }
            std::sort(to.gates.begin(), to.gates.end());
            if (std::ranges::find(rings, to) != rings.end()) return true;
        }
        return false;
    });
}

// All ways to map the module onto itself by trading axes of equal length, mirroring and, on a torus, shifting.
template <class Visit> void each_map(const HierarchicalShape& shape, std::uint32_t size, const Visit& visit) {
    const std::vector<std::uint32_t> extents(shape.module.rbegin(), shape.module.rend());
    std::vector<HierarchicalShape::Place> places;
    for (std::uint32_t v = 0; v < size; ++v) places.push_back(place_of(v, shape.module));
    std::vector<std::size_t> order(extents.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    do {
        bool fits = true;
        for (std::size_t a = 0; a < order.size(); ++a) fits = fits && extents[a] == extents[order[a]];
        for (std::uint32_t mirrors = 0; fits && mirrors < (1U << extents.size()); ++mirrors) {
            for (std::uint32_t shift = 0; shift < (shape.module_wrap ? size : 1); ++shift) {
                visit([&, mirrors, shift](std::uint32_t v) {
                    std::uint32_t image = 0;
                    for (std::size_t a = extents.size(); a-- > 0;) {
                        const std::uint32_t at = places[v][order[a]];
                        const std::uint32_t x = (mirrors >> a & 1U) != 0 ? extents[a] - 1 - at : at;
                        image = image * extents[a] + (x + places[shift][a]) % extents[a];
                    }
                    return image;
                });
            }
        }
    } while (std::next_permutation(order.begin(), order.end()));
}

}  // namespace

std::vector<SourceClass> hierarchical_source_classes(const Network& network, const HierarchicalShape& shape) {
    const std::uint32_t size = network.module_size();
    const bool pruned = shape.keeps_module_link != nullptr;
    if (shape.upper.empty() && shape.module_wrap && !pruned) return {{0, size}};
    if (!shape.upper_wrap || shape.keeps_upper_link != nullptr) return {};
    std::vector<std::uint32_t> first(size);  // of the nodes that are like a node of the module the lowest
    std::iota(first.begin(), first.end(), 0U);
    const std::vector<RingGates> rings = rings_of(shape);
    if (!pruned) {
        each_map(shape, size, [&](const auto& image) {
            if (!keeps_rings(rings, image)) return;
            for (std::uint32_t v = 0; v < size; ++v) first[v] = std::min(first[v], image(v));
        });
    }
    std::vector<std::uint64_t> like(size, 0);
    for (const std::uint32_t f : first) like[f] += network.graph.nodes() / size;
    std::vector<SourceClass> classes;
    for (Node v = 0; v < size; ++v) {
        if (like[v] > 0) classes.push_back({v, like[v]});
    }
    return classes;
}

}  // namespace wafernet
