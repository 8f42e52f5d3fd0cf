// k-ary m-way networks: shared channels in a mesh or torus, two-port routers between adjacent channels, processors on channels.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "wafernet/family.hpp"

namespace wafernet {

/// k^n shared channels, p processors on each (mudawwar, sec. 2).
struct MultiwayShape {
    std::uint32_t k = 2;
    std::uint32_t n = 1;
    std::uint32_t p = 1;
    bool torus = false;

    [[nodiscard]] bool operator==(const MultiwayShape&) const = default;
};

std::uint64_t multiway_channels(const MultiwayShape& shape);
std::uint64_t multiway_nodes(const MultiwayShape& shape);
std::uint64_t multiway_links(const MultiwayShape& shape);

/// Returns the graph model of mudawwar, Definition 1: nodes are the shared channels, then the processors; a link is a router
/// between two channels or the interface of a processor, and each of its directions is one set of buffers. Processors are the
/// terminals. Axes are labelled 0 (least significant digit) .. n-1, processor interfaces n.
Network build_multiway(const MultiwayShape& shape);

/// The routing functions of mudawwar, sec. 3.5. Virtual channels stand for buffer classes.
enum class MultiwayRouting : std::uint8_t {
    dor,            ///< dimension order, any buffer; on a torus with datelines in the labels
    dor_ring,       ///< 0 = low, 1 = high: low where next buffer and destination are in different halves of the ring, else both
    adaptive,       ///< 0 = deterministic, 1 = adaptive: any shortest way, class 0 on the lowest axis only
    adaptive_ring,  ///< 0 = low, 1 = high, 2 = adaptive
};

std::unique_ptr<Routing> multiway_routing(const Network& network, const MultiwayShape& shape, MultiwayRouting function, Ties ties);

/// Source classes under rotation (torus) or reflection (mesh) of every axis.
std::vector<SourceClass> multiway_source_classes(const MultiwayShape& shape);

/// Returns the mean distance in hops over ordered distinct pairs of nodes, channels and processors.
double multiway_mean_distance(const MultiwayShape& shape);

}  // namespace wafernet
