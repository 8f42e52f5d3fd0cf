// Batches of messages, store-and-forward: ziavras, sec. 6. A separate engine: the flit simulator has flits, pipelines
// and wormholes.
#include "wafernet/sim/makespan.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numeric>
#include <string>

#include "base/named.hpp"
#include "core/fits.hpp"
#include "sim/random.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/routing/route.hpp"

namespace wafernet {

namespace {

constexpr std::array<std::string_view, 4> names = {"all", "half-duplex", "one-send", "one-send-one-receive"};

struct Message {
    Head head;
    Node destination = 0;
    int vc = -1;
    std::uint32_t hops = 0;
};

struct Batch {
    std::uint64_t cycles = 0;
    std::uint32_t longest_path = 0;
};

class Run {
public:
    Run(const Network& network, const ChosenRouting& routing, const MakespanOptions& options, std::uint64_t seed)
        : graph_(network.graph),
          routing_(routing),
          options_(options),
          random_(seed),
          vcs_(static_cast<std::size_t>(routing.rule.vcs)),
          held_(graph_.channels() * vcs_, 0),
          channel_used_(graph_.channels(), 0),
          sent_(graph_.nodes(), 0),
          received_(graph_.nodes(), 0) {
        std::vector<Node> nodes = network.terminals;
        if (nodes.empty()) {
            nodes.resize(graph_.nodes());
            std::iota(nodes.begin(), nodes.end(), Node{0});
        }
        const auto count = static_cast<std::uint32_t>(nodes.size());
        // The first `messages` places of a random order are the senders.
        for (std::uint32_t i = 0; i < options.messages; ++i) {
            std::swap(nodes[i], nodes[i + random_.below(count - i)]);
            Message m;
            m.head.node = nodes[i];
            waiting_.push_back(m);
        }
        for (Message& m : waiting_) {
            do m.destination = nodes[random_.below(count)];
            while (m.destination == m.head.node);
            m.head.state = routing.routing->start(m.head.node, m.destination);
        }
    }

    Batch finish() {
        Batch batch;
        while (!waiting_.empty()) {
            ++batch.cycles;
            step(batch);
        }
        return batch;
    }

private:
    void step(Batch& batch) {
        ++now_;
        std::vector<Message> stay;
        std::vector<Message> moved;
        std::vector<std::size_t> left;  // buffers
        for (Message& m : waiting_) {
            const std::size_t from = buffer(m.head.arrived_by, m.vc);
            if (!advance(m)) {
                stay.push_back(m);
                continue;
            }
            if (m.hops > 1) left.push_back(from);
            if (m.hops > graph_.channels())
                throw ComputationError("a message has crossed " + std::to_string(m.hops) + " channels and goes on");
            batch.longest_path = std::max(batch.longest_path, m.hops);
            if (m.head.node != m.destination) moved.push_back(m);
        }
        if (stay.size() == waiting_.size())
            throw ComputationError("messages block each other: " + std::to_string(stay.size()) + " wait after " +
                                   std::to_string(batch.cycles - 1) + " cycles and none can move");
        // Places become free, and arrivals take them, at the end of the cycle.
        for (const std::size_t b : left) --held_[b];
        for (const Message& m : moved) ++held_[buffer(m.head.arrived_by, m.vc)];
        waiting_ = std::move(stay);
        waiting_.insert(waiting_.end(), moved.begin(), moved.end());
    }

    [[nodiscard]] std::size_t buffer(Channel c, int vc) const {
        return std::size_t{c} * vcs_ + static_cast<std::size_t>(std::max(vc, 0));
    }

    // Moves the message over a channel that is free, if there is one.
    bool advance(Message& m) {
        const bool one_send =
            options_.ports == NodePorts::one_send || options_.ports == NodePorts::one_send_one_receive;
        if (one_send && sent_[m.head.node] == now_) return false;
        hops_.clear();
        routing_.routing->next(m.head, m.destination, hops_);
        if (hops_.size() > 1 && routing_.routing->draws() != Draws::none) draw_hop(hops_, random_.unit());
        const auto count = static_cast<std::uint32_t>(hops_.size());
        const std::uint32_t first = count > 1 ? random_.below(count) : 0;
        for (std::uint32_t i = 0; i < count; ++i) {
            const Hop& hop = hops_[(first + i) % count];
            const Node to = graph_.target(hop.channel);
            if (channel_used_[hop.channel] == now_) continue;
            if (options_.ports == NodePorts::half_duplex && channel_used_[Graph::reverse(hop.channel)] == now_)
                continue;
            if (options_.ports == NodePorts::one_send_one_receive && received_[to] == now_) continue;
            int vc = 0;
            if (to != m.destination) {
                VcSet permitted = hop.vcs & routing_.rule.permitted(hop.label, m.vc) & first_vcs(routing_.rule.vcs);
                while (permitted != 0 && held_[buffer(hop.channel, std::countr_zero(permitted))] >= options_.buffer)
                    permitted &= permitted - 1;
                if (permitted == 0) continue;
                vc = std::countr_zero(permitted);
            }
            channel_used_[hop.channel] = now_;
            sent_[m.head.node] = now_;
            received_[to] = now_;
            m.head = {to, hop.channel, hop.state};
            m.vc = vc;
            ++m.hops;
            return true;
        }
        return false;
    }

    const Graph& graph_;
    const ChosenRouting& routing_;
    const MakespanOptions& options_;
    sim::Random random_;
    std::size_t vcs_;
    std::vector<std::uint32_t> held_;                            // messages in the buffer of a channel and VC
    std::vector<std::uint64_t> channel_used_, sent_, received_;  // the last cycle in which
    std::vector<Message> waiting_;                               // the longest at its node first
    std::vector<Hop> hops_;
    std::uint64_t now_ = 0;
};

}  // namespace

NodePorts node_ports(std::string_view word) { return named<NodePorts>(word, names, "unknown ports", ""); }

Makespan measure_makespan(const Network& network, const ChosenRouting& routing, const MakespanOptions& options) {
    if (network.shared_nodes > 0)
        throw InputError(
            network.word +
            " has shared channels, which a batch of messages does not know, 'wafernet simulate' measures them");
    if (routing.routing == nullptr) throw InputError("no routing, need one of choose_routing");
    check_fits(network.graph, *routing.routing);
    need_known_shares(*routing.routing, "a batch of messages");
    check_rule(routing.rule);
    const std::uint64_t senders = network.terminals.empty() ? network.graph.nodes() : network.terminals.size();
    if (senders < 2) throw InputError("a network of " + std::to_string(senders) + " senders, need at least 2");
    if (options.messages < 1 || options.messages > senders)
        throw InputError(std::to_string(options.messages) + " messages, need from 1 to " + std::to_string(senders) +
                         ": each from a node of its own");
    if (options.buffer < 1) throw InputError("a buffer of 0 messages, need at least 1");
    if (options.runs < 1 || options.runs > 1000000)
        throw InputError(std::to_string(options.runs) + " runs, need from 1 to 1000000");
    Makespan out;
    std::uint64_t cycles = 0;
    std::uint64_t longest = 0;
    for (std::uint32_t r = 0; r < options.runs; ++r) {
        if (r > 0 && options.stop && options.stop()) break;
        Run run(network, routing, options, options.seed * 0x9E3779B97F4A7C15ULL + r);
        const Batch batch = run.finish();
        out.cycles.push_back(batch.cycles);
        cycles += batch.cycles;
        longest += batch.longest_path;
    }
    const auto runs = static_cast<double>(out.cycles.size());
    out.mean = static_cast<double>(cycles) / runs;
    out.longest_path_hops = static_cast<double>(longest) / runs;
    double squares = 0.0;
    for (const std::uint64_t c : out.cycles)
        squares += (static_cast<double>(c) - out.mean) * (static_cast<double>(c) - out.mean);
    if (out.cycles.size() > 1) out.deviation = std::sqrt(squares / (runs - 1));
    return out;
}

}  // namespace wafernet
