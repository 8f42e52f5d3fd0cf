// rahman2006, sec. 4.6, Tables 4.3-4.7, Eqs. 4.9-4.12, as printed, except: the unrounded sums are given beside the sums
// of the rounded terms. Logarithms are to base 2. The XFC unit of Table 4.3 (530 gates) is in no sum there and in none
// here.
#include "wafernet/wsi/router_cost.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <vector>

#include "wafernet/base/error.hpp"

namespace wafernet {

namespace {

Time rounded(Time t) { return std::round(t.in(units::ns)*100.0) / 100.0 * units::ns; }

}  // namespace

RouterKind router_kind(std::string_view algorithm) {
    constexpr std::array<std::string_view, 4> names = {"dor", "ls", "cs", "ls+cs"};
    if (algorithm == "dor") return RouterKind::dimension_order;
    if (algorithm == "ls" || algorithm == "cs" || algorithm == "ls+cs") return RouterKind::selecting;
    throw InputError("no router for the algorithm '" + std::string(algorithm) + "'" + did_you_mean(algorithm, names) +
                     ", need dor, ls, cs or ls+cs");
}

RouterParameters widest_router(const Network& network) {
    const Graph& graph = network.graph;
    if (network.shared_nodes > 0) {
        std::uint32_t ways = 0;
        for (Node c = 0; c < network.shared_nodes; ++c) ways = std::max(ways, graph.degree(c));
        // A processor inside a router is on both of its channels, beside the router; it is no way of its own.
        const bool inside = graph.degree(network.terminals.front()) == 2;
        return inside ? RouterParameters{3, ways / 2, 1, RouterKind::shared}
                      : RouterParameters{2, ways, 1, RouterKind::shared};
    }
    std::vector<std::uint32_t> ports(graph.nodes(), 0);
    for (const Node v : terminals_of(network)) ports[v] = 1;
    for (Node v = 0; v < graph.nodes(); ++v) ports[v] += graph.degree(v);
    const std::uint32_t most = *std::max_element(ports.begin(), ports.end());
    return {most, most, 1, RouterKind::dimension_order};
}

RouterCost router_cost(const RouterParameters& p, const RouterConstants& k) {
    constexpr std::uint64_t most = 1'000'000;
    if (p.ports < 2 || p.ports > most) throw InputError(std::to_string(p.ports) + " router ports, need 2..1000000");
    const bool shared = p.kind == RouterKind::shared;
    if (shared && (p.freedom < 1 || p.freedom > most))
        throw InputError("a channel of " + std::to_string(p.freedom) + " ways, need 1..1000000");
    if (!shared && (p.freedom < 1 || p.freedom > p.ports))
        throw InputError("routing freedom " + std::to_string(p.freedom) + ", need 1.." + std::to_string(p.ports) +
                         " (the ports)");
    if (p.vcs < 1 || p.vcs > most) throw InputError(std::to_string(p.vcs) + " virtual channels, need 1..1000000");
    const auto P = static_cast<double>(p.ports);
    const auto F = static_cast<double>(p.freedom);
    const auto V = static_cast<double>(p.vcs);
    const auto ns = [](double amount) { return amount * units::ns; };

    RouterCost cost;
    const auto add = [&](std::string_view name, std::uint64_t count, double gates, Time delay) {
        cost.modules.push_back({name, count, gates, delay, rounded(delay)});
        cost.gates += gates * static_cast<double>(count);
        return cost.modules.size() - 1;
    };
    // Tables 4.3 and 4.5
    const auto fc = add("flow-control", p.ports, k.flow_control_gates, ns(k.c[2]));
    const auto ad = add("address-decoder", p.ports, k.decoder_gates, ns(k.c[3]));
    const auto rd =
        add("routing-decision", shared ? 2 : 1, k.decision_gates * F * F, ns(k.c[4] + k.c[5] * std::log2(F)));
    std::vector<std::size_t> switched;
    if (!shared) switched = {add("crossbar", 1, k.crossbar_gates * P * P, ns(k.c[0] + k.c[1] * std::log2(P)))};
    const auto vc = add("vc-controller", shared ? 2 : p.ports - 1, k.vc_gates * V, ns(k.c[8] + k.c[9] * std::log2(V)));
    switched.push_back(vc);

    std::vector<std::size_t> setup{ad, rd};  // Eq. 4.9
    setup.insert(setup.end(), switched.begin(), switched.end());
    if (p.kind == RouterKind::selecting)
        setup.push_back(add("header-selection", 1, 0.0, ns(k.c[6] + k.c[7] * std::log2(F))));  // Eq. 4.11
    for (const std::size_t m : setup) {
        cost.setup = cost.setup + cost.modules[m].delay;
        cost.setup_printed = cost.setup_printed + cost.modules[m].delay_printed;
    }
    switched.push_back(fc);
    for (const std::size_t m : switched) {  // Eqs. 4.10, 4.12
        cost.flow_control = cost.flow_control + cost.modules[m].delay;
        cost.flow_control_printed = cost.flow_control_printed + cost.modules[m].delay_printed;
    }
    cost.setup_printed = rounded(cost.setup_printed);
    cost.flow_control_printed = rounded(cost.flow_control_printed);
    return cost;
}

Switches switches_among(std::span<const Node> nodes, const Network& network, std::uint64_t vcs,
                        std::uint64_t buffer_flits) {
    std::vector<bool> pe(network.graph.nodes());
    for (const Node v : terminals_of(network)) pe[v] = true;
    const bool shared = network.shared_nodes > 0;
    const RouterParameters on_channels = shared ? widest_router(network) : RouterParameters{};
    std::map<std::uint64_t, double> gates;  // by ports
    Switches all;
    for (const Node v : nodes) {
        if (pe[v] || v < network.shared_nodes) continue;
        const std::uint64_t ports = std::max(2U, network.graph.degree(v));
        RouterParameters p = shared ? on_channels : RouterParameters{ports, ports, vcs, RouterKind::dimension_order};
        p.vcs = vcs;
        if (!shared) all.crosspoints += static_cast<double>(ports * ports);
        const auto [known, added] = gates.try_emplace(p.ports, 0.0);
        if (added) known->second = router_cost(p).gates;
        all.gates += known->second;
        all.buffer_flits += static_cast<double>(p.ports * vcs * buffer_flits);
        ++all.count;
    }
    return all;
}

Area silicon(const Switches& s, const Technology& t) {
    if (s.count == 0) return {};
    const auto need = [&](const auto& value, const char* key) { return t.need(value, key, "the area of switches"); };
    const Length lines = t.lines_per_way() * t.line_width.value;
    return static_cast<double>(s.count) * need(t.switches.base, "switch_base_area") +
           s.gates * need(t.switches.gate, "gate_area") +
           s.buffer_flits * t.lines_per_link.value * need(t.switches.buffer_bit, "buffer_bit_area") +
           s.crosspoints * (lines * lines);
}

}  // namespace wafernet
