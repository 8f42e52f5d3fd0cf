// A directed graph that refuses the edge that would close a cycle.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace wafernet {

/// Keeps a topological order while edges come (Pearce & Kelly, A dynamic topological sort algorithm, JEA 11, 2006):
/// only what lies between the two ends in the order is searched.
class GrowingOrder {
public:
    /// `place` of every vertex: any order; the fewer edges run against it, the less is to be done.
    explicit GrowingOrder(std::vector<std::uint32_t> place)
        : place_(std::move(place)), out_(place_.size()), in_(place_.size()), seen_(place_.size(), 0) {}

    /// Adds the edge and returns true, or returns false where it would close a cycle.
    bool add(std::uint32_t from, std::uint32_t to) {
        if (from == to) return false;
        if (place_[from] > place_[to] && !reorder(from, to)) return false;
        out_[from].push_back(to);
        in_[to].push_back(from);
        return true;
    }
    void remove(std::uint32_t from, std::uint32_t to) {
        out_[from].erase(std::find(out_[from].begin(), out_[from].end(), to));
        in_[to].erase(std::find(in_[to].begin(), in_[to].end(), from));
    }
    /// Returns the vertices that all calls have looked at, a measure of the work done.
    [[nodiscard]] std::uint64_t work() const { return work_; }

private:
    using Edges = std::vector<std::vector<std::uint32_t>>;

    // All that is reached from `start` along `edges` and lies within the bound; the search ends where `end` is met.
    template <class Within>
    std::vector<std::uint32_t> reach(std::uint32_t start, std::uint32_t end, const Edges& edges, const Within& within) {
        std::vector<std::uint32_t> found{start};
        seen_[start] = ++stamp_;
        for (std::size_t i = 0; i < found.size() && seen_[end] != stamp_; ++i) {
            for (const std::uint32_t next : edges[found[i]]) {
                ++work_;
                if (seen_[next] == stamp_ || !within(place_[next])) continue;
                seen_[next] = stamp_;
                found.push_back(next);
            }
        }
        return found;
    }

    bool reorder(std::uint32_t from, std::uint32_t to) {
        const std::uint32_t last = place_[from], first = place_[to];
        std::vector<std::uint32_t> ahead = reach(to, from, out_, [&](std::uint32_t p) { return p <= last; });
        if (seen_[from] == stamp_) return false;
        std::vector<std::uint32_t> behind = reach(from, to, in_, [&](std::uint32_t p) { return p >= first; });
        const auto by_place = [&](std::uint32_t a, std::uint32_t b) { return place_[a] < place_[b]; };
        std::sort(ahead.begin(), ahead.end(), by_place);
        std::sort(behind.begin(), behind.end(), by_place);
        behind.insert(behind.end(), ahead.begin(), ahead.end());
        std::vector<std::uint32_t> places;
        for (const std::uint32_t v : behind) places.push_back(place_[v]);
        std::sort(places.begin(), places.end());
        for (std::size_t i = 0; i < behind.size(); ++i) place_[behind[i]] = places[i];
        return true;
    }

    std::vector<std::uint32_t> place_;
    Edges out_, in_;
    std::vector<std::uint64_t> seen_;
    std::uint64_t stamp_ = 0, work_ = 0;
};

}  // namespace wafernet
