// k-ary m-way mesh: mudawwar, sec. 2. Shared channels in a mesh, routers between adjacent channels, p processors on each channel.
#include "shared/claims.hpp"
#include "shared/multiway.hpp"

namespace wafernet::family_list {

namespace {

constexpr ParameterSpec parameters[] = {
    {.name = "k", .meaning = "shared channels along each axis", .least = 2},
    {.name = "n", .meaning = "axes", .least = 1, .most = 32},
    {.name = "p", .meaning = "processors on each channel", .least = 0, .fallback = 1},
    {.name = "r", .meaning = "processors inside each router: 1 with p = 0", .least = 0, .most = 1, .fallback = 0},
};

MultiwayShape shape(const Parameters& p) { return multiway_shape(p, false); }
bool inside(const Parameters& p) { return p["r"] == 1; }

std::uint64_t nodes(const Parameters& p) { return multiway_nodes(shape(p)); }
std::uint64_t links(const Parameters& p) { return multiway_links(shape(p)); }
Network build(const Parameters& p) { return build_multiway(shape(p)); }

template <MultiwayRouting function>
std::unique_ptr<Routing> routing(const Network& network, const RoutingOptions& options) {
    return multiway_routing(network, shape(network.parameters), function, options.ties);
}

constexpr Source mudawwar(std::string_view place) { return {"mudawwar", place}; }

constexpr RoutingSpec routings[] = {
    {"dor", "dimension order, lowest axis first", mudawwar("sec. 3.5"), "any", routing<MultiwayRouting::dor>},
    {"adaptive", "any shortest way; buffer class 0 on the lowest axis, class 1 on any", mudawwar("sec. 3.5"), "any", routing<MultiwayRouting::adaptive>, 2},
};

double channels(const Parameters& p) { return std::pow(number(p, "k"), number(p, "n")); }
double routers(const Parameters& p) { return static_cast<double>(multiway_routers(shape(p))); }

constexpr ClosedForm closed_forms[] = {
    {Metric::nodes, mudawwar("Fig. 3"), "k^n channels + p k^n processors, or one a router", false, "", [](const Parameters& p) -> Claim { return channels(p) + (inside(p) ? routers(p) : number(p, "p") * channels(p)); }},
    {Metric::links, mudawwar("Fig. 3"), "n(k - 1)k^(n-1) routers + p k^n interfaces, or two a router", false, "",
     [](const Parameters& p) -> Claim { return number(p, "n") * (number(p, "k") - 1) * channels(p) / number(p, "k") * (inside(p) ? 3 : 1) + number(p, "p") * channels(p); }},
    {Metric::degree_max, mudawwar("sec. 2"), "m = 2n + p", false, "the sharing factor; n + p for k = 2, as the text's 10-way 9-cube",
     [](const Parameters& p) -> Claim { return inside(p) ? Claim() : Claim(2 * number(p, "n") + number(p, "p")); },
     [](const Parameters& p) { return p["k"] == 2; }},
    {Metric::degree_max, own("an inner channel has min(2, k - 1) neighbours an axis"), "n min(2, k - 1) + p; each twice with processors inside routers", true, "",
     [](const Parameters& p) -> Claim { return number(p, "n") * (p["k"] == 2 ? 1 : 2) * (inside(p) ? 2 : 1) + number(p, "p"); }},
    {Metric::degree_min, own("channels of a processor"), "1; 2 inside a router", false, "", [](const Parameters& p) -> Claim { return inside(p) ? 2 : 1; }},
    {Metric::diameter_hops, mudawwar("Fig. 3"), "n(k - 1) + 1 channels, and one hop more", false, "hops: interface to interface",
     [](const Parameters& p) -> Claim { return inside(p) ? Claim() : Claim(number(p, "n") * (number(p, "k") - 1) + 2); }},
    {Metric::diameter_hops, own("from corner to corner"), "n(k - 1); n + 1 for k = 2, n >= 2", false, "processors inside routers; hops between channels count too",
     [](const Parameters& p) -> Claim { return inside(p) ? Claim(number(p, "n") * (number(p, "k") - 1) + (p["k"] == 2 && p["n"] >= 2 ? 1 : 0)) : Claim(); }},
    {Metric::avg_distance_hops, own("sum over all pairs"), "from n(k^2 - 1)/(3k) between channels", false, "channels and the processors on them",
     [](const Parameters& p) -> Claim { return inside(p) ? Claim() : Claim(multiway_mean_distance(shape(p))); }},
    {Metric::arc_connectivity, own("channels of a processor"), "1; 2 inside a router", false, "", [](const Parameters& p) -> Claim { return inside(p) ? 2 : 1; }},
    {Metric::bisection_links, own("across the middle of one axis"), "k^(n-1), twice with processors inside routers", false, "k even",
     [](const Parameters& p) -> Claim { return p["k"] % 2 == 0 ? Claim(1 * channels(p) / number(p, "k") * (inside(p) ? 2 : 1)) : Claim(); }},
};

constexpr std::string_view examples[] = {"kmway-mesh:2,1", "kmway-mesh:2,5", "kmway-mesh:3,3", "kmway-mesh:4,2,2", "kmway-mesh:5,1,3", "kmway-mesh:4,3", "kmway-mesh:3,2",
                                         "kmway-mesh:2,3,0,1", "kmway-mesh:5,1,0,1", "kmway-mesh:3,2,0,1", "kmway-mesh:4,2,0,1", "kmway-mesh:3,3,0,1"};

std::vector<SourceClass> source_classes(const Network& network) { return multiway_source_classes(shape(network.parameters)); }

}  // namespace

extern const Family kmway_mesh;
constinit const Family kmway_mesh = {
    .name = "kmway-mesh",
    .title = "k-ary m-way mesh of shared channels",
    .source = mudawwar("sec. 2"),
    .parameters = parameters,
    .examples = examples,
    .check = check_multiway,
    .nodes = nodes,
    .links = links,
    .build = build,
    .closed_forms = closed_forms,
    .routings = routings,
    .source_classes = source_classes,
};

}  // namespace wafernet::family_list
