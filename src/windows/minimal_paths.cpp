// Shortest paths along a line with windows: ziavras, sec. 2.1, Proposition 2 as printed, and the exact number.
#include <algorithm>
#include <numeric>
#include <string>

#include "wafernet/base/checked.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/windows/windows.hpp"

namespace wafernet {

namespace {

void check(std::uint64_t w) {
    if (w == 0) throw InputError("a window of 0, need one >= 1");
}

std::uint64_t hops(std::uint64_t w, std::uint64_t distance) { return distance / w + (distance % w != 0 ? 1 : 0); }

}  // namespace

std::uint64_t minimal_paths(std::uint64_t w, std::uint64_t distance) {
    check(w);
    if (distance % w == 0) return 1;
    const std::uint64_t lambda = hops(w, distance);
    const std::uint64_t s = w - distance % w;  // lambda w - distance: by how much the steps fall short of full windows
    // C(s + lambda - 1, lambda - 1) = C(s + lambda - 1, s), from the smaller of both.
    const std::uint64_t top = checked_add(s, lambda - 1, "paths");
    const std::uint64_t take = std::min(s, lambda - 1);
    std::uint64_t paths = 1;
    for (std::uint64_t i = 1; i <= take; ++i) {
        // paths (top - take + i)/i is whole: divide what can be divided before multiplying.
        const std::uint64_t shared = std::gcd(paths, i);
        paths = checked_mul(paths / shared, (top - take + i) / (i / shared), "paths");
    }
    return paths;
}

std::uint64_t minimal_paths_round(std::uint64_t w, std::uint64_t distance, std::uint64_t nodes) {
    if (distance > nodes / 2)
        throw InputError("distance " + std::to_string(distance) + " round a ring of " + std::to_string(nodes) +
                         " nodes, need at most half of them");
    const std::uint64_t paths = minimal_paths(w, distance);
    if (distance <= w) return paths;  // one link at most, whichever way it is looked at
    const std::uint64_t back = nodes - distance;
    return hops(w, back) == hops(w, distance) ? checked_add(paths, minimal_paths(w, back), "paths") : paths;
}

// lambda + floor((w - R)/2) lambda (lambda - 1) - alpha, alpha = lambda (lambda - 1)/2 where (w - R)/2 is whole; 1 for
// R = 0.
std::uint64_t minimal_paths_printed(std::uint64_t w, std::uint64_t distance) {
    check(w);
    const std::uint64_t remainder = distance % w;
    if (remainder == 0) return 1;
    const std::uint64_t lambda = hops(w, distance);
    const std::uint64_t pairs = checked_mul(lambda, lambda - 1, "paths");
    const std::uint64_t alpha = (w - remainder) % 2 == 0 ? pairs / 2 : 0;
    return checked_add(lambda, checked_mul((w - remainder) / 2, pairs, "paths"), "paths") - alpha;
}

}  // namespace wafernet
