#include "work/parts.hpp"

#include <algorithm>
#include <limits>
#include <queue>

#include "wafernet/base/error.hpp"

namespace wafernet::work {

Fabric::Fabric(const Network& network, const LinkTimes& times)
    : byte(times.byte_ns),
      hop(times.hop_ns),
      keeps(network.graph.nodes(), network.terminals.empty()),
      out(network.graph.nodes()),
      in(network.graph.nodes()) {
    for (const Node v : network.terminals) keeps[v] = true;
    for (Channel c = 0; c < network.graph.channels(); ++c) {
        from.push_back(network.graph.source(c)), to.push_back(network.graph.target(c));
        if (network.graph.exists(c)) out[from[c]].push_back(c), in[to[c]].push_back(c);
    }
}

Paths shortest_paths(const Fabric& links, Node source, std::span<const double> length) {
    Paths paths{std::vector<double>(links.nodes(), std::numeric_limits<double>::infinity()),
                std::vector<Channel>(links.nodes(), no_channel)};
    std::vector<bool> done(links.nodes(), false);
    using Entry = std::pair<double, Node>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
    paths.distance[source] = 0.0;
    for (open.emplace(0.0, source); !open.empty();) {
        const auto [distance, v] = open.top();
        open.pop();
        if (done[v]) continue;
        done[v] = true;
        for (const Channel c : links.out[v]) {
            const Node w = links.to[c];
            if (done[w] || distance + length[c] >= paths.distance[w]) continue;
            paths.distance[w] = distance + length[c], paths.by[w] = c;
            open.emplace(paths.distance[w], w);
        }
    }
    return paths;
}

std::vector<Chunk> Job::chunks(std::uint32_t pieces) const {
    std::vector<Chunk> all;
    const double n = static_cast<double>(members.size()), part = operation == Operation::broadcast ? bytes : bytes / n;
    for (const Node v : senders()) {
        if (copies()) all.insert(all.end(), pieces, {v, every_node, part / pieces});
        for (std::size_t j = 0; j < members.size() && !copies(); ++j)
            all.insert(all.end(), pieces, {v, members[j], bytes * shares[j] / pieces});
    }
    return all;
}

void Job::go_on(std::uint64_t done, std::uint64_t of) const {
    if (*progress && !(*progress)(done, of)) throw ComputationError("interrupted");
}

std::uint32_t Plan::add(const Task& task, std::uint32_t before) {
    const auto number = static_cast<std::uint32_t>(tasks.size());
    tasks.push_back(task);
    if (task.message == no_task) tasks.back().message = number;
    if (before != no_task) after.emplace_back(before, number);
    return number;
}

Schedule list_schedule(const Job& job, Plan plan) {
    using Numbers = std::vector<std::uint32_t>;
    const std::size_t n = plan.tasks.size();
    Numbers first(n + 1, 0), next(plan.after.size()), waits(n, 0);  // the tasks behind each, in rows
    for (const auto& [before, behind] : plan.after) ++first[before + 1], ++waits[behind];
    for (std::size_t i = 1; i < first.size(); ++i) first[i] += first[i - 1];
    Numbers at(first.begin(), first.end() - 1);
    for (const auto& [before, behind] : plan.after) next[at[before]++] = behind;
    const auto duration = [&](const Task& t) {
        return t.channel == no_channel ? 0.0 : job.links.time(t.channel, t.bytes);
    };
    std::vector<double> rest(n, 0.0);  // until the last of those behind it ends
    for (std::size_t i = n; i-- > 0;) {
        for (std::uint32_t s = first[i]; s < first[i + 1]; ++s) rest[i] = std::max(rest[i], rest[next[s]]);
        rest[i] += duration(plan.tasks[i]);
    }
    std::vector<std::priority_queue<std::pair<double, std::int64_t>>> ready(job.links.channels());
    std::vector<bool> busy(job.links.channels(), false);
    std::vector<Channel> touched;
    using Event = std::pair<double, std::uint32_t>;
    std::priority_queue<Event, std::vector<Event>, std::greater<>> events;
    Schedule out;
    std::uint64_t released = 0;
    const auto release = [&](std::uint32_t task) {
        ++released;
        const Channel c = plan.tasks[task].channel;
        if (c == no_channel) return static_cast<void>(events.emplace(out.time_ns, task));
        ready[c].emplace(plan.in_order ? 0.0 : rest[task], -static_cast<std::int64_t>(task));
        touched.push_back(c);
    };
    for (std::uint32_t i = 0; i < n; ++i)
        if (waits[i] == 0) release(i);
    for (std::uint64_t step = 0;; ++step) {
        if (step % 4096 == 0) job.go_on(released, n);
        for (const Channel c : touched) {
            if (busy[c] || ready[c].empty()) continue;
            const auto task = static_cast<std::uint32_t>(-ready[c].top().second);
            ready[c].pop();
            busy[c] = true;
            const Task& t = plan.tasks[task];
            out.transfers.push_back({out.time_ns, out.time_ns + duration(t), c, t.first, t.chunks, t.adds, t.message});
            events.emplace(out.transfers.back().end_ns, task);
        }
        touched.clear();
        if (events.empty()) break;
        for (out.time_ns = events.top().first; !events.empty() && events.top().first == out.time_ns;) {
            const std::uint32_t task = events.top().second;
            const Channel c = plan.tasks[task].channel;
            events.pop();
            if (c != no_channel) busy[c] = false, touched.push_back(c);
            for (std::uint32_t s = first[task]; s < first[task + 1]; ++s)
                if (--waits[next[s]] == 0) release(next[s]);
        }
    }
    out.carried = std::move(plan.carried);
    return out;
}

}  // namespace wafernet::work
