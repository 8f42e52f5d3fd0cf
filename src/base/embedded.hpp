// Files that CMake puts into the program as they are (CMakeLists.txt).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace wafernet::embedded {

extern const std::string_view words;         ///< src/report/words.csv
extern const std::string_view synonyms;      ///< src/core/synonyms.csv
extern const std::string_view units;         ///< src/report/units.csv
extern const std::string_view page_style;    ///< src/report/page_style.css
extern const std::string_view booksim_keys;  ///< src/io/booksim_keys.csv
extern const std::string_view unread;        ///< src/io/graph_formats/unread.tsv
// Of the commands, not the library:
extern const std::string_view explore_page;  ///< src/cli/points/explore_page.html
extern const std::string_view figures;       ///< src/cli/figures.csv
extern const std::string_view datasheet;     ///< src/cli/datasheet.csv
extern const std::string_view key_figures;   ///< src/cli/key_figures.txt
extern const std::string_view options;       ///< src/cli/options.csv
extern const std::string_view help_pages;    ///< src/cli/help_pages.txt
extern const std::string_view help_groups;   ///< src/cli/help_groups.tsv
extern const std::string_view help_brief;    ///< src/cli/help_brief.txt
extern const std::string_view help_whole;    ///< src/cli/help_whole.txt

/// Returns what stands behind the key and its comma at the beginning of a line; nothing where no line has the key.
inline std::optional<std::string_view> row_of(std::string_view table, std::string_view key) {
    const std::string begin = "\n" + std::string(key) + ",";
    const std::size_t at = table.find(begin);
    if (at == std::string_view::npos) return std::nullopt;
    table.remove_prefix(at + begin.size());
    return table.substr(0, table.find('\n'));
}

/// Returns the cells of the lines below the header; the last of the `columns` is the rest of its line.
std::vector<std::vector<std::string_view>> rows_of(std::string_view table, std::size_t columns, char separator = ',');

}  // namespace wafernet::embedded
