// The one-fault-tolerant routing of glass1992, sec. 7.2: negative-first with four phases. x grows to the east, y to the
// north.

#include "grid_view.hpp"
#include "shortest.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/routing/turn_model.hpp"

namespace wafernet {

namespace {

enum Side : std::uint32_t { east, west, north, south };

// Header state: the step that comes next, and the side by which the message arrived (+1; 0 at its source).
enum Step : std::uint32_t {
    first,    // phase 1: as far west and south as necessary
    second,   // phases 2 and 3: one hop west or south to keep the rest adaptive
    last,     // phase 4: as far east and north as necessary
    around1,  // round a faulty node on the west edge: the first of two hops north ..
    around2,  // .. the second ..
    around3,  // .. and back west, or further north
    under1,   // the same on the south edge
    under2,
    under3,
};

class OneFault final : public Routing {
public:
    OneFault(const Network& network, const GridView& view, Node fault, OneFaultReading reading)
        : graph_(network.graph), width_(view.extents[0]), fault_(fault), reading_(reading) {
        channel_.assign(std::size_t{graph_.nodes()} * 4, no_channel);
        for (Channel c = 0; c < graph_.channels(); ++c) {
            const Node a = graph_.source(c), b = graph_.target(c);
            const Side side = b == a + 1 ? east : a == b + 1 ? west : b > a ? north : south;
            channel_[std::size_t{a} * 4 + side] = c;
        }
    }

    void next(const Head& at, Node destination, std::vector<Hop>& hops) const override {
        if (at.node == destination) return;
        const Place here{at.node % width_, at.node / width_}, there{destination % width_, destination / width_};
        const auto step = static_cast<Step>(at.state & 0xFU);
        const std::uint32_t came = at.state >> 4U;  // 1 + side
        const auto take = [&](Side side, Step then) {
            Hop hop;
            hop.channel = channel_[std::size_t{at.node} * 4 + side];
            hop.state = static_cast<std::uint32_t>(then) | (side + 1U) << 4U;
            hop.label = label_of(graph_, hop.channel);
            hops.push_back(hop);
        };
        switch (step) {
            case first:
                if (there.x < here.x || there.y < here.y) {
                    phase_one(at.node, here, there, came, take);
                    return;
                }
                [[fallthrough]];
            case second:
                if (phase_two_or_three(at.node, here, there, take)) return;
                [[fallthrough]];
            case last: phase_four(at.node, here, there, take); return;
            case around1: take(north, around2); return;
            case around2: take(north, around3); return;
            case around3: free(at.node, west) ? take(west, last) : take(north, around3); return;
            case under1: take(east, under2); return;
            case under2: take(east, under3); return;
            case under3: free(at.node, south) ? take(south, last) : take(east, under3); return;
        }
    }

    [[nodiscard]] bool adaptive() const override { return true; }
    [[nodiscard]] bool looks_back() const override { return false; }

private:
    struct Place {
        std::uint32_t x, y;
    };

    [[nodiscard]] bool free(Node node, Side side) const {
        const Channel c = channel_[std::size_t{node} * 4 + side];
        return c != no_channel && graph_.target(c) != fault_;
    }

    template <class Take>
    void phase_one(Node node, const Place& here, const Place& there, std::uint32_t came, const Take& take) const {
        const std::uint32_t to_west = here.x > there.x ? here.x - there.x : 0,
                            to_south = here.y > there.y ? here.y - there.y : 0;
        bool go_west = to_west > 0 && free(node, west), go_south = to_south > 0 && free(node, south);
        if (go_west && go_south) {
            // Not straight back after a hop round the faulty node.
            if (came == east + 1U) go_west = false;
            if (came == north + 1U) go_south = false;
            if (reading_ != OneFaultReading::literal && go_west && go_south && to_west + to_south > 2) {
                go_west = to_west > 1;
                go_south = to_south > 1;
            }
        }
        if (go_west) take(west, first);
        if (go_south) take(south, first);
        if (go_west || go_south) return;
        // The faulty node blocks the only way west or south.
        if (to_west > 0) {
            const bool on_edge = here.x == 1 || here.y == 0;  // the faulty node
            take(on_edge ? north : south, first);
        } else {
            const bool on_edge = here.y == 1 || here.x == 0;
            take(on_edge ? east : west, first);
        }
    }

    template <class Take>
    bool phase_two_or_three(Node node, const Place& here, const Place& there, const Take& take) const {
        const Step again = reading_ == OneFaultReading::clarified ? last : second;
        if (there.y > here.y + 1 && there.x == here.x && here.x > 0) {
            free(node, west) ? take(west, last) : take(north, again);
            return true;
        }
        if (there.x > here.x + 1 && there.y == here.y && here.y > 0) {
            free(node, south) ? take(south, last) : take(east, again);
            return true;
        }
        return false;
    }

    template <class Take> void phase_four(Node node, const Place& here, const Place& there, const Take& take) const {
        const std::uint32_t to_east = there.x > here.x ? there.x - here.x : 0,
                            to_north = there.y > here.y ? there.y - here.y : 0;
        bool go_east = to_east > 0 && free(node, east), go_north = to_north > 0 && free(node, north);
        if (go_east && go_north && to_east + to_north > 2) {
            go_east = to_east > 1;
            go_north = to_north > 1;
        }
        if (go_east) take(east, last);
        if (go_north) take(north, last);
        if (go_east || go_north) return;
        // Only one direction is left and the faulty node is in the way, on the west or south edge.
        if (to_north > 0 && here.x == 0) take(east, around1);
        else if (to_east > 0 && here.y == 0) take(north, under1);
    }

    Graph graph_;
    std::uint32_t width_;
    Node fault_;
    OneFaultReading reading_;
    std::vector<Channel> channel_;  // [node][side]
};

}  // namespace

std::unique_ptr<Routing> one_fault_routing(const Network& network, Node fault, OneFaultReading reading) {
    const auto view = grid_view(network);
    if (!view || view->wrap || view->axes() != 2 || view->extents[0] < 3 || view->extents[1] < 3)
        throw InputError(network.word + ": one-fault routing needs a two-dimensional mesh of at least 3 x 3 nodes");
    return std::make_unique<OneFault>(network, *view, fault, reading);
}

}  // namespace wafernet
