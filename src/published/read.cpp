// tables/*.toml: what is printed where, and what it may be compared with.
#include <algorithm>
#include <array>
#include <new>

#include "io/toml.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/published/published.hpp"

namespace wafernet::published {

namespace {

using model::TomlSection;

Arguments arguments_of(const TomlSection& section) {
    Arguments out;
    for (const std::string& key : section.keys()) out[key] = section.number_or_text(key);
    return out;
}

const Quantity& quantity_at(const TomlSection& section, std::string_view key) {
    const std::string word = section.text(key);
    try {
        return quantity(word);
    } catch (const InputError& error) {
        section.fail(key, error.what());
    }
}

// "diameter_hops", or {quantity = "diameter_hops", as = "...", arguments = {..}}.
Road road_of(const TomlSection& section) {
    Road road{&quantity_at(section, "quantity"), section.maybe_text("as").value_or(""), {}};
    if (const auto arguments = section.maybe_section("arguments")) road.arguments = arguments_of(*arguments);
    section.finish();
    return road;
}

std::optional<Road> road_at(const TomlSection& column, std::string_view key) {
    if (!column.has(key)) return std::nullopt;
    if (column.is_text(key)) return Road{&quantity_at(column, key), {}, {}};
    return road_of(column.section(key));
}

PrintedColumn column_of(const TomlSection& section) {
    PrintedColumn column;
    column.name = section.text("name");
    column.definition = road_at(section, "definition");
    column.formula = road_at(section, "formula");
    if (section.has("readings")) {
        for (const TomlSection& reading : section.sections("readings")) column.readings.push_back(road_of(reading));
    }
    if (const auto arguments = section.maybe_section("arguments")) column.arguments = arguments_of(*arguments);
    column.judged_by = section.maybe_text("judged_by").value_or("");
    if (!column.judged_by.empty() && column.settled() == nullptr)
        section.fail("judged_by", "no reading of this name, need the 'as' of the definition or of a reading");
    column.tolerance = section.maybe_number("tolerance").value_or(0.0);
    column.tolerance_percent = section.maybe_number("tolerance_percent").value_or(0.0);
    if (column.tolerance < 0) section.fail("tolerance", "a negative tolerance, need one >= 0");
    if (column.tolerance_percent < 0) section.fail("tolerance_percent", "a negative tolerance, need one >= 0");
    if (column.tolerance > 0 || column.tolerance_percent > 0)
        column.tolerance_reason = section.text("tolerance_reason");
    section.finish();
    return column;
}

std::vector<std::string> order_of(const TomlSection& section, std::string_view key) {
    std::vector<std::string> order = section.texts(key);
    constexpr std::array<std::string_view, 5> relations = {"<", "<=", "=", ">=", ">"};
    if (order.size() != 3 || std::ranges::find(relations, order[1]) == relations.end()) {
        section.fail(key, "need a network, one of < <= = >= >, and a network");
    }
    return order;
}

PrintedRow row_of(const TomlSection& section, const std::vector<PrintedColumn>& columns) {
    PrintedRow row;
    row.name = section.text("name");
    row.place = section.place();
    row.note = section.maybe_text("note").value_or("");
    int subjects = 0;
    if (section.has("network")) row.network = section.text("network"), ++subjects;
    if (section.has("members")) row.members = section.texts("members"), ++subjects;
    if (section.has("order")) row.order = order_of(section, "order"), ++subjects;
    if (section.has("claim")) {
        if (row.order.empty()) section.fail("claim", "a claim without an order, need order too");
        row.claim = section.text("claim");
    }
    if (subjects > 1) section.fail({}, "more than one of network, members and order, need one of them");
    if (section.has("members") && row.members.empty())
        section.fail("members", "an empty list, need at least one network");
    if (const auto arguments = section.maybe_section("arguments")) row.arguments = arguments_of(*arguments);
    const TomlSection printed = section.section("printed");
    for (const PrintedColumn& column : columns) {
        if (!printed.has(column.name)) continue;
        row.printed.emplace_back(column.name, printed.text(column.name));
        if (!row.members.empty() && (!column.formula || !column.definition)) {
            printed.fail(column.name, "members need a column with a formula and a definition");
        }
    }
    printed.finish();
    if (row.printed.empty()) section.fail("printed", "nothing printed here, need at least one column");
    section.finish();
    return row;
}

// "3.10" after "3.2": numbers in an id count as numbers.
bool id_before(std::string_view a, std::string_view b) {
    while (!a.empty() && !b.empty()) {
        const auto digits = [](std::string_view s) { return std::min(s.find_first_not_of("0123456789"), s.size()); };
        const std::size_t da = digits(a);
        const std::size_t db = digits(b);
        if (da > 0 && db > 0) {
            if (da != db) return da < db;
            if (a.substr(0, da) != b.substr(0, db)) return a.substr(0, da) < b.substr(0, db);
            a.remove_prefix(da);
            b.remove_prefix(db);
        } else {
            if (a[0] != b[0]) return a[0] < b[0];
            a.remove_prefix(1);
            b.remove_prefix(1);
        }
    }
    return a.size() < b.size();
}

}  // namespace

PrintedTable read_table(const std::filesystem::path& file) {
    const TomlSection top = TomlSection::of_file(file);
    PrintedTable table;
    table.id = top.text("id");
    if (table.id != file.stem().string())
        top.fail("id", "id = '" + table.id + "', need the name of the file, '" + file.stem().string() + "'");
    table.title = top.text("title");
    table.document = top.text("document");
    table.place = top.text("place");
    for (const TomlSection& section : top.sections("column")) {
        table.columns.push_back(column_of(section));
        const auto same = [&](const PrintedColumn& c) { return c.name == table.columns.back().name; };
        if (std::ranges::count_if(table.columns, same) > 1) section.fail("name", "a second column of this name");
    }
    for (const char* drawn : {"figure", "series", "shape"}) static_cast<void>(top.has(drawn));  // read by themselves
    for (const TomlSection& section : top.sections("row")) table.rows.push_back(row_of(section, table.columns));
    top.finish();
    return table;
}

std::vector<PrintedTable> read_tables(const std::filesystem::path& folder) {
    std::vector<PrintedTable> tables;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
        if (entry.path().extension() != ".toml" || entry.path().filename() == "sources.toml") continue;
        tables.push_back(read_table(entry.path()));
    }
    if (error == std::errc::not_enough_memory) throw std::bad_alloc();
    if (error) throw InputError("cannot read the folder '" + folder.string() + "': " + error.message());
    if (tables.empty()) throw InputError("no table in '" + folder.string() + "', need files called <id>.toml");
    std::ranges::sort(tables, [](const PrintedTable& a, const PrintedTable& b) { return id_before(a.id, b.id); });
    return tables;
}

std::vector<Citation> read_sources(const std::filesystem::path& file) {
    const TomlSection top = TomlSection::of_file(file);
    std::vector<Citation> out;
    for (const std::string& key : top.keys()) {
        const TomlSection section = top.section(key);
        out.push_back({key, section.text("text"), section.maybe_text("url").value_or("")});
        section.finish();
    }
    return out;
}

}  // namespace wafernet::published
