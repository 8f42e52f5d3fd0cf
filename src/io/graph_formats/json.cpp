// JSON: node-link data ("nodes" and "links" or "edges", as networkx and D3 write them, also inside "graph" as in the
// JSON Graph Format), RapidChiplet's topology, networkx adjacency data ("nodes" and "adjacency"), Cytoscape's
// "elements", and an object of lists of neighbours.
#include <algorithm>

#include <fmt/format.h>

#include "base/number_in.hpp"
#include "registry.hpp"
#include "value.hpp"

namespace wafernet::graph_formats {

namespace {

using Kinds = Value::Kind;

const Value& member(const Value& object, std::string_view key) {
    const Value* found = object.find(key);
    if (found == nullptr) refuse(object, fmt::format("a member \"{}\"", key));
    return *found;
}

// The value where it is there and an object.
const Value* object_in(const Value& object, std::string_view key) {
    const Value* found = object.find(key);
    return found != nullptr && found->kind == Kinds::object ? found : nullptr;
}

// Tuples of Python are lists: [0, 1] -> (0,1).
Word name_of(const Value& name) {
    if (name.is_name())
        return {std::string(name.kind == Kinds::number ? without_zeros(name.text) : name.text), name.at};
    if (name.kind != Kinds::list) refuse(name, "the name of a node, a text or a number");
    std::string out;
    for (const Value& part : name.items) {
        if (!part.is_name()) refuse(part, "a number or a text");
        out += (out.empty() ? "(" : ",") + part.text;
    }
    return {out + ")", name.at};
}

class Reader {
public:
    explicit Reader(RawGraph& graph) : graph_(graph) {}

    void read(const Value& document) {
        if (document.kind == Kinds::list && !document.items.empty() && document.items[0].find("ep1") != nullptr)
            return chiplets(document);
        if (document.kind != Kinds::object) refuse(document, "an object with \"nodes\" and \"links\"");
        const Value* inner = object_in(document, "graph");
        const bool inside = inner != nullptr && document.find("nodes") == nullptr && inner->find("nodes") != nullptr;
        const Value& top = inside ? *inner : document;
        direction(top);
        const Value *nodes = top.find("nodes"), *links = top.find("links"), *edges = top.find("edges"),
                    *rows = top.find("adjacency");
        if (links != nullptr && edges != nullptr) refuse(*edges, "\"links\" or \"edges\", not both");
        if (links == nullptr) links = edges;
        if (const Value* elements = object_in(top, "elements"); elements != nullptr) {
            nodes = elements->find("nodes");
            links = elements->find("edges");
            wrapped_ = true;
        }
        if (nodes != nullptr && (rows != nullptr || links != nullptr)) {
            read_nodes(*nodes);
            if (rows != nullptr) adjacency(*nodes, *rows);
            else read_links(*links);
        } else if (nodes == nullptr && links == nullptr && lists_of_names(top)) {
            neighbours(top);
        } else {
            refuse(top, nodes == nullptr ? "\"nodes\", a list" : "\"links\" or \"edges\", a list");
        }
    }

private:
    void direction(const Value& top) {
        const Value* directed = top.find("directed");
        if (directed == nullptr) return;
        if (directed->kind != Kinds::boolean) refuse(*directed, "directed true or false");
        graph_.direction = directed->text == "true" ? Direction::one_way : Direction::both_ways;
        graph_.says_so = directed->at;
    }

    // A list of objects with an id or a name, or of names; or an object whose keys are the names.
    void read_nodes(const Value& nodes) {
        if (nodes.kind != Kinds::list && nodes.kind != Kinds::object) refuse(nodes, "a list of nodes");
        for (const std::string& key : nodes.keys) graph_.node(key);
        for (const Value& entry : nodes.items) {
            if (nodes.kind == Kinds::object) break;
            const Value& node = wrapped_ ? member(entry, "data") : entry;
            const Value* name = node.kind == Kinds::object ? node.find("id") : &node;
            if (name == nullptr) {
                by_place_ = true;  // as D3 had it: links name nodes by their place in the list
                name = node.find("name");
            }
            if (name == nullptr || !(name->is_name() || name->kind == Kinds::list))
                refuse(node, "a node with an \"id\", a text or a number");
            graph_.add(name_of(*name));
        }
        if (graph_.names.empty()) refuse(nodes, "at least two nodes");
    }
    std::uint32_t end_of(const Value& name) {
        if (!by_place_) return graph_.position(name_of(name), "the id of a node");
        const auto place = name.kind == Kinds::number ? number_in<std::uint32_t>(name.text) : std::nullopt;
        if (!place || *place >= graph_.names.size()) refuse(name, "the place of a node in the list, from 0");
        return *place;
    }
    void add(std::uint32_t a, std::uint32_t b, const Value& edge) {
        RawLink& link = graph_.links.emplace_back(RawLink{a, b, edge.at});
        link.one_way = graph_.direction == Direction::one_way;
        Attributes said;
        if (edge.kind == Kinds::object) read_attributes(edge, said, graph_.attributes);
        if (const Value* data = object_in(edge, "metadata"); data != nullptr)
            read_attributes(*data, said, graph_.attributes);
        graph_.attributes.set(said, link);
    }

    void read_links(const Value& links) {
        if (links.kind != Kinds::list) refuse(links, "a list of links");
        bool each = false;  // some links say themselves in which direction they go
        for (const Value& entry : links.items) {
            const Value& edge = wrapped_ ? member(entry, "data") : entry;
            if (edge.kind == Kinds::list) {
                if (edge.items.size() != 2) refuse(edge, "two nodes");
                add(end_of(edge.items[0]), end_of(edge.items[1]), edge);
                continue;
            }
            if (edge.kind != Kinds::object) refuse(edge, "a link with \"source\" and \"target\"");
            const bool from = edge.find("source") == nullptr && edge.find("from") != nullptr;
            const std::uint32_t a = end_of(member(edge, from ? "from" : "source"));
            add(a, end_of(member(edge, from ? "to" : "target")), edge);
            const Value* own = edge.find("directed");
            if (own == nullptr || own->kind != Kinds::boolean) continue;
            graph_.links.back().one_way = own->text == "true";
            each = true;
        }
        if (each) graph_.direction = Direction::each;
    }

    // Row i has the neighbours of node i; a link that goes both ways stands in both rows.
    void adjacency(const Value& nodes, const Value& rows) {
        if (rows.kind != Kinds::list || nodes.kind != Kinds::list || rows.items.size() != nodes.items.size())
            refuse(rows, fmt::format("a list with a row for each of the {} nodes", nodes.items.size()));
        graph_.pairs_are_ways_back = graph_.direction != Direction::one_way;
        for (std::size_t i = 0; i < rows.items.size(); ++i) {
            if (rows.items[i].kind != Kinds::list) refuse(rows.items[i], "a list of neighbours");
            for (const Value& neighbour : rows.items[i].items) {
                const Value& name = neighbour.kind == Kinds::object ? member(neighbour, "id") : neighbour;
                add(static_cast<std::uint32_t>(i), end_of(name), neighbour);
            }
        }
    }

    // RapidChiplet's topology: links of chiplets, and of routers in the interposer, which send nothing.
    void chiplets(const Value& links) {
        for (const Value& link : links.items) {
            const auto end = [&](const char* key) {
                const Value &type = member(member(link, key), "type"), &number = member(member(link, key), "outer_id");
                if (!one_of(type.text, {"chiplet", "irouter"})) refuse(type, "chiplet or irouter");
                return graph_.node(type.text + std::to_string(whole_number(number.word(), 0, most, "a number")));
            };
            const std::uint32_t a = end("ep1");
            add(a, end("ep2"), link);
        }
        if (!graph_.options.terminals.empty()) return;
        for (const std::string& name : graph_.names) graph_.terminals.push_back(name.starts_with("chiplet"));
    }

    static bool lists_of_names(const Value& object) {
        return !object.items.empty() && std::ranges::all_of(object.items, [](const Value& row) {
            return row.kind == Kinds::list && std::ranges::all_of(row.items, &Value::is_name);
        });
    }
    void neighbours(const Value& object) {
        graph_.pairs_are_ways_back = true;
        for (const std::string& key : object.keys) graph_.node(key);
        for (std::size_t i = 0; i < object.items.size(); ++i) {
            for (const Value& name : object.items[i].items)
                add(static_cast<std::uint32_t>(i),
                    graph_.position(name_of(name), "a node, which is a key with a list of neighbours of its own"),
                    name);
        }
    }

    RawGraph& graph_;
    bool wrapped_ = false, by_place_ = false;
};

bool begins_as_json(const Source& source) {
    const std::size_t first = source.text.find_first_not_of(" \t\n");
    return first != std::string::npos && (source.text[first] == '{' || source.text[first] == '[');
}

void read_json(const Source& source, RawGraph& graph) { Reader(graph).read(parse_json(source)); }

}  // namespace

const GraphFormat json_format{
    "json",
    "JSON",
    "node-link data, networkx adjacency, Cytoscape or RapidChiplet: {\"nodes\": [..], \"links\": [..]}",
    ".json",
    begins_as_json,
    read_json};

}  // namespace wafernet::graph_formats
