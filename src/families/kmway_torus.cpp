// k-ary m-way torus: mudawwar, sec. 2. Shared channels in a torus, routers between adjacent channels, p processors on each channel.
#include "shared/claims.hpp"
#include "shared/multiway.hpp"

namespace wafernet::family_list {

namespace {

constexpr ParameterSpec parameters[] = {
    {.name = "k", .meaning = "shared channels along each axis", .least = 2},
    {.name = "n", .meaning = "axes", .least = 1, .most = 32},
    {.name = "p", .meaning = "processors on each channel", .least = 1, .fallback = 1},
};

MultiwayShape shape(const Parameters& p) {
    return {static_cast<std::uint32_t>(p["k"]), static_cast<std::uint32_t>(p["n"]), static_cast<std::uint32_t>(p["p"]), true};
}

std::uint64_t nodes(const Parameters& p) { return multiway_nodes(shape(p)); }
std::uint64_t links(const Parameters& p) { return multiway_links(shape(p)); }
Network build(const Parameters& p) { return build_multiway(shape(p)); }

template <MultiwayRouting function>
std::unique_ptr<Routing> routing(const Network& network, const RoutingOptions& options) {
    return multiway_routing(network, shape(network.parameters), function, options.ties);
}

constexpr Source mudawwar(std::string_view place) { return {"mudawwar", place}; }

constexpr RoutingSpec routings[] = {
    {"dor-ring", "dimension order; buffer class 0 (low) to the other half of a ring, any class within a half", mudawwar("sec. 3.5"), "any",
     routing<MultiwayRouting::dor_ring>, 2},
    {"adaptive-ring", "any shortest way on buffer class 2, dimension order as in dor-ring on classes 0 and 1", mudawwar("sec. 3.5"), "any",
     routing<MultiwayRouting::adaptive_ring>, 3},
    {"dor", "dimension order, lowest axis first", mudawwar("sec. 3.5"), "dateline", routing<MultiwayRouting::dor>},
};

double channels(const Parameters& p) { return std::pow(number(p, "k"), number(p, "n")); }

constexpr ClosedForm closed_forms[] = {
    {Metric::nodes, mudawwar("Fig. 3"), "k^n channels + p k^n processors", false, "", [](const Parameters& p) -> Claim { return channels(p) * (1 + number(p, "p")); }},
    {Metric::links, mudawwar("Fig. 3"), "n k^n routers + p k^n interfaces", false, "",
     [](const Parameters& p) -> Claim { return (number(p, "n") + number(p, "p")) * channels(p); }},
    {Metric::degree_max, mudawwar("sec. 2"), "m = 2n + p", false, "the sharing factor", [](const Parameters& p) -> Claim { return 2 * number(p, "n") + number(p, "p"); }},
    {Metric::degree_min, own("a processor has one channel"), "1", false, "", [](const Parameters&) -> Claim { return 1; }},
    {Metric::diameter_hops, mudawwar("Fig. 3"), "n floor(k/2) + 1 channels, and one hop more", false, "hops: interface to interface",
     [](const Parameters& p) -> Claim { return number(p, "n") * std::floor(number(p, "k") / 2) + 2; }},
    {Metric::avg_distance_hops, own("sum over all pairs"), "from n floor(k^2/4)/k between channels", false, "channels and processors",
     [](const Parameters& p) -> Claim { return multiway_mean_distance(shape(p)); }},
    {Metric::arc_connectivity, own("a processor has one channel"), "1", false, "", [](const Parameters&) -> Claim { return 1; }},
};

constexpr std::string_view examples[] = {"kmway-torus:2,2", "kmway-torus:8,1",   "kmway-torus:5,1",   "kmway-torus:3,3",
                                         "kmway-torus:4,2,2", "kmway-torus:4,3", "kmway-torus:5,2,3", "kmway-torus:3,2"};

std::vector<SourceClass> source_classes(const Network& network) { return multiway_source_classes(shape(network.parameters)); }

}  // namespace

extern const Family kmway_torus;
constinit const Family kmway_torus = {
    .name = "kmway-torus",
    .title = "k-ary m-way torus of shared channels",
    .source = mudawwar("sec. 2"),
    .parameters = parameters,
    .examples = examples,
    .nodes = nodes,
    .links = links,
    .build = build,
    .closed_forms = closed_forms,
    .routings = routings,
    .source_classes = source_classes,
};

}  // namespace wafernet::family_list
