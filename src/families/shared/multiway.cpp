#include "shared/multiway.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>

#include "shared/ring.hpp"
#include "wafernet/base/checked.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet {

MultiwayShape multiway_shape(const Parameters& p, bool torus) {
    return {static_cast<std::uint32_t>(p["k"]), static_cast<std::uint32_t>(p["n"]), static_cast<std::uint32_t>(p["p"]),
            torus, p["r"] == 1};
}

void check_multiway(const Parameters& p) {
    if (p["p"] == 0 && p["r"] == 0)
        throw InputError(
            "p = 0 and r = 0: no processors, need p >= 1 on every channel, or r = 1 for one inside every router");
    if (p["p"] > 0 && p["r"] == 1) {
        throw InputError("p = " + std::to_string(p["p"]) +
                         " and r = 1: processors are on the channels or inside the routers, need p = 0 or r = 0");
    }
}

std::uint64_t multiway_channels(const MultiwayShape& s) { return checked_pow(s.k, s.n, "channels"); }

std::uint64_t multiway_routers(const MultiwayShape& s) {
    const std::uint64_t channels = multiway_channels(s);
    return checked_mul(s.n, s.torus ? channels : channels / s.k * (s.k - 1), "routers");
}

std::uint64_t multiway_processors(const MultiwayShape& s) {
    if (s.inside) return multiway_routers(s);
    return checked_mul(multiway_channels(s), std::max<std::uint64_t>(s.p, 1), "processors");
}

std::uint64_t multiway_nodes(const MultiwayShape& s) {
    return checked_add(multiway_channels(s), multiway_processors(s), "nodes");
}

std::uint64_t multiway_links(const MultiwayShape& s) {
    const std::uint64_t routers = multiway_routers(s);
    return checked_add(routers,
                       s.inside ? checked_mul(routers, 2, "links") : checked_mul(multiway_channels(s), s.p, "links"),
                       "links");
}

Network build_multiway(const MultiwayShape& s) {
    const std::uint64_t channels = multiway_channels(s);
    std::vector<LinkSpec> links;
    links.reserve(multiway_links(s));
    std::uint64_t stride = 1;
    for (std::uint32_t axis = 0; axis < s.n; ++axis, stride *= s.k) {
        for (std::uint64_t c = 0; c < channels; ++c) {
            const bool last = c / stride % s.k == s.k - 1;
            if (last && !s.torus) continue;
            const std::uint64_t next = last ? c - (s.k - 1) * stride : c + stride;
            links.push_back(
                {static_cast<Node>(c), static_cast<Node>(next), {1, static_cast<std::uint8_t>(axis), last, 1}});
        }
    }
    const std::size_t routers = links.size();
    Network network;
    std::vector<std::string> names;
    for (std::uint64_t c = 0; c < channels; ++c) {
        std::string digits;
        std::uint64_t rest = c;
        for (std::uint32_t axis = 0; axis < s.n; ++axis, rest /= s.k)
            digits = std::to_string(rest % s.k) + (axis == 0 ? "" : ",") + digits;
        names.push_back("c(" + digits + ")");
    }
    for (std::uint64_t c = 0; c < channels; ++c) {
        for (std::uint32_t i = 0; i < s.p; ++i) {
            const std::uint64_t processor = channels + c * s.p + i;
            links.push_back(
                {static_cast<Node>(processor), static_cast<Node>(c), {1, static_cast<std::uint8_t>(s.n), false, 1}});
            network.terminals.push_back(static_cast<Node>(processor));
            names.push_back("P" + names[c].substr(1, names[c].size() - 2) + (s.p > 1 ? "," + std::to_string(i) : "") +
                            ")");
        }
    }
    if (s.inside) {
        for (std::size_t r = 0; r < routers; ++r) {
            const auto processor = static_cast<Node>(channels + r);
            const LinkSpec router = links[r];
            for (const Node end : {router.a, router.b})
                links.push_back({processor, end, {1, static_cast<std::uint8_t>(s.n), false, 1}});
            network.terminals.push_back(processor);
            const std::string& from =
                names[router.a];  // "A processor linked internally to a router will assume the router address"
            names.push_back("R" + from.substr(1, from.size() - 2) + "," + std::to_string(router.label.axis) + ")");
        }
    }
    network.graph = Graph(multiway_nodes(s), std::move(links));
    network.addresses = AddressScheme::of_labels(std::move(names));
    network.level_sizes = {network.graph.nodes()};
    network.shared_nodes = static_cast<Node>(channels);
    return network;
}

namespace {

// Header state of `dor`: the axis the message moves along (0: none yet), its direction, whether it has crossed the ends
// of the ring. The other functions need none of that: distances tell the direction.
struct State {
    static constexpr std::uint32_t negative = 1U << 8U;
    static constexpr std::uint32_t wrapped = 1U << 9U;
    static constexpr std::uint32_t upper = 1U << 10U;  // to the upper of the two channels of the destination's router
};

class Multiway final : public Routing {
public:
    Multiway(const Network& network, const MultiwayShape& shape, MultiwayRouting function, Ties ties)
        : shape_(shape), function_(function), ties_(ties), channels_(static_cast<Node>(multiway_channels(shape))) {
        std::uint32_t stride = 1;
        for (std::uint32_t axis = 0; axis < shape.n; ++axis, stride *= shape.k) strides_.push_back(stride);
        const Graph& graph = network.graph;
        way_.assign(std::size_t{channels_} * shape.n * 2, no_channel);
        interface_.assign(std::size_t{graph.nodes()} * 2, no_channel);
        for (Channel c = 0; c < graph.channels(); ++c) {
            const std::uint32_t axis = graph.label(Graph::link(c)).axis;
            if (axis < shape.n) way_[slot(graph.source(c), axis, graph.direction(c) < 0)] = c;
            if (axis != shape.n || graph.source(c) < channels_) continue;
            Channel* both = &interface_[std::size_t{graph.source(c)} * 2];
            both[both[0] == no_channel ? 0 : 1] = c;  // a router's lower channel comes first
        }
        for (const Channel c : interface_) ends_.push_back(c == no_channel ? 0 : graph.target(c));
    }

    // A message that starts at a channel makes for the nearer channel of the destination's router.
    [[nodiscard]] std::uint32_t start(Node source, Node destination) const override {
        if (!shape_.inside || source >= channels_ || destination < channels_) return 0;
        return distance(source, end(destination, State::upper)) < distance(source, end(destination, 0)) ? State::upper
                                                                                                        : 0;
    }

    void next(const Head& at, Node destination, std::vector<Hop>& hops) const override {
        if (at.node == destination) return;
        if (at.node >= channels_) {
            inject(at.node, destination, hops);
            return;
        }
        const std::uint32_t state = at.state & State::upper;
        const Node target = destination < channels_ ? destination : end(destination, state);
        if (at.node == target) {
            interface(Graph::reverse(interface_[std::size_t{destination} * 2 + (state != 0 ? 1 : 0)]), -1, state, hops);
            return;
        }
        bool lowest = true;
        for (std::uint32_t axis = 0; axis < shape_.n; ++axis) {
            const std::uint32_t here = digit(at.node, axis);
            const std::uint32_t there = digit(target, axis);
            if (here == there) continue;
            along(at, axis, {here, there}, lowest, hops);
            lowest = false;
            if (function_ == MultiwayRouting::dor || function_ == MultiwayRouting::dor_ring) return;
        }
    }

    [[nodiscard]] bool adaptive() const override {
        return function_ == MultiwayRouting::adaptive || function_ == MultiwayRouting::adaptive_ring ||
               ((shape_.torus || shape_.inside) && ties() == Ties::split);
    }
    [[nodiscard]] bool looks_back() const override { return false; }

    [[nodiscard]] VcSet escape_vcs() const override {
        switch (function_) {
            case MultiwayRouting::dor: return 0;
            case MultiwayRouting::adaptive: return 0b01U;
            case MultiwayRouting::dor_ring:
            case MultiwayRouting::adaptive_ring: return 0b11U;
        }
        return 0;
    }
    // High within a half of the ring, low between the halves: the highest of the deterministic classes that the hop
    // permits.
    [[nodiscard]] VcSet escape_of(const Hop& hop) const override { return std::bit_floor(hop.vcs & escape_vcs()); }

private:
    [[nodiscard]] std::uint32_t digit(Node c, std::uint32_t axis) const { return c / strides_[axis] % shape_.k; }
    [[nodiscard]] std::size_t slot(Node c, std::uint32_t axis, bool negative) const {
        return (std::size_t{c} * shape_.n + axis) * 2 + (negative ? 1 : 0);
    }
    // Half of the ring that a coordinate belongs to: the lower ceil(k/2), Fig. 7.
    [[nodiscard]] bool upper_group(std::uint32_t digit) const { return 2 * digit >= shape_.k; }
    // "The ring algorithm makes adaptive decisions when the distance is the same along the positive and negative
    // directions."
    [[nodiscard]] Ties ties() const { return function_ == MultiwayRouting::dor ? ties_ : Ties::split; }

    // The channel of a processor; of one inside a router the lower or the upper one.
    [[nodiscard]] Node end(Node processor, std::uint32_t state) const {
        return ends_[std::size_t{processor} * 2 + (shape_.inside && state != 0 ? 1 : 0)];
    }
    [[nodiscard]] std::uint32_t distance(Node a, Node b) const {
        std::uint32_t sum = 0;
        for (std::uint32_t axis = 0; axis < shape_.n; ++axis) {
            const std::uint32_t x = digit(a, axis);
            const std::uint32_t y = digit(b, axis);
            const std::uint32_t apart = x > y ? x - y : y - x;
            sum += shape_.torus ? std::min(apart, shape_.k - apart) : apart;
        }
        return sum;
    }

    // A processor on a channel has one way out. One inside a router has two, and the destination may have two ways in.
    void inject(Node from, Node destination, std::vector<Hop>& hops) const {
        const std::uint32_t ways_in = shape_.inside && destination >= channels_ ? 2 : 1;
        std::uint32_t nearest = ~0U;
        const std::size_t first = hops.size();
        const bool all = ties() == Ties::split || function_ == MultiwayRouting::adaptive;
        for (std::uint32_t out = 0; out < (shape_.inside ? 2U : 1U); ++out) {
            for (std::uint32_t in = 0; in < ways_in; ++in) {
                const std::uint32_t state = in * State::upper;
                const std::uint32_t d =
                    distance(end(from, out), destination < channels_ ? destination : end(destination, state));
                if (d < nearest) hops.resize(first);
                if (d < nearest || (d == nearest && all))
                    interface(interface_[std::size_t{from} * 2 + out], 1, state, hops);
                nearest = std::min(nearest, d);
            }
        }
    }

    void interface(Channel channel, int direction, std::uint32_t state, std::vector<Hop>& hops) const {
        Hop hop;
        hop.channel = channel;
        hop.state = state;
        hop.label.axis = static_cast<std::uint8_t>(shape_.n);
        hop.label.direction = static_cast<std::int8_t>(direction);
        hop.label.enters = true;
        hops.push_back(hop);
    }

    void along(const Head& at, std::uint32_t axis, const Course& way, bool lowest, std::vector<Hop>& hops) const {
        const Directions ways = directions({shape_.k, shape_.torus}, way.here, way.there, ties(), false);
        if (ways.positive) append(at, axis, {way.here, way.there, false}, lowest, hops);
        if (ways.negative) append(at, axis, {way.here, way.there, true}, lowest, hops);
    }

    void append(const Head& at, std::uint32_t axis, const Course& way, bool lowest, std::vector<Hop>& hops) const {
        Hop hop;
        hop.channel = way_[slot(at.node, axis, way.negative)];
        hop.state = at.state & State::upper;
        hop.label.axis = static_cast<std::uint8_t>(axis);
        hop.label.direction = way.negative ? -1 : 1;
        const std::uint32_t drives = next_place(way.here, shape_.k, way.negative);
        const bool same_group = upper_group(drives) == upper_group(way.there);
        switch (function_) {
            case MultiwayRouting::dor:
                hop.label.enters = (at.state & 0xFFU) != axis + 1U;
                hop.label.own =
                    dateline({shape_.k, shape_.torus}, way, !hop.label.enters && (at.state & State::wrapped) != 0);
                hop.state |= (axis + 1U) | (way.negative ? State::negative : 0) |
                             (wrapped_after(hop.label.own) ? State::wrapped : 0);
                break;
            case MultiwayRouting::dor_ring: hop.vcs = same_group ? 0b11U : 0b01U; break;
            case MultiwayRouting::adaptive: hop.vcs = lowest ? 0b11U : 0b10U; break;
            case MultiwayRouting::adaptive_ring: hop.vcs = !lowest ? 0b100U : same_group ? 0b111U : 0b101U; break;
        }
        hops.push_back(hop);
    }

    MultiwayShape shape_;
    MultiwayRouting function_;
    Ties ties_;
    Node channels_;
    std::vector<std::uint32_t> strides_;
    std::vector<Channel> way_;  // [channel, axis, negative]
    std::vector<Channel>
        interface_;           // [processor, 0 or 1]: from it to its channel, or to its router's lower and upper one
    std::vector<Node> ends_;  // [processor, 0 or 1]: these channels
};

}  // namespace

std::unique_ptr<Routing> multiway_routing(const Network& network, const MultiwayShape& shape, MultiwayRouting function,
                                          Ties ties) {
    return std::make_unique<Multiway>(network, shape, function, ties);
}

namespace {

// Places under rotation or reflection: digits below k, those of one axis below k - 1 (routers of a mesh; axis n: of
// none), numbered in that order.
std::vector<SourceClass> places(const MultiwayShape& s, std::uint32_t routers_of) {
    std::vector<SourceClass> classes{{0, 1}};
    std::uint32_t stride = 1;
    for (std::uint32_t axis = 0; axis < s.n; ++axis) {
        const std::uint32_t extent = axis == routers_of && !s.torus ? s.k - 1 : s.k;
        const std::vector<SourceClass> before = std::move(classes);
        classes.clear();
        for (std::uint32_t at = 0; s.torus ? at < 1 : 2 * at < extent; ++at) {
            const std::uint64_t like = s.torus ? extent : 2 * at + 1 == extent ? 1 : 2;
            for (const SourceClass& c : before) classes.push_back({c.representative + at * stride, c.weight * like});
        }
        stride *= extent;
    }
    return classes;
}

}  // namespace

std::vector<SourceClass> multiway_source_classes(const MultiwayShape& s) {
    std::vector<SourceClass> classes = places(s, s.n);
    const std::size_t channels = classes.size();
    auto first = static_cast<Node>(multiway_channels(s));
    if (!s.inside) {
        for (std::size_t i = 0; i < channels; ++i)
            classes.push_back({first + classes[i].representative * s.p, classes[i].weight * s.p});
        return classes;
    }
    for (std::uint32_t axis = 0; axis < s.n; ++axis) {
        for (const SourceClass& c : places(s, axis)) classes.push_back({first + c.representative, c.weight});
        first += static_cast<Node>(multiway_routers(s) / s.n);
    }
    return classes;
}

double multiway_mean_distance(const MultiwayShape& s) {
    const double k = s.k;
    const double channels = std::pow(k, s.n);
    const double per_axis =
        s.torus ? std::floor(k * k / 4) / k : (k * k - 1) / (3 * k);  // a channel to itself included
    const double between = channels * channels * s.n * per_axis;
    const double p = s.p;
    // channel to channel d, channel to processor d + 1 (both orders), processor to another processor d + 2
    const double sum =
        between * (1 + p) * (1 + p) + 2 * p * channels * channels + 2 * p * p * channels * channels - 2 * p * channels;
    const double nodes = channels * (1 + p);
    return sum / (nodes * (nodes - 1));
}

}  // namespace wafernet
