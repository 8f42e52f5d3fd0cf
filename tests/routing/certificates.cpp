// A checker of verdicts that shares nothing with them: it follows every message and looks whether each dependency leads
// forward in the order that an acyclic verdict names, or whether the messages of a cycle form its steps.
#include <doctest/doctest.h>

#include <bit>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "wafernet/io/make_network.hpp"
#include "wafernet/routing/certificate.hpp"
#include "wafernet/routing/routings.hpp"

using namespace wafernet;

namespace {

using Held = std::pair<Channel, int>;
using Dependency = std::pair<Held, Held>;

class Follower {
public:
    Follower(const Network& network, const ChosenRouting& chosen, const EscapeSubfunction& escape, Node destination)
        : network_(network), chosen_(chosen), escape_(escape), destination_(destination) {}

    /// Dependencies that a message from `source` can form: channels of the subfunction to such, over others.
    std::set<Dependency> from(Node source) {
        found_.clear(), seen_.clear();
        follow({source, no_channel, chosen_.routing->start(source, destination_)}, -1, {});
        return found_;
    }

private:
    // `holds`: channels whose next need of an escape channel is still to come.
    void follow(const Head& at, int vc, const std::set<Held>& holds) {
        if (!seen_.insert({at.node, at.arrived_by, at.state, vc, holds}).second || at.node == destination_) return;
        std::vector<Hop> hops;
        chosen_.routing->next(at, destination_, hops);
        for (const Hop& hop : hops) {
            for (VcSet left = chosen_.rule.permitted(hop.label, vc) & hop.vcs; left != 0; left &= left - 1) {
                const int next = std::countr_zero(left);
                const bool escape = !escape_ || escape_(at, hop, next, destination_);
                std::set<Held> after{{hop.channel, next}};
                if (escape) {
                    for (const Held& held : holds) found_.insert({held, {hop.channel, next}});
                } else {
                    follow({network_.graph.target(hop.channel), hop.channel, hop.state}, next, holds);
                }
                follow({network_.graph.target(hop.channel), hop.channel, hop.state}, next, after);
            }
        }
    }

    const Network& network_;
    const ChosenRouting& chosen_;
    const EscapeSubfunction& escape_;
    Node destination_;
    std::set<Dependency> found_;
    std::set<std::tuple<Node, Channel, std::uint32_t, int, std::set<Held>>> seen_;
};

void check(const Network& network, const ChosenRouting& chosen) {
    EscapeSubfunction escape;
    if (chosen.escape != 0) escape = escape_by_both(*chosen.routing, chosen.rule);
    const auto [verdict, order] = certified_verdict(network, *chosen.routing, chosen.rule, {1, escape});
    CHECK(verdict.acyclic == verdict.cycle.empty());
    std::map<Held, std::size_t> place;
    for (const ChannelVc& c : order) CHECK(place.emplace(Held{c.channel, c.vc}, place.size()).second);
    std::size_t steps = 0;
    for (const Node d : terminals_of(network)) {
        Follower follower(network, chosen, escape, d);
        for (const Node s : terminals_of(network)) {
            if (s == d) continue;
            const std::set<Dependency> all = follower.from(s);
            for (const auto& [held, needed] : all) {
                const auto before = place.find(held), after = place.find(needed);
                if (!verdict.acyclic || after == place.end()) continue;
                if (before != place.end() && before->second >= after->second)
                    FAIL_CHECK("a dependency leads back in the order");
                if (before == place.end() && !escape) FAIL_CHECK("a channel is not in the order");
            }
            for (std::size_t i = 0; i < verdict.cycle.size(); ++i) {
                const CycleStep &step = verdict.cycle[i], &next = verdict.cycle[(i + 1) % verdict.cycle.size()];
                if (step.source == s && step.destination == d)
                    steps += all.count({{step.channel, step.vc}, {next.channel, next.vc}});
            }
        }
    }
    CHECK(steps == verdict.cycle.size());
}

}  // namespace

TEST_CASE("every verdict's order or cycle is its proof") {
    struct Case {
        const char* network;
        const char* routing;
        const char* rule;
    };
    const Case cases[] = {
        {"mesh:4x4", "", ""},
        {"mesh:4x4", "minimal-adaptive", ""},
        {"mesh:3x4", "duato", ""},
        {"mesh:4x4", "min-adapt", ""},
        {"mesh:4x4", "west-first", ""},
        {"torus:4x4", "", ""},
        {"torus:4x4", "", "any"},
        {"torus:4x4", "duato", ""},
        {"hypercube:4", "duato", ""},
        {"dragonfly:4,2", "", ""},
        {"dragonfly:4,2", "minimal", "any"},
        {"dragonfly:2,2,3", "minimal", "hop"},
        {"karytree:2,3", "", ""},
        {"karytree:2,3", "up-adaptive", ""},
        {"butterfly:2,3", "", ""},
        {"slimfly:3", "", ""},
        {"slimfly:3", "minimal-adaptive", "any"},
        {"hexmesh:3", "", ""},
        {"hyperx:3x4,2", "", ""},
        {"kautz:2,3,1", "", ""},
        {"hammingmesh:2,2,2,2", "", ""},
    };
    for (const Case& c : cases) {
        CAPTURE(std::string(c.network));
        CAPTURE(std::string(c.routing));
        const Network network = make_network(c.network);
        check(network, choose_routing(network, {c.routing, c.rule}));
    }
}
