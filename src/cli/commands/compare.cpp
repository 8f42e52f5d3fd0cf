// wafernet compare: the figures of several networks, one row a network.
#include <algorithm>
#include <map>
#include <memory>

#include "../command.hpp"
#include "../figures.hpp"
#include "../selection.hpp"
#include "../values.hpp"
#include "wafernet/error.hpp"
#include "wafernet/network.hpp"

namespace wafernet::cli {

namespace {

struct Options {
    std::vector<std::string> networks;
    SelectionWords words;
    bool thorough = false;
    bool simulate = false;
    FigureChoice choice;
};

struct Row {
    std::string network, design_point;
    std::map<std::string, Figure> figures;
};

// The columns asked for, in that order, behind nodes.
std::vector<std::string> chosen(const std::vector<std::string>& words) {
    std::vector<std::string> columns{"nodes"};
    for (const std::string& metric : metrics_named(words, compared_metrics)) {
        if (metric != "nodes") columns.push_back(metric);
    }
    return columns;
}

// Throws InputError for a metric of which no network has the figure: a column of reasons would say nothing.
void check_any(const std::vector<Row>& rows, const std::vector<std::string>& columns, bool simulate) {
    for (const std::string& column : columns) {
        if (std::any_of(rows.begin(), rows.end(), [&](const Row& row) { return row.figures.contains(column); })) continue;
        throw InputError("--metric " + column + ": none of the networks has this figure" + (column.starts_with("simulated_") && !simulate ? ", --simulate gives it" : ""));
    }
}

// All columns of which some network has the figure, and more than aside.
std::vector<std::string> of_any(const std::vector<Row>& rows) {
    std::vector<std::string> columns;
    for (const std::string_view metric : compared_metrics) {
        const std::string column(metric);
        if (std::any_of(rows.begin(), rows.end(), [&](const Row& row) {
                const auto found = row.figures.find(column);
                return found != row.figures.end() && !found->second.aside;
            })) {
            columns.push_back(column);
        }
    }
    return columns;
}

int compare(Run& run, const Options& options) {
    check_words(options.networks);
    check_choice(options.choice, options.networks);
    const std::vector<std::string> asked = chosen(options.words.metrics);
    const Selection selection = options.words.selection(compared_metrics);
    std::vector<Row> rows;
    for (const std::string& word : options.networks) {
        run.progress("compare, now " + word, rows.size(), options.networks.size(), "networks");
        const auto row = Run::unless_interrupted([word, common = run.common(), options] {
            const Network network = make_network(word);
            const FigureRequest request{network, common.threads, common.seed, options.thorough, options.simulate, options.choice};
            Row out{network.word, design_point(request), {}};
            for (const Figure& f : figures(request)) {
                if (f.compared) out.figures.emplace(f.metric, f);
            }
            return out;
        });
        if (!row) break;
        rows.push_back(*row);
        if (Run::interrupted()) break;
    }
    if (rows.empty()) throw ComputationError("interrupted");
    const bool all = rows.size() == options.networks.size();
    if (!all) run.warn("interrupted: only the finished networks are shown");
    run.progress("compare", rows.size(), rows.size());
    if (!options.words.metrics.empty() && all) check_any(rows, asked, options.simulate);
    const std::vector<std::string> columns = options.words.metrics.empty() ? of_any(rows) : asked;
    Table table{"", {{"network", ""}}, {}, {}};
    for (const std::string& column : columns) table.columns.push_back({column, column == "cost" ? cost_title : ""});
    const bool own = !(options.choice == FigureChoice{});
    if (own) table.columns.push_back({"design_point", ""});
    const auto order = selected_rows(rows.size(), selection, [&](std::size_t i, const std::string& metric) -> std::optional<Value> {
        const auto found = rows[i].figures.find(metric);
        return found == rows[i].figures.end() ? std::nullopt : std::optional<Value>(found->second.value);
    });
    if (order.empty()) run.warn("no network meets the conditions of --where");
    for (const std::size_t i : order) {
        const Row& row = rows[i];
        std::vector<Value> values{row.network};
        for (const std::string& column : columns) {
            const auto found = row.figures.find(column);
            const char* why = column.starts_with("simulated_") && !options.simulate ? "ask with --simulate" : "means nothing for this network";
            values.push_back(found == row.figures.end() ? Value(Missing{why}) : found->second.value);
        }
        if (own) values.emplace_back(row.design_point);
        table.add(std::move(values));
    }
    run.print(table);
    return all ? 0 : 1;
}

}  // namespace

Command compare_command() {
    const auto o = std::make_shared<Options>();
    std::vector<Option> all{{"networks", "network words, such as htn:4,4,2,1", &o->networks, true},
                            {"--thorough", thorough_words, &o->thorough},
                            {"--simulate", simulate_words, &o->simulate}};
    for (Option& option : o->words.options()) all.push_back(std::move(option));
    for (Option& option : figure_options(o->choice)) all.push_back(std::move(option));
    return {"compare",
            "the figures of several networks, one row a network",
            "wafernet compare htn:4,4,2,1 torus:32x32 mesh:32x32\n"
            "wafernet compare htn:4,4,2,1 torus:32x32 --metric links,diameter_h,routed_d\n"
            "wafernet compare htn:4,4,2,0 torus:32x32 h3dm:4,4,2,0 --where deadlock_free=yes --sort -bisection_links\n"
            "wafernet compare htn:4,4,2,0 torus:8x8x16 --format csv -o compare.csv\n"
            "wafernet compare mesh:6x6 torus:6x6 --planes 4 --technology tsv --traffic transpose --preset booksim-min --vcs 4 --flits 5",
            std::move(all), [o](Run& run) { return compare(run, *o); }};
}

}  // namespace wafernet::cli
