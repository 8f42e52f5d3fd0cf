// Links narrower than a flit: those of a file, and vertical ones where the point says so.
#include <algorithm>
#include <cmath>

#include "wafernet/base/error.hpp"
#include "wafernet/design/design.hpp"
#include "wafernet/wsi/placement.hpp"

namespace wafernet {

double flit_width(const Network& network, const DesignPoint& point, const Technology& technology) {
    if (point.flit_bits || network.channel_bits.empty()) return technology.lines_per_link.value;
    return *std::max_element(network.channel_bits.begin(), network.channel_bits.end());
}

void set_widths(Network& network, const DesignPoint& point, const Technology& technology) {
    if (network.channel_bits.empty() && !point.vertical_bits) return;
    const Graph& graph = network.graph;
    const auto flit = static_cast<std::uint32_t>(std::lround(flit_width(network, point, technology)));
    std::vector<std::uint32_t> bits = network.channel_bits;
    if (bits.empty()) bits.assign(graph.channels(), flit);
    if (point.vertical_bits) {
        const Placement placement = placed(network, point);
        bool any = false;
        for (Channel c = 0; c < graph.channels(); ++c) {
            if (placement.plane_of[graph.source(c)] == placement.plane_of[graph.target(c)]) continue;
            any = true;
            bits[c] = std::min(bits[c], static_cast<std::uint32_t>(*point.vertical_bits));
        }
        if (!any)
            throw InputError("--vertical-bits " + std::to_string(*point.vertical_bits) + ": no link of " +
                             network.word + " goes from plane to plane, must be a stack of several");
    }
    bool narrow = false;
    network.channel_flit_cycles.clear();
    for (const std::uint32_t width : bits) {
        const std::uint32_t cycles = (flit - 1) / width + 1;
        if (cycles > most_link_cycles)
            throw InputError(network.word + ": a flit of " + std::to_string(flit) + " bits over a link of " +
                             std::to_string(width) + ", must be at most " + std::to_string(most_link_cycles) +
                             " times as wide");
        network.channel_flit_cycles.push_back(cycles);
        narrow = narrow || cycles > 1;
    }
    if (!narrow) network.channel_flit_cycles.clear();
}

}  // namespace wafernet
