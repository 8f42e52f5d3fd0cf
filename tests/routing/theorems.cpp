// Published theorems on virtual channels and the repaired rules: lengths of shortest cycles and acyclic instances as an
// independent program found them (breadth-first search over all routes, Tarjan's components, shortest cycle).
#include <doctest/doctest.h>

#include "wafernet/io/make_network.hpp"
#include "wafernet/routing/deadlock.hpp"
#include "wafernet/routing/routings.hpp"

using namespace wafernet;

namespace {

// Length of the shortest cycle; 0: acyclic.
std::size_t cycle(const char* word, const char* routing, const char* rule, Ties ties) {
    const Network network = make_network(word);
    const ChosenRouting chosen = choose_routing(network, {routing, rule, 0, ties, {}});
    return deadlock_verdict(network, *chosen.routing, chosen.rule).cycle.size();
}

constexpr const char* nearest = "dor-nearest";
constexpr const char* destination = "dor-destination";

}  // namespace

TEST_CASE(
    "theorems 4.3 and 4.4 fail on every HTN but those whose literal ties leave wrap-around links to single hops") {
    struct Case {
        const char* network;
        const char* routing;
        std::size_t clockwise, literal;
    };
    for (const Case& c :
         {Case{"htn:3,5,2,0", nearest, 10, 10}, Case{"htn:3,5,2,0", destination, 4, 4},
          Case{"htn:4,2,2,1", nearest, 4, 0}, Case{"htn:4,2,2,1", destination, 4, 6},
          Case{"htn:2,2,2,0", nearest, 4, 0}, Case{"htn:2,2,3,0", nearest, 4, 8}, Case{"htn:3,3,3,0", nearest, 6, 6}}) {
        CAPTURE(c.network);
        CAPTURE(c.routing);
        for (const char* rule : {"t43", "t44"}) {
            CHECK(cycle(c.network, c.routing, rule, Ties::positive) == c.clockwise);
            CHECK(cycle(c.network, c.routing, rule, Ties::literal) == c.literal);
        }
    }
}

TEST_CASE("theorems 4.5 to 4.7 fail on HTN(4,4,2,1) with cycles of 8 and 4" * doctest::test_suite("long")) {
    CHECK(cycle("htn:4,4,2,1", nearest, "t44", Ties::split) == 8);
    CHECK(cycle("htn:4,4,2,1", destination, "t44", Ties::split) == 4);
    CHECK(cycle("htn:4,4,2,1", nearest, "t44-cs", Ties::positive) == 8);
    CHECK(cycle("htn:4,4,2,1", destination, "t44-cs", Ties::split) == 4);
}

TEST_CASE("theorem 4.2 fails with six virtual channels in all four ways of sharing on the clockwise HTN(4,4,2,0)") {
    for (const char* rule : {"t42", "t42-13", "t42-31", "t42-33"})
        CHECK(cycle("htn:4,4,2,0", nearest, rule, Ties::positive) == 8);
    CHECK(cycle("htn:4,4,2,0", nearest, "t42", Ties::literal) == 0);
    CHECK(cycle("htn:3,5,2,0", nearest, "t42", Ties::literal) == 10);
    CHECK(cycle("htn:2,2,2,0", nearest, "t42", Ties::positive) == 0);
    CHECK(cycle("htn:2,2,2,0", nearest, "t42-13", Ties::positive) == 4);
}

TEST_CASE("theorems 7.1 and 7.2 and theorem 1 of rahman2012 fail") {
    for (const char* word : {"mh3dt:3,2,2,0", "mh3dt:4,2,2,0", "mh3dt:4,2,2,2"}) {
        CHECK(cycle(word, nearest, "t71", Ties::positive) == 8);
        CHECK(cycle(word, nearest, "t71", Ties::literal) == 8);
    }
    CHECK(cycle("ttn:2,2,0", nearest, "t72", Ties::positive) == 8);
    CHECK(cycle("ttn:2,2,0", nearest, "t72", Ties::literal) == 8);
    CHECK(cycle("h3dm:4,4,2,0", nearest, "doc-002", Ties::positive) == 10);
    CHECK(cycle("h3dm:4,4,2,0", nearest, "doc-002", Ties::literal) == 12);
    CHECK(cycle("h3dm:4,2,2,0", nearest, "doc-002", Ties::positive) == 10);
    CHECK(cycle("h3dm:4,2,2,0", nearest, "doc-002", Ties::literal) == 0);
    CHECK(cycle("h3dm:2,2,2,0", nearest, "doc-002", Ties::positive) == 0);
    CHECK(cycle("h3dm:3,5,2,0", destination, "doc-002", Ties::positive) == 4);
    CHECK(cycle("h3dt:4,2,2,0", nearest, "dateline", Ties::positive) == 8);
}

TEST_CASE("the repaired rules are acyclic on the instances that they are for, and cyclic on the known others" *
          doctest::test_suite("long")) {
    struct Case {
        const char* rule;
        const char* routing;
        const char* network;
        std::vector<Ties> ties;
        bool acyclic;
    };
    const std::vector<Ties> both{Ties::positive, Ties::literal}, all{Ties::positive, Ties::literal, Ties::split},
        literal{Ties::literal}, clockwise{Ties::positive};
    const Case cases[] = {
        {"nb", nearest, "htn:4,4,2,0", all, true},
        {"nb", nearest, "htn:4,4,2,2", clockwise, true},
        {"nb", nearest, "htn:3,5,2,0", all, true},
        {"nb", nearest, "htn:2,4,3,0", clockwise, true},
        {"nb", nearest, "htn:3,3,3,0", both, true},
        {"nh", nearest, "h3dm:4,2,2,0", both, true},
        {"nh", nearest, "h3dm:3,5,2,0", both, true},
        {"nh", nearest, "h3dm:2,2,3,0", both, true},
        {"nh", nearest, "h3dm:4,4,2,0", clockwise, true},
        {"nh", nearest, "htn:3,3,3,0", both, true},
        {"nh", nearest, "htn:4,4,2,0", clockwise, false},
        {"fixlit", nearest, "htn:4,4,2,0", literal, true},
        {"fixlit", nearest, "h3dm:4,4,2,1", literal, true},
        {"fixp", nearest, "htn:4,4,2,1", all, true},
        {"fixp", nearest, "htn:3,3,3,0", all, true},
        {"fixp", nearest, "htn:3,5,2,0", all, true},
        {"ph3", destination, "htn:4,4,2,0", literal, true},
        {"ph3", destination, "htn:4,4,2,1", literal, true},
        {"ph3", destination, "h3dm:4,4,2,0", literal, true},
        {"ph3", destination, "htn:3,5,2,0", literal, false},
        {"seg", nearest, "htn:4,4,2,0", all, true},
        {"seg", destination, "htn:4,4,2,0", all, true},
        {"seg", destination, "htn:3,5,2,0", all, true},
        {"seg", destination, "h3dm:4,4,2,1", clockwise, true},
        {"seg", nearest, "mh3dt:4,2,2,0", both, true},
        {"seg", nearest, "mh3dt:3,4,2,0", clockwise, true},
        {"seg", nearest, "ttn:2,2,0", both, true},
        {"seg", nearest, "ttn:2,2,1", both, true},
        {"seg", nearest, "htn:3,3,3,0", both, true},
        {"fixm", nearest, "h3dt:4,2,2,0", both, true},
        {"fixm", nearest, "h3dt:3,4,2,0", clockwise, true},
        {"fixe", nearest, "mh3dt:4,2,2,0", both, true},
        {"fixe", nearest, "mh3dt:3,4,2,0", clockwise, true},
        {"fixe", nearest, "mh3dt:3,2,3,0", clockwise, false},
        {"ph4", destination, "htn:4,4,2,0", all, true},
        {"ph4", destination, "htn:4,4,2,1", both, true},
        {"ph4", destination, "htn:4,2,2,1", both, true},
        {"ph4", destination, "htn:3,5,2,0", all, true},
        {"ph4", destination, "htn:4,4,2,1", {Ties::split}, false},
    };
    for (const Case& c : cases) {
        for (const Ties ties : c.ties) {
            CAPTURE(c.rule);
            CAPTURE(c.routing);
            CAPTURE(c.network);
            CAPTURE(static_cast<int>(ties));
            CHECK((cycle(c.network, c.routing, c.rule, ties) == 0) == c.acyclic);
        }
    }
}
