// What happens when: operations begin when what they require has ended, whatever brings the messages.
#pragma once

#include <algorithm>
#include <limits>
#include <queue>
#include <utility>
#include <vector>

#include "wafernet/work/program.hpp"

namespace wafernet::work {

/// A program on its way. Whoever has a network takes the messages that are sent and says when each leaves its source
/// and when it arrives. Events happen in the order of their times, those of one time in that of the operations.
class Execution {
public:
    struct Moment {
        double begin = 0.0, end = 0.0;
        std::uint32_t needs = 0;              ///< what it still waits for
        std::uint32_t cause = no_operation;   ///< twice the operation whose end let it begin, 1 more: whose start
        std::uint32_t behind = no_operation;  ///< of a calc the next that waits for its processor
        bool begun = false, ended = false, arrived = false;
    };

    /// A unit of calc takes `calc`; with `overlap` calcs of one processor may run at the same time.
    Execution(const Program& program, double calc, bool overlap)
        : program_(program), calc_(calc), overlap_(overlap), moments_(program.operations.size()) {
        for (const std::uint32_t row : program.after) ++moments_[row / 2].needs;
        for (const RankOperation& o : program.operations) cpus_ = std::max<std::size_t>(cpus_, o.cpu + 1U);
        if (!overlap) processors_.resize(program.ranks * cpus_, {no_operation, no_operation});
        for (std::uint32_t i = 0; i < moments_.size(); ++i) {
            if (moments_[i].needs == 0) ready_.push_back(i);
        }
        settle();
    }

    /// Returns the time of the next event that is known; infinite where none is.
    [[nodiscard]] double next() const {
        return events_.empty() ? std::numeric_limits<double>::infinity() : events_.top().time;
    }
    /// Lets the next event happen, and what waited for it alone begin.
    void step() {
        const Event event = events_.top();
        events_.pop();
        time_ = std::max(time_, event.time);
        if (event.arrives) {
            const std::uint32_t receive = program_.partner[event.operation];
            moments_[receive].arrived = true;
            if (moments_[receive].begun) end(receive);
        } else {
            end(event.operation);
        }
        settle();
    }
    [[nodiscard]] bool any_sent() const { return !sent_.empty(); }
    /// Returns the sends that have begun since the last call.
    std::vector<std::uint32_t> take_sent() { return std::exchange(sent_, {}); }
    void will_leave(std::uint32_t send, double time) { events_.push({time, send, false}); }
    void will_arrive(std::uint32_t send, double time) { events_.push({time, send, true}); }
    /// Does all of it with messages that take no time.
    void run_without_network() {
        while (true) {
            for (const std::uint32_t send : take_sent()) {
                will_leave(send, moments_[send].begin);
                will_arrive(send, moments_[send].begin);
            }
            if (events_.empty()) return;
            step();
        }
    }

    [[nodiscard]] bool finished() const { return ended_ == moments_.size(); }
    [[nodiscard]] std::uint64_t operations_ended() const { return ended_; }
    [[nodiscard]] double time() const { return time_; }
    [[nodiscard]] const Moment& operator[](std::uint32_t operation) const { return moments_[operation]; }
    /// Returns the operation that ended last.
    [[nodiscard]] std::uint32_t last() const { return last_; }

private:
    struct Event {
        double time;
        std::uint32_t operation;
        bool arrives;  // its message; else the operation ends
        bool operator>(const Event& o) const {
            return time != o.time ? time > o.time : operation != o.operation ? operation > o.operation : arrives;
        }
    };

    void settle() {
        for (std::size_t i = 0; i < ready_.size(); ++i) {  // grows
            const std::uint32_t operation = ready_[i];
            if (program_.operations[operation].kind == OperationKind::calc && !overlap_) {
                auto& [first, last] = processor(operation);
                const bool busy = first != no_operation;
                (busy ? moments_[last].behind : first) = operation;
                last = operation;
                if (busy) continue;
            }
            begin(operation);
        }
        ready_.clear();
    }

    void begin(std::uint32_t operation) {
        const RankOperation& o = program_.operations[operation];
        moments_[operation].begin = time_;
        moments_[operation].begun = true;
        tell(operation, true);
        if (o.kind == OperationKind::calc) events_.push({time_ + o.amount * calc_, operation, false});
        else if (o.kind == OperationKind::send) sent_.push_back(operation);
        else if (moments_[operation].arrived) end(operation);
    }

    void end(std::uint32_t operation) {
        moments_[operation].end = time_;
        moments_[operation].ended = true;
        ++ended_;
        last_ = operation;
        tell(operation, false);
        if (program_.operations[operation].kind != OperationKind::calc || overlap_) return;
        std::uint32_t& first = processor(operation).first = moments_[operation].behind;
        if (first == no_operation) return;
        moments_[first].cause = operation * 2;
        begin(first);
    }

    void tell(std::uint32_t operation, bool start) {
        for (std::uint32_t k = program_.first[operation]; k < program_.first[operation + 1]; ++k) {
            const std::uint32_t later = program_.after[k] / 2;
            if ((program_.after[k] % 2 != 0) != start || --moments_[later].needs > 0) continue;
            moments_[later].cause = operation * 2 + (start ? 1 : 0);
            ready_.push_back(later);
        }
    }

    std::pair<std::uint32_t, std::uint32_t>& processor(std::uint32_t calc) {
        return processors_[program_.operations[calc].rank * cpus_ + program_.operations[calc].cpu];
    }

    const Program& program_;
    double calc_, time_ = 0.0;
    bool overlap_;
    std::uint64_t ended_ = 0;
    std::uint32_t last_ = no_operation;
    std::size_t cpus_ = 1;
    std::vector<Moment> moments_;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> processors_;  // the calc that runs, the last one that waits
    std::vector<std::uint32_t> ready_, sent_;
    std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
};

}  // namespace wafernet::work
