// Routings of the network inside a concentrated one: those of its routers, with a hop to the first and from the last.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "about.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/measure/routed.hpp"
#include "wafernet/routing/deadlock.hpp"
#include "wafernet/routing/routings.hpp"

using namespace wafernet;

TEST_CASE("link and channel selection of a concentrated network take the virtual channels of the network inside") {
    for (const std::string inside_word : {"torus:4x4", "ring:5", "htn:2,2,2,0"}) {
        const Network inside = make_network(inside_word), network = make_network("concentrated:2:" + inside_word);
        for (const char* name : {"ls", "cs", "ls+cs"}) {
            CAPTURE(inside_word);
            CAPTURE(name);
            const ChosenRouting outer = choose_routing(network, {name, "", 0}),
                                own = choose_routing(inside, {name, "", 0});
            CHECK(outer.rule.vcs == own.rule.vcs);
            CHECK(deadlock_verdict(network, *outer.routing, outer.rule).acyclic ==
                  deadlock_verdict(inside, *own.routing, own.rule).acyclic);
        }
    }
}

TEST_CASE("a concentrated network has the routings of the network inside, with its verdicts and two hops more") {
    for (const std::string inside_word : {"mesh:3x4", "torus:3x3", "hyperx:3x3", "htn:2,2,2,0", "hexmesh:2"}) {
        const Network inside = make_network(inside_word), network = make_network("concentrated:2:" + inside_word);
        int wrapped = 0;
        for (const RoutingSpec& spec : routings_of(network)) {
            CAPTURE(inside_word);
            CAPTURE(spec.name);
            bool same = false;
            for (const RoutingSpec& own : routings_of(inside)) {
                same = same || (own.name == spec.name && own.least_vcs == spec.least_vcs &&
                                own.default_vc_rule == spec.default_vc_rule);
            }
            if (!same || spec.name == "minimal" || spec.name.starts_with("up-down")) continue;
            const ChosenRouting outer = choose_routing(network, {std::string(spec.name), "", 0}),
                                own = choose_routing(inside, {std::string(spec.name), "", 0});
            CHECK(outer.rule.vcs == own.rule.vcs);
            ++wrapped;
            const auto free = [](const Network& n, const ChosenRouting& c) {
                VerdictOptions options;
                options.escape = escape_by_both(*c.routing, c.rule);
                return deadlock_verdict(n, *c.routing, c.rule, options).acyclic;
            };
            CHECK(free(network, outer) == free(inside, own));
            const RoutedLengths there = measure_routed(network, *outer.routing),
                                here = measure_routed(inside, *own.routing);
            CHECK(there.longest == here.longest + 2);
            // Two terminals a router: four pairs for each pair of routers, and the two at one.
            CHECK(there.sum ==
                  about(4 * (here.sum + 2.0 * static_cast<double>(here.pairs)) + 4.0 * inside.graph.nodes()));
        }
        CHECK(wrapped > 1);
    }
}
