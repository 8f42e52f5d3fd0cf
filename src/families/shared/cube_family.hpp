// What the families with a cubic basic module share: HTN, H3D-mesh, H3D-torus, MH3DT and the pruned HTNs.
#pragma once

#include <array>
#include <memory>
#include <string_view>

#include "shared/gates.hpp"
#include "shared/hierarchical.hpp"
#include "wafernet/family.hpp"

namespace wafernet {

/// Parameters of HTN and H3D-mesh.
inline constexpr ParameterSpec contour_parameters[] = {
    {"m", "nodes along each axis of the basic module", 2, 1000, ParameterKind::number, {}},
    {"n", "modules along each axis of the upper levels: 4, or 2x4 for 2 rows of 4", 2, 0xFFFFFFFFU, ParameterKind::extents, {}},
    {"L", "levels, the basic module included", 1, 1000, ParameterKind::number, {}},
    {"q", "inter-level connectivity: every level takes 2^q planes of a module", 0, 1000, ParameterKind::number, {}},
    {"planes", "which planes for q >= 1, left open by the documents: 0 = next to each other, 1 = spread evenly", 0, 1,
     ParameterKind::number, 0},
};

struct ContourKind {
    bool module_wrap = true;
    bool upper_wrap = true;
    HierarchicalShape::Keeps keeps_module_link = nullptr;
    HierarchicalShape::Keeps keeps_upper_link = nullptr;
};

/// Throws InputError where q exceeds log2 m, L exceeds 2^(p-q) + 1 (rahman2006, Lemma 3.2) or n has more than 2 extents.
void contour_check(const Parameters& parameters);
HierarchicalShape contour_shape(const Parameters& parameters, const ContourKind& kind);

/// Returns the extents {y, x} or {z, y, x} of a level from a parameter that gives one extent or all.
std::vector<std::uint32_t> level_extents(const Parameters& parameters, std::string_view name, std::size_t axes);

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
    const RoutingSpec by_nearest{"dor-nearest", "dimension order, leaving a module by the nearest outlet", source, vc_rule, nearest};
    const RoutingSpec by_destination{"dor-destination", "dimension order, leaving a module by the outlet on the destination's coordinate",
                                     source, vc_rule, destination};
    const Source adaptive{"rahman2006", "sec. 4.5"};
    return {own == Outlet::nearest ? by_nearest : by_destination, own == Outlet::nearest ? by_destination : by_nearest,
            RoutingSpec{"ls", "dimension order, both directions where a ring's two ways are equally long", adaptive, vc_rule, split},
            RoutingSpec{"cs", "dimension order; messages choose among the virtual channels that the rule leaves free", adaptive, vc_rule, either},
            RoutingSpec{"ls+cs", "both directions at ties and a choice of virtual channels", adaptive, vc_rule, split}};
}

}  // namespace wafernet
