#include "claims.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace wafernet::published {

Pair compare(Finding& finding, const PrintedColumn& column, const PrintedRow& row, Workbench& bench) {
    Pair pair{
        &finding, &column, try_all(column, row, row.order[0], bench), try_all(column, row, row.order[2], bench), {}};
    for (std::size_t r = 0; r < pair.left.size(); ++r) pair.ways.push_back({&pair.left[r], &pair.right[r], &row.order});
    return pair;
}

namespace {

// The way under which most pairs hold, then fewest do not, then the first: the definition before readings.
std::size_t way_of_claim(const std::vector<Pair>& pairs, const Road* settled) {
    std::size_t best = 0;
    std::pair<std::ptrdiff_t, std::ptrdiff_t> most{-1, 0};
    for (std::size_t w = 0; w < pairs.front().ways.size(); ++w) {
        if (settled != nullptr && pairs.front().ways[w].left->road != settled) continue;
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

}  // namespace

void judge_claim(const std::vector<Pair>& pairs) {
    if (pairs.front().ways.empty()) return;
    const Road* settled = pairs.front().column->settled();
    const std::size_t w = way_of_claim(pairs, settled);
    const auto holding = std::count_if(pairs.begin(), pairs.end(),
                                       [&](const Pair& p) { return p.ways[w].ordering() == Ordering::holds; });
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

}  // namespace wafernet::published
