// Switch-less dragonfly [feng2024]: a mesh of k x k chiplets, a C-group, stands for a router. Each of its 4k - 4
// chiplets on the rim has one port; l of them lead to the other C-groups of a W-group, which is complete, the others to
// other W-groups, which are complete as well. Which chiplet has which port is that of the authors' simulator, CNSim.
#include <array>

#include "routing/shortest.hpp"
#include "shared/claims.hpp"

namespace wafernet::family_list {

namespace {

constexpr Source feng(std::string_view place) { return {"feng2024", place}; }

constexpr ParameterSpec parameters[] = {
    {.name = "k", .meaning = "chiplets along the side of a C-group", .least = 2, .most = 64},
    {.name = "l",
     .meaning = "local ports of a C-group, W-groups of l + 1 of them; the authors' simulator has 2 floor((4k-4)/3) - 1",
     .least = 1,
     .most = 251}};

// The counts that follow from the parameters, and where ports are.
struct Shape {
    std::uint64_t k, locals, ports, globals;  // of a C-group
    std::uint64_t groups;                     // C-groups of a W-group
    std::uint64_t wafer_ports, wafers;        // global ports of a W-group; W-groups

    explicit Shape(const Parameters& p)
        : k(p["k"]),
          locals(p["l"]),
          ports(4 * k - 4),
          globals(ports - locals),
          groups(locals + 1),
          wafer_ports(groups * globals),
          wafers(wafer_ports + 1) {}

    [[nodiscard]] std::uint64_t group_nodes() const { return k * k; }
    [[nodiscard]] std::uint64_t wafer_nodes() const { return groups * k * k; }

    // The chiplet that has a port of a C-group: ports go along the bottom row, then left and right by turns, then along
    // the top row.
    [[nodiscard]] std::uint64_t chiplet(std::uint64_t port) const {
        if (port < k) return port;
        if (port >= ports - k) return (k - 1) * k + port - (ports - k);
        return (1 + (port - k) / 2) * k + (port - k) % 2 * (k - 1);
    }
    // Of `all` ports that join members of a complete graph the one of `from` that leads to `to`.
    [[nodiscard]] static std::uint64_t port_to(std::uint64_t from, std::uint64_t to, std::uint64_t all) {
        if (to > from) return all - (to - from);
        return from == to + 1 ? 0 : to + 1;
    }
    // The chiplet of a W-group by which C-group `from` is joined to `to`.
    [[nodiscard]] std::uint64_t local_end(std::uint64_t from, std::uint64_t to) const {
        return from * group_nodes() + chiplet(port_to(from, to, ports));
    }
    // The chiplet of a W-group by which it is joined to another one.
    [[nodiscard]] std::uint64_t global_end(std::uint64_t from, std::uint64_t to) const {
        const std::uint64_t port = port_to(from, to, wafer_ports), group = port / globals;
        return group * group_nodes() + chiplet(group + port % globals);
    }
};

void check(const Parameters& p) {
    if (p["l"] < 4 * p["k"] - 4) return;
    throw InputError("l = " + std::to_string(p["l"]) + " local ports of the " + std::to_string(4 * p["k"] - 4) +
                     " of a C-group of " + std::to_string(p["k"]) + " x " + std::to_string(p["k"]) + ", need 1 to " +
                     std::to_string(4 * p["k"] - 5));
}

std::uint64_t nodes(const Parameters& p) {
    const Shape s(p);
    return checked_mul(s.wafers, s.wafer_nodes(), "nodes");
}
std::uint64_t links(const Parameters& p) {
    const Shape s(p);
    const std::uint64_t of_wafer = s.groups * 2 * s.k * (s.k - 1) + s.groups * s.locals / 2;
    return checked_add(checked_mul(s.wafers, of_wafer, "links"), s.wafers * s.wafer_ports / 2, "links");
}

Network build(const Parameters& p) {
    const Shape s(p);
    LinkList list(links(p));
    for (std::uint64_t first = 0; first < nodes(p); first += s.group_nodes()) {
        for (std::uint64_t i = 0; i < s.group_nodes(); ++i) {
            if (i % s.k + 1 < s.k) list.join(first + i, first + i + 1, 1, 0);
            if (i / s.k + 1 < s.k) list.join(first + i, first + i + s.k, 1, 1);
        }
    }
    for (std::uint64_t first = 0; first < nodes(p); first += s.wafer_nodes()) {
        for (std::uint64_t from = 0; from < s.groups; ++from) {
            for (std::uint64_t to = from + 1; to < s.groups; ++to)
                list.join(first + s.local_end(from, to), first + s.local_end(to, from), 2, 0);
        }
    }
    for (std::uint64_t from = 0; from < s.wafers; ++from) {
        for (std::uint64_t to = from + 1; to < s.wafers; ++to)
            list.join(from * s.wafer_nodes() + s.global_end(from, to), to * s.wafer_nodes() + s.global_end(to, from), 3,
                      0);
    }
    const auto digit = [](std::uint64_t x) { return static_cast<std::uint32_t>(x); };
    Network network = flat_network(
        nodes(p), std::move(list),
        AddressScheme(AddressScheme::Radices{{digit(s.wafers)}, {digit(s.groups)}, {digit(s.k), digit(s.k)}}));
    network.level_sizes = {digit(s.group_nodes()), digit(s.wafer_nodes()), digit(nodes(p))};
    return network;
}

// Over the one link between two W-groups and the one between two C-groups, in dimension order within a C-group.
class LocalGlobalLocal final : public Routing {
public:
    // `by_group`: a virtual channel more in every C-group that the message comes to. Else as CNSim: the second one from
    // the global link on, and on all the way within a W-group.
    LocalGlobalLocal(const Network& network, bool by_group)
        : graph_(network.graph), shape_(network.parameters), by_group_(by_group) {
        const std::size_t classes = by_group ? 4 : 2;
        for (std::size_t k = 0; k < classes; ++k) vcs_[k] = every_nth_vc(classes, k);
    }

    [[nodiscard]] std::uint32_t start(Node source, Node destination) const override {
        return !by_group_ && source / shape_.wafer_nodes() == destination / shape_.wafer_nodes() ? 1 : 0;
    }
    // The state is the class of the virtual channels.
    void next(const Head& at, Node destination, std::vector<Hop>& hops) const override {
        if (at.node == destination) return;
        const std::uint64_t wafer = at.node / shape_.wafer_nodes(),
                            group = at.node % shape_.wafer_nodes() / shape_.group_nodes();
        const std::uint64_t to_wafer = destination / shape_.wafer_nodes();
        // Where the message leaves the W-group, or its destination.
        std::uint64_t there = destination;
        Node over = destination;  // the other end of the link that it leaves this C-group by
        if (wafer != to_wafer) {
            there = wafer * shape_.wafer_nodes() + shape_.global_end(wafer, to_wafer);
            over = static_cast<Node>(to_wafer * shape_.wafer_nodes() + shape_.global_end(to_wafer, wafer));
        }
        const std::uint64_t to_group = there % shape_.wafer_nodes() / shape_.group_nodes();
        if (group != to_group) {
            there = wafer * shape_.wafer_nodes() + shape_.local_end(group, to_group);
            over = static_cast<Node>(wafer * shape_.wafer_nodes() + shape_.local_end(to_group, group));
        }
        const bool leaves = at.node == there;
        const Node to = leaves ? over : within(at.node, static_cast<Node>(there));
        Hop hop;
        hop.channel = graph_.channel_between(at.node, to);
        hop.label = label_of(graph_, hop.channel);
        hop.state = leaves && (by_group_ || group == to_group) ? at.state + 1 : at.state;
        hop.vcs = vcs_[at.state];
        if (leaves && group == to_group) hop.label.phase = Phase::inter;
        hops.push_back(hop);
    }
    [[nodiscard]] bool looks_back() const override { return false; }

private:
    // The next chiplet of a C-group, x first.
    [[nodiscard]] Node within(Node at, Node there) const {
        const auto k = static_cast<Node>(shape_.k);
        if (at % k != there % k) return at % k < there % k ? at + 1 : at - 1;
        return at < there ? at + k : at - k;
    }

    Graph graph_;
    Shape shape_;
    bool by_group_;
    std::array<VcSet, 4> vcs_{};  // of every class
};

template <bool by_group> std::unique_ptr<Routing> local_global_local(const Network& network, const RoutingOptions&) {
    return std::make_unique<LocalGlobalLocal>(network, by_group);
}

constexpr RoutingSpec routings[] = {
    {"local-global-local",
     "the one link between W-groups, x before y in a C-group, a virtual channel more in every C-group",
     feng("minimal routing"), "any", local_global_local<true>, 4},
    {"local-global-local-2",
     "the same with two virtual channels as the authors' simulator has them, which can deadlock", feng("CNSim"), "any",
     local_global_local<false>, 2}};

constexpr ClosedForm closed_forms[] = {
    {Metric::nodes, feng("topology"), "k^2 (l + 1) ((l + 1)(4k - 4 - l) + 1)", false, "chiplets",
     [](const Parameters& p) -> Claim {
         const double k = number(p, "k"), l = number(p, "l");
         return k * k * (l + 1) * ((l + 1) * (4 * k - 4 - l) + 1);
     }},
    {Metric::links, own("those of a W-group and half its global ports, for every W-group"),
     "W ((l + 1)(2k (k - 1) + l/2) + (l + 1)(4k - 4 - l)/2), W = (l + 1)(4k - 4 - l) + 1", false, "", counted<links>},
    {Metric::routed_diameter_hops, own("four C-groups from corner to corner, three links between them"), "8k - 5",
     false, "", [](const Parameters& p) -> Claim { return 8 * number(p, "k") - 5; }},
    {Metric::degree_min, own("a corner and its port"), "3", false, "", fixed<3>},
    {Metric::degree_max, own("within a C-group"), "4", false, "k > 2",
     [](const Parameters& p) { return where(p["k"] != 2, 4); }}};

}  // namespace

extern constinit const Family switchless_dragonfly = {
    .name = "switchless-dragonfly",
    .title = "switch-less dragonfly",
    .source = feng("topology"),
    .parameters = parameters,
    .examples =
        words<"switchless-dragonfly:2,1 switchless-dragonfly:2,2 switchless-dragonfly:2,3 switchless-dragonfly:3,3">,
    .check = check,
    .nodes = nodes,
    .links = links,
    .build = build,
    .closed_forms = closed_forms,
    .routings = routings};

}  // namespace wafernet::family_list
