#include "wafernet/measure/verify.hpp"

#include <doctest/doctest.h>

#include "wafernet/io/make_network.hpp"
#include "wafernet/measure/bisection.hpp"

using namespace wafernet;

TEST_CASE("every closed form of every family's examples holds, or fails where it is known to be wrong") {
    std::size_t claims = 0;
    for (const Family* f : families()) {
        for (const std::string_view word : f->examples) {
            for (const CheckedClaim& c : verify(make_network(word))) {
                CAPTURE(word);
                CAPTURE(c.form->formula);
                CAPTURE(c.evidence);
                CAPTURE(c.claimed);
                CHECK_FALSE(c.unexpected);
                CHECK((c.verdict != ClaimVerdict::refuted || c.form->known_wrong != nullptr));
                ++claims;
            }
        }
    }
    CHECK(claims > 100);
}

namespace {

using Claim = std::optional<double>;

// A family of our own whose forms are right, wrong and known to be wrong.
bool yes(const Parameters&) { return true; }
constexpr ClosedForm forms[] = {
    {Metric::nodes, {"x", "right"}, "16", false, "", [](const Parameters&) -> Claim { return 16; }},
    {Metric::nodes,
     {"x", "wrong, a corrected form holds"},
     "17",
     false,
     "",
     [](const Parameters&) -> Claim { return 17; },
     yes},
    {Metric::nodes, {"x", "corrected"}, "4^2", true, "", [](const Parameters&) -> Claim { return 16; }},
    {Metric::links, {"x", "wrong and nobody knows"}, "99", false, "", [](const Parameters&) -> Claim { return 99; }},
    {Metric::diameter_hops,
     {"x", "right and said to be wrong"},
     "4",
     false,
     "",
     [](const Parameters&) -> Claim { return 4; },
     yes},
    {Metric::degree_max, {"x", "corrected and wrong"}, "5", true, "", [](const Parameters&) -> Claim { return 5; }},
    {Metric::avg_distance_hops,
     {"x", "right but for rounding"},
     "32/15",
     false,
     "",
     [](const Parameters&) -> Claim { return 2.0 * 16 / 15; }},
    {Metric::avg_distance_all_pairs_hops,
     {"x", "too far off for rounding"},
     "2.0001",
     false,
     "",
     [](const Parameters&) -> Claim { return 2.0000001; }},
    {Metric::free_ports,
     {"x", "not a metric of the graph"},
     "1",
     false,
     "",
     [](const Parameters&) -> Claim { return 1; }},
    {Metric::nodes, {"x", "outside its range"}, "1", false, "", [](const Parameters&) -> Claim { return {}; }},
};

}  // namespace

TEST_CASE("verdicts are computed from the graph and from the other forms") {
    Network n = make_network("torus:4x4");
    Family family = *n.family;
    family.closed_forms = forms;
    n.family = &family;
    const std::vector<CheckedClaim> c = verify(n);
    REQUIRE(c.size() == 9);
    const std::vector<std::pair<ClaimVerdict, bool>> expected{
        {ClaimVerdict::reproduced, false}, {ClaimVerdict::refuted, false},   {ClaimVerdict::reproduced, false},
        {ClaimVerdict::refuted, true},     {ClaimVerdict::reproduced, true}, {ClaimVerdict::not_reproducible, true},
        {ClaimVerdict::reproduced, false}, {ClaimVerdict::refuted, true},    {ClaimVerdict::open, false}};
    for (std::size_t i = 0; i < c.size(); ++i) {
        CAPTURE(c[i].form->source.place);
        CHECK(c[i].verdict == expected[i].first);
        CHECK(c[i].unexpected == expected[i].second);
    }
    CHECK(c[1].evidence.find("4^2") == std::string::npos);  // the first form that holds is named
    CHECK(c[1].evidence.find("x right") != std::string::npos);
    CHECK(*c[3].measured == 32);
}

TEST_CASE("a bisection whose bounds do not meet reproduces a claim only at the least cut found") {
    // Nothing here proves the bisection of this network: bounds below and above are found, and they do not meet.
    Network n = make_network("ccc:5");
    const Bisection b = measure_bisection(n);
    REQUIRE(b.upper == 16);
    REQUIRE(b.lower > 1);
    REQUIRE(b.lower < 15);
    constexpr ClosedForm claims[] = {
        {Metric::bisection_links, {"x", ""}, "16", false, "", [](const Parameters&) -> Claim { return 16; }},
        {Metric::bisection_links, {"x", ""}, "15", false, "", [](const Parameters&) -> Claim { return 15; }},
        {Metric::bisection_links, {"x", ""}, "17", false, "", [](const Parameters&) -> Claim { return 17; }},
        {Metric::bisection_links, {"x", ""}, "1", false, "", [](const Parameters&) -> Claim { return 1; }},
    };
    Family family = *n.family;
    family.closed_forms = claims;
    n.family = &family;
    const std::vector<CheckedClaim> c = verify(n);
    CHECK(c[0].verdict == ClaimVerdict::reproduced);
    CHECK(c[1].verdict == ClaimVerdict::open);
    CHECK_FALSE(c[1].unexpected);
    CHECK(c[2].verdict == ClaimVerdict::refuted);
    CHECK(c[3].verdict == ClaimVerdict::refuted);
    CHECK(c[3].unexpected);
}
