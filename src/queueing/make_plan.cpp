// From routes and traffic to stations: exact rates by following all messages.
#include <algorithm>
#include <bit>
#include <optional>
#include <tuple>
#include <utility>

#include "base/memory.hpp"
#include "queueing/follow.hpp"
#include "queueing/sort_in_buckets.hpp"
#include "routing/digit_order.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet::queueing {

namespace {

constexpr int splits = 4;  // of the traffic, each by the loads of the one before

// The number of a new way to a slot beside those from `first` on. One to the same virtual channels as an earlier one
// adds to that.
std::uint32_t way(Plan& plan, std::uint32_t first, std::uint32_t slot, double share) {
    if (slot == none) return none;  // never taken
    std::uint32_t k = first;
    while (k < plan.ways.size() && plan.ways[k].slot != slot) ++k;
    if (k < plan.ways.size()) {
        plan.ways[k].share += share;
        return none;
    }
    plan.ways.push_back({slot, share, plan.stations[plan.slots[slot].station].group, 0});
    return k;
}

// A source that feeds fewer VCs than its injection port has: the others hold messages that wait, as the source queue
// does, but that the first flits of these go into the buffers between those of the one before. Of M flits of which R
// are left when a message comes that is as many as the buffer of B holds, at most R: on average over R B (1 - B / (2
// M)).
void narrow_ports(Plan& plan) {
    std::vector<std::vector<std::uint32_t>> fed(plan.stations.size());
    for (const Arc& arc : plan.arcs) {
        if (arc.from == none) continue;
        const std::uint32_t from = plan.stages[arc.from].station;
        if (plan.stations[from].kind == Kind::injection) fed[from].push_back(plan.slots[arc.slot].station);
    }
    for (std::uint32_t i = 0; i < fed.size(); ++i) {
        std::sort(fed[i].begin(), fed[i].end());
        fed[i].erase(std::unique(fed[i].begin(), fed[i].end()), fed[i].end());
        int vcs = 0;
        for (const std::uint32_t s : fed[i]) vcs += plan.stations[s].vcs;
        Station& port = plan.stations[i];
        if (vcs == 0 || vcs >= port.vcs) continue;
        port.spare = port.vcs - vcs, port.vcs = vcs;
        const double held =
            port.serial || !plan.choices.empty() || !plan.has(Term::spare_vcs) ? 0.0 : std::min(port.depth, plan.flits);
        port.between_others = held * (1.0 - held / (2.0 * plan.flits));
    }
}

// What a plan says of the router.
void describe_router(const PlanCase& c, Plan& plan) {
    const LatencyOptions& o = c.options;
    const Router router(o);
    plan.crossbar = o.router.crossbar_limit;
    plan.speculative = o.router.crossbar_limit && o.router.allocation_cycles == 0;
    plan.one_arrival = o.router.arrivals == Arrivals::bernoulli;
    plan.direct = o.router.ports.injection_direct;
    plan.allocation = o.router.allocation_cycles;
    plan.decision = o.router.routing_cycles + plan.allocation;
    plan.shared = c.network.shared_nodes > 0;
    plan.port_loop = router.injection_loop();
    plan.sink_loop = o.router.ports.ejection_buffer ? router.ejection_loop() : CreditLoop{o.router.buffer_flits, 1};
}

// What the channels that messages cross, with the links between terminals and routers, say of the buffers behind them.
void describe_loops(const PlanCase& c, Plan& plan) {
    const LatencyOptions& o = c.options;
    const Router router(o);
    std::vector<CreditLoop> loops;
    const auto add = [&](Channel ch) {
        if (ch != no_channel) loops.push_back(router.loop(ch));
    };
    for (const Station& s : plan.stations) {
        if (s.kind == Kind::network) add(s.channel);
        else add(s.kind == Kind::injection ? c.way_in(s.channel) : c.way_out(s.channel));
        if (o.channel_latency.empty() && !loops.empty()) break;
    }
    const auto slower = [](const CreditLoop& a, const CreditLoop& b) {
        return a.round_trip * b.depth < b.round_trip * a.depth;
    };
    plan.loop = loops.empty() ? plan.port_loop : *std::max_element(loops.begin(), loops.end(), slower);
    // The tail's lag on a path over all of them; self-traffic differs by less than a buffer.
    router.add_port_loops(loops);
    if (o.router.output_buffer_flits > 0) loops.push_back({o.router.output_buffer_flits, 2});
    double share = plan.lag = 0.0;
    for (const LengthShare& l : o.router.lengths) {
        plan.lag += l.share * static_cast<double>(tail_lag(loops, l.flits));
        share += l.share;
    }
    plan.lag /= share;
}

// Tails that follow later than the channel itself lets them wait for its credits as well meanwhile.
void set_paces(const std::vector<double>& lag, Plan& plan) {
    for (Station& s : plan.stations) {
        s.pace = plan.lag + 1.0;
        if (s.group >= lag.size() || lag[s.group] == unknown_lag) continue;
        s.pace = lag[s.group] + 1.0;
        if (s.kind == Kind::network && s.past > 0)
            s.hold = std::max(plan.allocation, s.hold + s.own_lag + 1.0 - s.pace);
    }
}

// Returns the plan: stations of a channel whose virtual channels overlap are one, slots and arcs in their order,
// everything that follows from these filled in.
Plan assemble(const PlanCase& c, StationList& list, const Passages& passages, Followed followed) {
    const Graph& graph = c.graph;
    Plan plan;
    plan.flits = c.flits, plan.square = c.square;
    plan.few_pairs = c.few_pairs;
    plan.without = c.options.without, plan.parameters = c.options.parameters;
    plan.lengths = c.options.router.lengths;
    describe_router(c, plan);
    plan.total = followed.total, plan.zero_load = followed.zero_load, plan.longest = followed.longest;
    plan.flows = std::move(followed.flows), plan.path = std::move(followed.path);
    const std::vector<std::uint32_t> into = list.merge();
    const std::uint32_t old = list.size();
    std::uint64_t counted = 0;  // rates above 0
    std::vector<std::uint32_t> number(old, none);
    std::vector<Station> stations;
    std::vector<double> rate(old, 0.0);
    for (std::uint32_t k = 0; k < passages.size(); ++k) {
        for (const double r : passages.rates(k)) rate[into[passages[k].to]] += r, counted += r > 0.0 ? 1 : 0;
    }
    // What is yet to be taken, as measured.
    check_state(c.network, old, 300ULL * old + 100 * (passages.size() + counted) + 230 * followed.choices.size());
    for (std::uint32_t s = 0; s < old; ++s) {
        if (into[s] != s || rate[s] <= 0.0) continue;
        number[s] = static_cast<std::uint32_t>(stations.size());
        Station station = list[s];
        if (station.kind == Kind::network) station.vcs = std::popcount(list.vcs(s));
        stations.push_back(station);
    }
    // Arcs in the order of their new stations; all that come over one channel are one slot, for they come one after the
    // other.
    std::size_t runs = 1;  // of a passage, and one hop more
    for (std::uint32_t k = 0; k < passages.size(); ++k)
        runs = std::max(runs, std::min<std::size_t>(passages[k].runs, longest_run) + 1);
    std::vector<std::uint32_t> stage_of(stations.size() * runs, none);
    const auto stage = [&](std::uint32_t station, std::uint32_t run) {
        std::uint32_t& k = stage_of[station * runs + run];
        if (k == none) k = static_cast<std::uint32_t>(plan.stages.size()), plan.stages.push_back({station, run, 0.0});
        return k;
    };
    struct New {
        std::uint32_t to, group;
        std::int8_t side;
        std::uint32_t from_stage, to_stage, old;
        double rate;
    };
    std::vector<New> all;
    all.reserve(counted);
    for (std::uint32_t a = 0; a < passages.size(); ++a) {
        const Passage& p = passages[a];
        const std::uint32_t to = number[into[p.to]], from = p.from == none ? none : number[into[p.from]];
        const std::span<const double> rates = passages.rates(a);
        for (std::uint32_t run = 0; run < rates.size(); ++run) {
            if (rates[run] <= 0.0) continue;
            all.push_back({to, from == none ? none : stations[from].group, p.side,
                           from == none ? none : stage(from, run), stage(to, passages.run_after(a, run)), a,
                           rates[run]});
        }
    }
    sort_in_buckets(
        all, stations.size(), [](const New& a) { return a.to; },
        [](const New& a, const New& b) {
            return std::tie(a.group, a.side, a.from_stage, a.to_stage, a.old) <
                   std::tie(b.group, b.side, b.from_stage, b.to_stage, b.old);
        });
    plan.arcs.reserve(all.size());
    std::vector<std::uint32_t> slot_of(passages.size(), none);
    for (std::size_t i = 0; i < all.size(); ++i) {
        const bool fresh =
            i == 0 || all[i].to != all[i - 1].to || all[i].group != all[i - 1].group || all[i].side != all[i - 1].side;
        if (fresh) {
            Slot& s = plan.slots.emplace_back();
            s.station = all[i].to, s.side = all[i].side;
            s.first_arc = static_cast<std::uint32_t>(plan.arcs.size());
        }
        if (fresh || all[i].from_stage != all[i - 1].from_stage || all[i].to_stage != all[i - 1].to_stage) {
            const auto slot = static_cast<std::uint32_t>(plan.slots.size() - 1);
            plan.arcs.push_back({all[i].from_stage, all[i].to_stage, slot});
            plan.slots.back().end_arc = static_cast<std::uint32_t>(plan.arcs.size());
        }
        plan.arcs.back().rate += all[i].rate, plan.stages[all[i].to_stage].rate += all[i].rate;
        slot_of[all[i].old] = static_cast<std::uint32_t>(plan.slots.size() - 1);
    }
    std::vector<New>().swap(all);  // as large as the plan
    plan.stations = std::move(stations);
    describe_loops(c, plan);
    set_paces(followed.lag, plan);
    if (c.flows) {
        for (std::uint32_t& s : plan.path) s = slot_of[s];
    }
    if (c.chooses) {
        plan.in_order = c.options.choice != WayChoice::most_free;
        for (const Several& several : followed.choices) {
            Choice choice{.first = static_cast<std::uint32_t>(plan.ways.size()), .rate = several.rate};
            for (std::size_t k = 0; k < several.passages.size(); ++k)
                plan.way_of.push_back(way(plan, choice.first, slot_of[several.passages[k]], several.shares[k]));
            choice.end = static_cast<std::uint32_t>(plan.ways.size());
            plan.choices.push_back(choice);
        }
    }
    plan.mean_hops = followed.hops / followed.total;
    plan.channel.assign(graph.channels(), 0.0);
    for (const Slot& s : plan.slots) {
        if (plan.stations[s.station].kind != Kind::network) continue;
        for (std::uint32_t a = s.first_arc; a < s.end_arc; ++a)
            plan.channel[plan.stations[s.station].channel] += plan.arcs[a].rate * plan.flits;
    }
    for (Channel ch = 0; c.symmetric() && ch < graph.channels(); ++ch)
        plan.channel[ch] = plan.channel[c.symmetry.channel[ch]];
    if (!c.symmetric() || !c.maps.empty()) narrow_ports(plan);  // else all channels of a node are fed
    for (Station& s : plan.stations) {
        if (const auto found = followed.streams.find(s.group); found != followed.streams.end())
            s.streams = found->second;
    }
    if (!c.flows) merge_runs(plan);
    complete(plan);
    return plan;
}

// Messages that hold the buffers behind every channel at that load: those that cross the next shared channel share its
// cycles.
std::vector<double> held_buffers(const Network& network, const Plan& plan) {
    const Graph& graph = network.graph;
    std::vector<double> use(graph.nodes(), 0.0), held(graph.channels(), 0.0);
    const double load = plan.parameters.choice_load * plan.bound;
    for (Channel c = 0; c < graph.channels(); ++c) use[graph.source(c)] += load * plan.channel[c];
    for (Channel c = 0; c < graph.channels(); ++c) {
        if (graph.target(c) < network.shared_nodes)
            held[c] = load * plan.channel[c] * (1.0 / (1.0 - use[graph.target(c)]) + 1.0 / plan.flits);
    }
    return held;
}

// Asks for the least, as measured, where all send to all: ports and channels, those of one copy, and the rates of their
// messages by hops in a row, many along lines.
void check_least(const PlanCase& c) {
    const std::vector<Node> all = terminals_of(c.network);
    std::vector<Demand> row;
    for (const Node v : {all.front(), all.back()}) {
        c.traffic.row(v, row);
        if (row.size() + 1 < all.size()) return;
    }
    std::uint64_t stations = 0;
    for (Node v = 0; v < c.graph.nodes(); ++v) stations += c.symmetric() && c.symmetry.node[v] != v ? 0 : 2;
    for (Channel k = 0; k < c.graph.channels(); ++k)
        stations += c.graph.exists(k) && (!c.symmetric() || c.symmetry.channel[k] == k) ? 1 : 0;
    const CorrectsDigits* const digits = together_by_digits(c.network, c.routing);
    const double rates = digits != nullptr ? 0.7 * digits->digit_order().hops_in_a_row(longest_run) : 0.0;
    check_state(c.network, stations, stations * static_cast<std::uint64_t>(1000.0 + 110.0 * rates));
}

// Nothing where the VC rule does not share the routing's symmetries.
std::optional<Plan> plan_of(const PlanCase& c, std::vector<double> held, std::span<const double> shares) {
    check_least(c);
    StationList stations(c);
    Passages passages(c, stations);
    Ways ways(c, stations, std::move(held));
    std::optional<Followed> all = follow_messages(c, stations, passages, ways, shares);
    if (!all) return std::nullopt;
    if (all->total <= 0.0) throw InputError("no node of " + c.network.word + " sends under this traffic");
    return assemble(c, stations, passages, *std::move(all));
}

}  // namespace

void check_state(const Network& network, std::uint64_t stations, std::uint64_t bytes) {
    check_memory(bytes, network.word + ": the latency model's state of " + std::to_string(stations) + " stations",
                 "a smaller network or more memory");
}

Plan make_plan(const Network& network, const Routing& routing, const VcRule& rule, const Traffic& traffic,
               const LatencyOptions& options, std::span<const double> shares) {
    PlanCase c(network, routing, rule, traffic, options);
    if (c.symmetric()) {
        if (auto plan = plan_of(c, {}, shares)) return *std::move(plan);
        c.symmetry = {};
    }
    std::vector<double> held(c.by_free ? network.graph.channels() : 0, 0.0);
    for (int i = 0;; ++i) {
        Plan plan = *plan_of(c, held, shares);
        if (!c.by_free || i == splits) return plan;
        const std::vector<double> now = held_buffers(network, plan);
        for (std::size_t k = 0; k < held.size(); ++k) held[k] = (held[k] + now[k]) / 2.0;
    }
}

}  // namespace wafernet::queueing
