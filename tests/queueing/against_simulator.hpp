// The model beside the simulator, as tests of several laws compare them.
#pragma once

#include <doctest/doctest.h>

#include <vector>

#include "about.hpp"
#include "case.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/design/modelled_router.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/queueing/latency_model.hpp"
#include "wafernet/routing/channel_load.hpp"
#include "wafernet/routing/routings.hpp"
#include "wafernet/routing/vc_rules.hpp"
#include "wafernet/sim/load_curve.hpp"
#include "wafernet/sim/simulation_case.hpp"
#include "wafernet/sim/simulator.hpp"

namespace wafernet {

// Cycles from one message to the next in the simulator, of many like it that wait at its source.
inline double cycles_apart(const Case& c, const Traffic& traffic, SimulationOptions s, const TraceMessage& message) {
    s.warmup = 0;
    s.trace.assign(101, message);
    const double many = simulate(c.network, *c.routing, c.rule, traffic, s).total_latency.value().maximum;
    s.trace.resize(1);
    return (many - simulate(c.network, *c.routing, c.rule, traffic, s).total_latency.value().maximum) / 100.0;
}

// The latency from creation by the model over that in the simulator, in BookSim2's router.
inline double latency_over_simulated(const char* word, std::vector<std::pair<std::string, std::string>> settings,
                                     double load) {
    const Network network = make_network(word);
    SimulationChoice choice;
    choice.preset = "booksim-min";
    choice.settings = std::move(settings);
    choice.settings.emplace_back("cycles", "20000");
    const SimulationCase c = make_simulation_case(network, choice);
    SimulationOptions s = c.options;
    s.load = load;
    return model_of(c).at(load).latency.value() /
           simulate(network, *c.routing, c.rule, *c.traffic, s).total_latency.value().mean;
}

// The delay from creation by the model over that in the simulator, in ideal routers.
inline double ideal_delay_over_simulated(const Case& c, const Traffic& traffic, int vcs, std::uint32_t flits,
                                         double load, std::uint64_t cycles, std::uint32_t buffer = 2) {
    SimulationOptions s = simulation_preset("ideal");
    s.router.vcs = vcs;
    s.router.buffer_flits = buffer;
    s.router.lengths = {{flits, 1.0}};
    s.load = load;
    s.cycles = cycles;
    const LatencyModel model(c.network, *c.routing, c.rule, traffic, modelled_router(s));
    const double idle = model.zero_load_latency();
    return (*model.at(load).latency - idle) /
           (simulate(c.network, *c.routing, c.rule, traffic, s).total_latency.value().mean - idle);
}

}  // namespace wafernet
