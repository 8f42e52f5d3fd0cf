// What the published dynamic results are compared with: runs of the reference simulator, only on request.
//
// Arguments are those of the command simulate: preset (thesis), vc-rule, ties, routing, traffic, loads, flits, vcs, ...; those
// that begin with "than-" replace them on the right-hand side of a claim, whose network is `than` where it is another one; or the
// right-hand side is the number `than-value`. `factor` multiplies the right-hand side.
#include <algorithm>
#include <charconv>
#include <cmath>

#include "wafernet/error.hpp"
#include "wafernet/published.hpp"
#include "wafernet/shared_channels.hpp"
#include "wafernet/simulation_case.hpp"

namespace wafernet::published {

namespace {

struct Curve {
    double greatest = 0.0;           ///< accepted flits per node and cycle, over all loads
    double latency_there = 0.0;      ///< of the first load that reaches 99 % of it: beyond the knee the rest is noise
    double lowest_latency = 0.0;     ///< of the lowest load
    double deviation_there = 0.0;    ///< of the latency
    double lowest_deviation = 0.0;
    double traffic = 0.0, busiest = 0.0, quietest = 0.0;  ///< percent of the time that channels carry a flit, at the greatest
    std::string problem;             ///< why there is none
};

std::string text_of(const std::variant<double, std::string>& value) {
    if (const auto* word = std::get_if<std::string>(&value)) return *word;
    char buffer[64];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, std::get<double>(value)).ptr;
    return std::string(buffer, end);
}

// Mean, largest and least utilisation of the channels, of the shared channels where there are any, in percent.
void note_traffic(const Network& network, const SimulationResult& r, Curve& out) {
    const std::vector<double> rates = network.shared_nodes > 0 ? shared_channel_load(network, r.utilisation, 0.0).channel : r.utilisation;
    double sum = 0.0;
    for (const double rate : rates) sum += rate;
    out.traffic = 100.0 * sum / static_cast<double>(rates.size());
    out.busiest = 100.0 * *std::max_element(rates.begin(), rates.end());
    out.quietest = 100.0 * *std::min_element(rates.begin(), rates.end());
}

// What a claim is about, not how it is simulated.
bool of_claim(std::string_view key) { return key == "metric" || key == "relation" || key == "factor" || key == "within_percent"; }

std::vector<double> loads_of(const std::string& text) {
    std::vector<double> loads;
    std::size_t at = 0;
    while (at <= text.size()) {
        const std::size_t comma = std::min(text.find(',', at), text.size());
        double load = 0.0;
        const auto [end, status] = std::from_chars(text.data() + at, text.data() + comma, load);
        if (status != std::errc{} || end != text.data() + comma) throw InputError("loads = '" + text + "', need numbers with commas between them");
        loads.push_back(load);
        at = comma + 1;
    }
    return loads;
}

Curve measure(const std::string& word, const Arguments& arguments, Workbench& bench) {
    const Network& network = bench.network(word);
    SimulationChoice choice;
    choice.preset = "thesis";
    // Offered 0.096 flits per node and cycle, a request probability of 0.006 with 16 flits, is the greatest load: permutations
    // do not level off, and the printed sweeps are not given.
    CurveOptions curve{loads_of("0.01,0.02,0.03,0.04,0.05,0.06,0.08,0.096"), 1, bench.threads, false};
    for (const auto& [key, value] : arguments) {
        const std::string text = text_of(value);
        if (key == "preset") choice.preset = text;
        else if (key == "vc-rule") choice.vc_rule = text;
        else if (key == "routing") choice.routing = text;
        else if (key == "traffic") choice.traffic = text;
        else if (key == "ties") choice.ties = text == "literal" ? Ties::literal : text == "split" ? Ties::split : text == "parity" ? Ties::parity : Ties::positive;
        else if (key == "hotspot-fraction") choice.hotspot_fraction = std::get<double>(value);
        else if (key == "loads") curve.loads = loads_of(text);
        else if (!of_claim(key)) choice.settings.emplace_back(key, text);
    }
    SimulationCase c = make_simulation_case(network, choice);
    c.options.seed = bench.seed;
    Curve out;
    std::vector<std::pair<double, double>> passed;  // accepted traffic and latency of every load
    for (const CurvePoint& p : simulate_curve(c.setup(), c.options, curve, {}, bench.stop)) {
        if (p.status == RunStatus::deadlock) {
            out.problem = "deadlocked at load " + text_of(p.load);
            return out;
        }
        if (!p.latency) continue;
        const SimulationResult& run = p.runs.front();
        if (out.lowest_latency == 0.0) {
            out.lowest_latency = *p.latency;
            out.lowest_deviation = run.latency->deviation;
        }
        passed.emplace_back(p.accepted, *p.latency);
        if (p.accepted > out.greatest) {
            out.greatest = p.accepted;
            out.deviation_there = run.latency->deviation;
            note_traffic(network, run, out);
        }
    }
    for (const auto& [accepted, mean] : passed) {
        if (accepted < 0.99 * out.greatest) continue;
        out.latency_there = mean;
        break;
    }
    if (bench.stop && bench.stop()) out.problem = "interrupted";
    else if (out.greatest == 0.0) out.problem = "nothing was delivered";
    return out;
}

const Curve& remembered(const std::string& word, const Arguments& arguments, Workbench& bench) {
    std::string key = "simulated " + word;
    for (const auto& [name, value] : arguments) {
        if (!of_claim(name)) key += " " + name + "=" + text_of(value);
    }
    return bench.remember(key, [&] { return measure(word, arguments, bench); });
}

double metric_of(const Curve& curve, const std::string& metric) {
    if (metric == "throughput") return curve.greatest;
    if (metric == "latency-there") return curve.latency_there;
    if (metric == "low-load-latency") return curve.lowest_latency;
    if (metric == "deviation-rise") return curve.deviation_there / curve.lowest_deviation;
    if (metric == "traffic") return curve.traffic;
    if (metric == "busiest-channel") return curve.busiest;
    if (metric == "quietest-channel") return curve.quietest;
    throw InputError("metric = '" + metric + "', need throughput, latency-there, low-load-latency, deviation-rise, traffic, busiest-channel or quietest-channel");
}

Evaluation one(const Subject& s, Workbench& bench, const std::string& metric) {
    const Curve& curve = remembered(s.network, s.arguments, bench);
    if (!curve.problem.empty()) return {Missing{curve.problem}, {}};
    return {metric_of(curve, metric), {}};
}

Evaluation throughput(const Subject& s, Workbench& bench) { return one(s, bench, "throughput"); }
Evaluation latency(const Subject& s, Workbench& bench) { return one(s, bench, "latency-there"); }
Evaluation traffic(const Subject& s, Workbench& bench) { return one(s, bench, "traffic"); }
Evaluation busiest(const Subject& s, Workbench& bench) { return one(s, bench, "busiest-channel"); }
Evaluation quietest(const Subject& s, Workbench& bench) { return one(s, bench, "quietest-channel"); }

// "yes" where the metric of the network is above (relation ">") or below ("<") that of the other side, or differs from it by
// within_percent at most ("=").
Evaluation claim(const Subject& s, Workbench& bench) {
    Arguments left;
    for (const auto& [key, value] : s.arguments) {
        if (!key.starts_with("than")) left[key] = value;
    }
    Arguments right = left;
    std::string other = s.network;
    for (const auto& [key, value] : s.arguments) {
        if (key == "than") other = std::get<std::string>(value);
        else if (key.starts_with("than-")) right[key.substr(5)] = value;
    }
    const Curve& a = remembered(s.network, left, bench);
    if (!a.problem.empty()) return {Missing{s.network + " " + a.problem}, {}};
    const std::string metric = s.maybe_word("metric").value_or("throughput");
    const std::string relation = s.maybe_word("relation").value_or(">");
    const double x = metric_of(a, metric);
    double y = s.maybe_number("than-value").value_or(0.0);
    if (!s.maybe_number("than-value")) {
        const Curve& b = remembered(other, right, bench);
        if (!b.problem.empty()) return {Missing{other + " " + b.problem}, {}};
        y = metric_of(b, metric);
    }
    y *= s.maybe_number("factor").value_or(1.0);
    if (relation != ">" && relation != "<" && relation != "=") throw InputError("relation = '" + relation + "', need >, < or =");
    const bool same = relation == "=" && std::abs(x - y) <= s.number("within_percent") / 100.0 * y;
    return {std::string(same || (relation == ">" && x > y) || (relation == "<" && x < y) ? "yes" : "no"), {}};
}

constexpr Quantity list[] = {
    {"simulated_max_throughput", "greatest accepted traffic of the simulated loads, flits per node and cycle", Kind::simulated, false, throughput},
    {"simulated_latency_at_max", "mean latency at the first load that reaches 99 % of it, cycles", Kind::simulated, false, latency},
    {"simulated_traffic", "mean utilisation of the channels, of shared channels where there are any, at that load, percent", Kind::simulated, false, traffic},
    {"simulated_busiest_channel", "utilisation of the busiest channel at that load, percent", Kind::simulated, false, busiest},
    {"simulated_quietest_channel", "utilisation of the quietest channel at that load, percent", Kind::simulated, false, quietest},
    {"simulated_claim", "whether the simulator agrees with the claim", Kind::simulated, false, claim},
};

}  // namespace

namespace quantity_list {
std::span<const Quantity> simulated() { return list; }
}  // namespace quantity_list

}  // namespace wafernet::published
