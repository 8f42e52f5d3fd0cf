// GraphML (graphml.graphdrawing.org/specification.html): one graph; edges may stand before their nodes; attributes are
// known by attr.name, never by the id of their key. Ports are ends of the same node, as the specification has them.
#include <algorithm>
#include <map>
#include <pugixml.hpp>
#include <set>

#include "registry.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet::graph_formats {

namespace {

struct Edge {
    std::string a, b;
    RawLink link;
    LatencyText latency;
};

std::string without_prefix(std::string_view name) { return std::string(name.substr(name.rfind(':') + 1)); }

class Reader {
public:
    Reader(const Source& source, const GraphFileOptions& options) : source_(source), latency_(source, options) {}

    RawGraph run() {
        // Entities are read here, so that one that is none is refused.
        const pugi::xml_parse_result parsed = document_.load_buffer(
            source_.text.data(), source_.text.size(),
            (pugi::parse_default | pugi::parse_fragment) & ~pugi::parse_escapes, pugi::encoding_utf8);
        if (parsed.status == pugi::status_out_of_memory) throw std::bad_alloc();
        if (!parsed) refuse(static_cast<std::size_t>(parsed.offset), parsed.description());
        read_elements();
        if (!graph_seen_) throw InputError(shown(source_.path) + ": found no <graph>, need one");
        for (Edge& e : edges_) {
            for (const auto* name : {&e.a, &e.b}) {
                if (!graph_.has(*name)) fail_at(source_, e.link.at, *name, "an end that is a <node>");
            }
            e.link.a = graph_.position(e.a);
            e.link.b = graph_.position(e.b);
            latency_.fill_in(e.latency, default_latency_);
            latency_.set(e.latency, e.link);
            graph_.links.push_back(e.link);
        }
        latency_.finish(graph_);
        return std::move(graph_);
    }

private:
    using Attributes = std::map<std::string, std::string>;

    // What the parser found, and what it says of it.
    [[noreturn]] void refuse(std::size_t at, const std::string& why) const {
        if (source_.text.find_first_not_of(" \t\r\n", at + 1) == std::string::npos) at = source_.text.size();
        const std::size_t end = std::min(source_.text.find_first_of(" \t\r\n>", at + 1), at + 30);
        const std::string found =
            at == source_.text.size()
                ? "the end of the file"
                : "'" + shown(std::string_view(source_.text).substr(at, std::min(end, source_.text.size()) - at)) + "'";
        fail(source_, place_of(source_, at), "found " + found + ", need XML that is well formed: " + why);
    }
    [[nodiscard]] Place place(const pugi::xml_node& element) const {
        const auto name = static_cast<std::size_t>(std::max<std::ptrdiff_t>(element.offset_debug(), 1));
        return place_of(source_, name - 1);
    }

    [[nodiscard]] std::string unescaped(std::string_view text, Place at) const {
        std::string out;
        for (std::size_t i = 0; i < text.size(); ++i) {
            if (text[i] != '&') {
                out += text[i];
                continue;
            }
            const std::size_t stop = text.find(';', i);
            const std::string one = stop == std::string_view::npos ? "" : entity(text.substr(i + 1, stop - i - 1));
            if (one.empty()) fail_at(source_, at, text.substr(i, 12), "an entity such as &amp; or &#65;");
            out += one;
            i = stop;
        }
        return out;
    }
    [[nodiscard]] Attributes attributes(const pugi::xml_node& element) const {
        Attributes all;
        for (const pugi::xml_attribute& a : element.attributes()) {
            if (!all.try_emplace(without_prefix(a.name()), unescaped(a.value(), place(element))).second &&
                std::string_view(a.name()).find(':') == std::string_view::npos)
                fail_at(source_, place(element), a.name(), "every attribute once");
        }
        return all;
    }
    [[nodiscard]] std::string needed(const pugi::xml_node& element, const Attributes& all,
                                     const std::string& name) const {
        const auto found = all.find(name);
        if (found == all.end())
            fail(source_, place(element),
                 "found <" + shown(without_prefix(element.name())) + "> without " + name + ", need it");
        return found->second;
    }
    // The text of an element without blanks around it.
    [[nodiscard]] std::string text_of(const pugi::xml_node& element) const {
        std::string all;
        for (const pugi::xml_node& child : element.children()) {
            if (child.type() == pugi::node_pcdata) all += unescaped(child.value(), place(element));
            if (child.type() == pugi::node_cdata) all += child.value();
        }
        const std::size_t first = all.find_first_not_of(" \t\r\n");
        return first == std::string::npos ? "" : all.substr(first, all.find_last_not_of(" \t\r\n") - first + 1);
    }

    // All elements, in the order of the file: nested ones without recursion, however deep they stand.
    void read_elements() {
        pugi::xml_node root;
        for (const pugi::xml_node& node : document_.children()) {
            if (node.type() == pugi::node_element && !root) root = node;
            else if (node.type() == pugi::node_element) fail_at(source_, place(node), node.name(), "one root element");
            else
                refuse(static_cast<std::size_t>(std::max<std::ptrdiff_t>(node.offset_debug(), 0)),
                       "text outside elements");
        }
        if (!root) refuse(source_.text.size(), "no element");
        if (without_prefix(root.name()) != "graphml") fail_at(source_, place(root), root.name(), "<graphml>");
        for (pugi::xml_node at = root; at;) {
            if (at.type() == pugi::node_element) read(at, at == root ? "" : without_prefix(at.parent().name()));
            pugi::xml_node next = at.first_child();
            for (; !next && at != root; at = at.parent()) next = at.next_sibling();
            at = next;
        }
    }

    void read(const pugi::xml_node& element, const std::string& in) {
        const std::string name = without_prefix(element.name());
        const Attributes all = attributes(element);
        if (name == "graph") {
            read_graph(element, all, in);
        } else if (name == "hyperedge") {
            fail(source_, place(element), "found a <hyperedge>, need links of two nodes");
        } else if (name == "node" && in == "graph") {
            const std::string id = needed(element, all, "id");
            if (!graph_.add(id)) fail_at(source_, place(element), id, "every node once");
        } else if (name == "edge" && in == "graph") {
            read_edge(element, all);
        } else if (name == "key") {
            read_key(element, all);
        }
    }

    void read_graph(const pugi::xml_node& element, const Attributes& all, const std::string& in) {
        const Place at = place(element);
        if (in != "graphml")
            fail(source_, at, "found a graph in a <" + shown(in) + ">, need one graph without nested ones");
        if (graph_seen_) fail(source_, at, "found a second <graph>, need one a file");
        graph_seen_ = true;
        const std::string direction = needed(element, all, "edgedefault");
        if (direction != "directed" && direction != "undirected")
            fail_at(source_, at, direction, "edgedefault directed or undirected");
        graph_.direction = direction == "directed" ? Direction::one_way : Direction::both_ways;
        graph_.says_so = at;
    }

    void read_edge(const pugi::xml_node& element, const Attributes& all) {
        const Place at = place(element);
        Edge edge{needed(element, all, "source"), needed(element, all, "target"), {}, {}};
        edge.link.at = at;
        for (const auto& [key, value] : all) latency_.read(edge.latency, key, value, at);
        if (const auto own = all.find("directed"); own != all.end()) {
            if (own->second != "true" && own->second != "false")
                fail_at(source_, at, own->second, "directed true or false");
            if ((own->second == "true") != (graph_.direction == Direction::one_way))
                fail(source_, at, "found an edge of another direction than the graph's, need all of one kind");
        }
        for (const pugi::xml_node& data : element.children()) {
            if (without_prefix(data.name()) != "data") continue;
            const std::string key = needed(data, attributes(data), "key");
            if (!keys_.contains(key)) fail_at(source_, place(data), key, "a key that a <key> of the file declares");
            if (const auto name = names_.find(key); name != names_.end())
                latency_.read(edge.latency, name->second, text_of(data), place(data));
        }
        edges_.push_back(std::move(edge));
    }

    void read_key(const pugi::xml_node& element, const Attributes& all) {
        const std::string id = needed(element, all, "id");
        const auto name = all.find("attr.name"), of = all.find("for");
        keys_.insert(id);
        if (name == all.end() || (of != all.end() && of->second != "edge" && of->second != "all")) return;
        names_[id] = name->second;
        for (const pugi::xml_node& value : element.children()) {
            if (without_prefix(value.name()) == "default" && latency_.takes(name->second))
                latency_.read(default_latency_, name->second, text_of(value), place(value));
        }
    }

    const Source& source_;
    pugi::xml_document document_;
    LatencyReader latency_;
    RawGraph graph_;
    std::vector<Edge> edges_;
    std::map<std::string, std::string> names_;  // of the attributes of edges, by the id of their key
    std::set<std::string> keys_;                // all of them
    LatencyText default_latency_;
    bool graph_seen_ = false;
};

// The name of the first element, if the file begins as XML does.
std::string root_of(const Source& source) {
    std::string_view text = source.text;
    while (true) {
        text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
        std::string_view end = text.starts_with("<?")     ? "?>"
                               : text.starts_with("<!--") ? "-->"
                               : text.starts_with("<!")   ? ">"
                                                          : "";
        if (end.empty()) break;
        if (end == ">" && text.find('[') < text.find('>')) end = "]>";  // declarations of its own
        const std::size_t found = text.find(end);
        text.remove_prefix(found == std::string_view::npos ? text.size() : found + end.size());
    }
    if (!text.starts_with('<')) return "";
    const std::string name(text.substr(1, std::min(text.find_first_of(" \t\r\n/>"), text.size()) - 1));
    return name.substr(name.rfind(':') + 1);
}

}  // namespace

bool begins_as_graphml(const Source& source) { return root_of(source) == "graphml"; }

Network read_graphml(const Source& source, const GraphFileOptions& options, std::string_view title) {
    return network_of(source, Reader(source, options).run(), options, title);
}

}  // namespace wafernet::graph_formats
