// One line a point: what identifies the case, then load, status, latency, the half width of its 95 % confidence
// interval, and the latency from creation.
#include "reference.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>

#include "values.hpp"
#include "wafernet/core/error.hpp"

namespace wafernet::cli {

namespace {

constexpr const char* header =
    "network,preset,routing,vc_rule,ties,traffic,vcs,flits,buffer,link_cycles,include_self,hotspot_fraction,hotspot_"
    "nodes,seeds,cycles,messages,seed,"
    "load_flits_per_node_cycle,status,latency_cycles,latency_ci95,total_latency_cycles";

// FNV-1a of 64 bits.
class Digest {
public:
    void add(const void* data, std::size_t size) {
        for (const auto* byte = static_cast<const unsigned char*>(data); size > 0; ++byte, --size)
            sum_ = (sum_ ^ *byte) * 0x100000001B3ULL;
    }
    template <class T>
    void add(T value) {
        add(&value, sizeof value);
    }
    [[nodiscard]] std::string text() const {
        std::ostringstream out;
        out << '#' << std::hex << sum_;
        return out.str();
    }

private:
    std::uint64_t sum_ = 0xCBF29CE484222325ULL;
};

// A file's name says nothing of what it holds: the links, their cycles and the terminals of a network; what every node
// sends.
std::string held(const Network& network) {
    if (network.family != nullptr) return {};
    Digest digest;
    const Graph& graph = network.graph;
    for (Channel c = 0; c < graph.channels(); ++c) digest.add(graph.source(c)), digest.add(graph.target(c));
    for (Link l = 0; graph.directed() && l < graph.links(); ++l) digest.add(graph.one_way(l) ? 1 : 0);
    for (const auto cycles : network.channel_latency_cycles) digest.add(cycles);
    for (const Node v : network.terminals) digest.add(v);
    for (const Node v : network.router_of_terminal) digest.add(v);
    return digest.text();
}

std::string held(const std::string& word, const Traffic& traffic, Node nodes) {
    if (!word.starts_with("file:")) return {};
    Digest digest;
    std::vector<Demand> row;
    for (Node v = 0; v < nodes; ++v) {
        digest.add(traffic.rate(v));
        traffic.row(v, row);
        for (const Demand& d : row) digest.add(d.destination), digest.add(d.share);
    }
    return digest.text();
}

std::string case_of(const std::string& network, const DynamicChoice& choice, const LatencyCase& c,
                    const SimulationEffort& effort) {
    std::ostringstream key;
    key << '"' << network << held(*c.network) << "\"," << c.options.preset << ',' << c.routing_name << ','
        << c.rule.name << ',' << choice.ties << ',' << choice.traffic
        << held(choice.traffic, *c.traffic, c.network->graph.nodes()) << ',' << c.options.vcs << ','
        << c.options.lengths.front().flits << ',' << c.options.buffer_flits << ',' << c.options.link_cycles << ','
        << (choice.include_self ? 1 : 0) << ',' << choice.hotspot_fraction.value_or(0.05) << ','
        << choice.hotspot_nodes.value_or(0) << ',' << effort.seeds << ',' << effort.cycles << ',' << effort.messages
        << ',' << effort.first_seed;
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

Reference::Reference(std::string file) : file_(std::move(file)) {
    if (file_.empty() || !std::filesystem::exists(file_)) return;
    if (std::filesystem::is_directory(file_)) throw InputError("--reference " + file_ + " is a directory, need a file");
    std::ifstream in(file_);
    if (!in) throw InputError("--reference " + file_ + " cannot be read");
    int lines = 0;
    bool begun = false;
    for (std::string line; std::getline(in, line);) {
        const std::string place = file_ + ":" + std::to_string(++lines);
        if (line.starts_with('#')) continue;  // where the points come from
        if (!std::exchange(begun, true)) {
            if (line != header)
                throw InputError(place + ": not a file of simulated points, need the header " +
                                 std::string(header).substr(0, 40) + "..");
            continue;
        }
        // Fields from the right; a network word may hold commas.
        std::string rest = line;
        const auto last = [&] {
            const std::size_t comma = rest.rfind(',');
            if (comma == std::string::npos)
                throw InputError(place + ": too few fields, need one for each of the header's");
            const std::string field = rest.substr(comma + 1);
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
        if (p.status != "ok" && p.status != "saturated" && p.status != "deadlock") {
            throw InputError(place + ": status '" + one_line(p.status) + "', need ok, saturated or deadlock");
        }
        const double load = real_number(last(), place + ": load_flits_per_node_cycle");
        const std::string key = rest;
        for (const char* name : {"seed", "messages", "cycles", "seeds", "hotspot_nodes"})
            (void)whole_number(last(), place + ": " + name);
        (void)real_number(last(), place + ": hotspot_fraction");
        for (const char* name : {"include_self", "link_cycles", "buffer", "flits", "vcs"})
            (void)whole_number(last(), place + ": " + name);
        known_[key][load] = p;
    }
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
        const double per_cycle =
            load * static_cast<double>(c.network->graph.nodes()) / static_cast<double>(c.options.lengths.front().flits);
        cycles = std::max(cycles, static_cast<std::uint64_t>(
                                      std::min(1e7, std::ceil(static_cast<double>(effort.messages) / per_cycle))));
    }
    SimulatedPoint p = simulate_point(c, load, static_cast<unsigned>(effort.seeds), cycles, effort.first_seed);
    for (std::optional<double>* x : {&p.latency, &p.ci95, &p.total}) {
        if (*x) *x = std::stod(printed(**x));  // as the file keeps it
    }
    points[at] = p;
    if (!file_.empty()) {
        const std::uintmax_t before = std::filesystem::exists(file_) ? std::filesystem::file_size(file_) : 0;
        std::ofstream out(file_, std::ios::app);
        if (!out) throw InputError("--reference " + file_ + " cannot be written");
        if (before == 0) out << header << '\n';
        const auto field = [](const std::optional<double>& x) { return x ? printed(*x) : std::string(); };
        out << key << ',' << printed(load) << ',' << p.status << ',' << field(p.latency) << ',' << field(p.ci95) << ','
            << field(p.total) << '\n';
        out.close();
        if (!out) {
            std::error_code ignored;
            std::filesystem::resize_file(file_, before, ignored);  // no half line
            throw ComputationError("--reference " + file_ + ": a point cannot be written, is the disk full");
        }
    }
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
    // What a file knows stands, that of the longest runs first.
    const auto kept = [&]() -> std::optional<SimulatedSaturation> {
        for (const std::uint64_t cycles : {8 * effort.cycles, 2 * effort.cycles, effort.cycles}) {
            const auto points = known_.find(case_of(network, choice, c, of_length(cycles)));
            if (points == known_.end()) continue;
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
            if (high == 0.0 && low >= c.simulation.injection_channels)
                return SimulatedSaturation{low, low, low, true, cycles};
        }
        return std::nullopt;
    };
    if (const auto known = kept()) return *known;
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
    return kept().value_or(found);  // as whoever reads the file next has it
}

}  // namespace wafernet::cli
