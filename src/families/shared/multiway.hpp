// k-ary m-way networks: shared channels in a mesh or torus, two-port routers between adjacent channels, processors on
// channels.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "shared/claims.hpp"
#include "wafernet/core/family.hpp"

namespace wafernet {

/// k^n shared channels, p processors on each or one inside every router (mudawwar, sec. 2).
struct MultiwayShape {
    std::uint32_t k = 2;
    std::uint32_t n = 1;
    std::uint32_t p = 1;
    bool torus = false;
    bool inside = false;  ///< p = 0: the processors are inside the routers

    [[nodiscard]] bool operator==(const MultiwayShape&) const = default;
};

/// Returns the shape of a network's parameters k, n, p and r (1: processors inside the routers).
MultiwayShape multiway_shape(const Parameters& parameters, bool torus);
/// Throws InputError where there are no processors, or both kinds.
void check_multiway(const Parameters& parameters);

std::uint64_t multiway_channels(const MultiwayShape& shape);
std::uint64_t multiway_routers(const MultiwayShape& shape);
/// Those on the channels or, where there is one in every router, the routers. With neither, which check_multiway
/// refuses, one on each channel: the search for members passes there.
std::uint64_t multiway_processors(const MultiwayShape& shape);
std::uint64_t multiway_nodes(const MultiwayShape& shape);
std::uint64_t multiway_links(const MultiwayShape& shape);

/// Returns the graph model of mudawwar, Definition 1: nodes are the shared channels, then the processors; a link is a
/// router between two channels or the interface of a processor, and each of its directions is one set of buffers.
/// Processors are the terminals. Axes are labelled 0 (least significant digit) .. n-1, processor interfaces n. A
/// processor inside a router has an interface to each of the router's two channels.
Network build_multiway(const MultiwayShape& shape);

/// The routing functions of mudawwar, sec. 3.5. Virtual channels stand for buffer classes.
enum class MultiwayRouting : std::uint8_t {
    dor,       ///< dimension order, any buffer; on a torus with datelines in the labels
    dor_ring,  ///< 0 = low, 1 = high: low where next buffer and destination are in different halves of the ring, else
               ///< both
    adaptive,  ///< 0 = deterministic, 1 = adaptive: any shortest way, class 0 on the lowest axis only
    adaptive_ring,  ///< 0 = low, 1 = high, 2 = adaptive
};

/// A message to a processor inside a router makes for the nearer of its two channels, and leaves its own router
/// accordingly; where both are equally near, for either if `ties` is split or the function adaptive.
std::unique_ptr<Routing> multiway_routing(const Network& network, const MultiwayShape& shape, MultiwayRouting function,
                                          Ties ties);

/// Source classes under rotation (torus) or reflection (mesh) of every axis.
std::vector<SourceClass> multiway_source_classes(const MultiwayShape& shape);

/// Returns the mean distance in hops over ordered distinct pairs of nodes, channels and processors on them.
double multiway_mean_distance(const MultiwayShape& shape);

// What their families have in common: parameters, and functions of them.

inline constexpr ParameterSpec multiway_parameters[] = {
    {.name = "k", .meaning = "shared channels along each axis", .least = 2},
    {.name = "n", .meaning = "axes", .least = 1, .most = 32},
    {.name = "p", .meaning = "processors on each channel", .least = 0, .fallback = 1},
    choice("r", "processors inside each router: 1 with p = 0"),
};

template <bool torus> struct MultiwayFamily {
    static MultiwayShape shape(const Parameters& p) { return multiway_shape(p, torus); }
    static std::uint64_t nodes(const Parameters& p) { return multiway_nodes(shape(p)); }
    static std::uint64_t senders(const Parameters& p) { return multiway_processors(shape(p)); }
    static std::uint64_t links(const Parameters& p) { return multiway_links(shape(p)); }
    static Network build(const Parameters& p) { return build_multiway(shape(p)); }
    static std::vector<SourceClass> source_classes(const Network& network) {
        return multiway_source_classes(shape(network.parameters));
    }

    /// Returns the family with these functions beside what is its own.
    static constexpr Family with(Family family) {
        family.source = mudawwar("sec. 2");
        family.parameters = multiway_parameters;
        family.check = check_multiway;
        family.nodes = nodes;
        family.links = links;
        family.build = build;
        family.source_classes = source_classes;
        family.senders = senders;
        return family;
    }
    template <MultiwayRouting function>
    static std::unique_ptr<Routing> routing(const Network& network, const RoutingOptions& options) {
        return multiway_routing(network, shape(network.parameters), function, options.ties);
    }

    static bool inside(const Parameters& p) { return p["r"] == 1; }  ///< processors inside routers
    static double channels(const Parameters& p) { return std::pow(number(p, "k"), number(p, "n")); }
    static double routers(const Parameters& p) { return static_cast<double>(multiway_routers(shape(p))); }

    static constexpr ClosedForm shared_forms[] = {
        {Metric::nodes, mudawwar("Fig. 3"), "k^n channels + p k^n processors, or one a router", false, "",
         [](const Parameters& p) -> Claim {
             return channels(p) + (inside(p) ? routers(p) : number(p, "p") * channels(p));
         }},
        {Metric::degree_min, own("channels of a processor"), "1; 2 inside a router", false, "",
         [](const Parameters& p) -> Claim { return inside(p) ? 2 : 1; }},
        {Metric::arc_connectivity, own("channels of a processor"), "1; 2 inside a router", false, "",
         [](const Parameters& p) -> Claim { return inside(p) ? 2 : 1; }},
    };
};

}  // namespace wafernet
