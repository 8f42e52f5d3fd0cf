// Dimension-order routing on hierarchical networks: rahman2006, sec. 3.2.3, 4.3.1 and 7.2.2, except that the direction
// in a ring is always the shorter one (the printed "t > 0 or t = -(n-1)" takes the longer way for n > 4) and that "i/2
// = 0" is read as "i mod 2 = 0".
#include <bit>

#include "shared/hierarchical_dor.hpp"

namespace wafernet {

namespace {

// Header state. Low bits: 1 + the ring that the message is heading for or in, 0: none.
constexpr std::uint32_t ring_field = 0x1FU;
constexpr std::uint32_t ring_negative = 1U << 5U;  // direction in that ring
constexpr std::uint32_t ring_wrapped = 1U << 6U;   // it has used the ring's wrap-around link
constexpr std::uint32_t ring_entered = 1U << 7U;   // it has used a link of the ring
constexpr std::uint32_t has_left = 1U << 8U;       // it has left the source module
constexpr std::uint32_t line_shift = 9U;           // 1 + axis that it moves along inside the module, 0: none
constexpr std::uint32_t line_field = 3U << line_shift;
constexpr std::uint32_t line_negative = 1U << 11U;
constexpr std::uint32_t line_wrapped = 1U << 12U;
constexpr std::uint32_t odd_source = 1U << 13U;  // the source's address digits have an odd sum
constexpr std::uint32_t ring_state = ring_field | ring_negative | ring_wrapped | ring_entered;
constexpr std::uint32_t line_state = line_field | line_negative | line_wrapped;

}  // namespace

std::uint32_t HierarchicalDor::start(Node source, Node) const {
    if (ties_ != Ties::parity) return 0;
    const std::uint32_t module = divide_(source);
    return (module_odd_[module] ^ local_odd_[source - module * size_]) != 0 ? odd_source : 0;
}

void HierarchicalDor::next(const Head& at, Node destination, std::vector<Hop>& hops) const {
    const std::uint32_t module = divide_(at.node), last_module = divide_(destination);
    Place place{at.state, module, at.node - module * size_};
    const std::uint32_t last_local = destination - last_module * size_;
    if (module == last_module) {
        if (place.local == last_local) return;
        HopLabel label;
        label.phase = (at.state & has_left) != 0 ? Phase::final : Phase::local;
        label.segment = static_cast<std::uint8_t>(rings_.size());
        move(place, last_local, label, hops);
        return;
    }
    const std::uint64_t from = digits_[module], to = digits_[last_module];
    const std::uint32_t s = ring_of_bit_[static_cast<std::size_t>(std::countl_zero(from ^ to))];
    const Ring& ring = rings_[s];
    const auto here = static_cast<std::uint32_t>(from >> ring.shift & ring.mask);
    const auto there = static_cast<std::uint32_t>(to >> ring.shift & ring.mask);
    if ((at.state & ring_field) == s + 1) {
        leave(place, s, {here, there, (at.state & ring_negative) != 0}, last_local, hops);
        return;
    }
    place.state = (at.state & ~ring_state) | (s + 1);
    const Directions ways = directions(ring.row, here, there, ties_, (at.state & odd_source) != 0);
    if (ways.positive && ways.negative) place.share = 0.5F;
    if (ways.positive) leave(place, s, {here, there, false}, last_local, hops);
    place.state |= ring_negative;
    if (ways.negative) leave(place, s, {here, there, true}, last_local, hops);
}

// One hop towards, or over, the next link of the ring.
void HierarchicalDor::leave(const Place& at, std::uint32_t s, const Course& way, std::uint32_t last_local,
                            std::vector<Hop>& hops) const {
    const Ring& ring = rings_[s];
    const std::size_t key = 2 * std::size_t{s} + (way.negative ? 1 : 0);
    const std::uint32_t outlet = this->outlet(key, last_local, at.local);
    const Dateline line = dateline(ring.row, way, (at.state & ring_wrapped) != 0);
    HopLabel label;
    label.segment = static_cast<std::uint8_t>(s);
    if (outlet != at.local) {
        label.phase = (at.state & ring_entered) != 0 ? Phase::through
                      : (at.state & has_left) != 0   ? Phase::between
                                                     : Phase::source;
        if (label.phase == Phase::through) label.upper = line;
        move(at, outlet, label, hops);
        return;
    }
    label.phase = Phase::inter;
    label.own = line;
    label.level = ring.level;
    label.axis = ring.axis;
    label.direction = way.negative ? -1 : 1;
    label.enters = (at.state & ring_entered) == 0;
    Hop hop;
    hop.channel = group_[std::size_t{at.module} * 2 * rings_.size() + key] + 2 * gate_[key * size_ + at.local];
    hop.state = (at.state & odd_source) | has_left;
    if (next_place(way.here, ring.row.extent, way.negative) != way.there) {
        hop.state |= (at.state & (ring_field | ring_negative | ring_wrapped)) | ring_entered |
                     (line == Dateline::on ? ring_wrapped : 0);
    }
    hop.label = label;
    hop.share = at.share;
    hops.push_back(hop);
}

// One hop inside the module towards local node `target`, axes descending.
void HierarchicalDor::move(const Place& at, std::uint32_t target, const HopLabel& label, std::vector<Hop>& hops) const {
    std::size_t axis = lines_.size() - 1;
    while (places_[at.local][axis] == places_[target][axis]) --axis;
    const std::uint32_t here = places_[at.local][axis], there = places_[target][axis];
    if ((at.state & line_field) >> line_shift == axis + 1) {
        append(at, axis, {here, there, (at.state & line_negative) != 0}, label, hops);
        return;
    }
    HopLabel first = label;
    first.enters = true;
    Place fresh = at;
    fresh.state = (at.state & ~line_state) | static_cast<std::uint32_t>(axis + 1) << line_shift;
    const Directions ways = directions(lines_[axis], here, there, ties_, (at.state & odd_source) != 0);
    if (ways.positive && ways.negative) fresh.share /= 2;
    if (ways.positive) append(fresh, axis, {here, there, false}, first, hops);
    fresh.state |= line_negative;
    if (ways.negative) append(fresh, axis, {here, there, true}, first, hops);
}

void HierarchicalDor::append(const Place& at, std::size_t axis, const Course& way, const HopLabel& label,
                             std::vector<Hop>& hops) const {
    const std::size_t negative = way.negative ? 1 : 0;
    Hop hop;
    hop.label = label;
    hop.label.own = dateline(lines_[axis], way, (at.state & line_wrapped) != 0);
    hop.label.axis = static_cast<std::uint8_t>(axis);
    hop.label.direction = way.negative ? -1 : 1;
    hop.channel = at.module * module_channels_ + inside_[(std::size_t{at.local} * 3 + axis) * 2 + negative];
    hop.state = next_place(way.here, lines_[axis].extent, way.negative) == way.there
                    ? at.state & ~line_state
                    : at.state | (hop.label.own == Dateline::on ? line_wrapped : 0);
    hop.share = at.share;
    hops.push_back(hop);
}

std::unique_ptr<Routing> hierarchical_dor(const Network& network, const HierarchicalShape& shape, Outlet outlet,
                                          Ties ties) {
    return std::make_unique<HierarchicalDor>(network, shape, outlet, ties);
}

}  // namespace wafernet
