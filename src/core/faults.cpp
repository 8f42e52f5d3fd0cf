#include "wafernet/core/faults.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <tuple>

#include "base/named.hpp"
#include "base/random_faults.hpp"
#include "base/text.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet {

namespace {

// The channels that go on. Throws where a fault is outside the network.
std::vector<bool> channels_left(const Network& whole, const FaultSet& faults) {
    const Graph& graph = whole.graph;
    if (whole.shared_nodes > 0)
        throw InputError(whole.word + " has shared channels, of which no faults are known, need a network of links");
    bool inside = true;
    for (const Node v : faults.nodes) inside = inside && v < graph.nodes();
    for (const Node v : faults.processors) inside = inside && v < graph.nodes();
    for (const Channel c : faults.channels) inside = inside && c < graph.channels();
    for (const auto& [c, share] : faults.narrowed)
        inside = inside && c < graph.channels() && share > 0.0 && share <= 1.0;
    if (!inside)
        throw InputError(whole.word + ": a fault outside of the network, need nodes below " +
                         std::to_string(graph.nodes()) + ", channels below " + std::to_string(graph.channels()) +
                         " and shares in (0, 1]");
    std::vector<bool> dead(graph.nodes(), false), left(graph.channels());
    for (const Node v : faults.nodes) dead[v] = true;
    for (Channel c = 0; c < graph.channels(); ++c)
        left[c] = graph.exists(c) && !dead[graph.source(c)] && !dead[graph.target(c)];
    for (const Channel c : faults.channels) left[c] = false;
    return left;
}

// Narrow links take longer to enter; widths in bits go along where a file gives them.
void set_widths(const Network& whole, const FaultSet& faults, const GraphLeft& left, Network& network) {
    std::vector<double> share(whole.graph.channels(), 1.0);
    for (const auto& [c, kept] : faults.narrowed) share[c] = std::min(share[c], kept);
    for (const Channel c : left.channel) {
        if (!whole.channel_bits.empty())
            network.channel_bits.push_back(std::max(1U, static_cast<std::uint32_t>(whole.channel_bits[c] * share[c])));
        if (whole.channel_flit_cycles.empty() && faults.narrowed.empty()) continue;
        const double cycles = std::ceil(flit_cycles(whole, c) / share[c] - 1e-9);
        if (cycles > most_link_cycles)
            throw InputError(whole.word + ": a flit would enter a narrowed link in more than " +
                             std::to_string(most_link_cycles) + " cycles, need a larger share");
        network.channel_flit_cycles.push_back(static_cast<std::uint32_t>(cycles));
    }
}

std::string counted(std::uint64_t left, std::uint64_t of, const char* what) {
    return std::to_string(left) + " of " + std::to_string(of) + " " + what;
}

}  // namespace

GraphLeft graph_left(const Network& whole, const FaultSet& faults) {
    const Graph& graph = whole.graph;
    const std::vector<bool> goes_on = channels_left(whole, faults);
    std::vector<bool> linked(graph.nodes(), false), sends(graph.nodes(), whole.terminals.empty());
    for (Channel c = 0; c < graph.channels(); ++c) {
        if (goes_on[c]) linked[graph.source(c)] = linked[graph.target(c)] = true;
    }
    for (const Node v : whole.terminals) sends[v] = true;
    for (const Node v : faults.processors) sends[v] = false;
    GraphLeft left;
    std::vector<Node> number(graph.nodes());
    for (Node v = 0; v < graph.nodes(); ++v) {
        if (!linked[v]) continue;
        number[v] = static_cast<Node>(left.node.size());
        if (sends[v]) left.senders.push_back(number[v]);
        left.node.push_back(v);
    }
    std::vector<std::pair<LinkSpec, Channel>> links;  // with the channel from a to b in the whole network
    for (Link l = 0; l < graph.links(); ++l) {
        const bool there = goes_on[2 * l], back = goes_on[2 * l + 1];
        if (!there && !back) continue;
        const bool turned = !there || (back && graph.source(2 * l) > graph.target(2 * l));
        const Channel c = 2 * l + (turned ? 1 : 0);
        links.push_back({{number[graph.source(c)], number[graph.target(c)], {}, !(there && back)}, c});
    }
    std::ranges::stable_sort(links, {}, [](const auto& link) {
        const LinkSpec& l = link.first;
        return std::tuple(std::min(l.a, l.b), std::max(l.a, l.b), l.one_way, l.a);
    });
    std::vector<LinkSpec> specs;
    for (const auto& [spec, c] : links) {
        specs.push_back(spec);
        left.channel.insert(left.channel.end(), {c, spec.one_way ? c : Graph::reverse(c)});
    }
    left.graph = Graph(left.node.size(), std::move(specs));
    return left;
}

Network network_left(const Network& whole, const FaultSet& faults) {
    return network_left(whole, faults, graph_left(whole, faults));
}

Network network_left(const Network& whole, const FaultSet& faults, GraphLeft left) {
    if (left.senders.empty())
        throw InputError(whole.word + ": the faults leave no node that sends, need one with a link at least");
    Network network;
    network.word = whole.word;
    std::vector<std::string> labels;
    for (const Node v : left.node) labels.push_back(whole.addresses.print(v));
    network.addresses = AddressScheme::of_labels(std::move(labels));
    network.level_sizes = {left.graph.nodes()};
    for (std::size_t i = 0; i < left.channel.size() && !whole.channel_latency_cycles.empty(); ++i)
        network.channel_latency_cycles.push_back(whole.channel_latency_cycles[left.channel[i]]);
    set_widths(whole, faults, left, network);
    if (!whole.router_of_terminal.empty() && !left.graph.directed() && faults.processors.empty()) {
        for (const Node v : left.senders) network.router_of_terminal.push_back(left.graph.target(left.graph.out(v)[0]));
    }
    network.read_as = "with faults " + counted(left.graph.nodes(), whole.graph.nodes(), "nodes") + " and " +
                      counted(left.graph.links(), whole.graph.links(), "links") + " are left";
    if (left.senders.size() < left.graph.nodes()) {
        network.read_as += ", " + counted(left.senders.size(), terminals_of(whole).size(), "senders");
        network.terminals = std::move(left.senders);
    }
    if (whole.family != nullptr)
        network.before_faults =
            std::make_shared<const BeforeFaults>(BeforeFaults{whole, std::move(left.node), std::move(left.channel)});
    network.graph = std::move(left.graph);
    return network;
}

std::vector<PossibleFault> possible_faults(const Network& network, std::string_view words, std::uint64_t planes) {
    constexpr std::string_view names[] = {"node", "link", "oneway", "vertical"};
    std::vector<FaultKind> kinds;
    for (const std::string_view word : split(words, ','))
        kinds.push_back(named<FaultKind>(word, names, "fault kind", ", need node, link, oneway or vertical"));
    std::ranges::sort(kinds);
    kinds.erase(std::ranges::unique(kinds).begin(), kinds.end());
    const Graph& graph = network.graph;
    const std::vector<std::uint32_t> plane_of = usual_plane_of(network, planes);
    std::vector<PossibleFault> possible;
    for (const FaultKind kind : kinds) {
        const std::uint32_t of = kind == FaultKind::node     ? graph.nodes()
                                 : kind == FaultKind::oneway ? graph.channels()
                                                             : graph.links();
        for (std::uint32_t i = 0; i < of; ++i) {
            const bool flat =
                kind == FaultKind::vertical && plane_of[graph.source(2 * i)] == plane_of[graph.target(2 * i)];
            if (!flat && (kind != FaultKind::oneway || graph.exists(i))) possible.push_back({kind, i});
        }
    }
    if (possible.empty())
        throw InputError(network.word + " has nothing that can fail (" + std::string(words) + ")" +
                         (planes == 1 ? ", on one plane no link is vertical: need --planes" : ""));
    return possible;
}

void add_fault(FaultSet& faults, const Graph& graph, const PossibleFault& fault) {
    if (fault.kind == FaultKind::node) return faults.nodes.push_back(fault.number);
    if (fault.kind == FaultKind::oneway) return faults.channels.push_back(fault.number);
    faults.channels.push_back(2 * fault.number);
    if (graph.exists(2 * fault.number + 1)) faults.channels.push_back(2 * fault.number + 1);
}

FaultSet draw_faults(const Graph& graph, std::span<const PossibleFault> possible, std::uint64_t count,
                     std::uint64_t seed) {
    RandomFaults random(seed);
    std::vector<PossibleFault> rest(possible.begin(), possible.end());
    FaultSet faults;
    for (std::size_t i = 0; i < rest.size() && i < count; ++i) {
        const double step = random.uniform() * static_cast<double>(rest.size() - i);
        std::swap(rest[i], rest[std::min(i + static_cast<std::size_t>(step), rest.size() - 1)]);
        add_fault(faults, graph, rest[i]);
    }
    return faults;
}

FaultSet draw_faults_at_rate(const Graph& graph, std::span<const PossibleFault> possible, double rate,
                             std::uint64_t seed) {
    RandomFaults random(seed);
    FaultSet faults;
    for (const PossibleFault& fault : possible) {
        if (random.happens(rate)) add_fault(faults, graph, fault);
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
    for (std::uint64_t v = 0; v < nodes; ++v)
        plane_of[v] = plane_at(v % layers * (nodes / layers) + v / layers, nodes, planes);
    return plane_of;
}

}  // namespace wafernet
