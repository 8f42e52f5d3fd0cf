// Damped iteration: station means from the paths, waits from the stations.
#include "queueing/fixed_point.hpp"

#include <algorithm>
#include <cmath>

#include "queueing/station_solve.hpp"

namespace wafernet::queueing {

namespace {

constexpr double damping = 0.75;
constexpr double enough = 1e-4;          // relative change of the state
constexpr double latency_enough = 2e-5;  // relative change of the latency

class Iteration {
public:
    Iteration(const Plan& plan, double load, const SolveOptions& options) : plan_(plan), load_(load), o_(options) {}

    Solution run(const State* start) {
        Solution solution;
        if (start != nullptr) s_ = *start;
        else begin();
        double last = 0.0;
        for (int step = 1; step <= o_.most_steps; ++step) {
            solution.steps = step;
            change_ = 0.0;
            if (step > 1 || start != nullptr) means();
            if (!stations()) {
                solution.outcome = Outcome::saturated;
                return solution;
            }
            const double now = latency();  // from creation
            if (!std::isfinite(now)) {
                solution.outcome = Outcome::saturated;
                return solution;
            }
            // From below the iterates rise: past the limit they stay past it.
            if (o_.give_up > 0.0 && now > o_.give_up && step > 3) {
                solution.outcome = Outcome::saturated;
                return solution;
            }
            const bool settled = change_ < enough && std::abs(now - last) <= latency_enough * now && step > 2;
            last = now;
            if (settled) {
                solution.total = now;
                solution.latency = now - before_entry();
                solution.source_wait = mean_source_wait();
                solution.state = std::move(s_);
                return solution;
            }
        }
        solution.total = last;
        solution.latency = last - before_entry();
        solution.source_wait = mean_source_wait();
        solution.state = std::move(s_);
        solution.outcome = Outcome::exhausted;
        return solution;
    }

private:
    void begin() {
        const std::size_t n = plan_.stations.size();
        const double pace = plan_.lag + 1.0;
        s_.streaming.assign(n, pace);
        s_.holding.resize(n);
        for (std::size_t i = 0; i < n; ++i) s_.holding[i] = pace + plan_.stations[i].hold;
        s_.square.assign(n, plan_.square);
        s_.stretch.assign(n, 0.0);
        s_.accept.assign(plan_.slots.size(), 1.0);
        s_.wait.assign(plan_.slots.size(), 0.0);
        s_.blocked.assign(plan_.slots.size(), 0.0);
        s_.busy.resize(n);
        for (std::size_t i = 0; i < n; ++i) {
            s_.busy[i].assign(static_cast<std::size_t>(plan_.stations[i].vcs) + 1, 0.0);
            s_.busy[i][0] = 1.0;
        }
        s_.source_wait.assign(n, 0.0);
        s_.downstream.assign(n, 0.0);
        s_.downstream_square.assign(n, 0.0);
        s_.upstream_stretch.assign(n, 0.0);
        s_.downstream_stretch.assign(n, 0.0);
    }

    void damp(double& value, double target) {
        const double next = value + damping * (target - value);
        change_ = std::max(change_, std::abs(next - value) / std::max(1.0, std::abs(value)));
        value = next;
    }

    [[nodiscard]] double own_stretch(std::uint32_t slot) const {
        return (1.0 - plan_.slots[slot].of_channel) * s_.stretch[plan_.slots[slot].station];
    }
    // Second moment of a wait that is zero but for the blocked.
    [[nodiscard]] double wait_square(std::uint32_t slot) const {
        const double b = s_.blocked[slot];
        return b > 0.0 ? 1.5 * s_.wait[slot] * s_.wait[slot] / b : 0.0;
    }
    // How much of a wait i stations further on is felt: deep buffers absorb the bubbles.
    [[nodiscard]] double felt(std::uint32_t slot, double slack, int i) const {
        if (slack <= 0.0 || i <= 1) return 1.0;
        const double b = s_.blocked[slot];
        const double wait = b > 0.0 ? s_.wait[slot] / b : 0.0;
        return wait > 0.0 ? std::exp(-(i - 1) * slack / wait) : 0.0;
    }
    // Stations downstream whose waits delay the tail.
    [[nodiscard]] int reach(const Station& s) const { return 1 + static_cast<int>(std::floor((plan_.flits - 1.0) / s.depth)); }

    void means() {
        if (plan_.flows.empty()) means_by_transitions();
        else means_by_flows();
        const double pace = plan_.lag + 1.0;
        for (std::size_t i = 0; i < plan_.stations.size(); ++i) {
            const double along = s_.upstream_stretch[i] + s_.downstream_stretch[i];
            const bool ejects = plan_.stations[i].kind == Kind::ejection;
            const double holding = pace + plan_.stations[i].hold + (ejects ? 0.0 : s_.downstream[i]) + along;
            damp(s_.holding[i], holding);
            damp(s_.streaming[i], pace + along);
            const double variance = std::max(0.0, s_.downstream_square[i] - s_.downstream[i] * s_.downstream[i]) + plan_.square * pace * pace;
            damp(s_.square[i], variance / (holding * holding));
        }
    }

    void means_by_flows() {
        const std::size_t n = plan_.stations.size();
        sums_.assign(n, 0.0);
        squares_.assign(n, 0.0);
        stretches_.assign(n, 0.0);
        for (const Flow& flow : plan_.flows) {
            double stretch = 0.0;
            const std::uint32_t length = flow.end - flow.first;
            for (std::uint32_t i = 0; i < length; ++i) stretch += own_stretch(plan_.path[flow.first + i]);
            for (std::uint32_t j = 0; j < length; ++j) {
                const std::uint32_t slot = plan_.path[flow.first + j];
                const std::uint32_t at = plan_.slots[slot].station;
                const Station& station = plan_.stations[at];
                const std::uint32_t end = std::min<std::uint32_t>(length, j + 1 + static_cast<std::uint32_t>(reach(station)));
                double waits = 0.0, variance = 0.0;
                for (std::uint32_t i = j + 1; i < end; ++i) {
                    const std::uint32_t later = plan_.path[flow.first + i];
                    const double part = felt(later, station.slack, static_cast<int>(i - j));
                    waits += part * s_.wait[later];
                    variance += part * part * (wait_square(later) - s_.wait[later] * s_.wait[later]);
                }
                const double rest = stretch - own_stretch(slot);
                sums_[at] += flow.rate * waits;
                stretches_[at] += flow.rate * rest;
                squares_[at] += flow.rate * (waits * waits + variance);
            }
        }
        for (std::size_t i = 0; i < n; ++i) {
            const double rate = plan_.stations[i].rate * plan_.stations[i].members;
            s_.downstream[i] = sums_[i] / rate;
            s_.downstream_square[i] = squares_[i] / rate;
            s_.upstream_stretch[i] = stretches_[i] / rate;
            s_.downstream_stretch[i] = 0.0;
        }
    }

    void means_by_transitions() {
        const std::size_t n = plan_.stations.size();
        // Waits downstream, by distance from far to near.
        int farthest = 1;
        for (const Station& s : plan_.stations) farthest = std::max(farthest, reach(s));
        farthest = std::min<int>(farthest, static_cast<int>(plan_.longest));
        sums_.assign(n, 0.0);
        squares_.assign(n, 0.0);
        for (int i = farthest; i >= 1; --i) {
            next_.assign(n, 0.0);
            next_square_.assign(n, 0.0);
            for (const Arc& arc : plan_.arcs) {
                if (arc.from == none) continue;
                const Station& from = plan_.stations[arc.from];
                if (i > reach(from)) continue;
                const double part = felt(arc.slot, from.slack, i);
                const std::uint32_t to = plan_.slots[arc.slot].station;
                const double w = part * s_.wait[arc.slot];
                next_[arc.from] += arc.of_from * (w + sums_[to]);
                next_square_[arc.from] += arc.of_from * (part * part * wait_square(arc.slot) + 2.0 * w * sums_[to] + squares_[to]);
            }
            sums_.swap(next_);
            squares_.swap(next_square_);
        }
        s_.downstream = sums_;
        s_.downstream_square = squares_;
        // Stretches of the whole path, upstream and downstream; warm, a few sweeps do.
        for (int sweep = 0; sweep < 3; ++sweep) {
            next_.assign(n, 0.0);
            next_square_.assign(n, 0.0);
            for (const Arc& arc : plan_.arcs) {
                if (arc.from == none) continue;
                const std::uint32_t to = plan_.slots[arc.slot].station;
                double own = 0.0;
                const Station& from = plan_.stations[arc.from];
                for (std::uint32_t k = from.first_slot; k < from.end_slot; ++k) own += plan_.slots[k].of_station * own_stretch(k);
                next_[to] += plan_.slots[arc.slot].of_station * arc.of_slot * (s_.upstream_stretch[arc.from] + own);
                next_square_[arc.from] += arc.of_from * (own_stretch(arc.slot) + s_.downstream_stretch[to]);
            }
            s_.upstream_stretch.swap(next_);
            s_.downstream_stretch.swap(next_square_);
        }
    }

    bool stations() {
        const double factor = load_;
        // What the other classes of a channel stream.
        for (const std::vector<std::uint32_t>& group : plan_.group) {
            for (const std::uint32_t i : group) {
                const Station& station = plan_.stations[i];
                Others others;
                if (group.size() > 1) set_others(group, i, others);
                state_rates(station.vcs, station.capacity, plan_.flits, s_.holding[i], s_.streaming[i], others, work_);
                if (station.kind == Kind::injection) {
                    const PortResult r = solve_port(station.vcs, factor * station.rate, s_.holding[i], s_.square[i], work_);
                    if (!r.stable) return false;
                    s_.source_wait[i] = r.wait;
                    damp(s_.stretch[i], r.stretch);
                } else {
                    inputs_.clear();
                    shares_.clear();
                    for (std::uint32_t k = station.first_slot; k < station.end_slot; ++k) {
                        const Slot& slot = plan_.slots[k];
                        inputs_.push_back({factor * slot.rate / s_.accept[k], slot.cap, o_.blend * slot.of_previous * slot.of_previous});
                        shares_.push_back(slot.of_station);
                    }
                    if (!solve_station(station.vcs, s_.holding[i], s_.square[i], inputs_, shares_, work_)) return false;
                    for (std::uint32_t k = station.first_slot; k < station.end_slot; ++k) {
                        const InputResult& r = work_.inputs[k - station.first_slot];
                        double rescale = 1.0 / s_.accept[k];
                        damp(rescale, 1.0 / r.accept);
                        s_.accept[k] = 1.0 / rescale;
                        s_.wait[k] = r.wait;
                        s_.blocked[k] = r.blocked;
                    }
                    damp(s_.stretch[i], work_.station.stretch);
                }
                s_.busy[i] = work_.station.busy;
            }
        }
        return true;
    }

    void set_others(const std::vector<std::uint32_t>& group, std::uint32_t self, Others& others) const {
        double rate = 0.0, weight = 0.0;
        for (const std::uint32_t i : group) {
            if (i == self) continue;
            const double active = std::min(1.0, s_.streaming[i] / s_.holding[i]);
            const std::vector<double> more = streaming_messages(s_.busy[i], active);
            if (weight == 0.0 && others.streaming.size() == 1) {
                others.streaming = more;
            } else {
                std::vector<double> both(others.streaming.size() + more.size() - 1, 0.0);
                for (std::size_t a = 0; a < others.streaming.size(); ++a) {
                    for (std::size_t b = 0; b < more.size(); ++b) both[a + b] += others.streaming[a] * more[b];
                }
                others.streaming = std::move(both);
            }
            double mean = 1e-12;
            for (std::size_t j = 1; j < more.size(); ++j) mean += static_cast<double>(j) * more[j];
            rate += mean * std::min(1.0, plan_.flits / s_.streaming[i]);
            weight += mean;
        }
        others.rate = rate / weight;
    }

    [[nodiscard]] double latency() const {
        double sum = 0.0;
        for (std::uint32_t k = 0; k < plan_.slots.size(); ++k) {
            const Slot& slot = plan_.slots[k];
            const Station& station = plan_.stations[slot.station];
            const double wait = station.kind == Kind::injection ? s_.source_wait[slot.station] : s_.wait[k];
            sum += slot.rate * station.members * (wait + own_stretch(k));
        }
        return plan_.zero_load + sum / plan_.total;
    }

    // Mean wait at the source and for the first channel, where the latency is from the header's entry.
    [[nodiscard]] double before_entry() const {
        if (!o_.hold_from_entry) return 0.0;
        double sum = 0.0;
        for (std::uint32_t k = 0; k < plan_.slots.size(); ++k) {
            const Slot& slot = plan_.slots[k];
            const Station& station = plan_.stations[slot.station];
            const std::uint32_t from = plan_.arcs[slot.first_arc].from;
            const bool first = from != none && plan_.stations[from].kind == Kind::injection;
            if (station.kind == Kind::injection) sum += slot.rate * station.members * s_.source_wait[slot.station];
            else if (first) sum += slot.rate * station.members * s_.wait[k];
        }
        return sum / plan_.total;
    }

    [[nodiscard]] double mean_source_wait() const {
        double sum = 0.0;
        for (std::uint32_t i = 0; i < plan_.stations.size(); ++i) {
            if (plan_.stations[i].kind == Kind::injection) sum += plan_.stations[i].rate * plan_.stations[i].members * s_.source_wait[i];
        }
        return sum / plan_.total;
    }

    const Plan& plan_;
    double load_;
    SolveOptions o_;
    State s_;
    double change_ = 0.0;
    Workspace work_;
    std::vector<Input> inputs_;
    std::vector<double> shares_, sums_, squares_, stretches_, next_, next_square_;
};

}  // namespace

Solution solve(const Plan& plan, double load, const SolveOptions& options, const State* start) {
    return Iteration(plan, load, options).run(start);
}

}  // namespace wafernet::queueing
