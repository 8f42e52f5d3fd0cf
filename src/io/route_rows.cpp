#include "route_rows.hpp"

#include <algorithm>
#include <map>

#include "base/text.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet {

using graph_formats::fail;
using graph_formats::Line;
using graph_formats::need;
using graph_formats::whole_number;

Node RouteReader::node(const Word& word) {
    if (const auto known = known_.find(word.text); known != known_.end()) return known->second;
    try {
        return known_.emplace(word.text, names_(word.text)).first->second;
    } catch (const InputError& error) {
        need(word, "a node of " + network_.word + ": " + error.what());
    }
}

std::pair<Node, std::uint32_t> RouteReader::numbered(const Word& word) {
    const std::size_t mark = word.text.rfind('#');
    if (mark == std::string::npos || mark == 0 || known_.contains(word.text)) return {node(word), 0};
    return {node({word.text.substr(0, mark), word.at}),
            whole_number({word.text.substr(mark + 1), word.at}, 1, 1000000, "the number of a link")};
}

Channel RouteReader::link(Node from, Node to, std::uint32_t number, const Word& word) {
    std::uint32_t count = 0;
    Channel found = no_such_link;
    for (const Channel c : network_.graph.out(from)) {
        if (network_.graph.target(c) == to && (++count == number || (count == 1 && number == 0))) found = c;
    }
    if (number == 0 && count > 1)
        need(word, word.text + "#1 or another of the " + std::to_string(count) + " links there");
    return found;
}

void RouteReader::set_next(RouteEntry& entry, const Word& word) {
    const auto [to, number] = numbered(word);
    entry.named = to;
    if (entry.first == entry.router && entry.last == entry.router)
        need(word, "nothing for messages that have arrived (-1 in a next-hop list)");
    entry.next = link(entry.router, to, number, word);
    if (entry.next != no_such_link || lenient_) return;
    const AddressScheme& names = network_.addresses;
    need(word, "a neighbour of " + names.print(entry.router) + " in " + network_.word + ", for the messages from " +
                   (entry.source == any_node ? "any node" : names.print(entry.source)) + " to " +
                   names.print(entry.first));
}

void RouteReader::check_width(const Line& line, std::size_t width) const {
    if (line.size() != width)
        fail(line.front().at, "found " + std::to_string(line.size()) + " cells, need " + std::to_string(width));
}

// a, a..b or *.
void RouteReader::set_destinations(RouteEntry& entry, const Word& word) {
    const bool name = known_.contains(word.text), any = word.text == "*" && !name;
    const std::size_t dots = name ? std::string::npos : word.text.find("..");
    entry.first = any ? 0 : node({word.text.substr(0, dots), word.at});
    entry.last = any                         ? network_.graph.nodes() - 1
                 : dots == std::string::npos ? entry.first
                                             : node({word.text.substr(dots + 2), word.at});
    if (entry.first > entry.last) need(word, "the node with the lower number first");
}

VcSet RouteReader::vcs(const Word& word) {
    VcSet set = 0;
    for (const std::string_view one : split(word.text, ' ')) {
        if (!one.empty())
            set |= VcSet{1} << whole_number({std::string(one), word.at}, 0, max_vcs - 1, "a virtual channel");
    }
    return set == 0 ? all_vcs : set;
}

std::vector<std::array<graph_formats::Word, RouteReader::columns>> RouteReader::rows(std::vector<Column> needed) {
    constexpr std::array<std::string_view, columns> names = {"router", "source", "input", "destination",
                                                             "next",   "vc",     "path"};
    std::vector<Line> lines = graph_formats::words_of_lines(file_, {.separator = ',', .longest = file_.text.size()});
    std::vector<std::size_t> column;
    for (const Word& word : lines.empty() ? Line{} : lines.front()) {
        const auto name = static_cast<std::size_t>(std::ranges::find(names, word.text) - names.begin());
        if (name == columns || std::ranges::find(column, name) != column.end())
            need(word, "a column router, source, input, destination, next, vc or path, once");
        column.push_back(name);
    }
    paths_ = std::ranges::find(column, path) != column.end();
    if (paths_) needed = {source, destination, path};
    for (const Column c : needed) {
        if (std::ranges::find(column, c) == column.end())
            fail({1, 1}, "found no column " + std::string(names[c]) + ", need one");
    }
    std::vector<std::array<Word, columns>> out(lines.size() - 1);
    for (std::size_t i = 0; i < out.size(); ++i) {
        Line& line = lines[i + 1];
        check_width(line, column.size());
        for (Word& word : out[i]) word.at = line.front().at;
        for (std::size_t c = 0; c < line.size(); ++c) out[i][column[c]] = std::move(line[c]);
    }
    return out;
}

void RouteReader::add_path(RouteEntry hop, const Word& word, std::vector<RouteEntry>& entries) {
    std::vector<Node> seen;
    std::string text = word.text;
    std::replace(text.begin(), text.end(), '>', ' ');
    for (const std::string_view part : split(text, ' ')) {
        if (part.empty()) continue;
        const Word name{std::string(part), word.at};
        const Node at = seen.empty() ? node(name) : numbered(name).first;
        if (seen.empty() ? at != hop.source : std::ranges::find(seen, at) != seen.end())
            need(word.at, name.text, "a path that begins with its source and comes to no node twice");
        if (!seen.empty()) {
            hop.router = seen.back();
            set_next(hop, name);
            entries.push_back(hop);
        }
        seen.push_back(at);
    }
    if (seen.empty() || seen.back() != hop.last) need(word, "a path that ends with the destination");
}

std::vector<RouteEntry> RouteReader::read() {
    if (lower(file_.path).ends_with(".nrl")) return next_hop_list();
    const auto has = [&](const char* text) { return file_.text.find(text) != std::string::npos; };
    if (has("Unicast lids")) return forwarding_tables();
    if (has("\"table\"")) return chiplet_table();
    return has("->") && !has("destination") ? noxim_table() : csv();
}

std::vector<RouteEntry> RouteReader::csv() {
    std::vector<RouteEntry> entries;
    for (const auto& row : rows({router, destination, next})) {
        RouteEntry entry;
        entry.line = static_cast<std::uint32_t>(row[destination].at.line);
        if (!row[source].text.empty()) entry.source = node(row[source]);
        set_destinations(entry, row[destination]);
        entry.vcs = vcs(row[vc]);
        if (paths_) {
            if (entry.source == any_node || entry.first != entry.last || !row[router].text.empty() ||
                !row[input].text.empty() || !row[next].text.empty())
                fail(row[destination].at, "found more than a path, need one source and destination");
            add_path(entry, row[path], entries);
            continue;
        }
        entry.router = node(row[router]);
        if (!row[input].text.empty()) {
            const auto [from, number] = numbered(row[input]);
            entry.input = from == entry.router ? own_input : link(from, entry.router, number, row[input]);
            if (entry.input == no_such_link) need(row[input], "a node with a link to the router, or the router itself");
        }
        set_next(entry, row[next]);
        entries.push_back(entry);
    }
    return entries;
}

std::vector<Line> RouteReader::numbers() {
    for (char& c : file_.text) c = c == '[' || c == ']' || c == ',' ? ' ' : c;
    std::vector<Line> lines = graph_formats::words_of_lines(file_);
    if (lines.size() > 1 && lines[0].size() == 1 && !graph_formats::is_number(lines[0][0].text) && lines[1].size() > 1)
        lines.erase(lines.begin());
    if (lines.empty()) fail({1, 1}, "found nothing, need rows of numbers");
    return lines;
}

std::vector<RouteEntry> RouteReader::next_hop_list() {
    const std::size_t nodes = network_.graph.nodes();
    const std::vector<Line> lines = numbers();
    const std::size_t more = lines.front().size() == nodes + 2 ? 2 : 0;  // router and source come first
    if (more == 0 && lines.size() != nodes * nodes)
        fail(lines.back().back().at, "found " + std::to_string(lines.size()) + " lines of " +
                                         std::to_string(lines.front().size()) + " numbers, need lines of " +
                                         std::to_string(nodes + 2) +
                                         ": router, source and the next hop to every node, or " +
                                         std::to_string(nodes * nodes) + " lines of next hops alone");
    std::vector<RouteEntry> entries;
    for (std::size_t l = 0; l < lines.size(); ++l) {
        check_width(lines[l], nodes + more);
        RouteEntry entry;
        entry.line = static_cast<std::uint32_t>(lines[l].front().at.line);
        entry.router = more > 0 ? node(lines[l][0]) : number(l / nodes);
        entry.source = more > 0 ? node(lines[l][1]) : number(l % nodes);
        for (std::size_t d = 0; d < nodes; ++d) {
            const Word& word = lines[l][d + more];
            entry.first = entry.last = number(d);
            if (word.text == "-1") continue;
            set_next(entry, word);
            entries.push_back(entry);
        }
    }
    return entries;
}

PairVcs RouteReader::vc_matrix() {
    const std::size_t nodes = network_.graph.nodes();
    const std::vector<Line> lines = numbers();
    PairVcs out(nodes * nodes, any_vc);
    for (std::size_t s = 0; s < lines.size(); ++s) {
        check_width(lines[s], nodes);
        if (lines.size() != nodes)
            fail(lines[s].front().at, "found " + std::to_string(lines.size()) + " rows, need " + std::to_string(nodes));
        for (std::size_t d = 0; d < nodes; ++d) {
            const std::uint32_t one = whole_number(lines[s][d], 0, max_vcs - 1, "a virtual channel");
            if (s != d) out[number(s) * nodes + number(d)] = static_cast<std::uint8_t>(one);
        }
    }
    return out;
}

PairVcs RouteReader::vc_csv(std::vector<RouteEntry>& entries) {
    const std::size_t nodes = network_.graph.nodes();
    struct Given {
        VcSet vc;
        Word destination;
        bool used;
    };
    std::map<std::array<Node, 3>, Given> given;  // by router, source, destination
    for (const auto& row : rows({destination, vc})) {
        for (const Column c : {input, next, path}) {
            if (!row[c].text.empty()) need(row[c], "columns router, source, destination and vc alone");
        }
        const Node hop = row[router].text.empty() ? any_node : node(row[router]);
        const Node from = row[source].text.empty() && hop != any_node ? any_node : node(row[source]);
        const Node to = node(row[destination]);
        const VcSet set = vcs(row[vc]);
        if (!std::has_single_bit(set) ||
            !given.try_emplace({hop, from, to}, Given{set, row[destination], hop == any_node && from != to}).second)
            fail(row[vc].at, "found '" + row[vc].text + "', need one virtual channel, once for every message");
    }
    PairVcs pairs;
    for (const auto& [key, of] : given) {
        if (key[0] != any_node) continue;
        pairs.resize(nodes * nodes, any_vc);
        pairs[key[1] * nodes + key[2]] = static_cast<std::uint8_t>(std::countr_zero(of.vc));
    }
    for (RouteEntry& entry : entries) {
        auto found = given.find({entry.router, entry.source, entry.first});
        if (found == given.end()) found = given.find({entry.router, any_node, entry.first});
        if (found == given.end()) continue;
        if (entry.first != entry.last || entry.vcs != all_vcs)
            fail(found->second.destination.at, "found a virtual channel for line " + std::to_string(entry.line) +
                                                   " of the routes, which has some or several destinations");
        entry.vcs = found->second.vc;
        found->second.used = true;
    }
    for (const auto& [key, of] : given) {
        if (!of.used)
            need(of.destination, key[0] == any_node
                                     ? "a destination other than the source"
                                     : "a router, source and destination as a row of the routes has them");
    }
    return pairs;
}

}  // namespace wafernet
