// wafernet route: the path of a message, node by node.
#include <bit>
#include <memory>

#include "../command.hpp"
#include "wafernet/error.hpp"
#include "wafernet/network.hpp"
#include "wafernet/routings.hpp"
#include "wafernet/vc_rules.hpp"

namespace wafernet::cli {

namespace {

struct Options {
    std::string network;
    std::string from;
    std::string to;
    std::string routing;
    std::string ties = "positive";
    std::string vc_rule;
    std::uint64_t vcs = 0;
};

std::string axis_name(const LinkLabel& label) {
    constexpr std::string_view names = "xyz";
    return label.axis < names.size() ? std::string(1, names[label.axis]) : "axis " + std::to_string(label.axis);
}

std::string_view phase_name(Phase phase) {
    switch (phase) {
        case Phase::local: return "local";
        case Phase::source: return "source module";
        case Phase::between: return "between rings";
        case Phase::through: return "through a module";
        case Phase::inter: return "between modules";
        case Phase::final: return "destination module";
    }
    return "";
}

int run_route(Run& run, const Options& options) {
    if (options.vcs > max_vcs) throw InputError("--vcs " + std::to_string(options.vcs) + ": need at most " + std::to_string(max_vcs));
    const Network network = make_network(options.network);
    const Node from = network.addresses.parse(options.from);
    const Node to = network.addresses.parse(options.to);
    const RoutingSpec spec = find_routing(options.routing, network);
    const VcRule rule = make_vc_rule(options.vc_rule.empty() ? spec.default_vc_rule : std::string_view(options.vc_rule), network, static_cast<int>(options.vcs));
    const auto routing = make_routing(options.routing, network, {ties_named(options.ties)});
    const std::vector<RouteStep> path = route(network.graph, *routing, from, to);

    const std::string hops = std::to_string(path.size() - 1) + (path.size() == 2 ? " hop" : " hops");
    Table table{network.word + ", routing " + std::string(spec.name) + ", VC rule " + rule.name + ": " + hops,
                {{"step", ""}, {"node", ""}, {"channel", ""}, {"vc", ""}, {"level", ""}, {"axis", ""}, {"direction", ""}, {"phase", ""}}, {}, {}};
    const Missing start{"the message starts here"};
    table.add({std::int64_t{0}, network.addresses.print(from), start, start, start, start, start, start});
    int vc = -1;
    for (std::size_t i = 1; i < path.size(); ++i) {
        const Hop& hop = path[i].hop;
        const VcSet permitted = rule.permitted(hop.label, vc) & hop.vcs;
        if (permitted == 0) {
            throw ComputationError("VC rule " + rule.name + " permits no virtual channel on step " + std::to_string(i) + " to " +
                                   network.addresses.print(path[i].node));
        }
        vc = std::countr_zero(permitted);
        const LinkLabel& link = network.graph.label(Graph::link(hop.channel));
        table.add({static_cast<std::int64_t>(i), network.addresses.print(path[i].node), static_cast<std::int64_t>(hop.channel), std::int64_t{vc},
                   std::int64_t{link.level}, axis_name(link), std::string(network.graph.direction(hop.channel) > 0 ? "+" : "-") + (link.wrap ? " wrap" : ""),
                   std::string(phase_name(hop.label.phase))});
    }
    if (routing->adaptive()) table.notes.push_back("this routing has choices; the first permitted hop of every step is shown");
    run.print(table);
    return 0;
}

}  // namespace

Command route_command() {
    const auto o = std::make_shared<Options>();
    return {"route",
            "the path of a message, node by node, with channels and virtual channels",
            "wafernet route htn:4,4,2,1 '(0,0)(0,0,0)' '(3,2)(2,3,0)'\nwafernet route torus:4x4 '(0,0)' '(3,3)' --routing dor\nwafernet route hypercube:4 0000 1111",
            {{"network", "network word, such as htn:4,4,2,1", &o->network, true},
             {"from", "address of the source, such as '(3,2)(2,3,0)'", &o->from, true},
             {"to", "address of the destination", &o->to, true},
             {"--routing", "routing; the network's own where not given ('wafernet list routings')", &o->routing},
             {"--ties", "direction round a ring when both are equally long", &o->ties, false, {"positive", "literal", "split", "parity"}},
             {"--vc-rule", "assignment of virtual channels; the routing's own where not given ('wafernet list vc-rules')", &o->vc_rule},
             {"--vcs", "virtual channels there are; 0: as many as the rule needs", &o->vcs}},
            [o](Run& run) { return run_route(run, *o); }};
}

}  // namespace wafernet::cli
