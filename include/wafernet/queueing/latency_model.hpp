// Latency and saturation by formula: a network of queues in place of a simulation.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "wafernet/core/family.hpp"
#include "wafernet/core/router_config.hpp"
#include "wafernet/core/routing.hpp"
#include "wafernet/core/traffic.hpp"
#include "wafernet/routing/vc_rules.hpp"

namespace wafernet {

/// What is modelled.
struct LatencyOptions {
    LatencyOptions(RouterConfig its_router = {})  // NOLINT(google-explicit-constructor): a router says all
        : router(std::move(its_router)) {}

    RouterConfig router;
    std::vector<std::uint32_t>
        channel_latency{};  ///< cycles of each channel; empty: the network's own, else link_cycles
    std::vector<std::uint32_t>
        channel_flit_cycles{};  ///< that a flit takes to enter each channel; empty: the network's own, else 1
};

enum class PointStatus : std::uint8_t {
    ok,
    low_confidence,  ///< above 75 % of the saturation load: the estimate is known to be off there
    saturated,       ///< no stationary state: the latency grows without bound
    not_converged,   ///< the iteration did not settle: no number is given
};
/// Returns "ok", "low_confidence", "saturated" or "not_converged".
std::string_view name(PointStatus status);

struct LatencyPoint {
    double load = 0.0;  ///< offered flits per node and cycle
    PointStatus status = PointStatus::ok;
    std::optional<double> latency;      ///< cycles, mean over all messages; nothing where saturated or not converged
    std::optional<double> source_wait;  ///< cycles in the source queue
};

struct SaturationEstimate {
    double load = 0.0;  ///< flits per node and cycle
    double lower =
        0.0;  ///< holds the simulated saturation in 9 of 10 cases: from the measured error of cases like this one
    double upper = 0.0;               ///< its other end, above none of the bounds below
    std::string_view interval_class;  ///< which cases are like this one
    double channel_bound =
        0.0;                  ///< load at which the busiest channel or port carries one flit a cycle: none gets past it
    bool port_bound = false;  ///< it is a port's
    double vc_bound = 0.0;    ///< load at which a channel's virtual channels go from one message to the next at once:
                              ///< none gets past it either; perhaps infinite
    Channel bottleneck =
        no_channel;                ///< busiest network channel at saturation; no_channel: an injection or ejection port
    std::string bottleneck_place;  ///< "level 2, axis x+", "injection port of node 3"
};

/// By what share of the estimate the simulated value may lie below it and above it.
struct ModelError {
    double below = 0.0, above = 0.0;
};

/// Returns why the model has no answer for a routing on a network, as a clause; nothing where it has one. It knows
/// messages that take one way, or draw one whatever is free, over channels of one router each.
std::optional<std::string> beyond_model(const Network& network, const Routing& routing, const VcRule& rule,
                                        const RouterConfig& router);

/// The model of one network, routing, VC rule and traffic: the rates are found once, then any number of loads is cheap.
/// One that has been moved from can be assigned to and nothing else.
class LatencyModel {
public:
    /// The network must outlive the model, the others need not. Throws InputError: contradictory options, a case beyond
    /// the model, a routing or traffic of another network, nobody sends, a path that no VC permits; ComputationError: a
    /// route that does not arrive.
    LatencyModel(const Network& network, const Routing& routing, const VcRule& rule, const Traffic& traffic,
                 const LatencyOptions& options);
    LatencyModel(const Network&&, const Routing&, const VcRule&, const Traffic&, const LatencyOptions&) = delete;
    ~LatencyModel();
    LatencyModel(LatencyModel&&) noexcept;
    LatencyModel& operator=(LatencyModel&&) noexcept;

    /// Returns the mean latency of lone messages in cycles, exact.
    [[nodiscard]] double zero_load_latency() const;
    /// Returns the mean number of network channels that a message crosses.
    [[nodiscard]] double mean_hops() const;
    /// Returns the largest load that channels and ports can carry, in flits per node and cycle: exact.
    [[nodiscard]] double channel_bound() const;
    /// Returns the estimated saturation load: the lower of these bounds and the load where the mean latency passes
    /// eight times its value without load or where the source queues have no stationary state.
    [[nodiscard]] SaturationEstimate saturation() const;
    /// Returns the seconds of one thread that the search for saturation is predicted to take, within a factor of about
    /// two.
    [[nodiscard]] double solving_seconds() const;
    /// Returns the same for so many arcs between classes of virtual channels, `classes` of them a channel, and ways
    /// over at most `longest` channels and ports.
    static double solving_seconds(double arcs, double classes, double longest);
    /// Returns the point of one load. Throws InputError where the load is negative or not finite.
    [[nodiscard]] LatencyPoint at(double load) const;
    /// Returns the points of the loads, in their order.
    [[nodiscard]] std::vector<LatencyPoint> curve(std::span<const double> loads) const;
    /// Returns the messages per cycle on every channel at load 1, times the mean length: flits per cycle.
    [[nodiscard]] std::vector<double> channel_rates() const;
    /// Returns by what share of the estimate at a load the simulated value may lie off, in nine of ten cases like this
    /// one, as measured: of the latency, from saturation on of the saturation load.
    [[nodiscard]] ModelError error_at(double load) const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

/// Cycles of the links between the terminals of a message and their routers, where these are its ports.
struct PortLinks {
    std::uint32_t in = 1, out = 1;
};

/// Returns the latency of a lone message of `flits` flits over `path` in cycles, from its creation, by closed law.
std::uint64_t lone_message_latency(const LatencyOptions& options, std::span<const Channel> path, std::uint32_t flits,
                                   PortLinks links = {});

}  // namespace wafernet
