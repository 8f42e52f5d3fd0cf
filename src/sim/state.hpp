// The parts of the simulator's state.
//
// A *channel* moves one flit a cycle, a narrow one a flit in several: network channels, injection and ejection
// channels, and, where routers have output buffers, one switch in front of every network channel, which is not limited.
// A *lane* is a virtual channel of a channel together with the buffer behind it. A *visit* is one message in one lane;
// the visits of a message are chained from its source to its header. Nothing is polled: a lane is in its channel's
// ready set exactly while its message has a flit in front of it and a free slot behind it, and a header that finds no
// free lane sleeps in a queue until one is freed.
#pragma once

#include <array>
#include <bit>
#include <limits>
#include <list>
#include <optional>
#include <queue>
#include <span>
#include <vector>

#include "wafernet/core/network.hpp"
#include "wafernet/sim/simulator.hpp"

namespace wafernet::sim {

inline constexpr std::uint32_t none = 0xFFFFFFFFU;
inline constexpr std::uint32_t sink = 0xFFFFFFFEU;  ///< `next` of a visit whose flits are consumed as they arrive

enum class Kind : std::uint8_t { network, injection, ejection, crossing };

struct alignas(64) ChannelState {
    std::uint64_t ready = 0;  ///< lanes that can send now
    std::uint64_t free = 0;   ///< lanes that no message holds
    std::uint64_t flits = 0;  ///< sent
    std::uint32_t first_lane = 0;
    std::uint32_t forward = 1;  ///< cycles until a flit sent can be sent on
    std::uint32_t credit = 1;   ///< cycles until the slot of a flit that left the buffer can be filled
    Node node = 0;              ///< where the buffer is
    std::uint32_t turn = none;  ///< input that was served last (crossbar_limit)
    std::uint32_t vc_turn = 0;  ///< lane whose header got a virtual channel last (round robin)
    bool allocating = false;    ///< headers ask for its virtual channels in this cycle (crossbar_limit)
    Kind kind = Kind::network;
    std::uint8_t last_vc = 0;
    std::uint8_t last_sent = 0xFF;  ///< lane of this channel's buffers that left last (crossbar_limit, shared channels)
    bool active = false;
    bool arbitrated = false;      ///< something else than its own lanes decides whether it sends
    std::uint16_t serial = 1;     ///< cycles from a flit to the next
    std::uint64_t next_flit = 0;  ///< cycle in which a narrow one can send again

    /// Whether it still sends an earlier flit.
    [[nodiscard]] bool sending(std::uint64_t now) const { return next_flit > now; }
};
static_assert(sizeof(ChannelState) == 64);

struct Lane {
    std::uint32_t sender = none;  ///< visit whose flits are sent over this lane
    std::uint32_t credits = 0;    ///< free slots of the buffer
    std::uint32_t channel = 0;
    std::uint16_t front = 0;  ///< slot of the message at the head of the buffer
    std::uint16_t count = 0;  ///< messages in or on their way into the buffer
};

/// What is seldom asked of a lane.
struct LaneRecord {
    std::uint32_t depth = 0;    ///< flits that the buffer holds
    std::uint32_t label = 0;    ///< reversals of the message that took it last, where escapes go by labels
    std::uint32_t from = none;  ///< input lane whose header got it last (crossbar_limit)
    std::uint32_t to = none;    ///< lane that a header in it took last (crossbar_limit)
};

/// 32 bytes: the simulator's speed is that of its memory.
struct alignas(32) Visit {
    std::uint32_t lane = none;  ///< none: the source itself
    std::uint32_t prev = none;
    std::uint32_t next = none;
    std::uint32_t message = none;
    std::uint32_t unsent = 0;    ///< flits still to be sent over the lane
    std::uint32_t buffered = 0;  ///< flits in the buffer
    std::uint32_t channel = 0;   ///< of the lane
    std::uint16_t credit = 1;    ///< of the channel
    bool first : 1 = true;       ///< the header has not been sent yet
    bool head_in : 1 = false;    ///< the header is in the buffer
    bool asleep : 1 = false;     ///< the virtual channel has only just been given
};
static_assert(sizeof(Visit) == 32);

struct Candidate {
    std::uint32_t channel = 0;
    std::uint32_t state = 0;
    VcSet vcs = 0;
    std::uint8_t axis = 0;
    std::int8_t direction = 1;
    std::int8_t stays = -1;  ///< VC on which the message stays in its ring; -1: it enters one
    float share = 1.0F;      ///< of the hop
    bool detour = false;
    bool escape = false;  ///< of a routing that escapes by labels
};

struct Message {
    Node source = 0;
    Node destination = 0;
    std::uint32_t flits = 0;
    std::uint64_t created = 0;
    std::uint64_t entered = 0;
    std::uint64_t asked = 0;    ///< when the header asked for its next channel
    std::uint32_t state = 0;    ///< of the routing, in the header
    std::uint32_t head = none;  ///< foremost visit
    std::uint32_t left = 0;     ///< flits that the sink has still to take (nodes without ejection channels)
    std::uint64_t granted = 0;  ///< when it got its last virtual channel
    std::uint32_t ticket = 0;   ///< changes when a wait ends; entries of wait queues with an old one are dead
    std::uint32_t hops = 0;
    std::uint32_t reversals = 0;  ///< hops from a higher axis to a lower one
    std::int16_t vc_class = -1;   ///< VC of the rule that it arrived on
    std::uint8_t axis = 0xFF;     ///< of its last hop
    std::int8_t direction = 0;
    bool waiting = false;
    bool counted = false;  ///< created during the measurement
    std::vector<Candidate> candidates;
};

struct Waiter {
    std::uint32_t visit = 0;
    std::uint32_t message = 0;
    std::uint32_t ticket = 0;
};

struct Choice {
    Waiter waiter;
    std::uint32_t lane = 0;
};

/// What happens at the beginning of a cycle, and to what.
enum class Event : std::uint8_t {
    freed,     ///< lanes that no message holds any more
    credits,   ///< lanes: a slot of the buffer can be filled again
    arrivals,  ///< visits: a body flit comes into the buffer
    heads,     ///< visits: the header comes into the buffer
    turns,     ///< visits: the header has come to the front of the buffer
    sources,   ///< nodes that may inject again
    wakes,     ///< visits: may send from now on
    tails,     ///< messages that are complete at the sink
};
inline constexpr std::size_t event_kinds = 8;

/// The events of the cycles to come.
class Wheel {
public:
    using Slot = std::array<std::vector<std::uint32_t>, event_kinds>;  ///< by Event

    void resize(std::uint32_t longest_delay) { slots_.resize(std::bit_ceil(longest_delay)); }
    void add(Event event, std::uint64_t cycle, std::uint32_t of) {
        at(cycle)[static_cast<std::size_t>(event)].push_back(of);
        ++events_;
    }
    Slot& at(std::uint64_t cycle) { return slots_[cycle & (slots_.size() - 1)]; }
    void clear(Slot& slot) {
        for (auto& list : slot) events_ -= list.size(), list.clear();
    }
    [[nodiscard]] bool empty() const { return events_ == 0; }
    [[nodiscard]] std::span<const Slot> slots() const { return slots_; }

private:
    std::vector<Slot> slots_;
    std::uint64_t events_ = 0;
};

/// The visits of the lanes, equally many a lane, then one of a source per injection lane.
class Visits {
public:
    void resize(std::uint32_t lanes, std::uint32_t per_lane, std::uint32_t sources) {
        per_lane_ = per_lane;
        first_source_ = lanes * per_lane;
        visits_.resize(std::size_t{first_source_} + sources);
    }
    Visit& operator[](std::uint32_t v) { return visits_[v]; }
    const Visit& operator[](std::uint32_t v) const { return visits_[v]; }
    /// The i-th visit of a lane's buffer, from its front on.
    [[nodiscard]] std::uint32_t in(std::uint32_t l, const Lane& lane, std::uint32_t i = 0) const {
        return l * per_lane_ + (lane.front + i) % per_lane_;
    }
    /// The message at the front of the buffer has left it.
    void drop_front(Lane& lane) const {
        lane.front = static_cast<std::uint16_t>((lane.front + 1U) % per_lane_);
        --lane.count;
    }
    [[nodiscard]] std::uint32_t first_source() const { return first_source_; }
    [[nodiscard]] std::size_t size() const { return visits_.size(); }

private:
    std::vector<Visit> visits_;
    std::uint32_t per_lane_ = 1, first_source_ = 0;
};

/// The messages in the network; numbers of those that have left it are given again.
class Messages {
public:
    Message& operator[](std::uint32_t m) { return messages_[m]; }
    const Message& operator[](std::uint32_t m) const { return messages_[m]; }
    std::uint32_t take() {
        if (unused_.empty()) {
            messages_.emplace_back();
            return static_cast<std::uint32_t>(messages_.size() - 1);
        }
        const std::uint32_t message = unused_.back();
        unused_.pop_back();
        return message;
    }
    void give_back(std::uint32_t message) { unused_.push_back(message); }
    [[nodiscard]] std::size_t numbers() const { return messages_.size(); }
    [[nodiscard]] std::size_t inside() const { return messages_.size() - unused_.size(); }

private:
    std::vector<Message> messages_;
    std::vector<std::uint32_t> unused_;
};

/// Headers that wait for a virtual channel.
struct Waiters {
    std::vector<std::vector<Waiter>> at;  ///< of a channel
    std::uint64_t messages = 0;

    void begins(Message& m) { m.waiting = true, ++messages; }
    void ends(Message& m) { m.waiting = false, --messages; }
};

/// Where messages enter and leave the network.
struct PortMap {
    std::uint32_t first_injection = 0, first_ejection = 0, first_crossing = 0;  ///< channels
    std::uint32_t injection_channels = 1;                                       ///< of a node
    std::uint32_t injection_lanes = 1;                                          ///< of a channel
    std::vector<Node> router_of;  ///< where a node's messages are switched: itself, or the router that it is a port of
    std::vector<Node> exit_of;    ///< and where messages to it leave: of networks that go one way another router
    std::vector<std::uint8_t> injecting;  ///< injection channels with a message that is still being sent into them

    /// The node whose messages enter by an injection channel.
    [[nodiscard]] Node source_of(std::uint32_t channel) const {
        return (channel - first_injection) / injection_channels;
    }
    [[nodiscard]] bool is_port(Node node) const { return router_of[node] != node; }
};

/// How the router's virtual channels stand for those of the rule.
struct VcUse {
    std::vector<VcSet> expanded;         ///< VCs of every VC of the rule
    std::vector<std::int16_t> class_of;  ///< VC of the rule that a VC stands for; -1: free for all
    /// A virtual channel of the network is given again only when its buffer is empty. Duato (1993) assumes so, on whose
    /// extended dependency graph the verdict on routings with escape channels stands: behind another message a header
    /// would wait for a way that is not its own.
    bool one_a_buffer = false;
    bool by_labels = false;  ///< escapes_by_labels(routing)

    [[nodiscard]] VcSet expand(VcSet permitted) const {
        VcSet out = 0;
        for (VcSet set = permitted & first_vcs(static_cast<int>(expanded.size())); set != 0; set &= set - 1)
            out |= expanded[static_cast<std::size_t>(std::countr_zero(set))];
        return out;
    }
};

/// The best flit that asks for a channel.
struct Bid {
    std::uint64_t rank = 0;
    std::uint32_t visit = none;
};

/// Routers that allocate once a cycle (crossbar_limit).
struct Crossbar {
    struct Speculation {
        std::uint32_t channel, visit;
    };
    std::vector<Speculation> speculations;       ///< headers that ask for a virtual channel and the switch at once
    std::vector<std::uint32_t> allocating;       ///< channels whose virtual channels are asked for in this cycle
    std::vector<Bid> best_bids;                  ///< per output channel
    std::vector<std::uint32_t> bids;             ///< outputs that are asked for in this cycle
    std::vector<std::uint32_t> input_turn;       ///< output that an input served last
    std::vector<std::uint32_t> accepted;         ///< output that an input accepts, per input channel
    std::vector<std::uint32_t> accepted_inputs;  ///< inputs that accept one in this cycle
};

/// Shared channels and their drivers.
struct Drivers {
    std::vector<Bid> offers;             ///< best of every shared channel in this cycle
    std::vector<std::uint32_t> offered;  ///< shared channels that have one
    std::vector<std::uint32_t> turn;     ///< driver that a shared channel served last
};

/// A message that waits at its source.
struct Pending {
    std::uint64_t created;
    Node destination;
    std::uint32_t flits;
    std::uint32_t id;  ///< of a closed loop
};

/// What the sources send, when, and what waits there.
struct Sources {
    struct Next {
        double time;
        Node node;
        bool operator>(const Next& o) const { return time != o.time ? time > o.time : node > o.node; }
    };
    struct Given {  ///< by a trace or a closed loop
        std::size_t trace_at = 0;
        std::vector<std::uint32_t> ids;      ///< of messages
        std::vector<std::uint32_t> arrived;  ///< ids, in this cycle
        std::vector<LoopMessage> created;
    };
    std::vector<std::list<Pending>> queues;  ///< one a node
    std::list<Pending> unused;
    std::priority_queue<Next, std::vector<Next>, std::greater<>> next;
    Given given;
    double mean_flits = 1.0;
    std::vector<double> rates;  ///< messages per cycle that come to each source
    std::vector<double> length_sums;

    void push(Node source, const Pending& message) {
        if (unused.empty()) unused.emplace_back();
        unused.front() = message;
        queues[source].splice(queues[source].end(), unused, unused.begin());
    }
    Pending pop(Node source) {
        unused.splice(unused.begin(), queues[source], queues[source].begin());
        return unused.front();
    }
};

/// A run until it is precise.
struct Precise {
    std::uint64_t next_look = 0, epoch_end = 0;
    std::optional<double> half;  ///< of the interval, as it was at the last look
    bool enough = false, reached = false, overloaded = false;
};

}  // namespace wafernet::sim
