// Routes as two simulators have them. RapidChiplet (generate_routing.py): {"type": "default", "table": {NODE:
// {DESTINATION: NEXT}}}, or "extended", where NEXT is {PREVIOUS, or "-1" at the source: NEXT}; a node is a tuple of
// Python, the key "__tuple__:[\"chiplet\", 3]" or the value {"__tuple__": true, "items": ["chiplet", 3]}. Noxim
// (GlobalRoutingTable.cpp): "ROUTER FROM->ROUTER DESTINATION ROUTER->NEXT,ROUTER->NEXT,", FROM itself what it sends.
#include <algorithm>

#include "graph_formats/value.hpp"
#include "route_rows.hpp"

namespace wafernet {

using graph_formats::need;
using graph_formats::refuse;
using graph_formats::Value;

// Where nodes have no such names chiplet 3 is node 3.
Node RouteReader::chiplet(const std::string& text, graph_formats::Place at) {
    std::string name;
    std::ranges::copy_if(text.substr(text.starts_with("__tuple__:") ? 10 : 0), std::back_inserter(name),
                         [](char c) { return c > ' ' && std::string_view("[\",]").find(c) == std::string_view::npos; });
    if (const auto known = known_.find(name); known != known_.end()) return known->second;
    if (!name.starts_with("chiplet") || !is_whole(name.substr(7)))
        need(at, text, "a chiplet or irouter of " + network_.word + ", \"__tuple__:[\\\"chiplet\\\", 0]\"");
    return node({name.substr(7), at});
}

std::vector<RouteEntry> RouteReader::chiplet_table() {
    const Value file = graph_formats::parse_json(file_);
    const Value *type = file.find("type"), *table = file.find("table");
    if (type == nullptr || table == nullptr || !graph_formats::one_of(type->text, {"default", "extended"}))
        refuse(type != nullptr ? *type : file,
               "\"type\": \"default\" or \"extended\" and \"table\", as RapidChiplet has");
    std::vector<RouteEntry> entries;
    const auto add = [&](RouteEntry entry, const Value& next) {
        const Value* items = next.find("items");
        if (items == nullptr || items->items.size() != 2)
            refuse(next, "a node, {\"__tuple__\": true, \"items\": [..]}");
        entry.line = static_cast<std::uint32_t>(next.at.line);
        const Node to = chiplet(items->items[0].text + items->items[1].text, next.at);
        set_next(entry, {network_.addresses.print(to), next.at});
        entries.push_back(entry);
    };
    for (std::size_t r = 0; r < table->keys.size(); ++r) {
        RouteEntry entry;
        const Value& row = table->items[r];
        entry.router = chiplet(table->keys[r], row.at);
        for (std::size_t d = 0; d < row.keys.size(); ++d) {
            const Value& next = row.items[d];
            entry.first = entry.last = chiplet(row.keys[d], next.at);
            entry.input = any_input;
            if (type->text == "default" && next.kind != Value::Kind::null) add(entry, next);
            if (type->text == "default") continue;
            if (next.kind != Value::Kind::object) refuse(next, "next nodes by the one before");
            for (std::size_t p = 0; p < next.keys.size(); ++p) {
                const bool own = next.keys[p] == "-1";
                const Node from = own ? entry.router : chiplet(next.keys[p], next.items[p].at);
                entry.input = own ? own_input : link(from, entry.router, 0, {next.keys[p], next.items[p].at});
                if (entry.input == no_such_link)
                    need(next.items[p].at, next.keys[p], "a neighbour of the router, or -1");
                add(entry, next.items[p]);
            }
        }
    }
    return entries;
}

std::vector<RouteEntry> RouteReader::noxim_table() {
    for (std::size_t number = 1; number <= file_.starts.size(); ++number) {
        const graph_formats::Line words = graph_formats::bare_words(file_, number);
        if (!words.empty() && words[0].text[0] != '%' && !words.back().text.ends_with(','))
            need(words.back(), "a ',' behind every next node");
    }
    for (std::size_t at = 0; (at = file_.text.find_first_of(">,-", at)) != std::string::npos;) file_.text[at] = ' ';
    std::vector<RouteEntry> entries;
    for (const graph_formats::Line& line : graph_formats::words_of_lines(file_)) {
        if (line.size() < 6 || line.size() % 2 != 0)
            need(line.back(), "lines 'ROUTER FROM->ROUTER DESTINATION ROUTER->NEXT,'");
        RouteEntry entry{.router = node(line[0]), .line = static_cast<std::uint32_t>(line[0].at.line)};
        entry.first = entry.last = node(line[3]);
        const Node from = node(line[1]);
        entry.input = from == entry.router ? own_input : link(from, entry.router, 0, line[1]);
        if (entry.input == no_such_link) need(line[1], "a node with a link to the router, or the router itself");
        for (std::size_t i = 2; i < line.size(); i += 2) {
            if (node(line[i]) != entry.router) need(line[i], "the router, " + line[0].text);
            if (i > 2) set_next(entry, line[i + 1]), entries.push_back(entry);
        }
    }
    return entries;
}

}  // namespace wafernet
