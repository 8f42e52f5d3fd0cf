#include "kept_loads.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "../values.hpp"
#include "text_journal.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/base/version.hpp"

namespace wafernet::cli {

LoadStores open_load_stores(const Run& run, const std::string& path, Table head) {
    head.columns.push_back({"deadlock", ""});
    // A record of a text journal: a status, what a deadlock holds and the row; loads are found again.
    const auto from_journal = [&](const TextJournal& journal, const std::string& words, const std::string& text) {
        JournalPoint point;
        if (words.ends_with(" loads")) return point;
        point.key = (journal.head.empty() ? "" : journal.head.front()) + ' ' + words;
        point.options = journal_options(words);
        std::vector<Value> cells = journal_cells(text);
        std::rotate(cells.begin(), cells.begin() + 2, cells.end());
        cells.erase(cells.end() - 2);
        point.result.table = head;
        point.result.table.add(std::move(cells));
        return point;
    };
    auto rows = open_store(&run, path, "simulate", use_of(path), from_journal);
    return {std::move(rows), std::make_shared<Store>(path, "simulate_loads", use_of(path)), head};
}

KeptLoads::KeptLoads(const LoadStores& stores, std::string words, const std::string& contents)
    : stores_(stores),
      options_(journal_options(words)),
      key_("wafernet " + std::string(version()) + ' ' + std::move(words) + (contents.empty() ? "" : " | " + contents)) {
}

std::vector<double> KeptLoads::loads() const {
    std::vector<double> loads;
    if (const auto result = stores_.loads->find(key_)) {
        for (const auto& row : result->table.rows) loads.push_back(std::get<double>(row.at(0)));
    }
    return loads;
}

void KeptLoads::keep(const std::vector<double>& loads) {
    PointResult result;
    result.table.columns = {"load"};
    for (const double load : loads) result.table.add({load});
    stores_.loads->keep(key_, options_, result);
}

std::optional<std::vector<Value>> KeptLoads::row(double load) const {
    const auto result = stores_.rows->find(key_at(load));
    if (!result || result->table.rows.size() != 1) return std::nullopt;
    return result->table.rows.front();
}

void KeptLoads::keep(double load, const std::vector<Value>& cells) {
    PointResult result;
    result.table = stores_.head;
    result.table.add(cells);
    stores_.rows->keep(key_at(load), options_, result);
}

RunStatus KeptLoads::status(const std::vector<Value>& cells) {
    constexpr std::size_t column = 9;
    const std::string& word = std::get<std::string>(cells.at(column));
    for (const RunStatus status : {RunStatus::ok, RunStatus::saturated, RunStatus::deadlock, RunStatus::interrupted}) {
        if (name(status) == word) return status;
    }
    throw InputError("a load of the store has status '" + one_line(word) + "', it must be ok, saturated or deadlock");
}

std::string KeptLoads::key_at(double load) const { return key_ + fmt::format(" load={}", load); }

}  // namespace wafernet::cli
