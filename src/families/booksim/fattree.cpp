// BookSim2's fattree, the k-ary n-tree (Petrini and Vanneschi 1997): n levels of k^(n-1) routers, level 0 on top, k
// terminals at each router of the lowest level. Routers of levels l and l+1 are joined where they agree in all digits
// but the l-th from the left.
#include "shared/booksim_routers.hpp"

namespace wafernet::booksim {

namespace {

constexpr ParameterSpec parameters[] = {
    {.name = "k", .meaning = "links of a router down, and up", .least = 2, .most = 1000},
    {.name = "n", .meaning = "levels", .least = 2, .most = 20}};

std::uint64_t a_level(const Parameters& p) { return power(p["k"], p["n"] - 1); }

Network build(const Parameters& p) {
    const std::uint64_t k = p["k"], n = p["n"], level = a_level(p);
    Parts parts{n * level, {}, {}};
    for (std::uint64_t t = 0; t < level * k; ++t) parts.terminals.push_back({(n - 1) * level + t / k});
    for (std::uint64_t l = 0; l + 1 < n; ++l) {
        for (std::uint64_t r = 0; r < level; ++r) {
            for (std::uint64_t d = 0; d < k; ++d)
                parts.wires.push_back({l * level + r, (l + 1) * level + with_digit(r, k, n - 2 - l, d)});
        }
    }
    return network_of(parts);
}

// Up, by lot, to a router above the destination, then down.
std::unique_ptr<Routing> nca(const Network& network, const RoutingOptions&) {
    const std::uint64_t k = network.parameters["k"], n = network.parameters["n"], level = a_level(network.parameters);
    return routing_by(network, true, [=](const Place& p, std::vector<Next>& next) {
        const std::uint64_t l = p.at / level, r = p.at % level, to = p.to % level;
        const std::uint64_t below = power(k, n - 1 - l);  // routers of the lowest level under this one
        if (r / below == to / below) {
            next.push_back({(l + 1) * level + with_digit(r, k, n - 2 - l, digit(to, k, n - 2 - l))});
        } else {
            for (std::uint64_t d = 0; d < k; ++d) next.push_back({(l - 1) * level + with_digit(r, k, n - 1 - l, d)});
        }
    });
}

constexpr RoutingSpec routings[] = {
    {"up-down", "up by lot to the nearest common ancestors, then down", own("BookSim2's nca_fattree"), "any", nca}};

}  // namespace

extern constinit const Family fattree = {
    .name = "booksim-fattree",
    .title = "BookSim2's fat tree (k-ary n-tree)",
    .source = own("BookSim2's fattree"),
    .parameters = parameters,
    .nodes = [](const Parameters& p) -> std::uint64_t {
        return checked_add(power(p["k"], p["n"]), checked_mul(p["n"], a_level(p), "nodes"), "nodes");
    },
    .links = [](const Parameters& p) { return checked_mul(p["n"], power(p["k"], p["n"]), "links"); },
    .build = build,
    .routings = routings,
    .senders = [](const Parameters& p) { return power(p["k"], p["n"]); }};

}  // namespace wafernet::booksim
