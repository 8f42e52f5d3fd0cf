// What the families of k-ary m-way meshes and tori have in common: parameters, and functions of them.
#pragma once

#include "shared/claims.hpp"
#include "shared/multiway.hpp"

namespace wafernet {

inline constexpr ParameterSpec multiway_parameters[] = {
    {.name = "k", .meaning = "shared channels along each axis", .least = 2},
    {.name = "n", .meaning = "axes", .least = 1, .most = 32},
    {.name = "p", .meaning = "processors on each channel", .least = 0, .fallback = 1},
    choice("r", "processors inside each router: 1 with p = 0"),
};

template <bool torus>
struct MultiwayFamily {
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
