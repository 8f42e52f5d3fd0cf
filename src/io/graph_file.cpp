// From "file:PATH" to a network: which format, and which options.
#include "wafernet/io/graph_file.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "graph_formats/registry.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/measure/distances.hpp"
#include "word_escapes.hpp"

namespace wafernet {

namespace {

using graph_formats::format_named;
using graph_formats::formats;
using graph_formats::GraphFormat;
using graph_formats::shown;

constexpr std::string_view prefix = "file";

FileWeights weights_named(std::string_view word) {
    if (word == "latency") return FileWeights::latency;
    if (word == "ignore") return FileWeights::ignored;
    throw InputError("weights '" + shown(word) + "', need latency or ignore");
}

// By its name, its signature or its ending, else an edge list.
const GraphFormat& format_of(const graph_formats::Source& source, const GraphFileOptions& options) {
    if (!options.format.empty()) return format_named(options.format);
    if (!options.columns.empty()) return graph_formats::edges_format;
    if (const std::string unread = graph_formats::unread_format(source, false); !unread.empty())
        graph_formats::fail({1, 1}, unread);
    for (const GraphFormat* f : formats()) {
        if (f->recognise != nullptr && f->recognise(source)) return *f;
    }
    const std::string path = lower(source.path);
    for (const GraphFormat* f : formats()) {
        for (const std::string_view ending : split(f->endings, ' '))
            if (!ending.empty() && path.ends_with(ending)) return *f;
    }
    return graph_formats::edges_format;
}

// What a reader of figures must know of a network: parts, parallel links, latencies. One-way links are counted already.
std::string peculiarities(const Network& network) {
    const Graph& graph = network.graph;
    std::vector<std::pair<Node, Node>> ends;
    std::vector<LinkSpec> both_ways;
    for (Link l = 0; l < graph.links(); ++l) {
        const Node a = graph.source(2 * l), b = graph.target(2 * l);
        if (graph.directed()) both_ways.push_back({a, b, {}});
        ends.emplace_back(graph.one_way(l) ? a : std::min(a, b), graph.one_way(l) ? b : std::max(a, b));
    }
    const std::uint32_t parts =
        graph.directed() ? count_components(Graph(graph.nodes(), std::move(both_ways))) : count_components(graph);
    std::sort(ends.begin(), ends.end());
    const auto different = std::unique(ends.begin(), ends.end()) - ends.begin();
    const auto parallel = static_cast<std::ptrdiff_t>(ends.size()) - different;
    std::string out;
    if (parallel > 0) out += "; " + with_noun(parallel, "parallel link");
    if (!network.channel_latency_cycles.empty()) {
        const auto [least, most] =
            std::minmax_element(network.channel_latency_cycles.begin(), network.channel_latency_cycles.end());
        out += "; latencies of " + std::to_string(*least) + " to " + std::to_string(*most) + " cycles";
    }
    if (parts > 1) out += "; not connected, " + std::to_string(parts) + " parts";
    return out;
}

std::string word_of(const GraphFileWord& word) {
    const GraphFileOptions& o = word.options;
    std::string out(prefix);
    if (!o.format.empty()) out += "+" + o.format;
    if (o.directed) out += "+directed";
    if (o.drop_loops) out += "+drop-loops";
    if (o.weights) out += *o.weights == FileWeights::latency ? "+weights=latency" : "+weights=ignore";
    if (!o.columns.empty()) out += "+columns=" + o.columns;
    if (!o.terminals.empty()) out += "+terminals=" + encoded(o.terminals);
    return out + ":" + word.path;
}

}  // namespace

std::string decoded(std::string_view text) {
    const auto value = [](char c) {
        return c >= '0' && c <= '9'   ? c - '0'
               : c >= 'A' && c <= 'F' ? c - 'A' + 10
               : c >= 'a' && c <= 'f' ? c - 'a' + 10
                                      : -1;
    };
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '%' && i + 2 < text.size() && value(text[i + 1]) >= 0 && value(text[i + 2]) >= 0) {
            out += static_cast<char>(value(text[i + 1]) * 16 + value(text[i + 2]));
            i += 2;
        } else {
            out += text[i];
        }
    }
    return out;
}

std::string encoded(std::string_view text) {
    std::string out;
    for (const char c : text) {
        constexpr std::string_view hex = "0123456789ABCDEF";
        const auto byte = static_cast<unsigned char>(c);
        if (c == ':' || c == '+' || c == '%') out += std::string("%") + hex[byte / 16] + hex[byte % 16];
        else out += c;
    }
    return out;
}

bool is_graph_file_word(std::string_view word) {
    return word.starts_with("file:") || (word.starts_with("file+") && word.find(':') != std::string_view::npos);
}

GraphFileWord parse_graph_file_word(std::string_view word) {
    const std::size_t colon = word.find(':');
    if (!is_graph_file_word(word)) throw InputError("'" + shown(word) + "' names no graph file, need file:PATH");
    GraphFileWord out{std::string(word.substr(colon + 1)), {}};
    const std::vector<std::string_view> parts = split(word.substr(0, colon), '+');
    for (std::size_t i = 1; i < parts.size(); ++i) {
        const std::string_view part = parts[i];
        GraphFileOptions& o = out.options;
        const auto after = [&](std::string_view key) { return part.substr(key.size()); };
        if (part == "directed") {
            o.directed = true;
        } else if (part == "drop-loops") {
            o.drop_loops = true;
        } else if (constexpr std::string_view weights = "weights="; part.starts_with(weights)) {
            o.weights = weights_named(after(weights));
        } else if (constexpr std::string_view columns = "columns="; part.starts_with(columns)) {
            o.columns = after(columns);
        } else if (constexpr std::string_view terminals = "terminals="; part.starts_with(terminals)) {
            o.terminals = decoded(after(terminals));
            if (o.terminals.empty())
                throw InputError(shown(word) + ": terminals without a value, need all, leaves or names");
        } else {
            if (!o.format.empty())
                throw InputError(shown(word) + ": '" + shown(part) + "' after the format '" + o.format +
                                 "', must be directed, drop-loops, weights=.., columns=.. or terminals=..");
            o.format = format_named(part).name;
        }
    }
    return out;
}

std::string with_graph_file_options(std::string_view word, const GraphFileOptions& more) {
    if (!is_graph_file_word(word)) return std::string(word);
    GraphFileWord parsed = parse_graph_file_word(word);
    GraphFileOptions& o = parsed.options;
    if (o.format.empty() && !more.format.empty()) o.format = format_named(more.format).name;
    o.directed = o.directed || more.directed;
    o.drop_loops = o.drop_loops || more.drop_loops;
    if (!o.weights) o.weights = more.weights;
    if (o.columns.empty()) o.columns = more.columns;
    if (o.terminals.empty()) o.terminals = more.terminals;
    return word_of(parsed);
}

std::vector<std::pair<std::string_view, std::string_view>> graph_file_formats() {
    std::vector<std::pair<std::string_view, std::string_view>> out;
    for (const GraphFormat* format : formats()) out.emplace_back(format->name, format->about);
    return out;
}

Network read_graph_file(const std::string& path, const GraphFileOptions& options) {
    using namespace graph_formats;
    return in_file(path, [&] {
        const graph_formats::Source source = read_source(path);
        const GraphFormat& format = format_of(source, options);
        try {
            RawGraph graph(options);
            format.read(source, graph);
            Network network = network_of(std::move(graph), format.title);
            network.read_as += peculiarities(network);
            network.word = word_of({path, options});
            return network;
        } catch (const Complaint& complaint) {
            // Its first words or its ending alone may have decided what it is.
            if (!options.format.empty() || &format == &edges_format) throw;
            throw Complaint(std::string(complaint.what()) + "; read as " + std::string(format.title));
        }
    });
}

}  // namespace wafernet
