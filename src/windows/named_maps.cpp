// The maps by name: which guest goes into which host, and what is printed about it (ziavras, sec. 4).
#include <array>
#include <numeric>
#include <string>

#include "wafernet/base/error.hpp"
#include "wafernet/windows/embeddings.hpp"
#include "wafernet/windows/windows.hpp"
namespace wafernet {

namespace {

// Side and window of a square host; side 0: it is none.
struct SquareHost {
    std::uint32_t side = 0;
    std::uint32_t w = 0;
};

SquareHost square(const Network& host) {
    if (host.family == nullptr) return {};
    const auto windows = windows_of(*host.family, host.parameters);
    if (!windows || windows->n != 2) return {};
    return {static_cast<std::uint32_t>(windows->p), static_cast<std::uint32_t>(windows->w)};
}

bool is(const Network& network, std::string_view family) {
    return network.family != nullptr && network.family->name == family;
}
std::uint32_t dimensions(const Network& cube) { return static_cast<std::uint32_t>(cube.parameters["n"]); }
std::uint32_t levels(const Network& tree) { return static_cast<std::uint32_t>(tree.parameters["d"]); }

bool ring_applies(const Network& guest, const Network& host) { return is(guest, "ring") && square(host).side > 0; }
std::vector<Node> ring(const Network& guest, const Network& host) {
    return ring_in_windows(square(host).side, square(host).w, guest.graph.nodes());
}
PrintedQuality ring_printed(const Network&, const Network&) { return {1, std::nullopt, std::nullopt}; }

bool tree_applies(const Network& guest, const Network& host) {
    return is(guest, "tree") && levels(guest) >= 3 && levels(guest) <= 10 &&
           square(host).side == tree_side(levels(guest));
}
std::vector<Node> tree(const Network& guest, const Network& host) {
    return tree_in_windows(levels(guest), square(host).w);
}
PrintedQuality tree_printed(const Network& guest, const Network& host) {
    if (square(host).w < 2) return {};  // "we assume that w >= 2"
    return {levels(guest) % 2 == 0 || levels(guest) == 3 ? 1 : 2, std::nullopt, std::nullopt};
}

bool binary_applies(const Network& guest, const Network& host) {
    return is(guest, "hypercube") && square(host).side == 1U << (dimensions(guest) + 1) / 2;
}
std::vector<Node> binary(const Network& guest, const Network&) { return hypercube_in_windows(dimensions(guest)); }
PrintedQuality binary_printed(const Network& guest, const Network& host) {
    const std::uint32_t d = dimensions(guest);
    return {hypercube_dilation_printed(d, square(host).w), hypercube_congestion_printed(d, square(host).w),
            d % 2 == 0 ? 1.0 : 2.0};
}

bool threes_apply(const Network& guest, const Network& host) {
    return is(guest, "hypercube") && dimensions(guest) % 2 == 1 && dimensions(guest) >= 3 &&
           square(host).side == 3U << (dimensions(guest) - 3) / 2;
}
std::vector<Node> threes(const Network& guest, const Network&) {
    return hypercube_in_threes(dimensions(guest), CubeBlock::printed);
}
std::vector<Node> threes_least(const Network& guest, const Network&) {
    return hypercube_in_threes(dimensions(guest), CubeBlock::least);
}
PrintedQuality threes_printed(const Network& guest, const Network& host) {
    if (dimensions(guest) != 3 || square(host).w != 2) return {std::nullopt, std::nullopt, 9.0 / 8};
    return {2, 2, 9.0 / 8};
}

bool numbers_apply(const Network& guest, const Network& host) { return guest.graph.nodes() <= host.graph.nodes(); }
std::vector<Node> numbers(const Network& guest, const Network&) {
    std::vector<Node> image(guest.graph.nodes());
    std::iota(image.begin(), image.end(), Node{0});
    return image;
}

constexpr Source ziavras(std::string_view place) { return {"ziavras", place}; }

constexpr std::array<NamedMap, 7> maps = {{
    {"serpentine", "a ring to and fro through the rows of how:p,w,2", ziavras("sec. 4.1"), ring_applies, ring,
     ring_printed},
    {"squares", "a tree of d levels in four squares of d - 2 levels, how:p,w,2", ziavras("sec. 4.2"), tree_applies,
     tree, tree_printed},
    {"binary", "a hypercube in natural binary order of rows and columns, how:2^h,w,2", ziavras("sec. 4.3, method one"),
     binary_applies, binary, binary_printed},
    {"threes", "a hypercube of odd dimension by blocks of three by three as printed, how:3*2^m,w,2",
     ziavras("sec. 4.3, method two"), threes_apply, threes, threes_printed},
    {"threes-least",
     "the same with the block that stretches the fewest links",
     {"wafernet", "all maps of the 3-cube tried"},
     threes_apply,
     threes_least,
     nullptr},
    {"modules",
     "coordinates of grids, cubes and trees split by the modules of the host, by Gray codes",
     {"wafernet", "hierarchical networks, grids"},
     maps_by_modules,
     map_by_modules,
     nullptr},
    {"numbers", "node v on node v", {"wafernet", "any two networks"}, numbers_apply, numbers, nullptr},
}};

}  // namespace

std::span<const NamedMap> named_maps() { return maps; }

const NamedMap& named_map(std::string_view name, const Network& guest, const Network& host) {
    if (guest.graph.nodes() > host.graph.nodes())
        throw InputError(guest.word + " has " + std::to_string(guest.graph.nodes()) + " nodes and " + host.word + " " +
                         std::to_string(host.graph.nodes()) + ", need a host that is no smaller");
    std::vector<std::string_view> known;
    for (const NamedMap& map : maps) {
        known.push_back(map.name);
        if (name.empty() ? !map.applies(guest, host) : map.name != name) continue;
        if (!map.applies(guest, host))
            throw InputError("map '" + std::string(name) + "' does not put " + guest.word + " into " + host.word +
                             ", it needs " + std::string(map.title));
        return map;
    }
    throw InputError("unknown map '" + std::string(name.substr(0, 60)) + "'" + did_you_mean(name, known) +
                     ", 'wafernet list embeddings' shows them all");
}

}  // namespace wafernet
