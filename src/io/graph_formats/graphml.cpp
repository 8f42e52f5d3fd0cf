// GraphML (graphml.graphdrawing.org/specification.html): one graph; edges may stand before their nodes; attributes are
// known by attr.name, never by the id of their key. Ports are ends of the same node, as the specification has them.
#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "registry.hpp"
#include "wafernet/base/error.hpp"
#include "xml.hpp"

namespace wafernet::graph_formats {

namespace {

struct Edge {
    std::string a, b;
    RawLink link;
    LatencyText latency;
};

class Reader {
public:
    Reader(const Source& source, const GraphFileOptions& options)
        : source_(source), xml_(source), latency_(source, options) {}

    RawGraph run() {
        XmlEvent event = xml_.next();
        if (event.kind != XmlEvent::Kind::begin || event.name != "graphml")
            fail_at(source_, event.at, event.name, "<graphml>");
        for (std::vector<std::string> open{"graphml"}; !open.empty();) {
            event = xml_.next();
            if (event.kind == XmlEvent::Kind::text) {
                if (data_ || default_) value_ += event.text;
                continue;
            }
            if (event.kind == XmlEvent::Kind::end) {
                end(event, open.back());
                open.pop_back();
                continue;
            }
            begin(event, open.back());
            open.push_back(event.name);
        }
        (void)xml_.next();  // nothing but comments may follow
        if (!graph_seen_) throw InputError(shown(source_.path) + ": found no <graph>, need one");
        for (Edge& e : edges_) {
            for (const auto* name : {&e.a, &e.b}) {
                if (!graph_.has(*name)) fail_at(source_, e.link.at, *name, "an end that is a <node>");
            }
            e.link.a = graph_.position(e.a);
            e.link.b = graph_.position(e.b);
            if (!default_latency_.name.empty() && e.latency.name != default_latency_.name)
                latency_.read(e.latency, default_latency_.name, default_latency_.value, default_latency_.at);
            e.link.latency = latency_(e.latency);
            graph_.links.push_back(e.link);
        }
        latency_.finish(graph_);
        return std::move(graph_);
    }

private:
    std::string attribute(const XmlEvent& event, const std::string& name) {
        const auto found = event.attributes.find(name);
        if (found == event.attributes.end())
            fail(source_, event.at, "found <" + shown(event.name) + "> without " + name + ", need it");
        return found->second;
    }

    void begin(const XmlEvent& event, const std::string& in) {
        if (event.name == "graph") {
            if (in != "graphml")
                fail(source_, event.at, "found a graph in a <" + shown(in) + ">, need one graph without nested ones");
            if (graph_seen_) fail(source_, event.at, "found a second <graph>, need one a file");
            graph_seen_ = true;
            const std::string direction = attribute(event, "edgedefault");
            if (direction != "directed" && direction != "undirected")
                fail_at(source_, event.at, direction, "edgedefault directed or undirected");
            graph_.direction = direction == "directed" ? Direction::one_way : Direction::both_ways;
            graph_.says_so = event.at;
        } else if (event.name == "hyperedge") {
            fail(source_, event.at, "found a <hyperedge>, need links of two nodes");
        } else if (event.name == "node" && in == "graph") {
            const std::string id = attribute(event, "id");
            if (!graph_.add(id)) fail_at(source_, event.at, id, "every node once");
        } else if (event.name == "edge" && in == "graph") {
            Edge edge{attribute(event, "source"), attribute(event, "target"), {}, {}};
            edge.link.at = event.at;
            for (const auto& [key, value] : event.attributes) latency_.read(edge.latency, key, value, event.at);
            if (const auto own = event.attributes.find("directed"); own != event.attributes.end()) {
                if (own->second != "true" && own->second != "false")
                    fail_at(source_, event.at, own->second, "directed true or false");
                if ((own->second == "true") != (graph_.direction == Direction::one_way))
                    fail(source_, event.at,
                         "found an edge of another direction than the graph's, need all of one kind");
            }
            edges_.push_back(std::move(edge));
            in_edge_ = true;
        } else if (event.name == "key") {
            const auto name = event.attributes.find("attr.name");
            const auto of = event.attributes.find("for");
            key_ = attribute(event, "id");
            keys_.insert(key_);
            for_edges_ = of == event.attributes.end() || of->second == "edge" || of->second == "all";
            if (name != event.attributes.end() && for_edges_) names_[key_] = name->second;
        } else if (event.name == "default" && in == "key") {
            default_ = true;
            value_.clear();
            value_at_ = event.at;
        } else if (event.name == "data" && in == "edge" && in_edge_) {
            data_ = true;
            value_.clear();
            value_at_ = event.at;
            key_ = attribute(event, "key");
        }
    }

    void end(const XmlEvent& event, const std::string& closed) {
        if (event.name == "edge") in_edge_ = false;
        const auto name = names_.find(key_);
        const std::size_t first = value_.find_first_not_of(" \t\r\n");
        const std::string trimmed =
            first == std::string::npos ? "" : value_.substr(first, value_.find_last_not_of(" \t\r\n") - first + 1);
        if (closed == "data" && data_) {
            data_ = false;
            if (!keys_.contains(key_)) fail_at(source_, value_at_, key_, "a key that a <key> of the file declares");
            if (name != names_.end()) latency_.read(edges_.back().latency, name->second, trimmed, value_at_);
        } else if (closed == "default" && default_) {
            default_ = false;
            if (name != names_.end() && for_edges_ && latency_.takes(name->second))
                latency_.read(default_latency_, name->second, trimmed, value_at_);
        }
    }

    const Source& source_;
    XmlReader xml_;
    LatencyReader latency_;
    RawGraph graph_;
    std::vector<Edge> edges_;
    std::map<std::string, std::string> names_;  // of the attributes of edges, by the id of their key
    std::set<std::string> keys_;                // all of them
    std::string key_, value_;
    Place value_at_;
    LatencyText default_latency_;
    bool graph_seen_ = false, data_ = false, default_ = false, for_edges_ = false, in_edge_ = false;
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
