#include "flow_bound.hpp"

#include <cmath>

#include "routing/shortest.hpp"
#include "wafernet/core/traffic.hpp"
#include "wafernet/routing/channel_load.hpp"
#include "wafernet/routing/vc_rules.hpp"
#include "wafernet/traffic/make_traffic.hpp"

namespace wafernet {

double links_per_pair(const Network& network, std::uint64_t most_paths) {
    const double n = network.graph.nodes();
    if (network.family == nullptr || network.family->routings.empty() || !network.terminals.empty() || n < 2) return 0;
    const RoutingSpec& own = network.family->routings.front();
    if (own.least_vcs > 1) return 0;
    // Its table of paths has no symmetry, and what takes long is to make it.
    if (is_minimal(own) && n * network.graph.channels() > static_cast<double>(most_paths)) return 0;
    const auto routing = own.make(network, {.ties = Ties::split});
    if (n * n > static_cast<double>(most_paths) &&
        n * n / static_cast<double>(routing->symmetry().copies) > static_cast<double>(most_paths))
        return 0;
    const ChannelLoad load =
        channel_load(network, *routing, make_vc_rule("any", network, 1), *make_traffic("uniform", network));
    if (load.largest() <= 0.0) return 0;
    // A node sends 1 / (N - 1) to each of the others.
    return 1.0 / ((n - 1) * load.largest());
}

std::uint64_t flow_bound(const Network& network, std::uint64_t most_paths) {
    const double n = network.graph.nodes();
    const double links = std::floor(n / 2) * std::ceil(n / 2) * links_per_pair(network, most_paths);
    return static_cast<std::uint64_t>(std::ceil(links * (1.0 - 1e-9)));
}

}  // namespace wafernet
