#include "dynamic_curves.hpp"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "base/text.hpp"
#include "sweep.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/design/modelled_router.hpp"
#include "wafernet/shared_channels/shared_channels.hpp"

namespace wafernet::published {

std::string cycle_of(const Network& network, const std::vector<HeldChannel>& cycle) {
    std::string out = "a cycle of " + std::to_string(cycle.size()) + " channels";
    for (std::size_t i = 0; i < cycle.size() && i < 6; ++i) {
        out += (i == 0 ? ": " : " -> ") + network.addresses.print(network.graph.source(cycle[i].channel)) + " VC " +
               std::to_string(cycle[i].vc);
    }
    return out + (cycle.size() > 6 ? " -> .." : "");
}

std::string key_of(std::string_view what, const std::string& word, const Arguments& arguments) {
    std::string key = std::string(what) + " " + word;
    for (const auto& [name, value] : arguments) {
        if (!of_claim(name)) key += " " + name + "=" + text_of(value);
    }
    return key;
}

namespace {

// Mean, largest and least utilisation of the channels, of the shared channels where there are any, in percent.
void note_traffic(const Network& network, const std::vector<double>& of_links, Curve& out) {
    const std::vector<double> rates =
        network.shared_nodes > 0 ? shared_channel_load(network, of_links, 0.0).channel : of_links;
    double sum = 0.0;
    for (const double rate : rates) sum += rate;
    out.traffic = 100.0 * sum / static_cast<double>(rates.size());
    out.busiest = 100.0 * *std::ranges::max_element(rates);
    out.quietest = 100.0 * *std::ranges::min_element(rates);
}

// What the runs of one load add to the curves, up to the first load that saturates.
struct Measured {
    Curves& out;
    const Sweep& sweep;

    void add(const CurvePoint& p) {
        if (p.status == RunStatus::deadlock) {
            out.deadlocks = true;
            out.problem = "deadlocks at load " + text_of(p.load);
            const auto stuck = std::ranges::find(p.runs, RunStatus::deadlock, &SimulationResult::status);
            if (stuck != p.runs.end()) out.problem += ", " + cycle_of(*sweep.c.network, stuck->deadlock_cycle);
            return;
        }
        if (out.levelled) return;
        out.levelled = p.status == RunStatus::saturated || sweep.loads.size() == 1;
        if (sweep.stationary && p.status != RunStatus::ok) return;
        for (std::size_t seed = 0; seed < p.runs.size(); ++seed) {
            const SimulationResult& run = p.runs[seed];
            Curve& curve = out.seeds[seed];
            if (!run.latency) continue;
            if (!curve.lowest_latency) {
                curve.lowest_latency = run.latency->mean;
                curve.lowest_deviation = run.latency->deviation;
            }
            if (p.status == RunStatus::ok && run.latency->mean <= knee_factor * *curve.lowest_latency)
                curve.latency_at[p.load] = run.latency->mean;
            curve.passed.emplace_back(run.accepted, run.latency->mean);
            if (run.accepted > curve.greatest) {
                curve.greatest = run.accepted;
                curve.deviation_there = run.latency->deviation;
                note_traffic(*sweep.c.network, run.utilisation, curve);
            }
        }
    }
};

// The queueing model of a case, whatever the loads and the runs.
struct Modelled {
    LatencyModel model;
    double saturation;
};

const Modelled& modelled(const std::string& word, Arguments arguments, const Sweep& sweep, Workbench& bench) {
    for (const char* of_runs : {"loads", "cycles", "warmup", "stationary", "input-policy"}) arguments.erase(of_runs);
    return bench.remember(key_of("model", word, arguments), [&] {
        LatencyModel model = model_of(sweep.c);
        const double saturation = model.saturation().load;
        return Modelled{std::move(model), saturation};
    });
}

}  // namespace

Curves measured_curves(const std::string& word, const Arguments& arguments, Workbench& bench) {
    Sweep sweep = sweep_of(word, arguments, bench);
    SimulationCase& c = sweep.c;
    c.options.seed = bench.seed;
    Curves out;
    out.how = fmt::format("{} seeds, {} cycles after {}", bench.seeds, c.options.cycles, c.options.warmup);
    out.seeds.resize(bench.seeds);
    Measured measured{out, sweep};
    // A throughput that the printed loads do not reach takes further ones.
    for (std::vector<double> loads = sweep.loads;; loads = {std::min(1.1 * std::ranges::max(loads), 1.0)}) {
        for (const CurvePoint& p :
             simulate_curve(c.setup(), c.options, {loads, bench.seeds, bench.threads, true}, {}, bench.stop))
            measured.add(p);
        if (out.deadlocks) return out;
        if (out.levelled || std::ranges::max(loads) >= 1.0 || (bench.stop && bench.stop())) break;
    }
    for (Curve& curve : out.seeds) {
        for (const auto& [accepted, mean] : curve.passed) {
            if (accepted < 0.99 * curve.greatest) continue;
            curve.latency_there = mean;
            break;
        }
        if (curve.greatest == 0.0) out.problem = "nothing was delivered";
    }
    if (bench.stop && bench.stop()) out.problem = "interrupted";
    return out;
}

Curves modelled_curves(const std::string& word, const Arguments& arguments, Workbench& bench) {
    Curves curves;
    Curve& out = curves.seeds.emplace_back();
    try {
        const Sweep sweep = sweep_of(word, arguments, bench);
        const Network& network = *sweep.c.network;
        const auto& [model, saturation] = modelled(word, arguments, sweep, bench);
        curves.levelled = true;
        const double limit = std::min(saturation, sweep.loads.size() == 1 ? sweep.loads.front() : 1.0);
        double senders = 0.0;
        for (Node v = 0; v < network.graph.nodes(); ++v) senders += sweep.c.traffic->rate(v);
        const auto terminals =
            static_cast<double>(network.terminals.empty() ? network.graph.nodes() : network.terminals.size());
        out.greatest = limit * senders / terminals;
        std::vector<double> loads;  // below saturation
        std::ranges::copy_if(sweep.loads, std::back_inserter(loads),
                             [most = saturation](double load) { return load < most; });
        std::ranges::sort(loads);
        for (const LatencyPoint& p : model.curve(loads)) {
            if (p.load == loads.front()) out.lowest_latency = p.latency;
            if (p.latency) out.passed.emplace_back(p.load, *p.latency);
            if (p.latency && out.lowest_latency && *p.latency <= knee_factor * *out.lowest_latency)
                out.latency_at[p.load] = *p.latency;
            if (p.load >= 0.99 * limit && !out.latency_there) out.latency_there = p.latency;
        }
        std::vector<double> rates = model.channel_rates();
        for (double& rate : rates) rate *= limit;
        note_traffic(network, rates, out);
    } catch (const Error& error) {
        curves.problem = error.what();
    }
    return curves;
}

namespace {

const Curves& remembered(CurvesOf road, const std::string& word, const Arguments& arguments, Workbench& bench) {
    Arguments seen = arguments;
    if (road == modelled_curves) seen.erase("input-policy");  // which header goes first is nothing that the model knows
    return bench.remember(key_of(road == measured_curves ? "simulated" : "modelled", word, seen),
                          [&] { return road(word, arguments, bench); });
}

}  // namespace

Curves over_patterns(CurvesOf road, const std::string& word, const Arguments& arguments, Workbench& bench) {
    const auto list = arguments.find("traffics");
    if (list == arguments.end()) return remembered(road, word, arguments, bench);
    if (const auto metric = arguments.find("metric");
        metric != arguments.end() && text_of(metric->second) != "throughput")
        throw InputError("metric = '" + text_of(metric->second) + "' of several traffics, need throughput");
    const std::string text = text_of(list->second);
    std::vector<Curves> patterns;
    for (const std::string_view pattern : split(text, ',')) {
        Arguments own = arguments;
        own.erase("traffics");
        own["traffic"] = std::string(pattern);
        patterns.push_back(remembered(road, word, own, bench));
        if (!patterns.back().problem.empty()) return patterns.back();
    }
    Curves mean = patterns.front();
    mean.levelled = std::ranges::all_of(patterns, &Curves::levelled);
    for (std::size_t seed = 0; seed < mean.seeds.size(); ++seed) {
        double sum = 0.0;
        for (const Curves& pattern : patterns) sum += pattern.seeds[seed].greatest;
        mean.seeds[seed].greatest = sum / static_cast<double>(patterns.size());
    }
    return mean;
}

}  // namespace wafernet::published
