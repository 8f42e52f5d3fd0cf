// Networks with faults: their words, and the files that list faults.
#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/csv.hpp"
#include "base/input_file.hpp"
#include "base/text.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/core/node_names.hpp"
#include "wafernet/io/graph_file.hpp"
#include "wafernet/io/make_network.hpp"
#include "word_escapes.hpp"

namespace wafernet {

namespace {

constexpr std::string_view prefix = "faults+";

// The number that all of `text` is, or nothing.
template <class Number>
std::optional<Number> number_in(std::string_view text) {
    Number number{};
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (text.empty() || status != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return number;
}

std::string shortest(double number) {
    char text[32];
    return {text, std::to_chars(text, text + sizeof text, number).ptr};
}

[[noreturn]] void fail(const FaultLine& line, const std::string& need) {
    throw InputError(line.place + ": " + line.kind + " '" + printable(line.what) + "', " + need);
}

// The faults of a file in a network.
class FaultReader {
public:
    FaultReader(const Network& whole, const FaultWord& word)
        : graph_(whole.graph), names_(whole), planes_(word.planes) {
        if (planes_ > 1) plane_of_ = usual_plane_of(whole, planes_);
    }

    void add(const FaultLine& line) {
        const bool link = line.kind == "link" || line.kind == "vertical", oneway = line.kind == "oneway";
        if (line.share > 0.0 && !link && !oneway) fail(line, "a share goes with a link or one direction of it");
        if (line.kind == "plane") {
            add_plane(line);
        } else if (line.kind == "node" || line.kind == "router") {
            faults.nodes.push_back(node(line, line.what));
        } else if (line.kind == "processor") {
            faults.processors.push_back(node(line, line.what));
        } else {
            const Channel there = channel(line, oneway ? '>' : '-');
            if (line.kind == "vertical" &&
                (plane_of_.empty() || plane_of_[graph_.source(there)] == plane_of_[graph_.target(there)]))
                fail(line, "its ends are on one plane of " + std::to_string(planes_) + ", need a link between two");
            for (const Channel c : {there, Graph::reverse(there)}) {
                if (!graph_.exists(c) || (oneway && c != there)) continue;
                if (line.share > 0.0) faults.narrowed.emplace_back(c, line.share);
                else faults.channels.push_back(c);
            }
        }
    }

    FaultSet faults;

private:
    [[nodiscard]] Node node(const FaultLine& line, std::string_view word) const {
        try {
            return names_(word);
        } catch (const InputError& error) {
            throw InputError(line.place + ": " + error.what());
        }
    }

    void add_plane(const FaultLine& line) {
        const auto plane = number_in<std::uint64_t>(line.what);
        if (!plane || *plane < 1 || *plane > planes_)
            fail(line, "need the number of a plane, 1 to " + std::to_string(planes_));
        for (Node v = 0; v < graph_.nodes(); ++v) {
            if (planes_ == 1 || plane_of_[v] + 1 == *plane) faults.nodes.push_back(v);
        }
    }

    // The nodes that "a-b" names, wherever a name of its own has such a sign.
    [[nodiscard]] std::pair<Node, Node> ends(const FaultLine& line, char between) const {
        std::vector<std::pair<Node, Node>> found;
        std::string why = "need two nodes with '" + std::string(1, between) + "' between";
        for (std::size_t at = line.what.find(between); at != std::string::npos; at = line.what.find(between, at + 1)) {
            const auto side = [](std::string_view text) {
                const std::size_t first = text.find_first_not_of(' ');
                return first == std::string_view::npos ? text
                                                       : text.substr(first, text.find_last_not_of(' ') - first + 1);
            };
            try {
                found.emplace_back(names_(side(std::string_view(line.what).substr(0, at))),
                                   names_(side(std::string_view(line.what).substr(at + 1))));
            } catch (const InputError& error) {
                why = error.what();
            }
        }
        if (found.empty()) fail(line, why);
        if (found.size() > 1) fail(line, "which names two nodes in several ways, need node numbers");
        return found.front();
    }

    [[nodiscard]] Channel channel(const FaultLine& line, char between) const {
        if (between == '-' && line.what.find(between) == std::string::npos) {
            const auto link = number_in<std::uint64_t>(line.what);
            if (!link || *link >= graph_.links())
                fail(line, "need two nodes a-b or the number of a link, 0 to " + std::to_string(graph_.links() - 1));
            return static_cast<Channel>(2 * *link);
        }
        const auto [a, b] = ends(line, between);
        std::vector<Channel> found;
        for (const Channel c : graph_.out(a)) {
            if (graph_.target(c) == b) found.push_back(c);
        }
        if (found.empty() && between == '-' && graph_.channel_between(b, a) != no_channel)
            found.push_back(graph_.channel_between(b, a));
        if (found.empty()) fail(line, "no link goes there, 'topology --links' lists them");
        if (found.size() > 1)
            fail(line, std::to_string(found.size()) +
                           " links in parallel, need the number of one ('topology --links'): " +
                           std::to_string(Graph::link(found[0])) + ", " + std::to_string(Graph::link(found[1])));
        return found.front();
    }

    const Graph& graph_;
    NodeNames names_;
    std::uint64_t planes_;
    std::vector<std::uint32_t> plane_of_;
};

}  // namespace

void check_fault_rate(double rate, std::string_view where) {
    if (!(rate >= 0.0 && rate <= 1.0))
        throw InputError(std::string(where) + " " + shortest(rate) + ", need a probability from 0 to 1");
}

std::vector<FaultLine> read_fault_lines(const std::string& path) {
    std::ifstream file = opened(readable(path));
    if (!file) throw InputError("cannot read the faults '" + printable(path) + "'");
    std::vector<FaultLine> lines;
    std::string text;
    std::size_t number = 0;
    char separator = ',';
    std::size_t columns = 0;
    while (next_line(file, text, number)) {
        const std::string place = printable(path, 200) + ":" + std::to_string(number);
        if (text.find_first_not_of(" \t") == std::string::npos || text.starts_with('#')) continue;
        if (columns == 0) separator = csv_separator(text);
        const std::vector<std::string> cells = csv_cells(text, place + ": ", separator);
        if (columns == 0) {
            columns = cells.size();
            const std::vector<std::string> header{"kind", "what", "share"};
            if (columns < 2 || columns > 3 || !std::equal(cells.begin(), cells.end(), header.begin()))
                throw InputError(place + ": found '" + printable(text) +
                                 "', need the header kind,what or kind,what,share");
            continue;
        }
        if (cells.size() != columns)
            throw InputError(place + ": " + std::to_string(cells.size()) + " cells, need " + std::to_string(columns) +
                             " (an address with commas in quotes)");
        constexpr std::string_view kinds[] = {"node", "router", "processor", "link", "oneway", "vertical", "plane"};
        if (std::ranges::find(kinds, cells[0]) == std::end(kinds))
            throw InputError(place + ": kind '" + printable(cells[0]) + "'" + did_you_mean(cells[0], kinds) +
                             ", need node, router, processor, link, oneway, vertical or plane");
        FaultLine line{cells[0], cells[1], 0.0, place};
        if (columns == 3 && !cells[2].empty()) {
            const auto share = number_in<double>(cells[2]);
            if (!share || !(*share > 0.0 && *share <= 1.0))
                throw InputError(place + ": share '" + printable(cells[2]) + "', need more than 0 and at most 1");
            line.share = *share;
        }
        lines.push_back(std::move(line));
    }
    return lines;
}

bool is_fault_word(std::string_view word) {
    return word.starts_with(prefix) && word.find(':') != std::string_view::npos;
}

FaultWord parse_fault_word(std::string_view word) {
    const std::size_t colon = word.find(':');
    const auto bad = [&](std::string_view part) {
        throw InputError(
            printable(word) + ": '" + printable(part) +
            "', need faults+n=3+kind=link+seed=1:NETWORK, rate=X in place of n=3, or faults+file=FILE:NETWORK");
    };
    if (!is_fault_word(word)) bad(word);
    FaultWord out;
    out.network = word.substr(colon + 1);
    bool rated = false;
    for (const std::string_view part : split(word.substr(prefix.size(), colon - prefix.size()), '+')) {
        const std::size_t equals = part.find('=');
        if (equals == std::string_view::npos) bad(part);
        const std::string_view key = part.substr(0, equals), text = part.substr(equals + 1);
        const auto whole = number_in<std::uint64_t>(text);
        if (key == "file" && !text.empty()) out.file = decoded(text);
        else if (key == "n" && whole) out.count = whole;
        else if (key == "seed" && whole) out.seed = *whole;
        else if (key == "planes" && whole) out.planes = *whole;
        else if (key == "kind") out.kinds = text;
        else if (const auto rate = number_in<double>(text); key == "rate" && rate) out.rate = *rate, rated = true;
        else bad(part);
    }
    if (int{!out.file.empty()} + int{out.count.has_value()} + int{rated} != 1) bad(word.substr(0, colon));
    check_fault_rate(out.rate, "a fault rate of");
    (void)fault_kinds(out.kinds);
    return out;
}

std::string FaultWord::word() const {
    std::string out(prefix);
    if (!file.empty()) out += "file=" + encoded(file);
    else
        out += (count ? "n=" + std::to_string(*count) : "rate=" + shortest(rate)) + "+kind=" + kinds +
               "+seed=" + std::to_string(seed);
    return out + (planes == 1 ? "" : "+planes=" + std::to_string(planes)) + ":" + network;
}

FaultSet FaultWord::faults(const Network& whole) const {
    if (!file.empty()) {
        FaultReader reader(whole, *this);
        for (const FaultLine& line : read_fault_lines(file)) reader.add(line);
        return std::move(reader.faults);
    }
    const std::vector<PossibleFault> possible =
        possible_faults(whole, fault_kinds(kinds), usual_plane_of(whole, planes));
    if (!count) return draw_faults_at_rate(whole.graph, possible, rate, seed);
    if (*count > possible.size())
        throw InputError(whole.word + ": " + std::to_string(*count) + " faults, there are " +
                         std::to_string(possible.size()) + " that can fail (" + kinds + ")" +
                         (possible.empty() && planes == 1 ? ", on one plane no link is vertical: need --planes" : ""));
    return draw_faults(whole.graph, possible, *count, seed);
}

}  // namespace wafernet
