// The reference simulator: flit-level wormhole switching on any network, routing, virtual-channel rule and traffic.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "wafernet/core/family.hpp"
#include "wafernet/core/router_config.hpp"
#include "wafernet/core/routing.hpp"
#include "wafernet/core/traffic.hpp"
#include "wafernet/routing/vc_rules.hpp"

namespace wafernet {

/// One message of a trace.
struct TraceMessage {
    std::uint64_t cycle = 0;
    Node source = 0;
    Node destination = 0;
    std::uint32_t flits = 1;
};

/// A message of a closed loop, which calls it what it likes.
struct LoopMessage {
    std::uint32_t id = 0;
    Node source = 0;
    Node destination = 0;
    std::uint32_t flits = 1;
};

/// Who sends what, where that hangs on what has arrived before. The simulator asks in the order of its cycles.
class ClosedLoop {
public:
    virtual ~ClosedLoop() = default;
    /// Returns the next cycle that has a message if nothing else arrives before; the greatest number where none has.
    [[nodiscard]] virtual std::uint64_t next() const = 0;
    /// Appends the messages that are created by cycle `now` and have not been asked for.
    virtual void create(std::uint64_t now, std::vector<LoopMessage>& messages) = 0;
    /// The last flit of a message has left its source before cycle `now`.
    virtual void left(std::uint32_t id, std::uint64_t now) = 0;
    /// A message has arrived; what it lets go is created in the same cycle.
    virtual void arrived(std::uint32_t id, std::uint64_t now) = 0;
    /// Whether nothing will be sent any more and all has arrived.
    [[nodiscard]] virtual bool done() const = 0;
};

/// A router and how it is measured. Obtain one from simulation_preset and change what differs.
struct SimulationOptions {
    RouterConfig router{};
    std::uint32_t source_queue = 0;     ///< messages that wait at a source at most; 0: any number
    std::vector<TraceMessage> trace{};  ///< replaces traffic and load
    ClosedLoop* loop = nullptr;         ///< where given, as a trace; the run ends when it is done, whatever is measured

    double load = 0.1;             ///< offered flits per node and cycle
    std::uint64_t warmup = 5000;   ///< cycles before the measurement
    std::uint64_t cycles = 20000;  ///< cycles of the measurement
    std::uint64_t drain = 100000;  ///< cycles at most to deliver what was created during the measurement
    bool from_empty =
        false;  ///< the documents' convention: `cycles` from an empty network, whatever is delivered counts
    /// Relative half width of the interval of 95 % of the mean latency at which a run stops, with its warm-up found by
    /// MSER-5 and its interval by batch means that pass a test of independence (sim/steady.hpp). It measures the steady
    /// state, from_empty or not, for `cycles` at most. 0: warm-up and measurement are as long as said
    double precision = 0.0;
    /// With a precision: a run also stops when its interval no longer contains this latency, cycles from creation; 0:
    /// no such latency
    double latency_limit = 0.0;
    /// With a precision: cycles that a run measures at least, unless it is overloaded or past the limit before
    std::uint64_t least_cycles = 0;
    std::uint64_t most_hops = 0;  ///< with a precision: flits over channels after which it stops; 0: any number
    std::uint64_t seed = 1;
    std::uint64_t check_every =
        0;  ///< conservation is checked every so many cycles; 0: never (1 in debug builds of small networks)
};

/// Returns the router of a preset and the measurement that goes with it.
SimulationOptions simulation_preset(const Preset& preset);
/// The same by its name. Throws InputError for any other name.
SimulationOptions simulation_preset(std::string_view name);

/// An option that can be set by name.
struct SimulationSetting {
    std::string_view name;  ///< "buffer", on the command line --buffer
    std::string_view meaning;
};

/// Returns all options that have names, in the order of the help text.
std::vector<SimulationSetting> simulation_settings();

/// Sets the option called `key` from text. Throws InputError for an unknown key or a value that it does not take.
void set_simulation_option(SimulationOptions& options, std::string_view key, std::string_view text);

/// Returns the value of the option called `key` as set_simulation_option reads it. Throws InputError for an unknown
/// key.
std::string simulation_option(const SimulationOptions& options, std::string_view key);

/// Throws InputError where the options contradict each other or cannot be simulated on the network.
void check_options(const SimulationOptions& options, const Network& network);

/// saturated: the backlog of a source grows (its messages come faster than they leave while any waits), or messages of
/// the measurement were not delivered within the drain.
enum class RunStatus : std::uint8_t { ok, saturated, deadlock, interrupted };
/// Returns "ok", "saturated", "deadlock" or "interrupted".
std::string_view name(RunStatus status);

/// One virtual channel of a deadlock: the message that holds it waits for the next one of the cycle.
struct HeldChannel {
    Channel channel = 0;
    int vc = 0;
    Node source = 0;
    Node destination = 0;
};

struct LatencySummary {
    double mean = 0.0;
    std::optional<double> ci95;  ///< half width from batch means; nothing where there are too few messages
    double minimum = 0.0, median = 0.0, p95 = 0.0, p99 = 0.0, maximum = 0.0;
    double deviation = 0.0;  ///< standard deviation over the messages
};

/// Messages whose latency is within `from` and `to`, both included.
struct LatencyBin {
    std::uint64_t from = 0, to = 0;  ///< whole cycles
    std::uint64_t messages = 0;
};

/// Channels of one level of the hierarchy.
struct LevelLoad {
    int level = 1;
    std::uint64_t channels = 0;
    double mean_utilisation = 0.0;  ///< flits per channel and cycle
    double max_utilisation = 0.0;
    double mean_wait_cycles = 0.0;  ///< of a header for a virtual channel, per hop
};

struct SimulationResult {
    RunStatus status = RunStatus::ok;
    double load = 0.0;                      ///< asked for
    double offered = 0.0;                   ///< flits created per node and cycle of the measurement
    double injected = 0.0;                  ///< flits that entered the network
    double accepted = 0.0;                  ///< flits delivered
    std::uint64_t messages = 0;             ///< that the latencies are of
    std::uint64_t undelivered = 0;          ///< created during the measurement, not delivered when the drain ended
    std::uint64_t dropped = 0;              ///< refused by a full source queue
    std::optional<LatencySummary> latency;  ///< by latency_from
    std::optional<LatencySummary> network_latency;
    std::optional<LatencySummary> total_latency;
    /// Of the sources whose messages nearly always wait, the load that the slowest one is served at; nothing where
    /// there is none.
    std::optional<double> served_load;
    double mean_hops = 0.0;
    std::vector<LevelLoad> levels;
    std::vector<double> utilisation;          ///< flits per cycle of every channel
    std::vector<HeldChannel> deadlock_cycle;  ///< where status is deadlock
    std::uint64_t cycles = 0;                 ///< simulated
    std::uint64_t warmup = 0;                 ///< cycles of them before the measurement
    bool precise = false;                     ///< with a precision: reached, or the limit was decided
    std::uint64_t flit_hops = 0;              ///< network channels crossed by flits
};

/// Returns the result of one run. `rule` permits virtual channels 0 .. rule.vcs-1; the others go by its option extra.
/// Throws InputError as check_options does, and where the routing or the traffic was made for another network. `stop`,
/// where given, ends the run early with status interrupted.
SimulationResult simulate(const Network& network, const Routing& routing, const VcRule& rule, const Traffic& traffic,
                          const SimulationOptions& options, const std::atomic<bool>* stop = nullptr);

/// Returns the latency of a channel's link in cycles: the network's own, else the router's.
inline std::uint32_t link_cycles(const RouterConfig& router, const Network& network, Channel channel) {
    return network.channel_latency_cycles.empty() ? router.link_cycles : network.channel_latency_cycles[channel];
}

/// Returns the latency of a lone message of `flits` flits over links of these latencies, from its creation, by the
/// closed law of the configured pipeline: the header's way, then for the tail the slowest use of the credit loops,
/// lag(k) = max(lag(k-1) + 1, lag(k - depth) + round trip) over the loops of the path.
/// `injection_link` and `ejection_link` are the latencies of the links to the terminals where these are ports of a
/// router; `flit_cycles` those that a flit takes to enter each link, empty: 1.
std::uint64_t zero_load_latency(const RouterConfig& router, std::span<const std::uint32_t> links, std::uint32_t flits,
                                std::uint32_t injection_link = 1, std::uint32_t ejection_link = 1,
                                std::span<const std::uint32_t> flit_cycles = {});

/// Returns the mean of zero_load_latency over the messages of the traffic (first permitted hop of every step).
double mean_zero_load_latency(const Network& network, const Routing& routing, const Traffic& traffic,
                              const SimulationOptions& options);

}  // namespace wafernet
