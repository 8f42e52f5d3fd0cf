#include "shared/gates.hpp"

#include <algorithm>
#include <bit>

namespace wafernet {

std::uint32_t floor_log2(std::uint64_t m) { return static_cast<std::uint32_t>(std::bit_width(m)) - 1; }

std::vector<std::uint32_t> units_of_level(std::uint32_t level, std::uint32_t p, std::uint32_t q, UnitOrder order) {
    std::vector<std::uint32_t> units;
    for (std::uint32_t i = 0; i < (1U << q); ++i) {
        units.push_back(order == UnitOrder::block ? ((level - 2) << q) + i : (level - 2) + (i << (p - q)));
    }
    return units;
}

std::vector<UpperLevel> contour_levels(std::uint32_t m, std::span<const std::uint32_t> extents, std::uint32_t levels,
                                       std::uint32_t q, UnitOrder order) {
    std::vector<UpperLevel> upper;
    for (std::uint32_t level = 2; level <= levels; ++level) {
        UpperLevel out{{extents.begin(), extents.end()}, {{}, {}}};
        for (const std::uint32_t z : units_of_level(level, floor_log2(m), q, order)) {
            const std::uint32_t plane = z * m * m;
            for (std::uint32_t i = 0; i < m; ++i) {
                out.gates[0].push_back({plane + i * m + (m - 1), plane + i * m});
                out.gates[1].push_back({plane + (m - 1) * m + i, plane + i});
            }
        }
        upper.push_back(std::move(out));
    }
    return upper;
}

std::vector<UpperLevel> corner_levels(std::uint32_t m, std::span<const std::uint32_t> extents, std::uint32_t levels,
                                      std::uint32_t q, UnitOrder order) {
    const std::uint32_t corners[] = {0, m - 1, m * m - 1, m * (m - 1)};  // (y, x) = (0,0), (0,m-1), (m-1,m-1), (m-1,0)
    std::vector<UpperLevel> upper;
    for (std::uint32_t level = 2; level <= levels; ++level) {
        UpperLevel out{{extents.begin(), extents.end()}, {{}, {}, {}}};
        std::vector<std::uint32_t> taken;
        for (const std::uint32_t unit : units_of_level(level, 2, q, order)) taken.push_back(corners[unit]);
        std::sort(taken.begin(), taken.end());
        for (std::uint32_t axis = 0; axis < 3; ++axis) {
            for (const std::uint32_t corner : taken) {
                const std::uint32_t node = (2 - axis) * m * m + corner;
                out.gates[axis].push_back({node, node});
            }
        }
        upper.push_back(std::move(out));
    }
    return upper;
}

std::vector<UpperLevel> square_levels(std::uint32_t m, std::uint32_t levels, std::uint32_t q) {
    const std::uint32_t k = 1U << m;
    const auto at = [k](std::uint32_t row, std::uint32_t column) { return row * k + column; };
    struct Unit {
        Gate x;
        Gate y;
    };
    std::vector<Unit> units = {
        {{at(k - 1, k - 1), at(k - 1, k - 1)}, {at(k - 1, 0), at(k - 1, 0)}},
        {{at(0, k - 1), at(0, k - 1)}, {at(0, 0), at(0, 0)}},
    };
    for (std::uint32_t i = 1; i + 1 <= k / 2; ++i) {
        units.push_back({{at(0, i), at(k - 1, i)}, {at(i, 0), at(k - 1 - i, 0)}});
        units.push_back({{at(0, k - 1 - i), at(k - 1, k - 1 - i)}, {at(i, k - 1), at(k - 1 - i, k - 1)}});
    }
    std::vector<UpperLevel> upper;
    for (std::uint32_t level = 2; level <= levels; ++level) {
        UpperLevel out{{k, k}, {{}, {}}};
        for (const std::uint32_t unit : units_of_level(level, m, q, UnitOrder::stride)) {
            out.gates[0].push_back(units[unit].x);
            out.gates[1].push_back(units[unit].y);
        }
        upper.push_back(std::move(out));
    }
    return upper;
}

}  // namespace wafernet
