// Symmetries of hierarchical networks: a symmetry of the basic module that maps the gates of every ring onto those of a
// ring of the same length, all in the same direction or all reversed, is one of the whole network: the rings' digits
// trade places and are mirrored where the gates are reversed. Where the upper levels are tori, shifts by whole modules
// come on top.
#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

#include "shared/hierarchical.hpp"

namespace wafernet {

namespace {

using Map = std::vector<std::uint32_t>;

struct RingGates {
    std::uint32_t extent;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> gates;  // leaves, arrives; sorted
};

struct RingImage {
    std::size_t ring;
    bool mirrored;
    bool operator==(const RingImage&) const = default;
};

struct Symmetry {
    Map local;
    std::vector<RingImage> rings;
};

// Rings in the order of the address digits from the right.
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

// All ways to map a grid onto itself by trading axes of equal length, mirroring and, on a torus, shifting.
class GridMaps {
public:
    explicit GridMaps(const HierarchicalShape& shape)
        : extents_(shape.module.rbegin(), shape.module.rend()), wraps_(shape.module_wrap) {
        size_ = std::accumulate(extents_.begin(), extents_.end(), 1U, std::multiplies<>());
        for (std::uint32_t v = 0; v < size_; ++v) {
            HierarchicalShape::Place place{};
            std::uint32_t rest = v;
            for (std::size_t a = 0; a < extents_.size(); ++a) {
                place[a] = rest % extents_[a];
                rest /= extents_[a];
            }
            places_.push_back(place);
        }
    }

    template <typename Visit>
    void for_each(Visit visit) const {
        std::vector<std::size_t> order(extents_.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        do {
            bool fits = true;
            for (std::size_t a = 0; a < order.size(); ++a) fits = fits && extents_[a] == extents_[order[a]];
            if (!fits) continue;
            for (std::uint32_t mirrors = 0; mirrors < (1U << extents_.size()); ++mirrors) {
                for (std::uint32_t shift = 0; shift < (wraps_ ? size_ : 1); ++shift) {
                    visit([&, mirrors, shift](std::uint32_t v) {
                        std::uint32_t image = 0;
                        for (std::size_t a = extents_.size(); a-- > 0;) {
                            const std::uint32_t e = extents_[a];
                            std::uint32_t x = places_[v][order[a]];
                            if ((mirrors >> a & 1U) != 0) x = e - 1 - x;
                            x += places_[shift][a];
                            image = image * e + (x >= e ? x - e : x);
                        }
                        return image;
                    });
                }
            }
        } while (std::next_permutation(order.begin(), order.end()));
    }

    [[nodiscard]] std::uint32_t size() const { return size_; }

private:
    std::vector<std::uint32_t> extents_;
    bool wraps_;
    std::uint32_t size_ = 1;
    std::vector<HierarchicalShape::Place> places_;
};

// Where the ring's gates go, if they are the gates of a ring of the same length.
template <typename Image>
std::optional<RingImage> image_of(const RingGates& ring, const std::vector<RingGates>& rings, const Image& image) {
    for (const bool mirrored : {false, true}) {
        const auto gate_image = [&](const std::pair<std::uint32_t, std::uint32_t>& gate) {
            return mirrored ? std::pair{image(gate.second), image(gate.first)}
                            : std::pair{image(gate.first), image(gate.second)};
        };
        const auto first = gate_image(ring.gates.front());
        for (std::size_t r = 0; r < rings.size(); ++r) {
            const RingGates& other = rings[r];
            if (other.extent != ring.extent || other.gates.size() != ring.gates.size() ||
                !std::binary_search(other.gates.begin(), other.gates.end(), first)) {
                continue;
            }
            const bool all = std::all_of(ring.gates.begin(), ring.gates.end(), [&](const auto& gate) {
                return std::binary_search(other.gates.begin(), other.gates.end(), gate_image(gate));
            });
            if (all) return RingImage{r, mirrored};
        }
    }
    return std::nullopt;
}

// The links inside module 0, both ways, sorted.
std::vector<std::pair<Node, Node>> links_inside(const Graph& graph, std::uint32_t size) {
    std::vector<std::pair<Node, Node>> pairs;
    for (Node v = 0; v < size; ++v) {
        for (const Channel c : graph.out(v)) {
            if (graph.label(Graph::link(c)).level == 1) pairs.emplace_back(v, graph.target(c));
        }
    }
    std::sort(pairs.begin(), pairs.end());
    return pairs;
}

std::vector<Symmetry> symmetries(const Graph& graph, const HierarchicalShape& shape) {
    const std::vector<RingGates> rings = rings_of(shape);
    const GridMaps maps(shape);
    std::vector<std::pair<Node, Node>> links;
    if (shape.keeps_module_link != nullptr) links = links_inside(graph, maps.size());
    std::vector<Symmetry> found;
    maps.for_each([&](const auto& image) {
        Symmetry symmetry;
        for (const RingGates& ring : rings) {
            const std::optional<RingImage> to = image_of(ring, rings, image);
            if (!to) return;
            symmetry.rings.push_back(*to);
        }
        for (const auto& [a, b] : links) {
            if (!std::binary_search(links.begin(), links.end(), std::pair<Node, Node>{image(a), image(b)})) return;
        }
        for (std::uint32_t v = 0; v < maps.size(); ++v) symmetry.local.push_back(image(v));
        found.push_back(std::move(symmetry));
    });
    return found;
}

// Enough of the symmetries to generate all of them.
std::vector<Symmetry> generators(const std::vector<Symmetry>& all) {
    std::set<Map> group;
    std::vector<Symmetry> chosen;
    for (const Symmetry& s : all) {
        if (group.contains(s.local)) continue;
        chosen.push_back(s);
        std::vector<Map> open(group.begin(), group.end());
        if (group.empty()) {
            Map identity(s.local.size());
            std::iota(identity.begin(), identity.end(), 0U);
            group.insert(identity);
            open.push_back(std::move(identity));
        }
        while (!open.empty()) {
            const Map at = std::move(open.back());
            open.pop_back();
            for (const Symmetry& g : chosen) {
                Map product(at.size());
                for (std::size_t v = 0; v < at.size(); ++v) product[v] = g.local[at[v]];
                if (group.insert(product).second) open.push_back(std::move(product));
            }
        }
    }
    return chosen;
}

// Sets of nodes that have been found to be alike; the root of a set is its lowest node.
class Alike {
public:
    explicit Alike(std::uint32_t nodes) : parent_(nodes) { std::iota(parent_.begin(), parent_.end(), 0U); }
    [[nodiscard]] std::uint32_t root(std::uint32_t v) {
        while (parent_[v] != v) {
            parent_[v] = parent_[parent_[v]];
            v = parent_[v];
        }
        return v;
    }
    void join(std::uint32_t a, std::uint32_t b) {
        a = root(a);
        b = root(b);
        if (a != b) parent_[std::max(a, b)] = std::min(a, b);
    }
    [[nodiscard]] std::vector<SourceClass> classes(std::uint64_t copies) {
        std::map<std::uint32_t, std::uint64_t> count;
        for (std::uint32_t v = 0; v < parent_.size(); ++v) ++count[root(v)];
        std::vector<SourceClass> out;
        for (const auto& [representative, size] : count) out.push_back({representative, size * copies});
        return out;
    }

private:
    std::vector<std::uint32_t> parent_;
};

// The module to which a symmetry takes each module.
Map module_images(const Symmetry& symmetry, const std::vector<RingGates>& rings, std::uint32_t modules) {
    std::vector<std::uint32_t> strides(rings.size());
    std::uint32_t stride = 1;
    for (std::size_t r = 0; r < rings.size(); ++r) {
        strides[r] = stride;
        stride *= rings[r].extent;
    }
    Map images(modules, 0);
    for (std::uint32_t module = 0; module < modules; ++module) {
        for (std::size_t r = 0; r < rings.size(); ++r) {
            const std::uint32_t digit = module / strides[r] % rings[r].extent;
            const RingImage& to = symmetry.rings[r];
            images[module] += strides[to.ring] * (to.mirrored ? rings[r].extent - 1 - digit : digit);
        }
    }
    return images;
}

}  // namespace

std::vector<SourceClass> hierarchical_source_classes(const Network& network, const HierarchicalShape& shape) {
    const std::uint32_t size = network.module_size();
    const std::uint32_t modules = network.graph.nodes() / size;
    if (shape.keeps_upper_link != nullptr) return {};
    if (shape.upper.empty()) {
        if (shape.keeps_module_link != nullptr || !shape.module_wrap) return {};
        return {{0, size}};
    }
    const std::vector<Symmetry> all = symmetries(network.graph, shape);
    if (shape.upper_wrap) {
        Alike alike(size);
        for (const Symmetry& s : all) {
            for (std::uint32_t v = 0; v < size; ++v) alike.join(v, s.local[v]);
        }
        return alike.classes(modules);
    }
    const std::vector<RingGates> rings = rings_of(shape);
    Alike alike(network.graph.nodes());
    for (const Symmetry& s : generators(all)) {
        const Map images = module_images(s, rings, modules);
        for (std::uint32_t module = 0; module < modules; ++module) {
            for (std::uint32_t v = 0; v < size; ++v) alike.join(module * size + v, images[module] * size + s.local[v]);
        }
    }
    return alike.classes(1);
}

}  // namespace wafernet
