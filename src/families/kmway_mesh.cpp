// k-ary m-way mesh: mudawwar, sec. 2. Shared channels in a mesh, routers between adjacent channels, p processors on
// each channel.
#include "shared/multiway.hpp"

namespace wafernet::family_list {

namespace {

using Own = MultiwayFamily<false>;

constexpr RoutingSpec routings[] = {
    {"dor", "dimension order, lowest axis first", mudawwar("sec. 3.5"), "any", Own::routing<MultiwayRouting::dor>},
    {"adaptive", "any shortest way; buffer class 0 on the lowest axis, class 1 on any", mudawwar("sec. 3.5"), "any",
     Own::routing<MultiwayRouting::adaptive>, 2}};

constexpr ClosedForm own_forms[] = {
    {Metric::links, mudawwar("Fig. 3"), "n(k - 1)k^(n-1) routers + p k^n interfaces, or two a router", false, "",
     counted<Own::links>},
    {Metric::degree_max, mudawwar("sec. 2"), "m = 2n + p", false,
     "the sharing factor; n + p for k = 2, as the text's 10-way 9-cube",
     [](const Parameters& p) { return where(!Own::inside(p), 2 * number(p, "n") + number(p, "p")); },
     [](const Parameters& p) { return p["k"] == 2; }},
    {Metric::degree_max, own("an inner channel has min(2, k - 1) neighbours an axis"),
     "n min(2, k - 1) + p; each twice with processors inside routers", true, "",
     [](const Parameters& p) -> Claim {
         return number(p, "n") * (p["k"] == 2 ? 1 : 2) * (Own::inside(p) ? 2 : 1) + number(p, "p");
     }},
    {Metric::diameter_hops, mudawwar("Fig. 3"), "n(k - 1) + 1 channels, and one hop more", false,
     "hops: interface to interface",
     [](const Parameters& p) { return where(!Own::inside(p), number(p, "n") * (number(p, "k") - 1) + 2); }},
    {Metric::diameter_hops, own("from corner to corner"), "n(k - 1); n + 1 for k = 2, n >= 2", false,
     "processors inside routers; hops between channels count too",
     [](const Parameters& p) {
         return where(Own::inside(p), number(p, "n") * (number(p, "k") - 1) + (p["k"] == 2 && p["n"] >= 2 ? 1 : 0));
     }},
    {Metric::avg_distance_hops, own("sum over all pairs"), "from n(k^2 - 1)/(3k) between channels", false,
     "channels and the processors on them",
     [](const Parameters& p) { return Own::inside(p) ? Claim() : Claim(multiway_mean_distance(Own::shape(p))); }},
    {Metric::bisection_links, own("across the middle of one axis"), "k^(n-1), twice with processors inside routers",
     false, "k even", [](const Parameters& p) {
         return where(p["k"] % 2 == 0, 1 * Own::channels(p) / number(p, "k") * (Own::inside(p) ? 2 : 1));
     }}};

constexpr auto closed_forms = joined(Own::shared_forms, own_forms);

}  // namespace

extern constinit const Family kmway_mesh = Own::with({
    .name = "kmway-mesh",
    .title = "k-ary m-way mesh of shared channels",
    .examples = words<
        "kmway-mesh:2,1 kmway-mesh:2,5 kmway-mesh:3,3 kmway-mesh:4,2,2 kmway-mesh:5,1,3 kmway-mesh:4,3 kmway-mesh:3,2 "
        "kmway-mesh:2,3,0,1 kmway-mesh:5,1,0,1 kmway-mesh:3,2,0,1 kmway-mesh:4,2,0,1 kmway-mesh:3,3,0,1">,
    .closed_forms = closed_forms,
    .routings = routings,
});

}  // namespace wafernet::family_list
