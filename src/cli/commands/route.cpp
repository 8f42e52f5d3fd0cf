// wafernet route: the path of a message, node by node.
#include "wafernet/routing/route.hpp"

#include <bit>
#include <memory>

#include "../command.hpp"
#include "../routing_options.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/core/node_names.hpp"
#include "wafernet/io/make_network.hpp"

namespace wafernet::cli {

namespace {

struct RouteOptions {
    std::string network;
    std::string from;
    std::string to;
    RoutingWords words;
};

std::string axis_name(const LinkLabel& label) {
    constexpr std::string_view names = "xyz";
    return label.axis < names.size() ? std::string(1, names[label.axis]) : "axis " + std::to_string(label.axis);
}

std::string_view phase_name(Phase phase) {
    static constexpr std::string_view names[] = {
        "local", "source module", "between rings", "through a module", "between modules", "destination module"};
    return names[static_cast<std::size_t>(phase)];
}

int run_route(Run& run, const RouteOptions& options) {
    const Network network = make_network(options.network);
    const NodeNames names(network);
    const Node from = names.by_address(options.from);
    const Node to = names.by_address(options.to);
    check_ends(network, from, to);
    const ChosenRouting chosen = choose_routing(network, options.words.choice());
    const VcRule& rule = chosen.rule;
    const std::vector<RouteStep> path = route(network.graph, *chosen.routing, from, to);

    const std::string hops = std::to_string(path.size() - 1) + (path.size() == 2 ? " hop" : " hops");
    Table table{network.word + ", routing " + std::string(chosen.spec.name) + ", VC rule " + rule.name + ": " + hops,
                {"step", "node", "channel", "vc", "level", "axis", "direction", "phase"}};
    const Missing start{"the message starts here"};
    table.row(0, network.addresses.print(from), start, start, start, start, start, start);
    int vc = -1;
    for (std::size_t i = 1; i < path.size(); ++i) {
        const Hop& hop = path[i].hop;
        const VcSet permitted = rule.permitted(hop.label, vc) & hop.vcs;
        if (permitted == 0)
            throw ComputationError("VC rule " + rule.name + " permits no virtual channel on step " + std::to_string(i) +
                                   " to " + network.addresses.print(path[i].node));
        vc = std::countr_zero(permitted);
        const LinkLabel& link = network.graph.label(Graph::link(hop.channel));
        table.row(i, network.addresses.print(path[i].node), hop.channel, vc, link.level, axis_name(link),
                  std::string(network.graph.direction(hop.channel) > 0 ? "+" : "-") + (link.wrap ? " wrap" : ""),
                  phase_name(hop.label.phase));
    }
    if (chosen.routing->adaptive())
        table.notes.push_back("this routing has choices; the first permitted hop of every step is shown");
    run.print(table);
    return 0;
}

}  // namespace

Command route_command() {
    const auto o = std::make_shared<RouteOptions>();
    std::vector<Option> all{{"network", &o->network, {}, true}, {"from", &o->from, {}, true}, {"to", &o->to, {}, true}};
    add_options(all, o->words.options());
    return {std::move(all), [o](Run& run) { return run_route(run, *o); }};
}

}  // namespace wafernet::cli
