// wafernet compare: the figures of several networks, one row a network.
#include <algorithm>
#include <map>
#include <memory>
#include <ranges>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "../command.hpp"
#include "../figures.hpp"
#include "../handover.hpp"
#include "../network_notes.hpp"
#include "../pictures.hpp"
#include "../selection.hpp"
#include "../values.hpp"
#include "base/text.hpp"
#include "report/layout.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/core/family.hpp"
#include "wafernet/design/equal.hpp"

namespace wafernet::cli {

namespace {

struct CompareOptions {
    std::vector<std::string> networks;
    SelectionWords words;
    FigureOptions figures;
    std::optional<std::string> equal, scatter;
    bool all = false;
};

struct Row : ComparedDesign {
    std::map<std::string, Figure> figures;
    std::string uneven;  // planes
    std::shared_ptr<const Design> design;
    std::shared_ptr<FigureRequest> request;  // of that design
    std::optional<std::string> clock;        // why it cannot be met
};

const Value* value_in(const Row& row, const std::string& metric) {
    const auto found = row.figures.find(metric);
    return found == row.figures.end() ? nullptr : &found->second.value;
}

// The load at which all rows have energy and power, as a column's head and as a note.
struct OneLoad {
    std::string head, note;
};

// The least figure of a name and its row, and whether all rows that have the other figure have this one.
std::pair<const Row*, double> least(const std::vector<Row>& rows, const char* metric) {
    std::pair<const Row*, double> found{nullptr, 0.0};
    for (const Row& row : rows) {
        const auto* value = std::get_if<double>(value_in(row, metric));
        if (value != nullptr && (found.first == nullptr || *value < found.second)) found = {&row, *value};
    }
    return found;
}

// Gives energy and power of all rows at one load: the point's, else half of the smallest saturation, in bits, which
// are what nodes have to send.
OneLoad give_one_load(std::vector<Row>& rows, const EnergyLoad& point) {
    if (point.given()) {
        const std::string at = point.gbit ? fmt::format("{:.6g} Gbit/s a node", *point.gbit)
                                          : fmt::format("{:.6g} flits a node and cycle", *point.load);
        return {" at " + at, "energy and power of all networks are at " + at};
    }
    const auto [row, saturation] = least(rows, "saturation_gbit_per_s_per_node");
    if (row == nullptr) return {};
    const double gbit = saturation / 2.0;
    for (Row& other : rows) {
        const Value* old = value_in(other, "load_flits_per_node_cycle");
        if (old == nullptr || std::holds_alternative<Missing>(*old)) continue;
        other.request->load = load_at(*other.design, gbit);
        for (Figure& f : energy_figures(*other.request)) other.figures.insert_or_assign(f.metric, std::move(f));
    }
    return {fmt::format(" at {:.4g} Gbit/s a node", gbit),
            fmt::format("energy and power of all networks are at {:.6g} Gbit/s a node, half of the smallest saturation "
                        "({}); --gbit or --load chooses another load",
                        gbit, row->network)};
}

std::vector<std::string> chosen(const std::vector<std::string>& words) {
    std::vector<std::string> columns{"nodes"};
    for (const std::string& metric : metrics_named(words, comparable_metrics())) {
        if (metric != "nodes") columns.push_back(metric);
    }
    return columns;
}

// Throws InputError for a metric that means nothing for any network, and where no figure asked for has a value in
// several rows: reasons alone are no comparison.
void check_any(const std::vector<Row>& rows, const std::vector<std::string>& columns, const FigureOptions& options) {
    bool any = false;
    std::string why;
    for (const std::string& column : columns) {
        if (column == "nodes" && columns.size() > 1) continue;  // stands in front unasked
        bool known = false;
        for (const Row& row : rows) {
            const Value* found = value_in(row, column);
            if (found == nullptr) continue;
            known = true;
            const auto* missing = std::get_if<Missing>(found);
            any = any || missing == nullptr || missing->for_time;
            if (missing != nullptr && why.empty())
                why = "--metric " + column + ": none of the networks has this figure, " + row.network + ": " +
                      missing->reason;
        }
        if (known) continue;
        const std::string option(options.needed_for(column));
        throw InputError("--metric " + column + ": none of the networks has this figure" +
                         (option.empty() ? "" : ", " + option + " gives it"));
    }
    if (!any && rows.size() > 1) throw InputError(why);
}

// The figures that decide, with what is better: less (-1) or more (1).
struct Deciding {
    std::string_view metric;
    int better = 0;
};
constexpr Deciding deciding[] = {{"nodes"},
                                 {"deadlock_free"},
                                 {"vcs"},
                                 {"zero_load_latency_ns", -1},
                                 {"saturation_gbit_per_s_per_node", 1},
                                 {"peak_vertical_links", -1},
                                 {"stack_area_mm2", -1},
                                 {"yield_system", 1},
                                 {"cost_usd_per_system", -1},
                                 {"power_w", -1},
                                 {"vc_rule"}};

// Those of the columns of which some network has a figure that is `shown`.
template <class Metrics, class Shown>
std::vector<std::string> of_any(const std::vector<Row>& rows, const Metrics& metrics, const Shown& shown) {
    std::vector<std::string> columns;
    for (const std::string_view metric : metrics) {
        std::string column(metric);
        if (std::ranges::any_of(rows, [&](const Row& row) {
                const auto found = row.figures.find(column);
                return found != row.figures.end() && shown(found->second);
            }))
            columns.push_back(std::move(column));
    }
    return columns;
}

// The columns of a comparison that asks for none: those that decide, or all.
std::vector<std::string> unasked(const std::vector<Row>& rows, bool brief) {
    if (!brief) return of_any(rows, compared_metrics(), [](const Figure& f) { return !f.aside; });
    std::vector<std::string_view> metrics;
    for (const Deciding& d : deciding) metrics.push_back(d.metric);
    for (const std::string_view metric : work_metrics())
        if (metric.ends_with("_ns")) metrics.push_back(metric);
    return of_any(rows, metrics, [](const Figure& f) {
        const auto* missing = std::get_if<Missing>(&f.value);
        return missing == nullptr || missing->for_time;  // what takes too long is said in a note
    });
}

std::string shown_text(const Value& value) {
    const auto* number = std::get_if<std::int64_t>(&value);
    return number == nullptr ? "?" : std::to_string(*number);
}

// Whether the column is a figure of what uses one of these.
bool depends(std::string_view by, std::string_view column) {
    const auto known = std::ranges::find(known_figures(), column, &KnownFigure::metric);
    return known != known_figures().end() && known->group != "design" && !known->uses.empty() &&
           by.find(known->uses) != std::string_view::npos;
}

// What was used and is not the same in all rows, where a column hangs on it.
std::vector<std::string> differing(const std::vector<Row>& rows, const std::vector<std::string>& columns) {
    std::vector<std::string> out;
    for (const KnownFigure& used : known_figures()) {
        const std::string metric(used.metric);
        if (used.group != "design" || std::ranges::find(columns, metric) != columns.end()) continue;
        if (std::ranges::none_of(columns, [&](const std::string& column) { return depends(used.uses, column); }))
            continue;
        const auto value = [&](const Row& row) { return row.figures.at(metric).value; };
        if (std::ranges::any_of(rows, [&](const Row& row) { return value(row) != value(rows.front()); }))
            out.push_back(metric);
    }
    return out;
}

bool hangs_on_planes(const std::vector<std::string>& columns) {
    return std::ranges::any_of(
        columns, [](const std::string& column) { return depends("wires", column) || column.starts_with("cost_"); });
}

// Which networks are held back because their rule splits their VCs among more classes, where a figure hangs on it.
std::optional<std::string> unequal_vcs(const std::vector<Row>& rows, const std::vector<std::string>& columns) {
    if (std::ranges::none_of(columns, [](const std::string& column) { return depends("model", column); }))
        return std::nullopt;
    std::map<double, std::vector<const Row*>> by_share;  // VCs that a message may take
    for (const Row& row : rows) {
        const auto* vcs = std::get_if<std::int64_t>(&row.figures.at("vcs").value);
        const auto* classes = std::get_if<std::int64_t>(&row.figures.at("vc_classes").value);
        if (vcs != nullptr && classes != nullptr)
            by_share[static_cast<double>(*vcs) / static_cast<double>(*classes)].push_back(&row);
    }
    if (by_share.size() < 2) return std::nullopt;
    std::string held;
    for (const Row* row : by_share.begin()->second)
        held += (held.empty() ? "" : ", ") + row->network + " (" +
                with_noun(shown_text(row->figures.at("vcs").value), "VC") + " in " +
                shown_text(row->figures.at("vc_classes").value) + " classes)";
    return "held back by fewer VCs a class than others: " + held +
           "; --vcs gives every network as many, --equal compares at equal cost";
}

// How many nodes send, where the networks have unlike numbers of them: no figure of them all is for the same work.
std::optional<std::string> unlike_sizes(const std::vector<Row>& rows) {
    std::string each;
    bool unlike = false;
    for (const Row& row : rows) {
        const Value* terminals = value_in(row, "terminals");
        if (terminals == nullptr) return std::nullopt;
        unlike = unlike || *terminals != *value_in(rows.front(), "terminals");
        each += (each.empty() ? "" : ", ") + row.network + " " + shown_text(*terminals);
    }
    if (!unlike) return std::nullopt;
    return "unlike numbers of nodes that send: " + each;
}

// Which networks have links to hosts in their paths, where others have none and hops are shown.
std::optional<std::string> unlike_hops(const std::vector<Row>& rows, const std::vector<std::string>& columns) {
    const auto hops = [](const std::string& c) {
        return c.ends_with("_hops") && c.find("router") == std::string::npos;
    };
    if (std::ranges::none_of(columns, hops)) return std::nullopt;
    std::string with;
    std::size_t without = 0;
    for (const Row& row : rows) {
        const Value *nodes = value_in(row, "nodes"), *terminals = value_in(row, "terminals");
        if (nodes == nullptr || terminals == nullptr) continue;
        if (*nodes == *terminals) ++without;
        else with += (with.empty() ? "" : ", ") + row.network;
    }
    if (with.empty() || without == 0) return std::nullopt;
    return "hops are counted from terminal to terminal: with the links to hosts in " + with +
           ", while the nodes of the others switch themselves; diameter_router_hops and avg_router_hops leave hosts "
           "out";
}

bool is_power(std::string_view column) { return column.starts_with("power_") || column.starts_with("energy_"); }

Row row_of(const std::string& word, const DesignPoint& point, const CommonOptions& common, const FigureOptions& options,
           double budget) {
    const auto [kept, replaced] = mended(std::make_shared<const Design>(word, point), common, options, budget);
    const Design& design = *kept;
    const auto kept_request = std::make_shared<FigureRequest>(request_for(design, common, options, budget));
    look_again(*kept_request, budget);
    kept_request->replaced = replaced;
    const FigureRequest& request = *kept_request;
    Row out{{design.network().word, design_point(request), {}, {}}, {}, {}, kept, kept_request, {}};
    for (const Figure& f : figures(request)) {
        if (f.compared) out.figures.emplace(f.metric, f);
    }
    out.clock = clock_warning(design);
    if (const Value* peak = value_in(out, "peak_vertical_links");
        peak != nullptr && !std::holds_alternative<Missing>(*peak))
        out.uneven = uneven_planes(design.stack().placement);
    if (common.render.format == Format::html) {
        out.pictures = design_pictures(request);
        out.assumptions = assumptions_of(design);
    }
    return out;
}

// What the table does not show: first in what the rows are unlike, then what they have in common.
void add_notes(Table& table, const CompareOptions& options, const std::vector<Row>& rows,
               const std::vector<std::size_t>& order, const std::vector<std::string>& columns,
               const std::string& at_load) {
    NetworkNote senders = sender_note(), uneven = uneven_note();
    for (const std::size_t i : order) {
        const Value *nodes = value_in(rows[i], "nodes"), *terminals = value_in(rows[i], "terminals");
        if (nodes != nullptr && terminals != nullptr) senders.add(rows[i].network, senders_of(*terminals, *nodes));
        if (hangs_on_planes(columns)) uneven.add(rows[i].network, has_planes(rows[i].uneven));
    }
    if (std::ranges::find(columns, "terminals") == columns.end()) senders.write(table);
    for (const auto& note : {unlike_sizes(rows), unlike_hops(rows, columns), unequal_vcs(rows, columns)}) {
        if (note) table.notes.push_back(*note);
    }
    uneven.write(table);
    if (options.equal)
        table.notes.push_back("equal " + *options.equal + ": every network has as much as " + rows.front().network +
                              "; widths and buffers are rounded down");
    if (!at_load.empty() && std::ranges::any_of(columns, is_power)) table.notes.push_back(at_load);
    const bool spared = std::ranges::any_of(columns, [](const std::string& c) {
        return c == "plane_area_mm2" || c == "stack_area_mm2" || c.starts_with("yield_") || c.starts_with("cost_");
    });
    if (spared)
        table.notes.push_back(fmt::format(
            "{} of spare nodes and as many spare blocks of {} nodes on every plane (--spares, --spare-unit) are in "
            "plane_area, stack_area, yield and price; layout_area is without",
            options.figures.point.spares, options.figures.point.spare_unit));
}

// The rows' networks and design points: all networks, once for each technology of a list a,b.
std::vector<DesignPoint> points_of(CompareOptions& options, const std::vector<std::string>& technologies) {
    const std::vector<std::string> networks = std::exchange(options.networks, {});
    std::vector<DesignPoint> points;
    for (const std::string& technology : technologies) {
        DesignPoint point = options.figures.point;
        point.technology = technology;
        const std::vector<DesignPoint> each = options.equal
                                                  ? equalized(networks, point, equal_named(*options.equal))
                                                  : std::vector<DesignPoint>(networks.size(), std::move(point));
        points.insert(points.end(), each.begin(), each.end());
        options.networks.insert(options.networks.end(), networks.begin(), networks.end());
    }
    return points;
}

void ask_for_scatter(const Run& run, CompareOptions& options) {
    if (!run.common().picture)
        throw InputError("--scatter without a picture, need -o FILE.svg, .png or .pdf, or --plot");
    if (metrics_named({{*options.scatter}}, comparable_metrics()).size() != 2)
        throw InputError("--scatter '" + one_line(*options.scatter) + "', need two different figures: X,Y");
    options.words.metrics.insert(options.words.metrics.begin(), *options.scatter);
}

int compare(Run& run, CompareOptions options) {
    if (options.scatter) ask_for_scatter(run, options);
    check_words(options.networks);
    const std::vector<std::string> technologies = technologies_of(options.figures);
    const auto count = static_cast<double>(options.networks.size() * technologies.size());
    const double budget = budget_of(options.figures, std::max(comparison_seconds, network_seconds * count)) / count;
    check_load(options.figures.energy);
    check_point(options.figures.point, options.networks);
    options.figures.point = common_point(options.figures.point, options.networks);
    const bool own = !(options.figures.point == common_point({}, options.networks));
    const std::vector<DesignPoint> points = points_of(options, technologies);
    const std::vector<std::string> asked = chosen(options.words.metrics);
    const Selection selection = options.words.selection(comparable_metrics());
    std::vector<Row> rows;
    for (const std::string& word : options.networks) {
        run.progress("compare, now " + word, rows.size(), options.networks.size(), "networks");
        const auto row = Run::unless_interrupted(
            [word, common = run.common(), figures = options.figures, budget, point = points[rows.size()]] {
                return row_of(word, point, common, figures, budget);
            });
        if (!row) break;
        rows.push_back(*row);
        if (Run::interrupted()) break;
    }
    const bool all = rows.size() == options.networks.size();
    if (!all) run.keep_finished(options.networks[rows.size()], !rows.empty());
    run.progress("compare", rows.size(), rows.size());
    const OneLoad energy_load = give_one_load(rows, options.figures.energy);
    if (!options.words.metrics.empty() && all) check_any(rows, asked, options.figures);
    const bool brief = options.words.metrics.empty() && !options.all && run.common().render.format == Format::text;
    std::vector<std::string> columns = options.words.metrics.empty() ? unasked(rows, brief) : asked;
    for (std::string& used : differing(rows, columns)) columns.push_back(std::move(used));
    options.figures.point.technology = fmt::format("{}", fmt::join(technologies, ", "));
    Table table{"networks on " + stack_of(options.figures.point), {"network"}};
    if (technologies.size() > 1) table.columns.push_back({"technology", ""});
    if (brief) table.notes.emplace_back("*: best; --all shows every figure, --metric those asked for");
    for (const std::string& column : columns) {
        const std::string words = words_of_column(column);
        table.columns.push_back(
            {column, is_power(column) && !energy_load.head.empty() ? words + energy_load.head : ""});
        const auto* decides = std::ranges::find(deciding, column, &Deciding::metric);
        if (decides != std::end(deciding) && rows.size() > 1) table.columns.back().better = decides->better;
    }
    if (own) table.columns.push_back({"design_point", ""});
    const auto order = selected_rows(rows.size(), selection, [&](std::size_t i, const std::string& metric) {
        const Value* found = value_in(rows[i], metric);
        return found == nullptr ? std::nullopt : std::optional<Value>(*found);
    });
    const bool saturation =
        std::ranges::any_of(columns, [](const std::string& c) { return c.starts_with("saturation_"); });
    if (order.empty()) run.warn("no network meets the conditions of --where");
    for (const std::size_t i : order) {
        const Row& row = rows[i];
        if (row.clock) run.warn(*row.clock);
        if (const auto load = row.figures.find("load_flits_per_node_cycle");
            load != row.figures.end() && load->second.note.ends_with(not_accepted))
            run.warn(row.network + ": the load is " + not_accepted + ", its power is what the load would take");
        std::vector<Value> values{row.network};
        if (technologies.size() > 1) values.emplace_back(points[i].technology);
        for (const std::string& column : columns) {
            const Value* found = value_in(row, column);
            const std::string option(options.figures.needed_for(column));
            const Missing why{option.empty() ? "means nothing for this network" : "ask with " + option};
            values.push_back(found == nullptr ? Value(why) : *found);
        }
        if (own) values.emplace_back(row.design_point);
        table.add(std::move(values));
        const auto verdict = row.figures.find("deadlock_free");
        if (!saturation || verdict == row.figures.end()) continue;
        if (const auto warning =
                deadlock_warning(row.network, verdict->second, row.figures.at("saturation_load_flits_per_node_cycle")))
            run.warn(*warning);
    }
    add_notes(table, options, rows, order, columns, energy_load.note);
    if (run.common().render.format == Format::html)
        run.document(comparison_page({rows.begin(), rows.end()}, order, table, made_by(run)));
    else run.print(table);
    return all ? 0 : 1;
}

}  // namespace

Command compare_command() {
    const auto o = std::make_shared<CompareOptions>();
    std::vector<Option> all{{"networks", &o->networks, {}, true},
                            {"--equal", &o->equal, one_of("vcs", "buffer-bits", "pins", "bisection", "vertical-links")},
                            {"--all", &o->all},
                            {"--scatter", &o->scatter}};
    add_options(all, o->words.options(), figure_options(o->figures));
    return {std::move(all), [o](Run& run) { return compare(run, *o); },
            [o](const Table& table, const std::string&) {
                return comparison(table, o->scatter ? metrics_named({{*o->scatter}}, comparable_metrics())
                                                    : std::vector<std::string>());
            }};
}

}  // namespace wafernet::cli
