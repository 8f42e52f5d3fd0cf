#include "shared/hierarchical.hpp"

#include <span>
#include <utility>

#include "wafernet/base/checked.hpp"

namespace wafernet {

namespace {

std::uint64_t product(std::span<const std::uint32_t> extents, std::string_view what) {
    std::uint64_t p = 1;
    for (const std::uint32_t e : extents) p = checked_mul(p, e, what);
    return p;
}

// Links of one basic module, by local node.
std::vector<LinkSpec> module_links(const HierarchicalShape& shape) {
    const auto nodes = static_cast<std::uint32_t>(product(shape.module, "nodes"));
    std::vector<LinkSpec> links;
    std::uint32_t stride = 1;
    for (std::size_t axis = 0; axis < shape.module.size(); ++axis) {
        const std::uint32_t extent = shape.module[shape.module.size() - 1 - axis];
        for (std::uint32_t v = 0; v < nodes; ++v) {
            const HierarchicalShape::Place place = place_of(v, shape.module);
            const bool last = place[axis] + 1 == extent;
            if (last && !(shape.module_wrap && extent > 2)) continue;
            if (shape.keeps_module_link != nullptr && !shape.keeps_module_link(place, static_cast<int>(axis))) continue;
            const std::uint32_t w = last ? v - place[axis] * stride : v + stride;
            links.push_back({v, w, {1, static_cast<std::uint8_t>(axis), last, 1}});
        }
        stride *= extent;
    }
    return links;
}

}  // namespace

HierarchicalShape::Place place_of(std::uint64_t number, std::span<const std::uint32_t> extents) {
    HierarchicalShape::Place place{};
    for (std::size_t axis = 0; axis < extents.size(); ++axis) {
        const std::uint32_t extent = extents[extents.size() - 1 - axis];
        place[axis] = static_cast<std::uint32_t>(number % extent);
        number /= extent;
    }
    return place;
}

std::uint64_t hierarchical_nodes(const HierarchicalShape& shape) {
    std::uint64_t nodes = product(shape.module, "nodes");
    for (const UpperLevel& level : shape.upper) nodes = checked_mul(nodes, product(level.extents, "nodes"), "nodes");
    return nodes;
}

std::uint64_t hierarchical_links(const HierarchicalShape& shape) {
    const std::uint64_t size = product(shape.module, "nodes");
    const std::uint64_t modules = hierarchical_nodes(shape) / size;
    std::uint64_t links = 0;
    for (const std::uint32_t e : shape.module) {
        const std::uint64_t lines = checked_mul(modules, size / e, "links");
        links = checked_add(links, checked_mul(lines, shape.module_wrap && e > 2 ? e : e - 1, "links"), "links");
    }
    for (const UpperLevel& level : shape.upper) {
        for (std::size_t axis = 0; axis < level.extents.size(); ++axis) {
            const std::uint32_t e = level.extents[level.extents.size() - 1 - axis];
            const std::uint64_t neighbours = modules / e * (shape.upper_wrap ? e : e - 1);
            links = checked_add(links, checked_mul(neighbours, level.gates[axis].size(), "links"), "links");
        }
    }
    return links;
}

Network build_hierarchical(const HierarchicalShape& shape) {
    const std::uint64_t nodes = hierarchical_nodes(shape);
    const auto size = static_cast<std::uint32_t>(product(shape.module, "nodes"));
    const auto modules = static_cast<std::uint32_t>(nodes / size);
    std::vector<LinkSpec> links;
    links.reserve(hierarchical_links(shape));

    const std::vector<LinkSpec> inside = module_links(shape);
    for (std::uint32_t module = 0; module < modules; ++module) {
        const Node first = module * size;
        for (const LinkSpec& link : inside) links.push_back({first + link.a, first + link.b, link.label});
    }

    std::uint32_t below = 1;  // modules in one sub-network of the level below
    for (std::size_t l = 0; l < shape.upper.size(); ++l) {
        const UpperLevel& level = shape.upper[l];
        const auto here = static_cast<std::uint32_t>(product(level.extents, "nodes"));
        for (std::uint32_t module = 0; module < modules; ++module) {
            const HierarchicalShape::Place place = place_of(module / below % here, level.extents);
            std::uint32_t stride = below;
            for (std::size_t axis = 0; axis < level.extents.size(); ++axis) {
                const std::uint32_t extent = level.extents[level.extents.size() - 1 - axis];
                const bool last = place[axis] + 1 == extent;
                const bool exists =
                    (shape.upper_wrap || !last) &&
                    (shape.keeps_upper_link == nullptr || shape.keeps_upper_link(place, static_cast<int>(axis)));
                const std::uint32_t neighbour = last ? module - place[axis] * stride : module + stride;
                const LinkLabel label{static_cast<std::uint8_t>(l + 2), static_cast<std::uint8_t>(axis), last, 1};
                if (exists) {
                    for (const Gate& gate : level.gates[axis]) {
                        links.push_back({module * size + gate.leaves, neighbour * size + gate.arrives, label});
                    }
                }
                stride *= extent;
            }
        }
        below *= here;
    }

    Network network;
    network.graph = Graph(nodes, std::move(links));
    AddressScheme::Radices radices{shape.module};
    network.level_sizes = {size};
    for (const UpperLevel& level : shape.upper) {
        radices.insert(radices.begin(), level.extents);
        network.level_sizes.push_back(network.level_sizes.back() *
                                      static_cast<std::uint32_t>(product(level.extents, "nodes")));
    }
    network.addresses = AddressScheme(std::move(radices));
    return network;
}

}  // namespace wafernet
