// Broadcasts and exchanges on shared channels: schedules that are run, and bounds.
#include "wafernet/shared_channels/collective_steps.hpp"

#include <algorithm>
#include <queue>
#include <string>

#include "core/breadth_first.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet {

namespace {

std::uint64_t over(std::uint64_t a, std::uint64_t b) { return (a + b - 1) / b; }

// Of several schedules the one that takes longest.
ChannelSteps longer(const ChannelSteps& a, const ChannelSteps& b) { return b.steps > a.steps ? b : a; }

// Whether processors have a channel of their own, and are not inside routers.
bool on_channels(const SharedChannelStructure& s) { return s.processors.front() >= s.channels + s.routers; }

// A message that a channel may carry; the one that has come, or has to go, farthest is on top.
struct Waiting {
    std::uint32_t far = 0;
    std::uint32_t what = 0;
    bool operator<(const Waiting& o) const { return far != o.far ? far < o.far : what > o.what; }
};
using Queue = std::priority_queue<Waiting>;

}  // namespace

ChannelSteps shared_broadcast(const SharedChannelStructure& s, std::span<const Node> sources) {
    const std::size_t nodes = s.graph.nodes();
    constexpr std::size_t most = std::size_t{1} << 25U;
    if (sources.size() > most / nodes)
        throw InputError(std::to_string(sources.size()) + " broadcasts among " + std::to_string(nodes) +
                         " channels, routers and processors, need a smaller network");
    std::vector<std::uint8_t> has(sources.size() * nodes, 0);  // by message and node
    std::vector<Queue> waiting(s.channels);
    struct Heard {
        Node node;
        Waiting message;
    };
    std::vector<Heard> heard;
    for (std::uint32_t m = 0; m < sources.size(); ++m) heard.push_back({sources[m], {0, m}});
    ChannelSteps out;
    while (true) {
        for (const auto& [node, message] : heard) {
            has[message.what * nodes + node] = 1;
            for (const Channel c : s.graph.out(node)) waiting[s.graph.target(c)].push({message.far + 1, message.what});
        }
        heard.clear();
        for (Node channel = 0; channel < s.channels; ++channel) {
            Queue& queue = waiting[channel];
            for (bool carried = false; !carried && !queue.empty(); queue.pop()) {
                const Waiting message = queue.top();
                for (const Channel c : s.graph.out(channel)) {
                    const Node reader = s.graph.target(c);
                    if (has[message.what * nodes + reader] != 0) continue;
                    heard.push_back({reader, message});
                    carried = true;
                }
                out.drives += carried ? 1 : 0;
            }
        }
        if (heard.empty()) return out;
        ++out.steps;
    }
}

SharedDelivery::SharedDelivery(const SharedChannelStructure& structure)
    : structure_(structure), index_(structure.graph.nodes(), 0) {
    constexpr std::size_t most = 1024;
    const std::size_t count = structure.processors.size();
    if (count < 2 || count > most)
        throw InputError(std::to_string(count) + " processors, need from 2 to " + std::to_string(most) +
                         " to schedule their messages");
    for (const Node p : structure.processors) {
        index_[p] = static_cast<std::uint32_t>(hops_.size());
        hops_.push_back(hops_to(structure.graph, p));
    }
}

std::uint64_t SharedDelivery::distance(Node from, Node to) const { return hops_[index_[to]][from] / 2; }

ChannelSteps SharedDelivery::run(std::span<const std::pair<Node, Node>> messages) const {
    const Graph& graph = structure_.graph;
    std::vector<Queue> waiting(structure_.channels);
    struct Coming {
        Node node;  // processor or router that has the message
        std::uint32_t to;
    };
    std::vector<Coming> coming;
    for (const auto& [from, to] : messages) {
        if (from != to) coming.push_back({from, index_[to]});
    }
    ChannelSteps out;
    for (; !coming.empty(); ++out.steps) {
        for (const auto& [node, to] : coming) {
            const std::vector<std::uint32_t>& hops = hops_[to];
            if (hops[node] == 0) continue;  // it is there
            Queue* best = nullptr;
            for (const Channel c : graph.out(node)) {
                Queue& queue = waiting[graph.target(c)];
                if (hops[graph.target(c)] < hops[node] && (best == nullptr || queue.size() < best->size()))
                    best = &queue;
            }
            best->push({hops[node], to});
        }
        coming.clear();
        for (Node channel = 0; channel < structure_.channels; ++channel) {
            if (waiting[channel].empty()) continue;
            const std::uint32_t to = waiting[channel].top().what;
            waiting[channel].pop();
            ++out.drives;
            Node best = graph.nodes();
            std::size_t fewest = 0;
            for (const Channel c : graph.out(channel)) {
                const Node reader = graph.target(c);
                if (hops_[to][reader] >= hops_[to][channel]) continue;
                std::size_t ahead = 0;  // where it would wait
                for (const Channel on : graph.out(reader)) {
                    if (hops_[to][graph.target(on)] < hops_[to][reader]) ahead = waiting[graph.target(on)].size();
                }
                if (best == graph.nodes() || ahead < fewest) best = reader, fewest = ahead;
            }
            coming.push_back({best, to});
        }
    }
    if (out.steps > 0) --out.steps;  // the last round finds the messages where they go
    return out;
}

SharedCollective shared_one_to_one(const SharedChannelStructure& s) {
    const SharedDelivery delivery(s);
    std::pair<Node, Node> farthest{s.processors[0], s.processors[1]};
    for (const Node from : s.processors) {
        for (const Node to : s.processors) {
            if (delivery.distance(from, to) > delivery.distance(farthest.first, farthest.second)) farthest = {from, to};
        }
    }
    return {delivery.distance(farthest.first, farthest.second), delivery.run({&farthest, 1})};
}

SharedCollective shared_one_to_all(const SharedChannelStructure& s) {
    SharedCollective out{s.diameter_channels(), {}};
    for (const Node source : s.processors) out.scheduled = longer(out.scheduled, shared_broadcast(s, {&source, 1}));
    return out;
}

// Where every channel has processors it carries every message; else a message that is read by m on each channel, of
// whom one had it before, takes (N - 1)/(m - 1) channels.
SharedCollective shared_all_to_all(const SharedChannelStructure& s) {
    const std::uint64_t nodes = s.processors.size();
    const std::uint64_t others = std::max<std::uint64_t>(s.sharing_factor(), 2) - 1;
    const std::uint64_t drives = on_channels(s) ? s.channels : over(nodes - 1, others);
    return {std::max<std::uint64_t>(s.diameter_channels(), over(nodes * drives, s.channels)),
            shared_broadcast(s, s.processors)};
}

// The messages of one processor leave by its one channel, or by the two of its router, each in a step of its own; the
// last of them has still to reach its processor.
SharedCollective shared_scatter(const SharedChannelStructure& s) {
    const SharedDelivery delivery(s);
    SharedCollective out;
    for (const Node from : s.processors) {
        std::vector<std::pair<Node, Node>> messages;
        std::uint64_t nearest = s.graph.nodes(), farthest = 0;
        for (const Node to : s.processors) {
            if (to == from) continue;
            messages.emplace_back(from, to);
            nearest = std::min(nearest, delivery.distance(from, to));
            farthest = std::max(farthest, delivery.distance(from, to));
        }
        const std::uint64_t leave = over(messages.size(), s.graph.degree(from));
        out.least = std::max({out.least, farthest, leave + nearest - 1});
        out.scheduled = longer(out.scheduled, delivery.run(messages));
    }
    return out;
}

SharedCollective shared_exchange(const SharedChannelStructure& s) {
    const SharedDelivery delivery(s);
    std::vector<std::pair<Node, Node>> messages;
    std::uint64_t crossed = 0;
    for (const Node from : s.processors) {
        for (const Node to : s.processors) {
            if (to == from) continue;
            messages.emplace_back(from, to);
            crossed += delivery.distance(from, to);
        }
    }
    return {std::max<std::uint64_t>(s.diameter_channels(), over(crossed, s.channels)), delivery.run(messages)};
}

}  // namespace wafernet
