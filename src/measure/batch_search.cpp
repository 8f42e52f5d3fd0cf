#include "batch_search.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

namespace wafernet {

namespace {

using Word = BatchSearch::Word;
using State = BatchSearch::State;
using Vector = std::uint64_t __attribute__((vector_size(32), may_alias));


[[gnu::always_inline]] inline std::uint32_t bits(const Word& w) {
    return static_cast<std::uint32_t>(std::popcount(w.part[0]) + std::popcount(w.part[1]) + std::popcount(w.part[2]) + std::popcount(w.part[3]));
}

// Every changed node gives its change to its neighbours. Returns the pairs reached.
[[gnu::always_inline]] inline std::uint64_t push(State& s) {
    s.touched.clear();
    for (const Node v : s.active) {
        const Word f = s.frontier[v];
        for (std::uint64_t i = s.offsets[v]; i < s.offsets[v + 1]; ++i) {
            const Node w = s.targets[i];
            const Word& seen = s.seen[w];
            Word& next = s.next[w];
            const std::uint64_t a = f.part[0] & ~seen.part[0];
            const std::uint64_t b = f.part[1] & ~seen.part[1];
            const std::uint64_t c = f.part[2] & ~seen.part[2];
            const std::uint64_t d = f.part[3] & ~seen.part[3];
            if ((a | b | c | d) == 0) continue;
            if ((next.part[0] | next.part[1] | next.part[2] | next.part[3]) == 0) s.touched.push_back(w);
            next.part[0] |= a;
            next.part[1] |= b;
            next.part[2] |= c;
            next.part[3] |= d;
        }
    }
    std::uint64_t reached = 0;
    for (const Node w : s.touched) {
        const Word& next = s.next[w];
        for (int i = 0; i < 4; ++i) s.seen[w].part[i] |= next.part[i];
        const std::uint32_t count = bits(next);
        s.lacking[w] = static_cast<std::uint16_t>(s.lacking[w] - count);
        reached += count;
    }
    return reached;
}

// Every node that lacks a source takes its neighbours' changes. Returns the pairs reached.
[[gnu::always_inline]] inline std::uint64_t pull(State& s) {
    const Word* const frontier = s.frontier.data();
    std::uint64_t reached = 0;
    std::size_t kept = 0;
    s.touched.resize(s.unfinished.size());
    std::size_t touched = 0;
    for (std::size_t k = 0; k < s.unfinished.size(); ++k) {
        const Node v = s.unfinished[k];
        if (s.lacking[v] == 0) continue;
        const Node* w = s.targets + s.offsets[v];
        const Node* const end = s.targets + s.offsets[v + 1];
        const Vector lacks = ~*reinterpret_cast<const Vector*>(&s.seen[v]);
        Vector from = {0, 0, 0, 0};
        // Rows of more than 8 stop as soon as nothing is lacking.
        while (end - w > 8) {
            for (int i = 0; i < 8; ++i) from |= *reinterpret_cast<const Vector*>(frontier + *w++);
            const Vector still = lacks & ~from;
            if ((still[0] | still[1] | still[2] | still[3]) == 0) w = end;
        }
        for (; w < end; ++w) from |= *reinterpret_cast<const Vector*>(frontier + *w);
        const Vector found = from & lacks;
        *reinterpret_cast<Vector*>(&s.next[v]) = found;
        *reinterpret_cast<Vector*>(&s.seen[v]) = ~lacks | found;
        const std::uint32_t count = bits(s.next[v]);
        reached += count;
        s.lacking[v] = static_cast<std::uint16_t>(s.lacking[v] - count);
        s.touched[touched] = v;
        touched += count != 0 ? 1 : 0;
        s.unfinished[kept] = v;
        kept += s.lacking[v] != 0 ? 1 : 0;
    }
    s.touched.resize(touched);
    s.unfinished.resize(kept);
    return reached;
}

#if defined(__x86_64__)
__attribute__((target("avx2,popcnt"))) std::uint64_t push_avx2(State& s) { return push(s); }
__attribute__((target("avx2,popcnt"))) std::uint64_t pull_avx2(State& s) { return pull(s); }
const bool has_avx2 = __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("popcnt") != 0;
#endif
std::uint64_t push_plain(State& s) { return push(s); }
std::uint64_t pull_plain(State& s) { return pull(s); }

std::uint64_t push_best(State& s) {
#if defined(__x86_64__)
    if (has_avx2) return push_avx2(s);
#endif
    return push_plain(s);
}

std::uint64_t pull_best(State& s) {
#if defined(__x86_64__)
    if (has_avx2) return pull_avx2(s);
#endif
    return pull_plain(s);
}

}  // namespace

BatchSearch::BatchSearch(const Adjacency& adjacency) : adjacency_(adjacency) {
    const std::size_t n = adjacency.nodes();
    state_.offsets = adjacency.offsets.data();
    state_.targets = adjacency.targets.data();
    state_.seen.resize(n);
    state_.frontier.resize(n);
    state_.next.resize(n);
    state_.lacking.resize(n);
}

void BatchSearch::run(std::span<const Node> sources, std::uint64_t weight, std::vector<std::uint64_t>& histogram) {
    State& s = state_;
    const std::size_t n = adjacency_.nodes();
    std::fill(s.seen.begin(), s.seen.end(), Word{});
    for (const Node v : s.active) s.frontier[v] = Word{};
    std::fill(s.lacking.begin(), s.lacking.end(), static_cast<std::uint16_t>(sources.size()));
    s.active.clear();
    for (std::size_t i = 0; i < sources.size(); ++i) {
        const Node v = sources[i];
        if (s.lacking[v] == sources.size()) s.active.push_back(v);
        s.seen[v].part[i / 64] |= std::uint64_t{1} << (i % 64);
        s.frontier[v] = s.seen[v];
        --s.lacking[v];
    }
    s.unfinished.resize(n);
    std::iota(s.unfinished.begin(), s.unfinished.end(), Node{0});
    if (histogram.empty()) histogram.push_back(0);
    histogram[0] += weight * sources.size();

    std::uint64_t missing = std::uint64_t{n} * sources.size() - sources.size();
    for (std::size_t level = 1; missing > 0; ++level) {
        std::uint64_t pushes = 0;
        for (const Node v : s.active) pushes += adjacency_.degree(v);
        std::uint64_t pulls = adjacency_.targets.size();
        if (s.unfinished.size() < n) {
            pulls = 0;
            for (const Node v : s.unfinished) pulls += adjacency_.degree(v);
        }
        const std::uint64_t reached = 2 * pushes < pulls ? push_best(s) : pull_best(s);
        if (reached == 0) break;  // the rest is in other components
        for (const Node v : s.active) s.frontier[v] = Word{};
        std::swap(s.frontier, s.next);
        std::swap(s.active, s.touched);
        if (histogram.size() <= level) histogram.resize(level + 1);
        histogram[level] += weight * reached;
        missing -= reached;
    }
}

}  // namespace wafernet
