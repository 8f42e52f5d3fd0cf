// Counting the ways to leave one turn out of every cycle: glass1992, sec. 5.1, 5.2, 6.1.
#include <algorithm>
#include <array>
#include <numeric>
#include <set>

#include "wafernet/base/error.hpp"
#include "wafernet/core/network.hpp"
#include "wafernet/routing/deadlock.hpp"
#include "wafernet/routing/turn_model.hpp"
#include "wafernet/routing/vc_rules.hpp"

namespace wafernet {

namespace {

using Pair = std::pair<std::size_t, std::size_t>;
using Cycle = std::array<Pair, 4>;

// The two cycles of four turns in the plane of axes p and q: directions as indices into the turn set.
Cycle cycle(std::size_t a, std::size_t b, std::size_t c, std::size_t d) { return {{{a, b}, {b, c}, {c, d}, {d, a}}}; }

// Calls visit(turn set, indices left out) for every way.
template <class Visit> void every_way(const TurnSet& none, const std::vector<Cycle>& cycles, const Visit& visit) {
    std::uint64_t ways = 1;
    for (std::size_t i = 0; i < cycles.size(); ++i) ways *= 4;
    for (std::uint64_t way = 0; way < ways; ++way) {
        TurnSet turns = none;
        for (const Cycle& c : cycles) {
            for (const Pair& p : c) turns.allowed[p.first][p.second] = true;
        }
        std::uint64_t rest = way;
        for (const Cycle& c : cycles) {
            const Pair& p = c[rest % 4];
            turns.allowed[p.first][p.second] = false;
            rest /= 4;
        }
        visit(turns);
    }
}

// The allowed turns as a word of bits, after renaming directions by `to` and, where asked for, reversing all paths.
std::vector<bool> image(const TurnSet& turns, const std::vector<std::size_t>& to,
                        const std::vector<std::size_t>& opposite, bool reversed) {
    const std::size_t n = turns.size();
    std::vector<bool> bits(n * n, false);
    for (std::size_t a = 0; a < n; ++a) {
        for (std::size_t b = 0; b < n; ++b) {
            if (!turns.allowed[a][b]) continue;
            const std::size_t x = to[a], y = to[b];
            bits[reversed ? opposite[y] * n + opposite[x] : x * n + y] = true;
        }
    }
    return bits;
}

// Number of orbits of the sets under renaming the axes and turning them round.
std::uint64_t orbits(const std::vector<TurnSet>& sets, bool with_reversal) {
    if (sets.empty()) return 0;
    const TurnSet& any = sets.front();
    const auto axes = static_cast<std::size_t>(any.axes());
    const auto find = [&](const VirtualDirection& d) {
        return static_cast<std::size_t>(std::ranges::find(any.directions, d) - any.directions.begin());
    };
    std::vector<std::vector<std::size_t>> group;
    std::vector<std::size_t> order(axes);
    std::iota(order.begin(), order.end(), 0U);
    std::vector<std::size_t> opposite;
    for (VirtualDirection d : any.directions) {
        d.sign = static_cast<std::int8_t>(-d.sign);
        opposite.push_back(find(d));
    }
    do {
        for (std::uint32_t flips = 0; flips < 1U << axes; ++flips) {
            std::vector<std::size_t> to;
            for (VirtualDirection d : any.directions) {
                d.axis = static_cast<std::uint8_t>(order[d.axis]);
                if ((flips >> d.axis & 1U) != 0) d.sign = static_cast<std::int8_t>(-d.sign);
                to.push_back(find(d));
            }
            group.push_back(to);
        }
    } while (std::next_permutation(order.begin(), order.end()));
    std::set<std::vector<bool>> least;
    for (const TurnSet& turns : sets) {
        std::vector<bool> best = image(turns, group.front(), opposite, false);
        for (const auto& to : group) {
            best = std::min(best, image(turns, to, opposite, false));
            if (with_reversal) best = std::min(best, image(turns, to, opposite, true));
        }
        least.insert(best);
    }
    return least.size();
}

// The least sets of `turns` turns of which every cycle has one, as bits.
std::vector<std::uint32_t> least_breaking(std::size_t turns, const std::vector<std::uint32_t>& cycles) {
    const auto breaks = [&](std::uint32_t set) {
        return std::ranges::all_of(cycles, [&](std::uint32_t c) { return (c & set) != 0; });
    };
    std::vector<std::uint32_t> least;
    for (std::uint32_t set = 0; set < 1U << turns; ++set) {
        bool minimal = breaks(set);
        for (std::uint32_t rest = set; minimal && rest != 0; rest &= rest - 1)
            minimal = !breaks(set & ~(rest & (~rest + 1)));
        if (minimal) least.push_back(set);
    }
    return least;
}

// Of cube-connected cycles with so many channels down a cycle: turns of 90 degrees are those between a cycle and the
// cube, a simple cycle has eight; deadlock free are sets that connect all nodes too.
TurnCount count_on_cycles(const Network& ccc, std::size_t down) {
    std::vector<VirtualDirection> directions = double_down_turns().directions;  // up, down, down, set, clear
    if (down == 1) directions.erase(directions.begin() + 2);
    const std::size_t up = 0, set = down + 1, clear = down + 2;
    std::vector<Pair> turns;
    for (std::size_t a = 0; a < directions.size(); ++a) {
        for (std::size_t b = 0; b < directions.size(); ++b) {
            if (turn_between(directions[a], directions[b]) == Turn::ninety) turns.emplace_back(a, b);
        }
    }
    const auto bit = [&](std::size_t a, std::size_t b) {
        return 1U << static_cast<std::size_t>(std::ranges::find(turns, Pair{a, b}) - turns.begin());
    };
    // Across at the higher of two dimensions, down, across at the lower, up; twice, since both bits come back.
    std::set<std::uint32_t> cycles;
    for (std::size_t one = 1; one <= down; ++one) {
        for (std::size_t other = 1; other <= down; ++other) {
            for (const auto& [low, back] : {Pair{set, clear}, Pair{clear, set}})
                cycles.insert(bit(set, one) | bit(one, low) | bit(low, up) | bit(up, clear) | bit(clear, other) |
                              bit(other, back) | bit(back, up) | bit(up, set));
        }
    }
    TurnCount count{turns.size(), cycles.size(), 0, 0, std::nullopt};
    const VcRule rule = make_vc_rule("any", ccc, static_cast<int>(down));
    for (const std::uint32_t out : least_breaking(turns.size(), {cycles.begin(), cycles.end()})) {
        TurnSet left(directions);
        for (std::size_t t = 0; t < turns.size(); ++t)
            left.allowed[turns[t].first][turns[t].second] = (out >> t & 1U) == 0;
        ++count.ways;
        try {
            if (deadlock_verdict(ccc, *turn_routing(ccc, left, any_detours), rule, {}).acyclic) ++count.deadlock_free;
        } catch (const InputError&) {  // the turns do not lead to every node
        }
    }
    return count;
}

}  // namespace

TurnCount count_turn_sets(int axes) {
    if (axes != 2 && axes != 3) throw InputError("turn sets of " + std::to_string(axes) + " dimensions: need 2 or 3");
    const TurnSet none(two_phase_turns(axes, std::vector<int>{}).directions);
    std::vector<Cycle> cycles;
    for (std::size_t p = 0; p < static_cast<std::size_t>(axes); ++p) {
        for (std::size_t q = p + 1; q < static_cast<std::size_t>(axes); ++q) {
            cycles.push_back(cycle(2 * p, 2 * q, 2 * p + 1, 2 * q + 1));
            cycles.push_back(cycle(2 * p, 2 * q + 1, 2 * p + 1, 2 * q));
        }
    }
    TurnCount count;
    count.turns = 4 * cycles.size();
    count.cycles = cycles.size();
    std::vector<TurnSet> good;
    every_way(none, cycles, [&](const TurnSet& turns) {
        ++count.ways;
        if (!deadlock_free(turns, axes == 2 ? 4 : 3)) return;
        ++count.deadlock_free;
        if (fully_adaptive(turns)) ++*count.fully_adaptive;
        good.push_back(turns);
    });
    count.unique = orbits(good, false);
    count.unique_with_reversal = orbits(good, true);
    return count;
}

TurnCount count_doubled(const ChannelsOut& channels) {
    const std::array<std::size_t, 4> side{channels.east, channels.north, channels.west, channels.south};  // in turn
    std::vector<VirtualDirection> directions;
    std::array<std::size_t, 4> first{};
    for (std::size_t s = 0; s < 4; ++s) {
        if (side[s] < 1 || side[s] > 2)
            throw InputError(std::to_string(side[s]) + " channels in a direction of a mesh, need 1 or 2");
        first[s] = directions.size();
        for (std::size_t k = 0; k < side[s]; ++k)
            directions.push_back({static_cast<std::uint8_t>(s % 2), static_cast<std::int8_t>(s < 2 ? 1 : -1),
                                  static_cast<std::uint8_t>(k)});
    }
    TurnCount count;
    std::vector<Pair> turns;
    std::array<std::vector<std::uint32_t>, 2>
        breaking;  // for each way round: least sets that have a turn of each cycle
    for (const std::size_t step : {std::size_t{1}, std::size_t{3}}) {
        const std::size_t begin = turns.size();
        for (std::size_t s = 0; s < 4; ++s) {
            const std::size_t next = (s + step) % 4;
            for (std::size_t a = 0; a < side[s]; ++a) {
                for (std::size_t b = 0; b < side[next]; ++b) turns.emplace_back(first[s] + a, first[next] + b);
            }
        }
        const auto bit_of = [&](std::size_t a, std::size_t b) {
            const auto found = std::find(turns.begin() + static_cast<std::ptrdiff_t>(begin), turns.end(), Pair{a, b});
            return 1U << static_cast<std::size_t>(found - turns.begin() - static_cast<std::ptrdiff_t>(begin));
        };
        std::vector<std::uint32_t> cycles;
        for (std::size_t e = first[0]; e < first[0] + side[0]; ++e) {
            for (std::size_t n = first[1]; n < first[1] + side[1]; ++n) {
                for (std::size_t w = first[2]; w < first[2] + side[2]; ++w) {
                    for (std::size_t s = first[3]; s < first[3] + side[3]; ++s) {
                        const std::array<std::size_t, 4> round{e, n, w, s};
                        std::uint32_t cycle = 0;
                        for (std::size_t i = 0; i < 4; ++i) cycle |= bit_of(round[i], round[(i + step) % 4]);
                        cycles.push_back(cycle);
                    }
                }
            }
        }
        count.cycles += cycles.size();
        breaking[step / 2] = least_breaking(turns.size() - begin, cycles);
    }
    count.turns = turns.size();
    const std::size_t half = turns.size() / 2;
    for (const std::uint32_t left : breaking[0]) {
        for (const std::uint32_t right : breaking[1]) {
            TurnSet set(directions);
            for (std::size_t t = 0; t < turns.size(); ++t) {
                const bool out = ((t < half ? left >> t : right >> (t - half)) & 1U) != 0;
                set.allowed[turns[t].first][turns[t].second] = !out;
            }
            ++count.ways;
            if (!deadlock_free(set, 4)) continue;
            ++count.deadlock_free;
            if (fully_adaptive(set)) ++*count.fully_adaptive;
        }
    }
    return count;
}

TurnCount count_double_y(int partition) {
    if (partition < 0 || partition > 3)
        throw InputError("partition " + std::to_string(partition) + " of the turns of a double-y network: need 0 to 3");
    // E, W, N1, S1, N2, S2.
    const TurnSet none({{0, 1, 0}, {0, -1, 0}, {1, 1, 0}, {1, -1, 0}, {1, 1, 1}, {1, -1, 1}});
    constexpr std::size_t e = 0, w = 1, n[] = {2, 4}, s[] = {3, 5};
    std::vector<Cycle> cycles;
    const std::size_t cross = static_cast<std::size_t>(partition) & 1U,
                      cross_back = static_cast<std::size_t>(partition) >> 1U;
    for (std::size_t i = 0; i < 2; ++i) {
        cycles.push_back(cycle(e, n[i], w, s[i ^ cross]));
        cycles.push_back(cycle(e, s[i ^ cross_back], w, n[i]));
    }
    TurnCount count;
    count.turns = 16;
    count.cycles = 8;  // of any northward with any southward channel, both ways round
    every_way(none, cycles, [&](const TurnSet& turns) {
        ++count.ways;
        if (!deadlock_free(turns, 4)) return;
        ++count.deadlock_free;
        if (fully_adaptive(turns)) ++*count.fully_adaptive;
    });
    return count;
}

TurnCount count_turns(std::string_view what) {
    if (what == "2d" || what == "3d") return count_turn_sets(what[0] - '0');
    if (what == "double-y") return count_double_y();
    if (what == "double-e") return count_doubled({2, 1, 1, 1});
    if (what == "double-n") return count_doubled({1, 1, 2, 1});
    if (what == "double-en") return count_doubled({2, 1, 2, 1});
    if (what == "ccc" || what == "double-down")
        return count_on_cycles(build(parse_network_word("ccc:4")), what == "ccc" ? 1 : 2);
    throw InputError("unknown network '" + std::string(what.substr(0, 60)) +
                     "' of turns, need 2d, 3d, double-y, double-e, double-n, double-en, ccc or double-down");
}

}  // namespace wafernet
