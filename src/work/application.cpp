// Programs on a network: on links that carry one message after another, and in the simulator.
#include "wafernet/work/application.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>
#include <unordered_map>

#include <fmt/format.h>

#include "base/activity.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/routing/route.hpp"
#include "work/execution.hpp"

namespace wafernet {

namespace {

using work::Execution;

// A program with the nodes of its ranks; times are in ns.
class Placed {
public:
    explicit Placed(const PlacedProgram& placed)
        : placed_(placed),
          execution_(*placed.program, placed.calc_ns, placed.overlap),
          activity_("following operations", placed.program->operations.size()) {}

    // Sets time, path and the network's part: from the last end back a calc takes its time, a message from the
    // beginning of its send on; what began earlier waited for the end or the start that let it go.
    ApplicationTime ended() {
        if (!execution_.finished()) throw std::logic_error("a program that waits for nothing has not ended");
        result_.ns = execution_.time();
        bool start = false;
        for (std::uint32_t at = execution_.last(); at != no_operation;) {
            const double to = execution_[at].end;
            if (!start && operation(at).kind == OperationKind::recv && to > execution_[at].begin)
                at = placed_.program->partner[at];
            const double from = execution_[at].begin;
            if (!start && to > from) {
                result_.path.push_back({at, from, to});
                if (operation(at).kind != OperationKind::calc) result_.network_ns += to - from;
            }
            const std::uint32_t cause = execution_[at].cause;
            start = cause % 2 != 0;
            at = cause == no_operation ? no_operation : cause / 2;
        }
        std::reverse(result_.path.begin(), result_.path.end());
        return std::move(result_);
    }

protected:
    [[nodiscard]] const RankOperation& operation(std::uint32_t i) const { return placed_.program->operations[i]; }
    [[nodiscard]] Node from(std::uint32_t send) const { return placed_.node_of_rank[operation(send).rank]; }
    [[nodiscard]] Node to(std::uint32_t send) const { return placed_.node_of_rank[operation(send).peer]; }

    // Calls `begin` with the sends that have begun; those to the own node have arrived.
    template <class Begin> void take_sent(const Begin& begin) {
        for (const std::uint32_t send : execution_.take_sent()) {
            ++result_.messages;
            if (from(send) != to(send)) {
                begin(send);
                continue;
            }
            execution_.will_leave(send, execution_[send].begin);
            execution_.will_arrive(send, execution_[send].begin);
        }
        activity_.at(execution_.operations_ended());
    }

    const PlacedProgram& placed_;
    Execution execution_;
    ApplicationTime result_;

private:
    Activity activity_;
};

// Headers in the order in which they come to the next link of their routes. The ports of the nodes are links too, of no
// latency: behind the channels, first all ways in, then all ways out.
class Links : public Placed {
public:
    Links(const PlacedProgram& placed, const Network& network, const Routing& routing, const LinkTimes& times)
        : Placed(placed),
          channels_(network.graph.channels()),
          nodes_(network.graph.nodes()),
          network_(network),
          routing_(routing),
          times_(times),
          free_(channels_ + 2 * nodes_, 0.0) {
        times_.byte_ns.resize(free_.size(), channels_ > 0 ? *std::ranges::min_element(times.byte_ns) : 0.0);
        times_.hop_ns.resize(free_.size(), 0.0);
        result_.bytes.assign(channels_, 0.0);
    }

    ApplicationTime run() {
        while (true) {
            take_sent([&](std::uint32_t send) {
                heads_.push({execution_[send].begin, execution_[send].begin, send, 0});
            });
            if (execution_.next() <= (heads_.empty() ? std::numeric_limits<double>::max() : heads_.top().time)) {
                execution_.step();
            } else if (heads_.empty()) {
                return ended();
            } else {
                const Head head = heads_.top();
                heads_.pop();
                cross(head);
            }
        }
    }

private:
    struct Head {
        double time;  // when it comes to link `at` of its route
        double tail;  // when the tail does at the earliest
        std::uint32_t send, at;
        bool operator>(const Head& o) const { return time != o.time ? time > o.time : send > o.send; }
    };

    // The channels of a route, found once.
    const std::vector<Channel>& path_of(Node from, Node to) {
        const auto [at, fresh] = paths_.try_emplace(std::uint64_t{from} << 32U | to);
        if (!fresh) return at->second;
        for (const RouteStep& step : route(network_.graph, routing_, from, to)) {
            if (step.hop.channel != no_channel) at->second.push_back(step.hop.channel);
        }
        return at->second;
    }

    void cross(const Head& head) {
        const std::vector<Channel>& path = path_of(from(head.send), to(head.send));
        const std::size_t ports = placed_.ports_limit ? 1 : 0, last = path.size() - 1 + 2 * ports;
        const bool in = ports > 0 && head.at == 0, out = ports > 0 && head.at == last;
        const std::size_t link = in    ? channels_ + from(head.send)
                                 : out ? channels_ + nodes_ + to(head.send)
                                       : path[head.at - ports];
        const double bytes = operation(head.send).amount, begins = std::max(head.time, free_[link]),
                     ends = std::max(begins + bytes * times_.byte_ns[link], head.tail), hop = times_.hop_ns[link];
        free_[link] = ends;
        if (link < channels_) result_.bytes[link] += bytes;
        if (head.at == 0) execution_.will_leave(head.send, ends);
        if (head.at == last) execution_.will_arrive(head.send, ends + hop);
        else heads_.push({begins + hop, ends + hop, head.send, head.at + 1});
    }

    std::size_t channels_, nodes_;
    const Network& network_;
    const Routing& routing_;
    LinkTimes times_;
    std::unordered_map<std::uint64_t, std::vector<Channel>> paths_;
    std::vector<double> free_;  // links: from when on
    std::priority_queue<Head, std::vector<Head>, std::greater<>> heads_;
};

// The closed loop of the simulator.
class Flits final : public Placed, public ClosedLoop {
public:
    Flits(const PlacedProgram& placed, double cycle_ns, double flit_bytes)
        : Placed(placed), cycle_ns_(cycle_ns), flit_bytes_(flit_bytes) {}

    // A time hardly after the beginning of a cycle is its beginning, rounded.
    [[nodiscard]] std::uint64_t next() const override {
        const double time = execution_.any_sent() ? 0.0 : execution_.next() / cycle_ns_;
        if (!(time < 1e18)) return std::numeric_limits<std::uint64_t>::max();
        return static_cast<std::uint64_t>(std::max(0.0, std::ceil(time * (1.0 - 1e-14) - 1e-6)));
    }
    void create(std::uint64_t now, std::vector<LoopMessage>& messages) override {
        while (true) {
            take_sent([&](std::uint32_t send) {
                const double flits = std::ceil(operation(send).amount / flit_bytes_);
                if (flits > 4e9)
                    throw InputError(fmt::format("{}:{}: a message of {} flits, must be 4e9 at most",
                                                 placed_.program->path, operation(send).line, flits));
                messages.push_back({send, from(send), to(send), static_cast<std::uint32_t>(flits)});
            });
            if (next() > now) break;
            execution_.step();
        }
    }
    void left(std::uint32_t id, std::uint64_t now) override {
        execution_.will_leave(id, static_cast<double>(now) * cycle_ns_);
    }
    void arrived(std::uint32_t id, std::uint64_t now) override {
        execution_.will_arrive(id, static_cast<double>(now) * cycle_ns_);
    }
    [[nodiscard]] bool done() const override { return execution_.finished(); }

private:
    double cycle_ns_, flit_bytes_;
};

double flit_bytes_of(const Design& design) { return static_cast<double>(design.flit_bits()) / 8.0; }

}  // namespace

ApplicationTime time_by_links(const PlacedProgram& placed, const Network& network, const Routing& routing,
                              const LinkTimes& times) {
    return Links(placed, network, routing, times).run();
}

ApplicationTime time_by_flits(const PlacedProgram& placed, const Design& design) {
    const LatencyCase& c = design.dynamic();
    Flits loop(placed, design.ns(1.0), flit_bytes_of(design));
    SimulationOptions options = c.simulation;
    options.loop = &loop;
    options.from_empty = true;
    if (!placed.ports_limit) {
        PortConfig& ports = options.router.ports;
        for (Node v = 0; v < c.network->graph.nodes(); ++v)
            ports.injection_channels = std::max(ports.injection_channels, c.network->graph.degree(v));
        if (ports.ejection_channels > 0) ports.ejection_channels = ports.injection_channels;
    }
    const SimulationResult run = simulate(*c.network, *c.routing, c.rule, *c.traffic, options);
    if (run.status == RunStatus::deadlock)
        throw ComputationError(c.network->word + ": messages wait for each other for good, 'wafernet deadlock " +
                               c.network->word + "' shows where");
    ApplicationTime result = loop.ended();
    result.cycles = static_cast<std::uint64_t>(std::ceil(result.ns / design.ns(1.0) - 1e-3));  // divided, rounded
    for (const double flits : run.utilisation)
        result.bytes.push_back(flits * static_cast<double>(std::max<std::uint64_t>(run.cycles, 1)) *
                               flit_bytes_of(design));
    return result;
}

double time_without_network(const PlacedProgram& placed) {
    Execution execution(*placed.program, placed.calc_ns, placed.overlap);
    execution.run_without_network();
    return execution.time();
}

double application_joules(const PlacedProgram& placed, const Design& design, const ApplicationTime& time) {
    std::vector<double> starting(design.network().graph.nodes(), 0.0);
    for (const RankOperation& o : placed.program->operations) {
        const Node from = placed.node_of_rank[o.rank];
        if (o.kind == OperationKind::send && from != placed.node_of_rank[o.peer]) starting[from] += o.amount;
    }
    return network_joules(design, time.ns, time.bytes, starting);
}

}  // namespace wafernet
