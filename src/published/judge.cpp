// How a printed table is judged, entry by entry. The rules are in published.hpp.
#include <algorithm>

#include "claims.hpp"

namespace wafernet::published {

namespace {

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
