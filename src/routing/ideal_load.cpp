// The least possible largest channel load. Weights on the channels, exponential in their loads, turn the maximum into a
// smooth function; all traffic is then sent over paths of least weight and mixed into the split so far (Frank and
// Wolfe). For any weights that sum to 1 the traffic's least weighted length is a lower bound (linear programming
// duality).
#include <algorithm>
#include <cmath>
#include <functional>

#include "demands.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/routing/channel_load.hpp"
#include "walk.hpp"

namespace wafernet {

namespace {

// Routes to one destination: places in an order in which every move leads forward.
struct Routes {
    std::vector<std::uint32_t> first{0};                    // moves of a place
    std::vector<std::uint32_t> to;                          // place
    std::vector<Channel> over;                              // channel of that place
    std::vector<std::pair<std::uint32_t, double>> sources;  // place and flow
};

Routes routes_to(Walk& walk, Node destination, const std::vector<double>& demand) {
    walk.explore(destination);
    const std::vector<std::uint32_t>& order = walk.order();
    if (order.empty() && !walk.places().empty())
        throw ComputationError("messages to node " + std::to_string(destination) +
                               " could go round in circles under this routing, it has no ideal split");
    std::vector<std::uint32_t> rank(order.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) rank[order[i]] = i;
    Routes routes;
    for (const std::uint32_t p : order) {
        for (const Move& move : walk.moves(p)) {
            routes.to.push_back(rank[move.to]);
            routes.over.push_back(walk.places()[move.to].channel);
        }
        routes.first.push_back(static_cast<std::uint32_t>(routes.to.size()));
    }
    for (std::uint32_t p = 0; p < walk.sources(); ++p) {
        const double flow = demand[walk.places()[p].node];
        if (flow > 0) routes.sources.emplace_back(rank[p], flow);
    }
    return routes;
}

// Adds the load of sending everything over paths of least weight; returns the weighted length of all traffic.
double add_least_paths(const Routes& routes, const std::vector<double>& weight, std::vector<double>& load,
                       std::vector<double>& length, std::vector<std::uint32_t>& best, std::vector<double>& flow) {
    const std::size_t places = routes.first.size() - 1;
    length.assign(places, 0.0);
    best.assign(places, 0);
    flow.assign(places, 0.0);
    for (std::size_t p = places; p-- > 0;) {
        if (routes.first[p] == routes.first[p + 1]) continue;
        double least = 0.0;
        for (std::uint32_t m = routes.first[p]; m < routes.first[p + 1]; ++m) {
            const double l = weight[routes.over[m]] + length[routes.to[m]];
            if (m == routes.first[p] || l < least) {
                least = l;
                best[p] = m;
            }
        }
        length[p] = least;
    }
    double total = 0.0;
    for (const auto& [p, f] : routes.sources) {
        flow[p] += f;
        total += f * length[p];
    }
    for (std::size_t p = 0; p < places; ++p) {
        if (flow[p] == 0.0 || routes.first[p] == routes.first[p + 1]) continue;
        load[routes.over[best[p]]] += flow[p];
        flow[routes.to[best[p]]] += flow[p];
    }
    return total;
}

// All routes, to every destination to which something is sent. Throws InputError where they take more than most_bytes.
std::vector<Routes> all_routes(const Network& network, const Routing& routing, const VcRule& rule,
                               const Demands& demands, std::size_t most_bytes) {
    std::vector<Routes> all;
    std::size_t bytes = 0;
    Walk walk(network, routing, rule);
    std::vector<double> demand(network.graph.nodes());
    for (const Node d : demands.terminals()) {
        if (demands.empty(d)) continue;
        std::fill(demand.begin(), demand.end(), 0.0);
        demands.add(d, demand);
        all.push_back(routes_to(walk, d, demand));
        bytes += all.back().to.size() * 8 + all.back().first.size() * 4;
        if (bytes > most_bytes)
            throw InputError(network.word + ": the routes of all pairs take more than " +
                             std::to_string(most_bytes >> 20U) + " MiB, ideal load is for small networks");
    }
    return all;
}

// Where a function of [0, 1] with one valley is least: golden section.
double lowest(const std::function<double(double)>& f) {
    double low = 0.0, high = 1.0;
    constexpr double ratio = 0.6180339887498949;
    double a = high - ratio * (high - low), b = low + ratio * (high - low), fa = f(a), fb = f(b);
    for (int i = 0; i < 25; ++i) {
        if (fa < fb) {
            high = b;
            b = a;
            fb = fa;
            a = high - ratio * (high - low);
            fa = f(a);
        } else {
            low = a;
            a = b;
            fa = fb;
            b = low + ratio * (high - low);
            fb = f(b);
        }
    }
    return (low + high) / 2;
}

}  // namespace

IdealLoad ideal_load(const Network& network, const Routing& routing, const VcRule& rule, const Traffic& traffic,
                     const IdealLoadOptions& options) {
    const Demands demands(network, traffic);
    const std::vector<Routes> all = all_routes(network, routing, rule, demands, options.most_bytes);
    const std::size_t channels = network.graph.channels();
    std::vector<double> load(channels, 0.0),
        weight(channels, 1.0 / static_cast<double>(std::max<std::size_t>(channels, 1))), other, length, flow;
    std::vector<std::uint32_t> best;
    IdealLoad ideal;
    for (const Routes& r : all) ideal.lower += add_least_paths(r, weight, load, length, best, flow);
    ideal.upper = load.empty() ? 0.0 : *std::max_element(load.begin(), load.end());
    if (ideal.upper == 0.0) return ideal;
    // All the weight on the fullest channel: what has no way around it. Where messages have one path each that is all.
    const auto fullest = static_cast<std::size_t>(std::max_element(load.begin(), load.end()) - load.begin());
    std::fill(weight.begin(), weight.end(), 0.0);
    weight[fullest] = 1.0;
    other.assign(channels, 0.0);
    double forced = 0.0;
    for (const Routes& r : all) forced += add_least_paths(r, weight, other, length, best, flow);
    ideal.lower = std::max(ideal.lower, forced);
    double sharpness = 4.0 * std::log(static_cast<double>(channels)) / ideal.upper;
    // log sum exp of the loads at step t between `load` and `other`, less the current maximum's share for range.
    const auto smooth = [&](double t) {
        double most = 0.0;
        for (std::size_t c = 0; c < channels; ++c) most = std::max(most, load[c] + t * (other[c] - load[c]));
        double sum = 0.0;
        for (std::size_t c = 0; c < channels; ++c)
            sum += std::exp(sharpness * (load[c] + t * (other[c] - load[c]) - most));
        return most + std::log(sum) / sharpness;  // cppcheck-suppress invalidFunctionArg ; the fullest channel adds 1
    };
    for (ideal.rounds = 1; ideal.rounds < options.most_rounds; ++ideal.rounds) {
        if (options.progress && !options.progress(ideal.rounds, options.most_rounds))
            throw ComputationError("interrupted");
        const double most = *std::max_element(load.begin(), load.end());
        ideal.upper = std::min(ideal.upper, most);
        if (ideal.upper - ideal.lower <= options.gap * ideal.upper) break;
        double sum = 0.0;
        for (std::size_t c = 0; c < channels; ++c) sum += weight[c] = std::exp(sharpness * (load[c] - most));
        for (double& w : weight) w /= sum;
        other.assign(channels, 0.0);
        double bound = 0.0;
        for (const Routes& r : all) bound += add_least_paths(r, weight, other, length, best, flow);
        ideal.lower = std::max(ideal.lower, bound);
        const double step = lowest(smooth);
        for (std::size_t c = 0; c < channels; ++c) load[c] += step * (other[c] - load[c]);
        // Sharper once the smoothed optimum is near: the smoothing hides what is below its own error.
        if (step < 0.02 || ideal.rounds % 100 == 0)
            sharpness = std::min(sharpness * 1.3, 40.0 * std::log(static_cast<double>(channels)) /
                                                      (options.gap * 100 * ideal.upper + 1e-300));
    }
    if (options.progress)
        static_cast<void>(options.progress(options.most_rounds, options.most_rounds));  // fewer may do
    ideal.lower = std::min(ideal.lower, ideal.upper);  // but for rounding it is no greater
    return ideal;
}

}  // namespace wafernet
