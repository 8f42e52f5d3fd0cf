// The tables of `simulate`: a row a load, messages by latency, and how full the channels are.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "wafernet/report/plot.hpp"
#include "wafernet/report/table.hpp"
#include "wafernet/sim/load_curve.hpp"
#include "wafernet/sim/simulation_case.hpp"

namespace wafernet::cli {

Table simulated_points();
/// Returns a row of simulated_points; `verdict`: on deadlocks, before the simulation.
std::vector<Value> point_row(const SimulationCase& c, const std::string& traffic, const std::string& verdict,
                             const CurvePoint& p);

Table simulated_histogram();
void add_histogram(const SimulationCase& c, const CurvePoint& p, const std::function<void(std::vector<Value>)>& add);
/// Returns the share of the messages that a cycle of latency has, by which bins of any width compare, and the sum.
std::vector<Plot> histogram_figures(const Table& table);

/// Returns the channels of a deadlock with who holds them.
std::string held(const Network& network, const std::vector<HeldChannel>& cycle);

Table level_table(const SimulationCase& c, const std::vector<CurvePoint>& points);
Table channel_table(const SimulationCase& c, const std::vector<CurvePoint>& points);
Table shared_channel_table(const SimulationCase& c, const std::vector<CurvePoint>& points);

}  // namespace wafernet::cli
