// BookSim2's dragonflynew (Kim et al. 2008): 2p^2 + 1 groups of 2p routers, p terminals and p global links at each;
// links within a group take 10 cycles, others 100. Global port j of group g leads to group j, or j + 1 from g on.
#include "shared/booksim_routers.hpp"

namespace wafernet::booksim {

namespace {

constexpr ParameterSpec parameters[] = {{.name = "p", .meaning = "terminals of a router", .least = 1, .most = 40}};

std::uint64_t groups(const Parameters& p) { return 2 * p["p"] * p["p"] + 1; }
std::uint64_t routers(const Parameters& p) { return groups(p) * 2 * p["p"]; }

// The router of group `from` with the link to group `to`.
std::uint64_t gate(std::uint64_t p, std::uint64_t from, std::uint64_t to) {
    return from * 2 * p + (to < from ? to : to - 1) / p;
}

Network build(const Parameters& parameters_) {
    const std::uint64_t p = parameters_["p"], a = 2 * p;
    Parts parts{routers(parameters_), {}, {}};
    for (std::uint64_t t = 0; t < parts.routers * p; ++t) parts.terminals.push_back({t / p});
    for (std::uint64_t g = 0; g < groups(parameters_); ++g) {
        for (std::uint64_t i = 0; i < a; ++i) {
            for (std::uint64_t j = i + 1; j < a; ++j) parts.wires.push_back({g * a + i, g * a + j, 10});
        }
        for (std::uint64_t other = g + 1; other < groups(parameters_); ++other)
            parts.wires.push_back({gate(p, g, other), gate(p, other, g), 100});
    }
    return network_of(parts);
}

// Over the one link between two groups; VC 0 before it, VC 1 on it and after.
std::unique_ptr<Routing> min(const Network& network, const RoutingOptions&) {
    const std::uint64_t p = network.parameters["p"];
    return routing_by(network, false, [p](const Place& place, std::vector<Next>& next) {
        const std::uint64_t here = place.at / (2 * p), there = place.to / (2 * p);
        const std::uint64_t out = here == there ? place.to : gate(p, here, there);
        if (out == place.at) next.push_back({gate(p, there, here), VcSet{2}, 1});
        else next.push_back({out, VcSet{1} << place.state, place.state});
    });
}

constexpr RoutingSpec routings[] = {
    {"minimal", "local, global, local; a virtual channel before the global link, another from it on",
     own("BookSim2's min_dragonflynew"), "any", min, 2}};

}  // namespace

extern constinit const Family dragonfly = {
    .name = "booksim-dragonfly",
    .title = "BookSim2's dragonfly",
    .source = own("BookSim2's dragonflynew"),
    .parameters = parameters,
    .nodes = [](const Parameters& p) { return routers(p) * (p["p"] + 1); },
    .links = [](const Parameters& p) { return routers(p) * p["p"] + routers(p) * (3 * p["p"] - 1) / 2; },
    .build = build,
    .routings = routings,
    .senders = [](const Parameters& p) { return routers(p) * p["p"]; },
};

}  // namespace wafernet::booksim
