#include <algorithm>
#include <cmath>
#include <string>

#include "queueing/queue_network.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/routing/route.hpp"

namespace wafernet {

std::optional<std::string> beyond_model(const Network& network, const Routing& routing, const VcRule& rule,
                                        const RouterConfig& router) {
    if (network.shared_nodes > 0) return "several routers drive one channel";
    if (routing.weighs()) return "messages look at queues when they choose their way";
    if (routing.chooses() && router.output != OutputPolicy::random) return "messages choose their way by what is free";
    if (rule.bubble) return "messages wait until two fit (VC rule bubble)";
    return std::nullopt;
}

}  // namespace wafernet

namespace wafernet::queueing {

namespace {

constexpr double few_destinations = 4.0;  // of a source, on average: as in a permutation

bool few(const Case& c) {
    double pairs = 0.0;
    std::vector<Demand> row;
    const double most = few_destinations * c.graph.nodes();
    for (Node s = 0; s < c.graph.nodes() && pairs <= most; ++s) {
        if (c.traffic.rate(s) <= 0.0) continue;
        c.traffic.row(s, row);
        pairs += static_cast<double>(row.size());
    }
    return pairs <= most;
}

}  // namespace

Case::Case(const Network& its_network, const Routing& its_routing, const VcRule& its_rule, const Traffic& its_traffic,
           const LatencyOptions& its_options)
    : FlowCase(its_network, its_routing, its_rule, its_traffic, its_options.router,
               its_options.channel_latency.empty() && its_options.channel_flit_cycles.empty()),
      options(its_options) {
    check();
    few_pairs = few(*this);
}

PortLinks Case::links(Node source, Node destination) const {
    PortLinks cycles;
    const Router wires(options);
    if (way_in(source) != no_channel) cycles.in = wires.wire(way_in(source));
    if (way_out(destination) != no_channel) cycles.out = wires.wire(way_out(destination));
    return cycles;
}

void Case::check() {
    const auto must = [](bool good, const std::string& what) {
        if (!good) throw InputError(what);
    };
    if (const auto why = beyond_model(network, routing, rule, options.router))
        throw InputError("the latency model does not know " + network.word + " with this routing: " + *why +
                         "; 'wafernet simulate' does");
    const RouterConfig& o = options.router;
    const std::uint64_t ports = std::max(o.ports.injection_channels, o.ports.ejection_channels);
    must(o.buffer_flits >= 1, "a buffer of 0 flits, must be 1 or more");
    must(o.link_cycles >= 1, "a link of 0 cycles, must be 1 or more");
    for (const auto& [of, what] :
         {std::pair(&options.channel_latency, " latencies"), {&options.channel_flit_cycles, " widths"}})
        must(of->empty() || of->size() == graph.channels(), std::to_string(of->size()) + what +
                                                                ", must be one for each of the " +
                                                                std::to_string(graph.channels()) + " channels");
    must(o.ports.injection_channels >= 1, "no injection channel, must be 1 or more");
    must(ports * static_cast<std::uint64_t>(o.vcs) <= static_cast<std::uint64_t>(max_vcs),
         std::to_string(ports) + " ports of " + std::to_string(o.vcs) + " virtual channels, must be at most " +
             std::to_string(max_vcs) + " together");
    must(!o.lengths.empty(), "no message length");
    for (const LengthShare& l : o.lengths) {
        must(l.flits >= 1 && l.flits <= 1'000'000,
             "a message of " + std::to_string(l.flits) + " flits, must be 1 to 1000000");
        must(std::isfinite(l.share) && l.share > 0.0, "the share of a message length is not a number above 0");
    }
    flits = o.mean_flits();
    square = std::max(0.0, mean_of_lengths(o, [](double length) { return length * length; }) / (flits * flits) - 1.0);
}

// Lone messages on their ways: the exact latency of each, and by how much tails follow.
namespace {

double lone(const LatencyOptions& o, std::span<const Channel> path, PortLinks links = {}) {
    return mean_of_lengths(o.router, [&](std::uint32_t flits) { return lone_message_latency(o, path, flits, links); });
}

// Where loops differ, pair by pair; the lag of a tail counts on every channel of its way.
LoneMessages by_pairs(const Case& c, const ClassFlows& t) {
    const std::size_t ports = t.nodes.size(), channels = c.graph.channels();
    std::vector<double> lag(2 * ports + channels, 0.0), crossed(lag.size(), 0.0);
    std::vector<std::uint32_t> port_of(c.graph.nodes(), none);
    for (std::uint32_t p = 0; p < ports; ++p) port_of[t.nodes[p]] = p;
    std::vector<Demand> row;
    std::vector<Channel> path;
    double latency = 0.0, all = 0.0;
    const auto send = [&](Node s, Node d, double rate) {
        const PortLinks links = c.links(s, d);
        const double cycles = lone(c.options, path, links);
        latency += rate * cycles, all += rate;
        const double behind = cycles - static_cast<double>(lone_message_latency(c.options, path, 1, links));
        const auto count = [&](std::size_t at) { lag[at] += rate * behind, crossed[at] += rate; };
        for (const Channel ch : path) count(2 * ports + c.image(ch));
        count(port_of[c.image_of(s)]);
        count(ports + port_of[c.image_of(d)]);
    };
    for (Node s = 0; s < c.graph.nodes(); ++s) {
        if (c.traffic.rate(s) <= 0.0) continue;
        c.traffic.row(s, row);
        for (const Demand& d : row) {
            if (d.share <= 0.0) continue;
            path.clear();
            if (d.destination == s) {
                send(s, s, d.share);
                continue;
            }
            each_route(c.graph, c.routing, s, d.destination, [&](std::span<const RouteStep> steps, double probability) {
                path.clear();
                for (std::size_t i = 1; i < steps.size(); ++i) path.push_back(steps[i].hop.channel);
                if (c.terminals_are_ports() && path.size() > 1) path = {path.begin() + 1, path.end() - 1};
                send(s, d.destination, d.share * probability);
            });
        }
    }
    LoneMessages alone{latency / all, {}};
    for (std::size_t k = 0; k < lag.size(); ++k) lag[k] = crossed[k] > 0.0 ? lag[k] / crossed[k] : -1.0;
    alone.lag.assign(lag.begin(), lag.begin() + static_cast<std::ptrdiff_t>(2 * ports));
    for (const TracedClass& k : t.classes) alone.lag.push_back(lag[2 * ports + k.channel]);
    return alone;
}

// Whether flits follow their header at once wherever it goes: no buffer waits for credits and no channel is narrow.
bool never_held_up(const Case& c, const ClassFlows& t) {
    const Router router(c.options);
    std::vector<CreditLoop> loops;
    for (const TracedClass& k : t.classes) {
        loops.push_back(router.loop(k.channel));
        loops.push_back({1, router.serial(k.channel)});
    }
    for (const Node v : t.nodes) router.add_port_loops(loops, c.links(v, v));
    return c.router.output_buffer_flits == 0 && std::all_of(loops.begin(), loops.end(), [&](const CreditLoop& l) {
               return l.depth >= l.round_trip + (l.depth > 1 ? router.decision() : 0);
           });
}

// There the latency is a sum over the channels, and a tail follows M - 1 cycles behind.
LoneMessages by_channels(const Case& c, const ClassFlows& t) {
    const Router router(c.options);
    const auto ports = static_cast<std::uint32_t>(t.nodes.size());
    const bool no_ports = c.router.ports.injection_direct && c.router.ports.ejection_channels == 0;
    double sum = (t.total - (no_ports ? t.self : 0.0)) * (c.flits - 1.0);
    sum += t.self * (static_cast<double>(router.injection_time(false)) - router.injection_time(true));
    for (std::uint32_t p = 0; p < ports; ++p)
        sum += t.sent[p] * router.injection_time(true, c.links(t.nodes[p], t.nodes[p]).in);
    for (const Passage& p : t.passages) {
        const Channel from = t.is_class(p.from) ? t.classes[p.from - 2 * ports].channel : no_channel;
        if (t.is_class(p.to)) {
            sum += p.rate * router.hop_time(t.classes[p.to - 2 * ports].channel, false);
            continue;
        }
        const Node v = t.nodes[p.to - ports];
        sum += p.rate * router.ejection_time(c.links(v, v).out);
        if (from != no_channel)
            sum += p.rate * (static_cast<double>(router.hop_time(from, true)) - router.hop_time(from, false));
    }
    return {sum / t.total, {}};
}

}  // namespace

LoneMessages lone_messages(const Case& c, const ClassFlows& t) {
    if (!c.options.channel_latency.empty() || !c.options.channel_flit_cycles.empty() || c.terminals_are_ports())
        return never_held_up(c, t) ? by_channels(c, t) : by_pairs(c, t);
    // All links alike: the latency is a line in the hops from the first on.
    const std::vector<Channel> path(2, 0);
    const double with = lone(c.options, {path.data(), 1}), longer = lone(c.options, path), own = lone(c.options, {});
    const double sum = t.self * own + (t.total - t.self) * (with - (longer - with)) + t.hops * (longer - with);
    return {sum / t.total, {}};
}

}  // namespace wafernet::queueing
