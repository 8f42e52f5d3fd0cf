#include "exploration.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>
#include <stdexcept>

#include "../digest.hpp"
#include "base/parallel.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/design/pareto.hpp"
#include "wafernet/io/graph_file.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/measure/bisection.hpp"
#include "wafernet/measure/distances.hpp"
#include "wafernet/routing/routings.hpp"
#include "wafernet/routing/vc_rules.hpp"

namespace wafernet::cli {

namespace {

constexpr double unknown = -std::numeric_limits<double>::infinity();
constexpr std::size_t round_size = 8;  // candidates between two looks at the front: no more, no fewer, so that what
                                       // is left out does not depend on the number of threads
constexpr double link_seconds = 4e-7;  // a link that is built, placed and counted, measured on one thread
constexpr double cheap_share = 0.25;   // of the budget, for the figures that every candidate gets
constexpr double rounding = 1e-9;      // of bounds, which are computed another way
constexpr double model_slack = 0.02;   // by which the model may pass what channels carry: it is an estimate

constexpr const char* over_budget = "predicted to take longer than --budget";

struct Named {
    std::string_view metric, group, costly;
};
constexpr Named groups[] = {{"arc_connectivity", "structure", "cuts"},
                            {"bisection_links", "structure", "cuts"},
                            {"bisection_lower_links", "structure", "cuts"},
                            {"bisection", "structure", "cuts"},
                            {"diameter_hops", "structure", "distances"},
                            {"avg_distance_hops", "structure", "distances"},
                            {"cost", "structure", "distances"},
                            {"routed_diameter_hops", "structure", "routed"},
                            {"routed_avg_distance_hops", "structure", "routed"},
                            {"nodes", "structure", ""},
                            {"links", "structure", ""},
                            {"degree_min", "structure", ""},
                            {"degree_max", "structure", ""},
                            {"terminals", "structure", ""},
                            {"components", "structure", ""},
                            {"deadlock_free", "deadlock", "verdict"},
                            {"cost_usd_per_system", "cost", ""},
                            {"cost_usd_per_node", "cost", ""},
                            {"load_flits_per_node_cycle", "energy", "latency"},
                            {"load_gbit_per_s_per_node", "energy", "latency"},
                            {"energy_pj_per_bit", "energy", "latency"},
                            {"power_w", "energy", "latency"},
                            {"power_density_w_per_cm2", "energy", "latency"},
                            {"zero_load_latency_cycles", "latency", "zero-load"},
                            {"zero_load_latency_ns", "latency", "zero-load"},
                            {"saturation_load_flits_per_node_cycle", "latency", "latency"},
                            {"saturation_lower_flits_per_node_cycle", "latency", "latency"},
                            {"saturation_upper_flits_per_node_cycle", "latency", "latency"},
                            {"saturation_gbit_per_s_per_node", "latency", "latency"},
                            {"channel_bound_flits_per_node_cycle", "latency", "latency"},
                            {"port_bound_flits_per_node_cycle", "latency", "latency"},
                            {"busiest_channel", "latency", "latency"},
                            {"bottleneck", "latency", "latency"},
                            {"shared_channels", "shared_channels", "routed"},
                            {"routers", "shared_channels", "routed"},
                            {"sharing_factor", "shared_channels", "routed"},
                            {"diameter_channels", "shared_channels", "routed"},
                            {"mean_shared_channels_crossed", "shared_channels", "routed"},
                            {"shared_channel_bound_flits_per_node_cycle", "shared_channels", "routed"},
                            {"collective_width", "windows", ""},
                            {"colinear_layers", "windows", ""},
                            {"colinear_contacts", "windows", ""},
                            {"simulated_low_load_latency_cycles", "simulation", "simulation"},
                            {"simulated_saturation_load_flits_per_node_cycle", "simulation", "simulation"}};
constexpr std::string_view by_cost[] = {"",          "distances", "routed",  "verdict",
                                        "zero-load", "cuts",      "latency", "simulation"};

// What one call of a group gives: the figures that take one kind of effort.
struct Stage {
    std::string_view group, costly;
    std::vector<std::string> metrics;
};

std::vector<Stage> stages_of(const std::set<std::string>& metrics) {
    std::vector<Stage> stages;
    for (const std::string_view costly : by_cost) {
        for (const std::string& metric : metrics) {
            const auto [group, needs] = group_of(metric);
            if (needs != costly) continue;
            const auto same = std::find_if(stages.begin(), stages.end(), [&, g = group](const Stage& s) {
                return s.group == g && s.costly == costly;
            });
            if (same != stages.end()) same->metrics.push_back(metric);
            else stages.push_back({group, costly, {metric}});
        }
    }
    return stages;
}

const FigureGroup& group_named(std::string_view name) {
    for (const FigureGroup& group : figure_groups()) {
        if (group.name == name) return group;
    }
    throw std::logic_error("no group of figures " + std::string(name));
}

// A candidate that has been built.
class Built {
public:
    Built(const Candidate& candidate, const Exploration& asked, const std::set<std::string_view>& needed)
        : design_(make_network(candidate.word), point_of(candidate)) {
        FigureOptions options = asked.options;
        options.point = design_.point();
        request_.emplace(request_for(design_, asked.common, options, asked.budget));
        request_->threads = 1;  // candidates go side by side
        // Only what is needed counts against the budget.
        PredictedSeconds& t = request_->seconds;
        for (const auto& [name, seconds] : {std::pair{"cuts", &t.cuts},
                                            {"distances", &t.distances},
                                            {"routed", &t.routed},
                                            {"verdict", &t.verdict},
                                            {"latency", &t.latency}}) {
            const bool used = needed.contains(name) || needed.contains("simulation") ||
                              (std::string_view(name) == "latency" && needed.contains("zero-load")) ||
                              (std::string_view(name) == "distances" && needed.contains("routed"));
            if (!used) *seconds = 0.0;
        }
        admitted_ = admitted(t, asked.budget);
    }

    [[nodiscard]] const Design& design() const { return design_; }

    // Finds the figures of a stage; a figure that the network does not have is missing.
    void find(const Stage& stage, std::map<std::string, Value>& figures) {
        const bool all = stage.costly == "simulation";
        Admitted& shown = request_->shown;
        shown = {};
        shown.cuts = stage.costly == "cuts" && admitted_.cuts;
        shown.routed = (stage.costly == "routed" || all) && admitted_.routed;
        shown.distances = (stage.costly == "distances" || stage.costly == "routed") && admitted_.distances;
        shown.verdict = (stage.costly == "verdict" || all) && admitted_.verdict;
        shown.latency = (stage.costly == "latency" || stage.costly == "zero-load" || all) && admitted_.latency;
        request_->saturation = stage.costly != "zero-load";
        std::map<std::string, Value> found;
        for (Figure& figure : group_named(stage.group).figures(*request_)) {
            if (figure.compared) found.emplace(figure.metric, std::move(figure.value));
        }
        for (const std::string& metric : stage.metrics) {
            const auto value = found.find(metric);
            figures.insert_or_assign(
                metric, value == found.end() ? Value(Missing{"means nothing for this network"}) : value->second);
        }
    }

private:
    static DesignPoint point_of(const Candidate& candidate) {
        DesignPoint point = candidate.point;
        if (candidate.vcs_times == 0) return point;
        const Network network = make_network(candidate.word);
        const SimulationChoice choice = simulation_choice(point.dynamic);
        const RoutingSpec spec = find_routing(choice.routing, network);
        const int fewest = std::max(make_vc_rule(vc_rule_of(choice, spec), network).vcs, spec.least_vcs);
        point.dynamic.vcs = static_cast<std::uint64_t>(std::max(fewest, 1)) * candidate.vcs_times;
        return point;
    }

    Design design_;
    std::optional<FigureRequest> request_;
    Admitted admitted_;
};

// What no latency is below and no saturation load above, from hops and a cut: messages take no fewer hops than the
// shortest paths have, and no more flits cross a cut or the channels than one a cycle each.
struct Bounds {
    std::optional<double> least_cycles, most_load;
};

Bounds bounds_of(const Design& design) {
    const Network& network = design.network();
    const DynamicChoice& dynamic = design.point().dynamic;
    const Graph& graph = network.graph;
    const double n = graph.nodes();
    if (dynamic.traffic != "uniform" || dynamic.include_self ||
        preset_named(dynamic.preset.value_or("ideal")).include_self || !network.terminals.empty() ||
        network.shared_nodes > 0 || n < 3)
        return {};
    const auto hops = measure_distances(network, {1, false, most_visits}).average(Pairs::distinct);
    if (!hops) return {};
    Bounds bounds;
    double crossing = n * *hops / graph.channels();  // flits on a channel at load 1, mean
    if (!graph.directed()) {
        const double half = std::floor(n / 2.0);
        crossing = std::max(crossing, half * (n - half) / (n - 1.0) / static_cast<double>(canonical_cut(network)));
    }
    bounds.most_load = (1.0 + model_slack) / crossing;
    RouterConfig router = design.configured();
    if (router.lengths.size() != 1) return bounds;
    const std::vector<std::uint32_t>& each = design.channel_cycles();
    router.link_cycles = each.empty() ? design.longest_link_cycles() : *std::min_element(each.begin(), each.end());
    const auto at = [&](std::uint32_t h) {
        return static_cast<double>(
            lone_message_latency(router, std::vector<Channel>(h, 0), router.lengths.front().flits));
    };
    // It has kinks, but rises with every hop: the straight line below it through the first hop has the least slope.
    constexpr std::uint32_t each_up_to = 64;
    double slope = std::numeric_limits<double>::infinity();
    for (std::uint32_t h = 2; h <= graph.nodes(); h = h < each_up_to ? h + 1 : 2 * h)
        slope = std::min(slope, (at(h) - at(1)) / (h - 1.0));
    bounds.least_cycles = at(1) + slope * (*hops - 1.0);
    return bounds;
}

// The best score that an objective may come to.
double optimistic_score(const Objective& objective, const Design& design, const Bounds& bounds) {
    const std::string& metric = objective.metric;
    std::optional<double> value;
    if (!objective.maximize && bounds.least_cycles) {
        if (metric == "zero_load_latency_cycles") value = *bounds.least_cycles;
        if (metric == "zero_load_latency_ns") value = design.ns(*bounds.least_cycles);
    } else if (objective.maximize && bounds.most_load) {
        if (metric == "saturation_load_flits_per_node_cycle" || metric == "saturation_lower_flits_per_node_cycle")
            value = -*bounds.most_load;
        if (metric == "saturation_gbit_per_s_per_node") value = -design.gbit_per_s(*bounds.most_load);
    }
    return value ? *value - rounding * std::abs(*value) : unknown;
}

class Explorer {
public:
    explicit Explorer(ExplorationState& state) : state_(state), asked_(state.asked) {
        std::set<std::string> deciding, others;
        for (const Objective& o : asked_.objectives) deciding.insert(o.metric);
        for (const Condition& c : asked_.conditions) deciding.insert(c.metric);
        for (const std::string& metric : asked_.shown) {
            if (deciding.contains(metric)) continue;
            (group_of(metric).second.empty() ? deciding : others).insert(metric);
        }
        for (Stage& stage : stages_of(deciding)) {
            needed_.insert(stage.costly);
            const bool cheap = stage.costly.empty() || stage.costly == "distances";
            (cheap ? cheap_ : costly_).push_back(std::move(stage));
        }
        shown_ = stages_of(others);
        for (const Stage& stage : shown_) needed_for_shown_.insert(stage.costly);
        state_.of.assign(asked_.candidates.size(), {});
    }

    void run() {
        total_ = asked_.candidates.size() * (costly_.empty() ? 1 : 2);
        std::vector<std::size_t> all(asked_.candidates.size());
        std::iota(all.begin(), all.end(), std::size_t{0});
        for_each_block(all.size(), asked_.common.threads, [&](std::size_t i) { look(i, true, asked_.exhaustive); });
        rounds();
        show();
        count_meeting();
    }

private:
    void report() {
        const std::lock_guard lock(state_.guard);
        if (state_.progress && !state_.progress(++done_, total_)) throw ComputationError("interrupted");
    }

    void store(std::size_t i, Explored explored) {
        const std::lock_guard lock(state_.guard);
        state_.of[i] = std::move(explored);
    }

    // Finds the figures of one candidate: the cheap ones with bounds on the others, or the others.
    // `on`: also where a condition is not met.
    void look(std::size_t i, bool cheap, bool on) {
        const std::string key = state_.kept ? key_of(i, cheap) : std::string();
        if (const auto known = state_.kept ? state_.kept->store->find(key) : std::nullopt) {
            store(i, explored_of(*known));
            report();
            return;
        }
        Explored e = state_.of[i];
        std::optional<Built> built;
        // What a candidate refuses is said of it; what is wrong with the question ends the work.
        const auto attempt = [&](const auto& work) {
            try {
                work();
                return true;
            } catch (const InputError& error) {
                refuse(e, error.what());
            } catch (const ComputationError& error) {
                refuse(e, error.what());
            }
            return false;
        };
        if (cheap && too_large(asked_.candidates[i])) refuse(e, over_budget);
        else if (attempt([&] { built.emplace(asked_.candidates[i], asked_, needed_); })) {
            for (const Stage& stage : cheap ? cheap_ : costly_) {
                if (!attempt([&] { built->find(stage, e.figures); })) break;
                judge(e);
                if (e.fate == Fate::open && !cheap && !asked_.exhaustive) surpassed(e);
                if (e.fate != Fate::open && !on) break;
            }
            if (e.fate == Fate::open && (!cheap || costly_.empty())) finish(e);
            if (e.fate == Fate::open && !asked_.exhaustive)
                attempt([&] { e.optimistic = best_scores(built->design(), e); });
        }
        if (state_.kept && !Run::interrupted()) keep(i, cheap, key, e);  // else it may have stopped half way
        store(i, std::move(e));
        report();
    }

    // All that a look at a candidate depends on.
    [[nodiscard]] std::string key_of(std::size_t i, bool cheap) const {
        const Candidate& c = asked_.candidates[i];
        const std::string held = contents_of(c.word);
        return state_.kept->question + ' ' + look_words(cheap, c.word, c.vcs_times, c.choices) +
               (held.empty() ? "" : " | " + held);
    }

    void keep(std::size_t i, bool cheap, const std::string& key, const Explored& e) {
        const Candidate& c = asked_.candidates[i];
        NamedValues options = state_.kept->options;
        options.emplace_back("network", c.word);
        options.emplace_back("look", std::string(cheap ? "cheap" : "costly"));
        options.emplace_back("vcs_times", static_cast<std::int64_t>(c.vcs_times));
        for (std::size_t k = 0; k < c.choices.size(); ++k) options.emplace_back(state_.kept->choices[k], c.choices[k]);
        state_.kept->store->keep(key, options, result_of(e));
    }

    // By the family's own formula: dozens of parallel links between any two nodes make many millions.
    [[nodiscard]] bool too_large(const Candidate& candidate) const {
        if (is_graph_file_word(candidate.word)) return false;  // which has been read
        const NetworkWord parsed = parse_network_word(candidate.word);
        if (parsed.family->links == nullptr) return false;
        return link_seconds * static_cast<double>(parsed.family->links(parsed.parameters)) >
               cheap_share * asked_.budget;
    }

    void refuse(Explored& e, std::string why) const {
        if (e.fate != Fate::open) return;
        e.fate = Fate::refused;
        e.metric = asked_.objectives.front().metric;
        e.reason = std::move(why);
    }

    // Whether what is known so far rules the candidate out.
    void judge(Explored& e) const {
        if (e.fate != Fate::open) return;
        for (std::size_t c = 0; c < asked_.conditions.size(); ++c) {
            const auto value = e.figures.find(asked_.conditions[c].metric);
            if (value == e.figures.end() || meets(asked_.conditions[c], value->second)) continue;
            e.fate = Fate::outside;
            e.condition = c;
            e.metric = asked_.conditions[c].metric;
            if (const auto* missing = std::get_if<Missing>(&value->second)) e.reason = missing->reason;
            return;
        }
        for (const Objective& o : asked_.objectives) {
            const auto value = e.figures.find(o.metric);
            if (value == e.figures.end()) continue;
            if (const auto* missing = std::get_if<Missing>(&value->second)) {
                e.fate = Fate::refused;
                e.metric = o.metric;
                e.reason = missing->for_time ? over_budget : missing->reason;
                return;
            }
            if (std::holds_alternative<std::string>(value->second))
                throw InputError(o.metric + " is a word, need a figure that is a number");
        }
    }

    [[nodiscard]] static double score(const Objective& o, const Value& value) {
        const auto* whole = std::get_if<std::int64_t>(&value);
        const double number = ten_digits(whole != nullptr ? static_cast<double>(*whole) : std::get<double>(value));
        return o.maximize ? -number : number;
    }

    // Whether the front dominates what is known by now, with bounds on the rest.
    void surpassed(Explored& e) const {
        for (std::size_t o = 0; o < asked_.objectives.size(); ++o) {
            const auto value = e.figures.find(asked_.objectives[o].metric);
            if (value != e.figures.end()) e.optimistic[o] = score(asked_.objectives[o], value->second);
        }
        if (std::any_of(front_.begin(), front_.end(), [&](const auto& f) { return dominates(f, e.optimistic); }))
            e.fate = Fate::dominated;
    }

    void finish(Explored& e) const {
        e.fate = Fate::measured;
        for (const Objective& o : asked_.objectives) e.score.push_back(score(o, e.figures.at(o.metric)));
    }

    std::vector<double> best_scores(const Design& design, const Explored& e) const {
        const bool open = std::any_of(asked_.objectives.begin(), asked_.objectives.end(),
                                      [&](const Objective& o) { return !e.figures.contains(o.metric); });
        const Bounds bounds = open ? bounds_of(design) : Bounds{};
        std::vector<double> best;
        for (const Objective& o : asked_.objectives) {
            const auto value = e.figures.find(o.metric);
            best.push_back(value == e.figures.end() ? optimistic_score(o, design, bounds) : score(o, value->second));
        }
        return best;
    }

    // Costly figures, of the most promising first; whatever the front dominates even at its best is left out.
    void rounds() {
        if (costly_.empty()) return;
        std::vector<std::size_t> open;
        for (std::size_t i = 0; i < state_.of.size(); ++i) {
            if (state_.of[i].fate == Fate::open || (asked_.exhaustive && !too_large(asked_.candidates[i])))
                open.push_back(i);
        }
        done_ = 2 * state_.of.size() - open.size();
        if (!asked_.exhaustive) sort_by_promise(open);
        while (!open.empty()) {
            std::vector<std::size_t> round, rest;
            for (const std::size_t i : open) {
                Explored e = state_.of[i];
                if (!asked_.exhaustive) surpassed(e);
                if (e.fate == Fate::dominated) {
                    store(i, std::move(e));
                    report();
                } else {
                    (round.size() < round_size ? round : rest).push_back(i);
                }
            }
            for_each_block(round.size(), asked_.common.threads,
                           [&](std::size_t k) { look(round[k], false, asked_.exhaustive); });
            for (const std::size_t i : round) {
                if (state_.of[i].fate == Fate::measured) front_.push_back(state_.of[i].score);
            }
            std::vector<std::vector<double>> best;
            for (const std::size_t i : pareto_front(front_)) best.push_back(front_[i]);
            front_ = std::move(best);
            open = std::move(rest);
        }
    }

    // Figures that decide nothing, of the front alone unless all candidates are shown.
    void show() {
        if (shown_.empty()) return;
        std::vector<std::size_t> measured;
        std::vector<std::vector<double>> scores;
        for (std::size_t i = 0; i < state_.of.size(); ++i) {
            if (state_.of[i].fate != Fate::measured) continue;
            measured.push_back(i);
            scores.push_back(state_.of[i].score);
        }
        std::vector<std::size_t> chosen = measured;
        if (!asked_.all) {
            chosen.clear();
            for (const std::size_t i : pareto_front(scores)) chosen.push_back(measured[i]);
        }
        done_ = 0;
        total_ = chosen.size();
        for_each_block(chosen.size(), asked_.common.threads, [&](std::size_t k) {
            Explored e = state_.of[chosen[k]];
            Built built(asked_.candidates[chosen[k]], asked_, needed_for_shown_);
            for (const Stage& stage : shown_) built.find(stage, e.figures);
            store(chosen[k], std::move(e));
            report();
        });
    }

    void sort_by_promise(std::vector<std::size_t>& open) const {
        std::vector<std::size_t> ranks(state_.of.size());
        for (std::size_t o = 0; o < asked_.objectives.size(); ++o) {
            std::vector<double> values;
            for (const std::size_t i : open) values.push_back(state_.of[i].optimistic[o]);
            std::sort(values.begin(), values.end());
            for (const std::size_t i : open) {
                ranks[i] += static_cast<std::size_t>(
                    std::lower_bound(values.begin(), values.end(), state_.of[i].optimistic[o]) - values.begin());
            }
        }
        std::stable_sort(open.begin(), open.end(), [&](std::size_t a, std::size_t b) { return ranks[a] < ranks[b]; });
    }

    // Where no candidate meets all conditions, how many each one alone leaves; that takes figures of all candidates.
    void count_meeting() {
        if (asked_.conditions.empty() ||
            std::any_of(state_.of.begin(), state_.of.end(), [](const Explored& e) { return e.fate != Fate::outside; }))
            return;
        std::vector<std::size_t> meeting(asked_.conditions.size());
        std::vector<Stage> stages;
        std::set<std::string> metrics;
        for (const Condition& c : asked_.conditions) metrics.insert(c.metric);
        stages = stages_of(metrics);
        done_ = 0;
        total_ = state_.of.size();
        for_each_block(state_.of.size(), asked_.common.threads, [&](std::size_t i) {
            std::map<std::string, Value> figures = state_.of[i].figures;
            try {
                std::optional<Built> built;
                for (const Stage& stage : stages) {
                    if (std::all_of(stage.metrics.begin(), stage.metrics.end(),
                                    [&](const std::string& metric) { return figures.contains(metric); }))
                        continue;
                    if (!built) built.emplace(asked_.candidates[i], asked_, needed_);
                    built->find(stage, figures);
                }
            } catch (const InputError&) {  // it meets no condition on what cannot be found
            } catch (const ComputationError&) {
            }
            {
                const std::lock_guard lock(state_.guard);
                for (std::size_t c = 0; c < meeting.size(); ++c) {
                    const auto value = figures.find(asked_.conditions[c].metric);
                    meeting[c] += value != figures.end() && meets(asked_.conditions[c], value->second) ? 1 : 0;
                }
            }
            report();
        });
        const std::lock_guard lock(state_.guard);
        state_.meeting = std::move(meeting);
    }

    ExplorationState& state_;
    const Exploration& asked_;
    std::vector<Stage> cheap_, costly_, shown_;
    std::set<std::string_view> needed_, needed_for_shown_;
    std::vector<std::vector<double>> front_;  // as it was when the round began
    std::uint64_t done_ = 0, total_ = 0;
};

}  // namespace

std::pair<std::string_view, std::string_view> group_of(std::string_view metric) {
    for (const Named& named : groups) {
        if (named.metric == metric) return {named.group, named.costly};
    }
    for (const UsedColumn& used : used_columns) {
        if (used.metric == metric) return {"design", ""};
    }
    if (std::find(std::begin(compared_metrics), std::end(compared_metrics), metric) == std::end(compared_metrics))
        throw std::logic_error("no figure " + std::string(metric));
    return {"wafer_stack", ""};
}

void explore(ExplorationState& state) { Explorer(state).run(); }

}  // namespace wafernet::cli
