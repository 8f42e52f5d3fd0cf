// wafernet explore: every network with so many nodes, and which of them nobody would give up for another one.
#include <algorithm>
#include <cmath>
#include <map>
#include <memory>

#include <fmt/format.h>

#include "../command.hpp"
#include "../digest.hpp"
#include "../help.hpp"
#include "../link_options.hpp"
#include "../network_notes.hpp"
#include "../pictures.hpp"
#include "../points/candidates.hpp"
#include "../points/columns.hpp"
#include "../points/exploration.hpp"
#include "../points/explore_page.hpp"
#include "../points/locks.hpp"
#include "../values.hpp"
#include "base/text.hpp"
#include "report/layout.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/base/version.hpp"
#include "wafernet/design/pareto.hpp"
#include "wafernet/io/graph_file.hpp"
#include "wafernet/io/make_network.hpp"

namespace wafernet::cli {

namespace {

constexpr std::size_t reasons_shown = 8;

struct ExploreOptions {
    std::string nodes;
    std::vector<std::string> networks, families, minimize, maximize, where, metrics, vary;
    std::uint64_t values = 8;
    FigureOptions figures;
    bool all = false, exhaustive = false, allow_deadlock = false;
    std::optional<std::string> store;
};

std::vector<Objective> objectives_of(const ExploreOptions& o, std::span<const std::string_view> known) {
    std::vector<Objective> all;
    const auto add = [&](const std::vector<std::string>& words, const char* option, bool maximize) {
        for (const std::string& word : words) {
            for (SortKey& key : sort_keys(word, known, option)) {
                if (std::ranges::any_of(all, [&](const Objective& a) { return a.metric == key.metric; }))
                    throw InputError(std::string(option) + " " + key.metric + ": it is an objective already");
                all.push_back({std::move(key.metric), key.falling != maximize});
            }
        }
    };
    add(o.minimize, "--minimize", false);
    add(o.maximize, "--maximize", true);
    if (all.empty())
        all = {
            {"zero_load_latency_ns", false}, {"saturation_gbit_per_s_per_node", true}, {"cost_usd_per_system", false}};
    for (const std::string& word :
         o.minimize.empty() && o.maximize.empty() ? o.figures.works : std::vector<std::string>())
        all.push_back({work_named(word).first + "_ns", false});
    return all;
}

std::string words_of(const Objective& o) { return o.metric + (o.maximize ? " is large" : " is small"); }

// The front among what is finished, and its knee.
struct Front {
    std::vector<std::size_t> of;  // candidates
    std::optional<std::size_t> knee;

    explicit Front(const std::vector<Explored>& explored) {
        std::vector<std::size_t> measured;
        std::vector<std::vector<double>> scores;
        for (std::size_t i = 0; i < explored.size(); ++i) {
            if (explored[i].fate != Fate::measured) continue;
            measured.push_back(i);
            scores.push_back(explored[i].score);
        }
        const std::vector<std::size_t> front = pareto_front(scores);
        if (const auto at = wafernet::knee(scores, front)) knee = measured[front[*at]];
        for (const std::size_t i : front) of.push_back(measured[i]);
    }
    [[nodiscard]] bool has(std::size_t i) const { return std::ranges::find(of, i) != of.end(); }
};

std::string place_of(const Explored& e, const Front& front, std::size_t i, const std::vector<std::string>& where) {
    switch (e.fate) {
        case Fate::measured: return front.knee == i ? "knee" : front.has(i) ? "front" : "dominated";
        case Fate::dominated: return "dominated at its best";
        case Fate::outside: return "not " + where[e.condition] + (e.reason.empty() ? "" : ": " + e.reason);
        case Fate::refused: return "no " + e.metric + ": " + e.reason;
        case Fate::open: break;
    }
    return "not finished";
}

// What reasons of one kind have in common: the text without the network's word and without numbers.
std::string kind_of(std::string reason, const std::string& word) {
    for (std::size_t at = 0; (at = reason.find(word)) != std::string::npos;) reason.erase(at, word.size());
    std::erase_if(reason, [](char c) { return (c >= '0' && c <= '9') || c == '.'; });
    return reason;
}

// "12 do not meet deadlock_free=yes", "3 have no stack_area_mm2: the nodes have no digits, so no tiles (ring:1024)".
void add_counts(Table& table, const ExplorationState& state, const std::vector<Explored>& of, const Front& front,
                const std::vector<std::string>& where) {
    std::size_t dominated = 0, at_best = 0, open = 0;
    std::vector<std::size_t> outside(where.size());
    struct Refused {
        std::size_t count = 0;
        std::string reason, word;  // of the first one
    };
    std::map<std::string, Refused> refused;  // by the kind of reason
    for (std::size_t i = 0; i < of.size(); ++i) {
        const Explored& e = of[i];
        if (e.fate == Fate::measured && !front.has(i)) ++dominated;
        if (e.fate == Fate::dominated) ++at_best;
        if (e.fate == Fate::open) ++open;
        if (e.fate == Fate::outside) ++outside[e.condition];
        if (e.fate == Fate::refused) {
            const std::string &word = state.asked.candidates[i].word, reason = e.metric + ": " + e.reason;
            Refused& of_kind = refused[kind_of(reason, word)];
            if (of_kind.count++ == 0) of_kind = {1, reason, word};
        }
    }
    std::string counts =
        fmt::format("{} candidates: {} on the front, {} dominated", of.size(), front.of.size(), dominated + at_best);
    if (at_best > 0) counts += fmt::format(", {} of them by bounds, without their costly figures", at_best);
    if (open > 0) counts += fmt::format(", {} not finished", open);
    table.notes.push_back(counts);
    for (std::size_t c = 0; c < where.size(); ++c) {
        if (outside[c] > 0) table.notes.push_back(fmt::format("{} do not meet {}", outside[c], where[c]));
    }
    std::vector<Refused> reasons;
    for (const auto& [kind, of_kind] : refused) reasons.push_back(of_kind);
    std::ranges::stable_sort(reasons, [](const Refused& a, const Refused& b) { return a.count > b.count; });
    std::size_t rest = 0;
    for (std::size_t i = 0; i < reasons.size(); ++i) {
        if (i >= reasons_shown) rest += reasons[i].count;
        else
            table.notes.push_back(fmt::format("{} without {} ({}{})", reasons[i].count, reasons[i].reason,
                                              reasons[i].count > 1 ? "such as " : "", reasons[i].word));
    }
    if (rest > 0) table.notes.push_back(fmt::format("{} without a figure for other reasons, --all shows them", rest));
}

// What the step from the point before buys: "price -12 %, longest wire +3.1 %", for programs under the metrics' names.
Value step_of(const Explored& before, const Explored& e, const std::vector<Objective>& objectives, bool people) {
    std::string text;
    for (std::size_t o = 0; o < objectives.size(); ++o) {
        if (before.score[o] == e.score[o]) continue;
        const double from = number_of(before.figures.at(objectives[o].metric)).value(),
                     to = number_of(e.figures.at(objectives[o].metric)).value();
        const std::string& metric = objectives[o].metric;
        text += (text.empty() ? "" : ", ") + (people ? label_and_unit(words_of_column(metric)).first : metric) + ' ' +
                (from != 0.0 ? fmt::format("{:+.3g} %", 100.0 * (to - from) / std::abs(from))
                             : fmt::format("{:+.3g}", to - from));
    }
    return text.empty() ? std::string("the same") : text;
}

void check_counts(const ExplorationState& state, const std::vector<Explored>& of,
                  const std::vector<std::string>& where) {
    if (state.meeting.empty()) return;
    std::string counts;
    for (std::size_t c = 0; c < where.size(); ++c)
        counts += (c > 0 ? ", " : "") + ("'" + where[c] + "' ") + std::to_string(state.meeting[c]);
    throw InputError("no candidate meets all conditions; of " + std::to_string(of.size()) +
                     " each alone leaves: " + counts);
}

// What tells this question from others: every option that a figure may depend on, and what files hold.
KeptExploration kept_in(const Run& run, const std::string& path, const std::vector<Option>& options,
                        const std::vector<Varied>& varied) {
    KeptExploration kept;
    // Another build of a version may judge otherwise: its candidates are looked at again.
    const std::string program = "wafernet " + std::string(version()) + ' ' + contents_of("/proc/self/exe");
    std::string asked = program + "\nexplored candidates\nseed = " + std::to_string(run.common().seed) + '\n', held;
    const auto add = [&](const Option& option, const std::string& value) {
        asked += option_name(option) + " = " + value + '\n';
        if (const std::string contents = contents_of(value); !contents.empty()) held += " | " + contents;
        if (!positional(option)) kept.options.emplace_back(option_name(option).substr(2), value_of(value));
    };
    kept.options.emplace_back("seed", static_cast<std::int64_t>(run.common().seed));
    for (const Option& option : options) {
        if (option.names == "--store" || option.names == "--all") continue;  // change what is shown, not what is found
        std::visit(
            [&](const auto* target) {
                using T = std::decay_t<decltype(*target)>;
                if constexpr (std::is_same_v<T, std::vector<std::string>>) {
                    for (const std::string& value : *target) add(option, value);
                } else if constexpr (std::is_same_v<T, std::string>) {
                    add(option, *target);
                } else if constexpr (std::is_arithmetic_v<T>) {
                    add(option, fmt::format("{}", *target));
                } else {
                    if (*target) add(option, fmt::format("{}", **target));
                }
            },
            option.target);
    }
    Digest digest;
    digest.add(asked.data(), asked.size());
    kept.question = program + " explore " + digest.text() + held;
    for (const Varied& v : varied) kept.choices.push_back(v.column);
    kept.store = open_store(path, "explore");
    return kept;
}

// The candidates that may be built, as a page with sliders; those that bounds rule out have no costly figures.
std::string page_of(const Exploration& asked, const std::vector<Explored>& of, const Front& front,
                    const std::vector<std::string>& where, const std::string& nodes, const Provenance* made) {
    ExplorePage page;
    page.about = nodes + " nodes";
    for (const std::string& condition : where) page.about += ", " + condition;
    for (const Objective& objective : asked.objectives) {
        page.objectives.emplace_back(objective.metric, objective.maximize);
        page.about += (page.objectives.size() == 1 ? "; aims: " : ", ") + words_of(objective);
    }
    for (std::size_t i = 0; i < of.size(); ++i) {
        if (of[i].fate == Fate::measured || of[i].fate == Fate::dominated)
            page.designs.push_back(page_design(asked.candidates[i], of[i], place_of(of[i], front, i, where)));
    }
    return explore_page(page, made);
}

// What is asked of the candidates, and the conditions as they were given.
struct ExploreQuestion {
    Exploration asked;
    std::vector<Varied> varied;
    std::vector<std::string> where, same;  // networks that are there once
};

ExploreQuestion question_of(const ExploreOptions& o, const CommonOptions& common) {
    const auto known = comparable_metrics();
    ExploreQuestion q;
    Exploration& asked = q.asked;
    Networks networks;
    std::tie(networks.least, networks.most) = node_range(o.nodes);
    networks.families = families_chosen(o.families, "common");
    if (o.values < 1 || o.values > 1'000'000)
        throw InputError("--values is " + std::to_string(o.values) + ", must be a number from 1 to 1000000");
    networks.values = o.values;
    check_words(o.networks);
    networks.words = o.networks;
    q.varied = varied_named(o.vary);
    asked.objectives = objectives_of(o, known);
    q.where = o.where;
    asked.mend = !o.allow_deadlock;
    const bool judged =
        std::ranges::any_of(q.where, [](const std::string& w) { return w.starts_with("deadlock_free"); });
    if (asked.mend && !judged) q.where.emplace_back("deadlock_free=yes");
    const bool yields =
        std::ranges::any_of(q.where, [](const std::string& w) { return w.starts_with("yield_system"); });
    if (o.minimize.empty() && o.maximize.empty() && !yields) q.where.emplace_back("yield_system>=0.01");
    for (const std::string& word : q.where) asked.conditions.push_back(condition_of(word, known));
    asked.options = o.figures;
    asked.common = common;
    asked.budget = budget_of(o.figures, network_seconds);
    asked.exhaustive = o.exhaustive;
    asked.all = o.all || common.render.format == Format::html;
    check_load(o.figures.energy);
    check_point(o.figures.point, {});
    for (const Objective& objective : asked.objectives) {
        const std::string option(o.figures.needed_for(objective.metric));
        if (!option.empty()) throw InputError(objective.metric + ": need " + option);
    }
    asked.options.point.planes = o.figures.point.planes.value_or(1);  // the same for all
    Candidates found = candidates_of(networks, asked.options.point, q.varied);
    asked.candidates = std::move(found.all);
    q.same = std::move(found.same);
    if (asked.candidates.empty())
        throw InputError("--nodes " + o.nodes + ": no network of these families has so many nodes that send");
    // Figures of the table, each once: what decides, what was asked for, the virtual channels.
    std::vector<std::string>& columns = asked.shown;
    const auto varies = [&](const std::string& column) {
        return std::ranges::find(q.varied, column, &Varied::column) != q.varied.end();
    };
    const auto add = [&](const std::string& metric) {
        if (metric != "nodes" && !varies(metric) && std::ranges::find(columns, metric) == columns.end())
            columns.push_back(metric);
    };
    for (const Objective& objective : asked.objectives) add(objective.metric);
    for (const Condition& c : asked.conditions) add(c.metric);
    for (const std::string& metric : metrics_named(o.metrics, known)) add(metric);
    add("vcs");
    add("vc_rule");
    return q;
}

// The front, and with --all the other candidates.
Table table_of(const ExploreQuestion& q, const ExplorationState& state, const std::vector<Explored>& of,
               const Front& front, bool all, Format format) {
    const std::vector<std::string>& columns = q.asked.shown;
    const DesignPoint& point = q.asked.options.point;
    const bool planes_varied = std::ranges::find(q.varied, "planes", &Varied::name) != q.varied.end();
    const std::string on = planes_varied ? "1 or more planes, technology " + point.technology : stack_of(point);
    Table table{"networks on " + on, {"network", "nodes"}};
    for (const Varied& v : q.varied) table.columns.push_back({v.column, ""});
    for (const std::string& column : columns) table.columns.push_back({column, ""});
    table.columns.push_back({"place", ""});
    table.columns.push_back({"step", ""});
    std::vector<std::size_t> order = front.of;
    for (std::size_t i = 0; i < of.size() && all; ++i) {
        if (!front.has(i)) order.push_back(i);
    }
    NetworkNote senders = sender_note();
    for (std::size_t k = 0; k < order.size(); ++k) {
        const Explored& e = of[order[k]];
        const Candidate& candidate = q.asked.candidates[order[k]];
        std::vector<Value> row{candidate.word, whole(candidate.nodes)};
        const auto figure = [&](const std::string& metric) {
            const auto known = e.figures.find(metric);
            return known != e.figures.end() ? known->second : Value(Missing{"not needed"});
        };
        for (std::size_t v = 0; v < q.varied.size(); ++v)
            row.push_back(q.varied[v].name == "vcs" ? figure("vcs") : candidate.choices[v]);
        for (const std::string& column : columns) row.push_back(figure(column));
        senders.add(candidate.word, senders_of(figure("terminals"), whole(candidate.nodes)));
        row.emplace_back(place_of(e, front, order[k], q.where));
        if (k >= front.of.size()) row.emplace_back(Missing{"not on the front"});
        else if (k == 0) row.emplace_back(Missing{"the front begins here"});
        else row.push_back(step_of(of[order[k - 1]], e, q.asked.objectives, !for_programs(format)));
        table.add(std::move(row));
    }
    add_counts(table, state, of, front, q.where);
    if (front.knee)
        table.notes.push_back("knee: " + q.asked.candidates[*front.knee].word +
                              ", where the objectives, each scaled to 0 .. 1 over the front, have the least sum");
    std::string aims, same;
    for (const Objective& objective : q.asked.objectives) aims += (aims.empty() ? "" : ", ") + words_of(objective);
    table.notes.push_back("on the front no other candidate is as good in all and better in one of: " + aims);
    for (std::size_t i = 0; i < std::min<std::size_t>(3, q.same.size()); ++i) same += (i > 0 ? ", " : "") + q.same[i];
    if (!same.empty())
        table.notes.push_back(fmt::format("left out, as they are there under another name: {}{}", same,
                                          q.same.size() > 3 ? ", ..." : ""));
    // Also where all on the front have as many: what they left behind has others.
    if (std::ranges::find(columns, "terminals") == columns.end()) senders.write(table);
    return table;
}

int run_explore(Run& run, const ExploreOptions& o, const std::vector<Option>& options) {
    const ExploreQuestion q = question_of(o, run.common());
    auto state = std::make_shared<ExplorationState>();
    state->asked = q.asked;
    state->asked.shown.insert(state->asked.shown.end(), {"vcs", "terminals"});
    state->progress = run.watch("explore, figures of candidates", 1);
    if (o.store) state->kept = kept_in(run, *o.store, options, q.varied);
    const auto done = Run::unless_interrupted([state] {
        explore(*state);
        return true;
    });
    std::vector<Explored> of;
    {
        const std::lock_guard lock(state->guard);
        of = state->of;
    }
    const bool whole_work = done.has_value();
    if (whole_work) check_counts(*state, of, q.where);
    const Front front(of);
    if (!whole_work)
        run.keep_finished(
            "the figures of the candidates", !front.of.empty(),
            o.store ? Run::goes_on(o.store) : "with --store FILE the same command goes on where it ended");
    if (front.of.empty()) run.warn("no candidate has all objectives");
    if (run.common().render.format == Format::html)
        run.document(page_of(q.asked, of, front, q.where, o.nodes, made_by(run)));
    else run.print(table_of(q, *state, of, front, o.all, run.common().render.format));
    return whole_work && !front.of.empty() ? 0 : 1;
}

}  // namespace

Command explore_command() {
    const auto o = std::make_shared<ExploreOptions>();
    std::vector<Option> all{
        {"networks", &o->networks},
        {"--nodes", &o->nodes, {}, true},
        {"--families", &o->families},
        {"--allow-deadlock", &o->allow_deadlock},
        {"--minimize", &o->minimize},
        {"--maximize", &o->maximize},
        {"--where", &o->where},
        {"--metric", &o->metrics},
        {"--vary",
         "design choices that are varied: a,b with their usual values, or one with its own, 'buffer=4,8' (" +
             varied_help() + "; vcs=x2: twice the fewest that the rule needs) (default: nothing)",
         &o->vary},
        {"--values", &o->values},
        {"--all", &o->all},
        {"--exhaustive", &o->exhaustive},
        {"--store", &o->store}};
    add_options(all, figure_options(o->figures));
    return {all, [o, all](Run& run) { return run_explore(run, *o, all); }};
}

}  // namespace wafernet::cli
