// wafernet adaptiveness: how many of the shortest paths a routing permits.
#include <cmath>
#include <memory>

#include "../command.hpp"
#include "../routing_options.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/core/node_names.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/routing/route.hpp"
#include "wafernet/routing/turn_model.hpp"

namespace wafernet::cli {

namespace {

struct AdaptivenessOptions {
    std::string network;
    std::vector<std::string> routings;
    std::string from, to;
    bool steps = false;
};

// The choices along the path that the first permitted hop of every step gives.
void add_steps(Table& table, const Network& network, const ChosenRouting& chosen, Node from, Node to) {
    check_ends(network, from, to);
    std::vector<Hop> hops;
    for (const RouteStep& step : route(network.graph, *chosen.routing, from, to)) {
        hops.clear();
        chosen.routing->next({step.node, step.hop.channel,
                              step.hop.channel == no_channel ? chosen.routing->start(from, to) : step.hop.state},
                             to, hops);
        table.row(network.word, chosen.name, network.addresses.print(step.node), hops.size());
    }
}

int adaptiveness_of(Run& run, const AdaptivenessOptions& options) {
    const Network network = make_network(options.network);
    const NodeNames node(network);
    if (options.from.empty() != options.to.empty())
        throw InputError("one end of a pair is given, need both --from and --to");
    std::vector<std::string> names = options.routings;
    if (names.empty()) names.push_back("");
    const bool pair = !options.from.empty();
    if (options.steps && !pair) throw InputError("--steps follows one path, need --from and --to");
    Table means{"degree of adaptiveness over all ordered pairs",
                {"network", "routing", "pairs", "mean_sp_over_sf", "single_path_share", "minimal_share", "mean_hops"}};
    Table pairs{"shortest paths of one pair",
                {"network", "routing", "from", "to", "permitted_paths", "all_paths", "sp_over_sf"}};
    Table steps{"choices at every node of a path", {"network", "routing", "node", "choices"}};
    for (const std::string& name : names) {
        const ChosenRouting chosen = choose_routing(network, {name, "", 0, Ties::positive});
        if (options.steps) {
            add_steps(steps, network, chosen, node.by_address(options.from), node.by_address(options.to));
        } else if (pair) {
            const PairPaths paths = count_paths(network, *chosen.routing, chosen.rule, node.by_address(options.from),
                                                node.by_address(options.to));
            const auto number = [](double n) {
                return std::isfinite(n) ? Value(n) : Value(Missing{"more than a double holds"});
            };
            pairs.row(network.word, chosen.name, options.from, options.to, number(paths.permitted), number(paths.all),
                      number(paths.permitted / paths.all));
        } else {
            Adaptiveness a;
            try {
                a = adaptiveness(network, *chosen.routing, chosen.rule, run.common().threads,
                                 run.watch("adaptiveness " + chosen.name + ", destinations", 1));
            } catch (const ComputationError&) {
                if (!run.interrupted()) throw;
                run.keep_finished(chosen.name, !means.rows.empty());
                run.print(means);
                return 1;
            }
            if (a.pairs == 0) throw InputError(network.word + " has one node, adaptiveness needs pairs");
            means.row(network.word, chosen.name, a.pairs, a.mean_ratio, a.single_share, a.minimal_share, a.mean_hops);
        }
    }
    run.print(options.steps ? steps : pair ? pairs : means);
    return 0;
}

}  // namespace

Command adaptiveness_command() {
    const auto options = std::make_shared<AdaptivenessOptions>();
    return {{{"network", &options->network, {}, true},
             {"--routing", &options->routings},
             {"--from", &options->from},
             {"--to", &options->to},
             {"--steps", &options->steps}},
            [options](Run& run) { return adaptiveness_of(run, *options); }};
}

}  // namespace wafernet::cli
