// k-ary m-way torus: mudawwar, sec. 2. Shared channels in a torus, routers between adjacent channels, p processors on
// each channel.
#include "shared/multiway.hpp"

namespace wafernet::family_list {

namespace {

using Own = MultiwayFamily<true>;

constexpr RoutingSpec routings[] = {
    {"dor-ring", "dimension order; buffer class 0 (low) to the other half of a ring, any class within a half",
     mudawwar("sec. 3.5"), "any", Own::routing<MultiwayRouting::dor_ring>, 2},
    {"adaptive-ring", "any shortest way on buffer class 2, dimension order as in dor-ring on classes 0 and 1",
     mudawwar("sec. 3.5"), "any", Own::routing<MultiwayRouting::adaptive_ring>, 3},
    {"dor", "dimension order, lowest axis first", mudawwar("sec. 3.5"), "dateline",
     Own::routing<MultiwayRouting::dor>}};

constexpr ClosedForm own_forms[] = {
    {Metric::links, mudawwar("Fig. 3"), "n k^n routers + p k^n interfaces, or two a router", false, "",
     counted<Own::links>},
    {Metric::degree_max, mudawwar("sec. 2"), "m = 2n + p", false, "the sharing factor",
     [](const Parameters& p) { return where(!Own::inside(p), 2 * number(p, "n") + number(p, "p")); }},
    {Metric::degree_max, own("a router and its processor on each side"), "4n", false, "processors inside routers",
     [](const Parameters& p) { return where(Own::inside(p), 4 * number(p, "n")); }},
    {Metric::diameter_hops, mudawwar("Fig. 3"), "n floor(k/2) + 1 channels, and one hop more", false,
     "hops: interface to interface",
     [](const Parameters& p) { return where(!Own::inside(p), number(p, "n") * std::floor(number(p, "k") / 2) + 2); }},
    {Metric::diameter_hops, own("between routers of the same axis; across axes for odd k"),
     "n floor(k/2) + 1, + 1 for odd k and n >= 2", false, "processors inside routers",
     [](const Parameters& p) {
         return where(Own::inside(p),
                      number(p, "n") * std::floor(number(p, "k") / 2) + 1 + (p["k"] % 2 == 1 && p["n"] >= 2 ? 1 : 0));
     }},
    {Metric::avg_distance_hops, own("sum over all pairs"), "from n floor(k^2/4)/k between channels", false,
     "channels and the processors on them",
     [](const Parameters& p) { return Own::inside(p) ? Claim() : Claim(multiway_mean_distance(Own::shape(p))); }},
    {Metric::bisection_links, own("across the middle of one axis"), "2k^(n-1), twice with processors inside routers",
     false, "k even", [](const Parameters& p) {
         return where(p["k"] % 2 == 0, 2 * Own::channels(p) / number(p, "k") * (Own::inside(p) ? 2 : 1));
     }}};

constexpr auto closed_forms = joined(Own::shared_forms, own_forms);

}  // namespace

extern constinit const Family kmway_torus = Own::with({
    .name = "kmway-torus",
    .title = "k-ary m-way torus of shared channels",
    .examples = words<"kmway-torus:2,2 kmway-torus:8,1 kmway-torus:5,1 kmway-torus:3,3 kmway-torus:4,2,2 "
                      "kmway-torus:4,3 kmway-torus:5,2,3 kmway-torus:3,2 kmway-torus:2,2,0,1 kmway-torus:5,1,0,1 "
                      "kmway-torus:3,2,0,1 kmway-torus:4,2,0,1 kmway-torus:3,3,0,1">,
    .closed_forms = closed_forms,
    .routings = routings,
});

}  // namespace wafernet::family_list
