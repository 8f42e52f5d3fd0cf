#include "wafernet/published/shape.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "io/toml.hpp"

namespace wafernet::published {

namespace {

constexpr std::size_t most_verdict_lines = 40;  // below a figure; where there are more, what is reproduced is counted

struct Mark {
    Verdict verdict;
    const char* sign;
    const char* meaning;
    const char* beside;  // what a number beside it is, where there is one
};

constexpr std::array<Mark, 5> marks{
    {{Verdict::reproduced_as, "*", "what another reading gives", "beside it what the definition gives"},
     {Verdict::refuted, "!", "refuted", "beside it what the graph gives"},
     {Verdict::misprint, "!!", "misprint", "beside it what the graph or the formula gives"},
     {Verdict::not_reproducible, "?", "no reading gives it", "beside it what the definition gives"},
     {Verdict::open, "o", "open", "beside it with ~ what the queueing model gives"}}};

const Mark* mark_of(Verdict verdict) {
    const auto* found = std::ranges::find_if(marks, [&](const Mark& mark) { return mark.verdict == verdict; });
    return found == marks.end() ? nullptr : found;
}

// To as many decimals as are printed, more where the difference would not show.
std::string beside(const Value& value, const std::string& printed) {
    if (const auto* whole = std::get_if<std::int64_t>(&value)) {
        const std::string text = std::to_string(*whole);
        return text == printed ? "" : text;
    }
    const auto* real = std::get_if<double>(&value);
    if (real == nullptr) return "";
    const std::size_t point = printed.find('.');
    const bool number = !printed.empty() && printed.find_first_not_of("0123456789.") == std::string::npos;
    const std::size_t decimals = !number || point == std::string::npos ? 0 : printed.size() - point - 1;
    std::string text = number ? fmt::format("{:.{}f}", *real, decimals) : fmt::format("{:.6g}", *real);
    if (text == printed) text = fmt::format("{:.6g}", *real);
    return text == printed ? "" : text;
}

std::string ours(const Finding& f) {
    // Of an ordering the two sides: "5.27 < 8.03".
    if (const auto* said = std::get_if<std::string>(&f.value); said != nullptr && *said != "yes" && *said != "no")
        // A formula that holds by some reading has no other value.
        return f.verdict == Verdict::reproduced || (said->starts_with("equal in ") && said->find(';') == said->npos)
                   ? ""
                   : *said;
    switch (f.verdict) {
        case Verdict::reproduced: return "";
        case Verdict::reproduced_as: return beside(f.exact, f.printed);
        case Verdict::misprint:
        case Verdict::refuted:
        case Verdict::not_reproducible: return beside(f.value, f.printed);
        case Verdict::open: {
            const std::string text = beside(f.model, f.printed);
            return text.empty() ? "" : "~" + text;
        }
    }
    return "";
}

std::string cell(const Finding& f) {
    const Mark* mark = mark_of(f.verdict);
    const std::string number = ours(f);
    // An "o" would be read as a letter of a word or a digit of a number.
    const bool letter = mark != nullptr && std::string_view(mark->sign) == "o";
    return f.printed + (letter ? " " : "") + (mark == nullptr ? "" : std::string(mark->sign)) +
           (number.empty() ? "" : " " + number);
}

}  // namespace

TableShape read_shape(const std::filesystem::path& file) {
    TableShape shape;
    const auto section = model::TomlSection::of_file(file).maybe_section("shape");
    if (!section) return shape;
    shape.rows = section->maybe_text("rows").value_or("");
    if (const auto headings = section->maybe_section("headings")) {
        for (const std::string& key : headings->keys()) shape.headings[key] = headings->text(key);
    }
    section->finish();
    return shape;
}

Table shaped_table(const PrintedTable& table, const TableShape& shape, std::span<const Finding> findings) {
    Table out{table.place + ": " + table.title, {{"row", shape.rows.empty() ? " " : shape.rows}}, {}, {}};
    std::vector<std::string> names;  // of columns
    for (const PrintedColumn& column : table.columns) {
        if (std::ranges::none_of(findings, [&](const Finding& f) { return f.quantity == column.name; })) continue;
        names.push_back(column.name);
        const auto heading = shape.headings.find(column.name);
        out.columns.push_back({column.name, heading == shape.headings.end() ? std::string() : heading->second});
    }
    for (const Finding& f : findings) {
        const auto found = std::ranges::find(names, f.quantity);
        if (found == names.end()) continue;
        const auto at = static_cast<std::size_t>(found - names.begin()) + 1;
        const Value empty = std::string();
        // One row of the document may be several of the file: those of one name whose cells do not meet.
        const auto same = [&](const auto& row) { return row[0] == Value(f.row) && row[at] == empty; };
        auto row = std::ranges::find_if(out.rows, same);
        if (row == out.rows.end()) {
            std::vector<Value> fresh(names.size() + 1, empty);
            fresh[0] = f.row;
            out.add(std::move(fresh));
            row = std::prev(out.rows.end());
        }
        (*row)[at] = cell(f);
    }
    for (const Mark& mark : marks) {
        bool used = false, beside = false, orders = false;
        for (const Finding& f : findings) {
            if (f.verdict != mark.verdict || std::ranges::find(names, f.quantity) == names.end()) continue;
            used = true;
            beside = beside || !ours(f).empty();
            orders = orders || (mark.verdict == Verdict::reproduced_as && std::holds_alternative<std::string>(f.value));
        }
        if (used && mark.verdict == Verdict::misprint && !out.notes.empty() && out.notes.back().starts_with("! "))
            out.notes.back() = "! refuted, !! misprint; beside it what the graph or the formula gives";
        else if (used)
            out.notes.push_back(std::string(mark.sign) + " " + mark.meaning +
                                (beside ? std::string("; ") + mark.beside : "") +
                                (beside && orders ? ", of an ordering what the reading gives" : ""));
    }
    return out;
}

std::vector<std::string> verdict_lines(std::span<const Finding> findings) {
    std::vector<std::string> lines;
    const bool all = findings.size() <= most_verdict_lines;
    if (!all) {
        std::string counts;
        for (const Verdict verdict : {Verdict::reproduced, Verdict::reproduced_as, Verdict::misprint, Verdict::refuted,
                                      Verdict::not_reproducible, Verdict::open}) {
            const auto count = std::ranges::count_if(findings, [&](const Finding& f) { return f.verdict == verdict; });
            if (count > 0) counts += fmt::format(", {} {}", count, name(verdict));
        }
        lines.push_back(counts.substr(2) + "; what is not reproduced:");
    }
    for (const Finding& f : findings) {
        if (!all && (f.verdict == Verdict::reproduced || f.verdict == Verdict::reproduced_as)) continue;
        const auto* networks = std::get_if<std::string>(&f.networks);
        std::string line = f.row + (networks == nullptr || *networks == f.row ? "" : " (" + *networks + ")") + ": " +
                           f.printed + ", " + std::string(name(f.verdict));
        const std::string number = ours(f);
        if (!number.empty()) line += " (" + number + ")";
        else if (const auto* said = std::get_if<std::string>(&f.value); said != nullptr && *said != "yes")
            line += " (" + *said + ")";
        if (const auto* model = std::get_if<std::string>(&f.model); model != nullptr && f.verdict == Verdict::open)
            line += " (the model says " + *model + ")";
        lines.push_back(std::move(line));
    }
    return lines;
}

}  // namespace wafernet::published
