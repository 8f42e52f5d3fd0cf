// Where messages may go on: channels of the routing, virtual channels of the rule, their stations.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "queueing/plan_case.hpp"
#include "queueing/station_list.hpp"

namespace wafernet::queueing {

struct Way {
    std::uint32_t station = none, state = 0;
    std::int16_t vc = -1;  ///< of the rule
    double share = 1.0;
    Channel channel = no_channel;
    bool detour = false;
};

class Ways {
public:
    /// `held`: messages that hold the buffers behind every channel, on average, where of several ways the one with most
    /// free buffers is taken; empty: all ways alike.
    Ways(const PlanCase& c, StationList& stations, std::vector<double> held)
        : case_(c), o_(c.options.router), stations_(stations), held_(std::move(held)) {}

    /// Replaces `out` by the ways on from a node. Throws ComputationError where there is none.
    void from(Node node, Channel by, std::uint32_t state, int vc, Node destination, std::vector<Way>& out);
    /// Whether the VC rule does not share the routing's symmetries, or messages choose between images of one channel,
    /// as far as it has been asked.
    [[nodiscard]] bool asymmetric() const { return asymmetric_; }
    [[noreturn]] void lost(Node source, Node destination) const;

private:
    // What the rule permits a hop, asked once for hops that are alike.
    struct Permit {
        HopLabel label;
        int vc = -2;
        VcSet vcs = 0, expanded = 0;
    };
    const Permit& permit(const HopLabel& label, int vc);
    [[nodiscard]] VcSet expanded(VcSet set) const;
    void prefer_free(std::vector<Way>& ways);

    const PlanCase& case_;
    const RouterConfig& o_;
    StationList& stations_;
    bool asymmetric_ = false;
    std::array<Permit, 256> permits_;  // by a hash
    std::vector<Hop> hops_;
    std::vector<double> held_;
    struct Free {
        std::vector<double> exactly, below;  // [n]: probability that n, that fewer than n buffers are free
    };
    std::vector<Free> free_;  // of every station
};

}  // namespace wafernet::queueing
