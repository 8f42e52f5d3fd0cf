// Where a network saturates: a search that makes its runs longer until its answer stays.
#include <algorithm>
#include <cmath>

#include "sim/engine.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/routing/channel_load.hpp"
#include "wafernet/sim/load_curve.hpp"

namespace wafernet {

namespace {

constexpr std::uint64_t first_share = 8;  // of the cycles asked for: what the first round measures
constexpr std::uint64_t longer = 4;       // times, from one round to the next
constexpr int most_rounds = 4;            // the last of eight times the cycles asked for
constexpr double coarse = 4.0;  // times the precision, in the first round, whose answer nothing is compared with
constexpr double least_load = 1e-6;

// One round: loads between which the network saturates, by runs of one length.
class Round {
public:
    Round(const SaturationRuns& runs, std::uint64_t cycles, double most, bool most_is_past)
        : runs_(runs), cycles_(cycles), high_(most), past_(most_is_past) {}

    // Narrows the bracket to `precision` of itself, from `guess`; 0: none.
    void search(double guess, double precision) {
        if (guess > 0.0) {  // both sides of it first
            double step = precision / 2.0;
            if (try_load(std::min(guess * (1.0 + step), high_))) {
                for (; low_ == 0.0 && high_ > least_load && !stopped(); step = std::min(4.0 * step, 0.5 + step / 2.0))
                    try_load(guess * (1.0 - step));
            } else {
                do step *= 4.0;
                while (low_ < high_ && !stopped() && !try_load(std::min(guess * (1.0 + step), high_)));
            }
        } else {
            double x = past_ ? 0.6 * high_ : high_ / 16.0;
            while (!try_load(x) && !past_ && low_ < high_ && !stopped()) x = std::min(2.0 * low_, high_);
        }
        while (past_ && high_ - low_ > precision * high_ && high_ > least_load && !stopped()) try_load(next(precision));
    }

    /// Whether the greatest load there is was tried and is not past saturation.
    [[nodiscard]] bool never() const { return !past_; }
    [[nodiscard]] double low() const { return low_; }
    [[nodiscard]] double high() const { return high_; }

private:
    [[nodiscard]] bool stopped() const { return runs_.stop && runs_.stop(); }

    bool try_load(double load) {
        if (past_ && load >= high_) return true;
        const SaturationRuns::Verdict v = runs_.judge(load, cycles_);
        if (!v.decided) return v.past;
        if (v.past) {
            high_ = load;
            left_at_high_ = v.left;
            past_ = true;
            served_ = v.served.value_or(0.0);
        } else {
            low_ = load;
            left_at_low_ = v.left;
        }
        return v.past;
    }

    // What is left of the way to saturation, 1 - latency / limit, is nearly a straight line there. The next load lies
    // beyond where it ends, seen from the nearer side, so that both sides come close.
    [[nodiscard]] double next(double precision) const {
        const double width = high_ - low_;
        double at = low_ + 0.5 * width;
        if (low_ > 0.0 && left_at_low_ > 0.0)
            at = low_ + width * left_at_low_ / (left_at_low_ - std::min(left_at_high_, 0.0) + 1e-9);
        if (served_ > low_ && served_ < high_) at = served_;
        const double side = precision * at / 3.0;
        at += at - low_ < high_ - at ? side : -side;
        return std::clamp(at, low_ + 0.1 * width, high_ - 0.1 * width);
    }

    const SaturationRuns& runs_;
    std::uint64_t cycles_;
    double low_ = 0.0, high_ = 0.0;
    double left_at_low_ = 1.0, left_at_high_ = -1.0;
    bool past_ = false;
    double served_ = 0.0;  // 0: not known
};

// The load at which the busiest channel or port carries a flit a cycle; nothing where messages choose between channels.
std::optional<double> exact_bound(const SimulationSetup& s, const SimulationOptions& o) {
    if (s.network.shared_nodes > 0 || s.routing.weighs() ||
        (s.routing.chooses() && o.router.output != OutputPolicy::random))
        return std::nullopt;
    if (o.router.ports.injection_channels > 1 || o.router.ports.ejection_channels > 1)
        return std::nullopt;  // of ports, several
    double largest = 0.0;
    std::vector<double> taken(s.network.graph.nodes());
    std::vector<Demand> row;
    for (Node v = 0; v < s.network.graph.nodes(); ++v) {
        const double rate = s.traffic.rate(v);
        largest = std::max(largest, rate);
        if (rate <= 0.0 || o.router.ports.ejection_channels == 0) continue;
        s.traffic.row(v, row);
        double sum = 0.0;
        for (const Demand& d : row) sum += d.share;
        for (const Demand& d : row) taken[d.destination] += rate * d.share / sum;
    }
    for (const double t : taken) largest = std::max(largest, t);
    try {
        largest = std::max(largest, busiest(s.network, channel_load(s.network, s.routing, s.rule, s.traffic)));
    } catch (const ComputationError&) {  // routes that the loads cannot be followed on: simulated without
        return std::nullopt;
    }
    if (largest <= 0.0) return std::nullopt;
    return 1.0 / largest;
}

}  // namespace

LoadLimit greatest_load(const SimulationSetup& s, const SimulationOptions& options) {
    const double most = sim::greatest_load(options.router);
    const std::optional<double> bound = exact_bound(s, options);
    return bound && *bound < most ? LoadLimit{*bound, true} : LoadLimit{most, false};
}

SimulatedSaturation search_saturation(const SaturationRuns& runs, std::uint64_t cycles, double most, bool most_is_past,
                                      double guess, double precision) {
    constexpr double finest = 1e-12;  // loads are numbers of 16 digits
    if (!(precision >= finest))
        throw InputError("the precision of the saturation load is " + std::to_string(precision) +
                         ", need 1e-12 or more");
    SimulatedSaturation answer;
    std::uint64_t length = std::max<std::uint64_t>(cycles / first_share, 1);
    for (int round = 0; round < most_rounds && !(runs.stop && runs.stop()); ++round, length *= longer) {
        Round r(runs, length, most, most_is_past);
        r.search(guess, round == 0 ? coarse * precision : precision);
        const double load = r.never() ? most : (r.low() + r.high()) / 2.0;
        const bool same = round > 1 && std::abs(load - answer.load) <= precision * answer.load;
        answer = {load, r.never() ? most : r.low(), r.high(), same, length};
        if (same) break;
        guess = load;
    }
    return answer;
}

SimulatedSaturation simulated_saturation(const SimulationSetup& s, const SimulationOptions& options, double factor,
                                         double precision, const std::function<bool()>& stop) {
    const double limit = factor * mean_zero_load_latency(s.network, s.routing, s.traffic, options);
    SaturationRuns runs;
    runs.stop = stop;
    runs.judge = [&](double load, std::uint64_t cycles) -> SaturationRuns::Verdict {
        SimulationOptions o = options;
        o.load = load;
        o.cycles = cycles;
        if (!o.from_empty) o.warmup = std::max(o.warmup, cycles / 4);
        const std::vector<CurvePoint> points = simulate_curve(s, o, {{load}, 1, 1, false}, {}, stop);
        if (points.empty() || points.front().status != RunStatus::ok || !points.front().total_latency)
            return {true, -1.0, points.empty() ? std::nullopt : points.front().runs.front().served_load};
        const double left = 1.0 - *points.front().total_latency / limit;
        return {left < 0.0, left, std::nullopt};
    };
    const LoadLimit most = greatest_load(s, options);
    return search_saturation(runs, options.cycles, most.load, most.past, 0.0, precision);
}

SimulatedSaturation precise_saturation(const SimulationSetup& s, const SimulationOptions& options,
                                       const PreciseSearch& search, const std::function<bool()>& stop) {
    constexpr double decided_within = 0.1;           // latency rises at the knee by this in 1 % of the load or less
    constexpr std::uint64_t decided_cycles = 50000;  // a run that is not decided then is at the knee
    // Adaptive routings carry more for thousands of cycles than they do in the long run: a second round, from the
    // answer of the first, measures so many before it takes a load for one that is carried.
    constexpr std::uint64_t confirmed_cycles = 20000;
    const double limit = search.limit > 0.0
                             ? search.limit
                             : knee_factor * mean_zero_load_latency(s.network, s.routing, s.traffic, options);
    SimulatedSaturation answer;
    std::uint64_t hops = 0;
    double below = 0.0;
    const auto spent = [&] { return search.most_hops > 0 && hops >= search.most_hops; };
    SaturationRuns runs;
    runs.stop = [&] { return answer.deadlock || spent() || (stop && stop()); };
    runs.judge = [&](double load, std::uint64_t most) -> SaturationRuns::Verdict {
        SimulationOptions o = options;
        o.load = load;
        o.cycles = std::min(options.cycles, decided_cycles);
        o.least_cycles = std::min(most, o.cycles);
        o.precision = decided_within;
        o.latency_limit = limit;
        if (search.most_hops > 0) o.most_hops = search.most_hops - hops;
        std::vector<CurvePoint> points = simulate_curve(s, o, {{load}, 1, 1, false}, {}, stop);
        if (points.empty()) return {true, -1.0, std::nullopt};
        SimulationResult& run = points.front().runs.front();
        hops += run.flit_hops;
        answer.cycles = std::max(answer.cycles, run.cycles);
        answer.deadlock = answer.deadlock || run.status == RunStatus::deadlock;
        const bool decided = run.precise || !spent();
        if (run.status != RunStatus::ok || !run.total_latency) return {true, -1.0, run.served_load, decided};
        const double left = 1.0 - run.total_latency->mean / limit;
        if (decided && left >= 0.0 && load > below) {
            below = load;
            answer.utilisation = std::move(run.utilisation);
        }
        return {left < 0.0, left, std::nullopt, decided};
    };
    const LoadLimit most = search.most ? *search.most : greatest_load(s, options);
    answer.load = search.guess;
    for (const std::uint64_t least : {std::uint64_t{0}, confirmed_cycles}) {
        if (least > 0 && (runs.stop() || !s.routing.chooses())) break;
        Round round(runs, least, most.load, most.past);
        round.search(std::min(answer.load, most.load), search.within);
        if (spent() && least > 0) break;  // the first answer is narrower
        const bool never = round.never() && !spent();
        answer.lower = never ? most.load : round.low();
        answer.upper = never ? most.load : round.high();
        answer.load = (answer.lower + answer.upper) / 2.0;
    }
    answer.settled = !spent() && answer.upper - answer.lower <= search.within * answer.upper;
    return answer;
}

double find_saturation(const SimulationSetup& s, const SimulationOptions& options, double factor, double precision,
                       const std::function<bool()>& stop) {
    return simulated_saturation(s, options, factor, precision, stop).load;
}

}  // namespace wafernet
