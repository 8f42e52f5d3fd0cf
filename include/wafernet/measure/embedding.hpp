// What a map of one network into another costs: dilation, congestion, expansion (definitions as in ziavras, sec. 4).
#pragma once

#include <cstdint>
#include <span>

#include "wafernet/core/family.hpp"

namespace wafernet {

/// What a map costs. Links of the guest run along shortest paths of the host.
struct EmbeddingQuality {
    std::uint32_t dilation = 0;  ///< longest path of a guest link, in hops
    double mean_dilation = 0.0;
    std::uint64_t stretched_links = 0;  ///< guest links of more than one hop
    std::uint64_t congestion =
        0;  ///< guest links on the busiest host link, along the shortest paths that were found: an upper bound
    std::uint64_t congestion_least = 0;  ///< no choice of shortest paths has less
    double expansion = 0.0;              ///< host nodes a guest node
};

struct EmbeddingOptions {
    unsigned rounds = 30;  ///< of taking every guest link up and laying it again where least is
};

/// Returns the quality of the map that puts guest node v on host node image[v]. Deterministic. Throws InputError where
/// `image` has not one host node for every guest node, two guest nodes share one, or a guest link has no path.
EmbeddingQuality measure_embedding(const Network& guest, const Network& host, std::span<const Node> image,
                                   const EmbeddingOptions& options = {});

/// Returns a dilation that no map of the guest into the host is below: what lies within r links of a node of the guest
/// must lie within r times as many hops of a node of the host.
std::uint32_t dilation_least(const Graph& guest, const Graph& host);

}  // namespace wafernet
