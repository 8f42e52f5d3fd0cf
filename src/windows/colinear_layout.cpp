// Nodes on a line, wires above and below them: ziavras, sec. 3, Theorems 2 and 3 as printed, and an explicit layout to
// count.
#include <algorithm>
#include <string>

#include "wafernet/base/checked.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/windows/windows.hpp"

namespace wafernet {

namespace {

// The wires of node `b` cross some of node `a`, a < b: one of a ends strictly inside one of b.
bool stars_cross(std::uint32_t a, std::uint32_t b, std::uint32_t p, std::uint32_t w) {
    const std::uint64_t end_of_a = std::min<std::uint64_t>(std::uint64_t{a} + w, p - 1);
    const std::uint64_t end_of_b = std::min<std::uint64_t>(std::uint64_t{b} + w, p - 1);
    return std::uint64_t{b} + 1 <= end_of_a && std::uint64_t{b} + 2 <= end_of_b;
}

}  // namespace

ColinearLayout colinear_layout(std::uint32_t p, std::uint32_t w) {
    if (w < 1 || w >= p)
        throw InputError("a window of " + std::to_string(w) + ", need one from 1 to " +
                         std::to_string(p > 0 ? p - 1 : 0));
    constexpr std::uint64_t most_wires = 1U << 22U;
    if (std::uint64_t{p} * w > most_wires)
        throw InputError("a line of " + std::to_string(p) + " nodes with windows of " + std::to_string(w) +
                         ", need at most 2^22 wires");
    ColinearLayout layout;
    layout.nodes = p;
    // last[half][layer]: the last node put there; an earlier one that the new node crosses would be crossed by it too.
    std::vector<std::uint32_t> last[2];
    for (std::uint32_t v = 0; v + 1 < p; ++v) {
        std::vector<std::uint32_t>& half = last[v % 2];
        std::uint32_t layer = 0;
        while (layer < half.size() && stars_cross(half[layer], v, p, w)) ++layer;
        if (layer == half.size()) half.push_back(v);
        half[layer] = v;
        layout.layers = std::max(layout.layers, layer + 1);
        for (std::uint32_t to = v + 1; to < p && to - v <= w; ++to) layout.wires.push_back({v, to, v % 2 == 0, layer});
    }
    return layout;
}

std::uint64_t ColinearLayout::collective_width() const {
    std::uint64_t widest = 0;
    for (const bool upper : {true, false}) {
        std::vector<std::int64_t> change(nodes + 1, 0);
        for (const ColinearWire& wire : wires) {
            if (wire.upper != upper) continue;
            ++change[wire.from];
            --change[wire.to];
        }
        std::int64_t wide = 0;
        for (const std::int64_t c : change) widest = std::max(widest, static_cast<std::uint64_t>(wide += c));
    }
    return widest;
}

// Theorem 2: (w/2)(w/2 + 1) for even w, ((w + 1)/2)^2 for odd w.
std::uint64_t collective_width_printed(std::uint64_t w) {
    return checked_mul(w / 2 + w % 2, w / 2 + 1, "wires");  // one formula: (w + 1)/2 is w/2, rounded down, + 1
}

// Theorem 2: (p - 3) phi + p - 1 - 2 phi^2, phi = floor((p - 1)/4).
std::uint64_t collective_width_complete_printed(std::uint64_t p) {
    if (p < 3) throw InputError("a complete line of " + std::to_string(p) + " nodes, need at least 3");
    const std::uint64_t phi = (p - 1) / 4;
    return checked_add(checked_mul(p - 3 - 2 * phi, phi, "wires"), p - 1, "wires");
}

std::uint64_t collective_width_bound(std::uint64_t w) {
    const std::uint64_t pairs = w % 2 == 0 ? checked_mul(w / 2, checked_add(w, 1, "wires"), "wires")
                                           : checked_mul(w, w / 2 + 1, "wires");  // w(w + 1)/2
    return pairs / 2 + pairs % 2;
}

std::uint64_t layers_printed(std::uint64_t w) { return w / 2 + w % 2; }

// Theorem 3: 1 + ceil((p - 4)/2).
std::uint64_t layers_complete_printed(std::uint64_t p) {
    if (p < 4) throw InputError("a complete line of " + std::to_string(p) + " nodes, need at least 4");
    return 1 + (p - 3) / 2;
}

std::optional<std::uint64_t> collective_width_printed(const Windows& s) {
    if (s.wrap || s.p < 3) return std::nullopt;
    if (s.complete()) return collective_width_complete_printed(s.p);
    return 2 * s.w < s.p + 1 ? std::optional(collective_width_printed(s.w)) : std::nullopt;
}

std::optional<std::uint64_t> layers_printed(const Windows& s) {
    if (s.wrap || (s.complete() && s.p < 4)) return std::nullopt;
    return s.complete() ? layers_complete_printed(s.p) : layers_printed(s.w);
}

}  // namespace wafernet
