// The anynet syntax follows BookSim 2.0 (src/networks/anynet.cpp and its README) except: numbers are checked, comments
// are allowed, blanks may be tabs, router numbers need not be consecutive.
#include <algorithm>
#include <map>
#include <utility>

#include "registry.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet::graph_formats {

namespace {

constexpr std::uint32_t largest_id = 0x7FFFFFFFU;

[[noreturn]] void need(const Source& source, const Word& at, const std::string& what) {
    fail_at(source, at.at, at.text, what);
}

Network finish(std::vector<std::string> labels, std::vector<LinkSpec> links, std::vector<std::uint32_t> latency) {
    Network network;
    const auto nodes = static_cast<std::uint32_t>(labels.size());
    network.graph = Graph(labels.size(), std::move(links));
    network.addresses = AddressScheme::of_labels(std::move(labels));
    network.level_sizes = {nodes};
    if (std::any_of(latency.begin(), latency.end(), [](std::uint32_t l) { return l != 1; }))
        network.channel_latency_cycles = std::move(latency);
    return network;
}

struct AnyNet {
    struct Attachment {
        std::uint32_t router;
        std::uint32_t latency;
    };
    std::map<std::uint32_t, std::uint32_t> routers;  // id -> nodes attached
    std::map<std::uint32_t, Attachment> nodes;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> channels;  // (from, to) -> latency
    std::size_t loops = 0;                                                      // dropped
};

AnyNet parse_anynet(const Source& source, const std::vector<Line>& lines, bool drop_loops) {
    AnyNet net;
    const auto is_kind = [](const Word& w) { return w.text == "router" || w.text == "node"; };
    for (const Line& line : lines) {
        if (!is_kind(line[0])) need(source, line[0], "'router' or 'node'");
        std::uint32_t head = 0;
        for (std::size_t i = 0; i < line.size();) {
            if (!is_kind(line[i])) need(source, line[i], "'router' or 'node'");
            const bool router = line[i].text == "router";
            if (i + 1 == line.size()) need(source, line[i], "a number after it");
            const Word& name = line[i + 1];
            const std::uint32_t id = whole_number(source, name, 0, largest_id, "a number");
            const bool weighted = i > 0 && i + 2 < line.size() && !is_kind(line[i + 2]);
            const std::uint32_t latency = weighted ? whole_number(source, line[i + 2], 1, most_link_cycles,
                                                                  "'router', 'node' or a latency in cycles")
                                                   : 1;
            if (router) net.routers.try_emplace(id, 0);
            const bool head_router = line[0].text == "router";
            if (i == 0) {
                head = id;
            } else if (router && head_router) {
                if (id == head && !drop_loops)
                    need(source, name, "a link between two different routers, or --drop-loops");
                if (id != head) {
                    net.channels[{head, id}] = latency;
                    net.channels.try_emplace({id, head}, 1);
                } else {
                    ++net.loops;
                }
            } else if (!router && !head_router) {
                need(source, line[i], "'router': a node is joined to a router, not to a node");
            } else {
                const std::uint32_t of = router ? id : head;
                const std::uint32_t node = router ? head : id;
                const auto [found, fresh] = net.nodes.try_emplace(node, AnyNet::Attachment{of, latency});
                if (found->second.router != of) {
                    need(source, name,
                         "one router a node: node " + std::to_string(node) + " is at router " +
                             std::to_string(found->second.router) + " already");
                }
                found->second.latency = latency;
                if (fresh) ++net.routers[of];
            }
            i += weighted ? 3 : 2;
        }
        if (line.size() == 2 && line[0].text == "node")
            need(source, line[1], "a router for node " + std::to_string(head));
    }
    return net;
}

Network to_network(const Source& source, const AnyNet& net) {
    const bool apart =
        std::any_of(net.routers.begin(), net.routers.end(), [](const auto& r) { return r.second > 1; }) ||
        std::any_of(net.nodes.begin(), net.nodes.end(), [](const auto& n) { return n.second.latency != 1; });
    // A router and its node are one node of the network, and have one number where the file gives them the same.
    const bool same = !apart && std::all_of(net.nodes.begin(), net.nodes.end(),
                                            [](const auto& n) { return n.first == n.second.router; });
    const std::string node_name = same ? "" : "node", router_name = same ? "" : "router";
    std::map<std::uint32_t, Node> place;  // of routers
    std::vector<std::string> labels;
    std::vector<LinkSpec> links;
    std::vector<std::uint32_t> latency;
    for (const auto& [node, at] : net.nodes) {
        if (!apart) place[at.router] = static_cast<Node>(labels.size());
        labels.push_back(node_name + std::to_string(node));
    }
    for (const auto& [router, attached] : net.routers) {
        if (!place.try_emplace(router, static_cast<Node>(labels.size())).second) continue;
        labels.push_back(router_name + std::to_string(router));
    }
    if (apart) {
        Node next = 0;
        for (const auto& [node, at] : net.nodes) {
            links.push_back({next++, place.at(at.router), {}});
            latency.insert(latency.end(), 2, at.latency);
        }
    }
    for (const auto& [ends, cycles] : net.channels) {
        if (ends.first > ends.second) continue;
        links.push_back({place.at(ends.first), place.at(ends.second), {}});
        latency.push_back(cycles);
        latency.push_back(net.channels.at({ends.second, ends.first}));
    }
    if (links.empty()) throw InputError(shown(source.path) + ": found no link, need at least one");
    Network network = finish(std::move(labels), std::move(links), std::move(latency));
    if (apart) {
        for (const auto& [node, at] : net.nodes) network.router_of_terminal.push_back(place.at(at.router));
    }
    if (!net.nodes.empty() && net.nodes.size() < network.graph.nodes()) {
        for (Node v = 0; v < net.nodes.size(); ++v) network.terminals.push_back(v);
    }
    return network;
}

// All routers are terminals, or the options say which.
RawGraph routers_alone(const AnyNet& net) {
    RawGraph graph;
    for (const auto& [router, attached] : net.routers) graph.node(std::to_string(router));
    for (const auto& [ends, cycles] : net.channels) {
        if (ends.first > ends.second) continue;
        graph.links.push_back({graph.node(std::to_string(ends.first)),
                               graph.node(std::to_string(ends.second)),
                               {},
                               cycles,
                               net.channels.at({ends.second, ends.first}),
                               false});
    }
    return graph;
}

}  // namespace

// "router 0 node 0 ..": some line goes on after its first number as no edge list does.
bool begins_as_anynet(const Source& source) {
    const auto keyword = [](const Word& w) { return !w.quoted && (w.text == "router" || w.text == "node"); };
    const std::size_t first = source.text.find("router "), tab = source.text.find("router\t");
    if (std::min(first, tab) == std::string::npos) return false;
    try {
        const std::vector<Line> lines = words_of_lines(source);
        return !lines.empty() && keyword(lines[0][0]) && std::any_of(lines.begin(), lines.end(), [&](const Line& l) {
            return l.size() > 3 && keyword(l[0]) && is_whole(l[1].text) && keyword(l[2]) && is_whole(l[3].text);
        });
    } catch (const InputError&) {
        return false;  // who reads the whole file says where
    }
}

Network read_anynet(const Source& source, const GraphFileOptions& options, std::string_view title) {
    const std::vector<Line> lines = words_of_lines(source);
    if (lines.empty()) fail_empty(source, "a graph: 'router 0 node 0 router 1'");
    if (options.directed)
        throw InputError(shown(source.path) + ": links of the anynet syntax go both ways, need it without --directed");
    const AnyNet net = parse_anynet(source, lines, options.drop_loops);
    if (net.nodes.empty()) return network_of(source, routers_alone(net), options, title);
    if (!options.terminals.empty()) {
        throw InputError(shown(source.path) +
                         ": the file says itself which nodes send and receive, need it without --terminals " +
                         shown(options.terminals));
    }
    Network network = to_network(source, net);
    const std::size_t switches = network.terminals.empty() ? 0 : network.graph.nodes() - network.terminals.size();
    network.read_as = "read as " + std::string(title) + ", " + std::to_string(network.graph.nodes()) + " nodes, " +
                      std::to_string(network.graph.links()) + " links";
    if (switches > 0)
        network.read_as += "; " + std::to_string(network.terminals.size()) + " nodes send and receive, " +
                           std::to_string(switches) + " are switches";
    if (net.loops > 0)
        network.read_as += "; " + std::to_string(net.loops) + (net.loops == 1 ? " loop dropped" : " loops dropped");
    return network;
}

}  // namespace wafernet::graph_formats
