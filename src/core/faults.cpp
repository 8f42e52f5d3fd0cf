#include "wafernet/core/faults.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <string>
#include <tuple>

#include "base/named.hpp"
#include "base/text.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet {

namespace {

constexpr Node gone = 0xFFFFFFFFU;
constexpr std::array<std::string_view, 4> kind_names = {"node", "link", "oneway", "vertical"};

void check_inside(const Network& whole, std::uint64_t number, std::uint64_t of, const char* what) {
    if (number < of) return;
    throw InputError(whole.word + ": a fault of " + what + " " + std::to_string(number) + ", there are " +
                     std::to_string(of));
}

// The channels that go on, and the nodes that do.
struct Alive {
    std::vector<bool> channel, node;
};

Alive alive_in(const Network& whole, const FaultSet& faults) {
    const Graph& graph = whole.graph;
    if (whole.shared_nodes > 0)
        throw InputError(whole.word + " has shared channels, of which no faults are known, need a network of links");
    Alive alive{std::vector<bool>(graph.channels()), std::vector<bool>(graph.nodes(), true)};
    for (const Node v : faults.nodes) {
        check_inside(whole, v, graph.nodes(), "node");
        alive.node[v] = false;
    }
    for (const Node v : faults.processors) check_inside(whole, v, graph.nodes(), "processor");
    for (Channel c = 0; c < graph.channels(); ++c)
        alive.channel[c] = graph.exists(c) && alive.node[graph.source(c)] && alive.node[graph.target(c)];
    for (const Channel c : faults.channels) {
        check_inside(whole, c, graph.channels(), "channel");
        alive.channel[c] = false;
    }
    for (const auto& [c, share] : faults.narrowed) {
        check_inside(whole, c, graph.channels(), "channel");
        if (!(share > 0.0 && share <= 1.0))
            throw InputError(whole.word + ": a link narrowed to a share of " + std::to_string(share) +
                             ", need more than 0 and at most 1");
    }
    std::vector<bool> linked(graph.nodes(), false);
    for (Channel c = 0; c < graph.channels(); ++c) {
        if (alive.channel[c]) linked[graph.source(c)] = linked[graph.target(c)] = true;
    }
    for (Node v = 0; v < graph.nodes(); ++v) alive.node[v] = alive.node[v] && linked[v];
    return alive;
}

// Narrow links take longer to enter; widths in bits go along where a file gives them.
void set_widths(const Network& whole, const FaultSet& faults, const GraphLeft& left, Network& network) {
    const std::size_t channels = left.channel.size();
    std::vector<double> share(faults.narrowed.empty() ? 0 : whole.graph.channels(), 1.0);
    for (const auto& [c, kept] : faults.narrowed) share[c] = std::min(share[c], kept);
    const bool bits = !whole.channel_bits.empty();
    for (std::size_t i = 0; bits && i < channels; ++i) {
        const Channel c = left.channel[i];
        const double kept = whole.channel_bits[c] * (share.empty() ? 1.0 : share[c]);
        network.channel_bits.push_back(std::max(1U, static_cast<std::uint32_t>(kept)));
    }
    if (whole.channel_flit_cycles.empty() && share.empty()) return;
    for (std::size_t i = 0; i < channels; ++i) {
        const Channel c = left.channel[i];
        const double cycles = std::ceil(flit_cycles(whole, c) / (share.empty() ? 1.0 : share[c]) - 1e-9);
        if (cycles > most_link_cycles)
            throw InputError(whole.word + ": a flit would enter a narrowed link in more than " +
                             std::to_string(most_link_cycles) + " cycles, need a larger share");
        network.channel_flit_cycles.push_back(static_cast<std::uint32_t>(cycles));
    }
}

std::string counted(std::uint64_t left, std::uint64_t of, const char* what) {
    return std::to_string(left) + " of " + std::to_string(of) + " " + what;
}

// A number below `most` of a generator, the same with every library.
std::size_t drawn_below(std::mt19937_64& generator, std::size_t most) {
    return static_cast<std::size_t>(static_cast<double>(generator() >> 11U) * 0x1.0p-53 * static_cast<double>(most));
}

}  // namespace

GraphLeft graph_left(const Network& whole, const FaultSet& faults) {
    const Graph& graph = whole.graph;
    const Alive alive = alive_in(whole, faults);
    GraphLeft left;
    std::vector<Node> number(graph.nodes(), gone);
    for (Node v = 0; v < graph.nodes(); ++v) {
        if (!alive.node[v]) continue;
        number[v] = static_cast<Node>(left.node.size());
        left.node.push_back(v);
    }
    std::vector<std::pair<LinkSpec, Channel>> links;  // with the channel from a to b in the whole network
    for (Link l = 0; l < graph.links(); ++l) {
        const bool there = alive.channel[2 * l], back = alive.channel[2 * l + 1];
        if (!there && !back) continue;
        Channel c = there ? 2 * l : 2 * l + 1;
        if (there && back && graph.source(c) > graph.target(c)) c = Graph::reverse(c);
        links.push_back({{number[graph.source(c)], number[graph.target(c)], {}, !(there && back)}, c});
    }
    const auto key = [](const auto& link) {
        const LinkSpec& l = link.first;
        return std::tuple(std::min(l.a, l.b), std::max(l.a, l.b), l.one_way, l.a);
    };
    std::stable_sort(links.begin(), links.end(), [&](const auto& x, const auto& y) { return key(x) < key(y); });
    std::vector<LinkSpec> specs;
    for (const auto& [spec, c] : links) {
        specs.push_back(spec);
        left.channel.insert(left.channel.end(), {c, spec.one_way ? c : Graph::reverse(c)});
    }
    left.graph = Graph(left.node.size(), std::move(specs));
    std::vector<bool> sends(graph.nodes(), whole.terminals.empty());
    for (const Node v : whole.terminals) sends[v] = true;
    for (const Node v : faults.processors) sends[v] = false;
    for (Node v = 0; v < left.graph.nodes(); ++v) {
        if (sends[left.node[v]]) left.terminals.push_back(v);
    }
    left.senders = static_cast<Node>(left.terminals.size());
    if (left.senders == left.graph.nodes()) left.terminals.clear();
    return left;
}

Network network_left(const Network& whole, const FaultSet& faults) {
    GraphLeft left = graph_left(whole, faults);
    if (left.senders == 0)
        throw InputError(whole.word + ": the faults leave no node that sends, need one with a link at least");
    Network network;
    network.word = whole.word;
    std::vector<std::string> labels;
    labels.reserve(left.node.size());
    for (const Node v : left.node) labels.push_back(whole.addresses.print(v));
    network.addresses = AddressScheme::of_labels(std::move(labels));
    network.level_sizes = {left.graph.nodes()};
    if (!whole.channel_latency_cycles.empty()) {
        for (const Channel c : left.channel) network.channel_latency_cycles.push_back(whole.channel_latency_cycles[c]);
    }
    set_widths(whole, faults, left, network);
    if (!whole.router_of_terminal.empty() && !left.graph.directed() && faults.processors.empty()) {
        for (const Node v : left.terminals)
            network.router_of_terminal.push_back(left.graph.target(left.graph.out(v)[0]));
    }
    network.terminals = std::move(left.terminals);
    network.read_as = "with faults " + counted(left.graph.nodes(), whole.graph.nodes(), "nodes") + " and " +
                      counted(left.graph.links(), whole.graph.links(), "links") + " are left";
    const std::uint64_t sent = whole.terminals.empty() ? whole.graph.nodes() : whole.terminals.size();
    if (!network.terminals.empty()) network.read_as += ", " + counted(left.senders, sent, "senders");
    network.graph = std::move(left.graph);
    return network;
}

std::string_view name(FaultKind kind) { return kind_names[static_cast<std::size_t>(kind)]; }

std::vector<FaultKind> fault_kinds(std::string_view words) {
    std::vector<FaultKind> kinds;
    for (const std::string_view word : split(words, ','))
        kinds.push_back(named<FaultKind>(word, kind_names, "fault kind", ", need node, link, oneway or vertical"));
    std::sort(kinds.begin(), kinds.end());
    kinds.erase(std::unique(kinds.begin(), kinds.end()), kinds.end());
    return kinds;
}

std::vector<PossibleFault> possible_faults(const Network& network, std::span<const FaultKind> kinds,
                                           std::span<const std::uint32_t> plane_of) {
    const Graph& graph = network.graph;
    std::vector<PossibleFault> possible;
    for (const FaultKind kind : kinds) {
        const std::uint32_t of = kind == FaultKind::node     ? graph.nodes()
                                 : kind == FaultKind::oneway ? graph.channels()
                                                             : graph.links();
        for (std::uint32_t i = 0; i < of; ++i) {
            if (kind == FaultKind::oneway && !graph.exists(i)) continue;
            if (kind == FaultKind::vertical &&
                (plane_of.empty() || plane_of[graph.source(2 * i)] == plane_of[graph.target(2 * i)]))
                continue;
            possible.push_back({kind, i});
        }
    }
    return possible;
}

void add_fault(FaultSet& faults, const Graph& graph, const PossibleFault& fault) {
    if (fault.kind == FaultKind::node) faults.nodes.push_back(fault.number);
    else if (fault.kind == FaultKind::oneway) faults.channels.push_back(fault.number);
    else {
        for (const Channel c : {2 * fault.number, 2 * fault.number + 1}) {
            if (graph.exists(c)) faults.channels.push_back(c);
        }
    }
}

FaultSet draw_faults(const Graph& graph, std::span<const PossibleFault> possible, std::uint64_t count,
                     std::uint64_t seed) {
    std::mt19937_64 generator(seed);
    std::vector<PossibleFault> rest(possible.begin(), possible.end());
    FaultSet faults;
    for (std::size_t i = 0; i < rest.size() && i < count; ++i) {
        std::swap(rest[i], rest[i + drawn_below(generator, rest.size() - i)]);
        add_fault(faults, graph, rest[i]);
    }
    return faults;
}

FaultSet draw_faults_at_rate(const Graph& graph, std::span<const PossibleFault> possible, double rate,
                             std::uint64_t seed) {
    std::mt19937_64 generator(seed);
    FaultSet faults;
    for (const PossibleFault& fault : possible) {
        if (static_cast<double>(generator() >> 11U) * 0x1.0p-53 < rate) add_fault(faults, graph, fault);
    }
    return faults;
}

std::vector<std::uint32_t> usual_plane_of(const Network& network, std::uint64_t planes) {
    const std::uint64_t nodes = network.graph.nodes();
    if (planes == 0 || planes > nodes)
        throw InputError(std::to_string(planes) + " planes for the " + std::to_string(nodes) + " nodes of " +
                         network.word + ", need 1 to " + std::to_string(nodes));
    const auto& groups = network.addresses.radices();
    const std::string_view family = network.family == nullptr ? "" : network.family->name;
    const bool last = (family == "mesh" || family == "torus") && groups.size() == 1 && groups.front().size() > 1 &&
                      planes > 1 && groups.front().back() % planes == 0;
    const std::uint64_t layers = last ? groups.front().back() : 1;
    std::vector<std::uint32_t> plane_of(nodes);
    const std::uint64_t least = nodes / planes, in_fuller = nodes % planes * (least + 1);
    for (std::uint64_t v = 0; v < nodes; ++v) {
        const std::uint64_t at = v % layers * (nodes / layers) + v / layers;
        plane_of[v] =
            static_cast<std::uint32_t>(at < in_fuller ? at / (least + 1) : nodes % planes + (at - in_fuller) / least);
    }
    return plane_of;
}

}  // namespace wafernet
