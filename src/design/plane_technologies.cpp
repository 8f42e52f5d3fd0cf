// Planes of other silicon than the rest of the stack: what lies between planes is that of the point's technology.
#include <algorithm>

#include <fmt/format.h>

#include "base/number_in.hpp"
#include "base/text.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/design/design.hpp"

namespace wafernet {

namespace {

// What planes share: their width of links, their bonds and vias, and what happens to the whole stack.
Technology in_stack(Technology own, const Technology& stack) {
    const auto mm = [](const Technology& t) {
        return fmt::format("PEs of {:g} mm in tiles of {:g} mm", t.pe_side.value.in(units::mm),
                           t.tile_side.value.in(units::mm));
    };
    if (mm(own) != mm(stack))
        throw InputError("technology " + own.name + " has " + mm(own) + ", " + stack.name + " " + mm(stack) +
                         ": planes of a stack must have the same, a file or --set can give them");
    own.via_pitch = stack.via_pitch, own.via_diameter = stack.via_diameter, own.via_keep_out = stack.via_keep_out;
    own.lines_per_link = stack.lines_per_link, own.vertical_bits = stack.vertical_bits;
    own.link_ways = stack.link_ways, own.sideband_lines = stack.sideband_lines;
    own.test_coverage = stack.test_coverage;  // planes are sorted by one test before they are bonded
    own.vertical_area = stack.vertical_area, own.blocks = stack.blocks, own.plane_pitch = stack.plane_pitch;
    return own;
}

// The plane of "2" or of the name that a placement file gives.
std::size_t plane_called(const std::string& word, const Placement& placement) {
    const auto named = std::ranges::find(placement.names, word);
    if (named != placement.names.end()) return static_cast<std::size_t>(named - placement.names.begin());
    const std::size_t number = number_in<std::size_t>(word).value_or(0);
    if (number < 1 || number > placement.planes)
        throw InputError("--plane-technology: no plane is called '" + word + "', must be a number from 1 to " +
                         std::to_string(placement.planes) + " or a name of the placement's file");
    return number - 1;
}

}  // namespace

std::vector<Technology> plane_technologies(const Network& network, const DesignPoint& point,
                                           const Technology& technology) {
    if (point.plane_technologies.empty()) return {};
    const Placement placement = placed(network, point);
    std::vector<Technology> planes(placement.planes, technology);
    for (const std::string& several : point.plane_technologies) {
        for (const std::string_view said : split(several, ',')) {
            const std::size_t equals = said.find('=');
            if (equals == std::string::npos || equals == 0 || equals + 1 == said.size())
                throw InputError("--plane-technology '" + std::string(said) +
                                 "', must be PLANE=TECHNOLOGY, such as 1=tsv");
            planes[plane_called(std::string(said.substr(0, equals)), placement)] =
                in_stack(read_technology(said.substr(equals + 1)), technology);
        }
    }
    return planes;
}

}  // namespace wafernet
