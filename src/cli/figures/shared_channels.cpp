// Networks of shared channels: how many share one, how many a flit crosses, when the busiest is full.
#include "wafernet/shared_channels/shared_channels.hpp"

#include "../figures.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/routing/channel_load.hpp"
#include "wafernet/routing/routings.hpp"
#include "wafernet/sim/simulation_case.hpp"

namespace wafernet::cli {

namespace {

constexpr Node counted_nodes = 5000;  // beyond this a moment is not enough

}  // namespace

std::vector<Figure> shared_channels_figures(const FigureRequest& request) {
    const Network& network = request.network();
    if (network.shared_nodes == 0 || network.terminals.size() < 2) return {};
    const auto figure = [](const char* section, const char* metric, Value value, const char* unit, std::string source) {
        return Figure{section, metric, std::move(value), unit, kinds::exact, std::move(source)};
    };
    const DynamicChoice& dynamic = request.point().dynamic;
    const std::string traffic = dynamic.traffic + " traffic";
    const Value late = Missing{"more than " + std::to_string(counted_nodes) +
                               " nodes and shared channels, 'wafernet load' counts them"};
    std::vector<Figure> out{
        figure("structure", "shared_channels", std::int64_t{network.shared_nodes}, "channels", "graph")};
    Value routers = late, factor = routers, diameter = routers;
    if (network.graph.nodes() <= counted_nodes) {
        const SharedChannelStructure structure =
            build_structure(shared_channels_of(*network.family, network.parameters));
        routers = std::int64_t{structure.routers};
        factor = std::int64_t{structure.sharing_factor()};
        diameter = std::int64_t{structure.diameter_channels()};
    }
    out.push_back(figure("structure", "routers", routers, "routers", "structure"));
    out.push_back(figure("structure", "sharing_factor", factor, "routers and processors", "structure"));
    out.push_back(figure("distances", "diameter_channels", diameter, "channels", "structure"));
    const auto both = [&](const Value& missing, const std::string& source) {
        out.push_back(figure("latency", "mean_shared_channels_crossed", missing, "channels", source));
        out.push_back(figure("latency", "shared_channel_bound_flits_per_node_cycle", missing,
                             "flits per node and cycle", source));
        return out;
    };
    if (!request.shown.routed) return both(left_out(request, request.seconds.routed), traffic);
    try {
        const ChosenRouting chosen = choose_routing(network, routing_choice(network, dynamic, Ties::split));
        const auto sent = make_traffic(network, simulation_choice(dynamic));
        const SharedChannelLoad load =
            shared_channel_load(network, channel_load(network, *chosen.routing, chosen.rule, *sent, request.threads));
        const std::string source = "routing " + std::string(chosen.spec.name) + ", " + traffic;
        out.push_back(figure("latency", "mean_shared_channels_crossed", load.mean_channels, "channels", source));
        out.push_back(figure("latency", "shared_channel_bound_flits_per_node_cycle", load.ejection_bound(),
                             "flits per node and cycle", source));
        return out;
    } catch (const Error& error) {
        return both(Missing{error.what()}, traffic);
    }
}

}  // namespace wafernet::cli
