// How printed formulas are judged.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "tried.hpp"

namespace wafernet::published {

namespace {

bool equal(const Value& a, const Value& b) {
    const auto x = number_of(a);
    const auto y = number_of(b);
    if (!x || !y) return a == b && present(a);
    return std::fabs(*x - *y) <= 1e-9 * std::fmax(1.0, std::fabs(*y));
}

}  // namespace

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
    const std::string holds = fmt::format("{}", fmt::join(row.members, ", "));
    for (std::size_t road = 0; road < roads; ++road) {
        if (!differing(road).empty()) continue;
        finding.verdict = road == 0 ? Verdict::reproduced : Verdict::reproduced_as;
        if (road > 0) add_note(finding.note, "as " + meaning(*members.front()[road].road));
        if (road > 0)
            add_note(finding.note,
                     row.members[differing(0).front()] + ": " + evidence(members[differing(0).front()], nullptr));
        add_note(finding.note, "holds for " + holds);
        finding.value = "equal in " + std::to_string(members.size()) + " of " + std::to_string(members.size());
        return;
    }
    auto wrong = differing(0);
    std::ranges::stable_sort(wrong, {}, [&](std::size_t i) { return bench.network(row.members[i]).graph.nodes(); });
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
    finding.verdict = proven ? Verdict::refuted : any_value ? Verdict::not_reproducible : Verdict::open;
    const auto& smallest = members[wrong.front()];
    finding.value = fmt::format("equal in {} of {}; {}: {}, not {}", members.size() - wrong.size(), members.size(),
                                row.members[wrong.front()], shown(smallest.front().result.value),
                                shown(smallest.back().result.value));
    add_note(finding.note, examples);
}

}  // namespace wafernet::published
