// Connectivity and bisection width.
#include "wafernet/measure/bisection.hpp"
#include "wafernet/measure/connectivity.hpp"
#include "wafernet/published/published.hpp"

namespace wafernet::published {

namespace {

Evaluation connectivity(const Subject& s, Workbench& bench) {
    const auto& channels =
        bench.remember("connectivity " + s.network, [&] { return arc_connectivity(bench.network(s.network).graph); });
    return {std::int64_t{channels}, {}};
}

// The best cut known; what is proven is that the least one lies between the bounds.
Evaluation bisection(const Subject& s, Workbench& bench) {
    const Bisection& cut = bench.remember("bisection " + s.network, [&] {
        return measure_bisection(bench.network(s.network), BisectionOptions{.seed = bench.seed});
    });
    Evaluation out{static_cast<std::int64_t>(cut.upper), {}};
    if (!cut.exact()) out.bounds = {static_cast<double>(cut.lower), static_cast<double>(cut.upper)};
    return out;
}

constexpr Quantity list[] = {
    {"arc_connectivity", "least number of links that disconnect the graph", Kind::exact, true, connectivity},
    {"bisection_links", "least number of links between two halves", Kind::exact, true, bisection},
};

}  // namespace

namespace quantity_list {
std::span<const Quantity> cuts() { return list; }
}  // namespace quantity_list

}  // namespace wafernet::published
