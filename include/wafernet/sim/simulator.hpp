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
#include "wafernet/core/routing.hpp"
#include "wafernet/core/traffic.hpp"
#include "wafernet/routing/vc_rules.hpp"

namespace wafernet {

enum class Arrivals : std::uint8_t {
    bernoulli,  ///< each cycle a message with probability load / mean length
    poisson,    ///< a Poisson number of messages each cycle
    fixed,      ///< one message every mean length / load cycles, from a random first one
};

/// Which of the headers that wait for an output gets the virtual channel that becomes free.
enum class InputPolicy : std::uint8_t {
    fifo,         ///< the one that has waited longest at this router (local first-come); ties at random
    round_robin,  ///< the next input in turn
    random,
    no_turn,             ///< one that goes straight on, else first-come
    global_fifo,         ///< the oldest message
    distance_travelled,  ///< the one that has crossed most channels
    least_adaptive,      ///< the one with fewest permitted outputs, then distance travelled
    distance_least,      ///< distance travelled, then fewest permitted outputs
};

/// Which of several permitted outputs a header prefers; it takes the first that has a free virtual channel.
enum class OutputPolicy : std::uint8_t {
    preferred,  ///< in the routing's own order
    random,     ///< one drawn by the hops' shares, whether free or not (oblivious; even split of ties); with escape
                ///< channels only preferred
    xy,         ///< lowest axis first
    zigzag,     ///< the axis with the longest way to go first
    no_turn,    ///< straight on first, then lowest axis
    most_free,  ///< the one with most free virtual channels, in the routing's order where equal
};

/// How long a message holds a virtual channel.
enum class HoldVc : std::uint8_t {
    until_buffer_left,  ///< until its tail has left the buffer downstream
    /// until its tail has been sent; the buffer may then hold flits of several messages. Routings with escape channels
    /// (Routing::escape_vcs) hold it until the credit of the tail is back: their verdict assumes buffers of one message
    /// each
    until_tail_sent,
};

/// What latency_cycles means.
enum class LatencyStart : std::uint8_t {
    creation,  ///< from the creation of the message: the wait at the source included
    entry,     ///< from the header's entry into the network
};

/// A message length and the share of messages that have it.
struct LengthShare {
    std::uint32_t flits = 16;
    double share = 1.0;
};

/// One message of a trace.
struct TraceMessage {
    std::uint64_t cycle = 0;
    Node source = 0;
    Node destination = 0;
    std::uint32_t flits = 1;
};

/// A configured router and how it is measured. Obtain one from simulation_preset and change what differs.
/// A flit that crosses a channel at cycle x can cross the next at x + link + router_cycles; the slot that it leaves can
/// be filled by a flit that crosses the previous channel credit_cycles later (plus the link where credit_uses_link).
struct SimulationOptions {
    std::string preset = "ideal";
    int vcs = 2;
    std::uint32_t buffer_flits = 2;     ///< input buffer of a virtual channel
    bool buffer_per_link_cycle = true;  ///< the buffer of a D-cycle link holds D times as many
    std::uint32_t output_buffer_flits =
        0;                          ///< 0: none; else a hop is switch (1 cycle) and link, and the switch is not limited
    std::uint32_t link_cycles = 1;  ///< of every link, where the network has no latencies of its own
    std::uint32_t router_cycles = 0;      ///< every flit, from the buffer to the next channel
    std::uint32_t routing_cycles = 0;     ///< headers only, before a virtual channel is asked for
    std::uint32_t allocation_cycles = 0;  ///< headers only, from getting a virtual channel to crossing
    std::uint32_t credit_cycles = 1;
    bool credit_uses_link = false;
    std::uint32_t injection_cycles = 1;  ///< from the source to the router
    std::uint32_t injection_credit_cycles = 1;
    std::uint32_t ejection_cycles = 1;  ///< from the last router to the sink
    bool ejection_buffer = false;       ///< the sink returns credits as a router does; else it takes any flit
    bool terminals_are_ports =
        false;  ///< terminals that share a router (Network::router_of_terminal) are its ports, not routers
    std::uint32_t injection_channels =
        1;  ///< each takes one flit a cycle; with injection_direct the injection buffers of a node on a shared channel
    bool injection_direct =
        false;  ///< messages go from the queue straight to the first switch, one at a time a channel
    bool injection_serial = false;  ///< one message at a time on an injection channel, else up to `vcs` interleaved
    std::uint32_t ejection_channels = 1;  ///< 0: the node takes every flit that arrives
    bool crossbar_limit = false;          ///< one flit a cycle from every input port (separable round-robin allocation)
    HoldVc hold = HoldVc::until_buffer_left;
    ExtraVcs extra = ExtraVcs::spread;
    InputPolicy input = InputPolicy::fifo;
    OutputPolicy output = OutputPolicy::preferred;
    LatencyStart latency_from = LatencyStart::creation;

    Arrivals arrivals = Arrivals::bernoulli;
    std::vector<LengthShare> lengths{{16, 1.0}};
    std::uint32_t source_queue = 0;     ///< messages that wait at a source at most; 0: any number
    std::vector<TraceMessage> trace{};  ///< replaces traffic and load

    double load = 0.1;             ///< offered flits per node and cycle
    std::uint64_t warmup = 5000;   ///< cycles before the measurement
    std::uint64_t cycles = 20000;  ///< cycles of the measurement
    std::uint64_t drain = 100000;  ///< cycles at most to deliver what was created during the measurement
    bool from_empty =
        false;  ///< the documents' convention: `cycles` from an empty network, whatever is delivered counts
    std::uint64_t seed = 1;
    std::uint64_t check_every =
        0;  ///< conservation is checked every so many cycles; 0: never (1 in debug builds of small networks)
};

/// Returns the options of "thesis", "booksim-min", "booksim-4stage", "ideal" or "kmway". Throws InputError for any
/// other name.
///  thesis: the reading of rahman2006 sec. 4.4.2 that comes closest to its tables: 1 flit output and 1 flit input
///  buffer a
///    VC, a flit moves only into an empty buffer, VC held until the tail leaves the input buffer, 20,000 cycles from
///    empty.
///  booksim-min, booksim-4stage: BookSim2's iq router with its shortest and with the RC|VA|SA|ST pipeline.
///  ideal: one cycle a hop, VC freed when the tail leaves its downstream buffer, first-come allocation, Poisson
///  sources. kmway: the routers of shared channels of mudawwar sec. 4: 4 buffers of 2 flits, messages of 5.
SimulationOptions simulation_preset(std::string_view name);
/// Returns the names that simulation_preset takes, in the order above.
std::vector<std::string_view> simulation_presets();
/// Returns what a preset is, in one line. Throws InputError for any other name.
std::string_view preset_title(std::string_view name);

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
    std::uint64_t flit_hops = 0;              ///< network channels crossed by flits
};

/// Returns the result of one run. `rule` permits virtual channels 0 .. rule.vcs-1; the others go by options.extra.
/// Throws InputError as check_options does, and where the routing or the traffic was made for another network. `stop`,
/// where given, ends the run early with status interrupted.
SimulationResult simulate(const Network& network, const Routing& routing, const VcRule& rule, const Traffic& traffic,
                          const SimulationOptions& options, const std::atomic<bool>* stop = nullptr);

/// Returns the latency of a channel's link in cycles: the network's own, else options.link_cycles.
inline std::uint32_t link_cycles(const SimulationOptions& options, const Network& network, Channel channel) {
    return network.channel_latency_cycles.empty() ? options.link_cycles : network.channel_latency_cycles[channel];
}

/// Returns the latency of a lone message of `flits` flits over links of these latencies, from its creation, by the
/// closed law of the configured pipeline: the header's way, then for the tail the slowest use of the credit loops,
/// lag(k) = max(lag(k-1) + 1, lag(k - depth) + round trip) over the loops of the path.
/// `injection_link` and `ejection_link` are the latencies of the links to the terminals where these are ports of a
/// router.
std::uint64_t zero_load_latency(const SimulationOptions& options, std::span<const std::uint32_t> links,
                                std::uint32_t flits, std::uint32_t injection_link = 1, std::uint32_t ejection_link = 1);

/// Returns the mean of zero_load_latency over the messages of the traffic (first permitted hop of every step).
double mean_zero_load_latency(const Network& network, const Routing& routing, const Traffic& traffic,
                              const SimulationOptions& options);

}  // namespace wafernet
