#include "sweep.hpp"

#include <algorithm>

#include "base/number_in.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/routing/routings.hpp"

namespace wafernet::published {

namespace {

std::vector<double> loads_of(const std::string& text) {
    std::vector<double> loads;
    std::size_t at = 0;
    while (at <= text.size()) {
        const std::size_t comma = std::min(text.find(',', at), text.size());
        const auto load = number_in<double>(std::string_view(text).substr(at, comma - at));
        if (!load) throw InputError("loads = '" + text + "', need numbers with commas between them");
        loads.push_back(*load);
        at = comma + 1;
    }
    return loads;
}

}  // namespace

std::string text_of(const std::variant<double, std::string>& value) {
    if (const auto* word = std::get_if<std::string>(&value)) return *word;
    char buffer[400];  // holds all digits of any double: 400000, not 4e+05
    const auto end =
        std::to_chars(buffer, buffer + sizeof buffer, std::get<double>(value), std::chars_format::fixed).ptr;
    return std::string(buffer, end);
}

// What a claim is about, not how it is simulated.
bool of_claim(std::string_view key) {
    return key == "metric" || key == "relation" || key == "factor" || key == "within_percent";
}

Sweep sweep_of(const std::string& word, const Arguments& arguments, Workbench& bench) {
    SimulationChoice choice;
    choice.preset = "thesis";
    // Offered 0.096 flits per node and cycle, a request probability of 0.006 with 16 flits, is the greatest load:
    // permutations do not level off, and the printed sweeps are not given.
    std::vector<double> loads = loads_of("0.01,0.02,0.03,0.04,0.05,0.06,0.08,0.096");
    bool stationary = false;
    for (const auto& [key, value] : arguments) {
        const std::string text = text_of(value);
        if (key == "preset") choice.preset = text;
        else if (key == "vc-rule") choice.vc_rule = text;
        else if (key == "routing") choice.routing = text;
        else if (key == "traffic") choice.traffic = text;
        else if (key == "ties") choice.ties = ties_named(text);
        else if (key == "hotspot-fraction") choice.hotspot_fraction = std::get<double>(value);
        else if (key == "loads") loads = loads_of(text);
        else if (key == "stationary") {
            if (text != "yes") throw InputError("stationary = '" + text + "', need yes");
            stationary = true;
        } else if (!of_claim(key)) choice.settings.emplace_back(key, text);
    }
    return {make_simulation_case(bench.network(word), choice), std::move(loads), stationary};
}

}  // namespace wafernet::published
