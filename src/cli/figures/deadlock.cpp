// Whether the routing can deadlock, the network's own where none is chosen.
#include "wafernet/routing/deadlock.hpp"

#include "../dynamic_verdict.hpp"
#include "../figures.hpp"
#include "base/text.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet::cli {

std::vector<Figure> deadlock_figures(const FigureRequest& request) {
    const auto figure = [](Value value, std::string source, std::string note = {}) {
        return std::vector<Figure>{{"routing", "deadlock_free", std::move(value), "verdict", kinds::routed,
                                    std::move(source), std::move(note)}};
    };
    if (request.network().graph.nodes() < 2) return {};
    if (!request.shown.verdict) return figure(left_out(request, request.seconds.verdict), "dependencies of channels");
    try {
        const Verdict& verdict = request.design.verdict(request.threads);
        const LatencyCase& c = request.design.dynamic();
        return figure(std::string(verdict.deadlock_free() ? "yes" : "no"),
                      "routing " + c.routing_name + ", VC rule " + c.rule.name + ", " +
                          with_noun(c.options.router.vcs, "VC") + ", ties " + c.ties_name +
                          (request.replaced.empty() ? "" : ", in place of " + request.replaced + can_deadlock),
                      verdict.acyclic           ? "the channel dependencies have no cycle"
                      : verdict.deadlock_free() ? waiting_text(*verdict.waiting)
                                                : "the shortest cycle of channel dependencies has " +
                                                      std::to_string(verdict.cycle.size()) + " channels");
    } catch (const Error& error) {
        return figure(Missing{error.what()}, "dependencies of channels");
    }
}

}  // namespace wafernet::cli
