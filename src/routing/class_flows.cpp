// All messages on their ways, by the walks that loads of channels and verdicts use as well (routing/walk.hpp): to one
// destination after the other, or to many at once where a routing corrects digits.
#include "routing/class_flows.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <unordered_map>

#include "core/exit_of_terminal.hpp"
#include "core/fits.hpp"
#include "routing/demands.hpp"
#include "routing/digit_order.hpp"
#include "routing/symmetry_maps.hpp"
#include "routing/walk_everywhere.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/routing/vc_rules.hpp"

namespace wafernet {

namespace {

constexpr std::uint32_t no_port = 0xFFFFFFFFU;
constexpr Node averaged_nodes =
    1000;  // from there on classes that depend on a ring's dateline are averaged over the ring

class Tracer {
public:
    explicit Tracer(const FlowCase& c)
        : case_(c), rule_(c.rule), at_channel_(c.graph.channels()), port_of_(c.graph.nodes(), no_port) {
        rule_.permitted = [this](const HopLabel& hop, int arriving) { return permitted(hop, arriving); };
        for (const Node v : terminals_of(c.network)) {
            if (case_.image_of(v) != v) continue;
            port_of_[v] = static_cast<std::uint32_t>(all_.nodes.size());
            all_.nodes.push_back(v);
        }
        for (Node v = 0; case_.symmetric() && v < c.graph.nodes(); ++v) port_of_[v] = port_of_[case_.image_of(v)];
        all_.sent.assign(all_.nodes.size(), 0.0);
        for (Node v = 0; c.terminals_are_ports() && v < c.graph.nodes(); ++v) {
            if (c.way_in(v) != no_channel) terminal_of_[c.way_in(v)] = port(v);
            if (c.way_out(v) != no_channel) terminal_of_[c.way_out(v)] = ejection(v);
        }
    }

    std::optional<ClassFlows> run() {
        if (case_.traffic.uniform()) follow_uniform();
        else follow_pairs();
        if (asymmetric_) return std::nullopt;
        merge_classes();
        eject_the_rest();
        all_.longest += case_.terminals_are_ports() ? 0 : 2;
        return std::move(all_);
    }

private:
    [[nodiscard]] std::uint32_t port(Node v) const { return port_of_[v]; }
    [[nodiscard]] std::uint32_t ejection(Node v) const {
        return static_cast<std::uint32_t>(all_.nodes.size()) + port_of_[v];
    }
    [[nodiscard]] bool ejects() const { return case_.router.ports.ejection_channels > 0; }

    VcSet permitted(const HopLabel& hop, int arriving) {
        const VcSet set = case_.rule.permitted(hop, arriving);
        if (!case_.symmetric() || asymmetric_) return set;
        const auto differs = [&](const HopLabel& other) { return case_.rule.permitted(other, arriving) != set; };
        HopLabel image = hop;
        image.direction = static_cast<std::int8_t>(-image.direction);
        if (case_.symmetry.mirrors) asymmetric_ = differs(image);
        // Mirrors keep the place of a ring's wrap-around link, other maps do not.
        if (case_.symmetry.mirrors || case_.graph.nodes() >= averaged_nodes) return set;
        image = hop;
        for (const Dateline d : {Dateline::never, Dateline::before, Dateline::on, Dateline::after}) {
            image.own = d;
            asymmetric_ = asymmetric_ || differs(image);
        }
        return set;
    }

    // The place of a walk's place that is on a channel.
    std::uint32_t place_of(const Place& at) {
        if (const auto found = terminal_of_.find(at.channel); found != terminal_of_.end()) return found->second;
        const Channel c = case_.image(at.channel);
        VcSet vcs = 0;
        for (VcSet left = at.vcs; left != 0; left &= left - 1)
            vcs |= case_.expanded[static_cast<std::size_t>(std::countr_zero(left))];
        for (const std::uint32_t k : at_channel_[c]) {
            if (all_.classes[k].vcs == vcs) return first_class() + k;
        }
        at_channel_[c].push_back(static_cast<std::uint32_t>(all_.classes.size()));
        all_.classes.push_back({c, vcs});
        return first_class() + at_channel_[c].back();
    }
    [[nodiscard]] std::uint32_t first_class() const { return static_cast<std::uint32_t>(2 * all_.nodes.size()); }

    // Channels that are mirror images of each other are one, but two inputs of what they lead to: towards and away from
    // where that lies in the first copy. So are others of which a map takes one to the other.
    [[nodiscard]] std::int8_t side_of(Channel by, Channel next) const {
        if (!case_.symmetric() || by == no_channel) return 0;
        if (const auto& map = case_.maps; !map.empty())
            return static_cast<std::int8_t>(next == no_channel ? 0 : std::bit_width(map[by] ^ map[next]));
        const Graph& g = case_.graph;
        const int side = g.direction(by);
        if (next != no_channel) {
            const LinkLabel &a = g.label(Graph::link(by)), &b = g.label(Graph::link(next));
            if (a.level == b.level && a.axis == b.axis) return static_cast<std::int8_t>(side * g.direction(next));
        }
        const Channel back = Graph::reverse(by);
        const bool same = g.direction(case_.image(back)) == g.direction(back);
        return static_cast<std::int8_t>(same ? side : -side);
    }

    Passage& passage(std::uint32_t from, std::uint32_t to, Channel by, Channel next) {
        const std::int8_t side = side_of(by, next);
        if (into_.size() <= to) into_.resize(to + std::size_t{1});
        for (const std::uint32_t k : into_[to]) {
            if (all_.passages[k].from == from && all_.passages[k].side == side) return all_.passages[k];
        }
        into_[to].push_back(static_cast<std::uint32_t>(all_.passages.size()));
        all_.passages.push_back({from, to, side});
        return all_.passages.back();
    }

    // What a walk's streams bring, move by move, to so many destinations.
    void add(const Walk& walk, const std::vector<Stream>& streams, double destinations) {
        const std::vector<Place>& places = walk.places();
        for (std::size_t p = 0; p < places.size(); ++p) {
            if (streams[p].rate == 0.0) continue;
            const Place& at = places[p];
            const bool begins = at.channel == no_channel;
            const std::uint32_t from = begins ? port(at.node) : place_of(at);
            const auto moves = walk.moves(p);
            double shares = 0.0;
            for (const Move& move : moves) shares += move.share;
            for (const Move& move : moves) {
                const Place& next = places[move.to];
                const std::uint32_t to = place_of(next);
                const double part = destinations * move.share / shares;
                if (to >= first_class()) all_.hops += streams[p].rate * part;
                if (to != from) passage(from, to, at.channel, next.channel).rate += streams[p].rate * part;
            }
            note_alternatives(moves, places);
            all_.longest = std::max(all_.longest, streams[p].hops);
        }
    }

    // VCs of one channel between which a message takes any are one class.
    void note_alternatives(std::span<const Move> moves, const std::vector<Place>& places) {
        if (!case_.rule.sees_arriving) return;
        for (std::size_t i = 1; i < moves.size(); ++i) {
            const Place &a = places[moves[i - 1].to], &b = places[moves[i].to];
            if (a.channel == b.channel && a.header == b.header && place_of(a) >= first_class())
                together_.emplace_back(place_of(a), place_of(b));
        }
    }

    void send(Node v, double rate) {
        all_.sent[port(v)] += rate;
        all_.total += rate;
    }

    void send_to_itself(Node v, double rate) {
        send(v, rate);
        all_.self += rate;
        if (ejects()) passage(port(v), ejection(v), no_channel, no_channel).rate += rate;
    }

    void follow_uniform() {
        const std::vector<Node> terminals = terminals_of(case_.network);
        std::vector<Demand> row;
        case_.traffic.row(terminals.front(), row);
        double self = 0.0;
        for (const Demand& d : row) self += d.destination == terminals.front() ? d.share : 0.0;
        const double all = static_cast<double>(terminals.size() - 1), each = all > 0.0 ? (1.0 - self) / all : 0.0;
        std::vector<Node> first;
        std::ranges::copy_if(terminals, std::back_inserter(first), [&](Node v) { return case_.image_of(v) == v; });
        for (const Node v : first) {
            send(v, each * all);
            if (self > 0.0) send_to_itself(v, self);
        }
        if (terminals.size() < 2) return;
        const CorrectsDigits* const digits = together_by_digits(case_.network, case_.routing);
        const bool few_copies = case_.symmetric() && !case_.symmetry.mirrors;
        if (digits != nullptr && !few_copies) {
            // Of mirrored copies messages from one are followed to all.
            const DigitOrder order = digits->digit_order();
            std::vector<double> rate(case_.graph.nodes(), 0.0);
            for (const Node v : first) rate[v] = each;
            follow_streams(case_.network, case_.routing, rule_, order, {.rates = rate},
                           [&](std::size_t, const Walk& walk, const std::vector<Stream>& streams, double to) {
                               add(walk, streams, to);
                           });
            return;
        }
        // Else to the destinations of one copy, from all: shifted copies stand for a mean over the places of
        // wrap-around links as seen from a destination.
        for (const Node d : first) {
            if (asymmetric_) return;
            std::vector<std::pair<Node, double>> from;
            for (const Node s : terminals) {
                if (s != d) from.emplace_back(s, each);
            }
            follow_to(d, from);
        }
    }

    void follow_pairs() {
        const Demands demands(case_.network, case_.traffic);
        std::vector<Demand> row;
        for (const Node s : demands.terminals()) {
            case_.traffic.row(s, row);
            for (const Demand& d : row) {
                if (d.share <= 0.0) continue;
                if (d.destination == s) send_to_itself(s, d.share);
                else send(s, d.share);
            }
        }
        std::vector<std::pair<Node, double>> from;
        for (Node d = 0; d < case_.graph.nodes(); ++d) {
            from.clear();
            for (const Demand& sender : demands.to(d)) from.emplace_back(sender.destination, sender.share);
            if (!from.empty()) follow_to(d, from);
        }
    }

    void follow_to(Node d, const std::vector<std::pair<Node, double>>& from) {
        if (!walk_) walk_.emplace(case_.network, case_.routing, rule_);
        sources_.clear();
        for (const auto& [s, rate] : from) sources_.push_back(s);
        walk_->explore(d, sources_);
        streams_.assign(walk_->places().size(), {});
        for (std::size_t p = 0; p < from.size(); ++p) streams_[p].rate = from[p].second;
        pass_on(*walk_, d, streams_);
        add(*walk_, streams_, 1.0);
    }

    void merge_classes() {
        std::vector<std::uint32_t> into(all_.classes.size());
        std::iota(into.begin(), into.end(), 0U);
        const auto root = [&](std::uint32_t k) {
            while (into[k] != k) k = into[k];
            return k;
        };
        const auto join = [&](std::uint32_t a, std::uint32_t b) {
            a = root(a), b = root(b);
            into[std::max(a, b)] = std::min(a, b);
            all_.classes[std::min(a, b)].vcs |= all_.classes[std::max(a, b)].vcs;
        };
        for (const auto& [a, b] : together_) join(a - first_class(), b - first_class());
        for (const std::vector<std::uint32_t>& here : at_channel_) {
            for (bool changed = true; changed;) {
                changed = false;
                for (const std::uint32_t a : here) {
                    for (const std::uint32_t b : here) {
                        const bool overlap = (all_.classes[root(a)].vcs & all_.classes[root(b)].vcs) != 0;
                        if (root(a) == root(b) || !overlap) continue;
                        join(a, b);
                        changed = true;
                    }
                }
            }
        }
        for (Passage& p : all_.passages) {
            if (p.from >= first_class()) p.from = first_class() + root(p.from - first_class());
            if (p.to >= first_class()) p.to = first_class() + root(p.to - first_class());
        }
    }

    // What comes to a class and does not go on has arrived.
    void eject_the_rest() {
        if (!ejects()) return;
        constexpr double rounding = 1e-9;
        std::vector<double> left(all_.classes.size(), 0.0), come(left);
        for (const Passage& p : all_.passages) {
            if (p.to >= first_class()) left[p.to - first_class()] += p.rate, come[p.to - first_class()] += p.rate;
            if (p.from >= first_class()) left[p.from - first_class()] -= p.rate;
        }
        for (std::uint32_t k = 0; k < left.size(); ++k) {
            if (left[k] <= rounding * come[k]) continue;
            const Channel by = all_.classes[k].channel;
            passage(first_class() + k, ejection(case_.graph.target(by)), by, no_channel).rate += left[k];
        }
    }

    const FlowCase& case_;
    VcRule rule_;  // as that of the case, watched
    bool asymmetric_ = false;
    ClassFlows all_;
    std::vector<std::vector<std::uint32_t>> at_channel_;      // classes
    std::vector<std::uint32_t> port_of_;                      // node
    std::unordered_map<Channel, std::uint32_t> terminal_of_;  // links of terminals that are ports: their place
    std::vector<std::vector<std::uint32_t>> into_;            // passages to every place
    std::vector<std::pair<std::uint32_t, std::uint32_t>> together_;
    std::optional<Walk> walk_;
    std::vector<Node> sources_;
    std::vector<Stream> streams_;
};

}  // namespace

FlowCase::FlowCase(const Network& its_network, const Routing& its_routing, const VcRule& its_rule,
                   const Traffic& its_traffic, const RouterConfig& its_router, bool alike)
    : network(its_network),
      graph(its_network.graph),
      routing(its_routing),
      rule(its_rule),
      traffic(its_traffic),
      router(its_router) {
    check_fits(graph, routing);
    check_fits(graph, traffic);
    check_rule(rule);
    const int vcs = router.vcs;
    if (vcs < 1 || vcs > max_vcs)
        throw InputError(std::to_string(vcs) + " virtual channels, must be 1 to " + std::to_string(max_vcs));
    if (rule.vcs > vcs)
        throw InputError("VC rule '" + rule.name + "' needs " + std::to_string(rule.vcs) +
                         " virtual channels, there are only " + std::to_string(vcs));
    expanded = vcs_of_classes(rule.vcs, vcs, router.extra, routing.escape_vcs());
    if (traffic.uniform() && alike) symmetry = symmetry_of_terminals(network, routing);
    if (const auto* mapped = dynamic_cast<const SymmetryMaps*>(&routing); symmetric() && mapped != nullptr)
        maps = mapped->symmetry_maps();
}

Channel FlowCase::way_in(Node v) const {
    if (!terminals_are_ports() || v >= network.router_of_terminal.size()) return no_channel;
    const Node at = network.router_of_terminal[v];
    return at != v ? graph.channel_between(v, at) : no_channel;
}

Channel FlowCase::way_out(Node v) const {
    if (!terminals_are_ports() || v >= network.router_of_terminal.size()) return no_channel;
    const Node at = exit_of_terminal(network, v);
    return at != v ? graph.channel_between(at, v) : no_channel;
}

std::optional<ClassFlows> follow_classes(const FlowCase& c) { return Tracer(c).run(); }

}  // namespace wafernet
