// Latency and saturation of a case: by the queueing model where it is exact enough, else by simulations that stop as
// soon as they are.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "wafernet/queueing/latency_model.hpp"

namespace wafernet {

struct LatencyCase;

enum class LatencyRoute : std::uint8_t {
    automatic,   ///< the model where its measured error is within what is asked for, else a simulation
    model,       ///< the model alone
    simulation,  ///< simulations alone
};
/// Returns the route called "auto", "model" or "simulation". Throws InputError for any other word.
LatencyRoute latency_route(std::string_view word);

/// Returns the share that a word is, such as 5% or 0.05: above 0 and at most 0.5. Throws InputError for any other one,
/// which `option` gave.
double share_named(std::string_view word, std::string_view option);

struct EstimateOptions {
    LatencyRoute route = LatencyRoute::automatic;
    /// Relative half width that is asked for; nothing: the model wherever it has an answer, else 5 %.
    std::optional<double> within{};
    double budget = 0.0;  ///< predicted seconds of one thread that simulations may take together; 0: any
    unsigned threads = 1;
    std::uint64_t seed = 1;
    std::function<bool()> stop{};
};

/// Where a network saturates.
struct EstimatedSaturation : SaturationEstimate {
    bool simulated = false;
    bool settled = true;  ///< false: the budget ended before the interval was narrow enough
};

/// The latency at one load.
struct EstimatedPoint {
    double load = 0.0;
    std::string_view status{};            ///< a PointStatus in words, "deadlock", or "not_reached": no time was left
    std::optional<double> latency{};      ///< mean cycles
    std::optional<double> source_wait{};  ///< cycles
    std::optional<double> half{};         ///< half width of its interval: 95 % of a simulation, 90 % of the model
    bool simulated = false;
    bool settled = true;  ///< as EstimatedSaturation's
};

/// Estimates of one case, which must outlive it. What is asked for is found once.
class LatencyEstimate {
public:
    LatencyEstimate(const LatencyCase& c, EstimateOptions options);
    ~LatencyEstimate();
    LatencyEstimate(LatencyEstimate&&) noexcept;
    LatencyEstimate& operator=(LatencyEstimate&&) noexcept;

    /// Returns the mean latency of lone messages in cycles, exact.
    [[nodiscard]] double zero_load_latency();
    /// Returns the seconds that its search is predicted to take of the model, once that is made; 0 where there is none.
    [[nodiscard]] double solving_seconds();
    /// Returns the saturation load. Its bound is that of channels and ports where messages have no choice, else that of
    /// ports and of the hops of all channels together. Throws ComputationError where messages deadlock.
    [[nodiscard]] const EstimatedSaturation& saturation();
    /// Returns the points of rising loads. Where the model's last point and the first simulated one do not join, the
    /// ones below are simulated too until they do.
    [[nodiscard]] std::vector<EstimatedPoint> curve(std::span<const double> loads);

private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace wafernet
