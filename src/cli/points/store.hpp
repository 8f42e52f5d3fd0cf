// Finished points in an SQLite file: a table a kind of point, with its options and its figures as columns, which any
// SQLite client reads. Columns that begin with _ are the store's own.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "wafernet/report/table.hpp"

struct sqlite3;
struct sqlite3_stmt;

namespace wafernet::cli {

using NamedValues = std::vector<std::pair<std::string, Value>>;

/// What a point gave: rows under the names of their columns, or why there are none.
struct PointResult {
    std::optional<std::string> failed;
    Table table;
};

/// How a store is opened.
enum class StoreUse : std::uint8_t {
    write,  ///< the file is made with the first point that is kept
    alone,  ///< the same without other writers and without a write-ahead log, for file systems without locks
    read,   ///< there must be one
};

/// Points of one kind by their keys. Any thread may ask and add, and any number of processes. What is kept is in the
/// file when `keep` returns, as a whole, and stays there whatever ends the process.
class Store {
public:
    /// Throws InputError where the file cannot be opened or is no store.
    Store(std::string path, std::string kind, StoreUse use = StoreUse::write);
    Store(const Store&) = delete;
    Store& operator=(const Store&) = delete;
    ~Store();

    /// Returns what the point of this key gave; nothing where it is not kept.
    [[nodiscard]] std::optional<PointResult> find(const std::string& key);
    /// Keeps what a point gave in place of what was kept of it. Throws ComputationError where the file cannot be
    /// written (a full disk), and leaves it as it was.
    void keep(const std::string& key, const NamedValues& options, const PointResult& result);
    /// Calls `use` with every point, in the order in which they were kept.
    void for_each(const std::function<void(const std::string& key, const PointResult& result)>& use);
    /// Returns the number of points.
    [[nodiscard]] std::uint64_t size();
    /// Adds the points of another store that this one lacks, and returns how many.
    std::uint64_t merge(const std::string& other);
    /// Returns how many faults SQLite finds in the file.
    [[nodiscard]] std::uint64_t faults();
    [[nodiscard]] const std::string& path() const { return path_; }

private:
    class Statement;
    struct Close {
        void operator()(sqlite3* db) const;
        void operator()(sqlite3_stmt* statement) const;
    };

    void check_file() const;
    bool connect(bool make);
    void identify();
    void prepare_schema();
    bool has_kind();
    [[noreturn]] void fail(const std::string& what) const;
    void run(const std::string& sql);
    std::int64_t number(const std::string& sql);
    void transaction(const std::function<void()>& work);
    std::uint64_t points();
    void write_point(const std::string& key, const NamedValues& options, const PointResult& result);
    void write_row(const NamedValues& cells);
    void add_columns(const NamedValues& cells);
    std::int64_t shape_of(const Table& table);
    const std::vector<std::string>& names_of(std::int64_t shape);
    void add_row(Statement& row, PointResult& result);
    [[nodiscard]] std::set<std::string> columns_of(const std::string& schema);

    std::string path_, kind_, table_;  // table_: the kind as SQL quotes it
    StoreUse use_;
    std::unique_ptr<sqlite3, Close> db_;
    bool writable_ = false, has_kind_ = false;
    std::set<std::string> columns_;
    std::map<std::string, std::unique_ptr<sqlite3_stmt, Close>> prepared_;
    std::map<std::int64_t, std::vector<std::string>> shapes_;
    std::mutex guard_;
};

}  // namespace wafernet::cli
