// Complete binary tree: rahman2006, sec. 2.3.3. Eq. 2.1 joins i to 2i and 2i+1 for 0 <= i < 2^d - 1, which gives node 0
// a loop and runs past the last level; built here for 1 <= i < 2^(d-1), and node i is printed as i - 1.
#include "shared/tree.hpp"

#include <bit>

namespace wafernet::family_list {

namespace {

constexpr ParameterSpec parameters[] = {
    {.name = "d", .meaning = "levels of nodes, the root's included: 2^d - 1 nodes", .least = 2, .most = 31}};

std::uint64_t nodes(const Parameters& p) { return (std::uint64_t{1} << p["d"]) - 1; }
std::uint64_t links(const Parameters& p) { return nodes(p) - 1; }

Network build(const Parameters& p) {
    const std::uint64_t count = nodes(p);
    return flat_network(count, binary_tree_links(p["d"]), plain_numbers(count));
}

class TreeRouting final : public Routing {
public:
    explicit TreeRouting(Node nodes) : nodes_(nodes) {}

    void next(const Head& at, Node destination, std::vector<Hop>& hops) const override {
        if (at.node == destination) return;
        // Counted from 1, the ancestors of a node are its leading bits.
        const std::uint64_t here = std::uint64_t{at.node} + 1;
        const std::uint64_t there = std::uint64_t{destination} + 1;
        const int below = static_cast<int>(std::bit_width(there)) - static_cast<int>(std::bit_width(here));
        Hop hop;
        if (below > 0 && (there >> static_cast<unsigned>(below)) == here) {
            const std::uint64_t child = there >> static_cast<unsigned>(below - 1);
            hop.channel = static_cast<Channel>(2 * (child - 2));
            hop.label.direction = 1;
        } else {
            hop.channel = static_cast<Channel>(2 * (here - 2) + 1);
            hop.label.direction = -1;
        }
        hop.label.enters = at.arrived_by == no_channel || (at.arrived_by & 1U) != (hop.channel & 1U);
        hops.push_back(hop);
    }

    // All nodes of a level see the same.
    [[nodiscard]] std::vector<DestinationClass> destination_classes() const override {
        std::vector<DestinationClass> classes;
        for (std::uint64_t first = 0; first < nodes_; first = 2 * first + 1)
            classes.push_back({static_cast<Node>(first), first + 1});
        return classes;
    }

private:
    Node nodes_;
};

constexpr RoutingSpec routings[] = {{"up-down", "the only path: up to the common ancestor, then down",
                                     rahman("sec. 2.3.3"), "any",
                                     [](const Network& network, const RoutingOptions&) -> std::unique_ptr<Routing> {
                                         return std::make_unique<TreeRouting>(network.graph.nodes());
                                     }}};

constexpr ClosedForm closed_forms[] = {
    {Metric::nodes, rahman("sec. 2.3.3"), "2^d - 1", false, "",
     [](const Parameters& p) -> Claim { return two_to(number(p, "d")) - 1; }},
    {Metric::links, own("a tree"), "N - 1", false, "", counted<links>},
    {Metric::degree_max, own("one parent, two children"), "3", false, "d >= 3",
     [](const Parameters& p) { return where(p["d"] >= 3, 3); }},
    {Metric::degree_min, own("a leaf"), "1", false, "", fixed<1>},
    {Metric::diameter_hops, rahman("sec. 2.3.3"), "2 ceil(log2 N)", false, "two hops too many: the root is at level 0",
     [](const Parameters& p) -> Claim { return 2 * number(p, "d"); }, always},
    {Metric::diameter_hops, own("leaf to leaf through the root"), "2(d - 1)", true, "",
     [](const Parameters& p) -> Claim { return 2 * (number(p, "d") - 1); }},
    {Metric::bisection_links, rahman("sec. 2.3.3"), "1", false, "", fixed<1>},
    {Metric::arc_connectivity, rahman("sec. 2.3.3"), "1", false, "no alternative paths", fixed<1>},
};

}  // namespace

extern constinit const Family tree = {
    .name = "tree",
    .title = "complete binary tree",
    .source = rahman("sec. 2.3.3"),
    .parameters = parameters,
    .examples = words<"tree:2 tree:3 tree:4 tree:6">,
    .nodes = nodes,
    .links = links,
    .build = build,
    .closed_forms = closed_forms,
    .routings = routings,
};

}  // namespace wafernet::family_list
