// Which road gives a value, and what a simulation may take for it.
#include "wafernet/design/estimate_latency.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/named.hpp"
#include "base/number_in.hpp"
#include "core/breadth_first.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/design/design.hpp"
#include "wafernet/design/modelled_router.hpp"
#include "wafernet/routing/channel_load.hpp"
#include "wafernet/sim/load_curve.hpp"

namespace wafernet {

namespace {

constexpr double usual_within = 0.05;
constexpr double hops_per_second = 1e7;         // flits over channels, of one thread at 2 to 3 GHz
constexpr double share_of_saturation = 0.5;     // of the budget; the rest is for points
constexpr std::uint64_t most_cycles = 1000000;  // that one run measures
constexpr double least_messages = 10.0;         // of every node: fewer do not warm a network up

// Share of the estimate by which nine of ten cases lie off at most.
double error_of(const LatencyModel& model, double load) {
    const ModelError error = model.error_at(load);
    return std::max(error.below, error.above);
}

// Why the model has no answer for the case; nothing where it has one.
std::optional<std::string> unmodelled(const LatencyCase& c) {
    try {
        static_cast<void>(modelled_router(c.simulation));
    } catch (const InputError& error) {
        return error.what();
    }
    return beyond_model(*c.network, *c.routing, c.rule, c.simulation.router);
}

}  // namespace

LatencyRoute latency_route(std::string_view word) {
    constexpr std::array<std::string_view, 3> words{"auto", "model", "simulation"};
    return named<LatencyRoute>(word, words, "method", ", must be auto, model or simulation");
}

double share_named(std::string_view word, std::string_view option) {
    const bool percent = word.ends_with('%');
    const double share =
        number_in<double>(word.substr(0, word.size() - (percent ? 1 : 0))).value_or(0.0) / (percent ? 100.0 : 1.0);
    if (!(share > 0.0) || share > 0.5)
        throw InputError(std::string(option) + " '" + std::string(word.substr(0, 40)) +
                         "', must be a share above 0 and up to 0.5, such as 0.05 or 5%");
    return share;
}

struct LatencyEstimate::Parts {
    const LatencyCase& c;
    EstimateOptions options;
    std::optional<LatencyModel> model{};
    std::optional<EstimatedSaturation> saturation{};
    std::optional<double> zero_load{};
    bool deadlocks = false;  // messages of a simulation did: what the model says is for messages that do not

    [[nodiscard]] SimulationSetup setup() const { return {*c.network, *c.routing, c.rule, *c.traffic}; }
    [[nodiscard]] double within() const { return options.within.value_or(usual_within); }

    // Runs of the steady state that may take so many seconds.
    [[nodiscard]] SimulationOptions runs(double seconds) const {
        SimulationOptions o = c.simulation;
        o.seed = options.seed;
        o.from_empty = false;
        o.precision = within();
        o.cycles = most_cycles;
        o.most_hops = hops_in(seconds);
        return o;
    }
    [[nodiscard]] static std::uint64_t hops_in(double seconds) {
        return static_cast<std::uint64_t>(std::ceil(seconds * hops_per_second));
    }

    // Whether a run of so many seconds says anything that the model does not.
    [[nodiscard]] bool affords(double seconds) const {
        if (options.budget == 0.0 || !model || options.route == LatencyRoute::simulation) return true;
        const double flits = c.options.router.lengths.front().flits, hops = model->mean_hops();
        return static_cast<double>(hops_in(seconds)) > least_messages * c.network->graph.nodes() * flits * hops;
    }

    // By the model where it gives as much as is asked for, with the error that it has there.
    [[nodiscard]] bool by_model(double error) const {
        return model &&
               (options.route == LatencyRoute::model || deadlocks || !options.within || error <= *options.within);
    }

    void make_model() {
        if (model || options.route == LatencyRoute::simulation) return;
        const auto why = unmodelled(c);
        if (why && options.route == LatencyRoute::model)
            throw InputError(c.network->word + ": the latency model has no answer: " + *why +
                             "; --method simulation has one");
        if (!why) model.emplace(c.model());
    }

    double lone_latency() {
        if (!zero_load)
            zero_load = model ? model->zero_load_latency()
                              : mean_zero_load_latency(*c.network, *c.routing, *c.traffic, c.simulation);
        return *zero_load;
    }

    // No load gets past it: exact where messages have no choice, else the ports' and that of all channels together,
    // which carry a flit a cycle at most over the hops of shortest paths.
    [[nodiscard]] LoadLimit bound() const {
        LoadLimit limit = greatest_load(setup(), c.simulation);
        const Graph& graph = c.network->graph;
        if (limit.past) return limit;
        const bool shared = c.network->shared_nodes > 0, chooses = c.routing->chooses();
        if (shared && !chooses) {
            const ChannelLoad load = channel_load(*c.network, *c.routing, c.rule, *c.traffic);
            std::vector<double> of_node(c.network->shared_nodes);  // one flit a cycle leaves each
            for (Channel ch = 0; ch < graph.channels(); ++ch) {
                if (graph.source(ch) < of_node.size()) of_node[graph.source(ch)] += load.channel[ch];
            }
            const double most = 1.0 / *std::ranges::max_element(of_node);
            return most < limit.load ? LoadLimit{most, true} : limit;
        }
        constexpr double small = 65536.0;  // channels times destinations, for which the best split is found in a moment
        if (!shared && chooses && static_cast<double>(graph.channels()) * graph.nodes() <= small) {
            const double most = 1.0 / ideal_load(*c.network, *c.routing, c.rule, *c.traffic, {.gap = 0.01}).lower;
            return most < limit.load ? LoadLimit{most, true} : limit;
        }
        double hops = 0.0;
        std::vector<Demand> row;
        for (Node v = 0; v < graph.nodes(); ++v) {
            const double rate = c.traffic->rate(v);
            if (rate <= 0.0) continue;
            const std::vector<std::uint32_t> away = hops_from(graph, v);
            c.traffic->row(v, row);
            double sum = 0.0, far = 0.0;
            // A shared channel takes a flit out of its buffer: the first hop, into one, is free.
            for (const Demand& d : row) sum += d.share, far += d.share * (away[d.destination] - (shared ? 1 : 0));
            hops += rate * far / sum;
        }
        const double most = hops > 0.0 ? (shared ? c.network->shared_nodes : graph.channels()) / hops : limit.load;
        return most < limit.load ? LoadLimit{most, true} : limit;
    }

    void simulate_saturation() {
        const double seconds = options.budget * share_of_saturation;
        if (!affords(seconds)) {
            saturation.emplace(EstimatedSaturation{model->saturation()}).settled = false;
            return;
        }
        EstimatedSaturation s;
        PreciseSearch search{within(), 0.0, hops_in(seconds), knee_factor * lone_latency()};
        if (model) {
            static_cast<SaturationEstimate&>(s) = model->saturation();
            search.guess = s.load;
            search.most = LoadLimit{s.channel_bound, true};
        } else {
            const LoadLimit limit = bound();
            search.most = limit;
            s.channel_bound = limit.load;
            s.port_bound = !limit.past;
            s.vc_bound = std::numeric_limits<double>::infinity();
        }
        s.simulated = true;
        s.interval_class = "simulated";
        const SimulatedSaturation found = precise_saturation(setup(), runs(0.0), search, options.stop);
        deadlocks = found.deadlock;
        if (deadlocks && !model)
            throw ComputationError(c.network->word + ": messages deadlock, 'wafernet deadlock' shows the cycle");
        // Where the budget ends before, the more exact of the two.
        const bool wider = model && !found.settled && found.upper - found.lower > s.upper - s.lower;
        if (deadlocks || wider) {
            saturation.emplace(EstimatedSaturation{model->saturation()});
            saturation->settled = deadlocks;
            return;
        }
        s.load = found.load;
        s.lower = found.lower;
        s.upper = found.upper;
        s.settled = found.settled;
        if (!model && !found.utilisation.empty()) place(s, found.utilisation);
        saturation = s;
    }

    // The busiest channel; of shared ones the node that stands for it, of whose links one at a time carries a flit.
    void place(EstimatedSaturation& s, const std::vector<double>& utilisation) const {
        const Network& network = *c.network;
        std::vector<double> use = utilisation;
        for (Channel ch = 0; ch < use.size() && network.shared_nodes > 0; ++ch) {
            const Node from = network.graph.source(ch);
            if (from >= network.shared_nodes) use[ch] = 0.0;
            else if (const Channel first = network.graph.out(from)[0]; first != ch)
                use[first] += use[ch], use[ch] = 0.0;
        }
        s.bottleneck = static_cast<Channel>(std::ranges::max_element(use) - use.begin());
        s.bottleneck_place = network.shared_nodes > 0
                                 ? "shared channel " + network.addresses.print(network.graph.source(s.bottleneck))
                                 : channel_place(network, s.bottleneck);
    }

    [[nodiscard]] EstimatedPoint simulated(const CurvePoint& p) const {
        EstimatedPoint out{.load = p.load, .status = name(p.status), .simulated = true};
        if (p.status != RunStatus::ok || !p.latency) {
            if (p.status == RunStatus::ok) out.status = "not_reached";
            return out;
        }
        out.latency = p.latency;
        out.source_wait = *p.total_latency - *p.network_latency;
        out.half = p.ci95;
        out.settled = p.runs.front().precise;
        return out;
    }

    [[nodiscard]] EstimatedPoint modelled(const LatencyPoint& p) const {
        EstimatedPoint out{.load = p.load, .status = name(p.status), .latency = p.latency};
        out.source_wait = p.source_wait;
        if (p.latency) out.half = *p.latency * error_of(*model, p.load);
        return out;
    }

    // Where the budget ended before the simulation was exact, the model's point if that is more so.
    [[nodiscard]] EstimatedPoint more_exact(EstimatedPoint p) const {
        const bool done = p.settled && p.status != "not_reached";
        if (!model || options.route == LatencyRoute::simulation || done) return p;
        EstimatedPoint by_model = modelled(model->at(p.load));
        by_model.settled = false;
        if (by_model.half && (!p.half || *by_model.half < *p.half)) return by_model;
        return p;
    }

    // Simulates the points from `first` on that have no status yet.
    void simulate_points(std::vector<EstimatedPoint>& points, std::size_t first, double seconds) const {
        std::vector<double> loads;
        for (std::size_t i = first; i < points.size(); ++i) {
            if (saturation->simulated && saturation->settled && points[i].load > saturation->upper)
                points[i] = {.load = points[i].load, .status = name(RunStatus::saturated), .simulated = true};
            else if (points[i].status.empty()) loads.push_back(points[i].load);
        }
        if (loads.empty()) return;
        const double each_seconds = seconds / static_cast<double>(loads.size());
        if (!affords(each_seconds)) {
            for (std::size_t i = first; i < points.size(); ++i) {
                if (!points[i].status.empty()) continue;
                points[i] = modelled(model->at(points[i].load));
                points[i].settled = false;
            }
            return;
        }
        const SimulationOptions each = runs(each_seconds);
        std::size_t at = first;
        simulate_curve(
            setup(), each, {.loads = loads, .threads = options.threads},
            [&](const CurvePoint& p) {
                while (points[at].load != p.load || !points[at].status.empty()) ++at;
                points[at] = more_exact(simulated(p));
            },
            options.stop);
        for (std::size_t i = first; i < points.size(); ++i) {  // a curve ends with its second saturated load
            if (points[i].status.empty())
                points[i] = {.load = points[i].load, .status = name(RunStatus::saturated), .simulated = true};
        }
    }
};

LatencyEstimate::LatencyEstimate(const LatencyCase& c, EstimateOptions options)
    : parts_(std::make_unique<Parts>(Parts{c, std::move(options)})) {}
LatencyEstimate::~LatencyEstimate() = default;
LatencyEstimate::LatencyEstimate(LatencyEstimate&&) noexcept = default;
LatencyEstimate& LatencyEstimate::operator=(LatencyEstimate&&) noexcept = default;

double LatencyEstimate::zero_load_latency() {
    parts_->make_model();
    return parts_->lone_latency();
}

double LatencyEstimate::solving_seconds() {
    parts_->make_model();
    return parts_->model && !parts_->saturation ? parts_->model->solving_seconds() : 0.0;
}

const EstimatedSaturation& LatencyEstimate::saturation() {
    Parts& p = *parts_;
    if (p.saturation) return *p.saturation;
    p.make_model();
    if (p.model) {
        const SaturationEstimate s = p.model->saturation();
        if (p.by_model((s.upper - s.lower) / 2.0 / s.load)) return p.saturation.emplace(EstimatedSaturation{s});
    }
    p.simulate_saturation();
    return *p.saturation;
}

std::vector<EstimatedPoint> LatencyEstimate::curve(std::span<const double> loads) {
    static_cast<void>(saturation());  // its time is counted before that of the points
    Parts& p = *parts_;
    std::vector<EstimatedPoint> points(loads.size());
    std::size_t first = points.size();  // that is simulated
    for (std::size_t i = 0; i < loads.size(); ++i) {
        points[i].load = loads[i];
        if (first == points.size() && !(p.model && p.by_model(error_of(*p.model, loads[i])))) first = i;
    }
    std::vector<LatencyPoint> of_model;
    if (p.model && first > 0) of_model = p.model->curve(loads);
    for (std::size_t i = 0; i < first; ++i) points[i] = p.modelled(of_model[i]);
    const double seconds = p.options.budget * (1.0 - share_of_saturation);
    p.simulate_points(points, first, seconds);
    // The join: where the two roads differ by more than both may, the model is not to be trusted just below either.
    while (p.model && first > 0 && first < points.size() && points[first].latency && points[first].half) {
        const EstimatedPoint& next = points[first];
        const double apart = std::abs(of_model[first].latency.value_or(0.0) - *next.latency);
        const bool falls = points[first - 1].latency.value_or(0.0) > *next.latency;  // no latency falls with load
        if (!falls && apart <= *next.half + error_of(*p.model, next.load) * *next.latency) break;
        --first;
        points[first] = {.load = points[first].load};
        p.simulate_points(points, first, seconds);
        if (p.options.stop && p.options.stop()) break;
    }
    return points;
}

}  // namespace wafernet
