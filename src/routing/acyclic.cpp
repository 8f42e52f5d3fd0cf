#include "acyclic.hpp"

#include <algorithm>
#include <numeric>

namespace wafernet {

AcyclicSet::AcyclicSet(const Graph& graph, const Successors& edges)
    : graph_(graph),
      edges_(edges),
      has_(edges.size(), false),
      closes_(edges.size(), false),
      place_(graph.channels()),
      mark_(graph.channels(), 0) {
    from_.reserve(edges.size());
    for (Channel c = 0; c < graph.channels(); ++c) from_.insert(from_.end(), edges.end(c, 0) - edges.begin(c, 0), c);
    std::iota(place_.begin(), place_.end(), 0U);
}

bool AcyclicSet::add(const std::uint32_t* first, const std::uint32_t* last) {
    for (const std::uint32_t* e = first; e != last; ++e) {
        if (closes_[*e]) return false;
    }
    fresh_.clear();
    for (const std::uint32_t* e = first; e != last; ++e) {
        if (has_[*e]) continue;
        if (add(*e)) {
            fresh_.push_back(*e);
            continue;
        }
        for (const std::uint32_t f : fresh_) has_[f] = false;
        // One which closes a cycle by itself always will, until edges go.
        closes_[*e] = fresh_.empty() || !add(*e);
        if (closes_[*e]) known_to_close_.push_back(*e);
        has_[*e] = false;
        return false;
    }
    return true;
}

void AcyclicSet::remove(const std::vector<std::uint32_t>& edges) {
    for (const std::uint32_t e : edges) has_[e] = false;
    for (const std::uint32_t e : known_to_close_) closes_[e] = false;
    known_to_close_.clear();
}

// Channels from which `from` is to come before `to`: whether `to` leads back to `from`. Leaves in ahead_ what lies
// behind `to` and before `from`.
bool AcyclicSet::reaches_back(Channel from, Channel to) {
    ahead_.assign(1, to);
    mark_[to] = round_;
    for (std::size_t i = 0; i < ahead_.size(); ++i) {
        const Channel c = ahead_[i];
        for (std::uint64_t e = edges_.begin(c, 0); e < edges_.end(c, 0); ++e) {
            if (!has_[e]) continue;
            const auto next = static_cast<Channel>(edges_.second(c, 0, e));
            if (next == from) return true;
            if (place_[next] > place_[from] || mark_[next] == round_) continue;
            mark_[next] = round_;
            ahead_.push_back(next);
        }
    }
    return false;
}

bool AcyclicSet::add(std::uint32_t edge) {
    const Channel from = from_[edge], to = static_cast<Channel>(edges_.second(from, 0, edge));
    if (from == to) return false;
    if (place_[from] > place_[to]) {
        ++round_;
        if (reaches_back(from, to)) return false;
        behind_.assign(1, from);
        mark_[from] = round_;
        for (std::size_t i = 0; i < behind_.size(); ++i) {
            const Channel c = behind_[i];
            graph_.for_each_in(graph_.source(c), [&](Channel before) {
                if (mark_[before] == round_ || place_[before] < place_[to] || !has_[edges_.pair(before, 0, c, 0)])
                    return;
                mark_[before] = round_;
                behind_.push_back(before);
            });
        }
        // What leads to `from` goes before what `to` leads to, in the places that both have together.
        const auto by_place = [&](Channel a, Channel b) { return place_[a] < place_[b]; };
        std::sort(behind_.begin(), behind_.end(), by_place);
        std::sort(ahead_.begin(), ahead_.end(), by_place);
        behind_.insert(behind_.end(), ahead_.begin(), ahead_.end());
        places_.clear();
        for (const Channel c : behind_) places_.push_back(place_[c]);
        std::sort(places_.begin(), places_.end());
        for (std::size_t i = 0; i < behind_.size(); ++i) place_[behind_[i]] = places_[i];
    }
    has_[edge] = true;
    return true;
}

}  // namespace wafernet
