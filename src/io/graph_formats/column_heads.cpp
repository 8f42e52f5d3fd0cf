// The first line of an edge list where it names the columns: "source,target", "id_1 id_2", "Node A;Node B;Length".
#include <algorithm>
#include <unordered_set>

#include "edge_lines.hpp"

namespace wafernet::graph_formats {

namespace {

template <std::size_t N>
bool one_of(std::string_view word, const std::string_view (&words)[N]) {
    return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

constexpr std::string_view sources[] = {"source",  "src",    "from",   "tail",  "start", "origin",
                                        "local",   "parent", "u",      "n1",    "id1",   "node1",
                                        "vertex1", "node_1", "node_a", "nodea", "a",     "begin"};
constexpr std::string_view targets[] = {"target",    "dst",        "dest",   "destination", "to",       "head",
                                        "end",       "remote",     "child",  "peer",        "neighbor", "neighbour",
                                        "neighbors", "neighbours", "v",      "n2",          "id2",      "node2",
                                        "vertex2",   "node_2",     "node_b", "nodeb",       "b"};
// What links join, as in "source node".
constexpr std::string_view things[] = {"node",   "nodes",    "vertex", "id",    "name",    "switch", "router", "host",
                                       "device", "endpoint", "point",  "city",  "station", "site",   "chip",   "core",
                                       "tile",   "numeric",  "number", "index", "key",     "label",  "place"};
// What is of an end and not its name: "source port".
constexpr std::string_view details[] = {"connected", "port", "interface", "intf", "if", "ip",
                                        "mac",       "type", "lat",       "lon",  "x",  "y"};
// What tells two columns of the same name apart.
constexpr std::string_view ordinals[] = {"0", "1",     "2",      "a",    "b",     "x",   "y",  "i",
                                         "j", "first", "second", "left", "right", "one", "two"};

// Others that name columns and hardly two nodes that have no other link.
constexpr std::string_view others[] = {"server",  "client",   "sender", "receiver", "in",
                                       "out",     "input",    "output", "upstream", "downstream",
                                       "element", "terminal", "rack",   "link",     "edge"};

// The parts of a name in lower case: "fromNode_id2" is from, node, id and 2.
std::vector<std::string> parts_of(std::string_view word) {
    enum class Kind : std::uint8_t { mark, digit, small, capital };
    const auto kind = [](char c) {
        return c >= '0' && c <= '9'                                              ? Kind::digit
               : c >= 'A' && c <= 'Z'                                            ? Kind::capital
               : (c >= 'a' && c <= 'z') || static_cast<unsigned char>(c) >= 0x80 ? Kind::small
                                                                                 : Kind::mark;
    };
    std::vector<std::string> parts;
    Kind before = Kind::mark;
    for (const char c : word) {
        const Kind now = kind(c);
        const bool goes_on = now == before || (before == Kind::capital && now == Kind::small);
        if (now != Kind::mark && !goes_on) parts.emplace_back();
        if (now != Kind::mark) parts.back() += c;
        before = now;
    }
    for (std::string& part : parts) part = lower(part);
    return parts;
}

// A name with # for its digits: names of the same shape are of one kind.
std::string shape_of(std::string_view word) {
    std::string shape;
    for (const char c : word) {
        const bool digit = c >= '0' && c <= '9';
        if (!digit) shape += c;
        else if (shape.empty() || shape.back() != '#') shape += '#';
    }
    return shape;
}

enum class Role : std::uint8_t { none, source, target, detail_of_source, detail_of_target };

Role role_of(std::string_view word) {
    const std::string whole = lower(word);
    if (one_of(whole, sources)) return Role::source;
    if (one_of(whole, targets)) return Role::target;
    bool source = false, target = false, detail = false;
    for (const std::string& part : parts_of(word)) {
        if (part.size() > 1 && one_of(part, sources)) source = true;
        else if (part.size() > 1 && one_of(part, targets)) target = true;
        else if (one_of(part, details)) detail = true;
        else if (!one_of(part, things) && !one_of(part, ordinals)) return Role::none;
    }
    if (source == target) return Role::none;
    return source ? (detail ? Role::detail_of_source : Role::source) : (detail ? Role::detail_of_target : Role::target);
}

// "id_1" and "id_2": alike but for an ordinal. `thing` where what they have in common is one.
bool are_pair(std::string_view a, std::string_view b, bool& thing) {
    const std::vector<std::string> x = parts_of(a), y = parts_of(b);
    if (x.size() != y.size() || x.size() < 2) return false;
    std::size_t different = 0;
    thing = false;
    for (std::size_t i = 0; i < x.size(); ++i) {
        if (x[i] == y[i]) thing = thing || one_of(x[i], things);
        else if (one_of(x[i], ordinals) && one_of(y[i], ordinals)) ++different;
        else return false;
    }
    return different == 1;
}

bool names_column(std::string_view word) {
    const std::vector<std::string> parts = parts_of(word);
    const auto known = [](const std::string& part) {
        return one_of(part, things) || one_of(part, others) || one_of(part, details) || one_of(part, ordinals) ||
               one_of(part, sources) || one_of(part, targets);
    };
    return std::all_of(parts.begin(), parts.end(), known) &&
           std::any_of(parts.begin(), parts.end(), [](const std::string& part) { return part.size() > 1; });
}

bool all_things(std::string_view word) {
    const std::vector<std::string> parts = parts_of(word);
    return !parts.empty() &&
           std::all_of(parts.begin(), parts.end(), [](const std::string& part) { return one_of(part, things); });
}

// What is known of the words in two columns below the first line.
struct Below {
    std::unordered_set<std::string_view> words;
    std::unordered_set<std::string> shapes;
    bool numbers = true;
    bool long_names = true;  // of two characters and more
};

Below below(const std::vector<Line>& lines, std::size_t from, std::size_t to) {
    Below b;
    for (std::size_t l = 1; l < lines.size(); ++l) {
        for (const std::size_t i : {from, to}) {
            if (i >= lines[l].size()) continue;
            const std::string& text = lines[l][i].text;
            if (!b.words.insert(text).second) continue;
            b.numbers = b.numbers && is_whole(text);
            b.long_names = b.long_names && text.size() > 1;
            b.shapes.insert(shape_of(text));
        }
    }
    return b;
}

}  // namespace

Columns columns_of(const Source& source, const std::vector<Line>& lines, bool links_for_sure) {
    const Line& first = lines.front();
    const std::size_t n = first.size();
    const bool plain = std::none_of(first.begin(), first.end(), [](const Word& w) {
        return is_arrow(w) || (!w.quoted && w.text.find_first_of("{}") != std::string::npos);
    });
    if (n < 2 || lines.size() < 2 || !plain) return {};
    const auto head = [&](std::size_t from, std::size_t to) {
        Columns columns{true, from, to};
        for (std::size_t i = 0; i < n; ++i) {
            if (lower(first[i].text) == "type") columns.type = i;
        }
        return columns;
    };
    const auto both = [&](std::size_t i) -> Columns {
        if (links_for_sure) return {};
        fail_at(source, first[i].at, first[i].text,
                "source,target on that line where it names columns, or --file-format edges where it is a link");
    };
    std::vector<Role> roles;
    for (const Word& word : first) roles.push_back(role_of(word.text));
    const auto column = [&](Role role, Role detail) {
        const auto found = std::find(roles.begin(), roles.end(), role);
        return static_cast<std::size_t>((found != roles.end() ? found : std::find(roles.begin(), roles.end(), detail)) -
                                        roles.begin());
    };
    const auto there = [&](const Below& b, std::size_t i, std::size_t j) {
        return b.words.contains(first[i].text) || b.words.contains(first[j].text);
    };
    const auto alike = [&](const Below& b, std::size_t i, std::size_t j) {
        return b.shapes.contains(shape_of(first[i].text)) || b.shapes.contains(shape_of(first[j].text));
    };
    const std::size_t to = column(Role::target, Role::detail_of_target);
    std::size_t from = column(Role::source, Role::detail_of_source);
    if (from == n && to == 1 && all_things(first[0].text)) from = 0;  // "Router,Neighbours"
    if (from < n && to < n) {
        const Below b = below(lines, from, to);
        // u, v, a and b may be nodes as well.
        const bool weak = first[from].text.size() == 1 || first[to].text.size() == 1;
        const bool columns = b.numbers || !weak || (b.long_names && lower(first[from].text) == "u");
        if (columns && !there(b, from, to)) return alike(b, from, to) ? both(from) : head(from, to);
    }
    for (std::size_t i = 0; i + 1 < n; ++i) {
        bool thing = false;
        if (!are_pair(first[i].text, first[i + 1].text, thing)) continue;
        const Below b = below(lines, i, i + 1);
        if (there(b, i, i + 1)) break;
        if (alike(b, i, i + 1)) return thing ? both(i) : Columns{};
        return thing || b.numbers ? head(i, i + 1) : both(i);
    }
    // Two names of columns, or words over columns of numbers.
    const bool names = names_column(first[0].text) && names_column(first[1].text);
    const bool words = std::all_of(first.begin(), first.end(), [](const Word& w) { return !is_number(w.text); });
    if (!names && !words) return {};
    const Below b = below(lines, 0, 1);
    if (!b.numbers && names && !there(b, 0, 1) && !alike(b, 0, 1)) return both(0);
    return b.numbers && words && !there(b, 0, 1) ? head(0, 1) : Columns{};
}

}  // namespace wafernet::graph_formats
