#include "wafernet/design/modelled_router.hpp"

#include "wafernet/base/error.hpp"

namespace wafernet {

const RouterConfig& modelled_router(const SimulationOptions& s) {
    const auto need = [](bool good, const char* what) {
        if (!good) throw InputError(std::string("the latency model does not know ") + what);
    };
    need(s.trace.empty(), "traces");
    need(s.source_queue == 0, "source queues with a limit");
    need(s.router.arrivals != Arrivals::fixed, "sources with fixed intervals");
    return s.router;
}

LatencyModel model_of(const SimulationCase& c) {
    return {*c.network, *c.routing, c.rule, *c.traffic, modelled_router(c.options)};
}

}  // namespace wafernet
