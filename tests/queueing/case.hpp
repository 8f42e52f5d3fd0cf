// A network with a routing and its rule for virtual channels.
#pragma once

#include <memory>
#include <string>

#include "wafernet/latency_model.hpp"
#include "wafernet/network.hpp"
#include "wafernet/routings.hpp"
#include "wafernet/vc_rules.hpp"

namespace wafernet {

struct Case {
    Network network;
    std::unique_ptr<Routing> routing;
    VcRule rule;
    explicit Case(const std::string& word, int vcs = 2, Ties ties = Ties::parity) : network(make_network(word)) {
        const RoutingSpec spec = find_routing("", network);
        routing = make_routing("", network, {ties});
        rule = spec.default_vc_rule == "any" ? make_vc_rule("any", network, vcs) : make_vc_rule(spec.default_vc_rule, network);
    }
    [[nodiscard]] LatencyModel model(const LatencyOptions& o, const Traffic& traffic) const { return {network, *routing, rule, traffic, o}; }
};

}  // namespace wafernet
