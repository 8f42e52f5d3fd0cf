#include "exploration.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <numeric>
#include <set>

#include "../digest.hpp"
#include "base/parallel.hpp"
#include "built.hpp"
#include "routing/shortest.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/design/pareto.hpp"
#include "wafernet/io/graph_file.hpp"
#include "wafernet/io/make_network.hpp"

namespace wafernet::cli {

namespace {

constexpr std::size_t round_size = 8;  // candidates between two looks at the front: no more, no fewer, so that what
                                       // is left out does not depend on the number of threads
constexpr double link_seconds = 4e-7;  // a link that is built, placed and counted, measured on one thread
constexpr double cheap_share = 0.25;   // of the budget, for the figures that every candidate gets

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
        for_each_block(all.size(), asked_.common.threads, [&](std::size_t i) { look(i, true); });
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
    void look(std::size_t i, bool cheap) {
        const std::string key = state_.kept ? key_of(i, cheap) : std::string();
        if (const auto known = state_.kept ? state_.kept->store->find(key) : std::nullopt) {
            store(i, explored_of(*known));
            report();
            return;
        }
        Explored e = state_.of[i];
        std::unique_ptr<Built> built;
        // What a candidate refuses is said of it; what is wrong with the question ends the work.
        const auto attempt = [&](const auto& work) {
            try {
                work();
                return true;
            } catch (const Error& error) {
                refuse(e, error.what());
            }
            return false;
        };
        if (cheap && too_large(asked_.candidates[i])) refuse(e, over_budget);
        else if (attempt([&] { built = std::make_unique<Built>(asked_.candidates[i], asked_, needed_); })) {
            for (const Stage& stage : cheap ? cheap_ : costly_) {
                const bool final_rule = stage.costly == "zero-load" || stage.costly == "latency";
                if (!cheap && !asked_.exhaustive && (final_rule || mends_to_more(built->design())))
                    attempt([&] { tighten(built->design(), e); });
                if (e.fate == Fate::open && !attempt([&] { built->find(stage, e.figures); })) break;
                if (stage.costly == "verdict" && asked_.mend && can_deadlock(e)) attempt([&] { mend(i, built, e); });
                judge(e);
                if (e.fate == Fate::open && !cheap && !asked_.exhaustive) surpassed(e);
                if (e.fate != Fate::open && !asked_.exhaustive) break;
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

    [[nodiscard]] static bool can_deadlock(const Explored& e) {
        const auto found = e.figures.find("deadlock_free");
        return found != e.figures.end() && found->second == Value(std::string("no"));
    }

    // Takes another rule, and finds again what has been found.
    void mend(std::size_t i, std::unique_ptr<Built>& built, Explored& e) const {
        std::unique_ptr<Built> other = Built::mended(asked_.candidates[i], asked_, needed_);
        if (!other) return;
        e.figures["vc_rule"] = other->design().point().dynamic.vc_rule;
        for (const Stage& stage : cheap_) other->find(stage, e.figures);
        for (const Stage& stage : costly_) {
            if (stage.costly == "distances" || stage.costly == "routed" || stage.costly == "verdict")
                other->find(stage, e.figures);
        }
        built = std::move(other);
    }

    // Whether no rule that mends takes fewer VCs, and so none has a faster clock: one VC will not do where two do not.
    bool mends_to_more(const Design& design) const { return !asked_.mend || design.configured().vcs <= 2; }

    // The busiest channel bounds the throughput closer than a cut does, where messages have no choice.
    void tighten(const Design& design, Explored& e) const {
        if (e.fate != Fate::open) return;
        const Bounds bounds = routed_bounds(design);
        for (std::size_t o = 0; o < asked_.objectives.size(); ++o)
            e.optimistic[o] = std::max(e.optimistic[o], optimistic_score(asked_.objectives[o], design, bounds));
        surpassed(e);
    }

    // By the family's own formula: dozens of parallel links between any two nodes make many millions.
    [[nodiscard]] bool too_large(const Candidate& candidate) const {
        if (is_graph_file_word(candidate.word)) return false;  // which has been read
        const NetworkWord parsed = parse_network_word(candidate.word);
        if (parsed.family->links == nullptr) return false;
        return link_seconds * static_cast<double>(parsed.family->links(parsed.parameters)) >
               cheap_share * asked_.budget;
    }

    // Whether its routes come from a table: no two of its channels are alike then, and the model takes long.
    [[nodiscard]] static bool has_table(const Candidate& candidate) {
        if (is_graph_file_word(candidate.word)) return true;
        const auto& routings = parse_network_word(candidate.word).family->routings;
        return routings.empty() || is_minimal(routings.front());
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
        const double number = ten_digits(number_of(value).value());
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
            for_each_block(round.size(), asked_.common.threads, [&](std::size_t k) { look(round[k], false); });
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
        // Late where nothing is known of a figure, and still later what takes long: they then meet a whole front.
        for (const std::size_t i : open) {
            const bool unknown =
                std::ranges::count(state_.of[i].optimistic, -std::numeric_limits<double>::infinity()) > 0;
            ranks[i] += ((unknown ? 1 : 0) + (has_table(asked_.candidates[i]) ? 2 : 0)) * asked_.objectives.size() *
                        open.size();
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
                std::unique_ptr<Built> built;
                for (const Stage& stage : stages) {
                    if (std::all_of(stage.metrics.begin(), stage.metrics.end(),
                                    [&](const std::string& metric) { return figures.contains(metric); }))
                        continue;
                    if (!built) built = std::make_unique<Built>(asked_.candidates[i], asked_, needed_);
                    built->find(stage, figures);
                }
            } catch (const Error&) {  // it meets no condition on what cannot be found
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

void explore(ExplorationState& state) { Explorer(state).run(); }

}  // namespace wafernet::cli
