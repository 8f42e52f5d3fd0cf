#include "queueing/passages.hpp"

#include <algorithm>
#include <bit>

namespace wafernet::queueing {

std::uint32_t Passages::number(std::uint32_t from, std::uint32_t to, Channel by, Channel next) {
    if (to >= into_.size()) into_.resize(stations_.size(), none);
    const std::int8_t side = side_of(by, next);
    for (std::uint32_t s = into_[to]; s != none; s = passages_[s].next) {
        if (passages_[s].from == from && passages_[s].side == side) return s;
    }
    const auto s = static_cast<std::uint32_t>(passages_.size());
    passages_.push_back({from, to, into_[to], straight(by, next), side});
    into_[to] = s;
    return s;
}

double* Passages::rates(std::uint32_t passage, std::uint32_t runs) {
    Passage& p = passages_[passage];
    if (runs > p.runs) {
        if (runs > p.reserved) {
            const std::size_t before = p.first;
            p.first = rates_.size();
            p.reserved = std::max(4U, std::bit_ceil(runs));
            rates_.resize(p.first + p.reserved, 0.0);
            std::copy_n(rates_.begin() + static_cast<std::ptrdiff_t>(before), p.runs,
                        rates_.begin() + static_cast<std::ptrdiff_t>(p.first));
        }
        p.runs = runs;
    }
    return rates_.data() + p.first;
}

bool Passages::straight(Channel by, Channel next) const {
    if (by == no_channel || next == no_channel || case_.graph.direction(by) != case_.graph.direction(next))
        return false;
    const LinkLabel &a = case_.graph.label(Graph::link(by)), &b = case_.graph.label(Graph::link(next));
    return a.level == b.level && a.axis == b.axis;
}

// Channels that are mirror images of each other are one station, but two inputs of what they lead to: towards and away
// from where that lies in the first copy. So are others of which a map takes one to the other.
std::int8_t Passages::side_of(Channel by, Channel next) const {
    if (!case_.symmetric() || by == no_channel) return 0;
    if (const auto& map = case_.maps; !map.empty())
        return static_cast<std::int8_t>(next == no_channel ? 0 : std::bit_width(map[by] ^ map[next]));
    const int side = case_.graph.direction(by);
    if (next != no_channel) {
        const LinkLabel &a = case_.graph.label(Graph::link(by)), &b = case_.graph.label(Graph::link(next));
        if (a.level == b.level && a.axis == b.axis) return static_cast<std::int8_t>(side * case_.graph.direction(next));
    }
    const Channel back = Graph::reverse(by);
    return static_cast<std::int8_t>(
        case_.graph.direction(case_.symmetry.channel[back]) == case_.graph.direction(back) ? side : -side);
}

}  // namespace wafernet::queueing
