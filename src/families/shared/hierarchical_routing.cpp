// Dimension-order routing on hierarchical networks: rahman2006, sec. 3.2.3, 4.3.1 and 7.2.2, except that the direction
// in a ring is always the shorter one (the printed "t > 0 or t = -(n-1)" takes the longer way for n > 4) and that "i/2
// = 0" is read as "i mod 2 = 0".
#include <algorithm>
#include <bit>
#include <cstdlib>
#include <limits>
#include <set>

#include "routing/digit_order.hpp"
#include "shared/hierarchical.hpp"
#include "shared/ring.hpp"

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

// Division by a number known only at run time, exact for all 32-bit dividends (Lemire, Kaser, Kurz 2019).
class Divider {
public:
    Divider() = default;
    explicit Divider(std::uint32_t by)
        : by_(by), magic_(by <= 1 ? 0 : std::numeric_limits<std::uint64_t>::max() / by + 1) {}
    [[nodiscard]] std::uint32_t operator()(std::uint32_t v) const {
        return by_ <= 1 ? v : static_cast<std::uint32_t>(static_cast<unsigned __int128>(magic_) * v >> 64U);
    }

private:
    std::uint32_t by_ = 1;
    std::uint64_t magic_ = 0;
};

struct Directions {
    bool positive;
    bool negative;
};

// Direction from `here` to `there` on a ring or line; both where the ways are equally long and the tie rule splits.
Directions directions(std::uint32_t here, std::uint32_t there, std::uint32_t extent, bool wraps, Ties ties, bool odd) {
    const bool up = there > here;
    if (!wraps) return {up, !up};
    const std::uint32_t forward = up ? there - here : there + extent - here;
    if (2 * forward != extent) return {2 * forward<extent, 2 * forward> extent};
    switch (ties) {
        case Ties::positive:
            return {true, false};
        case Ties::literal:
            return {up, !up};
        case Ties::parity:
            return {!odd, odd};
        case Ties::split:
            break;
    }
    return {true, true};
}

// Where a hop stands relative to the wrap-around link of its ring.
Dateline dateline(std::uint32_t here, std::uint32_t there, std::uint32_t extent, bool wraps, bool negative,
                  bool wrapped) {
    if (wrapped) return Dateline::after;
    if (!wraps || (negative ? there < here : there > here)) return Dateline::never;
    return here == (negative ? 0 : extent - 1) ? Dateline::on : Dateline::before;
}

class HierarchicalDor final : public Routing, public CorrectsDigits {
public:
    HierarchicalDor(const Network& network, const HierarchicalShape& shape, Outlet outlet, Ties ties);

    [[nodiscard]] std::uint32_t start(Node source, Node) const override {
        if (ties_ != Ties::parity) return 0;
        const std::uint32_t module = divide_(source);
        return (module_odd_[module] ^ local_odd_[source - module * size_]) != 0 ? odd_source : 0;
    }

    void next(const Head& at, Node destination, std::vector<Hop>& hops) const override {
        const std::uint32_t module = divide_(at.node);
        const std::uint32_t local = at.node - module * size_;
        const std::uint32_t last_module = divide_(destination);
        const std::uint32_t last_local = destination - last_module * size_;
        const bool left = (at.state & has_left) != 0;
        if (module == last_module) {
            if (local == last_local) return;
            HopLabel label;
            label.phase = left ? Phase::final : Phase::local;
            label.segment = static_cast<std::uint8_t>(rings_.size());
            move(at.state, module, local, last_local, label, 1.0F, hops);
            return;
        }
        const std::uint64_t from = digits_[module];
        const std::uint64_t to = digits_[last_module];
        const std::uint32_t s = ring_of_bit_[static_cast<std::size_t>(std::countl_zero(from ^ to))];
        const Ring& ring = rings_[s];
        const Step step{module,
                        local,
                        last_local,
                        s,
                        static_cast<std::uint32_t>(from >> ring.shift & ring.mask),
                        static_cast<std::uint32_t>(to >> ring.shift & ring.mask)};
        if ((at.state & ring_field) == s + 1) {
            leave(at.state, step, (at.state & ring_negative) != 0, 1.0F, hops);
            return;
        }
        const std::uint32_t fresh = (at.state & ~ring_state) | (s + 1);
        const Directions ways =
            directions(step.here, step.there, ring.extent, ring_wraps_, ties_, (at.state & odd_source) != 0);
        const float share = ways.positive && ways.negative ? 0.5F : 1.0F;
        if (ways.positive) leave(fresh, step, false, share, hops);
        if (ways.negative) leave(fresh | ring_negative, step, true, share, hops);
    }

    [[nodiscard]] bool adaptive() const override { return ties_ == Ties::split; }
    [[nodiscard]] bool looks_back() const override { return false; }

    // Rings, whose gates may depend on the place in the last module, then the axes of the module from the last one on.
    [[nodiscard]] DigitOrder digit_order() const override {
        DigitOrder order;
        order.count = rings_.size() + lines_.size();
        for (const std::uint64_t module : digits_) {
            for (std::uint32_t local = 0; local < size_; ++local) {
                for (std::size_t s = 0; s < rings_.size(); ++s) {
                    order.digits.push_back(static_cast<std::uint32_t>(module >> rings_[s].shift & rings_[s].mask));
                    order.traits.push_back(row_[2 * s * size_ + local] << 16U | row_[(2 * s + 1) * size_ + local]);
                }
                for (std::size_t axis = lines_.size(); axis-- > 0;) {
                    order.digits.push_back(places_[local][axis]);
                    order.traits.push_back(0);
                }
            }
        }
        return order;
    }

    [[nodiscard]] std::vector<DestinationClass> destination_classes() const override {
        const Images images = this->images(true);
        if (images.modules.empty() && images.mirrors.empty()) return {};
        std::vector<std::uint32_t> count(digits_.size() * size_);
        for (std::uint32_t module = 0; module < digits_.size(); ++module) {
            for (std::uint32_t local = 0; local < size_; ++local)
                ++count[first_image(images, module, local).node(size_)];
        }
        std::vector<DestinationClass> classes;
        for (Node v = 0; v < count.size(); ++v) {
            if (count[v] != 0) classes.push_back({v, count[v]});
        }
        return classes;
    }

    [[nodiscard]] RoutingSymmetry symmetry() const override {
        const Images images = this->images(false);
        RoutingSymmetry found;
        found.mirrors = !images.mirrors.empty();
        found.node.resize(digits_.size() * size_);
        found.channel.resize(channels_);
        std::vector<std::uint32_t> copies(found.node.size());
        for (std::uint32_t module = 0; module < digits_.size(); ++module) {
            for (std::uint32_t local = 0; local < size_; ++local) {
                const Image image = first_image(images, module, local);
                const Node v = module * size_ + local;
                found.node[v] = image.node(size_);
                ++copies[found.node[v]];
                for (std::size_t axis = 0; axis < lines_.size(); ++axis) {
                    for (std::uint32_t negative = 0; negative < 2; ++negative) {
                        const Channel c = inside_[(std::size_t{local} * 3 + axis) * 2 + negative];
                        if (c == no_channel) continue;
                        const std::uint32_t turned = negative ^ (image.by.lines >> axis & 1U);
                        const Channel inside = inside_[(std::size_t{image.local} * 3 + axis) * 2 + turned];
                        found.channel[module * module_channels_ + c] = image.module * module_channels_ + inside;
                    }
                }
                for (std::size_t key = 0; key < 2 * rings_.size(); ++key) {
                    const Channel c = upper_channel(module, local, key);
                    if (c != no_channel)
                        found.channel[c] =
                            upper_channel(image.module, image.local, key ^ (image.by.rings >> key / 2 & 1U));
                }
            }
        }
        found.copies = copies[found.node[0]];
        for (const std::uint32_t count : copies) {
            if (count != 0 && count != found.copies) return {};  // some map leaves a node in its place
        }
        if (found.copies == 1) return {};
        return found;
    }

private:
    struct Ring {  // in routing order
        std::uint32_t extent;
        std::uint32_t shift;  // of its digit in digits_
        std::uint64_t mask;
        std::uint8_t level;
        std::uint8_t axis;
    };
    struct Line {  // axis of the module, x first
        std::uint32_t extent;
        bool wraps;
    };
    struct Step {
        std::uint32_t module;
        std::uint32_t local;
        std::uint32_t last_local;
        std::uint32_t ring;
        std::uint32_t here;
        std::uint32_t there;
    };

    // Which lines of the module and which rings (by index) a symmetry turns round.
    struct Mirror {
        std::uint32_t lines = 0;
        std::uint32_t rings = 0;
    };
    struct Image {
        std::uint32_t module;
        std::uint32_t local;
        Mirror by;
        [[nodiscard]] Node node(std::uint32_t size) const { return module * size + local; }
    };
    // Symmetries: modules that are shifted onto another (empty: none), and mirrors, with all that follow from several
    // of them.
    struct Images {
        std::vector<std::uint32_t> modules;
        std::vector<Mirror> mirrors;
    };

    [[nodiscard]] Images images(bool only_lengths) const;
    [[nodiscard]] bool mirrored(std::uint32_t lines, std::uint32_t s, bool turned) const;
    [[nodiscard]] Image first_image(const Images& images, std::uint32_t module, std::uint32_t local) const;
    [[nodiscard]] std::uint32_t turned_local(std::uint32_t local, std::uint32_t lines) const;
    [[nodiscard]] std::uint32_t turned_module(std::uint32_t module, std::uint32_t rings) const;

    [[nodiscard]] std::uint32_t outlet(std::size_t key, std::uint32_t last_local, std::uint32_t local) const {
        return outlet_[std::size_t{row_[key * size_ + last_local]} * size_ + local];
    }
    // Channel of the gate at `local` in that ring and direction, or no_channel.
    [[nodiscard]] Channel upper_channel(std::uint32_t module, std::uint32_t local, std::size_t key) const {
        if (arrives_[key * size_ + local] == no_channel) return no_channel;
        const Channel first = group_[std::size_t{module} * 2 * rings_.size() + key];
        return first == no_channel ? no_channel : first + 2 * gate_[key * size_ + local];
    }

    // One hop towards, or over, the next link of the ring.
    void leave(std::uint32_t state, const Step& step, bool negative, float share, std::vector<Hop>& hops) const {
        const Ring& ring = rings_[step.ring];
        const std::size_t key = 2 * std::size_t{step.ring} + (negative ? 1 : 0);
        const std::uint32_t outlet = this->outlet(key, step.last_local, step.local);
        const Dateline line =
            dateline(step.here, step.there, ring.extent, ring_wraps_, negative, (state & ring_wrapped) != 0);
        HopLabel label;
        label.segment = static_cast<std::uint8_t>(step.ring);
        if (outlet != step.local) {
            label.phase = (state & ring_entered) != 0 ? Phase::through
                          : (state & has_left) != 0   ? Phase::between
                                                      : Phase::source;
            if (label.phase == Phase::through) label.upper = line;
            move(state, step.module, step.local, outlet, label, share, hops);
            return;
        }
        label.phase = Phase::inter;
        label.own = line;
        label.level = ring.level;
        label.axis = ring.axis;
        label.direction = negative ? -1 : 1;
        label.enters = (state & ring_entered) == 0;
        Hop hop;
        hop.channel = group_[std::size_t{step.module} * 2 * rings_.size() + key] + 2 * gate_[key * size_ + step.local];
        hop.state = (state & odd_source) | has_left;
        if (next_place(step.here, ring.extent, negative) != step.there) {
            hop.state |= (state & (ring_field | ring_negative | ring_wrapped)) | ring_entered |
                         (line == Dateline::on ? ring_wrapped : 0);
        }
        hop.label = label;
        hop.share = share;
        hops.push_back(hop);
    }

    // One hop inside the module towards local node `target`, axes descending.
    void move(std::uint32_t state, std::uint32_t module, std::uint32_t local, std::uint32_t target,
              const HopLabel& label, float share, std::vector<Hop>& hops) const {
        std::size_t axis = lines_.size() - 1;
        while (places_[local][axis] == places_[target][axis]) --axis;
        const Line& line = lines_[axis];
        const std::uint32_t here = places_[local][axis];
        const std::uint32_t there = places_[target][axis];
        if ((state & line_field) >> line_shift == axis + 1) {
            append(state, module, local, axis, here, there, (state & line_negative) != 0, label, share, hops);
            return;
        }
        HopLabel first = label;
        first.enters = true;
        const std::uint32_t fresh = (state & ~line_state) | static_cast<std::uint32_t>(axis + 1) << line_shift;
        const Directions ways = directions(here, there, line.extent, line.wraps, ties_, (state & odd_source) != 0);
        const float each = ways.positive && ways.negative ? share / 2 : share;
        if (ways.positive) append(fresh, module, local, axis, here, there, false, first, each, hops);
        if (ways.negative) append(fresh | line_negative, module, local, axis, here, there, true, first, each, hops);
    }

    void append(std::uint32_t state, std::uint32_t module, std::uint32_t local, std::size_t axis, std::uint32_t here,
                std::uint32_t there, bool negative, const HopLabel& label, float share, std::vector<Hop>& hops) const {
        const Line& line = lines_[axis];
        Hop hop;
        hop.label = label;
        hop.label.own = dateline(here, there, line.extent, line.wraps, negative, (state & line_wrapped) != 0);
        hop.label.axis = static_cast<std::uint8_t>(axis);
        hop.label.direction = negative ? -1 : 1;
        hop.channel = module * module_channels_ + inside_[(std::size_t{local} * 3 + axis) * 2 + (negative ? 1 : 0)];
        hop.state = next_place(here, line.extent, negative) == there
                        ? state & ~line_state
                        : state | (hop.label.own == Dateline::on ? line_wrapped : 0);
        hop.share = share;
        hops.push_back(hop);
    }

    void find_rings(const HierarchicalShape& shape, std::uint32_t modules);
    void find_channels(const Graph& graph, const HierarchicalShape& shape, std::uint32_t modules);
    void find_outlets(const HierarchicalShape& shape, Outlet outlet);
    [[nodiscard]] std::uint32_t apart(std::size_t axis, std::uint32_t a, std::uint32_t b) const {
        const std::uint32_t d = a > b ? a - b : b - a;
        return lines_[axis].wraps ? std::min(d, lines_[axis].extent - d) : d;
    }

    Divider divide_;
    std::uint32_t size_ = 1;  // nodes of a module
    std::uint32_t module_channels_ = 0;
    Channel channels_ = 0;
    bool ring_wraps_;
    Ties ties_;
    std::vector<Ring> rings_;
    std::vector<Line> lines_;
    std::vector<HierarchicalShape::Place> places_;  // of local nodes
    std::vector<std::uint8_t> local_odd_;
    std::vector<std::uint8_t> module_odd_;
    std::vector<std::uint64_t> digits_;           // a module's place in all rings, the first ring in the highest bits
    std::array<std::uint8_t, 65> ring_of_bit_{};  // ring whose digit holds the n-th bit from the top
    std::vector<Channel> inside_;                 // [local][axis][negative]: channel in module 0
    std::vector<Channel> group_;                  // [module][ring][negative]: channel of the group's first gate
    std::vector<std::uint32_t> gate_;             // [ring][negative][local]: which gate of the group leaves here
    std::vector<std::uint32_t>
        arrives_;  // [ring][negative][local]: where the gate that leaves here arrives, no_channel: none
    std::vector<std::uint32_t> row_;     // [ring][negative][destination's local node]: row of outlet_
    std::vector<std::uint32_t> outlet_;  // [row][local]: local node to leave by
};

HierarchicalDor::HierarchicalDor(const Network& network, const HierarchicalShape& shape, Outlet outlet, Ties ties)
    : divide_(network.module_size()), size_(network.module_size()), ring_wraps_(shape.upper_wrap), ties_(ties) {
    const std::uint32_t modules = network.graph.nodes() / size_;
    for (std::size_t axis = 0; axis < shape.module.size(); ++axis) {
        const std::uint32_t extent = shape.module[shape.module.size() - 1 - axis];
        lines_.push_back({extent, shape.module_wrap && extent > 2});
    }
    for (std::uint32_t v = 0; v < size_; ++v) {
        HierarchicalShape::Place place{};
        std::uint32_t rest = v;
        for (std::size_t axis = 0; axis < lines_.size(); ++axis) {
            place[axis] = rest % lines_[axis].extent;
            rest /= lines_[axis].extent;
        }
        places_.push_back(place);
        local_odd_.push_back((place[0] + place[1] + place[2]) % 2);
    }
    find_rings(shape, modules);
    find_channels(network.graph, shape, modules);
    find_outlets(shape, outlet);
}

void HierarchicalDor::find_rings(const HierarchicalShape& shape, std::uint32_t modules) {
    std::uint32_t shift = 0;
    for (std::size_t l = 0; l < shape.upper.size(); ++l) {
        const std::vector<std::uint32_t>& extents = shape.upper[l].extents;
        for (std::size_t axis = 0; axis < extents.size(); ++axis) {
            const std::uint32_t extent = extents[extents.size() - 1 - axis];
            const auto width = static_cast<std::uint32_t>(std::bit_width(extent - 1));
            rings_.push_back({extent, shift, (std::uint64_t{1} << width) - 1, static_cast<std::uint8_t>(l + 2),
                              static_cast<std::uint8_t>(axis)});
            shift += width;
        }
    }
    for (std::uint32_t module = 0; module < modules; ++module) {
        std::uint64_t packed = 0;
        std::uint32_t sum = 0;
        std::uint32_t rest = module;
        for (const Ring& ring : rings_) {  // lowest level and axis first, as the address digits from the right
            packed |= std::uint64_t{rest % ring.extent} << ring.shift;
            sum += rest % ring.extent;
            rest /= ring.extent;
        }
        digits_.push_back(packed);
        module_odd_.push_back(sum % 2);
    }
    std::reverse(rings_.begin(), rings_.end());
    for (std::size_t s = 0; s < rings_.size(); ++s) {
        for (std::uint64_t rest = rings_[s].mask, bit = rings_[s].shift; rest != 0; rest >>= 1U, ++bit) {
            ring_of_bit_[63 - bit] = static_cast<std::uint8_t>(s);
        }
    }
}

void HierarchicalDor::find_channels(const Graph& graph, const HierarchicalShape& shape, std::uint32_t modules) {
    Link first_upper = graph.links();
    inside_.assign(std::size_t{size_} * 6, no_channel);
    for (Link l = 0; l < graph.links(); ++l) {
        const LinkLabel& label = graph.label(l);
        const Channel c = 2 * l;
        if (label.level > 1) {
            first_upper = l;
            break;
        }
        if (graph.source(c) >= size_ || graph.target(c) >= size_) continue;
        inside_[(std::size_t{graph.source(c)} * 3 + label.axis) * 2] = c;
        inside_[(std::size_t{graph.target(c)} * 3 + label.axis) * 2 + 1] = c + 1;
    }
    module_channels_ = 2 * (first_upper / modules);

    const std::size_t axes = shape.upper.empty() ? 0 : shape.upper.front().extents.size();
    const std::size_t keys = 2 * rings_.size();
    const auto ring_index = [&](const LinkLabel& label) {
        return (shape.upper.size() + 1 - label.level) * axes + (axes - 1 - label.axis);
    };
    group_.assign(std::size_t{modules} * keys, no_channel);
    for (Link l = first_upper; l < graph.links();) {
        const LinkLabel& label = graph.label(l);
        const Channel c = 2 * l;
        const std::size_t key = 2 * ring_index(label);
        group_[divide_(graph.source(c)) * keys + key] = c;
        group_[divide_(graph.target(c)) * keys + key + 1] = c + 1;
        l += static_cast<Link>(shape.upper[label.level - 2U].gates[label.axis].size());
    }
    channels_ = graph.channels();
    gate_.assign(keys * size_, 0);
    arrives_.assign(keys * size_, no_channel);
    for (std::size_t s = 0; s < rings_.size(); ++s) {
        const std::vector<Gate>& gates = shape.upper[rings_[s].level - 2U].gates[rings_[s].axis];
        for (std::uint32_t g = 0; g < gates.size(); ++g) {
            gate_[(2 * s) * size_ + gates[g].leaves] = g;
            gate_[(2 * s + 1) * size_ + gates[g].arrives] = g;
            arrives_[(2 * s) * size_ + gates[g].leaves] = gates[g].arrives;
            arrives_[(2 * s + 1) * size_ + gates[g].arrives] = gates[g].leaves;
        }
    }
}

// Upper levels that are rings are shifted by whole modules, as far as ties do not look at addresses; those that are
// lines, and all where ties point as the address difference does, are mirrored where gates and outlets agree with it. A
// tie inside a module may be decided otherwise in the mirror, unless it points so: the path is another one, as long.
HierarchicalDor::Images HierarchicalDor::images(bool only_lengths) const {
    Images found;
    if (rings_.empty()) return found;
    if (ring_wraps_ && ties_ != Ties::literal) {
        const bool even = std::all_of(rings_.begin(), rings_.end(), [](const Ring& r) { return r.extent % 2 == 0; });
        if (ties_ == Ties::parity && !even) return found;
        for (const std::uint8_t odd : module_odd_) found.modules.push_back(ties_ == Ties::parity ? odd : 0);
        return found;
    }
    std::set<std::pair<std::uint32_t, std::uint32_t>> known{{0, 0}};
    for (std::uint32_t lines = 0; lines < 1U << lines_.size(); ++lines) {
        bool straight = true;
        for (std::size_t axis = 0; axis < lines_.size(); ++axis)
            straight = straight && ((lines >> axis & 1U) == 0 || !lines_[axis].wraps);
        if (!straight && !only_lengths && ties_ != Ties::literal) continue;
        // Every ring on its own: as it is, turned round, or either.
        Mirror whole{lines, 0};
        std::uint32_t either = 0;
        bool fits = true;
        for (std::uint32_t s = 0; s < rings_.size() && fits; ++s) {
            const bool as_it_is = mirrored(lines, s, false);
            const bool turned = mirrored(lines, s, true);
            fits = as_it_is || turned;
            if (!as_it_is) whole.rings |= 1U << s;
            if (as_it_is && turned) either |= 1U << s;
        }
        if (!fits) continue;
        for (std::uint32_t some = either;; some = (some - 1) & either) {
            known.emplace(whole.lines, whole.rings ^ some);
            if (some == 0) break;
        }
    }
    for (const auto& [lines, rings] : known) {
        if (lines != 0 || rings != 0) found.mirrors.push_back({lines, rings});
    }
    return found;
}

// Whether turning round these lines of the module, and ring `s` too or not, takes the ring's gates and outlets to
// themselves.
bool HierarchicalDor::mirrored(std::uint32_t lines, std::uint32_t s, bool turned) const {
    std::vector<std::uint32_t> image_of(size_);
    for (std::uint32_t v = 0; v < size_; ++v) image_of[v] = turned_local(v, lines);
    for (std::size_t negative = 0; negative < 2; ++negative) {
        const std::size_t key = 2 * std::size_t{s} + negative;
        const std::size_t image = key ^ (turned ? 1U : 0U);
        for (std::uint32_t v = 0; v < size_; ++v) {
            const std::uint32_t to = arrives_[key * size_ + v];
            if (arrives_[image * size_ + image_of[v]] != (to == no_channel ? no_channel : image_of[to])) return false;
        }
        for (std::uint32_t d = 0; d < size_; ++d) {
            for (std::uint32_t v = 0; v < size_; ++v) {
                if (outlet(image, image_of[d], image_of[v]) != image_of[outlet(key, d, v)]) return false;
            }
        }
    }
    return true;
}

std::uint32_t HierarchicalDor::turned_local(std::uint32_t local, std::uint32_t lines) const {
    std::uint32_t image = 0;
    for (std::size_t axis = lines_.size(); axis-- > 0;) {
        const std::uint32_t at = places_[local][axis];
        image = image * lines_[axis].extent + ((lines >> axis & 1U) != 0 ? lines_[axis].extent - 1 - at : at);
    }
    return image;
}

std::uint32_t HierarchicalDor::turned_module(std::uint32_t module, std::uint32_t rings) const {
    std::uint32_t image = 0;
    for (std::uint32_t s = 0; s < rings_.size(); ++s) {  // the last ring has the lowest digit
        const auto at = static_cast<std::uint32_t>(digits_[module] >> rings_[s].shift & rings_[s].mask);
        image = image * rings_[s].extent + ((rings >> s & 1U) != 0 ? rings_[s].extent - 1 - at : at);
    }
    return image;
}

// The image of lowest number.
HierarchicalDor::Image HierarchicalDor::first_image(const Images& images, std::uint32_t module,
                                                    std::uint32_t local) const {
    if (!images.modules.empty()) return {images.modules[module], local, {}};
    Image first{module, local, {}};
    for (const Mirror& by : images.mirrors) {
        const Image image{turned_module(module, by.rings), turned_local(local, by.lines), by};
        if (image.node(size_) < first.node(size_)) first = image;
    }
    return first;
}

void HierarchicalDor::find_outlets(const HierarchicalShape& shape, Outlet outlet) {
    row_.assign(2 * rings_.size() * size_, 0);
    std::vector<std::vector<std::uint32_t>> candidates;  // one list a row
    for (std::size_t s = 0; s < rings_.size(); ++s) {
        const std::uint8_t axis = rings_[s].axis;
        for (std::size_t negative = 0; negative < 2; ++negative) {
            const std::size_t first_row = candidates.size();
            std::vector<std::uint32_t> all;
            for (const Gate& gate : shape.upper[rings_[s].level - 2U].gates[axis])
                all.push_back(negative != 0 ? gate.arrives : gate.leaves);
            if (outlet == Outlet::nearest) {
                for (std::uint32_t d = 0; d < size_; ++d)
                    row_[(2 * s + negative) * size_ + d] = static_cast<std::uint32_t>(first_row);
                candidates.push_back(all);
                continue;
            }
            for (std::uint32_t d = 0; d < size_; ++d) {
                // Across the axis of a planar level: the other of x and y. Across z: both.
                std::uint32_t least = std::numeric_limits<std::uint32_t>::max();
                std::vector<std::uint32_t> fitting;
                for (const std::uint32_t g : all) {
                    std::uint32_t off = 0;
                    for (std::size_t across = 0; across < 2; ++across) {
                        if (across != axis) off += apart(across, places_[g][across], places_[d][across]);
                    }
                    if (off < least) fitting.clear();
                    least = std::min(least, off);
                    if (off == least) fitting.push_back(g);
                }
                const auto same =
                    std::find(candidates.begin() + static_cast<std::ptrdiff_t>(first_row), candidates.end(), fitting);
                row_[(2 * s + negative) * size_ + d] = static_cast<std::uint32_t>(same - candidates.begin());
                if (same == candidates.end()) candidates.push_back(fitting);
            }
        }
    }
    outlet_.reserve(candidates.size() * size_);
    for (const std::vector<std::uint32_t>& gates : candidates) {
        for (std::uint32_t v = 0; v < size_; ++v) {
            std::uint32_t best = gates.front();
            std::uint32_t least = std::numeric_limits<std::uint32_t>::max();
            for (const std::uint32_t g : gates) {
                std::uint32_t d = 0;
                for (std::size_t axis = 0; axis < lines_.size(); ++axis)
                    d += apart(axis, places_[v][axis], places_[g][axis]);
                if (d < least) best = g;
                least = std::min(least, d);
            }
            outlet_.push_back(best);
        }
    }
}

}  // namespace

std::unique_ptr<Routing> hierarchical_dor(const Network& network, const HierarchicalShape& shape, Outlet outlet,
                                          Ties ties) {
    return std::make_unique<HierarchicalDor>(network, shape, outlet, ties);
}

}  // namespace wafernet
