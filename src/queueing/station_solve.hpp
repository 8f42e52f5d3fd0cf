// One station: how fast it serves in every state, how long its inputs wait, how much sharing stretches its messages.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace wafernet::queueing {

inline constexpr int most_vcs = 64;
inline constexpr int most_messages = 160;  ///< in and before a station at once; the product form is cut there

/// Messages of the other stations of the same channel that stream at a time.
struct Others {
    std::vector<double> streaming{1.0};  ///< [j]: probability of j
    double rate = 1.0;                   ///< flits per cycle of each, were it alone
};

struct Input {
    double rate = 0.0;  ///< messages per cycle, already rescaled by 1 / accept
    int cap = 1;
    double blend = 0.0;  ///< weight of exponential residual times
};

struct InputResult {
    double accept = 1.0;   ///< probability that the input's own VC is not already here
    double blocked = 0.0;  ///< probability to find all VCs held
    double wait = 0.0;     ///< cycles, mean over all messages of the input
    double alone_stretch = 0.0;
};

struct StationResult {
    std::vector<double> busy;  ///< [m]: probability that m VCs are held
    double stretch = 0.0;      ///< cycles by which sharing the channel prolongs a message, own inputs' serialisation taken out
};

/// Work space, reused from station to station.
struct Workspace {
    std::array<double, most_vcs + 1> mu{};
    std::vector<std::vector<double>> prefix, suffix;
    std::vector<double> others, factor, mine, weight;
    StationResult station;
    std::vector<InputResult> inputs;
};

/// Fills work.mu[1..vcs]: messages per cycle that a station with k held VCs completes. `holding`: cycles that a message holds its VC;
/// `streaming`: cycles in which it is paced by its path; `flits`: its length.
void state_rates(int vcs, double capacity, double flits, double holding, double streaming, const Others& others, Workspace& work);

/// Product form with caps, into work.station and work.inputs. Returns false where the numbers leave the range of a double.
bool solve_station(int vcs, double holding, double square, std::span<const Input> inputs, std::span<const double> of_station, Workspace& work);

struct PortResult {
    bool stable = true;
    double wait = 0.0;
    double stretch = 0.0;
};

/// The injection port: unlimited queue, Poisson arrivals.
PortResult solve_port(int vcs, double rate, double holding, double square, Workspace& work);

/// Returns the distribution of how many of the held VCs stream, each with probability `active`.
std::vector<double> streaming_messages(std::span<const double> busy, double active);

}  // namespace wafernet::queueing
