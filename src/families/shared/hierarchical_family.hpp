// What every hierarchical family is made of, from its shape alone; and the routings of the unpruned ones.
#pragma once

#include <array>
#include <memory>

#include "shared/hierarchical.hpp"

namespace wafernet {

/// The functions of a Family whose networks build_hierarchical makes of `shape`.
template <HierarchicalShape (*shape)(const Parameters&)> struct HierarchicalFamily {
    static std::uint64_t nodes(const Parameters& p) { return hierarchical_nodes(shape(p)); }
    static std::uint64_t links(const Parameters& p) { return hierarchical_links(shape(p)); }
    static Network build(const Parameters& p) { return build_hierarchical(shape(p)); }
    static std::vector<SourceClass> source_classes(const Network& network) {
        return hierarchical_source_classes(network, shape(network.parameters));
    }
    /// Returns the family with these functions beside what is its own. `its_links`: where the shape does not tell them.
    static constexpr Family with(Family family, std::uint64_t (*its_links)(const Parameters&) = links) {
        family.nodes = nodes;
        family.links = its_links;
        family.build = build;
        family.source_classes = source_classes;
        return family;
    }
};

/// Returns the routings that every hierarchical family offers, its own reading of the outlet first.
template <HierarchicalShape (*shape)(const Parameters&), Outlet own>
constexpr std::array<RoutingSpec, 5> hierarchical_routings(Source source, std::string_view vc_rule) {
    using Made = std::unique_ptr<Routing>;
    constexpr auto nearest = [](const Network& network, const RoutingOptions& options) -> Made {
        return hierarchical_dor(network, shape(network.parameters), Outlet::nearest, options.ties);
    };
    constexpr auto destination = [](const Network& network, const RoutingOptions& options) -> Made {
        return hierarchical_dor(network, shape(network.parameters), Outlet::destination, options.ties);
    };
    constexpr auto either = [](const Network& network, const RoutingOptions& options) -> Made {
        return hierarchical_dor(network, shape(network.parameters), options.outlet.value_or(own), options.ties);
    };
    constexpr auto split = [](const Network& network, const RoutingOptions& options) -> Made {
        return hierarchical_dor(network, shape(network.parameters), options.outlet.value_or(own), Ties::split);
    };
    const RoutingSpec by_nearest{"dor-nearest", "dimension order, leaving a module by the nearest outlet", source,
                                 vc_rule, nearest};
    const RoutingSpec by_destination{"dor-destination",
                                     "dimension order, leaving a module by the outlet on the destination's coordinate",
                                     source, vc_rule, destination};
    const Source adaptive{"rahman2006", "sec. 4.5"};
    return {own == Outlet::nearest ? by_nearest : by_destination, own == Outlet::nearest ? by_destination : by_nearest,
            RoutingSpec{"ls", "dimension order, both directions where a ring's two ways are equally long", adaptive,
                        vc_rule, split},
            RoutingSpec{"cs", "dimension order; messages choose among the virtual channels that the rule leaves free",
                        adaptive, vc_rule, either},
            RoutingSpec{"ls+cs", "both directions at ties and a choice of virtual channels", adaptive, vc_rule, split}};
}

}  // namespace wafernet
