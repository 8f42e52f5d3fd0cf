#include "sweep.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "../command.hpp"
#include "../digest.hpp"
#include "../values.hpp"
#include "base/number_in.hpp"
#include "columns.hpp"
#include "io/toml.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/base/version.hpp"

namespace wafernet::cli {

namespace {

constexpr std::string_view row_makers[] = {"latency",  "simulate",     "compare",     "cost",     "energy", "yield",
                                           "validate", "topology",     "load",        "estimate", "stack",  "faults",
                                           "deadlock", "adaptiveness", "collectives", "run",      "embed",  "mapping",
                                           "makespan", "router",       "windows",     "verify"};

std::string place(const std::string& path, std::uint32_t line, std::uint32_t column) {
    return fmt::format("{}:{}:{}: ", path, line, column);
}

// A file that is read: every error says where.
class Reader {
public:
    explicit Reader(std::string path) : path_(std::move(path)) {}

    Sweep read() {
        const std::vector<model::TomlEntry> entries = model::parse_toml(path_);
        for (const model::TomlEntry& e : entries) {
            if (e.key == "command") sweep_.command = text(e);
        }
        if (sweep_.command.empty())
            throw InputError(path_ +
                             ": no key 'command', need one of: " + fmt::format("{}", fmt::join(row_makers, ", ")));
        if (std::find(std::begin(row_makers), std::end(row_makers), sweep_.command) == std::end(row_makers))
            throw InputError(path_ + ": command = '" + one_line(sweep_.command) + "'" +
                             did_you_mean(sweep_.command, row_makers) +
                             ", need one of: " + fmt::format("{}", fmt::join(row_makers, ", ")));
        command_ = command_named(sweep_.command);
        for (const model::TomlEntry& e : entries) {
            if (e.key == "command") continue;
            if (e.key == "networks") axis({{"network"}, {}}, {e}, e);
            else if (e.key == "options") options(table(e));
            else if (e.key == "vary") vary(table(e));
            else if (e.key == "zip") zip(e);
            else if (e.key != "where" && e.key != "without")
                unknown(e, {"command", "networks", "options", "vary", "zip", "where", "without"});
        }
        for (const model::TomlEntry& e : entries) {  // once all names are known
            if (e.key == "where") {
                for (const std::string& word : list(e.value)) sweep_.where.push_back(condition(word, e));
            } else if (e.key == "without") {
                for (const std::string& word : list(e.value)) {
                    sweep_.without.emplace_back();
                    for (std::size_t from = 0; from <= word.size();) {
                        const std::size_t to = std::min(word.find(" and ", from), word.size());
                        sweep_.without.back().push_back(condition(word.substr(from, to - from), e));
                        from = to + 5;
                    }
                }
            }
        }
        std::uint64_t size = 1;
        for (const SweepAxis& a : sweep_.axes) {
            if (a.rows.size() > most_points / size)
                throw InputError(path_ + ": the grid has more than " + std::to_string(most_points) +
                                 " points, need fewer values");
            size *= a.rows.size();
        }
        if (names_.empty()) throw InputError(path_ + ": nothing to vary, need networks, [vary] or [[zip]]");
        return std::move(sweep_);
    }

private:
    [[noreturn]] void fail(const model::TomlEntry& e, const std::string& message) const {
        throw InputError(place(path_, e.line, e.column) + message);
    }
    [[noreturn]] void unknown(const model::TomlEntry& e, const std::vector<std::string_view>& known) const {
        fail(e, fmt::format("unknown key '{}'{}, need one of: {}", one_line(e.key), did_you_mean(e.key, known),
                            fmt::join(known, ", ")));
    }
    [[nodiscard]] std::string text(const model::TomlEntry& e) const {
        const auto* found = std::get_if<std::string>(&e.value.data);
        if (found == nullptr) fail(e, e.key + " is no text, need one");
        return *found;
    }
    [[nodiscard]] const std::vector<model::TomlEntry>& table(const model::TomlEntry& e) const {
        const auto* found = std::get_if<std::vector<model::TomlEntry>>(&e.value.data);
        if (found == nullptr) fail(e, e.key + " is no table, need [" + e.key + "]");
        return *found;
    }
    static std::vector<std::string> list(const model::TomlValue& value) {
        std::vector<std::string> words;
        if (const auto* many = std::get_if<std::vector<model::TomlValue>>(&value.data)) {
            for (const model::TomlValue& one : *many) words.push_back(model::text_of(one));
        } else {
            words.push_back(model::text_of(value));
        }
        return words;
    }

    // The option of the command that a name means, checked with a value.
    void check(const model::TomlEntry& e, const std::string& name, const std::string& value,
               const std::string& hint = {}) {
        try {
            set_option(*command_, name, value);
        } catch (const InputError& error) {
            fail(e, error.what() + hint);
        }
    }
    void named(const model::TomlEntry& e, const std::string& name) {
        if (!names_.insert(name).second) fail(e, name + " is given twice, need it once");
    }

    void options(const std::vector<model::TomlEntry>& entries) {
        for (const model::TomlEntry& e : entries) {
            named(e, e.key);
            const std::string value = words(e);
            const bool many = std::holds_alternative<std::vector<model::TomlValue>>(e.value.data);
            check(e, e.key, value, many ? ", or [vary] for a point a value" : "");
            sweep_.fixed.emplace_back(e.key, value);
        }
    }
    [[nodiscard]] std::string words(const model::TomlEntry& e) const {
        try {
            return model::text_of(e.value);
        } catch (const InputError& error) {
            fail(e, e.key + " is " + error.what());
        }
    }

    void axis(SweepAxis axis, const std::vector<model::TomlEntry>& columns, const model::TomlEntry& at) {
        std::vector<std::vector<std::string>> values;
        for (std::size_t i = 0; i < columns.size(); ++i) {
            const model::TomlEntry& e = columns[i];
            named(e, axis.names[i]);
            try {
                values.push_back(list(e.value));
            } catch (const InputError& error) {
                fail(e, e.key + " has " + error.what());
            }
            if (values.back().empty()) fail(e, e.key + " has no values, need one at least");
            if (values.back().size() != values.front().size())
                fail(e, fmt::format("{} has {} values beside {} of {}, need as many", e.key, values.back().size(),
                                    values.front().size(), columns.front().key));
            for (const std::string& value : values.back()) check(e, axis.names[i], value);
        }
        if (values.empty()) fail(at, "no options side by side, need lists");
        for (std::size_t row = 0; row < values.front().size(); ++row) {
            axis.rows.emplace_back();
            for (const auto& column : values) axis.rows.back().push_back(column[row]);
        }
        sweep_.axes.push_back(std::move(axis));
    }
    void vary(const std::vector<model::TomlEntry>& entries) {
        for (const model::TomlEntry& e : entries) axis({{e.key}, {}}, {e}, e);
    }
    void zip(const model::TomlEntry& e) {
        const auto side_by_side = [&](const std::vector<model::TomlEntry>& entries) {
            SweepAxis a;
            for (const model::TomlEntry& column : entries) a.names.push_back(column.key);
            axis(std::move(a), entries, e);
        };
        if (const auto* one = std::get_if<std::vector<model::TomlEntry>>(&e.value.data)) return side_by_side(*one);
        const auto* many = std::get_if<std::vector<model::TomlValue>>(&e.value.data);
        if (many == nullptr) fail(e, "zip is no table, need [[zip]]");
        for (const model::TomlValue& one : *many) {
            const auto* entries = std::get_if<std::vector<model::TomlEntry>>(&one.data);
            if (entries == nullptr) fail(e, "zip has what is no table, need [[zip]]");
            side_by_side(*entries);
        }
    }

    [[nodiscard]] SweepCondition condition(const std::string& word, const model::TomlEntry& e) const {
        const std::size_t at = word.find_first_of("!<>=");
        const auto trimmed = [](std::string text) {
            text.erase(0, std::min(text.find_first_not_of(' '), text.size()));
            text.erase(text.find_last_not_of(' ') + 1);
            return text;
        };
        for (const char* relation : {"!=", "<=", ">=", "=", "<", ">"}) {
            if (at == std::string::npos || word.compare(at, std::string_view(relation).size(), relation) != 0) continue;
            SweepCondition c{trimmed(word.substr(0, at)), relation,
                             trimmed(word.substr(at + std::string_view(relation).size()))};
            const std::vector<std::string_view> known(names_.begin(), names_.end());
            if (!names_.contains(c.name))
                fail(e, "'" + one_line(word) + "': no option '" + one_line(c.name) + "' in this sweep" +
                            did_you_mean(c.name, known));
            if (c.value.empty()) break;
            return c;
        }
        fail(e, "'" + one_line(word) + "': need an option, one of = != < <= > >= and a value, such as 'vcs>=4'");
    }

    std::string path_;
    Sweep sweep_;
    std::optional<Command> command_;
    std::set<std::string> names_;
};

bool holds(const SweepCondition& c, const SweepPoint& point) {
    const auto option = std::find_if(point.begin(), point.end(), [&](const auto& o) { return o.first == c.name; });
    const std::string& text = option->second;
    const auto a = number_in<double>(text), b = number_in<double>(c.value);
    const bool numbers = a && b;
    const bool equal = numbers ? *a == *b : text == c.value;
    const bool less = numbers ? *a < *b : text < c.value;
    if (c.relation == "=") return equal;
    if (c.relation == "!=") return !equal;
    if (c.relation == "<") return less;
    if (c.relation == "<=") return less || equal;
    if (c.relation == ">") return !less && !equal;
    return !less;
}

}  // namespace

std::uint64_t Sweep::size() const {
    std::uint64_t size = 1;
    for (const SweepAxis& a : axes) size *= a.rows.size();
    return size;
}

std::optional<SweepPoint> Sweep::point(std::uint64_t index) const {
    SweepPoint point;
    std::uint64_t block = size();
    for (const SweepAxis& a : axes) {
        block /= a.rows.size();
        const std::vector<std::string>& row = a.rows[index / block];
        index %= block;
        for (std::size_t i = 0; i < row.size(); ++i) point.emplace_back(a.names[i], row[i]);
    }
    point.insert(point.end(), fixed.begin(), fixed.end());
    const auto met = [&](const SweepCondition& c) { return holds(c, point); };
    if (!std::all_of(where.begin(), where.end(), met)) return std::nullopt;
    for (const auto& all : without) {
        if (std::all_of(all.begin(), all.end(), met)) return std::nullopt;
    }
    return point;
}

Sweep read_sweep(const std::string& path) {
    Sweep sweep = Reader(path).read();
    const auto add = [&](const std::string& name, const std::string& value) {
        if (name == "store" || name == "reference" || sweep.contents.contains(value)) return;  // which points change
        if (std::string held = contents_of(value); !held.empty()) sweep.contents.emplace(value, std::move(held));
    };
    for (const auto& [name, value] : sweep.fixed) add(name, value);
    for (const SweepAxis& a : sweep.axes) {
        for (const auto& row : a.rows) {
            for (std::size_t i = 0; i < row.size(); ++i) add(a.names[i], row[i]);
        }
    }
    return sweep;
}

std::string words_of(const Sweep& sweep, const SweepPoint& point) {
    std::string words = sweep.command;
    for (const auto& [name, value] : point) words += ' ' + name + '=' + value;
    return words;
}

PointResult run_point(const Sweep& sweep, const SweepPoint& point) {
    PointResult result;
    try {
        Command command = command_named(sweep.command);
        CommonOptions common;
        common.render.format = Format::csv;  // with the columns that scripts get
        common.quiet = true;
        for (const auto& [name, value] : point) {
            if (name == "seed") common.seed = whole_number(value, "seed");
            else set_option(command, name, value);
        }
        check_required(command);
        Run run(std::move(common));
        run.keep_tables();
        const int code = command.run(run);
        std::vector<Table> tables = run.take_tables();
        if (tables.size() != 1)
            result.failed = tables.empty() ? "the command ended with code " + std::to_string(code) + " and no rows"
                                           : std::to_string(tables.size()) + " tables, need one";
        else result.table = std::move(tables.front());
    } catch (const Error& error) {
        result.failed = error.what();
    }
    return result;
}

std::string key_of(const Sweep& sweep, const SweepPoint& point) {
    std::string key = "wafernet " + std::string(version()) + ' ' + words_of(sweep, point);
    for (const auto& [name, value] : point) {
        if (const auto held = sweep.contents.find(value); held != sweep.contents.end()) key += " | " + held->second;
    }
    return key;
}

NamedValues columns_of(const SweepPoint& point) {
    NamedValues columns;
    for (const auto& [name, value] : point) columns.emplace_back(name, value_of(value));
    return columns;
}

}  // namespace wafernet::cli
