// Networks of a table that have something in common, each named once in a note below it.
#pragma once

#include <algorithm>
#include <set>
#include <string>

#include <fmt/format.h>

#include "wafernet/design/design.hpp"
#include "wafernet/report/table.hpp"

namespace wafernet::cli {

class NetworkNote {
public:
    /// The note says `before`, the networks, of which at most so many are named, and `after`.
    NetworkNote(std::string before, std::string after, std::size_t most = SIZE_MAX)
        : before_(std::move(before)), after_(std::move(after)), most_(most) {}

    /// `what`: "has planes of 3 and 4 nodes"; empty: nothing to say of it.
    void add(const std::string& network, const std::string& what) {
        if (what.empty() || !networks_.insert(network).second || networks_.size() > most_) return;
        text_ += (text_.empty() ? "" : ", ") + network + ' ' + what;
    }
    void write(Table& table) const {
        if (networks_.empty()) return;
        const std::string more =
            networks_.size() > most_ ? " and " + std::to_string(networks_.size() - most_) + " more" : "";
        table.notes.push_back(before_ + text_ + more + after_);
    }

private:
    std::string before_, after_, text_;
    std::size_t most_;
    std::set<std::string> networks_;
};

/// Networks that have switches, nodes that do not send.
inline NetworkNote sender_note() {
    return {"not all nodes send, and loads are per node that does: ", "; --metric terminals shows how many do", 5};
}
/// Returns "64 of 80" for figures of these names; empty where all send.
inline std::string senders_of(const Value& terminals, const Value& nodes) {
    const auto *senders = std::get_if<std::int64_t>(&terminals), *all = std::get_if<std::int64_t>(&nodes);
    if (senders == nullptr || all == nullptr || *senders == *all) return {};
    return fmt::format("{} of {}", *senders, *all);
}

/// Networks that the planes of their stacks do not divide.
inline NetworkNote uneven_note() {
    return {"uneven planes: ", "; area, spares and price are those of the fullest plane"};
}
inline std::string has_planes(const std::string& uneven) { return uneven.empty() ? "" : "has " + uneven; }

/// Networks whose planes are larger than what a scanner exposes at once. Their prices are those of any other die: the
/// technologies give none for exposures that are stitched together and packages of that size.
inline NetworkNote reticle_note() {
    return {"larger than a reticle (26 mm x 33 mm): ",
            "; stitched exposures and packages of that size are not in the price, more --planes make each smaller"};
}
/// Returns "has planes of 40 mm x 30 mm" where one does not fit into the field of one exposure; empty where it does.
inline std::string beyond_reticle(const DesignCost& c) {
    const auto [least, most] = std::minmax({c.plane.width.in(units::mm), c.plane.height.in(units::mm)});
    if (c.whole_wafers || (least <= 26.0 && most <= 33.0)) return {};
    return fmt::format("has planes of {:.3g} mm x {:.3g} mm", c.plane.width.in(units::mm),
                       c.plane.height.in(units::mm));
}

}  // namespace wafernet::cli
