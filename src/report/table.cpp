#include "wafernet/table.hpp"

#include <cmath>
#include <stdexcept>

#include "wafernet/error.hpp"

namespace wafernet {

void Table::add(std::vector<Value> row) {
    if (row.size() != columns.size()) throw std::logic_error("a row of '" + title + "' has the wrong number of values");
    for (std::size_t i = 0; i < row.size(); ++i) {
        const auto* real = std::get_if<double>(&row[i]);
        if (real != nullptr && !std::isfinite(*real)) throw ComputationError("the value of '" + columns[i].name + "' is not a finite number");
    }
    rows.push_back(std::move(row));
}

}  // namespace wafernet
