// Claims of running text that are decided one by one: printed routes, the tree of Eq. 2.1, where permutations meet
// (rahman2006); turns back and classes of messages that share channels (glass1992); windows of a node (ziavras).
#include <algorithm>
#include <bit>
#include <cmath>

#include <fmt/format.h>

#include "base/text.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/published/published.hpp"
#include "wafernet/routing/channel_load.hpp"
#include "wafernet/routing/route.hpp"
#include "wafernet/routing/routings.hpp"
#include "wafernet/routing/turn_model.hpp"
#include "wafernet/traffic/make_traffic.hpp"

namespace wafernet::published {

namespace {

ChosenRouting routing_of(const Subject& s, const Network& network) {
    const Ties ties = ties_named(s.maybe_word("ties").value_or("positive"));
    return choose_routing(network, {s.maybe_word("routing").value_or(""), "", 0, ties});
}

// Whether the route between the first and the last of the nodes of `by`, which blanks part, passes all of them in their
// order; `hops` is its length where that is printed too.
Evaluation route_passes(const Subject& s, Workbench& bench) {
    const Network& network = bench.network(s.network);
    const std::string text = s.word("by");
    std::vector<Node> by;
    for (const std::string_view address : split(text, ' ')) by.push_back(network.addresses.parse(address));
    std::string taken;
    std::size_t passed = 0, nodes = 0;
    for (const RouteStep& step : route(network.graph, *routing_of(s, network).routing, by.front(), by.back())) {
        if (passed < by.size() && step.node == by[passed]) ++passed;
        taken += (taken.empty() ? "" : " ") + network.addresses.print(step.node);
        ++nodes;
    }
    const auto hops = s.maybe_number("hops");
    return answer(passed == by.size() && (!hops || *hops + 1.0 == static_cast<double>(nodes)), taken);
}

// Eq. 2.1 joins i with 2i and 2i + 1 for 0 <= i < 2^d - 1; the tree has 2^d - 1 nodes.
Evaluation nodes_of_eq_2_1(const Subject& s, Workbench& bench) {
    const std::int64_t parents = bench.network(s.network).graph.nodes();
    return {2 * parents, {}, fmt::format("nodes 0 to {}, of which 0 is its own child", 2 * parents - 1)};
}

// Of a permutation on a square mesh, one flit a source: flits on channels beyond the first, in all and at a place (an
// end on the main diagonal, or both in the middle, half as wide), and the share of the channels that are there.
struct Conflicts {
    double all = 0.0, there = 0.0, channels_there = 0.0;
};
Conflicts conflicts_of(const Subject& s, const std::string& traffic, Workbench& bench) {
    const Network& network = bench.network(s.network);
    const ChosenRouting chosen = routing_of(s, network);
    const auto load = channel_load(network, *chosen.routing, chosen.rule, *make_traffic(traffic, network, {}));
    const auto side = static_cast<Node>(std::lround(std::sqrt(network.graph.nodes())));
    const bool diagonal = s.maybe_word("where") == "diagonal";
    const auto near = [&](Node v) {
        const auto middle = [&](Node digit) { return digit >= side / 4 && digit < side - side / 4; };
        return diagonal ? v % (side + 1) == 0 : middle(v / side) && middle(v % side);
    };
    Conflicts out;
    for (Channel c = 0; c < network.graph.channels(); ++c) {
        const int ends = int{near(network.graph.source(c))} + int{near(network.graph.target(c))};
        const double there = ends >= (diagonal ? 1 : 2) ? 1.0 : 0.0, conflicts = std::max(load.channel[c] - 1.0, 0.0);
        out.all += conflicts;
        out.there += there * conflicts;
        out.channels_there += there / network.graph.channels();
    }
    return out;
}

// Whether there are as many conflicts as under `than_traffic`, up to within_percent.
Evaluation conflicts_similar(const Subject& s, Workbench& bench) {
    const double own = conflicts_of(s, s.word("traffic"), bench).all,
                 others = conflicts_of(s, s.word("than_traffic"), bench).all;
    return answer(std::fabs(own - others) <= s.number("within_percent") / 100.0 * others,
                  fmt::format("{:.0f} against {:.0f}", own, others));
}

// Whether more than half of the conflicts are there, or more than the share of the channels.
template <bool a_channel> Evaluation conflicts_mostly(const Subject& s, Workbench& bench) {
    const Conflicts c = conflicts_of(s, s.word("traffic"), bench);
    return answer(c.there / c.all > (a_channel ? c.channels_there : 0.5),
                  fmt::format("{:.1f} % of the conflicts on {:.1f} % of the channels", 100.0 * c.there / c.all,
                              100.0 * c.channels_there));
}

// Of the network's axes, two without one.
TurnSet turns_of(const Subject& s) {
    const std::string what = s.maybe_word("algorithm").value_or("negative-first");
    if (what == "mad-y") return mad_y_turns();
    if (what == "double-y") return double_y_turns();
    const std::size_t axes = s.network.empty() ? 2 : parse_network_word(s.network).parameters.extents("extents").size();
    return two_phase_turns(static_cast<int>(axes), first_phase(what, static_cast<int>(axes)));
}

// Turns of a kind, 90 degrees where none is named, whether allowed or not.
std::vector<std::pair<std::size_t, std::size_t>> turns_of_kind(const TurnSet& turns, const Subject& s) {
    const std::string degrees = s.maybe_word("degrees").value_or("90");
    const Turn kind = degrees == "0" ? Turn::zero : degrees == "180" ? Turn::back : Turn::ninety;
    std::vector<std::pair<std::size_t, std::size_t>> all;
    for (std::size_t from = 0; from < turns.size(); ++from) {
        for (std::size_t to = 0; to < turns.size(); ++to) {
            if (turn_between(turns.directions[from], turns.directions[to]) == kind) all.emplace_back(from, to);
        }
    }
    return all;
}
Evaluation mesh_turns(const Subject& s, Workbench&) { return {whole(turns_of_kind(turns_of(s), s).size())}; }

// Turns are tried on 4 nodes a row in two dimensions, 3 in more.
bool without_deadlock(const TurnSet& turns) { return deadlock_free(turns, turns.axes() == 2 ? 4 : 3); }

// Turns that the algorithm leaves out, or those of them that alone would make no cycle.
template <bool harmless> Evaluation turns_prohibited(const Subject& s, Workbench&) {
    TurnSet turns = turns_of(s);
    if (!without_deadlock(turns)) return {Missing{"the algorithm can deadlock"}};
    std::int64_t out = 0;
    for (const auto& [from, to] : turns_of_kind(turns, s)) {
        if (turns.allowed[from][to]) continue;
        turns.allowed[from][to] = true;
        out += !harmless || without_deadlock(turns) ? 1 : 0;
        turns.allowed[from][to] = false;
    }
    return {out};
}
template <int factor> Evaluation n_n_less_one(const Subject& s, Workbench&) {
    const double n = turns_of(s).axes();
    return {factor * n * (n - 1)};
}

// Of the sets of turns of 180 degrees that may join the algorithm's other turns the largest, all tried: how many there
// are, or their part of all turns of 180 degrees.
template <bool share> Evaluation back_turns(const Subject& s, Workbench&) {
    TurnSet turns = turns_of(s);
    const auto back = turns_of_kind(turns, s);
    std::int64_t most = 0, sets = 0;
    for (std::uint32_t set = 0; set < 1U << back.size(); ++set) {
        const std::int64_t size = std::popcount(set);
        if (size < most) continue;
        for (std::size_t i = 0; i < back.size(); ++i)
            turns.allowed[back[i].first][back[i].second] = (set >> i & 1U) != 0;
        if (!without_deadlock(turns)) continue;
        sets = size > most ? 1 : sets + 1;
        most = size;
    }
    if (!share) return {sets};
    return {
        static_cast<double>(most) / static_cast<double>(back.size()), {}, fmt::format("{} of {}", most, back.size())};
}

// Whether classes of messages such as "00 01", a digit an axis (0: its negative direction), cannot deadlock where they
// share one set of channels in every direction that they have in common, with turns at will inside a class.
Evaluation classes_share(const Subject& s, Workbench&) {
    const std::string text = s.word("classes");
    const std::vector<std::string_view> classes = split(text, ' ');
    TurnSet turns = two_phase_turns(static_cast<int>(classes.front().size()), {});  // 2 axis + (negative ? 1 : 0)
    for (auto& row : turns.allowed) std::fill(row.begin(), row.end(), false);
    for (const std::string_view own : classes) {
        for (std::size_t i = 0; i < own.size(); ++i) {
            for (std::size_t j = 0; j < own.size(); ++j)
                turns.allowed[2 * i + (own[i] == '0' ? 1 : 0)][2 * j + (own[j] == '0' ? 1 : 0)] = true;
        }
    }
    return answer(without_deadlock(turns));
}

// Of a line of nodes: the most runs of w + 1 nodes, all joined to each other, that one node is in. Argument w.
Evaluation windows_of_node(const Subject& s, Workbench& bench) {
    const Graph& graph = bench.network(s.network).graph;
    const auto w = static_cast<Node>(s.number("w"));
    std::vector<std::int64_t> windows(graph.nodes(), 0);
    for (Node first = 0; first + w < graph.nodes(); ++first) {
        std::uint64_t joined = 0;
        for (Node v = first; v <= first + w; ++v)
            joined += std::ranges::count_if(graph.out(v), [&](Channel c) { return graph.target(c) - first <= w; });
        for (Node v = first; v <= first + w && joined == std::uint64_t{w} * (w + 1); ++v) ++windows[v];
    }
    return {std::ranges::max(windows)};
}

constexpr Quantity list[] = {
    {"route_passes", "whether the route passes the printed nodes in their order", Kind::routed, true, route_passes},
    {"nodes_of_eq_2_1", "nodes that Eq. 2.1 as printed joins", Kind::exact, true, nodes_of_eq_2_1},
    {"conflicts_similar", "whether two patterns have similarly many flits on channels beyond the first", Kind::exact,
     true, conflicts_similar},
    {"conflicts_mostly", "whether more than half of the conflicts of channels are there", Kind::exact, true,
     conflicts_mostly<false>},
    {"conflicts_densest", "whether a channel there has more conflicts than the mean one", Kind::exact, true,
     conflicts_mostly<true>},
    {"mesh_turns", "turns of 90 degrees of a mesh", Kind::exact, true, mesh_turns},
    {"prohibited_turns", "turns that the algorithm leaves out, which prevents deadlock", Kind::exact, true,
     turns_prohibited<false>},
    {"needless_prohibitions", "turns left out that alone would make no cycle", Kind::exact, true,
     turns_prohibited<true>},
    {"printed_mesh_turns", "4 n (n - 1)", Kind::formula, false, n_n_less_one<4>},
    {"printed_prohibited_turns", "n (n - 1)", Kind::formula, false, n_n_less_one<1>},
    {"back_turn_sets", "largest sets of turns of 180 degrees without a cycle", Kind::exact, true, back_turns<false>},
    {"back_turn_share", "part of the turns of 180 degrees that can be allowed", Kind::exact, true, back_turns<true>},
    {"classes_share_channels", "whether the classes share all channels they can without a cycle", Kind::exact, true,
     classes_share},
    {"windows_of_node", "most complete windows that one node is in", Kind::exact, true, windows_of_node},
};

}  // namespace

std::span<const Quantity> text_claims_quantities() { return list; }

}  // namespace wafernet::published
