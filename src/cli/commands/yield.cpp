// wafernet yield: yield of a network with spares.
#include "wafernet/wsi/yield.hpp"

#include <memory>

#include <fmt/format.h>

#include "../command.hpp"
#include "../dynamic_options.hpp"
#include "../figures.hpp"
#include "../network_notes.hpp"
#include "../values.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/design/design.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/io/technology.hpp"
#include "wafernet/report/plot_table.hpp"
#include "wafernet/wsi/placement.hpp"

namespace wafernet::cli {

namespace {

struct YieldInput {
    std::string network;
    std::optional<std::string> defects;
    DesignPoint point;
    bool no_spares = false;
    std::optional<std::uint64_t> spare_columns;
    std::optional<std::uint64_t> spare_modules;
    std::optional<std::string> replacement;
    std::optional<std::string> scope;
    std::optional<std::uint64_t> patterns;
    std::optional<std::string> out;
    bool cost = false;
};

constexpr const char* any_replacement = "any";

RedundantSystem system_of(const YieldInput& a, const Network& network, const Technology& t) {
    // Without spares it does not matter which nodes are a row: those without digits are one of all.
    const bool one_row = a.no_spares && network.addresses.labelled() && network.terminals.empty();
    RedundantSystem system = one_row ? RedundantSystem{1, 1, network.graph.nodes(), 0, {}} : redundant_system(network);
    system.node_area = t.pe_critical_area();
    system.switch_area_per_tile = t.switch_critical_area();
    if (a.replacement && (a.no_spares || a.spare_columns == 0))
        throw InputError("--replacement " + *a.replacement + " without spare columns, need some to replace a PE");
    if (a.no_spares) {
        if (a.spare_columns || a.spare_modules)
            throw InputError("--no-spares with --spare-columns or --spare-modules, need one or the other");
        return without_spares(system);
    }
    if (a.spare_columns) system.spare_columns = *a.spare_columns;
    if (system.spare_columns > system.columns)
        throw InputError(std::to_string(system.spare_columns) + " spare columns for " + std::to_string(system.columns) +
                         " columns of PEs, need no more spares than columns");
    if (a.spare_modules && system.levels.empty())
        throw InputError("--spare-modules on " + network.word + ", which has one level: no modules to spare");
    if (a.spare_modules) {
        for (SpareGroup& level : system.levels) level.spares = *a.spare_modules;
    }
    system.replacement = replacement(a.replacement.value_or(any_replacement),
                                     static_cast<int>(std::min<std::uint64_t>(system.spare_columns, 1000)));
    return system;
}

Table pattern_table(const RedundantSystem& system, const YieldInput& a) {
    if (system.rows * (system.columns + system.spare_columns) > 10000)
        throw InputError("--patterns on a plane of more than 10000 PEs, need a smaller one");
    const Plane plane{static_cast<int>(system.rows), static_cast<int>(system.columns),
                      static_cast<int>(system.spare_columns)};
    const int most = static_cast<int>(std::min<std::uint64_t>(*a.patterns, static_cast<std::uint64_t>(plane.cells())));
    Table table{"fault patterns of a plane of " + std::to_string(plane.rows) + " x " + std::to_string(plane.columns) +
                    " PEs and " + std::to_string(plane.spare_columns) + " spare columns, replacement " +
                    a.replacement.value_or(any_replacement),
                {"faults", "patterns", "repairable", Column("share", 4)},
                {},
                {"every pattern decided by matching; an assignment of PEs, not of wires"}};
    const std::vector<std::uint64_t> good = count_repairable(plane, system.replacement, most);
    for (int k = 0; k <= most; ++k) {
        const std::uint64_t all = choose(static_cast<std::uint64_t>(plane.cells()), static_cast<std::uint64_t>(k));
        const std::uint64_t repaired = good[static_cast<std::size_t>(k)];
        table.row(k, all, repaired, static_cast<double>(repaired) / static_cast<double>(all));
    }
    return table;
}

// What a system costs at a density, with the point's spares and without any.
struct SparesPrice {
    std::optional<double> with, without;  // usd; nothing: no system works
};

class Pricing {
public:
    Pricing(const DesignPoint& point, const Technology& technology, const DesignStack& stack)
        : point_(point),
          technology_(technology),
          stack_(stack),
          spares_(block_spares(point, stack.pes)),
          none_(spares_) {
        none_.block_spares = none_.rest_spares = none_.spare_blocks = 0;
    }
    [[nodiscard]] SparesPrice at(double defects_per_cm2) {
        point_.defects_per_cm2 = defects_per_cm2;
        return {usd(spares_), usd(none_)};
    }
    // The density above which the spares make a working system cheaper, by halves; nothing: at none up to 1e4 defects
    // per cm2, or at all.
    [[nodiscard]] std::optional<double> paying() {
        const auto pays = [&](double density) {
            const SparesPrice p = at(density);
            return p.with && (!p.without || *p.with < *p.without);
        };
        double low = 1e-6, high = low;
        if (pays(low)) return 0.0;
        while (!pays(high)) {
            low = high;
            high *= 1.5;
            if (high > 1e4) return std::nullopt;
        }
        while (high - low > 1e-6 * high) {
            const double middle = (low + high) / 2.0;
            (pays(middle) ? high : low) = middle;
        }
        return high;
    }

private:
    [[nodiscard]] std::optional<double> usd(const BlockSpares& spares) const {
        const DesignCost c = design_cost(stack_, point_, technology_, spares);
        return c.cost ? std::optional(c.cost->total.in(units::usd)) : std::nullopt;
    }
    DesignPoint point_;
    const Technology& technology_;
    const DesignStack& stack_;
    BlockSpares spares_, none_;
};

// Options that ask for the documents' scheme where the family has no modules.
bool asks_for_documents(const YieldInput& a) {
    return a.spare_columns || a.spare_modules || a.replacement || a.scope || a.patterns;
}

void check_arguments(const YieldInput& a, const DesignPoint& point, const DefectStatistics& statistics) {
    if (a.scope && statistics.model != DefectModel::negative_binomial)
        throw InputError("--scope has a meaning with --model negative-binomial only, the model is " +
                         point.defect_model);
    for (const auto& [given, option] :
         {std::pair{point.cost.wire_group > 0, "--wire-group"}, std::pair{point.cost.wire_spares > 0, "--wire-spares"},
          std::pair{point.cost.wire_clusters != "none", "--wire-clusters"}}) {
        if (given && *point.planes == 1)
            throw InputError(std::string(option) + " without --planes, must be 2 or more stacked planes");
    }
    CostChoice priced = point.cost;  // all but what yields depend on too
    priced.wire_clusters = "none", priced.wire_alpha.reset(), priced.wire_group = priced.wire_spares = 0;
    priced.bonding = "d2w", priced.known_good = "auto";
    if (!a.cost && !(priced == CostChoice{})) throw InputError("options of the price without --cost, need it");
}

std::vector<double> densities_of(const YieldInput& a, const Technology& t) {
    if (a.defects) return number_range(*a.defects, "--defects", 0.0, 1e9);
    if (t.defect_density) return {t.defect_density->value.in(units::per_cm2)};
    throw InputError("technology " + t.name +
                     " gives no defect density, need --defects A:B:STEP per cm2 or a technology that gives one, such "
                     "as hybrid-bond");
}

Table yield_table(const YieldInput& a, const Network& network, const DesignPoint& point, const BlockSpares& spares) {
    Table table{"yield of " + network.word + ", " + stack_of(point) + ", " + point.defect_model + " defects",
                {"defects_per_cm2", Column("yield_node", 5), Column("yield_bm", 5), Column("yield_level2", 5)}};
    for (std::size_t level = 2; level < network.level_sizes.size(); ++level)
        table.columns.push_back({"yield_level" + std::to_string(level + 1), "", 5});
    for (const char* name : {"yield_plane", "yield_switches", "yield_system", "yield_stack", "yield_planes",
                             "yield_bonds", "yield_vertical_wires"})
        table.columns.push_back({name, "", 5});
    table.notes.push_back(system_yield_note(point, spares));
    if (network.level_sizes.size() > 1 || asks_for_documents(a))
        table.notes.push_back(
            "yield_bm, yield_level2 and further, yield_plane (the PEs of one plane of a basic module) and "
            "yield_switches: rahman2006, sec. 5.2.2, replacement " +
            (a.no_spares ? std::string("none") : a.replacement.value_or(any_replacement)) +
            "; switches and links above the basic module have no yield term");
    return table;
}

// People need no figure under its old name, and no columns that mean nothing for the network.
Table for_people(Table table, bool documents) {
    for (std::size_t c = table.columns.size(); c-- > 0;) {
        const std::string& name = table.columns[c].name;
        const bool of_documents =
            name == "yield_bm" || name.starts_with("yield_level") || name == "yield_plane" || name == "yield_switches";
        if (name != "yield_stack" && (documents || !of_documents)) continue;
        table.columns.erase(table.columns.begin() + static_cast<std::ptrdiff_t>(c));
        for (auto& row : table.rows) row.erase(row.begin() + static_cast<std::ptrdiff_t>(c));
    }
    return table;
}

int yield(Run& run, const YieldInput& a) {
    const Technology t = technology_of(a.point);
    const Network network = make_network(a.network);
    DesignPoint point = a.point;
    if (a.no_spares) point.spares = 0.0;
    check_design_point(point);
    point = resolved(std::move(point), network);
    DefectStatistics statistics = defect_statistics(point);
    check_arguments(a, point, statistics);
    statistics.scope = cluster_scope(a.scope.value_or("module"));
    const DesignStack stack = design_stack(network, point, t);
    run.several({"yield", a.out, a.patterns && a.defects ? "--patterns and --defects" : ""});
    std::optional<YieldModel> documents;  // the documents' scheme, with spare columns and modules of its own
    if (network.level_sizes.size() > 1 || asks_for_documents(a))
        documents.emplace(system_of(a, network, t), statistics);
    if (a.patterns) {
        run.print(pattern_table(documents->system(), a), "patterns");
        if (!a.defects) return 0;
    }
    const std::vector<double> densities = densities_of(a, t);
    const BlockSpares spares = block_spares(point, stack.pes);
    Table table = yield_table(a, network, point, spares);
    NetworkNote uneven = uneven_note();
    uneven.add(network.word, has_planes(uneven_planes(stack.placement)));
    uneven.write(table);
    add_switch_note(table, network, stack, t);
    std::optional<Pricing> pricing;
    if (a.cost) {
        pricing.emplace(point, t, stack);
        for (const char* name : {"cost_usd_per_system", "cost_without_spares_usd_per_system"})
            table.columns.push_back({name, "", 2});
        const auto from = pricing->paying();
        table.notes.push_back(!from          ? std::string("the spares do not pay at any density")
                              : *from == 0.0 ? std::string("the spares pay at any density")
                                             : fmt::format("the spares pay above {:.4g} defects per cm2", *from));
    }
    if (!t.note.empty()) table.notes.push_back("technology " + t.name + ": " + t.note);
    if (a.cost) add_assumption_note(table, t, {&t.assumptions, &t.price_assumptions});
    else add_assumption_note(table, t, {&t.assumptions});
    const Missing one_level{"the network has one level, no modules; --spare-columns takes it as one"};
    const std::size_t levels = std::max<std::size_t>(network.level_sizes.size(), 2) - 1;
    for (std::size_t i = 0; i < densities.size(); ++i) {
        run.progress("yield", i, densities.size(), "densities");
        const DefectDensity density = densities[i] * units::per_cm2;
        point.defects_per_cm2 = densities[i];
        const DesignYield y = design_yield(stack, point, t, spares);
        const auto d = documents ? std::optional(documents->at(density)) : std::nullopt;
        std::vector<Value> row{densities[i], y.node, d ? Value(d->basic_module) : Value(one_level)};
        for (std::size_t level = 0; level < levels; ++level)
            row.push_back(d && level < d->levels.size() ? Value(d->levels[level]) : Value(one_level));
        row.push_back(d ? Value(d->plane) : Value(one_level));
        row.push_back(d ? Value(d->switches) : Value(one_level));
        const Missing unknown{"the technology gives no bond_yield or no wire_failure"};
        for (const std::optional<double>& value : {y.system, y.system, std::optional(y.planes), y.bonds, y.wires})
            row.push_back(value_or(value, unknown));
        if (pricing) {
            const SparesPrice price = pricing->at(densities[i]);
            for (const auto& usd : {price.with, price.without}) row.push_back(value_or(usd, {"no system works"}));
        }
        table.add(std::move(row));
    }
    run.progress("yield", densities.size(), densities.size());
    run.print(for_programs(run.common().render.format) ? table : for_people(std::move(table), documents.has_value()),
              "densities");
    return run.interrupted() ? 1 : 0;
}

// Yields, and prices where they are asked for, over the defect density; what is repairable over the faults.
std::vector<Plot> yield_figures(const Table& table, const std::string&) {
    std::vector<DrawnColumn> yields, prices, shares;
    for (const Column& column : table.columns) {
        const std::string& name = column.name;
        if (name.starts_with("yield_")) yields.push_back({name});
        if (name.starts_with("cost_")) prices.push_back({name});
        if (name.starts_with("share")) shares.push_back({name});
    }
    std::vector<Plot> plots;
    const auto add = [&](const char* x, const std::vector<DrawnColumn>& columns, const char* y) {
        Plot plot = curves(table, x, columns, {});
        if (plot.series.empty()) return;
        plot.y.label = y;
        plots.push_back(std::move(plot));
    };
    add("defects_per_cm2", yields, "yield");
    add("defects_per_cm2", prices, "cost (USD/system)");
    add("faults", shares, "share that is repairable");
    return plots;
}

}  // namespace

Command yield_command() {
    const auto a = std::make_shared<YieldInput>();
    std::vector<Option> all{
        {"network", &a->network, {}, true},
        {"--defects", &a->defects},
        {"--no-spares", &a->no_spares},
        {"--spare-columns", &a->spare_columns},
        {"--spare-modules", &a->spare_modules},
        {"--replacement", &a->replacement, one_of("row", "neighbour-rows", "neighbours", "any-row", "any")},
        {"--scope", &a->scope, one_of("module", "bm", "system")},
        {"--patterns", &a->patterns},
        {"--cost", &a->cost},
        out_option(a->out)};
    add_options(all,
                options_but(physical_options(a->point),
                            {"--defects", "--vertical-bits", "--wire-cycles", "--clock-ns", "--clock-ghz"}),
                cost_options(a->point), defect_options(a->point));
    return {std::move(all), [a](Run& run) { return yield(run, *a); }, yield_figures, "--defects A:B:STEP"};
}

}  // namespace wafernet::cli
