#include "shared/square_family.hpp"

#include <string>

#include "shared/gates.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet {

void square_check(const Parameters& parameters) {
    const std::uint64_t m = parameters["m"];
    const std::uint64_t q = parameters["q"];
    if (q > m)
        throw InputError("q = " + std::to_string(q) + ", need q from 0 to " + std::to_string(m) +
                         " for m = " + std::to_string(m));
    const std::uint64_t highest = (std::uint64_t{1} << (m - q)) + 1;
    if (parameters["L"] > highest) {
        throw InputError("L = " + std::to_string(parameters["L"]) + ", need L from 1 to " + std::to_string(highest) +
                         " for m = " + std::to_string(m) + " and q = " + std::to_string(q) +
                         ": a module has no free links for more levels");
    }
}

HierarchicalShape square_shape(const Parameters& parameters, bool module_wrap) {
    const auto m = static_cast<std::uint32_t>(parameters["m"]);
    HierarchicalShape shape;
    shape.module = {1U << m, 1U << m};
    shape.module_wrap = module_wrap;
    shape.upper_wrap = true;
    shape.upper =
        square_levels(m, static_cast<std::uint32_t>(parameters["L"]), static_cast<std::uint32_t>(parameters["q"]));
    return shape;
}

}  // namespace wafernet
