// Concentrated network: every node of a network becomes a router with C terminals of its own [balfour2006]. Terminal t
// is at router t / C; terminals come first, then the routers in the order of the network's nodes.
#include <array>
#include <utility>

#include "routing/valiant.hpp"
#include "shared/nucleus.hpp"
#include "shared/shortest_family.hpp"
#include "wafernet/routing/routings.hpp"

namespace wafernet::family_list {

namespace {

constexpr Source balfour(std::string_view place) { return {"balfour2006", place}; }

constexpr ParameterSpec parameters[] = {
    {.name = "C", .meaning = "terminals of a router", .least = 1, .most = 256},
    {.name = "G", .meaning = "the network of the routers", .kind = ParameterKind::network}};

void check(const Parameters& p) {
    const NetworkWord inside = nucleus(p);
    if (senders(*inside.family, inside.parameters) < inside.family->nodes(inside.parameters))
        throw InputError("G = '" + p.network("G") + "' has nodes that send no messages, need a network without");
}
std::uint64_t terminals(const Parameters& p) { return checked_mul(nucleus_nodes(p), p["C"], "terminals"); }
std::uint64_t nodes(const Parameters& p) { return checked_add(nucleus_nodes(p), terminals(p), "nodes"); }
std::uint64_t links(const Parameters& p) { return checked_add(nucleus_links(p), terminals(p), "links"); }

// The links of the network come first, so that its channels keep their numbers, then those of the terminals.
Network build(const Parameters& p) {
    const Network inside = wafernet::build(nucleus(p));
    const std::uint64_t c = p["C"];
    const auto terminals = static_cast<Node>(inside.graph.nodes() * c);
    LinkList list(inside.graph.links() + terminals);
    for (Link l = 0; l < inside.graph.links(); ++l)
        list.join(terminals + inside.graph.source(2 * l), terminals + inside.graph.target(2 * l),
                  inside.graph.label(l));
    for (Node t = 0; t < terminals; ++t) list.join(t, terminals + t / c);
    const std::uint64_t all = terminals + inside.graph.nodes();
    Network network = flat_network(all, std::move(list), plain_numbers(all));
    for (Node t = 0; t < terminals; ++t) {
        network.terminals.push_back(t);
        network.router_of_terminal.push_back(static_cast<Node>(terminals + t / c));
    }
    return network;
}

// To the router, by the routing of the network to the destination's router, to the terminal.
class ByRouter final : public Routing {
public:
    ByRouter(const Network& network, const Network& inside, std::unique_ptr<Routing> routing)
        : terminals_(static_cast<Node>(network.terminals.size())),
          each_(terminals_ / inside.graph.nodes()),
          first_(static_cast<Channel>(2 * inside.graph.links())),
          routing_(std::move(routing)) {
        routing_->made_for(inside.graph);
    }

    [[nodiscard]] std::uint32_t start(Node source, Node destination) const override {
        const Node from = source < terminals_ ? source / each_ : source - terminals_, to = destination / each_;
        return from == to ? 0 : routing_->start(from, to);
    }

    void next(const Head& at, Node destination, std::vector<Hop>& hops) const override {
        if (at.node == destination) return;
        Hop hop;
        const Node to = destination / each_;
        if (at.node < terminals_) {
            hop.channel = first_ + 2 * at.node;
            hop.state = at.state;
            hops.push_back(hop);
        } else if (at.node - terminals_ == to) {
            hop.channel = first_ + 2 * destination + 1;
            hops.push_back(hop);
        } else {
            const bool entered = at.arrived_by == no_channel || at.arrived_by >= first_;
            routing_->next({at.node - terminals_, entered ? no_channel : at.arrived_by, at.state}, to, hops);
        }
    }

    [[nodiscard]] bool adaptive() const override { return routing_->adaptive(); }
    [[nodiscard]] Draws draws() const override { return routing_->draws(); }
    [[nodiscard]] bool looks_back() const override { return routing_->looks_back(); }
    [[nodiscard]] VcSet escape_vcs() const override { return routing_->escape_vcs(); }
    [[nodiscard]] VcSet escape_of(const Hop& hop) const override { return routing_->escape_of(hop); }
    [[nodiscard]] std::vector<DestinationClass> destination_classes() const override {
        std::vector<DestinationClass> classes = routing_->destination_classes();
        for (DestinationClass& d : classes) d = {d.representative * each_, d.weight * each_};
        return classes;
    }

private:
    Node terminals_;
    Node each_;      // of a router
    Channel first_;  // of the terminals' channels
    std::unique_ptr<Routing> routing_;
};

std::unique_ptr<Routing> by_router(const Network& network, const RoutingOptions& options) {
    const Network inside = wafernet::build(nucleus(network.parameters));
    const std::span<const RoutingSpec> own = inside.family->routings;
    return std::make_unique<ByRouter>(
        network, inside, own.empty() ? minimal_by_destination(inside, options) : own.front().make(inside, options));
}

RoutingSpec routing_inside(const Network& network) {
    const std::span<const RoutingSpec> own = nucleus(network.parameters).family->routings;
    return own.empty() ? shortest_by_hop[0] : own.front();
}

// The network of the routers may have one of its own.
const RoutingSpec* own_detours(const Network& network, Draws draws) {
    for (const RoutingSpec& spec : nucleus(network.parameters).family->routings) {
        if (spec.name == (draws == Draws::by_queue ? "ugal" : "valiant")) return &spec;
    }
    return nullptr;
}
template <Draws How> RoutingSpec detours_inside(const Network& network) {
    const RoutingSpec* own = own_detours(network, How);
    return own != nullptr ? *own : valiant_spec(routing_inside(network), network);
}
template <Draws How> std::unique_ptr<Routing> detours(const Network& network, const RoutingOptions& options) {
    const RoutingSpec* own = own_detours(network, How);
    if (own == nullptr) return valiant_routing(network, by_router(network, options), routing_inside(network), How);
    const Network inside = wafernet::build(nucleus(network.parameters));
    return std::make_unique<ByRouter>(network, inside, own->make(inside, options));
}

constexpr RoutingSpec routings[] = {
    {"by-router", "to the router, by the first routing of the network of the routers, to the terminal",
     balfour("concentrated mesh"), "any", by_router, 1, routing_inside},
    {"valiant", "to the router, by Valiant's routing on the network of the routers, to the terminal", valiant_source,
     "any", detours<Draws::always>, 1, detours_inside<Draws::always>},
    {"ugal", "to the router, by UGAL on the network of the routers, to the terminal", ugal_source, "any",
     detours<Draws::by_queue>, 1, detours_inside<Draws::by_queue>}};

// The other routings of the network of the routers, by their place among them: a specification has no room for a name.
template <std::size_t Place>
std::unique_ptr<Routing> by_router_at(const Network& network, const RoutingOptions& options) {
    const Network inside = wafernet::build(nucleus(network.parameters));
    return std::make_unique<ByRouter>(network, inside, routings_of(inside).at(Place).make(inside, options));
}
template <std::size_t... Place> constexpr auto by_router_at_each(std::index_sequence<Place...>) {
    return std::array{&by_router_at<Place>...};
}

std::vector<RoutingSpec> routings_of_routers(const Network& network) {
    std::vector<RoutingSpec> all = routings_of(wafernet::build(nucleus(network.parameters)));
    constexpr auto by_router_at_places = by_router_at_each(std::make_index_sequence<64>());
    for (std::size_t i = 0; i < all.size(); ++i) {
        all[i].make = by_router_at_places.at(i);
        all[i].follows = nullptr;
    }
    // The first is by-router. Faulty nodes are the network's own, and the simulator knows dimension reversals by the
    // routing itself.
    const std::string_view first = all.front().name;
    std::erase_if(all, [&](const RoutingSpec& spec) {
        return spec.name == first || spec.name.starts_with("one-fault") || spec.name == "dynamic-reversal";
    });
    return all;
}

constexpr ClosedForm closed_forms[] = {
    {Metric::nodes, balfour("concentrated mesh"), "(C + 1) n", false, "terminals and routers, n nodes in G",
     counted<nodes>},
    {Metric::links, balfour("concentrated mesh"), "links(G) + C n", false,
     "those of the terminals included; at most, where G merges links", counted<links>},
    {Metric::degree_max, own("C terminals on a router of G"), "degree(G) + C", false,
     "where a closed form of it is known",
     [](const Parameters& p) -> Claim {
         const Claim degree = nucleus_claim(p, Metric::degree_max);
         return degree ? Claim(*degree + number(p, "C")) : Claim();
     }},
    {Metric::degree_min, own("a terminal"), "1", false, "", fixed<1>},
    {Metric::diameter_hops, own("a link at either end of a path in G"), "D(G) + 2", false,
     "between terminals, where a closed form of D(G) is known",
     [](const Parameters& p) -> Claim {
         const Claim diameter = nucleus_claim(p, Metric::diameter_hops);
         return diameter ? Claim(*diameter + 2) : Claim();
     }},
    {Metric::routed_diameter_hops, own("a link at either end of a route in G"), "D_r(G) + 2", false,
     "between terminals, where a closed form of D_r(G) is known",
     [](const Parameters& p) -> Claim {
         const Claim diameter = nucleus_claim(p, Metric::routed_diameter_hops);
         return diameter ? Claim(*diameter + 2) : Claim();
     }},
    {Metric::routed_avg_distance_hops, own("a link at either end of a route in G"), "2 + avg_r(G) C (n - 1)/(C n - 1)",
     false, "between terminals, where a closed form of avg_r(G) is known",
     [](const Parameters& p) -> Claim {
         const Claim mean = nucleus_claim(p, Metric::routed_avg_distance_hops);
         const auto n = static_cast<double>(nucleus_nodes(p)), c = number(p, "C");
         return mean ? Claim(2 + *mean * c * (n - 1) / (c * n - 1)) : Claim();
     }},
    {Metric::arc_connectivity, own("a terminal has one link"), "1", false, "", fixed<1>}};

}  // namespace

extern constinit const Family concentrated = {
    .name = "concentrated",
    .title = "concentrated network: C terminals on every node of another",
    .source = balfour("concentrated mesh"),
    .parameters = parameters,
    .examples = words<
        "concentrated:4:mesh:3x3 concentrated:2:torus:4x3 concentrated:1:ring:5 concentrated:3:hypercube:3 "
        "concentrated:2:kautz:2,3 concentrated:2:htn:2,2,2,0 concentrated:2:complete:5 concentrated:2:dragonfly:4,2">,
    .check = check,
    .nodes = nodes,
    .links = links,
    .build = build,
    .closed_forms = closed_forms,
    .routings = routings,
    .senders = terminals,
    .more_routings = routings_of_routers};

}  // namespace wafernet::family_list
