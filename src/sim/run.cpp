// A run: warm-up, measurement, drain, and what is reported.
#include <algorithm>
#include <cmath>

#include "base/activity.hpp"
#include "core/fits.hpp"
#include "sim/engine.hpp"

namespace wafernet {

namespace sim {

namespace {

constexpr std::uint64_t watch_every = 2048;  // cycles between searches for a deadlock
constexpr int least_freedom = 12;            // batches of a source, less one, that its backlog is judged by
constexpr double false_alarm = 1e-3;         // stable runs that are taken for growing ones
constexpr double mostly = 0.9;               // of the time
constexpr std::uint64_t endless = std::uint64_t{1} << 60U;
constexpr std::size_t small_network = 4096;  // lanes up to which debug builds check conservation in every cycle

}  // namespace

Engine::Engine(const Network& network, const Routing& routing, const VcRule& rule, const Traffic& traffic,
               const SimulationOptions& options)
    : network_(network), routing_(routing), rule_(rule), traffic_(traffic), options_(options), random_(options.seed) {
    check_options(options, network);
    check_fits(network.graph, routing);
    check_fits(network.graph, traffic);
    check_rule(rule);
    build();
    stats_.window.begin = options_.from_empty ? 0 : options_.warmup;
    stats_.window.end = stats_.window.begin + options_.cycles;
    if (options_.loop != nullptr) stats_.window.begin = 0, stats_.window.end = endless;
#ifndef NDEBUG
    if (options_.check_every == 0 && lanes_.size() <= small_network) options_.check_every = 1;
#endif
}

// By every channel of the network; those to and from ports are the injection and ejection channels.
std::vector<std::uint64_t> Engine::flits_sent() const {
    const Graph& graph = network_.graph;
    std::vector<std::uint64_t> flits;
    for (Channel c = 0; c < graph.channels(); ++c) flits.push_back(channels_[c].flits);
    for (Node v = 0; v < graph.nodes(); ++v) {
        if (!ports_.is_port(v)) continue;
        for (std::uint32_t k = 0; k < router().ports.injection_channels; ++k)
            flits[graph.channel_between(v, ports_.router_of[v])] +=
                channels_[ports_.first_injection + v * router().ports.injection_channels + k].flits;
        for (std::uint32_t k = 0; k < router().ports.ejection_channels; ++k)
            flits[graph.channel_between(ports_.exit_of[v], v)] +=
                channels_[ports_.first_ejection + v * router().ports.ejection_channels + k].flits;
    }
    return flits;
}

void Engine::snapshot() {
    (now_ == stats_.window.begin ? stats_.flits.at_begin : stats_.flits.at_end) = flits_sent();
    (now_ == stats_.window.begin ? stats_.queued_at_start : stats_.queued_at_end) = stats_.queued;
}

// The measurement in equal batches; cycles in which nothing happens are passed over at once.
void Engine::count_backlogs() {
    if (options_.loop != nullptr) return;
    if (!backlogs_.begun() && now_ >= stats_.window.begin)
        backlogs_.restart(stats_.window.begin, std::max<std::uint64_t>(options_.cycles / batches_of_backlog, 1));
    backlogs_.end_batches(std::min(now_, stats_.window.end), sources_.rates);
}

// Whether a source's messages, or those of all sources, come faster than they leave while any of them waits, by more
// than chance would explain: in either way one stable run in a thousand is taken for a growing one. A bounded queue
// does not grow.
bool Engine::backlog_grows() const {
    if (options_.source_queue > 0 || options_.loop != nullptr) return false;
    if (precise_) return precise_->overloaded;
    if (!options_.trace.empty()) {  // has no rates: more wait at the end than chance would explain
        const double grown = static_cast<double>(stats_.queued_at_end) - static_cast<double>(stats_.queued_at_start);
        const auto created = static_cast<double>(stats_.created_messages);
        return grown > 0.02 * created + 4.0 * std::sqrt(created);
    }
    return backlogs_grow(false_alarm);
}

bool Engine::backlogs_grow(double false_alarm) const {
    const double senders = std::max<double>(
        static_cast<double>(network_.terminals.empty() ? network_.graph.nodes() : network_.terminals.size()), 1.0);
    // Of a batch that has no time for a few messages of a source the deviation is not known.
    constexpr double least_messages = 4.0;
    const bool each = static_cast<double>(backlogs_.batch_cycles()) >= least_messages * sources_.mean_flits;
    for (Node v = 0; each && v < network_.graph.nodes(); ++v) {
        const double rate = sources_.rates[v];
        const Backlogs::Service s = backlogs_.service(v);
        if (rate <= s.rate || s.freedom < least_freedom) continue;
        if (rate - s.rate > student_quantile(false_alarm / senders, s.freedom) * s.error) return true;
    }
    return backlogs_.grow_together(false_alarm);
}

// Of the sources that have messages waiting most of the time the load at which the slowest would send what it does
// send.
std::optional<double> Engine::served_load() const {
    std::optional<double> least;
    if (options_.source_queue > 0 || !options_.trace.empty() || options_.loop != nullptr) return least;
    for (Node v = 0; v < network_.graph.nodes(); ++v) {
        const Backlogs::Service s = backlogs_.service(v);
        if (s.waiting < mostly || traffic_.rate(v) <= 0.0) continue;
        const double load = s.rate * sources_.mean_flits / traffic_.rate(v);
        if (!least || load < *least) least = load;
    }
    return least;
}

SimulationResult Engine::run(const std::atomic<bool>* stop) {
    start_sources();
    if (options_.precision > 0.0) begin_precise();
    Activity activity("simulating", precise_ ? options_.cycles : stats_.window.end);
    RunStatus status = RunStatus::ok;
    std::vector<HeldChannel> cycle;
    while (true) {
        count_backlogs();
        if (precise_ && look()) break;
        if (options_.loop != nullptr && options_.loop->done()) break;
        if (now_ == stats_.window.begin && !precise_) snapshot();
        if (now_ == stats_.window.end) {
            snapshot();
            if (options_.from_empty || backlog_grows()) break;
        }
        if (now_ >= stats_.window.end && (stats_.outstanding == 0 || now_ - stats_.window.end >= options_.drain)) break;
        if (active_.empty() && wheel_.empty() && crossbar_.allocating.empty()) {
            if (waiters_.messages > 0) {
                cycle = find_deadlock();
                if (!cycle.empty()) break;
            }
            // Nothing happens until the next message is created.
            std::uint64_t next = now_ < stats_.window.begin ? stats_.window.begin
                                 : now_ < stats_.window.end ? stats_.window.end
                                                            : stats_.window.end + options_.drain;
            if (precise_) next = std::min(precise_->next_look, precise_->epoch_end);
            if (!sources_.next.empty() && sources_.next.top().time < static_cast<double>(next))
                next = std::max(now_, static_cast<std::uint64_t>(std::ceil(sources_.next.top().time)));
            if (sources_.given.trace_at < options_.trace.size())
                next = std::min(next, std::max(now_, options_.trace[sources_.given.trace_at].cycle));
            if (options_.loop != nullptr) next = std::min(next, options_.loop->next());
            if (next > now_) {
                now_ = next;
                continue;
            }
        }
        step();
        activity.at(now_);
        if (options_.check_every > 0 && now_ % options_.check_every == 0) check_conservation();
        if (now_ % watch_every == 0) {
            if (stop != nullptr && stop->load(std::memory_order_relaxed)) {
                status = RunStatus::interrupted;
                break;
            }
            if (waiters_.messages > 0 && !(cycle = find_deadlock()).empty()) break;
        }
    }
    if (stats_.flits.at_begin.empty()) stats_.flits.at_begin.assign(network_.graph.channels(), 0);
    if (stats_.flits.at_end.empty()) stats_.flits.at_end = flits_sent();
    if (!cycle.empty()) {
        status = RunStatus::deadlock;
    } else if (status == RunStatus::ok &&
               ((!options_.from_empty && !precise_ && stats_.outstanding > 0) || backlog_grows())) {
        status = RunStatus::saturated;
    }
    return result(status, std::move(cycle));
}

SimulationResult Engine::result(RunStatus status, std::vector<HeldChannel> cycle) const {
    SimulationResult r;
    r.status = status;
    r.load = options_.load;
    const std::uint64_t end = std::min(now_, stats_.window.end);
    const double window = end > stats_.window.begin ? static_cast<double>(end - stats_.window.begin)
                          : precise_                ? std::max(static_cast<double>(now_), 1.0)
                                                    : 1.0;
    const double nodes =
        network_.terminals.empty() ? network_.graph.nodes() : static_cast<double>(network_.terminals.size());
    r.offered = static_cast<double>(stats_.created_flits) / window / nodes;
    r.injected = static_cast<double>(stats_.entered_flits) / window / nodes;
    r.accepted = static_cast<double>(stats_.delivered_flits) / window / nodes;
    if (precise_ && stats_.window.begin > now_) {  // ended in its warm-up
        const double cycles = std::max(static_cast<double>(now_), 1.0);
        r.offered = options_.load;
        r.injected = static_cast<double>(stats_.flits.entered) / cycles / nodes;
        r.accepted = static_cast<double>(stats_.flits.delivered) / cycles / nodes;
    }
    r.messages = stats_.total.count();
    if (!precise_) r.undelivered = stats_.outstanding;
    r.dropped = stats_.dropped;
    r.network_latency = stats_.network.summary();
    r.total_latency = stats_.total.summary();
    r.latency = router().latency_from == LatencyStart::creation ? r.total_latency : r.network_latency;
    if (precise_) {
        r.precise = precise_->reached;
        if (r.latency) r.latency->ci95 = precise_->half;
    }
    r.served_load = served_load();
    r.mean_hops = r.messages > 0 ? stats_.hops / static_cast<double>(r.messages) : 0.0;
    r.deadlock_cycle = std::move(cycle);
    r.cycles = now_;
    r.warmup = std::min(now_, stats_.window.begin);
    r.flit_hops = stats_.flits.hops;
    const Graph& graph = network_.graph;
    for (std::size_t level = 0; level < stats_.level_hops.size(); ++level)
        r.levels.push_back({static_cast<int>(level), 0, 0.0, 0.0,
                            stats_.level_hops[level] > 0 ? stats_.level_wait[level] / stats_.level_hops[level] : 0.0});
    for (Channel c = 0; c < graph.channels(); ++c) {
        const double utilisation = static_cast<double>(stats_.flits.at_end[c] - stats_.flits.at_begin[c]) / window;
        r.utilisation.push_back(utilisation);
        if (!graph.exists(c)) continue;
        LevelLoad& level = r.levels[graph.label(Graph::link(c)).level];
        ++level.channels;
        level.mean_utilisation += utilisation;
        level.max_utilisation = std::max(level.max_utilisation, utilisation);
    }
    std::erase_if(r.levels, [](const LevelLoad& l) { return l.channels == 0; });
    for (LevelLoad& l : r.levels) l.mean_utilisation /= static_cast<double>(l.channels);
    return r;
}

}  // namespace sim

std::string_view name(RunStatus status) {
    static constexpr std::string_view names[] = {"ok", "saturated", "deadlock", "interrupted"};
    return names[static_cast<std::size_t>(status)];
}

SimulationResult simulate(const Network& network, const Routing& routing, const VcRule& rule, const Traffic& traffic,
                          const SimulationOptions& options, const std::atomic<bool>* stop) {
    return sim::Engine(network, routing, rule, traffic, options).run(stop);
}

}  // namespace wafernet
