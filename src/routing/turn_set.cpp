// Sets of turns: named ones, and whether they can form a cycle of channels in a mesh.
#include <algorithm>

#include "digraph.hpp"
#include "wafernet/base/checked.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/routing/turn_model.hpp"

namespace wafernet {

namespace {
constexpr std::uint64_t most_vertices = std::uint64_t{1} << 28U;  // 1 GiB
}

Turn turn_between(const VirtualDirection& from, const VirtualDirection& to) {
    if (from == to) return Turn::none;
    if (from.axis != to.axis) return Turn::ninety;
    return from.sign == to.sign ? Turn::zero : Turn::back;
}

TurnSet::TurnSet(std::vector<VirtualDirection> all)
    : directions(std::move(all)), allowed(directions.size(), std::vector<bool>(directions.size(), false)) {
    for (std::size_t i = 0; i < directions.size(); ++i) allowed[i][i] = true;
}

int TurnSet::axes() const {
    int most = 0;
    for (const VirtualDirection& d : directions) most = std::max(most, d.axis + 1);
    return most;
}

int TurnSet::vcs() const {
    int most = 1;
    for (const VirtualDirection& d : directions) most = std::max(most, d.vc + 1);
    return most;
}

std::uint64_t TurnSet::count(Turn kind) const {
    std::uint64_t n = 0;
    for (std::size_t a = 0; a < size(); ++a) {
        for (std::size_t b = 0; b < size(); ++b)
            n += allowed[a][b] && turn_between(directions[a], directions[b]) == kind ? 1 : 0;
    }
    return n;
}

TurnSet two_phase_turns(int axes, std::span<const int> first) {
    std::vector<VirtualDirection> all;
    for (int i = 0; i < 2 * axes; ++i)
        all.push_back({static_cast<std::uint8_t>(i / 2), static_cast<std::int8_t>(i % 2 == 0 ? 1 : -1), 0});
    TurnSet turns(all);
    const auto leads = [&](std::size_t i) { return std::ranges::find(first, static_cast<int>(i)) != first.end(); };
    for (std::size_t a = 0; a < all.size(); ++a) {
        for (std::size_t b = 0; b < all.size(); ++b) {
            if (a == b) continue;
            const bool back = turn_between(all[a], all[b]) == Turn::back;
            // Backwards inside a phase: from negative to positive only.
            if (leads(a) == leads(b)) turns.allowed[a][b] = !back || all[a].sign < 0;
            else turns.allowed[a][b] = leads(a);
        }
    }
    return turns;
}

std::vector<int> first_phase(std::string_view algorithm, int axes) {
    std::vector<int> first;
    const bool two = algorithm == "west-first" || algorithm == "north-last";
    if (two && axes != 2)
        throw InputError("'" + std::string(algorithm) + "' is for two dimensions, use abonf or abopl for " +
                         std::to_string(axes));
    if (algorithm == "negative-first" || algorithm == "p-cube") {
        for (int a = 0; a < axes; ++a) first.push_back(2 * a + 1);
    } else if (algorithm == "west-first" || algorithm == "abonf") {
        for (int a = 0; a + 1 < axes; ++a) first.push_back(2 * a + 1);
    } else if (algorithm == "north-last" || algorithm == "abopl") {
        for (int a = 0; a < axes; ++a) first.push_back(2 * a + 1);
        first.push_back(0);
    } else {
        throw InputError("unknown turn-model algorithm '" + std::string(algorithm.substr(0, 60)) +
                         "', need west-first, north-last, negative-first, abonf, abopl or p-cube");
    }
    return first;
}

bool deadlock_free(const TurnSet& turns, int side) {
    const auto axes = static_cast<std::uint64_t>(turns.axes());
    const auto size = static_cast<std::uint32_t>(turns.size());
    if (side < 2) throw InputError("a mesh of side " + std::to_string(side) + ", need 2 or more");
    const std::uint64_t vertices =
        checked_mul(checked_pow(static_cast<std::uint64_t>(side), axes, "channels"), size, "channels");
    if (vertices > most_vertices)
        throw InputError("a mesh of side " + std::to_string(side) + " has " + std::to_string(vertices) +
                         " virtual channels, need at most 2^28");
    std::uint32_t nodes = 1;
    std::vector<std::uint32_t> stride;
    for (std::uint64_t a = 0; a < axes; ++a) {
        stride.push_back(nodes);
        nodes *= static_cast<std::uint32_t>(side);
    }
    const auto inside = [&](std::uint32_t v, const VirtualDirection& d) {
        const std::uint32_t at = v / stride[d.axis] % static_cast<std::uint32_t>(side);
        return d.sign > 0 ? at + 1 < static_cast<std::uint32_t>(side) : at > 0;
    };
    // Vertices: (node that the channel leaves, virtual direction). Kahn's algorithm: channels without a way on go
    // first.
    std::vector<std::uint32_t> waits(vertices, 1);  // where there is no channel: for ever
    const auto next_node = [&](std::uint32_t v, const VirtualDirection& d) {
        return d.sign > 0 ? v + stride[d.axis] : v - stride[d.axis];
    };
    std::uint32_t channels = 0;
    for (std::uint32_t v = 0; v < nodes; ++v) {
        for (std::uint32_t a = 0; a < size; ++a) {
            if (!inside(v, turns.directions[a])) continue;
            ++channels;
            const std::uint32_t w = next_node(v, turns.directions[a]);
            waits[v * size + a] = 0;
            for (std::uint32_t b = 0; b < size; ++b)
                waits[v * size + a] += turns.allowed[a][b] && inside(w, turns.directions[b]) ? 1 : 0;
        }
    }
    const auto each_before = [&](std::uint32_t channel, const auto& use) {
        const std::uint32_t w = channel / size, b = channel % size;
        for (std::uint32_t a = 0; a < size; ++a) {
            if (!turns.allowed[a][b]) continue;
            // The channel of direction a that arrives at w.
            VirtualDirection reverse = turns.directions[a];
            reverse.sign = static_cast<std::int8_t>(-reverse.sign);
            if (inside(w, reverse)) use(next_node(w, reverse) * size + a);
        }
    };
    return peeled(waits, each_before).size() == channels;
}

bool fully_adaptive(const TurnSet& turns) {
    const auto axes = static_cast<std::size_t>(turns.axes());
    // Every sequence of up to two hops along every axis, in every class of directions: the set of virtual directions in
    // which a message can be must never become empty.
    for (std::uint32_t quadrant = 0; quadrant < 1U << axes; ++quadrant) {
        std::vector<int> sequence;
        for (std::size_t a = 0; a < axes; ++a) sequence.insert(sequence.end(), 2, static_cast<int>(a));
        do {
            std::vector<bool> at(turns.size(), true);
            bool first = true;
            for (const int axis : sequence) {
                const int sign = (quadrant >> axis & 1U) != 0 ? 1 : -1;
                std::vector<bool> next(turns.size(), false);
                for (std::size_t b = 0; b < turns.size(); ++b) {
                    const VirtualDirection& d = turns.directions[b];
                    if (d.axis != axis || d.sign != sign) continue;
                    for (std::size_t a = 0; a < turns.size(); ++a)
                        next[b] = next[b] || first || (at[a] && turns.allowed[a][b]);
                }
                at = next;
                first = false;
            }
            if (std::ranges::find(at, true) == at.end()) return false;
        } while (std::next_permutation(sequence.begin(), sequence.end()));
    }
    return true;
}

TurnSet double_down_turns() {
    enum : std::size_t { up, down, last_down, set, clear };
    TurnSet turns({{0, 1, 0}, {0, -1, 0}, {0, -1, 1}, {1, 1, 0}, {1, -1, 0}});
    for (const std::size_t from : {up, down, set, clear}) {
        for (const std::size_t to : {up, last_down}) turns.allowed[from][to] = true;
        for (const std::size_t to : {set, clear}) turns.allowed[from][to] = from == up || from == down || from == to;
    }
    turns.allowed[set][down] = true;
    return turns;
}

}  // namespace wafernet
