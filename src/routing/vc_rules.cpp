// Assignments of virtual channels as functions of what a hop's label says. The documents' rules are their natural
// reading: inside a ring class 0 before the wrap-around link, class 1 on and after it, reset at every new ring.
#include "wafernet/routing/vc_rules.hpp"

#include <bit>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/fits.hpp"
#include "vc_table.hpp"

namespace wafernet {

namespace {

// What a rule can know besides the hop: VCs there are, inter-module rings in routing order.
struct Context {
    int vcs = 1;
    int rings = 0;
};

constexpr VcSet vc(int v) { return VcSet{1} << v; }
constexpr bool passed(Dateline d) { return d == Dateline::on || d == Dateline::after; }
constexpr bool wraps(Dateline d) { return d != Dateline::never; }
constexpr int ring_class(Dateline d) { return passed(d) ? 1 : 0; }
// A hop inside a module after the upper ring's wrap-around link; Dateline::on means that it leads to that link.
constexpr bool beyond(const HopLabel& h) { return h.upper == Dateline::after; }
constexpr bool in_last_phase(const HopLabel& h) { return h.phase == Phase::final || h.phase == Phase::local; }

VcSet any(const HopLabel&, int, const Context& c) { return first_vcs(c.vcs); }
VcSet dateline(const HopLabel& h, int, const Context&) { return vc(ring_class(h.own)); }
VcSet dateline_after(const HopLabel& h, int, const Context&) { return vc(h.own == Dateline::after ? 1 : 0); }
VcSet dateline_whole(const HopLabel& h, int, const Context&) { return vc(wraps(h.own) ? 1 : 0); }
// Fig. 4.9: class 0 where the destination is behind (j < i), class 1 where it is ahead (j > i).
VcSet dally_seitz(const HopLabel& h, int, const Context&) {
    return vc(h.own == Dateline::before || h.own == Dateline::on ? 0 : 1);
}
VcSet sticky(const HopLabel& h, int arriving, const Context&) { return vc(arriving == 1 ? 1 : ring_class(h.own)); }
// BookSim2's min_adapt: the set of outputs that its routing gives keeps one of each priority, so of the adaptive ways
// the one along the first axis is left, which is the escape's. VC 0 is the escape's, for good.
VcSet booksim_min_adapt(const HopLabel&, int arriving, const Context& c) {
    return arriving == 0 ? vc(0) : first_vcs(c.vcs);
}
// BookSim2's dim_order_torus: going up, wrapping traversals take the upper half; going down, those that do not wrap. Of
// an odd number of VCs both halves have the one in the middle.
VcSet booksim(const HopLabel& h, int, const Context& c) {
    const bool upper = wraps(h.own) == (h.direction > 0);
    return upper ? first_vcs(c.vcs) & ~first_vcs(c.vcs / 2) : first_vcs(c.vcs - c.vcs / 2);
}
VcSet bubble(const HopLabel& h, int arriving, const Context& c) {
    return h.enters || arriving < 0 ? first_vcs(c.vcs) : vc(arriving);
}
// Channel selection: a traversal that does not wrap may use both classes, and may not go back to class 0 within a ring.
VcSet cs(const HopLabel& h, int arriving, const Context&) {
    if (wraps(h.own)) return vc(ring_class(h.own));
    return !h.enters && arriving == 1 ? vc(1) : vc(0) | vc(1);
}

// Theorem 4.2: phase 1 {0,1}, phase 3 {2,3}, inter-module {4,5}. Moves between inter-module hops share the pair of
// phase 1 or of phase 3: sub-phase 2.i.1 goes towards the first axis, sub-phase 2.i.3 towards the second.
VcSet t42(const HopLabel& h, int first, int second) {
    const int k = ring_class(h.own);
    if (h.phase == Phase::inter) return vc(4 + k);
    if (in_last_phase(h)) return vc(2 + k);
    if (h.phase == Phase::source) return vc(k);
    return vc((h.segment % 2 == 0 ? first : second) == 1 ? k : 2 + k);
}
VcSet t42_11(const HopLabel& h, int, const Context&) { return t42(h, 1, 1); }
VcSet t42_13(const HopLabel& h, int, const Context&) { return t42(h, 1, 3); }
VcSet t42_31(const HopLabel& h, int, const Context&) { return t42(h, 3, 1); }
VcSet t42_33(const HopLabel& h, int, const Context&) { return t42(h, 3, 3); }
// Theorem 4.4: a third VC for the wrap-around connection of the higher levels.
VcSet t44(const HopLabel& h, int, const Context&) {
    return vc(h.phase == Phase::inter ? (passed(h.own) ? 2 : 0) : ring_class(h.own));
}
VcSet t44_cs(const HopLabel& h, int arriving, const Context&) {
    if (wraps(h.own)) return t44(h, arriving, {});
    if (h.phase == Phase::inter) return vc(0) | vc(2);
    return !h.enters && arriving == 1 ? vc(1) : vc(0) | vc(1);
}
// Theorem 7.2: two VCs inside modules, two between them.
VcSet t72(const HopLabel& h, int, const Context&) { return vc((h.phase == Phase::inter ? 2 : 0) + ring_class(h.own)); }

// Repairs. "through" hops continue inside a module between two hops of one higher ring; `upper` is that ring's
// dateline.
VcSet nb(const HopLabel& h, int, const Context&) {
    switch (h.phase) {
        case Phase::inter: return vc(wraps(h.own) ? 1 : 0);
        case Phase::through: return vc(beyond(h) ? 0 : 1);
        case Phase::final:
        case Phase::local: return vc(h.own == Dateline::after ? 1 : 0);
        default: return vc(1);
    }
}
VcSet nh(const HopLabel& h, int, const Context&) {
    switch (h.phase) {
        case Phase::inter: return vc(passed(h.own) ? 0 : 1);
        case Phase::through: return vc(beyond(h) ? 0 : 1);
        case Phase::final:
        case Phase::local: return vc(h.own == Dateline::before ? 1 : 0);
        default: return vc(1);
    }
}
VcSet fixlit(const HopLabel& h, int, const Context&) { return vc(in_last_phase(h) ? 1 : 0); }
VcSet fixm(const HopLabel& h, int, const Context&) {
    if (h.phase == Phase::inter) return vc(ring_class(h.own));
    return vc(in_last_phase(h) ? 1 : 0);
}
VcSet fixe(const HopLabel& h, int, const Context&) { return vc((in_last_phase(h) ? 2 : 0) + ring_class(h.own)); }
VcSet fixp(const HopLabel& h, int arriving, const Context& c) {
    if (h.phase == Phase::through && beyond(h)) return vc(2);
    return fixe(h, arriving, c);
}
VcSet ph3(const HopLabel& h, int, const Context&) {
    switch (h.phase) {
        case Phase::inter: return vc(h.own == Dateline::on ? 1 : 0);
        case Phase::source: return vc(1);
        case Phase::between:
        case Phase::through: return vc(2);
        default: return vc(0);
    }
}
// Found by search over rules that see phase and datelines, one rule for HTN (4,4,2,0..2), (4,2,2,0), (3,5,2,0),
// (5,5,2,0).
VcSet ph4(const HopLabel& h, int arriving, const Context&) {
    static const VcRule rule = VcTable::parse(
                                   "table:ban=1,bbn=1,bnn=1,bon=2,fan=2,fbn=1,fnn=2,fon=1,ian=1,ibn=0,inn=0,ion=0,lan="
                                   "1,lbn=0,lnn=0,lon=0,san=1,sbn=0,snn=0,son=0,toa=1,ton=3,too=1")
                                   .rule();
    return rule.permitted(h, arriving);
}
VcSet seg(const HopLabel& h, int, const Context& c) {
    if (h.phase == Phase::inter) return vc(ring_class(h.own));
    const int pair = in_last_phase(h) ? c.rings : h.segment;
    const bool back = h.phase == Phase::through && h.own == Dateline::on && beyond(h);
    return vc(2 * pair + (back ? 0 : ring_class(h.own)));
}

struct Rule {
    VcRuleInfo info;
    int vcs;  // 0: from the network
    VcSet (*permitted)(const HopLabel&, int, const Context&);
    bool sees_arriving = false;
};

constexpr Source thesis(std::string_view place) { return {"rahman2006", place}; }
constexpr Source own(std::string_view place) { return {"wafernet", place}; }

const Rule rules[] = {
    {{"any", "any VC on any hop", own("no rule")}, 1, any},
    {{"dateline", "class 0 before a ring's wrap-around link, 1 on and after it, reset in every ring",
      thesis("Lemma 4.1")},
     2,
     dateline},
    {{"dateline-after", "as dateline, class 1 only after the wrap-around link", thesis("Lemma 4.1")},
     2,
     dateline_after},
    {{"dateline-whole", "class 1 on the whole of a traversal that wraps", thesis("Lemma 4.1")}, 2, dateline_whole},
    {{"dally-seitz", "class 0 while the ring's wrap-around link is ahead, 1 otherwise", thesis("Fig. 4.9")},
     2,
     dally_seitz},
    {{"sticky", "as dateline, but a message stays in class 1 for good", thesis("Lemma 4.1")}, 2, sticky, true},
    {{"booksim",
      "lower or upper half of the VCs for a whole ring traversal, as BookSim2's dim_order_torus",
      {"booksim2", "routefunc.cpp"}},
     2,
     booksim},
    {{"booksim-min-adapt",
      "any VC, but VC 0 for good once it is taken, as BookSim2's min_adapt, which offers one way along the axes",
      {"booksim2", "outputset.hpp"}},
     2,
     booksim_min_adapt,
     true},
    {{"bubble",
      "any VC, and the same along a ring, which a message enters only where two fit, so that no ring is ever full",
      {"carrion1997", "bubble flow control"}},
     1,
     bubble,
     true},
    {{"cs", "as dateline, traversals that do not wrap use both classes", thesis("sec. 4.5.2")}, 2, cs, true},
    {{"t42", "theorem 4.2, sub-phases 2.i.1 and 2.i.3 share with phase 1", thesis("Theorem 4.2")}, 6, t42_11},
    {{"t42-13", "theorem 4.2, 2.i.1 shares with phase 1, 2.i.3 with phase 3", thesis("Theorem 4.2")}, 6, t42_13},
    {{"t42-31", "theorem 4.2, 2.i.1 shares with phase 3, 2.i.3 with phase 1", thesis("Theorem 4.2")}, 6, t42_31},
    {{"t42-33", "theorem 4.2, 2.i.1 and 2.i.3 share with phase 3", thesis("Theorem 4.2")}, 6, t42_33},
    {{"t43", "theorem 4.3: two VCs, shared by all phases, by the current ring's dateline", thesis("Theorem 4.3")},
     2,
     dateline},
    {{"t44", "theorem 4.4: as t43, with a third VC after the wrap-around link of a higher level",
      thesis("Theorem 4.4")},
     3,
     t44},
    {{"t44-cs", "theorem 4.6: t44 with channel selection", thesis("Theorem 4.6")}, 3, t44_cs, true},
    {{"t71", "theorem 7.1: two VCs by the current ring's dateline", thesis("Theorem 7.1")}, 2, dateline},
    {{"t72", "theorem 7.2: {0,1} inside modules, {2,3} between them", thesis("Theorem 7.2")}, 4, t72},
    {{"doc-002", "theorem 1: two VCs by the current ring's dateline", {"rahman2012", "Theorem 1"}}, 2, dateline},
    {{"nb", "repair, nearest outlets, 2 VCs", own("search over phase and dateline")}, 2, nb},
    {{"nh", "repair, nearest outlets, H3D-mesh and level 3, 2 VCs", own("search over phase and dateline")}, 2, nh},
    {{"fixlit", "repair, literal ties: VC 1 in the destination's module, else VC 0",
      own("search over phase and dateline")},
     2,
     fixlit},
    {{"fixp", "repair, nearest outlets, 4 VCs: a pair for the destination's module, through hops apart after the wrap",
      own("search over phase and dateline")},
     4,
     fixp},
    {{"fixm", "repair, H3D-torus, 2 VCs: VC 1 in the destination's module", own("search over phase and dateline")},
     2,
     fixm},
    {{"fixe", "repair, MH3DT, 4 VCs: a pair for the destination's module", own("search over phase and dateline")},
     4,
     fixe},
    {{"ph3", "repair, outlets by destination: one VC a phase, the wrap-around link of a higher level apart",
      own("search over phase and dateline")},
     3,
     ph3},
    {{"ph4", "repair, outlets by destination, level 2, 4 VCs by phase and datelines",
      own("deadlock --repair --together")},
     4,
     ph4},
    {{"seg", "repair: a pair of VCs for the way to every inter-module ring and one for the destination's module",
      own("one pair a ring")},
     0,
     seg},
};

int inter_module_rings(const Network& network) {
    std::set<std::pair<int, int>> rings;
    for (Link l = 0; l < network.graph.links(); ++l) {
        const LinkLabel& label = network.graph.label(l);
        if (label.level > 1) rings.emplace(label.level, label.axis);
    }
    return static_cast<int>(rings.size());
}

const Rule* find_rule(std::string_view name) {
    std::vector<std::string_view> names;
    for (const Rule& r : rules) {
        if (r.info.name == name) return &r;
        names.push_back(r.info.name);
    }
    for (const VcRuleInfo& info : routed_vc_rules()) {
        if (info.name == name)
            throw InputError("VC rule '" + std::string(name) + "' goes by the routes of a routing, need with_vc_rule");
        names.push_back(info.name);
    }
    throw InputError("unknown VC rule '" + std::string(name.substr(0, 60)) + "'" + did_you_mean(name, names) +
                     fmt::format(", there are {}", fmt::join(names, ", ")));
}

}  // namespace

std::span<const VcRuleInfo> vc_rules() {
    static const std::vector<VcRuleInfo> infos = [] {
        std::vector<VcRuleInfo> all;
        for (const Rule& rule : rules) all.push_back(rule.info);
        return all;
    }();
    return infos;
}

void check_vc_rule_name(std::string_view name) {
    if (name.starts_with("table:")) static_cast<void>(VcTable::parse(name));
    else if (!is_routed_vc_rule(name)) static_cast<void>(find_rule(name));
}

VcRule make_vc_rule(std::string_view name, const Network& network, int vcs) {
    if (vcs < 0 || vcs > max_vcs)
        throw InputError(std::to_string(vcs) + " virtual channels, need from 1 to " + std::to_string(max_vcs));
    VcRule made;
    if (name.substr(0, 6) == "table:") {
        made = VcTable::parse(name).rule();
    } else {
        const Rule* rule = find_rule(name);
        Context context;
        context.rings = inter_module_rings(network);
        made.name = rule->info.name;
        made.title = rule->info.title;
        made.source = rule->info.source;
        made.sees_arriving = rule->sees_arriving;
        made.vcs = rule->vcs > 0 ? rule->vcs : 2 * (context.rings + 1);
        if (made.vcs > max_vcs)
            throw InputError("VC rule '" + made.name + "' needs " + std::to_string(made.vcs) + " virtual channels on " +
                             network.word + ", at most " + std::to_string(max_vcs) + " are possible");
        made.bubble = made.name == "bubble";
        if (vcs > made.vcs && (made.name == "any" || made.bubble || made.name.starts_with("booksim"))) made.vcs = vcs;
        context.vcs = made.vcs;
        made.permitted = [permitted = rule->permitted, context](const HopLabel& hop, int arriving) {
            return permitted(hop, arriving, context);
        };
    }
    if (vcs != 0 && vcs < made.vcs)
        throw InputError("VC rule '" + made.name + "' needs " + std::to_string(made.vcs) + " virtual channels on " +
                         network.word + ", there are only " + std::to_string(vcs));
    return made;
}

VcSet escape_of_rule(const VcRule& rule) {
    if (rule.name != "booksim" || rule.vcs % 2 == 0) return 0;
    return first_vcs(rule.vcs) & ~(VcSet{1} << (rule.vcs / 2));
}

VcRule with_free_lanes(VcRule rule, int vcs) {
    check_rule(rule);
    if (vcs > max_vcs)
        throw InputError(std::to_string(vcs) + " virtual channels, need at most " + std::to_string(max_vcs));
    if (vcs <= rule.vcs) return rule;
    const VcSet lanes = first_vcs(vcs) & ~first_vcs(rule.vcs);
    rule.permitted = [inner = std::move(rule.permitted), lanes, needed = rule.vcs](const HopLabel& hop, int arriving) {
        return inner(hop, arriving >= needed ? -1 : arriving) | lanes;
    };
    rule.vcs = vcs;
    return rule;
}

std::vector<VcSet> vcs_of_classes(int classes, int vcs, ExtraVcs extra, VcSet escape) {
    if (classes < 1 || classes > vcs || vcs > max_vcs)
        throw InputError(std::to_string(classes) + " classes of " + std::to_string(vcs) +
                         " virtual channels, need at least one of at most " + std::to_string(max_vcs) + " for each");
    std::vector<VcSet> sets(static_cast<std::size_t>(classes), 0);
    VcSet takers = first_vcs(classes);  // classes that get more than one
    if (extra == ExtraVcs::adaptive && (takers & ~escape) != 0) takers &= ~escape;
    if (extra == ExtraVcs::free || extra == ExtraVcs::unused) takers = 0;
    int left = takers != 0 ? vcs - classes : 0;
    int taking = std::popcount(takers);
    int vc = 0;
    for (int k = 0; k < classes; ++k) {
        int share = 1;
        if ((takers >> k & 1U) != 0) {
            const int more = (left + taking - 1) / taking;  // the first get what does not divide
            share += more;
            left -= more;
            --taking;
        }
        for (int i = 0; i < share; ++i, ++vc) sets[static_cast<std::size_t>(k)] |= VcSet{1} << vc;
    }
    if (extra == ExtraVcs::free) {
        for (VcSet& set : sets) set |= first_vcs(vcs) & ~first_vcs(classes);
    }
    return sets;
}

}  // namespace wafernet
