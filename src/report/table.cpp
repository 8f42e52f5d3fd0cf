#include "wafernet/table.hpp"

#include <stdexcept>

namespace wafernet {

void Table::add(std::vector<Value> row) {
    if (row.size() != columns.size()) throw std::logic_error("a row of '" + title + "' has the wrong number of values");
    rows.push_back(std::move(row));
}

}  // namespace wafernet
