// k-ary m-way networks: figure 3, pins, channel loads (mudawwar, sec. 2 and 4). Argument `inside` = 1: processors in
// routers.
#include <algorithm>
#include <cmath>

#include "wafernet/base/error.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/published/published.hpp"
#include "wafernet/routing/channel_load.hpp"
#include "wafernet/routing/routings.hpp"
#include "wafernet/shared_channels/shared_channels.hpp"
#include "wafernet/traffic/make_traffic.hpp"

namespace wafernet::published {

namespace {

SharedChannels shape_of(const Subject& s) {
    const NetworkWord word = network_word(s.network);
    SharedChannels shape = shared_channels_of(*word.family, word.parameters);
    if (s.maybe_number("inside").value_or(0) == 1) shape.processors = 0;
    return shape;
}

const SharedChannelStructure& structure(const Subject& s, Workbench& bench) {
    const SharedChannels shape = shape_of(s);
    return bench.remember("shared channels " + s.network + (shape.processors == 0 ? " inside" : ""),
                          [&] { return build_structure(shape); });
}

Evaluation channels(const Subject& s, Workbench& bench) { return {std::int64_t{structure(s, bench).channels}}; }
Evaluation routers(const Subject& s, Workbench& bench) { return {std::int64_t{structure(s, bench).routers}}; }
Evaluation processors(const Subject& s, Workbench& bench) {
    return {static_cast<std::int64_t>(structure(s, bench).processors.size())};
}
Evaluation factor(const Subject& s, Workbench& bench) { return {std::int64_t{structure(s, bench).sharing_factor()}}; }
Evaluation diameter(const Subject& s, Workbench& bench) {
    if (structure(s, bench).processors.size() < 2) return {Missing{"one processor only"}};
    return {std::int64_t{structure(s, bench).diameter_channels()}};
}
template <auto member> Evaluation printed(const Subject& s, Workbench&) {
    return {printed_properties(shape_of(s)).*member};
}

// The k-ary n-cubes and the hypermesh beside them.
struct Cube {
    double k = 0, n = 0;
    bool torus = false;
};

Cube cube_of(const Subject& s) {
    const NetworkWord word = network_word(s.network);
    const std::string_view family = word.family->name;
    if (family == "gh")
        return {static_cast<double>(word.parameters["p"]), static_cast<double>(word.parameters["n"]), false};
    if (family != "torus" && family != "mesh")
        throw InputError("'" + s.network + "', need a torus, a mesh or a generalized hypercube");
    const auto& extents = word.parameters.extents("extents");
    if (std::any_of(extents.begin(), extents.end(), [&](std::uint64_t e) { return e != extents.front(); }))
        throw InputError("'" + s.network + "', need equal extents");
    return {static_cast<double>(extents.front()), static_cast<double>(extents.size()), family == "torus"};
}

Evaluation printed_cube_channels(const Subject& s, Workbench&) {
    const Cube c = cube_of(s);
    return {c.torus ? 2 * c.n * std::pow(c.k, c.n) : 2 * c.n * (c.k - 1) * std::pow(c.k, c.n - 1)};
}
Evaluation printed_cube_nodes(const Subject& s, Workbench&) {
    const Cube c = cube_of(s);
    return {std::pow(c.k, c.n)};
}
Evaluation printed_cube_diameter(const Subject& s, Workbench&) {
    const Cube c = cube_of(s);
    return {c.torus ? c.n * std::floor(c.k / 2) : c.n * (c.k - 1)};
}
Evaluation printed_cube_degree(const Subject& s, Workbench&) { return {4 * cube_of(s).n}; }
Evaluation printed_hypermesh_buses(const Subject& s, Workbench&) { return {cube_of(s).k * cube_of(s).n}; }

// A bus of k nodes stands for the k(k - 1)/2 links that join them in the generalized hypercube.
Evaluation hypermesh_buses(const Subject& s, Workbench& bench) {
    const double k = cube_of(s).k;
    return {bench.network(s.network).graph.links() / (k * (k - 1) / 2)};
}

Evaluation pins(const Subject& s, Workbench&) { return {whole(router_pins(s.count("data"), s.count("control")))}; }

// Uniform traffic; routing as on the command line.
const SharedChannelLoad& load_of(const Subject& s, Workbench& bench) {
    const std::string routing = s.maybe_word("routing").value_or("");
    return bench.remember("shared channel load " + s.network + " " + routing, [&] {
        const Network& network = bench.network(s.network);
        const ChosenRouting chosen = choose_routing(network, {routing, "", 0, Ties::split});
        return shared_channel_load(network, channel_load(network, *chosen.routing, chosen.rule,
                                                         *make_traffic("uniform", network), bench.threads));
    });
}
Evaluation quiet_percent(const Subject& s, Workbench& bench) {
    const SharedChannelLoad& load = load_of(s, bench);
    return {100 * load.least / load.largest};
}

constexpr Quantity list[] = {
    {"shared_channels", "shared channels, counted", Kind::exact, true, channels},
    {"shared_channel_routers", "routers between shared channels, counted", Kind::exact, true, routers},
    {"shared_channel_processors", "processors, counted", Kind::exact, true, processors},
    {"sharing_factor", "most routers and processors on one channel, counted", Kind::exact, true, factor},
    {"diameter_channels", "most channels that a message crosses, counted", Kind::exact, true, diameter},
    {"shared_channels_printed", "Fig. 3, channels", Kind::formula, false, printed<&SharedChannelProperties::channels>},
    {"shared_channel_routers_printed", "Fig. 3, routers", Kind::formula, false,
     printed<&SharedChannelProperties::routers>},
    {"shared_channel_processors_printed", "Fig. 3, processors", Kind::formula, false,
     printed<&SharedChannelProperties::processors>},
    {"sharing_factor_printed", "m = 2n + p", Kind::formula, false, printed<&SharedChannelProperties::sharing_factor>},
    {"diameter_channels_printed", "Fig. 3, diameter", Kind::formula, false,
     printed<&SharedChannelProperties::diameter_channels>},
    {"hypermesh_buses", "rows of nodes, counted", Kind::exact, true, hypermesh_buses},
    {"printed_cube_channels", "Fig. 3, channels", Kind::formula, false, printed_cube_channels},
    {"printed_cube_nodes", "Fig. 3, k^n", Kind::formula, false, printed_cube_nodes},
    {"printed_cube_diameter", "Fig. 3, diameter", Kind::formula, false, printed_cube_diameter},
    {"printed_cube_degree", "Fig. 3, 4n", Kind::formula, false, printed_cube_degree},
    {"printed_hypermesh_buses", "n k", Kind::formula, false, printed_hypermesh_buses},
    {"router_pins", "pins of the two interfaces of a router", Kind::formula, false, pins},
    {"quietest_channel_at_bound", "traffic of the quietest shared channel when the busiest is full, percent",
     Kind::exact, false, quiet_percent},
};

}  // namespace

std::span<const Quantity> shared_channel_figures_quantities() { return list; }

}  // namespace wafernet::published
