// BookSim2's qtree: a tree of 1, 4 and 16 routers, four terminals at each of the lowest level.
#include "shared/booksim_routers.hpp"

namespace wafernet::booksim {

namespace {

Network build(const Parameters&) {
    Parts parts{21, {}, {}};
    for (std::uint64_t t = 0; t < 64; ++t) parts.terminals.push_back({5 + t / 4});
    for (std::uint64_t r = 1; r < 21; ++r) parts.wires.push_back({(r - 1) / 4, r});
    return network_of(parts);
}

std::unique_ptr<Routing> nca(const Network& network, const RoutingOptions&) {
    return routing_by(network, false, [](const Place& p, std::vector<Next>& next) {
        std::uint64_t below = p.to;  // the destination's ancestor that is a child of this router, where there is one
        while (below > 0 && (below - 1) / 4 != p.at) below = (below - 1) / 4;
        next.push_back({below > 0 ? below : (p.at - 1) / 4});
    });
}

constexpr RoutingSpec routings[] = {
    {"up-down", "up to the nearest common ancestor, then down", own("BookSim2's nca_qtree"), "any", nca}};

}  // namespace

extern constinit const Family qtree = {
    .name = "booksim-qtree",
    .title = "BookSim2's quad tree",
    .source = own("BookSim2's qtree"),
    .nodes = [](const Parameters&) { return std::uint64_t{85}; },
    .links = [](const Parameters&) { return std::uint64_t{84}; },
    .build = build,
    .routings = routings,
    .senders = [](const Parameters&) -> std::uint64_t { return 64; },
};

}  // namespace wafernet::booksim
