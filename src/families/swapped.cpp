// Swapped network SN(L,G): rahman2006, sec. 2.4.1. An address has L digits below n, the nodes of G; the last is a node
// of a copy of G, and a link of level l swaps it with the l-th. Two levels: node i of copy j is joined to node j of
// copy i. The document does not say which digits are swapped where there are more levels.
#include "shared/nucleus.hpp"

namespace wafernet::family_list {

namespace {

std::uint64_t copies(const Parameters& p) { return checked_pow(nucleus_nodes(p), p["L"] - 1, "nodes"); }
std::uint64_t nodes(const Parameters& p) { return checked_mul(copies(p), nucleus_nodes(p), "nodes"); }
std::uint64_t links(const Parameters& p) {
    const std::uint64_t swaps = checked_mul(copies(p), (p["L"] - 1) * (nucleus_nodes(p) - 1), "links") / 2;
    return checked_add(checked_mul(copies(p), nucleus_links(p), "links"), swaps, "links");
}

Network build(const Parameters& p) {
    const Network copy = wafernet::build(nucleus(p));
    const std::uint64_t n = copy.graph.nodes(), all = nodes(p);
    LinkList list(links(p));
    add_copies(copy, all / n, list);
    const std::size_t inner_levels = std::max<std::size_t>(copy.level_sizes.size(), 1);
    std::uint64_t place = 1;
    for (std::uint64_t level = 2; level <= p["L"]; ++level) {
        place *= n;
        const auto label = static_cast<std::uint8_t>(inner_levels + level - 1);
        for (std::uint64_t v = 0; v < all; ++v) {
            const std::uint64_t last = v % n, digit = v / place % n;
            if (digit >= last) continue;  // once a pair
            list.join(v, v - last + digit + (last - digit) * place, label);
        }
    }
    return network_of_copies(copy, std::move(list),
                             std::vector<std::uint32_t>(p["L"] - 1, static_cast<std::uint32_t>(n)));
}

constexpr ClosedForm closed_forms[] = {
    {Metric::nodes, rahman("sec. 2.4.1"), "n^L", false, "n nodes in G, printed for L = 2", counted<nodes>},
    {Metric::links, rahman("sec. 2.4.1"), "n^(L-1) (links(G) + (L - 1)(n - 1)/2)", false,
     "from the construction; at most, where G merges links", counted<links>},
    {Metric::diameter_hops, own("a path in G, then a swap and a path in G for every other level"), "L D(G) + L - 1",
     false, "where a closed form of D(G) is known", [](const Parameters& p) -> Claim {
         const Claim diameter = nucleus_claim(p, Metric::diameter_hops);
         const auto levels = static_cast<double>(p["L"]);
         return diameter ? Claim(levels * (*diameter + 1) - 1) : Claim();
     }}};

}  // namespace

extern constinit const Family swapped = {
    .name = "swapped",
    .title = "swapped network SN(L,G)",
    .source = rahman("sec. 2.4.1"),
    .parameters = nucleus_parameters,
    .examples = words<"swapped:complete:4 swapped:hypercube:3 swapped:mesh:3x3 swapped:ring:5 swapped:stargraph:3 "
                      "swapped:3:complete:4 swapped:3:ring:5 swapped:4:complete:3">,
    .nodes = nodes,
    .links = links,
    .build = build,
    .closed_forms = closed_forms,
    .senders = senders_of_copies<nodes>};

}  // namespace wafernet::family_list
