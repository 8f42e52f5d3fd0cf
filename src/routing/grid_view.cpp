#include "grid_view.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace wafernet {

std::optional<GridView> grid_view(const Network& network) {
    if (network.family == nullptr) return std::nullopt;
    constexpr std::string_view grids[] = {"mesh", "torus", "hypercube", "ring", "array", "double-y"};
    if (std::find(std::begin(grids), std::end(grids), network.family->name) == std::end(grids)) return std::nullopt;
    if (network.addresses.labelled() || network.level_sizes.size() > 1) return std::nullopt;
    GridView view;
    for (const auto& group : network.addresses.radices())
        view.extents.insert(view.extents.end(), group.begin(), group.end());
    std::reverse(view.extents.begin(), view.extents.end());
    std::uint32_t stride = 1;
    for (const std::uint32_t e : view.extents) {
        view.strides.push_back(stride);
        stride *= e;
    }
    view.wrap = network.family->name == "torus" || network.family->name == "ring";
    if (stride != network.graph.nodes()) return std::nullopt;
    return view;
}

int turn_axes(const Network& network) {
    if (const auto view = grid_view(network)) return view->axes();
    constexpr std::pair<std::string_view, int> planes[] = {{"hexmesh", 3}, {"octamesh", 4}, {"brickwall", 3}};
    for (const auto& [name, axes] : planes) {
        if (network.family != nullptr && network.family->name == name) return axes;
    }
    if (network.family != nullptr && network.family->name == "expresscube")  // local and express channels
        return static_cast<int>(2 * network.parameters.extents("extents").size());
    return 0;
}

}  // namespace wafernet
