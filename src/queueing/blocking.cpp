// Classes of virtual channels as servers: rates (channel_sharing.cpp), product form (vc_server.cpp), serialization
//
//   X_i = (1 - f_i) (X_c - X_b) + (1 - g_i) X_b
//
// f_i is the share of the class's messages that come by the same channel as i, g_i that of the channel's other classes:
// these share it already, and not again.
#include <algorithm>
#include <cmath>

#include "queueing/terms.hpp"

namespace wafernet::queueing {

namespace {

/// Odds that a message which meets another of a backlogged stream waits for the whole service of it, not for what is
/// left of it: this times q^2 times the probability that the input has one here. Tuned on set T.
constexpr double backlogged = 2.5;
/// The same weight behind inputs that have one message at a time at a class with one VC, whatever is behind it: it
/// comes back while the others are served. Two of them with fixed service H and exponential times in between, z H the
/// mean number of returns: the wait is H (1 - (1 - exp(-z)) / z), the product form's with half of H behind the share b
/// of a whole H for b = 0.65 (1 - a) at z = 0.2, 0.69 at 0.5 and 0.79 at 1.
constexpr double returning = 0.7;

}  // namespace

Blocking::Blocking(const QueueNetwork& net) : net_(net), use_(net.groups.size(), 0.0), vcs_(net.groups.size(), 0) {
    for (const Resource& p : net.resources)
        use_[p.group] += p.rate * net.message.flits / p.capacity, vcs_[p.group] += p.vcs;
}

// What the other classes of the channel stream.
Others Blocking::others_of(const State& x, const StateLayout& layout, std::uint32_t its_class) const {
    Others others;
    const std::vector<std::uint32_t>& group = net_.groups[net_.resources[net_.resource_of(its_class)].group];
    if (group.size() < 2) return others;
    double rate = 0.0, weight = 0.0;
    for (const std::uint32_t i : group) {
        if (i == net_.resource_of(its_class)) continue;
        const auto vcs = static_cast<std::size_t>(net_.resources[i].vcs);
        const std::span<const double> held = x.held.subspan(layout.first_held(i - net_.resource_of(0)), vcs + 1);
        const double active = std::min(1.0, x.streaming[i] / x.holding[i]);
        double mean = 1e-12;
        for (std::size_t m = 1; m <= vcs; ++m) mean += static_cast<double>(m) * active * held[m];
        others.add(held, active);
        rate += mean * std::min(1.0, net_.message.flits / x.streaming[i]);
        weight += mean;
    }
    others.rate = rate / weight;
    return others;
}

// Of the time for which the messages of an input share a channel with each other, the part for which they have shared
// the one before: less than all where that is faster.
double Blocking::shared_before(const Input& in, const Resource& resource) const {
    return std::min(1.0, resource.capacity / std::min(1.0, net_.resources[in.from].capacity));
}

// Of the cycles in which an input of a crossbar serves others those are no loss in which the channel serves another
// input, a share m of all. A flit that goes elsewhere is served in one of these with a probability of m; else its
// output or the channel comes first, each as often, and where it is the channel the next cycle is such a one or the
// flit's: it costs one with a probability of (1 - m) (1 / 2 + (1 - m) / 2). Where every source sends to few
// destinations the same streams always meet, and find turns in which none is in another's way, after the first flit of
// each message.
double Blocking::given_to_others(double load, const VcClass& its) const {
    constexpr double most = 0.5;  // an input serves two channels in turn
    if (!net_.message.crossbar) return 0.0;
    double channel = 0.0, sum = 0.0;
    const Resource& resource = net_.resources[net_.resource_of(net_.inputs[its.first_input].to)];
    for (const std::uint32_t i : net_.groups[resource.group]) channel += net_.resources[i].rate;
    const double flits = net_.message.flits;
    for (std::uint32_t k = its.first_input; k < its.end_input; ++k) {
        const Input& in = net_.inputs[k];
        const double others = resource.rate - in.rate + (1.0 - in.of_others) * (channel - resource.rate);
        const double taken = std::min(1.0, load * others * flits);
        sum += in.of_class * in.elsewhere * (1.0 - taken) * (1.0 - taken / 2.0);
    }
    return std::min(most, load * sum * (net_.totals.few_pairs ? 1.0 : flits));
}

bool Blocking::apply(double load, const State& x, const StateLayout& layout, NextState& next, Contributions& c) {
    const double flits = net_.message.flits;
    for (std::uint32_t i = 0; i < net_.classes.size(); ++i) {
        const std::uint32_t at = net_.resource_of(i);
        const Resource& resource = net_.resources[at];
        const VcClass& its = net_.classes[i];
        service_rates({resource.vcs, resource.capacity, flits, resource.pace, x.holding[at], x.streaming[at],
                       passing(net_, at), given_to_others(load, its)},
                      others_of(x, layout, i), work_.mu);
        inputs_.clear();
        for (std::uint32_t k = its.first_input; k < its.end_input; ++k) {
            const Input& in = net_.inputs[k];
            const double before = shared_before(in, resource);
            const bool in_turn = before == 1.0 && (!net_.is_port(in.from) || net_.ports[in.from].serial);
            inputs_.push_back({load * in.rate / x.accept[k], in.cap, in.channels, in.of_class,
                               backlogged * in.of_previous * in.of_previous, resource.vcs == 1 ? returning : 0.0,
                               in_turn, before});
        }
        if (!solve_class(resource.vcs, its.room, x.holding[at], x.spread[at], inputs_, work_)) return false;
        const double whole = in_whole_flits(flits, load * use_[resource.group], vcs_[resource.group]);
        c.beside[i] = whole * work_.beside;
        c.sharing[i] = whole * (work_.stretch + work_.beside);
        std::copy_n(work_.mu.begin(), resource.vcs + 1, c.mu_of(i).begin());
        for (std::uint32_t k = its.first_input; k < its.end_input; ++k) {
            const Waits& r = work_.inputs[k - its.first_input];
            // 1 / a - 1 grows like the rescaled rate itself: the point where both agree, at once. A lone input that
            // finds a VC for each of its messages meets nobody.
            const bool meets = its.end_input > its.first_input + 1 || net_.inputs[k].cap > resource.vcs;
            next.accept[k] = meets ? std::clamp(1.0 - (1.0 / r.accept - 1.0) * x.accept[k], least_accept, 1.0) : 1.0;
            c.wait[k] = r.wait, c.blocked[k] = r.blocked, c.outside[k] = r.outside;
            const double before = shared_before(net_.inputs[k], resource);
            c.serialization[k] = (1.0 - before * net_.inputs[k].of_class) * (c.sharing[i] - c.beside[i]) +
                                 (1.0 - before * net_.inputs[k].of_others) * c.beside[i];
        }
        if (net_.groups[resource.group].size() > 1)
            std::copy_n(work_.busy.begin(), resource.vcs + 1,
                        next.held.begin() + static_cast<std::ptrdiff_t>(layout.first_held(i)));
    }
    return true;
}

}  // namespace wafernet::queueing
