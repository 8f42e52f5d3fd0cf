// GML (Himsolt, GML: A portable graph file format): pairs of a key and a value, which is a number, a "string" or a [
// list ]. Unknown keys are of no effect, wherever they stand. Labels are the names where all nodes have one and no two
// are alike, else ids are.
#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "registry.hpp"

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

class Reader {
public:
    Reader(const Source& source, RawGraph& graph) : tokens_(source), graph_(graph) {}

    void read() {
        list(0, Scope::top);
        if (!graph_seen_) fail("found no 'graph [', need one");
        for (const auto& [a, b, link] : edges_) {
            graph_.links.push_back(link);
            graph_.links.back().a = graph_.position(a, "the id of a node");
            graph_.links.back().b = graph_.position(b, "the id of a node");
        }
        name_nodes();
    }

private:
    enum class Scope : std::uint8_t { top, graph, node, edge, other };
    struct Edge {
        Word source, target;
        RawLink link;
    };

    // The pairs up to the closing bracket, or up to the end of the file.
    void list(int depth, Scope scope) {
        constexpr int deepest = 100;
        while (true) {
            const auto [kind, key] = tokens_.next();
            if (kind == Token::Kind::done && scope == Scope::top) return;
            if (kind == Token::Kind::done) fail(key.at, "found the end of the file, need ']'");
            if (kind == Token::Kind::close && scope != Scope::top) return;
            if (kind != Token::Kind::key) need(key, "a key");
            const auto [what, value] = tokens_.next();
            const std::string name = lower(key.text);
            if (what == Token::Kind::done)
                fail(value.at, "found the end of the file, need the value of " + shown(key.text));
            if (what == Token::Kind::close) need(value, "the value of " + shown(key.text));
            if (what == Token::Kind::open) {
                if (depth == deepest) need(value, fmt::format("lists at most {} deep", deepest));
                const Scope inside = enter(name, key.at, scope);
                list(depth + 1, inside);
                leave(inside);
            } else {
                pair(name, value, scope);
            }
        }
    }

    Scope enter(const std::string& name, Place at, Scope scope) {
        if (name == "graph" && scope == Scope::top) {
            if (graph_seen_) fail(at, "found a second graph, need one a file");
            graph_seen_ = true;
            graph_.direction = Direction::both_ways;
            graph_.says_so = at;
            return Scope::graph;
        }
        if (scope != Scope::graph || (name != "node" && name != "edge")) return Scope::other;
        id_ = label_ = Word{};
        edge_ = Edge{{"", at}, {"", at}, {}};
        edge_.link.at = at;
        attributes_ = {};
        return name == "node" ? Scope::node : Scope::edge;
    }

    void leave(Scope scope) {
        if (scope == Scope::node) {
            if (id_.text.empty()) fail(graph_.says_so, "found a node without an id, need one");
            graph_.add(id_);
            labels_.push_back(label_.text);
        } else if (scope == Scope::edge) {
            graph_.attributes.set(attributes_, edge_.link);
            edges_.push_back(edge_);
        }
    }

    void pair(const std::string& name, const Word& value, Scope scope) {
        const Word id{std::string(without_zeros(value.text)), value.at};
        if (scope == Scope::graph && name == "directed") {
            if (value.text != "0" && value.text != "1") need(value, "directed 0 or 1");
            graph_.direction = value.text == "1" ? Direction::one_way : Direction::both_ways;
            graph_.says_so = value.at;
        } else if (scope == Scope::node && name == "id") {
            id_ = id;
        } else if (scope == Scope::node && name == "isgroup" && value.text != "0") {
            fail(value.at,
                 "found a group of nodes, need nodes alone: yEd exports without groups after they are dissolved");
        } else if (scope == Scope::node && name == "label") {
            label_ = value;
        } else if (scope == Scope::edge && (name == "source" || name == "target")) {
            (name == "source" ? edge_.source : edge_.target).text = id.text;
        } else if (scope == Scope::edge) {
            graph_.attributes.read(attributes_, name, value);
        }
    }

    void name_nodes() {
        const std::set<std::string_view> different(labels_.begin(), labels_.end());
        if (different.size() == labels_.size() && !different.contains("")) graph_.rename(std::move(labels_));
        else if (different != std::set<std::string_view>{""})
            graph_.remarks.emplace_back("labels repeat or are missing, so ids are the names");
    }

    Tokens tokens_;
    RawGraph& graph_;
    Word id_, label_;  // of the node that is read
    Edge edge_;        // that is read
    Attributes attributes_;
    std::vector<Edge> edges_;
    std::vector<std::string> labels_;
    bool graph_seen_ = false;
};

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

void read_gml(const Source& source, RawGraph& graph) { Reader(source, graph).read(); }

}  // namespace

const GraphFormat gml_format{"gml",  "GML",         "graph [ node [ id 0 ] edge [ source 0 target 1 ] ]",
                             ".gml", begins_as_gml, read_gml};

}  // namespace wafernet::graph_formats
