// Laws that need no expected number: what more defects, more area, more spares, longer wires and another link must not
// do to a figure, and what other names, a mirror or another file format must leave as it is. Drawn networks and
// options.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <sstream>

#include "program.hpp"
#include "wafernet/io/make_network.hpp"

using namespace wafernet;
using namespace wafernet::test;

namespace {

using Row = std::map<std::string, std::string>;
using Words = std::vector<std::string>;

std::vector<std::string> fields(const std::string& line) {
    std::vector<std::string> out(1);
    bool quoted = false;
    for (const char c : line) {
        if (c == '"') quoted = !quoted;
        else if (c == ',' && !quoted) out.emplace_back();
        else if (c != '\r') out.back() += c;
    }
    return out;
}

// The rows of a command that prints one table; none where the program refuses the options.
std::vector<Row> rows(Words words, const std::string& folder = ".") {
    for (const char* word : {"--format", "csv", "--quiet"}) words.emplace_back(word);
    std::string line;
    for (const std::string& word : words) line += " " + word;
    const Outcome o = program(std::move(words), folder);
    INFO(line);
    INFO(o.err);
    REQUIRE((o.code == 0 || o.code == 2 || o.err.empty()));
    std::vector<Row> out;
    if (o.code == 2) return out;
    std::istringstream text(o.out);
    std::string head, row;
    std::getline(text, head);
    const std::vector<std::string> names = fields(head);
    while (std::getline(text, row)) {
        const std::vector<std::string> values = fields(row);
        REQUIRE(values.size() == names.size());
        out.emplace_back();
        for (std::size_t i = 0; i < names.size(); ++i) out.back()[names[i]] = values[i];
    }
    return out;
}

class Draw {
public:
    explicit Draw(std::uint32_t seed) : random_(seed) {
        for (const Row& row : rows({"list", "families", "--nodes", "8:36"})) {
            const std::string word = row.at("network");
            of_family_[row.at("name")].push_back(word);
        }
        for (const auto& [family, words] : of_family_) families_.push_back(family);
    }
    std::uint64_t below(std::uint64_t n) { return std::uniform_int_distribution<std::uint64_t>(0, n - 1)(random_); }
    // Evenly spread in its logarithm.
    double size(double low, double high) {
        return std::exp(std::uniform_real_distribution<double>(std::log(low), std::log(high))(random_));
    }
    template <class T> const T& one_of(const std::vector<T>& all) { return all[below(all.size())]; }
    std::string one(std::initializer_list<const char*> all) { return *(all.begin() + below(all.size())); }
    // All families are equally likely, whatever number of members they have.
    std::string network() { return one_of(of_family_.at(one_of(families_))); }
    template <class T> void shuffle(std::vector<T>& all) { std::shuffle(all.begin(), all.end(), random_); }

private:
    std::mt19937 random_;
    std::map<std::string, std::vector<std::string>> of_family_;
    std::vector<std::string> families_;
};

std::string text(double x) {
    std::ostringstream out;
    out.precision(12);
    out << x;
    return out.str();
}

// Whether b <= a, or one of them is empty; dollars are printed in cents.
bool falls(const std::string& a, const std::string& b, double rounding = 1e-9) {
    if (a.empty() || b.empty()) return true;
    const double x = std::stod(a), y = std::stod(b);
    return y <= x + rounding * std::max(1.0, std::abs(x));
}

Words with(Words words, std::initializer_list<std::string> more) {
    words.insert(words.end(), more);
    return words;
}

std::string joined(const Words& words) {
    std::string out = "wafernet";
    for (const std::string& word : words) out += " " + word;
    return out;
}

// Of two rows the yields of the second that are above those of the first, or its costs that are below.
std::string against(const Words& command, const Row& less, const Row& more) {
    std::string out;
    for (const auto& [name, value] : less) {
        const bool yield = name.starts_with("yield_") || name.ends_with("_yield");
        const bool cost = name.starts_with("cost_usd");
        const bool holds = yield ? falls(value, more.at(name)) : cost ? falls(more.at(name), value, 0.01) : true;
        if (!holds) out += joined(command) + ": " + name + " " + value + " to " + more.at(name) + "\n";
    }
    return out;
}

Words defect_model(Draw& draw) {
    const std::string model =
        draw.one({"poisson", "murphy", "seeds", "seeds-sqrt", "bose-einstein", "negative-binomial"});
    Words words{"--model", model};
    if (model == "negative-binomial") words = with(words, {"--alpha", text(draw.size(0.3, 5.0))});
    if (model == "bose-einstein") words = with(words, {"--layers", std::to_string(1 + draw.below(12))});
    return words;
}

Words yield_command(Draw& draw) {
    Words words{"yield", draw.network(), "--technology",
                draw.one({"hybrid-bond", "microbump", "thesis", "tsv", "wafer-scale"})};
    for (const std::string& word : defect_model(draw)) words.push_back(word);
    switch (draw.below(4)) {
        case 0: return with(words, {"--no-spares"});
        case 1: return with(words, {"--spares", text(0.01 * static_cast<double>(draw.below(60)))});
        case 2: return with(words, {"--spare-columns", std::to_string(1 + draw.below(3))});
        default: return words;
    }
}

std::string yield_falls_with_defects(Draw& draw) {
    const double few = draw.size(0.01, 5.0), many = few * draw.size(1.05, 4.0);
    const Words command = with(yield_command(draw), {"--defects", text(few) + "," + text(many)});
    const std::vector<Row> both = rows(command);
    return both.size() == 2 ? against(command, both[0], both[1]) : "";
}

// Those of a whole system depend on the rows of vertical links that fit along a tile, which are whole ones: a larger
// tile may have narrower channels.
std::string yield_falls_with_area(Draw& draw) {
    const double small = draw.size(0.05, 2.0), large = small * draw.size(1.05, 3.0);
    const Words command = with(yield_command(draw), {"--defects", text(draw.size(0.01, 5.0))});
    const auto of = [&](double side) {
        return rows(with(command, {"--set", "pe_side=" + text(side), "--set", "tile_side=" + text(1.2 * side)}));
    };
    std::vector<Row> one = of(small), other = of(large);
    for (std::vector<Row>* of_side : {&one, &other}) {
        for (Row& row : *of_side) {
            for (const char* column : {"yield_system", "yield_stack", "yield_planes"}) row.erase(column);
        }
    }
    return one.size() == 1 && other.size() == 1
               ? against(with(command, {"--set", "pe_side=" + text(small) + ".." + text(large)}), one[0], other[0])
               : "";
}

// The switches that bring spares in have no spares themselves: here they have no area.
std::string yield_rises_with_spares(Draw& draw) {
    Words command{"yield",        draw.network(),
                  "--technology", draw.one({"hybrid-bond", "microbump", "thesis", "tsv", "wafer-scale"}),
                  "--defects",    text(draw.size(0.01, 5.0)),
                  "--set",        "switch_share=0"};
    for (const std::string& word : defect_model(draw)) command.push_back(word);
    const bool shares = draw.below(2) == 0;
    const std::uint64_t few = draw.below(shares ? 40 : 3), many = few + 1 + draw.below(shares ? 40 : 2);
    const auto of = [&](std::uint64_t count) {
        return rows(with(command, {shares ? "--spares" : "--spare-columns",
                                   shares ? text(0.01 * static_cast<double>(count)) : std::to_string(count)}));
    };
    const std::vector<Row> one = of(few), other = of(many);
    return one.size() == 1 && other.size() == 1
               ? against(with(command, {shares ? "--spares" : "--spare-columns",
                                        std::to_string(few) + " and " + std::to_string(many)}),
                         other[0], one[0])
               : "";
}

std::string cost_falls_with_yield(Draw& draw) {
    const double few = draw.size(0.01, 3.0), many = few * draw.size(1.05, 4.0);
    Words command{"cost",         draw.network(),
                  "--technology", draw.one({"hybrid-bond", "microbump", "tsv", "wafer-scale"}),
                  "--planes",     std::to_string(1 + draw.below(8)),
                  "--bonding",    draw.one({"d2w", "w2w"}),
                  "--known-good", draw.one({"auto", "yes", "no"}),
                  "--spares",     text(0.05 * static_cast<double>(draw.below(8)))};
    for (const std::string& word : defect_model(draw)) command.push_back(word);
    const std::vector<Row> one = rows(with(command, {"--defects", text(few)})),
                           other = rows(with(command, {"--defects", text(many)}));
    return one.size() == 1 && other.size() == 1
               ? against(with(command, {"--defects", text(few) + " and " + text(many)}), one[0], other[0])
               : "";
}

std::string longer_wires_are_not_faster(Draw& draw) {
    const double near = draw.size(0.3, 3.0), far = near * draw.size(1.05, 6.0);
    const Words command{"latency",      draw.network(),
                        "--technology", draw.one({"hybrid-bond", "microbump", "tsv", "wafer-scale"}),
                        "--planes",     draw.one({"1", "2", "4"}),
                        "--loads",      "0.001",
                        "--set",        "pe_side=0.2"};
    const auto of = [&](double side) { return rows(with(command, {"--set", "tile_side=" + text(side)})); };
    const std::vector<Row> one = of(near), other = of(far);
    if (one.size() != 1 || other.size() != 1) return "";
    std::string out;
    const bool same_clock = one[0].at("clock_ns") == other[0].at("clock_ns");  // else cycles are not the same time
    for (const char* name : {"clock_ns", "latency_ns", "zero_load_latency_cycles", "latency_cycles"}) {
        if (std::string_view(name).ends_with("cycles") && !same_clock) continue;
        if (!falls(other[0].at(name), one[0].at(name)))
            out += joined(command) + " tile_side " + text(near) + " and " + text(far) + ": " + name + " " +
                   one[0].at(name) + " and " + other[0].at(name) + "\n";
    }
    return out;
}

using Pairs = std::vector<std::pair<Node, Node>>;

// The links of a drawn network whose links all go both ways and whose nodes all have one.
Pairs drawn_links(Draw& draw, Node& nodes, std::string& word) {
    for (;;) {
        word = draw.network();
        const Network network = make_network(word);
        const Graph& graph = network.graph;
        bool plain = !graph.directed() && network.terminals.empty();
        for (Node v = 0; v < graph.nodes(); ++v) plain = plain && graph.degree(v) > 0;
        if (!plain) continue;
        Pairs links;
        for (Link l = 0; l < graph.links(); ++l)  // of a double link both ways round are one link in a file
            links.emplace_back(std::minmax(graph.source(2 * l), graph.target(2 * l)));
        nodes = graph.nodes();
        return links;
    }
}

std::string edges(const Pairs& links, const std::string& before = "n") {
    std::string out;
    for (const auto& [a, b] : links) out += before + std::to_string(a) + " " + before + std::to_string(b) + "\n";
    return out;
}

std::string a_doubled_link_helps(Draw& draw) {
    Node nodes = 0;
    std::string word;
    Pairs links = drawn_links(draw, nodes, word);
    const Folder folder;
    folder.write("a.edges", edges(links));
    const auto twice = links[draw.below(links.size())];
    links.push_back(twice);
    folder.write("b.edges", edges(links));
    const auto of = [&](const std::string& file) {
        return rows({"topology", "file:" + file, "--file-format", "edges"}, folder.path().string());
    };
    const std::vector<Row> one = of("a.edges"), other = of("b.edges");
    if (one.size() != 1 || other.size() != 1) return word + ": a doubled link is refused\n";
    std::string out;
    for (const char* name : {"diameter_hops", "avg_distance_hops"}) {
        if (!falls(one[0].at(name), other[0].at(name))) out += word + ": " + name + " rises with a doubled link\n";
    }
    Words cuts{"arc_connectivity"};
    if (one[0].at("bisection") == "exact" && other[0].at("bisection") == "exact") cuts.emplace_back("bisection_links");
    for (const std::string& name : cuts) {
        if (!falls(other[0].at(name), one[0].at(name))) out += word + ": " + name + " falls with a doubled link\n";
    }
    return out;
}

// What differs between two rows but the names.
std::string differs(const std::string& what, const Row& one, const Row& other) {
    std::string out;
    for (const auto& [name, value] : one) {
        const std::string& there = other.at(name);
        if (name == "network" || name == "bottleneck" || name == "busiest_port" || value == there) continue;
        char *end = nullptr, *end_there = nullptr;
        const double x = std::strtod(value.c_str(), &end), y = std::strtod(there.c_str(), &end_there);
        const bool numbers = end != value.c_str() && *end == '\0' && end_there != there.c_str() && *end_there == '\0';
        constexpr double same = 1e-6;  // sums in another order
        if (!numbers || std::abs(x - y) > same * std::max(std::abs(x), std::abs(y)))
            out += what + ": " + name + " " + value + " and " + there + "\n";
    }
    return out;
}

std::string other_numbers_of_nodes_change_nothing(Draw& draw) {
    Node nodes = 0;
    std::string word;
    Pairs links = drawn_links(draw, nodes, word);
    const Folder folder;
    folder.write("a.edges", edges(links));
    std::vector<Node> number;
    for (Node v = 0; v < nodes; ++v) number.push_back(v);
    draw.shuffle(number);
    for (auto& [a, b] : links) {
        a = number[a], b = number[b];
        if (a > b) std::swap(a, b);
    }
    for (std::size_t l = 0; l < links.size(); ++l) {
        const bool lone = std::count(links.begin(), links.end(), links[l]) == 1;
        if (lone && draw.below(2) == 0) std::swap(links[l].first, links[l].second);
    }
    draw.shuffle(links);
    folder.write("b.edges", edges(links));
    const auto of = [&](const std::string& file) {
        return rows({"topology", "file:" + file, "--file-format", "edges"}, folder.path().string());
    };
    std::vector<Row> one = of("a.edges"), other = of("b.edges");
    if (one.size() != 1 || other.size() != 1) return word + ": refused in another order\n";
    for (Row* row : {&one[0], &other[0]}) row->erase("canonical_cut_links");  // by the order of the nodes
    // A cut that is found by search, without proof, is one of several.
    if (one[0].at("bisection") != "exact" || other[0].at("bisection") != "exact") {
        for (Row* row : {&one[0], &other[0]}) {
            for (const char* name : {"bisection_links", "bisection", "bisection_lower_links"}) row->erase(name);
        }
    }
    return differs(word + " with other numbers", one[0], other[0]);
}

std::string all_formats_agree(Draw& draw) {
    Node nodes = 0;
    std::string word;
    Pairs links = drawn_links(draw, nodes, word);
    std::sort(links.begin(), links.end());
    const auto count = [](std::size_t n) { return std::to_string(n); };
    std::vector<std::vector<Node>> next(nodes);
    for (auto& [a, b] : links) {
        next[a].push_back(b);
        next[b].push_back(a);
    }
    for (std::vector<Node>& all : next) {
        std::sort(all.begin(), all.end());
        if (std::adjacent_find(all.begin(), all.end()) != all.end()) return "";  // some formats have no double links
    }
    std::map<std::string, std::string> files;
    const std::string n = count(nodes), m = count(links.size());
    std::string& graphml = files["graphml"] = "<graphml><graph edgedefault=\"undirected\">";
    std::string& json = files["json"] = "{\"directed\":false,\"nodes\":[";
    std::string& gml = files["gml"] = "graph [\n";
    std::string& dot = files["dot"] = "graph {\n";
    std::string& pajek = files["pajek"] = "*Vertices " + n + "\n";
    std::string& metis = files["metis"] = n + " " + m + "\n";
    std::string& adjacency = files["adjacency"];
    std::string& anynet = files["anynet"];
    for (Node v = 0; v < nodes; ++v) {
        graphml += "<node id=\"" + count(v) + "\"/>";
        json += (v > 0 ? ",{\"id\":" : "{\"id\":") + count(v) + "}";
        gml += "node [ id " + count(v) + " ]\n";
        dot += count(v) + ";\n";
        pajek += count(v + 1) + " \"" + count(v) + "\"\n";
        adjacency += count(v);
        anynet += "router " + count(v) + " node " + count(v);
        for (const Node to : next[v]) {
            metis += count(to + 1) + " ";
            if (to > v) adjacency += " " + count(to), anynet += " router " + count(to);
        }
        metis += "\n", adjacency += "\n", anynet += "\n";
    }
    json += "],\"links\":[";
    pajek += "*Edges\n";
    files["matrix-market"] = "%%MatrixMarket matrix coordinate pattern symmetric\n" + n + " " + n + " " + m + "\n";
    files["counted-edges"] = n + " " + m + "\n";
    for (const auto& [a, b] : links) {
        const std::string from = count(a), to = count(b), one = count(a + 1), two = count(b + 1);
        graphml += "<edge source=\"" + from + "\" target=\"" + to + "\"/>";
        json += (json.ends_with("[") ? "{\"source\":" : ",{\"source\":") + from + ",\"target\":" + to + "}";
        gml += "edge [ source " + from + " target " + to + " ]\n";
        dot += from + " -- " + to + "\n";
        pajek += one + " " + two + "\n";
        files["matrix-market"] += two + " " + one + "\n";
        files["counted-edges"] += from + " " + to + "\n";
        files["edges"] += from + " " + to + "\n";
        files["graph-golf"] += from + " " + to + "\n";
    }
    graphml += "</graph></graphml>\n";
    json += "]}\n", gml += "]\n", dot += "}\n";
    const Folder folder;
    std::string out;
    std::vector<Row> first;
    Words chosen;
    for (const auto& [format, content] : files) chosen.push_back(format);
    draw.shuffle(chosen);
    chosen.resize(3);
    for (const std::string& format : chosen) {
        folder.write("g", files[format]);
        const std::vector<Row> now = rows({"topology", "file:g", "--file-format", format}, folder.path().string());
        if (now.size() != 1) out += word + ": refused as " + format + "\n";
        else if (first.empty()) first = now;
        else out += differs(word + " as " + chosen.front() + " and " + format, first[0], now[0]);
    }
    return out;
}

// A symmetric network whose traffic is mirrored or turned with it.
std::string symmetry_changes_nothing(Draw& draw) {
    const std::uint64_t kind = draw.below(3), x = 2 + draw.below(4), y = kind == 1 ? x : 2 + draw.below(3);
    const std::uint64_t nodes = kind == 2 ? 16 : x * y;
    const std::string word = kind == 0   ? "mesh:" + std::to_string(x) + "x" + std::to_string(y)
                             : kind == 1 ? "gh:" + std::to_string(x) + ",2"
                                         : "hypercube:4";
    const std::uint64_t move = 1 + draw.below(15), mirror = 1 + draw.below(3);
    const auto image = [&](std::uint64_t v) {
        if (kind == 2) return v ^ move;
        const std::uint64_t i = v / y, j = v % y;
        return ((mirror & 1U) != 0 ? x - 1 - i : i) * y + ((mirror & 2U) != 0 ? y - 1 - j : j);
    };
    std::string one = "source,destination,rate\n", other = one;
    for (std::uint64_t s = 0; s < nodes; ++s) {
        for (std::uint64_t d = 0; d < nodes; ++d) {
            if (s == d || draw.below(3) > 0) continue;
            const std::string rate = "," + std::to_string(1 + draw.below(9)) + "\n";
            one += std::to_string(s) + "," + std::to_string(d) + rate;
            other += std::to_string(image(s)) + "," + std::to_string(image(d)) + rate;
        }
    }
    const Folder folder;
    folder.write("a.csv", one);
    folder.write("b.csv", other);
    const bool latency = draw.below(2) == 0;
    const std::string flits = std::to_string(1 + draw.below(20));
    const auto of = [&](const std::string& file) {
        Words words{latency ? "latency" : "load", word, "--traffic", "file:" + file};
        if (latency) words = with(words, {"--loads", "0.01", "--flits", flits, "--method", "model"});
        return rows(words, folder.path().string());
    };
    std::vector<Row> before = of("a.csv"), after = of("b.csv");
    if (before.size() != 1 || after.size() != 1) return word + (latency ? " latency" : " load") + ": refused\n";
    for (Row* row : {&before[0], &after[0]}) row->erase("traffic");
    return differs(word + (latency ? " latency" : " load") + " mirrored", before[0], after[0]);
}

struct Law {
    const char* name;
    std::string (*broken)(Draw& draw);  // empty, or how
};

const std::vector<Law> laws{{"yield falls with defects", yield_falls_with_defects},
                            {"yield falls with area", yield_falls_with_area},
                            {"yield rises with spares", yield_rises_with_spares},
                            {"cost falls with yield", cost_falls_with_yield},
                            {"longer wires are not faster", longer_wires_are_not_faster},
                            {"a doubled link helps", a_doubled_link_helps},
                            {"other numbers of nodes change nothing", other_numbers_of_nodes_change_nothing},
                            {"all file formats agree", all_formats_agree},
                            {"a symmetry changes nothing", symmetry_changes_nothing}};

void check_laws(std::uint32_t seed, int each) {
    Draw draw(seed);
    for (const Law& law : laws) {
        CAPTURE(law.name);
        for (int i = 0; i < each; ++i) CHECK(law.broken(draw) == "");
    }
}

}  // namespace

TEST_CASE("laws of yield, cost, wires, links, names, formats and symmetries hold" * doctest::test_suite("long")) {
    check_laws(1, 15);
}

// A minute: only with --no-skip.
TEST_CASE("2,000 drawn checks of laws hold" * doctest::test_suite("long") * doctest::skip()) { check_laws(2, 223); }
