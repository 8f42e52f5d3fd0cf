#include "shared/cube_family.hpp"

#include <string>

#include "wafernet/base/error.hpp"

namespace wafernet {

std::vector<std::uint32_t> level_extents(const Parameters& parameters, std::string_view name, std::size_t axes) {
    const std::vector<std::uint64_t>& given = parameters.extents(name);
    std::vector<std::uint32_t> extents(axes, static_cast<std::uint32_t>(given.front()));
    if (given.size() == axes) extents.assign(given.begin(), given.end());
    return extents;
}

namespace {

// A module has 2^p units for its upper levels, and every level takes 2^q of them.
void check_level(const Parameters& parameters, std::uint64_t p, std::string_view what) {
    const std::uint64_t highest = (std::uint64_t{1} << (p - parameters["q"])) + 1;
    if (parameters["L"] > highest) {
        throw InputError("L = " + std::to_string(parameters["L"]) + ", need L from 1 to " + std::to_string(highest) +
                         " for " + std::string(what) + "q = " + std::to_string(parameters["q"]) +
                         ": a module has no free links for more levels");
    }
}

}  // namespace

void corner_check(const Parameters& parameters) {
    const std::size_t extents = parameters.extents("n").size();
    if (extents != 1 && extents != 3)
        throw InputError("n has " + std::to_string(extents) + " extents, need one or three, as in 4 or 2x4x4");
    check_level(parameters, 2, "");
}

HierarchicalShape corner_shape(const Parameters& parameters, bool module_wrap) {
    const auto m = static_cast<std::uint32_t>(parameters["m"]);
    HierarchicalShape shape;
    shape.module = {m, m, m};
    shape.module_wrap = module_wrap;
    shape.upper_wrap = true;
    shape.upper =
        corner_levels(m, level_extents(parameters, "n", 3), static_cast<std::uint32_t>(parameters["L"]),
                      static_cast<std::uint32_t>(parameters["q"]), static_cast<UnitOrder>(parameters["edges"]));
    return shape;
}

void contour_check(const Parameters& parameters) {
    const std::size_t extents = parameters.extents("n").size();
    if (extents > 2) throw InputError("n has " + std::to_string(extents) + " extents, need one or two, as in 4 or 2x4");
    const std::uint64_t m = parameters["m"];
    const std::uint32_t p = floor_log2(m);
    if (parameters["q"] > p) {
        throw InputError("q = " + std::to_string(parameters["q"]) + ", need q from 0 to " + std::to_string(p) +
                         " (log2 m) for m = " + std::to_string(m));
    }
    check_level(parameters, p, "m = " + std::to_string(m) + " and ");
}

HierarchicalShape contour_shape(const Parameters& parameters, const ContourKind& kind) {
    const auto m = static_cast<std::uint32_t>(parameters["m"]);
    HierarchicalShape shape;
    shape.module = {m, m, m};
    shape.module_wrap = kind.module_wrap;
    shape.upper_wrap = kind.upper_wrap;
    shape.keeps_module_link = kind.keeps_module_link;
    shape.keeps_upper_link = kind.keeps_upper_link;
    shape.upper =
        contour_levels(m, level_extents(parameters, "n", 2), static_cast<std::uint32_t>(parameters["L"]),
                       static_cast<std::uint32_t>(parameters["q"]), static_cast<UnitOrder>(parameters["planes"]));
    return shape;
}

}  // namespace wafernet
