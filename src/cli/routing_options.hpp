// The options about routing that several commands have.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "command.hpp"
#include "values.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/core/router_config.hpp"
#include "wafernet/routing/routings.hpp"

namespace wafernet::cli {

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
            {"--route-by", &route_by, one_of("latency", "hops")},
            {"--spread", &spread, one_of("destination", "none")}};
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
