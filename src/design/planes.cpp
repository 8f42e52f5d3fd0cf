// How many planes a network has where nobody says, and which nodes lie on them.
#include <algorithm>
#include <array>
#include <string>

#include "wafernet/base/error.hpp"
#include "wafernet/core/network.hpp"
#include "wafernet/design/design.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/wsi/placement.hpp"

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

}  // namespace

std::uint64_t usual_planes(const Network& network) { return usual_planes(network.family, network.graph.nodes()); }

Placement placed(const Network& network, const DesignPoint& point) {
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
    if (!point.planes) point.planes = usual_planes(network);
    point.placement = name(placement_scheme(point.placement, network, *point.planes));
    return point;
}

DesignPoint common_point(DesignPoint point, std::span<const std::string> words) {
    if (point.placement.starts_with(placement_file) && !words.empty())
        return resolved(std::move(point), make_network(words.front()));
    if (point.planes) return point;
    std::uint64_t most = 1, nodes = document_planes;
    for (const std::string& word : words) {
        try {
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
