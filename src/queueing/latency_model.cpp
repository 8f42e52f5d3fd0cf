// The model as its users see it: presets, single points, curves.
#include "wafernet/queueing/latency_model.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/activity.hpp"
#include "queueing/choices.hpp"
#include "queueing/classical.hpp"
#include "queueing/fixed_point.hpp"
#include "queueing/saturation_interval.hpp"
#include "queueing/saturation_search.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/routing/channel_load.hpp"
#include "wafernet/routing/combinators.hpp"
#include "wafernet/routing/route.hpp"

namespace wafernet {

using namespace queueing;

namespace {

constexpr std::size_t guess_points = 4;     // solutions at other loads that say where the next one is
constexpr double other_branch = 0.05;       // relative difference of latencies that are of different solutions
constexpr double same_load = 0.03;          // relative: of two that are nearer the one found by the search is left out
constexpr double again = 1e-3;              // the same of the others
constexpr double queues_grow_to = 1.5;      // times the saturation load: the pole of a state, as seen from lower loads
constexpr std::size_t spread_loads = 7;     // of a curve, solved first
constexpr std::size_t most_solved = 12;     // that are kept
constexpr double trusted = 0.75;            // of the saturation load: above, the estimate is known to be low
constexpr double trusted_of_choices = 0.5;  // the same of adaptive routings
constexpr int vcs_of_choices = 5;        // up to which these were held against the simulator: with more none is trusted
constexpr double classical_ends = 1.03;  // times the knee of the classical model, there its numbers end
constexpr int splits = 2;                // rounds in which the traffic of adaptive routings finds its ways
constexpr int most_splits = 8;           // the same with detours, which load other channels
constexpr double same_bound = 0.02;      // relative difference of the bounds where they do no more
constexpr double least_share = 1e-4;     // of a way that is nearly never taken
constexpr double detours_rise = 3.0;     // power of the load with which the share of detours rises to saturation
constexpr double same_rate = 1e-6;       // relative difference
constexpr double rounding = 1e-4;        // the same, of the latency of an idle network as the iteration finds it
constexpr int far = 8;                   // hops
constexpr std::size_t many_arcs = 20'000;  // of the sweeps along the paths, that make a round slow
constexpr std::size_t some_arcs = 1'000;   // the same where saturation changes by a few per cent at most

}  // namespace

std::string_view name(PointStatus status) {
    constexpr std::array<std::string_view, 4> names{"ok", "low_confidence", "saturated", "not_converged"};
    return names.at(static_cast<std::size_t>(status));
}

struct LatencyModel::Impl {
    const Network* network = nullptr;
    LatencyOptions options;
    bool detours = false;                  // whose share the model knows roughly
    std::unique_ptr<LatencyModel> direct;  // the same without detours, where these are taken last: few do at light load
    bool shares_fixed = false;             // messages turn to what is free, and the method does not know that
    Plan plan;
    // A load and what came out.
    struct Solved {
        double load = 0.0;
        double total = 0.0;  // latency from creation; 0: not known
        State state;         // empty: not known
    };
    struct Limit {
        SaturationEstimate estimate;
        double knee = 0.0;
        std::optional<NearKnee> curve;  // latencies near it
        std::vector<Solved> below;      // on the way to it, rising
    };
    mutable std::optional<Limit> found;

    struct Track {
        explicit Track(const Plan& plan) : solver(plan) {}
        Solver solver;
        std::vector<Solved> solved;

        // Where the solution lies on the polynomial through the nearest loads, these and those of the search for
        // saturation; not far beyond.
        [[nodiscard]] Solved guess(double at, const Limit* limit) const {
            std::vector<const Solved*> known;
            for (const Solved& s : solved) known.push_back(&s);
            if (limit != nullptr) {
                for (const Solved& s : limit->below) {
                    if (std::ranges::none_of(
                            known, [&](const Solved* o) { return std::abs(o->load - s.load) < same_load * at; }))
                        known.push_back(&s);
                }
            }
            if (known.empty()) return {};
            const std::size_t points = std::min(known.size(), guess_points);
            std::partial_sort(
                known.begin(), known.begin() + static_cast<std::ptrdiff_t>(points), known.end(),
                [&](const Solved* a, const Solved* b) { return std::abs(a->load - at) < std::abs(b->load - at); });
            known.resize(points);
            const auto [low, high] = std::minmax_element(
                known.begin(), known.end(), [](const Solved* a, const Solved* b) { return a->load < b->load; });
            if (at <= (*low)->load) return {at, 0.0, (*low)->state};
            at = std::min(at, (*high)->load + ((*high)->load - (*low)->load) / 2.0);
            const double pole = limit != nullptr ? queues_grow_to * limit->knee : 0.0;
            const auto grown = [&](double load) { return pole > 0.0 ? load / (pole - load) : load; };
            Solved guess{at, 0.0, State(known.front()->state.size(), 0.0)};
            for (const Solved* its : known) {
                double share = 1.0;
                for (const Solved* other : known) {
                    if (other != its)
                        share *= (grown(at) - grown(other->load)) / (grown(its->load) - grown(other->load));
                }
                for (std::size_t i = 0; i < guess.state.size(); ++i) guess.state[i] += share * its->state[i];
                guess.total += share * its->total;
            }
            return guess;
        }
        void add(double load, Solution s) {
            if (std::ranges::any_of(solved, [&](const Solved& o) { return std::abs(o.load - load) < again * load; }))
                return;
            if (solved.size() == most_solved)
                solved.erase(solved.begin() +
                             static_cast<std::ptrdiff_t>(spread_loads));  // those before lie all over the curve
            solved.push_back({load, s.total, std::move(s.state)});
        }
    };

    [[nodiscard]] Solution solve_at(Track& track, double load, const Solved& start, double give_up,
                                    int steps = 0) const {
        const SolveOptions how{.hold_from_entry = options.router.latency_from == LatencyStart::entry,
                               .most_steps = steps > 0 ? steps : options.most_steps,
                               .impatient = steps > 0,
                               .expected = start.total,
                               .give_up = give_up};
        if (options.method == LatencyMethod::classical) return solve_classical(plan, load, how);
        return track.solver.solve(load, how, start.state.empty() ? nullptr : &start.state);
    }

    // Takes channels together that are alike with those around them within so many hops, where that leaves no more than
    // `most` arcs; else those that are alike by themselves, roughly where that leaves very many.
    void lump(int hops = 0, std::size_t most = 0) {
        std::optional<Plan> smaller;
        if (hops > 0 && plan.onward.size() <= many_arcs) smaller = lumped(plan, same_rate, hops, most);
        for (const double tolerance : {same_rate, 0.02})
            if (!smaller) smaller = lumped(plan, tolerance, 0, many_arcs);
        plan = smaller ? *std::move(smaller) : *lumped(plan, 0.1, 0);
    }

    // Largest load at which the classical model stays below the knee's latency, by halves.
    [[nodiscard]] double classical_knee() const {
        double low = 0.0, high = plan.bound;
        while (high - low > 1e-3 * high && high > 1e-6 * plan.bound) {
            const double middle = (low + high) / 2.0;
            const Solution s = solve_classical(
                plan, middle,
                {.hold_from_entry = options.router.latency_from == LatencyStart::entry, .most_steps = knee_steps});
            (s.outcome == Outcome::converged && s.total < knee_latency * plan.zero_load ? low : high) = middle;
        }
        return low;
    }

    [[noreturn]] void no_solution() const {
        throw ComputationError("the model has no solution at any load of " + network->word + " that was tried");
    }

    [[nodiscard]] Limit estimate() const {
        Limit l;
        SaturationEstimate& e = l.estimate;
        e.channel_bound = plan.channel_bound;
        e.port_bound = plan.stations[plan.group[plan.full_group].front()].kind != Kind::network;
        e.vc_bound = plan.vc_bound;
        const bool classical = options.method == LatencyMethod::classical;
        Climb climb;
        l.knee =
            classical ? classical_knee() : find_knee(plan, options.router.latency_from == LatencyStart::entry, climb);
        if (!(l.knee > 0.0)) no_solution();
        e.load = std::min(plan.bound, l.knee);
        const SaturationBand& band = saturation_band(traits_of(plan, e.load, classical));
        e.lower = e.load * (1.0 - band.below);
        e.upper = std::min({plan.channel_bound, plan.vc_bound, e.load * (1.0 + band.above)});
        e.interval_class = band.name;
        if (!classical) l.curve.emplace(climb, l.knee);
        for (std::size_t k = 0; k < climb.load.size() && (k == 0 || climb.load[k] > climb.load[k - 1]); ++k)
            l.below.push_back({climb.load[k], plan.zero_load / climb.y[k], climb.state[k]});
        place(e, climb.state.empty() ? State{} : climb.state.back());
        return l;
    }

    // The station that is fullest: its VCs are held for the largest share of the time, where messages meet.
    void place(SaturationEstimate& e, const State& state) const {
        std::uint32_t worst = 0;
        double most = -1.0;
        for (std::uint32_t i = 0; i < plan.stations.size(); ++i) {
            const Station& s = plan.stations[i];
            const double use = s.rate * (state.empty() ? plan.flits : state[i]) / s.vcs;
            if (s.kind == Kind::network && use > most * (1.0 + 1e-9)) most = use, worst = i;
        }
        const Station& full = plan.stations[plan.group[plan.full_group].front()];
        if (full.kind != Kind::network &&
            (most < 0.0 || full.rate * plan.flits / full.capacity > 1.5 * *std::ranges::max_element(plan.channel))) {
            e.bottleneck_place = std::string(full.kind == Kind::injection ? "injection" : "ejection") +
                                 " port of node " + network->addresses.print(full.channel);
            return;
        }
        if (most < 0.0) return;
        if (plan.shared && full.kind == Kind::network) {
            e.bottleneck = full.channel;
            e.bottleneck_place = "shared channel " + network->addresses.print(network->graph.source(full.channel));
            return;
        }
        e.bottleneck = plan.stations[worst].channel;
        if (network->family == nullptr) {  // a network of a file has no levels and axes
            e.bottleneck_place = network->addresses.print(network->graph.source(e.bottleneck)) + " -> " +
                                 network->addresses.print(network->graph.target(e.bottleneck));
            return;
        }
        e.bottleneck_place = channel_place(network->graph, e.bottleneck);
    }

    [[nodiscard]] const Limit& limit() const { return found ? *found : found.emplace(estimate()); }

    [[nodiscard]] const Plan& alone() const { return direct ? direct->impl_->plan : plan; }
    [[nodiscard]] double trust() const { return plan.choices.empty() ? trusted : trusted_of_choices; }
    [[nodiscard]] bool doubtful() const {
        return detours || shares_fixed || (!plan.choices.empty() && options.router.vcs > vcs_of_choices);
    }

    [[nodiscard]] LatencyPoint on_curve(double load) const {
        const NearKnee::Point there = limit().curve->at(load);
        LatencyPoint p;
        p.latency =
            plan.zero_load * (options.router.latency_from == LatencyStart::entry ? there.from_entry : there.total);
        p.source_wait = plan.zero_load * there.at_source;
        return p;
    }

    [[nodiscard]] LatencyPoint solved_point(double load, Track& track) const {
        if (!std::isfinite(load) || load < 0.0)
            throw InputError("the load is " + std::to_string(load) + ", need a number of 0 or more");
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
        const double most = knee_latency * plan.zero_load;
        // Where the search for the knee has not been needed yet: a solution at a load well above says as much.
        bool low = false;
        if (!found && load < trust() * plan.bound) {
            const Solution above = solve_at(track, load / trust(), {}, most, knee_steps);
            low = above.outcome == Outcome::converged && above.total <= most;
        }
        const bool classical = options.method == LatencyMethod::classical;
        p.status = doubtful() || (!low && load > (1.0 + 1e-9) * trust() * limit().estimate.load)
                       ? PointStatus::low_confidence
                       : PointStatus::ok;
        const bool near = !low && !classical && load > curve_begins * limit().knee;
        if (classical ? found && load > classical_ends * limit().knee : near && load >= limit().estimate.load) {
            p.status = PointStatus::saturated;
            return p;
        }
        Solution s = solve_at(track, load, track.guess(load, found ? &*found : nullptr), most);
        const auto too_low = [&] {
            return s.outcome == Outcome::converged && std::min(s.total, s.latency) < (1.0 - rounding) * plan.zero_load;
        };
        if (too_low()) s = solve_at(track, load, {}, most);  // from the idle network
        if (too_low()) s.outcome = Outcome::exhausted;
        // Near saturation, where a fixed point may be another one, only what the search has found as well.
        const bool elsewhere =
            near && std::abs(s.total - plan.zero_load * limit().curve->at(load).total) > other_branch * s.total;
        if (s.outcome == Outcome::converged && s.total < most && !elsewhere) {
            p.latency = s.latency, p.source_wait = s.source_wait;
            track.add(load, std::move(s));
            return p;
        }
        if (classical || (!near && s.outcome == Outcome::exhausted)) {
            p.status = s.outcome == Outcome::exhausted ? PointStatus::not_converged : PointStatus::saturated;
            return p;
        }
        const LatencyPoint there = on_curve(load);
        p.latency = there.latency, p.source_wait = there.source_wait;
        return p;
    }

    [[nodiscard]] LatencyPoint point(double load, Track& track) const {
        LatencyPoint p = solved_point(load, track);
        if (p.latency) p.latency = std::max(*p.latency, plan.zero_load);
        const LatencyPoint shortest = direct && p.latency ? direct->at(load) : LatencyPoint();
        if (!shortest.latency) return p;
        const double rare = 1.0 - std::pow(std::min(1.0, load / limit().estimate.load), detours_rise);
        *p.latency -= rare * std::max(0.0, *p.latency - *shortest.latency);
        *p.source_wait -= rare * std::max(0.0, *p.source_wait - *shortest.source_wait);
        return p;
    }
};

LatencyOptions::LatencyOptions(RouterConfig its_router) : router(std::move(its_router)) {
    switch (router.output) {
        case OutputPolicy::preferred:
            choice = WayChoice::preferred;
            break;
        case OutputPolicy::xy:
            choice = WayChoice::lowest_axis;
            break;
        case OutputPolicy::no_turn:
            choice = WayChoice::straight;
            break;
        case OutputPolicy::zigzag:  // changes from node to node: on average as if any would do
        case OutputPolicy::most_free:
            choice = WayChoice::most_free;
            break;
        case OutputPolicy::random:
            choice = WayChoice::random;
            break;
    }
}

LatencyModel::LatencyModel(const Network& network, const Routing& routing, const VcRule& rule, const Traffic& traffic,
                           const LatencyOptions& options)
    : impl_(std::make_unique<Impl>()) {
    if (network.shared_nodes > 0 && options.method == LatencyMethod::classical)
        throw InputError(network.word + " has shared channels, which the classical model does not know");
    need_known_shares(routing, "the latency model");
    impl_->network = &network;
    impl_->options = options;
    LatencyOptions& o = impl_->options;
    if (o.channel_latency.empty())
        o.channel_latency.assign(network.channel_latency_cycles.begin(), network.channel_latency_cycles.end());
    impl_->plan = make_plan(network, routing, rule, traffic, o);
    // A message that comes to a busy channel is likely to come to busy ones next: were channels elsewhere taken for
    // these, the load of the fullest would seem spread over all. Most where every source sends to a few destinations
    // and few channels lead to it; else, with all channels of a hot spot different, a look one hop around changes
    // saturation by no more than 4 % (9 % in a TESH).
    const Plan& plan = impl_->plan;
    if (!plan.flows.empty()) impl_->plan = *lumped(plan, same_rate, 0);
    else if (!plan.choices.empty() || (plan.shared && traffic.uniform())) impl_->lump();
    else if (plan.few_pairs) impl_->lump(far, many_arcs);
    else impl_->lump(1, some_arcs);
    check_state(network, plan.stations.size(), 700 * (plan.stations.size() + plan.slots.size()));  // of solving it
    impl_->detours = routing.chooses() && takes_detours(network.graph, routing, terminals_of(network));
    if (impl_->detours && o.choice != WayChoice::random)
        impl_->direct = std::make_unique<LatencyModel>(network, *without_detours(routing), rule, traffic, options);
    impl_->shares_fixed = routing.chooses() && o.method == LatencyMethod::classical && o.choice != WayChoice::random;
    // Messages choose their ways by how full these are, and fill them by that: as it is near saturation, at all loads.
    std::vector<double> shares;
    const int rounds = plan.choices.empty() ? 0 : impl_->detours ? most_splits : splits;
    double last = 0.0;
    for (int round = 0; round < rounds && (round < splits || std::abs(plan.bound - last) > same_bound * last);
         ++round) {
        last = plan.bound;
        const std::vector<double> now = shares_near_knee(plan);
        if (now.empty()) impl_->no_solution();
        shares.resize(plan.way_of.size(), least_share);
        for (std::size_t k = 0; k < shares.size(); ++k) {
            const std::uint32_t w = plan.way_of[k];
            if (w == none) continue;
            const double share = std::max(least_share, now[w]);
            shares[k] = round == 0 ? share : shares[k] + (share - shares[k]) / std::max(2, round - 1);  // smaller steps
        }
        impl_->plan = make_plan(network, routing, rule, traffic, o, shares);
        impl_->lump();
    }
    if (rounds == 0) return;
    const double as_taken = plan.bound;
    impl_->plan.split_bound = split_bound(network, routing, rule, traffic);
    bound_load(impl_->plan);
    impl_->plan.bound = std::min(plan.bound, as_taken);
}
LatencyModel::~LatencyModel() = default;
LatencyModel::LatencyModel(LatencyModel&&) noexcept = default;
LatencyModel& LatencyModel::operator=(LatencyModel&&) noexcept = default;

double LatencyModel::zero_load_latency() const { return impl_->alone().zero_load; }
double LatencyModel::mean_hops() const { return impl_->alone().mean_hops; }
double LatencyModel::channel_bound() const { return impl_->plan.channel_bound; }
SaturationEstimate LatencyModel::saturation() const { return impl_->limit().estimate; }
std::vector<double> LatencyModel::channel_rates() const { return impl_->plan.channel; }
bool LatencyModel::path_by_path() const { return !impl_->plan.flows.empty(); }

LatencyPoint LatencyModel::at(double load) const {
    Impl::Track track(impl_->plan);
    return impl_->point(load, track);
}

std::vector<LatencyPoint> LatencyModel::curve(std::span<const double> loads) const {
    std::vector<LatencyPoint> points(loads.size());
    Impl::Track track(impl_->plan);
    Activity activity("solving loads", loads.size());
    const std::size_t every = (loads.size() + spread_loads - 1) / spread_loads;
    for (const bool spread : {true, false}) {
        for (std::size_t k = 0; k < loads.size(); ++k)
            if ((k % every == every - 1) == spread) points[k] = impl_->point(loads[k], track), activity.one_more();
    }
    return points;
}

}  // namespace wafernet
