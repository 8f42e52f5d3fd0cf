#include "claims.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace wafernet::published {

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

namespace {

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

}  // namespace

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
                          : proven                  ? Verdict::refuted
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

}  // namespace wafernet::published
