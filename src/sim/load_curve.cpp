#include "wafernet/sim/load_curve.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <condition_variable>
#include <exception>
#include <mutex>

#include "base/parallel.hpp"
#include "sim/engine.hpp"

namespace wafernet {

namespace {

CurvePoint merge(double load, std::vector<SimulationResult> runs, const sim::LatencySample& messages) {
    CurvePoint p;
    p.load = load;
    p.status = status_of(runs);
    std::vector<double> latencies;
    const auto n = static_cast<double>(runs.size());
    double network = 0.0;
    double total = 0.0;
    for (const SimulationResult& r : runs) {
        p.offered += r.offered / n;
        p.injected += r.injected / n;
        p.accepted += r.accepted / n;
        if (!r.latency) continue;
        latencies.push_back(r.latency->mean);
        network += r.network_latency->mean;
        total += r.total_latency->mean;
    }
    if (!latencies.empty()) {
        const auto k = static_cast<double>(latencies.size());
        double mean = 0.0;
        for (const double l : latencies) mean += l / k;
        p.latency = mean;
        p.network_latency = network / k;
        p.total_latency = total / k;
        p.ci95 = interval95(latencies);
        for (const SimulationResult& r : runs) {
            if (r.latency && latencies.size() == 1) p.ci95 = r.latency->ci95;
        }
    }
    p.messages = runs.size() == 1 ? runs.front().latency : messages.summary();
    constexpr std::size_t most_bins = 32;
    p.histogram = messages.histogram(most_bins);
    p.runs = std::move(runs);
    return p;
}

// The runs of a curve: every seed of every load that is not known, by several threads in the order of the loads.
class CurveRuns {
public:
    CurveRuns(const SimulationSetup& setup, const SimulationOptions& options, const CurveOptions& curve,
              std::vector<double> loads)
        : setup_(setup),
          options_(options),
          loads_(std::move(loads)),
          seeds_(std::max(curve.seeds, 1U)),
          known_(loads_.size()),
          results_(loads_.size() * seeds_),
          messages_(loads_.size()) {
        for (std::size_t i = 0; i < loads_.size() && curve.known; ++i) known_[i] = curve.known(loads_[i]);
        workers_ = start_threads(0, std::min<std::size_t>(std::max(curve.threads, 1U), results_.size()), [&](unsigned) {
            while (simulate_next()) {
            }
        });
    }
    CurveRuns(const CurveRuns&) = delete;
    CurveRuns& operator=(const CurveRuns&) = delete;
    ~CurveRuns() { halt_ = true; }  // the workers, whichever way the curve ends

    // The point of the load i, as soon as its runs have ended; nothing where one failed or `stop` holds before.
    std::optional<CurvePoint> point(std::size_t i, const std::function<bool()>& stop) {
        CurvePoint known;
        known.load = loads_[i];
        if (known_[i]) known.status = *known_[i];
        if (known_[i]) return known;
        std::unique_lock lock(mutex_);
        const std::span<std::optional<SimulationResult>> own = std::span(results_).subspan(i * seeds_, seeds_);
        const auto ready = [&] {
            return std::ranges::all_of(own, [](const auto& result) { return result.has_value(); });
        };
        while (!ready() && !failure_ && !(stop && stop())) {
            if (!workers_.empty()) {
                done_.wait_for(lock, std::chrono::milliseconds(50));
            } else {  // the system gives no thread
                lock.unlock();
                simulate_next();
                lock.lock();
            }
        }
        if (!ready()) return std::nullopt;
        std::vector<SimulationResult> runs;
        for (auto& result : own) runs.push_back(std::move(*result));
        return merge(loads_[i], std::move(runs), messages_[i]);
    }

    // Ends all runs. Throws what one of them threw.
    void end() {
        halt_ = true;
        workers_.clear();
        if (failure_) std::rethrow_exception(failure_);
    }

private:
    bool simulate_next() {
        std::size_t task = 0;
        {
            const std::lock_guard lock(mutex_);
            while (next_ < results_.size() && known_[next_ / seeds_]) ++next_;
            if (next_ == results_.size() || halt_.load() || failure_) return false;
            task = next_++;
        }
        SimulationOptions o = options_;
        o.load = loads_[task / seeds_];
        o.seed = options_.seed + task % seeds_;
        std::optional<SimulationResult> result;
        sim::LatencySample sample;
        std::exception_ptr problem;
        try {
            sim::Engine engine(setup_.network, setup_.routing, setup_.rule, setup_.traffic, o);
            result = engine.run(&halt_);
            sample = engine.latencies();
        } catch (...) {
            problem = std::current_exception();
        }
        const std::lock_guard lock(mutex_);
        results_[task] = std::move(result);
        messages_[task / seeds_].add(sample);
        if (problem && !failure_) failure_ = problem;
        done_.notify_all();
        return true;
    }

    const SimulationSetup& setup_;
    const SimulationOptions& options_;
    std::vector<double> loads_;
    std::size_t seeds_;
    std::vector<std::optional<RunStatus>> known_;
    std::vector<std::optional<SimulationResult>> results_;  // the seeds of a load one after the other
    std::vector<sim::LatencySample> messages_;              // of every load
    std::mutex mutex_;
    std::condition_variable done_;
    std::size_t next_ = 0;
    std::atomic<bool> halt_ = false;
    std::exception_ptr failure_;
    std::vector<std::jthread> workers_;  // the first to go
};

// Rounded to three digits, so that the loads of an automatic curve can be typed.
double rounded(double load) {
    const double unit = std::pow(10.0, std::floor(std::log10(load)) - 2.0);
    return std::round(load / unit) * unit;
}

}  // namespace

std::vector<double> loads_up_to_the_knee(const SimulationSetup& setup, const SimulationOptions& options,
                                         const std::function<bool()>& stop) {
    SimulationOptions quick = options;
    quick.cycles = std::max<std::uint64_t>(options.cycles / 2, 1);
    const double knee = find_saturation(setup, quick, knee_factor, 0.03, stop);
    std::vector<double> loads;
    constexpr std::array<double, automatic_loads> shares{0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1.0, 1.05};
    for (const double share : shares) {
        const double load = std::min(rounded(share * knee), sim::greatest_load(options.router));
        if (loads.empty() || load > loads.back()) loads.push_back(load);
    }
    return loads;
}

RunStatus status_of(std::span<const SimulationResult> runs) {
    const auto count = [&](RunStatus status) {
        return std::count_if(runs.begin(), runs.end(), [&](const SimulationResult& r) { return r.status == status; });
    };
    if (count(RunStatus::deadlock) > 0) return RunStatus::deadlock;
    if (count(RunStatus::interrupted) > 0) return RunStatus::interrupted;
    return 2 * count(RunStatus::saturated) > static_cast<std::ptrdiff_t>(runs.size()) ? RunStatus::saturated
                                                                                      : RunStatus::ok;
}

std::vector<CurvePoint> simulate_curve(const SimulationSetup& s, const SimulationOptions& options,
                                       const CurveOptions& curve, const std::function<void(const CurvePoint&)>& each,
                                       const std::function<bool()>& stop) {
    std::vector<double> loads = curve.loads;
    if (loads.empty()) loads = loads_up_to_the_knee(s, options, stop);
    for (const double load : loads) {
        SimulationOptions o = options;
        o.load = load;
        check_options(o, s.network);
    }
    std::sort(loads.begin(), loads.end());  // the curve may end at the second saturated one
    CurveRuns runs(s, options, curve, loads);
    std::vector<CurvePoint> points;
    unsigned saturated_in_a_row = 0;
    for (std::size_t i = 0; i < loads.size(); ++i) {
        std::optional<CurvePoint> point = runs.point(i, stop);
        if (!point || point->status == RunStatus::interrupted) break;
        if (each) each(*point);
        points.push_back(std::move(*point));
        saturated_in_a_row = points.back().status == RunStatus::saturated ? saturated_in_a_row + 1 : 0;
        if (points.back().status == RunStatus::deadlock || (curve.stop_past_saturation && saturated_in_a_row == 2))
            break;
    }
    runs.end();
    return points;
}

}  // namespace wafernet
