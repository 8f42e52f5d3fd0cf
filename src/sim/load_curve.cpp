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
    const unsigned seeds = std::max(curve.seeds, 1U);
    const std::size_t tasks = loads.size() * seeds;
    std::vector<std::optional<RunStatus>> known(loads.size());
    for (std::size_t i = 0; i < loads.size() && curve.known; ++i) known[i] = curve.known(loads[i]);
    std::vector<std::optional<SimulationResult>> results(tasks);
    std::vector<sim::LatencySample> messages(loads.size());
    std::mutex mutex;
    std::condition_variable done;
    std::size_t next = 0;
    std::atomic<bool> halt = false;
    std::exception_ptr failure;

    const auto simulate_next = [&] {
        std::size_t task = 0;
        {
            const std::lock_guard lock(mutex);
            while (next < tasks && known[next / seeds]) ++next;
            if (next == tasks || halt.load() || failure) return false;
            task = next++;
        }
        SimulationOptions o = options;
        o.load = loads[task / seeds];
        o.seed = options.seed + task % seeds;
        std::optional<SimulationResult> result;
        sim::LatencySample sample;
        std::exception_ptr problem;
        try {
            sim::Engine engine(s.network, s.routing, s.rule, s.traffic, o, &halt);
            result = engine.run();
            sample = engine.latencies();
        } catch (...) {
            problem = std::current_exception();
        }
        const std::lock_guard lock(mutex);
        results[task] = std::move(result);
        messages[task / seeds].add(sample);
        if (problem && !failure) failure = problem;
        done.notify_all();
        return true;
    };
    std::vector<std::jthread> workers =
        start_threads(0, std::min<std::size_t>(std::max(curve.threads, 1U), tasks), [&](unsigned) {
            while (simulate_next()) {
            }
        });
    const struct Halt {  // the workers, whichever way the curve ends
        std::atomic<bool>& flag;
        ~Halt() { flag = true; }
    } at_the_end{halt};

    std::vector<CurvePoint> points;
    unsigned saturated_in_a_row = 0;
    for (std::size_t i = 0; i < loads.size(); ++i) {
        std::vector<SimulationResult> runs;
        if (!known[i]) {
            std::unique_lock lock(mutex);
            const auto ready = [&] {
                for (unsigned j = 0; j < seeds; ++j) {
                    if (!results[i * seeds + j]) return false;
                }
                return true;
            };
            while (!ready() && !failure && !(stop && stop())) {
                if (!workers.empty()) {
                    done.wait_for(lock, std::chrono::milliseconds(50));
                } else {  // the system gives no thread
                    lock.unlock();
                    simulate_next();
                    lock.lock();
                }
            }
            if (!ready()) break;
            for (unsigned j = 0; j < seeds; ++j) runs.push_back(std::move(*results[i * seeds + j]));
        }
        CurvePoint point;
        if (known[i]) point.load = loads[i], point.status = *known[i];
        else point = merge(loads[i], std::move(runs), messages[i]);
        if (point.status == RunStatus::interrupted) break;
        if (each) each(point);
        points.push_back(std::move(point));
        saturated_in_a_row = points.back().status == RunStatus::saturated ? saturated_in_a_row + 1 : 0;
        if (points.back().status == RunStatus::deadlock || (curve.stop_past_saturation && saturated_in_a_row == 2))
            break;
    }
    halt = true;
    workers.clear();
    if (failure) std::rethrow_exception(failure);
    return points;
}

}  // namespace wafernet
