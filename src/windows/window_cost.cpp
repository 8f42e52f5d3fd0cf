// Pins, fat trees and bisections: ziavras, sec. 2 and 3, Proposition 3, Table 2.
#include <cmath>
#include <string>

#include "wafernet/base/checked.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/windows/windows.hpp"

namespace wafernet {

namespace {

std::uint64_t port_wires(const PinBudget& budget) {
    if (budget.channel_wires == 0) throw InputError("channels of 0 wires, need at least 1");
    if (budget.directions < 1 || budget.directions > 2)
        throw InputError(std::to_string(budget.directions) + " directions, need 1 or 2");
    return checked_mul(budget.channel_wires, budget.directions, "pins");
}

}  // namespace

std::optional<Windows> windows_of(const Family& family, const Parameters& p) {
    if (family.name == "how") return Windows{p["p"], p["w"], p["n"], p["wrap"] == 1};
    if (family.name == "gh") return Windows{p["p"], p["p"] - 1, p["n"], false};
    return std::nullopt;
}

std::uint64_t pins_per_node(std::uint64_t w, std::uint64_t n, const PinBudget& budget) {
    return checked_mul(checked_mul(checked_mul(2, w, "pins"), n, "pins"), port_wires(budget), "pins");
}

std::uint64_t window_for_pins(std::uint64_t pins, std::uint64_t n, const PinBudget& budget) {
    if (n == 0) throw InputError("0 axes, need at least 1");
    const std::uint64_t least = pins_per_node(1, n, budget);
    if (pins < least)
        throw InputError(std::to_string(pins) + " pins, need at least " + std::to_string(least) + " for a window of 1");
    return pins / least;
}

FatTreeCost fat_tree_cost(std::uint64_t m, std::uint64_t k) {
    if (m < 1 || m > 62) throw InputError("a fat tree of 2^" + std::to_string(m) + " leaves, need from 2^1 to 2^62");
    if (k == 0) throw InputError("0 wires a leaf, need at least 1");
    const std::uint64_t leaves = std::uint64_t{1} << m;
    const std::uint64_t leaf_wires = checked_mul(leaves, k, "wires");
    return {checked_mul(m, leaf_wires, "wires"),
            checked_mul(leaf_wires, checked_mul(5, leaves, "switches") - 8, "switches"), 2 * m};
}

std::uint64_t nodes_with_wider_bisection(std::uint64_t w, TorusCut torus) {
    if (w < 2)
        throw InputError("a window of " + std::to_string(w) + ", need one >= 2: with 1 the network is the torus");
    constexpr std::uint64_t most = 50000;  // the fourth power fits 64 bits
    if (w > most) throw InputError("a window of " + std::to_string(w) + ", need one <= " + std::to_string(most));
    // w(w+1) sqrt N >= (1 or 2) N^(1 - 1/(2w))
    const long double wide = static_cast<long double>(w);
    const long double base = wide * (wide + 1) / (torus == TorusCut::wrapped ? 2 : 1);
    const long double nodes = std::pow(base, 2 * wide / (wide - 1));
    // A whole number that the power misses by rounding only: 12^3 for w = 3.
    const long double nearest = std::round(nodes);
    return static_cast<std::uint64_t>(std::abs(nodes - nearest) < 1e-12L * nodes ? nearest : std::floor(nodes));
}

}  // namespace wafernet
