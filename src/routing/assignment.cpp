// The Hungarian method, row by row: a shortest augmenting path in the costs that the prices of rows and columns leave,
// all of them at least 0.
#include "assignment.hpp"

#include <limits>
#include <stdexcept>

namespace wafernet {

std::vector<std::size_t> greatest_assignment(std::span<const float> gain, std::size_t rows, std::size_t columns) {
    if (rows > columns || gain.size() != rows * columns) throw std::logic_error("an assignment takes a column a row");
    const std::size_t none = rows, start = columns;  // `start`: a column of its own from which a path starts
    constexpr double far = std::numeric_limits<double>::infinity();
    std::vector<double> row_price(rows, 0.0), column_price(columns + 1, 0.0), least;
    std::vector<std::size_t> row_of(columns + 1, none), before(columns + 1);
    std::vector<char> reached;
    for (std::size_t row = 0; row < rows; ++row) {
        least.assign(columns, far);
        reached.assign(columns + 1, 0);
        std::size_t column = start;
        row_of[start] = row;
        while (row_of[column] != none) {
            reached[column] = 1;
            const std::size_t from = row_of[column];
            const float* const gains = gain.data() + from * columns;
            double step = far;
            std::size_t next = start;
            for (std::size_t c = 0; c < columns; ++c) {
                if (reached[c] != 0) continue;
                const double cost = -static_cast<double>(gains[c]) - row_price[from] - column_price[c];
                if (cost < least[c]) {
                    least[c] = cost;
                    before[c] = column;
                }
                if (least[c] < step) {
                    step = least[c];
                    next = c;
                }
            }
            for (std::size_t c = 0; c <= columns; ++c) {
                if (reached[c] != 0) {
                    row_price[row_of[c]] += step;
                    column_price[c] -= step;
                } else if (c < columns) {
                    least[c] -= step;
                }
            }
            column = next;
        }
        while (column != start) {
            row_of[column] = row_of[before[column]];
            column = before[column];
        }
    }
    std::vector<std::size_t> column_of(rows);
    for (std::size_t c = 0; c < columns; ++c) {
        if (row_of[c] != none) column_of[row_of[c]] = c;
    }
    return column_of;
}

}  // namespace wafernet
