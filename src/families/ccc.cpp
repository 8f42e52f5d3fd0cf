// Cube-connected cycles: rahman2006, sec. 2.3.4, Eq. 2.4. Node (i,j) is node j of the cycle at corner i of the n-cube
// and, for j < n, has the cube link of dimension j. With `cycle` the cycles are longer than n.
#include "shared/claims.hpp"

namespace wafernet::family_list {

namespace {

constexpr ParameterSpec parameters[] = {
    {.name = "n", .meaning = "dimensions of the cube", .least = 1, .most = 27},
    {.name = "cycle", .meaning = "nodes in a cycle, 0 for n", .least = 0, .fallback = 0},
};

std::uint64_t cycle_length(const Parameters& p) { return p["cycle"] == 0 ? p["n"] : p["cycle"]; }

void check(const Parameters& p) {
    const std::uint64_t cycle = cycle_length(p);
    if (cycle < 3) throw InputError("cycles of " + std::to_string(cycle) + " nodes, need at least 3");
    if (cycle < p["n"])
        throw InputError("cycle = " + std::to_string(cycle) + ", need at least n = " + std::to_string(p["n"]));
}
std::uint64_t nodes(const Parameters& p) { return checked_mul(cycle_length(p), std::uint64_t{1} << p["n"], "nodes"); }
std::uint64_t links(const Parameters& p) { return checked_add(nodes(p), p["n"] << (p["n"] - 1), "links"); }

Network build(const Parameters& p) {
    const std::uint64_t cycle = cycle_length(p);
    const std::uint64_t corners = std::uint64_t{1} << p["n"];
    LinkList list(links(p));
    const auto node = [&](std::uint64_t i, std::uint64_t j) { return static_cast<Node>(i * cycle + j); };
    for (std::uint64_t i = 0; i < corners; ++i) {
        for (std::uint64_t j = 0; j < cycle; ++j) list.join(node(i, j), node(i, (j + 1) % cycle), 1, 0, j + 1 == cycle);
        for (std::uint64_t j = 0; j < p["n"]; ++j) {
            if ((i >> j & 1U) == 0) list.join(node(i, j), node(i | std::uint64_t{1} << j, j), 2, j);
        }
    }
    Network network = flat_network(nodes(p), std::move(list), digits({corners, cycle}));
    network.level_sizes = {static_cast<std::uint32_t>(cycle), static_cast<std::uint32_t>(nodes(p))};
    return network;
}

// What the documents print is for cycles of n nodes.
bool standard(const Parameters& p) { return cycle_length(p) == p["n"]; }

constexpr ClosedForm closed_forms[] = {
    {Metric::nodes, rahman("sec. 2.3.4"), "n 2^n", false, "cycles of n nodes",
     [](const Parameters& p) { return where(standard(p), number(p, "n") * two_to(number(p, "n"))); }},
    {Metric::links, rahman("Eq. 2.4"), "3n 2^(n-1)", false, "cycles of n nodes",
     [](const Parameters& p) { return where(standard(p), 3 * number(p, "n") * two_to(number(p, "n") - 1)); }},
    {Metric::degree_max, rahman("sec. 2.3.4"), "3", false, "", fixed<3>},
    {Metric::degree_min, rahman("sec. 2.3.4"), "3", false, "cycles of n nodes",
     [](const Parameters& p) { return where(standard(p), 3); }},
    {Metric::diameter_hops, rahman("sec. 2.3.4"), "2n - 1 + floor(n/2)", false, "one too many from n = 4 on",
     [](const Parameters& p) { return where(standard(p), 2 * number(p, "n") - 1 + std::floor(number(p, "n") / 2)); },
     [](const Parameters& p) { return p["n"] > 3; }},
    {Metric::diameter_hops, own("known for n >= 4, held against the graph"), "2n + floor(n/2) - 2", true, "6 for n = 3",
     [](const Parameters& p) -> Claim {
         return standard(p) ? Claim(p["n"] == 3 ? 6 : 2 * number(p, "n") - 2 + std::floor(number(p, "n") / 2))
                            : Claim();
     }},
    {Metric::bisection_links, rahman("sec. 2.3.4"), "N/2", false,
     "n times too many; Table 7.1 prints 2^(n-1) for n = 9",
     [](const Parameters& p) { return where(standard(p), number(p, "n") * two_to(number(p, "n") - 1)); }, always},
    {Metric::bisection_links, rahman("Table 7.1"), "2^(n-1)", true, "the links of one dimension of the cube",
     [](const Parameters& p) { return where(standard(p), two_to(number(p, "n") - 1)); }},
    {Metric::arc_connectivity, rahman("Table 7.1"), "3", false, "cycles of n nodes",
     [](const Parameters& p) { return where(standard(p), 3); }},
};

// Corners may be counted from any corner and, with cycles of n nodes, dimensions from any dimension.
std::vector<SourceClass> source_classes(const Network& network) {
    const std::uint64_t cycle = cycle_length(network.parameters), nodes = network.graph.nodes();
    if (cycle == network.parameters["n"]) return {{0, nodes}};
    std::vector<SourceClass> classes;
    for (std::uint64_t j = 0; j < cycle; ++j) classes.push_back({static_cast<Node>(j), nodes / cycle});
    return classes;
}

}  // namespace

extern constinit const Family ccc = {
    .name = "ccc",
    .title = "cube-connected cycles",
    .source = rahman("sec. 2.3.4"),
    .parameters = parameters,
    .examples = words<"ccc:3 ccc:4 ccc:5 ccc:6 ccc:5,8 ccc:1,3">,
    .check = check,
    .nodes = nodes,
    .links = links,
    .build = build,
    .closed_forms = closed_forms,
    .source_classes = source_classes,
};

}  // namespace wafernet::family_list
