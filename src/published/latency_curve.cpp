#include "latency_curve.hpp"

#include <algorithm>

#include "wafernet/design/modelled_router.hpp"
#include "wafernet/sim/load_curve.hpp"

namespace wafernet::published {

namespace {

// Flits accepted a node and cycle where the source that sends most offers one.
double accepted_share(const SimulationCase& c) {
    double senders = 0.0;
    for (Node v = 0; v < c.network->graph.nodes(); ++v) senders += c.traffic->rate(v);
    return senders /
           static_cast<double>(c.network->terminals.empty() ? c.network->graph.nodes() : c.network->terminals.size());
}

// Loads up to 95 % of saturation, closer where the curve rises.
std::vector<double> loads_below(double saturation) {
    std::vector<double> loads;
    for (const double part : {0.05, 0.15, 0.25, 0.35, 0.45, 0.55, 0.65, 0.75, 0.82, 0.88, 0.92, 0.95})
        loads.push_back(part * saturation);
    return loads;
}

}  // namespace

FigureSeries modelled_curve(const Sweep& sweep, bool at_its_loads) {
    FigureSeries out;
    const LatencyModel model = model_of(sweep.c);
    const double saturation = model.saturation().load, share = accepted_share(sweep.c);
    std::vector<double> loads = loads_below(saturation);
    if (at_its_loads) {
        loads = sweep.loads;
        std::erase_if(loads, [&](double load) { return load >= saturation; });
        std::sort(loads.begin(), loads.end());
    }
    for (const LatencyPoint& p : model.curve(loads)) {
        out.points.push_back({p.load * share, value_or(p.latency, {"no stationary state"}), {}, {}});
    }
    return out;
}

FigureSeries simulated_curve(const std::string& word, const Arguments& arguments, Workbench& bench) {
    FigureSeries out;
    out.simulated = true;
    Sweep sweep = sweep_of(word, arguments, bench);
    sweep.c.options.seed = bench.seed;
    for (const CurvePoint& p : simulate_curve(sweep.c.setup(), sweep.c.options,
                                              {sweep.loads, bench.seeds, bench.threads, true}, {}, bench.stop)) {
        if (p.status == RunStatus::ok && p.latency) out.points.push_back({p.accepted, *p.latency, {}, p.ci95});
    }
    return out;
}

}  // namespace wafernet::published
