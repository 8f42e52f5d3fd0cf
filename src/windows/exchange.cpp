// What collective operations take at least, and what simple schedules take: counted, not printed.
#include <algorithm>
#include <string>
#include <vector>

#include "wafernet/base/error.hpp"
#include "wafernet/windows/collectives.hpp"

namespace wafernet {

namespace {

void check(std::uint64_t q, std::uint64_t w, std::uint64_t most) {
    if (q < 2 || q > most)
        throw InputError("lines of " + std::to_string(q) + " nodes, need from 2 to " + std::to_string(most));
    if (w < 1 || w >= q)
        throw InputError("w = " + std::to_string(w) + ", need a window from 1 to " + std::to_string(q - 1));
}

constexpr std::uint64_t most_formula = 1U << 20U;
constexpr std::uint64_t most_schedule = 256;

std::uint64_t over(std::uint64_t a, std::uint64_t b) { return (a + b - 1) / b; }

// Links of a line across the gap between nodes c and c + 1.
std::uint64_t gap_links(std::uint64_t q, std::uint64_t w, std::uint64_t c) {
    std::uint64_t links = 0;
    for (std::uint64_t d = 1; d <= w; ++d) links += std::min({d, c + 1, q - 1 - c, q - d});
    return links;
}

}  // namespace

std::uint64_t least_line_exchange_steps(std::uint64_t q, std::uint64_t w) {
    check(q, w, 4096);
    std::uint64_t steps = over(q - 1, w);
    for (std::uint64_t c = 0; c + 1 < q; ++c) steps = std::max(steps, over((c + 1) * (q - 1 - c), gap_links(q, w, c)));
    return steps;
}

std::uint64_t least_steps(Collective operation, std::uint64_t q, std::uint64_t w) {
    check(q, w, operation == Collective::all_to_all_personalized ? 4096 : most_formula);
    const std::uint64_t diameter = 2 * over(q - 1, w);
    const std::uint64_t corner_ports = 2 * w;
    const std::uint64_t others = q * q - 1;
    switch (operation) {
        case Collective::one_to_one:
        case Collective::one_to_all: return diameter;
        // A corner receives, or sends, a message of every other node.
        case Collective::all_to_all:
        case Collective::one_to_all_personalized: return std::max(diameter, over(others, corner_ports));
        case Collective::all_to_all_personalized: {
            // Across a gap of all lines of one axis: q times the messages of q lines, by q times the links.
            std::uint64_t steps = std::max(diameter, over(others, corner_ports));
            for (std::uint64_t c = 0; c + 1 < q; ++c)
                steps = std::max(steps, over((c + 1) * (q - 1 - c) * q, gap_links(q, w, c)));
            return steps;
        }
    }
    return 0;
}

std::uint64_t greedy_line_exchange_steps(std::uint64_t q, std::uint64_t w) {
    check(q, w, most_schedule);
    // waiting[v][d]: messages at v for d; on a line messages for one node are alike.
    std::vector<std::vector<std::uint64_t>> waiting(q, std::vector<std::uint64_t>(q, 1));
    std::uint64_t left = q * (q - 1);
    for (std::uint64_t v = 0; v < q; ++v) waiting[v][v] = 0;
    std::uint64_t steps = 0;
    for (; left > 0; ++steps) {
        auto next = waiting;
        for (std::uint64_t v = 0; v < q; ++v) {
            for (const bool up : {true, false}) {
                const std::uint64_t reach = up ? q - 1 - v : v;
                for (std::uint64_t step = std::min(w, reach); step >= 1; --step) {
                    // The longest channels first, each for the message that has farthest to go and is not sent past its
                    // node.
                    for (std::uint64_t far = reach; far >= step; --far) {
                        const std::uint64_t d = up ? v + far : v - far;
                        if (waiting[v][d] == 0) continue;
                        --waiting[v][d];
                        --next[v][d];
                        const std::uint64_t to = up ? v + step : v - step;
                        if (to == d) --left;
                        else ++next[to][d];
                        break;
                    }
                }
            }
        }
        waiting = std::move(next);
    }
    return steps;
}

std::uint64_t line_broadcast_steps(std::uint64_t q, std::uint64_t w) {
    check(q, w, most_schedule);
    std::vector<std::vector<bool>> has(q, std::vector<bool>(q, false));
    for (std::uint64_t v = 0; v < q; ++v) has[v][v] = true;
    std::uint64_t left = q * (q - 1);
    std::uint64_t steps = 0;
    for (; left > 0; ++steps) {
        auto next = has;
        for (std::uint64_t v = 0; v < q; ++v) {
            for (std::uint64_t step = 1; step <= w; ++step) {
                for (const bool up : {true, false}) {
                    if (up ? v + step >= q : v < step) continue;
                    const std::uint64_t to = up ? v + step : v - step;
                    // From behind, the farthest first: of what nobody else has given the neighbour in this step.
                    for (std::uint64_t i = 0; up ? i <= v : i + v < q; ++i) {
                        const std::uint64_t message = up ? i : q - 1 - i;
                        if (!has[v][message] || next[to][message]) continue;
                        next[to][message] = true;
                        --left;
                        break;
                    }
                }
            }
        }
        has = std::move(next);
    }
    return steps;
}

std::uint64_t line_broadcast_prescribed_steps(std::uint64_t q, std::uint64_t w) {
    check(q, w, most_formula);
    // Stage i: the nodes from i w on send one way, those up to q - 1 - i w the other.
    std::uint64_t steps = 1;
    for (std::uint64_t i = 1; i < over(q - 1, w); ++i) steps += 2 * i * w <= q - 1 ? 2 : 1;
    return steps;
}

std::uint64_t scatter_steps(std::uint64_t q, std::uint64_t w) {
    check(q, w, 64);
    // On the row of the source q messages for every column, on its column one for every row; a column begins when its
    // first comes. waiting[column][v][d]: messages at row v of the column for row d; row[v][c]: messages at column v of
    // the row for column c.
    std::vector<std::vector<std::uint64_t>> row(q, std::vector<std::uint64_t>(q, 0));
    std::vector<std::vector<std::vector<bool>>> columns(q,
                                                        std::vector<std::vector<bool>>(q, std::vector<bool>(q, false)));
    std::vector<std::uint64_t> arrived(
        q, 0);  // messages of the column that have come to its end in the row, for the farthest rows first
    for (std::uint64_t c = 1; c < q; ++c) row[0][c] = q;
    for (std::uint64_t d = 1; d < q; ++d) columns[0][0][d] = true;
    std::uint64_t left = q * q - 1;
    std::uint64_t steps = 0;
    for (; left > 0; ++steps) {
        auto next_row = row;
        auto next_columns = columns;
        for (std::uint64_t v = 0; v < q; ++v) {
            for (std::uint64_t step = std::min(w, q - 1 - v); step >= 1; --step) {
                for (std::uint64_t c = q - 1; c >= v + step; --c) {
                    if (row[v][c] == 0 || over(c - v - step, w) == over(c - v, w)) continue;
                    --row[v][c];
                    --next_row[v][c];
                    if (v + step < c) ++next_row[v + step][c];
                    else if (arrived[c] + 1 == q) --left;  // the one for the corner of the column
                    else next_columns[c][0][q - 1 - arrived[c]++] = true;
                    break;
                }
            }
            for (auto column = columns.begin(); column != columns.end(); ++column) {
                auto& next = next_columns[static_cast<std::size_t>(column - columns.begin())];
                for (std::uint64_t step = std::min(w, q - 1 - v); step >= 1; --step) {
                    for (std::uint64_t d = q - 1; d >= v + step; --d) {
                        if (!(*column)[v][d] || over(d - v - step, w) == over(d - v, w)) continue;
                        (*column)[v][d] = next[v][d] = false;
                        if (v + step == d) --left;
                        else next[v + step][d] = true;
                        break;
                    }
                }
            }
        }
        row = std::move(next_row);
        columns = std::move(next_columns);
    }
    return steps;
}

}  // namespace wafernet
