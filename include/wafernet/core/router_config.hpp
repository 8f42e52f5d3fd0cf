// The router: what the simulator runs and the latency model describes.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "wafernet/core/routing.hpp"

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

/// What is done with virtual channels beyond those that the rule assigns.
enum class ExtraVcs : std::uint8_t {
    spread,    ///< the rule's classes share all: class sizes differ by at most one, the first are larger (3 for 2: 2+1)
    free,      ///< any message may use them at any time
    adaptive,  ///< they go to the classes that are not escape channels of the routing; where all are, as spread
    unused,
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
    bool operator==(const LengthShare&) const = default;
};

/// How messages enter the network and leave it.
struct PortConfig {
    std::uint32_t injection_cycles = 1;  ///< from the source to the router
    std::uint32_t injection_credit_cycles = 1;
    std::uint32_t injection_channels =
        1;  ///< each takes one flit a cycle; with injection_direct the injection buffers of a node on a shared channel
    bool injection_direct =
        false;  ///< messages go from the queue straight to the first switch, one at a time a channel
    bool injection_serial = false;      ///< one message at a time on an injection channel, else up to `vcs` interleaved
    std::uint32_t ejection_cycles = 1;  ///< from the last router to the sink
    std::uint32_t ejection_channels = 1;  ///< 0: the node takes every flit that arrives
    bool ejection_buffer = false;         ///< the sink returns credits as a router does; else it takes any flit
    bool terminals_are_ports =
        false;  ///< terminals that share a router (Network::router_of_terminal) are its ports, not routers
};

/// A configured router and the messages that it is for. Obtain one from a preset and change what differs.
/// A flit that crosses a channel at cycle x can cross the next at x + link + router_cycles; the slot that it leaves can
/// be filled by a flit that crosses the previous channel credit_cycles later (plus the link where credit_uses_link).
struct RouterConfig {
    std::string preset = "ideal";  ///< where it comes from; nothing depends on it
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
    bool crossbar_limit = false;  ///< one flit a cycle from every input port (separable round-robin allocation)
    PortConfig ports{};
    HoldVc hold = HoldVc::until_buffer_left;
    ExtraVcs extra = ExtraVcs::spread;
    InputPolicy input = InputPolicy::fifo;
    OutputPolicy output = OutputPolicy::preferred;

    Arrivals arrivals = Arrivals::bernoulli;
    std::vector<LengthShare> lengths{{16, 1.0}};
    LatencyStart latency_from = LatencyStart::creation;

    /// Returns the mean length of a message in flits. There must be a length.
    [[nodiscard]] double mean_flits() const;
};

/// A router that has a name, with the conventions of whoever uses it.
struct Preset {
    std::string_view name, title;
    RouterConfig router;
    Ties ties = Ties::parity;                     ///< where the user does not say them
    std::string_view dateline_rule = "dateline";  ///< VC rule of routings whose own rule is "dateline"
    bool one_path_in_files = false;               ///< `minimal` in networks from files: one path a pair, not spread
    bool include_self = false;                    ///< uniform traffic also sends to the source itself
    std::uint32_t hotspot_nodes = 1;              ///< centre nodes of a hot spot
    std::uint64_t warmup = 5000, cycles = 20000;  ///< of a simulation
    bool from_empty = false;                      ///< measured from the empty network
};

/// Returns "ideal", "thesis", "booksim-min", "booksim-4stage" and "kmway", in this order.
///  ideal: one cycle a hop, VC freed when the tail leaves its downstream buffer, first-come allocation, Poisson
///  sources. thesis: the reading of rahman2006 sec. 4.4.2 that comes closest to its tables: 1 flit output and 1 flit
///  input buffer a VC, a flit moves only into an empty buffer, VC held until the tail leaves the input buffer, 20,000
///  cycles from empty. booksim-min, booksim-4stage: BookSim2's iq router with its shortest and with the RC|VA|SA|ST
///  pipeline. kmway: the routers of shared channels of mudawwar sec. 4: 4 buffers of 2 flits, messages of 5.
std::span<const Preset> presets();
/// Returns the preset of a name. Throws InputError for any other name.
const Preset& preset_named(std::string_view name);
/// Returns the preset of a network for which none is asked: kmway where it has shared channels, else ideal.
const Preset& usual_preset(const Network& network);

}  // namespace wafernet
