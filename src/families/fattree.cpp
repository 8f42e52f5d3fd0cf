// Binary fat tree: rahman2006, sec. 2.3.3. Processors 0 .. 2^d-1 are the leaves; the other nodes are switches, the
// lowest level first. A switch of level l has 2^l parallel links to its parent, so no level has less bandwidth than the
// leaves.
#include "routing/symmetry_maps.hpp"
#include "shared/claims.hpp"

namespace wafernet::family_list {

namespace {

constexpr ParameterSpec parameters[] = {
    {.name = "d", .meaning = "levels of switches above 2^d processors", .least = 1, .most = 26}};

std::uint64_t leaves(const Parameters& p) { return std::uint64_t{1} << p["d"]; }
std::uint64_t nodes(const Parameters& p) { return 2 * leaves(p) - 1; }
std::uint64_t links(const Parameters& p) { return p["d"] << p["d"]; }

Network build(const Parameters& p) {
    const std::uint64_t d = p["d"];
    LinkList list(links(p));
    std::uint64_t first = 0;  // of the level below
    for (std::uint64_t l = 0; l < d; ++l) {
        const std::uint64_t count = std::uint64_t{1} << (d - l);
        for (std::uint64_t i = 0; i < count; ++i) {
            for (std::uint64_t copy = 0; copy < (std::uint64_t{1} << l); ++copy) {
                list.join(first + i, first + count + i / 2, l + 1);
            }
        }
        first += count;
    }
    Network network = flat_network(nodes(p), std::move(list), plain_numbers(nodes(p)));
    for (Node leaf = 0; leaf < leaves(p); ++leaf) network.terminals.push_back(leaf);
    return network;
}

class UpDown final : public Routing, public SymmetryMaps {
public:
    explicit UpDown(std::uint64_t d) : d_(d) {}

    // Level l has the links l 2^d .. (l+1) 2^d - 1. The destination chooses among parallel links, so that each of the
    // processors below a switch has a link of its own on the way down.
    void next(const Head& at, Node destination, std::vector<Hop>& hops) const override {
        if (at.node == destination) return;
        std::uint64_t level = 0;
        std::uint64_t place = at.node;
        for (std::uint64_t count = std::uint64_t{1} << d_; place >= count && level < d_; count /= 2, ++level)
            place -= count;
        Hop hop;
        if (level > 0 && (destination >> level) == place) {
            hop.channel = static_cast<Channel>(2 * (((level - 1) << d_) + destination) + 1);
            hop.label.direction = -1;
            hop.label.level = static_cast<std::uint8_t>(level);
        } else {
            const std::uint64_t copy = destination % (std::uint64_t{1} << level);
            hop.channel = static_cast<Channel>(2 * ((level << d_) + (place << level) + copy));
            hop.label.level = static_cast<std::uint8_t>(level + 1);
        }
        hop.label.enters = at.arrived_by == no_channel || (at.arrived_by & 1U) != (hop.channel & 1U);
        hops.push_back(hop);
    }

    [[nodiscard]] std::vector<DestinationClass> destination_classes() const override {
        return {{0, std::uint64_t{1} << d_}};
    }
    // Processors may be numbered anew by an exclusive or, and the links of every level with them.
    [[nodiscard]] RoutingSymmetry symmetry() const override {
        RoutingSymmetry found;
        found.copies = std::uint64_t{1} << d_;
        for (std::uint64_t level = 0; level <= d_; ++level)
            found.node.insert(found.node.end(), found.copies >> level, static_cast<Node>(found.node.size()));
        for (std::uint64_t channel = 0; channel < 2 * d_ << d_; ++channel)
            found.channel.push_back(static_cast<Channel>(channel - channel % (2 * found.copies) + channel % 2));
        return found;
    }
    [[nodiscard]] std::vector<std::uint32_t> symmetry_maps() const override {
        std::vector<std::uint32_t> maps;
        for (std::uint64_t channel = 0; channel < 2 * d_ << d_; ++channel)
            maps.push_back(static_cast<std::uint32_t>(channel / 2 % (std::uint64_t{1} << d_)));
        return maps;
    }

private:
    std::uint64_t d_;
};

constexpr RoutingSpec routings[] = {{"up-down", "up to the common ancestor, then down", rahman("sec. 2.3.3"), "any",
                                     [](const Network& network, const RoutingOptions&) -> std::unique_ptr<Routing> {
                                         return std::make_unique<UpDown>(network.parameters["d"]);
                                     }}};

constexpr ClosedForm closed_forms[] = {
    {Metric::nodes, own("processors and switches"), "2^(d+1) - 1", false, "", counted<nodes>},
    {Metric::links, own("2^d a level"), "d 2^d", false, "", counted<links>},
    {Metric::bisection_links, ziavras("sec. 3"), "p/2 for p processors", false, "",
     [](const Parameters& p) -> Claim { return two_to(number(p, "d") - 1); }},
    {Metric::degree_max, own("the root and its children"), "2^d", false, "",
     [](const Parameters& p) -> Claim { return two_to(number(p, "d")); }},
    {Metric::degree_min, own("a processor"), "1", false, "", fixed<1>},
    {Metric::diameter_hops, own("through the root"), "2d", false, "",
     [](const Parameters& p) -> Claim { return 2 * number(p, "d"); }},
    {Metric::arc_connectivity, own("a processor has one link"), "1", false, "", fixed<1>},
};

}  // namespace

extern constinit const Family fattree = {
    .name = "fattree",
    .title = "binary fat tree",
    .source = rahman("sec. 2.3.3"),
    .parameters = parameters,
    .examples = words<"fattree:1 fattree:2 fattree:4">,
    .nodes = nodes,
    .links = links,
    .build = build,
    .closed_forms = closed_forms,
    .routings = routings,
    .senders = leaves,
};

}  // namespace wafernet::family_list
