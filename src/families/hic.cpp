// Hierarchical cliques HiC(k,h): rahman2006, sec. 2.4.2. A k-ary tree of height h in which the children of a node are a
// clique. Node i has the children ki+1 .. ki+k.
#include <algorithm>

#include "shared/claims.hpp"

namespace wafernet::family_list {

namespace {

constexpr ParameterSpec parameters[] = {
    {.name = "k", .meaning = "nodes in a clique", .least = 2, .most = 65535},
    {.name = "h", .meaning = "height: levels below the root", .least = 1, .most = 31}};

// 1 + k + .. + k^h
std::uint64_t nodes(const Parameters& p) { return (checked_pow(p["k"], p["h"] + 1, "nodes") - 1) / (p["k"] - 1); }
// Every inner node has k links to its children and k(k-1)/2 among them.
std::uint64_t links(const Parameters& p) {
    return checked_mul((nodes(p) - 1) / p["k"], p["k"] * (p["k"] + 1) / 2, "links");
}

Network build(const Parameters& p) {
    const std::uint64_t k = p["k"];
    const std::uint64_t count = nodes(p);
    LinkList list(links(p));
    for (std::uint64_t child = 1; child < count; ++child) {
        const std::uint64_t parent = (child - 1) / k;
        list.join(parent, child, 2);
        for (std::uint64_t sibling = child + 1; sibling <= k * parent + k; ++sibling) {
            list.join(child, sibling, 1, 1);
        }
    }
    return flat_network(count, std::move(list), plain_numbers(count));
}

// Up to the level below the common ancestor, across the clique, and down: the only shortest path.
class SelfRouting final : public Routing {
public:
    SelfRouting(std::uint64_t nodes, std::uint64_t k) : nodes_(nodes), k_(static_cast<Node>(k)) {}

    void next(const Head& at, Node destination, std::vector<Hop>& hops) const override {
        if (at.node == destination) return;
        Node towards = at.node == 0 ? 0 : (at.node - 1) / k_;  // up
        Node below = destination;                              // ancestors of the destination, from below
        // In this numbering an ancestor is always smaller, and a lower level is always larger.
        while (below > at.node && below != 0) {
            const Node parent = (below - 1) / k_;
            if (parent == at.node) {
                towards = below;
                break;
            }
            if (at.node != 0 && parent == (at.node - 1) / k_) {
                towards = below;
                break;
            }
            below = parent;
        }
        if (below < at.node && below != 0 && at.node != 0 && (below - 1) / k_ == (at.node - 1) / k_) towards = below;
        const bool up = at.node != 0 && towards == (at.node - 1) / k_;
        const bool down = towards != 0 && at.node == (towards - 1) / k_;
        const Node low = std::min(at.node, towards), high = std::max(at.node, towards);
        const std::uint64_t link = up || down ? link_above(high) : link_above(low) + (high - low);
        const bool ahead = at.node < towards;
        Hop hop;
        hop.channel = static_cast<Channel>(2 * link + (ahead ? 0 : 1));
        hop.label.level = up || down ? 2 : 1;
        hop.label.axis = up || down ? 0 : 1;
        hop.label.direction = ahead ? 1 : -1;
        hop.label.enters = true;
        hops.push_back(hop);
    }

    [[nodiscard]] bool looks_back() const override { return false; }
    // All nodes of a level see the same.
    [[nodiscard]] std::vector<DestinationClass> destination_classes() const override {
        std::vector<DestinationClass> classes;
        std::uint64_t count = 1;
        for (std::uint64_t first = 0; first < nodes_; first = first * k_ + 1, count *= k_)
            classes.push_back({static_cast<Node>(first), count});
        return classes;
    }

private:
    // Number of the link to the parent; those to the siblings behind follow it. The child before has one sibling more.
    [[nodiscard]] std::uint64_t link_above(std::uint64_t child) const {
        const std::uint64_t k = k_, parent = (child - 1) / k, before = (child - 1) % k;
        return parent * (k * (k + 1) / 2) + before * k - before * (before - 1) / 2;
    }

    std::uint64_t nodes_;
    Node k_;
};

std::unique_ptr<Routing> self(const Network& network, const RoutingOptions&) {
    return std::make_unique<SelfRouting>(nodes(network.parameters), network.parameters["k"]);
}

constexpr RoutingSpec routings[] = {{"self", "up, across a clique, down", rahman("sec. 2.4.2"), "any", self}};

constexpr ClosedForm closed_forms[] = {
    {Metric::nodes, rahman("sec. 2.4.2"), "(k^(h+1) - 1)/(k - 1)", false, "from the construction", counted<nodes>},
    {Metric::links, rahman("sec. 2.4.2"), "(N - 1)(k + 1)/2", false, "from the construction", counted<links>},
    {Metric::degree_max, own("parent, clique, children"), "2k", false, "h >= 2",
     [](const Parameters& p) { return where(p["h"] >= 2, 2 * number(p, "k")); }},
    {Metric::degree_min, own("a leaf"), "k", false, "", parameter<"k">},
    {Metric::diameter_hops, own("up, across the root's clique, down"), "2h - 1", false, "",
     [](const Parameters& p) -> Claim { return 2 * number(p, "h") - 1; }},
    {Metric::arc_connectivity, own("Menger"), "k", false, "", parameter<"k">}};

}  // namespace

extern constinit const Family hic = {
    .name = "hic",
    .title = "hierarchical cliques",
    .source = rahman("sec. 2.4.2"),
    .parameters = parameters,
    .examples = words<"hic:2,1 hic:4,3 hic:3,3 hic:2,4">,
    .check = [](const Parameters& p) { static_cast<void>(checked_pow(p["k"], p["h"] + 1, "nodes")); },
    .nodes = nodes,
    .links = links,
    .build = build,
    .closed_forms = closed_forms,
    .routings = routings};

}  // namespace wafernet::family_list
