#include "tried.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "sweep.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet::published {

std::string shown(const Value& value) {
    if (const auto* whole = std::get_if<std::int64_t>(&value)) return std::to_string(*whole);
    if (const auto* real = std::get_if<double>(&value)) {
        return std::fabs(*real) < 1e15 && *real == std::floor(*real) ? fmt::format("{:.0f}", *real)
                                                                     : fmt::format("{:.6g}", *real);
    }
    if (const auto* word = std::get_if<std::string>(&value)) return *word;
    return "none (" + std::get<Missing>(value).reason + ")";
}

std::string meaning(const Road& road) {
    return road.reading.empty() ? std::string(road.quantity->title) : road.reading;
}

const Road* PrintedColumn::settled() const {
    if (judged_by.empty()) return nullptr;
    if (definition && meaning(*definition) == judged_by) return &*definition;
    const auto named = std::ranges::find(readings, judged_by, [](const Road& road) { return meaning(road); });
    return named == readings.end() ? nullptr : &*named;
}

bool present(const Value& value) { return !std::holds_alternative<Missing>(value); }

namespace {

void merge(Arguments& into, const Arguments& from) {
    for (const auto& [key, value] : from) into[key] = value;
}

bool takes_minutes(const Quantity& quantity) { return quantity.kind == Kind::simulated && !quantity.quick; }

// On one line: what an evaluation is of.
std::string words_of(const Quantity& quantity, const Subject& subject) {
    std::string words = std::string(quantity.name) + ' ' + subject.network;
    for (const auto& [name, value] : subject.arguments) words += ' ' + name + '=' + text_of(value);
    return words;
}

Subject subject_of(const Road& road, const std::string& network, const PrintedColumn& column, const PrintedRow& row) {
    Subject subject{network, column.arguments};
    merge(subject.arguments, row.arguments);
    merge(subject.arguments, road.arguments);
    return subject;
}

// Runs a simulation, or takes it from where it is kept with the same runs, and remembers what it gave.
Evaluation simulated(const Quantity& quantity, const Subject& subject, Workbench& bench) {
    const std::string words = words_of(quantity, subject);
    const auto run = [&] { return quantity.evaluate(subject, bench); };
    Evaluation e = bench.kept_evaluation
                       ? bench.kept_evaluation(fmt::format("{} seed={} seeds={}", words, bench.seed, bench.seeds), run)
                       : run();
    if (!bench.stop || !bench.stop()) bench.simulations.insert_or_assign(words, e);
    return e;
}

}  // namespace

Evaluation evaluate(const Road& road, Evaluation (*how)(const Subject&, Workbench&), const std::string& network,
                    const PrintedColumn& column, const PrintedRow& row, Workbench& bench) {
    const Subject subject = subject_of(road, network, column, row);
    try {
        return takes_minutes(*road.quantity) && how == road.quantity->evaluate
                   ? simulated(*road.quantity, subject, bench)
                   : how(subject, bench);
    } catch (const InputError& error) {
        throw InputError(row.place + ": " + std::string(road.quantity->name) +
                         (network.empty() ? "" : " of " + network) + ": " + error.what());
    }
}

namespace {

Evaluation by_definition(const Road& road, const std::string& network, const PrintedColumn& column,
                         const PrintedRow& row, Workbench& bench) {
    const bool slow = takes_minutes(*road.quantity);
    const bool stopped = bench.stop && bench.stop();
    if (slow && !bench.simulate) {
        if (const auto known = bench.simulations.find(words_of(*road.quantity, subject_of(road, network, column, row)));
            known != bench.simulations.end()) {
            Evaluation before = known->second;
            add_note(before.note, "run before, tables/simulated.csv");
            return before;
        }
        Evaluation stuck;
        if (road.quantity->cannot_run != nullptr && !stopped)
            stuck = evaluate(road, road.quantity->cannot_run, network, column, row, bench);
        return stuck.impossible ? stuck : Evaluation{Missing{"a simulation, needs --simulate"}};
    }
    if (slow && stopped) return {Missing{"interrupted"}};
    return evaluate(road, road.quantity->evaluate, network, column, row, bench);
}

}  // namespace

std::vector<Tried> try_all(const PrintedColumn& column, const PrintedRow& row, const std::string& network,
                           Workbench& bench) {
    std::vector<Tried> tried;
    const auto add = [&](Role role, const Road& road) {
        tried.push_back({role, &road, by_definition(road, network, column, row, bench)});
    };
    if (column.definition) add(Role::definition, *column.definition);
    for (const Road& reading : column.readings) add(Role::reading, reading);
    if (column.formula) add(Role::formula, *column.formula);
    return tried;
}

namespace {

std::string between(const Evaluation& e) {
    return fmt::format("between {:.6g} and {:.6g}", e.bounds->first, e.bounds->second);
}

}  // namespace

// "shortest paths in the graph: 18, Eq. 3.3: 19": every road that led somewhere but `except`.
std::string evidence(const std::vector<Tried>& tried, const Tried* except) {
    std::string out;
    for (const Tried& t : tried) {
        if (&t == except || !present(t.result.value)) continue;
        out += (out.empty() ? "" : ", ") + meaning(*t.road) + ": " + shown(t.result.value);
        if (t.result.bounds) out += " (" + between(t.result) + ")";
        if (!t.result.note.empty()) out += " (" + t.result.note + ")";
    }
    return out;
}

void add_note(std::string& note, const std::string& more) {
    if (!more.empty()) note += (note.empty() ? "" : "; ") + more;
}

namespace {

bool beyond_formulas(const Tried& t) { return t.road->quantity->kind != Kind::formula && present(t.result.value); }

}  // namespace

std::string kind_of(const Tried& chosen, const std::vector<Tried>& tried) {
    const Kind kind = chosen.result.bounds ? Kind::model : chosen.road->quantity->kind;
    if (kind != Kind::formula || std::ranges::any_of(tried, beyond_formulas)) return std::string(name(kind));
    return std::string(formula_only);
}

void settle(Finding& finding, Verdict verdict, const Tried* chosen, const std::vector<Tried>& tried) {
    finding.verdict = verdict;
    if (chosen == nullptr) return;
    finding.value = chosen->result.value;
    finding.kind = kind_of(*chosen, tried);
    if (chosen->result.bounds && verdict == Verdict::reproduced)
        add_note(finding.note, "proven: " + between(chosen->result));
    add_note(finding.note, chosen->result.note);
}

Agreement agreement_of(const std::string& text, const PrintedColumn& column, const Value& value) {
    if (const auto printed = printed_number(text)) {
        return agreement(*printed, value,
                         std::fmax(column.tolerance, column.tolerance_percent / 100.0 * std::fabs(printed->value)));
    }
    const auto* word = std::get_if<std::string>(&value);
    return word != nullptr && *word == text ? Agreement::rounded : Agreement::none;
}

}  // namespace wafernet::published
