// The simulator's cycle.
#pragma once

#include <vector>

#include "sim/backlog.hpp"
#include "sim/random.hpp"
#include "sim/state.hpp"
#include "sim/statistics.hpp"

namespace wafernet::sim {

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
           const SimulationOptions& options);
    /// `stop`: asked now and then; null: nobody stops it.
    SimulationResult run(const std::atomic<bool>* stop);
    /// Returns the latencies of a run's messages, by options.router.latency_from.
    [[nodiscard]] const LatencySample& latencies() const {
        return router().latency_from == LatencyStart::creation ? stats_.total : stats_.network;
    }

private:
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
    void consume(std::uint32_t visit, std::uint32_t flits);
    void leave(std::uint32_t visit);
    void tail_left(std::uint32_t visit);
    void come_to_front(std::uint32_t visit, std::uint64_t when);
    std::uint32_t place(std::uint32_t lane, std::uint32_t prev, std::uint32_t message);
    void arrive(std::uint32_t visit);

    // allocation.cpp: the headers
    void request(std::uint32_t visit);
    void find_candidates(Message& m, Node node);
    void draw(Node node, Node destination);
    [[nodiscard]] std::uint64_t queue_of(Channel channel) const;
    [[nodiscard]] std::uint64_t unsent(std::uint32_t channel) const;
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
    [[nodiscard]] int injection_vc(std::uint32_t channel);
    [[nodiscard]] std::uint32_t injection_channel(Node node);
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
    [[nodiscard]] SimulationResult result(RunStatus status, std::vector<HeldChannel> cycle) const;
    void check_conservation() const;

    [[nodiscard]] const RouterConfig& router() const { return options_.router; }

    const Network& network_;
    const Routing& routing_;
    const VcRule& rule_;
    const Traffic& traffic_;
    SimulationOptions options_;
    Random random_;

    std::uint64_t now_ = 0;
    std::vector<ChannelState> channels_;
    std::vector<Lane> lanes_;
    std::vector<LaneRecord> records_;  // of lanes
    Visits visits_;
    PortMap ports_;
    VcUse vcs_;
    Messages messages_;
    Waiters waiters_;
    Wheel wheel_;
    std::vector<std::uint32_t> active_;    // channels that have something to send
    std::vector<std::uint32_t> requests_;  // headers that ask for a channel in this cycle
    std::vector<Hop> hops_;
    Crossbar crossbar_;
    Drivers drivers_;
    Sources sources_;
    Backlogs backlogs_;
    std::optional<Precise> precise_;
    Statistics stats_;
};

}  // namespace wafernet::sim
