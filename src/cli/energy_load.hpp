// The load at which the energy of a design is given.
#pragma once

#include <optional>
#include <vector>

#include "command.hpp"
#include "wafernet/design/design.hpp"

namespace wafernet::cli {

struct EnergyLoad {
    std::optional<double> load, gbit;  ///< flits a node and cycle, or Gbit/s a node
    [[nodiscard]] bool given() const { return load || gbit; }
};

std::vector<Option> load_options(EnergyLoad& load);
/// Throws InputError where both are given, or a load that is not above 0.
void check_load(const EnergyLoad& load);
/// Returns it in flits a node and cycle, or nothing where none is given. Throws as Design::router does.
std::optional<double> load_of(const EnergyLoad& load, const Design& design);
/// Returns flits a node and cycle for Gbit/s a node. Throws as Design::router does.
double load_at(const Design& design, double gbit_per_s);
/// Whether no channel and no port would have to carry more than a flit a cycle. Throws as Design::full_load does.
bool carries(const Design& design, double load);
/// Whether the load is up to saturation, or nothing tells that.
bool accepts(const Design& design, double load);

}  // namespace wafernet::cli
