// Classes of virtual channels as servers: rates (channel_sharing.cpp), product form (vc_server.cpp), serialization
//
//   X_i = t [(1 - f_i) (X_c - X_b) + (1 - g_i) X_b]
//
// f_i is the share of the class's messages that come by the same channel as i, g_i that of the channel's other classes:
// these share it already, and not again. t says that flits are served whole (in_whole_flits).
#include <algorithm>

#include "queueing/terms.hpp"

namespace wafernet::queueing {

namespace {

/// Odds that a message which meets another of a backlogged stream waits for the whole service of it, not for what is
/// left of it: this times q^2 times the probability that the input has one here. Tuned on set T of commit 24a9105.
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

// Of the cycles in which an input of a crossbar serves others those are no loss in which the channel serves another
// input, a share m of all. A flit that goes elsewhere is served in one of these with a probability of m; else its
// output or the channel comes first, each as often, and where it is the channel the next cycle is such a one or the
// flit's: it costs one with a probability of (1 - m) (1 / 2 + (1 - m) / 2). Where every source sends to few
// destinations the same streams always meet, and find turns in which none is in another's way, after the first flit of
// each message.
double Blocking::given_to_others(double load, const VcClass& its, const Resource& resource) const {
    constexpr double most = 0.5;  // an input serves two channels in turn
    if (!net_.message.crossbar || resource.capacity > 1.0) return 0.0;
    const double flits = net_.message.flits, of_all = use_[resource.group] * resource.capacity / flits - resource.rate;
    double sum = 0.0;
    for (std::uint32_t k = its.first_input; k < its.end_input; ++k) {
        const Input& in = net_.inputs[k];
        const double others = resource.rate - in.rate + (1.0 - in.of_others) * of_all,
                     taken = std::min(1.0, load * others * flits);
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
        service_rates({resource.vcs, resource.capacity, flits, x.holding[at], x.streaming[at], passing(net_, at),
                       given_to_others(load, its, resource)},
                      others_of(x, layout, i), work_.mu);
        inputs_.clear();
        for (std::uint32_t k = its.first_input; k < its.end_input; ++k) {
            const Input& in = net_.inputs[k];
            inputs_.push_back({load * in.rate / x.accept[k], in.cap, in.of_class,
                               backlogged * in.of_previous * in.of_previous, resource.vcs == 1 ? returning : 0.0,
                               !net_.is_port(in.from) || net_.ports[in.from].serial});
        }
        if (!solve_class(resource.vcs, x.holding[at], x.spread[at], inputs_, work_)) return false;
        const double whole = in_whole_flits(flits, load * use_[resource.group], vcs_[resource.group]);
        for (std::uint32_t k = its.first_input; k < its.end_input; ++k) {
            const Waits& r = work_.inputs[k - its.first_input];
            // 1 / a - 1 grows like the rescaled rate itself: the point where both agree, at once. A lone input that
            // finds a VC for each of its messages meets nobody.
            const bool meets = its.end_input > its.first_input + 1 || net_.inputs[k].cap > resource.vcs;
            next.accept[k] = meets ? std::clamp(1.0 - (1.0 / r.accept - 1.0) * x.accept[k], least_accept, 1.0) : 1.0;
            c.wait[k] = r.wait, c.blocked[k] = r.blocked;
            const Input& in = net_.inputs[k];
            c.serialization[k] = whole * ((1.0 - in.of_class) * work_.stretch + (1.0 - in.of_others) * work_.beside);
        }
        if (net_.groups[resource.group].size() > 1)
            std::copy_n(work_.busy.begin(), resource.vcs + 1,
                        next.held.begin() + static_cast<std::ptrdiff_t>(layout.first_held(i)));
    }
    return true;
}

}  // namespace wafernet::queueing
