// What a working system costs in dollars.
#include <fmt/format.h>

#include "../figures.hpp"
#include "../network_notes.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet::cli {

std::vector<Figure> cost_figures(const FigureRequest& request) {
    std::vector<Figure> all;
    const auto add = [&](const char* metric, Value value, const char* unit, std::string source, std::string note) {
        const bool missing = std::holds_alternative<Missing>(value);
        all.push_back({"cost", metric, std::move(value), unit, kinds::model, std::move(source), std::move(note)});
        all.back().aside = missing;
    };
    const Design& design = request.design;
    const std::string technology = "technology " + design.technology().name;
    const auto pes = static_cast<double>(terminals_of(request.network()).size());
    Value price = Missing{"no system works"}, each = price;
    std::string note;
    try {
        const DesignCost& c = design.cost();
        if (c.cost) {
            price = c.cost->total.in(units::usd);
            each = c.cost->total.in(units::usd) / pes;
        }
        note = fmt::format("{} of {:.4g} mm2, {:.0f} on a wafer, {:.4g} of them work", planes_of(request.point()),
                           c.plane.total.in(units::mm2), c.dies_per_wafer, c.flow.plane.yield);
        if (!beyond_reticle(c).empty()) note += "; a plane is larger than a reticle, which the price leaves out";
    } catch (const InputError& error) {
        price = each = Missing{error.what()};
    }
    const std::string way = technology + ", bonding " + request.point().cost.bonding;
    add("cost_usd_per_system", price, "usd", way,
        note + (note.empty() ? "" : "; ") + "'wafernet cost' says what is paid for what");
    add("cost_usd_per_node", each, "usd", way, "of a working system, for every node that sends");
    return all;
}

}  // namespace wafernet::cli
