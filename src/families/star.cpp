// Star-connected network: rahman2006, sec. 2.3.2. Node 0 is the centre.
#include "shared/claims.hpp"

namespace wafernet::family_list {

namespace {

constexpr ParameterSpec parameters[] = {{.name = "N", .meaning = "nodes, the centre included", .least = 3}};

std::uint64_t nodes(const Parameters& p) { return p["N"]; }

Network build(const Parameters& p) {
    const auto count = static_cast<Node>(p["N"]);
    LinkList list(count - 1);
    for (Node leaf = 1; leaf < count; ++leaf) list.join(0, leaf);
    return flat_network(count, std::move(list), plain_numbers(count));
}

class ThroughCentre final : public Routing {
public:
    explicit ThroughCentre(Node nodes) : nodes_(nodes) {}
    void next(const Head& at, Node destination, std::vector<Hop>& hops) const override {
        if (at.node == destination) return;
        // Link l joins the centre to node l + 1.
        const bool outward = at.node == 0;
        Hop hop;
        hop.channel = outward ? 2 * (destination - 1) : 2 * (at.node - 1) + 1;
        hop.label.direction = outward ? 1 : -1;
        hop.label.enters = true;
        hops.push_back(hop);
    }

    [[nodiscard]] bool looks_back() const override { return false; }
    [[nodiscard]] std::vector<DestinationClass> destination_classes() const override {
        std::vector<DestinationClass> classes{{0, 1}};
        if (nodes_ > 1) classes.push_back({1, nodes_ - std::uint64_t{1}});
        return classes;
    }

private:
    Node nodes_;
};

std::unique_ptr<Routing> centre(const Network& network, const RoutingOptions&) {
    return std::make_unique<ThroughCentre>(network.graph.nodes());
}

constexpr RoutingSpec routings[] = {{"centre", "through the centre", rahman("sec. 2.3.2"), "any", centre}};

constexpr ClosedForm closed_forms[] = {
    {Metric::links, rahman("sec. 2.3.2"), "N - 1", false, "", parameter<"N", -1>},
    {Metric::degree_max, rahman("sec. 2.3.2"), "N - 1", false, "", parameter<"N", -1>},
    {Metric::degree_min, rahman("sec. 2.3.2"), "1", false, "", fixed<1>},
    {Metric::diameter_hops, rahman("sec. 2.3.2"), "2", false, "", fixed<2>},
    {Metric::bisection_links, rahman("sec. 2.3.2"), "1", false,
     "holds for N = 3 only: each node of the half without the centre has its own link", fixed<1>,
     [](const Parameters& p) { return p["N"] > 3; }},
    {Metric::bisection_links, own("one link a node of the half without the centre"), "floor(N/2)", true, "",
     [](const Parameters& p) -> Claim { return std::floor(number(p, "N") / 2); }},
    {Metric::arc_connectivity, own("a leaf has one link"), "1", false, "", fixed<1>},
    {Metric::avg_distance_hops, own("sum over all pairs"), "2(N - 1)/N", false, "",
     [](const Parameters& p) -> Claim { return 2 * (number(p, "N") - 1) / number(p, "N"); }},
};

}  // namespace

extern constinit const Family star = {
    .name = "star",
    .title = "star-connected network",
    .source = rahman("sec. 2.3.2"),
    .parameters = parameters,
    .examples = words<"star:3 star:4 star:8 star:9">,
    .nodes = nodes,
    .links = [](const Parameters& p) { return p["N"] - 1; },
    .build = build,
    .closed_forms = closed_forms,
    .routings = routings,
};

}  // namespace wafernet::family_list
