// Pair by pair, where the traffic says so; and the zero-load latency of pairs.
#include <algorithm>
#include <utility>

#include "queueing/follower.hpp"
#include "wafernet/routing/route.hpp"

namespace wafernet::queueing {

std::optional<Followed> Follower::run() {
    same_loops_ = o_.channel_latency.empty() && !case_.ports();
    if (case_.flows) follow_flows();
    else follow_destinations();
    if (ways_.asymmetric()) return std::nullopt;
    for (std::size_t k = 0; k < all_.lag.size(); ++k) {
        all_.lag[k] = crossed_[k] > 0.0 ? all_.lag[k] / crossed_[k] : unknown_lag;
    }
    return std::move(all_);
}

// The exact latency of a lone message over the channels of `path_`.
double Follower::alone(PortLinks links) const {
    double cycles = 0.0, share = 0.0;
    for (const LengthShare& l : o_.router.lengths) {
        cycles += l.share * static_cast<double>(lone_message_latency(o_, path_, l.flits, links));
        share += l.share;
    }
    return cycles / share;
}

// The same of messages between two nodes; their tails' lags count on every channel of their way.
double Follower::alone(Node s, Node d, double rate) {
    const PortLinks links = case_.links(s, d);
    const double cycles = alone(links);
    if (same_loops_) return cycles;
    const double lag = cycles - static_cast<double>(lone_message_latency(o_, path_, 1, links));
    all_.lag.resize(graph_.channels() + 2 * std::size_t{graph_.nodes()}, 0.0);
    crossed_.resize(all_.lag.size(), 0.0);
    const auto count = [&](std::uint32_t group) { all_.lag[group] += rate * lag, crossed_[group] += rate; };
    for (const Channel c : path_) count(c);
    count(stations_[stations_.injection(s)].group);
    if (const std::uint32_t end = stations_.ejection(d); end != none) count(stations_[end].group);
    return cycles;
}

void Follower::follow_flows() {
    std::vector<Way> next;
    double latency = 0.0;
    each_pair([&](Node s, Node d, double rate) {
        Flow flow;
        flow.rate = rate;
        flow.first = static_cast<std::uint32_t>(all_.path.size());
        path_.clear();
        std::uint32_t at = stations_.injection(s), run = 0;
        const auto pass = [&](std::uint32_t from, std::uint32_t to, Channel last = no_channel,
                              Channel then = no_channel) {
            const std::uint32_t way = passages_.number(from, to, last, then);
            passages_.count(way, run, rate);
            run = passages_.run_after(way, run);
            all_.path.push_back(way);
        };
        pass(none, at);
        Node node = case_.router(s);
        Channel by = case_.way_in(s);
        int vc = -1;
        std::uint32_t state = s == d ? 0 : routing_.start(s, d);
        while (node != case_.exit(d)) {
            ways_.from(node, by, state, vc, d, next);
            const Way& way = next.front();
            pass(at, way.station, path_.empty() ? no_channel : by, way.channel);
            path_.push_back(way.channel);
            if (path_.size() > std::size_t{graph_.channels()} + 1) ways_.lost(s, d);
            at = way.station;
            node = graph_.target(way.channel);
            by = way.channel;
            state = way.state;
            vc = way.vc;
        }
        if (const std::uint32_t end = stations_.ejection(d); end != none) pass(at, end);
        flow.end = static_cast<std::uint32_t>(all_.path.size());
        all_.flows.push_back(flow);
        all_.total += rate;
        all_.longest = std::max(all_.longest, flow.end - flow.first);
        all_.hops += rate * static_cast<double>(path_.size());
        latency += rate * alone(s, d, rate);
    });
    if (all_.total > 0.0) all_.zero_load = latency / all_.total;
}

double Follower::zero_load_by_pairs() {
    double latency = 0.0;
    each_pair([&](Node s, Node d, double rate) {
        each_route(graph_, routing_, d != s ? s : case_.router(s), d, [&](const auto& route, double share) {
            path_.clear();
            for (std::size_t i = 1; i < route.size(); ++i) path_.push_back(route[i].hop.channel);
            if (case_.ports() && !path_.empty())
                path_ = {path_.begin() + (d != s ? 1 : 0), path_.end() - 1};  // without terminals
            latency += rate * share * alone(s, d, rate * share);
        });
    });
    return latency / all_.total;
}

std::optional<Followed> follow_messages(const PlanCase& c, StationList& stations, Passages& passages, Ways& ways,
                                        std::span<const double> shares) {
    return Follower(c, stations, passages, ways, shares).run();
}

}  // namespace wafernet::queueing
