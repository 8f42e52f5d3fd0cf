// Destinations that routings which correct digits need not tell apart until a message gets there.
#pragma once

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "routing/digit_order.hpp"
#include "wafernet/core/graph.hpp"

namespace wafernet::queueing {

/// Sets of destinations whose first digits are alike, and the trait of the last of these for messages that correct it.
/// Set 0 is of all. A message follows a set until it has the set's digits; there it goes on to the parts of that set.
class DestinationSets {
public:
    DestinationSets() = default;
    DestinationSets(DigitOrder order, std::vector<Node> members)
        : order_(std::move(order)), members_(std::move(members)) {
        sets_.push_back({0, 0, static_cast<std::uint32_t>(members_.size())});
    }

    /// Returns the number of sets so far; those of parts come last.
    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(sets_.size()); }
    [[nodiscard]] Node first(std::uint32_t set) const { return members_[sets_[set].first]; }
    [[nodiscard]] double members(std::uint32_t set) const { return sets_[set].end - sets_[set].first; }
    /// Whether its members differ in digits that are not corrected yet.
    [[nodiscard]] bool parts(std::uint32_t set) const { return sets_[set].digits < order_.count; }
    /// Whether a node that has the digits before of these destinations has their last common one.
    [[nodiscard]] bool among(Node v, std::uint32_t set) const {
        return digit(v, sets_[set].digits - 1) == digit(first(set), sets_[set].digits - 1);
    }

    /// Calls `go_on` with every set of destinations to which messages for `set` go on from node `at`, which has the
    /// digits of that. Returns whether the node is one of the destinations itself.
    template <typename GoOn>
    bool part(Node at, std::uint32_t set, GoOn go_on) {
        while (parts(set)) {
            if (sets_[set].end_part == 0) divide(set);
            const Set& s = sets_[set];
            for (std::uint32_t next = s.first_part; next < s.end_part; ++next) {
                if (!among(at, next)) go_on(next);
            }
            std::uint32_t there = s.first_there;
            while (there < s.end_there && !among(at, there)) ++there;
            if (there == s.end_there) return false;
            set = there;
        }
        return true;
    }

private:
    struct Set {
        std::uint32_t digits = 0;                      // that its members have in common
        std::uint32_t first = 0, end = 0;              // of members_
        std::uint32_t first_part = 0, end_part = 0;    // by the next digit and its trait, for messages that correct it
        std::uint32_t first_there = 0, end_there = 0;  // by that digit, for the others
    };

    [[nodiscard]] std::uint32_t digit(Node v, std::size_t k) const { return order_.digits[v * order_.count + k]; }

    void divide(std::uint32_t set) {
        const std::uint32_t first = sets_[set].first, end = sets_[set].end, k = sets_[set].digits;
        const auto trait = [&](Node v) { return order_.traits.empty() ? 0 : order_.traits[v * order_.count + k]; };
        std::sort(members_.begin() + first, members_.begin() + end, [&](Node a, Node b) {
            return std::tuple(digit(a, k), trait(a), a) < std::tuple(digit(b, k), trait(b), b);
        });
        const auto next = [&](std::uint32_t i, bool traits) {  // member of another part
            const Node v = members_[i];
            while (i < end && digit(members_[i], k) == digit(v, k) && (!traits || trait(members_[i]) == trait(v))) ++i;
            return i;
        };
        sets_[set].first_part = size();
        for (std::uint32_t i = first; i < end; i = next(i, true)) sets_.push_back({k + 1, i, next(i, true)});
        sets_[set].end_part = size();
        // What is there already takes no part in correcting the digit, and the traits of these destinations do not
        // matter.
        bool fresh = false;
        for (std::uint32_t i = first; i < end; i = next(i, false)) fresh = fresh || next(i, true) != next(i, false);
        sets_[set].first_there = fresh ? sets_[set].end_part : sets_[set].first_part;
        for (std::uint32_t i = first; i < end && fresh; i = next(i, false)) {
            const auto copy = static_cast<std::uint32_t>(members_.size());  // sorted in another way later on
            const std::uint32_t after = next(i, false);
            for (std::uint32_t m = i; m < after; ++m) members_.push_back(members_[m]);
            sets_.push_back({k + 1, copy, static_cast<std::uint32_t>(members_.size())});
        }
        sets_[set].end_there = size();
    }

    DigitOrder order_;
    std::vector<Node> members_;
    std::vector<Set> sets_;
};

}  // namespace wafernet::queueing
