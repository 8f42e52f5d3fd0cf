// Configured routers: what they are, and the conventions that come with them.
#include <array>

#include "wafernet/base/error.hpp"
#include "wafernet/core/family.hpp"
#include "wafernet/core/router_config.hpp"

namespace wafernet {

namespace {

// rahman2006, sec. 4.4.2: "In each clock cycle, one flit was transferred from the input buffer to the output buffer or
// from output to input if the corresponding buffer in the next node was empty. Therefore, transferring data between two
// nodes took 2 clock cycles"; rahman2012, sec. 4.2: "the buffer length of each channel is 2 flits", read as 1 + 1.
// Latency from the injection of the first flit; 20,000 cycles, nothing is said of a warm-up.
const Preset thesis{
    .name = "thesis",
    .title =
        "the router of the HTN thesis (rahman2006 sec. 4.4.2): one flit of input and of output buffer a virtual "
        "channel, 20000 cycles from the empty network",
    .router = {.preset = "thesis",
               .vcs = 3,
               .buffer_flits = 1,
               .output_buffer_flits = 1,
               .ports = {.injection_direct = true, .ejection_channels = 0},
               .latency_from = LatencyStart::entry},
    .ties = Ties::literal,
    .hotspot_nodes = 4,
    .from_empty = true,
};

// BookSim2's iq router. A flit that gets the switch in cycle x gets the next in x + 3 at best: one cycle in the
// crossbar, and a channel of latency 1 delivers in the second cycle after. Source to router 2, router to sink 3,
// credits 2.
const Preset booksim_min{
    .name = "booksim-min",
    .title = "BookSim2's iq router with its shortest pipeline",
    .router = {.preset = "booksim-min",
               .vcs = 2,
               .buffer_flits = 4,
               .buffer_per_link_cycle = false,
               .router_cycles = 2,
               .credit_cycles = 1,
               .credit_uses_link = true,
               .crossbar_limit = true,
               .ports = {.injection_cycles = 2,
                         .injection_credit_cycles = 2,
                         .injection_serial = true,
                         .ejection_cycles = 3,
                         .ejection_buffer = true,
                         .terminals_are_ports = true},
               .hold = HoldVc::until_tail_sent,
               .input = InputPolicy::round_robin},
    .ties = Ties::split,
    .dateline_rule = "booksim",
    .one_path_in_files = true,
    .include_self = true,
};

const Preset booksim_4stage = [] {
    Preset p = booksim_min;
    p.router.preset = "booksim-4stage";
    p.name = "booksim-4stage";
    p.title = "BookSim2's iq router with the stages routing, VC allocation, switch allocation, traversal";
    p.router.buffer_flits = 8;
    p.router.routing_cycles = 1;
    p.router.allocation_cycles = 1;
    p.router.credit_cycles = 2;
    return p;
}();

const Preset ideal{
    .name = "ideal",
    .title =
        "one cycle a hop, a virtual channel is free when the tail has left its buffer, first come first served, "
        "Poisson sources",
    .router = {.arrivals = Arrivals::poisson},
};

// mudawwar, sec. 4: 4 buffers of 2 flits in every direction of a router, 1 header and 4 data flits, exponential
// intervals, a flit over a shared channel in one cycle, round robin. What the text leaves open: one injection buffer
// (as in Fig. 4 and 7), a processor takes whatever arrives, of several ways the one with most free buffers ("avail",
// Definition 4), and of the buffers beyond one a class the adaptive class gets all. Rates are taken "over a period of
// time": of those tried, cycles 1,000 to 3,000 come closest to the ejection rates of an independent simulator. Offered
// more than it carries, the mesh ejects less and less afterwards, 0.075 to 0.078 flits a node and cycle instead of
// 0.081.
const Preset kmway{
    .name = "kmway",
    .title = "two-port routers on shared channels (mudawwar sec. 4): 4 buffers of 2 flits, messages of 5",
    .router = {.preset = "kmway",
               .vcs = 4,
               .buffer_flits = 2,
               .ports = {.injection_direct = true, .ejection_channels = 0},
               .extra = ExtraVcs::adaptive,
               .input = InputPolicy::round_robin,
               .output = OutputPolicy::most_free,
               .arrivals = Arrivals::poisson,
               .lengths = {{5, 1.0}}},
    .warmup = 1000,
    .cycles = 2000,
};

}  // namespace

std::span<const Preset> presets() {
    static const std::array<Preset, 5> all{thesis, booksim_min, booksim_4stage, ideal, kmway};
    return all;
}

const Preset& preset_named(std::string_view name) {
    std::vector<std::string_view> names;
    for (const Preset& p : presets()) {
        if (p.name == name) return p;
        names.push_back(p.name);
    }
    throw InputError("unknown preset '" + std::string(name.substr(0, 40)) + "'" + did_you_mean(name, names) +
                     ", need thesis, booksim-min, booksim-4stage, ideal or kmway");
}

const Preset& usual_preset(const Network& network) {
    return preset_named(network.shared_nodes > 0 ? kmway.name : ideal.name);
}

double RouterConfig::mean_flits() const {
    double flits = 0.0, shares = 0.0;
    for (const LengthShare& l : lengths) flits += l.flits * l.share, shares += l.share;
    return flits / shares;
}

}  // namespace wafernet
