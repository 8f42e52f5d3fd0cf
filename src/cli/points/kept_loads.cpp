#include "kept_loads.hpp"

#include <fmt/format.h>

#include "../values.hpp"
#include "columns.hpp"
#include "locks.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/base/version.hpp"

namespace wafernet::cli {

LoadStores open_load_stores(const std::string& path, Table head) {
    head.columns.push_back({"deadlock", ""});
    return {open_store(path, "simulate"), open_store(path, "simulate_loads"), head};
}

KeptLoads::KeptLoads(const LoadStores& stores, std::string words, const std::string& contents)
    : stores_(stores),
      options_(options_in(words)),
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
