// A run that ends by what it has found: the interval of its mean latency is narrow enough, or the load is beyond
// saturation.
//
// The run is looked at at cycles 512, 1024, 2048, .. until MSER puts the end of the transient into the first half of
// all messages so far; what has been counted is dropped there. From then on the next look is where the interval, which
// shrinks with the square root of the time, should be narrow enough; it has to be so at two looks in a row, because an
// interval may be narrow by chance once. Messages count when they are delivered, so that
// none of the window is left out.
//
// Backlogs are judged over epochs that double in length, [512, 1024), [1024, 2048) and so on, in 32 batches each.
#include <algorithm>
#include <cmath>
#include <utility>

#include "sim/engine.hpp"
#include "sim/steady.hpp"

namespace wafernet::sim {

namespace {

constexpr std::uint64_t first_look = 512;  // cycles; fewer see a few messages only
constexpr std::uint64_t least_group = 5;   // messages, of MSER-5
constexpr double least_growth = 1.25;      // of the time measured from one look to the next
constexpr double most_growth = 4.0;        // the same: the interval is an estimate
constexpr double margin = 1.1;             // times the time at which the interval should be narrow enough
constexpr double overload_alarm = 1e-4;    // stable epochs that are taken for overloaded ones
constexpr double least_warmup = 8.0;       // mean latencies that the warm-up takes at least
constexpr double least_measure = 16.0;     // the same of the measurement
constexpr double chance = 3.0;             // standard deviations of a Poisson number
constexpr double slack = 0.1;  // of the messages inside, which vary more than a Poisson number where it is full
constexpr std::uint64_t endless = ~std::uint64_t{0} / 4;

}  // namespace

void Engine::begin_precise() {
    precise_.emplace(Precise{.next_look = first_look, .epoch_end = first_look, .half = {}});
    stats_.window.begin = stats_.window.end = endless;
    backlogs_.restart(0, first_look / batches_of_backlog);
}

bool Engine::look() {
    if (now_ >= precise_->epoch_end && epoch_overloaded()) return precise_->overloaded = true;
    if (now_ < precise_->next_look) return false;
    if (stats_.window.begin == endless) {
        if (!warmed_up()) {
            precise_->next_look = affordable(2 * now_);
            return now_ >= options_.cycles || spent();
        }
        stats_.window.begin = now_;
        snapshot();
        stats_.total = stats_.network = {};
        stats_.hops = 0.0;
        precise_->next_look = affordable(2 * now_);
        return false;
    }
    return precise_enough();
}

bool Engine::epoch_overloaded() {
    const std::uint64_t length = std::max(precise_->epoch_end, first_look);
    const bool grow = options_.source_queue == 0 && backlogs_grow(overload_alarm);
    if (grow) return true;
    backlogs_.restart(now_, length / batches_of_backlog);
    precise_->epoch_end = now_ + length;
    return false;
}

bool Engine::spent() const { return options_.most_hops > 0 && stats_.flits.hops >= options_.most_hops; }

// The cycle, or an earlier one at which the hops that the run may take are about taken.
std::uint64_t Engine::affordable(std::uint64_t cycle) const {
    if (options_.most_hops == 0 || stats_.flits.hops == 0 || spent()) return cycle;
    const double left =
        static_cast<double>(options_.most_hops - stats_.flits.hops) / static_cast<double>(stats_.flits.hops);
    return std::min(cycle, now_ + static_cast<std::uint64_t>(left * static_cast<double>(now_)) + 1);
}

bool Engine::warmed_up() const {
    const LatencySample& sample = latencies();
    return sample.group_size() >= least_group && static_cast<double>(now_) >= least_warmup * stats_.total.mean() &&
           end_of_transient(sample.group_means()).has_value();
}

// Little's law: a network in its steady state has the messages inside that come in one mean latency. One that fills up
// has more than came in that of the messages that have left.
bool Engine::filling_up() const {
    double rate = 0.0;
    for (const double r : sources_.rates) rate += r;
    const double expected = rate * stats_.total.mean();
    const auto inside = static_cast<double>(messages_.inside() + stats_.queued);
    return inside > expected * (1.0 + slack) + chance * std::sqrt(expected);
}

bool Engine::precise_enough() {
    const LatencySample& sample = options_.latency_limit > 0.0 ? stats_.total : latencies();
    const std::uint64_t measured = now_ - stats_.window.begin;
    const bool last = measured >= options_.cycles || spent();
    double growth = most_growth;
    const auto found = sample.group_size() >= least_group ? steady_mean(sample.group_means()) : std::nullopt;
    if (found) {
        precise_->half = found->half;
        const double wanted = options_.precision * sample.mean(), beyond = sample.mean() - options_.latency_limit;
        const bool settled =
            found->independent && !filling_up() && static_cast<double>(measured) >= least_measure * stats_.total.mean();
        const bool past = options_.latency_limit > 0.0 && beyond > found->half;
        const bool enough = found->half <= wanted || (options_.latency_limit > 0.0 && -beyond > found->half);
        const bool before = std::exchange(precise_->enough, settled && (past || enough));
        precise_->reached = precise_->enough && before && (past || measured >= options_.least_cycles);
        if (precise_->reached) return true;
        const double ratio = found->half / wanted;
        growth = found->independent ? std::clamp(margin * ratio * ratio, least_growth, most_growth) : least_growth;
    }
    precise_->next_look =
        std::min(affordable(now_ + static_cast<std::uint64_t>((growth - 1.0) * static_cast<double>(measured)) + 1),
                 stats_.window.begin + options_.cycles);
    return last;
}

}  // namespace wafernet::sim
