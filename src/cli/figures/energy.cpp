// What a network takes in watts at a load: that of all networks of a comparison, or half of its saturation.
#include <fmt/format.h>

#include "../figures.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet::cli {

namespace {

struct AtLoad {
    Value flits, gbit, pj, watts, density;
    std::string at;  // which load it is
};

AtLoad at_load(const FigureRequest& request) {
    const Design& design = request.design;
    const auto none = [](const Value& why) { return AtLoad{why, why, why, why, why, ""}; };
    if (request.network().graph.nodes() < 2) return none(Missing{"one node has no traffic"});
    try {
        const std::optional<double> given = request.load;
        if (given ? !request.shown.routed : !request.shown.latency)
            return none(left_out(request, given ? request.seconds.routed : request.seconds.latency));
        const double load = given ? *given : design.saturation().load / 2.0;
        AtLoad out = none(Missing{"a channel or a port would carry more than a flit a cycle"});
        out.flits = load, out.gbit = design.gbit_per_s(load);
        out.at = fmt::format("at {:.4g} flits a node and cycle, {:.4g} Gbit/s{}", load, design.gbit_per_s(load),
                             given ? "" : ", half of the saturation load");
        if (!carries(design, load)) return out;
        const DesignEnergy e = design.energy(load);
        out.pj = e.pj_per_bit;
        out.watts = e.power.total().in(units::W);
        out.density = e.w_per_cm2 > 0.0 ? Value(e.w_per_cm2) : Value(Missing{"the nodes have no tiles"});
        return out;
    } catch (const Error& error) {
        return none(Missing{error.what()});
    }
}

}  // namespace

std::vector<Figure> energy_figures(const FigureRequest& request) {
    const AtLoad e = at_load(request);
    const std::string source =
        "technology " + request.design.technology().name + (e.at.empty() ? "" : ", " + e.at) + ", " + case_of(request);
    std::vector<Figure> all;
    const auto add = [&](const char* metric, const Value& value, const char* unit, const std::string& note) {
        all.push_back({"cost", metric, value, unit, kinds::model, source, note});
        all.back().aside = std::holds_alternative<Missing>(value);
    };
    std::string which = request.load ? "asked for" : "half of the saturation load";
    if (request.load && request.shown.latency && number_of(e.watts) && !accepts(request.design, *request.load))
        which += std::string(", ") + not_accepted;
    add("load_flits_per_node_cycle", e.flits, "flits per node and cycle", which);
    add("load_gbit_per_s_per_node", e.gbit, "Gbit/s per node", which);
    add("energy_pj_per_bit", e.pj, "pJ", "from end to end; 'wafernet energy' says where it goes");
    add("power_w", e.watts, "W", "of all routers and links");
    add("power_density_w_per_cm2", e.density, "W/cm2", "of the footprint of the stack");
    return all;
}

}  // namespace wafernet::cli
