// Findings as tables: one by one, by verdict, by document.
#include <algorithm>

#include "tried.hpp"

namespace wafernet::published {

Table findings_table(std::span<const Finding> findings, bool all_roads) {
    Table out;
    out.title = "published numbers regenerated";
    std::vector<const char*> names = {"table", "row", "quantity", "printed", "value"};
    const bool dynamic =
        std::ranges::any_of(findings, [](const Finding& f) { return f.model != Value(Missing{"not dynamic"}); });
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
    for (const char* name : {"table", "title", "numbers", "reproduced", "reproduced_as", "misprint", "refuted",
                             "not_reproducible", "open", "formula_only"})
        out.columns.push_back({name, "", -1});
    const auto add = [&](const std::string& id, const std::string& title) {
        std::int64_t counts[8] = {};
        for (const Finding& f : findings) {
            if (!id.empty() && f.table != id) continue;
            ++counts[0];
            ++counts[f.kind == formula_only ? 7 : 1 + static_cast<int>(f.verdict)];
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
                             "reproduced", "reproduced_as", "misprint", "refuted", "not_reproducible"}) {
        out.columns.push_back({name, "", -1});
    }
    std::map<std::string, std::string> document_of;
    std::vector<std::string> documents;
    for (const PrintedTable& table : tables) {
        document_of[table.id] = table.document;
        if (std::ranges::find(documents, table.document) == documents.end()) documents.push_back(table.document);
    }
    documents.emplace_back();  // all
    for (const std::string& document : documents) {
        std::int64_t recomputed = 0, formulas = 0, simulated = 0, ties = 0, open = 0, numbers = 0;
        std::int64_t verdicts[6] = {};
        for (const Finding& f : findings) {
            if (!document.empty() && document_of[f.table] != document) continue;
            ++numbers;
            if (f.kind != formula_only) ++verdicts[static_cast<int>(f.verdict)];
            ++(f.tie                             ? ties
               : f.verdict == Verdict::open      ? open
               : f.kind == formula_only          ? formulas
               : f.kind == name(Kind::simulated) ? simulated
                                                 : recomputed);
        }
        std::vector<Value> row{document.empty() ? std::string("all") : document};
        for (const std::int64_t count : {numbers, recomputed, formulas, simulated, ties, open, verdicts[0], verdicts[1],
                                         verdicts[2], verdicts[3], verdicts[4]})
            row.emplace_back(count);
        out.add(std::move(row));
    }
    return out;
}

}  // namespace wafernet::published
