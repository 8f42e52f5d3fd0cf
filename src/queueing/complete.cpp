// What follows from the rates of arcs: rates of resources, the order of arcs, bounds, caps of inputs.
#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "queueing/queue_network.hpp"

namespace wafernet::queueing {

namespace {

constexpr int most_of_input = 16;  // messages, more count as these: the product form is cut there

// Arcs by the resources that they leave, so that one sweep carries what is upstream all the way down.
void order_arcs(QueueNetwork& net) {
    const auto n = static_cast<std::uint32_t>(net.resources.size());
    std::vector<std::uint32_t> first(n + 1, 0), out(net.arcs.size()), waiting(n, 0);
    for (const Arc& arc : net.arcs) ++first[arc.from + 1], ++waiting[arc.to];
    for (std::uint32_t i = 0; i < n; ++i) first[i + 1] += first[i];
    std::vector<std::uint32_t> at(first.begin(), first.end() - 1);
    for (std::uint32_t a = 0; a < net.arcs.size(); ++a) out[at[net.arcs[a].from]++] = a;
    net.onward.clear();
    std::vector<std::uint32_t> ready;
    std::vector<bool> done(n, false);
    for (std::uint32_t i = 0; i < n; ++i) {
        if (waiting[i] == 0) ready.push_back(i);
    }
    for (std::uint32_t next = 0, taken = 0; taken < n; ++taken) {
        if (taken == ready.size()) {  // a circle: begin anywhere in it
            while (done[next]) ++next;
            ready.push_back(next);
        }
        const std::uint32_t i = ready[taken];
        done[i] = true;
        for (std::uint32_t k = first[i]; k < first[i + 1]; ++k) {
            net.onward.push_back(out[k]);
            const std::uint32_t to = net.arcs[out[k]].to;
            if (!done[to] && waiting[to] > 0 && --waiting[to] == 0) ready.push_back(to);
        }
    }
}

}  // namespace

void set_arcs(QueueNetwork& net, std::vector<Arc> arcs) {
    std::ranges::sort(arcs, {}, [](const Arc& a) { return std::tuple(a.input, a.from, a.to); });
    net.arcs.clear();
    for (Input& in : net.inputs) in.first_arc = in.end_arc = 0;
    for (const Arc& arc : arcs) {
        Input& in = net.inputs[arc.input];
        if (in.end_arc > 0 && net.arcs.back().from == arc.from && net.arcs.back().to == arc.to) {
            net.arcs.back().rate += arc.rate;
            continue;
        }
        if (in.end_arc == 0) in.first_arc = static_cast<std::uint32_t>(net.arcs.size());
        net.arcs.push_back(arc);
        in.end_arc = static_cast<std::uint32_t>(net.arcs.size());
    }
}

void index(QueueNetwork& net) {
    for (VcClass& c : net.classes) c.first_input = c.end_input = 0;
    for (std::uint32_t i = net.resource_of(0); i < net.resources.size(); ++i) net.resources[i].rate = 0.0;
    for (std::uint32_t k = 0; k < net.inputs.size(); ++k) {
        Input& in = net.inputs[k];
        VcClass& c = net.classes[in.to];
        Resource& resource = net.resources[net.resource_of(in.to)];
        if (c.end_input == 0) c.first_input = k;
        c.end_input = k + 1;
        in.rate = 0.0;
        for (std::uint32_t a = in.first_arc; a < in.end_arc; ++a) in.rate += net.arcs[a].rate / resource.members;
        in.from = net.arcs[in.first_arc].from;
        resource.rate += in.rate;
    }
    for (Arc& arc : net.arcs) {
        arc.of_from = arc.rate / (net.resources[arc.from].rate * net.resources[arc.from].members);
        arc.of_to = arc.rate / (net.resources[arc.to].rate * net.resources[arc.to].members);
    }
    for (Input& in : net.inputs) in.of_class = in.rate / net.resources[net.resource_of(in.to)].rate;
    std::uint32_t groups = 0;
    for (const Resource& p : net.resources) groups = std::max(groups, p.group + 1);
    net.groups.assign(groups, {});
    for (std::uint32_t i = 0; i < net.resources.size(); ++i) net.groups[net.resources[i].group].push_back(i);
    order_arcs(net);
}

void set_bounds(QueueNetwork& net) {
    double most = 0.0, held = 0.0;
    for (const std::vector<std::uint32_t>& group : net.groups) {
        double rate = 0.0;
        for (const std::uint32_t i : group) {
            rate += net.resources[i].rate;
            if (net.is_channel(i))
                held = std::max(held, net.resources[i].rate * net.class_of(i).least_held / net.resources[i].vcs);
        }
        if (group.empty()) continue;
        const double use = rate * net.message.flits / net.resources[group.front()].capacity;
        if (use > most * (1.0 + 1e-9)) most = use, net.bounds.full = group.front();
    }
    net.bounds.channel = 1.0 / most, net.bounds.vc = 1.0 / held;
    net.bounds.load = std::min(net.bounds.channel, net.bounds.vc);
}

namespace {

// Messages that leave the B flits of a serial port's buffer at once. They enter one after the other, while those in
// front take turns: one enters, the last one before it has B flits left at most, the one before that M - B fewer, and
// so on. While they come without a break there are k of them, and one more for a part a of the time: in the M cycles
// from one entering to the next each takes its turns, and the first sends all but the last B of its flits,
// M (a / (k + 1) + (1 - a) / k) = M - B. Their number is k + a; M / (M - B) where that is whole.
double at_once(double flits, double buffer) {
    if (buffer >= flits) return most_of_input;
    const double open = 1.0 - buffer / flits, k = std::floor(1.0 / open + 1e-9);
    return std::min<double>(most_of_input, k + std::max(0.0, (k + 1.0) * (1.0 - k * open)));
}

// VCs of the largest class of every resource's channel.
std::vector<double> largest_class(const QueueNetwork& net) {
    std::vector<double> largest(net.resources.size());
    for (const std::vector<std::uint32_t>& group : net.groups) {
        int most = 0;
        for (const std::uint32_t i : group) most = std::max(most, net.resources[i].vcs);
        for (const std::uint32_t i : group) largest[i] = most;
    }
    return largest;
}

// Messages that can be on the channel of a resource at once: no more than have come by its inputs, each of which brings
// as many as are on the channel before. `present` begins with the VCs of the largest class.
void limit_by_inputs(const QueueNetwork& net, std::vector<double>& present) {
    for (bool changed = true; changed;) {
        changed = false;
        std::vector<double> next(present.size(), 0.0);
        for (const Input& in : net.inputs) {
            double most = 0.0;
            for (std::uint32_t a = in.first_arc; a < in.end_arc; ++a) most = std::max(most, present[net.arcs[a].from]);
            for (const std::uint32_t i : net.groups[net.resources[net.resource_of(in.to)].group]) next[i] += most;
        }
        for (std::uint32_t i = net.resource_of(0); i < next.size(); ++i) {
            if (next[i] >= present[i]) continue;
            present[i] = next[i];
            changed = true;
        }
    }
}

void set_caps(QueueNetwork& net) {
    std::vector<double> present = largest_class(net);
    limit_by_inputs(net, present);
    for (std::uint32_t i = 0; i < net.ports.size(); ++i) {
        if (net.ports[i].serial) present[i] = std::min(present[i], at_once(net.message.flits, net.resources[i].depth));
    }
    std::vector<double> channel_rate(net.groups.size(), 0.0);
    for (const Resource& p : net.resources) channel_rate[p.group] += p.rate;
    std::map<std::tuple<std::uint32_t, std::uint32_t, int>, double> from_to;  // from one channel to the next
    const auto between = [&](const Input& in) -> double& {
        return from_to[{net.resources[in.from].group, net.resources[net.resource_of(in.to)].group, in.side}];
    };
    for (const Input& in : net.inputs) between(in) += in.rate;
    for (Input& in : net.inputs) {
        const Resource& its = net.resources[net.resource_of(in.to)];
        const double same = between(in), others = channel_rate[its.group] - its.rate;
        in.elsewhere = std::max(0.0, channel_rate[net.resources[in.from].group] - same);
        if (net.groups[its.group].size() > 1) in.of_others = std::clamp((same - in.rate) / others, 0.0, 1.0);
        double most = 0.0, previous = 0.0;
        for (std::uint32_t a = in.first_arc; a < in.end_arc; ++a) {
            const Arc& arc = net.arcs[a];
            most = std::max(most, present[arc.from]);
            previous += arc.rate / in.rate * std::min(1.0, in.rate / channel_rate[net.resources[arc.from].group]);
        }
        in.cap = std::clamp(static_cast<int>(std::ceil(most - 1e-9)), 1, most_of_input);
        in.of_previous = std::min(1.0, previous);
    }
}

// Of two messages of a source that go to the same VC of a channel the later one waits for the other, and does not share
// the port with it. In a source's only buffer each header decides when the message in front has gone, whatever way that
// goes; in several only where the channel ahead has one VC, at whose front it does.
void set_ports(QueueNetwork& net) {
    for (const Arc& arc : net.arcs) {
        if (!net.is_port(arc.from)) continue;
        SourcePort& port = net.ports[arc.from];
        const bool several = net.resources[arc.from].vcs + port.spare > 1;  // VCs of its own, however many it feeds
        const double decision = several ? 0.0 : net.message.decision;
        port.between += arc.of_from * decision;
        const Resource& to = net.resources[arc.to];
        const double same = arc.of_from * net.inputs[arc.input].of_previous;
        if (port.serial) port.between -= (arc.of_from - same) * (net.message.lag + 1.0 - net.message.entering);
        if (to.vcs > 1) continue;
        port.in_row = std::min(1.0, port.in_row + same);
        port.between += same * (several ? std::max(to.hold, net.message.decision) : std::max(0.0, to.hold - decision));
    }
}

}  // namespace

void derive(QueueNetwork& net) {
    set_caps(net);
    set_ports(net);
}

}  // namespace wafernet::queueing
