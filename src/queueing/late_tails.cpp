// How long after its header a tail crosses a channel where the buffers behind are shorter than what a header needs to
// leave them.
//
// Max-plus, as in router_timing.cpp: flit m crosses a channel one cycle after flit m - 1 at the earliest, and one round
// trip of the credits after flit m - B has crossed the next one. A header takes s cycles longer in a router than the
// flits behind it: what follows from the crossings of a header waits for s cycles more. With g = floor(m / B) whole
// buffers in front of the flit and n channels still to go, the sink's included, that is min(g, n) (R + s) + max(0, g -
// n) max(R, E) + m mod B cycles after the header, R and E the round trips of a channel and of the sink: a buffer's
// worth of flits waits once for the header on each channel, and all others for the slowest loop. Without s, or with
// buffers of R + s flits, it is the lag of a lone message everywhere.
#include <algorithm>
#include <array>
#include <cmath>

#include "queueing/queue_network.hpp"

namespace wafernet::queueing {

namespace {

struct Law {
    std::int64_t buffer = 1, header = 1, sink = 1, port = 1;  // flits; cycles that a buffer's worth of flits takes

    explicit Law(const Message& m) {
        const auto cycles = [&](const CreditLoop& loop, double more) {
            return std::max(buffer, static_cast<std::int64_t>(loop.round_trip) + std::lround(more));
        };
        buffer = static_cast<std::int64_t>(m.loop.depth);
        header = cycles(m.loop, m.decision);
        sink = std::max(cycles(m.sink_loop, 0.0), cycles(m.loop, 0.0));
        port = cycles(m.port_loop, m.decision);
    }

    // Cycles from the header's crossing to that of flit m, with `left` channels to go.
    [[nodiscard]] std::int64_t crossing(std::int64_t m, std::int64_t left) const {
        const std::int64_t full = m / buffer;
        return std::min(full, left) * header + std::max<std::int64_t>(0, full - left) * sink + m % buffer;
    }
    // The same of the injection channel; `left` counts from the first channel of the network.
    [[nodiscard]] std::int64_t entering(std::int64_t m, std::int64_t left) const {
        return m < buffer ? m : port + crossing(m - buffer, left);
    }
    // Whether a flit of a message of `flits` flits crosses in that cycle.
    [[nodiscard]] bool crosses(std::int64_t cycle, std::int64_t flits, std::int64_t left) const {
        const std::int64_t full = cycle < left * header ? cycle / header : left + (cycle - left * header) / sink;
        const std::int64_t within = cycle - crossing(full * buffer, left);
        return within < buffer && full * buffer + within < flits;
    }
    // Cycles from one message to the next, entered back to back: the second header comes to the first channel behind
    // the port when the first message's last flit has entered the port, and waits a cycle where another flit of that
    // crosses it then, if it goes the same way.
    [[nodiscard]] double turn(std::int64_t flits, std::int64_t left, bool same_way) const {
        const std::int64_t next = entering(flits - 1, left) + 1;
        return static_cast<double>(next + (same_way && crosses(next, flits, left) ? 1 : 0));
    }
};

// Means over the lengths, by the channels of the network that are left behind a resource.
struct ByChannelsLeft {
    std::vector<double> late, turn, other_turn;  // of the next message: the same way; another way

    ByChannelsLeft(const QueueNetwork& net, std::span<const LengthShare> lengths) {
        const Message& message = net.message;
        const Law law(message);
        const std::int64_t all = std::max<std::int64_t>(1, net.totals.longest);
        double share = 0.0;
        std::int64_t longest = 1;
        for (const LengthShare& l : lengths) share += l.share, longest = std::max<std::int64_t>(longest, l.flits);
        const bool decides = message.decision > 0.0;
        const std::int64_t different = decides ? std::min(all, longest / law.buffer + 2) : 1;
        for (std::int64_t left = 0; left < different; ++left) {
            const std::int64_t to_go = decides ? left : all;
            double tail = 0.0, next = 0.0, other = 0.0;
            for (const LengthShare& l : lengths) {
                tail += l.share / share * static_cast<double>(law.crossing(std::int64_t{l.flits} - 1, to_go + 1));
                next += l.share / share * law.turn(l.flits, to_go, true);
                other += l.share / share * law.turn(l.flits, to_go, false);
            }
            late.push_back(decides ? std::max(0.0, tail - message.lag) : 0.0);
            turn.push_back(next);
            other_turn.push_back(other);
        }
    }
};

}  // namespace

// Tails catch up behind headers that take s cycles longer in every router: k channels after two messages of M flits
// parted a tail that was less than s k cycles late is in time again. They have delayed each other by 0 to M cycles, all
// alike: of M / 2 on average there stays (M - s k)^2 / (2 M).
void set_kept(QueueNetwork& net) {
    if (net.message.decision == 0.0) return;
    // Two messages that meet come by different channels, one of them perhaps straight on: where the other goes follows
    // from those that do otherwise. From then on both come by the same one.
    const auto straight = [&](std::uint32_t stage) { return net.stages[stage].run > 1 ? 1U : 0U; };
    std::vector<std::array<double, 2>> rate(net.resources.size(), {0.0, 0.0});
    const std::size_t n = net.stages.size();
    for (std::uint32_t i = 0; i < n; ++i) rate[net.stages[i].resource][straight(i)] += net.stages[i].rate;
    std::vector<double> both;
    for (const std::uint32_t a : net.onward) {
        const Arc& arc = net.arcs[a];
        const Input& in = net.inputs[arc.input];
        const std::uint32_t at = net.stages[arc.from].resource;
        const double others = rate[at][1U - straight(arc.from)];
        both.push_back(others > 0.0 ? 0.0 : in.of_previous);
        for (std::uint32_t k = in.first_arc; others > 0.0 && k < in.end_arc; ++k) {
            const std::uint32_t from = net.arcs[k].from;
            if (net.stages[from].resource == at && straight(from) != straight(arc.from))
                both.back() += net.arcs[k].rate / others;
        }
    }
    // Probability of k channels to go: after parting, `apart`, `gone` that of k - 1; where they are still together;
    // where they meet. `ends` of a stage: share that goes no further.
    std::vector<double> apart, together, meeting, gone(n, 0.0), kept(n, 0.0), ends(n, 1.0);
    for (const Arc& arc : net.arcs)
        ends[arc.from] -= net.class_of(net.stages[arc.to].resource).ejects ? 0.0 : arc.of_from;
    const auto left = [&](std::uint32_t k) {
        return std::max(0.0, 1.0 - net.message.decision * k / net.message.flits);
    };
    for (std::uint32_t k = 0; left(k) > 0.0 && k <= net.totals.longest; ++k, gone.swap(apart)) {
        for (int round = 0; round < (net.circles ? 4 : 1); ++round) {
            const std::vector<double> known = round == 0 ? std::vector<double>(n, 0.0) : together;
            apart = together = meeting = k == 0 ? ends : std::vector<double>(n, 0.0);
            for (std::size_t a = net.onward.size(); a-- > 0;) {
                const Arc& arc = net.arcs[net.onward[a]];
                if (net.class_of(net.stages[arc.to].resource).ejects) continue;
                const double on = round == 0 ? together[arc.to] : std::max(known[arc.to], together[arc.to]);
                apart[arc.from] += arc.of_from * gone[arc.to];
                together[arc.from] += arc.of_from * std::lerp(gone[arc.to], on, arc.of_from);
                meeting[arc.from] += arc.of_from * std::lerp(gone[arc.to], on, both[a]);
            }
        }
        for (std::size_t i = 0; i < n; ++i) kept[i] += meeting[i] * left(k) * left(k);
    }
    for (Input& in : net.inputs) {
        in.kept = 0.0;
        for (std::uint32_t a = in.first_arc; a < in.end_arc; ++a)
            in.kept += net.arcs[a].of_input * kept[net.arcs[a].to];
    }
}

void set_late_tails(QueueNetwork& net, std::span<const LengthShare> lengths) {
    if (std::none_of(net.ports.begin(), net.ports.end(), [](const SourcePort& port) { return port.serial; })) return;
    const ByChannelsLeft by(net, lengths);
    const std::size_t n = net.stages.size();
    std::vector<double> now(n), before(n, 0.0), known(n, 0.0);  // probability of so many channels behind a stage
    std::vector<double> same(n, 0.0);  // of a port's messages, probability that the next one goes the same way
    for (const Arc& arc : net.arcs) same[arc.from] += arc.of_from * net.inputs[arc.input].of_previous;
    const auto add = [&](std::size_t i, double part, std::size_t left) {
        const std::uint32_t at = net.stages[i].resource;
        Resource& resource = net.resources[at];
        if (!net.is_port(at) && net.class_of(at).ejects) return;
        const double weight = part * net.stages[i].rate / (resource.rate * resource.members);
        const double next = std::lerp(by.other_turn[left], by.turn[left], std::min(1.0, same[i]));
        const bool serial = net.is_port(at) && net.ports[at].serial;
        if (serial) net.ports[at].entering += weight * next;
        if (resource.past)
            resource.late += weight * (serial ? std::max(0.0, next - net.message.lag - 1.0) : by.late[left]);
    };
    for (std::size_t left = 0; left + 1 < by.late.size(); ++left) {
        std::fill(now.begin(), now.end(), 0.0);
        for (const Arc& arc : net.arcs) {
            const bool ends = net.class_of(net.stages[arc.to].resource).ejects;
            now[arc.from] += arc.of_from * (ends ? (left == 0 ? 1.0 : 0.0) : before[arc.to]);
        }
        for (std::size_t i = 0; i < n; ++i) {
            add(i, now[i], left);
            known[i] += now[i];
        }
        before.swap(now);
    }
    for (std::size_t i = 0; i < n; ++i) add(i, std::max(0.0, 1.0 - known[i]), by.late.size() - 1);
}

}  // namespace wafernet::queueing
