#include "wafernet/measure/routed.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "about.hpp"
#include "oracles.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/measure/distances.hpp"
#include "wafernet/routing/route.hpp"
#include "wafernet/routing/routings.hpp"

using namespace wafernet;

namespace {

// Expected and greatest length from a header on, by plain recursion without memory.
std::pair<double, std::uint32_t> follow(const Graph& graph, const Routing& routing, const Head& head, Node to) {
    if (head.node == to) return {0.0, 0};
    std::vector<Hop> hops;
    routing.next(head, to, hops);
    if (!routing.adaptive()) hops.resize(1);
    double expected = 0.0;
    double shares = 0.0;
    std::uint32_t longest = 0;
    for (const Hop& hop : hops) {
        const auto [e, l] = follow(graph, routing, {graph.target(hop.channel), hop.channel, hop.state}, to);
        expected += hop.share * (1.0 + e);
        shares += hop.share;
        longest = std::max(longest, l + 1);
    }
    return {expected / shares, longest};
}

}  // namespace

TEST_CASE("the mean path of millions of nodes is exact where the sum does not fit 64 bits" *
          doctest::test_suite("long")) {
    const Network ring = make_network("ring:4400000");
    CHECK(measure_routed(ring, *make_routing("dor", ring)).mean_all_pairs() == about(1'100'000.0).epsilon(1e-12));
}

TEST_CASE("routed lengths of every family's routings are those of every single path" * doctest::test_suite("long")) {
    for (const Family* f : families()) {
        for (const std::string_view word : f->examples) {
            const Network n = make_network(word);
            if (n.graph.nodes() > 70) continue;
            const std::vector<Node> terminals = terminals_of(n);
            for (const RoutingSpec& spec : f->routings) {
                for (const Ties ties : {Ties::positive, Ties::literal, Ties::parity, Ties::split}) {
                    CAPTURE(word);
                    CAPTURE(spec.name);
                    const auto routing = spec.make(n, {ties});
                    const bool choice = routing->adaptive() && !routing->weighs();  // UGAL: empty queues
                    std::uint64_t hops = 0;
                    double expected = 0.0;
                    std::uint32_t longest = 0;
                    for (const Node s : terminals) {
                        for (const Node d : terminals) {
                            if (s == d) continue;
                            if (choice) {
                                const auto [e, l] = follow(n.graph, *routing, {s, no_channel, routing->start(s, d)}, d);
                                expected += e;
                                longest = std::max(longest, l);
                            } else {
                                const auto length =
                                    static_cast<std::uint32_t>(route(n.graph, *routing, s, d).size() - 1);
                                hops += length;
                                longest = std::max(longest, length);
                            }
                        }
                    }
                    if (!choice) expected = static_cast<double>(hops);
                    for (const bool exhaustive : {false, true}) {
                        for (const unsigned threads : {1U, 3U}) {
                            const RoutedLengths r = measure_routed(n, *routing, {threads, exhaustive});
                            CHECK(r.longest == longest);
                            CHECK(r.pairs == terminals.size() * (terminals.size() - 1));
                            // Sums of N^2 rounded numbers: relative error below N^2 half units in the last place.
                            const double tolerance = expected * static_cast<double>(r.pairs) * 0x1p-53;
                            CHECK(std::abs(r.sum - expected) <= (choice ? tolerance : 0.0));
                        }
                    }
                    if (routing->looks_back() || n.graph.nodes() > 100) continue;
                    // A routing that does not look back permits the same hops whatever channel a message came by.
                    for (const Node d : terminals) {
                        for (const Node s : terminals) {
                            if (s == d) continue;
                            const std::uint32_t state = routing->start(s, d);
                            std::vector<Hop> expected_hops;
                            routing->next({s, no_channel, state}, d, expected_hops);
                            for (const Channel c : n.graph.out(s)) {
                                std::vector<Hop> hops_after;
                                routing->next({s, Graph::reverse(c), state}, d, hops_after);
                                CHECK(hops_after.size() == expected_hops.size());
                                for (std::size_t i = 0; i < hops_after.size(); ++i)
                                    CHECK(hops_after[i].channel == expected_hops[i].channel);
                            }
                        }
                    }
                }
            }
        }
    }
}

TEST_CASE("destinations that stand for all have as many paths of every length" * doctest::test_suite("long")) {
    for (const Family* f : families()) {
        for (const std::string_view word : f->examples) {
            const Network n = make_network(word);
            if (n.graph.nodes() > 300) continue;
            for (const RoutingSpec& spec : f->routings) {
                for (const Ties ties : {Ties::positive, Ties::literal, Ties::parity, Ties::split}) {
                    const auto routing = spec.make(n, {ties});
                    const std::vector<DestinationClass> classes = routing->destination_classes();
                    if (classes.empty()) continue;
                    CAPTURE(word);
                    CAPTURE(spec.name);
                    std::uint64_t weight = 0;
                    for (const DestinationClass& c : classes) weight += c.weight;
                    CHECK(weight == (n.terminals.empty() ? n.graph.nodes() : n.terminals.size()));
                    const RoutedLengths few = measure_routed(n, *routing, {1, false});
                    const RoutedLengths all = measure_routed(n, *routing, {1, true});
                    CHECK(few.longest == all.longest);
                    CHECK(few.sum == about(all.sum).epsilon(1e-12));
                }
            }
        }
    }
}

namespace {

// Sends every message on through the node's first channel, wherever it goes.
class Lost final : public Routing {
public:
    explicit Lost(const Graph& graph) : graph_(graph) {}
    void next(const Head& at, Node, std::vector<Hop>& hops) const override {
        hops.push_back({graph_.out(at.node)[0], 0, {}, all_vcs, 1.0F});
    }

private:
    const Graph& graph_;
};

}  // namespace

TEST_CASE("a routing that goes in circles is an error and not a hang") {
    const Network n = make_network("torus:4x4");
    CHECK_THROWS_WITH_AS(measure_routed(n, Lost(n.graph)), doctest::Contains("round in circles"), ComputationError);
    CHECK_THROWS_AS(measure_routed(n, Lost(n.graph), {4, false}), ComputationError);
}

TEST_CASE("paths that are followed together by digits have the lengths of those that are followed one by one") {
    for (const char* word :
         {"mesh:45x31", "mesh:3x21x23", "how:32,7,2", "double-y:40x40", "h3dm:4,4,2,1", "hyperx:9x11x12"}) {
        CAPTURE(word);
        const Network n = make_network(word);
        const auto routing = make_routing("", n);
        const RoutedLengths together = measure_routed(n, *routing), apart = measure_routed(n, *routing, {1, true});
        CHECK(together.longest == apart.longest);
        CHECK(together.sum == apart.sum);
        CHECK(together.pairs == apart.pairs);
        CHECK(measure_routed(n, *routing, {3, false}).sum == together.sum);
    }
}
