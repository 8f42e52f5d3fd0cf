// One station: how long its inputs wait, how much sharing stretches its messages.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "queueing/service_rates.hpp"

namespace wafernet::queueing {

inline constexpr double least_accept = 0.02;       ///< of InputResult::accept
inline constexpr std::size_t most_messages = 160;  ///< in and before a station at once; the product form is cut there

struct Input {
    double rate = 0.0;  ///< messages per cycle, already rescaled by 1 / accept
    int cap = 1;
    double backlogged = 0.0;  ///< odds of waits behind a stream that is backlogged itself, over 1 - accept
    double returning = 0.0;   ///< weight of waits behind a message of the input that comes back, over 1 - accept
    double of_station = 0.0;
    bool in_turn = false;  ///< its messages come one after the other
    int channels = 1;      ///< virtual channels that they come by
};

struct InputResult {
    double accept = 1.0;   ///< probability that the input's own VC is not already here
    double blocked = 0.0;  ///< probability to find all VCs held
    double wait = 0.0;     ///< cycles, mean over all messages of the input
    double outside = 1.0;  ///< share of the wait in which the buffers behind have no room
    double ahead = 0.0;    ///< messages that wait already where all VCs are held
};

/// What a message of an input finds; the first three over the sum of the weights of all numbers of messages.
struct Found {
    double all = 0.0;      ///< weight of what the others of its input and all other inputs make
    double held = 0.0;     ///< the same where all VCs are held
    double ahead = 0.0;    ///< the same, times the messages that wait, with itself
    double outside = 1.0;  ///< as in InputResult
};

/// Work space and results, reused from station to station.
struct Workspace {
    std::array<double, most_vcs + 1> mu{};     ///< [k]: messages per cycle completed with k VCs held
    std::array<double, most_vcs + 1> alike{};  ///< space for the same of messages that all come by one channel
    std::array<double, most_vcs + 1> busy{};   ///< [m]: probability that m VCs are held
    double stretch = 0.0;  ///< cycles by which sharing the channel with the station's other inputs prolongs a message,
                           ///< those in a row taken out
    double beside = 0.0;   ///< the same with the channel's other stations
    std::vector<InputResult> inputs;
    std::vector<Found> found;    ///< input
    std::vector<double> prefix;  ///< generating functions of the first t inputs, one after the other
    std::vector<std::size_t> begin;
    std::array<double, most_messages + 1> weight{}, suffix{}, others{}, mine{};
    std::array<double, most_messages + 2> number{};   ///< [n]: n
    std::array<double, most_messages + 1> inverse{};  ///< [n]: 1 / n

    Workspace() {
        for (std::size_t n = 1; n < number.size(); ++n) number[n] = static_cast<double>(n);
        for (std::size_t n = 1; n < inverse.size(); ++n) inverse[n] = 1.0 / number[n];
    }
};

/// Product form with caps, into work.busy, work.stretch, work.beside and work.inputs. `room`: messages that wait in the
/// buffers behind, not in front. `holding`: cycles for which a VC is held. `staying`: rate at which messages come while
/// all VCs are held, as a part of that while not; the others find another way. Returns false where the numbers leave
/// the range of a double. `alike`: as work.mu, of messages that all come by one channel; empty: the same.
bool solve_station(int vcs, double room, double holding, double square, double staying, std::span<const Input> inputs,
                   Workspace& work, std::span<const double> alike = {});

struct PortResult {
    bool stable = true;
    double wait = 0.0;  ///< infinite where it is not stable
    double stretch = 0.0;
};

/// The injection port: unlimited queue, Poisson arrivals. Fills work.busy.
PortResult solve_port(int vcs, double rate, double holding, double square, Workspace& work);

}  // namespace wafernet::queueing
