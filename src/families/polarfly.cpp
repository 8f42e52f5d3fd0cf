// PolarFly: the polarity graph of Erdos, Renyi and Brown [lakhotia2022]. Routers are the points of the projective plane
// over GF(q); two are joined where their product is 0. One shortest path a pair.
#include "shared/claims.hpp"
#include "shared/galois.hpp"
#include "shared/shortest_family.hpp"

namespace wafernet::family_list {

namespace {

constexpr Source lakhotia(std::string_view place) { return {"lakhotia2022", place}; }

constexpr ParameterSpec parameters[] = {
    {.name = "q", .meaning = "a prime power: q^2 + q + 1 routers", .least = 2, .most = 65521}};

void check(const Parameters& p) {
    if (prime_power(p["q"])) return;
    throw InputError("q = " + std::to_string(p["q"]) + ", need a prime power such as " +
                     nearest_prime_powers(p["q"], [](std::uint64_t) { return true; }));
}

std::uint64_t nodes(const Parameters& p) { return p["q"] * p["q"] + p["q"] + 1; }
std::uint64_t links(const Parameters& p) { return p["q"] * (p["q"] + 1) * (p["q"] + 1) / 2; }

// Points (1,y,z), (0,1,z), (0,0,1) in this order.
Network build(const Parameters& p) {
    const auto q = static_cast<std::uint32_t>(p["q"]);
    const GaloisField field(q);
    LinkList list(links(p));
    std::vector<std::string> labels;
    for (Node u = 0; u < nodes(p); ++u) {
        const std::uint32_t a = u < q * q ? 1 : 0,
                            b = u < q * q       ? u / q
                                : u < q * q + q ? 1
                                                : 0,
                            c = u < q * q       ? u % q
                                : u < q * q + q ? u - q * q
                                                : 1;
        labels.push_back("(" + std::to_string(a) + "," + std::to_string(b) + "," + std::to_string(c) + ")");
        const auto join = [&](std::uint32_t v) {
            if (u < v) list.join(u, v);
        };
        // a + b y + c z = 0
        if (c != 0) {
            for (std::uint32_t y = 0; y < q; ++y) {
                const std::uint32_t sum = field.add(a, field.multiply(b, y));
                join(y * q + field.divide(field.negative(sum), c));
            }
            join(q * q + field.divide(field.negative(b), c));
        } else {
            if (b != 0) {
                for (std::uint32_t z = 0; z < q; ++z) join(field.divide(field.negative(a), b) * q + z);
            } else {
                for (std::uint32_t z = 0; z < q; ++z) join(q * q + z);
            }
            join(q * q + q);
        }
    }
    return flat_network(nodes(p), std::move(list), AddressScheme::of_labels(std::move(labels)));
}

constexpr ClosedForm closed_forms[] = {
    {Metric::nodes, lakhotia("topology"), "q^2 + q + 1", false, "routers", counted<nodes>},
    {Metric::links, own("q + 1 quadrics of degree q, the others of degree q + 1"), "q (q + 1)^2/2", false, "",
     counted<links>},
    {Metric::degree_min, lakhotia("topology"), "q", false, "the quadrics", parameter<"q">},
    {Metric::degree_max, lakhotia("topology"), "q + 1", false, "", parameter<"q", 1>},
    {Metric::diameter_hops, lakhotia("topology"), "2", false, "", fixed<2>},
    {Metric::avg_distance_hops, own("of diameter 2"), "2 - (q + 1)/(q^2 + q + 1)", false, "",
     [](const Parameters& p) -> Claim { return 2 - (number(p, "q") + 1) / static_cast<double>(nodes(p)); }},
    {Metric::arc_connectivity, own("the least degree, where the diameter is 2 (Plesnik 1975)"), "q", false, "",
     parameter<"q">}};

// All but the neighbours are at distance 2, so a router's distances follow from its degree.
std::vector<SourceClass> source_classes(const Network& network) {
    const Graph& graph = network.graph;
    const auto q = static_cast<std::uint32_t>(network.parameters["q"]);
    Node quadric = 0, other = 0;
    while (graph.degree(quadric) != q) ++quadric;
    while (graph.degree(other) != q + 1) ++other;
    return {{quadric, q + 1}, {other, std::uint64_t{q} * q}};
}

}  // namespace

extern constinit const Family polarfly = {
    .name = "polarfly",
    .title = "PolarFly (polarity graph)",
    .source = lakhotia("topology"),
    .parameters = parameters,
    .examples = words<"polarfly:2 polarfly:3 polarfly:4 polarfly:5 polarfly:7 polarfly:8 polarfly:9">,
    .check = check,
    .nodes = nodes,
    .links = links,
    .build = build,
    .closed_forms = closed_forms,
    .routings = shortest_by_hop,
    .source_classes = source_classes};

}  // namespace wafernet::family_list
