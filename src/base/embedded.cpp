#include "base/embedded.hpp"

#include "base/text.hpp"

namespace wafernet::embedded {

std::vector<std::vector<std::string_view>> rows_of(std::string_view table, std::size_t columns, char separator) {
    std::vector<std::vector<std::string_view>> rows;
    const std::vector<std::string_view> lines = split(table, '\n');
    for (std::size_t i = 1; i < lines.size(); ++i) {
        if (lines[i].empty()) continue;
        std::string_view rest = lines[i];
        std::vector<std::string_view>& cells = rows.emplace_back();
        while (cells.size() + 1 < columns) {
            cells.push_back(rest.substr(0, rest.find(separator)));
            rest.remove_prefix(cells.back().size() + 1);
        }
        cells.push_back(rest);
    }
    return rows;
}

}  // namespace wafernet::embedded
