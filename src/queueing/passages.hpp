// From which station to which messages go on, and how many.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "queueing/plan_case.hpp"
#include "queueing/station_list.hpp"

namespace wafernet::queueing {

inline constexpr std::uint32_t longest_run = 31;  ///< longer ones count as this

/// Messages that go on from one station to another.
struct Passage {
    std::uint32_t from = none, to = none, next = none;  ///< next: into the same station
    bool straight = false;
    std::int8_t side = 0;
    std::uint32_t runs = 0, reserved = 0;  // of Passages::rates_, from `first` on: of every run at `from`
    std::size_t first = 0;
};

class Passages {
public:
    Passages(const PlanCase& c, const StationList& stations)
        : case_(c), stations_(stations) {}  ///< both must outlive it

    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(passages_.size()); }
    [[nodiscard]] const Passage& operator[](std::uint32_t passage) const { return passages_[passage]; }
    /// Returns the number of the passage of messages from station `from`, none if they begin, to station `to`; over
    /// which channels, if over any.
    std::uint32_t number(std::uint32_t from, std::uint32_t to, Channel by = no_channel, Channel next = no_channel);
    void count(std::uint32_t passage, std::uint32_t run, double rate) { rates(passage, run + 1)[run] += rate; }
    /// Returns the rates of a passage, by run; with a place for so many runs.
    double* rates(std::uint32_t passage, std::uint32_t runs);
    [[nodiscard]] std::span<const double> rates(std::uint32_t passage) const {
        return {rates_.data() + passages_[passage].first, passages_[passage].runs};
    }
    /// Returns the run of a message that comes by the passage with this run.
    [[nodiscard]] std::uint32_t run_after(std::uint32_t passage, std::uint32_t run) const {
        const Passage& p = passages_[passage];
        if (stations_[p.to].kind != Kind::network) return 0;
        return p.straight ? std::min(run + 1, longest_run) : 1;
    }
    [[nodiscard]] bool straight(Channel by, Channel next) const;

private:
    [[nodiscard]] std::int8_t side_of(Channel by, Channel next) const;

    const PlanCase& case_;
    const StationList& stations_;
    std::vector<Passage> passages_;
    std::vector<std::uint32_t> into_;  // station: the last passage into it
    std::vector<double> rates_;
};

}  // namespace wafernet::queueing
