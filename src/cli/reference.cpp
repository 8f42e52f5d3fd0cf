// A point in a store: what identifies case and load is its key; status, latency, the half width of its 95 % confidence
// interval, and the latency from creation.
#include "reference.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "digest.hpp"
#include "values.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet::cli {

namespace {

// What identifies a case and how it is simulated.
NamedValues case_of(const std::string& network, const DynamicChoice& choice, const LatencyCase& c,
                    const SimulationEffort& effort) {
    const auto whole = [](std::uint64_t n) { return static_cast<std::int64_t>(n); };
    const RouterConfig& router = c.options.router;
    return {{"network", network + digest_of(*c.network)},
            {"preset", router.preset},
            {"routing", c.routing_name},
            {"vc_rule", c.rule.name},
            {"ties", choice.ties},
            {"traffic", choice.traffic + digest_of(choice.traffic, *c.traffic, c.network->graph.nodes())},
            {"vcs", std::int64_t{router.vcs}},
            {"flits", whole(router.lengths.front().flits)},
            {"buffer", whole(router.buffer_flits)},
            {"link_cycles", whole(router.link_cycles)},
            {"include_self", std::int64_t{choice.include_self ? 1 : 0}},
            {"hotspot_fraction", choice.hotspot_fraction.value_or(0.05)},
            {"hotspot_nodes", whole(choice.hotspot_nodes.value_or(0))},
            {"seeds", whole(effort.seeds)},
            {"cycles", whole(effort.cycles)},
            {"messages", whole(effort.messages)},
            {"seed", whole(effort.first_seed)}};
}

std::string key_of(const NamedValues& options) {
    std::string key;
    for (const auto& [name, value] : options) {
        const auto* text = std::get_if<std::string>(&value);
        const auto* number = std::get_if<std::int64_t>(&value);
        key += (key.empty() ? "" : ",") + (text != nullptr     ? *text
                                           : number != nullptr ? std::to_string(*number)
                                                               : fmt::format("{:g}", std::get<double>(value)));
    }
    return key;
}

std::string printed(double x) { return fmt::format("{:.8g}", x); }

}  // namespace

double four_digits(double load) {
    if (!(load > 0.0)) return 0.0;
    const double scale = std::pow(10.0, 4 - std::ceil(std::log10(load)));
    return std::round(load * scale) / scale;
}

namespace {

PointResult result_of(const SimulatedPoint& p) {
    PointResult result;
    result.table.columns = {"status", "latency_cycles", "latency_ci95", "total_latency_cycles"};
    result.table.add({p.status, value_or(p.latency, {}), value_or(p.ci95, {}), value_or(p.total, {})});
    return result;
}

}  // namespace

Reference::Reference(const std::string& file) {
    if (file.empty()) return;
    store_ = open_store(file, "validate");
    store_->for_each([&](const std::string& key, const PointResult& result) {
        if (result.table.rows.size() != 1 || result.table.columns.size() != 4) return;
        const std::vector<Value>& cells = result.table.rows.front();
        const auto number = [&](std::size_t i) {
            const auto* x = std::get_if<double>(&cells[i]);
            return x == nullptr ? std::nullopt : std::optional(*x);
        };
        SimulatedPoint p;
        p.status = std::get<std::string>(cells[0]);
        p.latency = number(1);
        p.ci95 = number(2);
        p.total = number(3);
        const std::size_t comma = key.rfind(',');
        known_[key.substr(0, comma)][real_number(key.substr(comma + 1), store_->path())] = p;
    });
}

SimulatedPoint Reference::at(const std::string& network, const DynamicChoice& choice, const LatencyCase& c, double load,
                             const SimulationEffort& effort) {
    return point(case_of(network, choice, c, effort), c, load, effort);
}

SimulatedPoint Reference::point(NamedValues options, const LatencyCase& c, double load,
                                const SimulationEffort& effort) {
    const double at = std::stod(printed(load));
    const std::string key = key_of(options);
    auto& points = known_[key];
    if (const auto found = points.find(at); found != points.end()) return found->second;
    std::uint64_t cycles = effort.cycles;
    if (effort.messages > 0 && !c.simulation.from_empty && load > 0.0) {
        const double per_cycle = load * static_cast<double>(c.network->graph.nodes()) /
                                 static_cast<double>(c.options.router.lengths.front().flits);
        cycles = std::max(cycles, static_cast<std::uint64_t>(
                                      std::min(1e7, std::ceil(static_cast<double>(effort.messages) / per_cycle))));
    }
    SimulatedPoint p = simulate_point(c, load, static_cast<unsigned>(effort.seeds), cycles, effort.first_seed);
    for (std::optional<double>* x : {&p.latency, &p.ci95, &p.total}) {
        if (*x) *x = std::stod(printed(**x));  // as the file keeps it
    }
    points[at] = p;
    options.emplace_back("load_flits_per_node_cycle", at);
    if (store_) store_->keep(key + ',' + printed(load), options, result_of(p));
    return p;
}

SimulatedSaturation Reference::saturation(const std::string& network, const DynamicChoice& choice, const LatencyCase& c,
                                          double limit, double guess, const SimulationEffort& effort) {
    const auto above = [&](const SimulatedPoint& p) {
        if (p.status == "deadlock") throw ComputationError(c.network->word + " deadlocks, it cannot be validated");
        return !p.total || *p.total > limit;
    };
    const auto of_length = [&](std::uint64_t cycles) {
        SimulationEffort e = effort;
        e.messages = static_cast<std::uint64_t>(static_cast<double>(e.messages) * static_cast<double>(cycles) /
                                                static_cast<double>(e.cycles));
        e.cycles = cycles;
        return e;
    };
    // Of the longest runs first.
    const auto kept = [&]() -> std::optional<SimulatedSaturation> {
        for (const std::uint64_t cycles : {8 * effort.cycles, 2 * effort.cycles, effort.cycles}) {
            const auto points = known_.find(key_of(case_of(network, choice, c, of_length(cycles))));
            if (points == known_.end()) continue;
            double low = 0.0, high = 0.0;
            for (const auto& [load, p] : points->second) {
                if (above(p)) {
                    high = load;
                    break;
                }
                low = load;
            }
            if (low > 0.0 && high > 0.0 && high - low <= 0.02 * low)
                return SimulatedSaturation{(low + high) / 2.0, low, high, true, cycles};
            if (high == 0.0 && low >= c.simulation.router.ports.injection_channels)
                return SimulatedSaturation{low, low, low, true, cycles};
        }
        return std::nullopt;
    };
    SaturationRuns runs;
    runs.judge = [&](double load, std::uint64_t cycles) -> SaturationRuns::Verdict {
        const SimulationEffort e = of_length(cycles);
        const SimulatedPoint p = point(case_of(network, choice, c, e), c, four_digits(load), e);
        return {above(p), p.total ? 1.0 - *p.total / limit : -1.0, std::nullopt};
    };
    const SimulationSetup setup{*c.network, *c.routing, c.rule, *c.traffic};
    const LoadLimit most = greatest_load(setup, c.simulation);
    const SimulatedSaturation found =
        search_saturation(runs, effort.cycles, most.load, most.past, std::min(guess, most.load), 0.02);
    return kept().value_or(found);  // as whoever reads the store next has it
}

}  // namespace wafernet::cli
