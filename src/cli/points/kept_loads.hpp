// What `simulate` keeps in a store: its rows, each with what a deadlock holds, and the loads that a curve found for
// itself.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "store.hpp"
#include "wafernet/sim/simulator.hpp"

namespace wafernet::cli {

/// Both tables of a store; `head` is that of the rows, with a column more for what a deadlock holds.
struct LoadStores {
    std::shared_ptr<Store> rows, loads;
    Table head;
};
LoadStores open_load_stores(const std::string& path, Table head);

class KeptLoads {
public:
    KeptLoads(const LoadStores& stores, std::string words, const std::string& contents);

    [[nodiscard]] std::vector<double> loads() const;
    void keep(const std::vector<double>& loads);
    [[nodiscard]] std::optional<std::vector<Value>> row(double load) const;
    void keep(double load, const std::vector<Value>& cells);
    /// Returns the status in the column of a row.
    static RunStatus status(const std::vector<Value>& cells);

private:
    [[nodiscard]] std::string key_at(double load) const;

    LoadStores stores_;
    NamedValues options_;
    std::string key_;
};

}  // namespace wafernet::cli
