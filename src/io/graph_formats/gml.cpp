// GML (Himsolt, GML: A portable graph file format): pairs of a key and a value, which is a number, a "string" or a [
// list ]. Unknown keys are of no effect, wherever they stand. Labels are the names where all nodes have one and no two
// are alike, else ids are.
#include <algorithm>
#include <map>
#include <optional>

#include "registry.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet::graph_formats {

namespace {

struct Token {
    enum class Kind : std::uint8_t { key, number, text, open, close, done };
    Kind kind = Kind::done;
    std::string text;
    std::size_t at = 0;
};

class Tokens {
public:
    explicit Tokens(const Source& source) : text_(source.text) {}

    // Nothing where a string does not end.
    std::optional<Token> next() {
        skip();
        Token token;
        token.at = at_;
        if (at_ == text_.size()) return token;
        const char c = text_[at_];
        if (c == '[' || c == ']') {
            token.kind = c == '[' ? Token::Kind::open : Token::Kind::close;
            token.text = text_[at_++];
        } else if (c == '"') {
            const std::size_t end = text_.find('"', at_ + 1);
            if (end == std::string_view::npos) return std::nullopt;
            token.kind = Token::Kind::text;
            token.text = unescaped(text_.substr(at_ + 1, end - at_ - 1));
            at_ = end + 1;
        } else {
            const std::size_t end = std::min(text_.find_first_of(" \t\r\n[]\"", at_), text_.size());
            token.text = std::string(text_.substr(at_, end - at_));
            token.kind = is_number(token.text) ? Token::Kind::number : Token::Kind::key;
            at_ = end;
        }
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
    static std::string unescaped(std::string_view text) {
        std::string out;
        for (std::size_t i = 0; i < text.size(); ++i) {
            const std::size_t end = text[i] == '&' ? text.find(';', i) : std::string_view::npos;
            const std::string one = end == std::string_view::npos ? "" : any_entity(text.substr(i + 1, end - i - 1));
            if (one.empty()) out += text[i];
            else out += one, i = end;
        }
        return out;
    }
    // Of &uuml; and &#XFC; as well as of those in XML: networkx writes all that is not ASCII so.
    static std::string any_entity(std::string_view name) {
        static constexpr std::string_view latin[] = {
            "nbsp",   "iexcl",  "cent",   "pound",  "curren", "yen",    "brvbar", "sect",   "uml",    "copy",
            "ordf",   "laquo",  "not",    "shy",    "reg",    "macr",   "deg",    "plusmn", "sup2",   "sup3",
            "acute",  "micro",  "para",   "middot", "cedil",  "sup1",   "ordm",   "raquo",  "frac14", "frac12",
            "frac34", "iquest", "Agrave", "Aacute", "Acirc",  "Atilde", "Auml",   "Aring",  "AElig",  "Ccedil",
            "Egrave", "Eacute", "Ecirc",  "Euml",   "Igrave", "Iacute", "Icirc",  "Iuml",   "ETH",    "Ntilde",
            "Ograve", "Oacute", "Ocirc",  "Otilde", "Ouml",   "times",  "Oslash", "Ugrave", "Uacute", "Ucirc",
            "Uuml",   "Yacute", "THORN",  "szlig",  "agrave", "aacute", "acirc",  "atilde", "auml",   "aring",
            "aelig",  "ccedil", "egrave", "eacute", "ecirc",  "euml",   "igrave", "iacute", "icirc",  "iuml",
            "eth",    "ntilde", "ograve", "oacute", "ocirc",  "otilde", "ouml",   "divide", "oslash", "ugrave",
            "uacute", "ucirc",  "uuml",   "yacute", "thorn",  "yuml"};
        constexpr std::uint32_t first_latin = 160;
        if (const auto* found = std::find(std::begin(latin), std::end(latin), name); found != std::end(latin))
            return utf8(first_latin + static_cast<std::uint32_t>(found - std::begin(latin)));
        return name.starts_with("#X") ? entity("#x" + std::string(name.substr(2))) : entity(name);
    }
    std::string_view text_;
    std::size_t at_ = 0;
    bool value_ = false;  // a key stands before it
};

struct NodeEntry {
    std::optional<std::string> id;
    std::optional<std::string> label;
};
struct EdgeEntry {
    std::string a, b;
    RawLink link;
    LatencyText latency;
};

class Reader {
public:
    Reader(const Source& source, const GraphFileOptions& options)
        : source_(source), tokens_(source), latency_(source, options) {}

    RawGraph run() {
        list(0, Scope::top);
        if (!graph_seen_) throw InputError(shown(source_.path) + ": found no 'graph [', need one");
        name_nodes();
        for (EdgeEntry& e : edges_) {
            for (const auto* id : {&e.a, &e.b}) {
                if (!position_.contains(*id)) fail_at(source_, e.link.at, *id, "the id of a node");
            }
            e.link.a = position_.at(e.a);
            e.link.b = position_.at(e.b);
            latency_.set(e.latency, e.link);
            graph_.links.push_back(e.link);
        }
        latency_.finish(graph_);
        return std::move(graph_);
    }

private:
    enum class Scope : std::uint8_t { top, graph, node, edge, other };

    Place place(const Token& token) const { return place_of(source_, token.at); }
    Token next() {
        auto token = tokens_.next();
        if (!token)
            fail(source_, place_of(source_, source_.text.size()),
                 "found the end of the file in a string, need its closing \"");
        return *std::move(token);
    }

    // The pairs up to the closing bracket, or up to the end of the file.
    void list(int depth, Scope scope) {
        constexpr int deepest = 100;
        while (true) {
            const Token key = next();
            if (key.kind == Token::Kind::done) {
                if (scope == Scope::top) return;
                fail(source_, place(key), "found the end of the file, need ']'");
            }
            if (key.kind == Token::Kind::close && scope != Scope::top) return;
            if (key.kind != Token::Kind::key) fail_at(source_, place(key), key.text, "a key");
            const Token value = next();
            if (value.kind == Token::Kind::done)
                fail(source_, place(value), "found the end of the file, need the value of " + shown(key.text));
            const std::string name = lower(key.text);
            if (value.kind == Token::Kind::open) {
                if (depth == deepest)
                    fail_at(source_, place(value), "[", "lists at most " + std::to_string(deepest) + " deep");
                list(depth + 1, enter(name, key, scope));
            } else if (value.kind == Token::Kind::close) {
                fail_at(source_, place(value), value.text, "the value of " + shown(key.text));
            } else {
                pair(name, value, scope);
            }
        }
    }

    Scope enter(const std::string& name, const Token& key, Scope scope) {
        if (name == "graph" && scope == Scope::top) {
            if (graph_seen_) fail(source_, place(key), "found a second graph, need one a file");
            graph_seen_ = true;
            graph_.direction = Direction::both_ways;
            graph_.says_so = place(key);
            return Scope::graph;
        }
        if (name == "node" && scope == Scope::graph) {
            nodes_.emplace_back();
            return Scope::node;
        }
        if (name == "edge" && scope == Scope::graph) {
            edges_.emplace_back();
            edges_.back().link.at = place(key);
            return Scope::edge;
        }
        return Scope::other;
    }

    void pair(const std::string& name, const Token& value, Scope scope) {
        if (scope == Scope::graph && name == "directed") {
            if (value.text != "0" && value.text != "1") fail_at(source_, place(value), value.text, "directed 0 or 1");
            graph_.direction = value.text == "1" ? Direction::one_way : Direction::both_ways;
            graph_.says_so = place(value);
        } else if (scope == Scope::node && name == "id") {
            nodes_.back().id = without_zeros(value.text);
            if (!ids_.try_emplace(*nodes_.back().id, nodes_.size() - 1).second)
                fail_at(source_, place(value), value.text, "every node once");
        } else if (scope == Scope::node && name == "isgroup" && value.text != "0") {
            fail(source_, place(value),
                 "found a group of nodes, need nodes alone: yEd exports without groups after they are dissolved");
        } else if (scope == Scope::node && name == "label") {
            nodes_.back().label = value.text;
        } else if (scope == Scope::edge && (name == "source" || name == "target")) {
            (name == "source" ? edges_.back().a : edges_.back().b) = without_zeros(value.text);
        } else if (scope == Scope::edge) {
            latency_.read(edges_.back().latency, name, value.text, place(value));
        }
    }

    void name_nodes() {
        std::map<std::string_view, int> labels;
        for (const NodeEntry& n : nodes_) {
            if (!n.id) fail(source_, graph_.says_so, "found a node without an id, need one");
            if (n.label) ++labels[*n.label];
        }
        const bool labelled = labels.size() == nodes_.size() && !labels.contains("");
        if (!labelled && !labels.empty())
            graph_.remarks.emplace_back("labels repeat or are missing, so ids are the names");
        for (const NodeEntry& n : nodes_) position_[*n.id] = graph_.node(labelled ? *n.label : *n.id);
    }

    const Source& source_;
    Tokens tokens_;
    LatencyReader latency_;
    RawGraph graph_;
    std::vector<NodeEntry> nodes_;
    std::vector<EdgeEntry> edges_;
    std::map<std::string, std::size_t> ids_;
    std::map<std::string, std::uint32_t> position_;
    bool graph_seen_ = false;
};

}  // namespace

bool begins_as_gml(const Source& source) {
    Tokens tokens(source);
    for (int pairs = 0; pairs < 20; ++pairs) {
        const auto key = tokens.next();
        if (!key || key->kind != Token::Kind::key) return false;
        const auto value = tokens.next();
        if (!value) return false;
        if (lower(key->text) == "graph") return value->kind == Token::Kind::open;
        const std::string name = lower(key->text);
        if (name != "creator" && name != "version" && name != "comment" && name != "label" &&
            value->kind != Token::Kind::text)
            return false;
    }
    return false;
}

Network read_gml(const Source& source, const GraphFileOptions& options, std::string_view title) {
    return network_of(source, Reader(source, options).run(), options, title);
}

}  // namespace wafernet::graph_formats
