// What a column is called where people read it. Names stay in CSV and JSON.
#include <algorithm>
#include <utility>

#include "base/embedded.hpp"
#include "report/layout.hpp"

namespace wafernet {

const Unit* unit_of(std::string_view column, std::string_view Unit::*form) {
    static const std::vector<Unit> units = [] {
        std::vector<Unit> all;
        for (const auto& row : embedded::rows_of(embedded::units, 3)) all.push_back({row[0], row[1], row[2]});
        return all;
    }();
    const auto found = std::ranges::find_if(
        units, [&](const Unit& unit) { return !(unit.*form).empty() && column.ends_with(unit.ending); });
    return found == units.end() ? nullptr : &*found;
}

std::string words_of_column(std::string_view name) {
    if (const auto found = embedded::row_of(embedded::words, name)) return std::string(*found);
    std::string unit;
    if (const Unit* its = unit_of(name, &Unit::words)) {
        name.remove_suffix(its->ending.size());
        unit = ", " + std::string(its->words);
    }
    std::string out(name);
    std::ranges::replace(out, '_', ' ');
    return out + unit;
}

std::pair<std::string, std::string> label_and_unit(const std::string& heading) {
    const std::size_t comma = heading.rfind(", ");
    if (comma == std::string::npos) return {heading, ""};
    return {heading.substr(0, comma), heading.substr(comma + 2)};
}

}  // namespace wafernet
