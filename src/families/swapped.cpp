// Swapped network Sw(G): rahman2006, sec. 2.4.1. n copies of an n-node network G; node i of copy j is joined to node j
// of copy i.
#include "shared/claims.hpp"
#include "wafernet/core/network.hpp"

namespace wafernet::family_list {

namespace {

constexpr ParameterSpec parameters[] = {
    {.name = "G", .meaning = "the network to copy", .kind = ParameterKind::network}};

NetworkWord inner(const Parameters& p) { return parse_network_word(p.network("G")); }
std::uint64_t inner_nodes(const Parameters& p) {
    const NetworkWord word = inner(p);
    return word.family->nodes(word.parameters);
}
std::uint64_t nodes(const Parameters& p) {
    const std::uint64_t n = inner_nodes(p);
    return checked_mul(n, n, "nodes");
}
std::uint64_t links(const Parameters& p) {
    const NetworkWord word = inner(p);
    const std::uint64_t n = word.family->nodes(word.parameters);
    return checked_add(checked_mul(n, word.family->links(word.parameters), "links"), checked_mul(n, n - 1, "links") / 2,
                       "links");
}

Network build(const Parameters& p) {
    const Network copy = wafernet::build(inner(p));
    const std::uint64_t n = copy.graph.nodes();
    std::vector<LinkSpec> list;
    list.reserve(n * copy.graph.links() + n * (n - 1) / 2);
    const auto node = [&](std::uint64_t j, std::uint64_t i) { return static_cast<Node>(j * n + i); };
    for (std::uint64_t j = 0; j < n; ++j) {
        for (Link l = 0; l < copy.graph.links(); ++l) {
            list.push_back({node(j, copy.graph.source(2 * l)), node(j, copy.graph.target(2 * l)), copy.graph.label(l)});
        }
    }
    const auto top = static_cast<std::uint8_t>(copy.level_sizes.size() + 1);
    for (std::uint64_t j = 0; j < n; ++j) {
        for (std::uint64_t i = j + 1; i < n; ++i) list.push_back({node(j, i), node(i, j), {top, 0, false, 1}});
    }
    AddressScheme::Radices radices{{static_cast<std::uint32_t>(n)}};
    if (copy.addresses.labelled()) {
        radices.push_back({static_cast<std::uint32_t>(n)});
    } else {
        radices.insert(radices.end(), copy.addresses.radices().begin(), copy.addresses.radices().end());
    }
    Network network = flat_network(n * n, std::move(list), AddressScheme(std::move(radices)));
    network.level_sizes = copy.level_sizes;
    network.level_sizes.push_back(static_cast<std::uint32_t>(n * n));
    for (std::uint64_t j = 0; j < n; ++j) {
        for (const Node terminal : copy.terminals) network.terminals.push_back(node(j, terminal));
    }
    return network;
}

// The diameter of G as G's own closed forms give it.
Claim inner_diameter(const Parameters& p) {
    const NetworkWord word = inner(p);
    for (const ClosedForm& form : word.family->closed_forms) {
        if (form.metric != Metric::diameter_hops) continue;
        if (form.known_wrong != nullptr && form.known_wrong(word.parameters)) continue;
        if (const Claim value = form.value(word.parameters)) return value;
    }
    return {};
}

constexpr ClosedForm closed_forms[] = {
    {Metric::nodes, rahman("sec. 2.4.1"), "n^2", false, "n nodes in G",
     [](const Parameters& p) -> Claim { return std::pow(static_cast<double>(inner_nodes(p)), 2); }},
    {Metric::links, rahman("sec. 2.4.1"), "n links(G) + n(n - 1)/2", false,
     "from the construction; at most, where G merges links",
     [](const Parameters& p) -> Claim { return static_cast<double>(links(p)); }},
    {Metric::diameter_hops, own("a path in G, a swap, a path in G"), "2 D(G) + 1", false,
     "where a closed form of D(G) is known",
     [](const Parameters& p) -> Claim {
         const Claim diameter = inner_diameter(p);
         return diameter ? Claim(2 * *diameter + 1) : Claim();
     }},
};

constexpr std::string_view examples[] = {"swapped:complete:4", "swapped:hypercube:3", "swapped:mesh:3x3",
                                         "swapped:ring:5", "swapped:stargraph:3"};

}  // namespace

extern const Family swapped;
constinit const Family swapped = {
    .name = "swapped",
    .title = "swapped network",
    .source = rahman("sec. 2.4.1"),
    .parameters = parameters,
    .examples = examples,
    .nodes = nodes,
    .links = links,
    .build = build,
    .closed_forms = closed_forms,
};

}  // namespace wafernet::family_list
