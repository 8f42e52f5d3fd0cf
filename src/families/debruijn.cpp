// De Bruijn graph: words of D letters out of d; a link appends a letter and drops the first.

#include "shared/claims.hpp"
#include "shared/shortest_family.hpp"

namespace wafernet::family_list {

namespace {

constexpr Source known(std::string_view place) { return {"debruijn1946", place}; }

constexpr ParameterSpec parameters[] = {
    {.name = "d", .meaning = "letters", .least = 2, .most = 65535},
    {.name = "D", .meaning = "letters of a word: d^D nodes", .least = 1, .most = 31},
    choice("directed", "0 = links go both ways, those of a pair merged; 1 = one-way")};

std::uint64_t nodes(const Parameters& p) { return checked_pow(p["d"], p["D"], "nodes"); }
std::uint64_t links(const Parameters& p) {
    const std::uint64_t all = checked_mul(nodes(p), p["d"], "links") - p["d"];
    return p["directed"] == 1 ? all : all - p["d"] * (p["d"] - 1) / 2;
}

// The d words of one letter repeated would have a link to themselves; both words abab.. and baba.. lead to each other.
Network build(const Parameters& p) {
    const std::uint64_t d = p["d"], count = nodes(p);
    const bool directed = p["directed"] == 1;
    LinkList list(links(p));
    for (std::uint64_t u = 0; u < count; ++u) {
        for (std::uint64_t r = 0; r < d; ++r) {
            const std::uint64_t v = (u * d + r) % count;
            if (u == v || (!directed && v < u && (v * d + u % d) % count == u)) continue;
            directed ? list.lead(u, v) : list.join(u, v);
        }
    }
    return flat_network(count, std::move(list), digits(std::vector<std::uint64_t>(p["D"], d)));
}

Claim least_degree(const Parameters& p) {
    if (p["directed"] == 1 || p["D"] == 1) return number(p, "d") - 1;
    return 2 * number(p, "d") - 2;
}

constexpr ClosedForm closed_forms[] = {
    {Metric::nodes, known("definition"), "d^D", false, "",
     [](const Parameters& p) -> Claim { return std::pow(number(p, "d"), number(p, "D")); }},
    {Metric::links, own("without loops, and merged pairs"), "d^(D+1) - d, both ways d(d - 1)/2 less", false, "",
     counted<links>},
    {Metric::diameter_hops, known("definition"), "D", false, "", parameter<"D">},
    {Metric::degree_min, own("a word of one letter"), "d - 1, both ways 2d - 2", false, "both ways: D >= 2",
     least_degree},
    {Metric::degree_max, own("most words"), "d, both ways 2d", false, "directed: D >= 2; both ways: D >= 3",
     [](const Parameters& p) -> Claim {
         if (p["directed"] == 1 && p["D"] >= 2) return number(p, "d");
         if (p["directed"] == 0 && p["D"] >= 3) return 2 * number(p, "d");
         return {};
     }},
    {Metric::arc_connectivity, own("the least degree"), "d - 1, both ways 2d - 2", false, "both ways: D >= 2",
     least_degree}};

}  // namespace

extern constinit const Family debruijn = {
    .name = "debruijn",
    .title = "de Bruijn graph",
    .source = known("definition"),
    .parameters = parameters,
    .examples = words<
        "debruijn:2,3 debruijn:2,4 debruijn:2,5 debruijn:3,3 debruijn:4,1 debruijn:2,4,1 debruijn:3,3,1 debruijn:4,4">,
    .nodes = nodes,
    .links = links,
    .build = build,
    .closed_forms = closed_forms,
    .routings = shortest_by_hop};

}  // namespace wafernet::family_list
