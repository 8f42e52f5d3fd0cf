// wafernet compare: the figures of several networks, one row a network.
#include <algorithm>
#include <map>
#include <memory>

#include "../command.hpp"
#include "../figures.hpp"
#include "../values.hpp"
#include "wafernet/error.hpp"
#include "wafernet/network.hpp"

namespace wafernet::cli {

namespace {

struct Options {
    std::vector<std::string> networks;
    std::vector<std::string> metrics;
    bool thorough = false;
    bool simulate = false;
};

struct Row {
    std::string network;
    std::map<std::string, Value> values;
};

// The columns asked for, in that order, behind nodes.
std::vector<std::string> chosen(const std::vector<std::string>& metrics) {
    std::vector<std::string> columns{"nodes"};
    for (const std::string& metric : metrics) {
        if (std::find(std::begin(compared_metrics), std::end(compared_metrics), metric) == std::end(compared_metrics)) {
            throw InputError("unknown metric '" + one_line(metric) + "'" + did_you_mean(metric, compared_metrics) + ", 'wafernet estimate' shows those of a network");
        }
        if (std::find(columns.begin(), columns.end(), metric) == columns.end()) columns.push_back(metric);
    }
    return columns;
}

// All columns of which some network has the figure.
std::vector<std::string> of_any(const std::vector<Row>& rows) {
    std::vector<std::string> columns;
    for (const std::string_view metric : compared_metrics) {
        const std::string column(metric);
        if (std::any_of(rows.begin(), rows.end(), [&](const Row& row) { return row.values.contains(column); })) columns.push_back(column);
    }
    return columns;
}

int compare(Run& run, const Options& options) {
    check_words(options.networks);
    const std::vector<std::string> asked = chosen(options.metrics);
    std::vector<Row> rows;
    for (const std::string& word : options.networks) {
        run.progress("compare", rows.size(), options.networks.size());
        const auto row = Run::unless_interrupted([word, common = run.common(), thorough = options.thorough, simulate = options.simulate] {
            const Network network = make_network(word);
            Row out{network.word, {}};
            for (const Figure& f : figures({network, common.threads, common.seed, thorough, simulate})) {
                if (f.compared) out.values.emplace(f.metric, f.value);
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
    const std::vector<std::string> columns = options.metrics.empty() ? of_any(rows) : asked;
    Table table{"", {{"network", ""}}, {}, {}};
    for (const std::string& column : columns) table.columns.push_back({column, ""});
    for (const Row& row : rows) {
        std::vector<Value> values{row.network};
        for (const std::string& column : columns) {
            const auto found = row.values.find(column);
            const char* why = column.starts_with("simulated_") && !options.simulate ? "ask with --simulate" : "means nothing for this network";
            values.push_back(found == row.values.end() ? Value(Missing{why}) : found->second);
        }
        table.add(std::move(values));
    }
    run.print(table);
    return all ? 0 : 1;
}

}  // namespace

Command compare_command() {
    const auto o = std::make_shared<Options>();
    return {"compare",
            "the figures of several networks, one row a network",
            "wafernet compare htn:4,4,2,1 torus:32x32 mesh:32x32\n"
            "wafernet compare htn:4,4,2,1 torus:32x32 --metric diameter_hops --metric routed_diameter_hops\n"
            "wafernet compare htn:4,4,2,0 torus:8x8x16 --format csv -o compare.csv",
            {{"networks", "network words, such as htn:4,4,2,1", &o->networks, true},
             {"--metric", "a column to show, as 'estimate' calls it; repeat it for more; all where none is given", &o->metrics},
             {"--thorough", thorough_words, &o->thorough},
             {"--simulate", "also simulate: latency at low load and saturation", &o->simulate}},
            [o](Run& run) { return compare(run, *o); }};
}

}  // namespace wafernet::cli
