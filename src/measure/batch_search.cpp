#include "batch_search.hpp"

#include <algorithm>
#include <bit>

namespace wafernet {

namespace {

using Word = BatchSearch::Word;
using State = BatchSearch::State;
using Level = BatchSearch::Level;
using Vector = std::uint64_t __attribute__((vector_size(32), may_alias));

[[gnu::always_inline]] inline const Vector& vector(const Word& w) { return reinterpret_cast<const Vector&>(w); }
// cppcheck-suppress uninitvar ; a word is first written through this
[[gnu::always_inline]] inline Vector& vector(Word& w) { return reinterpret_cast<Vector&>(w); }

[[gnu::always_inline]] inline bool any(const Word& w) { return (w.part[0] | w.part[1] | w.part[2] | w.part[3]) != 0; }

[[gnu::always_inline]] inline std::uint32_t bits(const Word& w) {
    return static_cast<std::uint32_t>(std::popcount(w.part[0]) + std::popcount(w.part[1]) + std::popcount(w.part[2]) +
                                      std::popcount(w.part[3]));
}

// Every changed node gives its change to its neighbours. Before and after, `next` is zero, and `frontier` outside
// `active`.
[[gnu::always_inline]] inline Level push(State& s) {
    s.touched.clear();
    for (const Node v : s.active) {
        const Word f = s.frontier[v];
        for (std::uint64_t i = s.offsets[v]; i < s.offsets[v + 1]; ++i) {
            const Node w = s.targets[i];
            Word fresh;
            vector(fresh) = vector(f) & ~vector(s.seen[w]);
            if (!any(fresh)) continue;
            if (!any(s.next[w])) s.touched.push_back(w);
            vector(s.next[w]) |= vector(fresh);
        }
    }
    Level level;
    for (const Node w : s.touched) {
        vector(s.seen[w]) |= vector(s.next[w]);
        level.reached += bits(s.next[w]);
        level.push_channels += s.offsets[w + 1] - s.offsets[w];
    }
    for (const Node v : s.active) s.frontier[v] = Word{};
    s.active.swap(s.touched);
    s.frontier.swap(s.next);
    return level;
}

// Every node of `pulling` takes its neighbours' changes.
[[gnu::always_inline]] inline Level pull(State& s) {
    const Word* const frontier = s.frontier.data();
    Word* const next = s.next.data();
    Word* const seen = s.seen.data();
    const Vector all = vector(s.all);
    Node* const pulling = s.pulling.data();
    const std::size_t size = s.pulling.size();
    std::size_t kept = 0;
    Level level;
    s.reached_first.clear();
    s.finished.clear();
    for (std::size_t k = 0; k < size; ++k) {
        const Node v = pulling[k];
        const std::uint64_t begin = s.offsets[v];
        const std::uint64_t degree = s.offsets[v + 1] - begin;
        const Node* w = s.targets + begin;
        const Node* const end = w + degree;
        const Vector had = vector(seen[v]);
        Vector from = {0, 0, 0, 0};
        // Rows of more than 8 stop as soon as nothing is lacking.
        while (end - w > 8) {
            for (int i = 0; i < 8; ++i) from |= vector(frontier[*w++]);
            Word still;
            vector(still) = all & ~(had | from);
            if (!any(still)) w = end;
        }
        for (; w < end; ++w) from |= vector(frontier[*w]);
        const Vector found = from & ~had;
        const Vector has = had | found;
        Word word;
        vector(word) = found;
        vector(next[v]) = found;
        const std::uint32_t count = bits(word);
        Word still;
        vector(still) = all & ~has;
        const bool unfinished = any(still);
        pulling[kept] = v;
        kept += unfinished ? 1 : 0;
        level.pull_channels += unfinished ? degree : 0;
        if (count == 0) continue;
        vector(seen[v]) = has;
        level.reached += count;
        level.push_channels += degree;
        Word before;
        vector(before) = had;
        if (!any(before)) s.reached_first.push_back(v);
        if (!unfinished) s.finished.push_back(v);
    }
    s.pulling.resize(kept);
    s.frontier.swap(s.next);
    return level;
}

#if defined(__x86_64__)
__attribute__((target("avx2,popcnt"))) Level push_avx2(State& s) { return push(s); }
__attribute__((target("avx2,popcnt"))) Level pull_avx2(State& s) { return pull(s); }
#endif
Level push_plain(State& s) { return push(s); }
Level pull_plain(State& s) { return pull(s); }

struct Kernels {
    Level (*push)(State&) = push_plain;
    Level (*pull)(State&) = pull_plain;
};

// The fastest kernels that this machine can run.
Kernels best_kernels() {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("popcnt") != 0) return {push_avx2, pull_avx2};
#endif
    return {};
}

}  // namespace

BatchSearch::BatchSearch(const Adjacency& adjacency) : adjacency_(adjacency) {
    const std::size_t n = adjacency.nodes();
    state_.offsets = adjacency.offsets.data();
    state_.targets = adjacency.targets.data();
    state_.seen.resize(n);
    state_.frontier.resize(n);
    state_.next.resize(n);
    state_.listed.resize(n);
}

void BatchSearch::list_neighbours(Node v) {
    for (const Node w : adjacency_.of(v)) {
        if (state_.listed[w] != 0) continue;
        state_.listed[w] = 1;
        state_.pulling.push_back(w);
    }
}

// From pulling: `next` may hold anything, `frontier` only changes, for the words of finished nodes were cleared.
void BatchSearch::start_pushing() {
    State& s = state_;
    stale_.clear();
    staler_.clear();
    std::fill(s.next.begin(), s.next.end(), Word{});
    s.active.clear();
    for (Node v = 0; v < adjacency_.nodes(); ++v) {
        if (any(s.frontier[v])) s.active.push_back(v);
    }
}

// From pushing: every node that lacks a source pulls from now on.
void BatchSearch::start_pulling() {
    State& s = state_;
    s.pulling.clear();
    for (Node v = 0; v < adjacency_.nodes(); ++v) {
        s.listed[v] = 1;
        Word still;
        vector(still) = vector(s.all) & ~vector(s.seen[v]);
        if (any(still)) s.pulling.push_back(v);
    }
    stale_ = s.active;
}

void BatchSearch::run(std::span<const Node> sources, std::uint64_t weight, std::vector<std::uint64_t>& histogram) {
    static const Kernels kernels = best_kernels();
    State& s = state_;
    const std::size_t n = adjacency_.nodes();
    std::fill(s.seen.begin(), s.seen.end(), Word{});
    std::fill(s.frontier.begin(), s.frontier.end(), Word{});
    std::fill(s.next.begin(), s.next.end(), Word{});
    std::fill(s.listed.begin(), s.listed.end(), std::uint8_t{0});
    s.all = Word{};
    s.active.clear();
    s.pulling.clear();
    stale_.clear();
    staler_.clear();
    Level level;
    for (std::size_t i = 0; i < sources.size(); ++i) {
        const Node v = sources[i];
        const std::uint64_t bit = std::uint64_t{1} << (i % 64);
        if (!any(s.seen[v])) {
            s.active.push_back(v);
            level.push_channels += adjacency_.degree(v);
        }
        s.all.part[i / 64] |= bit;
        s.seen[v].part[i / 64] |= bit;
        s.frontier[v].part[i / 64] |= bit;
    }
    for (const Node v : s.active) list_neighbours(v);
    for (const Node v : s.pulling) level.pull_channels += adjacency_.degree(v);
    if (histogram.empty()) histogram.push_back(0);
    histogram[0] += weight * sources.size();

    bool pushing = 4 * level.push_channels < level.pull_channels;
    if (!pushing) stale_ = s.active;
    std::uint64_t missing = std::uint64_t{n} * sources.size() - sources.size();
    for (std::size_t distance = 1; missing > 0; ++distance) {
        if (pushing) {
            level = kernels.push(s);
        } else {
            // A node that has finished is no longer written to: its words in both buffers are cleared one after the
            // other.
            for (const Node v : staler_) s.next[v] = Word{};
            for (const Node v : stale_) s.next[v] = Word{};
            staler_.swap(stale_);
            level = kernels.pull(s);
            stale_.swap(s.finished);
            const std::size_t before = s.pulling.size();
            for (const Node v : s.reached_first) list_neighbours(v);
            for (std::size_t i = before; i < s.pulling.size(); ++i)
                level.pull_channels += adjacency_.degree(s.pulling[i]);
        }
        if (level.reached == 0) break;  // the rest is in other components
        if (histogram.size() <= distance) histogram.resize(distance + 1);
        histogram[distance] += weight * level.reached;
        missing -= level.reached;
        if (pushing && 2 * level.push_channels > adjacency_.targets.size()) {
            start_pulling();
            pushing = false;
        } else if (!pushing && 4 * level.push_channels + n < level.pull_channels) {
            start_pushing();
            pushing = true;
        }
    }
}

}  // namespace wafernet
