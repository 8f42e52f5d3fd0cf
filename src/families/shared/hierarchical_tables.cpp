// The tables of dimension-order routing on hierarchical networks: rings, channels, outlets.
#include <bit>

#include "shared/hierarchical_dor.hpp"

namespace wafernet {

HierarchicalDor::HierarchicalDor(const Network& network, const HierarchicalShape& shape, Outlet outlet, Ties ties)
    : divide_(network.module_size()), size_(network.module_size()), ring_wraps_(shape.upper_wrap), ties_(ties) {
    const std::uint32_t modules = network.graph.nodes() / size_;
    for (std::size_t axis = 0; axis < shape.module.size(); ++axis) {
        const std::uint32_t extent = shape.module[shape.module.size() - 1 - axis];
        lines_.push_back({extent, shape.module_wrap && extent > 2});
    }
    for (std::uint32_t v = 0; v < size_; ++v) {
        const HierarchicalShape::Place place = place_of(v, shape.module);
        places_.push_back(place);
        local_odd_.push_back((place[0] + place[1] + place[2]) % 2);
    }
    find_rings(shape, modules);
    find_channels(network.graph, shape, modules);
    find_outlets(shape, outlet);
}

void HierarchicalDor::find_rings(const HierarchicalShape& shape, std::uint32_t modules) {
    std::uint32_t shift = 0;
    for (std::size_t l = 0; l < shape.upper.size(); ++l) {
        const std::vector<std::uint32_t>& extents = shape.upper[l].extents;
        for (std::size_t axis = 0; axis < extents.size(); ++axis) {
            const std::uint32_t extent = extents[extents.size() - 1 - axis];
            const auto width = static_cast<std::uint32_t>(std::bit_width(extent - 1));
            rings_.push_back({{extent, ring_wraps_},
                              shift,
                              (std::uint64_t{1} << width) - 1,
                              static_cast<std::uint8_t>(l + 2),
                              static_cast<std::uint8_t>(axis)});
            shift += width;
        }
    }
    for (std::uint32_t module = 0; module < modules; ++module) {
        std::uint64_t packed = 0;
        std::uint32_t sum = 0;
        std::uint32_t rest = module;
        for (const Ring& ring : rings_) {  // lowest level and axis first, as the address digits from the right
            packed |= std::uint64_t{rest % ring.row.extent} << ring.shift;
            sum += rest % ring.row.extent;
            rest /= ring.row.extent;
        }
        digits_.push_back(packed);
        module_odd_.push_back(sum % 2);
    }
    std::reverse(rings_.begin(), rings_.end());
    for (std::size_t s = 0; s < rings_.size(); ++s) {
        for (std::uint64_t rest = rings_[s].mask, bit = rings_[s].shift; rest != 0; rest >>= 1U, ++bit) {
            ring_of_bit_[63 - bit] = static_cast<std::uint8_t>(s);
        }
    }
}

void HierarchicalDor::find_channels(const Graph& graph, const HierarchicalShape& shape, std::uint32_t modules) {
    Link first_upper = graph.links();
    inside_.assign(std::size_t{size_} * 6, no_channel);
    for (Link l = 0; l < graph.links(); ++l) {
        const LinkLabel& label = graph.label(l);
        const Channel c = 2 * l;
        if (label.level > 1) {
            first_upper = l;
            break;
        }
        if (graph.source(c) >= size_ || graph.target(c) >= size_) continue;
        inside_[(std::size_t{graph.source(c)} * 3 + label.axis) * 2] = c;
        inside_[(std::size_t{graph.target(c)} * 3 + label.axis) * 2 + 1] = c + 1;
    }
    module_channels_ = 2 * (first_upper / modules);

    const std::size_t axes = shape.upper.empty() ? 0 : shape.upper.front().extents.size();
    const std::size_t keys = 2 * rings_.size();
    const auto ring_index = [&](const LinkLabel& label) {
        return (shape.upper.size() + 1 - label.level) * axes + (axes - 1 - label.axis);
    };
    group_.assign(std::size_t{modules} * keys, no_channel);
    for (Link l = first_upper; l < graph.links();) {
        const LinkLabel& label = graph.label(l);
        const Channel c = 2 * l;
        const std::size_t key = 2 * ring_index(label);
        group_[divide_(graph.source(c)) * keys + key] = c;
        group_[divide_(graph.target(c)) * keys + key + 1] = c + 1;
        l += static_cast<Link>(shape.upper[label.level - 2U].gates[label.axis].size());
    }
    channels_ = graph.channels();
    gate_.assign(keys * size_, 0);
    arrives_.assign(keys * size_, no_channel);
    for (std::size_t s = 0; s < rings_.size(); ++s) {
        const std::vector<Gate>& gates = shape.upper[rings_[s].level - 2U].gates[rings_[s].axis];
        for (std::uint32_t g = 0; g < gates.size(); ++g) {
            gate_[(2 * s) * size_ + gates[g].leaves] = g;
            gate_[(2 * s + 1) * size_ + gates[g].arrives] = g;
            arrives_[(2 * s) * size_ + gates[g].leaves] = gates[g].arrives;
            arrives_[(2 * s + 1) * size_ + gates[g].arrives] = gates[g].leaves;
        }
    }
}

// Of these gates those nearest to a node across the axis of a planar level: in the other of x and y. Across z: both.
std::vector<std::uint32_t> HierarchicalDor::gates_across(const std::vector<std::uint32_t>& gates, std::uint8_t axis,
                                                         std::uint32_t local) const {
    std::uint32_t least = std::numeric_limits<std::uint32_t>::max();
    std::vector<std::uint32_t> fitting;
    for (const std::uint32_t g : gates) {
        std::uint32_t off = 0;
        for (std::size_t across = 0; across < 2; ++across) {
            if (across != axis) off += apart(across, places_[g][across], places_[local][across]);
        }
        if (off < least) fitting.clear();
        least = std::min(least, off);
        if (off == least) fitting.push_back(g);
    }
    return fitting;
}

std::uint32_t HierarchicalDor::nearest(const std::vector<std::uint32_t>& gates, std::uint32_t local) const {
    std::uint32_t best = gates.front();
    std::uint32_t least = std::numeric_limits<std::uint32_t>::max();
    for (const std::uint32_t g : gates) {
        std::uint32_t d = 0;
        for (std::size_t axis = 0; axis < lines_.size(); ++axis)
            d += apart(axis, places_[local][axis], places_[g][axis]);
        if (d < least) best = g;
        least = std::min(least, d);
    }
    return best;
}

void HierarchicalDor::find_outlets(const HierarchicalShape& shape, Outlet outlet) {
    row_.assign(2 * rings_.size() * size_, 0);
    std::vector<std::vector<std::uint32_t>> candidates;  // one list a row
    for (std::size_t s = 0; s < rings_.size(); ++s) {
        for (std::size_t negative = 0; negative < 2; ++negative) {
            const std::size_t first_row = candidates.size();
            std::vector<std::uint32_t> all;
            for (const Gate& gate : shape.upper[rings_[s].level - 2U].gates[rings_[s].axis])
                all.push_back(negative != 0 ? gate.arrives : gate.leaves);
            if (outlet == Outlet::nearest) {
                for (std::uint32_t d = 0; d < size_; ++d)
                    row_[(2 * s + negative) * size_ + d] = static_cast<std::uint32_t>(first_row);
                candidates.push_back(all);
                continue;
            }
            for (std::uint32_t d = 0; d < size_; ++d) {
                const std::vector<std::uint32_t> fitting = gates_across(all, rings_[s].axis, d);
                const auto same =
                    std::find(candidates.begin() + static_cast<std::ptrdiff_t>(first_row), candidates.end(), fitting);
                row_[(2 * s + negative) * size_ + d] = static_cast<std::uint32_t>(same - candidates.begin());
                if (same == candidates.end()) candidates.push_back(fitting);
            }
        }
    }
    outlet_.reserve(candidates.size() * size_);
    for (const std::vector<std::uint32_t>& gates : candidates) {
        for (std::uint32_t v = 0; v < size_; ++v) outlet_.push_back(nearest(gates, v));
    }
}

}  // namespace wafernet
