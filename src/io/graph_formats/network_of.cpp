// From what a reader found to a network: canonical order, loops, directions, latencies, terminals.
#include <algorithm>
#include <numeric>
#include <tuple>

#include <fmt/format.h>

#include "raw_graph.hpp"

namespace wafernet::graph_formats {

namespace {

using Position = std::uint32_t;

void check_names(const RawGraph& graph) {
    constexpr std::size_t longest = 200;
    for (const std::string& name : graph.names) {
        if (has_unseen(name, false))
            fail("found the node name '" + shown(name) + "' with a character that is not seen, need it without");
        if (name.empty() || printable(name, longest) != name)
            fail(fmt::format("found {}, need names of 1 to {} bytes without control characters",
                             name.empty() ? "a node without a name" : "the node name '" + shown(name) + "'", longest));
    }
}

void treat_loops(RawGraph& graph) {
    const bool drop = graph.options.drop_loops;
    const std::size_t loops = std::erase_if(graph.links, [&](const RawLink& l) {
        if (l.a == l.b && !drop && !graph.drops_loops)
            need(l.at, graph.names[l.a], "a link between two different nodes, or --drop-loops");
        return l.a == l.b;
    });
    if (loops > 0)
        graph.remarks.push_back(graph.drops_loops && !drop ? fmt::format("{} entries of the diagonal left out", loops)
                                                           : with_noun(loops, "loop") + " dropped");
}

void treat_directions(RawGraph& graph) {
    const bool directed = graph.options.directed;
    if (directed && graph.direction == Direction::both_ways)
        fail(graph.says_so, "the file says that its links go both ways, need it without --directed");
    if (directed || graph.direction == Direction::one_way) {
        for (RawLink& l : graph.links) l.one_way = true, l.back = no_latency;
    }
    std::vector<RawLink> arcs, rest;
    for (const RawLink& l : graph.links) (l.one_way ? arcs : rest).push_back(l);
    if (graph.pairs_are_ways_back) rest = paired(std::move(rest)).links;
    if (Pairs ways = rest.empty() ? paired(arcs) : Pairs{}; !arcs.empty() && rest.empty() && ways.alone.empty()) {
        for (RawLink& l : ways.links)
            l.one_way = false, l.latency = std::max(l.latency, 1U), l.back = std::max(l.back, 1U);
        arcs = std::move(ways.links);
        graph.remarks.emplace_back("every one-way link has its way back, so links go both ways");
    }
    rest.insert(rest.end(), arcs.begin(), arcs.end());
    graph.links = std::move(rest);
}

// Terminals first where some nodes are none, else all by name.
std::vector<Position> canonical_order(const RawGraph& graph) {
    const std::vector<bool>& terminal = graph.terminals;
    std::vector<Position> order(graph.names.size());
    std::iota(order.begin(), order.end(), Position{0});
    std::sort(order.begin(), order.end(), [&](Position x, Position y) {
        if (!terminal.empty() && terminal[x] != terminal[y]) return bool{terminal[x]};
        return natural_less(graph.names[x], graph.names[y]);
    });
    return order;
}

std::string summary(const RawGraph& graph, std::string_view title) {
    const auto one_way = static_cast<std::size_t>(
        std::count_if(graph.links.begin(), graph.links.end(), [](const RawLink& l) { return l.one_way; }));
    const std::size_t links = graph.links.size();
    std::string out = fmt::format("read as {}, {}, {}", title, with_noun(graph.names.size(), "node"),
                                  with_noun(links, one_way == links ? "one-way link" : "link"));
    if (one_way > 0 && one_way < links) out += fmt::format(", {} of them one-way", one_way);
    for (const std::string& remark : graph.remarks) out += "; " + remark;
    return out;
}

// A flit is as wide as the widest link, and so is a link whose width the file does not give.
void set_widths(RawGraph& graph, Network& network) {
    std::uint32_t widest = 0, narrowest = 0xFFFFFFFFU;
    for (const RawLink& l : graph.links) {
        for (const std::uint32_t bits : {l.bits, l.back_bits}) {
            widest = std::max(widest, bits);
            if (bits != 0) narrowest = std::min(narrowest, bits);
        }
    }
    if (widest == 0) return;
    if ((widest - 1) / narrowest + 1 > most_link_cycles)
        fail(fmt::format("found links of {} and {} bits, a flit must cross a link in at most {} cycles", narrowest,
                         widest, most_link_cycles));
    for (const RawLink& l : graph.links) {
        for (const std::uint32_t bits : {l.bits, l.back_bits}) {
            network.channel_bits.push_back(bits == 0 ? widest : bits);
            network.channel_flit_cycles.push_back((widest - 1) / network.channel_bits.back() + 1);
        }
    }
    if (narrowest == widest) network.channel_flit_cycles.clear();
    const std::string to = narrowest == widest ? "" : fmt::format(" to {}", widest);
    graph.remarks.push_back(fmt::format("links of {}{} bits, flits of {}", narrowest, to, widest));
}

// The terminals come first in the network.
void set_terminals(RawGraph& graph, Network& network) {
    const auto terminals = static_cast<Node>(std::count(graph.terminals.begin(), graph.terminals.end(), true));
    if (terminals == 0 || terminals == network.graph.nodes()) return;
    for (Node v = 0; v < terminals; ++v) network.terminals.push_back(v);
    // A terminal with one link, to a switch, may be taken as a port of that switch.
    const bool ports = std::all_of(network.terminals.begin(), network.terminals.end(), [&](Node v) {
        const auto out = network.graph.out(v);
        return out.size() == 1 && network.graph.target(out[0]) >= terminals &&
               !network.graph.one_way(Graph::link(out[0]));
    });
    for (Node v = 0; ports && !graph.terminals_are_routers && v < terminals; ++v)
        network.router_of_terminal.push_back(network.graph.target(network.graph.out(v)[0]));
    graph.remarks.push_back(
        fmt::format("{} nodes send and receive, {} are switches", terminals, network.graph.nodes() - terminals));
}

}  // namespace

Pairs paired(std::vector<RawLink> links) {
    const auto ends = [](const RawLink& l) { return std::pair(std::min(l.a, l.b), std::max(l.a, l.b)); };
    std::ranges::stable_sort(links, {}, [&](const RawLink& l) { return std::pair(ends(l), l.a > l.b); });
    Pairs out;
    for (auto there = links.begin(); there != links.end();) {
        const auto end = std::find_if(there, links.end(), [&](const RawLink& l) { return ends(l) != ends(*there); });
        const auto half = std::find_if(there, end, [](const RawLink& l) { return l.a > l.b; });
        auto back = half;
        for (; there != half && back != end; ++there, ++back) {
            const bool first = std::pair(there->at.line, there->at.column) <= std::pair(back->at.line, back->at.column);
            RawLink link = first ? *there : *back;
            const RawLink& other = first ? *back : *there;
            if (other.latency != no_latency) link.back = other.latency;
            if (other.bits != 0) link.back_bits = other.bits;
            out.links.push_back(link);
        }
        out.alone.insert(out.alone.end(), there, half);
        out.alone.insert(out.alone.end(), back, end);
        there = end;
    }
    out.links.insert(out.links.end(), out.alone.begin(), out.alone.end());
    return out;
}

std::uint32_t RawGraph::node(std::string_view name) {
    const auto [found, fresh] = positions_.try_emplace(std::string(name), static_cast<Position>(names.size()));
    if (fresh) names.emplace_back(name);
    return found->second;
}

void RawGraph::add(const Word& name, const std::string& what) {
    if (has(name.text)) need(name, what);
    node(name.text);
}

std::uint32_t RawGraph::position(const Word& name, const std::string& what) const {
    const auto found = positions_.find(name.text);
    if (found == positions_.end()) need(name, what);
    return found->second;
}

void RawGraph::rename(std::vector<std::string> labels) {
    names = std::move(labels);
    positions_.clear();
    for (std::size_t i = 0; i < names.size(); ++i) positions_[names[i]] = static_cast<Position>(i);
}

void RawGraph::add_numbered(const Word& word, std::uint32_t first, std::uint32_t count, std::size_t lines,
                            const std::string& before) {
    constexpr std::uint32_t few = 100'000, a_link = 20;
    if (count > few && count / a_link > lines)
        need(word, fmt::format("at most {} nodes a link, {} follow", a_link, lines));
    for (std::uint32_t i = 0; i < count; ++i) node(before + std::to_string(first + i));
}

Network network_of(RawGraph graph, std::string_view title) {
    for (std::string& remark : graph.attributes.remarks()) graph.remarks.push_back(std::move(remark));
    check_names(graph);
    treat_loops(graph);
    treat_directions(graph);
    if (graph.links.empty()) fail("found no link, need at least one");
    if (graph.terminals.empty()) graph.terminals = chosen_terminals(graph);
    const std::vector<Position> order = canonical_order(graph);
    std::vector<Node> number(order.size());
    std::vector<std::string> labels;
    labels.reserve(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        number[order[i]] = static_cast<Node>(i);
        labels.push_back(graph.names[order[i]]);
    }
    for (RawLink& l : graph.links) {
        l.a = number[l.a];
        l.b = number[l.b];
        if (l.latency == no_latency && l.back == no_latency) l.latency = l.back = 1;
        else if (l.latency == no_latency) l.latency = 1;
        else if (l.back == no_latency) l.back = l.latency;
        if (l.one_way) l.back = 1, l.back_bits = l.bits;
        else if (l.a > l.b && !graph.keeps_links)
            std::swap(l.a, l.b), std::swap(l.latency, l.back), std::swap(l.bits, l.back_bits);
    }
    const auto key = [](const RawLink& l) {
        return std::tuple(std::min(l.a, l.b), std::max(l.a, l.b), l.one_way, l.a, l.latency, l.back, l.bits,
                          l.back_bits);
    };
    if (!graph.keeps_links) std::ranges::sort(graph.links, {}, key);

    Network network;
    std::vector<LinkSpec> links;
    links.reserve(graph.links.size());
    std::vector<std::uint32_t> latency;
    latency.reserve(2 * graph.links.size());
    for (const RawLink& l : graph.links) {
        links.push_back({l.a, l.b, {}, l.one_way});
        latency.push_back(l.latency);
        latency.push_back(l.back);
    }
    network.graph = Graph(labels.size(), std::move(links));
    network.level_sizes = {static_cast<std::uint32_t>(labels.size())};
    network.addresses = AddressScheme::of_labels(std::move(labels));
    if (std::any_of(latency.begin(), latency.end(), [](std::uint32_t l) { return l != 1; }))
        network.channel_latency_cycles = std::move(latency);
    set_widths(graph, network);
    set_terminals(graph, network);
    network.read_as = summary(graph, title);
    return network;
}

}  // namespace wafernet::graph_formats
