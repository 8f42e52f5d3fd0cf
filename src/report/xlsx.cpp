#include "report/xlsx.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <new>
#include <unistd.h>
#include <xlsxwriter.h>

#include "base/input_file.hpp"
#include "base/text.hpp"
#include "report/layout.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet {

namespace {

constexpr std::size_t most_rows = LXW_ROW_MAX - 1;  // of a sheet, below its head
constexpr std::size_t many_rows = 2000;             // from here on rows are written as they come and not kept
constexpr std::size_t most_comments = 1000;         // of a sheet; a reader opens slowly with more
constexpr std::size_t most_text = 32000;            // bytes of a cell; Excel takes 32767 characters
constexpr std::size_t measured_rows = 1000;         // by which columns are as wide as they are
constexpr double narrowest = 9, widest = 60;        // characters
constexpr time_t creation = 1;                      // the same bytes for the same tables, whenever they are made

// A file that is gone with it, and with the program, whatever ends that.
class TemporaryFile {
public:
    TemporaryFile() {
        std::error_code error;
        const std::filesystem::path folder = std::filesystem::temp_directory_path(error);
        name_ = ((error ? std::filesystem::path("/tmp") : folder) / "wafernet-XXXXXX").string();
        file_ = ::mkstemp(name_.data());
        if (file_ < 0) throw ComputationError("cannot write '" + name_ + "': " + std::strerror(errno));
        const std::string open = "/proc/self/fd/" + std::to_string(file_);
        if (::access(open.c_str(), W_OK) != 0) return;
        ::unlink(name_.c_str());
        name_ = open;
    }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
    ~TemporaryFile() {
        ::unlink(name_.c_str());
        ::close(file_);
    }
    [[nodiscard]] const std::string& name() const { return name_; }

private:
    std::string name_;
    int file_ = -1;
};

// A number as the double that a cell holds, where that is exact.
std::optional<double> as_number(const Value& value) {
    constexpr std::int64_t exact_doubles = std::int64_t{1} << 53U;
    const auto* whole = std::get_if<std::int64_t>(&value);
    return whole != nullptr && (*whole > exact_doubles || *whole < -exact_doubles) ? std::nullopt : number_of(value);
}

bool hexadecimal(std::string_view text) {
    return std::ranges::all_of(text, [](char c) { return std::isxdigit(static_cast<unsigned char>(c)) != 0; });
}

// A text as a cell holds it: what would be obeyed or not read is escaped; in a cell _x0041_ would be an A.
std::string cell_text(std::string_view text) {
    std::string safe = escaped(text.substr(0, most_text));
    if (text.size() > most_text) safe += " ...";
    std::string out;
    for (std::size_t i = 0; i < safe.size(); ++i) {
        const bool code = safe[i] == '_' && i + 6 < safe.size() && safe[i + 1] == 'x' && safe[i + 6] == '_' &&
                          hexadecimal(std::string_view(safe).substr(i + 2, 4));
        if (code) out += "_x005F";
        out += safe[i];
    }
    return out;
}

std::string comment_text(std::string_view text) { return escaped(text.substr(0, most_text)); }

// The name of a sheet: at most 31 characters, some of them not permitted.
std::string sheet_name(std::string_view title, std::size_t number) {
    std::string name = escaped(title.empty() ? std::string_view("table") : title);
    for (char& c : name) {
        if (std::string_view("[]:*?/\\'").find(c) != std::string_view::npos) c = ' ';
    }
    const std::string suffix = number > 1 ? " " + std::to_string(number) : "";
    std::string out;
    std::string_view rest = name;
    while (!rest.empty() && characters(out) + suffix.size() < LXW_SHEETNAME_MAX) {
        const std::size_t length = std::max<std::size_t>(utf8_length(rest), 1);
        out += rest.substr(0, length);
        rest.remove_prefix(length);
    }
    if (!rest.empty() && out.find(' ') != std::string::npos) out.erase(out.rfind(' '));  // not in the middle of a word
    out.erase(out.find_last_not_of(" ,;(") + 1);
    return (out.empty() ? "table" : out) + suffix;
}

class Workbook {
public:
    Workbook(const std::string& file, bool many) {
        lxw_workbook_options options = {};
        options.constant_memory = many ? LXW_TRUE : LXW_FALSE;
        errno = 0;
        book_ = made(workbook_new_opt(file.c_str(), &options));
        bold_ = made(workbook_add_format(book_));
        format_set_bold(bold_);
    }
    Workbook(const Workbook&) = delete;
    Workbook& operator=(const Workbook&) = delete;
    ~Workbook() {
        if (book_ != nullptr) lxw_workbook_free(book_);
    }

    void add(const Table& table) {
        std::size_t from = 0;
        do {
            const std::size_t to = std::min(table.rows.size(), from + most_rows);
            add_sheet(table, from, to);
            from = to;
        } while (from < table.rows.size());
    }

    void add_provenance(const Provenance& made_by) {
        lxw_worksheet* sheet = new_sheet("provenance").first;
        worksheet_set_column(sheet, 0, 0, 28, nullptr);
        worksheet_set_column(sheet, 1, 1, widest * 2, nullptr);
        lxw_row_t row = 0;
        const auto line = [&](const std::string& what, const std::string& value) {
            worksheet_write_string(sheet, row, 0, cell_text(what).c_str(), bold_);
            worksheet_write_string(sheet, row, 1, cell_text(value).c_str(), nullptr);
            check_memory();
            ++row;
        };
        line("made by", "wafernet " + made_by.version);
        line("command", command_line(made_by));
        line("seed", std::to_string(made_by.seed));
        for (const auto& [name, value] : made_by.settings) line(name, value);
        line(provenance_mark, std::string(provenance_mark) + ' ' + provenance_json(made_by));
        for (const auto& [where, note] : notes_) line("note on " + where, note);
    }

    void close(const Provenance* made_by) {
        std::string author = "wafernet" + (made_by == nullptr ? std::string() : " " + made_by->version);
        std::string comments = made_by == nullptr ? std::string() : command_line(*made_by);
        comments.resize(std::min<std::size_t>(comments.size(), 200));
        comments = escaped(comments);  // a character may have been cut
        lxw_doc_properties properties = {};
        properties.author = author.data();
        properties.comments = comments.data();
        properties.created = creation;
        workbook_set_properties(book_, &properties);
        check_memory();
        const lxw_error error = workbook_close(std::exchange(book_, nullptr));
        check_memory(error == LXW_ERROR_MEMORY_MALLOC_FAILED || errno == ENOMEM);
        if (error != LXW_NO_ERROR)
            throw ComputationError(std::string("cannot make the workbook: ") + lxw_strerror(error));
    }

private:
    // The library goes on where it is refused memory and leaves out what it has no memory for. What it has then is not
    // freed: parts of it may have been.
    void check_memory(bool refused = errno == ENOMEM) {
        if (!refused) return;
        book_ = nullptr;
        throw std::bad_alloc();
    }

    template <class Thing> Thing* made(Thing* thing) {
        check_memory(thing == nullptr || errno == ENOMEM);
        return thing;
    }

    // With a name that no other sheet has.
    std::pair<lxw_worksheet*, std::string> new_sheet(std::string_view title) {
        std::size_t number = 1;
        while (std::ranges::count(names_, lower(sheet_name(title, number))) > 0) ++number;
        const std::string name = sheet_name(title, number);
        names_.push_back(lower(name));
        lxw_worksheet* sheet = workbook_add_worksheet(book_, name.c_str());
        check_memory();
        if (sheet == nullptr) throw ComputationError("cannot make a sheet '" + name + "'");
        return {sheet, name};
    }

    lxw_format* decimals(int count) {
        const auto at = static_cast<std::size_t>(count);
        if (formats_.size() <= at) formats_.resize(at + 1, nullptr);
        if (formats_[at] == nullptr) {
            formats_[at] = made(workbook_add_format(book_));
            std::string format = count > 0 ? "0." : "0";
            format.append(at, '0');
            format_set_num_format(formats_[at], format.c_str());
        }
        return formats_[at];
    }

    static void comment(lxw_worksheet* sheet, lxw_row_t row, lxw_col_t column, const std::string& text) {
        lxw_comment_options options = {};
        options.width = 360;
        options.height = static_cast<std::uint16_t>(std::min<std::size_t>(40 + 18 * (text.size() / 50), 400));
        worksheet_write_comment_opt(sheet, row, column, text.c_str(), &options);
    }

    void add_sheet(const Table& table, std::size_t from, std::size_t to) {
        if (table.columns.size() > LXW_COL_MAX)
            throw InputError("a table of " + std::to_string(table.columns.size()) +
                             " columns does not fit a sheet, need at most " + std::to_string(LXW_COL_MAX));
        const auto [sheet, name] = new_sheet(table.title);
        const auto columns = static_cast<lxw_col_t>(table.columns.size());
        for (lxw_col_t c = 0; c < columns; ++c) {
            double width = std::max(narrowest, static_cast<double>(characters(table.columns[c].name)) + 4);
            for (std::size_t r = from; r < std::min(to, from + measured_rows); ++r)
                width = std::max(width, static_cast<double>(characters(shown(table.rows[r][c], table.columns[c]))) + 2);
            worksheet_set_column(sheet, c, c, std::min(width, widest), nullptr);
            worksheet_write_string(sheet, 0, c, cell_text(table.columns[c].name).c_str(), bold_);
        }
        std::string notes;
        for (const std::string& note : table.notes) {
            notes += (notes.empty() ? "" : "\n") + comment_text(note);
            notes_.emplace_back(name, note);
        }
        if (!notes.empty() && columns > 0) comment(sheet, 0, 0, notes.substr(0, most_text));
        std::size_t comments = 0;
        for (std::size_t r = from; r < to; ++r) {
            for (lxw_col_t c = 0; c < columns; ++c)
                comments += add_cell(sheet, static_cast<lxw_row_t>(r - from + 1), c, table.rows[r][c], table.columns[c],
                                     comments);
            check_memory();
        }
        if (comments > most_comments)
            notes_.emplace_back(
                name, std::to_string(comments - most_comments) + " more empty cells have a reason, see --format json");
        worksheet_freeze_panes(sheet, 1, 0);
        if (columns > 0 && to > from)
            worksheet_autofilter(sheet, 0, 0, static_cast<lxw_row_t>(to - from), static_cast<lxw_col_t>(columns - 1));
    }

    // Returns 1 where the cell has a reason to be empty.
    std::size_t add_cell(lxw_worksheet* sheet, lxw_row_t row, lxw_col_t c, const Value& value, const Column& column,
                         std::size_t comments) {
        if (const auto* text = std::get_if<std::string>(&value)) {
            if (!text->empty()) worksheet_write_string(sheet, row, c, cell_text(*text).c_str(), nullptr);
        } else if (const auto number = as_number(value)) {
            const bool whole = std::holds_alternative<std::int64_t>(value);
            worksheet_write_number(sheet, row, c, *number,
                                   whole                  ? decimals(0)
                                   : column.decimals >= 0 ? decimals(column.decimals)
                                                          : nullptr);
        } else if (const auto* missing = std::get_if<Missing>(&value)) {
            if (missing->reason.empty()) return 0;
            if (comments < most_comments) comment(sheet, row, c, comment_text(missing->reason));
            return 1;
        } else {
            worksheet_write_string(sheet, row, c, shown(value, column).c_str(), nullptr);
        }
        return 0;
    }

    lxw_workbook* book_ = nullptr;
    lxw_format* bold_ = nullptr;
    std::vector<lxw_format*> formats_;  // by number of decimals
    std::vector<std::string> names_;    // of sheets, in lower case: Excel does not tell them apart
    std::vector<std::pair<std::string, std::string>> notes_;  // sheet and note
};

}  // namespace

std::string xlsx_workbook(std::span<const Table> tables, const RenderOptions& options) {
    std::size_t rows = 0;
    for (const Table& table : tables) rows += table.rows.size();
    const TemporaryFile file;
    Workbook book(file.name(), rows > many_rows);
    for (const Table& table : tables) book.add(table);
    if (options.provenance) book.add_provenance(*options.provenance);
    book.close(options.provenance ? &*options.provenance : nullptr);
    std::ifstream in = opened(file.name(), std::ios::binary);
    std::string bytes{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    if (bytes.empty()) throw ComputationError("the workbook could not be written to the folder of temporary files");
    return bytes;
}

}  // namespace wafernet
