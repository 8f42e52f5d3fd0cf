// As Duato, Yalamanchili and Ni, Interconnection Networks, ch. 9, compare: "a fair comparison of topologies must take
// into account some implementation constraint".
#include "wafernet/design/equal.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "base/named.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/design/design.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/measure/bisection.hpp"
#include "wafernet/measure/router_graph.hpp"
#include "wafernet/routing/vc_rules.hpp"

namespace wafernet {

namespace {

constexpr std::array<std::string_view, 5> names = {"vcs", "buffer-bits", "pins", "bisection", "vertical-links"};

std::uint64_t links_of(const Network& network, const DesignPoint& point, Equal equal) {
    const Graph& graph = network.graph;
    switch (equal) {
        case Equal::pins:
        case Equal::buffer_bits: return degree_range(graph).second;
        case Equal::bisection:
            return graph.nodes() < 2 ? 0 : measure_bisection(network, {.seeds = 1, .most_paths = 200'000}).upper;
        case Equal::vertical_links: return count_vertical_links(network, placed(network, point)).peak;
        case Equal::vcs: break;
    }
    return 0;
}

}  // namespace

Equal equal_named(std::string_view name) {
    return named<Equal>(name, names, "--equal", ", need vcs, buffer-bits, pins, bisection or vertical-links");
}

std::vector<DesignPoint> equalized(std::span<const std::string> words, const DesignPoint& point, Equal equal) {
    std::vector<DesignPoint> points(words.size(), point);
    const std::string constraint = "--equal " + std::string(names[static_cast<std::size_t>(equal)]);
    const SimulationChoice choice = simulation_choice(point.dynamic);
    if (equal == Equal::vcs) {
        if (point.dynamic.vcs) return points;
        int most = 0;
        for (const std::string& word : words) most = std::max(most, router_of(make_network(word), choice).router.vcs);
        for (DesignPoint& p : points) p.dynamic.vcs = static_cast<std::uint64_t>(most);
        return points;
    }
    const Technology technology = technology_of(point);
    const auto width = static_cast<std::uint64_t>(technology.lines_per_link.value);
    const double sideband = technology.lines_per_way() - technology.lines_per_link.value;
    double allowed = 0.0;
    std::uint64_t message_bits = 0;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const Network network = make_network(words[i]);
        const SimulationOptions router = router_of(network, choice);
        const auto links = static_cast<double>(links_of(network, point, equal));
        if (links == 0.0)
            throw InputError(constraint + ": " + network.word + " has none, need networks that have some");
        const double unit =
            equal == Equal::buffer_bits ? links * router.router.vcs * static_cast<double>(width) : links;
        if (i == 0) {
            allowed = unit * (equal == Equal::buffer_bits ? static_cast<double>(router.router.buffer_flits)
                                                          : technology.lines_per_way());
            message_bits = width * router.router.lengths.front().flits;
        }
        // Of the lines of a way of a link, those beside the data are as many whatever its width.
        const double exact = allowed / unit - (equal == Equal::buffer_bits ? 0.0 : sideband),
                     share = std::floor(exact + 1e-9);
        if (share < 1.0) {
            const std::string what = equal == Equal::buffer_bits ? "flits in a buffer" : "bits a link";
            throw InputError(fmt::format(
                "{}: {} would have {:.2g} {}, need --{} of at least {:.0f} for {}", constraint, network.word,
                std::max(exact, 0.0), what, equal == Equal::buffer_bits ? "buffer" : "flit-bits",
                equal == Equal::buffer_bits
                    ? std::ceil(static_cast<double>(router.router.buffer_flits) * unit / allowed)
                    : std::ceil((1.0 + sideband) * unit / allowed * technology.lines_per_way() - sideband),
                words[0]));
        }
        if (equal == Equal::buffer_bits) {
            points[i].dynamic.buffer = static_cast<std::uint64_t>(std::min(share, 65535.0));
        } else {
            const auto bits = static_cast<std::uint64_t>(std::min(share, 1e6));
            if (equal == Equal::vertical_links) {  // the links within planes, and so flits, stay as they are
                if (bits < width) points[i].vertical_bits = bits;
                continue;
            }
            points[i].flit_bits = bits;
            points[i].dynamic.flits = (message_bits + bits - 1) / bits;
        }
    }
    return points;
}

}  // namespace wafernet
