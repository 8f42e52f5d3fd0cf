// Latency at low load and saturation by the reference simulator, only on request.
#include "../figures.hpp"
#include "base/text.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/routing/deadlock.hpp"
#include "wafernet/sim/load_curve.hpp"
#include "wafernet/sim/simulation_case.hpp"

namespace wafernet::cli {

std::vector<Figure> simulation_figures(const FigureRequest& request) {
    if (!request.simulate) return {};
    const Network& network = request.network();
    const std::string source = "simulator, " + case_of(request, false);
    const auto figure = [&](const char* metric, Value value, const char* unit, std::string note = {}) {
        return Figure{"simulation", metric, std::move(value), unit, kinds::simulated, source, std::move(note)};
    };
    const auto both = [&](const std::string& reason) {
        const Missing missing{reason};
        return std::vector<Figure>{
            figure("simulated_low_load_latency_cycles", missing, "cycles"),
            figure("simulated_saturation_load_flits_per_node_cycle", missing, "flits per node and cycle")};
    };
    if (network.graph.nodes() < 2) return both("one node has no traffic");
    try {
        const LatencyCase& c = request.design.dynamic();
        SimulationOptions options = c.simulation;
        if (request.shown.verdict && !request.design.verdict(request.threads).deadlock_free())
            return both("routing " + c.routing_name + " can deadlock under the VC rule " + c.rule.name +
                        ", 'wafernet simulate --allow-deadlock' runs it");
        options.seed = request.seed;
        options.cycles = 2000;
        options.warmup = options.from_empty ? 0 : 1000;
        const SimulatedSaturation found =
            simulated_saturation({*c.network, *c.routing, c.rule, *c.traffic}, options, knee_factor, 0.03);
        const double limit = found.load;
        options.load = 0.1 * limit;
        options.cycles = 20000;
        const SimulationResult r = simulate(*c.network, *c.routing, c.rule, *c.traffic, options);
        if (r.status == RunStatus::deadlock) return both("deadlocked under the VC rule " + c.rule.name);
        if (!r.latency) return both("no message was delivered");
        Figure low = figure("simulated_low_load_latency_cycles", r.latency->mean, "cycles",
                            r.latency->ci95 ? "+- " + std::to_string(*r.latency->ci95) : std::string());
        low.source += ", a tenth of saturation";
        return {low, figure("simulated_saturation_load_flits_per_node_cycle", limit, "flits per node and cycle",
                            "where the latency passes 8 times that without load or a source's backlog grows; " +
                                with_noun(c.options.router.vcs, "VC") + " of " +
                                std::to_string(c.options.router.buffer_flits) + " flits, rule " + c.rule.name +
                                (found.settled ? "" : "; it still moves with the length of the runs"))};
    } catch (const Error& error) {
        return both(error.what());
    }
}

}  // namespace wafernet::cli
