// BookSim2's tree4: 64 terminals under 16 routers, above them 8 in pairs, each over the four of its quarter, and 4 on
// top over all 8.
#include "shared/booksim_routers.hpp"

namespace wafernet::booksim {

namespace {

constexpr std::uint64_t middle = 4, low = 12;  // first routers of their levels

Network build(const Parameters&) {
    Parts parts{28, {}, {}};
    for (std::uint64_t t = 0; t < 64; ++t) parts.terminals.push_back({low + t / 4});
    for (std::uint64_t m = 0; m < 8; ++m) {
        for (std::uint64_t i = 0; i < 4; ++i) parts.wires.push_back({i, middle + m});
        for (std::uint64_t i = 0; i < 4; ++i) parts.wires.push_back({middle + m, low + m / 2 * 4 + i});
    }
    return network_of(parts);
}

std::unique_ptr<Routing> nca(const Network& network, const RoutingOptions&) {
    return routing_by(network, true, [](const Place& p, std::vector<Next>& next) {
        const std::uint64_t quarter = (p.to - low) / 4;
        if (p.at < middle || p.at >= low) {
            const std::uint64_t pair = p.at < middle ? quarter : (p.at - low) / 4;
            for (std::uint64_t i = 0; i < 2; ++i) next.push_back({middle + 2 * pair + i});
        } else if ((p.at - middle) / 2 == quarter) {
            next.push_back({p.to});
        } else {
            for (std::uint64_t i = 0; i < middle; ++i) next.push_back({i});
        }
    });
}

constexpr RoutingSpec routings[] = {
    {"up-down", "up by lot to the nearest common ancestors, then down", own("BookSim2's nca_tree4"), "any", nca}};

}  // namespace

extern constinit const Family tree4 = {
    .name = "booksim-tree4",
    .title = "BookSim2's tree of doubled routers",
    .source = own("BookSim2's tree4"),
    .nodes = [](const Parameters&) { return std::uint64_t{92}; },
    .links = [](const Parameters&) { return std::uint64_t{128}; },
    .build = build,
    .routings = routings,
    .senders = [](const Parameters&) -> std::uint64_t { return 64; },
};

}  // namespace wafernet::booksim
