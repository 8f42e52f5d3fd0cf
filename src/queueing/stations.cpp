// From routes and traffic to stations: exact rates by following every message, or every destination's tree.
#include "queueing/stations.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <tuple>
#include <unordered_map>

#include "queueing/choices.hpp"
#include "queueing/destination_sets.hpp"
#include "queueing/sort_in_buckets.hpp"
#include "wafernet/error.hpp"

namespace wafernet::queueing {

namespace {

constexpr std::uint32_t longest_run = 31;  // longer ones count as this
constexpr Node averaged_nodes = 1000;
constexpr double most_path_steps = 400'000;  // path by path up to here

// A place on the way to one destination.
struct Vertex {
    std::uint32_t place = 0;  // a channel; or channels + node for a message at its source, and for all that go on alike from a node
    std::uint32_t station = none;  // none: they come from several
    std::uint32_t state = 0;
    std::int16_t vc = -1;  // of the rule
    std::int8_t mark = 0;  // 0 new, 1 on the stack, 2 done
    std::uint32_t first = 0, end = 0;  // successors
    std::uint32_t choice = none;       // among them
    double flow = 0.0;
};

struct Successor {
    std::uint32_t vertex = 0;
    std::uint32_t passage = 0;
    double share = 1.0;
};

// Messages that go on from one station to another.
struct Passage {
    std::uint32_t from = none, to = none, next = none;  // next: into the same station
    bool straight = false;
    std::int8_t side = 0;
    std::uint32_t runs = 0, reserved = 0;  // of Builder::rates_, from `first` on: of every run at `from`
    std::size_t first = 0;
};

// Messages on the way to several destinations.
struct Bound {
    std::uint32_t place = 0, station = none, state = 0;  // of the vertex
    std::int16_t vc = -1;
    std::uint32_t steps = 1;  // stations passed, at most
    std::size_t first = 0;    // their flow by run in Builder::runs_
    std::uint32_t runs = 1;
    double share = 1.0;       // of that flow for each destination
};

class Builder {
public:
    Builder(const Network& network, const Routing& routing, const VcRule& rule, const Traffic& traffic, const LatencyOptions& options)
        : network_(network), graph_(network.graph), routing_(routing), rule_(rule), traffic_(traffic), o_(options), router_(options) {}

    // Messages that hold the buffers behind every channel, on average: of several ways the one with most free buffers is taken.
    void prefer(std::vector<double> held) { held_ = std::move(held); }
    void take_shares(std::span<const double> shares) { shares_ = shares; }

    // Nothing where the VC rule does not share the routing's symmetries.
    std::optional<Plan> build(bool by_symmetry) {
        check();
        expanded_ = vcs_of_classes(std::min(rule_.vcs, o_.vcs), o_.vcs, o_.extra, routing_.escape_vcs());
        plan_.few_pairs = few();
        const bool flows = o_.form == FlowForm::flows || (o_.form == FlowForm::automatic && !routing_.adaptive() && network_.shared_nodes == 0 && plan_.few_pairs);
        chooses_ = routing_.adaptive() && network_.shared_nodes == 0 && o_.choice != WayChoice::random && o_.method == LatencyMethod::product_form;
        if (by_symmetry && !flows && !chooses_ && traffic_.uniform() && network_.terminals.empty() && o_.channel_latency.empty()) symmetry_ = routing_.symmetry();
        plan_.crossbar = o_.crossbar_limit;
        plan_.speculative = o_.crossbar_limit && o_.allocation_cycles == 0;
        plan_.one_arrival = o_.one_arrival_a_cycle;
        plan_.decision = o_.routing_cycles + o_.allocation_cycles;
        plan_.lengths = o_.lengths;
        ports();
        if (flows && network_.shared_nodes > 0) throw InputError(network_.word + " has shared channels, need the form by transitions");
        if (flows && routing_.adaptive()) throw InputError("a routing with choices has no single paths, need the form by transitions");
        if (flows) follow_flows();
        else follow_destinations();
        if (asymmetric_) return std::nullopt;
        if (plan_.total <= 0.0) throw InputError("no node of " + network_.word + " sends under this traffic");
        finish(flows);
        return std::move(plan_);
    }

private:
    [[nodiscard]] bool symmetric() const { return symmetry_.copies > 1; }

    void check() {
        const auto need = [](bool good, const std::string& what) {
            if (!good) throw InputError(what);
        };
        need(o_.vcs >= 1 && o_.vcs <= max_vcs, std::to_string(o_.vcs) + " virtual channels, need 1 to " + std::to_string(max_vcs));
        need(o_.buffer_flits >= 1, "a buffer of 0 flits, need 1 or more");
        need(o_.link_cycles >= 1, "a link of 0 cycles, need 1 or more");
        need(o_.channel_latency.empty() || o_.channel_latency.size() == graph_.channels(), "need one latency for each of the " + std::to_string(graph_.channels()) + " channels");
        need(o_.injection_channels >= 1, "no injection channel, need 1 or more");
        const std::uint64_t ports = std::max(o_.injection_channels, o_.ejection_channels);
        need(ports * static_cast<std::uint64_t>(o_.vcs) <= static_cast<std::uint64_t>(max_vcs),
             std::to_string(ports) + " ports of " + std::to_string(o_.vcs) + " virtual channels, need at most " + std::to_string(max_vcs) + " together");
        need(!o_.lengths.empty(), "no message length");
        need(rule_.vcs <= o_.vcs, "VC rule '" + rule_.name + "' needs " + std::to_string(rule_.vcs) + " virtual channels, there are only " + std::to_string(o_.vcs));
        double share = 0.0, flits = 0.0, squares = 0.0;
        for (const ModelLength& l : o_.lengths) {
            need(l.flits >= 1 && l.flits <= 1'000'000, "a message of " + std::to_string(l.flits) + " flits, need 1 to 1000000");
            need(std::isfinite(l.share) && l.share > 0.0, "the share of a message length is not a number above 0");
            share += l.share;
            flits += l.share * l.flits;
            squares += l.share * l.flits * l.flits;
        }
        plan_.flits = flits / share;
        plan_.square = std::max(0.0, squares / share / (plan_.flits * plan_.flits) - 1.0);
    }

    std::uint32_t add_station(Kind kind, std::uint32_t channel, std::uint32_t group, VcSet set, int vcs) {
        Station s;
        s.kind = kind;
        s.channel = channel;
        s.group = group;
        s.vcs = vcs;
        plan_.stations.push_back(s);
        sets_.push_back(set);
        into_.push_back(none);
        return static_cast<std::uint32_t>(plan_.stations.size() - 1);
    }

    void ports() {
        const std::uint32_t nodes = graph_.nodes();
        const std::uint32_t channels = graph_.channels();
        at_channel_.resize(channels);
        port_.assign(nodes, none);
        std::uint32_t ports = 0;
        for (Node v = 0; v < nodes; ++v) {
            if (symmetric() && symmetry_.node[v] != v) continue;
            port_[v] = ports++;
            const int k = static_cast<int>(o_.injection_channels);
            const std::uint32_t s = add_station(Kind::injection, v, channels + v, all_vcs, o_.injection_direct ? k : k * o_.vcs);
            plan_.stations[s].serial = o_.injection_serial && !o_.injection_direct;
            Station& at = plan_.stations[s];
            at.capacity = k;
            at.hop = router_.injection_time(true);
            at.hold = o_.injection_direct || o_.injection_serial || !o_.hold_until_buffer_left ? 0.0 : o_.injection_cycles;
            at.depth = o_.buffer_flits;
            at.past = o_.hold_until_buffer_left ? 0 : 1;
            at.slack = std::max(0.0, o_.buffer_flits - static_cast<double>(o_.injection_cycles + o_.injection_credit_cycles));
            if (o_.injection_direct) {
                at.depth = 0.5;  // a message at its source reaches as far as its flits do
                at.slack = 0.0;
                at.with_next = v >= network_.shared_nodes && network_.shared_nodes > 0;
                if (at.with_next) at.hold = 1.0;  // until the interface's buffer is free again
            }
        }
        ports_ = ports;
        for (Node v = 0; symmetric() && v < nodes; ++v) port_[v] = port_[symmetry_.node[v]];
        if (o_.ejection_channels == 0) return;
        for (Node v = 0; v < nodes; ++v) {
            if (symmetric() && symmetry_.node[v] != v) continue;
            const int k = static_cast<int>(o_.ejection_channels);
            const std::uint32_t s = add_station(Kind::ejection, v, channels + nodes + v, all_vcs, k * o_.vcs);
            Station& at = plan_.stations[s];
            at.capacity = k;
            at.hop = o_.ejection_cycles;
            at.hold = 0.0;
        }
    }

    // Where the buffer is shorter than its credit loop the next message waits for the credits of the last flits.
    [[nodiscard]] double beyond_lag(const CreditLoop& loop) const {
        if (loop.depth >= loop.round_trip) return 0.0;
        const std::vector<CreditLoop> loops{loop};
        const auto lag = static_cast<double>(tail_lag(loops, static_cast<std::uint32_t>(std::lround(plan_.flits))));
        return std::max(0.0, plan_.flits * static_cast<double>(loop.round_trip) / static_cast<double>(loop.depth) - lag - 1.0);
    }

    std::uint32_t network_station(Channel physical, VcSet set) {
        const Channel c = symmetric() ? symmetry_.channel[physical] : physical;
        const Node source = graph_.source(c);
        const bool shared = source < network_.shared_nodes;
        if (o_.injection_direct && !shared && graph_.target(c) < network_.shared_nodes) {
            set = first_vcs(std::min(o_.vcs, static_cast<int>(o_.injection_channels)));  // a processor's injection buffers
        }
        for (const std::uint32_t s : at_channel_[c]) {
            if (sets_[s] == set) return s;
        }
        // All that leaves a shared channel's node has crossed it: what it fills are buffers of their own, its cycles are one server's.
        const std::uint32_t group = shared ? graph_.channels() + 2 * graph_.nodes() + source : c;
        const std::uint32_t s = add_station(Kind::network, c, group, set, std::popcount(set));
        Station& at = plan_.stations[s];
        const Link l = Graph::link(c);
        const CreditLoop loop = router_.loop(c);
        at.tag = (std::uint32_t{graph_.label(l).level} << 8U) + graph_.label(l).axis;
        at.hop = router_.hop_time(c, false);
        // The VC is given to the next message once the tail has left, and that crosses when it has been allocated.
        at.hold = o_.hold_until_buffer_left ? at.hop : beyond_lag(loop) + o_.allocation_cycles;
        at.past = o_.hold_until_buffer_left ? 0 : 1;
        at.depth = static_cast<double>(loop.depth + o_.output_buffer_flits);
        at.slack = std::max(0.0, static_cast<double>(loop.depth) - static_cast<double>(loop.round_trip));
        if (at.past > 0) at.room = at.vcs * std::max(0.0, at.depth / plan_.flits - 1.0);
        at_channel_[c].push_back(s);
        return s;
    }

    std::uint32_t injection(Node v) const { return port_[v]; }
    std::uint32_t ejection(Node v) const { return o_.ejection_channels == 0 ? none : ports_ + port_[v]; }

    // The passage of messages from station `from` to station `to`.
    std::uint32_t passage(std::uint32_t from, std::uint32_t to, Channel by = no_channel, Channel next = no_channel) {
        const std::int8_t side = side_of(by, next);
        for (std::uint32_t s = into_[to]; s != none; s = passages_[s].next) {
            if (passages_[s].from == from && passages_[s].side == side) return s;
        }
        const auto s = static_cast<std::uint32_t>(passages_.size());
        passages_.push_back({from, to, into_[to], straight(by, next), side});
        into_[to] = s;
        return s;
    }

    [[nodiscard]] bool straight(Channel by, Channel next) const {
        if (by == no_channel || next == no_channel || graph_.direction(by) != graph_.direction(next)) return false;
        const LinkLabel &a = graph_.label(Graph::link(by)), &b = graph_.label(Graph::link(next));
        return a.level == b.level && a.axis == b.axis;
    }

    // Channels that are mirror images of each other are one station, but two inputs of what they lead to: towards and away from where
    // that lies in the first copy.
    [[nodiscard]] std::int8_t side_of(Channel by, Channel next) const {
        if (!symmetric() || by == no_channel) return 0;
        const int side = graph_.direction(by);
        if (next != no_channel) {
            const LinkLabel &a = graph_.label(Graph::link(by)), &b = graph_.label(Graph::link(next));
            if (a.level == b.level && a.axis == b.axis) return static_cast<std::int8_t>(side * graph_.direction(next));
        }
        const Channel back = Graph::reverse(by);
        return static_cast<std::int8_t>(graph_.direction(symmetry_.channel[back]) == graph_.direction(back) ? side : -side);
    }

    void count(std::uint32_t passage, std::uint32_t run, double rate) {
        rates_of(passage, run + 1)[run] += rate;
    }
    // The rates of a passage, by run, with a place for so many runs.
    double* rates_of(std::uint32_t passage, std::uint32_t runs) {
        Passage& p = passages_[passage];
        if (runs > p.runs) {
            if (runs > p.reserved) {
                const std::size_t before = p.first;
                p.first = rates_.size();
                p.reserved = std::max(4U, std::bit_ceil(runs));
                rates_.resize(p.first + p.reserved, 0.0);
                std::copy_n(rates_.begin() + static_cast<std::ptrdiff_t>(before), p.runs, rates_.begin() + static_cast<std::ptrdiff_t>(p.first));
            }
            p.runs = runs;
        }
        return rates_.data() + p.first;
    }
    [[nodiscard]] std::span<const double> rates_of(const Passage& p) const { return {rates_.data() + p.first, p.runs}; }

    // The run of a message that comes by the passage with this run.
    [[nodiscard]] std::uint32_t run_after(std::uint32_t passage, std::uint32_t run) const {
        const Passage& p = passages_[passage];
        if (plan_.stations[p.to].kind != Kind::network) return 0;
        return p.straight ? std::min(run + 1, longest_run) : 1;
    }

    [[noreturn]] void lost(Node source, Node destination) const {
        throw ComputationError("a message from node " + std::to_string(source) + " to node " + std::to_string(destination) +
                               " goes round in circles or has no way on under this routing and VC rule '" + rule_.name + "'");
    }

    struct Way {
        std::uint32_t station = none, state = 0;
        std::int16_t vc = -1;
        double share = 1.0;
        Channel channel = no_channel;
    };

    [[nodiscard]] VcSet expanded(VcSet set) const {
        VcSet all = 0;
        for (VcSet left = set; left != 0; left &= left - 1) all |= expanded_[static_cast<std::size_t>(std::countr_zero(left))];
        return all;
    }

    // What the rule permits a hop, asked once for hops that are alike.
    struct Permit {
        HopLabel label;
        int vc = -2;
        VcSet vcs = 0, expanded = 0;
    };
    const Permit& permit(const HopLabel& label, int vc) {
        const std::uint64_t bits = std::bit_cast<std::uint64_t>(label) + static_cast<std::uint64_t>(vc + 1) * 0xD6E8FEB86659FD93ULL;
        Permit& p = permits_[(bits * 0x9E3779B97F4A7C15ULL) >> 56U];
        if (p.vc == vc && p.label == label) return p;
        const VcSet all = rule_.permitted(label, vc);
        p = {label, vc, all & first_vcs(static_cast<int>(expanded_.size())), 0};
        p.expanded = expanded(p.vcs);
        if (symmetry_.mirrors) {
            HopLabel turned = label;
            turned.direction = static_cast<std::int8_t>(-turned.direction);
            if (rule_.permitted(turned, vc) != all) asymmetric_ = true;
        }
        // Classes that depend on the place of a ring's wrap-around link, which mirrors keep, are averaged over the ring in large networks only.
        if (symmetric() && !symmetry_.mirrors && !asymmetric_ && graph_.nodes() < averaged_nodes) {
            HopLabel elsewhere = label;
            for (const Dateline d : {Dateline::never, Dateline::before, Dateline::on, Dateline::after}) {
                elsewhere.own = d;
                if (rule_.permitted(elsewhere, vc) != all) asymmetric_ = true;
            }
        }
        return p;
    }

    // Where a message goes on: VCs of the rule and their stations.
    void ways(Node node, Channel by, std::uint32_t state, int vc, Node destination, std::vector<Way>& out) {
        out.clear();
        hops_.clear();
        routing_.next({node, by, state}, destination, hops_);
        for (const Hop& hop : hops_) {
            const Permit& rule = permit(hop.label, vc);
            const VcSet permitted = hop.vcs & rule.vcs;
            if (permitted == 0) continue;
            const VcSet set = permitted == rule.vcs ? rule.expanded : expanded(permitted);
            Way way;
            way.channel = hop.channel;
            way.station = network_station(hop.channel, set);
            way.state = hop.state;
            way.vc = static_cast<std::int16_t>(rule_.sees_arriving ? std::countr_zero(permitted) : -1);
            way.share = hop.share;
            out.push_back(way);
        }
        if (out.empty()) lost(node, destination);
        if (!held_.empty() && out.size() > 1) prefer_free(out);
        double sum = 0.0;
        for (const Way& w : out) sum += w.share;
        for (Way& w : out) w.share /= sum;
    }

    // Of several ways the one with most free buffers, the first of those where equal: the held ones are Poisson numbers, cut off.
    void prefer_free(std::vector<Way>& ways) {
        const auto most = static_cast<std::size_t>(o_.vcs);
        free_.resize(plan_.stations.size());
        for (const Way& w : ways) {
            Free& f = free_[w.station];
            if (!f.exactly.empty()) continue;
            const int buffers = std::popcount(sets_[w.station]);
            const double mean = held_[w.channel] * buffers / o_.vcs;
            f.exactly.assign(most + 1, 0.0);
            f.below.assign(most + 2, 0.0);
            double sum = 0.0, term = 1.0;
            for (int n = 0; n <= buffers; term *= mean / ++n) sum += f.exactly[static_cast<std::size_t>(buffers - n)] = term;
            for (std::size_t n = 0; n <= most; ++n) f.below[n + 1] = f.below[n] + (f.exactly[n] /= sum);
        }
        for (std::size_t w = 0; w < ways.size(); ++w) {
            ways[w].share = 0.0;
            for (std::size_t n = 0; n <= most; ++n) {
                double p = free_[ways[w].station].exactly[n];
                for (std::size_t other = 0; p > 0.0 && other < ways.size(); ++other) {
                    if (other != w) p *= free_[ways[other].station].below[n + (other > w ? 1 : 0)];
                }
                ways[w].share += p;
            }
        }
    }

    // The exact latency of a lone message over the channels of `path_`.
    double alone() const {
        double cycles = 0.0, share = 0.0;
        for (const ModelLength& l : o_.lengths) {
            cycles += l.share * static_cast<double>(lone_message_latency(o_, path_, l.flits));
            share += l.share;
        }
        return cycles / share;
    }

    [[nodiscard]] bool few() const {
        double pairs = 0.0;
        std::vector<Demand> row;
        const double most = std::min(most_path_steps / 6.0, 4.0 * graph_.nodes());
        for (Node s = 0; s < graph_.nodes() && pairs <= most; ++s) {
            if (traffic_.rate(s) <= 0.0) continue;
            traffic_.row(s, row);
            pairs += static_cast<double>(row.size());
        }
        return pairs <= most;
    }

    void follow_flows() {
        std::vector<Demand> row;
        std::vector<Way> next;
        double latency = 0.0;
        for (Node s = 0; s < graph_.nodes(); ++s) {
            if (traffic_.rate(s) <= 0.0) continue;
            traffic_.row(s, row);
            for (const Demand& d : row) {
                const double rate = d.share / plan_.flits;
                if (rate <= 0.0) continue;
                Flow flow;
                flow.rate = rate;
                flow.first = static_cast<std::uint32_t>(plan_.path.size());
                path_.clear();
                std::uint32_t at = injection(s), run = 0;
                const auto pass = [&](std::uint32_t from, std::uint32_t to, Channel last = no_channel, Channel then = no_channel) {
                    const std::uint32_t way = passage(from, to, last, then);
                    count(way, run, rate);
                    run = run_after(way, run);
                    plan_.path.push_back(way);
                };
                pass(none, at);
                Node node = s;
                Channel by = no_channel;
                int vc = -1;
                std::uint32_t state = s == d.destination ? 0 : routing_.start(s, d.destination);
                while (node != d.destination) {
                    ways(node, by, state, vc, d.destination, next);
                    const Way& way = next.front();
                    pass(at, way.station, by, way.channel);
                    path_.push_back(way.channel);
                    if (path_.size() > std::size_t{graph_.channels()} + 1) lost(s, d.destination);
                    at = way.station;
                    node = graph_.target(way.channel);
                    by = way.channel;
                    state = way.state;
                    vc = way.vc;
                }
                if (const std::uint32_t end = ejection(d.destination); end != none) pass(at, end);
                flow.end = static_cast<std::uint32_t>(plan_.path.size());
                plan_.flows.push_back(flow);
                plan_.total += rate;
                plan_.longest = std::max(plan_.longest, flow.end - flow.first);
                plan_.mean_hops += rate * static_cast<double>(path_.size());
                latency += rate * alone();
            }
        }
        if (plan_.total > 0.0) plan_.zero_load = latency / plan_.total;
    }

    // All messages to one destination: their places form a directed graph without circles, followed once.
    void follow_destinations() {
        std::vector<Demand> row;
        const bool uniform = traffic_.uniform();
        std::vector<Node> terminals = network_.terminals;
        if (terminals.empty()) {
            for (Node v = 0; v < graph_.nodes(); ++v) terminals.push_back(v);
        }
        same_loops_ = o_.channel_latency.empty();
        // Shifted copies stand for a mean over the places of wrap-around links only as seen from a destination.
        const auto* const by_digits = dynamic_cast<const CorrectsDigits*>(&routing_);
        const bool together = by_digits != nullptr && !routing_.looks_back() && !chooses_ && network_.terminals.empty() && (!symmetric() || symmetry_.mirrors);
        double others = 0.0, self = 0.0;  // what every terminal sends to every other and to itself
        Senders senders;  // beside that, of every destination
        if (uniform) {
            traffic_.row(terminals.front(), row);
            double self_share = 0.0;
            for (const Demand& d : row) {
                if (d.destination == terminals.front()) self_share = d.share;
            }
            self = self_share / plan_.flits;
            if (terminals.size() > 1) others = (1.0 - self_share) / static_cast<double>(terminals.size() - 1) / plan_.flits;
        } else {
            const double everywhere = together ? sent_everywhere() : 0.0;
            if (gather(everywhere, senders)) others = everywhere / plan_.flits;
            else gather(0.0, senders);
        }
        if (together && others + self > 0.0) {
            follow_digits(by_digits->digit_order(), others, self);
            others = self = 0.0;
        }
        for (const Node d : terminals) {
            if (others + self <= 0.0 && (senders.empty() || senders[d].empty())) continue;
            if (symmetric() && symmetry_.node[d] != d) continue;
            if (asymmetric_) return;
            begin_destination();
            if (uniform) {
                for (const Node s : terminals) {
                    if (s != d && others > 0.0) add_source(s, d, others);
                    else if (s == d && self > 0.0) add_source(s, d, self);
                }
            } else {
                lone_sender_ = chooses_ && senders[d].size() == 1;
                for (const auto& [s, rate] : senders[d]) add_source(s, d, rate);
            }
            spread_flow();
        }
        // The zero-load latency follows from the mean numbers of stations passed where all links are alike.
        if (plan_.total > 0.0 && same_loops_) {
            path_.assign(1, 0);
            const double with = alone();
            path_.assign(2, 0);
            const double longer = alone();
            path_.clear();
            const double own = alone();
            plan_.zero_load = (self_ * own + (plan_.total - self_) * (with - (longer - with)) + plan_.mean_hops * (longer - with)) / plan_.total;
        } else if (plan_.total > 0.0) {
            plan_.zero_load = zero_load_by_pairs();
        }
    }

    // The share of its messages that every node may send to every other, as under a hot spot: no more than the first and the last one do.
    [[nodiscard]] double sent_everywhere() const {
        std::vector<Demand> row;
        const Node n = graph_.nodes();
        double least = 1.0;
        for (const Node s : {Node{0}, n - 1}) {
            traffic_.row(s, row);
            for (const Demand& d : row) least = d.destination == s ? least : std::min(least, d.share);
        }
        return least;
    }

    using Senders = std::vector<std::vector<std::pair<Node, double>>>;

    // The senders to every destination with their messages per cycle beside a share `everywhere` that all send to all others. Returns false where
    // some send less than that, or most send more.
    bool gather(double everywhere, Senders& senders) const {
        constexpr double rounding = 1e-9;
        const Node n = graph_.nodes();
        std::vector<Demand> row;
        std::size_t beside = 0;
        senders.assign(n, {});
        for (Node s = 0; s < n; ++s) {
            row.clear();
            if (traffic_.rate(s) > 0.0) traffic_.row(s, row);
            std::size_t alike = 1;
            for (const Demand& d : row) {
                const double more = d.destination == s ? d.share : d.share - everywhere;
                if (d.destination != s && more >= -rounding * everywhere) ++alike;
                if (more <= rounding * everywhere) continue;
                senders[d.destination].emplace_back(s, more / plan_.flits);
                ++beside;
            }
            if (everywhere > 0.0 && (alike < n || 2 * beside > std::size_t{n} * n)) return false;
        }
        return true;
    }

    // Destinations whose first digits are alike, and the traits of those of them that the messages have corrected, are followed together, from
    // where a message has corrected the digits before until it has these; there it goes to all of them alike.
    void follow_digits(DigitOrder order, double others, double self) {
        destinations_ = {std::move(order), graph_.nodes()};
        runs_.assign(1, 1.0);
        for (Node s = 0; s < graph_.nodes(); ++s) {
            if (symmetric() && symmetry_.node[s] != s) continue;
            if (self > 0.0) add_own(s, self);
            if (others <= 0.0 || graph_.nodes() < 2) continue;
            const double rate = others * static_cast<double>(graph_.nodes() - 1);
            plan_.total += rate;
            count_source(s, rate);
            bounds_.push_back({graph_.channels() + s, injection(s), routing_.start(s, s), -1, 1, 0, 1, others});
            part(s, 0);
        }
        for (set_ = 1; set_ < destinations_.size(); ++set_) {
            if (asymmetric_) return;
            if (set_ >= last_waiting_.size() || last_waiting_[set_] == none) continue;
            begin_destination();
            const Node d = destinations_.first(set_);
            for (std::uint32_t k = last_waiting_[set_]; k != none; k = waiting_[k].next) {
                const Bound& b = bounds_[waiting_[k].bound];
                const std::uint32_t v = vertex(graph_.channels() + node_at(b.place), none, b.state, b.vc);
                if (vertices_[v].mark == 0) follow(v, d, d);
                begins_.push_back({v, waiting_[k].bound});
            }
            spread_flow();
        }
        set_ = 0;
    }

    // The last of bounds_, at a node that has the digits of their destinations, go on. Returns whether the node is one of these itself.
    bool part(Node at, std::uint32_t set) {
        return destinations_.part(at, set, [&](std::uint32_t next) {
            if (last_waiting_.size() < destinations_.size()) last_waiting_.resize(destinations_.size(), none);
            waiting_.push_back({static_cast<std::uint32_t>(bounds_.size() - 1), last_waiting_[next]});
            last_waiting_[next] = static_cast<std::uint32_t>(waiting_.size() - 1);
        });
    }

    [[nodiscard]] Node node_at(std::uint32_t place) const { return place < graph_.channels() ? graph_.target(place) : place - graph_.channels(); }
    [[nodiscard]] Channel channel_of(std::uint32_t place) const { return place < graph_.channels() ? place : no_channel; }

    double zero_load_by_pairs() {
        std::vector<Demand> row;
        std::vector<Way> next;
        double latency = 0.0;
        for (Node s = 0; s < graph_.nodes(); ++s) {
            if (traffic_.rate(s) <= 0.0) continue;
            traffic_.row(s, row);
            for (const Demand& d : row) {
                path_.clear();
                if (d.destination != s) {
                    for (const RouteStep& step : route(graph_, routing_, s, d.destination)) {
                        if (step.hop.channel != no_channel) path_.push_back(step.hop.channel);
                    }
                }
                latency += d.share / plan_.flits * alone();
            }
        }
        return latency / plan_.total;
    }

    // A hash table of the vertices of one destination, emptied by a new stamp.
    void begin_destination() {
        vertices_.clear();
        successors_.clear();
        begins_.clear();
        began_.clear();
        ends_.clear();
        order_.clear();
        ++stamp_;
        if (table_.empty()) table_.resize(1024);
    }

    std::uint32_t vertex(std::uint32_t place, std::uint32_t station, std::uint32_t state, std::int16_t vc) {
        if (vertices_.size() * 2 >= table_.size()) grow();
        const std::size_t mask = table_.size() - 1;
        std::size_t i = key(place, state, vc) & mask;
        for (; table_[i].stamp == stamp_; i = (i + 1) & mask) {
            const Vertex& v = vertices_[table_[i].vertex];
            if (v.place == place && v.station == station && v.state == state && v.vc == vc) return table_[i].vertex;
        }
        const auto number = static_cast<std::uint32_t>(vertices_.size());
        table_[i] = {stamp_, number};
        Vertex v;
        v.place = place;
        v.station = station;
        v.state = state;
        v.vc = vc;
        vertices_.push_back(v);
        return number;
    }

    static std::size_t key(std::uint32_t place, std::uint32_t state, std::int16_t vc) {
        std::uint64_t h = (std::uint64_t{state} << 32U | place) + (static_cast<std::uint64_t>(vc + 1) << 26U);
        h *= 0x9E3779B97F4A7C15ULL;
        return h >> 32U;
    }

    void grow() {
        table_.assign(table_.size() * 4, {});
        stamp_ = 1;
        const std::size_t mask = table_.size() - 1;
        for (std::uint32_t number = 0; number < vertices_.size(); ++number) {
            const Vertex& v = vertices_[number];
            std::size_t i = key(v.place, v.state, v.vc) & mask;
            while (table_[i].stamp == stamp_) i = (i + 1) & mask;
            table_[i] = {stamp_, number};
        }
    }

    // Messages of a node to itself.
    void add_own(Node s, double rate) {
        plan_.total += rate;
        self_ += rate;
        count_source(s, rate);
        if (ejection(s) != none) count(passage(injection(s), ejection(s)), 0, rate);
        plan_.longest = std::max(plan_.longest, 2U);
    }

    void count_source(Node s, double rate) { count(passage(none, injection(s)), 0, rate); }

    void add_source(Node s, Node d, double rate) {
        if (s == d) {
            add_own(s, rate);
            return;
        }
        plan_.total += rate;
        count_source(s, rate);
        const std::uint32_t start = vertex(graph_.channels() + s, injection(s), routing_.start(s, d), -1);
        vertices_[start].flow += rate;
        if (vertices_[start].mark == 0) follow(start, s, d);
    }

    // Depth first, with a stack of our own: a path may be long.
    void follow(std::uint32_t start, Node s, Node d) {
        stack_.clear();
        open(start, s, d);
        while (!stack_.empty()) {
            auto& [v, at] = stack_.back();
            if (at == vertices_[v].end) {
                vertices_[v].mark = 2;
                order_.push_back(v);
                stack_.pop_back();
                continue;
            }
            const std::uint32_t next = successors_[at++].vertex;
            if (next == none) continue;  // arrived
            if (vertices_[next].mark == 1) lost(s, d);
            if (vertices_[next].mark == 0) open(next, s, d);
        }
    }

    void open(std::uint32_t v, Node source, Node d) {
        const Vertex at = vertices_[v];
        const Channel by = channel_of(at.place);
        const Node node = node_at(at.place);
        const auto first = static_cast<std::uint32_t>(successors_.size());
        if (set_ != 0 && destinations_.parts(set_) && destinations_.among(node, set_)) {
            ends_.push_back(v);
        } else if (node == d) {
            if (const std::uint32_t end = ejection(d); end != none) successors_.push_back({none, passage(at.station, end, by), 1.0});
        } else {
            ways(node, by, at.state, at.vc, d, ways_);
            const bool several = chooses_ && ways_.size() > 1;
            if (several) order_ways(by);
            for (const Way& way : ways_) {
                const std::uint32_t passed = at.station == none ? none : passage(at.station, way.station, by, way.channel);
                successors_.push_back({vertex(way.channel, way.station, way.state, way.vc), passed, way.share});
            }
            if (several) vertices_[v].choice = choice(first);
        }
        if (stack_.size() > 4 * std::size_t{graph_.channels()} + 16) lost(source, d);
        vertices_[v].mark = 1;
        vertices_[v].first = first;
        vertices_[v].end = static_cast<std::uint32_t>(successors_.size());
        stack_.emplace_back(v, first);
    }

    void order_ways(Channel by) {
        const auto axis = [&](const Way& w) { return graph_.label(Graph::link(w.channel)).axis; };
        if (o_.choice == WayChoice::lowest_axis) std::stable_sort(ways_.begin(), ways_.end(), [&](const Way& a, const Way& b) { return axis(a) < axis(b); });
        if (o_.choice == WayChoice::straight) {
            std::stable_sort(ways_.begin(), ways_.end(), [&](const Way& a, const Way& b) {
                const bool x = straight(by, a.channel), y = straight(by, b.channel);
                return x != y ? x : axis(a) < axis(b);
            });
        }
    }

    // The choice between the successors from `first` on, whose shares it sets.
    std::uint32_t choice(std::uint32_t first) {
        key_.clear();
        for (std::size_t k = first; k < successors_.size(); ++k) key_.push_back(successors_[k].passage);
        const auto [found, fresh] = choice_of_.try_emplace(key_, static_cast<std::uint32_t>(choices_.size()));
        if (fresh) {
            choices_.push_back({key_, std::vector<double>(key_.size()), 0.0});
            std::vector<double>& shares = choices_.back().shares;
            if (ways_known_ + key_.size() <= shares_.size()) {
                std::copy_n(shares_.begin() + static_cast<std::ptrdiff_t>(ways_known_), key_.size(), shares.begin());
            } else {
                open_.clear();
                for (const std::uint32_t by : key_) open_.push_back({0.5, static_cast<double>(plan_.stations[passages_[by].to].vcs)});
                choose(open_, o_.choice != WayChoice::most_free);
                for (std::size_t k = 0; k < open_.size(); ++k) shares[k] = open_[k].share;
            }
            ways_known_ += key_.size();
            const double all = std::accumulate(shares.begin(), shares.end(), 0.0);
            for (double& share : shares) share /= all;
        }
        const std::vector<double>& shares = choices_[found->second].shares;
        for (std::size_t k = 0; k < key_.size(); ++k) successors_[first + k].share = shares[k];
        return found->second;
    }

    void spread_flow() {
        steps_.assign(vertices_.size(), 1);
        longest_.assign(vertices_.size(), 0);
        const auto reach = [&](std::uint32_t v, std::uint32_t by, std::uint32_t steps, std::uint32_t run) {
            plan_.longest = std::max(plan_.longest, steps + 1);
            if (v == none) return;
            steps_[v] = std::max(steps_[v], steps + 1);
            longest_[v] = std::max(longest_[v], run_after(by, run));
        };
        for (const Begin& begin : begins_) {
            const Bound& from = bounds_[begin.bound];
            for (std::uint32_t k = vertices_[begin.vertex].first; k < vertices_[begin.vertex].end; ++k) {
                const Vertex& to = vertices_[successors_[k].vertex];
                began_.push_back(passage(from.station, to.station, channel_of(from.place), to.place));
                reach(successors_[k].vertex, began_.back(), from.steps, from.runs - 1);
            }
        }
        for (std::size_t i = order_.size(); i-- > 0;) {
            const std::uint32_t v = order_[i];
            if (vertices_[v].station == none) continue;
            for (std::uint32_t k = vertices_[v].first; k < vertices_[v].end; ++k) reach(successors_[k].vertex, successors_[k].passage, steps_[v], longest_[v]);
        }
        carried_.clear();
        // The flow of every vertex, by run.
        offset_.resize(vertices_.size() + 1);
        offset_[0] = 0;
        for (std::size_t v = 0; v < vertices_.size(); ++v) offset_[v + 1] = offset_[v] + longest_[v] + 1;
        flow_.assign(offset_.back(), 0.0);
        const auto spread = [&](std::uint32_t to, std::uint32_t by, const double* flow, std::uint32_t last, double share) {
            double* const rates = rates_of(by, last + 1);
            const Passage& p = passages_[by];
            double sum = 0.0;
            for (std::uint32_t run = 0; run <= last; ++run) {
                rates[run] += flow[run] * share;
                sum += flow[run] * share;
            }
            if (lone_sender_) carried_[plan_.stations[p.to].group] += sum;
            if (to == none) return;
            plan_.mean_hops += sum;
            double* const next = flow_.data() + offset_[to];
            if (plan_.stations[p.to].kind != Kind::network) next[0] += sum;
            else if (!p.straight) next[1] += sum;
            else for (std::uint32_t run = 0; run <= last; ++run) next[std::min(run + 1, longest_run)] += flow[run] * share;
        };
        auto by = began_.begin();
        for (const Begin& begin : begins_) {
            const Bound& from = bounds_[begin.bound];
            for (std::uint32_t k = vertices_[begin.vertex].first; k < vertices_[begin.vertex].end; ++k) {
                spread(successors_[k].vertex, *by++, runs_.data() + from.first, from.runs - 1, destinations_.members(set_) * from.share * successors_[k].share);
            }
        }
        for (std::size_t i = order_.size(); i-- > 0;) {
            const std::uint32_t v = order_[i];
            if (vertices_[v].station == none) continue;
            double* const flow = flow_.data() + offset_[v];
            flow[0] += vertices_[v].flow;
            if (vertices_[v].choice != none) choices_[vertices_[v].choice].rate += std::accumulate(flow, flow + longest_[v] + 1, 0.0);
            for (std::uint32_t k = vertices_[v].first; k < vertices_[v].end; ++k) spread(successors_[k].vertex, successors_[k].passage, flow, longest_[v], successors_[k].share);
        }
        for (const auto& [group, rate] : carried_) streams_[group] += rate * rate;
        for (const std::uint32_t v : ends_) {
            const Vertex at = vertices_[v];
            const Node node = graph_.target(at.place);
            const std::size_t first = runs_.size();
            const double share = 1.0 / destinations_.members(set_);
            runs_.insert(runs_.end(), flow_.begin() + static_cast<std::ptrdiff_t>(offset_[v]), flow_.begin() + static_cast<std::ptrdiff_t>(offset_[v + 1]));
            bounds_.push_back({at.place, at.station, at.state, at.vc, steps_[v], first, longest_[v] + 1, share});
            if (!part(node, set_) || ejection(node) == none) continue;
            const std::uint32_t out = passage(at.station, ejection(node), at.place);
            for (std::uint32_t run = 0; run <= longest_[v]; ++run) count(out, run, share * runs_[first + run]);
            plan_.longest = std::max(plan_.longest, steps_[v] + 1);
        }
    }

    // Stations of one channel whose VC sets overlap become one; slots are sorted by station.
    void finish(bool flows) {
        const std::size_t old = plan_.stations.size();
        std::vector<std::uint32_t> into(old);
        for (std::uint32_t s = 0; s < old; ++s) into[s] = s;
        for (const std::vector<std::uint32_t>& here : at_channel_) {
            for (std::size_t pass = 0; pass < here.size(); ++pass) {
                for (std::size_t i = 0; i < here.size(); ++i) {
                    for (std::size_t j = 0; j < i; ++j) {
                        if ((sets_[here[i]] & sets_[here[j]]) == 0 || into[here[i]] == into[here[j]]) continue;
                        const std::uint32_t from = std::max(into[here[i]], into[here[j]]), to = std::min(into[here[i]], into[here[j]]);
                        sets_[to] |= sets_[from];
                        for (const std::uint32_t s : here) {
                            if (into[s] == from) into[s] = to;
                        }
                        for (const std::uint32_t s : here) {
                            if (into[s] == to) sets_[s] = sets_[to];
                        }
                    }
                }
            }
        }
        std::vector<std::uint32_t> number(old, none);
        std::vector<Station> stations;
        std::vector<double> rate(old, 0.0);
        for (const Passage& p : passages_) {
            for (const double r : rates_of(p)) rate[into[p.to]] += r;
        }
        for (std::uint32_t s = 0; s < old; ++s) {
            if (into[s] != s || rate[s] <= 0.0) continue;
            number[s] = static_cast<std::uint32_t>(stations.size());
            Station station = plan_.stations[s];
            if (station.kind == Kind::network) station.vcs = std::popcount(sets_[s]);
            stations.push_back(station);
        }
        // Arcs in the order of their new stations; all that come over one channel are one slot, for they come one after the other.
        std::size_t runs = 1;  // of a passage, and one hop more
        for (const Passage& p : passages_) runs = std::max(runs, std::min<std::size_t>(p.runs, longest_run) + 1);
        std::vector<std::uint32_t> stage_of(stations.size() * runs, none);
        const auto stage = [&](std::uint32_t station, std::uint32_t run) {
            std::uint32_t& k = stage_of[station * runs + run];
            if (k == none) k = static_cast<std::uint32_t>(plan_.stages.size()), plan_.stages.push_back({station, run, 0.0});
            return k;
        };
        struct New {
            std::uint32_t to, group;
            std::int8_t side;
            std::uint32_t from_stage, to_stage, old;
            double rate;
        };
        std::vector<New> all;
        all.reserve(2 * passages_.size());
        for (std::uint32_t a = 0; a < passages_.size(); ++a) {
            const Passage& p = passages_[a];
            const std::uint32_t to = number[into[p.to]], from = p.from == none ? none : number[into[p.from]];
            const std::span<const double> rates = rates_of(p);
            for (std::uint32_t run = 0; run < rates.size(); ++run) {
                if (rates[run] <= 0.0) continue;
                all.push_back({to, from == none ? none : stations[from].group, p.side, from == none ? none : stage(from, run), stage(to, run_after(a, run)), a, rates[run]});
            }
        }
        sort_in_buckets(all, stations.size(), [](const New& a) { return a.to; }, [](const New& a, const New& b) {
            return std::tie(a.group, a.side, a.from_stage, a.to_stage, a.old) < std::tie(b.group, b.side, b.from_stage, b.to_stage, b.old);
        });
        std::vector<std::uint32_t> slot_of(passages_.size(), none);
        for (std::size_t i = 0; i < all.size(); ++i) {
            const bool fresh = i == 0 || all[i].to != all[i - 1].to || all[i].group != all[i - 1].group || all[i].side != all[i - 1].side;
            if (fresh) {
                Slot s;
                s.station = all[i].to;
                s.side = all[i].side;
                s.first_arc = static_cast<std::uint32_t>(plan_.arcs.size());
                plan_.slots.push_back(s);
            }
            if (fresh || all[i].from_stage != all[i - 1].from_stage || all[i].to_stage != all[i - 1].to_stage) {
                Arc arc;
                arc.from = all[i].from_stage;
                arc.to = all[i].to_stage;
                arc.slot = static_cast<std::uint32_t>(plan_.slots.size() - 1);
                plan_.arcs.push_back(arc);
                plan_.slots.back().end_arc = static_cast<std::uint32_t>(plan_.arcs.size());
            }
            plan_.arcs.back().rate += all[i].rate;
            slot_of[all[i].old] = static_cast<std::uint32_t>(plan_.slots.size() - 1);
        }
        plan_.stations = std::move(stations);
        if (flows) {
            for (std::uint32_t& s : plan_.path) s = slot_of[s];
        }
        if (chooses_) {
            plan_.in_order = o_.choice != WayChoice::most_free;
            for (const Several& several : choices_) {
                Choice choice;
                choice.rate = several.rate;
                choice.first = static_cast<std::uint32_t>(plan_.ways.size());
                for (std::size_t k = 0; k < several.passages.size(); ++k) plan_.way_of.push_back(way(choice.first, slot_of[several.passages[k]], several.shares[k]));
                choice.end = static_cast<std::uint32_t>(plan_.ways.size());
                plan_.choices.push_back(choice);
            }
        }
        plan_.shared = network_.shared_nodes > 0;
        plan_.mean_hops /= plan_.total;
        // The tail's lag on a path through the network; self-traffic differs by less than a buffer.
        std::vector<CreditLoop> loops;
        router_.add_port_loops(loops);
        if (o_.output_buffer_flits > 0) loops.push_back({o_.output_buffer_flits, 2});
        for (Channel c = 0; c < (o_.channel_latency.empty() ? std::min<Channel>(graph_.channels(), 1) : graph_.channels()); ++c) loops.push_back(router_.loop(c));
        double share = 0.0;
        plan_.lag = 0.0;
        for (const ModelLength& l : o_.lengths) {
            plan_.lag += l.share * static_cast<double>(tail_lag(loops, l.flits));
            share += l.share;
        }
        plan_.lag /= share;
        plan_.port_loop = router_.injection_loop();
        plan_.sink_loop = o_.ejection_buffer ? router_.ejection_loop() : CreditLoop{o_.buffer_flits, 1};
        const auto slower = [](const CreditLoop& a, const CreditLoop& b) { return a.round_trip * b.depth < b.round_trip * a.depth; };
        plan_.loop = graph_.channels() > 0 ? router_.loop(0) : plan_.port_loop;
        for (Channel c = 1; c < graph_.channels(); ++c) plan_.loop = std::max(plan_.loop, router_.loop(c), slower);
        plan_.channel.assign(graph_.channels(), 0.0);
        for (const Slot& s : plan_.slots) {
            if (plan_.stations[s.station].kind != Kind::network) continue;
            for (std::uint32_t a = s.first_arc; a < s.end_arc; ++a) plan_.channel[plan_.stations[s.station].channel] += plan_.arcs[a].rate * plan_.flits;
        }
        for (Channel c = 0; symmetric() && c < graph_.channels(); ++c) plan_.channel[c] = plan_.channel[symmetry_.channel[c]];
        if (!symmetric()) narrow_ports();  // uniform traffic feeds every channel of a node
        for (Station& s : plan_.stations) {
            if (const auto found = streams_.find(s.group); found != streams_.end()) s.streams = found->second;
        }
        complete(plan_);
    }

    // The number of a new way to a slot beside those from `first` on. One to the same virtual channels as an earlier one adds to that.
    std::uint32_t way(std::uint32_t first, std::uint32_t slot, double share) {
        if (slot == none) return none;  // never taken
        std::uint32_t k = first;
        while (k < plan_.ways.size() && plan_.ways[k].slot != slot) ++k;
        if (k < plan_.ways.size()) {
            plan_.ways[k].share += share;
            return none;
        }
        plan_.ways.push_back({slot, share, plan_.stations[plan_.slots[slot].station].group, 0});
        return k;
    }

    // A source that feeds fewer VCs than its injection port has: the others hold messages that wait, as the source queue does.
    void narrow_ports() {
        std::vector<std::vector<std::uint32_t>> fed(plan_.stations.size());
        for (const Arc& arc : plan_.arcs) {
            if (arc.from == none) continue;
            const std::uint32_t from = plan_.stages[arc.from].station;
            if (plan_.stations[from].kind == Kind::injection) fed[from].push_back(plan_.slots[arc.slot].station);
        }
        for (std::uint32_t i = 0; i < fed.size(); ++i) {
            std::sort(fed[i].begin(), fed[i].end());
            fed[i].erase(std::unique(fed[i].begin(), fed[i].end()), fed[i].end());
            int vcs = 0;
            for (const std::uint32_t s : fed[i]) vcs += plan_.stations[s].vcs;
            if (vcs > 0) plan_.stations[i].vcs = std::min(plan_.stations[i].vcs, vcs);
        }
    }

    const Network& network_;
    const Graph& graph_;
    const Routing& routing_;
    const VcRule& rule_;
    const Traffic& traffic_;
    const LatencyOptions& o_;
    Router router_;
    Plan plan_;
    RoutingSymmetry symmetry_;           // under uniform traffic stations are those of one copy
    bool asymmetric_ = false;            // the VC rule tells a path from its mirror image
    std::vector<std::uint32_t> port_;    // of every node: the number of its ports among those of one copy
    std::uint32_t ports_ = 0;
    std::vector<VcSet> expanded_;                           // VCs of every VC of the rule
    std::array<Permit, 256> permits_;                       // by a hash
    std::vector<VcSet> sets_;                               // of every station
    std::vector<std::vector<std::uint32_t>> at_channel_;    // stations of every network channel
    std::vector<Passage> passages_;
    std::vector<std::uint32_t> into_;  // station: the last passage into it
    std::vector<double> rates_;
    std::vector<double> held_;  // messages in the buffers behind every channel; empty: all ways alike
    struct Free {
        std::vector<double> exactly, below;  // [n]: probability that n, that fewer than n buffers are free
    };
    std::vector<Free> free_;  // of every station
    bool chooses_ = false;    // messages turn to what is open
    std::span<const double> shares_;   // of the ways of choices, in the order in which the routes give them
    std::size_t ways_known_ = 0;
    struct Several {
        std::vector<std::uint32_t> passages;
        std::vector<double> shares;
        double rate = 0.0;
    };
    std::vector<Several> choices_;
    std::map<std::vector<std::uint32_t>, std::uint32_t> choice_of_;
    std::vector<std::uint32_t> key_;
    bool lone_sender_ = false;  // of this destination, all of whose messages are one stream
    std::unordered_map<std::uint32_t, double> carried_, streams_;  // of every physical channel: of this stream; the squares of all such
    std::vector<OpenWay> open_;
    std::vector<Hop> hops_;
    std::vector<Channel> path_;
    std::vector<Way> ways_;
    double self_ = 0.0;
    bool same_loops_ = true;
    struct Entry {
        std::uint32_t stamp = 0, vertex = 0;
    };
    std::vector<Entry> table_;
    std::uint32_t stamp_ = 0;
    std::vector<Vertex> vertices_;
    std::vector<Successor> successors_;
    std::vector<std::uint32_t> order_, steps_, longest_;
    std::vector<std::size_t> offset_;
    std::vector<double> flow_;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> stack_;
    DestinationSets destinations_;
    struct Waiting {
        std::uint32_t bound, next;  // of bounds_; of waiting_
    };
    std::vector<Waiting> waiting_;
    std::vector<std::uint32_t> last_waiting_;  // for every set
    std::uint32_t set_ = 0;  // of destinations_, at hand; 0: a single one
    std::vector<Bound> bounds_;
    struct Begin {
        std::uint32_t vertex, bound;
    };
    std::vector<Begin> begins_;          // where messages come in
    std::vector<std::uint32_t> began_;   // their passages to the successors of that vertex
    std::vector<std::uint32_t> ends_;    // and where their destinations part
    std::vector<double> runs_;           // flows by run, one after the other
};

constexpr int splits = 4;            // of the traffic, each by the loads of the one before
constexpr double split_load = 0.7;   // share of the channel bound at which messages choose

// Messages that hold the buffers behind every channel at that load: those that cross the next shared channel share its cycles.
std::vector<double> held_buffers(const Network& network, const Plan& plan) {
    const Graph& graph = network.graph;
    std::vector<double> use(graph.nodes(), 0.0), held(graph.channels(), 0.0);
    const double load = split_load * plan.bound;
    for (Channel c = 0; c < graph.channels(); ++c) use[graph.source(c)] += load * plan.channel[c];
    for (Channel c = 0; c < graph.channels(); ++c) {
        if (graph.target(c) < network.shared_nodes) held[c] = load * plan.channel[c] * (1.0 / (1.0 - use[graph.target(c)]) + 1.0 / plan.flits);
    }
    return held;
}

}  // namespace

Plan make_plan(const Network& network, const Routing& routing, const VcRule& rule, const Traffic& traffic, const LatencyOptions& options,
               std::span<const double> shares) {
    if (network.shared_nodes > 0 && routing.adaptive() && options.choice == WayChoice::most_free) {
        std::vector<double> held(network.graph.channels(), 0.0);
        for (int i = 0;; ++i) {
            Builder builder(network, routing, rule, traffic, options);
            builder.prefer(held);
            Plan plan = *builder.build(false);
            if (i == splits) return plan;
            const std::vector<double> now = held_buffers(network, plan);
            for (std::size_t c = 0; c < held.size(); ++c) held[c] = (held[c] + now[c]) / 2.0;
        }
    }
    const auto build = [&](bool by_symmetry) {
        Builder builder(network, routing, rule, traffic, options);
        builder.take_shares(shares);
        return builder.build(by_symmetry);
    };
    if (auto plan = build(true)) return *std::move(plan);
    return *build(false);
}

}  // namespace wafernet::queueing
