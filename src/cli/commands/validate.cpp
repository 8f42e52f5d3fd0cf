// wafernet validate: the latency model against the simulator, and what is left of the stated targets.
#include <algorithm>
#include <cmath>
#include <map>
#include <memory>

#include "../command.hpp"
#include "../reference.hpp"
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
    std::uint64_t messages = 0;
    std::string reference;
    std::optional<double> mean_target, worst_target;
    bool summary = false;
    std::optional<std::string> out;
};

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
    if (o.set.empty() == o.networks.empty()) throw InputError("need either network words or --set A, B, C, D, H, K, L, Q, R, S or T");
    for (const auto& [target, option] : {std::pair{o.mean_target, "--mean-target"}, std::pair{o.worst_target, "--worst-target"}}) {
        if (target.value_or(0.0) < 0.0) throw InputError(std::string(option) + " is negative, need a number of percent, 0 or more");
    }
    const std::vector<double> fractions = number_range(o.fractions, "--fractions", 0.001, 0.999);
    check_words(o.networks);
    run.several({"validate", o.out, ""});
    std::vector<ValidationCase> cases;
    if (!o.set.empty()) {
        const LatencyChoice plain;
        const auto differs = [&](const auto LatencyChoice::*member) { return o.choice.*member != plain.*member; };
        if (differs(&LatencyChoice::preset) || differs(&LatencyChoice::traffic) || differs(&LatencyChoice::routing) || differs(&LatencyChoice::ties) ||
            differs(&LatencyChoice::vc_rule) || differs(&LatencyChoice::vcs) || differs(&LatencyChoice::buffer) || differs(&LatencyChoice::flits) ||
            differs(&LatencyChoice::link_cycles) || differs(&LatencyChoice::hotspot_fraction) || differs(&LatencyChoice::hotspot_nodes) ||
            differs(&LatencyChoice::include_self)) {
            throw InputError("--set " + o.set + " brings its own cases, need no option that describes one (such as --traffic or --vcs)");
        }
        cases = validation_set(o.set);
        for (ValidationCase& c : cases) c.choice.method = o.choice.method, c.choice.form = o.choice.form;
    }
    for (const std::string& word : o.networks) cases.push_back({word, o.choice});

    Table table{"model against simulation",
                {{"network", ""}, {"traffic", ""}, {"load_fraction", "", 2}, {"model", "", 2}, {"simulated", "", 2}, {"error_percent", "", 2}, {"vcs", ""},
                 {"flits", ""}, {"buffer", ""}, {"load_flits_per_node_cycle", "", 5}, {"status", ""}, {"routing", ""}},
                {}, {}};
    Table limits{"saturation load, flits per node and cycle",
                 {{"network", ""}, {"traffic", ""}, {"vcs", ""}, {"flits", ""}, {"buffer", ""}, {"model", "", 4}, {"simulated", "", 4}, {"error_percent", "", 1}, {"lower", "", 4}, {"upper", "", 4}, {"routing", ""}},
                 {}, {}};
    const auto reference = std::make_shared<Reference>(o.reference);
    const SimulationEffort effort{o.seeds, o.cycles, o.messages, run.common().seed};
    std::map<double, Band> bands;
    std::vector<double> saturations;
    bool skipped = false;
    std::uint64_t done = 0;
    for (const ValidationCase& v : cases) {
        if (Run::interrupted()) break;
        run.progress("validate, now " + v.network, done++, cases.size(), "cases");
        const auto started = Run::unless_interrupted([v] { return std::make_shared<const ModelledCase>(v.network, v.choice); });
        if (!started) break;
        const std::shared_ptr<const ModelledCase>& one = *started;
        const LatencyCase& c = one->c;
        const SaturationEstimate& estimate = one->limit;
        if (one->cycle) run.warn(c.network->word + ": " + *one->cycle);
        double saturation = 0.0;
        try {
            const auto found = Run::unless_interrupted([v, one, reference, effort] {
                return reference->saturation(v.network, v.choice, one->c, 8.0 * one->model.zero_load_latency(), four_digits(one->limit.load), effort);
            });
            if (!found) break;
            saturation = *found;
        } catch (const ComputationError& error) {
            run.warn(error.what());
            skipped = true;
            continue;
        }
        const double off = 100.0 * (estimate.load / saturation - 1.0);
        saturations.push_back(std::abs(off));
        const std::vector<Value> what = {std::int64_t{c.options.vcs}, static_cast<std::int64_t>(c.options.lengths.front().flits),
                                         static_cast<std::int64_t>(c.options.buffer_flits)};
        limits.add({c.network->word, v.choice.traffic, what[0], what[1], what[2], estimate.load, saturation, off, estimate.lower, estimate.upper, c.routing_name});
        std::vector<double> loads;
        for (const double f : fractions) loads.push_back(four_digits(f * saturation));
        const std::vector<LatencyPoint> points = one->model.curve(loads);
        for (std::size_t i = 0; i < loads.size(); ++i) {
            const auto simulated = Run::unless_interrupted([v, one, reference, effort, load = loads[i]] { return reference->at(v.network, v.choice, one->c, load, effort); });
            if (!simulated) break;
            const SimulatedPoint& s = *simulated;
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
                       std::string(name(points[i].status)), c.routing_name});
        }
    }
    run.progress("validate", cases.size(), cases.size());
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
    double worst = 0.0;  // up to 70 %
    for (const auto& [fraction, band] : bands) {
        judge("latency at " + std::to_string(std::lround(100.0 * fraction)) + " % of saturation", band,
              std::abs(fraction - 0.8) < 1e-9 ? std::optional<double>(o.mean_target.value_or(12.0)) : std::nullopt);
        if (fraction < 0.7 + 1e-9) worst = std::max(worst, band.worst);
        for (Band* into : {&half, &most}) {
            if (fraction > (into == &half ? 0.5 : 0.7) + 1e-9 || (into == &most && fraction < 0.1 - 1e-9)) continue;
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
    if (o.worst_target && worst > *o.worst_target) good = false;
    // The rows of one CSV have the same fields: those of the points, or of the summary alone.
    const bool one = run.common().render.format == Format::csv && !o.out;
    if (!o.summary) run.print(table, "points");
    if (!o.summary && !one) run.print(limits, "saturation");
    if (o.summary || !one) run.print(summary, "summary");
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
        "  wafernet validate --set A --summary --reference simulated.csv";
    command.options = {{"networks", "network words, such as mesh:8x8", &o->networks},
                       {"--set", "cases in place of networks: A, B, C, D, H (three and more dimensions), K (BookSim2's router), R (adaptive routings), S (shared channels); L, Q and T, on which the model was tuned", &o->set},
                       {"--fractions", "loads as fractions of the simulated saturation: A:B:STEP or x,y,z", &o->fractions},
                       {"--seeds", "independent simulations of every load", &o->seeds},
                       {"--cycles", "cycles that every simulation measures", &o->cycles},
                       {"--messages", "messages that every simulation measures, for which it takes more cycles where it must", &o->messages},
                       {"--reference", "file of simulated points, read and extended point by point: simulate once, compare many times", &o->reference},
                       {"--mean-target", "largest mean error of the latency in percent, in place of the stated ones; those of the saturation load stay", &o->mean_target},
                       {"--worst-target", "largest error of one point up to 70 % in percent", &o->worst_target},
                       {"--summary", "only the summary; without it CSV has the points alone, --out all tables", &o->summary},
                       out_option(o->out)};
    for (Option& option : latency_options(o->choice)) command.options.push_back(std::move(option));
    command.run = [o](Run& run) { return run_validate(run, *o); };
    return command;
}

}  // namespace wafernet::cli
