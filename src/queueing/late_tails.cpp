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
