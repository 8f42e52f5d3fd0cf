// wafernet validate: the latency model against the simulator, and what is left of the stated targets.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <sstream>

#include "../command.hpp"
#include "../validation.hpp"
#include "../values.hpp"
#include "wafernet/error.hpp"

namespace wafernet::cli {

namespace {

struct Options {
    std::vector<std::string> networks;
    LatencyChoice choice;
    std::string set;
    std::string fractions = "0.1:0.8:0.1";
    std::uint64_t seeds = 5;
    std::uint64_t cycles = 20000;
    std::string cache;
    std::optional<double> mean_target, worst_target;
    bool summary = false;
};

std::string key_of(const std::string& network, const LatencyChoice& c, const LatencyCase& made, const Options& o, std::uint64_t seed) {
    std::ostringstream key;
    key << network << ' ' << c.preset << ' ' << made.routing_name << ' ' << made.rule.name << ' ' << c.ties << ' ' << c.traffic << ' ' << made.options.vcs << ' '
        << made.options.buffer_flits << ' ' << made.options.lengths.front().flits << ' ' << made.options.link_cycles << ' ' << c.include_self << ' '
        << c.hotspot_fraction.value_or(0.05) << ' ' << c.hotspot_nodes.value_or(0) << ' ' << o.seeds << ' ' << o.cycles << ' ' << seed;
    return key.str();
}

// Simulated points, remembered in a file: "key;load;status;latency".
class Simulations {
public:
    explicit Simulations(std::string file) : file_(std::move(file)) {
        if (file_.empty()) return;
        std::ifstream in(file_);
        for (std::string line; std::getline(in, line);) {
            std::istringstream parts(line);
            std::string key, load, status, latency;
            std::getline(parts, key, ';');
            std::getline(parts, load, ';');
            std::getline(parts, status, ';');
            std::getline(parts, latency, ';');
            if (status.empty()) continue;
            SimulatedPoint p;
            p.status = status;
            if (!latency.empty()) p.latency = real_number(latency, "the cache " + file_);
            known_[key + ';' + load] = p;
        }
    }
    SimulatedPoint get(const std::string& key, const LatencyCase& c, double load, const Options& o, std::uint64_t seed) {
        std::ostringstream at;
        at.precision(6);
        at << load;
        const std::string full = key + ';' + at.str();
        if (const auto found = known_.find(full); found != known_.end()) return found->second;
        const SimulatedPoint p = simulate_point(c, load, static_cast<unsigned>(o.seeds), o.cycles, seed);
        known_[full] = p;
        if (!file_.empty()) {
            std::ofstream out(file_, std::ios::app);
            if (!out) throw InputError("--cache " + file_ + " cannot be written");
            out.precision(10);
            out << full << ';' << p.status << ';';
            if (p.latency) out << *p.latency;
            out << '\n';
        }
        return p;
    }

private:
    std::string file_;
    std::map<std::string, SimulatedPoint> known_;
};

double rounded(double load) {
    const double scale = std::pow(10.0, 4 - std::ceil(std::log10(load)));
    return std::round(load * scale) / scale;
}

// Load at which the simulated mean latency passes eight times its value without load, within 2 %.
double simulated_saturation(Simulations& simulations, const std::string& key, const LatencyCase& c, const LatencyModel& model, const Options& o, std::uint64_t seed) {
    const double limit = 8.0 * model.zero_load_latency();
    const auto above = [&](double load) {
        const SimulatedPoint p = simulations.get(key, c, load, o, seed);
        if (p.status == "deadlock") throw ComputationError(c.network->word + " deadlocks at load " + std::to_string(load) + ", it cannot be validated");
        return !p.latency || *p.latency > limit;
    };
    const double most = c.simulation.injection_channels;
    double low = 0.0, high = most;
    double load = rounded(model.saturation().load);
    for (double step = 0.15; high - low > 0.02 * low;) {
        if (above(load)) high = load;
        else low = load;
        if (low == 0.0) load = rounded(load * (1.0 - step));
        else if (high == most) load = std::min(rounded(load * (1.0 + step)), most);
        else load = rounded((low + high) / 2.0);
        if (load <= low || load >= high) break;
    }
    return (low + high) / 2.0;
}

struct Band {
    double sum = 0.0, worst = 0.0;
    int points = 0, wrong = 0;
    void add(double error) {
        sum += std::abs(error);
        worst = std::max(worst, std::abs(error));
        ++points;
    }
    [[nodiscard]] double mean() const { return points > 0 ? sum / points : 0.0; }
};

int run_validate(Run& run, const Options& o) {
    if (o.seeds < 1 || o.seeds > 100) throw InputError("--seeds is " + std::to_string(o.seeds) + ", need a number from 1 to 100");
    if (o.cycles < 1000 || o.cycles > 100000000) throw InputError("--cycles is " + std::to_string(o.cycles) + ", need a number from 1000 to 100000000");
    if (o.set.empty() == o.networks.empty()) throw InputError("need either network words or --set A, B, C or D");
    const std::vector<double> fractions = number_range(o.fractions, "--fractions", 0.001, 0.999);
    check_words(o.networks);
    std::vector<ValidationCase> cases;
    if (!o.set.empty()) {
        cases = validation_set(o.set);
        for (ValidationCase& c : cases) c.choice.method = o.choice.method;
    }
    for (const std::string& word : o.networks) cases.push_back({word, o.choice});

    Table table{"model against simulation",
                {{"network", ""}, {"traffic", ""}, {"load_fraction", "", 2}, {"model", "", 2}, {"simulated", "", 2}, {"error_percent", "", 2}, {"vcs", ""},
                 {"flits", ""}, {"buffer", ""}, {"load_flits_per_node_cycle", "", 5}, {"status", ""}},
                {}, {}};
    Table limits{"saturation load, flits per node and cycle",
                 {{"network", ""}, {"traffic", ""}, {"vcs", ""}, {"flits", ""}, {"buffer", ""}, {"model", "", 4}, {"simulated", "", 4}, {"error_percent", "", 1}, {"lower", "", 4}, {"upper", "", 4}},
                 {}, {}};
    Simulations simulations(o.cache);
    std::map<double, Band> bands;
    std::vector<double> saturations;
    bool skipped = false;
    std::uint64_t done = 0;
    for (const ValidationCase& v : cases) {
        if (run.interrupted()) break;
        const LatencyCase c = make_latency_case(v.network, v.choice);
        if (c.cyclic) run.warn(c.network->word + ": " + *c.cyclic);
        const LatencyModel model = c.model();
        const std::string key = key_of(v.network, v.choice, c, o, run.common().seed);
        double saturation = 0.0;
        try {
            saturation = simulated_saturation(simulations, key, c, model, o, run.common().seed);
        } catch (const ComputationError& error) {
            run.warn(error.what());
            skipped = true;
            continue;
        }
        const SaturationEstimate estimate = model.saturation();
        const double off = 100.0 * (estimate.load / saturation - 1.0);
        saturations.push_back(std::abs(off));
        const std::vector<Value> what = {std::int64_t{c.options.vcs}, static_cast<std::int64_t>(c.options.lengths.front().flits),
                                         static_cast<std::int64_t>(c.options.buffer_flits)};
        limits.add({c.network->word, v.choice.traffic, what[0], what[1], what[2], estimate.load, saturation, off, estimate.lower, estimate.upper});
        std::vector<double> loads;
        for (const double f : fractions) loads.push_back(rounded(f * saturation));
        const std::vector<LatencyPoint> points = model.curve(loads);
        for (std::size_t i = 0; i < loads.size() && !run.interrupted(); ++i) {
            const SimulatedPoint s = simulations.get(key, c, loads[i], o, run.common().seed);
            Band& band = bands[fractions[i]];
            Value error = Missing{"the simulation saturates"};
            if (s.latency && !points[i].latency) {
                error = Missing{"wrongly saturated"};
                ++band.wrong;
            } else if (s.latency) {
                const double percent = 100.0 * (*points[i].latency / *s.latency - 1.0);
                band.add(percent);
                error = percent;
            }
            const auto cell = [](const std::optional<double>& x) { return x ? Value(*x) : Value(Missing{"no stationary state"}); };
            table.add({c.network->word, v.choice.traffic, fractions[i], cell(points[i].latency), cell(s.latency), error, what[0], what[1], what[2], loads[i],
                       std::string(name(points[i].status))});
        }
        run.progress("validate", ++done, cases.size());
    }
    // Targets: mean error 1.5 % up to 50 %, 3 % over 10-70 %, 12 % at 80 %; saturation 7 % in the mean, 15 % in nine cases of ten.
    Table summary{"summary", {{"measure", ""}, {"cases", ""}, {"mean_percent", "", 2}, {"worst_percent", "", 2}, {"wrongly_saturated", ""}, {"target_percent", ""}, {"verdict", ""}}, {}, {}};
    bool good = !skipped;
    const auto judge = [&](const std::string& measure, const Band& band, std::optional<double> target) {
        if (band.points + band.wrong == 0) return;
        Value verdict = Missing{"no target"};
        if (target) {
            const bool met = band.mean() <= *target && band.wrong == 0;
            good = good && met;
            verdict = std::string(met ? "met" : "missed");
        }
        summary.add({measure, std::int64_t{band.points + band.wrong}, band.points > 0 ? Value(band.mean()) : Value(Missing{"none"}),
                     band.points > 0 ? Value(band.worst) : Value(Missing{"none"}), std::int64_t{band.wrong}, target ? Value(*target) : Value(Missing{"none"}), verdict});
    };
    Band half, most;
    for (const auto& [fraction, band] : bands) {
        judge("latency at " + std::to_string(std::lround(100.0 * fraction)) + " % of saturation", band,
              std::abs(fraction - 0.8) < 1e-9 ? std::optional<double>(o.mean_target.value_or(12.0)) : std::nullopt);
        for (Band* into : {&half, &most}) {
            if (fraction > (into == &half ? 0.5 : 0.7) + 1e-9) continue;
            into->sum += band.sum;
            into->worst = std::max(into->worst, band.worst);
            into->points += band.points;
            into->wrong += band.wrong;
        }
    }
    judge("latency up to 50 %", half, o.mean_target.value_or(1.5));
    judge("latency from 10 to 70 %", most, o.mean_target.value_or(3.0));
    if (!saturations.empty()) {
        Band all;
        for (const double s : saturations) all.add(s);
        judge("saturation load", all, 7.0);
        std::sort(saturations.begin(), saturations.end());
        Band tenth;
        tenth.add(saturations[static_cast<std::size_t>(std::ceil(0.9 * static_cast<double>(saturations.size()))) - 1]);
        judge("saturation load, ninth case of ten", tenth, 15.0);
    }
    if (o.worst_target && most.worst > *o.worst_target) good = false;
    if (!o.summary) {
        run.print(table);
        run.print(limits);
    }
    run.print(summary);
    if (run.interrupted()) run.warn("interrupted: only the finished cases are shown");
    return good && !run.interrupted() ? 0 : 1;
}

}  // namespace

Command validate_command() {
    const auto o = std::make_shared<Options>();
    Command command;
    command.name = "validate";
    command.summary = "the latency model against the simulator";
    command.footer =
        "load fractions are of the simulated saturation load; exit code 1 when a stated target is missed\n\n"
        "examples:\n"
        "  wafernet validate mesh:4x4 --fractions 0.3,0.6 --seeds 2\n"
        "  wafernet validate --set A --summary --cache simulated.txt";
    command.options = {{"networks", "network words, such as mesh:8x8", &o->networks},
                       {"--set", "a set of cases in place of networks: A, B, C or D", &o->set},
                       {"--fractions", "loads as fractions of the simulated saturation: A:B:STEP or x,y,z", &o->fractions},
                       {"--seeds", "independent simulations of every load", &o->seeds},
                       {"--cycles", "cycles that every simulation measures", &o->cycles},
                       {"--cache", "file of simulated points, read and extended", &o->cache},
                       {"--mean-target", "largest mean error in percent in place of the stated ones", &o->mean_target},
                       {"--worst-target", "largest error of one point up to 70 % in percent", &o->worst_target},
                       {"--summary", "only the summary", &o->summary}};
    for (Option& option : latency_options(o->choice)) command.options.push_back(std::move(option));
    command.run = [o](Run& run) { return run_validate(run, *o); };
    return command;
}

}  // namespace wafernet::cli
