#include "energy_load.hpp"

#include "wafernet/base/error.hpp"

namespace wafernet::cli {

std::vector<Option> load_options(EnergyLoad& load) { return {{"--load", &load.load}, {"--gbit", &load.gbit}}; }

void check_load(const EnergyLoad& given) {
    if (given.load && given.gbit) throw InputError("--load with --gbit, must be one of them");
    for (const auto& [name, load] : {std::pair{"--load", given.load}, {"--gbit", given.gbit}}) {
        if (load && !(*load > 0.0 && *load <= 1e6))
            throw InputError(std::string(name) + " is " + std::to_string(*load) + ", must be above 0 and at most 1e6");
    }
}

std::optional<double> load_of(const EnergyLoad& given, const Design& design) {
    return given.gbit ? std::optional(load_at(design, *given.gbit)) : given.load;
}

double load_at(const Design& design, double gbit_per_s) { return gbit_per_s / design.gbit_per_s(1.0); }

bool carries(const Design& design, double load) {
    constexpr double rounding = 1e-9;
    return load <= design.full_load() * (1.0 + rounding);
}

bool accepts(const Design& design, double load) {
    try {
        return load <= design.saturation().load;
    } catch (const Error&) {  // nothing tells its saturation
        return true;
    }
}

}  // namespace wafernet::cli
