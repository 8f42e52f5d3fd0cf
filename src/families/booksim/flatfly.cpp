// BookSim2's flatfly, the flattened butterfly on a chip: k^n routers, those that differ in one digit joined, xr x xr
// terminals each. Terminals are a plane of tiles, k routers wide; a link is as long as the way between its tiles.
#include "shared/booksim_routers.hpp"

namespace wafernet::booksim {

namespace {

constexpr ParameterSpec parameters[] = {
    {.name = "k", .meaning = "routers along each axis", .least = 2, .most = 1000},
    {.name = "n", .meaning = "axes", .least = 1, .most = 4},
    {.name = "xr", .meaning = "terminals of a router along x, and along y", .least = 1, .most = 3},
    choice("noc", "1: links take as many cycles as tiles lie between")};

std::uint64_t routers(const Parameters& p) { return power(p["k"], p["n"]); }
std::uint64_t terminals(const Parameters& p) { return checked_mul(p["xr"] * p["xr"], routers(p), "nodes"); }
std::uint64_t links(const Parameters& p) {
    return checked_add(terminals(p), checked_mul(routers(p), p["n"] * (p["k"] - 1), "links") / 2, "links");
}

Network build(const Parameters& p) {
    const std::uint64_t k = p["k"], xr = p["xr"];
    Parts parts{routers(p), {}, {}};
    const auto between = [](std::uint64_t a, std::uint64_t b) { return a < b ? b - a : a - b; };
    for (std::uint64_t t = 0; t < terminals(p); ++t) {
        const std::uint64_t wide = k * xr;
        parts.terminals.push_back({t / wide / xr * k + t % wide / xr});
    }
    for (std::uint64_t r = 0; r < parts.routers; ++r) {
        for (std::uint64_t axis = 0; axis < p["n"]; ++axis) {
            for (std::uint64_t d = digit(r, k, axis) + 1; d < k; ++d) {
                const std::uint64_t other = with_digit(r, k, axis, d);
                const std::uint64_t way = xr * (between(r % k, other % k) + between(r / k, other / k));
                parts.wires.push_back({r, other, p["noc"] == 1 ? static_cast<std::uint32_t>(way) : 1});
            }
        }
    }
    return network_of(parts);
}

// The router with one digit more of the destination's, the lowest first or the highest.
std::uint64_t step(std::uint64_t k, std::uint64_t n, std::uint64_t at, std::uint64_t to, bool lowest) {
    std::uint64_t found = at;
    for (std::uint64_t axis = 0; axis < n; ++axis) {
        if (digit(at, k, axis) == digit(to, k, axis)) continue;
        found = with_digit(at, k, axis, digit(to, k, axis));
        if (lowest) break;
    }
    return found;
}

std::unique_ptr<Routing> dor(const Network& network, const RoutingOptions&) {
    const std::uint64_t k = network.parameters["k"], n = network.parameters["n"];
    return routing_by(network, false, [k, n](const Place& p, std::vector<Next>& next) {
        next.push_back({step(k, n, p.at, p.to, true)});
    });
}

std::unique_ptr<Routing> xy_yx(const Network& network, const RoutingOptions&) {
    const std::uint64_t k = network.parameters["k"], n = network.parameters["n"];
    return routing_by(network, true, [k, n](const Place& p, std::vector<Next>& next) {
        for (const std::uint32_t order : {1U, 2U}) {
            if (p.first || p.state == order) next.push_back({step(k, n, p.at, p.to, order == 1), VcSet{order}, order});
        }
    });
}

constexpr RoutingSpec routings[] = {
    {"dor", "lowest axis first, one hop an axis", own("BookSim2's ran_min_flatfly"), "any", dor},
    {"xy-yx", "lowest or highest axis first, by lot", own("BookSim2's xyyx_flatfly"), "any", xy_yx, 2}};

}  // namespace

extern constinit const Family flatfly = {
    .name = "booksim-flatfly",
    .title = "BookSim2's flattened butterfly",
    .source = own("BookSim2's flatfly"),
    .parameters = parameters,
    .nodes = [](const Parameters& p) { return checked_add(routers(p), terminals(p), "nodes"); },
    .links = links,
    .build = build,
    .routings = routings,
    .senders = terminals};

}  // namespace wafernet::booksim
