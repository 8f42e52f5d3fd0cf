// Files that CMake puts into the program as they are (CMakeLists.txt).
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace wafernet::embedded {

extern const std::string_view words;         ///< src/report/words.csv
extern const std::string_view synonyms;      ///< src/core/synonyms.csv
extern const std::string_view explore_page;  ///< src/cli/points/explore_page.html; of the commands, not the library

/// Returns what stands behind the key and its comma at the beginning of a line; nothing where no line has the key.
inline std::optional<std::string_view> row_of(std::string_view table, std::string_view key) {
    const std::string begin = "\n" + std::string(key) + ",";
    const std::size_t at = table.find(begin);
    if (at == std::string_view::npos) return std::nullopt;
    table.remove_prefix(at + begin.size());
    return table.substr(0, table.find('\n'));
}

}  // namespace wafernet::embedded
