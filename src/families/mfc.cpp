// Multi-level fully-connected network MFC(L,G): rahman2006, sec. 2.4.1. A cluster of n nodes is copied n + 1 times, at
// the highest level C times, and every two copies are joined by one link; so a node has at most one link a level. Fig.
// 2.14 has 8 clusters of 8 nodes.
#include "shared/nucleus.hpp"

namespace wafernet::family_list {

namespace {

constexpr ParameterSpec parameters[] = {
    nucleus_parameters[0],
    {.name = "C", .meaning = "clusters of the highest level, 0 for one more than nodes in each", .fallback = 0},
    nucleus_parameters[1]};

// Clusters of every level above the nucleus, the lowest first.
std::vector<std::uint64_t> clusters(const Parameters& p) {
    std::vector<std::uint64_t> counts;
    std::uint64_t size = nucleus_nodes(p);
    for (std::uint64_t level = 2; level <= p["L"]; ++level) {
        counts.push_back(level == p["L"] && p["C"] > 0 ? p["C"] : checked_add(size, 1, "clusters"));
        if (counts.back() < 2 || counts.back() > size + 1)
            throw InputError("C = " + std::to_string(p["C"]) + ", need from 2 to " + std::to_string(size + 1) +
                             ", one more than the nodes of a cluster");
        size = checked_mul(size, counts.back(), "nodes");
    }
    return counts;
}

std::uint64_t nodes(const Parameters& p) {
    std::uint64_t count = nucleus_nodes(p);
    for (const std::uint64_t c : clusters(p)) count = checked_mul(count, c, "nodes");
    return count;
}
std::uint64_t links(const Parameters& p) {
    std::uint64_t count = nucleus_links(p);
    for (const std::uint64_t c : clusters(p))
        count = checked_add(checked_mul(count, c, "links"), checked_mul(c, c - 1, "links") / 2, "links");
    return count;
}

Network build(const Parameters& p) {
    const Network copy = wafernet::build(nucleus(p));
    const std::uint64_t all = nodes(p);
    LinkList list(links(p));
    add_copies(copy, all / copy.graph.nodes(), list);
    const std::vector<std::uint64_t> counts = clusters(p);
    std::uint64_t size = copy.graph.nodes();
    auto level = static_cast<std::uint8_t>(std::max<std::size_t>(copy.level_sizes.size(), 1));
    for (const std::uint64_t c : counts) {
        ++level;
        for (std::uint64_t first = 0; first < all; first += size * c) {
            // Node j of cluster i is joined to cluster j, or j + 1 from i on: nobody to its own cluster.
            for (std::uint64_t i = 0; i < c; ++i) {
                for (std::uint64_t j = i + 1; j < c; ++j) {
                    list.join(first + i * size + j - 1, first + j * size + i, level);
                }
            }
        }
        size *= c;
    }
    return network_of_copies(copy, std::move(list), std::vector<std::uint32_t>(counts.rbegin(), counts.rend()));
}

constexpr ClosedForm closed_forms[] = {
    {Metric::nodes, rahman("sec. 2.4.1"), "n_L = n_(L-1) (n_(L-1) + 1), n_1 = n", false,
     "n nodes in G, as many clusters as there may be, or C", counted<nodes>},
    {Metric::links, rahman("sec. 2.4.1"), "l_L = N_L l_(L-1) + N_L (N_L - 1)/2, N_L = n_(L-1) + 1 clusters", false,
     "from the construction; at most, where G merges links", counted<links>}};

}  // namespace

extern constinit const Family mfc = {
    .name = "mfc",
    .title = "multi-level fully-connected network MFC(L,G)",
    .source = rahman("sec. 2.4.1"),
    .parameters = parameters,
    .examples = words<"mfc:complete:4 mfc:hypercube:3 mfc:mesh:3x3 mfc:ring:5 mfc:3:complete:3 mfc:2,8:complete:8 "
                      "mfc:3,5:complete:3">,
    .nodes = nodes,
    .links = links,
    .build = build,
    .closed_forms = closed_forms,
    .senders = senders_of_copies<nodes>};

}  // namespace wafernet::family_list
