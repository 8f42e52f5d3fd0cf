// The anynet syntax follows BookSim 2.0 (src/networks/anynet.cpp and its README) except: numbers are checked, `#` starts a
// comment, blanks may be tabs, router numbers need not be consecutive.
#include "wafernet/graph_file.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "wafernet/error.hpp"

namespace wafernet {

namespace {

constexpr std::size_t longest_line = 1'000'000;
constexpr std::size_t longest_name = 200;
constexpr std::uint64_t largest_file = std::uint64_t{1} << 30U;
constexpr std::uint32_t largest_id = 0x7FFFFFFFU;

std::string shown(std::string_view text) {
    constexpr std::size_t longest = 60;
    std::string out(text.substr(0, longest));
    std::replace_if(out.begin(), out.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
    return text.size() > longest ? out + "..." : out;
}

struct Word {
    std::string_view text;
    std::size_t line = 0;
    std::size_t column = 0;
};
using Line = std::vector<Word>;  // never empty

[[noreturn]] void fail(const std::string& path, std::size_t line, std::size_t column, const std::string& what) {
    throw InputError(shown(path) + ":" + std::to_string(line) + ":" + std::to_string(column) + ": " + what);
}
[[noreturn]] void fail(const std::string& path, const Word& at, const std::string& need) {
    fail(path, at.line, at.column, "found '" + shown(at.text) + "', need " + need);
}

std::string read_whole(const std::string& path) {
    namespace fs = std::filesystem;
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (path.empty()) throw InputError("file: has no path after it, need file:PATH");
    if (!fs::exists(status)) throw InputError(shown(path) + ": no such file, need a graph file");
    if (fs::is_directory(status)) throw InputError(shown(path) + ": found a directory, need a graph file");
    if (!fs::is_regular_file(status)) throw InputError(shown(path) + ": not a regular file, need a graph file, which may be read more than once");
    const std::uint64_t size = fs::file_size(path, error);
    if (error || size > largest_file) throw InputError(shown(path) + ": larger than 1 GiB, need a smaller graph file");
    std::ifstream file(path, std::ios::binary);
    std::string text(size, '\0');
    if (!file || !file.read(text.data(), static_cast<std::streamsize>(size))) throw InputError(shown(path) + ": cannot be read");
    return text;
}

// The words of every line that has some.
std::vector<Line> lines_of(const std::string& path, std::string_view text) {
    if (text.substr(0, 3) == "\xEF\xBB\xBF") text.remove_prefix(3);  // byte order mark
    std::vector<Line> lines;
    for (std::size_t number = 1; !text.empty(); ++number) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
        if (line.size() > longest_line) {
            fail(path, number, longest_line + 1, "found a line of " + std::to_string(line.size()) + " characters, need at most " + std::to_string(longest_line));
        }
        for (std::size_t i = 0; i < line.size(); ++i) {
            const auto byte = static_cast<unsigned char>(line[i]);
            if (byte == '\t' || (byte >= ' ' && byte <= '~')) continue;
            constexpr std::string_view hex = "0123456789abcdef";
            fail(path, number, i + 1, std::string("found byte 0x") + hex[byte / 16] + hex[byte % 16] + ", need plain text");
        }
        line = line.substr(0, line.find('#'));
        Line words;
        for (std::size_t i = line.find_first_not_of(" \t"); i != std::string_view::npos;) {
            const std::size_t stop = std::min(line.find_first_of(" \t", i), line.size());
            words.push_back({line.substr(i, stop - i), number, i + 1});
            if (words.back().text.size() > longest_name) fail(path, words.back(), "words of at most " + std::to_string(longest_name) + " characters");
            i = line.find_first_not_of(" \t", stop);
        }
        if (!words.empty()) lines.push_back(std::move(words));
    }
    return lines;
}

std::uint32_t whole_number(const std::string& path, const Word& word, std::uint32_t least, std::uint32_t most, std::string_view what) {
    std::uint64_t number = 0;
    const auto [end, status] = std::from_chars(word.text.data(), word.text.data() + word.text.size(), number);
    if (status != std::errc{} || end != word.text.data() + word.text.size() || number < least || number > most) {
        fail(path, word, std::string(what) + " from " + std::to_string(least) + " to " + std::to_string(most));
    }
    return static_cast<std::uint32_t>(number);
}

Network finish(std::vector<std::string> labels, std::vector<LinkSpec> links, std::vector<std::uint32_t> latency) {
    Network network;
    const auto nodes = static_cast<std::uint32_t>(labels.size());
    network.graph = Graph(labels.size(), std::move(links));
    network.addresses = AddressScheme::of_labels(std::move(labels));
    network.level_sizes = {nodes};
    if (std::any_of(latency.begin(), latency.end(), [](std::uint32_t l) { return l != 1; })) network.channel_latency_cycles = std::move(latency);
    return network;
}

// Other formats begin comments with % or //; a link to a node of that name would be a silent mistake.
void check_name(const std::string& path, const Word& word) {
    const auto tells = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    if (!word.text.starts_with('%') && !word.text.starts_with("//") && std::any_of(word.text.begin(), word.text.end(), tells)) return;
    fail(path, word, "a name that has a letter or a digit and begins with neither % nor //; # starts a comment");
}

Network edge_list(const std::string& path, const std::vector<Line>& lines) {
    std::unordered_map<std::string_view, Node> numbers;
    std::vector<std::string> labels;
    std::vector<LinkSpec> links;
    std::vector<std::uint32_t> latency;
    std::multimap<std::pair<Node, Node>, std::size_t> one_way;  // links by their ends, until a line names the way back
    const auto node = [&](const Word& name) {
        const auto [found, fresh] = numbers.try_emplace(name.text, static_cast<Node>(labels.size()));
        if (fresh) labels.emplace_back(name.text);
        return found->second;
    };
    for (const Line& line : lines) {
        check_name(path, line[0]);
        if (line.size() < 2) fail(path, line[0], "two names and optionally a latency on a line");
        if (line.size() > 3) fail(path, line[3], "the end of the line after two names and a latency");
        check_name(path, line[1]);
        if (line[0].text == line[1].text) fail(path, line[1], "a link between two different nodes");
        const std::uint32_t cycles = line.size() == 3 ? whole_number(path, line[2], 1, most_link_cycles, "a latency in cycles") : 1;
        const Node a = node(line[0]);
        const Node b = node(line[1]);
        if (const auto there = one_way.lower_bound({b, a}); there != one_way.end() && there->first == std::pair{b, a}) {  // the first such
            if (line.size() == 3) latency[2 * there->second + 1] = cycles;
            one_way.erase(there);
            continue;
        }
        one_way.emplace(std::pair(a, b), links.size());
        links.push_back({a, b, {}});
        latency.insert(latency.end(), 2, cycles);
    }
    return finish(std::move(labels), std::move(links), std::move(latency));
}

struct AnyNet {
    struct Attachment {
        std::uint32_t router;
        std::uint32_t latency;
    };
    std::map<std::uint32_t, std::uint32_t> routers;  // id -> nodes attached
    std::map<std::uint32_t, Attachment> nodes;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> channels;  // (from, to) -> latency
};

AnyNet parse_anynet(const std::string& path, const std::vector<Line>& lines) {
    AnyNet net;
    const auto is_kind = [](const Word& w) { return w.text == "router" || w.text == "node"; };
    for (const Line& line : lines) {
        if (!is_kind(line[0])) fail(path, line[0], "'router' or 'node'");
        std::uint32_t head = 0;
        for (std::size_t i = 0; i < line.size();) {
            if (!is_kind(line[i])) fail(path, line[i], "'router' or 'node'");
            const bool router = line[i].text == "router";
            if (i + 1 == line.size()) fail(path, line[i], "a number after it");
            const Word& name = line[i + 1];
            const std::uint32_t id = whole_number(path, name, 0, largest_id, "a number");
            const bool weighted = i > 0 && i + 2 < line.size() && !is_kind(line[i + 2]);
            const std::uint32_t latency = weighted ? whole_number(path, line[i + 2], 1, most_link_cycles, "'router', 'node' or a latency in cycles") : 1;
            if (router) net.routers.try_emplace(id, 0);
            const bool head_router = line[0].text == "router";
            if (i == 0) {
                head = id;
            } else if (router && head_router) {
                if (id == head) fail(path, name, "a link between two different routers");
                net.channels[{head, id}] = latency;
                net.channels.try_emplace({id, head}, 1);
            } else if (!router && !head_router) {
                fail(path, line[i], "'router': a node is joined to a router, not to a node");
            } else {
                const std::uint32_t of = router ? id : head;
                const std::uint32_t node = router ? head : id;
                const auto [found, fresh] = net.nodes.try_emplace(node, AnyNet::Attachment{of, latency});
                if (found->second.router != of) {
                    fail(path, name, "one router a node: node " + std::to_string(node) + " is at router " + std::to_string(found->second.router) + " already");
                }
                found->second.latency = latency;
                if (fresh) ++net.routers[of];
            }
            i += weighted ? 3 : 2;
        }
        if (line.size() == 2 && line[0].text == "node") fail(path, line[1], "a router for node " + std::to_string(head));
    }
    return net;
}

Network anynet(const std::string& path, const std::vector<Line>& lines) {
    const AnyNet net = parse_anynet(path, lines);
    const bool apart = std::any_of(net.routers.begin(), net.routers.end(), [](const auto& r) { return r.second > 1; }) ||
                       std::any_of(net.nodes.begin(), net.nodes.end(), [](const auto& n) { return n.second.latency != 1; });
    // A router and its node are one node of the network, and have one number where the file gives them the same.
    const bool same = !apart && std::all_of(net.nodes.begin(), net.nodes.end(), [](const auto& n) { return n.first == n.second.router; });
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
    if (links.empty()) throw InputError(shown(path) + ": found no link, need at least one");
    Network network = finish(std::move(labels), std::move(links), std::move(latency));
    if (apart) {
        for (const auto& [node, at] : net.nodes) network.router_of_terminal.push_back(place.at(at.router));
    }
    if (!net.nodes.empty() && net.nodes.size() < network.graph.nodes()) {
        for (Node v = 0; v < net.nodes.size(); ++v) network.terminals.push_back(v);
    }
    return network;
}

}  // namespace

Network read_graph_file(const std::string& path) {
    const std::string text = read_whole(path);
    const std::vector<Line> lines = lines_of(path, text);
    if (lines.empty()) throw InputError(shown(path) + ":1:1: found no line with a word, need a graph: 'router 0 node 0 router 1' or two names a line");
    const std::string_view first = lines[0][0].text;
    Network network = first == "router" || first == "node" ? anynet(path, lines) : edge_list(path, lines);
    network.word = "file:" + path;
    return network;
}

}  // namespace wafernet
