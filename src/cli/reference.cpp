// One line a point: what identifies the case, then load, status, latency, the half width of its 95 % confidence
// interval, and the latency from creation. In a store what identifies case and load is the key of the point.
#include "reference.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>

#include "base/text.hpp"
#include "digest.hpp"
#include "points/columns.hpp"
#include "points/text_journal.hpp"
#include "values.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet::cli {

namespace {

constexpr const char* header =
    "network,preset,routing,vc_rule,ties,traffic,vcs,flits,buffer,link_cycles,include_self,hotspot_fraction,hotspot_"
    "nodes,seeds,cycles,messages,seed,"
    "load_flits_per_node_cycle,status,latency_cycles,latency_ci95,total_latency_cycles";

std::string case_of(const std::string& network, const DynamicChoice& choice, const LatencyCase& c,
                    const SimulationEffort& effort) {
    std::ostringstream key;
    key << '"' << network << digest_of(*c.network) << "\"," << c.options.router.preset << ',' << c.routing_name << ','
        << c.rule.name << ',' << choice.ties << ',' << choice.traffic
        << digest_of(choice.traffic, *c.traffic, c.network->graph.nodes()) << ',' << c.options.router.vcs << ','
        << c.options.router.lengths.front().flits << ',' << c.options.router.buffer_flits << ','
        << c.options.router.link_cycles << ',' << (choice.include_self ? 1 : 0) << ','
        << choice.hotspot_fraction.value_or(0.05) << ',' << choice.hotspot_nodes.value_or(0) << ',' << effort.seeds
        << ',' << effort.cycles << ',' << effort.messages << ',' << effort.first_seed;
    return key.str();
}

std::string printed(double x) {
    char text[32];
    std::snprintf(text, sizeof text, "%.8g", x);
    return text;
}

}  // namespace

double four_digits(double load) {
    if (!(load > 0.0)) return 0.0;
    const double scale = std::pow(10.0, 4 - std::ceil(std::log10(load)));
    return std::round(load * scale) / scale;
}

// The fields of one line from the right; a network word may hold commas.
void Reference::read_line(const std::string& line, const std::string& place) {
    std::string rest = line;
    const auto last = [&] {
        const std::size_t comma = rest.rfind(',');
        if (comma == std::string::npos) throw InputError(place + ": too few fields, need one for each of the header's");
        std::string field = rest.substr(comma + 1);
        rest.resize(comma);
        return field;
    };
    const auto number = [&](const char* name) -> std::optional<double> {
        const std::string field = last();
        if (field.empty()) return std::nullopt;
        return real_number(field, place + ": " + name);
    };
    SimulatedPoint p;
    p.total = number("total_latency_cycles");
    p.ci95 = number("latency_ci95");
    p.latency = number("latency_cycles");
    p.status = last();
    if (p.status != "ok" && p.status != "saturated" && p.status != "deadlock")
        throw InputError(place + ": status '" + one_line(p.status) + "', need ok, saturated or deadlock");
    const double load = real_number(last(), place + ": load_flits_per_node_cycle");
    const std::string key = rest;
    for (const char* name : {"seed", "messages", "cycles", "seeds", "hotspot_nodes"})
        (void)whole_number(last(), place + ": " + name);
    (void)real_number(last(), place + ": hotspot_fraction");
    for (const char* name : {"include_self", "link_cycles", "buffer", "flits", "vcs"})
        (void)whole_number(last(), place + ": " + name);
    known_[key][load] = p;
}

// A CSV file of points, which is read whole and never written; false: it is none.
bool Reference::read_csv(const std::string& file) {
    std::ifstream in(file);
    bool begun = false;
    int lines = 0;
    std::string line;
    for (; std::getline(in, line);) {
        const std::string place = file + ":" + std::to_string(++lines);
        if (line.starts_with('#')) continue;  // where the points come from
        if (begun) {
            if (in.eof())
                throw InputError(place + ": the last line has no end and may be cut short, need it whole or gone");
            read_line(line, place);
        } else if (line != header) {
            return false;
        }
        begun = true;
    }
    return begun;
}

namespace {

// The fields of a case and its load, of which the first alone holds commas, in quotes.
NamedValues options_of(const std::string& key) {
    const std::string names = std::string(header).substr(0, std::string(header).find(",status"));
    std::vector<std::string_view> columns = split(names, ',');
    NamedValues options;
    std::string rest = key;
    for (; columns.size() > 1; columns.pop_back()) {
        const std::size_t comma = std::min(rest.rfind(','), rest.size());
        options.emplace_back(columns.back(), value_of(rest.substr(std::min(comma + 1, rest.size()))));
        rest.resize(comma);
    }
    options.emplace_back(columns.front(), rest);
    std::reverse(options.begin(), options.end());
    return options;
}

PointResult result_of(const SimulatedPoint& p) {
    PointResult result;
    result.table.columns = {"status", "latency_cycles", "latency_ci95", "total_latency_cycles"};
    result.table.add({p.status, value_or(p.latency, {}), value_or(p.ci95, {}), value_or(p.total, {})});
    return result;
}

}  // namespace

Reference::Reference(const std::string& file, const Run* run) {
    if (file.empty()) return;
    std::error_code none;
    const bool csv = std::filesystem::is_regular_file(file, none) && read_csv(file);
    given_ = known_;
    const std::string path = csv ? file + ".db" : file;
    const auto from_journal = [&](const TextJournal&, const std::string& words, const std::string& text) {
        read_line(words + ',' + text, path);
        const auto& [key, points] = *known_.find(words.substr(0, words.rfind(',')));
        const double load = real_number(words.substr(words.rfind(',') + 1), path);
        return JournalPoint{words, options_of(words), result_of(points.at(load))};
    };
    store_ = open_store(run, path, "validate", use_of(path), from_journal, csv ? file + ".journal" : std::string());
    read_store();
}

void Reference::read_store() {
    store_->for_each([&](const std::string& key, const PointResult& result) {
        if (result.table.rows.size() != 1 || result.table.columns.size() != 4) return;
        const std::vector<Value>& cells = result.table.rows.front();
        const auto number = [&](std::size_t i) {
            const auto* x = std::get_if<double>(&cells[i]);
            return x == nullptr ? std::nullopt : std::optional(*x);
        };
        SimulatedPoint p;
        p.status = std::get<std::string>(cells[0]);
        p.latency = number(1);
        p.ci95 = number(2);
        p.total = number(3);
        const std::size_t comma = key.rfind(',');
        known_[key.substr(0, comma)][real_number(key.substr(comma + 1), store_->path())] = p;
    });
}

SimulatedPoint Reference::at(const std::string& network, const DynamicChoice& choice, const LatencyCase& c, double load,
                             const SimulationEffort& effort) {
    return point(case_of(network, choice, c, effort), c, load, effort);
}

SimulatedPoint Reference::point(const std::string& key, const LatencyCase& c, double load,
                                const SimulationEffort& effort) {
    const double at = std::stod(printed(load));
    auto& points = known_[key];
    if (const auto found = points.find(at); found != points.end()) return found->second;
    std::uint64_t cycles = effort.cycles;
    if (effort.messages > 0 && !c.simulation.from_empty && load > 0.0) {
        const double per_cycle = load * static_cast<double>(c.network->graph.nodes()) /
                                 static_cast<double>(c.options.router.lengths.front().flits);
        cycles = std::max(cycles, static_cast<std::uint64_t>(
                                      std::min(1e7, std::ceil(static_cast<double>(effort.messages) / per_cycle))));
    }
    SimulatedPoint p = simulate_point(c, load, static_cast<unsigned>(effort.seeds), cycles, effort.first_seed);
    for (std::optional<double>* x : {&p.latency, &p.ci95, &p.total}) {
        if (*x) *x = std::stod(printed(**x));  // as the file keeps it
    }
    points[at] = p;
    const std::string point_key = key + ',' + printed(load);
    if (store_) store_->keep(point_key, options_of(point_key), result_of(p));
    return p;
}

SimulatedSaturation Reference::saturation(const std::string& network, const DynamicChoice& choice, const LatencyCase& c,
                                          double limit, double guess, const SimulationEffort& effort) {
    const auto above = [&](const SimulatedPoint& p) {
        if (p.status == "deadlock") throw ComputationError(c.network->word + " deadlocks, it cannot be validated");
        return !p.total || *p.total > limit;
    };
    const auto of_length = [&](std::uint64_t cycles) {
        SimulationEffort e = effort;
        e.messages = static_cast<std::uint64_t>(static_cast<double>(e.messages) * static_cast<double>(cycles) /
                                                static_cast<double>(e.cycles));
        e.cycles = cycles;
        return e;
    };
    // Of the longest runs first.
    const auto kept_in = [&](const Points& known) -> std::optional<SimulatedSaturation> {
        for (const std::uint64_t cycles : {8 * effort.cycles, 2 * effort.cycles, effort.cycles}) {
            const auto points = known.find(case_of(network, choice, c, of_length(cycles)));
            if (points == known.end()) continue;
            double low = 0.0, high = 0.0;
            for (const auto& [load, p] : points->second) {
                if (above(p)) {
                    high = load;
                    break;
                }
                low = load;
            }
            if (low > 0.0 && high > 0.0 && high - low <= 0.02 * low)
                return SimulatedSaturation{(low + high) / 2.0, low, high, true, cycles};
            if (high == 0.0 && low >= c.simulation.router.ports.injection_channels)
                return SimulatedSaturation{low, low, low, true, cycles};
        }
        return std::nullopt;
    };
    // What a file of CSV knows stands. A store may hold half of a search, which goes on as if it had not ended.
    if (const auto known = kept_in(given_)) return *known;
    SaturationRuns runs;
    runs.judge = [&](double load, std::uint64_t cycles) -> SaturationRuns::Verdict {
        const SimulationEffort e = of_length(cycles);
        const SimulatedPoint p = point(case_of(network, choice, c, e), c, four_digits(load), e);
        return {above(p), p.total ? 1.0 - *p.total / limit : -1.0, std::nullopt};
    };
    const SimulationSetup setup{*c.network, *c.routing, c.rule, *c.traffic};
    const LoadLimit most = greatest_load(setup, c.simulation);
    const SimulatedSaturation found =
        search_saturation(runs, effort.cycles, most.load, most.past, std::min(guess, most.load), 0.02);
    return kept_in(known_).value_or(found);  // as whoever reads the file next has it
}

}  // namespace wafernet::cli
