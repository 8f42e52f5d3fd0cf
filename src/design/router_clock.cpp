// The cycle of a router: the slowest of its stages and of the flight over a link, each with latch, skew and jitter, and
// never below what anybody has built. Delays are those of the parts of A. A. Chien's router (rahman2006, sec. 4.6);
// which of them make a stage is what the configured router says.
#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "wafernet/base/error.hpp"
#include "wafernet/design/design.hpp"

namespace wafernet {

namespace {

struct Part {
    std::string_view name;
    Time header{}, data{};  ///< what it adds to a header's way and to that of the flits behind
};

// In the order in which a flit passes them. A header waits for all but flow control, the others for crossbar, flow
// control and VC controller (Eqs. 4.9 to 4.12).
std::vector<Part> parts_of(const RouterCost& cost) {
    std::vector<Part> parts{{"routing"}, {"VC allocation"}, {"switch allocation"}, {"crossbar"}};
    for (const RouterModule& m : cost.modules) {
        if (m.name == "crossbar") parts[3].header = parts[3].data = m.delay;
        else if (m.name == "vc-controller") parts[1].header = parts[1].data = m.delay;
        else if (m.name == "flow-control") parts[2].data = m.delay;
        else parts[0].header = parts[0].header + m.delay;  // decoder, decision and header selection
    }
    return parts;
}

struct Stage {
    std::string name;
    Time header{}, data{};
    [[nodiscard]] Time delay() const { return std::max(header, data); }
};

}  // namespace

RouterClock router_clock(const RouterCost& cost, const RouterConfig& router, const Technology& t,
                         std::optional<Time> given) {
    // Whether a latch stands behind each part; the last one leads to the link.
    const bool latched[] = {router.routing_cycles > 0, router.allocation_cycles > 0, router.router_cycles > 0,
                            router.router_cycles > 1 || router.output_buffer_flits > 0};
    std::vector<Stage> stages(1);
    std::size_t part = 0, first = 0;
    const std::vector<Part> parts = parts_of(cost);
    for (; part < parts.size(); ++part) {
        Stage& stage = stages.back();
        stage.name += (stage.name.empty() ? "" : " and ") + std::string(parts[part].name);
        stage.header = stage.header + parts[part].header;
        stage.data = stage.data + parts[part].data;
        if (part - first == parts.size() - 1) stage.name = "router";
        if (latched[part] && part + 1 < parts.size()) stages.emplace_back(), first = part + 1;
    }
    const Time gate = t.gate_delay(), overhead = (t.latch_overhead ? t.latch_overhead->value : 0.0) * gate,
               least = (t.clock_floor ? t.clock_floor->value : 0.0) * gate,
               tile = repeated_wire_delay(t, t.tile_side.value).value_or(Time{});
    Time before{};  // in the cycle of the first tile of wire
    if (latched[3]) {
        stages.push_back({"link", tile, tile});
    } else {
        Stage& last = stages.back();
        before = last.delay();
        last.name += " and link";
        last.header = last.header + tile, last.data = last.data + tile;
    }
    const Stage& slowest = *std::ranges::max_element(stages, {}, &Stage::delay);
    RouterClock clock;
    clock.stages = stages.size();
    clock.stage = slowest.name;
    clock.needed = slowest.delay() + overhead;
    if (clock.needed < least) clock.needed = least, clock.stage = "clock_floor";
    clock.cycle = given.value_or(clock.needed);
    if (!(clock.cycle > overhead))
        throw InputError(fmt::format("a clock of {:.4g} ns, must be more than the {:.4g} ns of latch, skew and jitter",
                                     clock.cycle.in(units::ns), overhead.in(units::ns)));
    clock.flight = clock.cycle - overhead;
    clock.first_flight = std::max(tile, clock.flight - before);
    return clock;
}

std::optional<std::string> too_fast(const RouterClock& clock) {
    if (clock.cycle.in(units::ns) >= clock.needed.in(units::ns) * (1.0 - 1e-9)) return std::nullopt;
    return fmt::format("a clock of {:.4g} ns cannot be met: {} takes {:.4g} ns", clock.cycle.in(units::ns), clock.stage,
                       clock.needed.in(units::ns));
}

std::optional<Time> given_clock(const DesignPoint& point) {
    if (point.clock_ns && point.clock_ghz) throw InputError("both --clock-ns and --clock-ghz, must be one of them");
    for (const auto& [value, option] : {std::pair{point.clock_ns, "--clock-ns"}, {point.clock_ghz, "--clock-ghz"}}) {
        if (value && !(*value >= 1e-6 && *value <= 1e6))
            throw InputError(fmt::format("{} is {:g}, must be a number from 1e-6 to 1e6", option, *value));
    }
    if (point.clock_ns) return *point.clock_ns * units::ns;
    if (point.clock_ghz) return units::ns / *point.clock_ghz;
    return std::nullopt;
}

}  // namespace wafernet
