// DOT (graphviz.org/doc/info/lang.html). Boost.Graph's reader would leave out where something stood, and keeps nodes in
// the order of their names as bytes; this one says line and column.
#include <algorithm>
#include <map>

#include "dot_tokens.hpp"
#include "registry.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet::graph_formats {

namespace {

using Nodes = std::vector<std::uint32_t>;

class Reader {
public:
    Reader(const Source& source, const GraphFileOptions& options)
        : source_(source), tokens_(source), latency_(source, options) {
        advance();
    }

    RawGraph run() {
        strict_ = keyword("strict");
        if (strict_) advance();
        if (!keyword("graph") && !keyword("digraph")) need("graph or digraph");
        directed_ = keyword("digraph");
        graph_.direction = directed_ ? Direction::one_way : Direction::both_ways;
        graph_.says_so = place_of(source_, token_.at);
        advance();
        if (token_.kind == DotToken::Kind::id) advance();
        expect("{");
        statements(0, {});
        if (token_.kind != DotToken::Kind::done) need("the end of the file after the graph");
        latency_.finish(graph_);
        if (drawn_) graph_.remarks.emplace_back("'dir' is of the picture and not read");
        return std::move(graph_);
    }

private:
    using Defaults = LatencyText;  // the latency that "edge [..]" gives to what follows

    [[noreturn]] void need(const std::string& what) const {
        const Place at = place_of(source_, token_.at);
        if (token_.kind == DotToken::Kind::done) fail(source_, at, "found the end of the file, need " + what);
        fail_at(source_, at, token_.text, what);
    }
    void advance() { token_ = tokens_.next(); }
    [[nodiscard]] bool mark(std::string_view text) const {
        return token_.kind == DotToken::Kind::mark && token_.text == text;
    }
    [[nodiscard]] bool keyword(std::string_view word) const {
        return token_.kind == DotToken::Kind::id && !token_.quoted && lower(token_.text) == word;
    }
    void expect(std::string_view text) {
        if (!mark(text)) need("'" + std::string(text) + "'");
        advance();
    }

    // What stands in braces; the nodes in it.
    Nodes statements(int depth, Defaults defaults) {
        constexpr int deepest = 100;
        if (depth > deepest) need("subgraphs at most " + std::to_string(deepest) + " deep");
        Nodes inside;
        while (!mark("}")) {
            if (mark(";")) {
                advance();
                continue;
            }
            const Nodes some = statement(depth, defaults);
            inside.insert(inside.end(), some.begin(), some.end());
        }
        advance();
        std::sort(inside.begin(), inside.end());
        inside.erase(std::unique(inside.begin(), inside.end()), inside.end());
        return inside;
    }

    Nodes statement(int depth, Defaults& defaults) {
        if (keyword("node") || keyword("edge") || keyword("graph")) {
            const bool edges = keyword("edge");
            advance();
            LatencyText said = attributes();
            if (!edges) return {};
            latency_.fill_in(said, defaults);
            defaults = std::move(said);
            return {};
        }
        bool alone = false;  // a single ID
        Nodes ends = operand(depth, defaults, alone);
        if (alone && mark("=")) {  // an attribute of the graph; its name was no node
            advance();
            if (token_.kind != DotToken::Kind::id) need("a value");
            advance();
            return {};
        }
        if (alone) ends = {node()};
        std::vector<std::pair<Nodes, std::size_t>> chain{{ends, token_.at}};
        while (mark("--") || mark("->")) {
            if (mark("->") != directed_) need(directed_ ? "-> in a digraph" : "-- in a graph");
            advance();
            const std::size_t at = token_.at;
            Nodes more = operand(depth, defaults, alone);
            if (alone) more = {node()};
            chain.emplace_back(std::move(more), at);
        }
        LatencyText text = attributes();
        latency_.fill_in(text, defaults);
        RawLink said;
        latency_.set(text, said);
        Nodes inside = chain[0].first;
        for (std::size_t i = 1; i < chain.size(); ++i) {
            for (const std::uint32_t a : chain[i - 1].first) {
                for (const std::uint32_t b : chain[i].first) link(a, b, chain[i].second, said);
            }
            inside.insert(inside.end(), chain[i].first.begin(), chain[i].first.end());
        }
        return inside;
    }

    // A node, whose name is kept in id_, or a subgraph.
    Nodes operand(int depth, const Defaults& defaults, bool& alone) {
        alone = false;
        if (keyword("subgraph")) {
            advance();
            if (token_.kind == DotToken::Kind::id) advance();
            expect("{");
            return statements(depth + 1, defaults);
        }
        if (mark("{")) {
            advance();
            return statements(depth + 1, defaults);
        }
        if (token_.kind != DotToken::Kind::id) need("a node, a subgraph or '}'");
        if (!token_.quoted &&
            (keyword("node") || keyword("edge") || keyword("graph") || keyword("digraph") || keyword("strict")))
            need("a node, this is a keyword");
        id_ = token_.text;
        advance();
        alone = true;
        return {};
    }
    // The node of id_; a port after it is of no effect.
    std::uint32_t node() {
        for (int parts = 0; parts < 2 && mark(":"); ++parts) {
            advance();
            if (token_.kind != DotToken::Kind::id) need("a port");
            advance();
        }
        return graph_.node(id_);
    }

    // All [..] that follow; the latency in them.
    LatencyText attributes() {
        LatencyText latency;
        while (mark("[")) {
            advance();
            while (!mark("]")) {
                if (token_.kind != DotToken::Kind::id) need("an attribute or ']'");
                const std::string name = token_.text;
                advance();
                if (mark("=")) {
                    advance();
                    if (token_.kind != DotToken::Kind::id) need("a value");
                    latency_.read(latency, name, token_.text, place_of(source_, token_.at));
                    drawn_ = drawn_ || (lower(name) == "dir" && lower(token_.text) != "forward");
                    advance();
                }
                if (mark(";") || mark(",")) advance();
            }
            advance();
        }
        return latency;
    }

    void link(std::uint32_t a, std::uint32_t b, std::size_t at, const RawLink& said) {
        constexpr std::size_t most = 10'000'000;
        if (graph_.links.size() == most)
            fail(source_, place_of(source_, at), "found more than " + std::to_string(most) + " links, need fewer");
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
        graph_.links.push_back(
            {a, b, place_of(source_, at), said.latency, no_latency, false, said.bits, said.back_bits});
    }

    const Source& source_;
    DotTokens tokens_;
    DotToken token_;
    LatencyReader latency_;
    RawGraph graph_;
    std::string id_;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> seen_;  // the links of a strict graph, by their ends
    bool strict_ = false, directed_ = false, drawn_ = false;
};

}  // namespace

bool begins_as_dot(const Source& source) {
    try {
        DotTokens tokens(source);
        DotToken token = tokens.next();
        const auto is = [&](std::string_view word) {
            return token.kind == DotToken::Kind::id && !token.quoted && lower(token.text) == word;
        };
        if (is("strict")) token = tokens.next();
        if (!is("graph") && !is("digraph")) return false;
        token = tokens.next();
        if (token.kind == DotToken::Kind::id) token = tokens.next();
        return token.kind == DotToken::Kind::mark && token.text == "{";
    } catch (const InputError&) {
        return false;  // another format
    }
}

Network read_dot(const Source& source, const GraphFileOptions& options, std::string_view title) {
    return network_of(source, Reader(source, options).run(), options, title);
}

}  // namespace wafernet::graph_formats
