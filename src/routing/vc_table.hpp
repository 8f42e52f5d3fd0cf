// A VC rule as a table: one VC for every kind of hop. What `--repair` searches over, prints and reads back.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "wafernet/core/routing.hpp"

namespace wafernet {

/// Which parts of a hop's label tell kinds of hops apart, besides its phase and the datelines.
struct HopKinds {
    bool axis = false;
    bool direction = false;
    bool level = false;
    bool segment = false;

    bool operator==(const HopKinds&) const = default;
};

/// Returns the kind of a hop as 7 characters: phase (l s b t i f), own dateline (n b o a), upper dateline, segment,
/// level, axis, direction; '-' where `kinds` does not look.
std::string hop_kind(const HopLabel& label, const HopKinds& kinds);

/// "table:KIND=VC,KIND=VC,...": a hop of none of the kinds uses VC 0.
struct VcTable {
    HopKinds kinds{};
    std::vector<std::pair<std::string, int>> entries;  ///< sorted by kind

    [[nodiscard]] int vcs() const;
    [[nodiscard]] std::string print() const;
    [[nodiscard]] VcRule rule() const;
    static VcTable parse(std::string_view text);
};

}  // namespace wafernet
