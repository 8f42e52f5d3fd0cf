#include "dynamic_verdict.hpp"

#include <bit>
#include <optional>

#include "wafernet/io/make_network.hpp"
#include "wafernet/routing/wormhole_trees.hpp"

namespace wafernet::cli {

DynamicVerdict dynamic_verdict(const Network& network, const Routing& routing, const VcRule& rule,
                               const Traffic& traffic, const RouterConfig& router, unsigned threads) {
    VerdictOptions how{threads, escape_by_both(routing, rule)};
    const Verdict all = deadlock_verdict(network, routing, rule, how);
    DynamicVerdict verdict{all.deadlock_free(), all.cycle.size(), {}};
    std::optional<WaitingSet> waiting = all.waiting;
    if (!verdict.deadlock_free && !traffic.uniform()) {
        how.traffic = &traffic;
        const Verdict own = deadlock_verdict(network, routing, rule, how);
        verdict.deadlock_free = own.deadlock_free();
        verdict.cycle = own.cycle.size();
        waiting = own.waiting;
        if (verdict.deadlock_free)
            verdict.notes.push_back(network.word +
                                    ": this traffic cannot deadlock; other traffic could close a cycle of " +
                                    std::to_string(all.cycle.size()) + " channels, see 'wafernet deadlock'");
    }
    if (verdict.deadlock_free && waiting) verdict.notes.push_back(network.word + ": " + waiting_text(*waiting));
    if (routing.escape_vcs() == 0 && escape_of_rule(rule) != 0)
        verdict.notes.push_back(
            network.word +
            ": the verdict holds where a buffer holds one message at a time (--hold until-buffer-left); BookSim2's " +
            "router, which gives the VC in the middle sooner, can deadlock beyond saturation");
    VcSet unused = first_vcs(router.vcs);
    const std::vector<VcSet> classes = vcs_of_classes(rule.vcs, router.vcs, router.extra, routing.escape_vcs());
    for (std::size_t k = 0; k < classes.size(); ++k) {
        if ((all.used >> k & 1U) != 0) unused &= ~classes[k];
    }
    if (unused != 0) verdict.notes.push_back(network.word + ": " + unused_text(unused, "VC rule '" + rule.name + "'"));
    return verdict;
}

std::string waiting_text(const WaitingSet& waiting) {
    const std::string channels = std::to_string(waiting.channels) + " virtual channels";
    switch (waiting.answer) {
        case DeadlockAnswer::can:
            return "a deadlock: " + channels + " can each hold a message, just injected, that waits for others of them";
        case DeadlockAnswer::cannot:
            return "the dependencies have a cycle, but one of the messages that wait always has a channel that falls "
                   "free; that holds where a buffer holds one message at a time (--hold until-buffer-left)";
        case DeadlockAnswer::undecided: break;
    }
    return waiting.channels == 0 ? "whether the cycle can be a deadlock would take too long to find; name escape "
                                   "channels with --escape to test for one"
                                 : "whether the cycle can be a deadlock is not decided: " + channels +
                                       " may hold messages that wait for others of them; name escape channels with "
                                       "--escape to test for one";
}

std::string unused_text(VcSet unused, const std::string& by) {
    if (unused == 0) return {};
    std::string ranges;
    const bool one = std::popcount(unused) == 1;
    while (unused != 0) {
        const int first = std::countr_zero(unused), count = std::countr_one(unused >> static_cast<unsigned>(first));
        ranges += (ranges.empty() ? "" : ", ") + std::to_string(first) +
                  (count > 1 ? " to " + std::to_string(first + count - 1) : "");
        unused &= ~(first_vcs(count) << static_cast<unsigned>(first));
    }
    return (one ? "VC " + ranges + " stays" : "VCs " + ranges + " stay") + " unused by " + by;
}

Table multicast_verdicts(std::span<const std::string> networks, const RoutingChoice& choice) {
    Table table{"multicasts from every node to all, whose branches hold their channels for each other",
                {"network", "routing", "verdict", "two_trees"},
                {},
                {"each of two trees holds a channel that the other needs; circles of three are not looked for"}};
    for (const std::string& word : networks) {
        const Network network = make_network(word);
        const ChosenRouting chosen = choose_routing(network, choice);
        const auto at = [&](Node v) { return network.addresses.print(v); };
        const auto has = [&](Node source, Channel c) {
            return at(source) + " has " + at(network.graph.source(c)) + "->" + at(network.graph.target(c));
        };
        const auto t = multicast_conflict(network, *chosen.routing);
        table.add({network.word, chosen.name, t ? "cyclic" : "free",
                   t ? Value(has(t->first, t->held) + ", " + has(t->second, t->needed)) : Missing{"none wait"}});
    }
    return table;
}

}  // namespace wafernet::cli
