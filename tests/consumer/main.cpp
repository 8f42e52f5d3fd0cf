#include <cstdio>
#include <wafernet/wafernet.hpp>

int main() {
    wafernet::DesignPoint point;
    point.planes = 16;
    point.technology = "hybrid-bond";
    const wafernet::Design design("htn:4,4,2,1", point);
    const wafernet::SaturationEstimate saturation = design.saturation();
    std::printf("deadlock_free %s\n", design.verdict().acyclic ? "yes" : "no");
    std::printf("zero_load_latency_cycles %.9g\n", design.dynamic().model().zero_load_latency());
    std::printf("zero_load_latency_ns %.9g\n", design.ns(design.dynamic().model().zero_load_latency()));
    std::printf("saturation_load_flits_per_node_cycle %.9g\n", saturation.load);
    std::printf("peak_vertical_links %llu\n", static_cast<unsigned long long>(design.stack().vertical.peak));
    std::printf("yield_system %.9g\n", design.yield().system.value_or(0.0));
    const double loads[] = {0.25 * saturation.load, 0.5 * saturation.load};
    for (const wafernet::EstimatedPoint& p : design.curve(loads))
        std::printf("%.4f %.2f\n", p.load, p.latency.value_or(0.0));
}
