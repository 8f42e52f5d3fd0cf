// Pictures of networks, of layouts in tiles and of stacks, as SVG.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "report/svg.hpp"
#include "wafernet/core/family.hpp"

namespace wafernet {

inline constexpr Node most_drawn_nodes = 16384;
inline constexpr Link most_drawn_links = 65536;

/// Places of nodes, y down the page, in any unit.
struct NodePlaces {
    std::vector<Point> at;
    std::string how;  ///< in words: "by address"
};

/// Returns places by what the network is: digits of addresses as rows, columns and layers, modules of hierarchical
/// networks apart from each other; rings round a circle; trees by level; clusters round a circle of clusters. Nothing
/// where it is none of these.
std::optional<NodePlaces> family_places(const Network& network);

/// Returns the nodes round a circle in the order of their numbers.
NodePlaces circle_places(const Network& network);

struct Shown {
    std::vector<double> channel_load;            ///< one a channel; empty: none
    std::string load_unit;                       ///< "flits per cycle where .."
    std::vector<Channel> route;                  ///< one after the other
    std::optional<Node> from, to;                ///< of the route
    std::vector<std::pair<Channel, int>> cycle;  ///< channels with their virtual channel, each waits for the next
    std::vector<Node> faulty;
    std::vector<Channel> broken;           ///< of links that have failed, as a whole or one way
    std::vector<std::string> notes;        ///< lines below the picture
    std::optional<std::uint32_t> plane{};  ///< of a layout: this plane alone, from 0
};

/// Throws InputError where a network has too many nodes or links for a picture.
void check_drawable(const Network& network);

/// Returns the picture of a network whose nodes are at these places. Names stand in the nodes where there is room, else
/// a pointer over a node shows its name. Links of higher levels have other colours; a link that would run through a
/// node bends round it. Throws InputError as check_drawable does.
std::string graph_picture(const Network& network, const NodePlaces& places, const Shown& shown,
                          const std::string& title, const Provenance* made_by = nullptr);

struct TilePlane {
    std::string name;  ///< "plane 1"
    std::vector<Node> nodes;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> at;  ///< column and row of each node's tile
};
/// Returns the picture of planes with the wires between tiles of the same plane: a wire leaves its first tile for the
/// tracks of its row, and those of its column for its second. Tiles with links to other planes have a mark. Throws
/// InputError as check_drawable does, and where two nodes of a plane share a tile.
std::string tiles_picture(const Network& network, const std::vector<TilePlane>& planes, const Shown& shown,
                          const std::string& title, const Provenance* made_by = nullptr);

/// A stack: nodes of each plane, links through each gap.
struct StackGaps {
    std::uint64_t nodes_per_plane = 0;
    std::vector<std::uint64_t> links;  ///< one a gap, from the bottom; one more plane than gaps
    std::string uneven{};              ///< "planes of 4 and 5 nodes" where they are
};
inline constexpr std::size_t most_drawn_planes = 128;
/// Returns the picture of a stack from the side. Throws InputError where there are too many planes.
std::string stack_picture(const StackGaps& stack, const std::vector<std::string>& notes, const std::string& title,
                          const Provenance* made_by = nullptr);

}  // namespace wafernet
