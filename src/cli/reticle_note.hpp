// The note that a plane is larger than what a scanner exposes at once, for every table of prices.
#pragma once

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "wafernet/design/design.hpp"
#include "wafernet/report/table.hpp"

namespace wafernet::cli {

/// Whether a plane does not fit into the field of one exposure, 26 mm x 33 mm at the wafer.
inline bool larger_than_reticle(const DesignCost& c) {
    const Length field_short = 26.0 * units::mm, field_long = 33.0 * units::mm;
    return !c.whole_wafers && (std::min(c.plane.width, c.plane.height) > field_short ||
                               std::max(c.plane.width, c.plane.height) > field_long);
}

/// Names the networks whose planes are larger than a reticle. Their prices are those of any other die: the technologies
/// give none for exposures that are stitched together and packages of that size.
class ReticleNote {
public:
    void add(const std::string& network, const DesignCost& c) {
        if (!larger_than_reticle(c)) return;
        all_ += fmt::format("{}{} has planes of {:.3g} mm x {:.3g} mm", all_.empty() ? "" : ", ", network,
                            c.plane.width.in(units::mm), c.plane.height.in(units::mm));
    }
    void write(Table& table) const {
        if (!all_.empty())
            table.notes.push_back("larger than a reticle (26 mm x 33 mm): " + all_ +
                                  "; stitched exposures and packages of that size are not in the price, more --planes "
                                  "make each smaller");
    }

private:
    std::string all_;
};

}  // namespace wafernet::cli
