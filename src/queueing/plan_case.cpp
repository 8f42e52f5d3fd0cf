#include "queueing/plan_case.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/fits.hpp"
#include "queueing/router.hpp"
#include "routing/symmetry_maps.hpp"

namespace wafernet::queueing {

namespace {

constexpr double most_path_steps = 400'000;  // path by path up to here

bool few(const PlanCase& c) {
    double pairs = 0.0;
    std::vector<Demand> row;
    const double most = std::min(most_path_steps / 6.0, 4.0 * c.graph.nodes());
    for (Node s = 0; s < c.graph.nodes() && pairs <= most; ++s) {
        if (c.traffic.rate(s) <= 0.0) continue;
        c.traffic.row(s, row);
        pairs += static_cast<double>(row.size());
    }
    return pairs <= most;
}

}  // namespace

PlanCase::PlanCase(const Network& its_network, const Routing& its_routing, const VcRule& its_rule,
                   const Traffic& its_traffic, const LatencyOptions& its_options)
    : network(its_network),
      graph(its_network.graph),
      routing(its_routing),
      rule(its_rule),
      traffic(its_traffic),
      options(its_options) {
    check();
    expanded = vcs_of_classes(std::min(rule.vcs, options.router.vcs), options.router.vcs, options.router.extra,
                              routing.escape_vcs());
    few_pairs = few(*this);
    flows = options.form == FlowForm::flows ||
            (options.form == FlowForm::automatic && !routing.adaptive() && network.shared_nodes == 0 && few_pairs);
    if (flows && network.shared_nodes > 0)
        throw InputError(network.word + " has shared channels, need the form by transitions");
    if (flows && routing.adaptive())
        throw InputError("a routing with choices has no single paths, need the form by transitions");
    chooses = routing.chooses() && options.choice != WayChoice::random;
    by_free = chooses && network.shared_nodes > 0 && options.choice == WayChoice::most_free;
    chooses = chooses && network.shared_nodes == 0 && options.method == LatencyMethod::product_form;
    if (!flows && !by_free && traffic.uniform() && options.channel_latency.empty())
        symmetry = symmetry_of_terminals(network, routing);
    if (const auto* mapped = dynamic_cast<const SymmetryMaps*>(&routing); symmetric() && mapped != nullptr)
        maps = mapped->symmetry_maps();
}

PortLinks PlanCase::links(Node source, Node destination) const {
    PortLinks cycles;
    const Router wires(options);
    if (way_in(source) != no_channel) cycles.in = wires.wire(way_in(source));
    if (way_out(destination) != no_channel) cycles.out = wires.wire(way_out(destination));
    return cycles;
}

void PlanCase::check() {
    const auto need = [](bool good, const std::string& what) {
        if (!good) throw InputError(what);
    };
    check_fits(graph, routing);
    check_fits(graph, traffic);
    check_rule(rule);
    need(options.router.vcs >= 1 && options.router.vcs <= max_vcs,
         std::to_string(options.router.vcs) + " virtual channels, need 1 to " + std::to_string(max_vcs));
    need(options.router.buffer_flits >= 1, "a buffer of 0 flits, need 1 or more");
    need(options.router.link_cycles >= 1, "a link of 0 cycles, need 1 or more");
    need(options.channel_latency.empty() || options.channel_latency.size() == graph.channels(),
         "need one latency for each of the " + std::to_string(graph.channels()) + " channels");
    need(options.router.ports.injection_channels >= 1, "no injection channel, need 1 or more");
    const std::uint64_t ports =
        std::max(options.router.ports.injection_channels, options.router.ports.ejection_channels);
    need(ports * static_cast<std::uint64_t>(options.router.vcs) <= static_cast<std::uint64_t>(max_vcs),
         std::to_string(ports) + " ports of " + std::to_string(options.router.vcs) +
             " virtual channels, need at most " + std::to_string(max_vcs) + " together");
    need(options.most_steps >= 1, "an iteration of " + std::to_string(options.most_steps) + " steps, need 1 or more");
    need(!options.router.lengths.empty(), "no message length");
    need(rule.vcs <= options.router.vcs, "VC rule '" + rule.name + "' needs " + std::to_string(rule.vcs) +
                                             " virtual channels, there are only " + std::to_string(options.router.vcs));
    double share = 0.0, sum = 0.0, squares = 0.0;
    for (const LengthShare& l : options.router.lengths) {
        need(l.flits >= 1 && l.flits <= 1'000'000,
             "a message of " + std::to_string(l.flits) + " flits, need 1 to 1000000");
        need(std::isfinite(l.share) && l.share > 0.0, "the share of a message length is not a number above 0");
        share += l.share;
        sum += l.share * l.flits;
        squares += l.share * l.flits * l.flits;
    }
    flits = sum / share;
    square = std::max(0.0, squares / share / (flits * flits) - 1.0);
}

}  // namespace wafernet::queueing
