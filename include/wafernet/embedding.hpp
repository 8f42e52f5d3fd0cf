// One network mapped into another: dilation, congestion, expansion (definitions as in ziavras, sec. 4).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "wafernet/family.hpp"
#include "wafernet/graph.hpp"

namespace wafernet {

/// What a map costs. Links of the guest run along shortest paths of the host.
struct EmbeddingQuality {
    std::uint32_t dilation = 0;      ///< longest path of a guest link, in hops
    double mean_dilation = 0.0;
    std::uint64_t stretched_links = 0;  ///< guest links of more than one hop
    std::uint64_t congestion = 0;    ///< guest links on the busiest host link, along the shortest paths that were found: an upper bound
    std::uint64_t congestion_least = 0;  ///< no choice of shortest paths has less
    double expansion = 0.0;          ///< host nodes a guest node
};

struct EmbeddingOptions {
    unsigned rounds = 30;  ///< of taking every guest link up and laying it again where least is
};

/// Returns the quality of the map that puts guest node v on host node image[v]. Deterministic.
/// Throws InputError where `image` has not one host node for every guest node, two guest nodes share one, or a guest link has no path.
EmbeddingQuality measure_embedding(const Graph& guest, const Graph& host, std::span<const Node> image, const EmbeddingOptions& options = {});

/// Returns a ring of `length` nodes in HOW(p,w,2): image[i] is next to image[i+1] and the last next to the first (ziavras, sec. 4.1).
/// Throws InputError where length is not from 3 to p^2, or for w = 1 where it is odd or the map was not found.
std::vector<Node> ring_in_windows(std::uint32_t p, std::uint32_t w, std::uint32_t length);
/// Returns the hypercube of d dimensions in HOW(2^h,w,2), h = ceil(d/2): the upper digits of a node number its row, the h lower ones
/// its column (ziavras, sec. 4.3, method one). Throws InputError where d is not from 1 to 24.
std::vector<Node> hypercube_in_windows(std::uint32_t d);
/// Returns the printed dilation of that map, ceil(2^(h-1)/w); and the printed congestion, h - v for w = 2^v with v < h - 1, else 1.
std::uint64_t hypercube_dilation_printed(std::uint32_t d, std::uint64_t w);
std::uint64_t hypercube_congestion_printed(std::uint32_t d, std::uint64_t w);

}  // namespace wafernet
