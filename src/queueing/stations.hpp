// Stations, their inputs and the traffic between them.
//
// A *station* is a class of virtual channels of one channel: an injection port, a set of VCs of a network channel, or
// an ejection port. A *slot* is one input of a station: the messages that come to it over one other channel. A *stage*
// is the messages of a station that have made equally many hops in a row along the same line; where they go next hardly
// depends on anything earlier. A *flow* is the slots of a path.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "queueing/router.hpp"
#include "wafernet/core/family.hpp"
#include "wafernet/core/routing.hpp"
#include "wafernet/core/traffic.hpp"
#include "wafernet/queueing/model_terms.hpp"

namespace wafernet::queueing {

inline constexpr std::uint32_t none = 0xFFFFFFFFU;

enum class Kind : std::uint8_t { injection, network, ejection };

/// What a station is.
struct StationIdentity {
    Kind kind = Kind::network;
    std::uint32_t channel = 0;  ///< network channel; or the node of an injection or ejection port
    std::uint32_t group = 0;    ///< stations of one group share a physical channel
    std::uint32_t tag = 0;      ///< level and axis of the channel
    int vcs = 1;
    double capacity = 1.0;   ///< flits per cycle of the physical channel
    bool shared = false;     ///< a channel that several nodes drive
    bool serial = false;     ///< a source whose messages enter the buffers behind it one after the other
    bool several = false;    ///< a source with several VCs of its own, however many it feeds
    bool with_next = false;  ///< a source that feeds a buffer of its own: held until that buffer is left
    int spare = 0;           ///< of a source: VCs of its own beyond those that it feeds
};

/// Its times without load, in cycles.
struct StationTiming {
    double pace = 1.0;        ///< cycles in which a lone message crosses it, mean over its messages
    double hop = 1.0;         ///< cycles from crossing this channel to being ready for the next one, at no load
    double own_lag = 0.0;     ///< of a network channel: cycles by which a tail follows that only this one holds up
    double hold = 1.0;        ///< cycles beyond the tail's passage for which the VC is held
    double least_held = 0.0;  ///< of a network channel's VC: cycles from one message to the next, were it never idle;
                              ///< 0: several nodes drive it
    double late = 0.0;        ///< cycles by which the tail follows later here than at the destination, at no load
    double entering = 0.0;    ///< of a serial source, cycles from one message to the next where nothing is in their way
    double between = 0.0;  ///< of a source, cycles that the second of two messages waits after the first where they go
                           ///< to the only VC of a channel
    double between_others = 0.0;  ///< of such a source: flits of a message that waits in one of these which go between
                                  ///< those of the message before
};

/// The buffers behind it.
struct StationBuffers {
    double depth = 2.0;       ///< flits of the buffer behind it
    double round_trip = 1.0;  ///< cycles after which a slot of that buffer comes back
    int past = 0;         ///< 1: the next message may enter while the tail is in that buffer, and waits behind it there
    double stall = 0.0;   ///< cycles lost by messages that get a VC without credits, summed over the ways to that
    int stall_after = 1;  ///< messages on a VC before one for which there is no credit
    double room = 0.0;    ///< whole messages that may wait in those buffers behind the ones in front
    double slack = 0.0;   ///< flits of that buffer beyond the credit loop
    double stock = 1.0;   ///< flits of each of its messages that may wait in front of it while others go on
};

/// Its messages.
struct StationTraffic {
    double rate = 0.0;     ///< messages per cycle at load 1 (one flit per node and cycle), of one member
    double members = 1.0;  ///< stations that it stands for
    double alike = 0.0;    ///< of a channel, probability that two of its messages come by the same one
    double streams = 0.0;  ///< where messages choose, of the channel: sum of the squared rates of streams to nodes that
                           ///< hear of no other source
    std::uint32_t first_slot = 0, end_slot = 0;
};

struct Station : StationIdentity, StationTiming, StationBuffers, StationTraffic {};

/// With whom the messages of an input share its channel.
struct SlotSharing {
    double of_station = 0.0;  ///< f: share of the station's messages
    double in_row = 0.0;    ///< share of the station's messages that come from the same channel or the same stream, and
                            ///< have shared it already
    double beside = 0.0;    ///< the same of the messages of the channel's other stations
    double repeated = 0.0;  ///< of a message of another input: probability that it is of the same such stream as the
                            ///< one that meets it
    double kept = 1.0;      ///< share of a stretch here that its messages still have at their destinations
    double returning = 0.0;    ///< of a shared channel: share of its messages that go where these come from, met before
    std::uint32_t driver = 0;  ///< of a shared channel: number of the driver, among those of the channel
};

struct Slot : SlotSharing {
    std::uint32_t station = none;
    double rate = 0.0;
    double of_previous = 0.0;  ///< q: share of the previous station's messages that come here
    double elsewhere = 0.0;    ///< messages per cycle at load 1 that come by the same channel and go on by others
    std::int8_t side = 0;      ///< tells mirror images among the channels that lead here apart
    int cap = 1;               ///< messages that can be here at once by this input
    int channels = 1;  ///< of these, as many as the VCs that they come by hold: the others wait in the buffers behind
    std::uint32_t first_arc = 0, end_arc = 0;
};

struct Stage {
    std::uint32_t station = none;
    std::uint32_t run = 0;  ///< hops in a row along this line, this one included; 0 in ports
    double rate = 0.0;      ///< messages per cycle at load 1, of all members together
};

/// Messages from one stage to the next, by a slot.
struct Arc {
    std::uint32_t from = none;  ///< stage; none: from the source itself
    std::uint32_t to = none;    ///< stage
    std::uint32_t slot = none;
    double rate = 0.0;     ///< of all members together
    double of_from = 0.0;  ///< share of the messages of `from`
    double of_to = 0.0;
    double of_slot = 0.0;
};

/// The part of an arc that the sweeps along the paths need.
struct Onward {
    std::uint32_t from = none, to = none, slot = none;
    double of_from = 0.0, of_to = 0.0;
};

struct Flow {
    std::uint32_t first = 0, end = 0;  ///< slots of the path in Plan::path
    double rate = 0.0;
};

/// Messages that may go on by several ways, and wait only where none is open.
struct Choice {
    std::uint32_t first = 0, end = 0;  ///< of its ways in Plan::ways, the preferred first
    double rate = 0.0;                 ///< messages per cycle at load 1, of all members together
};

struct ChoiceWay {
    std::uint32_t slot = none;
    double share = 0.0;                ///< of the messages of the choice, in the plan's rates
    std::uint32_t channel = 0;         ///< alike for ways over the same channel
    std::uint32_t first_overflow = 0;  ///< in Plan::overflow: over every earlier way of the choice, in their order
};

/// Messages that come to one station because they found another full.
struct Overflow {
    std::uint32_t to = none, from = none;  ///< stations
    bool same_channel = false;
};

/// What a plan says of the router, in cycles.
struct PlanRouter {
    double lag = 15.0;        ///< cycles by which a tail follows that crosses all these channels, mean over the lengths
    double decision = 0.0;    ///< cycles that a header takes longer in a router than the flits behind it
    double allocation = 0.0;  ///< of these the last, for which it has a virtual channel already
    CreditLoop loop, port_loop, sink_loop;  ///< of the slowest channel that messages cross; of the ports
    bool one_arrival = false;               ///< at most, at a source in a cycle
    bool direct = false;                    ///< a source sends nothing else while a message waits for its first channel
    bool speculative = false;               ///< headers ask for a virtual channel and the switch in one cycle
    bool crossbar = false;                  ///< one flit a cycle from every input
    bool shared = false;                    ///< of channels that several nodes drive
    bool in_order = true;                   ///< choices prefer their first ways
};

/// What a plan keeps when like stations are taken together.
struct PlanTotals : PlanRouter {
    double total = 0.0;      ///< messages per cycle of all sources at load 1
    double flits = 16.0;     ///< mean length
    double square = 0.0;     ///< squared coefficient of variation of the lengths
    double zero_load = 0.0;  ///< cycles
    std::vector<LengthShare> lengths;
    double mean_hops = 0.0;
    std::uint32_t longest = 0;    ///< stations of the longest path
    std::vector<double> channel;  ///< flits per cycle of every network channel at load 1
    bool few_pairs = false;       ///< every source sends to a few destinations, as in a permutation
    /// Where messages choose: load at which a channel is full under their best split; infinite: not known; NaN: not
    /// asked for, then of the ways that they take.
    double split_bound = std::numeric_limits<double>::quiet_NaN();
    Terms without;  ///< terms of the model that are left out
    ModelParameters parameters;

    [[nodiscard]] bool has(Term term) const { return !without.has(term); }
};

/// Where messages may go on by several ways.
struct PlanChoices {
    std::vector<Choice> choices;  ///< of adaptive routings
    std::vector<ChoiceWay> ways;
    std::vector<Overflow> overflow;
    std::vector<std::uint32_t> overflow_of_way;  ///< lists of numbers in `overflow`, one for each way
    std::vector<std::uint32_t>
        way_of;  ///< of every way of every choice as the routes give them, in their order: its number in `ways`
};

/// Loads that nothing gets past.
struct PlanBounds {
    double bound = 0.0;  ///< the lower of the next two, and where messages choose that of the ways that they take
    double channel_bound = 0.0;  ///< load at which the busiest channel or port is full
    double vc_bound = 0.0;  ///< load at which a channel's VCs are held all the time; infinite where none are told apart
    std::uint32_t full_group = 0;  ///< the busiest channel or port
};

struct Plan : PlanTotals, PlanChoices, PlanBounds {
    std::vector<Station> stations;
    std::vector<Slot> slots;     ///< grouped by station
    std::vector<Stage> stages;   ///< the source's side first, as far as there are no circles
    std::vector<Arc> arcs;       ///< grouped by slot
    std::vector<Onward> onward;  ///< arcs between stages, those of one `from` together, in the order of the stages
    bool circles = false;        ///< stages follow each other in circles
    std::vector<std::vector<std::uint32_t>> group;  ///< stations of every physical channel
    std::vector<Flow> flows;                        ///< empty: by transitions
    std::vector<std::uint32_t> path;

    /// Returns the station that a slot's messages come from, one of those of the channel; none: they begin there.
    [[nodiscard]] std::uint32_t before(const Slot& slot) const {
        const std::uint32_t stage = arcs[slot.first_arc].from;
        return stage == none ? none : stages[stage].station;
    }
};

/// Returns the plan of a network. Throws as LatencyModel does. `shares`: with which the ways of choices are taken, in
/// the order of way_of of the plan before; empty: as if all were full half of the time.
Plan make_plan(const Network& network, const Routing& routing, const VcRule& rule, const Traffic& traffic,
               const LatencyOptions& options, std::span<const double> shares = {});

/// Sets the physical channels, the load at which the busiest of them is full, and that at which virtual channels go
/// from one message to the next at once.
void bound_load(Plan& plan);

/// Throws ComputationError where the bytes that a model of so many stations is yet to take are not free.
void check_state(const Network& network, std::uint64_t stations, std::uint64_t bytes);

/// Fills in what follows from rates, members and arcs: shares, caps, groups, the bound.
void complete(Plan& plan);

/// Returns the station of the source that alone sends what comes by a slot, and sends all of it there; none: several
/// do, or it sends elsewhere as well.
std::uint32_t only_source(const Plan& plan, const Slot& slot);

/// Fills in Slot::kept.
void keep_stretches(Plan& plan);

/// Fills in Station::late and Station::entering.
void late_tails(Plan& plan);

/// Makes one stage of those of a station where the run tells nothing: their messages go on with the same probabilities
/// everywhere, as under uniform traffic on lines. The plan is complete but for what complete() fills in.
void merge_runs(Plan& plan);

/// Returns the plan with channels of equal rates and inputs taken together, where also those are alike that lie within
/// so many `hops` on their messages' ways; what these meet beyond is averaged. Path by path all that their messages
/// meet is alike, whatever `hops`. Rates count as equal that differ by less than a relative `tolerance`. Nothing where
/// that leaves more arcs between stations than `most`.
std::optional<Plan> lumped(const Plan& plan, double tolerance, int hops, std::size_t most = none);

}  // namespace wafernet::queueing
