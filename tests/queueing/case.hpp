// A network with a routing and its rule for virtual channels; traffic between a few nodes.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "wafernet/io/make_network.hpp"
#include "wafernet/queueing/latency_model.hpp"
#include "wafernet/routing/routings.hpp"
#include "wafernet/routing/vc_rules.hpp"

namespace wafernet {

struct Case {
    Network network;
    std::unique_ptr<Routing> routing;
    VcRule rule;
    explicit Case(const std::string& word, int vcs = 2, Ties ties = Ties::parity) : network(make_network(word)) {
        const RoutingSpec spec = find_routing("", network);
        routing = make_routing("", network, {ties});
        rule = spec.default_vc_rule == "any" ? make_vc_rule("any", network, vcs)
                                             : make_vc_rule(spec.default_vc_rule, network);
    }
    [[nodiscard]] LatencyModel model(const LatencyOptions& o, const Traffic& traffic) const {
        return {network, *routing, rule, traffic, o};
    }
};

// Sources that each send all they send to one destination.
class Flows : public Traffic {
public:
    explicit Flows(std::vector<std::pair<Node, Node>> flows) : flows_(std::move(flows)) {}
    void row(Node source, std::vector<Demand>& row) const override {
        row.clear();
        for (const auto& [from, to] : flows_) {
            if (from == source) row.push_back({to, 1.0});
        }
    }
    [[nodiscard]] double rate(Node source) const override {
        for (const auto& [from, to] : flows_) {
            if (from == source) return 1.0;
        }
        return 0.0;
    }
    [[nodiscard]] Node sample(Node source, double) const override {
        for (const auto& [from, to] : flows_) {
            if (from == source) return to;
        }
        return source;
    }

private:
    std::vector<std::pair<Node, Node>> flows_;
};

}  // namespace wafernet
