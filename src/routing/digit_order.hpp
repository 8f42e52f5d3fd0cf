// Routings that correct one digit of the address after the other.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "wafernet/core/family.hpp"
#include "wafernet/core/routing.hpp"

namespace wafernet {

/// The digits of all nodes' addresses, first corrected first. From a node that agrees with the destination in its first
/// k digits and not in the next one, the next hops depend on nothing else of the destination than its first k + 1
/// digits and the last trait of these, nor do they on the way until the next digit is corrected; the header's first
/// state does not depend on it at all.
struct DigitOrder {
    std::size_t count = 0;              ///< of digits
    std::vector<std::uint32_t> digits;  ///< [node * count + k]
    std::vector<std::uint32_t> traits;  ///< the same: what hops depend on besides; empty: nothing
    bool lines = false;  ///< each digit is a place on a line, along which hops, but for the header, depend on the
                         ///< direction alone, and nothing depends on the header; no traits then

    /// Returns of each digit how many values it has, from 0 on.
    [[nodiscard]] std::vector<std::uint32_t> extents() const {
        std::vector<std::uint32_t> values(count, 1);
        for (std::size_t i = 0; i < digits.size(); ++i) values[i % count] = std::max(values[i % count], digits[i] + 1);
        return values;
    }
};

class CorrectsDigits {
public:
    CorrectsDigits() = default;
    CorrectsDigits(const CorrectsDigits&) = delete;
    CorrectsDigits& operator=(const CorrectsDigits&) = delete;
    virtual ~CorrectsDigits() = default;
    [[nodiscard]] virtual DigitOrder digit_order() const = 0;
};

/// Returns what says the digits by which messages between all nodes may be followed together; null where each
/// destination must be by itself.
inline const CorrectsDigits* together_by_digits(const Network& network, const Routing& routing) {
    const bool may = !routing.looks_back() && network.terminals.empty();
    return may ? dynamic_cast<const CorrectsDigits*>(&routing) : nullptr;
}

}  // namespace wafernet
