// How many planes a network has where nobody says, and which nodes lie on them.
#include <algorithm>
#include <array>
#include <string>

#include "wafernet/base/error.hpp"
#include "wafernet/core/network.hpp"
#include "wafernet/design/design.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/wsi/placement.hpp"
#include "wafernet/wsi/planar_layout.hpp"

namespace wafernet {

namespace {

// rahman2006, sec. 3.4.2: "16 wafers".
constexpr std::uint64_t document_planes = 16;
constexpr std::array<std::string_view, 9> stacked_families = {"h3dm", "h3dt",  "htn",  "htn1", "htn2",
                                                              "htn3", "mh3dt", "tesh", "ttn"};

std::uint64_t usual_planes(const Family* family, std::uint64_t nodes) {
    const bool stacked =
        family != nullptr && std::ranges::find(stacked_families, family->name) != stacked_families.end();
    return stacked && nodes >= document_planes ? document_planes : 1;
}

// The network without its faults, whose places those that are left keep; nothing where it has none.
std::optional<Network> without_faults(const Network& network) {
    if (!is_fault_word(network.word)) return std::nullopt;
    return make_network(parse_fault_word(network.word).network);
}

// What is left of a placement: every node stays on its plane and its tile.
Placement kept(const Network& whole, const Network& network, const DesignPoint& point) {
    const Placement of_whole = placed(whole, point);
    std::optional<PlanarLayout> layout;
    if (point.layout != "best") layout = planar_layout(whole, layout_scheme(point.layout), of_whole);
    else if (auto best = best_layout(whole, of_whole)) layout = std::move(best->layout);
    Placement placement{of_whole.planes, {}, {}, false, {}, of_whole.names};
    for (Node v = 0, w = 0; v < network.graph.nodes(); ++v, ++w) {  // both in the order of the whole network
        while (whole.addresses.print(w) != network.addresses.print(v)) ++w;
        placement.plane_of.push_back(of_whole.plane_of[w]);
        if (layout) placement.tiles.push_back(layout->at[w]);
    }
    return placement;
}

}  // namespace

std::uint64_t usual_planes(const Network& network) {
    if (const auto whole = without_faults(network)) return usual_planes(*whole);
    return usual_planes(network.family, network.graph.nodes());
}

Placement placed(const Network& network, const DesignPoint& point) {
    if (const auto whole = without_faults(network)) return kept(*whole, network, point);
    if (point.placement.starts_with(placement_file)) {
        const std::string path = point.placement.substr(placement_file.size());
        Placement placement = read_placement(path, network, technology_of(point).tile_side.value);
        if (point.planes && *point.planes != placement.planes)
            throw InputError("--planes " + std::to_string(*point.planes) + " with " + path + ", which has " +
                             std::to_string(placement.planes) + " planes, must be as many");
        return placement;
    }
    const std::uint64_t planes = point.planes.value_or(usual_planes(network));
    return place(network, planes, placement_scheme(point.placement, network, planes));
}

DesignPoint resolved(DesignPoint point, const Network& network) {
    if (point.placement.starts_with(placement_file)) {
        point.planes = placed(network, point).planes;
        return point;
    }
    if (const auto whole = without_faults(network)) return resolved(std::move(point), *whole);
    if (!point.planes) point.planes = usual_planes(network);
    point.placement = name(placement_scheme(point.placement, network, *point.planes));
    return point;
}

DesignPoint common_point(DesignPoint point, std::span<const std::string> words) {
    if (point.placement.starts_with(placement_file) && !words.empty())
        return resolved(std::move(point), make_network(words.front()));
    if (point.planes) return point;
    std::uint64_t most = 1, nodes = document_planes;
    for (std::string word : words) {
        try {
            while (is_fault_word(word)) word = parse_fault_word(word).network;
            const NetworkWord network = parse_network_word(resolve_model_word(word));
            const std::uint64_t has = network.family->nodes(network.parameters);
            most = std::max(most, usual_planes(network.family, has));
            nodes = std::min(nodes, has);
        } catch (const InputError&) {  // a file of a graph, or what the caller will refuse
        }
    }
    point.planes = nodes >= most ? most : 1;
    return point;
}

}  // namespace wafernet
