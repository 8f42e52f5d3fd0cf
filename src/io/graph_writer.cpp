// Networks as files that read_graph_file reads back as the same graph; what a format cannot say is refused.
#include <algorithm>

#include "base/text.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/io/graph_file.hpp"

namespace wafernet {

namespace {

// A network with the names of its nodes and the latencies of its channels.
class Writer {
public:
    explicit Writer(const Network& network) : network_(network), graph_(network.graph) {
        names_.reserve(graph_.nodes());
        for (Node v = 0; v < graph_.nodes(); ++v) {
            names_.push_back(network.addresses.print(v));
            constexpr std::size_t longest = 200;
            const std::string& name = names_.back();
            if (name.empty() || name.size() > longest || escaped(name) != name)
                throw InputError(network.word + ": the node name '" + escaped(name.substr(0, longest)) +
                                 "' fits no file, need 1 to " + std::to_string(longest) +
                                 " bytes of UTF-8 without control characters");
        }
        if (graph_.links() == 0) throw InputError(network.word + ": no link, need at least one");
        for (Link l = 0; l < graph_.links(); ++l) {
            one_way_ += graph_.one_way(l) ? 1 : 0;
            uneven_ = uneven_ || (!graph_.one_way(l) && latency(2 * l) != latency(2 * l + 1));
        }
    }

    [[nodiscard]] std::string edges() const {
        check_no_widths("an edge list");
        for (Node v = 0; v < graph_.nodes(); ++v) {
            bool linked = graph_.degree(v) > 0;
            graph_.for_each_in(v, [&](Channel) { linked = true; });
            if (!linked) refuse("node " + names_[v] + " has no link", "an edge list", "graphml or dot");
        }
        std::string out = "# " + escaped(network_.word) + ": an edge list, for --file-format edges\n";
        for (Link l = 0; l < graph_.links(); ++l) {
            // Parallel links begin at the same end: a line with the ends the other way round is a way back.
            const bool turned = !graph_.one_way(l) && graph_.source(2 * l) > graph_.target(2 * l);
            const Channel there = 2 * l + (turned ? 1 : 0), back = 2 * l + (turned ? 0 : 1);
            const std::string a = quoted(names_[graph_.source(there)]), b = quoted(names_[graph_.target(there)]);
            if (graph_.one_way(l)) {
                out += a + " > " + b + cycles(there) + "\n";
            } else {
                out += a + ' ' + b + cycles(there) + "\n";
                // The k-th line with the ends the other way round is the way back of the k-th link between them.
                if (uneven_) out += b + ' ' + a + cycles(back) + "\n";
            }
        }
        return out;
    }

    [[nodiscard]] std::string dot() const {
        check_one_kind("DOT");
        const auto id = [&](Node v) {
            const std::string& name = names_[v];
            if (name.back() == '\\') refuse("the node name '" + name + "' ends in a backslash", "DOT", "graphml");
            std::string text = "\"";
            for (const char c : name) text += c == '"' ? "\\\"" : std::string(1, c);
            return text + '"';
        };
        const bool directed = one_way_ > 0;
        std::string out = directed ? "digraph {\n" : "graph {\n";
        for (Node v = 0; v < graph_.nodes(); ++v) out += "  " + id(v) + ";\n";
        for (Link l = 0; l < graph_.links(); ++l) {
            std::string said = latency(2 * l) == 1 ? "" : "latency=" + std::to_string(latency(2 * l));
            if (!network_.channel_bits.empty())
                said += (said.empty() ? "" : ", ") + ("width_bits=" + std::to_string(network_.channel_bits[2 * l]));
            out += "  " + id(graph_.source(2 * l)) + (directed ? " -> " : " -- ") + id(graph_.target(2 * l)) +
                   (said.empty() ? "" : " [" + said + "]") + ";\n";
        }
        return out + "}\n";
    }

    [[nodiscard]] std::string graphml() const {
        check_one_kind("GraphML");
        const bool widths = !network_.channel_bits.empty();
        const auto attribute = [&](Node v) {
            std::string text = "\"";
            for (const char c : names_[v])
                text += c == '"'   ? "&quot;"
                        : c == '<' ? "&lt;"
                        : c == '>' ? "&gt;"
                        : c == '&' ? "&amp;"
                                   : std::string(1, c);
            return text + '"';
        };
        const bool latencies = !network_.channel_latency_cycles.empty();
        std::string out =
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n";
        if (latencies) out += "  <key id=\"d0\" for=\"edge\" attr.name=\"latency\" attr.type=\"int\"/>\n";
        if (widths) out += "  <key id=\"d1\" for=\"edge\" attr.name=\"width_bits\" attr.type=\"int\"/>\n";
        out += std::string("  <graph edgedefault=\"") + (one_way_ > 0 ? "directed" : "undirected") + "\">\n";
        for (Node v = 0; v < graph_.nodes(); ++v) out += "    <node id=" + attribute(v) + "/>\n";
        for (Link l = 0; l < graph_.links(); ++l) {
            out += "    <edge source=" + attribute(graph_.source(2 * l)) + " target=" + attribute(graph_.target(2 * l));
            const auto data = [](const char* key, std::uint32_t value) {
                return "<data key=\"" + std::string(key) + "\">" + std::to_string(value) + "</data>";
            };
            out += latencies || widths ? ">" + (latencies ? data("d0", latency(2 * l)) : "") +
                                             (widths ? data("d1", network_.channel_bits[2 * l]) : "") + "</edge>\n"
                                       : "/>\n";
        }
        return out + "  </graph>\n</graphml>\n";
    }

    // BookSim2's routers have numbers and no names, one link between two of them, and nodes beside them.
    [[nodiscard]] std::string anynet() const {
        if (one_way_ > 0) refuse("there are one-way links", "anynet", "edges, dot or graphml");
        check_no_widths("anynet");
        std::vector<std::vector<Channel>> from(graph_.nodes());
        std::vector<bool> sends(graph_.nodes(), network_.terminals.empty());
        for (const Node v : network_.terminals) sends[v] = true;
        std::string out = "# " + escaped(network_.word) + ": BookSim2's anynet, for --file-format anynet\n";
        for (Node v = 0; v < graph_.nodes(); ++v) {
            std::vector<Channel> channels(graph_.out(v).begin(), graph_.out(v).end());
            if (channels.empty() && !sends[v]) refuse("node " + names_[v] + " has no link", "anynet", "graphml or dot");
            std::ranges::sort(channels, [&](Channel x, Channel y) { return graph_.target(x) < graph_.target(y); });
            const std::string number = std::to_string(v);
            out += "router " + number + (sends[v] ? " node " + number : "");
            for (std::size_t i = 0; i < channels.size(); ++i) {
                const Node to = graph_.target(channels[i]);
                if (i > 0 && graph_.target(channels[i - 1]) == to)
                    refuse("there are several links between " + names_[v] + " and " + names_[to], "anynet",
                           "edges, dot or graphml");
                out += " router " + std::to_string(to) + cycles(channels[i]);
            }
            out += "\n";
        }
        return out;
    }

private:
    [[nodiscard]] std::uint32_t latency(Channel c) const {
        return network_.channel_latency_cycles.empty() ? 1 : network_.channel_latency_cycles[c];
    }
    [[nodiscard]] std::string cycles(Channel c) const {
        return network_.channel_latency_cycles.empty() ? "" : ' ' + std::to_string(latency(c));
    }
    [[noreturn]] void refuse(const std::string& what, const std::string& format, const std::string& other) const {
        throw InputError(network_.word + ": " + what + ", which " + format + " cannot hold; need --format " + other);
    }
    // Links of one kind, each with one latency.
    void check_one_kind(const std::string& format) const {
        if (one_way_ > 0 && one_way_ < graph_.links())
            refuse("some links go one way and some both ways", format, "edges");
        for (Link l = 0; !network_.channel_bits.empty() && l < graph_.links(); ++l) {
            if (network_.channel_bits[2 * l] != network_.channel_bits[2 * l + 1])
                refuse("there are links with another width on the way back", format, "another");
        }
        if (uneven_) refuse("there are links with another latency on the way back", format, "edges or anynet");
    }
    void check_no_widths(const std::string& format) const {
        if (!network_.channel_bits.empty()) refuse("its links have widths", format, "dot or graphml");
    }
    static std::string quoted(const std::string& name) {
        std::string text = "\"";
        for (const char c : name) {
            if (c == '"' || c == '\\') text += c;
            text += c;
        }
        return text + '"';
    }

    const Network& network_;
    const Graph& graph_;
    std::vector<std::string> names_;
    Link one_way_ = 0;
    bool uneven_ = false;  // some link has another latency on the way back
};

}  // namespace

std::string write_graph(const Network& network, std::string_view format) {
    const Writer writer(network);
    if (format == "edges") return writer.edges();
    if (format == "dot") return writer.dot();
    if (format == "graphml") return writer.graphml();
    if (format == "anynet") return writer.anynet();
    constexpr std::string_view names[] = {"dot", "graphml", "anynet", "edges"};
    throw InputError("unknown file format '" + escaped(format) + "'" + did_you_mean(format, names) +
                     ", need dot, graphml, anynet or edges");
}

}  // namespace wafernet
