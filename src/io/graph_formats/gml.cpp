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

struct Token {
    enum class Kind : std::uint8_t { key, number, text, open, close, done };
    Kind kind = Kind::done;
    Word word{};
};

class Tokens {
public:
    explicit Tokens(const Source& source) : source_(source), text_(source.text) {}

    // Throws where a string does not end.
    Token next() {
        skip();
        Token token{Token::Kind::done, {"", source_.place(at_)}};
        if (at_ == text_.size()) return token;
        const char c = text_[at_];
        std::size_t end = at_ + 1;
        if (c == '[' || c == ']') {
            token.kind = c == '[' ? Token::Kind::open : Token::Kind::close;
            token.word.text = c;
        } else if (c == '"') {
            end = text_.find('"', at_ + 1) + 1;
            if (end == 0)
                fail(source_.place(text_.size()), "found the end of the file in a string, need its closing \"");
            token.kind = Token::Kind::text;
            std::string_view unknown;
            token.word.text = without_entities(text_.substr(at_ + 1, end - at_ - 2), unknown);
        } else {
            end = std::min(text_.find_first_of(" \t\n[]\"", at_), text_.size());
            token.word.text = text_.substr(at_, end - at_);
            token.kind = is_number(token.word.text) ? Token::Kind::number : Token::Kind::key;
        }
        at_ = end;
        value_ = token.kind == Token::Kind::key && !value_;
        return token;
    }

private:
    // A # begins a comment where a key may stand, or at the beginning of a line.
    void skip() {
        while (at_ < text_.size()) {
            const char c = text_[at_];
            const bool fresh = at_ == 0 || text_[at_ - 1] == '\n';
            if (c == ' ' || c == '\t' || c == '\n') ++at_;
            else if (c == '#' && (fresh || !value_)) at_ = std::min(text_.find('\n', at_), text_.size());
            else break;
        }
    }

    const Source& source_;
    std::string_view text_;
    std::size_t at_ = 0;
    bool value_ = false;  // a key stands before it
};

// The pairs up to the closing bracket, or up to the end of the file; keys in lower case.
Value pairs_of(Tokens& tokens, int depth) {
    constexpr int deepest = 100;
    Value all;
    all.kind = Value::Kind::object;
    while (true) {
        const auto [kind, key] = tokens.next();
        if (kind == Token::Kind::done && depth == 0) return all;
        if (kind == Token::Kind::done) fail(key.at, "found the end of the file, need ']'");
        if (kind == Token::Kind::close && depth > 0) return all;
        if (kind != Token::Kind::key) need(key, "a key");
        const auto [what, value] = tokens.next();
        if (what == Token::Kind::done)
            fail(value.at, "found the end of the file, need the value of " + shown(key.text));
        if (what == Token::Kind::close) need(value, "the value of " + shown(key.text));
        if (what == Token::Kind::open && depth == deepest) need(value, fmt::format("lists at most {} deep", deepest));
        all.keys.push_back(lower(key.text));
        all.items.push_back(what == Token::Kind::open ? pairs_of(tokens, depth + 1)
                                                      : Value{Value::Kind::text, value.text, {}, {}, value.at});
        if (what == Token::Kind::open) all.items.back().at = key.at;
    }
}

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
    Tokens tokens(source);
    const Value file = pairs_of(tokens, 0);
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
    Tokens tokens(source);
    try {
        for (int pairs = 0; pairs < 20; ++pairs) {
            const Token key = tokens.next(), value = tokens.next();
            const std::string name = lower(key.word.text);
            if (key.kind != Token::Kind::key) return false;
            if (name == "graph") return value.kind == Token::Kind::open;
            if (!one_of(name, {"creator", "version", "comment", "label"}) && value.kind != Token::Kind::text)
                return false;
        }
    } catch (const Complaint&) {
    }
    return false;
}

}  // namespace

const GraphFormat gml_format{"gml",  "GML",         "graph [ node [ id 0 ] edge [ source 0 target 1 ] ]",
                             ".gml", begins_as_gml, read_gml};

}  // namespace wafernet::graph_formats
