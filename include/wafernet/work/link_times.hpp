// What bytes take over the links of a network: in ns the two numbers of the alpha-beta model, a channel each; joules.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "wafernet/design/design.hpp"

namespace wafernet {

/// A transfer of b bytes over channel c takes hop_ns[c] + b byte_ns[c], and the channel carries one at a time. Channels
/// that do not exist (Graph::exists) have the values of the others.
struct LinkTimes {
    std::vector<double> byte_ns;  ///< a channel each: of a byte
    std::vector<double> hop_ns;   ///< a channel each: latency of a hop, router and wire
};

/// Rates and latencies that somebody gives in place of those of the design.
struct LinkSpeed {
    std::optional<double> bytes_per_ns;  ///< of the widest links, each way; a narrower one has its share
    std::optional<double> hop_ns;        ///< of a link whose latency is 1 cycle in its file; others take their multiple
};

/// Returns the times of a design: what `speed` gives, else its own. There a byte takes the cycles of its flit (narrowed
/// and vertical links: several a flit) over the bytes of a flit, and a hop is what zero-load latencies count for one
/// more channel: router, routing, allocation and the cycles of its wire. Throws InputError where a speed is not above 0
/// or a latency negative, for networks of shared channels, and as Design::router does.
LinkTimes link_times(const Design& design, const LinkSpeed& speed = {});

/// Returns the joules of routers, links, clock and leakage while in `ns` so many bytes cross every channel and so many
/// start at every node. Throws as Design::flit_energies does.
double network_joules(const Design& design, double ns, std::span<const double> crossing,
                      std::span<const double> starting);

}  // namespace wafernet
