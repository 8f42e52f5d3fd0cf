// A set of channel dependencies that never has a cycle.
#pragma once

#include <cstdint>
#include <numeric>
#include <vector>

#include "growing_order.hpp"
#include "successors.hpp"

namespace wafernet {

/// Dependencies between neighbouring channels with one virtual channel each, as Successors numbers them.
class AcyclicSet {
public:
    AcyclicSet(const Graph& graph, const Successors& edges)
        : edges_(edges), has_(edges.size(), false), closes_(edges.size(), false), order_(in_order(graph)) {
        from_.reserve(edges.size());
        for (Channel c = 0; c < graph.channels(); ++c)
            from_.insert(from_.end(), edges.end(c, 0) - edges.begin(c, 0), c);
    }
    /// Adds what is missing of a list of edges and returns true; where they close a cycle the set stays as it was.
    bool add(const std::uint32_t* first, const std::uint32_t* last) {
        if (std::any_of(first, last, [&](std::uint32_t e) { return closes_[e]; })) return false;
        fresh_.clear();
        for (const std::uint32_t* e = first; e != last; ++e) {
            if (has_[*e]) continue;
            if (order_.add(from_[*e], to(*e))) {
                has_[*e] = true;
                fresh_.push_back(*e);
                continue;
            }
            for (const std::uint32_t f : fresh_) take_out(f);
            // One which closes a cycle by itself always will, until edges go.
            closes_[*e] = fresh_.empty() || !order_.add(from_[*e], to(*e));
            if (closes_[*e]) known_to_close_.push_back(*e);
            else take_out(*e);
            return false;
        }
        return true;
    }
    /// Returns those of the last add that were missing.
    [[nodiscard]] const std::vector<std::uint32_t>& added() const { return fresh_; }
    void remove(const std::vector<std::uint32_t>& edges) {
        for (const std::uint32_t e : edges) take_out(e);
        for (const std::uint32_t e : known_to_close_) closes_[e] = false;
        known_to_close_.clear();
    }

private:
    static std::vector<std::uint32_t> in_order(const Graph& graph) {
        std::vector<std::uint32_t> place(graph.channels());
        std::iota(place.begin(), place.end(), 0U);
        return place;
    }
    [[nodiscard]] Channel to(std::uint32_t e) const { return static_cast<Channel>(edges_.second(from_[e], 0, e)); }
    void take_out(std::uint32_t e) {
        order_.remove(from_[e], to(e));
        has_[e] = false;
    }

    const Successors& edges_;
    std::vector<Channel> from_;       // of every edge
    std::vector<bool> has_, closes_;  // every edge: in the set; known to close a cycle with it
    GrowingOrder order_;              // of the channels
    std::vector<std::uint32_t> fresh_, known_to_close_;
};

}  // namespace wafernet
