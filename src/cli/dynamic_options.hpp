// The options that describe one design, from words to the latency model, and to the simulator at the same conventions.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "command.hpp"
#include "wafernet/design/design.hpp"

namespace wafernet::cli {

std::vector<Option> dynamic_options(DynamicChoice& choice);
std::vector<Option> latency_options(DynamicChoice& choice);
std::vector<Option> physical_options(DesignPoint& point);
std::vector<Option> cost_options(DesignPoint& point);
std::vector<Option> defect_options(DesignPoint& point);
std::vector<Option> design_options(DesignPoint& point);

/// What the routes of a case say before anything moves.
struct RoutesVerdict {
    std::optional<std::string> cycle;  ///< why its traffic may deadlock
    std::vector<std::string> notes;    ///< as those of dynamic_verdict
};

/// Returns what the deadlock verdict says where it is not free, or that there is none, for networks too large to judge
/// in a moment.
RoutesVerdict judged(const LatencyCase& c);

struct ModelledCase {
    LatencyCase c;
    RoutesVerdict routes;
    LatencyModel model;
    SaturationEstimate limit;

    ModelledCase(const std::string& word, const DynamicChoice& choice)
        : c(make_latency_case(word, choice)), routes(judged(c)), model(c.model()), limit(model.saturation()) {}
};

struct SimulatedPoint {
    std::string status = "ok";  ///< "ok", "saturated", "deadlock"
    std::optional<double> latency, ci95;
    std::optional<double> total;  ///< from creation, whatever the preset's latency starts from
};

struct SimulationEffort {
    std::uint64_t seeds = 5;
    std::uint64_t cycles = 20000;  ///< that are measured, at least
    std::uint64_t messages = 0;    ///< that are measured, at least; not where the preset measures from an empty network
    std::uint64_t first_seed = 1;
};

/// Returns the mean of those simulations that are not saturated, with the status that status_of gives all of them.
SimulatedPoint simulate_point(const LatencyCase& c, double load, const SimulationEffort& effort);

}  // namespace wafernet::cli
