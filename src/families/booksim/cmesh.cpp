// BookSim2's cmesh: a mesh of k x k routers with four terminals each, a tile of 2 x 2 in a grid of 2k x 2k, and links
// along its four rims that pass k/2 routers (Balfour and Dally 2006).
#include "shared/booksim_routers.hpp"

namespace wafernet::booksim {

namespace {

constexpr ParameterSpec parameters[] = {
    {.name = "k", .meaning = "routers along each axis", .least = 4, .most = 1000},
    choice("noc", "1: links of 2 cycles, k along the rims"),
};

void check(const Parameters& p) {
    if (p["k"] % 2 != 0)
        throw InputError("k = " + std::to_string(p["k"]) +
                         ", need an even number: a link along a rim passes half of its routers");
}

Network build(const Parameters& p) {
    const std::uint64_t k = p["k"];
    const std::uint32_t step = p["noc"] == 1 ? 2 : 1, express = p["noc"] == 1 ? static_cast<std::uint32_t>(k) : 1;
    Parts parts{k * k, {}, {}};
    for (std::uint64_t t = 0; t < 4 * k * k; ++t) parts.terminals.push_back({t / (2 * k) / 2 * k + t % (2 * k) / 2});
    for (std::uint64_t y = 0; y < k; ++y) {
        for (std::uint64_t x = 0; x < k; ++x) {
            const std::uint64_t r = y * k + x;
            if (x + 1 < k) parts.wires.push_back({r, r + 1, step});
            if (y + 1 < k) parts.wires.push_back({r, r + k, step});
            if ((y == 0 || y + 1 == k) && x < k / 2) parts.wires.push_back({r, r + k / 2, express});
            if ((x == 0 || x + 1 == k) && y < k / 2) parts.wires.push_back({r, r + k / 2 * k, express});
        }
    }
    return network_of(parts);
}

// x first or y first; along a rim by its long link where that does not lead beyond and at least `reach` routers are to
// be passed.
std::uint64_t step(std::uint64_t k, std::uint64_t at, std::uint64_t to, bool x_first, std::uint64_t reach) {
    const auto along = [&](std::uint64_t from, std::uint64_t end, bool rim) {
        const std::uint64_t way = from < end ? end - from : from - end;
        const std::uint64_t hop = rim && way >= reach ? k / 2 : 1;
        return from < end ? from + hop : from - hop;
    };
    const std::uint64_t x = at % k, y = at / k, to_x = to % k, to_y = to / k;
    if (x != to_x && (x_first || y == to_y)) return y * k + along(x, to_x, y == 0 || y + 1 == k);
    return along(y, to_y, x == 0 || x + 1 == k) * k + x;
}

template <bool Express> std::unique_ptr<Routing> dor(const Network& network, const RoutingOptions&) {
    const std::uint64_t k = network.parameters["k"];
    return routing_by(network, false, [k](const Place& p, std::vector<Next>& next) {
        next.push_back({step(k, p.at, p.to, true, Express ? k / 2 : k)});
    });
}

// BookSim2 draws the order of a message's axes; those with x first have the lower half of the virtual channels.
std::unique_ptr<Routing> xy_yx(const Network& network, const RoutingOptions&) {
    const std::uint64_t k = network.parameters["k"];
    return routing_by(network, true, [k](const Place& p, std::vector<Next>& next) {
        for (const std::uint32_t order : {1U, 2U}) {
            if (p.first || p.state == order) next.push_back({step(k, p.at, p.to, order == 1, k), VcSet{order}, order});
        }
    });
}

constexpr RoutingSpec routings[] = {
    {"dor", "x, then y, by the long links along the rims", own("BookSim2's dor_cmesh"), "any", dor<true>},
    {"dor-no-express", "x, then y, without the long links", own("BookSim2's dor_no_express_cmesh"), "any", dor<false>},
    {"xy-yx", "x or y first, by lot, without the long links", own("BookSim2's xy_yx_no_express_cmesh"), "any", xy_yx,
     2},
};

}  // namespace

extern constinit const Family cmesh = {
    .name = "booksim-cmesh",
    .title = "BookSim2's concentrated mesh",
    .source = own("BookSim2's cmesh"),
    .parameters = parameters,
    .check = check,
    .nodes = [](const Parameters& p) { return 5 * p["k"] * p["k"]; },
    .links = [](const Parameters& p) { return 6 * p["k"] * p["k"]; },
    .build = build,
    .routings = routings,
    .senders = [](const Parameters& p) { return 4 * p["k"] * p["k"]; },
};

}  // namespace wafernet::booksim
