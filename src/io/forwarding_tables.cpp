// The forwarding tables of InfiniBand switches, lid -> port, as ibroute and dump_fts (infiniband-diags) and opensm dump
// them: "Unicast lids [..] of switch .. guid 0x.. (NAME):", rows "0x0001 021 : (Switch portguid 0x..: 'NAME')" and "24
// valid lids dumped". Lids are of one dump, guids are of the fabric: these say which node is meant.
#include <algorithm>

#include <fmt/format.h>

#include "graph_formats/fabric.hpp"
#include "route_rows.hpp"
#include "wafernet/io/graph_file.hpp"
#include "wafernet/io/routes_file.hpp"

namespace wafernet {

using graph_formats::fail;
using graph_formats::need;

Ports ports_of(const Network& network) {
    const Graph& graph = network.graph;
    Ports out{"", std::vector<std::uint32_t>(graph.channels()), std::vector<std::uint64_t>(graph.nodes()), {}};
    const std::string word = is_routes_word(network.word) ? parse_routes_word(network.word).network : network.word;
    if (!is_graph_file_word(word) ||
        !network.read_as.starts_with(fmt::format("read as {},", graph_formats::fabric_title))) {
        out.by_order =
            fmt::format("# ports: links in the network's order, {} nodes, {} links", graph.nodes(), graph.links());
        for (Node v = 0; v < graph.nodes(); ++v) {
            for (std::uint32_t number = 0; const Channel c : graph.out(v)) out.number[c] = ++number;
            out.node[out.guid[v] = v + 1] = v;
        }
        return out;
    }
    const std::string path = parse_graph_file_word(word).path;
    const auto fabric =
        graph_formats::in_file(path, [&] { return graph_formats::read_fabric(graph_formats::read_source(path)); });
    Channel c = 0;
    for (const auto& link : fabric.links) {
        if (link.a == link.b) continue;  // dropped
        out.number[c++] = link.port_a;
        out.number[c++] = link.port_b;
    }
    std::unordered_map<std::string, Node> named;
    for (Node v = 0; v < graph.nodes(); ++v) named[network.addresses.print(v)] = v;
    for (const auto& [guid, name] : fabric.guids)  // a switch without a link is no node
        if (named.contains(name)) out.guid[out.node[guid] = named[name]] = guid;
    return out;
}

Node RouteReader::addressed(const Ports& ports, std::string_view line, std::string_view mark) const {
    const std::size_t at = line.find(mark), quote = line.find_first_of("('", at), end = line.find_last_of("')");
    if (at == std::string_view::npos) return any_node;
    const auto by_guid = ports.node.find(graph_formats::hexadecimal(line.substr(at + mark.size())));
    if (by_guid != ports.node.end() || quote >= end) return by_guid != ports.node.end() ? by_guid->second : any_node;
    std::string_view name = line.substr(quote + 1, end - quote - 1);  // (NAME), ('NAME') or 'NAME')
    name.remove_prefix(name.starts_with('\'') ? 1 : 0);
    name.remove_suffix(name.ends_with('\'') ? 1 : 0);
    const auto by_name = known_.find(std::string(name));
    return by_name != known_.end() ? by_name->second : any_node;
}

std::vector<RouteEntry> RouteReader::forwarding_tables() {
    const Ports ports = ports_of(network_);
    const Graph& graph = network_.graph;
    const std::size_t told = std::min(file_.text.find("# ports: "), file_.text.size());
    if (file_.text.substr(told, file_.text.find('\n', told) - told) != ports.by_order)
        fail(told == file_.text.size()
                 ? "its ports are those of a fabric, need the network in the file that ibnetdiscover prints"
                 : "found the ports of another network, need '" + ports.by_order + "'");
    std::vector<RouteEntry> entries;
    std::vector<std::uint32_t> port_to(graph.nodes());  // of this switch
    std::vector<bool> has_table(graph.nodes(), false);
    Node at = any_node;  // the switch
    std::size_t rows = 0;
    std::uint64_t last = 0;  // lid
    const auto called = [&](Node v) { return network_.addresses.print(v); };
    const auto check_ended = [&](std::size_t line) {
        if (at != any_node) fail({line, 1}, "found no 'lids dumped', need it at the end of the table of " + called(at));
    };
    for (std::size_t number = 1; number <= file_.starts.size(); ++number) {
        const std::string_view line = file_.line(number);
        const graph_formats::Line words = graph_formats::bare_words(file_, number);
        if (words.empty() || words[0].text[0] == '#' || graph_formats::one_of(words[0].text, {"Lid", "Port"})) continue;
        if (line.starts_with("Unicast lids")) {
            check_ended(number);
            at = addressed(ports, line, " guid 0x");
            if (at == any_node || has_table[at])
                need({number, 1}, line, "the guid of a switch of " + network_.word + ", once");
            has_table[at] = true;
            rows = last = 0;
            std::ranges::fill(port_to, 0);
        } else if (at != any_node && line.find("lids dumped") != std::string_view::npos) {
            if (words[1].text == "valid" && words[0].text != std::to_string(rows))
                need(words[0], "the " + std::to_string(rows) + " rows of the table of " + called(at));
            at = any_node;
        } else {
            const std::uint64_t lid =
                words[0].text.starts_with("0x") ? graph_formats::hexadecimal(words[0].text.substr(2)) : 0;
            if (at == any_node || words.size() < 2 || lid <= last)
                need(words[0],
                     "a lid above the last, 0x001a, and a port, below 'Unicast lids .. of switch .. guid 0x..'");
            last = lid;
            ++rows;
            const std::uint32_t port = graph_formats::whole_number(words[1], 0, 255, "a port");
            if (port == 255) continue;  // no route
            const Node to = addressed(ports, line, " portguid 0x");
            if (to == any_node)
                need(words[0], "a row with the portguid of a node of " + network_.word + ", as without -n");
            if (to == at && port == 0) continue;
            if (port_to[to] != 0 && port_to[to] != port)
                need(words[1],
                     fmt::format("port {}, as another lid of {} has: one way to a node", port_to[to], called(to)));
            const auto by = std::ranges::find_if(graph.out(at), [&](Channel c) { return ports.number[c] == port; });
            if (by == graph.out(at).end() || to == at)
                need(words[1], "a port of " + called(at) + " with a link in " + network_.word +
                                   ", for the messages to " + called(to));
            if (port_to[to] == 0)
                entries.push_back({.router = at,
                                   .first = to,
                                   .last = to,
                                   .next = *by,
                                   .named = graph.target(*by),
                                   .line = static_cast<std::uint32_t>(number)});
            port_to[to] = port;
        }
    }
    check_ended(file_.starts.size());
    if (entries.empty()) graph_formats::need_lines("a table of a switch: Unicast lids ..");
    for (Node v = 0; v < graph.nodes(); ++v)
        if (!has_table[v] && graph.out(v).size() == 1)  // a host
            entries.push_back({.router = v,
                               .last = graph.nodes() - 1,
                               .next = graph.out(v)[0],
                               .named = graph.target(graph.out(v)[0])});
    return entries;
}

}  // namespace wafernet
