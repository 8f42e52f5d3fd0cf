// Money: dies on a wafer, what a working stack of planes costs, and what is paid for what.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "wafernet/base/units.hpp"
#include "wafernet/wsi/yield.hpp"

namespace wafernet {

/// A processed wafer.
struct Wafer {
    Length diameter = 300.0 * units::mm;
    Length edge{};    ///< ring at the rim without good dies
    Length scribe{};  ///< line between two dies
    Money price{};
    double corners = 0.0;  ///< share of a plane as large as the wafer that may lie beyond the rim
};

/// How the dies of a wafer are reckoned.
enum class DieForm : std::uint8_t {
    count,     ///< the best of four grids, corners inside the usable circle: right for any die
    textbook,  ///< pi d^2 / (4 A) - pi d / sqrt(2 A) (Hennessy & Patterson): square dies, side below d / 20
};

/// Returns the dies of width x height on a wafer, not rounded; the textbook form may be 0 or less where it does not
/// hold. A die that alone lies beyond the rim with no more than the wafer's `corners` of its area is one. Throws
/// InputError where a length is not positive and finite, or the edge takes the whole wafer.
double dies_per_wafer(const Wafer& wafer, Length width, Length height, DieForm form = DieForm::count);

/// What passes a test.
struct Tested {
    double pass = 1.0;     ///< share of the planes that pass
    double quality = 1.0;  ///< share of those that work
};

/// Returns what passes of planes of which `yield` work. A test finds every fault with probability `coverage`, so that
/// planes pass with Y^T (Williams & Brown 1981). Throws InputError where a number is outside 0..1.
Tested tested(double yield, double coverage);

/// A plane as it comes from its wafer.
struct MadePlane {
    Money silicon{};
    double yield = 1.0;  ///< after repair with its spares
    Money test{};
};

/// How a stack is made, tested and packaged. Prices are those of one plane, interface or stack.
struct StackFlow {
    std::uint64_t planes = 1;
    MadePlane plane;                ///< each of them, where they are alike
    std::vector<MadePlane> unlike;  ///< the planes, the bottom first, where they are not
    bool known_good = true;         ///< planes are tested before they are bonded
    double coverage = 1.0;
    Money bond{};                  ///< of one interface, vertical wires made for it included
    double interface_yield = 1.0;  ///< one bond and all its vertical wires
    bool test_each_bond = false;   ///< a stack that fails gets no further plane
    Money bond_test{};             ///< after each bond, where it is tested
    Money stack_test{};
    Money package{};
    Money final_test{};
    double assembly_yield = 1.0;
    Money development{};  ///< once, for all units
    double volume = 1.0;  ///< working systems that share it
};

/// What one working system costs.
struct StackCost {
    /// A part of the price. Parts that are lost are paid for systems that do not work.
    struct Part {
        std::string_view name;  ///< as the columns of `wafernet cost` begin: "silicon", "bad_planes"
        Money amount{};
    };
    std::vector<Part> parts;  ///< in the order of the flow; they add up to the total
    Money total{};
    double stack_yield = 0.0;  ///< of bonded stacks
};

/// Returns the cost of a working system, or nothing where none can be made (some yield is 0, or too small for a
/// number). Known good planes cost (plane + test) / share that passes each; the stack is paid over the yield of what is
/// bonded, after the last bond or, with test_each_bond, after each. Throws InputError where there are no planes, a
/// price is negative or not finite, a yield is outside 0..1, or the volume is not positive.
std::optional<StackCost> stack_cost(const StackFlow& flow);

}  // namespace wafernet
