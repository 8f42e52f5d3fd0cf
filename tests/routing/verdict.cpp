// The dependency graph and its shortest cycle against brute force, printed cycles replayed, and verdicts on plain
// networks.
#include <doctest/doctest.h>

#include <map>
#include <set>

#include "check_routing.hpp"
#include "random_relation.hpp"
#include "routing/digit_order.hpp"
#include "routing/walk_everywhere.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/routing/certificate.hpp"
#include "wafernet/routing/deadlock.hpp"
#include "wafernet/routing/route.hpp"
#include "wafernet/routing/routings.hpp"
#include "wafernet/routing/vc_rules.hpp"

using namespace wafernet;
using namespace wafernet::test;

namespace {

using Held = std::pair<Channel, int>;

// Follows every single path of every pair, one after the other, and notes what each holds and asks for.
struct BruteForce {
    const Network& network;
    const Routing& routing;
    const VcRule& rule;
    std::set<std::pair<Held, Held>> pairs;

    void follow(const Head& at, int arriving, Node destination) {
        std::vector<Hop> hops;
        routing.next(at, destination, hops);
        for (const Hop& hop : hops) {
            for (int v = 0; v < rule.vcs; ++v) {
                if ((rule.permitted(hop.label, arriving) & hop.vcs & (VcSet{1} << static_cast<unsigned>(v))) == 0)
                    continue;
                if (at.arrived_by != no_channel) pairs.insert({{at.arrived_by, arriving}, {hop.channel, v}});
                follow({network.graph.target(hop.channel), hop.channel, hop.state}, v, destination);
            }
        }
    }
    void run() {
        for (Node s = 0; s < network.graph.nodes(); ++s) {
            for (Node d = 0; d < network.graph.nodes(); ++d) {
                if (s != d) follow({s, no_channel, routing.start(s, d)}, -1, d);
            }
        }
    }
    // Length of the shortest cycle by Floyd and Warshall; 0: none.
    [[nodiscard]] std::size_t shortest_cycle() const {
        std::map<Held, std::size_t> number;
        for (const auto& [a, b] : pairs) {
            number.emplace(a, number.size());
            number.emplace(b, number.size());
        }
        const std::size_t n = number.size(), far = 1U << 20U;
        std::vector<std::vector<std::size_t>> d(n, std::vector<std::size_t>(n, far));
        for (const auto& [a, b] : pairs) d[number[a]][number[b]] = 1;
        for (std::size_t k = 0; k < n; ++k)
            for (std::size_t i = 0; i < n; ++i)
                for (std::size_t j = 0; j < n; ++j) d[i][j] = std::min(d[i][j], d[i][k] + d[k][j]);
        std::size_t best = far;
        for (std::size_t i = 0; i < n; ++i) best = std::min(best, d[i][i]);
        return best == far ? 0 : best;
    }
};

// Whether a message from `source` to `destination` can hold one virtual channel and ask for the other: a search of its
// own.
bool can_hold_and_need(const Network& network, const Routing& routing, const VcRule& rule, Node source,
                       Node destination, Held holds, Held needs) {
    using Place = std::tuple<Channel, std::uint32_t, int, Node>;
    std::set<Place> seen;
    std::vector<Place> open{{no_channel, routing.start(source, destination), -1, source}};
    while (!open.empty()) {
        const auto [channel, state, arriving, node] = open.back();
        open.pop_back();
        if (!seen.insert({channel, state, arriving, node}).second) continue;
        std::vector<Hop> hops;
        routing.next({node, channel, state}, destination, hops);
        for (const Hop& hop : hops) {
            for (int v = 0; v < rule.vcs; ++v) {
                if ((rule.permitted(hop.label, arriving) & hop.vcs & (VcSet{1} << static_cast<unsigned>(v))) == 0)
                    continue;
                if (Held{channel, arriving} == holds && Held{hop.channel, v} == needs) return true;
                open.emplace_back(hop.channel, hop.state, v, network.graph.target(hop.channel));
            }
        }
    }
    return false;
}

// Every destination by itself, a search of its own.
std::set<std::pair<Held, Held>> pairs_of_each_destination(const Network& network, const Routing& routing,
                                                          const VcRule& rule) {
    std::set<std::pair<Held, Held>> pairs;
    for (Node d = 0; d < network.graph.nodes(); ++d) {
        std::set<std::tuple<Channel, std::uint32_t, int, Node>> seen;
        std::vector<std::tuple<Channel, std::uint32_t, int, Node>> open;
        for (Node s = 0; s < network.graph.nodes(); ++s) open.emplace_back(no_channel, routing.start(s, d), -1, s);
        while (!open.empty()) {
            const auto at = open.back();
            open.pop_back();
            if (!seen.insert(at).second) continue;
            const auto& [channel, state, arriving, node] = at;
            if (node == d) continue;
            std::vector<Hop> hops;
            routing.next({node, channel, state}, d, hops);
            for (const Hop& hop : hops) {
                for (int v = 0; v < rule.vcs; ++v) {
                    if ((rule.permitted(hop.label, arriving) & hop.vcs & (VcSet{1} << static_cast<unsigned>(v))) == 0)
                        continue;
                    if (channel != no_channel) pairs.insert({{channel, arriving}, {hop.channel, v}});
                    open.emplace_back(hop.channel, hop.state, v, network.graph.target(hop.channel));
                }
            }
        }
    }
    return pairs;
}

void replay(const Network& network, const Routing& routing, const VcRule& rule, const Verdict& verdict) {
    for (std::size_t i = 0; i < verdict.cycle.size(); ++i) {
        const CycleStep& step = verdict.cycle[i];
        const CycleStep& next = verdict.cycle[(i + 1) % verdict.cycle.size()];
        REQUIRE(can_hold_and_need(network, routing, rule, step.source, step.destination, {step.channel, step.vc},
                                  {next.channel, next.vc}));
    }
}

Verdict verdict_on(const std::string& word, const RoutingChoice& choice) {
    const Network network = make_network(word);
    const ChosenRouting chosen = choose_routing(network, choice);
    VerdictOptions options;
    if (chosen.escape != 0) options.escape = escape_by_vcs(chosen.escape);
    const Verdict verdict = deadlock_verdict(network, *chosen.routing, chosen.rule, options);
    if (!options.escape) replay(network, *chosen.routing, chosen.rule, verdict);
    return verdict;
}

}  // namespace

TEST_CASE("the dependency graph of random routing relations is the one that following every path gives") {
    Draw draw(4);
    int cyclic = 0, acyclic = 0;
    for (int trial = 0; trial < 150; ++trial) {
        const Network network = random_network(draw, 3 + draw() % 5, draw() % 6);
        const RandomRelation routing(draw, network.graph);
        const VcRule rule = random_rule(draw, 1 + static_cast<int>(draw() % 3), draw() % 2 == 0);
        BruteForce brute{network, routing, rule, {}};
        brute.run();
        const Verdict verdict = deadlock_verdict(network, routing, rule);
        CAPTURE(trial);
        REQUIRE(verdict.dependencies == brute.pairs.size());
        REQUIRE(verdict.cycle.size() == brute.shortest_cycle());
        REQUIRE(verdict.acyclic == verdict.cycle.empty());
        replay(network, routing, rule, verdict);
        (verdict.acyclic ? acyclic : cyclic)++;
        const RoutingCheck check = check_routing(network, routing, rule);
        REQUIRE(check.livelock_free);
        REQUIRE(check.pairs == std::uint64_t{network.graph.nodes()} * (network.graph.nodes() - 1));
    }
    CHECK(cyclic > 20);
    CHECK(acyclic > 20);
}

TEST_CASE("destinations that a routing does not tell apart give together the dependencies that each gives by itself" *
          doctest::test_suite("long")) {
    int compared = 0, grouped = 0;
    for (const Family* f : families()) {
        for (const std::string_view word : f->examples) {
            const Network network = make_network(std::string(word));
            if (network.graph.nodes() > 130) continue;
            for (const RoutingSpec& spec : f->routings) {
                for (const Ties ties : {Ties::positive, Ties::parity, Ties::literal, Ties::split}) {
                    const ChosenRouting chosen = choose_routing(network, {std::string(spec.name), "", 0, ties});
                    if (dynamic_cast<const CorrectsDigits*>(chosen.routing.get()) == nullptr || chosen.escape != 0)
                        continue;
                    const std::set<std::pair<Held, Held>> pairs =
                        pairs_of_each_destination(network, *chosen.routing, chosen.rule);
                    CAPTURE(network.word);
                    CAPTURE(spec.name);
                    CAPTURE(static_cast<int>(ties));
                    REQUIRE(deadlock_verdict(network, *chosen.routing, chosen.rule, {2, {}}).dependencies ==
                            pairs.size());
                    // The same pairs, not only as many.
                    std::set<std::pair<Held, Held>> together;
                    std::uint64_t followed = 0;
                    walk_everywhere(
                        network, *chosen.routing, chosen.rule,
                        {.progress = [&](std::uint64_t done, std::uint64_t) { return followed = done, true; }},
                        [&](const Walk& walk) {
                            for (std::size_t p = 0; p < walk.places().size(); ++p) {
                                const Place& from = walk.places()[p];
                                for (const Move& move : walk.moves(p)) {
                                    const Place& to = walk.places()[move.to];
                                    for (int a = 0; a < chosen.rule.vcs; ++a) {
                                        for (int b = 0; b < chosen.rule.vcs; ++b) {
                                            if ((from.vcs >> static_cast<unsigned>(a) &
                                                 to.vcs >> static_cast<unsigned>(b) & 1U) != 0)
                                                together.insert({{from.channel, a}, {to.channel, b}});
                                        }
                                    }
                                }
                            }
                        });
                    REQUIRE(together == pairs);
                    REQUIRE(followed == network.graph.nodes());
                    ++compared;
                    if (!dynamic_cast<const CorrectsDigits&>(*chosen.routing).digit_order().traits.empty()) ++grouped;
                }
            }
        }
    }
    CHECK(compared > 100);
    CHECK(grouped > 50);
}

TEST_CASE("an acyclic escape subfunction of random relations has the extended graph that following every path gives") {
    Draw draw(5);
    int judged = 0;
    for (int trial = 0; trial < 300; ++trial) {
        const Network network = random_network(draw, 3 + draw() % 4, draw() % 5);
        const RandomRelation routing(draw, network.graph);
        VcRule rule = random_rule(draw, 2, false);
        const VcSet escape = 1;
        // Escape hops: VC 0. Every hop permits VC 0, so the subfunction leads everywhere.
        rule.permitted = [inner = rule.permitted](const HopLabel& hop, int arriving) {
            return inner(hop, arriving) | 1U;
        };
        const Verdict verdict = deadlock_verdict(network, routing, rule, {1, escape_by_vcs(escape)});
        // Brute force: along every path, from every escape channel over hops on VC 1 to the next escape request.
        std::set<std::pair<Channel, Channel>> pairs;
        const auto follow = [&](const auto& self, const Head& at, const std::vector<Channel>& holds,
                                Node destination) -> void {
            std::vector<Hop> hops;
            routing.next(at, destination, hops);
            for (const Hop& hop : hops) {
                for (const Channel c : holds) pairs.insert({c, hop.channel});
                const Head to{network.graph.target(hop.channel), hop.channel, hop.state};
                self(self, to, {hop.channel},
                     destination);  // taken as escape: what was held before waits behind this one
                if ((rule.permitted(hop.label, -1) & 2U) != 0) self(self, to, holds, destination);
            }
        };
        for (Node s = 0; s < network.graph.nodes(); ++s) {
            for (Node d = 0; d < network.graph.nodes(); ++d) {
                if (s != d) follow(follow, {s, no_channel, routing.start(s, d)}, {}, d);
            }
        }
        CAPTURE(trial);
        REQUIRE(verdict.dependencies == pairs.size());
        ++judged;
    }
    CHECK(judged == 300);
}

TEST_CASE("meshes need one virtual channel, tori two, and a class that is kept over a turn does not do") {
    struct Case {
        const char* network;
        RoutingChoice choice;
        std::size_t cycle;  // 0: acyclic
        const char* origin;
    };
    // Lengths: rahman2006, Lemma 4.1 and Corollary 4.1 read both ways; computed by an independent program.
    const Case cases[] = {
        {"mesh:8x8", {"", "any", 1, Ties::positive}, 0, ""},
        {"mesh:4x4x4", {"", "any", 1, Ties::positive}, 0, ""},
        {"torus:4x4", {"", "any", 1, Ties::positive}, 4, ""},
        {"torus:5x5", {"", "any", 1, Ties::positive}, 5, ""},
        {"torus:4x4", {"", "any", 1, Ties::literal}, 0, "wrap links are only used by moves of one hop"},
        {"torus:8x8", {"", "any", 1, Ties::literal}, 8, ""},
        {"torus:4x4", {"", "dateline", 2, Ties::positive}, 0, ""},
        {"torus:5x5", {"", "dateline", 2, Ties::positive}, 0, ""},
        {"torus:8x8", {"", "dateline", 2, Ties::positive}, 0, ""},
        {"torus:4x4x4", {"", "dateline", 2, Ties::positive}, 0, ""},
        {"torus:5x5x5", {"", "dateline", 2, Ties::positive}, 0, ""},
        {"torus:4x4", {"", "sticky", 2, Ties::positive}, 4, ""},
        {"torus:5x5", {"", "sticky", 2, Ties::positive}, 5, ""},
        {"torus:4x4x4", {"", "sticky", 2, Ties::positive}, 4, ""},
        {"torus:4x4", {"", "sticky", 2, Ties::literal}, 0, ""},
        {"torus:4x4x4", {"ls", "", 2, Ties::positive}, 0, "Lemma 4.2"},
        {"torus:4x4x4", {"cs", "", 2, Ties::positive}, 0, "Lemma 4.3"},
        {"torus:4x4x4", {"ls+cs", "", 2, Ties::positive}, 0, ""},
        {"torus:5x5x5", {"ls+cs", "", 2, Ties::positive}, 0, ""},
        {"torus:6x6x6", {"ls+cs", "", 2, Ties::positive}, 0, ""},
        {"torus:6x6", {"", "booksim", 2, Ties::parity}, 0, ""},
        {"torus:8x8", {"", "dally-seitz", 2, Ties::positive}, 0, ""},
        {"torus:4x4", {"up-down", "", 1, Ties::positive}, 0, ""},
        {"torus:5x5", {"up-down-adaptive", "", 1, Ties::positive}, 0, ""},
        {"mesh:4x4", {"minimal-adaptive", "", 1, Ties::positive}, 4, "all turns are permitted"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.network);
        CAPTURE(c.choice.routing);
        CAPTURE(c.choice.vc_rule);
        CAPTURE(static_cast<int>(c.choice.ties));
        CHECK(verdict_on(c.network, c.choice).cycle.size() == c.cycle);
    }
}

TEST_CASE("free lanes beside an acyclic rule leave a fixed route deadlock free though the whole graph has cycles") {
    const Verdict lanes = verdict_on("torus:5x5", {"", "dateline", 3, Ties::positive});
    CHECK(lanes.acyclic);
    const Network network = make_network("torus:5x5");
    const ChosenRouting chosen = choose_routing(network, {"", "dateline", 3, Ties::positive});
    CHECK(chosen.rule.vcs == 3);
    CHECK_FALSE(deadlock_verdict(network, *chosen.routing, chosen.rule).acyclic);
}

TEST_CASE(
    "the verdict on HTN theorem 4.3 has the cycles that an independent program found and every message forms its "
    "step") {
    // Shortest cycles: outlets by destination 4, nearest 8, either tie rule.
    CHECK(verdict_on("htn:4,4,2,0", {"dor-destination", "t43", 2, Ties::positive}).cycle.size() == 4);
    CHECK(verdict_on("htn:4,4,2,0", {"dor-nearest", "t43", 2, Ties::positive}).cycle.size() == 8);
    CHECK(verdict_on("htn:4,4,2,0", {"dor-nearest", "t43", 2, Ties::literal}).cycle.size() == 8);
    CHECK(verdict_on("htn:4,4,2,0", {"dor-nearest", "seg", 6, Ties::positive}).acyclic);
}

TEST_CASE("the verdict and its witnesses do not depend on the number of threads") {
    const Network network = make_network("htn:4,2,2,1");
    const ChosenRouting chosen = choose_routing(network, {"dor-nearest", "t43", 0, Ties::positive});
    const Verdict one = deadlock_verdict(network, *chosen.routing, chosen.rule, {1, {}});
    const Verdict four = deadlock_verdict(network, *chosen.routing, chosen.rule, {4, {}});
    REQUIRE_FALSE(one.acyclic);
    CHECK(one.dependencies == four.dependencies);
    REQUIRE(one.cycle.size() == four.cycle.size());
    for (std::size_t i = 0; i < one.cycle.size(); ++i) {
        CHECK(one.cycle[i].channel == four.cycle[i].channel);
        CHECK(one.cycle[i].vc == four.cycle[i].vc);
        CHECK(one.cycle[i].source == four.cycle[i].source);
        CHECK(one.cycle[i].destination == four.cycle[i].destination);
    }
}

TEST_CASE("a rule that leaves a message no virtual channel is reported with the place") {
    const Network network = make_network("mesh:3x3");
    const auto routing = make_routing("dor", network);
    VcRule rule = make_vc_rule("any", network, 2);
    rule.permitted = [](const HopLabel& hop, int) -> VcSet { return hop.axis == 0 ? 1 : 0; };
    CHECK_THROWS_WITH_AS(deadlock_verdict(network, *routing, rule), doctest::Contains("the VC rule permits none"),
                         ComputationError);
}

namespace {

// A routing that is asked for one place and destination after another.
class OneByOne final : public Routing {
public:
    explicit OneByOne(const Routing& routing) : routing_(routing) {}
    [[nodiscard]] std::uint32_t start(Node source, Node destination) const override {
        return routing_.start(source, destination);
    }
    void next(const Head& at, Node destination, std::vector<Hop>& hops) const override {
        routing_.next(at, destination, hops);
    }
    [[nodiscard]] bool looks_back() const override { return routing_.looks_back(); }

private:
    const Routing& routing_;
};

}  // namespace

TEST_CASE("turn routing followed to many destinations at once has the dependencies of one destination after another" *
          doctest::test_suite("long")) {
    struct Case {
        const char* word;
        const char* routing;
        int vcs;
    };
    // mesh:67x66: blocks of 64 destinations, the last one not full.
    for (const Case& c :
         {Case{"mesh:9x8", "west-first", 1}, Case{"mesh:67x66", "west-first", 1}, Case{"mesh:5x13", "north-last", 2},
          Case{"mesh:8x9", "negative-first", 3}, Case{"mesh:4x4x5", "abonf", 1}, Case{"mesh:3x4x5", "abopl", 1},
          Case{"hypercube:7", "p-cube", 1}, Case{"mesh:9x9", "double-xy", 2},
          Case{"torus:7x10", "negative-first-wrap", 1}, Case{"mesh:2x2", "west-first", 1}}) {
        CAPTURE(c.word);
        CAPTURE(c.routing);
        const Network network = make_network(c.word);
        const ChosenRouting chosen = choose_routing(network, {c.routing, "", c.vcs, Ties::positive, {}});
        const CertifiedVerdict many = certified_verdict(network, *chosen.routing, chosen.rule, {}),
                               one = certified_verdict(network, OneByOne(*chosen.routing), chosen.rule, {});
        CHECK(many.verdict.dependencies == one.verdict.dependencies);
        CHECK(many.verdict.dependencies > 0);
        CHECK(many.verdict.used == one.verdict.used);
        CHECK(many.verdict.acyclic == one.verdict.acyclic);
        CHECK(many.verdict.cycle.size() == one.verdict.cycle.size());
        REQUIRE(many.order.size() == one.order.size());
        for (std::size_t i = 0; i < one.order.size(); ++i) {
            CHECK(many.order[i].channel == one.order[i].channel);
            CHECK(many.order[i].vc == one.order[i].vc);
        }
    }
}

TEST_CASE("down the cycles of cube-connected cycles every route is the printed walk, three virtual channels suffice") {
    for (const char* word : {"ccc:3", "ccc:4", "ccc:5", "ccc:3,5"}) {
        CAPTURE(std::string(word));
        const Network network = make_network(word);
        const ChosenRouting chosen = choose_routing(network, {"down-cycles", "", 0, Ties::positive});
        CHECK(chosen.rule.vcs == 3);
        CHECK(deadlock_verdict(network, *chosen.routing, chosen.rule, {}).acyclic);
        const auto cycle = static_cast<int>(network.level_sizes.front());
        for (Node s = 0; s < network.graph.nodes(); ++s) {
            for (Node d = 0; d < network.graph.nodes(); ++d) {
                // Down from the place of s to the highest dimension, to the lowest, and to the place of d, by
                // differences of places alone; a hop across for every dimension.
                const unsigned differ = s / cycle ^ d / cycle;
                int place = static_cast<int>(s % cycle), hops = 0;
                for (int dimension = 31; dimension >= 0; --dimension) {
                    if ((differ >> dimension & 1U) == 0) continue;
                    hops += 1 + (place - dimension + cycle) % cycle;
                    place = dimension;
                }
                hops += (place - static_cast<int>(d % cycle) + cycle) % cycle;
                const auto taken = route(network.graph, *chosen.routing, s, d);
                CHECK(static_cast<int>(taken.size()) == hops + 1);
            }
        }
    }
}
