// One class of virtual channels: how fast it serves, how long its inputs wait, how much sharing stretches its messages
// (README, section 3); and the queue at a source.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace wafernet::queueing {

inline constexpr int most_vcs = 64;

/// Messages of the other classes of the same channel that stream at a time.
struct Others {
    std::size_t most = 0;
    std::array<double, most_vcs + 1> streaming{1.0};  ///< [j]: probability of j, 0 .. most
    double rate = 1.0;                                ///< o: flits per cycle of each, were it alone

    /// Adds a class whose VCs are held with the probabilities `busy`, each holder streaming with probability `active`.
    void add(std::span<const double> busy, double active);
};

/// A class that serves; times in cycles.
struct Server {
    int vcs = 1;
    double capacity = 1.0;    ///< flits per cycle of the channel
    double flits = 16.0;      ///< M
    double holding = 16.0;    ///< H
    double streaming = 16.0;  ///< T
    double passing = 0.0;     ///< h', of the holding the part in which a message is on its way and nobody delays it
    double given = 0.0;  ///< share of the cycles that inputs of the crossbar give to others while nobody sends here
    double one_stream = 0.0;  ///< probability that all messages follow each other on the channel, and no others
};

/// Fills mu[1 .. vcs]: messages per cycle that the class with k held VCs completes.
void service_rates(const Server& s, const Others& others, std::span<double> mu);
/// The same of a port whose messages enter one after the other, `entering` cycles each.
void serial_rates(int vcs, double capacity, double entering, double holding, std::span<double> mu);

/// Returns the share that is left of what messages of `flits` flits lose to others by sharing a channel, as it serves
/// whole flits in turn. `use`: flits per cycle of the channel; `vcs`: most of those that share it.
double in_whole_flits(double flits, double use, int vcs);

inline constexpr double least_accept = 0.02;  ///< of a_i: division by it must not run away on the way to a solution
inline constexpr std::size_t most_messages = 160;  ///< in and before a class at once; the product form is cut there

struct Arrivals {
    double rate = 0.0;        ///< messages per cycle, already over a_i
    int cap = 1;              ///< u_i
    double of_class = 0.0;    ///< f_i
    double backlogged = 0.0;  ///< odds of waits behind a stream that is backlogged itself, over 1 - a_i
    double returning = 0.0;   ///< weight of waits behind a message of the input that comes back, over 1 - a_i
    bool in_turn = false;     ///< its messages come one after the other
};

struct Waits {
    double accept = 1.0;   ///< a_i
    double blocked = 0.0;  ///< b_i
    double wait = 0.0;     ///< W_i, cycles, mean over all messages of the input
};

/// Results, and work space that is used again for the next class.
struct Workspace {
    std::array<double, most_vcs + 1> mu{};    ///< [k]: messages per cycle completed with k VCs held
    std::array<double, most_vcs + 1> busy{};  ///< [m]: probability that m VCs are held
    double stretch = 0.0;  ///< cycles by which sharing with the class's other inputs prolongs a message
    double beside = 0.0;   ///< the same with the channel's other classes
    std::vector<Waits> inputs;

    std::vector<double> prefix;  ///< generating functions of the first t inputs, one after the other
    std::vector<std::size_t> begin;
    std::array<double, most_messages + 1> weight{}, suffix{}, others{}, mine{};
};

/// Solves the class of `vcs` VCs with the rates work.mu: fills in the rest of `work`. `holding`: H; `square`: C^2.
/// Returns false where the numbers leave the range of a double.
bool solve_class(int vcs, double holding, double square, std::span<const Arrivals> inputs, Workspace& work);

struct PortResult {
    bool stable = true;
    double wait = 0.0;  ///< cycles; infinite where it is not stable
    double stretch = 0.0;
};

/// The injection port: M/G/V with the rates work.mu, W = Lq / lambda (1 + C^2) / 2. Fills work.busy.
PortResult solve_port(int vcs, double rate, double holding, double square, Workspace& work);

}  // namespace wafernet::queueing
