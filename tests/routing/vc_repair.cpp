// Searching for virtual channels: what is found is proven, and what is called smallest is.
#include "wafernet/routing/vc_repair.hpp"

#include <doctest/doctest.h>

#include <set>

#include "random_relation.hpp"
#include "routing/vc_table.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/routing/routings.hpp"
#include "wafernet/routing/vc_rules.hpp"

using namespace wafernet;
using namespace wafernet::test;

namespace {

VcRepair repair_of(const std::string& word, const std::string& routing, Ties ties = Ties::positive, int most = 8,
                   std::uint64_t budget = 300000) {
    const Network network = make_network(word);
    const auto made = make_routing(routing, network, {ties, {}});
    const VcRepairSubject subject{&network, made.get()};
    const VcRepair repair = find_vc_repair({&subject, 1}, {most, budget, 1});
    if (repair.found) {
        // The printed rule is read back and judged anew.
        const VcRule rule = make_vc_rule(repair.rule, network);
        CHECK(rule.vcs <= repair.vcs);
        CHECK(deadlock_verdict(network, *made, rule).acyclic);
    }
    return repair;
}

}  // namespace

TEST_CASE("a mesh needs one virtual channel and a torus two, and both are proven smallest") {
    const VcRepair mesh = repair_of("mesh:4x4", "dor");
    CHECK(mesh.found);
    CHECK(mesh.vcs == 1);
    CHECK(mesh.smallest);
    for (const char* word : {"torus:5x5", "torus:4x4x4"}) {
        const VcRepair torus = repair_of(word, "dor");
        CHECK(torus.found);
        CHECK(torus.vcs == 2);  // rahman2006, Lemma 4.1
        CHECK(torus.smallest);
    }
}

TEST_CASE(
    "HTN with nearest outlets is repaired with two virtual channels under either tie rule and under link selection") {
    // An independent search found two for these; one is impossible because every hop then shares it.
    for (const Ties ties : {Ties::positive, Ties::literal, Ties::split}) {
        const VcRepair found = repair_of("htn:4,2,2,1", "dor-nearest", ties);
        CHECK(found.found);
        CHECK(found.vcs <= 2);
        CHECK(found.smallest);
    }
}

TEST_CASE("the search over random relations finds what trying every assignment finds") {
    Draw draw(9);
    int solved = 0, unsolved = 0;
    for (int trial = 0; trial < 120; ++trial) {
        const Network network = random_network(draw, 4 + draw() % 4, 2 + draw() % 6);
        const RandomRelation routing(draw, network.graph);
        const VcRepairSubject subject{&network, &routing};
        const VcRepair repair = find_vc_repair({&subject, 1}, {3, 1000000, 1});
        // RandomRelation's hops differ by axis only (0 .. 2): all 27 assignments of 3 VCs.
        int best = 0;
        for (int code = 0; code < 27; ++code) {
            const int vcs[] = {code % 3, code / 3 % 3, code / 9};
            VcRule rule;
            rule.vcs = 3;
            rule.permitted = [&vcs](const HopLabel& hop, int) {
                return VcSet{1} << static_cast<unsigned>(vcs[hop.axis]);
            };
            if (!deadlock_verdict(network, routing, rule).acyclic) continue;
            // Axes that no hop uses count for nothing.
            std::set<int> used;
            for (Link l = 0; l < network.graph.links(); ++l) used.insert(vcs[network.graph.label(l).axis]);
            const int count = static_cast<int>(used.size());
            best = best == 0 ? count : std::min(best, count);
        }
        CAPTURE(trial);
        REQUIRE(repair.found == (best != 0));
        if (best != 0) {
            REQUIRE(repair.vcs == best);
            REQUIRE(repair.smallest);
            ++solved;
        } else {
            ++unsolved;
        }
    }
    CHECK(solved > 20);
    CHECK(unsolved > 5);
}

TEST_CASE("one rule for several networks is proven on each") {
    const Network a = make_network("torus:5x5"), b = make_network("torus:4x4x4");
    const auto ra = make_routing("dor", a), rb = make_routing("dor", b);
    const VcRepairSubject subjects[] = {{&a, ra.get()}, {&b, rb.get()}};
    const VcRepair both = find_vc_repair(subjects);
    REQUIRE(both.found);
    CHECK(both.vcs == 2);
    REQUIRE(both.verdicts.size() == 2);
    CHECK(both.verdicts[0].acyclic);
    CHECK(both.verdicts[1].acyclic);
}

TEST_CASE("the kind of a hop names only what the rule looks at") {
    HopLabel label;
    label.phase = Phase::through;
    label.own = Dateline::on;
    label.upper = Dateline::after;
    label.segment = 1;
    label.axis = 2;
    label.direction = -1;
    CHECK(hop_kind(label, {}) == "toa");
    CHECK(hop_kind(label, {true, false, false, false}) == "toa--2");
    CHECK(hop_kind(label, {true, true, true, true}) == "toa112m");
}

TEST_CASE("a routing that chooses its virtual channels itself is not repaired") {
    const Network n = make_network("mesh:4x4");
    for (const char* name : {"double-y", "mad-y", "duato"}) {
        const auto routing = make_routing(name, n);
        const VcRepairSubject subject{&n, routing.get()};
        CHECK_THROWS_AS(find_vc_repair({&subject, 1}), InputError);
    }
    const VcRepairSubject none;
    CHECK_THROWS_AS(find_vc_repair({&none, 1}), InputError);
}
