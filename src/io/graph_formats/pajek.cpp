// Pajek networks (reference manual, sec. 5.3): *Vertices n, then *Edges (both ways), *Arcs (one way), their lists, or a
// *Matrix.
#include <map>
#include <set>

#include <fmt/format.h>

#include "registry.hpp"

namespace wafernet::graph_formats {

namespace {

class Reader {
public:
    explicit Reader(RawGraph& graph) : graph_(graph) {}

    void read(const Source& source) {
        for (const Line& line : words_of_lines(source, {.comments = false})) {
            if (line[0].text.starts_with('%') && !line[0].quoted) continue;
            if (line[0].text.starts_with('*') && !line[0].quoted) begin(line);
            else use(line);
        }
        if (nodes_ == 0) fail("found no *Vertices, need their number");
        if (section_ == "*matrix" && row_ != rows_)
            fail(fmt::format("found {} rows of the matrix, need {}", row_, rows_));
        name_nodes();
        graph_.direction = arcs_ && edges_ ? Direction::each : arcs_ ? Direction::one_way : Direction::both_ways;
    }

private:
    void begin(const Line& line) {
        section_ = lower(line[0].text);
        const bool list = one_of(section_, {"*arcslist", "*edgeslist"}), matrix = section_ == "*matrix";
        if (!list && !matrix && !one_of(section_, {"*network", "*vertices", "*arcs", "*edges"}))
            need(line[0], "*Vertices, *Edges, *Arcs, *Edgeslist, *Arcslist or *Matrix");
        if (section_ == "*vertices") {
            if (nodes_ > 0) need(line[0], "*Vertices once");
            if (line.size() < 2) need(line[0], "the number of vertices after it");
            count_ = line[1];
            nodes_ = rows_ = whole_number(line[1], 1, most, "a number of vertices");
            // Two modes: the first so many are the rows of a matrix, the others its columns.
            if (line.size() > 2) rows_ = whole_number(line[2], 1, nodes_, "a number of vertices of one mode");
            return;
        }
        if (section_ == "*network") return;
        if (nodes_ == 0) need(line[0], "*Vertices before it");
        one_way_ = section_.starts_with("*arcs") || (matrix && rows_ == nodes_);
        arcs_ = arcs_ || one_way_;
        edges_ = edges_ || section_.starts_with("*edges");
        if (arcs_) graph_.says_so = line[0].at;
    }

    void use(const Line& line) {
        if (nodes_ == 0) need(line[0], "*Vertices first");
        if (section_ == "*vertices") {
            if (!labels_.try_emplace(number(line[0]), line[line.size() > 1 ? 1 : 0].text).second)
                need(line[0], "every vertex once");
        } else if (section_ == "*matrix") {
            row(line);
        } else if (one_of(section_, {"*arcs", "*edges"})) {
            if (line.size() < 2) need(line[0], "two vertices a line");
            RawLink& link = add(number(line[0]), number(line[1]), line[1].at);
            if (line.size() > 2 && is_number(line[2].text)) graph_.attributes.weigh(line[2], link);
        } else {
            if (line.size() < 2) need(line[0], "a vertex and its neighbours");
            for (std::size_t i = 1; i < line.size(); ++i) add(number(line[0]), number(line[i]), line[i].at);
        }
    }

    std::uint32_t number(const Word& word) { return whole_number(word, 1, nodes_, "a vertex") - 1; }
    RawLink& add(std::uint32_t a, std::uint32_t b, Place at) {
        return graph_.links.emplace_back(RawLink{a, b, at, no_latency, no_latency, one_way_});
    }
    void row(const Line& line) {
        const std::uint32_t skipped = rows_ < nodes_ ? rows_ : 0, columns = nodes_ - skipped;
        if (row_ == rows_ || line.size() != columns)
            need(line[0], fmt::format("{} rows of {} numbers", rows_, columns));
        for (std::uint32_t to = 0; to < columns; ++to) {
            if (!is_number(line[to].text)) need(line[to], "a number");
            if (!is_zero(line[to].text)) add(row_, skipped + to, line[to].at);
        }
        ++row_;
    }

    // Labels are names where no two are alike, else numbers are.
    void name_nodes() {
        std::set<std::string_view> different;
        for (const auto& [v, label] : labels_) different.insert(label);
        if (different.size() == nodes_ && !different.contains("")) {
            for (const auto& [v, label] : labels_) graph_.node(label);
            return;
        }
        graph_.add_numbered(count_, 1, nodes_, graph_.links.size());
        if (different.size() < labels_.size()) graph_.remarks.emplace_back("labels repeat, so numbers are the names");
    }

    RawGraph& graph_;
    std::string section_;
    std::uint32_t nodes_ = 0, rows_ = 0, row_ = 0;  // rows_ of a matrix
    Word count_;
    std::map<std::uint32_t, std::string> labels_;
    bool one_way_ = false;  // in this section
    bool arcs_ = false, edges_ = false;
};

bool begins_as_pajek(const Source& source) {
    for (std::size_t number = 1; number <= source.starts.size(); ++number) {
        const Line words = bare_words(source, number);
        if (!words.empty() && words[0].text[0] != '%') return one_of(lower(words[0].text), {"*vertices", "*network"});
    }
    return false;
}

void read_pajek(const Source& source, RawGraph& graph) { Reader(graph).read(source); }

}  // namespace

const GraphFormat pajek_format{"pajek", "Pajek",         "*Vertices n, then *Edges or *Arcs",
                               ".paj",  begins_as_pajek, read_pajek};

}  // namespace wafernet::graph_formats
