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

using Nodes = std::vector<std::uint32_t>;

class Reader {
public:
    Reader(const Source& source, RawGraph& graph) : source_(source), text_(source.text), graph_(graph) { advance(); }

    // strict digraph G, up to its brace.
    void head() {
        strict_ = keyword("strict");
        if (strict_) advance();
        if (!keyword("graph") && !keyword("digraph")) refuse("graph or digraph");
        directed_ = keyword("digraph");
        graph_.direction = directed_ ? Direction::one_way : Direction::both_ways;
        graph_.says_so = word_.at;
        advance();
        if (name()) advance();
        if (!mark("{")) refuse("'{'");
    }

    void read() {
        head();
        advance();
        statements(0, {});
        if (name() || !word_.text.empty()) refuse("the end of the file after the graph");
        if (drawn_) graph_.remarks.emplace_back("'dir' is of the picture and not read");
    }

private:
    [[nodiscard]] Place here() const { return source_.place(at_); }
    [[nodiscard]] char look(std::size_t ahead = 0) const {
        return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
    }

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

    // "a" or "a" + "b".
    std::string quoted() {
        std::string out;
        while (true) {
            const Place begin = here();
            for (++at_; look() != '"'; ++at_) {
                if (at_ >= text_.size()) fail(begin, "found a quote that does not end, need another \"");
                const bool escape = look() == '\\' && (look(1) == '"' || look(1) == '\n');
                if (!escape) out += look();
                else if (text_[++at_] == '"') out += '"';
            }
            ++at_;
            skip();
            if (look() != '+') return out;
            ++at_;
            skip();
            if (look() != '"') fail(here(), "found no string after '+', need one");
        }
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

    void number() {
        const std::size_t begin = at_;
        at_ = std::min(text_.find_first_not_of("0123456789.", begin + 1), text_.size());
        word_.text = text_.substr(begin, at_ - begin);
        if (word_.text.find_first_of("0123456789") == std::string::npos) refuse("a name, a number or a mark of DOT");
        if (!letter(look()) && std::ranges::count(word_.text, '.') <= 1) return;
        // 10ge or 10.0.0.1: DOT would make two names of it
        word_.text = text_.substr(begin, text_.find_first_of(" \t\n{}[]=;,:\"", at_) - begin);
        refuse("quotes around a name that begins like a number");
    }

    // Goes on to the next name, number or mark; nothing at the end of the file. What is quoted or HTML is no keyword.
    void advance() {
        skip();
        const char c = look();
        word_ = Word{"", here(), c == '"' || c == '<'};
        if (c == '"') {
            word_.text = quoted();
        } else if (c == '<') {
            word_.text = html();
        } else if (letter(c)) {
            while (letter(look()) || digit(look())) word_.text += text_[at_++];
        } else if (c == '-' && (look(1) == '-' || look(1) == '>')) {
            word_.text = text_.substr(at_, 2);
            at_ += 2;
        } else if (digit(c) || c == '.' || c == '-') {
            number();
        } else if (at_ < text_.size()) {
            word_.text = text_[at_++];
            if (name()) refuse("a name, a number or a mark of DOT");
        }
    }

    [[noreturn]] void refuse(const std::string& what) const {
        if (word_.text.empty() && !word_.quoted) fail(word_.at, "found the end of the file, need " + what);
        need(word_, what);
    }
    [[nodiscard]] bool mark(std::string_view text) const { return !word_.quoted && word_.text == text; }
    [[nodiscard]] bool name() const {
        return word_.quoted ||
               (!word_.text.empty() && !one_of(word_.text, {"--", "->", "{", "}", "[", "]", "=", ";", ",", ":"}));
    }
    [[nodiscard]] bool keyword(std::string_view word) const { return !word_.quoted && lower(word_.text) == word; }
    // Whether the mark stands here, which is passed then.
    bool take(std::string_view text) {
        const bool there = mark(text);
        if (there) advance();
        return there;
    }
    // The name that must stand here, which is passed.
    Word take_name(const std::string& what) {
        if (!name()) refuse(what);
        Word name = word_;
        advance();
        return name;
    }

    // What stands in braces; the nodes in it. `defaults` is what "edge [..]" gives to the links that follow.
    Nodes statements(int depth, Attributes defaults) {
        constexpr int deepest = 100;
        if (depth > deepest) refuse(fmt::format("subgraphs at most {} deep", deepest));
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
        if (keyword("node") || keyword("edge") || keyword("graph")) {
            const bool edges = keyword("edge");
            advance();
            Attributes said = attributes();
            fill_in(said, defaults);
            if (edges) defaults = std::move(said);
            return {};
        }
        const std::optional<Nodes> first = operand(depth, defaults, true);
        if (!first) return {};
        std::vector<std::pair<Nodes, Place>> chain{{*first, {}}};
        while (mark("--") || mark("->")) {
            if (mark("->") != directed_) refuse(directed_ ? "-> in a digraph" : "-- in a graph");
            advance();
            const Place at = word_.at;
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
        const bool subgraph = keyword("subgraph");
        if (subgraph) advance();
        if (subgraph && name()) advance();
        if (take("{")) return statements(depth + 1, defaults);
        if (subgraph) refuse("'{'");
        if (!word_.quoted && one_of(lower(word_.text), {"node", "edge", "graph", "digraph", "strict"}))
            refuse("a node, this is a keyword");
        const Word id = take_name("a node, a subgraph or '}'");
        if (first && take("=")) {
            take_name("a value");
            return std::nullopt;
        }
        for (int ports = 0; ports < 2 && take(":"); ++ports) take_name("a port");  // of no effect
        return Nodes{graph_.node(id.text)};
    }

    // All [..] that follow.
    Attributes attributes() {
        Attributes all;
        while (take("[")) {
            while (!take("]")) {
                const Word name = take_name("an attribute or ']'");
                if (take("=")) {
                    const Word value = take_name("a value");
                    graph_.attributes.read(all, name.text, value);
                    drawn_ = drawn_ || (lower(name.text) == "dir" && lower(value.text) != "forward");
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

    const Source& source_;
    std::string_view text_;
    std::size_t at_ = 0;
    Word word_;  // the next
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
