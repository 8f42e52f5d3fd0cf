// The stations of a network, made as messages come to them.
#pragma once

#include <cstdint>
#include <vector>

#include "queueing/plan_case.hpp"
#include "queueing/router.hpp"
#include "queueing/stations.hpp"

namespace wafernet::queueing {

class StationList {
public:
    explicit StationList(const PlanCase& c);  ///< with those of all ports; the case must outlive it

    [[nodiscard]] const Station& operator[](std::uint32_t station) const { return stations_[station]; }
    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(stations_.size()); }
    [[nodiscard]] VcSet vcs(std::uint32_t station) const { return sets_[station]; }
    /// Returns the station of a set of virtual channels of a channel; of its image where the case is symmetric.
    std::uint32_t of_channel(Channel physical, VcSet set);
    [[nodiscard]] std::uint32_t injection(Node v) const { return port_[v]; }
    [[nodiscard]] std::uint32_t ejection(Node v) const {
        return o_.ports.ejection_channels == 0 ? none : ports_ + port_[v];
    }  ///< none: sinks take all
    /// Returns for every station the one that it becomes part of where sets of virtual channels of one channel overlap,
    /// and widens the sets.
    std::vector<std::uint32_t> merge();

private:
    std::uint32_t add(Kind kind, std::uint32_t channel, std::uint32_t group, VcSet set, int vcs);
    void add_ports();
    void set_stall(const CreditLoop& loop, Station& at) const;
    [[nodiscard]] double beyond_lag(const CreditLoop& loop, double own_lag) const;

    const PlanCase& case_;
    const Graph& graph_;
    const RouterConfig& o_;
    Router router_;
    std::vector<Station> stations_;
    std::vector<VcSet> sets_;                             // of every station
    std::vector<std::vector<std::uint32_t>> at_channel_;  // stations of every network channel
    std::vector<std::uint32_t> port_;  // of every node: the number of its ports among those of one copy
    std::uint32_t ports_ = 0;
};

}  // namespace wafernet::queueing
