// DOT (graphviz.org/doc/info/lang.html). Boost.Graph's reader would leave out where something stood, and keeps nodes in
// the order of their names as bytes; this one says line and column.
#include <algorithm>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "registry.hpp"

namespace wafernet::graph_formats {

namespace {

bool digit(char c) { return c >= '0' && c <= '9'; }
bool letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

struct Token {
    enum class Kind : std::uint8_t { id, quoted, mark, done };  // quoted, or HTML: no keyword
    Kind kind = Kind::done;
    std::string text;
    Place at;

    [[nodiscard]] bool name() const { return kind == Kind::id || kind == Kind::quoted; }
    [[nodiscard]] bool mark(std::string_view what) const { return kind == Kind::mark && text == what; }
    [[nodiscard]] bool keyword(std::string_view word) const { return kind == Kind::id && lower(text) == word; }
    [[nodiscard]] Word word() const { return {text, at}; }
};

class Tokens {
public:
    explicit Tokens(const Source& source) : source_(source), text_(source.text) {}

    // Throws for a character that begins no token, and for what does not end.
    Token next() {
        skip();
        Token token{Token::Kind::done, "", here()};
        if (at_ == text_.size()) return token;
        token.kind = Token::Kind::id;
        const char c = look();
        if (c == '"') {
            token.kind = Token::Kind::quoted;
            token.text = quoted();
            for (skip(); look() == '+'; skip()) {  // "a" + "b"
                ++at_;
                skip();
                if (look() != '"') fail(here(), "found no string after '+', need one");
                token.text += quoted();
            }
        } else if (c == '<') {
            token.kind = Token::Kind::quoted;
            token.text = html();
        } else if (letter(c)) {
            while (letter(look()) || digit(look())) token.text += text_[at_++];
        } else if (c == '-' && (look(1) == '-' || look(1) == '>')) {
            token.kind = Token::Kind::mark;
            token.text = text_.substr(at_, 2);
            at_ += 2;
        } else if (digit(c) || c == '.' || c == '-') {
            number(token);
        } else {
            token.kind = Token::Kind::mark;
            token.text = c;
            if (std::string_view("{}[]=;,:").find(c) == std::string_view::npos) need_token(token);
            ++at_;
        }
        return token;
    }

private:
    [[nodiscard]] Place here() const { return source_.place(at_); }
    [[nodiscard]] char look(std::size_t ahead = 0) const {
        return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
    }
    [[noreturn]] static void need_token(const Token& token) { need(token.word(), "a name, a number or a mark of DOT"); }

    // Blanks, // and /* */ comments, and lines that begin with #.
    void skip() {
        while (at_ < text_.size()) {
            const char c = look();
            if (c == ' ' || c == '\t' || c == '\n') {
                ++at_;
            } else if ((c == '/' && look(1) == '/') || (c == '#' && (at_ == 0 || text_[at_ - 1] == '\n'))) {
                at_ = std::min(text_.find('\n', at_), text_.size());
            } else if (c == '/' && look(1) == '*') {
                const std::size_t end = text_.find("*/", at_ + 2);
                if (end == std::string_view::npos) fail(here(), "found a comment that does not end, need */");
                at_ = end + 2;
            } else {
                return;
            }
        }
    }

    std::string quoted() {
        const Place begin = here();
        std::string out;
        for (++at_; at_ < text_.size(); ++at_) {
            if (look() == '\\' && (look(1) == '"' || look(1) == '\n')) {
                if (text_[++at_] == '"') out += '"';
            } else if (look() == '"') {
                ++at_;
                return out;
            } else {
                out += look();
            }
        }
        fail(begin, "found a quote that does not end, need another \"");
    }

    std::string html() {
        const std::size_t begin = at_;
        int depth = 0;
        for (; at_ < text_.size(); ++at_) {
            if (look() == '<') ++depth;
            if (look() == '>' && --depth == 0) return std::string(text_.substr(begin, ++at_ - begin));
        }
        fail(source_.place(begin), "found '<' that does not end, need '>'");
    }

    void number(Token& token) {
        const std::size_t begin = at_;
        if (look() == '-') ++at_;
        while (digit(look())) ++at_;
        if (look() == '.') ++at_;
        while (digit(look())) ++at_;
        token.text = text_.substr(begin, at_ - begin);
        if (token.text.find_first_of("0123456789") == std::string::npos) need_token(token);
        if (!letter(look()) && look() != '.') return;
        // 10ge or 10.0.0.1: DOT would make two names of it
        token.text = text_.substr(begin, text_.find_first_of(" \t\n{}[]=;,:\"", at_) - begin);
        need(token.word(), "quotes around a name that begins like a number");
    }

    const Source& source_;
    std::string_view text_;
    std::size_t at_ = 0;
};

using Nodes = std::vector<std::uint32_t>;

class Reader {
public:
    Reader(const Source& source, RawGraph& graph) : tokens_(source), graph_(graph) { advance(); }

    // strict digraph G, up to its brace.
    void head() {
        strict_ = token_.keyword("strict");
        if (strict_) advance();
        if (!token_.keyword("graph") && !token_.keyword("digraph")) need_token("graph or digraph");
        directed_ = token_.keyword("digraph");
        graph_.direction = directed_ ? Direction::one_way : Direction::both_ways;
        graph_.says_so = token_.at;
        advance();
        if (token_.name()) advance();
        if (!token_.mark("{")) need_token("'{'");
    }

    void read() {
        head();
        advance();
        statements(0, {});
        if (token_.kind != Token::Kind::done) need_token("the end of the file after the graph");
        if (drawn_) graph_.remarks.emplace_back("'dir' is of the picture and not read");
    }

private:
    [[noreturn]] void need_token(const std::string& what) const {
        if (token_.kind == Token::Kind::done) fail(token_.at, "found the end of the file, need " + what);
        need(token_.word(), what);
    }
    void advance() { token_ = tokens_.next(); }
    // Whether the mark stands here, which is passed then.
    bool take(std::string_view mark) {
        const bool there = token_.mark(mark);
        if (there) advance();
        return there;
    }
    void need_name(const std::string& what) const {
        if (!token_.name()) need_token(what);
    }

    // What stands in braces; the nodes in it. `defaults` is what "edge [..]" gives to the links that follow.
    Nodes statements(int depth, Attributes defaults) {
        constexpr int deepest = 100;
        if (depth > deepest) need_token(fmt::format("subgraphs at most {} deep", deepest));
        Nodes inside;
        while (!take("}")) {
            if (take(";")) continue;
            const Nodes some = statement(depth, defaults);
            inside.insert(inside.end(), some.begin(), some.end());
        }
        std::sort(inside.begin(), inside.end());
        inside.erase(std::unique(inside.begin(), inside.end()), inside.end());
        return inside;
    }

    Nodes statement(int depth, Attributes& defaults) {
        if (token_.keyword("node") || token_.keyword("edge") || token_.keyword("graph")) {
            const bool edges = token_.keyword("edge");
            advance();
            Attributes said = attributes();
            fill_in(said, defaults);
            if (edges) defaults = std::move(said);
            return {};
        }
        const std::optional<Nodes> first = operand(depth, defaults, true);
        if (!first) return {};
        std::vector<std::pair<Nodes, Place>> chain{{*first, {}}};
        while (token_.mark("--") || token_.mark("->")) {
            if (token_.mark("->") != directed_) need_token(directed_ ? "-> in a digraph" : "-- in a graph");
            advance();
            const Place at = token_.at;
            chain.emplace_back(*operand(depth, defaults, false), at);
        }
        Attributes said = attributes();
        fill_in(said, defaults);
        RawLink link;
        graph_.attributes.set(said, link);
        Nodes inside = *first;
        for (std::size_t i = 1; i < chain.size(); ++i) {
            link.at = chain[i].second;
            for (const std::uint32_t a : chain[i - 1].first) {
                for (const std::uint32_t b : chain[i].first) add(a, b, link);
            }
            inside.insert(inside.end(), chain[i].first.begin(), chain[i].first.end());
        }
        return inside;
    }

    // A node or a subgraph; nothing where it is an attribute of the graph, rankdir=LR, as may stand `first`.
    std::optional<Nodes> operand(int depth, const Attributes& defaults, bool first) {
        const bool subgraph = token_.keyword("subgraph");
        if (subgraph) advance();
        if (subgraph && token_.name()) advance();
        if (take("{")) return statements(depth + 1, defaults);
        if (subgraph) need_token("'{'");
        need_name("a node, a subgraph or '}'");
        if (token_.kind == Token::Kind::id &&
            one_of(lower(token_.text), {"node", "edge", "graph", "digraph", "strict"}))
            need_token("a node, this is a keyword");
        const std::string id = token_.text;
        advance();
        if (first && take("=")) {
            need_name("a value");
            advance();
            return std::nullopt;
        }
        for (int ports = 0; ports < 2 && take(":"); ++ports) {  // of no effect
            need_name("a port");
            advance();
        }
        return Nodes{graph_.node(id)};
    }

    // All [..] that follow.
    Attributes attributes() {
        Attributes all;
        while (take("[")) {
            while (!take("]")) {
                need_name("an attribute or ']'");
                const std::string name = token_.text;
                advance();
                if (take("=")) {
                    need_name("a value");
                    graph_.attributes.read(all, name, token_.word());
                    drawn_ = drawn_ || (lower(name) == "dir" && lower(token_.text) != "forward");
                    advance();
                }
                if (!take(";")) take(",");
            }
        }
        return all;
    }

    void add(std::uint32_t a, std::uint32_t b, const RawLink& said) {
        constexpr std::size_t most_links = 10'000'000;
        if (graph_.links.size() == most_links)
            fail(said.at, fmt::format("found more than {} links, need fewer", most_links));
        if (strict_) {
            const auto ends = directed_ ? std::pair(a, b) : std::pair(std::min(a, b), std::max(a, b));
            const auto [seen, fresh] = seen_.try_emplace(ends, graph_.links.size());
            if (!fresh) {  // one link, to which later attributes go
                RawLink& one = graph_.links[seen->second];
                if (said.latency != no_latency) one.latency = said.latency;
                if (said.bits != 0) one.bits = one.back_bits = said.bits;
                return;
            }
        }
        graph_.links.push_back(said);
        graph_.links.back().a = a;
        graph_.links.back().b = b;
    }

    Tokens tokens_;
    Token token_;
    RawGraph& graph_;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> seen_;  // the links of a strict graph, by their ends
    bool strict_ = false, directed_ = false, drawn_ = false;
};

bool begins_as_dot(const Source& source) {
    const GraphFileOptions none;
    RawGraph graph(none);
    try {
        Reader(source, graph).head();
        return true;
    } catch (const Complaint&) {
        return false;  // another format
    }
}

void read_dot(const Source& source, RawGraph& graph) { Reader(source, graph).read(); }

}  // namespace

const GraphFormat dot_format{"dot",      "DOT",         "graph { a -- b } or digraph { a -> b }",
                             ".dot .gv", begins_as_dot, read_dot};

}  // namespace wafernet::graph_formats
