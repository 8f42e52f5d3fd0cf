// JSON: node-link data ("nodes" and "links" or "edges", as networkx and D3 write them, also inside "graph" as in the
// JSON Graph Format), networkx adjacency data ("nodes" and "adjacency"), Cytoscape's "elements", and an object of lists
// of neighbours.
#include <algorithm>

#include "json_value.hpp"
#include "registry.hpp"

namespace wafernet::graph_formats {

namespace {

using Kind = JsonValue::Kind;

class Reader {
public:
    Reader(const Source& source, const GraphFileOptions& options) : source_(source), latency_(source, options) {}

    RawGraph run() {
        const JsonValue document = parse_json(source_);
        if (document.kind != Kind::object) need(document, "an object with \"nodes\" and \"links\"");
        const JsonValue* top = &document;
        if (const JsonValue* inner = document.find("graph"); inner != nullptr && inner->kind == Kind::object &&
                                                             document.find("nodes") == nullptr &&
                                                             inner->find("nodes") != nullptr)
            top = inner;
        direction(*top);
        const JsonValue* links = top->find("links") != nullptr ? top->find("links") : top->find("edges");
        if (top->find("links") != nullptr && top->find("edges") != nullptr)
            need(*top->find("edges"), "\"links\" or \"edges\", not both");
        const JsonValue* nodes = top->find("nodes");
        if (const JsonValue* elements = top->find("elements"); elements != nullptr && elements->kind == Kind::object) {
            nodes = elements->find("nodes");
            links = elements->find("edges");
            wrapped_ = true;
        }
        if (const JsonValue* rows = top->find("adjacency"); nodes != nullptr && rows != nullptr) {
            read_nodes(*nodes);
            adjacency(*nodes, *rows);
        } else if (nodes != nullptr && links != nullptr) {
            read_nodes(*nodes);
            read_links(*links);
        } else if (nodes == nullptr && links == nullptr && lists_of_names(*top)) {
            neighbours(*top);
        } else {
            need(*top, nodes == nullptr ? "\"nodes\", a list" : "\"links\" or \"edges\", a list");
        }
        latency_.finish(graph_);
        return std::move(graph_);
    }

private:
    [[nodiscard]] Place place(const JsonValue& value) const { return place_of(source_, value.at); }
    [[noreturn]] void need(const JsonValue& value, const std::string& what) const {
        static constexpr std::string_view kinds[] = {"null",   "true or false", "a number",
                                                     "a text", "a list",        "an object"};
        fail(source_, place(value),
             "found " +
                 (!value.text.empty() || value.is_name() ? "'" + shown(value.text) + "'"
                                                         : std::string(kinds[static_cast<std::size_t>(value.kind)])) +
                 ", need " + what);
    }
    const JsonValue& member(const JsonValue& object, std::string_view key) const {
        const JsonValue* found = object.find(key);
        if (found == nullptr) need(object, "a member \"" + std::string(key) + "\"");
        return *found;
    }
    RawLink link(std::uint32_t a, std::uint32_t b, const JsonValue& at) const { return {a, b, place(at)}; }

    void direction(const JsonValue& top) {
        const JsonValue* directed = top.find("directed");
        if (directed == nullptr) return;
        if (directed->kind != Kind::boolean) need(*directed, "directed true or false");
        graph_.direction = directed->text == "true" ? Direction::one_way : Direction::both_ways;
        graph_.says_so = place(*directed);
    }

    // A list of objects with an id or a name, or of names; or an object whose keys are the names.
    void read_nodes(const JsonValue& nodes) {
        if (nodes.kind == Kind::object) {
            for (const std::string& key : nodes.keys) graph_.node(key);
        } else if (nodes.kind == Kind::list) {
            for (const JsonValue& entry : nodes.items) {
                const JsonValue& node = wrapped_ ? member(entry, "data") : entry;
                const JsonValue* name = node.kind == Kind::object ? node.find("id") : &node;
                if (name == nullptr) {
                    by_place_ = true;  // as D3 had it: links name nodes by their place in the list
                    name = node.find("name");
                }
                if (name == nullptr || !(name->is_name() || name->kind == Kind::list))
                    need(node, "a node with an \"id\", a text or a number");
                if (!graph_.add(text_of(*name))) need(*name, "every node once");
            }
        } else {
            need(nodes, "a list of nodes");
        }
        if (graph_.names.empty()) need(nodes, "at least two nodes");
    }
    // Tuples of Python are lists: [0, 1] -> (0,1).
    std::string text_of(const JsonValue& name) const {
        if (name.is_name()) return std::string(name.kind == Kind::number ? without_zeros(name.text) : name.text);
        if (name.kind != Kind::list) need(name, "the name of a node, a text or a number");
        std::string out;
        for (const JsonValue& part : name.items) {
            if (!part.is_name()) need(part, "a number or a text");
            out += (out.empty() ? "(" : ",") + part.text;
        }
        return out + ")";
    }
    std::uint32_t end_of(const JsonValue& name) {
        if (by_place_) {
            if (name.kind != Kind::number || !is_whole(name.text) || name.text.size() > 9 ||
                std::stoul(name.text) >= graph_.names.size())
                need(name, "the place of a node in the list, from 0");
            return static_cast<std::uint32_t>(std::stoul(name.text));
        }
        const std::string text = text_of(name);
        if (!graph_.has(text)) need(name, "the id of a node");
        return graph_.position(text);
    }
    void attributes(const JsonValue& object, LatencyText& latency) {
        for (std::size_t i = 0; i < object.keys.size(); ++i) {
            const JsonValue& value = object.items[i];
            if (value.is_name()) latency_.read(latency, object.keys[i], value.text, place(value));
            else if (latency_.takes(object.keys[i])) need(value, "a latency in cycles or a width in bits");
            else latency_.note(object.keys[i]);
        }
    }

    void read_links(const JsonValue& links) {
        if (links.kind != Kind::list) need(links, "a list of links");
        bool each = false;  // some links say themselves in which direction they go
        for (const JsonValue& entry : links.items) {
            const JsonValue& edge = wrapped_ ? member(entry, "data") : entry;
            if (edge.kind == Kind::list) {
                if (edge.items.size() != 2) need(edge, "two nodes");
                graph_.links.push_back(link(end_of(edge.items[0]), end_of(edge.items[1]), edge));
                graph_.links.back().one_way = graph_.direction == Direction::one_way;
                continue;
            }
            if (edge.kind != Kind::object) need(edge, "a link with \"source\" and \"target\"");
            const bool from = edge.find("source") == nullptr && edge.find("from") != nullptr;
            RawLink one = link(end_of(member(edge, from ? "from" : "source")),
                               end_of(member(edge, from ? "to" : "target")), edge);
            LatencyText latency;
            attributes(edge, latency);
            if (const JsonValue* data = edge.find("metadata"); data != nullptr && data->kind == Kind::object)
                attributes(*data, latency);
            latency_.set(latency, one);
            const JsonValue* own = edge.find("directed");
            const bool tells = own != nullptr && own->kind == Kind::boolean;
            one.one_way = tells ? own->text == "true" : graph_.direction == Direction::one_way;
            each = each || tells;
            graph_.links.push_back(one);
        }
        if (each) graph_.direction = Direction::each;
    }

    // Row i has the neighbours of node i; a link that goes both ways stands in both rows.
    void adjacency(const JsonValue& nodes, const JsonValue& rows) {
        if (rows.kind != Kind::list || nodes.kind != Kind::list || rows.items.size() != nodes.items.size())
            need(rows, "a list with a row for each of the " + std::to_string(nodes.items.size()) + " nodes");
        graph_.pairs_are_ways_back = graph_.direction != Direction::one_way;
        for (std::size_t i = 0; i < rows.items.size(); ++i) {
            if (rows.items[i].kind != Kind::list) need(rows.items[i], "a list of neighbours");
            for (const JsonValue& neighbour : rows.items[i].items) {
                const JsonValue& name = neighbour.kind == Kind::object ? member(neighbour, "id") : neighbour;
                RawLink one = link(static_cast<std::uint32_t>(i), end_of(name), neighbour);
                LatencyText latency;
                attributes(neighbour, latency);
                latency_.set(latency, one);
                graph_.links.push_back(one);
            }
        }
    }

    static bool lists_of_names(const JsonValue& object) {
        return !object.items.empty() && std::all_of(object.items.begin(), object.items.end(), [](const JsonValue& row) {
            return row.kind == Kind::list && std::all_of(row.items.begin(), row.items.end(),
                                                         [](const JsonValue& name) { return name.is_name(); });
        });
    }
    void neighbours(const JsonValue& object) {
        graph_.pairs_are_ways_back = true;
        for (const std::string& key : object.keys) graph_.node(key);
        for (std::size_t i = 0; i < object.items.size(); ++i) {
            for (const JsonValue& name : object.items[i].items) {
                if (!graph_.has(text_of(name)))
                    need(name, "a node, which is a key with a list of neighbours of its own");
                graph_.links.push_back(link(static_cast<std::uint32_t>(i), graph_.position(text_of(name)), name));
            }
        }
    }

    const Source& source_;
    LatencyReader latency_;
    RawGraph graph_;
    bool wrapped_ = false, by_place_ = false;
};

}  // namespace

bool begins_as_json(const Source& source) {
    const std::size_t first = source.text.find_first_not_of(" \t\r\n");
    return first != std::string::npos && (source.text[first] == '{' || source.text[first] == '[');
}

Network read_json(const Source& source, const GraphFileOptions& options, std::string_view title) {
    return network_of(source, Reader(source, options).run(), options, title);
}

}  // namespace wafernet::graph_formats
