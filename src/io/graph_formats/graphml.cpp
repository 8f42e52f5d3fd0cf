// GraphML (graphml.graphdrawing.org/specification.html): one graph; edges may stand before their nodes; attributes are
// known by attr.name, never by the id of their key. Ports are ends of the same node, as the specification has them.
#include <algorithm>
#include <map>
#include <pugixml.hpp>

#include "registry.hpp"

namespace wafernet::graph_formats {

namespace {

std::string without_prefix(std::string_view name) { return std::string(name.substr(name.rfind(':') + 1)); }

// An element with its attributes.
struct Element {
    std::string name;
    Place at;
    std::map<std::string, std::string> attributes;

    [[nodiscard]] Word needed(const std::string& attribute) const {
        const auto found = attributes.find(attribute);
        if (found == attributes.end()) fail(at, "found <" + shown(name) + "> without " + attribute + ", need it");
        return {found->second, at};
    }
};

class Reader {
public:
    Reader(const Source& source, RawGraph& graph) : source_(source), graph_(graph) {}

    void read() {
        // Entities are read here, so that one that is none is refused.
        const pugi::xml_parse_result parsed = document_.load_buffer(
            source_.text.data(), source_.text.size(),
            (pugi::parse_default | pugi::parse_fragment) & ~pugi::parse_escapes, pugi::encoding_utf8);
        if (parsed.status == pugi::status_out_of_memory) throw std::bad_alloc();
        if (!parsed) refuse(static_cast<std::size_t>(parsed.offset), parsed.description());
        read_elements();
        if (!graph_seen_) fail("found no <graph>, need one");
        for (const auto& [a, b, link] : edges_) {
            graph_.links.push_back(link);
            graph_.links.back().a = graph_.position(a, "an end that is a <node>");
            graph_.links.back().b = graph_.position(b, "an end that is a <node>");
        }
    }

private:
    struct Edge {
        Word source, target;
        RawLink link;
    };

    // What the parser found, and what it says of it.
    [[noreturn]] void refuse(std::size_t at, const std::string& why) const {
        if (source_.text.find_first_not_of(" \t\n", at + 1) == std::string::npos) at = source_.text.size();
        const std::size_t end = std::min(source_.text.find_first_of(" \t\n>", at + 1), at + 30);
        const std::string found =
            at == source_.text.size() ? "the end of the file" : "'" + shown(source_.text.substr(at, end - at)) + "'";
        fail(source_.place(at), "found " + found + ", need XML that is well formed: " + why);
    }
    [[nodiscard]] Place place(const pugi::xml_node& element) const {
        return source_.place(static_cast<std::size_t>(std::max<std::ptrdiff_t>(element.offset_debug(), 1)) - 1);
    }

    [[nodiscard]] static std::string unescaped(std::string_view text, Place at) {
        std::string_view unknown;
        std::string out = without_entities(text, unknown);
        if (!unknown.empty()) need(at, unknown.substr(0, 12), "an entity such as &amp; or &#65;");
        return out;
    }
    [[nodiscard]] Element element_of(const pugi::xml_node& node) const {
        Element out{without_prefix(node.name()), place(node), {}};
        for (const pugi::xml_attribute& a : node.attributes()) {
            if (!out.attributes.try_emplace(without_prefix(a.name()), unescaped(a.value(), out.at)).second &&
                std::string_view(a.name()).find(':') == std::string_view::npos)
                need(out.at, a.name(), "every attribute once");
        }
        return out;
    }
    // The text of an element without blanks around it.
    [[nodiscard]] Word text_of(const pugi::xml_node& element) const {
        std::string all;
        for (const pugi::xml_node& child : element.children()) {
            if (child.type() == pugi::node_pcdata) all += unescaped(child.value(), place(element));
            if (child.type() == pugi::node_cdata) all += child.value();
        }
        all.resize(all.find_last_not_of(" \t\n") + 1);
        return {all.substr(std::min(all.find_first_not_of(" \t\n"), all.size())), place(element)};
    }

    // All elements, in the order of the file.
    void read_elements() {
        pugi::xml_node root;
        for (const pugi::xml_node& node : document_.children()) {
            if (node.type() == pugi::node_element && !root) root = node;
            else if (node.type() == pugi::node_element) need(place(node), node.name(), "one root element");
            else
                refuse(static_cast<std::size_t>(std::max<std::ptrdiff_t>(node.offset_debug(), 0)),
                       "text outside elements");
        }
        if (!root) refuse(source_.text.size(), "no element");
        if (without_prefix(root.name()) != "graphml") need(place(root), root.name(), "<graphml>");
        for (const pugi::xpath_node& at : document_.select_nodes("descendant::*")) read(at.node());
    }

    void read(const pugi::xml_node& node) {
        const Element element = element_of(node);
        const std::string in = without_prefix(node.parent().name());
        if (element.name == "graph") read_graph(element, in);
        else if (element.name == "hyperedge") fail(element.at, "found a <hyperedge>, need links of two nodes");
        else if (element.name == "node" && in == "graph") graph_.add(element.needed("id"));
        else if (element.name == "edge" && in == "graph") read_edge(element, node);
        else if (element.name == "key") read_key(element, node);
    }

    void read_graph(const Element& element, const std::string& in) {
        if (in != "graphml")
            fail(element.at, "found a graph in a <" + shown(in) + ">, need one graph without nested ones");
        if (graph_seen_) fail(element.at, "found a second <graph>, need one a file");
        graph_seen_ = true;
        const Word direction = element.needed("edgedefault");
        if (!one_of(direction.text, {"directed", "undirected"})) need(direction, "edgedefault directed or undirected");
        graph_.direction = direction.text == "directed" ? Direction::one_way : Direction::both_ways;
        graph_.says_so = element.at;
    }

    void read_edge(const Element& element, const pugi::xml_node& node) {
        Edge edge{element.needed("source"), element.needed("target"), {}};
        edge.link.at = element.at;
        Attributes said;
        for (const auto& [key, value] : element.attributes) graph_.attributes.read(said, key, {value, element.at});
        if (const auto own = element.attributes.find("directed"); own != element.attributes.end()) {
            if (!one_of(own->second, {"true", "false"})) need(element.at, own->second, "directed true or false");
            if ((own->second == "true") != (graph_.direction == Direction::one_way))
                fail(element.at, "found an edge of another direction than the graph's, need all of one kind");
        }
        for (const pugi::xml_node& child : node.children()) {
            if (without_prefix(child.name()) != "data") continue;
            const Word key = element_of(child).needed("key");
            const auto name = names_.find(key.text);
            if (name == names_.end()) need(key, "a key that a <key> of the file declares");
            if (!name->second.empty()) graph_.attributes.read(said, name->second, text_of(child));
        }
        fill_in(said, defaults_);
        graph_.attributes.set(said, edge.link);
        edges_.push_back(std::move(edge));
    }

    void read_key(const Element& element, const pugi::xml_node& node) {
        const auto name = element.attributes.find("attr.name"), of = element.attributes.find("for");
        const bool edges = of == element.attributes.end() || one_of(of->second, {"edge", "all"});
        const std::string known = edges && name != element.attributes.end() ? name->second : "";
        names_[element.needed("id").text] = known;
        for (const pugi::xml_node& child : node.children()) {
            if (without_prefix(child.name()) == "default" && graph_.attributes.takes(known))
                graph_.attributes.read(defaults_, known, text_of(child));
        }
    }

    const Source& source_;
    pugi::xml_document document_;
    RawGraph& graph_;
    std::vector<Edge> edges_;
    std::map<std::string, std::string> names_;  // of the attributes by the id of their key; empty: not of edges
    Attributes defaults_;
    bool graph_seen_ = false;
};

// Whether the first element is <graphml>, of any prefix.
bool begins_as_graphml(const Source& source) {
    const std::string_view text = source.text;
    std::size_t at = text.find_first_not_of(" \t\n");
    if (at == std::string_view::npos || text[at] != '<') return false;
    while (at < text.size() && (text.substr(at, 2) == "<?" || text.substr(at, 2) == "<!")) {
        if (text.substr(at).starts_with("<!--")) at = std::min(text.find("-->", at), text.size());
        at = text.find('<', at + 1);
    }
    return at < text.size() &&
           without_prefix(text.substr(at + 1, text.find_first_of(" \t\n/>", at) - at - 1)) == "graphml";
}

void read_graphml(const Source& source, RawGraph& graph) { Reader(source, graph).read(); }

}  // namespace

const GraphFormat graphml_format{"graphml",  "GraphML",         "XML with <graph edgedefault=..>",
                                 ".graphml", begins_as_graphml, read_graphml};

}  // namespace wafernet::graph_formats
