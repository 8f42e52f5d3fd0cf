// How printed numbers are judged, column by column.
#include <algorithm>

#include <fmt/format.h>

#include "tried.hpp"

namespace wafernet::published {

namespace {

const Tried* first(const std::vector<Tried>& tried, Role role) {
    for (const Tried& t : tried) {
        if (t.role == role) return &t;
    }
    return nullptr;
}

// Whether the definition proves a different number wrong: it is settled by the subject, and where only bounds of it are
// proven the printed number lies outside.
bool proves_wrong(const Tried& definition, std::optional<double> printed) {
    if (!definition.road->quantity->settled || !present(definition.result.value)) return false;
    const auto& bounds = definition.result.bounds;
    return !bounds || !printed || *printed < bounds->first || *printed > bounds->second;
}

// The model's value beside the simulated one: of the definition, else of the first reading that has one. It decides no
// verdict.
void add_model(Finding& finding, const PrintedColumn& column, const PrintedRow& row, Workbench& bench) {
    std::vector<const Road*> roads;
    if (column.definition) roads.push_back(&*column.definition);
    for (const Road& reading : column.readings) roads.push_back(&reading);
    std::optional<Evaluation> first;
    for (const Road* road : roads) {
        if (road->quantity->model == nullptr) continue;
        const bool stopped = bench.stop && bench.stop();
        Evaluation e = stopped ? Evaluation{Missing{"interrupted"}}
                               : evaluate(*road, road->quantity->model, row.network, column, row, bench);
        if (present(e.value) && first && road != roads.front())
            e.note += (e.note.empty() ? "as " : ", as ") + meaning(*road);
        if (!first || present(e.value)) first = std::move(e);
        if (present(first->value)) break;
    }
    if (!first) return;
    finding.model = first->value;
    finding.model_agrees =
        !present(finding.model)
            ? finding.model
            : Value(agreement_of(finding.printed, column, finding.model) == Agreement::none ? "no" : "yes");
    const auto* none = std::get_if<Missing>(&finding.model);
    if (const std::string behind = none != nullptr ? none->reason : first->note; !behind.empty())
        add_note(finding.note, "model: " + behind);
}

void judge_number(Finding& finding, const PrintedColumn& column, const std::vector<Tried>& tried) {
    const auto printed = printed_number(finding.printed);
    const auto agrees = [&](const Tried& t) { return agreement_of(finding.printed, column, t.result.value); };
    const auto how = [&](const Tried& t) -> std::string {
        const Agreement a = agrees(t);
        if (a == Agreement::truncated) return "truncated, not rounded";
        return a == Agreement::within_tolerance ? column.tolerance_reason : "";
    };
    const Tried* definition = first(tried, Role::definition);
    if (definition != nullptr && definition->result.tie) {
        finding.tie = true;
        settle(finding, Verdict::open, definition, tried);
        return;
    }
    for (const Tried& t : tried) {
        if (agrees(t) == Agreement::none || t.role == Role::formula) continue;
        settle(finding, t.role == Role::definition ? Verdict::reproduced : Verdict::reproduced_as, &t, tried);
        if (t.role == Role::reading) add_note(finding.note, "as " + meaning(*t.road));
        add_note(finding.note, how(t));
        add_note(finding.note, evidence(tried, &t));
        return;
    }
    const Tried* formula = first(tried, Role::formula);
    const bool wrong =
        definition != nullptr && proves_wrong(*definition, printed ? std::optional(printed->value) : std::nullopt);
    if (formula != nullptr && agrees(*formula) != Agreement::none) {
        const bool alone = definition == nullptr;
        const bool contradicted =
            wrong || (!alone && definition->road->quantity->of_graph && present(definition->result.value));
        const bool inputs = !alone && formula->road->quantity->arithmetic && present(definition->result.value);
        const Verdict verdict = contradicted ? Verdict::refuted
                                : alone      ? Verdict::reproduced
                                : inputs     ? Verdict::not_reproducible
                                             : Verdict::reproduced_as;
        settle(finding, verdict, contradicted || inputs ? definition : formula, tried);
        if (contradicted) add_note(finding.note, "follows from the printed formula, which contradicts the definition");
        else if (inputs) add_note(finding.note, "follows from printed numbers, which are not confirmed");
        else if (!alone) add_note(finding.note, "only the printed formula gives it");
        add_note(finding.note, how(*formula));
        add_note(finding.note, evidence(tried, contradicted || inputs ? definition : formula));
        return;
    }
    const Tried* known = nullptr;
    for (const Tried& t : tried) {
        if (known == nullptr && present(t.result.value)) known = &t;
    }
    const auto stuck = std::ranges::find_if(tried, [](const Tried& t) { return t.result.impossible; });
    const auto tie = std::ranges::find_if(tried, [](const Tried& t) { return t.result.tie; });
    if (tie != tried.end()) {
        finding.tie = true;
        settle(finding, Verdict::open, &*tie, tried);
        return;
    }
    const bool all_known =
        std::ranges::all_of(tried, [](const Tried& t) { return present(t.result.value) || t.result.impossible; });
    if (known == nullptr && stuck != tried.end() && all_known) {
        settle(finding, Verdict::not_reproducible, &*stuck, tried);
        return;
    }
    if (known == nullptr) {
        finding.verdict = Verdict::open;
        finding.value = tried.empty() ? Value(Missing{"nothing to compare with"}) : tried.front().result.value;
        add_note(finding.note, tried.empty() ? "nothing to compare with" : std::get<Missing>(finding.value).reason);
        return;
    }
    const bool own_formula = formula != nullptr && present(formula->result.value);
    if (own_formula && wrong) add_note(finding.note, "contradicts its own formula and the definition");
    if (own_formula && !wrong) add_note(finding.note, "contradicts its own formula");
    if (!own_formula && wrong) add_note(finding.note, "contradicts the definition");
    settle(finding,
           own_formula ? Verdict::misprint
           : wrong     ? Verdict::refuted
                       : Verdict::not_reproducible,
           known, tried);
    add_note(finding.note, evidence(tried, nullptr));
}

// Whether only one of the readings of a column can be meant: what the document's simulator did, or what it claims in
// words ("yes", "often").
bool one_meaning(std::span<const Finding> findings, std::span<const Number> numbers) {
    const PrintedColumn& column = *numbers.front().column;
    if (!column.definition || column.readings.empty() || column.formula) return false;
    const auto simulated = [](const Road& road) { return road.quantity->kind == Kind::simulated; };
    return (simulated(*column.definition) && std::ranges::all_of(column.readings, simulated)) ||
           std::ranges::none_of(
               numbers, [&](const Number& n) { return printed_number(findings[n.finding].printed).has_value(); });
}

bool agrees(const Finding& finding, const Number& n, const Tried& t) {
    return !t.result.tie && agreement_of(finding.printed, *n.column, t.result.value) != Agreement::none;
}

// The road under which most numbers of the column agree, the first of them; null where none gives any.
std::pair<const Road*, std::size_t> road_of_column(std::span<const Finding> findings, std::span<const Number> numbers) {
    const PrintedColumn& column = *numbers.front().column;
    std::pair<const Road*, std::size_t> best{nullptr, 0};
    const auto consider = [&](const Road& road) {
        std::size_t agreeing = 0;
        for (const Number& n : numbers) {
            agreeing += std::ranges::any_of(
                n.tried, [&](const Tried& t) { return t.road == &road && agrees(findings[n.finding], n, t); });
        }
        if (agreeing > best.second) best = {&road, agreeing};
    };
    consider(*column.definition);
    for (const Road& reading : column.readings) consider(reading);
    return best;
}

}  // namespace

void judge_column(std::span<Finding> findings, std::span<const Number> numbers, Workbench& bench) {
    const bool one = one_meaning(findings, numbers);
    const auto [road, agreeing] = one ? road_of_column(findings, numbers) : std::pair<const Road*, std::size_t>{};
    for (const Number& n : numbers) {
        Finding& finding = findings[n.finding];
        std::vector<Tried> counted, others;
        for (const Tried& t : n.tried) (road == nullptr || t.road == road ? counted : others).push_back(t);
        // Where every road proves it wrong, the definition says so best.
        const bool wrong_by_all = std::ranges::none_of(
            n.tried, [&](const Tried& t) { return agrees(finding, n, t) || !t.road->quantity->settled; });
        judge_number(finding, *n.column, wrong_by_all ? n.tried : counted);
        if (road != nullptr) finding.reading = meaning(*road);
        if (road != nullptr && numbers.size() > 1 && !wrong_by_all &&
            (road != &*n.column->definition || finding.verdict != Verdict::reproduced)) {
            add_note(finding.note, fmt::format("one reading for the column: {} of {} agree, no reading has more",
                                               agreeing, numbers.size()));
        }
        if (!wrong_by_all) add_note(finding.note, evidence(others, nullptr));
        add_model(finding, *n.column, *n.row, bench);
    }
}

}  // namespace wafernet::published
