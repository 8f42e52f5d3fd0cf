// A grid of points for one command: networks and options, crossed or side by side, without those that conditions leave
// out.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "store.hpp"

namespace wafernet::cli {

/// Options that take their values together: one of `rows` is a value for each of `names`.
struct SweepAxis {
    std::vector<std::string> names;
    std::vector<std::vector<std::string>> rows;
};

/// "vcs>=4": an option, a relation and a value.
struct SweepCondition {
    std::string name, relation, value;
};

/// One point: the values of all options, in the order of the columns.
using SweepPoint = std::vector<std::pair<std::string, std::string>>;

struct Sweep {
    std::string command;
    std::vector<std::pair<std::string, std::string>> fixed;  ///< options of all points
    std::vector<SweepAxis> axes;                             ///< the last one changes first
    std::vector<SweepCondition> where;                       ///< all hold for every point
    std::vector<std::vector<SweepCondition>> without;        ///< points for which all of one hold are left out
    std::map<std::string, std::string> contents{};           ///< of the values that name files, what they hold

    /// Returns the points of the grid, those that conditions leave out among them.
    [[nodiscard]] std::uint64_t size() const;
    /// Returns a point of the grid; nothing where a condition leaves it out.
    [[nodiscard]] std::optional<SweepPoint> point(std::uint64_t index) const;
};

inline constexpr std::uint64_t most_points = 1'000'000'000;

/// Returns the sweep of a TOML file. Throws InputError with file, line and column: a key or an option that is not
/// known, a value that the option does not take, lists of unequal length side by side, a grid without points or with
/// more than most_points.
Sweep read_sweep(const std::string& path);

/// Returns "latency network=mesh:8x8 vcs=2".
std::string words_of(const Sweep& sweep, const SweepPoint& point);

/// Runs the command of the sweep for one point, in this process; what it would print are rows. Nothing that it refuses
/// is thrown.
PointResult run_point(const Sweep& sweep, const SweepPoint& point);

/// Returns the key of a point in a store: the version of the program, its words, and what the files hold that they
/// name.
std::string key_of(const Sweep& sweep, const SweepPoint& point);
NamedValues columns_of(const SweepPoint& point);

}  // namespace wafernet::cli
