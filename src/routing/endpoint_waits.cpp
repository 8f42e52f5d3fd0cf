#include "endpoint_waits.hpp"

#include <algorithm>
#include <bit>
#include <tuple>

#include "talkers.hpp"
#include "walk.hpp"

namespace wafernet {

std::vector<EndpointDependency> add_endpoints(const Network& network, const Routing& routing, const VcRule& rule,
                                              const VerdictOptions& options, Digraph& graph) {
    const auto vcs = static_cast<std::uint32_t>(rule.vcs), all = vcs * static_cast<std::uint32_t>(options.networks);
    const auto each = [&](Channel c, VcSet set, int net, const auto& use) {
        for (; set != 0; set &= set - 1)
            use(c * all + vcs * static_cast<std::uint32_t>(net) + static_cast<std::uint32_t>(std::countr_zero(set)));
    };
    const auto edge = [](const EndpointDependency& d) { return std::tuple(d.from, d.to); };
    std::vector<EndpointDependency> found;
    const Talkers talkers(network, options.traffic);
    Walk walk(network, routing, rule);
    std::vector<Hop> answer;
    const std::vector<Node> terminals = terminals_of(network);
    for (const Node destination : terminals) {
        for (const Node source : talkers.all() ? terminals : talkers.sources(destination)) {
            if (source == destination) continue;
            walk.explore(destination, std::span(&source, 1));
            answer.clear();
            routing.next({destination, no_channel, routing.start(destination, source)}, source, answer);
            for (const Place& last : walk.places()) {
                for (const Hop& hop :
                     last.node == destination ? std::span<const Hop>(answer) : std::span<const Hop>()) {
                    for (const auto& [waits, answers] : options.endpoint_waits) {
                        each(last.channel, last.vcs, waits, [&, net = answers](std::uint32_t from) {
                            each(hop.channel, rule.permitted(hop.label, -1) & hop.vcs, net, [&](std::uint32_t to) {
                                found.push_back({from, to, source, destination});
                            });
                        });
                    }
                }
            }
        }
        std::ranges::stable_sort(found, {}, edge);
        found.erase(std::ranges::unique(found, {}, edge).begin(), found.end());
    }
    Digraph result;
    auto next = found.begin();
    for (std::uint32_t v = 0; v < network.graph.channels() * all; ++v) {
        const std::uint32_t own = v / all * vcs + v % vcs, net = v % all / vcs * vcs;
        for (std::uint64_t i = graph.targets.empty() ? 1 : graph.first[own];
             !graph.targets.empty() && i < graph.first[own + std::size_t{1}]; ++i)
            result.targets.push_back(graph.targets[i] / vcs * all + net + graph.targets[i] % vcs);
        const auto begin = static_cast<std::ptrdiff_t>(result.first.back());
        for (; next != found.end() && next->from == v; ++next) result.targets.push_back(next->to);
        std::sort(result.targets.begin() + begin, result.targets.end());
        result.targets.erase(std::unique(result.targets.begin() + begin, result.targets.end()), result.targets.end());
        result.first.push_back(result.targets.size());
    }
    graph = std::move(result);
    return found;
}

std::vector<CycleStep> steps_of(const std::vector<std::uint32_t>& cycle, const std::vector<EndpointDependency>& through,
                                int vcs, int networks) {
    std::vector<CycleStep> steps;
    for (std::size_t i = 0; i < cycle.size(); ++i) {
        const auto all = static_cast<std::uint32_t>(vcs * networks);
        steps.push_back({cycle[i] / all, static_cast<int>(cycle[i] % all) % vcs, 0, 0});
        for (const EndpointDependency& d : through) {
            if (d.from == cycle[i] && d.to == cycle[(i + 1) % cycle.size()])
                steps.back().source = d.source, steps.back().destination = d.destination;
        }
    }
    return steps;
}

bool wait_in_a_circle(const VerdictOptions& options) {
    std::vector<int> depth(static_cast<std::size_t>(options.networks), 0);
    for (int round = 0; round <= options.networks; ++round) {
        for (const auto& [waits, answers] : options.endpoint_waits)
            depth[answers] = std::max(depth[answers], depth[waits] + 1);
    }
    return std::ranges::max(depth) >= options.networks;
}

}  // namespace wafernet
