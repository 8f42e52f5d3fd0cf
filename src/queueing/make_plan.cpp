// From routes and traffic to stations: exact rates by following all messages.
#include <optional>

#include "queueing/assemble.hpp"
#include "queueing/follow.hpp"
#include "queueing/parameters.hpp"
#include "wafernet/core/error.hpp"

namespace wafernet::queueing {

namespace {

constexpr int splits = 4;  // of the traffic, each by the loads of the one before

// Messages that hold the buffers behind every channel at that load: those that cross the next shared channel share its
// cycles.
std::vector<double> held_buffers(const Network& network, const Plan& plan) {
    const Graph& graph = network.graph;
    std::vector<double> use(graph.nodes(), 0.0), held(graph.channels(), 0.0);
    const double load = parameters.choice_load * plan.bound;
    for (Channel c = 0; c < graph.channels(); ++c) use[graph.source(c)] += load * plan.channel[c];
    for (Channel c = 0; c < graph.channels(); ++c) {
        if (graph.target(c) < network.shared_nodes)
            held[c] = load * plan.channel[c] * (1.0 / (1.0 - use[graph.target(c)]) + 1.0 / plan.flits);
    }
    return held;
}

// Nothing where the VC rule does not share the routing's symmetries.
std::optional<Plan> plan_of(const PlanCase& c, std::vector<double> held, std::span<const double> shares) {
    StationList stations(c);
    Passages passages(c, stations);
    Ways ways(c, stations, std::move(held));
    std::optional<Followed> all = follow_messages(c, stations, passages, ways, shares);
    if (!all) return std::nullopt;
    if (all->total <= 0.0) throw InputError("no node of " + c.network.word + " sends under this traffic");
    return assemble(c, stations, passages, *std::move(all));
}

}  // namespace

Plan make_plan(const Network& network, const Routing& routing, const VcRule& rule, const Traffic& traffic,
               const LatencyOptions& options, std::span<const double> shares) {
    PlanCase c(network, routing, rule, traffic, options);
    if (c.symmetric()) {
        if (auto plan = plan_of(c, {}, shares)) return *std::move(plan);
        c.symmetry = {};
    }
    std::vector<double> held(c.by_free ? network.graph.channels() : 0, 0.0);
    for (int i = 0;; ++i) {
        Plan plan = *plan_of(c, held, shares);
        if (!c.by_free || i == splits) return plan;
        const std::vector<double> now = held_buffers(network, plan);
        for (std::size_t k = 0; k < held.size(); ++k) held[k] = (held[k] + now[k]) / 2.0;
    }
}

}  // namespace wafernet::queueing
