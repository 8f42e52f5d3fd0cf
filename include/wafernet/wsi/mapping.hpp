// Communication steps of applications that are mapped on a network.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "wafernet/core/family.hpp"
#include "wafernet/core/source.hpp"

namespace wafernet {

enum class Application : std::uint8_t { bitonic_merge, fft, maximum };

/// Returns "bitonic", "fft" or "maximum".
std::string_view name(Application application);

/// A formula for the number of communication steps.
struct MappingFormula {
    Application application = Application::bitonic_merge;
    Source source{};
    std::string_view formula;
    std::optional<double> steps;  ///< nothing outside the formula's range
    bool corrected = false;       ///< the printed one is wrong and this one holds
    std::string_view note;
    bool divides_by_zero = false;  ///< the printed one, here
};

/// Returns the formulas of rahman2006, sec. 5.3.5, that speak of this network, printed and corrected ones, the one that
/// holds first for each application. Empty where the document has none.
std::vector<MappingFormula> mapping_formulas(const Network& network);

/// CONVERGE worked out on the graph: datum w + 2^j moves to node w, for every w with bit j clear, j from the top bit to
/// 0.
struct ConvergeSchedule {
    std::uint64_t bitonic_steps = 0;  ///< there and back in every stage: bitonic merge and FFT
    std::uint64_t maximum_steps = 0;  ///< only there, low bits first, and only the nodes that still hold a candidate
    std::vector<std::uint64_t> stage_steps;  ///< of one way of each stage of the bitonic merge, top bit first
    std::uint64_t distance_bound =
        0;  ///< bitonic_steps of any schedule: the longest distances of every stage, there and back
};

/// Returns a schedule in which every channel carries one datum a step and nodes store and forward: an upper bound on
/// the steps that are needed. Paths are those of the family's routing, and where that is shorter those that avoid load.
/// Throws InputError where the nodes are not a power of two.
ConvergeSchedule schedule_converge(const Network& network);

}  // namespace wafernet
