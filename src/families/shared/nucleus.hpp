// Networks made of copies of another one, the nucleus: rahman2006, sec. 2.4.1.
#pragma once

#include "claims.hpp"
#include "wafernet/core/network.hpp"

namespace wafernet {

inline constexpr ParameterSpec nucleus_parameters[] = {
    {.name = "L", .meaning = "levels", .least = 2, .most = 31, .fallback = 2},
    {.name = "G", .meaning = "the network to copy", .kind = ParameterKind::network}};

inline NetworkWord nucleus(const Parameters& p) { return parse_network_word(p.network("G")); }
inline std::uint64_t nucleus_nodes(const Parameters& p) {
    const NetworkWord word = nucleus(p);
    return word.family->nodes(word.parameters);
}
inline std::uint64_t nucleus_links(const Parameters& p) {
    const NetworkWord word = nucleus(p);
    return word.family->links(word.parameters);
}

/// Returns the nodes that send of `nodes`, all copies of the nucleus.
template <std::uint64_t (*nodes)(const Parameters&)> std::uint64_t senders_of_copies(const Parameters& p) {
    const NetworkWord word = nucleus(p);
    return checked_mul(nodes(p) / word.family->nodes(word.parameters), senders(*word.family, word.parameters), "nodes");
}

/// Returns a figure of the nucleus as its own closed forms give it, nothing where none is known.
inline Claim nucleus_claim(const Parameters& p, Metric metric) {
    const NetworkWord word = nucleus(p);
    for (const ClosedForm& form : word.family->closed_forms) {
        if (form.metric != metric) continue;
        if (form.known_wrong != nullptr && form.known_wrong(word.parameters)) continue;
        if (const Claim value = form.value(word.parameters)) return value;
    }
    return {};
}

/// Appends the links of all copies of `copy` but their connections: node i of copy j is number j * n + i.
inline void add_copies(const Network& copy, std::uint64_t copies, LinkList& links) {
    const std::uint64_t n = copy.graph.nodes();
    for (std::uint64_t j = 0; j < copies; ++j) {
        for (Link l = 0; l < copy.graph.links(); ++l)
            links.join(j * n + copy.graph.source(2 * l), j * n + copy.graph.target(2 * l), copy.graph.label(l));
    }
}

/// Returns the network of copies of `copy` with these links. `clusters`: how many clusters each level above the copy
/// has in a cluster of the next, top level first.
inline Network network_of_copies(const Network& copy, std::vector<LinkSpec> links,
                                 std::span<const std::uint32_t> clusters) {
    AddressScheme::Radices radices;
    std::uint64_t copies = 1;
    for (const std::uint32_t c : clusters) {
        radices.push_back({c});
        copies *= c;
    }
    const std::uint64_t n = copy.graph.nodes();
    if (copy.addresses.labelled()) radices.push_back({static_cast<std::uint32_t>(n)});
    else radices.insert(radices.end(), copy.addresses.radices().begin(), copy.addresses.radices().end());
    Network network = flat_network(copies * n, std::move(links), AddressScheme(std::move(radices)));
    network.level_sizes = copy.level_sizes;
    std::uint64_t size = n;
    for (std::size_t i = clusters.size(); i-- > 0;) {
        size *= clusters[i];
        network.level_sizes.push_back(static_cast<std::uint32_t>(size));
    }
    for (std::uint64_t j = 0; j < copies; ++j) {
        for (const Node terminal : copy.terminals) network.terminals.push_back(static_cast<Node>(j * n + terminal));
    }
    return network;
}

}  // namespace wafernet
