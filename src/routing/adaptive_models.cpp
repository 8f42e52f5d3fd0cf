// Adaptive routings from models older than the turn model, and its own ones for tori: glass1992, ch. 2 and sec. 5.4.
// A message carries in its header what the model numbers its virtual channels by.
#include <algorithm>
#include <limits>

#include "grid_view.hpp"
#include "shortest.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/routing/turn_model.hpp"

namespace wafernet {

namespace {

constexpr VcSet only(std::uint32_t vc) { return VcSet{1} << vc; }
constexpr bool bit(std::uint32_t bits, std::size_t i) { return (bits >> i & 1U) != 0; }
constexpr std::uint32_t without_bit(std::uint32_t bits, std::size_t i) {
    const std::uint32_t low = (1U << i) - 1;
    return (bits & low) | (bits >> 1U & ~low);
}

class GridRouting : public Routing {
public:
    explicit GridRouting(const Network& network, std::size_t most_axes = 6)
        : graph_(network.graph), view_(*grid_view(network)) {
        if (axes() > most_axes)
            throw InputError(network.word + " has " + std::to_string(axes()) + " axes, need at most " +
                             std::to_string(most_axes) +
                             " for routings that number their virtual channels by directions");
        for (const std::uint32_t extent : view_.extents) {
            if (view_.wrap && extent < 3)
                throw InputError(network.word + ": a ring of " + std::to_string(extent) +
                                 " has one link where this routing needs two ways round, need rings of at least 3");
        }
        channel_.assign(std::size_t{graph_.nodes()} * axes() * 2, no_channel);
        for (Channel c = 0; c < graph_.channels(); ++c) {
            const Node from = graph_.source(c), to = graph_.target(c);
            for (std::size_t a = 0; a < axes(); ++a) {
                if (view_.at(from, a) == view_.at(to, a)) continue;
                channel_[slot(from, a, up(view_.at(from, a), view_.at(to, a), a))] = c;
            }
        }
    }

    [[nodiscard]] bool adaptive() const override { return true; }
    [[nodiscard]] bool looks_back() const override { return false; }

protected:
    [[nodiscard]] std::size_t axes() const { return view_.extents.size(); }
    [[nodiscard]] std::uint32_t at(Node node, std::size_t axis) const { return view_.at(node, axis); }
    [[nodiscard]] std::uint32_t extent(std::size_t axis) const { return view_.extents[axis]; }
    [[nodiscard]] bool wraps() const { return view_.wrap; }

    // Hops along an axis in one direction, round the ring where there is one; far more than any path where there is no
    // way in that direction.
    [[nodiscard]] std::uint32_t along(std::uint32_t here, std::uint32_t there, std::size_t axis, bool up) const {
        const bool wrapped = up ? there < here : there > here;
        if (wrapped && !wraps()) return std::numeric_limits<std::uint32_t>::max();
        const std::uint32_t direct = up ? there - here : here - there;  // modulo 2^32
        return wrapped ? direct + extent(axis) : direct;
    }
    // Whether a shortest path may go that way along the axis.
    [[nodiscard]] bool productive(std::uint32_t here, std::uint32_t there, std::size_t axis, bool up) const {
        return here != there && along(here, there, axis, up) <= along(here, there, axis, !up);
    }
    [[nodiscard]] bool over_wrap(std::uint32_t here, std::size_t axis, bool up) const {
        return wraps() && here == (up ? extent(axis) - 1 : 0);
    }

    void take(Node node, std::size_t axis, bool up, VcSet vcs, std::uint32_t state, std::vector<Hop>& hops) const {
        Hop hop;
        hop.channel = channel_[slot(node, axis, up)];
        hop.state = state;
        hop.label = label_of(graph_, hop.channel);
        hop.vcs = vcs;
        hops.push_back(hop);
    }

private:
    [[nodiscard]] std::size_t slot(Node node, std::size_t axis, bool up) const {
        return (node * axes() + axis) * 2 + (up ? 0 : 1);
    }
    [[nodiscard]] bool up(std::uint32_t from, std::uint32_t to, std::size_t axis) const {
        const bool wrapped = wraps() && (from > to ? from - to : to - from) == extent(axis) - 1;
        return wrapped ? from > to : to > from;
    }

    Graph graph_;
    GridView view_;
    std::vector<Channel> channel_;  // [node][axis][up first]
};

// Dimension reversals, the static routing of Dally and Aoki: messages that have turned p times from a higher axis to a
// lower one take virtual channel p, in any order of the axes while p < r, in dimension order when p = r. The state is
// p * (axes + 1) + the last axis + 1.
class StaticReversal final : public GridRouting {
public:
    StaticReversal(const Network& network, std::uint32_t reversals) : GridRouting(network), most_(reversals) {}

    void next(const Head& head, Node destination, std::vector<Hop>& hops) const override {
        const auto span = static_cast<std::uint32_t>(axes() + 1);
        const std::uint32_t reversals = head.state / span, last = head.state % span;
        bool lowest = true;
        for (std::size_t a = 0; a < axes(); ++a) {
            const std::uint32_t here = at(head.node, a), there = at(destination, a);
            if (here == there) continue;
            const std::uint32_t then = reversals + (a + 1 < last ? 1 : 0);
            if (then < most_ || (then == most_ && lowest))
                take(head.node, a, there > here, only(then), then * span + static_cast<std::uint32_t>(a) + 1, hops);
            lowest = false;
        }
    }

private:
    std::uint32_t most_;
};

// The wraparound model of Linder and Harden: a virtual network for every choice of directions along all axes but the
// last, in each of them a level more than the wrap-around links that a path may need. A message starts at the top level
// and falls by one with each such link. The state is 0 at the source, then 1 + network * levels + level.
class WraparoundModel final : public GridRouting {
public:
    explicit WraparoundModel(const Network& network)
        : GridRouting(network), levels_(wraps() ? static_cast<std::uint32_t>(axes()) + 1 : 1) {}

    void next(const Head& head, Node destination, std::vector<Hop>& hops) const override {
        if (head.state > 0) {
            follow(head, destination, (head.state - 1) / levels_, (head.state - 1) % levels_, hops);
            return;
        }
        for (std::uint32_t network = 0; network < 1U << free_axis(); ++network)
            follow(head, destination, network, levels_ - 1, hops);
    }

private:
    // Appends the hops in a virtual network, none where its directions are not those of a shortest path.
    void follow(const Head& head, Node destination, std::uint32_t network, std::uint32_t level,
                std::vector<Hop>& hops) const {
        for (std::size_t a = 0; a < free_axis(); ++a) {
            const std::uint32_t here = at(head.node, a), there = at(destination, a);
            if (here != there && !productive(here, there, a, bit(network, a))) return;
        }
        for (std::size_t a = 0; a < axes(); ++a) {
            const std::uint32_t here = at(head.node, a), there = at(destination, a);
            for (const bool up : {true, false}) {
                if (!productive(here, there, a, up) || (a != free_axis() && up != bit(network, a))) continue;
                const std::uint32_t then = level - (over_wrap(here, a, up) ? 1 : 0);
                // All networks share the channels of the free axis, those of one direction the channels of another
                // axis.
                const std::uint32_t sharing = a == free_axis() ? network : without_bit(network, a);
                take(head.node, a, up, only(sharing * levels_ + then), 1 + network * levels_ + then, hops);
            }
        }
    }

    [[nodiscard]] std::size_t free_axis() const { return axes() - 1; }

    std::uint32_t levels_;
};

// Negative-first on the torus seen as a mesh, with one wrap-around link as the first hop where that is shorter. The
// state is 1 once a hop has been taken.
class FirstHopWrap final : public GridRouting {
public:
    using GridRouting::GridRouting;

    void next(const Head& head, Node destination, std::vector<Hop>& hops) const override {
        if (head.node == destination) return;
        std::uint32_t saved = 0;
        for (std::size_t a = 0; a < axes() && head.state == 0; ++a)
            saved = std::max(saved, saved_by_wrap(head.node, destination, a));
        for (std::size_t a = 0; a < axes() && saved > 0; ++a) {
            if (saved_by_wrap(head.node, destination, a) == saved)
                take(head.node, a, at(head.node, a) != 0, all_vcs, 1, hops);  // up from the last node, down from node 0
        }
        if (saved > 0) return;
        const std::size_t before = hops.size();
        for (const bool up : {false, true}) {
            for (std::size_t a = 0; a < axes(); ++a) {
                const std::uint32_t here = at(head.node, a), there = at(destination, a);
                if (here != there && (there > here) == up) take(head.node, a, up, all_vcs, 1, hops);
            }
            if (hops.size() > before) return;
        }
    }

private:
    static std::uint32_t on_mesh(std::uint32_t here, std::uint32_t there) {
        return here > there ? here - there : there - here;
    }
    // Hops that the wrap-around link along the axis saves as the first one.
    [[nodiscard]] std::uint32_t saved_by_wrap(Node node, Node destination, std::size_t axis) const {
        const std::uint32_t here = at(node, axis), there = at(destination, axis), last = extent(axis) - 1;
        if (here != 0 && here != last) return 0;
        const std::uint32_t with = 1 + on_mesh(last - here, there), without = on_mesh(here, there);
        return with < without ? without - with : 0;
    }
};

// Negative-first on the torus unfolded into a mesh of 2k - 1 nodes along every axis, in which a node stands at x and at
// x + k: a message starts at the copy from which the nearest copy of its destination lies within the mesh. Copies of a
// channel are its virtual channels. The state is 0 at the source, then 1 + the second copies that it is at, as bits of
// axes, and above them those that it goes to.
class Unfolded final : public GridRouting {
public:
    using GridRouting::GridRouting;

    void next(const Head& head, Node destination, std::vector<Hop>& hops) const override {
        if (head.node == destination) return;
        std::uint32_t here_second = 0, there_second = 0;
        if (head.state > 0) {
            here_second = (head.state - 1) & ((1U << axes()) - 1);
            there_second = (head.state - 1) >> axes();
        } else {
            for (std::size_t a = 0; a < axes(); ++a) {
                const std::uint32_t here = at(head.node, a), there = at(destination, a);
                const bool up = along(here, there, a, true) <= along(here, there, a, false);
                if (here == there || up == (there > here)) continue;
                (up ? there_second : here_second) |= 1U << a;
            }
        }
        const std::size_t before = hops.size();
        for (const bool up : {false, true}) {
            for (std::size_t a = 0; a < axes(); ++a) {
                const std::uint32_t from = at(head.node, a) + (bit(here_second, a) ? extent(a) : 0),
                                    to = at(destination, a) + (bit(there_second, a) ? extent(a) : 0);
                if (from == to || (to > from) != up) continue;
                const std::uint32_t then = up ? from + 1 : from - 1;
                // A channel is in the copy of its lower end; across the other axes in that of the node.
                const std::uint32_t channel_second =
                    (here_second & ~(1U << a)) | (std::min(from, then) >= extent(a) ? 1U << a : 0);
                const std::uint32_t then_second = (here_second & ~(1U << a)) | (then >= extent(a) ? 1U << a : 0);
                take(head.node, a, up, only(channel_second), 1 + then_second + (there_second << axes()), hops);
            }
            if (hops.size() > before) return;
        }
    }
};

// West-first in the east half of a mesh, east-first in its west half: messages go straight towards the middle and
// adaptively away from it. Of an odd number of columns the middle one belongs to the east half.
class EastWest final : public GridRouting {
public:
    using GridRouting::GridRouting;

    void next(const Head& head, Node destination, std::vector<Hop>& hops) const override {
        constexpr std::size_t x = 0, y = 1;
        const std::uint32_t column = at(head.node, x), row = at(head.node, y);
        const bool in_east = column >= extent(x) / 2, to_east = at(destination, x) > column,
                   moves_x = at(destination, x) != column;
        if (moves_x) take(head.node, x, to_east, all_vcs, 0, hops);
        if (moves_x && to_east != in_east) return;
        if (at(destination, y) != row) take(head.node, y, at(destination, y) > row, all_vcs, 0, hops);
    }
};

// The two modifications of p-cube by Konstantinidou, in which channels that set a bit are doubled, those that clear one
// are not. The state is what the header carries.
class PCube : public GridRouting {
public:
    explicit PCube(const Network& network) : GridRouting(network, max_axes) {}

protected:
    static constexpr std::size_t max_axes = 32;

    [[nodiscard]] bool differ(Node node, Node destination, bool to_set) const {
        for (std::size_t a = 0; a < axes(); ++a) {
            if (at(node, a) != at(destination, a) && (at(destination, a) != 0) == to_set) return true;
        }
        return false;
    }
    void set_or_clear(Node node, Node destination, bool to_set, VcSet vcs, std::uint32_t state,
                      std::vector<Hop>& hops) const {
        for (std::size_t a = 0; a < axes(); ++a) {
            if (at(node, a) != at(destination, a) && (at(destination, a) != 0) == to_set)
                take(node, a, to_set, vcs, state, hops);
        }
    }
};

// Half of the messages set bits first, the others clear bits first, on setting channels of their own. The document
// draws which; here the parity of the source's bits says it, which halves every permutation too.
class PCubeHalves final : public PCube {
public:
    using PCube::PCube;

    [[nodiscard]] std::uint32_t start(Node source, Node /*destination*/) const override {
        std::uint32_t parity = 0;
        for (std::size_t a = 0; a < axes(); ++a) parity ^= at(source, a);
        return parity;
    }
    void next(const Head& head, Node destination, std::vector<Hop>& hops) const override {
        const bool clears_first = head.state == 1;
        const bool to_set = differ(head.node, destination, !clears_first) != clears_first;
        set_or_clear(head.node, destination, to_set, to_set ? every_nth_vc(2, head.state) : all_vcs, head.state, hops);
    }
};

// Bits are set, then cleared, then set again: those that are not set in the first phase on the other setting channels.
// The state is the phase.
class PCubeThreePhases final : public PCube {
public:
    using PCube::PCube;

    void next(const Head& head, Node destination, std::vector<Hop>& hops) const override {
        const bool clears = differ(head.node, destination, false);
        if (head.state == 0) set_or_clear(head.node, destination, true, every_nth_vc(2, 0), 0, hops);
        set_or_clear(head.node, destination, false, all_vcs, 1, hops);
        if (!clears) set_or_clear(head.node, destination, true, every_nth_vc(2, 1), 2, hops);
    }
};

}  // namespace

TurnSet virtual_network_turns(int axes) {
    if (axes < 2 || axes > 6)
        throw InputError("a virtual network for every class in " + std::to_string(axes) + " dimensions: need 2 to 6");
    const auto n = static_cast<std::size_t>(axes);
    std::vector<VirtualDirection> directions;
    std::vector<std::uint32_t> network_of;
    for (std::uint32_t network = 0; network < 1U << n; ++network) {
        for (std::size_t a = 0; a < n; ++a) {
            directions.push_back({static_cast<std::uint8_t>(a), static_cast<std::int8_t>(bit(network, a) ? 1 : -1),
                                  static_cast<std::uint8_t>(without_bit(network, a))});
            network_of.push_back(network);
        }
    }
    TurnSet turns(directions);
    for (std::size_t from = 0; from < turns.size(); ++from) {
        for (std::size_t to = 0; to < turns.size(); ++to) turns.allowed[from][to] = network_of[from] == network_of[to];
    }
    return turns;
}

std::unique_ptr<Routing> static_reversal_routing(const Network& network, std::uint32_t reversals) {
    return std::make_unique<StaticReversal>(network, reversals);
}
std::unique_ptr<Routing> wraparound_model_routing(const Network& network) {
    return std::make_unique<WraparoundModel>(network);
}
std::unique_ptr<Routing> first_hop_wrap_routing(const Network& network) {
    return std::make_unique<FirstHopWrap>(network);
}
std::unique_ptr<Routing> unfolded_routing(const Network& network) { return std::make_unique<Unfolded>(network); }
std::unique_ptr<Routing> east_west_routing(const Network& network) { return std::make_unique<EastWest>(network); }
std::unique_ptr<Routing> p_cube_halves_routing(const Network& network) {
    return std::make_unique<PCubeHalves>(network);
}
std::unique_ptr<Routing> p_cube_three_phases_routing(const Network& network) {
    return std::make_unique<PCubeThreePhases>(network);
}

}  // namespace wafernet
