// Networks, rules and runs that the simulator's tests share.
#pragma once

#include <memory>
#include <string>

#include "wafernet/io/make_network.hpp"
#include "wafernet/sim/simulator.hpp"
#include "wafernet/traffic/make_traffic.hpp"

namespace wafernet::sim_test {

/// Any VC at any time: what a mesh with dimension order needs.
inline VcRule any_rule(int vcs) {
    return {"any", "", vcs, {}, [vcs](const HopLabel&, int) { return first_vcs(vcs); }};
}

/// VC 0 before the wrap-around link of a ring, VC 1 on and after it.
inline VcRule dateline_rule() {
    return {"dateline", "", 2, {}, [](const HopLabel& hop, int) {
                return hop.own == Dateline::on || hop.own == Dateline::after ? VcSet{2} : VcSet{1};
            }};
}

struct Case {
    Network network;
    std::unique_ptr<Routing> routing;
    VcRule rule;

    explicit Case(const std::string& word, int vcs = 2, Ties ties = Ties::parity)
        : network(make_network(word)),
          routing(network.family->routings.front().make(network, {ties})),
          rule(word.starts_with("torus") ? dateline_rule() : any_rule(vcs)) {}

    [[nodiscard]] SimulationResult run(const SimulationOptions& options, const std::string& traffic = "uniform",
                                       const TrafficOptions& with = {}) const {
        return simulate(network, *routing, rule, *make_traffic(traffic, network, with), options);
    }
    [[nodiscard]] SimulationResult run(const SimulationOptions& options, const VcRule& other) const {
        return simulate(network, *routing, other, *make_traffic("uniform", network), options);
    }
};

}  // namespace wafernet::sim_test
