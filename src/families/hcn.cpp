// Hierarchical cubic network HCN(n,n): rahman2006, sec. 2.4.3. Node (I,J) is node J of the n-cube I.
#include "shared/claims.hpp"

namespace wafernet::family_list {

namespace {

constexpr ParameterSpec parameters[] = {
    {.name = "n", .meaning = "dimensions of a cluster: 2^n clusters of 2^n nodes", .least = 1, .most = 15}};

std::uint64_t nodes(const Parameters& p) { return std::uint64_t{1} << (2 * p["n"]); }
std::uint64_t links(const Parameters& p) { return nodes(p) / 2 * (p["n"] + 1); }

Network build(const Parameters& p) {
    const std::uint64_t n = p["n"];
    const std::uint64_t size = std::uint64_t{1} << n;
    LinkList list(links(p));
    const auto node = [&](std::uint64_t I, std::uint64_t J) { return static_cast<Node>(I * size + J); };
    for (std::uint64_t I = 0; I < size; ++I) {
        for (std::uint64_t J = 0; J < size; ++J) {
            for (std::uint64_t b = 0; b < n; ++b) {
                if ((J >> b & 1U) == 0) list.join(node(I, J), node(I, J | std::uint64_t{1} << b), 1, b);
            }
            const std::uint64_t opposite = size - 1 - I;
            if (I < J) list.join(node(I, J), node(J, I), 2);
            if (I == J && I < opposite) list.join(node(I, I), node(opposite, opposite), 2, 1);
        }
    }
    Network network = flat_network(nodes(p), std::move(list), digits({size, size}));
    network.level_sizes = {static_cast<std::uint32_t>(size), static_cast<std::uint32_t>(size * size)};
    return network;
}

constexpr ClosedForm closed_forms[] = {
    {Metric::nodes, rahman("sec. 2.4.3"), "2^(2n)", false, "",
     [](const Parameters& p) -> Claim { return two_to(2 * number(p, "n")); }},
    {Metric::links, rahman("sec. 2.4.3"), "2^(2n-1) (n + 1)", false, "", counted<links>},
    {Metric::degree_max, rahman("sec. 2.4.3"), "n + 1", false, "", parameter<"n", 1>},
    {Metric::degree_min, rahman("sec. 2.4.3"), "n + 1", false, "", parameter<"n", 1>},
    {Metric::diameter_hops, own("fits n = 1..6, the graph decides"), "n + floor((n + 1)/3) + 1", false,
     "printed as about three quarters of 2n",
     [](const Parameters& p) -> Claim { return number(p, "n") + std::floor((number(p, "n") + 1) / 3) + 1; }},
    {Metric::arc_connectivity, own("Menger"), "n + 1", false, "", parameter<"n", 1>},
};

}  // namespace

extern constinit const Family hcn = {
    .name = "hcn",
    .title = "hierarchical cubic network",
    .source = rahman("sec. 2.4.3"),
    .parameters = parameters,
    .examples = words<"hcn:1 hcn:2 hcn:3 hcn:4">,
    .nodes = nodes,
    .links = links,
    .build = build,
    .closed_forms = closed_forms,
};

}  // namespace wafernet::family_list
