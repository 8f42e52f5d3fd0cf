// Slim Fly: McKay-Miller-Siran graphs of diameter 2 [besta2014]. Router (0,x,y) is joined to (1,m,c) where y = mx + c
// over GF(q), and to (0,x,y') and (1,m,c') where the difference lies in a set of powers of a primitive element.
#include "shared/claims.hpp"
#include "shared/galois.hpp"
#include "shared/shortest_family.hpp"

namespace wafernet::family_list {

namespace {

constexpr Source besta(std::string_view place) { return {"besta2014", place}; }

constexpr ParameterSpec parameters[] = {
    {.name = "q", .meaning = "a prime power 4w - 1, 4w or 4w + 1: 2 q^2 routers", .least = 3, .most = 46337}};

// q = 4w + d.
int d_of(std::uint64_t q) { return q % 4 == 3 ? -1 : static_cast<int>(q % 4); }
bool fits(std::uint64_t q) { return q >= 3 && q % 4 != 2; }

void check(const Parameters& p) {
    if (prime_power(p["q"]) && fits(p["q"])) return;
    throw InputError("q = " + std::to_string(p["q"]) + ", need a prime power 4w - 1, 4w or 4w + 1 such as " +
                     nearest_prime_powers(p["q"], fits));
}

std::uint64_t nodes(const Parameters& p) { return 2 * p["q"] * p["q"]; }
std::uint64_t degree(const Parameters& p) { return (3 * p["q"] - static_cast<std::uint64_t>(d_of(p["q"]))) / 2; }
std::uint64_t links(const Parameters& p) { return p["q"] * p["q"] * degree(p); }

// Differences of neighbours in the half of points or that of lines.
std::vector<std::uint32_t> differences(const GaloisField& field, bool lines) {
    const std::uint32_t q = field.size(), first = lines ? 1 : 0;
    std::vector<std::uint32_t> exponents;
    if (d_of(q) >= 0) {
        const std::uint32_t last = d_of(q) == 0 ? q - 2 + first : q - 2;
        for (std::uint32_t e = first; e <= last; e += 2) exponents.push_back(e);
    } else {
        const std::uint32_t w = (q + 1) / 4;
        for (std::uint32_t i = 0; i < w; ++i) {
            exponents.push_back(first + 2 * i);
            exponents.push_back(2 * w - 1 + first + 2 * i);
        }
    }
    std::vector<std::uint32_t> set;
    for (const std::uint32_t e : exponents) set.push_back(field.power(e));
    return set;
}

Network build(const Parameters& p) {
    const auto q = static_cast<std::uint32_t>(p["q"]);
    const GaloisField field(q);
    LinkList list(links(p));
    for (const bool lines : {false, true}) {
        const std::uint32_t first = lines ? q * q : 0;
        for (std::uint32_t x = 0; x < q; ++x) {
            for (std::uint32_t y = 0; y < q; ++y) {
                for (const std::uint32_t difference : differences(field, lines)) {
                    const std::uint32_t other = field.add(y, difference);
                    if (y < other) list.join(first + x * q + y, first + x * q + other);
                }
            }
        }
    }
    for (std::uint32_t x = 0; x < q; ++x) {
        for (std::uint32_t m = 0; m < q; ++m) {
            const std::uint32_t product = field.multiply(m, x);
            for (std::uint32_t c = 0; c < q; ++c) list.join(x * q + field.add(product, c), q * q + m * q + c, 1, 1);
        }
    }
    return flat_network(nodes(p), std::move(list), digits({2, q, q}));
}

constexpr ClosedForm closed_forms[] = {
    {Metric::nodes, besta("MMS graphs"), "2 q^2", false, "routers",
     [](const Parameters& p) -> Claim { return 2 * number(p, "q") * number(p, "q"); }},
    {Metric::links, besta("MMS graphs"), "q^2 (3q - d)/2", false, "q = 4w + d", counted<links>},
    {Metric::degree_min, besta("MMS graphs"), "(3q - d)/2", false, "", counted<degree>},
    {Metric::degree_max, besta("MMS graphs"), "(3q - d)/2", false, "", counted<degree>},
    {Metric::diameter_hops, besta("MMS graphs"), "2", false, "", fixed<2>},
    {Metric::avg_distance_hops, own("regular, of diameter 2"), "2 - k/(N - 1), k = (3q - d)/2", false, "",
     [](const Parameters& p) -> Claim {
         return 2 - static_cast<double>(degree(p)) / (2 * number(p, "q") * number(p, "q") - 1);
     }},
    {Metric::arc_connectivity, own("the degree, where the diameter is 2 (Plesnik 1975)"), "(3q - d)/2", false, "",
     counted<degree>}};

// x -> x + s and m -> m + t with what follows for y and c, and y -> y + u: each half is alike.
std::vector<SourceClass> source_classes(const Network& network) {
    const Node half = network.graph.nodes() / 2;
    return {{0, half}, {half, half}};
}

}  // namespace

extern constinit const Family slimfly = {
    .name = "slimfly",
    .title = "Slim Fly (MMS graph)",
    .source = besta("MMS graphs"),
    .parameters = parameters,
    .examples = words<"slimfly:3 slimfly:4 slimfly:5 slimfly:7 slimfly:9 slimfly:11 slimfly:16">,
    .check = check,
    .nodes = nodes,
    .links = links,
    .build = build,
    .closed_forms = closed_forms,
    .routings = shortest_by_hop,
    .source_classes = source_classes};

}  // namespace wafernet::family_list
