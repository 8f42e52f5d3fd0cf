#include "store.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <sqlite3.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

#include "base/text.hpp"
#include "columns.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet::cli {

namespace {

constexpr std::int64_t application = 0x77666e74;  // "wfnt": PRAGMA application_id of a store
constexpr std::int64_t layout = 1;                // PRAGMA user_version
constexpr int wait_milliseconds = 60'000;         // for another writer
constexpr const char* names_table = "_columns";   // names of the columns of a point's rows, in their order

std::string shown(const std::string& path) { return "'" + escaped(path) + "'"; }

std::string name_in_sql(std::string_view name) {
    std::string out = "\"";
    for (const char c : name) out += c == '"' ? std::string("\"\"") : std::string(1, c);
    return out + '"';
}

}  // namespace

void Store::Close::operator()(sqlite3* db) const { sqlite3_close_v2(db); }
void Store::Close::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }

/// A statement that is used once more.
class Store::Statement {
public:
    Statement(Store& store, const std::string& sql) : store_(store) {
        auto& prepared = store.prepared_[sql];
        if (!prepared) {
            sqlite3_stmt* made = nullptr;
            if (sqlite3_prepare_v3(store.db_.get(), sql.c_str(), -1, SQLITE_PREPARE_PERSISTENT, &made, nullptr) !=
                SQLITE_OK)
                store.fail("cannot use");
            prepared.reset(made);
        }
        statement_ = prepared.get();
    }
    Statement(const Statement&) = delete;
    Statement& operator=(const Statement&) = delete;
    ~Statement() {
        sqlite3_reset(statement_);
        sqlite3_clear_bindings(statement_);
    }

    void bind(std::string_view text) {
        sqlite3_bind_text64(statement_, ++bound_, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
    }
    void bind(std::int64_t whole) { sqlite3_bind_int64(statement_, ++bound_, whole); }
    void bind(const Value& value) {
        if (const auto* whole = std::get_if<std::int64_t>(&value)) bind(*whole);
        else if (const auto* real = std::get_if<double>(&value)) sqlite3_bind_double(statement_, ++bound_, *real);
        else if (const auto* text = std::get_if<std::string>(&value)) bind(std::string_view(*text));
        else ++bound_;  // NULL
    }
    /// Whether there is a row.
    bool step() {
        const int code = sqlite3_step(statement_);
        if (code != SQLITE_ROW && code != SQLITE_DONE) store_.fail(store_.writable_ ? "cannot write" : "cannot read");
        return code == SQLITE_ROW;
    }
    [[nodiscard]] int columns() const { return sqlite3_column_count(statement_); }
    [[nodiscard]] std::string name(int column) const { return sqlite3_column_name(statement_, column); }
    [[nodiscard]] std::int64_t whole(int column) const { return sqlite3_column_int64(statement_, column); }
    [[nodiscard]] std::string text(int column) const {
        const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(statement_, column));
        return bytes == nullptr
                   ? ""
                   : std::string(bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column)));
    }
    [[nodiscard]] Value value(int column) const {
        switch (sqlite3_column_type(statement_, column)) {
            case SQLITE_INTEGER: return whole(column);
            case SQLITE_FLOAT: return sqlite3_column_double(statement_, column);
            case SQLITE_NULL: return Missing{};
            default: return text(column);
        }
    }

private:
    Store& store_;
    sqlite3_stmt* statement_ = nullptr;
    int bound_ = 0;
};

Store::Store(std::string path, std::string kind, StoreUse use)
    : path_(std::move(path)), kind_(std::move(kind)), table_(name_in_sql(kind_)), use_(use) {
    check_file();
    connect(false);
}

Store::~Store() = default;

// What SQLite would say without the reason, or would take for an empty store.
void Store::check_file() const {
    const auto refuse = [&](const std::string& why) {
        throw InputError("cannot open the store " + shown(path_) + ": " + why);
    };
    struct stat status = {};
    if (::stat(path_.c_str(), &status) == 0) {
        if (S_ISDIR(status.st_mode)) refuse(std::strerror(EISDIR));
        if (!S_ISREG(status.st_mode)) throw InputError("the store " + shown(path_) + " is no file, it must be one");
        if (::access(path_.c_str(), use_ == StoreUse::read ? R_OK : R_OK | W_OK) != 0) refuse(std::strerror(errno));
        return;
    }
    if (errno != ENOENT || use_ == StoreUse::read) refuse(std::strerror(errno));
    const std::string folder = std::filesystem::path(path_).parent_path().string();
    if (path_.empty() || ::access(folder.empty() ? "." : folder.c_str(), W_OK | X_OK) != 0)
        refuse(std::strerror(errno));
}

// Opens the file, or makes it; false where there is none. The store of several processes is made by the first of them
// that keeps a point.
bool Store::connect(bool make) {
    if (db_) return true;
    std::error_code none;
    if (!make && !std::filesystem::exists(path_, none)) return false;
    sqlite3* opened = nullptr;
    // A reader has to undo what a killed writer had begun; SQLite opens a protected file for reading only.
    const int how = SQLITE_OPEN_READWRITE | (make || use_ != StoreUse::read ? SQLITE_OPEN_CREATE : 0);
    const int code = sqlite3_open_v2(path_.c_str(), &opened, how, nullptr);
    db_.reset(opened);
    prepared_.clear();
    if (code != SQLITE_OK) fail("cannot open");
    sqlite3_extended_result_codes(opened, 1);
    // Only a writer that is alone keeps readers out, for as long as it runs.
    sqlite3_busy_timeout(opened, use_ == StoreUse::alone ? 0 : use_ == StoreUse::read ? 10'000 : wait_milliseconds);
    if (use_ == StoreUse::alone) run("PRAGMA locking_mode = EXCLUSIVE");
    identify();
    return true;
}

void Store::identify() {
    // A short text is an empty database to SQLite, which would write over it. The file is not opened in another way:
    // to close it again would give up the locks of this process on it. The pages are counted first, which takes back
    // what a killed process had begun; twice, as another may just make the file.
    const auto short_text = [&] {
        std::error_code none;
        return number("PRAGMA page_count") == 0 && std::filesystem::file_size(path_, none) > 0;
    };
    if (short_text() && short_text()) throw InputError(shown(path_) + " is no store, it must be one or a new name");
    const bool empty = number("SELECT count(*) FROM sqlite_schema") == 0;  // first: another may just make it a store
    if (const std::int64_t of = number("PRAGMA application_id"); of != application && (of != 0 || !empty))
        throw InputError(shown(path_) + " is a database of another program, it must be a store or a new name");
    if (number("PRAGMA user_version") > layout)
        throw InputError(shown(path_) + " is a store of a newer wafernet, it must be one of this version");
}

// Made by the first writer; others find it made.
void Store::prepare_schema() {
    if (writable_) return;
    connect(true);
    using namespace std::chrono_literals;
    if (use_ == StoreUse::alone) {
        run("PRAGMA journal_mode = DELETE");
    } else {
        // Two processes that begin one file may both find it locked here, where SQLite does not wait.
        for (int left = 200;; --left) {
            const int code = sqlite3_exec(db_.get(), "PRAGMA journal_mode = WAL", nullptr, nullptr, nullptr);
            if (code == SQLITE_OK) break;
            if ((code & 0xFF) != SQLITE_BUSY || left == 0) fail("cannot write");
            std::this_thread::sleep_for(20ms);
        }
    }
    run("PRAGMA synchronous = NORMAL");
    run("BEGIN IMMEDIATE");
    run("PRAGMA application_id = " + std::to_string(application));
    run("PRAGMA user_version = " + std::to_string(layout));
    run(std::string("CREATE TABLE IF NOT EXISTS ") + names_table + " (id INTEGER PRIMARY KEY, names TEXT UNIQUE)");
    run("CREATE TABLE IF NOT EXISTS " + table_ +
        " (_key TEXT NOT NULL, _row INTEGER NOT NULL, _failed TEXT, _missing TEXT, _columns INTEGER, "
        "PRIMARY KEY (_key, _row))");
    run("COMMIT");
    writable_ = true;
    columns_ = columns_of("main");
}

bool Store::has_kind() {
    if (!connect(false)) return false;
    if (!has_kind_) {
        Statement s(*this, "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?");
        s.bind(std::string_view(kind_));
        has_kind_ = s.step();
    }
    return has_kind_;
}

// With what the system says where it says something: "cannot write the store 's.db': No space left on device".
void Store::fail(const std::string& what) const {
    const int code = db_ ? sqlite3_errcode(db_.get()) & 0xFF : SQLITE_NOMEM;
    const int system = db_ ? sqlite3_system_errno(db_.get()) : 0;
    if (code == SQLITE_NOMEM) throw std::bad_alloc();
    if (code == SQLITE_NOTADB) throw InputError(shown(path_) + " is no store, it must be one or a new name");
    if (code == SQLITE_BUSY || code == SQLITE_LOCKED)
        throw InputError("the store " + shown(path_) + " is in use by another process, it must be free or another one");
    if (code == SQLITE_CORRUPT)
        throw InputError("the store " + shown(path_) +
                         " is damaged; 'sqlite3 FILE .recover' saves what can be read into another one");
    const bool known = system != 0 && (code == SQLITE_CANTOPEN || code == SQLITE_IOERR);
    const std::string line = what + " the store " + shown(path_) + ": " +
                             (known                 ? std::strerror(system)
                              : code == SQLITE_FULL ? std::strerror(ENOSPC)
                                                    : sqlite3_errmsg(db_.get()));
    if (what == "cannot write") throw ComputationError(line);
    throw InputError(line);
}

void Store::run(const std::string& sql) {
    if (sqlite3_exec(db_.get(), sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) fail("cannot write");
}

std::int64_t Store::number(const std::string& sql) {
    Statement s(*this, sql);
    return s.step() ? s.whole(0) : 0;
}

std::set<std::string> Store::columns_of(const std::string& schema) {
    Statement s(*this, "SELECT name FROM pragma_table_info(?, ?)");
    s.bind(std::string_view(kind_));
    s.bind(std::string_view(schema));
    std::set<std::string> names;
    while (s.step()) names.insert(s.text(0));
    return names;
}

// The names of the rows' columns, in their order: another point may have others.
std::int64_t Store::shape_of(const Table& table) {
    std::string names;
    for (const Column& column : table.columns) names += (names.empty() ? "" : "\n") + on_one_line(column.name);
    {
        Statement insert(*this, std::string("INSERT OR IGNORE INTO ") + names_table + " (names) VALUES (?)");
        insert.bind(std::string_view(names));
        insert.step();
    }
    Statement s(*this, std::string("SELECT id FROM ") + names_table + " WHERE names = ?");
    s.bind(std::string_view(names));
    s.step();
    return s.whole(0);
}

const std::vector<std::string>& Store::names_of(std::int64_t shape) {
    std::vector<std::string>& names = shapes_[shape];
    if (names.empty()) {
        Statement s(*this, std::string("SELECT names FROM ") + names_table + " WHERE id = ?");
        s.bind(shape);
        if (s.step() && !s.text(0).empty()) {
            const std::string text = s.text(0);
            for (const std::string_view name : split(text, '\n')) names.push_back(as_it_was(name));
        }
    }
    return names;
}

void Store::add_columns(const NamedValues& cells) {
    const auto is_new = [&](const auto& cell) { return !columns_.contains(cell.first); };
    if (std::none_of(cells.begin(), cells.end(), is_new)) return;
    columns_ = columns_of("main");  // another writer may have added some
    for (const auto& cell : cells) {
        if (!is_new(cell)) continue;
        run("ALTER TABLE " + table_ + " ADD COLUMN " + name_in_sql(cell.first));
        columns_.insert(cell.first);
    }
}

void Store::write_row(const NamedValues& cells) {
    std::string names, places;
    for (const auto& [name, value] : cells) {
        names += (names.empty() ? "" : ", ") + name_in_sql(name);
        places += places.empty() ? "?" : ", ?";
    }
    Statement insert(*this, "INSERT INTO " + table_ + " (" + names + ") VALUES (" + places + ")");
    for (const auto& [name, value] : cells) insert.bind(value);
    insert.step();
}

void Store::write_point(const std::string& key, const NamedValues& options, const PointResult& result) {
    {
        Statement remove(*this, "DELETE FROM " + table_ + " WHERE _key = ?");
        remove.bind(std::string_view(key));
        remove.step();
    }
    const Table& table = result.table;
    const std::int64_t shape = shape_of(table);
    const bool empty = result.failed || table.rows.empty();
    for (std::size_t r = 0; r < (empty ? 1 : table.rows.size()); ++r) {
        NamedValues cells{{"_key", key},
                          {"_row", empty ? std::int64_t{-1} : static_cast<std::int64_t>(r)},
                          {"_failed", result.failed ? Value(*result.failed) : Value(Missing{})},
                          {"_missing", Missing{}},
                          {"_columns", shape}};
        constexpr std::size_t reasons_at = 3;
        const auto set = [&](const std::string& name, const Value& value) {
            const auto same = std::find_if(cells.begin(), cells.end(), [&](const auto& c) { return c.first == name; });
            if (same != cells.end()) same->second = value;
            else cells.emplace_back(name, value);
        };
        for (const auto& [name, value] : options) set(option_column(name), value);
        std::string reasons;
        for (std::size_t c = 0; c < table.columns.size() && !empty; ++c) {
            const std::string& name = table.columns[c].name;
            set(name, table.rows[r][c]);
            if (const auto* missing = std::get_if<Missing>(&table.rows[r][c]);
                missing != nullptr && !missing->reason.empty())
                reasons += (reasons.empty() ? "" : "\n") + on_one_line(name) + ": " + on_one_line(missing->reason);
        }
        if (!reasons.empty()) cells[reasons_at].second = reasons;
        add_columns(cells);
        write_row(cells);
    }
}

// Does all of it or nothing.
void Store::transaction(const std::function<void()>& work) {
    prepare_schema();
    run("BEGIN IMMEDIATE");
    try {
        work();
        run("COMMIT");
    } catch (...) {
        sqlite3_exec(db_.get(), "ROLLBACK", nullptr, nullptr, nullptr);
        columns_.clear();
        throw;
    }
}

void Store::keep(const std::string& key, const NamedValues& options, const PointResult& result) {
    const std::lock_guard lock(guard_);
    transaction([&] { write_point(key, options, result); });
}

// Adds the row that a statement is at, "SELECT * FROM kind".
void Store::add_row(Statement& row, PointResult& result) {
    std::map<std::string, int> at;
    for (int c = 0; c < row.columns(); ++c) at.emplace(row.name(c), c);
    if (const Value why = row.value(at.at("_failed")); std::holds_alternative<std::string>(why))
        result.failed = std::get<std::string>(why);
    const std::vector<std::string>& names = names_of(row.whole(at.at("_columns")));
    if (result.table.columns.empty()) {
        for (const std::string& name : names) result.table.columns.push_back({name, ""});
    }
    if (row.whole(at.at("_row")) < 0) return;
    const std::string reasons = row.text(at.at("_missing"));
    std::vector<Value> cells;
    for (const std::string& name : names) {
        cells.push_back(row.value(at.at(name)));
        if (auto* missing = std::get_if<Missing>(&cells.back())) missing->reason = reason_of(reasons, name);
    }
    result.table.add(std::move(cells));
}

std::optional<PointResult> Store::find(const std::string& key) {
    const std::lock_guard lock(guard_);
    if (!has_kind()) return std::nullopt;
    Statement rows(*this, "SELECT * FROM " + table_ + " WHERE _key = ? ORDER BY _row");
    rows.bind(std::string_view(key));
    std::optional<PointResult> result;
    while (rows.step()) add_row(rows, result ? *result : result.emplace());
    return result;
}

void Store::for_each(const std::function<void(const std::string& key, const PointResult& result)>& use) {
    const std::lock_guard lock(guard_);
    if (!has_kind()) return;
    Statement rows(*this, "SELECT _key, * FROM " + table_ + " ORDER BY rowid");
    std::optional<std::pair<std::string, PointResult>> point;
    while (rows.step()) {
        std::string key = rows.text(0);
        if (point && point->first != key) {
            use(point->first, point->second);
            point.reset();
        }
        if (!point) point.emplace(std::move(key), PointResult{});
        add_row(rows, point->second);
    }
    if (point) use(point->first, point->second);
}

std::uint64_t Store::points() {
    return static_cast<std::uint64_t>(number("SELECT count(*) FROM " + table_ + " WHERE _row <= 0"));
}

std::uint64_t Store::size() {
    const std::lock_guard lock(guard_);
    return has_kind() ? points() : 0;
}

std::uint64_t Store::merge(const std::string& other) {
    { const Store is_one(other, kind_, StoreUse::read); }
    std::error_code none;
    if (std::filesystem::equivalent(path_, other, none)) return 0;
    const std::lock_guard lock(guard_);
    prepare_schema();
    {
        Statement attach(*this, "ATTACH ? AS other");
        attach.bind(std::string_view(other));
        attach.step();
    }
    const std::set<std::string> theirs = columns_of("other");
    NamedValues cells;
    std::string names, values;
    for (const std::string& name : theirs) {
        const std::string between = names.empty() ? "" : ", ", quoted = name_in_sql(name);
        cells.emplace_back(name, Missing{});
        names += between + quoted;
        values += between + (name != "_columns" ? "t." + quoted
                                                : "(SELECT m.id FROM main._columns m JOIN other._columns o USING "
                                                  "(names) WHERE o.id = t._columns)");
    }
    const std::uint64_t before = points();
    if (!theirs.empty()) {
        transaction([&] {
            add_columns(cells);
            run("INSERT OR IGNORE INTO main._columns (names) SELECT names FROM other._columns");
            run("INSERT INTO main." + table_ + " (" + names + ") SELECT " + values + " FROM other." + table_ +
                " t WHERE NOT EXISTS (SELECT 1 FROM main." + table_ + " m WHERE m._key = t._key) ORDER BY t.rowid");
        });
    }
    run("DETACH other");
    if (theirs.empty()) throw InputError("the store " + shown(other) + " has no points of '" + kind_ + "'");
    return points() - before;
}

std::uint64_t Store::faults() {
    const std::lock_guard lock(guard_);
    if (!connect(false)) return 0;
    Statement check(*this, "PRAGMA quick_check");
    std::uint64_t faults = 0;
    while (check.step()) faults += check.text(0) == "ok" ? 0 : 1;
    return faults;
}

}  // namespace wafernet::cli
