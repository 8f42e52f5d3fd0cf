// Lines of bare words: an edge list, one with its counts first, an adjacency list, METIS or anynet. What can be two of
// them is refused.
#include <algorithm>
#include <filesystem>
#include <optional>
#include <span>
#include <unordered_set>

#include "edge_lines.hpp"
#include "registry.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet::graph_formats {

namespace {

bool keyword(const Word& word) { return !word.quoted && (word.text == "router" || word.text == "node"); }
bool keyed_number(const Line& line, std::size_t at) {
    return at + 1 < line.size() && keyword(line[at]) && is_whole(line[at + 1].text);
}

// Some line goes on after "router 0" as no edge list does, or every line could be one and some line joins two things.
bool is_anynet(const std::vector<Line>& lines) {
    if (!keyword(lines.front().front())) return false;
    return std::any_of(lines.begin(), lines.end(),
                       [](const Line& line) { return keyed_number(line, 0) && line.size() > 3; });
}

// What was found out about the lines of an edge list or an adjacency list.
struct Shape {
    std::size_t shortest = 0, longest = 0;
    bool whole_ends = true;       // the first two words of all lines are whole numbers
    bool heads_differ = true;     // no two lines begin with the same word
    bool extra_known = true;      // every word after the second is among the first two of some line
    bool extra_whole = true;      // .. is a whole number
    bool extra_numbers = true;    // .. is a number
    const Word* extra = nullptr;  // the first of them
    bool lone_known = true;       // every word alone on its line is on another line as well
};

Shape shape_of(const std::vector<Line>& lines) {
    Shape s;
    std::unordered_set<std::string_view> heads, names;
    std::unordered_set<std::string_view> joined;  // on lines of several words
    for (const Line& line : lines) {
        if (line.size() > 1) {
            for (const Word& word : line) joined.insert(word.text);
        }
        s.heads_differ = heads.insert(line[0].text).second && s.heads_differ;
        for (std::size_t i = 0; i < std::min<std::size_t>(2, line.size()); ++i) {
            names.insert(line[i].text);
            s.whole_ends = s.whole_ends && is_whole(line[i].text);
        }
    }
    s.shortest = lines.front().size();
    for (const Line& line : lines) {
        s.shortest = std::min(s.shortest, line.size());
        s.longest = std::max(s.longest, line.size());
        if (line.size() == 1) s.lone_known = s.lone_known && joined.contains(line[0].text);
        for (std::size_t i = 2; i < line.size(); ++i) {
            if (s.extra == nullptr) s.extra = &line[i];
            s.extra_known = s.extra_known && names.contains(line[i].text);
            s.extra_whole = s.extra_whole && is_whole(line[i].text);
            s.extra_numbers = s.extra_numbers && is_number(line[i].text);
        }
    }
    return s;
}

// Whether the file is METIS from its first line to its last. One that has the shape and breaks the rules is refused
// where its lines have more words than an edge list of numbers.
enum class Metis : std::uint8_t { no, shape, yes };
Metis metis_fits(const Source& source, const std::vector<Line>& lines, bool drop_loops, std::string& complaint) {
    const Line& first = lines.front();
    if (first.size() < 2 || first.size() > 4 ||
        !std::all_of(first.begin(), first.end(), [](const Word& w) { return is_whole(w.text); }))
        return Metis::no;
    const std::size_t nodes = first[0].text.size() > 9 ? 0 : std::stoul(first[0].text);
    if (nodes + 1 < lines.size() || nodes + 1 > source.starts.size())
        return Metis::no;  // a line a node, empty ones too
    try {
        GraphFileOptions how;
        how.drop_loops = drop_loops;
        (void)read_metis(source, how, "METIS");
        return Metis::yes;
    } catch (const InputError& error) {
        complaint = error.what();
    }
    return first[0].text == std::to_string(lines.size() - 1) && first[0].text != "1" ? Metis::shape : Metis::no;
}

// Whether the first line is the counts of what follows; `sure` where it cannot be a link as well.
struct Counts {
    bool fit = false;
    bool sure = false;
};
Counts counts_of(const std::vector<Line>& lines) {
    const Line& first = lines.front();
    if (lines.size() < 2 || first.size() != 2 || !is_whole(first[0].text) || !is_whole(first[1].text)) return {};
    if (first[1].text != std::to_string(lines.size() - 1) || first[0].text.size() > 9) return {};
    const std::size_t nodes = std::stoul(first[0].text);
    std::unordered_set<std::string_view> names;
    bool sorted = true;
    for (std::size_t l = 1; l < lines.size(); ++l) {
        if (lines[l].size() < 2) return {};
        for (std::size_t i = 0; i < 2; ++i) {
            names.insert(lines[l][i].text);
            if (is_whole(lines[l][i].text) && (lines[l][i].text.size() > 9 || std::stoul(lines[l][i].text) > nodes))
                return {};
        }
        sorted = sorted && (l < 2 || !natural_less(lines[l][0].text, lines[l - 1][0].text));
    }
    if (names.size() > nodes) return {};
    const bool fresh = !names.contains(first[0].text) || !names.contains(first[1].text);
    const bool out_of_order = sorted && natural_less(lines[1][0].text, first[0].text);
    return {true, lines.size() > 3 && 2 * names.size() >= nodes && (fresh || out_of_order)};
}

[[noreturn]] void two_readings(const Source& source, const Word& word, const std::string& first,
                               const std::string& second, const std::string& third = "") {
    fail(source, word.at,
         "found '" + shown(word.text) + "', which can be " + first + (third.empty() ? " or " : ", ") + second +
             (third.empty() ? "" : " or " + third) + ", need the option that chooses");
}

std::string_view by_ending(const Source& source) {
    const std::string ending = lower(std::filesystem::path(source.path).extension().string());
    if (ending == ".metis" || ending == ".graph") return "metis";
    if (ending == ".adj" || ending == ".adjlist") return "adjacency";
    return "";
}

// Lines that begin with a mark, as "e 0 1" in DIMACS without its head: the mark is no end of a link.
bool marked(const std::vector<Line>& lines) {
    static constexpr std::string_view marks[] = {"a",    "e",    "i",    "l",      "n",      "t",      "v",   "arc",
                                                 "edge", "link", "node", "vertex", "router", "switch", "host"};
    const auto number = [](const Word& w) { return is_number(w.text); };
    return std::any_of(lines.begin(), lines.end(), [](const Line& l) { return l.size() > 2; }) &&
           std::all_of(lines.begin(), lines.end(), [&](const Line& l) {
               return !l[0].quoted &&
                      std::find(std::begin(marks), std::end(marks), lower(l[0].text)) != std::end(marks) &&
                      std::all_of(l.begin() + 1, l.end(), number);
           });
}

// "nodes 5", "5 nodes", "V=5 E=7", "n m": counts with their names; "edge list": a title.
bool counts_by_name(const Line& line) {
    static constexpr std::string_view counts[] = {"nodes",   "vertices", "edges", "links", "arcs",
                                                  "routers", "switches", "hosts", "n",     "m",
                                                  "v",       "e",        "size",  "order", "graph"};
    static constexpr std::string_view titles[] = {"list", "edge", "link", "network", "topology"};
    static constexpr std::string_view fillers[] = {"number", "num", "no", "of", "total", "count"};
    const auto among = [](std::string_view part, std::span<const std::string_view> words) {
        return std::find(words.begin(), words.end(), part) != words.end();
    };
    constexpr std::string_view marks = " \t=:,#|_";
    std::size_t names = 0, numbers = 0, title = 0;
    for (const Word& word : line) {
        const std::string text = lower(word.text);
        if (word.quoted) return false;
        for (std::size_t at = text.find_first_not_of(marks); at != std::string::npos;) {
            const std::size_t end = std::min(text.find_first_of(marks, at), text.size());
            const std::string_view part = std::string_view(text).substr(at, end - at);
            at = text.find_first_not_of(marks, end);
            if (is_whole(part)) ++numbers;
            else if (among(part, counts)) ++names;
            else if (among(part, titles)) ++title;
            else if (!among(part, fillers)) return false;
        }
    }
    return numbers == 0 ? names + title > 1 : names > 0;
}

// Such lines above lines of numbers, or of words that are none of theirs.
bool named_counts(const std::vector<Line>& lines) {
    const auto rest = std::find_if_not(lines.begin(), lines.end(), counts_by_name);
    if (rest == lines.begin() || rest == lines.end()) return false;
    std::unordered_set<std::string_view> words;
    for (auto line = lines.begin(); line != rest; ++line) {
        for (const Word& word : *line) words.insert(word.text);
    }
    const auto all = [&](auto holds) {
        return std::all_of(rest, lines.end(), [&](const Line& l) { return std::all_of(l.begin(), l.end(), holds); });
    };
    return all([](const Word& w) { return is_whole(w.text); }) ||
           all([&](const Word& w) { return !words.contains(w.text); });
}

// The word that stands between two names on every line and is none of them: a to b.
const Word* word_between(const std::vector<Line>& lines) {
    const std::string& word = lines[0].size() == 3 ? lines[0][1].text : "";
    const bool every = lines.size() > 1 && std::all_of(lines.begin(), lines.end(), [&](const Line& l) {
                           return l.size() == 3 && l[1].text == word && l[0].text != word && l[2].text != word &&
                                  !l[1].quoted && !is_number(l[2].text);
                       });
    return every && !is_whole(word) ? &lines[0][1] : nullptr;
}

// "b,c" or "b c" in one word where b and c are nodes: neighbours in a list.
const Word* list_in_word(const EdgeLines& file) {
    constexpr std::string_view marks = ",; |";
    const std::string head = file.columns.to < file.head.size() ? lower(file.head[file.columns.to].text) : "";
    const bool lists = head == "neighbors" || head == "neighbours";
    std::unordered_set<std::string_view> names;
    for (const Line& line : file.lines) {
        for (std::size_t i = 0; i < std::min<std::size_t>(2, line.size()); ++i) names.insert(line[i].text);
    }
    for (const Line& line : file.lines) {
        if (line.size() < 2 || (file.separator == Separator::blanks && !line[1].quoted)) continue;
        const std::string_view text = line[1].text;
        std::size_t parts = 0;
        bool all = true;
        for (std::size_t at = text.find_first_not_of(marks); all && at != std::string_view::npos; ++parts) {
            const std::size_t end = std::min(text.find_first_of(marks, at), text.size());
            all = lists || names.contains(text.substr(at, end - at));
            at = text.find_first_not_of(marks, end);
        }
        if (all && parts > 1) return &line[1];
    }
    return nullptr;
}

// Where a comment says that links go one way: the word "directed", but not after "not", nor on a line with
// "undirected".
std::optional<Place> says_directed(const Source& source) {
    for (std::size_t line = 0; line < source.starts.size(); ++line) {
        const std::size_t begin = source.starts[line],
                          end = line + 1 < source.starts.size() ? source.starts[line + 1] : source.text.size();
        const std::string_view written = std::string_view(source.text).substr(begin, end - begin);
        const std::size_t first = written.find_first_not_of(" \t\r\n");
        if (first == std::string_view::npos) continue;
        if (written[first] != '#' && written[first] != '%' && !written.substr(first).starts_with("//")) continue;
        const std::string text = lower(written);
        constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz-";
        std::string before;
        std::optional<std::size_t> found;
        for (std::size_t at = text.find_first_of(letters); at != std::string::npos;) {
            const std::size_t stop = std::min(text.find_first_not_of(letters, at), text.size());
            const std::string word = text.substr(at, stop - at);
            if (word == "undirected" || word == "non-directed") return {};
            if (word == "directed" && before != "not" && before != "non" && !found) found = at;
            before = word;
            at = text.find_first_of(letters, stop);
        }
        if (found) return Place{line + 1, *found + 1};
    }
    return {};
}

std::string_view edges_or_adjacency(const Source& source, const std::vector<Line>& lines,
                                    const GraphFileOptions& options) {
    if (marked(lines))
        two_readings(source, lines[0][0], "the mark of a line of DIMACS, which needs its head 'p edge NODES LINKS',",
                     "one end of a link (--file-format edges)");
    if (named_counts(lines))
        two_readings(source, lines[0][0], "the name of a count", "one end of a link (--file-format edges)");
    const Shape s = shape_of(lines);
    const bool colons = std::all_of(lines.begin(), lines.end(), [](const Line& l) {
        return (l[0].text.size() > 1 && l[0].text.ends_with(':')) || (l.size() > 1 && l[1].text == ":");
    });
    if (colons) return "adjacency";
    if (const Word* between = word_between(lines)) {
        two_readings(source, *between, "a word between two names, for which -- stands",
                     "a node (--file-format adjacency)");
    }
    const bool written_by_networkx = source.text.starts_with("#") && source.text.find("\n# GMT") != std::string::npos;
    if (written_by_networkx && s.heads_differ) return "adjacency";
    // A word alone is a node without neighbours of its own; in an edge list it is a slip.
    if (s.shortest == 1 && s.longest > 1 && s.heads_differ && s.extra_known && (s.longest > 2 || s.lone_known))
        return "adjacency";
    if (s.longest > 3) {
        if (s.shortest < s.longest && (s.extra_known || (s.whole_ends && s.extra_whole && s.heads_differ)))
            return "adjacency";
        if (s.shortest == s.longest && s.extra_whole && s.whole_ends) {
            two_readings(source, *s.extra, "a neighbour (--file-format adjacency)",
                         "a weight with a time after it (--file-format konect)");
        }
        return s.extra_known ? "adjacency" : "edges";
    }
    if (s.longest == 3 && !options.weights) {
        if (!s.extra_numbers) return s.extra_known ? "adjacency" : "edges";
        if (s.extra_whole && (s.whole_ends || s.extra_known)) {
            if (by_ending(source) == "adjacency") return "adjacency";
            two_readings(source, *s.extra, "a latency (--weights latency)",
                         "a weight without effect (--weights ignore)", "one more neighbour (--file-format adjacency)");
        }
    }
    return "edges";
}

std::string_view format_of(const Source& source, const EdgeLines& file, bool arrows, const GraphFileOptions& options) {
    if (file.lines.empty()) return "edges";  // which says so
    if (file.columns.head) {
        if (const Word* list = list_in_word(file))
            two_readings(source, *list, "a list of neighbours, for which --file-format adjacency wants a word each",
                         "one name (--file-format edges)");
        if (!counts_by_name(file.head)) return "edges";
        if (counts_of(file.lines).fit) return "counted-edges";
        two_readings(source, file.head[0], "the name of a count", "that of a column (--file-format edges)");
    }
    const bool data = std::any_of(file.lines.begin(), file.lines.end(), [](const Line& l) {
        return l.back().text.starts_with('{') && l.back().text.ends_with('}');
    });
    if (is_anynet(file.lines)) return "anynet";
    if (arrows && !options.weights) {
        for (const Line& l : file.lines) {
            if (l.size() > 3 && is_arrow(l[1]) && is_whole(l[0].text) && is_whole(l[2].text) && is_whole(l[3].text))
                two_readings(source, l[3], "a latency (--weights latency)",
                             "a weight without effect (--weights ignore)",
                             "one more neighbour (--file-format adjacency)");
        }
    }
    if (arrows || data) return "edges";
    if (const Word* list = list_in_word(file))
        two_readings(source, *list, "a list of neighbours, for which --file-format adjacency wants a word each",
                     "one name (--file-format edges)");
    std::string complaint;
    const Metis metis =
        file.separator == Separator::blanks ? metis_fits(source, file.lines, options.drop_loops, complaint) : Metis::no;
    const Counts counts = counts_of(file.lines);
    const Word& first = file.lines.front().front();
    if (metis == Metis::yes) {
        if (!counts.fit || by_ending(source) == "metis") return "metis";
        two_readings(source, first, "the head of a METIS file (--file-format metis)",
                     "of an edge list (--file-format counted-edges)");
    }
    if (by_ending(source) == "metis" && counts.fit && !complaint.empty())
        throw InputError(complaint + "; it looks like METIS, --file-format reads it as something else");
    if (counts.fit) {
        if (counts.sure) return "counted-edges";
        two_readings(source, first, "the count of nodes (--file-format counted-edges)",
                     "one end of a link (--file-format edges)");
    }
    const bool wide = std::any_of(file.lines.begin() + 1, file.lines.end(), [](const Line& l) { return l.size() > 2; });
    if (by_ending(source) == "metis" || (metis == Metis::shape && wide)) {
        throw InputError(complaint.empty()
                             ? shown(source.path) +
                                   ":1:1: by its ending METIS, whose lines are whole numbers and blanks; "
                                   "--file-format reads it as something else"
                             : complaint + "; it looks like METIS, --file-format reads it as something else");
    }
    return edges_or_adjacency(source, file.lines, options);
}

}  // namespace

std::string_view plain_format(const Source& source, const GraphFileOptions& options) {
    const EdgeLines file = edge_lines(source, options);
    const bool arrows =
        std::any_of(file.lines.begin(), file.lines.end(), [](const Line& l) { return l.size() > 2 && is_arrow(l[1]); });
    const std::string_view format = format_of(source, file, arrows, options);
    const bool silent = format != "metis" && format != "anynet" && !arrows && file.columns.type == no_column;
    if (const auto place = silent && !options.directed ? says_directed(source) : std::nullopt) {
        fail_at(source, *place, "directed",
                "--directed for links that go one way, or --file-format " + std::string(format) + " for both ways");
    }
    return format;
}

}  // namespace wafernet::graph_formats
