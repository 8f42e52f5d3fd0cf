// What the design point says of this network: with what every other figure was found.
#include <algorithm>

#include "../figures.hpp"
#include "../values.hpp"
#include "wafernet/routing/routings.hpp"
#include "wafernet/routing/vc_rules.hpp"

namespace wafernet::cli {

std::vector<Figure> design_figures(const FigureRequest& request) {
    const Design& design = request.design;
    const SimulationChoice choice = simulation_choice(request.point().dynamic);
    std::vector<Figure> all;
    const auto add = [&](const char* metric, const char* unit, auto value) {
        Value found = value_or_reason([&]() -> Value { return value(); });
        all.push_back({"design", metric, std::move(found), unit, kinds::exact, "design point"});
    };
    const auto router = [&]() -> const RouterConfig& { return design.configured(); };
    add("preset", "word", [&] { return router().preset; });
    add("routing", "word", [&] { return std::string(find_routing(choice.routing, request.network()).name); });
    add("vc_rule", "word", [&] { return vc_rule_of(choice, find_routing(choice.routing, request.network())); });
    add("vcs", "VCs", [&] { return std::int64_t{router().vcs}; });
    add("buffer_flits", "flits", [&] { return std::int64_t{router().buffer_flits}; });
    add("flits", "flits", [&] { return std::int64_t{router().lengths.front().flits}; });
    add("flit_bits", "bits", [&] { return whole(design.flit_bits()); });
    add("vertical_bits", "bits", [&] {
        return whole(std::min(request.point().vertical_bits.value_or(design.flit_bits()), design.flit_bits()));
    });
    add("link_cycles", "cycles", [&] { return std::int64_t{design.longest_link_cycles()}; });
    add("placement", "word", [&] { return request.point().placement; });
    add("layout", "word", [&]() -> Value {
        const auto& layout = design.stack().layout;
        if (!layout) return Missing{no_tiles(request.network())};
        return std::string(name(*layout));
    });
    all[8].note = "of the longest link";
    add("vc_classes", "classes", [&] {
        const RoutingSpec spec = find_routing(choice.routing, request.network());
        return std::int64_t{std::max(make_vc_rule(vc_rule_of(choice, spec), request.network()).vcs, spec.least_vcs)};
    });
    all.back().note = "into which the VC rule splits the VCs";
    all.back().aside = true;
    return all;
}

}  // namespace wafernet::cli
