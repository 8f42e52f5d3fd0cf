#include "shared/gates.hpp"

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

std::vector<UpperLevel> contour_levels(std::uint32_t m, std::span<const std::uint32_t> extents, std::uint32_t levels, std::uint32_t q,
                                       UnitOrder order) {
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

}  // namespace wafernet
