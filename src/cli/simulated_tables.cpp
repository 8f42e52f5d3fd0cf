#include "simulated_tables.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "values.hpp"
#include "wafernet/report/plot_table.hpp"
#include "wafernet/shared_channels/shared_channels.hpp"

namespace wafernet::cli {

namespace {

constexpr const char* by_trace = "as the trace says";

Value lengths_cell(const SimulationOptions& o) {
    if (!o.trace.empty()) return Missing{by_trace};
    if (o.router.lengths.size() == 1) return std::int64_t{o.router.lengths.front().flits};
    const bool alike = std::ranges::all_of(
        o.router.lengths, [&](const LengthShare& l) { return l.share == o.router.lengths.front().share; });
    double all = 0.0;
    for (const LengthShare& l : o.router.lengths) all += l.share;
    std::string out;
    for (const LengthShare& l : o.router.lengths)
        out +=
            fmt::format("{}{}{}", out.empty() ? "" : "+", l.flits, alike ? "" : fmt::format(":{:.6g}", l.share / all));
    return out;
}

Value load_cell(const SimulationCase& c, const CurvePoint& p) {
    return c.options.trace.empty() ? Value(p.load) : Value(Missing{by_trace});
}

Value cell(const std::optional<LatencySummary>& summary, double LatencySummary::*member) {
    return summary ? Value((*summary).*member) : Value(Missing{"no message was delivered"});
}

// A spread of latencies to the digits that are known of it: that of equal ones is 0.
std::optional<double> spread(const std::optional<double>& value, const std::optional<double>& latency) {
    return value && latency ? std::optional(known_digits(*value, *latency)) : value;
}

}  // namespace

Table simulated_points() {
    return {"simulated latency",
            columns_of("network routing traffic vcs flits load accepted_flits_per_node_cycle:5 latency_cycles:2 "
                       "latency_ci95:2 status preset vc_rule offered_flits_per_node_cycle:5 "
                       "injected_flits_per_node_cycle:5 network_latency_cycles:2 total_latency_cycles:2 latency_min "
                       "latency_median latency_p95 latency_p99 latency_max hops:3 messages undelivered dropped cycles "
                       "deadlock_verdict latency_sd:2")};
}

std::vector<Value> point_row(const SimulationCase& c, const std::string& traffic, const std::string& verdict,
                             const CurvePoint& p) {
    const auto whole = [&](std::uint64_t SimulationResult::*member) {
        std::uint64_t sum = 0;
        for (const SimulationResult& r : p.runs) sum += r.*member;
        return Value(static_cast<std::int64_t>(sum));
    };
    double hops = 0.0;
    std::uint64_t runs = 0;  // that delivered a message
    for (const SimulationResult& r : p.runs) {
        if (r.messages == 0) continue;
        hops += r.mean_hops;
        ++runs;
    }
    const auto& all = p.messages;
    return cells_of(c.network->word, c.routing_name, traffic, c.options.router.vcs, lengths_cell(c.options),
                    load_cell(c, p), p.accepted, value_or(p.latency, {"no message was delivered"}),
                    value_or(spread(p.ci95, p.latency), {"too few messages"}), name(p.status), c.options.router.preset,
                    c.rule.name, p.offered, p.injected, value_or(p.network_latency, {"no message was delivered"}),
                    value_or(p.total_latency, {"no message was delivered"}), cell(all, &LatencySummary::minimum),
                    cell(all, &LatencySummary::median), cell(all, &LatencySummary::p95),
                    cell(all, &LatencySummary::p99), cell(all, &LatencySummary::maximum),
                    runs == 0 ? Value(Missing{"no message was delivered"}) : Value(hops / static_cast<double>(runs)),
                    whole(&SimulationResult::messages), whole(&SimulationResult::undelivered),
                    whole(&SimulationResult::dropped), whole(&SimulationResult::cycles), verdict,
                    value_or(all ? spread(all->deviation, all->mean) : std::nullopt, {"no message was delivered"}));
}

Table simulated_histogram() {
    return {"messages by latency",
            {"network", "load", "status", "latency_from_cycles", "latency_to_cycles", "messages", Column("share", 5),
             Column("cumulative_share", 5)},
            {},
            {"bins include both of their ends and have a width of a power of two cycles at each load"}};
}

void add_histogram(const SimulationCase& c, const CurvePoint& p, const std::function<void(std::vector<Value>)>& add) {
    std::uint64_t all = 0;
    for (const LatencyBin& bin : p.histogram) all += bin.messages;
    std::uint64_t so_far = 0;
    for (const LatencyBin& bin : p.histogram) {
        so_far += bin.messages;
        add({c.network->word, load_cell(c, p), std::string(name(p.status)), static_cast<std::int64_t>(bin.from),
             static_cast<std::int64_t>(bin.to), static_cast<std::int64_t>(bin.messages),
             static_cast<double>(bin.messages) / static_cast<double>(all),
             static_cast<double>(so_far) / static_cast<double>(all)});
    }
}

std::string held(const Network& network, const std::vector<HeldChannel>& cycle) {
    std::string out;
    for (const HeldChannel& h : cycle)
        out += (out.empty() ? "" : "; ") + network.addresses.print(network.graph.source(h.channel)) + "->" +
               network.addresses.print(network.graph.target(h.channel)) + " vc" + std::to_string(h.vc) + " held by " +
               network.addresses.print(h.source) + "=>" + network.addresses.print(h.destination);
    return out;
}

Table level_table(const SimulationCase& c, const std::vector<CurvePoint>& points) {
    Table table{"channels by level",
                {"network", "load", "level", "channels", Column("mean_utilisation", 5), Column("max_utilisation", 5),
                 Column("mean_wait_cycles", 3)}};
    for (const CurvePoint& p : points) {
        for (const LevelLoad& l : p.runs.front().levels)
            table.row(c.network->word, load_cell(c, p), l.level, l.channels, l.mean_utilisation, l.max_utilisation,
                      l.mean_wait_cycles);
    }
    return table;
}

Table shared_channel_table(const SimulationCase& c, const std::vector<CurvePoint>& points) {
    Table table{"utilisation of every shared channel",
                {"network", "load", "channel", "address", Column("utilisation_flits_per_cycle", 5)}};
    for (const CurvePoint& p : points) {
        const SharedChannelLoad load = shared_channel_load(*c.network, p.runs.front().utilisation, p.accepted);
        for (Node ch = 0; ch < c.network->shared_nodes; ++ch)
            table.add(
                {c.network->word, load_cell(c, p), std::int64_t{ch}, c.network->addresses.print(ch), load.channel[ch]});
    }
    return table;
}

Table channel_table(const SimulationCase& c, const std::vector<CurvePoint>& points) {
    Table table{"utilisation of every channel",
                {"network", "load", "channel", "from", "to", "level", Column("utilisation_flits_per_cycle", 5)}};
    const Graph& graph = c.network->graph;
    for (const CurvePoint& p : points) {
        for (Channel ch = 0; ch < graph.channels(); ++ch) {
            if (!graph.exists(ch)) continue;
            table.row(c.network->word, load_cell(c, p), ch, c.network->addresses.print(graph.source(ch)),
                      c.network->addresses.print(graph.target(ch)), graph.label(Graph::link(ch)).level,
                      p.runs.front().utilisation[ch]);
        }
    }
    return table;
}

// The share of the messages that a cycle of latency has, which bins of any width can be compared by, and the sum.
std::vector<Plot> histogram_figures(const Table& table) {
    Table shares{table.title, {"network", "load", "latency_cycles", "share_per_cycle"}};
    for (const auto& row : table.rows) {
        const auto from = static_cast<double>(std::get<std::int64_t>(row[3]));
        const auto to = static_cast<double>(std::get<std::int64_t>(row[4]));
        shares.row(row[0], row[1], (from + to) / 2.0, std::get<double>(row[6]) / (to - from + 1.0));
    }
    Plot density = curves(shares, "latency_cycles", {{"share_per_cycle"}}, {"network", "load"});
    Plot sum = curves(table, "latency_to_cycles", {{"cumulative_share"}}, {"network", "load"});
    sum.title = "messages of at most this latency";
    sum.x.label = density.x.label;
    return {std::move(density), std::move(sum)};
}

}  // namespace wafernet::cli
