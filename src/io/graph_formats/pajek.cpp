// Pajek networks (reference manual, sec. 5.3): *Vertices n, then *Edges (both ways), *Arcs (one way), their lists, or a
// *Matrix.
#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "registry.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet::graph_formats {

namespace {

enum class Section : std::uint8_t { none, vertices, arcs, edges, arcs_list, edges_list, matrix };

std::optional<Section> section_named(std::string_view word) {
    const std::string name = lower(word);
    if (name == "*network") return Section::none;
    if (name == "*vertices") return Section::vertices;
    if (name == "*arcs") return Section::arcs;
    if (name == "*edges") return Section::edges;
    if (name == "*arcslist") return Section::arcs_list;
    if (name == "*edgeslist") return Section::edges_list;
    if (name == "*matrix") return Section::matrix;
    return std::nullopt;
}

class Reader {
public:
    Reader(const Source& source, const GraphFileOptions& options) : source_(source), latency_(source, options) {}

    RawGraph run() {
        for (const Line& line : lines_) {
            if (line[0].text.starts_with('*') && !line[0].quoted) begin(line);
            else use(line);
        }
        if (nodes_ == 0) throw InputError(shown(source_.path) + ": found no *Vertices, need their number");
        if (section_ == Section::matrix && row_ != rows_)
            throw InputError(shown(source_.path) + ": found " + std::to_string(row_) + " rows of the matrix, need " +
                             std::to_string(rows_));
        name_nodes();
        graph_.direction = arcs_ && edges_ ? Direction::each : arcs_ ? Direction::one_way : Direction::both_ways;
        latency_.finish(graph_);
        return std::move(graph_);
    }

private:
    static std::vector<Line> lines_of(const Source& source) {
        std::vector<Line> lines = words_of_lines(source, {Separator::blanks, false});
        std::erase_if(lines, [](const Line& line) { return line[0].text.starts_with('%') && !line[0].quoted; });
        return lines;
    }

    void begin(const Line& line) {
        const auto section = section_named(line[0].text);
        if (!section)
            fail_at(source_, line[0].at, line[0].text, "*Vertices, *Edges, *Arcs, *Edgeslist, *Arcslist or *Matrix");
        section_ = *section;
        if (section_ == Section::vertices) {
            if (nodes_ > 0) fail_at(source_, line[0].at, line[0].text, "*Vertices once");
            if (line.size() < 2) fail_at(source_, line[0].at, line[0].text, "the number of vertices after it");
            count_ = line[1];
            nodes_ = rows_ = whole_number(source_, line[1], 1, 0x7FFFFFFEU, "a number of vertices");
            // Two modes: the first so many are the rows of a matrix, the others its columns.
            if (line.size() > 2) rows_ = whole_number(source_, line[2], 1, nodes_, "a number of vertices of one mode");
            return;
        }
        if (section_ != Section::none && nodes_ == 0) fail_at(source_, line[0].at, line[0].text, "*Vertices before it");
        if (section_ == Section::arcs || section_ == Section::arcs_list ||
            (section_ == Section::matrix && rows_ == nodes_))
            arcs_ = true;
        if (section_ == Section::edges || section_ == Section::edges_list) edges_ = true;
        if (arcs_) graph_.says_so = line[0].at;
    }

    void use(const Line& line) {
        switch (section_) {
            case Section::none:
                fail_at(source_, line[0].at, line[0].text, "*Vertices first");
            case Section::vertices:
                vertex(line);
                break;
            case Section::arcs:
            case Section::edges:
                link(line);
                break;
            case Section::arcs_list:
            case Section::edges_list:
                if (line.size() < 2) fail_at(source_, line[0].at, line[0].text, "a vertex and its neighbours");
                for (std::size_t i = 1; i < line.size(); ++i)
                    add(number(line[0]), number(line[i]), line[i].at, section_ == Section::arcs_list);
                break;
            case Section::matrix:
                row(line);
                break;
        }
    }

    std::uint32_t number(const Word& word) { return whole_number(source_, word, 1, nodes_, "a vertex") - 1; }
    void add(std::uint32_t a, std::uint32_t b, Place at, bool one_way) {
        graph_.links.push_back({a, b, at, no_latency, no_latency, one_way});
    }

    void vertex(const Line& line) {
        const std::uint32_t v = number(line[0]);
        if (!labels_.try_emplace(v, line.size() > 1 ? line[1].text : line[0].text).second)
            fail_at(source_, line[0].at, line[0].text, "every vertex once");
    }
    void link(const Line& line) {
        if (line.size() < 2) fail_at(source_, line[0].at, line[0].text, "two vertices a line");
        RawLink link{number(line[0]), number(line[1]), line[1].at};
        link.one_way = section_ == Section::arcs;
        if (line.size() > 2 && is_number(line[2].text)) latency_.weigh(line[2], link);
        graph_.links.push_back(link);
    }
    void row(const Line& line) {
        const std::uint32_t skipped = rows_ < nodes_ ? rows_ : 0, columns = nodes_ - skipped;
        if (row_ == rows_ || line.size() != columns)
            fail_at(source_, line[0].at, line[0].text,
                    std::to_string(rows_) + " rows of " + std::to_string(columns) + " numbers");
        for (std::uint32_t to = 0; to < columns; ++to) {
            if (!is_number(line[to].text)) fail_at(source_, line[to].at, line[to].text, "a number");
            if (line[to].text.substr(0, line[to].text.find_first_of("eE")).find_first_of("123456789") !=
                std::string::npos)
                add(row_, skipped + to, line[to].at, skipped == 0);
        }
        ++row_;
    }

    // Labels are names where no two are alike, else numbers are.
    void name_nodes() {
        std::set<std::string_view> different;
        for (const auto& [v, label] : labels_) different.insert(label);
        const bool labelled = labels_.size() == nodes_ && different.size() == nodes_ && !different.contains("");
        if (!labelled) {
            add_numbered(source_, graph_, count_, 1, nodes_, graph_.links.size());
            if (!labels_.empty() && different.size() < labels_.size())
                graph_.remarks.emplace_back("labels repeat, so numbers are the names");
            return;
        }
        for (const auto& [v, label] : labels_) graph_.node(label);
    }

    const Source& source_;
    LatencyReader latency_;
    std::vector<Line> lines_ = lines_of(source_);
    RawGraph graph_;
    Section section_ = Section::none;
    std::uint32_t nodes_ = 0, rows_ = 0, row_ = 0;  // rows_ of a matrix
    Word count_;
    std::map<std::uint32_t, std::string> labels_;
    bool arcs_ = false, edges_ = false;
};

}  // namespace

bool begins_as_pajek(const Source& source) {
    for (std::size_t at = 0; at < source.text.size();) {
        const std::size_t end = std::min(source.text.find('\n', at), source.text.size());
        std::string_view line = std::string_view(source.text).substr(at, end - at);
        at = end + 1;
        line.remove_prefix(std::min(line.find_first_not_of(" \t\r"), line.size()));
        if (line.empty() || line.front() == '%') continue;
        const std::string word = lower(line.substr(0, line.find_first_of(" \t\r")));
        return word == "*vertices" || word == "*network";
    }
    return false;
}

Network read_pajek(const Source& source, const GraphFileOptions& options, std::string_view title) {
    return network_of(source, Reader(source, options).run(), options, title);
}

}  // namespace wafernet::graph_formats
