// wafernet cost: what one working system costs, what is paid for what, and with which spares it is cheapest.
#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "../command.hpp"
#include "../dynamic_options.hpp"
#include "../figures.hpp"
#include "../network_notes.hpp"
#include "../tornado.hpp"
#include "../values.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/design/design.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/report/plot_table.hpp"

namespace wafernet::cli {

namespace {

constexpr std::uint64_t most_spares = 1000, most_rows = 100'000;

struct CostArguments {
    std::vector<std::string> networks;
    DesignPoint point;
    bool sensitivity = false;
    std::optional<std::uint64_t> search;
};

// The columns of the parts are those of a stack that costs nothing.
std::vector<std::string_view> part_names() {
    std::vector<std::string_view> names;
    const std::optional<StackCost> free = stack_cost({});
    for (const StackCost::Part& part : free.value().parts) names.push_back(part.name);
    return names;
}

// What holds for every network, behind what the networks themselves say.
void add_notes(Table& table, const DesignPoint& point) {
    const Technology t = technology_of(point);
    const bool bonded = point.planes.value_or(1) > 1;
    table.notes.push_back(
        (bonded ? std::string("bonding ") + (point.cost.bonding == "w2w" ? "of whole wafers" : "of dies") +
                      "; every interface takes the wires of the busiest one; "
                : std::string()) +
        "a plane is repaired with its own spares before it is tested; stack_yield: yield_system of 'wafernet yield', " +
        (bonded ? "of bonded stacks" : "of one plane as it is made"));
    if (!t.note.empty()) table.notes.push_back("technology " + t.name + ": " + t.note);
    add_assumption_note(table, t, {&t.assumptions, &t.price_assumptions});
}

class NetworkNotes {
public:
    void add(Table& table, const Design& design) {
        const std::string& word = design.network().word;
        uneven_.add(word, has_planes(uneven_planes(design.stack().placement)));
        add_switch_note(table, design.network(), design.stack(), design.technology());
        reticle_.add(word, beyond_reticle(design.cost()));
    }
    void write(Table& table, const DesignPoint& point) const {
        reticle_.write(table);
        uneven_.write(table);
        add_notes(table, point);
    }

private:
    NetworkNote uneven_ = uneven_note(), reticle_ = reticle_note();
};

Table breakdown(const CostArguments& a, const Run& run) {
    Table table{"what a working system costs, " + stack_of(a.point),
                {"network", "nodes", "planes", "plane_area_mm2", "dies_per_wafer", "spares_a_block",
                 "spare_blocks_a_plane", Column("plane_yield", 5), Column("stack_yield", 5)}};
    for (const std::string_view part : part_names()) table.columns.push_back({std::string(part) + "_usd", "", 2});
    table.columns.push_back({"cost_usd_per_system", "", 2});
    table.columns.push_back({"cost_usd_per_node", ""});
    NetworkNotes notes;
    for (const std::string& word : a.networks) {
        run.progress("cost, now " + word, table.rows.size(), a.networks.size(), "networks");
        const Design design(word, a.point);
        const std::uint64_t nodes = design.network().graph.nodes();
        const auto pes = static_cast<double>(terminals_of(design.network()).size());
        const DesignCost& c = design.cost();
        std::vector<Value> row =
            cells_of(design.network().word, nodes, *a.point.planes, c.plane.total.in(units::mm2), c.dies_per_wafer,
                     c.spares.block_spares, c.spares.spare_blocks, c.flow.plane.yield);
        const Missing none{"no system works"};
        row.push_back(value_or(c.yield.system, none));
        if (c.cost) {
            for (const StackCost::Part& part : c.cost->parts) row.emplace_back(part.amount.in(units::usd));
        }
        while (row.size() < table.columns.size() - 2) row.emplace_back(none);
        row.push_back(c.cost ? Value(c.cost->total.in(units::usd)) : Value(none));
        row.push_back(c.cost ? Value(c.cost->total.in(units::usd) / pes) : Value(none));
        table.add(std::move(row));
        notes.add(table, design);
    }
    notes.write(table, a.point);
    return table;
}

Table tornado(const CostArguments& a) {
    Table table = tornado_table("what moves the price most, " + stack_of(a.point), "usd", 2);
    const Technology technology = technology_of(a.point);
    for (const std::string& word : a.networks) {
        const Network network = make_network(word);
        const DesignStack stack = design_stack(network, a.point, technology);  // no value moves a node or a wire
        const BlockSpares spares = block_spares(a.point, stack.pes);
        add_tornado(table, network.word, technology, [&](const std::string& value) -> std::optional<double> {
            DesignPoint point = a.point;
            point.technology_values.push_back(value);
            const DesignCost c = design_cost(stack, point, technology_of(point), spares);
            return c.cost ? std::optional(c.cost->total.in(units::usd)) : std::nullopt;
        });
    }
    if (table.rows.empty()) table.notes.push_back("no value of the technology with low and high changes the price");
    return table;
}

Table search(const CostArguments& a, const Run& run) {
    Table table{"spares by what a working system costs, " + stack_of(a.point),
                {"network", "spares_a_block", "spare_blocks_a_plane", "spare_wires_a_group", Column("plane_yield", 5),
                 Column("stack_yield", 5), Column("cost_usd_per_system", 2)}};
    NetworkNotes notes;
    std::size_t networks_done = 0;
    for (const std::string& word : a.networks) {
        run.progress("cost, now " + word, networks_done++, a.networks.size(), "networks");
        const Design design(word, a.point);
        const std::vector<SparesCost> all = spares_by_cost(design.stack(), a.point, design.technology(), *a.search);
        if (all.size() + table.rows.size() > most_rows)
            throw InputError("more than 100000 choices of spares, need a smaller --spares-up-to");
        for (const SparesCost& s : all)
            table.row(design.network().word, s.spares.block_spares, s.spares.spare_blocks, s.wire_spares, s.plane_yield,
                      s.stack_yield, s.cost ? Value(s.cost->in(units::usd)) : Value(Missing{"no system works"}));
        const auto none = std::ranges::find_if(all, [](const SparesCost& s) {
            return s.spares.block_spares + s.spares.spare_blocks + s.wire_spares == 0;
        });
        if (none == all.begin()) table.notes.push_back(design.network().word + ": spares do not pay");
        else if (none != all.end() && all.front().cost) {
            const std::string without = none->cost
                                            ? fmt::format("without spares {:.2f} usd", none->cost->in(units::usd))
                                            : "without spares no system works";
            table.notes.push_back(fmt::format(
                "{}: cheapest with {} spare nodes a block of {}, {} spare blocks and {} spare wires a group, {:.2f} "
                "usd; {}",
                design.network().word, all.front().spares.block_spares, all.front().spares.block_nodes,
                all.front().spares.spare_blocks, all.front().wire_spares, all.front().cost->in(units::usd), without));
        }
        notes.add(table, design);
    }
    notes.write(table, a.point);
    return table;
}

int cost(Run& run, CostArguments a) {
    check_words(a.networks);
    check_design_point(a.point);
    a.point = common_point(std::move(a.point), a.networks);
    check_between(a.search.value_or(0), "--spares-up-to", 0, most_spares);
    if (a.search && a.sensitivity) throw InputError("--spares-up-to with --sensitivity, need one at a time");
    run.print(a.sensitivity ? tornado(a) : a.search ? search(a, run) : breakdown(a, run));
    return 0;
}

// What is paid for what, a bar a part; the spares of each price; what moves the price.
std::vector<Plot> cost_figures(const Table& table, const std::string&) {
    if (table.place_of("swing_usd")) {
        Plot plot = bars(table, "value", {{"usd_at_low"}, {"usd_at_high"}}, {"network"});
        plot.y.label = "cost (USD/system)";
        return {std::move(plot)};
    }
    if (table.place_of("spare_wires_a_group")) {
        Plot plot = curves(table, "spares_a_block", {{"cost_usd_per_system"}},
                           {"network", "spare_blocks_a_plane", "spare_wires_a_group"});
        for (PlotSeries& series : plot.series)
            std::ranges::sort(series.points, [](const PlotPoint& a, const PlotPoint& b) { return a.x < b.x; });
        return {std::move(plot)};
    }
    Table parts{table.title, {"network", "part", "price_usd"}};
    const std::vector<std::string_view> names = part_names();
    for (const auto& row : table.rows) {
        for (std::size_t c = 0; c < table.columns.size(); ++c) {
            const std::string& name = table.columns[c].name;
            if (name.ends_with("_usd") && std::ranges::find(names, name.substr(0, name.size() - 4)) != names.end()) {
                std::string part = name.substr(0, name.size() - 4);
                std::replace(part.begin(), part.end(), '_', ' ');
                parts.rows.push_back({row[0], std::move(part), row[c]});
            }
        }
    }
    Plot plot = bars(parts, "part", {{"price_usd"}}, {"network"});
    plot.x.label.clear();
    plot.y.label = "USD/system";
    Plot whole = bars(table, "network", {{"cost_usd_per_system"}}, {});
    whole.title = "cost of a working system";
    for (PlotSeries& series : whole.series) series.name.clear();
    return {std::move(plot), std::move(whole)};
}

}  // namespace

Command cost_command() {
    const auto a = std::make_shared<CostArguments>();
    std::vector<Option> all{{"networks", &a->networks, {}, true}};
    add_options(all, options_but(physical_options(a->point), {"--wire-cycles", "--clock-ns", "--clock-ghz"}),
                cost_options(a->point), defect_options(a->point));
    all.push_back({"--sensitivity", &a->sensitivity});
    all.push_back({"--spares-up-to", &a->search});
    return {std::move(all), [a](Run& run) { return cost(run, *a); }, cost_figures};
}

}  // namespace wafernet::cli
