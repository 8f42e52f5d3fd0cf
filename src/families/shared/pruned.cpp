#include "shared/pruned.hpp"

#include "wafernet/base/error.hpp"

namespace wafernet {

namespace {

// Link from the node at (x, y, z) one step in the positive direction of `axis`.
LinkSpec step(std::uint32_t k, std::uint32_t x, std::uint32_t y, std::uint32_t z, std::uint8_t axis) {
    const std::uint32_t at = axis == 0 ? x : axis == 1 ? y : z;
    const std::uint32_t stride = axis == 0 ? 1 : axis == 1 ? k : k * k;
    const Node from = x + k * (y + k * z);
    const bool wrap = at + 1 == k;
    return {from, wrap ? from - at * stride : from + stride, {1, axis, wrap, 1}};
}

}  // namespace

void check_even(const Parameters& parameters) {
    if (parameters["k"] % 2 != 0) throw InputError("k = " + std::to_string(parameters["k"]) + ", need an even number");
}

std::vector<LinkSpec> pruned_torus_links(std::uint32_t k, int which) {
    std::vector<LinkSpec> links;
    links.reserve(std::size_t{2} * k * k * k);
    for (std::uint32_t z = 0; z < k; ++z) {
        for (std::uint32_t y = 0; y < k; ++y) {
            for (std::uint32_t x = 0; x < k; ++x) {
                links.push_back(step(k, x, y, z, 2));
                for (const std::uint8_t axis : {std::uint8_t{0}, std::uint8_t{1}}) {
                    if (which == 1 ? axis == z % 2 : (x + y + z) % 2 == 0) links.push_back(step(k, x, y, z, axis));
                }
            }
        }
    }
    return links;
}

std::vector<LinkSpec> pruned_torus_2d_links(std::uint32_t k) {
    std::vector<LinkSpec> links;
    links.reserve(std::size_t{3} * k * k / 2);
    for (std::uint32_t y = 0; y < k; ++y) {
        for (std::uint32_t x = 0; x < k; ++x) {
            links.push_back(step(k, x, y, 0, 0));
            if ((x + y) % 2 == 0) links.push_back(step(k, x, y, 0, 1));
        }
    }
    return links;
}

}  // namespace wafernet
