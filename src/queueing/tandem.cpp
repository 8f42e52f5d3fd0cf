// Channels in a row as queues in tandem. Messages that come by one channel are as far apart as they are long, and wait
// for each other only as far as others come between. A queue behind others that serve as fast keeps as much work as if
// all came to it at once [friedman1965]: it adds the wait at the rate of all, less what each input has waited before.
//
//   missing = lambda Q(lambda) - sum lambda_j Q(lambda_j) - sum over its inputs of lambda_i (W_i + part X_i)
//
// Q is the M/D/1 wait, j goes over the channels that its messages come by. Work is flits: of M that take turns with
// others each loses as much, so that the mean one is late by (1 + 1 / M) / 2 of a stretch, `part` where every source
// sends to few destinations. There the weight of backlogged streams says already how long they keep channels further
// back, and what is missing delays the tail alone; a source that alone sends what comes by a channel has made it wait
// before. Elsewhere messages that have taken turns part again: part = 1, and what is missing is serialization.
//
// Only for channels with several VCs of a class: those that wait for the only one are told apart as they follow each
// other; for equal lengths, of which none overtakes; and for sources that go on sending while a message waits for its
// first channel: elsewhere that wait is the source's.
#include <algorithm>
#include <map>
#include <tuple>

#include "queueing/terms.hpp"

namespace wafernet::queueing {

namespace {

constexpr double fullest = 0.999;  // use of a queue: with more, waits would grow without bound on the way to a solution

double queue(double rate, double cycles) {
    const double use = std::min(fullest, rate * cycles);
    return cycles / 2.0 * use / (1.0 - use);
}

// The port that alone sends what comes by an input, and sends all of it there; none: several do, or it sends elsewhere.
std::uint32_t only_source(const QueueNetwork& net, const Input& input) {
    for (const Input* at = &input;;) {
        if (at->rate < (1.0 - 1e-9) * net.resources[at->from].rate) return none;
        if (net.is_port(at->from)) return at->from;
        const VcClass& before = net.class_of(at->from);
        if (before.end_input - before.first_input > 1) return none;
        at = &net.inputs[before.first_input];
    }
}

}  // namespace

Tandem::Tandem(const QueueNetwork& net) : net_(net) {
    if (net.message.square > 0.0 || net.message.direct) return;
    double most_sent = 0.0;
    for (std::uint32_t i = 0; i < net.ports.size(); ++i) most_sent = std::max(most_sent, net.resources[i].rate);
    for (const std::vector<std::uint32_t>& group : net.groups) {
        if (group.empty() || net.is_port(group.front())) continue;
        const auto several = [&](std::uint32_t i) { return net.resources[i].vcs > 1; };
        if (std::none_of(group.begin(), group.end(), several)) continue;
        const Resource& channel = net.resources[group.front()];
        Merge m;
        m.cycles = net.message.flits / channel.capacity, m.members = channel.members;
        std::map<std::tuple<std::uint32_t, int, int>, std::pair<double, std::uint32_t>> by_channel;
        for (const std::uint32_t i : group) {
            std::map<std::pair<std::uint32_t, int>, int> alike;  // several that are taken together each by itself
            for (std::uint32_t k = net.class_of(i).first_input; k < net.class_of(i).end_input; ++k) {
                const Input& in = net.inputs[k];
                const std::uint32_t from = net.resources[in.from].group;
                auto& [rate, source] = by_channel[{from, in.side, alike[{from, in.side}]++}];
                const std::uint32_t only = net.totals.few_pairs ? only_source(net, in) : none;
                source = rate == 0.0 || source == only ? only : none;  // of all classes
                rate += in.rate;
                m.all += in.rate;
                m.inputs.push_back(k);
            }
        }
        for (const auto& [from, come] : by_channel) m.rate.push_back(come.first), m.source.push_back(come.second);
        const bool one_source =  // whose messages come by several ways
            net.class_of(group.front()).ejects && m.all < (1.0 + 1e-9) * most_sent;
        if (by_channel.size() > 1 && !one_source) merges_.push_back(std::move(m));
    }
}

void Tandem::apply(double load, Contributions& c) {
    const double part = net_.totals.few_pairs ? (1.0 + 1.0 / net_.message.flits) / 2.0 : 1.0;
    c.late = 0.0;
    for (const Merge& m : merges_) {
        double missing = m.all * queue(load * m.all, m.cycles);
        for (const double rate : m.rate) missing -= rate * queue(load * rate, m.cycles);
        for (const std::uint32_t k : m.inputs) missing -= net_.inputs[k].rate * (c.wait[k] + part * c.serialization[k]);
        if (!net_.totals.few_pairs) {
            for (const std::uint32_t k : m.inputs) c.serialization[k] += std::max(0.0, missing) / m.all;
            continue;
        }
        for (std::size_t j = 0; j < m.rate.size(); ++j) {
            if (m.source[j] == none) continue;
            missing -= m.rate[j] * std::max(0.0, c.source_wait[m.source[j]] - queue(load * m.rate[j], m.cycles));
        }
        c.late += std::max(0.0, missing) * m.members;
    }
}

}  // namespace wafernet::queueing
