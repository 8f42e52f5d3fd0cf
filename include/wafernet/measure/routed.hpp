// Lengths of the paths that a routing takes.
#pragma once

#include <cstdint>
#include <optional>

#include "wafernet/core/family.hpp"
#include "wafernet/core/routing.hpp"

namespace wafernet {

/// Path lengths of a routing over all ordered pairs of terminals; with empty queues where it weighs them.
struct RoutedLengths {
    std::uint64_t pairs = 0;  ///< ordered distinct pairs of terminals
    std::uint64_t terminals = 0;
    std::uint32_t longest = 0;  ///< longest path in hops that the routing can take
    double sum =
        0.0;  ///< over all pairs in hops; expected lengths where the routing has a choice (by the hops' shares)

    /// Returns the mean length in hops over ordered distinct pairs; 0 where there is no pair.
    [[nodiscard]] double mean() const { return pairs == 0 ? 0.0 : sum / static_cast<double>(pairs); }
    /// Returns the mean length in hops over all ordered pairs, a terminal to itself included.
    [[nodiscard]] double mean_all_pairs() const {
        return terminals == 0 ? 0.0 : sum / (static_cast<double>(terminals) * static_cast<double>(terminals));
    }
};

struct RoutedOptions {
    unsigned threads = 1;
    bool exhaustive = false;  ///< to every destination, even where the routing says which ones stand for the others
};

/// Returns the path lengths of `routing`, by following it towards every destination (or towards the ones that stand for
/// all, Routing::destination_classes). Throws ComputationError where a path does not arrive, meets itself or leads
/// nowhere; InputError where the routing was made for another network.
RoutedLengths measure_routed(const Network& network, const Routing& routing, const RoutedOptions& options = {});

/// Returns the same of a routing that takes shortest paths alone ("minimal"), from the distances, without its routes;
/// nothing where it is another one, and where it goes by channels of different latencies. Throws InputError where there
/// would be no such routing.
std::optional<RoutedLengths> shortest_lengths(const Network& network, const RoutingSpec& spec, RouteBy by,
                                              unsigned threads = 1);

/// Returns how many paths measure_routed would follow: terminals times destinations looked at.
std::uint64_t paths_to_follow(const Network& network, const Routing& routing, const RoutedOptions& options = {});
/// More paths than this take minutes: commands follow them only when asked to.
inline constexpr std::uint64_t unasked_paths = 100'000'000;

}  // namespace wafernet
