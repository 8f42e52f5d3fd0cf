// One network at one design point: who needs whose figures.
#include "wafernet/design/design.hpp"

#include <algorithm>

#include "wafernet/base/error.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/routing/channel_load.hpp"

namespace wafernet {

struct Design::Parts {
    DesignPoint point;
    Technology technology;
    std::unique_ptr<Network> plain;  // lasts beside the copy of the dynamic case, for those who have asked for it
    std::optional<LatencyCase> dynamic;
    std::optional<Verdict> verdict;
    std::optional<RoutedLengths> routed;
    EstimateOptions effort{.budget = 1.0};
    std::optional<LatencyEstimate> estimate;
    std::optional<RouterConfig> configured;
    std::optional<DesignRouter> router;
    std::optional<std::vector<std::uint32_t>> wire_cycles;
    std::optional<DesignStack> stack;
    std::optional<DesignYield> yield;
    std::optional<DesignCost> cost;
    std::optional<std::optional<ChannelSpans>> spans;
    std::optional<std::vector<double>> channel_loads;

    [[nodiscard]] const Network& network() const { return dynamic ? *dynamic->network : *plain; }
};

namespace {

// What a figure is, found once.
template <class T, class Find> const T& kept(std::optional<T>& place, Find find) {
    if (!place) place.emplace(find());
    return *place;
}

}  // namespace

namespace {

// What every plane holds, after the fullest of them.
void fill_planes(DesignStack& stack, const Network& network, const DesignPoint& point) {
    const Placement& placement = stack.placement;
    stack.pes = placement.nodes_per_plane();
    stack.empty_tiles = placement.tiles_per_plane() - stack.pes;
    if (network.terminals.empty()) return;
    std::vector<std::uint64_t> pes(placement.planes);
    for (const Node v : network.terminals) ++pes[placement.plane_of[v]];
    stack.pes = *std::max_element(pes.begin(), pes.end());
    std::vector<std::vector<Node>> nodes(placement.planes);
    for (Node v = 0; v < network.graph.nodes(); ++v) nodes[placement.plane_of[v]].push_back(v);
    const RouterConfig router = router_of(network, simulation_choice(point.dynamic)).router;
    for (const std::vector<Node>& of_plane : nodes) {
        const Switches here =
            switches_among(of_plane, network, static_cast<std::uint64_t>(router.vcs), router.buffer_flits);
        if (here.gates > stack.switches.gates) stack.switches = here;
    }
}

}  // namespace

DesignStack design_stack(const Network& network, const DesignPoint& point, const Technology& technology) {
    DesignStack stack;
    stack.placement = placed(network, point);
    stack.vertical = count_vertical_links(network, stack.placement);
    stack.silicon = plane_technologies(network, point, technology);
    if (point.layout == "best") {
        if (auto best = best_layout(network, stack.placement)) {
            stack.layout = best->scheme;
            stack.inside = std::move(best->inside);
        }
    } else if (const auto layout = planar_layout(network, layout_scheme(point.layout), stack.placement)) {
        stack.layout = stack.placement.tiles.empty() ? layout_scheme(point.layout) : LayoutScheme::file;
        stack.inside = measure_planes(network, stack.placement, *layout);
    }
    fill_planes(stack, network, point);
    if (stack.layout) {
        DesignPoint bare = point;
        bare.spares = 0.0, bare.cost.wire_spares = 0;
        stack.plane = made_plane(stack, bare, technology, block_spares(bare, stack.pes));
        stack.made = made_plane(stack, point, technology, block_spares(point, stack.pes));
    }
    return stack;
}

double defects_per_cm2(const DesignPoint& point, const Technology& technology) {
    constexpr double usual = 0.5;
    return point.defects_per_cm2.value_or(
        technology.defect_density ? technology.defect_density->value.in(units::per_cm2) : usual);
}

DesignRouter design_router(const Network& network, const RouterConfig& o, const DesignPoint& point,
                           const Technology& technology) {
    DesignRouter router;
    router.parameters = widest_router(network);
    if (router.parameters.ports < 2) throw InputError("routers of one port, need nodes with a link at least");
    const std::string& routing = point.dynamic.routing;
    const bool selecting = routing == "ls" || routing == "cs" || routing == "ls+cs";
    router.parameters.vcs = static_cast<std::uint64_t>(o.vcs);
    if (selecting) router.parameters.kind = RouterKind::selecting;
    router.buffer_bits = router.parameters.ports * router.parameters.vcs * o.buffer_flits *
                         static_cast<std::uint64_t>(technology.lines_per_link.value);
    std::vector<Technology> planes = plane_technologies(network, point, technology);
    if (planes.empty()) planes = {technology};
    for (const Technology& t : planes) {  // one clock for all: that of the slowest
        const RouterCost cost = router_cost(router.parameters, router_constants(t));
        const RouterClock timing = router_clock(cost, o, t, given_clock(point));
        if (&t == planes.data() || timing.needed > router.timing.needed) router.cost = cost, router.timing = timing;
    }
    router.clock = router.timing.cycle;
    return router;
}

Technology technology_of(const DesignPoint& point) {
    Technology technology = read_technology(point.technology, point.technology_values);
    if (point.flit_bits) technology.lines_per_link = {static_cast<double>(*point.flit_bits), "--flit-bits"};
    if (point.vertical_bits)
        technology.vertical_bits = Sourced<double>{static_cast<double>(*point.vertical_bits), "--vertical-bits"};
    return technology;
}

RouterConstants router_constants(const Technology& technology) {
    RouterConstants constants;
    for (double& delay : constants.c) delay *= technology.gate_delay().in(Technology{}.gate_delay());
    return constants;
}

namespace {

void check_cost_choice(const CostChoice& cost) {
    if (cost.bonding != "d2w" && cost.bonding != "w2w")
        throw InputError("--bonding '" + cost.bonding + "', need d2w or w2w");
    if (cost.known_good != "auto" && cost.known_good != "yes" && cost.known_good != "no")
        throw InputError("--known-good '" + cost.known_good + "', need auto, yes or no");
    if (cost.bonding == "w2w" && cost.known_good == "yes")
        throw InputError("--known-good yes with --bonding w2w: whole wafers take bad planes along");
    if (cost.wire_spares > 0 && cost.wire_group == 0)
        throw InputError("--wire-spares without --wire-group, need the wires that share them");
    if (cost.wire_spares > cost.wire_group || cost.wire_group > 1'000'000)
        throw InputError("--wire-group " + std::to_string(cost.wire_group) +
                         ", need at most 1000000 and no more spares than wires");
    if (cost.wire_alpha && wire_clusters(cost.wire_clusters) == WireClusters::none)
        throw InputError("--wire-alpha without --wire-clusters, need what draws a rate of faults");
    if (cost.wire_alpha && !(*cost.wire_alpha >= 0.01 && *cost.wire_alpha <= 1e6))
        throw InputError("--wire-alpha is " + std::to_string(*cost.wire_alpha) + ", need 0.01 to 1000000");
    if (!(cost.development >= 0.0 && cost.development <= 1e15))
        throw InputError("--development is " + std::to_string(cost.development) + " usd, need 0 or more");
    if (cost.development > 0.0 && !cost.volume)
        throw InputError("--development without --volume, need the systems that share it");
    if (cost.volume && !(*cost.volume > 0.0 && *cost.volume <= 1e15))
        throw InputError("--volume is " + std::to_string(*cost.volume) + ", need more than 0 systems");
}

}  // namespace

void check_design_point(const DesignPoint& point) {
    if (point.planes == 0) throw InputError("--planes 0, need 1 or more");
    if (point.placement != "auto" && !point.placement.starts_with(placement_file))
        static_cast<void>(placement_scheme(point.placement));
    if (point.vertical_bits && (*point.vertical_bits < 1 || *point.vertical_bits > 1'000'000))
        throw InputError("--vertical-bits is " + std::to_string(*point.vertical_bits) + ", must be from 1 to 1000000");
    if (point.layout != "best") static_cast<void>(layout_scheme(point.layout));
    static_cast<void>(read_technology(point.technology, point.technology_values));
    if (point.flit_bits && (*point.flit_bits < 1 || *point.flit_bits > 1'000'000))
        throw InputError("--flit-bits is " + std::to_string(*point.flit_bits) + ", need a number from 1 to 1000000");
    if (point.defects_per_cm2 && !(*point.defects_per_cm2 >= 0.0 && *point.defects_per_cm2 <= 1e9))
        throw InputError("--defects is " + std::to_string(*point.defects_per_cm2) +
                         " per cm2, need a number from 0 to 1e9");
    if (!(point.spares >= 0.0 && point.spares <= 1.0))
        throw InputError("--spares is " + std::to_string(point.spares) + ", need a share from 0 to 1");
    if (point.spare_unit < 1 || point.spare_unit > 1'000'000)
        throw InputError("--spare-unit is " + std::to_string(point.spare_unit) +
                         ", need a number of nodes from 1 to 1000000");
    static_cast<void>(defect_statistics(point));
    static_cast<void>(given_clock(point));
    check_cost_choice(point.cost);
    check_choice(simulation_choice(point.dynamic));
}

Design::Design(std::string_view word) : Design(word, DesignPoint()) {}
Design::Design(std::string_view word, DesignPoint point) : Design(make_network(word), std::move(point)) {}

Design::Design(Network network, DesignPoint point) : parts_(std::make_unique<Parts>()) {
    check_design_point(point);
    parts_->technology = technology_of(point);
    if (!network.channel_bits.empty())
        parts_->technology.lines_per_link = {flit_width(network, point, parts_->technology),
                                             "the widest link of the file"};
    parts_->point = resolved(std::move(point), network);
    parts_->plain = std::make_unique<Network>(std::move(network));
}

Design::~Design() = default;
Design::Design(Design&&) noexcept = default;
Design& Design::operator=(Design&&) noexcept = default;

const Network& Design::network() const { return parts_->network(); }
const DesignPoint& Design::point() const { return parts_->point; }
const Technology& Design::technology() const { return parts_->technology; }
std::uint64_t Design::flit_bits() const { return static_cast<std::uint64_t>(parts_->technology.lines_per_link.value); }

const LatencyCase& Design::dynamic() const {
    Parts& p = *parts_;
    if (p.dynamic) return *p.dynamic;
    // The case is made on a copy, so that a choice that does not fit leaves the network where it is.
    LatencyCase made = make_latency_case(*p.plain, p.point.dynamic);
    if (const auto& each = wires(); !each.empty()) {
        // Links that take equally long are no reason to tell like channels apart.
        made.simulation.router.link_cycles = made.options.router.link_cycles = each.front();
        made.network->channel_latency_cycles = channel_cycles();
        check_options(made.simulation, *made.network);
    }
    set_widths(*made.network, point(), technology());
    check_options(made.simulation, *made.network);
    p.dynamic.emplace(std::move(made));
    return *p.dynamic;
}

const Verdict& Design::verdict(unsigned threads) const {
    return kept(parts_->verdict, [&] {
        const LatencyCase& c = dynamic();
        return deadlock_verdict(*c.network, *c.routing, c.rule, {threads, escape_by_both(*c.routing, c.rule)});
    });
}

const RoutedLengths& Design::routed(unsigned threads) const {
    return kept(parts_->routed, [&] {
        // Both ways round a ring are equally long where a rule of ties chooses; with the default rule fewer paths stand
        // for all.
        const DynamicChoice& dynamic = point().dynamic;
        const RoutingSpec spec = find_routing(dynamic.routing, network());
        if (const auto shortest = shortest_lengths(network(), spec, simulation_choice(dynamic).route_by, threads))
            return *shortest;
        // A table of paths takes long to make, so the one of the case serves.
        if (parts_->dynamic && (network().family == nullptr || network().family->routings.empty()))
            return measure_routed(network(), *parts_->dynamic->routing, {threads, false});
        const auto routing =
            dynamic.ties.empty() ? spec.make(network(), {}) : spec.make(network(), {ties_named(dynamic.ties)});
        return measure_routed(network(), *routing, {threads, false});
    });
}

void Design::allow(const EstimateOptions& effort) const { parts_->effort = effort; }

LatencyEstimate& Design::estimate() const {
    if (!parts_->estimate) {
        EstimateOptions options = parts_->effort;
        options.route = latency_route(point().dynamic.method);
        if (const auto& within = point().dynamic.within) options.within = share_named(*within, "--within");
        parts_->estimate.emplace(dynamic(), std::move(options));
    }
    return *parts_->estimate;
}

double Design::zero_load_latency() const { return estimate().zero_load_latency(); }

double Design::solving_seconds() const { return estimate().solving_seconds(); }

const EstimatedSaturation& Design::saturation() const { return estimate().saturation(); }

std::vector<EstimatedPoint> Design::curve(std::span<const double> loads) const { return estimate().curve(loads); }

const RouterConfig& Design::configured() const {
    return kept(parts_->configured, [&] { return router_of(network(), simulation_choice(point().dynamic)).router; });
}

const DesignRouter& Design::router() const {
    return kept(parts_->router, [&] { return design_router(network(), configured(), point(), technology()); });
}

const std::vector<std::uint32_t>& Design::wires() const {
    return kept(parts_->wire_cycles, [&] {
        const bool none = parts_->point.wire_cycles == "no" || network().shared_nodes > 0;
        return none ? std::vector<std::uint32_t>() : wire_cycles(network(), point(), technology(), router().timing);
    });
}

const std::vector<std::uint32_t>& Design::channel_cycles() const {
    static const std::vector<std::uint32_t> equal;
    const std::vector<std::uint32_t>& each = wires();
    return std::all_of(each.begin(), each.end(), [&](std::uint32_t c) { return c == each.front(); }) ? equal : each;
}

const DesignStack& Design::stack() const {
    return kept(parts_->stack, [&] { return design_stack(network(), point(), technology()); });
}

const DesignYield& Design::yield() const {
    return kept(parts_->yield,
                [&] { return design_yield(stack(), point(), technology(), block_spares(point(), stack().pes)); });
}

const DesignCost& Design::cost() const {
    return kept(parts_->cost,
                [&] { return design_cost(stack(), point(), technology(), block_spares(point(), stack().pes)); });
}

const std::optional<ChannelSpans>& Design::spans() const {
    return kept(parts_->spans, [&] { return channel_spans(network(), point()); });
}

const std::vector<double>& Design::channel_loads() const {
    return kept(parts_->channel_loads, [&] {
        const LatencyCase& c = dynamic();
        return channel_load(*c.network, *c.routing, c.rule, *c.traffic).channel;
    });
}

std::uint32_t Design::longest_link_cycles() const {
    const std::vector<std::uint32_t>& each = wires().empty() ? network().channel_latency_cycles : wires();
    if (!each.empty()) return *std::max_element(each.begin(), each.end());
    return configured().link_cycles;
}

double Design::ns(double cycles) const { return cycles * router().clock.in(units::ns); }

double Design::gbit_per_s(double load) const {
    return load * static_cast<double>(flit_bits()) / router().clock.in(units::ns);
}

}  // namespace wafernet
