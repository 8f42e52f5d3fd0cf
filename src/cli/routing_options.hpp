// The options about routing that several commands have.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "command.hpp"
#include "values.hpp"
#include "wafernet/core/router_config.hpp"
#include "wafernet/routing/routings.hpp"

namespace wafernet::cli {

inline constexpr const char* route_by_words =
    "what makes a path short, for minimal and minimal-adaptive; latency where the network's file has latencies, else "
    "hops";
inline constexpr const char* spread_words =
    "of equally short paths minimal takes one by destination, so that channels are loaded evenly, or none: BookSim2's, "
    "the default of files under booksim-* presets, or the first in the order of channels, the default of families with "
    "a routing of their own";

struct RoutingWords {
    std::string routing;
    std::string vc_rule;
    std::optional<std::uint64_t> vcs;
    std::string ties = std::string(name(Preset{}.ties));
    std::string route_by, spread;

    /// The options; *this must outlive them.
    [[nodiscard]] std::vector<Option> options() {
        return {
            {"--routing", &routing},
            {"--vc-rule", &vc_rule},
            {"--vcs", "virtual channels; more than the rule needs are free lanes (default: what the rule needs)", &vcs},
            {"--ties", "which way round a ring where both are equally long", &ties,
             one_of("positive", "literal", "split", "parity")},
            {"--route-by", route_by_words, &route_by, one_of("latency", "hops")},
            {"--spread", spread_words, &spread, one_of("destination", "none")}};
    }

    /// Throws InputError where there are 0 or more than 64 VCs.
    [[nodiscard]] RoutingChoice choice() const {
        check_between(vcs.value_or(1), "--vcs", 1, max_vcs);
        return {routing,
                vc_rule,
                vcs ? static_cast<int>(*vcs) : 0,
                ties_named(ties),
                {},
                route_by_named(route_by),
                spread_named(spread)};
    }
};

}  // namespace wafernet::cli
