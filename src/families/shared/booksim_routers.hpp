// What BookSim2's networks of routers with several terminals have in common. They are numbered, wired and routed as
// BookSim2 does (its files src/networks and src/routefunc.cpp, commit 28f43299, held against runs of it).
#pragma once

#include <functional>
#include <vector>

#include "families/shared/claims.hpp"
#include "wafernet/base/checked.hpp"

namespace wafernet::booksim {

/// Two routers and the cycles of the link between them, or a router and its terminal.
struct Wire {
    std::uint64_t a = 0, b = 0;
    std::uint32_t cycles = 1;
};

/// What a network is made of: the router of every terminal, the cycles of that link, and the links between routers.
struct Parts {
    std::uint64_t routers = 0;
    std::vector<Wire> terminals;  ///< a: the router; b is not used
    std::vector<Wire> wires;
};

/// Returns the network: terminals are its first nodes, "node0" and on, in their order, routers follow, "router0" and
/// on. Link i is that of terminal i.
Network network_of(const Parts& parts);

/// A router that comes next on the way to another.
struct Next {
    std::uint64_t router = 0;
    VcSet vcs = all_vcs;
    std::uint32_t state = 0;
};
/// A message at router `at` on its way to `to`, which is another.
struct Place {
    std::uint64_t at = 0, to = 0;
    std::uint32_t state = 0;  ///< of the last hop between routers, 0 before the first
    bool first = true;        ///< no hop between routers yet
};
using Step = std::function<void(const Place&, std::vector<Next>&)>;

/// Returns the routing from a terminal to its router, by `step` from router to router, and to the terminal. Several
/// routers next share the messages evenly.
std::unique_ptr<Routing> routing_by(const Network& network, bool adaptive, Step step);

/// Returns base^exponent. Throws InputError where it does not fit.
inline std::uint64_t power(std::uint64_t base, std::uint64_t exponent) {
    return checked_pow(base, exponent, "routers");
}
/// Returns the digit of weight base^place.
inline std::uint64_t digit(std::uint64_t number, std::uint64_t base, std::uint64_t place) {
    return number / power(base, place) % base;
}
/// Returns the number with that digit replaced.
inline std::uint64_t with_digit(std::uint64_t number, std::uint64_t base, std::uint64_t place, std::uint64_t value) {
    return number + (value - digit(number, base, place)) * power(base, place);
}

}  // namespace wafernet::booksim
