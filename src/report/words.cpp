// What a column is called where people read it. Names stay in CSV and JSON.
#include <algorithm>
#include <utility>

#include "base/embedded.hpp"
#include "report/layout.hpp"

namespace wafernet {

namespace {

// Units at the end of a name, the longest first.
constexpr Unit units[] = {
    {"_flits_per_node_cycle", "flits a node and cycle", "flits/node/cycle"},
    {"_gbit_per_s_per_node", "Gbit/s a node", "Gbit/s/node"},
    {"_flits_per_cycle", "flits a cycle", "flits/cycle"},
    {"_usd_per_system", "$", "USD/system"},
    {"_usd_per_node", "$ a node", "USD/node"},
    {"_pj_per_flit", "pJ a flit", ""},
    {"_pj_per_bit", "pJ a bit", "pJ/bit"},
    {"_w_per_cm2", "W/cm2", "W/cm²"},
    {"_per_cm2", "per cm2", "per cm²"},
    {"_percent", "%", "%"},
    {"_cycles", "cycles", "cycles"},
    {"_planes", "", "planes"},
    {"_links", "links", ""},
    {"_flits", "flits", "flits"},
    {"_tiles", "tiles", "tiles"},
    {"_bits", "bits", "bits"},
    {"_hops", "hops", "hops"},
    {"_mm2", "mm2", "mm²"},
    {"_usd_s", "$ s", "USD s"},
    {"_usd", "$", "USD"},
    {"_mm", "mm", "mm"},
    {"_um", "", "µm"},
    {"_ns", "ns", "ns"},
    {"_pj", "pJ", "pJ"},
    {"_w", "W", "W"},
    {"_j", "J", "J"},
};

}  // namespace

const Unit* unit_of(std::string_view column, std::string_view Unit::*form) {
    const auto* found = std::ranges::find_if(
        units, [&](const Unit& unit) { return !(unit.*form).empty() && column.ends_with(unit.ending); });
    return found == std::end(units) ? nullptr : found;
}

std::string words_of_column(std::string_view name) {
    if (const auto found = embedded::row_of(embedded::words, name)) return std::string(*found);
    std::string unit;
    if (const Unit* its = unit_of(name, &Unit::words)) {
        name.remove_suffix(its->ending.size());
        unit = ", " + std::string(its->words);
    }
    std::string out(name);
    std::ranges::replace(out, '_', ' ');
    return out + unit;
}

std::pair<std::string, std::string> label_and_unit(const std::string& heading) {
    const std::size_t comma = heading.rfind(", ");
    if (comma == std::string::npos) return {heading, ""};
    return {heading.substr(0, comma), heading.substr(comma + 2)};
}

}  // namespace wafernet
