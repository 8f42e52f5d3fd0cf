// A schedule as a program, which `run` takes the time of.
#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "wafernet/core/family.hpp"
#include "wafernet/work/collective.hpp"

namespace wafernet {

std::string schedule_goal(const Network& network, const LinkTimes& times, Schedule schedule) {
    struct Message {
        Node from, to;
        double start, end;
    };
    std::ranges::stable_sort(schedule.transfers, {}, &Transfer::start_ns);
    std::map<std::uint32_t, Message> messages;
    for (const Transfer& t : schedule.transfers) {
        const Node to = network.graph.target(t.channel);
        Message& m =
            messages.try_emplace(t.message, network.graph.source(t.channel), to, t.start_ns, t.end_ns).first->second;
        m.to = to, m.end = t.end_ns;
    }
    const std::vector<Node> terminals = terminals_of(network);
    const auto rank = [&](Node v) { return std::ranges::lower_bound(terminals, v) - terminals.begin(); };
    std::vector<std::string> text(terminals.size()), busy(network.graph.channels());
    std::map<std::pair<Node, std::uint32_t>, std::vector<std::uint32_t>> came;  // messages with a chunk
    for (const Transfer& t : schedule.transfers) {
        const Message& m = messages.at(t.message);
        if (network.graph.source(t.channel) != m.from || t.start_ns != m.start) continue;
        const std::string id = std::to_string(t.message);
        std::string &sends = text.at(static_cast<std::size_t>(rank(m.from))), &after = busy[t.channel];
        std::set<std::string> needs{after};
        double bytes = 0.0;
        for (std::uint32_t k = t.first; k < t.first + t.chunks; ++k) {
            bytes += schedule.chunks[schedule.carried[k]].bytes;
            for (const std::uint32_t before : came[{m.from, schedule.carried[k]}])
                if (messages.at(before).end <= m.start * (1.0 + 1e-12)) needs.insert("r" + std::to_string(before));
            came[{m.to, schedule.carried[k]}].push_back(t.message);
        }
        const std::string size = fmt::format("{:.0f}b", std::max(1.0, bytes));
        sends += fmt::format("s{}: send {} to {} tag {}\n", id, size, rank(m.to), id);
        text.at(static_cast<std::size_t>(rank(m.to))) +=
            fmt::format("r{}: recv {} from {} tag {}\n", id, size, rank(m.from), id);
        for (const std::string& label : needs)
            if (!label.empty()) sends += fmt::format("s{} requires {}\n", id, label);
        after = "c" + id;
        sends += fmt::format("c{}: calc {:.0f}\nc{} requires s{}\n", id, times.hop_ns[t.channel], id, id);
    }
    std::string out = fmt::format("num_ranks {}\n", text.size());
    for (std::size_t r = 0; r < text.size(); ++r) out += fmt::format("rank {} {{\n{}}}\n", r, text[r]);
    return out;
}

}  // namespace wafernet
