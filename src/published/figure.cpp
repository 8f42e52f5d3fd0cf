#include "wafernet/published/figure.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "base/number_in.hpp"
#include "base/parallel.hpp"
#include "sweep.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/design/modelled_router.hpp"
#include "wafernet/published/shape.hpp"
#include "wafernet/sim/load_curve.hpp"

namespace wafernet::published {

namespace {

// Flits accepted a node and cycle where the source that sends most offers one.
double accepted_share(const SimulationCase& c) {
    double senders = 0.0;
    for (Node v = 0; v < c.network->graph.nodes(); ++v) senders += c.traffic->rate(v);
    return senders /
           static_cast<double>(c.network->terminals.empty() ? c.network->graph.nodes() : c.network->terminals.size());
}

// Loads up to 95 % of saturation, closer where the curve rises.
std::vector<double> loads_below(double saturation) {
    std::vector<double> loads;
    for (const double part : {0.05, 0.15, 0.25, 0.35, 0.45, 0.55, 0.65, 0.75, 0.82, 0.88, 0.92, 0.95})
        loads.push_back(part * saturation);
    return loads;
}

// Latency over accepted traffic by the queueing model: at the loads of the case below saturation where `at_its_loads`,
// else at twelve up to 95 % of it. Any number of threads may ask at once.
FigureSeries modelled_curve(const Sweep& sweep, bool at_its_loads) {
    FigureSeries out;
    const LatencyModel model = model_of(sweep.c);
    const double saturation = model.saturation().load, share = accepted_share(sweep.c);
    std::vector<double> loads = loads_below(saturation);
    if (at_its_loads) {
        loads = sweep.loads;
        std::erase_if(loads, [&](double load) { return load >= saturation; });
        std::ranges::sort(loads);
    }
    for (const LatencyPoint& p : model.curve(loads)) {
        out.points.push_back({p.load * share, value_or(p.latency, {"no stationary state"}), {}, {}});
    }
    return out;
}

// The same by the simulator; its intervals are those of the seeds.
FigureSeries simulated_curve(const std::string& word, const Arguments& arguments, Workbench& bench) {
    FigureSeries out;
    out.simulated = true;
    Sweep sweep = sweep_of(word, arguments, bench);
    sweep.c.options.seed = bench.seed;
    for (const CurvePoint& p : simulate_curve(sweep.c.setup(), sweep.c.options,
                                              {sweep.loads, bench.seeds, bench.threads, true}, {}, bench.stop)) {
        if (p.status == RunStatus::ok && p.latency) out.points.push_back({p.accepted, *p.latency, {}, p.ci95});
    }
    return out;
}

Value value_of(const Road& road, const std::string& network, const Arguments& arguments, Workbench& bench) {
    const Quantity& quantity = *road.quantity;
    const Subject subject{network, arguments};
    try {
        // What would have to be simulated is drawn from the model.
        if (quantity.kind != Kind::simulated || quantity.quick) return quantity.evaluate(subject, bench).value;
        if (quantity.model != nullptr) return quantity.model(subject, bench).value;
        return Missing{"a simulation"};
    } catch (const InputError& error) {
        return Missing{error.what()};
    }
}

FigureSeries static_series(const PrintedFigure& figure, const PrintedSeries& from, Workbench& bench) {
    FigureSeries out{from.name, from.panel, {}, false};
    const std::size_t points = from.argument.empty() ? from.networks.size() : from.values.size();
    for (std::size_t i = 0; i < points; ++i) {
        const std::string& network = from.argument.empty() ? from.networks[i] : from.networks.front();
        Arguments arguments = from.road.arguments;
        double x = static_cast<double>(i);
        if (!from.argument.empty()) arguments.insert_or_assign(from.argument, from.values[i]);
        if (!from.values.empty()) x = from.values[i];
        else if (!figure.bars) x = static_cast<double>(bench.network(network).graph.nodes());
        out.points.push_back({x, value_of(from.road, network, arguments, bench),
                              from.printed.empty() ? std::string() : from.printed[i], std::nullopt});
    }
    return out;
}

std::string column_name(const FigureSeries& series) {
    std::string name = series.name;
    std::ranges::replace(name, ' ', '_');
    return name;
}

// The names of bars: those given, else the networks of the first series.
std::vector<std::string> names_of(const PrintedFigure& figure) {
    if (!figure.bars) return {};
    return figure.names.empty() ? figure.series.front().networks : figure.names;
}

std::vector<std::string> panels_of(std::span<const FigureSeries> series) {
    std::vector<std::string> panels;
    for (const FigureSeries& s : series) {
        if (std::ranges::find(panels, s.panel) == panels.end()) panels.push_back(s.panel);
    }
    return panels;
}

}  // namespace

std::vector<FigureSeries> figure_series(const PrintedFigure& figure, Workbench& bench) {
    // The models of adaptive networks take seconds each. The bench is for one thread, so that it makes all cases first.
    std::vector<FigureSeries> modelled(figure.series.size());
    std::vector<std::optional<Sweep>> sweeps(figure.series.size());
    const auto or_problem = [](FigureSeries& series, const auto& compute) {
        try {
            compute();
        } catch (const Error& error) {
            series.problem = error.what();
        }
    };
    for (std::size_t i = 0; i < figure.series.size(); ++i) {
        const PrintedSeries& from = figure.series[i];
        if (from.road.quantity != nullptr) continue;
        or_problem(modelled[i], [&] { sweeps[i] = sweep_of(from.networks.front(), from.road.arguments, bench); });
    }
    for_each_block(figure.series.size(), bench.threads, [&](std::size_t i) {
        if (sweeps[i])
            or_problem(modelled[i], [&] {
                modelled[i] = modelled_curve(*sweeps[i], figure.series[i].road.arguments.contains("loads"));
            });
    });
    std::vector<FigureSeries> out;
    for (std::size_t i = 0; i < figure.series.size(); ++i) {
        const PrintedSeries& from = figure.series[i];
        if (from.road.quantity != nullptr) {
            out.push_back(static_series(figure, from, bench));
            continue;
        }
        const auto add = [&](FigureSeries series, const std::string& name) {
            series.name = name;
            series.panel = from.panel;
            out.push_back(std::move(series));
        };
        add(std::move(modelled[i]), from.name);
        if (bench.simulate)
            add(simulated_curve(from.networks.front(), from.road.arguments, bench), from.name + ", simulated");
    }
    return out;
}

Table points_table(const PrintedTable& table, const PrintedFigure& figure, std::span<const FigureSeries> series) {
    Table out{table.place + ": " + table.title, {}, {}, {}};
    const std::vector<std::string> panels = panels_of(series), names = names_of(figure);
    const bool several = panels.size() > 1;
    if (several) out.columns.push_back({"panel", ""});
    out.columns.push_back({figure.x_column, ""});
    // A series of several panels is one column.
    std::vector<std::string> columns;
    const auto at_of = [&](const std::string& name) {
        const auto found = std::ranges::find(columns, name);
        if (found != columns.end()) return static_cast<std::size_t>(found - columns.begin());
        columns.push_back(name);
        out.columns.push_back({name, ""});
        return columns.size() - 1;
    };
    const std::size_t front = several ? 2 : 1;
    std::vector<std::map<double, std::map<std::size_t, Value>>> cells(panels.size());
    for (const FigureSeries& s : series) {
        const auto panel = static_cast<std::size_t>(std::ranges::find(panels, s.panel) - panels.begin());
        const bool printed = std::ranges::any_of(s.points, [](const FigurePoint& p) { return !p.printed.empty(); });
        const std::size_t at = at_of(column_name(s));
        const std::size_t beside = printed ? at_of(column_name(s) + "_printed") : 0;
        for (const FigurePoint& p : s.points) {
            cells[panel][p.x][at] = p.y;
            if (printed && !p.printed.empty()) {
                const auto number = number_in<double>(p.printed);
                cells[panel][p.x][beside] = number ? Value(*number) : Value(p.printed);
            }
        }
    }
    std::set<std::string> commands;
    for (const PrintedSeries& s : figure.series) commands.insert(s.command);
    for (const std::string& words : commands) {
        const std::size_t blank = words.rfind(' ');
        out.notes.push_back("the same numbers: column " + words.substr(blank + 1) + " of 'wafernet " +
                            words.substr(0, blank) + "'");
    }
    for (std::size_t panel = 0; panel < panels.size(); ++panel) {
        for (const auto& [x, values] : cells[panel]) {
            std::vector<Value> row;
            if (several) row.emplace_back(panels[panel]);
            const auto position = static_cast<std::size_t>(x);
            if (names.empty() || position >= names.size()) row.emplace_back(x);
            else row.emplace_back(names[position]);
            row.resize(front + columns.size(), Value(Missing{"no point"}));
            for (const auto& [at, value] : values) row[front + at] = value;
            out.add(std::move(row));
        }
    }
    return out;
}

std::vector<Plot> figure_plots(const PrintedTable& table, const PrintedFigure& figure,
                               std::span<const FigureSeries> series, std::span<const Finding> findings) {
    std::vector<Plot> plots;
    for (const std::string& panel : panels_of(series)) {
        Plot plot;
        plot.title = panel;
        plot.kind = figure.bars ? PlotKind::bars : PlotKind::curves;
        plot.x = {figure.x, names_of(figure), figure.log_x};
        plot.y = {figure.y, {}, figure.log_y};
        for (const FigureSeries& s : series) {
            if (s.panel != panel) continue;
            PlotSeries drawn{s.name, {}, !s.simulated}, printed{s.name + ", printed", {}, false};
            for (const FigurePoint& p : s.points) {
                if (const auto y = number_of(p.y)) drawn.points.push_back({p.x, *y, p.half_width});
                if (const auto y = number_in<double>(p.printed)) printed.points.push_back({p.x, *y, std::nullopt});
            }
            plot.series.push_back(std::move(drawn));
            if (!printed.points.empty()) plot.series.push_back(std::move(printed));
        }
        plots.push_back(std::move(plot));
    }
    std::erase_if(plots, [](const Plot& plot) {
        return std::ranges::all_of(plot.series, [](const PlotSeries& s) { return s.points.empty(); });
    });
    if (plots.empty()) return plots;
    if (const std::string title = table.place + ": " + table.title; plots.size() == 1 && plots.front().title.empty())
        plots.front().title = title;
    else plots.front().heading = title;
    plots.back().notes = verdict_lines(findings);
    for (const PrintedSeries& s : figure.series) {
        std::string words;
        for (const std::string& word : s.networks) words += (words.empty() ? ": " : ", ") + word;
        if (words != ": " + s.name)
            plots.back().notes.push_back(s.name + (s.panel.empty() ? "" : ", " + s.panel) + words);
    }
    for (const FigureSeries& s : series) {
        if (!s.problem.empty())
            plots.back().notes.push_back(s.name + (s.panel.empty() ? "" : ", " + s.panel) + ": no curve, " + s.problem);
    }
    return plots;
}

}  // namespace wafernet::published
