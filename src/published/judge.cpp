// How a printed table is judged, entry by entry. The rules are in published.hpp.
#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "ordering.hpp"
#include "tried.hpp"

namespace wafernet::published {

namespace {

// One way to look at a printed ordering: a road.
struct Compared {
    const Tried* left = nullptr;
    const Tried* right = nullptr;
    const std::vector<std::string>* order = nullptr;

    [[nodiscard]] std::optional<Ordering> ordering() const {
        const auto a = number_of(left->result.value);
        const auto b = number_of(right->result.value);
        if (!a || !b) return std::nullopt;
        return ordered(*a, left->result.error.value_or(0.0), (*order)[1], *b, right->result.error.value_or(0.0));
    }
    /// Whether no two values within proven bounds are in the order.
    [[nodiscard]] bool impossible() const {
        const auto range = [](const Evaluation& e) {
            const double value = number_of(e.value).value_or(0.0);
            return e.bounds.value_or(std::pair(value, value));
        };
        const auto a = range(left->result), b = range(right->result);
        const auto possible = [&](double x, double y) {
            return ordered(x, 0.0, (*order)[1], y, 0.0) != Ordering::fails;
        };
        return !possible(a.first, b.second) && !possible(a.second, b.first) &&
               ((*order)[1] != "=" || a.second < b.first || b.second < a.first);
    }
    [[nodiscard]] std::string said() const {
        return said(left->result) + " " + (*order)[1] + " " + said(right->result);
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

// A printed ordering of two networks, looked at by every road: way w is the same for all pairs of a claim.
struct Pair {
    Finding* finding = nullptr;
    const PrintedColumn* column = nullptr;
    std::vector<Tried> left, right;
    std::vector<Compared> ways;
};

// What all ways give for a printed ordering.
Pair compare(Finding& finding, const PrintedColumn& column, const PrintedRow& row, Workbench& bench) {
    Pair pair{
        &finding, &column, try_all(column, row, row.order[0], bench), try_all(column, row, row.order[2], bench), {}};
    for (std::size_t r = 0; r < pair.left.size(); ++r) pair.ways.push_back({&pair.left[r], &pair.right[r], &row.order});
    return pair;
}

// The way under which most pairs hold, then fewest do not, then the first: the definition before readings.
std::size_t way_of_claim(const std::vector<Pair>& pairs, const Road* settled) {
    std::size_t best = 0;
    std::pair<std::ptrdiff_t, std::ptrdiff_t> most{-1, 0};
    for (std::size_t w = 0; w < pairs.front().ways.size(); ++w) {
        if (settled != nullptr && pairs.front().ways[w].left->road != settled) continue;
        const auto count = [&](Ordering how) {
            return std::ranges::count_if(pairs, [&](const Pair& p) { return p.ways[w].ordering() == how; });
        };
        const std::pair<std::ptrdiff_t, std::ptrdiff_t> holding{count(Ordering::holds), -count(Ordering::fails)};
        if (holding <= most) continue;
        most = holding;
        best = w;
    }
    return best;
}

// By one way for all pairs of a claim: that under which most hold.
void judge_claim(const std::vector<Pair>& pairs) {
    if (pairs.front().ways.empty()) return;
    const Road* settled = pairs.front().column->settled();
    const std::size_t w = way_of_claim(pairs, settled);
    const auto holding =
        std::ranges::count_if(pairs, [&](const Pair& p) { return p.ways[w].ordering() == Ordering::holds; });
    const bool choice = pairs.size() > 1 && pairs.front().ways.size() > 1 && settled == nullptr;
    for (const Pair& pair : pairs) {
        Finding& finding = *pair.finding;
        const Compared& chosen = pair.ways[w];
        const auto how = chosen.ordering();
        const Kind kind = chosen.left->road->quantity->kind;
        const bool by_definition = w == 0;
        const bool proven = kind != Kind::model && kind != Kind::simulated && chosen.impossible() &&
                            (settled == nullptr || pair.ways.front().ordering() != Ordering::holds);
        finding.tie = how == Ordering::tie;
        finding.verdict = !how || finding.tie       ? Verdict::open
                          : *how == Ordering::holds ? by_definition ? Verdict::reproduced : Verdict::reproduced_as
                          : proven                  ? Verdict::refuted
                                                    : Verdict::not_reproducible;
        if (settled != nullptr) add_note(finding.note, "the reading of all tables of the document");
        finding.value = chosen.said();
        finding.reading = meaning(*chosen.left->road);
        finding.kind = how ? kind_of(*chosen.left, pair.left) : "";
        if (finding.tie) add_note(finding.note, "tie: the values lie within their intervals of each other");
        if (!how) add_note(finding.note, chosen.said());
        if (!by_definition) add_note(finding.note, "as " + meaning(*chosen.left->road));
        if (choice && static_cast<std::size_t>(holding) < pairs.size()) {
            add_note(finding.note, fmt::format("one reading for the claim: {} of {} pairs hold, no reading has more",
                                               holding, pairs.size()));
        }
        for (std::size_t v = 0; v < pair.ways.size(); ++v) {
            const Compared& way = pair.ways[v];
            if (v == w && how == Ordering::holds) continue;
            add_note(finding.note, meaning(*way.left->road) + ": " + way.said() + " " + way.judged());
        }
    }
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
            Finding finding;
            finding.table = table.id;
            finding.row = row.name;
            finding.quantity = column_name;
            finding.printed = text;
            finding.note = row.note;
            finding.value = finding.exact = finding.routed = finding.formula = Missing{"not evaluated"};
            if (const std::string networks = networks_of(row); !networks.empty()) finding.networks = networks;
            if (!row.members.empty()) {
                judge_formula(finding, *column, row, bench);
            } else if (row.order.empty()) {
                auto tried = try_all(*column, row, row.network, bench);
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

}  // namespace wafernet::published
