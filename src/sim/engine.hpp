// The simulator's state and its cycle.
//
// A *channel* moves one flit a cycle, a narrow one a flit in several: network channels, injection and ejection
// channels, and, where routers have output buffers, one switch in front of every network channel, which is not limited.
// A *lane* is a virtual channel of a channel together with the buffer behind it. A *visit* is one message in one lane;
// the visits of a message are chained from its source to its header. Nothing is polled: a lane is in its channel's
// ready set exactly while its message has a flit in front of it and a free slot behind it, and a header that finds no
// free lane sleeps in a queue until one is freed.
#pragma once

#include <limits>
#include <queue>
#include <vector>

#include "sim/backlog.hpp"
#include "sim/random.hpp"
#include "sim/statistics.hpp"
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
    bool arbitrated = false;   ///< something else than its own lanes decides whether it sends
    std::uint16_t serial = 1;  ///< cycles from a flit to the next
};

struct Lane {
    std::uint32_t sender = none;  ///< visit whose flits are sent over this lane
    std::uint32_t credits = 0;    ///< free slots of the buffer
    std::uint32_t channel = 0;
    std::uint16_t front = 0;  ///< slot of the message at the head of the buffer
    std::uint16_t count = 0;  ///< messages in or on their way into the buffer
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

/// Returns how many flits the buffer behind a link holds, per virtual channel.
inline std::uint64_t buffer_depth(const RouterConfig& o, std::uint32_t link) {
    return o.buffer_per_link_cycle ? std::uint64_t{o.buffer_flits} * link : o.buffer_flits;
}

/// Batches of a window by which the growth of backlogs is judged.
inline constexpr std::uint64_t batches_of_backlog = 32;

/// Returns the greatest load that the sources can offer and an injection port takes, flits per node and cycle.
double greatest_load(const RouterConfig& router);

/// Returns how many messages a lane can hold, on their way into its buffer or there.
std::uint64_t messages_in_lane(const SimulationOptions& options, const Network& network);
/// What a lane has numbers for.
inline constexpr std::uint64_t most_in_lane = std::numeric_limits<decltype(Lane::count)>::max();

class Engine {
public:
    /// Throws InputError where the parts do not go together.
    Engine(const Network& network, const Routing& routing, const VcRule& rule, const Traffic& traffic,
           const SimulationOptions& options, const std::atomic<bool>* stop);
    SimulationResult run();
    /// Returns the latencies of a run's messages, by options.router.latency_from.
    [[nodiscard]] const LatencySample& latencies() const {
        return router_.latency_from == LatencyStart::creation ? stats_.total : stats_.network;
    }

private:
    struct Slot {                             // what happens at the beginning of one cycle
        std::vector<std::uint32_t> freed;     // lanes
        std::vector<std::uint32_t> credits;   // lanes
        std::vector<std::uint32_t> arrivals;  // visits: a body flit comes into the buffer
        std::vector<std::uint32_t> heads;     // visits: the header comes into the buffer
        std::vector<std::uint32_t> turns;     // visits: the header has come to the front of the buffer
        std::vector<std::uint32_t> wakes;     // visits: may send from now on
        std::vector<std::uint32_t> tails;     // messages that are complete at the sink
        std::vector<std::uint32_t> sources;   // nodes that may inject again
    };

    // build.cpp
    void build();
    void make_room();
    std::uint32_t add_network_channels();
    std::uint32_t add_ports();
    void share_out_vcs();
    std::uint32_t add_channel(Kind kind, Node node, int lanes, std::uint32_t depth, std::uint32_t forward,
                              std::uint32_t credit);

    // engine.cpp: the flits
    void step();
    void begin_cycle();
    void route_headers();
    void check(std::uint32_t visit);
    void transmit();
    void transmit_through_crossbars();
    void bid(std::uint32_t channel, const Lane& from, std::uint32_t visit, bool speculative);
    void propose(std::uint32_t channel);
    void accept(std::uint32_t input);
    void transmit_over_shared();  // shared.cpp
    void send(std::uint32_t channel, int vc);
    /// Whether a narrow channel still sends an earlier flit.
    [[nodiscard]] bool sending(std::uint32_t channel) const {
        return channel < next_flit_.size() && next_flit_[channel] > now_;
    }
    void consume(std::uint32_t visit, std::uint32_t flits);
    void leave(std::uint32_t visit);
    void tail_left(std::uint32_t visit);
    void come_to_front(std::uint32_t visit, std::uint64_t when);
    std::uint32_t place(std::uint32_t lane, std::uint32_t prev, std::uint32_t message);
    void arrive(std::uint32_t visit);
    [[nodiscard]] Slot& at(std::uint64_t cycle) { return wheel_[cycle & wheel_mask_]; }

    // allocation.cpp: the headers
    void request(std::uint32_t visit);
    void find_candidates(Message& m, Node node);
    void draw(Node node, Node destination);
    [[nodiscard]] std::uint64_t queue_of(Channel channel) const;
    [[nodiscard]] std::uint64_t hops_to_go(Hop hop, Node destination) const;
    void order_candidates(Message& m, Node node);
    void ask(std::uint32_t visit);
    bool grant_any(std::uint32_t visit);
    [[nodiscard]] bool may_wait(const Message& m) const;
    void reconsider(std::uint32_t channel);
    void grant(std::uint32_t visit, const Candidate& candidate, int vc);
    void wait(std::uint32_t visit);
    void freed(std::uint32_t lane);
    void allocate_later(std::uint32_t channel);
    void allocate();
    void choose(std::uint32_t channel, std::vector<Choice>& choices);
    std::size_t drop_dead_waiters(std::uint32_t channel);
    [[nodiscard]] std::uint64_t rank(const Message& m, const Candidate& candidate, std::uint64_t tie) const;
    [[nodiscard]] const Candidate* wants(const Waiter& waiter, std::uint32_t channel, int vc) const;
    [[nodiscard]] VcSet expand(VcSet permitted) const;
    [[nodiscard]] Node node_of(const Visit& visit) const;

    // bubble.cpp
    void check_bubble() const;
    [[nodiscard]] bool fits(const Message& m, const Candidate& candidate, int vc) const;

    // source.cpp
    void start_sources();
    void create_messages();
    void create(Node source, Node destination, std::uint32_t flits, std::uint32_t id = 0);
    bool go_round();
    void inject(Node node);
    /// The node whose messages enter by an injection channel.
    [[nodiscard]] Node source_of(std::uint32_t channel) const {
        return (channel - first_injection_) / router_.ports.injection_channels;
    }
    [[nodiscard]] int injection_vc(std::uint32_t channel);
    [[nodiscard]] double gap(Node source);
    [[nodiscard]] std::uint32_t draw_length();
    void deliver(std::uint32_t message);

    // until_precise.cpp
    void begin_precise();
    bool look();
    [[nodiscard]] bool warmed_up() const;
    [[nodiscard]] bool filling_up() const;
    [[nodiscard]] bool spent() const;
    [[nodiscard]] std::uint64_t affordable(std::uint64_t cycle) const;
    bool precise_enough();
    bool epoch_overloaded();

    // watchdog.cpp
    [[nodiscard]] std::vector<HeldChannel> find_deadlock() const;
    void count_backlogs();
    [[nodiscard]] bool backlog_grows() const;
    [[nodiscard]] bool backlogs_grow(double false_alarm) const;
    [[nodiscard]] std::optional<double> served_load() const;
    void snapshot();
    [[nodiscard]] std::vector<std::uint64_t> flits_sent() const;
    [[nodiscard]] bool port(Node node) const { return router_of_[node] != node; }
    [[nodiscard]] SimulationResult result(RunStatus status, std::vector<HeldChannel> cycle) const;
    void check_conservation() const;

    const Network& network_;
    const Routing& routing_;
    const VcRule& rule_;
    const Traffic& traffic_;
    SimulationOptions options_;
    const RouterConfig& router_ = options_.router;
    const std::atomic<bool>* stop_;
    Random random_;

    std::uint64_t now_ = 0;
    std::uint32_t slots_ = 1;  // visits a lane can hold
    /// A virtual channel of the network is given again only when its buffer is empty. Duato (1993) assumes so, on whose
    /// extended dependency graph the verdict on routings with escape channels stands: behind another message a header
    /// would wait for a way that is not its own.
    bool one_a_buffer_ = false;
    bool by_labels_ = false;  // escapes_by_labels(routing_)
    std::uint32_t injection_lanes_ = 1;
    std::vector<ChannelState> channels_;
    std::vector<std::uint64_t> next_flit_;  // cycle in which a network channel can send again; empty: all are wide
    std::vector<Lane> lanes_;
    std::vector<std::uint32_t> labels_;       // of lanes, where by_labels_: reversals of the message that took it last
    std::vector<std::uint32_t> lane_turn_;    // input lane that got a lane last (crossbar_limit)
    std::vector<std::uint32_t> accept_turn_;  // lane that an input lane took last (crossbar_limit)
    std::vector<std::uint32_t> depths_;       // flits that the buffer of a lane holds
    std::vector<Visit> visits_;               // slots_ per lane, then one source visit per injection lane
    std::uint32_t first_injection_ = 0, first_ejection_ = 0, first_crossing_ = 0, first_source_ = 0;
    std::vector<Node> router_of_;  // where a node's messages are switched: itself, or the router that it is a port of
    std::vector<Node> exit_of_;    // and where messages to it leave: of networks that go one way another router
    std::vector<std::uint8_t> injecting_;  // injection channels with a message that is still being sent into them
    std::vector<std::uint32_t> active_;
    std::vector<Slot> wheel_;
    std::uint64_t wheel_mask_ = 0;
    std::uint64_t events_ = 0;  // in the wheel
    std::vector<Message> messages_;
    std::vector<std::uint32_t> unused_messages_;
    std::vector<std::vector<Waiter>> queues_;  // one a channel
    std::vector<VcSet> expanded_;              // VCs of every VC of the rule
    std::vector<std::int16_t> class_of_;       // VC of the rule that a VC stands for; -1: free for all
    std::vector<Hop> hops_;
    std::vector<std::uint32_t> requests_;  // headers that ask for a channel in this cycle
    std::vector<std::uint32_t> accepted_;  // crossbar: output that an input accepts, per input channel
    std::vector<std::uint32_t> accepted_inputs_;
    std::vector<std::uint32_t> allocating_;  // channels whose virtual channels are asked for in this cycle
    struct Speculation {
        std::uint32_t channel, visit;
    };
    std::vector<Speculation> speculations_;  // headers that ask for a virtual channel and the switch at once
    struct Bid {
        std::uint64_t rank = 0;
        std::uint32_t visit = none;
    };
    std::vector<Bid> best_bids_;       // crossbar: per output channel
    std::vector<std::uint32_t> bids_;  // crossbar: outputs that are asked for in this cycle
    std::vector<std::uint32_t> input_turn_;
    std::vector<Bid> offers_;                 // best of every shared channel in this cycle
    std::vector<std::uint32_t> offered_;      // shared channels that have one
    std::vector<std::uint32_t> driver_turn_;  // driver that a shared channel served last
    std::uint64_t waiting_ = 0;
    std::uint64_t crossings_ = 0;  // of network channels

    // sources
    struct Pending {
        std::uint64_t created;
        Node destination;
        std::uint32_t flits;
        std::uint32_t next;
        std::uint32_t id;  // of a closed loop
    };
    struct Queue {
        std::uint32_t first = none, last = none;
        std::uint32_t length = 0;
    };
    std::vector<Pending> pending_;
    std::uint32_t unused_pending_ = none;
    std::vector<Queue> queues_at_;  // one a node
    struct Next {
        double time;
        Node node;
        bool operator>(const Next& o) const { return time != o.time ? time > o.time : node > o.node; }
    };
    std::priority_queue<Next, std::vector<Next>, std::greater<>> next_;
    struct Given {  // by a trace or a closed loop
        std::size_t trace_at = 0;
        std::vector<std::uint32_t> ids;      // of messages_
        std::vector<std::uint32_t> arrived;  // ids, in this cycle
        std::vector<LoopMessage> created;
    } given_;
    double mean_flits_ = 1.0;
    std::vector<double> message_rates_;  // messages per cycle that come to each source
    std::vector<double> length_sums_;

    Backlogs backlogs_;
    std::uint64_t next_batch_ = 0, batch_ = 0;

    // A run until it is precise.
    struct Precise {
        std::uint64_t next_look = 0, epoch_end = 0;
        std::optional<double> half;  // of the interval, as it was at the last look
        bool enough = false, reached = false, overloaded = false;
    };
    std::optional<Precise> precise_;

    Statistics stats_;
    std::uint64_t end_of_warmup_ = 0, end_of_window_ = 0;
    std::uint64_t entered_flits_ = 0, delivered_flits_ = 0;
    std::vector<std::uint64_t> flits_at_start_, flits_at_end_;
    std::vector<double> level_wait_, level_hops_;
};

}  // namespace wafernet::sim
