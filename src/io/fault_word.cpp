// Networks with faults: their words, and the files that list faults.
#include <algorithm>
#include <charconv>

#include "base/csv.hpp"
#include "base/input_file.hpp"
#include "base/number_in.hpp"
#include "base/text.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/core/node_names.hpp"
#include "wafernet/io/make_network.hpp"
#include "word_escapes.hpp"

namespace wafernet {

namespace {

constexpr std::string_view lead = "faults+";

std::string shortest(double number) {
    char text[32];
    return {text, std::to_chars(text, text + sizeof text, number).ptr};
}

[[noreturn]] void fail(const FaultLine& line, const std::string& need) {
    throw InputError(line.place + ": " + line.kind + " '" + printable(line.what) + "', " + need);
}

// The nodes that "a-b" names, wherever a name of its own has such a sign.
std::pair<Node, Node> ends_of(const FaultLine& line, char between, const NodeNames& names) {
    std::vector<std::pair<Node, Node>> found;
    std::string why = "need two nodes with '" + std::string(1, between) + "' between";
    for (std::size_t at = line.what.find(between); at != std::string::npos; at = line.what.find(between, at + 1)) {
        try {
            found.emplace_back(names(line.what.substr(0, at)), names(line.what.substr(at + 1)));
        } catch (const InputError& error) {
            why = error.what();
        }
    }
    if (found.size() != 1) fail(line, found.empty() ? why : "which names two nodes in several ways, need node numbers");
    return found.front();
}

// The channel that a line names, of a link either.
Channel channel_of(const FaultLine& line, const Graph& graph, const NodeNames& names) {
    const bool oneway = line.kind == "oneway";
    if (const auto link = number_in<std::uint64_t>(line.what); link && !oneway) {
        if (*link >= graph.links())
            fail(line, "need two nodes a-b or the number of a link, 0 to " + std::to_string(graph.links() - 1));
        return static_cast<Channel>(2 * *link);
    }
    const auto [a, b] = ends_of(line, oneway ? '>' : '-', names);
    std::vector<Channel> found;
    for (const Channel c : graph.out(a)) {
        if (graph.target(c) == b) found.push_back(c);
    }
    if (const Channel back = graph.channel_between(b, a); found.empty() && !oneway && back != no_channel)
        found.push_back(back);
    if (found.empty()) fail(line, "no link goes there, 'topology --links' lists them");
    if (found.size() > 1) fail(line, "links in parallel, need the number of one ('topology --links')");
    return found.front();
}

FaultSet faults_of(const std::vector<FaultLine>& lines, const Network& whole, std::uint64_t planes) {
    const Graph& graph = whole.graph;
    const NodeNames names(whole);
    const std::vector<std::uint32_t> plane_of = usual_plane_of(whole, planes);
    FaultSet faults;
    for (const FaultLine& line : lines) {
        const bool a_link = line.kind == "link" || line.kind == "vertical" || line.kind == "oneway";
        if (line.share > 0.0 && !a_link) fail(line, "a share goes with a link or one direction of it");
        if (line.kind == "plane") {
            const auto plane = number_in<std::uint64_t>(line.what);
            if (!plane || *plane < 1 || *plane > planes)
                fail(line, "need the number of a plane, 1 to " + std::to_string(planes));
            for (Node v = 0; v < graph.nodes(); ++v) {
                if (plane_of[v] + 1 == *plane) faults.nodes.push_back(v);
            }
        } else if (!a_link) {
            try {
                (line.kind == "processor" ? faults.processors : faults.nodes).push_back(names(line.what));
            } catch (const InputError& error) {
                throw InputError(line.place + ": " + error.what());
            }
        } else {
            const Channel there = channel_of(line, graph, names);
            if (line.kind == "vertical" && plane_of[graph.source(there)] == plane_of[graph.target(there)])
                fail(line, "its ends are on one plane of " + std::to_string(planes) + ", need a link between two");
            for (const Channel c : {there, Graph::reverse(there)}) {
                if (!graph.exists(c) || (line.kind == "oneway" && c != there)) continue;
                if (line.share > 0.0) faults.narrowed.emplace_back(c, line.share);
                else faults.channels.push_back(c);
            }
        }
    }
    return faults;
}

}  // namespace

std::vector<FaultLine> read_fault_lines(const std::string& path) {
    std::ifstream file = opened(readable(path));
    if (!file)
        throw InputError("cannot read the faults '" + printable(path) + "', must be a whole number from 0 or a file");
    std::vector<FaultLine> lines;
    std::string text;
    std::size_t number = 0, columns = 0;
    char separator = ',';
    while (next_line(file, text, number)) {
        const std::string place = printable(path, 200) + ":" + std::to_string(number) + ": ";
        if (text.find_first_not_of(" \t") == std::string::npos || text.starts_with('#')) continue;
        if (columns == 0) separator = csv_separator(text);
        std::vector<std::string> cells = csv_cells(text, place, separator);
        if (columns == 0) {
            columns = cells.size();
            if (cells != std::vector<std::string>{"kind", "what"} &&
                cells != std::vector<std::string>{"kind", "what", "share"})
                throw InputError(place + "found '" + printable(text) + "', need kind,what or kind,what,share");
            continue;
        }
        if (cells.size() != columns)
            throw InputError(place + std::to_string(cells.size()) + " cells, need " + std::to_string(columns) +
                             " (an address with commas in quotes)");
        constexpr std::string_view kinds[] = {"node", "router", "processor", "link", "oneway", "vertical", "plane"};
        if (std::ranges::find(kinds, cells[0]) == std::end(kinds))
            throw InputError(place + "kind '" + printable(cells[0]) + "'" + did_you_mean(cells[0], kinds) +
                             ", need node, router, processor, link, oneway, vertical or plane");
        cells.resize(3);
        const double share = cells[2].empty() ? 0.0 : number_in<double>(cells[2]).value_or(-1.0);
        if (!cells[2].empty() && !(share > 0.0 && share <= 1.0))
            throw InputError(place + "share '" + printable(cells[2]) + "', need more than 0 and at most 1");
        lines.push_back({cells[0], cells[1], share, place.substr(0, place.size() - 2)});
    }
    return lines;
}

bool is_fault_word(std::string_view word) { return word.starts_with(lead) && word.find(':') != std::string_view::npos; }

FaultWord parse_fault_word(std::string_view word) {
    const std::size_t colon = word.find(':');
    const auto bad = [&](std::string_view part) {
        throw InputError(printable(word) + ": '" + printable(part) + "', need faults+n=3+kind=link+seed=1:NETWORK, " +
                         "rate=X in place of n=3 with X from 0 to 1, or faults+file=FILE:NETWORK");
    };
    if (!is_fault_word(word)) bad(word);
    FaultWord out;
    out.network = word.substr(colon + 1);
    for (const std::string_view part : split(word.substr(lead.size(), colon - lead.size()), '+')) {
        const std::string_view key = part.substr(0, part.find('='));
        const std::string_view text = part.substr(std::min(part.size(), key.size() + 1));
        const auto whole = number_in<std::uint64_t>(text);
        if (key == "file" && !text.empty()) out.file = decoded(text);
        else if (key == "n" && whole) out.count = whole;
        else if (key == "seed" && whole) out.seed = *whole;
        else if (key == "planes" && whole) out.planes = *whole;
        else if (key == "kind") out.kinds = text;
        else if (key == "rate") out.rate = number_in<double>(text);
        else bad(part);
    }
    if (int{!out.file.empty()} + int{out.count.has_value()} + int{out.rate.has_value()} != 1 ||
        !(out.rate.value_or(0.0) >= 0.0 && out.rate.value_or(0.0) <= 1.0))
        bad(word.substr(0, colon));
    return out;
}

std::string FaultWord::word() const {
    const std::string what = !file.empty() ? "file=" + encoded(file)
                             : count       ? "n=" + std::to_string(*count)
                                           : "rate=" + shortest(rate.value_or(0.0));
    return std::string(lead) + what + (file.empty() ? "+kind=" + kinds + "+seed=" + std::to_string(seed) : "") +
           (planes == 1 ? "" : "+planes=" + std::to_string(planes)) + ":" + network;
}

FaultSet FaultWord::faults(const Network& whole) const {
    if (!file.empty()) return faults_of(read_fault_lines(file), whole, planes);
    const std::vector<PossibleFault> possible = possible_faults(whole, kinds, planes);
    if (rate) return draw_faults_at_rate(whole.graph, possible, *rate, seed);
    if (*count > possible.size())
        throw InputError(whole.word + ": " + std::to_string(*count) + " faults, there are " +
                         std::to_string(possible.size()) + " that can fail (" + kinds + ")");
    return draw_faults(whole.graph, possible, *count, seed);
}

}  // namespace wafernet
