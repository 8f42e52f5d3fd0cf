// A placement of the user's own: a file says on which plane and tile every node lies.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "base/csv.hpp"
#include "base/input_file.hpp"
#include "base/number_in.hpp"
#include "base/text.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/core/node_names.hpp"
#include "wafernet/wsi/placement.hpp"

namespace wafernet {

namespace {

constexpr std::uint32_t most_tiles = 1'000'000;  // along a side of a plane

struct Columns {
    std::size_t node = 0, plane = 0, x = 0, y = 0, cells = 0;
    bool mm = false;  // x and y, else tiles
};

Columns columns_of(const std::vector<std::string>& cells, const std::string& place) {
    Columns head;
    head.cells = cells.size();
    const auto column = [&](std::string_view name) {
        return static_cast<std::size_t>(std::find(cells.begin(), cells.end(), name) - cells.begin());
    };
    head.mm = column("x_mm") < cells.size();
    head.node = column("node"), head.plane = column("plane");
    head.x = column(head.mm ? "x_mm" : "x"), head.y = column(head.mm ? "y_mm" : "y");
    for (const std::size_t at : {head.node, head.plane, head.x, head.y}) {
        if (at == cells.size())
            throw InputError(place + "'" + cells.front().substr(0, 40) +
                             "' begins the first line, which must name the columns node,plane,x,y (tiles) or "
                             "node,plane,x_mm,y_mm");
    }
    return head;
}

// A tile from 0 on, of a place in mm the one in which it lies.
std::uint32_t tile_of(const std::string& cell, bool mm, Length tile_side, const std::string& place) {
    const auto number = number_in<double>(cell);
    double value = number.value_or(-1.0);
    if (mm) value = std::floor(value / tile_side.in(units::mm) + 1e-9);
    if (!std::isfinite(value) || value < 0.0 || value >= most_tiles || value != std::floor(value))
        throw InputError(place + "'" + cell.substr(0, 40) + "' is no place, must be " +
                         (mm ? "mm from 0 on" : "a whole number of tiles from 0 on") + ", below " +
                         std::to_string(most_tiles) + " tiles");
    return static_cast<std::uint32_t>(value);
}

// Planes in the order of their numbers, or of the lines that name them first, bottom first.
class Planes {
public:
    std::uint32_t of(const std::string& cell, const std::string& place) {
        const bool number = is_whole(cell);
        if (cell.empty() || (numbered_ && *numbered_ != number))
            throw InputError(
                place + "'" + cell.substr(0, 40) +
                "' is no plane, planes must all be numbers from 1, the bottom, or all be names, bottom first");
        numbered_ = number;
        if (!number) {
            const auto [found, fresh] = named_.try_emplace(cell, static_cast<std::uint32_t>(names_.size()));
            if (fresh) names_.push_back(cell);
            return found->second;
        }
        const std::uint32_t plane = number_in<std::uint32_t>(cell).value_or(0);
        if (plane < 1 || plane > most_tiles)
            throw InputError(place + "plane " + cell.substr(0, 40) + ", must be from 1 on");
        most_ = std::max(most_, plane);
        return plane - 1;
    }
    [[nodiscard]] std::uint32_t count() const {
        return names_.empty() ? most_ : static_cast<std::uint32_t>(names_.size());
    }
    [[nodiscard]] const std::vector<std::string>& names() const { return names_; }

private:
    std::optional<bool> numbered_;
    std::uint32_t most_ = 0;
    std::map<std::string, std::uint32_t> named_;
    std::vector<std::string> names_;
};

}  // namespace

Placement read_placement(const std::string& path, const Network& network, Length tile_side) {
    std::ifstream file = opened(readable(path));
    if (!file || std::filesystem::is_directory(path))
        throw InputError("cannot read the placement '" + path + "', must be a CSV file node,plane,x,y");
    const NodeNames names(network);
    const Node nodes = network.graph.nodes();
    constexpr std::uint32_t nowhere = 0xFFFFFFFFU;
    Placement placement;
    placement.plane_of.assign(nodes, nowhere);
    placement.tiles.resize(nodes);
    std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, std::size_t> taken;  // by which line
    std::optional<Columns> head;
    Planes planes;
    std::string line;
    char separator = 0;
    for (std::size_t number = 0; next_line(file, line, number);) {
        const std::string place = path + ":" + std::to_string(number) + ": ";
        if (line.find_first_not_of(" \t\r") == std::string::npos || line.front() == '#') continue;
        if (separator == 0) separator = csv_separator(line);
        const std::vector<std::string> cells = csv_cells(line, place, separator);
        if (!head) {
            head = columns_of(cells, place);
            continue;
        }
        if (cells.size() != head->cells)
            throw InputError(place + std::to_string(cells.size()) + " cells, must be the " +
                             std::to_string(head->cells) + " of the first line");
        Node v = 0;
        try {
            v = names(cells[head->node]);
        } catch (const InputError& error) {
            throw InputError(place + error.what());
        }
        if (placement.plane_of[v] != nowhere)
            throw InputError(place + "node " + cells[head->node] + " a second time, must be on one tile");
        const std::uint32_t plane = planes.of(cells[head->plane], place);
        const Tile tile{tile_of(cells[head->x], head->mm, tile_side, place),
                        tile_of(cells[head->y], head->mm, tile_side, place)};
        const auto [found, fresh] = taken.try_emplace({plane, tile.x, tile.y}, number);
        if (!fresh)
            throw InputError(place + "node " + cells[head->node] + " on the tile of line " +
                             std::to_string(found->second) + ", must be on one of its own");
        placement.plane_of[v] = plane;
        placement.tiles[v] = tile;
    }
    const auto missing = std::find(placement.plane_of.begin(), placement.plane_of.end(), nowhere);
    if (missing != placement.plane_of.end())
        throw InputError(path + ": no line for node " +
                         network.addresses.print(static_cast<Node>(missing - placement.plane_of.begin())) + " of " +
                         network.word + ", must have one for each of its " + std::to_string(nodes) + " nodes");
    placement.planes = planes.count();
    placement.names = planes.names();
    for (const std::uint32_t size : placement.plane_sizes()) {
        if (size == 0) throw InputError(path + ": a plane without a node, planes must be numbered without gaps");
    }
    return placement;
}

}  // namespace wafernet
