// Repair of a plane as bipartite matching: positions on one side, healthy PEs on the other.
#include "wafernet/wsi/repair.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "wafernet/base/error.hpp"

namespace wafernet {

namespace {

constexpr std::array<std::string_view, 5> rule_names = {"row", "neighbour-rows", "neighbours", "any-row", "any"};
constexpr std::uint64_t most_patterns = 2'000'000;  // a few seconds

bool within(long distance, int reach) { return reach == Replacement::any || distance <= reach; }

// Which PEs may stand in for each position, the position's own first.
std::vector<std::vector<int>> candidates(const Plane& plane, const Replacement& rule) {
    const int wide = plane.columns + plane.spare_columns;
    std::vector<std::vector<int>> all;
    for (int row = 0; row < plane.rows; ++row) {
        for (int column = 0; column < plane.columns; ++column) {
            std::vector<int> mine{row * wide + column};
            for (int r = 0; r < plane.rows; ++r) {
                for (int c = 0; c < wide; ++c) {
                    if (r == row && c == column) continue;
                    if (!within(std::abs(r - row), rule.rows_reach)) continue;
                    if (c >= column ? !within(c - column, rule.right) : !within(column - c, rule.left)) continue;
                    mine.push_back(r * wide + c);
                }
            }
            all.push_back(std::move(mine));
        }
    }
    return all;
}

class Matching {
public:
    Matching(const Plane& plane, const Replacement& rule)
        : candidates_(candidates(plane, rule)), cells_(plane.cells()) {}

    bool perfect(const std::vector<bool>& faulty) {
        holder_.assign(static_cast<std::size_t>(cells_), -1);
        for (std::size_t position = 0; position < candidates_.size(); ++position) {
            tried_.assign(static_cast<std::size_t>(cells_), false);
            if (!place(static_cast<int>(position), faulty)) return false;
        }
        return true;
    }

private:
    bool place(int position, const std::vector<bool>& faulty) {
        for (const int cell : candidates_[static_cast<std::size_t>(position)]) {
            const auto c = static_cast<std::size_t>(cell);
            if (faulty[c] || tried_[c]) continue;
            tried_[c] = true;
            if (holder_[c] < 0 || place(holder_[c], faulty)) {
                holder_[c] = position;
                return true;
            }
        }
        return false;
    }

    std::vector<std::vector<int>> candidates_;
    int cells_;
    std::vector<int> holder_;
    std::vector<bool> tried_;
};

void check(const Plane& plane) {
    if (plane.rows < 1 || plane.columns < 1 || plane.spare_columns < 0)
        throw InputError("a plane of " + std::to_string(plane.rows) + " x " + std::to_string(plane.columns) +
                         " PEs and " + std::to_string(plane.spare_columns) +
                         " spare columns, need at least 1 x 1 and no negative number");
}

}  // namespace

Replacement replacement(std::string_view name, int spare_columns) {
    if (name == "row") return {0, Replacement::any, Replacement::any};
    if (name == "neighbour-rows") return {1, 0, spare_columns};
    if (name == "neighbours") return {1, spare_columns, spare_columns};
    if (name == "any-row") return {Replacement::any, 0, spare_columns};
    if (name == "any") return {};
    throw InputError("no replacement rule '" + std::string(name) + "'" + did_you_mean(name, rule_names) +
                     ", need row, neighbour-rows, neighbours, any-row or any");
}

bool repairable(const Plane& plane, const Replacement& rule, std::span<const int> faulty) {
    check(plane);
    std::vector<bool> bad(static_cast<std::size_t>(plane.cells()), false);
    for (const int f : faulty) {
        if (f < 0 || f >= plane.cells())
            throw InputError("faulty PE " + std::to_string(f) + ", need 0.." + std::to_string(plane.cells() - 1));
        bad[static_cast<std::size_t>(f)] = true;
    }
    return Matching(plane, rule).perfect(bad);
}

std::uint64_t choose(std::uint64_t n, std::uint64_t k) {
    if (k > n) return 0;
    k = std::min(k, n - k);
    unsigned __int128 value = 1;
    for (std::uint64_t i = 1; i <= k; ++i) {
        value = value * (n - k + i) / i;
        if (value > ~std::uint64_t{0})
            throw InputError(std::to_string(k) + " of " + std::to_string(n) + " is too large to count");
    }
    return static_cast<std::uint64_t>(value);
}

std::vector<std::uint64_t> count_repairable(const Plane& plane, const Replacement& rule, int most_faults) {
    check(plane);
    if (most_faults < 0) throw InputError("at most " + std::to_string(most_faults) + " faults, need 0 or more");
    const int cells = plane.cells();
    most_faults = std::min(most_faults, cells);
    std::uint64_t patterns = 0;
    for (int k = 0; k <= most_faults; ++k) {
        // An early large term decides before a later one overflows.
        if (patterns <= most_patterns)
            patterns += choose(static_cast<std::uint64_t>(cells), static_cast<std::uint64_t>(k));
    }
    if (patterns > most_patterns)
        throw InputError("a plane of " + std::to_string(cells) + " PEs has more than " + std::to_string(most_patterns) +
                         " patterns of up to " + std::to_string(most_faults) +
                         " faults to try, need fewer, fewer spare columns, or the rule 'row' or 'any'");
    Matching matching(plane, rule);
    std::vector<std::uint64_t> counts;
    std::vector<bool> bad(static_cast<std::size_t>(cells), false);
    for (int k = 0; k <= most_faults; ++k) {
        std::vector<int> chosen(static_cast<std::size_t>(k));
        for (int i = 0; i < k; ++i) chosen[static_cast<std::size_t>(i)] = i;
        std::uint64_t good = 0;
        while (true) {
            std::fill(bad.begin(), bad.end(), false);
            for (const int c : chosen) bad[static_cast<std::size_t>(c)] = true;
            if (matching.perfect(bad)) ++good;
            int i = k - 1;  // the next combination in lexicographic order
            while (i >= 0 && chosen[static_cast<std::size_t>(i)] == cells - k + i) --i;
            if (i < 0) break;
            ++chosen[static_cast<std::size_t>(i)];
            for (int j = i + 1; j < k; ++j)
                chosen[static_cast<std::size_t>(j)] = chosen[static_cast<std::size_t>(j - 1)] + 1;
        }
        counts.push_back(good);
    }
    return counts;
}

}  // namespace wafernet
