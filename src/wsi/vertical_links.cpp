// Links that cross the gaps of a stack, counted one by one.
#include <algorithm>
#include <string>
#include <utility>

#include "wafernet/base/error.hpp"
#include "wafernet/wsi/placement.hpp"

namespace wafernet {

namespace {

// Turns "+1 where a link starts, -1 where it ends" into links over each gap.
std::vector<std::uint64_t> running_sums(const std::vector<std::int64_t>& steps) {
    std::vector<std::uint64_t> sums;
    std::int64_t now = 0;
    for (std::size_t gap = 0; gap + 1 < steps.size(); ++gap) {
        now += steps[gap];
        sums.push_back(static_cast<std::uint64_t>(now));
    }
    return sums;
}

std::uint64_t greatest(const std::vector<std::uint64_t>& gaps) {
    return gaps.empty() ? 0 : *std::max_element(gaps.begin(), gaps.end());
}

}  // namespace

void check_placement(const Network& network, const Placement& placement) {
    const std::string need = ", need a plane for every node";
    if (placement.plane_of.size() != network.graph.nodes())
        throw InputError("a placement of " + std::to_string(placement.plane_of.size()) + " nodes for the " +
                         std::to_string(network.graph.nodes()) + " of " + network.word + need);
    for (const std::uint32_t plane : placement.plane_of) {
        if (plane >= placement.planes)
            throw InputError("a node on plane " + std::to_string(plane) + " of " + std::to_string(placement.planes) +
                             need);
    }
}

VerticalLinks count_vertical_links(const Network& network, const Placement& placement) {
    check_placement(network, placement);
    const Graph& graph = network.graph;
    const std::uint32_t module = network.level_sizes.size() > 1 ? network.level_sizes.front() : 1;
    VerticalLinks counted;
    std::vector<std::int64_t> steps(placement.planes, 0), ways(placement.planes, 0);
    // Pairs of modules with a link between planes: marked in a table where that takes less room than to list them.
    const std::uint64_t modules = (graph.nodes() + module - 1) / module;
    std::vector<bool> met(modules * modules <= 64 * std::uint64_t{graph.links()} ? modules * modules : 0, false);
    std::vector<std::pair<Node, Node>> pairs;
    for (Link l = 0; l < graph.links(); ++l) {
        const Node a = graph.source(2 * l);
        const Node b = graph.target(2 * l);
        const auto [low, high] = std::minmax(placement.plane_of[a], placement.plane_of[b]);
        if (low == high) continue;
        ++counted.crossing;
        counted.longest_planes = std::max(counted.longest_planes, high - low);
        steps[low] += 1;
        steps[high] -= 1;
        const bool one_way = network.shared_nodes > 0 || !graph.exists(2 * l) || !graph.exists(2 * l + 1);
        const std::int64_t both = one_way ? 1 : 2;
        ways[low] += both;
        ways[high] -= both;
        const Node first = std::min(a, b) / module, second = std::max(a, b) / module;
        if (!met.empty()) {
            const std::size_t at = first * modules + second;
            if (met[at]) continue;
            met[at] = true;
        }
        pairs.emplace_back(first, second);
    }
    counted.gaps = running_sums(steps);
    counted.peak = greatest(counted.gaps);
    counted.peak_channels = greatest(running_sums(ways));

    // A module may itself lie on several planes; its links to another are then merged where one end's first node lies.
    if (met.empty()) {
        std::sort(pairs.begin(), pairs.end());
        pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    }
    std::fill(steps.begin(), steps.end(), 0);
    for (const auto& [a, b] : pairs) {
        if (a == b) continue;
        const Node first = a * module, second = b * module;
        const auto [low, high] = std::minmax(placement.plane_of[first], placement.plane_of[second]);
        steps[low] += 1;
        steps[high] -= 1;
    }
    counted.merged_gaps = running_sums(steps);
    counted.merged_peak = greatest(counted.merged_gaps);
    return counted;
}

}  // namespace wafernet
