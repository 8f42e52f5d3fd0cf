// Dragonfly [kim2008]: a h + 1 groups of a routers; a group is complete, and one global link joins every two groups.
// Which router of a group has which link is the arrangement [hastings2015]; `arrangement` chooses it.
#include <algorithm>
#include <array>

#include "shared/claims.hpp"
#include "shared/one_class.hpp"

namespace wafernet::family_list {

namespace {

constexpr Source kim(std::string_view place) { return {"kim2008", place}; }

constexpr ParameterSpec parameters[] = {
    {.name = "a", .meaning = "routers of a group", .least = 1, .most = 65535},
    {.name = "h", .meaning = "global links of a router: a h + 1 groups", .least = 1, .most = 65535},
    {.name = "arrangement",
     .meaning = "of global links: 0 = absolute, 1 = relative, 2 = palmtree, 3 = circulant",
     .least = 0,
     .most = 3,
     .fallback = 0}};

enum : std::uint64_t { absolute, relative, palmtree, circulant };

std::uint64_t ports(const Parameters& p) { return p["a"] * p["h"]; }

void check(const Parameters& p) {
    if (p["arrangement"] != circulant || ports(p) % 2 == 0) return;
    throw InputError("a h = " + std::to_string(ports(p)) +
                     " global links of a group, the circulant arrangement needs an even number: h = " +
                     std::to_string(p["h"] + 1) + ", or another arrangement");
}

std::uint64_t groups(const Parameters& p) { return ports(p) + 1; }
std::uint64_t nodes(const Parameters& p) { return checked_mul(groups(p), p["a"], "nodes"); }
std::uint64_t links(const Parameters& p) { return checked_mul(nodes(p), p["a"] - 1 + p["h"], "links") / 2; }

// The group that global port j of group i leads to.
std::uint64_t group_of(const Parameters& p, std::uint64_t i, std::uint64_t j) {
    const std::uint64_t g = groups(p);
    switch (p["arrangement"]) {
        case absolute: return j < i ? j : j + 1;
        case relative: return (i + j + 1) % g;
        case palmtree: return (i + g - j - 1) % g;
        default: return j % 2 == 0 ? (i + j / 2 + 1) % g : (i + g - j / 2 - 1) % g;
    }
}

// The port at which it arrives there.
std::uint64_t port_back(const Parameters& p, std::uint64_t i, std::uint64_t j) {
    switch (p["arrangement"]) {
        case absolute: return i < group_of(p, i, j) ? i : i - 1;
        case circulant: return j ^ 1U;
        default: return ports(p) - 1 - j;
    }
}

// Links: those inside group 0, group 1, ..; then global ones by the lower group and its port.
Network build(const Parameters& p) {
    const std::uint64_t a = p["a"], h = p["h"], g = groups(p);
    LinkList list(links(p));
    for (std::uint64_t i = 0; i < g; ++i) {
        for (std::uint64_t r = 0; r < a; ++r) {
            for (std::uint64_t s = r + 1; s < a; ++s) list.join(i * a + r, i * a + s);
        }
    }
    for (std::uint64_t i = 0; i < g; ++i) {
        for (std::uint64_t j = 0; j < ports(p); ++j) {
            const std::uint64_t to = group_of(p, i, j);
            if (to < i) continue;
            list.join(i * a + j / h, to * a + port_back(p, i, j) / h, 2, 1);
        }
    }
    Network network = flat_network(
        nodes(p), std::move(list),
        AddressScheme(AddressScheme::Radices{{static_cast<std::uint32_t>(g)}, {static_cast<std::uint32_t>(a)}}));
    if (a > 1) network.level_sizes = {static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(a * g)};
    return network;
}

// To the router that has the link to the destination's group, over it, and to the destination. Of a message to another
// group Valiant's routing draws one among all that it goes to first; where that is the source's or the destination's it
// is minimal; UGAL takes that for the drawn one by the queues in front of both. Virtual channel k after k global hops,
// a global hop on that before it; of more than needed every second or third one. Header: 0 at the source, then 1 +
// global hops * ways + way: that to a group, or straight on.
class LocalGlobalLocal final : public Routing {
public:
    LocalGlobalLocal(const Network& network, Draws draws)
        : a_(network.parameters["a"]),
          groups_(groups(network.parameters)),
          draws_(draws),
          rotates_(network.parameters["arrangement"] != absolute),
          global_(groups_ * groups_, no_channel),
          source_(groups_ * groups_, 0) {
        const Graph& graph = network.graph;
        for (Link l = static_cast<Link>(groups_ * a_ * (a_ - 1) / 2); l < graph.links(); ++l) {
            for (const Channel c : {2 * l, 2 * l + 1}) {
                const std::uint64_t slot = graph.source(c) / a_ * groups_ + graph.target(c) / a_;
                global_[slot] = c;
                source_[slot] = graph.source(c);
            }
        }
        const std::size_t classes = draws == Draws::none ? 2 : 3;
        for (std::size_t k = 0; k < classes; ++k) vcs_[k] = every_nth_vc(classes, k);
    }

    void next(const Head& at, Node destination, std::vector<Hop>& hops) const override {
        if (at.node == destination) return;
        if (at.state > 0) {
            hops.push_back(hop(at.node, destination, (at.state - 1) / (groups_ + 1), (at.state - 1) % (groups_ + 1)));
        } else if (draws_ == Draws::none || at.node / a_ == destination / a_) {
            hops.push_back(hop(at.node, destination, 0, groups_));
        } else {
            const std::uint64_t own = at.node / a_;  // first: straight on
            for (std::uint64_t k = 0; k < groups_; ++k) {
                hops.push_back(hop(at.node, destination, 0, (own + k) % groups_));
                hops.back().detour = k > 0;
            }
        }
    }

    [[nodiscard]] bool adaptive() const override { return draws_ != Draws::none; }
    [[nodiscard]] Draws draws() const override { return draws_; }
    [[nodiscard]] bool looks_back() const override { return false; }
    [[nodiscard]] std::vector<DestinationClass> destination_classes() const override {
        if (!rotates_) return {};
        std::vector<DestinationClass> classes;
        for (Node r = 0; r < a_; ++r) classes.push_back({r, groups_});
        return classes;
    }

private:
    // groups_ as `via`: straight on.
    [[nodiscard]] Hop hop(Node at, Node destination, std::uint64_t crossed, std::uint64_t via) const {
        const std::uint64_t here = at / a_;
        if (via == here) via = groups_;
        const std::uint64_t there = via == groups_ ? destination / a_ : via;
        const std::uint64_t slot = here * groups_ + there;
        Hop hop;
        hop.vcs = vcs_[crossed];
        if (here == there) {
            hop.channel = local(at, destination);
        } else if (source_[slot] == at) {
            hop.channel = global_[slot];
            ++crossed;
            hop.label.level = 2;
            hop.label.axis = 1;
            hop.label.phase = Phase::inter;
        } else {
            hop.channel = local(at, source_[slot]);
        }
        hop.state = static_cast<std::uint32_t>(1 + crossed * (groups_ + 1) + via);
        hop.label.direction = (hop.channel & 1U) == 0 ? 1 : -1;
        hop.label.enters = true;
        return hop;
    }

    [[nodiscard]] Channel local(Node from, Node to) const {
        const std::uint64_t low = std::min(from, to) % a_, high = std::max(from, to) % a_;
        const std::uint64_t link = from / a_ * (a_ * (a_ - 1) / 2) + low * (2 * a_ - low - 1) / 2 + high - low - 1;
        return static_cast<Channel>(2 * link + (from < to ? 0 : 1));
    }

    std::uint64_t a_, groups_;
    Draws draws_;
    bool rotates_;
    std::array<VcSet, 3> vcs_{};   // of every class
    std::vector<Channel> global_;  // [from group][to group]
    std::vector<Node> source_;     // the router that has it
};

template <Draws How> std::unique_ptr<Routing> local_global_local(const Network& network, const RoutingOptions&) {
    return std::make_unique<LocalGlobalLocal>(network, How);
}

constexpr RoutingSpec routings[] = {
    {"local-global-local",
     "to the router with the global link, over it, to the destination: minimal routing of the paper",
     kim("minimal routing"), "any", local_global_local<Draws::none>, 2},
    {"valiant", "first to a group drawn at random, by the same", kim("Valiant's routing"), "any",
     local_global_local<Draws::always>, 3},
    {"ugal", "minimal or Valiant's, by the queues in front of both in the source's router", kim("UGAL-L"), "any",
     local_global_local<Draws::by_queue>, 3}};

Claim ports_of_router(const Parameters& p) { return number(p, "a") - 1 + number(p, "h"); }

constexpr ClosedForm closed_forms[] = {
    {Metric::nodes, kim("topology"), "a (a h + 1)", false, "routers",
     [](const Parameters& p) -> Claim { return number(p, "a") * (number(p, "a") * number(p, "h") + 1); }},
    {Metric::links, own("regular"), "N (a - 1 + h)/2", false, "", counted<links>},
    {Metric::degree_min, kim("topology"), "a - 1 + h", false, "", ports_of_router},
    {Metric::degree_max, kim("topology"), "a - 1 + h", false, "", ports_of_router},
    {Metric::diameter_hops, own("more routers than lie within two hops"), "3", false, "h <= (a - 1)^2",
     [](const Parameters& p) { return where(p["h"] <= (p["a"] - 1) * (p["a"] - 1), 3); }},
    {Metric::routed_diameter_hops, kim("minimal routing"), "3", false, "a > 1: local, global, local",
     [](const Parameters& p) { return where(p["a"] != 1, 3); }},
    {Metric::routed_avg_distance_hops, own("one global link a pair of groups"), "(a - 1 + a^2 h (3 - 2/a))/(N - 1)",
     false, "whatever the arrangement; shorter ways go through a third group", [](const Parameters& p) -> Claim {
         const double a = number(p, "a"), h = number(p, "h"), all = a * (a * h + 1);
         return (a - 1 + a * a * h * (3 - 2 / a)) / (all - 1);
     }}};

// All groups alike but in the absolute arrangement.
std::vector<SourceClass> source_classes(const Network& network) {
    if (network.parameters["arrangement"] == absolute) return each_alone(network);
    std::vector<SourceClass> classes;
    for (Node r = 0; r < network.parameters["a"]; ++r) classes.push_back({r, groups(network.parameters)});
    return classes;
}

}  // namespace

extern constinit const Family dragonfly = {
    .name = "dragonfly",
    .title = "dragonfly",
    .source = kim("topology"),
    .parameters = parameters,
    .examples = words<"dragonfly:4,2 dragonfly:4,2,1 dragonfly:4,2,2 dragonfly:4,2,3 dragonfly:2,1 dragonfly:2,2 "
                      "dragonfly:3,3 dragonfly:4,4 dragonfly:1,4 dragonfly:5,3,2 dragonfly:6,3,3">,
    .check = check,
    .nodes = nodes,
    .links = links,
    .build = build,
    .closed_forms = closed_forms,
    .routings = routings,
    .source_classes = source_classes};

}  // namespace wafernet::family_list
