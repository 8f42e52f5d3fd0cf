// The anynet syntax follows BookSim 2.0 (src/networks/anynet.cpp and its README) except: numbers are checked, comments
// are allowed, blanks may be tabs, router numbers need not be consecutive.
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "registry.hpp"

namespace wafernet::graph_formats {

namespace {

struct AnyNet {
    struct Attachment {
        std::uint32_t router;
        std::uint32_t latency;
    };
    std::map<std::uint32_t, std::uint32_t> routers;  // id -> nodes attached
    std::map<std::uint32_t, Attachment> nodes;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> channels;  // (from, to) -> latency
};

bool is_kind(const Word& word) { return !word.quoted && (word.text == "router" || word.text == "node"); }

void attach(AnyNet& net, std::uint32_t node, AnyNet::Attachment at, const Word& name) {
    const auto [found, fresh] = net.nodes.try_emplace(node, at);
    if (found->second.router != at.router)
        need(name, fmt::format("one router a node: node {} is at router {} already", node, found->second.router));
    found->second.latency = at.latency;
    if (fresh) ++net.routers[at.router];
}

AnyNet parse_anynet(const std::vector<Line>& lines, bool drop_loops) {
    constexpr std::uint32_t largest_id = 0x7FFFFFFFU;
    AnyNet net;
    for (const Line& line : lines) {
        const bool head_router = line[0].text == "router";
        std::uint32_t head = 0;
        for (std::size_t i = 0; i < line.size();) {
            if (!is_kind(line[i])) need(line[i], "'router' or 'node'");
            const bool router = line[i].text == "router";
            if (i + 1 == line.size()) need(line[i], "a number after it");
            const Word& name = line[i + 1];
            const std::uint32_t id = whole_number(name, 0, largest_id, "a number");
            const bool weighted = i > 0 && i + 2 < line.size() && !is_kind(line[i + 2]);
            const std::uint32_t latency =
                weighted ? whole_number(line[i + 2], 1, most_link_cycles, "'router', 'node' or a latency in cycles")
                         : 1;
            if (router) net.routers.try_emplace(id, 0);
            if (i == 0) {
                head = id;
            } else if (router && head_router) {
                if (id == head && !drop_loops) need(name, "a link between two different routers, or --drop-loops");
                net.channels[{head, id}] = latency;
                net.channels.try_emplace({id, head}, 1);
            } else if (router || head_router) {
                attach(net, router ? head : id, {router ? id : head, latency}, name);
            } else {
                need(line[i], "'router': a node is joined to a router, not to a node");
            }
            i += weighted ? 3 : 2;
        }
        if (line.size() == 2 && !head_router) need(line[1], fmt::format("a router for node {}", head));
    }
    return net;
}

void read_anynet(const Source& source, RawGraph& graph) {
    const std::vector<Line> lines = words_of_lines(source);
    if (lines.empty()) need_lines("a graph: 'router 0 node 0 router 1'");
    if (graph.options.directed) fail("links of the anynet syntax go both ways, need it without --directed");
    const AnyNet net = parse_anynet(lines, graph.options.drop_loops);
    if (!net.nodes.empty() && !graph.options.terminals.empty())
        fail("the file says itself which nodes send and receive, need it without --terminals " +
             shown(graph.options.terminals));
    const bool apart = std::ranges::any_of(net.routers, [](const auto& r) { return r.second > 1; }) ||
                       std::ranges::any_of(net.nodes, [](const auto& n) { return n.second.latency != 1; });
    // A router and its node are one node of the network, and have one number where the file gives them the same.
    const bool same =
        !apart && std::ranges::all_of(net.nodes, [](const auto& n) { return n.first == n.second.router; });
    std::map<std::uint32_t, std::uint32_t> place;  // of routers
    for (const auto& [node, at] : net.nodes) {
        const std::uint32_t position = graph.node((same ? "" : "node") + std::to_string(node));
        if (!apart) place[at.router] = position;
    }
    graph.terminals.assign(graph.names.size(), true);
    graph.terminals_are_routers = !apart;
    graph.keeps_links = !net.nodes.empty();
    for (const auto& [router, attached] : net.routers) {
        if (!place.contains(router)) place[router] = graph.node((same ? "" : "router") + std::to_string(router));
    }
    if (!net.nodes.empty()) graph.terminals.resize(graph.names.size(), false);
    if (apart) {
        for (const auto& [node, at] : net.nodes)
            graph.links.push_back(
                {graph.node("node" + std::to_string(node)), place[at.router], {}, at.latency, at.latency});
    }
    for (const auto& [ends, cycles] : net.channels) {
        const auto& [from, to] = ends;
        if (from <= to) graph.links.push_back({place[from], place[to], {}, cycles, net.channels.at({to, from})});
    }
}

// "router 0 node 0 router ..": some line goes on after its first number as no edge list does.
bool begins_as_anynet(const Source& source) {
    if (source.text.find("router ") == std::string::npos && source.text.find("router\t") == std::string::npos)
        return false;
    try {
        const std::vector<Line> lines = words_of_lines(source);
        return !lines.empty() && is_kind(lines[0][0]) && std::ranges::any_of(lines, [&](const Line& l) {
            return l.size() > 3 && is_kind(l[0]) && is_whole(l[1].text) && is_kind(l[2]) && is_whole(l[3].text);
        });
    } catch (const Complaint&) {
        return false;  // who reads the whole file says where
    }
}

}  // namespace

const GraphFormat anynet_format{"anynet",  "anynet",         "BookSim2's: router 0 node 0 router 1",
                                ".anynet", begins_as_anynet, read_anynet};

}  // namespace wafernet::graph_formats
