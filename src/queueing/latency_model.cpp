// The model as its users see it: presets, single points, curves.
#include "wafernet/latency_model.hpp"

#include <algorithm>
#include <cmath>

#include "queueing/classical.hpp"
#include "queueing/fixed_point.hpp"
#include "wafernet/error.hpp"

namespace wafernet {

using namespace queueing;

namespace {

constexpr double fine = 4e-3;   // of the saturation load
constexpr double coarse = 0.03;
constexpr std::size_t many_stations = 700;  // more than this are taken together with others of nearly equal rates

}  // namespace

std::string_view name(PointStatus status) {
    switch (status) {
        case PointStatus::ok: return "ok";
        case PointStatus::low_confidence: return "low_confidence";
        case PointStatus::saturated: return "saturated";
        case PointStatus::not_converged: return "not_converged";
    }
    return "";
}

LatencyOptions latency_preset(std::string_view name) {
    LatencyOptions o;
    o.preset = name;
    if (name == "ideal") return o;
    if (name == "thesis") {
        o.vcs = 3;
        o.buffer_flits = 1;
        o.output_buffer_flits = 1;
        o.injection_direct = true;
        o.ejection_channels = 0;
        o.latency_from_entry = true;
        return o;
    }
    if (name == "booksim-min" || name == "booksim-4stage") {
        const bool slow = name == "booksim-4stage";
        o.buffer_flits = slow ? 8 : 4;
        o.buffer_per_link_cycle = false;
        o.router_cycles = 2;
        o.routing_cycles = slow ? 1 : 0;
        o.allocation_cycles = slow ? 1 : 0;
        o.credit_cycles = slow ? 2 : 1;
        o.credit_uses_link = true;
        o.injection_cycles = 2;
        o.injection_credit_cycles = 2;
        o.ejection_cycles = 3;
        o.ejection_buffer = true;
        o.injection_serial = true;
        o.crossbar_limit = true;
        o.hold_until_buffer_left = false;
        return o;
    }
    const std::string_view names[] = {"thesis", "booksim-min", "booksim-4stage", "ideal"};
    throw InputError("unknown preset '" + std::string(name.substr(0, 40)) + "'" + did_you_mean(name, names) + ", need thesis, booksim-min, booksim-4stage or ideal");
}

struct LatencyModel::Impl {
    const Network* network = nullptr;
    LatencyOptions options;
    Plan plan;
    mutable std::optional<SaturationEstimate> found;
    mutable std::optional<double> roughly;

    [[nodiscard]] Solution solve_at(double load, double blend, const State* start, double give_up = 0.0) const {
        const SolveOptions how{options.latency_from_entry, blend, options.most_steps, give_up};
        if (options.method == LatencyMethod::classical) return solve_classical(plan, load, how);
        return solve(plan, load, how, start);
    }

    // Takes like channels together; roughly where the exact classes are very many.
    void lump() {
        for (const double tolerance : {1e-6, 0.02, 0.1}) {
            Plan smaller = lumped(plan, tolerance);
            const bool enough = smaller.stations.size() <= many_stations;
            if (enough || tolerance > 0.05) {
                plan = std::move(smaller);
                return;
            }
        }
    }

    // Largest load at which the latency stays below eight times its value without load, and the state there.
    [[nodiscard]] std::pair<double, State> knee(double blend, double tolerance) const {
        const double limit = 8.0 * plan.zero_load;
        double low = 0.0, high = plan.bound;
        std::optional<State> best;
        // From below: each solution starts from the one before.
        double step = plan.bound / 8.0;
        double load = step;
        while (load < high && step > tolerance * low + 1e-4 * plan.bound) {
            const Solution s = solve_at(load, blend, best ? &*best : nullptr, limit);
            if (s.outcome == Outcome::saturated || s.total > limit || s.outcome == Outcome::exhausted) {
                high = load;
            } else {
                low = load;
                best = s.state;
            }
            step = std::min(step, (high - low) / 2.0);
            load = low + step;
        }
        return {(low + high) / 2.0, best ? std::move(*best) : State{}};
    }

    [[nodiscard]] SaturationEstimate estimate() const {
        SaturationEstimate e;
        e.channel_bound = plan.bound;
        auto [first, state] = knee(1.0, fine);
        const double second = options.method == LatencyMethod::classical ? first : knee(0.0, fine).first;
        e.load = std::min(plan.bound, (first + second) / 2.0);
        e.lower = std::min(first, second) * 0.97;
        e.upper = std::min(plan.bound, std::max(first, second) * 1.03);
        place(e, state);
        return e;
    }

    // The station that is fullest: its VCs are held for the largest share of the time.
    void place(SaturationEstimate& e, const State& state) const {
        std::uint32_t worst = 0;
        double most = -1.0;
        for (std::uint32_t i = 0; i < plan.stations.size(); ++i) {
            const Station& s = plan.stations[i];
            const double holding = state.empty() ? plan.flits : state[i];
            const double use = s.kind == Kind::network ? s.rate * holding / s.vcs : s.rate * plan.flits / s.capacity / std::max(1.0, plan.flits);
            if (s.kind == Kind::network && use > most * (1.0 + 1e-9)) most = use, worst = i;
        }
        const Station& full = plan.stations[plan.group[plan.full_group].front()];
        if (full.kind != Kind::network && (most < 0.0 || full.rate * plan.flits / full.capacity > 1.5 * channel_most())) {
            e.bottleneck_place = std::string(full.kind == Kind::injection ? "injection" : "ejection") + " port of node " + network->addresses.print(full.channel);
            return;
        }
        if (most < 0.0) return;
        e.bottleneck = plan.stations[worst].channel;
        const LinkLabel& label = network->graph.label(Graph::link(e.bottleneck));
        constexpr std::string_view axes = "xyz";
        e.bottleneck_place = "level " + std::to_string(label.level) + ", axis " +
                             (label.axis < axes.size() ? std::string(1, axes[label.axis]) : std::to_string(label.axis)) +
                             (network->graph.direction(e.bottleneck) > 0 ? "+" : "-") + (label.wrap ? " (wrap-around)" : "");
    }

    [[nodiscard]] double channel_most() const { return plan.channel.empty() ? 0.0 : *std::max_element(plan.channel.begin(), plan.channel.end()); }

    // A rough saturation load, enough to say how far a point can be trusted.
    [[nodiscard]] double rough() const {
        if (found) return found->load;
        if (!roughly) roughly = std::min(plan.bound, knee(0.5, coarse).first);
        return *roughly;
    }

    [[nodiscard]] const SaturationEstimate& saturation() const {
        if (!found) found = estimate();
        return *found;
    }

    [[nodiscard]] LatencyPoint point(double load, std::optional<State>& state) const {
        if (!std::isfinite(load) || load < 0.0) throw InputError("the load is " + std::to_string(load) + ", need a number of 0 or more");
        LatencyPoint p;
        p.load = load;
        if (load >= plan.bound) {
            p.status = PointStatus::saturated;
            return p;
        }
        if (load == 0.0) {
            p.latency = plan.zero_load;
            p.source_wait = 0.0;
            return p;
        }
        const double limit = 8.0 * plan.zero_load;
        Solution s = solve_at(load, options.variance_blend, state ? &*state : nullptr, limit);
        if (s.outcome == Outcome::exhausted && state) s = solve_at(load, options.variance_blend, nullptr, limit);
        if (s.outcome != Outcome::converged && options.variance_blend > 0.0) s = solve_at(load, 0.0, nullptr, limit);
        p.steps = s.steps;
        if (s.outcome == Outcome::saturated) {
            p.status = PointStatus::saturated;
        } else if (s.outcome == Outcome::exhausted) {
            p.status = PointStatus::not_converged;
        } else {
            p.latency = s.latency;
            p.source_wait = s.source_wait;
            p.status = load > 0.75 * rough() ? PointStatus::low_confidence : PointStatus::ok;
            state = std::move(s.state);
        }
        return p;
    }
};

LatencyModel::LatencyModel(const Network& network, const Routing& routing, const VcRule& rule, const Traffic& traffic, const LatencyOptions& options)
    : impl_(std::make_unique<Impl>()) {
    if (network.shared_nodes > 0) throw InputError(network.word + " has shared channels, which the latency model does not know, 'wafernet simulate' measures them");
    impl_->network = &network;
    impl_->options = options;
    LatencyOptions& o = impl_->options;
    if (o.link_latency.empty() && !network.channel_latency_cycles.empty()) {
        for (Link l = 0; l < network.graph.links(); ++l) o.link_latency.push_back(network.channel_latency_cycles[2 * l]);
    }
    impl_->plan = make_plan(network, routing, rule, traffic, o);
    if (impl_->plan.flows.empty()) impl_->lump();
}
LatencyModel::~LatencyModel() = default;
LatencyModel::LatencyModel(LatencyModel&&) noexcept = default;
LatencyModel& LatencyModel::operator=(LatencyModel&&) noexcept = default;

double LatencyModel::zero_load_latency() const { return impl_->plan.zero_load; }
double LatencyModel::mean_hops() const { return impl_->plan.mean_hops; }
double LatencyModel::channel_bound() const { return impl_->plan.bound; }
SaturationEstimate LatencyModel::saturation() const { return impl_->saturation(); }
std::vector<double> LatencyModel::channel_rates() const { return impl_->plan.channel; }
bool LatencyModel::path_by_path() const { return !impl_->plan.flows.empty(); }

LatencyPoint LatencyModel::at(double load) const {
    std::optional<State> state;
    return impl_->point(load, state);
}

std::vector<LatencyPoint> LatencyModel::curve(std::span<const double> loads) const {
    std::vector<LatencyPoint> points;
    std::optional<State> state;
    double last = 0.0;
    for (const double load : loads) {
        if (load < last) state.reset();
        points.push_back(impl_->point(load, state));
        last = load;
    }
    return points;
}

}  // namespace wafernet
