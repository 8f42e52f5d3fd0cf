// GML (Himsolt, GML: A portable graph file format): pairs of a key and a value, which is a number, a "string" or a [
// list ]. Unknown keys are of no effect, wherever they stand. Labels are the names where all nodes have one and no two
// are alike, else ids are.
#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "registry.hpp"
#include "value.hpp"

namespace wafernet::graph_formats {

namespace {

class Parser {
public:
    explicit Parser(const Source& source) : source_(source), text_(source.text) {}

    // The pairs up to the end of the file, or up to the closing bracket of a list; keys in lower case.
    Value pairs(int depth = 0) {
        Value all;
        all.kind = Value::Kind::object;
        for (skip(true); depth == 0 ? at_ < text_.size() : look() != ']'; skip(true)) {
            const Word name = key();
            all.keys.push_back(lower(name.text));
            all.items.push_back(value(name, depth));
        }
        return all;
    }

    // Whether "graph [" comes first, or after a few pairs with texts.
    bool begins_with_graph() {
        for (int pair = 0; pair < 20; ++pair) {
            skip(true);
            const Word name = key();
            const bool text = look() == '"', list = look() == '[';
            if (lower(name.text) == "graph") return list;
            if (list || !(text || one_of(lower(name.text), {"creator", "version", "comment", "label"}))) return false;
            value(name, 0);
        }
        return false;
    }

private:
    [[nodiscard]] char look() const { return at_ < text_.size() ? text_[at_] : '\0'; }

    // Blanks and comments: # where a key may stand, or at the beginning of a line.
    void skip(bool key) {
        while (at_ < text_.size()) {
            const char c = text_[at_];
            const bool comment = c == '#' && (key || at_ == 0 || text_[at_ - 1] == '\n');
            if (c == ' ' || c == '\t' || c == '\n') ++at_;
            else if (comment) at_ = std::min(text_.find('\n', at_), text_.size());
            else return;
        }
    }

    // A mark, a "text" or what stands before the next of these.
    Word word() {
        const Place at = source_.place(at_);
        if (at_ == text_.size()) fail(at, "found the end of the file, need ']'");
        const std::size_t begin = at_++;
        if (text_[begin] == '[' || text_[begin] == ']') return {std::string(1, text_[begin]), at};
        if (text_[begin] != '"') {
            at_ = std::min(text_.find_first_of(" \t\n[]\"", at_), text_.size());
            return {std::string(text_.substr(begin, at_ - begin)), at};
        }
        at_ = text_.find('"', at_);
        if (at_ == std::string_view::npos)
            fail(source_.place(text_.size()), "found the end of the file in a string, need its closing \"");
        std::string_view unknown;
        return {without_entities(text_.substr(begin + 1, at_++ - begin - 1), unknown), at, true};
    }

    Word key() {
        Word key = word();
        if (key.quoted || is_number(key.text) || one_of(key.text, {"[", "]"})) need(key, "a key");
        skip(false);
        if (at_ == text_.size())
            fail(source_.place(at_), "found the end of the file, need the value of " + shown(key.text));
        return key;
    }

    Value value(const Word& key, int depth) {
        constexpr int deepest = 100;
        const Word word = this->word();
        if (!word.quoted && word.text == "]") need(word, "the value of " + shown(key.text));
        if (word.quoted || word.text != "[") return {Value::Kind::text, word.text, {}, {}, word.at};
        if (depth == deepest) need(word, fmt::format("lists at most {} deep", deepest));
        Value list = pairs(depth + 1);
        list.at = key.at;
        ++at_;
        return list;
    }

    const Source& source_;
    std::string_view text_;
    std::size_t at_ = 0;
};

// The number or text of a key, or null.
const Value* member(const Value& object, std::string_view key) {
    const Value* const found = object.find(key);
    return found != nullptr && found->is_name() ? found : nullptr;
}

std::vector<const Value*> lists_in(const Value& object, std::string_view key) {
    std::vector<const Value*> out;
    for (std::size_t i = 0; i < object.keys.size(); ++i) {
        if (object.keys[i] == key && !object.items[i].is_name()) out.push_back(&object.items[i]);
    }
    return out;
}

void read_nodes(const Value& top, RawGraph& graph, std::vector<std::string>& labels) {
    for (const Value* node : lists_in(top, "node")) {
        const Value *id = member(*node, "id"), *label = member(*node, "label"), *group = member(*node, "isgroup");
        if (group != nullptr && group->text != "0")
            fail(group->at,
                 "found a group of nodes, need nodes alone: yEd exports without groups after they are dissolved");
        if (id == nullptr) fail(graph.says_so, "found a node without an id, need one");
        graph.add({std::string(without_zeros(id->text)), id->at});
        labels.push_back(label == nullptr ? "" : label->text);
    }
}

void read_edge(const Value& edge, RawGraph& graph) {
    const auto end = [&](std::string_view key) {
        const Value* id = member(edge, key);
        return graph.position({std::string(without_zeros(id == nullptr ? "" : id->text)), edge.at}, "the id of a node");
    };
    RawLink link{end("source"), end("target"), edge.at};
    Attributes said;
    read_attributes(edge, said, graph.attributes);
    graph.attributes.set(said, link);
    graph.links.push_back(link);
}

void read_gml(const Source& source, RawGraph& graph) {
    const Value file = Parser(source).pairs();
    const auto graphs = lists_in(file, "graph");
    if (graphs.empty()) fail("found no 'graph [', need one");
    if (graphs.size() > 1) fail(graphs[1]->at, "found a second graph, need one a file");
    const Value& top = *graphs[0];
    graph.direction = Direction::both_ways;
    graph.says_so = top.at;
    if (const Value* directed = member(top, "directed"); directed != nullptr) {
        if (!one_of(directed->text, {"0", "1"})) need(directed->word(), "directed 0 or 1");
        if (directed->text == "1") graph.direction = Direction::one_way;
        graph.says_so = directed->at;
    }
    std::vector<std::string> labels;
    read_nodes(top, graph, labels);
    for (const Value* edge : lists_in(top, "edge")) read_edge(*edge, graph);
    const std::set<std::string_view> different(labels.begin(), labels.end());
    if (different.size() == labels.size() && !different.contains("")) graph.rename(std::move(labels));
    else if (different != std::set<std::string_view>{""})
        graph.remarks.emplace_back("labels repeat or are missing, so ids are the names");
}

bool begins_as_gml(const Source& source) {
    try {
        return Parser(source).begins_with_graph();
    } catch (const Complaint&) {
        return false;  // another format
    }
}

}  // namespace

const GraphFormat gml_format{"gml",  "GML",         "graph [ node [ id 0 ] edge [ source 0 target 1 ] ]",
                             ".gml", begins_as_gml, read_gml};

}  // namespace wafernet::graph_formats
