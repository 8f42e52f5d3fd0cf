#include "shared/multiway.hpp"

#include <bit>
#include <cmath>
#include <string>

#include "wafernet/checked.hpp"

namespace wafernet {

std::uint64_t multiway_channels(const MultiwayShape& s) { return checked_pow(s.k, s.n, "channels"); }

std::uint64_t multiway_nodes(const MultiwayShape& s) { return checked_mul(multiway_channels(s), std::uint64_t{s.p} + 1, "nodes"); }

std::uint64_t multiway_links(const MultiwayShape& s) {
    const std::uint64_t channels = multiway_channels(s);
    const std::uint64_t routers = checked_mul(s.n, s.torus ? channels : channels / s.k * (s.k - 1), "links");
    return checked_add(routers, checked_mul(channels, s.p, "links"), "links");
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
            links.push_back({static_cast<Node>(c), static_cast<Node>(next), {1, static_cast<std::uint8_t>(axis), last, 1}});
        }
    }
    Network network;
    std::vector<std::string> names;
    for (std::uint64_t c = 0; c < channels; ++c) {
        std::string digits;
        std::uint64_t rest = c;
        for (std::uint32_t axis = 0; axis < s.n; ++axis, rest /= s.k) digits = std::to_string(rest % s.k) + (axis == 0 ? "" : ",") + digits;
        names.push_back("c(" + digits + ")");
    }
    for (std::uint64_t c = 0; c < channels; ++c) {
        for (std::uint32_t i = 0; i < s.p; ++i) {
            const std::uint64_t processor = channels + c * s.p + i;
            links.push_back({static_cast<Node>(processor), static_cast<Node>(c), {1, static_cast<std::uint8_t>(s.n), false, 1}});
            network.terminals.push_back(static_cast<Node>(processor));
            names.push_back("P" + names[c].substr(1, names[c].size() - 2) + (s.p > 1 ? "," + std::to_string(i) : "") + ")");
        }
    }
    network.graph = Graph(channels * (std::uint64_t{s.p} + 1), std::move(links));
    network.addresses = AddressScheme::of_labels(std::move(names));
    network.level_sizes = {network.graph.nodes()};
    return network;
}

namespace {

// Header state of `dor`: the axis the message moves along (0: none yet), its direction, whether it has crossed the ends of the
// ring. The other functions need none: distances tell the direction.
struct State {
    static constexpr std::uint32_t negative = 1U << 8U;
    static constexpr std::uint32_t wrapped = 1U << 9U;
};

class Multiway final : public Routing {
public:
    Multiway(const Network& network, const MultiwayShape& shape, MultiwayRouting function, Ties ties)
        : shape_(shape), function_(function), ties_(ties), channels_(static_cast<Node>(multiway_channels(shape))) {
        std::uint32_t stride = 1;
        for (std::uint32_t axis = 0; axis < shape.n; ++axis, stride *= shape.k) strides_.push_back(stride);
        const Graph& graph = network.graph;
        way_.assign(std::size_t{channels_} * shape.n * 2, no_channel);
        interface_.assign(graph.nodes(), no_channel);
        for (Channel c = 0; c < graph.channels(); ++c) {
            const std::uint32_t axis = graph.label(Graph::link(c)).axis;
            if (axis < shape.n) way_[slot(graph.source(c), axis, graph.direction(c) < 0)] = c;
            if (axis == shape.n && graph.source(c) >= channels_) interface_[graph.source(c)] = c;
        }
    }

    void next(const Head& at, Node destination, std::vector<Hop>& hops) const override {
        if (at.node == destination) return;
        if (at.node >= channels_) {  // injection; a processor sends to its channel whatever comes after
            interface(interface_[at.node], 1, hops);
            return;
        }
        const Node target = destination < channels_ ? destination : (destination - channels_) / shape_.p;
        if (at.node == target) {
            interface(Graph::reverse(interface_[destination]), -1, hops);
            return;
        }
        bool lowest = true;
        for (std::uint32_t axis = 0; axis < shape_.n; ++axis) {
            const std::uint32_t here = digit(at.node, axis);
            const std::uint32_t there = digit(target, axis);
            if (here == there) continue;
            along(at, axis, here, there, lowest, hops);
            lowest = false;
            if (function_ == MultiwayRouting::dor || function_ == MultiwayRouting::dor_ring) return;
        }
    }

    [[nodiscard]] bool adaptive() const override {
        return function_ == MultiwayRouting::adaptive || function_ == MultiwayRouting::adaptive_ring || (shape_.torus && ties() == Ties::split);
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
    // High within a half of the ring, low between the halves: the highest of the deterministic classes that the hop permits.
    [[nodiscard]] VcSet escape_of(const Hop& hop) const override { return std::bit_floor(hop.vcs & escape_vcs()); }

private:
    [[nodiscard]] std::uint32_t digit(Node c, std::uint32_t axis) const { return c / strides_[axis] % shape_.k; }
    [[nodiscard]] std::size_t slot(Node c, std::uint32_t axis, bool negative) const { return (std::size_t{c} * shape_.n + axis) * 2 + (negative ? 1 : 0); }
    // Half of the ring that a coordinate belongs to: the lower ceil(k/2), Fig. 7.
    [[nodiscard]] bool upper_group(std::uint32_t digit) const { return 2 * digit >= shape_.k; }
    // "The ring algorithm makes adaptive decisions when the distance is the same along the positive and negative directions."
    [[nodiscard]] Ties ties() const { return function_ == MultiwayRouting::dor ? ties_ : Ties::split; }

    void interface(Channel channel, int direction, std::vector<Hop>& hops) const {
        Hop hop;
        hop.channel = channel;
        hop.label.axis = static_cast<std::uint8_t>(shape_.n);
        hop.label.direction = static_cast<std::int8_t>(direction);
        hop.label.enters = true;
        if (function_ != MultiwayRouting::dor) hop.vcs = 1;  // classes are for router buffers only
        hops.push_back(hop);
    }

    void along(const Head& at, std::uint32_t axis, std::uint32_t here, std::uint32_t there, bool lowest, std::vector<Hop>& hops) const {
        const bool entering = (at.state & 0xFFU) != axis + 1U;
        const std::uint32_t forward = there > here ? there - here : there + shape_.k - here;
        if (!shape_.torus) {
            append(at, axis, here, there, there < here, entering, lowest, hops);
        } else if (2 * forward != shape_.k) {
            append(at, axis, here, there, 2 * forward > shape_.k, entering, lowest, hops);
        } else if (ties() == Ties::split) {
            append(at, axis, here, there, false, entering, lowest, hops);
            append(at, axis, here, there, true, entering, lowest, hops);
        } else {
            append(at, axis, here, there, ties() == Ties::literal && there < here, entering, lowest, hops);
        }
    }

    void append(const Head& at, std::uint32_t axis, std::uint32_t here, std::uint32_t there, bool negative, bool entering, bool lowest, std::vector<Hop>& hops) const {
        Hop hop;
        hop.channel = way_[slot(at.node, axis, negative)];
        hop.label.axis = static_cast<std::uint8_t>(axis);
        hop.label.direction = negative ? -1 : 1;
        const std::uint32_t drives = negative ? (here == 0 ? shape_.k - 1 : here - 1) : (here + 1 == shape_.k ? 0 : here + 1);
        const bool same_group = upper_group(drives) == upper_group(there);
        switch (function_) {
            case MultiwayRouting::dor: {
                const bool wrapped = !entering && (at.state & State::wrapped) != 0;
                const bool will_wrap = negative ? there > here : there < here;
                const bool on_wrap = will_wrap && here == (negative ? 0 : shape_.k - 1);
                hop.state = (axis + 1U) | (negative ? State::negative : 0) | (wrapped || on_wrap ? State::wrapped : 0);
                hop.label.own = wrapped ? Dateline::after : on_wrap ? Dateline::on : will_wrap ? Dateline::before : Dateline::never;
                hop.label.enters = entering;
                break;
            }
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
    std::vector<Channel> way_;        // [channel, axis, negative]
    std::vector<Channel> interface_;  // [processor]: from it to its channel
};

}  // namespace

std::unique_ptr<Routing> multiway_routing(const Network& network, const MultiwayShape& shape, MultiwayRouting function, Ties ties) {
    return std::make_unique<Multiway>(network, shape, function, ties);
}

std::vector<SourceClass> multiway_source_classes(const MultiwayShape& s) {
    std::vector<SourceClass> classes{{0, 1}};
    std::uint32_t stride = 1;
    for (std::uint32_t axis = 0; axis < s.n; ++axis, stride *= s.k) {
        if (s.torus) {
            for (SourceClass& c : classes) c.weight *= s.k;
            continue;
        }
        const std::vector<SourceClass> before = std::move(classes);
        classes.clear();
        for (std::uint32_t at = 0; 2 * at < s.k; ++at) {
            const std::uint64_t mirrored = 2 * at + 1 == s.k ? 1 : 2;
            for (const SourceClass& c : before) classes.push_back({c.representative + at * stride, c.weight * mirrored});
        }
    }
    const std::size_t channels = classes.size();
    const auto first_processor = static_cast<Node>(multiway_channels(s));
    for (std::size_t i = 0; i < channels; ++i) classes.push_back({first_processor + classes[i].representative * s.p, classes[i].weight * s.p});
    return classes;
}

double multiway_mean_distance(const MultiwayShape& s) {
    const double k = s.k;
    const double channels = std::pow(k, s.n);
    const double per_axis = s.torus ? std::floor(k * k / 4) / k : (k * k - 1) / (3 * k);  // a channel to itself included
    const double between = channels * channels * s.n * per_axis;
    const double p = s.p;
    // channel to channel d, channel to processor d + 1 (both orders), processor to another processor d + 2
    const double sum = between * (1 + p) * (1 + p) + 2 * p * channels * channels + 2 * p * p * channels * channels - 2 * p * channels;
    const double nodes = channels * (1 + p);
    return sum / (nodes * (nodes - 1));
}

}  // namespace wafernet
