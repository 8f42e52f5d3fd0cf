// From a routing's name to the routing.
#include "wafernet/routing/routings.hpp"

#include <algorithm>

#include "base/named.hpp"
#include "detours.hpp"
#include "down_cycles.hpp"
#include "grid_view.hpp"
#include "shortest.hpp"
#include "valiant.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/core/synonyms.hpp"
#include "wafernet/routing/combinators.hpp"
#include "wafernet/routing/route_table.hpp"
#include "wafernet/routing/turn_model.hpp"
#include "wafernet/routing/vc_rules.hpp"

namespace wafernet {

namespace {

std::unique_ptr<Routing> minimal_adaptive(const Network& network, const RoutingOptions& o) {
    return all_shortest_paths(network, o.route_by);
}
template <bool adaptive> std::unique_ptr<Routing> up_down(const Network& network, const RoutingOptions&) {
    return up_down_routing(network, adaptive);
}

// Link selection: the family's own routing, both ways round a ring where they are equally long.
std::unique_ptr<Routing> link_selection(const Network& network, const RoutingOptions& options) {
    RoutingOptions both = options;
    both.ties = Ties::split;
    return network.family->routings.front().make(network, both);
}
std::unique_ptr<Routing> channel_selection(const Network& network, const RoutingOptions& options) {
    return network.family->routings.front().make(network, options);
}

bool both_ways(const Network& network) { return !network.graph.directed(); }

// Of a family with routings of an inner network these are its ls, cs and ls+cs, by the VC rules that it has for them.
bool has_rings(const Network& network) {
    if (network.family == nullptr || network.family->routings.empty() || network.family->more_routings != nullptr)
        return false;
    for (Link l = 0; l < network.graph.links(); ++l) {
        if (network.graph.label(l).wrap) return true;
    }
    return false;
}

// The turn model: glass1992, chapters 5 and 6. Hierarchical tori: rahman2006.
constexpr Source turn_model(std::string_view place) { return {"glass1992", place}; }
constexpr Source of_tori(std::string_view place) { return {"rahman2006", place}; }
constexpr Source of_ours(std::string_view place) { return {"wafernet", place}; }

constexpr char west_first[] = "west-first", north_last[] = "north-last", negative_first[] = "negative-first",
               abonf[] = "abonf", abopl[] = "abopl";
template <const char* algorithm, std::uint32_t detours = 0>
std::unique_ptr<Routing> two_phase(const Network& network, const RoutingOptions&) {
    const int axes = turn_axes(network);
    return turn_routing(network, two_phase_turns(axes, first_phase(algorithm, axes)), detours);
}
template <TurnSet (*turns)()> std::unique_ptr<Routing> by_turns(const Network& n, const RoutingOptions&) {
    return turn_routing(n, turns());
}
std::unique_ptr<Routing> maximal(const Network& n, const RoutingOptions&) {
    return turn_routing(n, maximally_adaptive(grid_view(n)->axes()).maximal);
}
int maximal_vcs(const Network& n) { return maximally_adaptive(grid_view(n)->axes()).vcs; }
std::unique_ptr<Routing> virtual_networks(const Network& n, const RoutingOptions&) {
    return turn_routing(n, virtual_network_turns(grid_view(n)->axes()));
}
template <std::uint32_t reversals> std::unique_ptr<Routing> static_reversal(const Network& n, const RoutingOptions&) {
    return static_reversal_routing(n, reversals);
}
template <std::unique_ptr<Routing> (*routing)(const Network&)>
std::unique_ptr<Routing> without_options(const Network& n, const RoutingOptions&) {
    return routing(n);
}
template <OneFaultReading reading> std::unique_ptr<Routing> one_fault(const Network& n, const RoutingOptions& o) {
    if (o.faulty.size() > 1)
        throw InputError(n.word + ": one-fault routing takes one faulty node, " + std::to_string(o.faulty.size()) +
                         " are given");
    return one_fault_routing(n, o.faulty.empty() ? n.graph.nodes() : o.faulty.front(), reading);
}

std::unique_ptr<Routing> down_cycles(const Network& n, const RoutingOptions&) {
    return std::make_unique<DownCycles>(n);
}

bool is_mesh(const Network& n) {
    const auto view = grid_view(n);
    return view && !view->wrap;
}
bool is_grid(const Network& n) { return grid_view(n).has_value(); }
bool is_grid_or_tiles(const Network& n) { return turn_axes(n) > 0; }
bool is_mesh_2d(const Network& n) { return is_mesh(n) && grid_view(n)->axes() == 2; }
bool is_mesh_nd(const Network& n) { return is_mesh(n) && grid_view(n)->axes() >= 2; }
bool is_mesh_3d(const Network& n) { return is_mesh(n) && grid_view(n)->axes() >= 2 && grid_view(n)->axes() <= 4; }
bool has_single_links(const Network& n) {
    const auto view = grid_view(n);
    if (!view || n.family->name == "double-y" || view->axes() > 6) return false;
    return !view->wrap || std::all_of(view->extents.begin(), view->extents.end(), [](auto e) { return e >= 3; });
}
bool is_mesh_2d_to_6d(const Network& n) { return is_mesh_nd(n) && has_single_links(n); }
bool is_mesh_2d_of_single_links(const Network& n) { return is_mesh_2d(n) && has_single_links(n); }
bool is_torus(const Network& n) { return has_single_links(n) && grid_view(n)->wrap; }
// The free axis has the most: all 2^(n-1) virtual networks, on a torus with n + 1 levels each.
int wraparound_model_vcs(const Network& n) {
    const auto view = grid_view(n);
    return (view->wrap ? view->axes() + 1 : 1) << (view->axes() - 1);
}
bool has_wraparound_model(const Network& n) {
    const auto view = grid_view(n);  // an array has but one way
    return has_single_links(n) && (view->wrap || view->axes() > 1) && wraparound_model_vcs(n) <= max_vcs;
}
bool is_hypercube(const Network& n) { return n.family != nullptr && n.family->name == "hypercube"; }
bool has_plane(const Network& n) {
    return is_mesh_2d(n) && grid_view(n)->extents[0] >= 3 && grid_view(n)->extents[1] >= 3;
}

// Duato: dimension order as escape, all shortest paths on one more virtual channel. In rings the class of the escape
// channels must follow from where a message is and where it goes alone, because it may come back to them after adaptive
// hops.
std::string_view escape_rule(const Network& network) { return grid_view(network)->wrap ? "dally-seitz" : "any"; }
template <bool Stay> std::unique_ptr<Routing> escape(const Network& network, const RoutingOptions& options) {
    return escape_and_adaptive(network.family->routings.front().make(network, options),
                               make_vc_rule(escape_rule(network), network), all_shortest_paths(network), Stay);
}
std::unique_ptr<Routing> dynamic_reversal(const Network& n, const RoutingOptions& options) {
    return escape_by_labels(n.family->routings.front().make(n, options), make_vc_rule("any", n), all_shortest_paths(n));
}
int escape_vcs(const Network& network) { return make_vc_rule(escape_rule(network), network).vcs + 1; }
bool has_grid_dor(const Network& network) { return is_grid(network) && !network.family->routings.empty(); }
bool has_mesh_dor(const Network& network) { return is_mesh_nd(network) && has_grid_dor(network); }

// With the VC rule and the VCs of the routing that it follows, if any.
RoutingSpec with_rule_inside(RoutingSpec spec, const Network& network) {
    if (spec.follows == nullptr) return spec;
    const RoutingSpec inside = spec.follows(network);
    spec.default_vc_rule = inside.default_vc_rule;
    spec.least_vcs = inside.least_vcs;
    return spec;
}

// Valiant's routing over the network's own: flat networks, where a node drawn among all is as good as any other.
bool has_valiant(const Network& network) {
    return network.family != nullptr && !network.family->routings.empty() && network.shared_nodes == 0 &&
           network.terminals.empty() && network.level_sizes.size() < 2 && network.graph.nodes() > 1;
}
RoutingSpec over_own(const Network& network) { return valiant_spec(network.family->routings.front(), network); }
template <Draws How> std::unique_ptr<Routing> valiant(const Network& network, const RoutingOptions& options) {
    const RoutingSpec& own = network.family->routings.front();
    return valiant_routing(network, own.make(network, options), own, How);
}

const GenericRouting generic[] = {
    {{"west-first", "west before all else, then adaptive", turn_model("sec. 5.1.1"), "any", two_phase<west_first>},
     is_mesh_2d},
    {{"west-first-nonminimal", "west-first, detours permitted", turn_model("sec. 5.1.1"), "any",
      two_phase<west_first, any_detours>},
     is_mesh_2d},
    {{"north-last", "north after all else", turn_model("sec. 5.1.2"), "any", two_phase<north_last>}, is_mesh_2d},
    {{"north-last-nonminimal", "north-last, detours permitted", turn_model("sec. 5.1.2"), "any",
      two_phase<north_last, any_detours>},
     is_mesh_2d},
    {{"negative-first", "negative directions before positive ones; on a torus the shortest such path",
      turn_model("sec. 5.1.3, 5.4"), "any", two_phase<negative_first>},
     is_grid_or_tiles},
    {{"negative-first-nonminimal", "negative-first, detours permitted", turn_model("sec. 5.1.3, 5.4"), "any",
      two_phase<negative_first, any_detours>},
     is_grid_or_tiles},
    {{"negative-first-1", "negative-first, one detour permitted", turn_model("sec. 7.3"), "any",
      two_phase<negative_first, 1>},
     is_grid},
    {{"negative-first-2", "negative-first, two detours permitted", turn_model("sec. 7.3"), "any",
      two_phase<negative_first, 2>},
     is_grid},
    {{"negative-first-3", "negative-first, three detours permitted", turn_model("sec. 7.3"), "any",
      two_phase<negative_first, 3>},
     is_grid},
    {{"abonf", "all but one negative first", turn_model("sec. 5.3"), "any", two_phase<abonf>}, is_mesh_nd},
    {{"abonf-nonminimal", "all but one negative first, detours permitted", turn_model("sec. 5.3"), "any",
      two_phase<abonf, any_detours>},
     is_mesh_nd},
    {{"abopl", "all but one positive last", turn_model("sec. 5.3"), "any", two_phase<abopl>}, is_mesh_nd},
    {{"abopl-nonminimal", "all but one positive last, detours permitted", turn_model("sec. 5.3"), "any",
      two_phase<abopl, any_detours>},
     is_mesh_nd},
    {{"p-cube", "clear bits first, then set bits", turn_model("Fig. 5.13"), "any", two_phase<negative_first>},
     is_hypercube},
    {{"p-cube-nonminimal", "p-cube, bits may be cleared that are set again", turn_model("Fig. 5.14"), "any",
      two_phase<negative_first, any_detours>},
     is_hypercube},
    {{"p-cube-halves", "half of the messages set bits first, the others clear bits first; two VCs to set bits",
      turn_model("sec. 5.6.4"), "any", without_options<p_cube_halves_routing>, 2},
     is_hypercube},
    {{"p-cube-three-phases", "set bits, clear bits, set bits on a second VC", turn_model("sec. 5.6.4"), "any",
      without_options<p_cube_three_phases_routing>, 2},
     is_hypercube},
    {{"east-west", "west-first in the east half, east-first in the west half", turn_model("sec. 5.6.4"), "any",
      without_options<east_west_routing>},
     is_mesh_2d_of_single_links},
    {{"double-y", "fully adaptive, two virtual channels along y", turn_model("sec. 3.3"), "any",
      by_turns<double_y_turns>, 2},
     is_mesh_2d},
    {{"mad-y", "maximally adaptive double-y", turn_model("sec. 6.1"), "any", by_turns<mad_y_turns>, 2}, is_mesh_2d},
    {{"max-adaptive", "maximally fully adaptive in n dimensions", turn_model("sec. 6.3"), "any", maximal},
     is_mesh_3d,
     maximal_vcs},
    {{"double-xy", "fully adaptive, two virtual channels along x and y, a virtual network a quadrant",
      turn_model("sec. 2.3"), "any", virtual_networks, 2},
     is_mesh_2d_of_single_links},
    {{"virtual-networks", "fully adaptive, a virtual network for every class of messages; in two dimensions double-xy",
      turn_model("sec. 2.3"), "any", virtual_networks},
     is_mesh_2d_to_6d,
     [](const Network& n) { return 1 << (grid_view(n)->axes() - 1); }},
    {{"reversal-1", "any order of axes until one dimension reversal, then dimension order", turn_model("sec. 2.4"),
      "any", static_reversal<1>, 2},
     is_mesh_2d_to_6d},
    {{"reversal-2", "the same until two dimension reversals", turn_model("sec. 2.4"), "any", static_reversal<2>, 3},
     is_mesh_2d_to_6d},
    {{"reversal-3", "the same until three dimension reversals", turn_model("sec. 2.4"), "any", static_reversal<3>, 4},
     is_mesh_2d_to_6d},
    {{"dynamic-reversal",
      "all shortest paths; dimension order on VC 0 where messages of as few dimension reversals hold all else",
      turn_model("sec. 2.4"), "any", dynamic_reversal, 2},
     has_mesh_dor},
    {{"wraparound", "fully adaptive, virtual networks of n + 1 levels, one down a wrap-around link",
      turn_model("sec. 2.5"), "any", without_options<wraparound_model_routing>},
     has_wraparound_model,
     wraparound_model_vcs},
    {{"negative-first-wrap", "negative-first, a wrap-around link as first hop where that is shorter",
      turn_model("sec. 5.4"), "any", without_options<first_hop_wrap_routing>},
     is_torus},
    {{"negative-first-unfolded", "negative-first on the torus unfolded into a mesh, minimal", turn_model("sec. 5.4"),
      "any", without_options<unfolded_routing>},
     is_torus,
     [](const Network& n) { return 1 << grid_view(n)->axes(); }},
    {{"one-fault", "negative-first round one faulty node, clarified reading", turn_model("sec. 7.2"), "any",
      one_fault<OneFaultReading::clarified>},
     has_plane},
    {{"one-fault-literal", "negative-first round one faulty node, as printed", turn_model("sec. 7.2"), "any",
      one_fault<OneFaultReading::literal>},
     has_plane},
    {{"duato", "dimension order as escape, all shortest paths on one more virtual channel", of_ours("escape channels"),
      "any", escape<false>},
     has_grid_dor,
     escape_vcs},
    {{"min-adapt", "as duato, but who takes the escape stays there: BookSim2's min_adapt, with one message a buffer",
      of_ours("escape channels"), "any", escape<true>},
     has_grid_dor,
     escape_vcs},
    {{"ls", "link selection: the default routing, both ways round a ring at equal length", of_tori("sec. 4.5.1"),
      "dateline", link_selection},
     has_rings},
    {{"cs", "channel selection: the default routing, both VCs open to traversals that do not wrap",
      of_tori("sec. 4.5.2"), "cs", channel_selection},
     has_rings},
    {{"ls+cs", "link selection and channel selection", of_tori("sec. 4.5.3"), "cs", link_selection}, has_rings},
    {{"valiant", "to a node drawn at random, by the network's own routing, then to the destination", valiant_source,
      "any", valiant<Draws::always>, 1, over_own},
     has_valiant},
    {{"ugal", "the network's own routing or 'valiant', by the queues in front of both when a message starts",
      ugal_source, "any", valiant<Draws::by_queue>, 1, over_own},
     has_valiant},
    {{"minimal",
      "one shortest path a pair, the first in families with a routing of their own, else spread by destination "
      "(--spread)",
      of_ours("shortest path"), "any", minimal},
     nullptr},
    {{"minimal-adaptive", "all shortest paths", of_ours("shortest path"), "any", minimal_adaptive}, nullptr},
    {{"down-cycles", "down the cycles, one dimension after the other, a VC more at each dateline",
      Source{"dally1987", "CCC"}, "any", down_cycles, 3},
     is_ccc},
    {{"double-down", "up a cycle and across as the turns allow, two virtual channels down the cycles",
      of_ours("turn model of CCC"), "any", by_turns<double_down_turns>, 2},
     is_ccc},
    {{"detour", "the family's own routing; who would meet a fault goes round, by up*/down* on one more virtual channel",
      of_ours("detours"), "any", detour_routing},
     has_detours,
     detour_vcs},
    {{"up-down", "up*/down*: up a breadth-first tree from node 0, then down", of_tori("sec. 4.3.3"), "any",
      up_down<false>},
     both_ways},
    {{"up-down-adaptive", "up*/down*, all shortest legal paths", of_tori("sec. 4.3.3"), "any", up_down<true>},
     both_ways},
};

std::string hint_of(std::string_view name, std::span<const std::string_view> names) {
    const std::string hint = routing_elsewhere(name);
    return hint.empty() ? did_you_mean(name, names) : hint;
}

std::unique_ptr<Routing> made(const RoutingSpec& spec, const Network& network, const RoutingOptions& options) {
    if (options.route_by != RouteBy::automatic && spec.name != "minimal" && spec.name != "minimal-adaptive")
        throw InputError("routing '" + std::string(spec.name) +
                         "' does not go by latency or hops, 'minimal' and 'minimal-adaptive' do");
    if (options.spread != Spread::automatic && spec.name != "minimal")
        throw InputError("routing '" + std::string(spec.name) +
                         "' has no shortest path a pair to choose, --spread is for 'minimal'");
    std::unique_ptr<Routing> routing = spec.make(network, options);
    routing->made_for(network.graph);
    return routing;
}

}  // namespace

std::span<const GenericRouting> generic_routings() { return generic; }

std::vector<RoutingSpec> routings_of(const Network& network) {
    std::vector<RoutingSpec> all;
    if (network.family != nullptr) all.assign(network.family->routings.begin(), network.family->routings.end());
    for (RoutingSpec& spec : all) spec = with_rule_inside(spec, network);
    if (network.routes != nullptr) all.insert(all.begin(), routes_spec(network));
    for (const GenericRouting& g : generic) {
        if (g.applies != nullptr && !g.applies(network)) continue;
        const bool own = std::ranges::find(all, g.spec.name, &RoutingSpec::name) != all.end();
        if (!own) all.push_back(with_rule_inside(g.spec, network));
        if (!own && g.spec.name == "ls") {
            all.back().default_vc_rule = network.family->routings.front().default_vc_rule;
            all.back().least_vcs = network.family->routings.front().least_vcs;
        }
        if (!own && g.vcs != nullptr) all.back().least_vcs = g.vcs(network);
    }
    if (network.family != nullptr && network.family->more_routings != nullptr) {
        for (const RoutingSpec& spec : network.family->more_routings(network)) {
            if (std::ranges::find(all, spec.name, &RoutingSpec::name) == all.end()) all.push_back(spec);
        }
    }
    return all;
}

RoutingSpec find_routing(std::string_view name, const Network& network) {
    const bool own = network.family != nullptr && !network.family->routings.empty();
    if (network.routes != nullptr && (name.empty() || name == routes_name)) return routes_spec(network);
    if (name.empty() && own) return with_rule_inside(network.family->routings.front(), network);
    const std::vector<RoutingSpec> all = routings_of(network);
    if (name.empty()) return all.front();
    name = routing_of_booksim(name);
    std::string names;
    std::vector<std::string_view> words;
    for (const RoutingSpec& spec : all) {
        if (spec.name == name) return spec;
        words.push_back(spec.name);
        names += (names.empty() ? "" : ", ") + std::string(spec.name);
    }
    if (name == "dor" && own) return with_rule_inside(network.family->routings.front(), network);
    if (name.starts_with("up-down") && network.graph.directed())
        throw InputError(network.word +
                         ": up-down needs links that go both ways, this network has one-way links, need minimal");
    constexpr std::size_t shown = 300;  // characters: a message is one short line
    if (names.size() > shown)
        names.replace(names.rfind(',', shown), std::string::npos, " and others of 'wafernet list routings'");
    const std::string hint = hint_of(name, words);
    throw InputError(network.word + " has no routing '" + std::string(name.substr(0, 60)) + "'" +
                     (hint.empty() ? ", it has " + names : hint));
}

void check_routing_name(std::string_view name) {
    name = routing_of_booksim(name);
    std::vector<std::string_view> names{"dor", routes_name};
    for (const GenericRouting& g : generic) names.push_back(g.spec.name);
    for (const auto list : {families(), booksim_families()}) {
        for (const Family* f : list) {
            for (const RoutingSpec& spec : f->routings) names.push_back(spec.name);
        }
    }
    if (name.empty() || std::find(names.begin(), names.end(), name) != names.end()) return;
    throw InputError("unknown routing '" + std::string(name.substr(0, 60)) + "'" + hint_of(name, names) +
                     ", 'wafernet list routings' shows them all");
}

std::unique_ptr<Routing> make_routing(std::string_view name, const Network& network, const RoutingOptions& options) {
    return made(find_routing(name, network), network, options);
}

void check_vc_rule(const RoutingSpec& spec, std::string_view rule, const Network& network) {
    const auto known = vc_rules();
    if ((network.family == nullptr || spec.name == routes_name) && rule != "any" &&
        std::any_of(known.begin(), known.end(), [&](const VcRuleInfo& info) { return info.name == rule; })) {
        throw InputError("VC rule '" + std::string(rule) + "' on " + network.word +
                         ": it goes by rings and levels, which a file does not tell, need 'any'; routing "
                         "'up-down' is deadlock free with it, any other with 'hop', 'layers' or 'datelines'");
    }
    if (spec.least_vcs == 1 || rule.empty() || rule == "any" || rule == spec.default_vc_rule) return;
    throw InputError("VC rule '" + std::string(rule.substr(0, 60)) + "': routing '" + std::string(spec.name) +
                     "' chooses its virtual channels itself, need none");
}

ChosenRouting choose_routing(const Network& network, const RoutingChoice& choice) {
    ChosenRouting chosen;
    chosen.spec = find_routing(choice.routing, network);
    chosen.routing = made(chosen.spec, network, {choice.ties, choice.faulty, {}, choice.route_by, choice.spread});
    if (!choice.faulty.empty() && chosen.spec.name.substr(0, 9) != "one-fault")
        throw InputError("routing '" + std::string(chosen.spec.name) +
                         "' does not go round faulty nodes, one-fault does");
    check_vc_rule(chosen.spec, choice.vc_rule, network);
    const std::string_view rule =
        choice.vc_rule.empty() ? chosen.spec.default_vc_rule : std::string_view(choice.vc_rule);
    const int least = chosen.spec.least_vcs;
    if (choice.vcs != 0 && choice.vcs < least)
        throw InputError("routing '" + std::string(chosen.spec.name) + "' needs " + std::to_string(least) +
                         " virtual channels, there are only " + std::to_string(choice.vcs));
    RuledRouting ruled = with_vc_rule(std::move(chosen.routing), rule, network,
                                      rule == "any" ? std::max(choice.vcs, least) : choice.vcs);
    chosen.routing = std::move(ruled.routing);
    chosen.rule = std::move(ruled.rule);
    chosen.escape = chosen.routing->escape_vcs();
    if (chosen.escape == 0) chosen.escape = escape_of_rule(chosen.rule);
    if (choice.vcs > chosen.rule.vcs) {
        chosen.escape = first_vcs(chosen.rule.vcs);
        chosen.rule = with_free_lanes(std::move(chosen.rule), choice.vcs);
    }
    chosen.name = std::string(chosen.spec.name) + (choice.vc_rule.empty() ? "" : "/" + chosen.rule.name);
    return chosen;
}

RouteBy route_by_named(std::string_view name) {
    constexpr std::string_view names[] = {"latency", "hops"};
    if (name.empty()) return RouteBy::automatic;
    return named(name, names, "routes by", ", need latency or hops", RouteBy::latency);
}

Spread spread_named(std::string_view name) {
    constexpr std::string_view names[] = {"destination", "none"};
    if (name.empty()) return Spread::automatic;
    return named(name, names, "spread", ", need destination or none", Spread::destination);
}

constexpr std::string_view tie_names[] = {"positive", "literal", "split", "parity"};

std::string_view name(Ties ties) { return tie_names[static_cast<std::size_t>(ties)]; }

Ties ties_named(std::string_view name) {
    return named<Ties>(name, tie_names, "unknown tie rule", ", need positive, literal, split or parity");
}

}  // namespace wafernet
