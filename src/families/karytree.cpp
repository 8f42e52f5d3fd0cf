// k-ary n-tree [petrini1997]: n levels of k^(n-1) switches above k^n processors. A switch and one of the level below
// are joined where their words of n - 1 digits agree in all but one digit, the one of the upper level's number.

#include "shared/fat_tree.hpp"

namespace wafernet::family_list {

namespace {

constexpr Source petrini(std::string_view place) { return {"petrini1997", place}; }

constexpr ParameterSpec parameters[] = {
    {.name = "k", .meaning = "links down and up of a switch: half its radix", .least = 2, .most = 65535},
    {.name = "n", .meaning = "levels of switches: k^n processors", .least = 1, .most = 31}};

std::uint64_t terminals(const Parameters& p) { return checked_pow(p["k"], p["n"], "processors"); }
std::uint64_t links(const Parameters& p) { return checked_mul(p["n"], terminals(p), "links"); }

FatTree shape(const Parameters& p) {
    FatTree tree{std::vector<std::uint64_t>(p["n"], p["k"]), std::vector<std::uint64_t>(p["n"], p["k"])};
    tree.w[0] = 1;  // a processor has one link
    return tree;
}

template <bool adaptive> std::unique_ptr<Routing> up_down(const Network& network, const RoutingOptions&) {
    return fat_tree_up_down(shape(network.parameters), adaptive);
}

constexpr RoutingSpec routings[] = {
    {"d-mod-k", "up by the destination's digits to the nearest common ancestor, then down", own("destination's digits"),
     "any", up_down<false>},
    {"up-adaptive", "up by any link to the nearest common ancestors, then down", petrini("routing"), "any",
     up_down<true>}};

double ends(const Parameters& p) { return std::pow(number(p, "k"), number(p, "n")); }

Claim up_and_down(const Parameters& p) { return 2 * number(p, "n"); }

constexpr ClosedForm closed_forms[] = {
    {Metric::nodes, petrini("topology"), "k^n + n k^(n-1)", false, "processors and switches",
     [](const Parameters& p) -> Claim { return ends(p) * (1 + number(p, "n") / number(p, "k")); }},
    {Metric::links, petrini("topology"), "n k^n", false, "those of the processors included", counted<links>},
    {Metric::degree_max, petrini("topology"), "2k", false, "k where n = 1: the top has no links up",
     [](const Parameters& p) -> Claim { return p["n"] == 1 ? number(p, "k") : 2 * number(p, "k"); }},
    {Metric::degree_min, own("a processor"), "1", false, "", fixed<1>},
    {Metric::diameter_hops, petrini("topology"), "2n", false, "between processors", up_and_down},
    {Metric::routed_diameter_hops, petrini("topology"), "2n", false, "between processors", up_and_down},
    {Metric::routed_avg_distance_hops, own("2j hops to those below the j-th ancestor and not the one before"),
     "sum of 2j (k^j - k^(j-1)), j = 1..n, over k^n - 1", false, "between processors",
     [](const Parameters& p) -> Claim {
         double sum = 0;
         for (double j = 1; j <= number(p, "n"); ++j)
             sum += 2 * j * (std::pow(number(p, "k"), j) - std::pow(number(p, "k"), j - 1));
         return sum / (ends(p) - 1);
     }},
    {Metric::arc_connectivity, own("a processor has one link"), "1", false, "", fixed<1>}};

}  // namespace

extern constinit const Family karytree = {
    .name = "karytree",
    .title = "k-ary n-tree (fat tree of switches of one size)",
    .source = petrini("topology"),
    .parameters = parameters,
    .examples = words<"karytree:2,2 karytree:4,1 karytree:2,4 karytree:4,3 karytree:3,3">,
    .nodes = [](const Parameters& p) -> std::uint64_t {
        return checked_add(terminals(p), checked_mul(p["n"], terminals(p) / p["k"], "switches"), "nodes");
    },
    .links = links,
    .build = [](const Parameters& p) { return build_fat_tree(shape(p)); },
    .closed_forms = closed_forms,
    .routings = routings,
    .senders = terminals};

}  // namespace wafernet::family_list
