// Whether the routing can deadlock, the network's own where none is chosen.
#include "wafernet/deadlock.hpp"

#include "../figures.hpp"
#include "wafernet/error.hpp"
#include "wafernet/routings.hpp"

namespace wafernet::cli {

std::vector<Figure> deadlock_figures(const FigureRequest& request) {
    const Network& network = request.network;
    const auto figure = [](Value value, std::string source, std::string note = {}) {
        return std::vector<Figure>{{"routing", "deadlock_free", std::move(value), "verdict", std::string(kinds::routed), std::move(source), std::move(note)}};
    };
    if (network.graph.nodes() < 2) return {};
    if (too_large(network, request.thorough)) {
        return figure(Missing{takes_long(network, "wafernet deadlock")}, "dependencies of channels");
    }
    try {
        const ChosenRouting chosen = choose_routing(network, routing_choice(network, request.choice.dynamic));
        const VcSet escape = chosen.escape;
        const bool own = escape == chosen.routing->escape_vcs();
        const Verdict verdict = deadlock_verdict(network, *chosen.routing, chosen.rule, {request.threads, own ? escape_by_routing(*chosen.routing) : escape_by_vcs(escape)});
        return figure(std::string(verdict.acyclic ? "yes" : "no"),
                      "routing " + std::string(chosen.spec.name) + ", VC rule " + chosen.rule.name + ", " + std::to_string(chosen.rule.vcs) + (chosen.rule.vcs == 1 ? " VC" : " VCs"),
                      verdict.acyclic ? "the channel dependencies have no cycle" : "the shortest cycle of channel dependencies has " + std::to_string(verdict.cycle.size()) + " channels");
    } catch (const InputError& error) {
        return figure(Missing{error.what()}, "dependencies of channels");
    } catch (const ComputationError& error) {
        return figure(Missing{error.what()}, "dependencies of channels");
    }
}

}  // namespace wafernet::cli
