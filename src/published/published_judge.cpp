// How a printed number, a printed formula or a printed ordering is judged. The rules are in published.hpp.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "ordering.hpp"
#include "printed_number.hpp"
#include "sweep.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/published/published.hpp"

namespace wafernet::published {

namespace {

enum class Role : std::uint8_t { definition, reading, formula };

struct Tried {
    Role role{};
    const Road* road = nullptr;
    Evaluation result;
    std::string network{};  ///< another than the row's
};

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

std::string meaning(const Tried& tried) {
    return meaning(*tried.road) + (tried.network.empty() ? "" : " of " + tried.network);
}

bool present(const Value& value) { return !std::holds_alternative<Missing>(value); }

std::optional<double> number_of(const Value& value) {
    if (const auto* whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole);
    if (const auto* real = std::get_if<double>(&value)) return *real;
    return std::nullopt;
}

void merge(Arguments& into, const Arguments& from) {
    for (const auto& [key, value] : from) into[key] = value;
}

bool takes_minutes(const Quantity& quantity) { return quantity.kind == Kind::simulated && !quantity.quick; }

// On one line: what an evaluation is of, and with which runs.
std::string words_of(const Quantity& quantity, const Subject& subject, const Workbench& bench) {
    std::string words = std::string(quantity.name) + ' ' + subject.network;
    for (const auto& [name, value] : subject.arguments) words += ' ' + name + '=' + text_of(value);
    return words + " seed=" + std::to_string(bench.seed) + " seeds=" + std::to_string(bench.seeds);
}

Evaluation evaluate(const Road& road, Evaluation (*how)(const Subject&, Workbench&), const std::string& network,
                    const PrintedColumn& column, const PrintedRow& row, Workbench& bench) {
    Subject subject{network, column.arguments};
    merge(subject.arguments, row.arguments);
    merge(subject.arguments, road.arguments);
    try {
        if (!bench.kept_evaluation || !takes_minutes(*road.quantity) || how != road.quantity->evaluate)
            return how(subject, bench);
        return bench.kept_evaluation(words_of(*road.quantity, subject, bench), [&] { return how(subject, bench); });
    } catch (const InputError& error) {
        throw InputError(row.place + ": " + std::string(road.quantity->name) +
                         (network.empty() ? "" : " of " + network) + ": " + error.what());
    }
}

Evaluation by_definition(const Road& road, const std::string& network, const PrintedColumn& column,
                         const PrintedRow& row, Workbench& bench) {
    const bool slow = takes_minutes(*road.quantity);
    const bool stopped = bench.stop && bench.stop();
    if (slow && !bench.simulate) {
        Evaluation stuck;
        if (road.quantity->cannot_run != nullptr && !stopped)
            stuck = evaluate(road, road.quantity->cannot_run, network, column, row, bench);
        return stuck.impossible ? stuck : Evaluation{Missing{"a simulation, needs --simulate"}};
    }
    if (slow && stopped) return {Missing{"interrupted"}};
    return evaluate(road, road.quantity->evaluate, network, column, row, bench);
}

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

const Tried* first(const std::vector<Tried>& tried, Role role) {
    for (const Tried& t : tried) {
        if (t.role == role) return &t;
    }
    return nullptr;
}

// The first value of each kind, for the columns exact, routed and formula.
Value side(const std::vector<Tried>& tried, Kind kind) {
    for (const Tried& t : tried) {
        if (t.road->quantity->kind != kind || !present(t.result.value)) continue;
        if (t.result.bounds) return Missing{"only bounds are proven"};
        return t.result.value;
    }
    return Missing{"not evaluated"};
}

std::string between(const Evaluation& e) {
    return fmt::format("between {:.6g} and {:.6g}", e.bounds->first, e.bounds->second);
}

// "shortest paths in the graph: 18, Eq. 3.3: 19": every road that led somewhere but `except`.
std::string evidence(const std::vector<Tried>& tried, const Tried* except) {
    std::string out;
    for (const Tried& t : tried) {
        if (&t == except || !present(t.result.value)) continue;
        out += (out.empty() ? "" : ", ") + meaning(t) + ": " + shown(t.result.value);
        if (t.result.bounds) out += " (" + between(t.result) + ")";
        if (!t.result.note.empty()) out += " (" + t.result.note + ")";
    }
    return out;
}

void add_note(std::string& note, const std::string& more) {
    if (!more.empty()) note += (note.empty() ? "" : "; ") + more;
}

constexpr std::string_view formula_only = "formula only";

bool beyond_formulas(const Tried& t) { return t.road->quantity->kind != Kind::formula && present(t.result.value); }

std::string kind_of(const Tried& chosen, const std::vector<Tried>& tried) {
    const Kind kind = chosen.result.bounds ? Kind::model : chosen.road->quantity->kind;
    if (kind != Kind::formula || std::any_of(tried.begin(), tried.end(), beyond_formulas))
        return std::string(name(kind));
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

// Whether the definition proves a different number wrong: it is settled by the subject, and where only bounds of it are
// proven the printed number lies outside.
bool proves_wrong(const Tried& definition, std::optional<double> printed) {
    if (!definition.road->quantity->settled || !present(definition.result.value)) return false;
    const auto& bounds = definition.result.bounds;
    return !bounds || !printed || *printed < bounds->first || *printed > bounds->second;
}

Agreement agreement_of(const std::string& text, const PrintedColumn& column, const Value& value) {
    if (const auto printed = printed_number(text)) {
        return agreement(*printed, value,
                         std::fmax(column.tolerance, column.tolerance_percent / 100.0 * std::fabs(printed->value)));
    }
    const auto* word = std::get_if<std::string>(&value);
    return word != nullptr && *word == text ? Agreement::rounded : Agreement::none;
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
        if (t.role == Role::reading) add_note(finding.note, "as " + meaning(t));
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
        const Verdict verdict = contradicted ? Verdict::misprint
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
    const auto stuck = std::find_if(tried.begin(), tried.end(), [](const Tried& t) { return t.result.impossible; });
    const auto tie = std::find_if(tried.begin(), tried.end(), [](const Tried& t) { return t.result.tie; });
    if (tie != tried.end()) {
        finding.tie = true;
        settle(finding, Verdict::open, &*tie, tried);
        return;
    }
    const bool all_known = std::all_of(tried.begin(), tried.end(),
                                       [](const Tried& t) { return present(t.result.value) || t.result.impossible; });
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
    settle(finding, own_formula || wrong ? Verdict::misprint : Verdict::not_reproducible, known, tried);
    add_note(finding.note, evidence(tried, nullptr));
}

// A printed number and what its column may mean by it.
struct Number {
    std::size_t finding = 0;
    const PrintedColumn* column = nullptr;
    const PrintedRow* row = nullptr;
    std::vector<Tried> tried;
};

// Whether only one of the readings of a column can be meant: what the document's simulator did, or what it claims in
// words ("yes", "often").
bool one_meaning(std::span<const Finding> findings, std::span<const Number> numbers) {
    const PrintedColumn& column = *numbers.front().column;
    if (!column.definition || column.readings.empty() || column.formula) return false;
    const auto simulated = [](const Road& road) { return road.quantity->kind == Kind::simulated; };
    return (simulated(*column.definition) && std::all_of(column.readings.begin(), column.readings.end(), simulated)) ||
           std::none_of(numbers.begin(), numbers.end(),
                        [&](const Number& n) { return printed_number(findings[n.finding].printed).has_value(); });
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
            agreeing += std::any_of(n.tried.begin(), n.tried.end(), [&](const Tried& t) {
                return t.road == &road && agrees(findings[n.finding], n, t);
            });
        }
        if (agreeing > best.second) best = {&road, agreeing};
    };
    consider(*column.definition);
    for (const Road& reading : column.readings) consider(reading);
    return best;
}

void judge_column(std::span<Finding> findings, std::span<const Number> numbers, Workbench& bench) {
    const bool one = one_meaning(findings, numbers);
    const auto [road, agreeing] = one ? road_of_column(findings, numbers) : std::pair<const Road*, std::size_t>{};
    for (const Number& n : numbers) {
        Finding& finding = findings[n.finding];
        std::vector<Tried> counted, others;
        for (const Tried& t : n.tried) (road == nullptr || t.road == road ? counted : others).push_back(t);
        // Where every road proves it wrong, the definition says so best.
        const bool wrong_by_all = std::none_of(n.tried.begin(), n.tried.end(), [&](const Tried& t) {
            return agrees(finding, n, t) || !t.road->quantity->settled;
        });
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

bool equal(const Value& a, const Value& b) {
    const auto x = number_of(a);
    const auto y = number_of(b);
    if (!x || !y) return a == b && present(a);
    return std::fabs(*x - *y) <= 1e-9 * std::fmax(1.0, std::fabs(*y));
}

// A printed formula is held against the definition, and then the readings, for every member.
void judge_formula(Finding& finding, const PrintedColumn& column, const PrintedRow& row, Workbench& bench) {
    std::vector<std::vector<Tried>> members;
    members.reserve(row.members.size());
    for (const std::string& member : row.members) members.push_back(try_all(column, row, member, bench));
    const std::size_t roads = members.front().size() - 1;  // the formula is the last
    finding.kind = kind_of(members.front().back(), members.front());
    const auto differing = [&](std::size_t road) {
        std::vector<std::size_t> out;
        for (std::size_t i = 0; i < members.size(); ++i) {
            if (!equal(members[i].back().result.value, members[i][road].result.value)) out.push_back(i);
        }
        return out;
    };
    // A formula that is printed as a number must be that number.
    const auto constant = printed_number(finding.printed);
    for (std::size_t i = 0; constant && i < members.size(); ++i) {
        const Value& value = members[i].back().result.value;
        if (!present(value) || agreement(*constant, value, 0.0) != Agreement::none) continue;
        settle(finding, Verdict::misprint, &members[i].back(), members[i]);
        add_note(finding.note, "the formula gives " + shown(value) + " for " + row.members[i]);
        return;
    }
    std::string holds;
    for (const std::string& member : row.members) holds += (holds.empty() ? "" : ", ") + member;
    for (std::size_t road = 0; road < roads; ++road) {
        if (!differing(road).empty()) continue;
        finding.verdict = road == 0 ? Verdict::reproduced : Verdict::reproduced_as;
        if (road > 0) add_note(finding.note, "as " + meaning(*members.front()[road].road));
        add_note(finding.note, "holds for " + holds);
        finding.value = "equal in " + std::to_string(members.size()) + " of " + std::to_string(members.size());
        return;
    }
    const auto wrong = differing(0);
    bool any_value = false;
    bool proven = false;
    std::string examples;
    for (std::size_t k = 0; k < wrong.size(); ++k) {
        const auto& tried = members[wrong[k]];
        const bool both = present(tried.front().result.value) && present(tried.back().result.value);
        any_value = any_value || both;
        const auto& bounds = tried.front().result.bounds;
        const auto formula = number_of(tried.back().result.value);
        proven = proven || (both && (!bounds || !formula || *formula < bounds->first || *formula > bounds->second));
        if (k < 4) {
            examples += (examples.empty() ? "" : ", ") + row.members[wrong[k]] + ": formula " +
                        shown(tried.back().result.value);
            for (std::size_t road = 0; road < roads; ++road) {
                examples += ", " + meaning(*tried[road].road) + " " + shown(tried[road].result.value);
            }
        }
    }
    finding.verdict = proven ? Verdict::misprint : any_value ? Verdict::not_reproducible : Verdict::open;
    finding.value = fmt::format("equal in {} of {}", members.size() - wrong.size(), members.size());
    add_note(finding.note, examples);
}

// One way to look at a printed ordering: a road, for the networks of the row or the other ones.
struct Compared {
    const Tried* left = nullptr;
    const Tried* right = nullptr;
    const std::vector<std::string>* order = nullptr;
    bool other = false;  ///< of the other networks

    [[nodiscard]] bool known() const { return present(left->result.value) && present(right->result.value); }
    [[nodiscard]] std::optional<Ordering> ordering() const {
        const auto a = number_of(left->result.value);
        const auto b = number_of(right->result.value);
        if (!a || !b) return std::nullopt;
        return ordered(*a, left->result.error.value_or(0.0), (*order)[1], *b, right->result.error.value_or(0.0));
    }
    [[nodiscard]] std::string said() const {
        return said(left->result) + " " + (*order)[1] + " " + said(right->result);
    }
    [[nodiscard]] std::string reading() const {
        return meaning(*left->road) + (other ? " of " + (*order)[0] + " and " + (*order)[2] : "");
    }
    [[nodiscard]] std::string judged() const {
        const auto how = ordering();
        return !how                      ? "is not known"
               : *how == Ordering::holds ? "is true"
               : *how == Ordering::tie   ? "is a tie"
                                         : "is not true";
    }

private:
    static std::string said(const Evaluation& e) {
        return shown(e.value) + (e.error ? fmt::format(" (+- {:.2g})", *e.error) : "");
    }
};

// A printed ordering of two networks, looked at in every way: number w is the same way for all pairs of a claim.
struct Pair {
    Finding* finding = nullptr;
    std::vector<std::vector<Tried>> tried;  ///< left and right of either order
    std::vector<Compared> ways;
};

Pair compare(Finding& finding, const PrintedColumn& column, const PrintedRow& row, Workbench& bench) {
    Pair pair;
    pair.finding = &finding;
    for (const auto* order : {&row.order, &row.other_order}) {
        if (order->empty()) continue;
        pair.tried.push_back(try_all(column, row, (*order)[0], bench));
        pair.tried.push_back(try_all(column, row, (*order)[2], bench));
    }
    for (const bool other : {false, true}) {
        const bool has_other =
            other && !row.other_order.empty();  // where it has none, its own networks are meant in either case
        const auto& left = pair.tried[has_other ? 2 : 0];
        const auto& right = pair.tried[has_other ? 3 : 1];
        for (std::size_t r = 0; r < left.size(); ++r)
            pair.ways.push_back({&left[r], &right[r], has_other ? &row.other_order : &row.order, has_other});
    }
    return pair;
}

// The way under which most pairs hold, then fewest do not, then the first: the definition before readings, the networks
// of the rows before others.
std::size_t way_of_claim(const std::vector<Pair>& pairs) {
    std::size_t best = 0;
    std::pair<std::ptrdiff_t, std::ptrdiff_t> most{-1, 0};
    for (std::size_t w = 0; w < pairs.front().ways.size(); ++w) {
        const auto count = [&](Ordering how) {
            return std::count_if(pairs.begin(), pairs.end(),
                                 [&](const Pair& p) { return p.ways[w].ordering() == how; });
        };
        const std::pair<std::ptrdiff_t, std::ptrdiff_t> holding{count(Ordering::holds), -count(Ordering::fails)};
        if (holding <= most) continue;
        most = holding;
        best = w;
    }
    return best;
}

void judge_claim(const std::vector<Pair>& pairs) {
    if (pairs.front().ways.empty()) return;
    const std::size_t w = way_of_claim(pairs);
    const std::size_t roads = pairs.front().ways.size() / 2;
    const auto holding = std::count_if(pairs.begin(), pairs.end(),
                                       [&](const Pair& p) { return p.ways[w].ordering() == Ordering::holds; });
    const bool choice =
        roads > 1 || std::any_of(pairs.begin(), pairs.end(), [&](const Pair& p) { return p.ways[roads].other; });
    for (const Pair& pair : pairs) {
        Finding& finding = *pair.finding;
        const Compared& chosen = pair.ways[w];
        const auto how = chosen.ordering();
        const Kind kind = chosen.left->road->quantity->kind;
        const bool by_definition = w % roads == 0 && !chosen.other;
        const bool proven = kind != Kind::model && kind != Kind::simulated;
        finding.tie = how == Ordering::tie;
        finding.verdict = !how || finding.tie       ? Verdict::open
                          : *how == Ordering::holds ? by_definition ? Verdict::reproduced : Verdict::reproduced_as
                          : proven                  ? Verdict::misprint
                                                    : Verdict::not_reproducible;
        finding.value = chosen.said();
        finding.reading = meaning(*chosen.left->road);
        finding.kind = how ? kind_of(*chosen.left, pair.tried.front()) : "";
        if (finding.tie) add_note(finding.note, "tie: the values lie within their intervals of each other");
        if (!how) add_note(finding.note, chosen.said());
        if (!by_definition) add_note(finding.note, "as " + chosen.reading());
        if (static_cast<std::size_t>(holding) < pairs.size() && pairs.size() > 1 && choice) {
            add_note(finding.note, fmt::format("one reading for the claim: {} of {} pairs hold, no reading has more",
                                               holding, pairs.size()));
        }
        for (std::size_t v = 0; v < pair.ways.size(); ++v) {
            const Compared& way = pair.ways[v];
            if (v >= roads && !way.other) continue;  // said already
            if (v == w && how == Ordering::holds) continue;
            add_note(finding.note, way.reading() + ": " + way.said() + " " + way.judged());
        }
    }
}

std::string networks_of(const PrintedRow& row) {
    std::string out = row.network;
    for (const std::string& word : row.members) out += (out.empty() ? "" : " ") + word;
    for (const std::string& word : row.order) out += (out.empty() ? "" : " ") + word;
    return out;
}

}  // namespace

std::vector<Finding> judge(const PrintedTable& table, Workbench& bench) {
    std::vector<Finding> findings;
    std::size_t printed = 0;
    for (const PrintedRow& row : table.rows) printed += row.printed.size();
    findings.reserve(printed);                                                // claims point at their findings
    std::map<std::pair<std::string, std::string>, std::vector<Pair>> claims;  // by column and claim
    std::map<std::string, std::vector<Number>> numbers;                       // by column
    for (const PrintedRow& row : table.rows) {
        for (const auto& [column_name, text] : row.printed) {
            const auto column = std::find_if(table.columns.begin(), table.columns.end(),
                                             [&name = column_name](const PrintedColumn& c) { return c.name == name; });
            Finding finding{table.id,
                            row.name,
                            column_name,
                            text,
                            Missing{"not evaluated"},
                            {},
                            Verdict::open,
                            row.note,
                            {},
                            false,
                            Missing{"not evaluated"},
                            Missing{"not evaluated"},
                            Missing{"not evaluated"},
                            Missing{"not dynamic"},
                            Missing{"not dynamic"}};
            if (const std::string networks = networks_of(row); !networks.empty()) finding.networks = networks;
            if (!row.members.empty()) {
                judge_formula(finding, *column, row, bench);
            } else if (row.order.empty()) {
                auto tried = try_all(*column, row, row.network, bench);
                if (!row.other_network.empty()) {
                    for (Tried& other : try_all(*column, row, row.other_network, bench)) {
                        if (other.role == Role::formula) continue;
                        other.role = Role::reading;
                        other.network = row.other_network;
                        tried.push_back(std::move(other));
                    }
                }
                finding.exact = side(tried, Kind::exact);
                finding.routed = side(tried, Kind::routed);
                finding.formula = side(tried, Kind::formula);
                numbers[column_name].push_back({findings.size(), &*column, &row, std::move(tried)});
            }
            findings.push_back(std::move(finding));
            if (!row.order.empty())
                claims[{column_name, row.claim}].push_back(compare(findings.back(), *column, row, bench));
        }
    }
    for (const auto& [claim, pairs] : claims) judge_claim(pairs);
    for (const auto& [name, column] : numbers) judge_column(findings, column, bench);
    return findings;
}

Table findings_table(std::span<const Finding> findings, bool all_roads) {
    Table out;
    out.title = "published numbers regenerated";
    std::vector<const char*> names = {"table", "row", "quantity", "printed", "value"};
    const bool dynamic = std::any_of(findings.begin(), findings.end(),
                                     [](const Finding& f) { return f.model != Value(Missing{"not dynamic"}); });
    if (dynamic && !all_roads) names.insert(names.end(), {"model", "model_agrees"});
    names.insert(names.end(), {"kind", "verdict", "note"});
    if (all_roads) names.insert(names.end(), {"exact", "routed", "formula", "model", "model_agrees", "networks"});
    for (const char* name : names) out.columns.push_back({name, "", -1});
    for (const Finding& f : findings) {
        std::vector<Value> row{f.table, f.row, f.quantity, f.printed, f.value};
        if (dynamic && !all_roads) row.insert(row.end(), {f.model, f.model_agrees});
        row.insert(row.end(), {f.kind, std::string(name(f.verdict)), f.note});
        if (all_roads) row.insert(row.end(), {f.exact, f.routed, f.formula, f.model, f.model_agrees, f.networks});
        out.add(std::move(row));
    }
    return out;
}

Table summary_table(std::span<const PrintedTable> tables, std::span<const Finding> findings) {
    Table out;
    out.title = "published tables regenerated: printed numbers by verdict";
    for (const char* name :
         {"table", "title", "numbers", "reproduced", "reproduced_as", "misprint", "not_reproducible", "open"})
        out.columns.push_back({name, "", -1});
    const auto add = [&](const std::string& id, const std::string& title) {
        std::int64_t counts[6] = {};
        for (const Finding& f : findings) {
            if (!id.empty() && f.table != id) continue;
            ++counts[0];
            ++counts[1 + static_cast<int>(f.verdict)];
        }
        std::vector<Value> row{id.empty() ? std::string("all") : id, title};
        for (const std::int64_t count : counts) row.emplace_back(count);
        out.add(std::move(row));
    };
    for (const PrintedTable& table : tables) add(table.id, table.title);
    add("", "");
    return out;
}

Table document_table(std::span<const PrintedTable> tables, std::span<const Finding> findings) {
    Table out;
    out.title = "published numbers by document and by how they were reached";
    for (const char* name : {"document", "numbers", "recomputed", "formula_only", "simulated", "tie", "open",
                             "reproduced", "reproduced_as", "misprint", "not_reproducible"}) {
        out.columns.push_back({name, "", -1});
    }
    std::map<std::string, std::string> document_of;
    std::vector<std::string> documents;
    for (const PrintedTable& table : tables) {
        document_of[table.id] = table.document;
        if (std::find(documents.begin(), documents.end(), table.document) == documents.end())
            documents.push_back(table.document);
    }
    documents.emplace_back();  // all
    for (const std::string& document : documents) {
        std::int64_t recomputed = 0, formulas = 0, simulated = 0, ties = 0, open = 0, numbers = 0;
        std::int64_t verdicts[5] = {};
        for (const Finding& f : findings) {
            if (!document.empty() && document_of[f.table] != document) continue;
            ++numbers;
            ++verdicts[static_cast<int>(f.verdict)];
            ++(f.tie                             ? ties
               : f.verdict == Verdict::open      ? open
               : f.kind == formula_only          ? formulas
               : f.kind == name(Kind::simulated) ? simulated
                                                 : recomputed);
        }
        std::vector<Value> row{document.empty() ? std::string("all") : document};
        for (const std::int64_t count :
             {numbers, recomputed, formulas, simulated, ties, open, verdicts[0], verdicts[1], verdicts[2], verdicts[3]})
            row.emplace_back(count);
        out.add(std::move(row));
    }
    return out;
}

}  // namespace wafernet::published
