#include "spread_note.hpp"

#include <fmt/format.h>

#include "figures.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/routing/channel_load.hpp"
#include "wafernet/routing/routings.hpp"
#include "wafernet/routing/vc_rules.hpp"

namespace wafernet::cli {

namespace {

constexpr Node noted_nodes = 300;  // the even split of larger networks takes more than a moment

}  // namespace

std::optional<std::string> spread_note(const Network& network, const Routing& routing, const VcRule& rule,
                                       std::string_view routing_name, RouteBy by, const Traffic& traffic) {
    const bool own_routing = network.family != nullptr && !network.family->routings.empty();
    if (routing_name != "minimal" || own_routing || network.shared_nodes > 0 || network.graph.nodes() > noted_nodes)
        return std::nullopt;
    try {
        const VcRule any = make_vc_rule("any", network);
        RoutingOptions options;
        options.route_by = by;
        const auto all = make_routing("minimal-adaptive", network, options);
        const double one = channel_load(network, routing, rule, traffic).largest(),
                     even = channel_load(network, *all, any, traffic).largest();
        if (one <= 0.0 || even <= 0.0) return std::nullopt;
        return fmt::format(
            "{}: one path a pair (--spread), the channels leave {:.4g} flits per node and cycle; an even split over "
            "all shortest paths would leave {:.4g}",
            network.word, 1.0 / one, 1.0 / even);
    } catch (const Error&) {  // what is wrong is said where it matters
        return std::nullopt;
    }
}

}  // namespace wafernet::cli
