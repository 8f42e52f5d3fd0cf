// The options about routing that several commands have.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "command.hpp"
#include "wafernet/error.hpp"
#include "wafernet/routings.hpp"

namespace wafernet::cli {

/// --routing, --vc-rule, --vcs and --ties as the user wrote them.
struct RoutingWords {
    std::string routing;
    std::string vc_rule;
    std::optional<std::uint64_t> vcs;
    std::string ties = "positive";

    /// The options; *this must outlive them.
    [[nodiscard]] std::vector<Option> options() {
        return {{"--routing", "routing algorithm; the network's own where not given", &routing, false},
                {"--vc-rule", "assignment of virtual channels; the routing's own where not given", &vc_rule, false},
                {"--vcs", "virtual channels; as many as the rule needs where not given, more are free lanes", &vcs, false},
                {"--ties", "which way round a ring where both are equally long", &ties, false, {"positive", "literal", "split", "parity"}}};
    }

    /// Throws InputError where there are 0 or more than 64 VCs.
    [[nodiscard]] RoutingChoice choice() const {
        if (vcs && (*vcs < 1 || *vcs > static_cast<std::uint64_t>(max_vcs))) {
            throw InputError("--vcs " + std::to_string(*vcs) + ": need from 1 to " + std::to_string(max_vcs));
        }
        return {routing, vc_rule, vcs ? static_cast<int>(*vcs) : 0, ties_named(ties)};
    }
};

}  // namespace wafernet::cli
