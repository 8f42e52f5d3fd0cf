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

// The columns asked for, in that order; all of them where none is asked for. nodes is always the first.
std::vector<std::string> chosen(const std::vector<std::string>& metrics, const std::vector<std::string>& all) {
    if (metrics.empty()) return all;
    std::vector<std::string> columns{"nodes"};
    const std::vector<std::string_view> known(all.begin(), all.end());
    for (const std::string& metric : metrics) {
        if (std::find(all.begin(), all.end(), metric) == all.end()) {
            throw InputError("unknown metric '" + one_line(metric) + "'" + did_you_mean(metric, known) + ", 'wafernet estimate' shows those of a network");
        }
        if (std::find(columns.begin(), columns.end(), metric) == columns.end()) columns.push_back(metric);
    }
    return columns;
}

int compare(Run& run, const Options& options) {
    check_words(options.networks);
    std::vector<std::string> all{"nodes"};  // networks of shared channels have figures before their nodes
    std::vector<Row> rows;
    for (const std::string& word : options.networks) {
        run.progress("compare", rows.size(), options.networks.size());
        const Network network = make_network(word);
        Row row{network.word, {}};
        for (const Figure& f : figures({network, run.common().threads, run.common().seed, options.thorough, options.simulate})) {
            if (!f.compared) continue;
            if (std::find(all.begin(), all.end(), f.metric) == all.end()) all.push_back(f.metric);
            row.values.emplace(f.metric, f.value);
        }
        rows.push_back(std::move(row));
    }
    run.progress("compare", rows.size(), rows.size());
    const std::vector<std::string> columns = chosen(options.metrics, all);
    Table table{"", {{"network", ""}}, {}, {}};
    for (const std::string& column : columns) table.columns.push_back({column, ""});
    for (const Row& row : rows) {
        std::vector<Value> values{row.network};
        for (const std::string& column : columns) {
            const auto found = row.values.find(column);
            values.push_back(found == row.values.end() ? Value(Missing{"means nothing for this network"}) : found->second);
        }
        table.add(std::move(values));
    }
    run.print(table);
    return 0;
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
             {"--thorough", "spend seconds rather than milliseconds where that gives more", &o->thorough},
             {"--simulate", "also simulate: latency at low load and saturation", &o->simulate}},
            [o](Run& run) { return compare(run, *o); }};
}

}  // namespace wafernet::cli
