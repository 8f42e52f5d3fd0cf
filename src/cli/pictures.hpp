// The pictures of a network that `draw` and the pages show.
#pragma once

#include <optional>
#include <string>

#include "command.hpp"
#include "report/drawing.hpp"
#include "wafernet/wsi/placement.hpp"
#include "wafernet/wsi/planar_layout.hpp"

namespace wafernet::cli {

/// Returns what made the output, or null where it is not to say it.
const Provenance* made_by(const Run& run);

/// Returns places for the nodes: by the family, by an engine of Graphviz, or round a circle; then `note` says why,
/// where Graphviz would be better. `engine` is "auto", "circle" or an engine ("neato", "sfdp", "dot", "circo", "twopi",
/// "fdp"). Throws InputError where that is not installed, ComputationError where it fails, takes longer than a minute
/// or Ctrl-C comes.
NodePlaces node_places(const Network& network, const std::string& engine, std::string& note);

/// Returns the tiles of the planes in a layout: "raster", "folded", "quadrant", "curve" or "best". Throws InputError
/// where the nodes have no tiles.
std::string layout_svg(const Network& network, const Placement& placement, const std::string& layout,
                       const Shown& shown, const std::string& title, const Provenance* made_by);

std::string stack_svg(const Network& network, const Placement& placement, const std::string& title,
                      const Provenance* made_by);

/// Returns bars for each figure of a comparison that is not the same in all rows, or a point a network for two that are
/// set `over` each other.
std::vector<Plot> comparison(const Table& table, const std::vector<std::string>& over);

}  // namespace wafernet::cli
