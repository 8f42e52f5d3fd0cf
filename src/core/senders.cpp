// How many nodes of a network send messages: all, but in the families that have switches, which are listed here.
#include <algorithm>
#include <string_view>

#include "wafernet/base/checked.hpp"
#include "wafernet/core/members.hpp"
#include "wafernet/core/network.hpp"

namespace wafernet {

namespace {

struct WithSwitches {
    std::string_view family;
    std::uint64_t (*senders)(const Parameters&);
};

std::uint64_t power(const Parameters& p) { return checked_pow(p["k"], p["n"], "processors"); }

std::uint64_t accelerators(const Parameters& p) {
    return checked_mul(checked_mul(p["a"], p["b"], "accelerators"), checked_mul(p["x"], p["y"], "boards"),
                       "accelerators");
}

std::uint64_t leaves(const Parameters& p) {
    std::uint64_t product = 1;
    for (const std::uint64_t links : p.extents("m")) product = checked_mul(product, links, "processors");
    return product;
}

// Processors on the shared channels or, where there are none, one in every router. A network with neither is no member;
// that the search for members passes through it is why it counts as one with a processor on each channel.
template <bool torus>
std::uint64_t processors(const Parameters& p) {
    const std::uint64_t channels = checked_pow(p["k"], p["n"], "channels");
    if (p["r"] == 0) return checked_mul(channels, std::max<std::uint64_t>(p["p"], 1), "processors");
    return checked_mul(p["n"], torus ? channels : channels / p["k"] * (p["k"] - 1), "routers");
}

std::uint64_t hosts(const Parameters& p) {
    const NetworkWord inside = parse_network_word(p.network("G"));
    return checked_mul(inside.family->nodes(inside.parameters), p["C"], "terminals");
}

// Copies of a network: as many times its senders as it has its nodes.
std::uint64_t of_copies(std::string_view name, const Parameters& p) {
    const NetworkWord inside = parse_network_word(p.network("G"));
    const std::uint64_t copies = family(name).nodes(p) / inside.family->nodes(inside.parameters);
    return checked_mul(copies, senders(*inside.family, inside.parameters), "nodes");
}

constexpr WithSwitches with_switches[] = {
    {"butterfly", power},
    {"concentrated", hosts},
    {"fattree", [](const Parameters& p) { return std::uint64_t{1} << p["d"]; }},
    {"hammingmesh", accelerators},
    {"karytree", power},
    {"kmway-mesh", processors<false>},
    {"kmway-torus", processors<true>},
    {"mfc", [](const Parameters& p) { return of_copies("mfc", p); }},
    {"swapped", [](const Parameters& p) { return of_copies("swapped", p); }},
    {"xgft", leaves},
};

}  // namespace

bool may_have_switches(const Family& family) {
    return std::ranges::find(with_switches, family.name, &WithSwitches::family) != std::end(with_switches);
}

std::uint64_t senders(const Family& family, const Parameters& parameters) {
    const auto* found = std::ranges::find(with_switches, family.name, &WithSwitches::family);
    return found == std::end(with_switches) ? family.nodes(parameters) : found->senders(parameters);
}

}  // namespace wafernet
