// Whether messages that choose can wait for each other for ever: against all sets of channels of small networks, and
// against what Duato's theorem and the simulator say.
#include <doctest/doctest.h>

#include <bit>
#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "random_relation.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/routing/deadlock.hpp"
#include "wafernet/routing/routings.hpp"
#include "wafernet/sim/simulator.hpp"
#include "wafernet/traffic/make_traffic.hpp"

using namespace wafernet;

namespace {

// Tries every set of virtual channels; it follows every message by itself.
class AllSets {
public:
    AllSets(const Network& network, const Routing& routing, const VcRule& rule)
        : network_(network), routing_(routing), rule_(rule) {
        for (Node d = 0; d < network.graph.nodes(); ++d) {
            for (Node s = 0; s < network.graph.nodes(); ++s) {
                if (s == d) continue;
                std::vector<int> held;
                follow({s, no_channel, routing.start(s, d)}, -1, d, held);
            }
        }
    }

    // Whether some set is held by messages that wait for it alone; `first`: all of them on their first channel.
    [[nodiscard]] bool any(bool first) const {
        const std::uint32_t sets = 1U << (network_.graph.channels() * static_cast<unsigned>(rule_.vcs));
        for (std::uint32_t set = 1; set < sets; ++set) {
            std::uint32_t held = 0;
            for (const Message& m : messages_) {
                if ((m.needs & ~set) != 0 || (first && m.path.size() > 1)) continue;
                // The channels from the header back to where the set ends.
                for (auto c = m.path.rbegin(); c != m.path.rend() && (set >> *c & 1U) != 0; ++c) held |= 1U << *c;
            }
            if (held == set) return true;
        }
        return false;
    }

private:
    struct Message {
        std::vector<int> path;  // virtual channels, the header's last
        std::uint32_t needs;
        bool operator<(const Message& other) const {
            return std::pair(path, needs) < std::pair(other.path, other.needs);
        }
    };

    void follow(const Head& at, int vc, Node destination, std::vector<int>& path) {
        if (at.node == destination) return;
        std::vector<Hop> hops;
        routing_.next(at, destination, hops);
        std::uint32_t needs = 0;
        const auto for_each = [&](const std::function<void(const Hop&, int vc, int slot)>& use) {
            for (const Hop& hop : hops) {
                for (VcSet left = rule_.permitted(hop.label, vc) & hop.vcs; left != 0; left &= left - 1) {
                    const int next = std::countr_zero(left);
                    use(hop, next, static_cast<int>(hop.channel) * rule_.vcs + next);
                }
            }
        };
        for_each([&](const Hop&, int, int slot) { needs |= 1U << slot; });
        if (!path.empty()) messages_.insert({path, needs});
        for_each([&](const Hop& hop, int next, int slot) {
            path.push_back(slot);
            follow({network_.graph.target(hop.channel), hop.channel, hop.state}, next, destination, path);
            path.pop_back();
        });
    }

    const Network& network_;
    const Routing& routing_;
    const VcRule& rule_;
    std::set<Message> messages_;
};

}  // namespace

TEST_CASE("the answer is that of trying every set of channels") {
    test::Draw draw(39);
    int answers[3] = {};
    for (int i = 0; i < 400; ++i) {
        const int vcs = 1 + static_cast<int>(draw() % 2);
        const Network network = test::random_network(draw, 3 + draw() % 2, vcs == 1 ? 3 : 1);
        if (network.graph.channels() * static_cast<unsigned>(vcs) > 14) continue;
        const test::RandomRelation routing(draw, network.graph);
        const VcRule rule = test::random_rule(draw, vcs, draw() % 2 == 0);
        CAPTURE(i);
        const Verdict verdict = deadlock_verdict(network, routing, rule);
        const AllSets all(network, routing, rule);
        if (verdict.acyclic) {
            CHECK(!all.any(false));
            continue;
        }
        REQUIRE(verdict.waiting.has_value());
        ++answers[static_cast<int>(verdict.waiting->answer)];
        CHECK((verdict.waiting->answer == DeadlockAnswer::can) == all.any(true));
        CHECK((verdict.waiting->answer == DeadlockAnswer::cannot) == !all.any(false));
    }
    for (const int times : answers) CHECK(times > 0);
}

TEST_CASE("what escape channels prove free is free without naming them, and no answer contradicts them") {
    int proven = 0, of_choice = 0;
    for (const char* word : {"mesh:4x4", "mesh:3x3x3", "torus:4x4", "torus:5x5", "hypercube:4", "hyperx:3x3", "ring:6",
                             "double-y:4x4", "karytree:2,3", "htn:2,2,2,0", "gh:3,3", "slimfly:5"}) {
        const Network network = make_network(word);
        for (const RoutingSpec& spec : routings_of(network)) {
            for (const int vcs : {0, 3, 6}) {
                CAPTURE(word);
                CAPTURE(spec.name);
                CAPTURE(vcs);
                ChosenRouting chosen;
                try {
                    chosen = choose_routing(network, {.routing = std::string(spec.name), .vc_rule = {}, .vcs = vcs});
                } catch (const std::exception&) {
                    continue;  // it needs more VCs
                }
                if (!chosen.routing->chooses()) continue;
                const Verdict whole = deadlock_verdict(network, *chosen.routing, chosen.rule);
                CHECK(whole.waiting.has_value() == !whole.acyclic);
                ++of_choice;
                if (chosen.escape == 0) continue;
                const EscapeSubfunction escape = chosen.escape == chosen.routing->escape_vcs()
                                                     ? escape_by_routing(*chosen.routing)
                                                     : escape_by_vcs(chosen.escape);
                const Verdict extended =
                    deadlock_verdict(network, *chosen.routing, chosen.rule, {.threads = 1, .escape = escape});
                if (!extended.acyclic) continue;
                CHECK(whole.deadlock_free());
                ++proven;
            }
        }
    }
    CHECK(of_choice > 150);
    CHECK(proven > 20);
}

TEST_CASE("link selection on a ring with a free VC: Duato's condition fails, no deadlock forms in a simulation") {
    const Network network = make_network("ring:6");
    const ChosenRouting chosen = choose_routing(network, {.routing = "ls+cs", .vc_rule = {}, .vcs = 3});
    const Verdict verdict =
        deadlock_verdict(network, *chosen.routing, chosen.rule, {.threads = 1, .escape = escape_by_vcs(chosen.escape)});
    CHECK(!verdict.acyclic);
    CHECK(verdict.deadlock_free());
    const auto traffic = make_traffic("uniform", network);
    for (const std::uint64_t seed : {1U, 2U, 3U}) {
        SimulationOptions options = simulation_preset("ideal");
        options.router.vcs = 3;
        options.router.buffer_flits = 1;
        options.load = 1.0;
        options.cycles = 20'000;
        options.seed = seed;
        CHECK(simulate(network, *chosen.routing, chosen.rule, *traffic, options).status != RunStatus::deadlock);
    }
}
