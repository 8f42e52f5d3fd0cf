// Schedules made once more, transfer by transfer, with nothing of the scheduler.
#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "wafernet/work/collective.hpp"

namespace wafernet::test {

/// Returns what is wrong with a schedule; empty: nothing. Every node's part of a chunk is the set of those whose data
/// is in it.
inline std::string replayed(const Network& network, const LinkTimes& times, const CollectiveWork& work,
                            const Schedule& schedule) {
    const double slack = 1e-9 * schedule.time_ns;
    std::vector<Node> members = work.members.empty() ? terminals_of(network) : work.members;
    if (work.operation == Operation::multicast && !std::ranges::count(members, work.root)) members.push_back(work.root);
    const std::set<Node> all(members.begin(), members.end());
    std::map<std::pair<Node, std::uint32_t>, std::set<Node>> has;
    for (std::uint32_t c = 0; c < schedule.chunks.size(); ++c) {
        if (schedule.chunks[c].of == every_node)
            for (const Node v : members) has[{v, c}] = {v};
        else has[{schedule.chunks[c].of, c}] = {schedule.chunks[c].of};
    }
    const auto whole = [&](std::uint32_t c) {
        const Node of = schedule.chunks[c].of;
        return of == every_node ? all : std::set<Node>{of};
    };
    struct Event {
        double at;
        bool begins;
        std::size_t transfer;
    };
    std::vector<Event> events;
    std::map<Channel, std::vector<std::pair<double, double>>> used;
    std::map<std::uint32_t, std::size_t> last;  // transfers of messages
    double latest = 0.0;
    for (std::size_t i = 0; i < schedule.transfers.size(); ++i) {
        const Transfer& t = schedule.transfers[i];
        double bytes = 0.0;
        for (std::uint32_t k = 0; k < t.chunks; ++k) bytes += schedule.chunks[schedule.carried[t.first + k]].bytes;
        if (std::abs(t.end_ns - t.start_ns - times.hop_ns[t.channel] - bytes * times.byte_ns[t.channel]) > slack)
            return "a transfer takes another time";
        if (!network.graph.exists(t.channel) || t.start_ns < -slack) return "no such channel or time";
        used[t.channel].emplace_back(t.start_ns, t.end_ns);
        events.push_back({t.start_ns + slack, true, i}), events.push_back({t.end_ns, false, i});
        const auto [place, first] = last.emplace(t.message, i);
        if (!first && schedule.transfers[place->second].start_ns < t.start_ns) place->second = i;
        latest = std::max(latest, t.end_ns);
    }
    if (std::abs(latest - schedule.time_ns) > slack) return "it ends at another time";
    for (auto& [channel, times_of] : used) {
        std::sort(times_of.begin(), times_of.end());
        for (std::size_t i = 1; i < times_of.size(); ++i)
            if (times_of[i].first < times_of[i - 1].second - slack) return "two transfers on a channel";
    }
    std::sort(events.begin(), events.end(), [](const Event& a, const Event& b) {
        return a.at != b.at ? a.at < b.at : a.begins != b.begins ? b.begins : a.transfer < b.transfer;
    });
    std::map<std::uint32_t, std::pair<Node, std::vector<std::set<Node>>>> messages;  // where they are, what they carry
    for (const Event& e : events) {
        const Transfer& t = schedule.transfers[e.transfer];
        const Node from = network.graph.source(t.channel), to = network.graph.target(t.channel);
        if (e.begins) {
            const auto [message, first] = messages.emplace(t.message, std::pair{from, std::vector<std::set<Node>>{}});
            for (std::uint32_t k = 0; k < t.chunks && first; ++k)
                message->second.second.push_back(has[{from, schedule.carried[t.first + k]}]);
            if (message->second.first != from) return "a message goes on from where it is not";
            for (const auto& part : message->second.second)
                if (part.empty()) return "sent before it has come";
            continue;
        }
        auto& [where, parts] = messages[t.message];
        where = to;
        for (std::uint32_t k = 0; k < t.chunks && last[t.message] == e.transfer; ++k) {
            const std::uint32_t chunk = schedule.carried[t.first + k];
            std::set<Node>& here = has[{to, chunk}];
            if (!t.adds && parts[k] != whole(chunk)) return "a copy of a part";
            for (const Node v : parts[k])
                if (!here.insert(v).second && t.adds) return "added twice";
        }
    }
    for (std::uint32_t c = 0; c < schedule.chunks.size(); ++c)
        for (const Node v : members)
            if ((schedule.chunks[c].to == every_node || schedule.chunks[c].to == v) && has[{v, c}] != whole(c))
                return "node " + std::to_string(v) + " lacks chunk " + std::to_string(c);
    return {};
}

}  // namespace wafernet::test
