// The closed law of a lone message.
#include <algorithm>

#include "core/exit_of_terminal.hpp"
#include "core/fits.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/routing/route.hpp"
#include "wafernet/sim/simulator.hpp"

namespace wafernet {

namespace {

struct Loop {
    std::uint64_t depth;
    std::uint64_t round_trip;
};

// The header's delay from creation to the sink, and the credit loops on its way.
std::uint64_t header(const RouterConfig& o, std::span<const std::uint32_t> links, std::uint32_t injection_link,
                     std::uint32_t ejection_link, std::span<const std::uint32_t> flit_cycles,
                     std::vector<Loop>& loops) {
    const std::uint64_t head_only = std::uint64_t{o.routing_cycles} + o.allocation_cycles;
    std::uint64_t head = 0;
    if (!o.ports.injection_direct) {
        const std::uint64_t forward = std::uint64_t{o.ports.injection_cycles} + injection_link - 1;
        head += forward + head_only;
        loops.push_back({o.buffer_flits,
                         forward + o.ports.injection_credit_cycles + (o.credit_uses_link ? injection_link - 1 : 0)});
    } else {
        head += links.empty() ? 0 : o.allocation_cycles;
    }
    for (std::size_t i = 0; i < links.size(); ++i) {
        const std::uint64_t link = links[i];
        if (o.output_buffer_flits > 0) {
            head += 1;
            loops.push_back({o.output_buffer_flits, 2});
        }
        const std::uint64_t serial = flit_cycles.empty() ? 1 : flit_cycles[i],
                            forward = link + serial - 1 + o.router_cycles;
        loops.push_back({1, serial});
        const bool last_direct = i + 1 == links.size() && o.ports.ejection_channels == 0;
        head += forward + (last_direct ? o.routing_cycles : head_only);
        loops.push_back({o.buffer_per_link_cycle ? o.buffer_flits * link : o.buffer_flits,
                         forward + o.credit_cycles + (o.credit_uses_link ? link : 0)});
    }
    if (o.ports.ejection_channels > 0) {
        const std::uint64_t forward = std::uint64_t{o.ports.ejection_cycles} + ejection_link - 1;
        head += forward;
        if (o.ports.ejection_buffer)
            loops.push_back({o.buffer_flits, forward + o.credit_cycles + (o.credit_uses_link ? ejection_link : 0)});
    }
    return head;
}

std::uint64_t tail_lag(std::vector<Loop> loops, std::uint32_t flits) {
    std::erase_if(loops, [](const Loop& l) { return l.round_trip <= l.depth; });
    std::sort(loops.begin(), loops.end(), [](const Loop& a, const Loop& b) {
        return a.depth != b.depth ? a.depth < b.depth : a.round_trip < b.round_trip;
    });
    loops.erase(
        std::unique(loops.begin(), loops.end(),
                    [](const Loop& a, const Loop& b) { return a.depth == b.depth && a.round_trip == b.round_trip; }),
        loops.end());
    if (loops.empty()) return flits - 1;
    std::vector<std::uint64_t> lag(flits);
    for (std::uint32_t k = 1; k < flits; ++k) {
        lag[k] = lag[k - 1] + 1;
        for (const Loop& l : loops) {
            if (k >= l.depth) lag[k] = std::max(lag[k], lag[k - l.depth] + l.round_trip);
        }
    }
    return lag[flits - 1];
}

}  // namespace

std::uint64_t zero_load_latency(const RouterConfig& router, std::span<const std::uint32_t> links, std::uint32_t flits,
                                std::uint32_t injection_link, std::uint32_t ejection_link,
                                std::span<const std::uint32_t> flit_cycles) {
    if (flits == 0) throw InputError("a message of 0 flits, need 1 or more");
    if (links.empty() && router.ports.injection_direct && router.ports.ejection_channels == 0) return 0;
    std::vector<Loop> loops;
    const std::uint64_t head = header(router, links, injection_link, ejection_link, flit_cycles, loops);
    return head + tail_lag(std::move(loops), flits);
}

double mean_zero_load_latency(const Network& network, const Routing& routing, const Traffic& traffic,
                              const SimulationOptions& options) {
    check_options(options, network);
    check_fits(network.graph, routing);
    check_fits(network.graph, traffic);
    std::vector<Demand> row;
    std::vector<std::uint32_t> links, serial;
    double sum = 0.0;
    double weight = 0.0;
    const std::vector<Node>& routers = network.router_of_terminal;
    const bool ports = options.router.ports.terminals_are_ports && !routers.empty();
    const auto port_link = [&](Node terminal, bool in) {
        if (!ports) return std::uint32_t{1};
        return link_cycles(options.router, network,
                           in ? network.graph.channel_between(terminal, routers[terminal])
                              : network.graph.channel_between(exit_of_terminal(network, terminal), terminal));
    };
    for (Node s = 0; s < network.graph.nodes(); ++s) {
        if (traffic.rate(s) <= 0.0) continue;
        traffic.row(s, row);
        for (const Demand& d : row) {
            // To itself a terminal sends from one router to another, where they differ.
            const bool through = ports && d.destination == s && exit_of_terminal(network, s) != routers[s];
            const Node from = through ? routers[s] : s;
            const auto add = [&](std::span<const RouteStep> path, double probability) {
                links.clear();
                serial.clear();
                for (const RouteStep& step : path) {
                    if (step.hop.channel == no_channel) continue;
                    links.push_back(link_cycles(options.router, network, step.hop.channel));
                    serial.push_back(flit_cycles(network, step.hop.channel));
                }
                std::span<const std::uint32_t> between(links), narrow(serial);
                if (ports && !links.empty()) {
                    between = between.subspan(from == s ? 1 : 0, links.size() - (from == s ? 2 : 1));
                    narrow = narrow.subspan(from == s ? 1 : 0, between.size());
                }
                for (const LengthShare& l : options.router.lengths) {
                    sum += probability * d.share * l.share *
                           static_cast<double>(zero_load_latency(options.router, between, l.flits, port_link(s, true),
                                                                 port_link(d.destination, false), narrow));
                    weight += probability * d.share * l.share;
                }
            };
            if (d.destination != from) each_route(network.graph, routing, from, d.destination, add);
            else add({}, 1.0);
        }
    }
    if (weight <= 0.0) throw InputError("no node of " + network.word + " sends under this traffic");
    return sum / weight;
}

}  // namespace wafernet
