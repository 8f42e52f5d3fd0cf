// Express cube: a mesh with an interchange after every i nodes of every row, and express channels that join one
// interchange to the next past the nodes between them [dally1991]. Nodes as in the mesh, then the interchanges, the
// rows of x first. The one level of express channels, no rings.
#include "shared/axis_channels.hpp"
#include "shared/claims.hpp"
#include "shared/grid.hpp"

namespace wafernet::family_list {

namespace {

constexpr Source dally(std::string_view place) { return {"dally1991", place}; }

constexpr ParameterSpec parameters[] = {
    {"extents", "nodes along each axis, as in 8x8x8", 1, 0xFFFFFFFFU, ParameterKind::extents, {}},
    {.name = "i", .meaning = "nodes between two interchanges, a divisor of all extents", .least = 1}};

void check(const Parameters& p) {
    check_grid(p.extents("extents"));
    for (const std::uint64_t k : p.extents("extents")) {
        if (k % p["i"] != 0)
            throw InputError("i = " + std::to_string(p["i"]) + ", must divide the extent " + std::to_string(k));
    }
}

std::uint64_t senders(const Parameters& p) { return grid_nodes(p.extents("extents")); }
// Sum over the axes of a number that depends on the nodes of a row and its blocks of i nodes.
template <class Number, class Term> Number over_axes(const Parameters& p, Term term) {
    Number sum = 0;
    for (const std::uint64_t k : p.extents("extents"))
        sum += term(static_cast<Number>(k), static_cast<Number>(k / p["i"]));
    return sum;
}
std::uint64_t nodes(const Parameters& p) {
    const std::uint64_t n = senders(p);
    checked_mul(n, 2 * p.extents("extents").size() + 1, "nodes");  // more than there are nodes or links
    return n + over_axes<std::uint64_t>(p, [n](auto k, auto blocks) { return n / k * (blocks - 1); });
}
std::uint64_t links(const Parameters& p) {
    return over_axes<std::uint64_t>(
        p, [n = senders(p)](auto k, auto blocks) { return n / k * (k + blocks - 2 + (blocks > 2 ? blocks - 2 : 0)); });
}

Network build(const Parameters& p) {
    const auto& extents = p.extents("extents");
    const std::uint64_t i = p["i"], first = senders(p);
    LinkList list(links(p));
    std::uint64_t stride = 1, interchange = first;
    for (std::size_t axis = 0; axis < extents.size(); ++axis) {
        const std::uint64_t k = extents[extents.size() - 1 - axis];
        for (std::uint64_t v = 0; v < first; ++v) {
            if (v / stride % k != 0) continue;
            std::vector<std::uint64_t> row;
            for (std::uint64_t digit = 0; digit < k; ++digit) {
                if (digit > 0 && digit % i == 0) row.push_back(interchange++);
                row.push_back(v + digit * stride);
            }
            for (std::size_t s = 0; s + 1 < row.size(); ++s) {
                list.join(row[s], row[s + 1], 1, axis);
                if (row[s] >= first && s + i + 1 < row.size())
                    list.join(row[s], row[s + i + 1], 2, extents.size() + axis);
            }
        }
        stride *= k;
    }
    Network network = flat_network(nodes(p), std::move(list), plain_numbers(nodes(p)));
    for (Node v = 0; v < first; ++v) network.terminals.push_back(v);
    return network;
}

// One axis after the other, x first, always towards the destination: from an interchange by the express channel unless
// it leads beyond.
class Dor final : public Routing {
public:
    explicit Dor(const Network& network)
        : graph_(network.graph),
          extents_(network.parameters.extents("extents").rbegin(), network.parameters.extents("extents").rend()),
          i_(network.parameters["i"]),
          first_(static_cast<Node>(network.terminals.size())),
          channels_(graph_, 2 * extents_.size()) {}

    void next(const Head& at, Node destination, std::vector<Hop>& hops) const override {
        const bool inside = at.node >= first_;
        std::uint64_t stride = 1;
        for (std::uint8_t a = 0; a < extents_.size(); stride *= extents_[a++]) {
            const Channel back = inside ? channels_.hop(at.node, a, false).channel : no_channel;
            if (inside && back == no_channel) continue;  // it lies on another axis
            const Node node = inside ? graph_.target(back) : at.node;
            const std::uint64_t from = node / stride % extents_[a], to = destination / stride % extents_[a];
            const std::uint64_t here = from + from / i_ + (inside ? 1 : 0), there = to + to / i_;  // places in the row
            if (here == there) continue;
            const auto axis = static_cast<std::uint8_t>(
                inside && (here < there ? there - here : here - there) > i_ ? extents_.size() + a : a);
            hops.push_back(channels_.hop(at.node, axis, here < there));
            return;
        }
    }
    [[nodiscard]] bool looks_back() const override { return false; }

private:
    Graph graph_;                         // whoever made the network may let it go
    std::vector<std::uint64_t> extents_;  // x first
    std::uint64_t i_;
    Node first_;             // interchange
    AxisChannels channels_;  // local ones by axis, then express ones
};
std::unique_ptr<Routing> dor(const Network& network, const RoutingOptions&) { return std::make_unique<Dor>(network); }

constexpr RoutingSpec routings[] = {
    {"dor", "dimension order, x first, by the express channels that do not lead beyond", dally("sec. II"), "any", dor}};

constexpr ClosedForm closed_forms[] = {
    {Metric::nodes, own("nodes and interchanges"), "N + sum N/k (k/i - 1)", false, "", counted<nodes>},
    {Metric::links, own("local and express channels"), "sum N/k (k + 2k/i - 4); N/k (k - 1) for k = i, N k for 2i",
     false, "", counted<links>},
    {Metric::routed_diameter_hops, own("i to an interchange, k/i - 2 express, i from one, on every axis"),
     "sum 2i + k/i - 2, i - 1 for k = i", false, "between nodes",
     [](const Parameters& p) -> Claim {
         return over_axes<double>(p, [](double k, double b) { return b > 1 ? 2 * k / b + b - 2 : k - 1; });
     }},
    {Metric::routed_avg_distance_hops, own("sum over all pairs, b = k/i blocks a row"),
     "N/(N - 1) sum [(i^2 - 1)/(3i) + i (b - 1) + (b^2 - 1)/3]/b", false, "between nodes",
     [](const Parameters& p) -> Claim {
         const double mean = over_axes<double>(p, [i = number(p, "i")](double, double b) {
             return ((i * i - 1) / (3 * i) + i * (b - 1) + (b * b - 1) / 3) / b;
         });
         return distinct(mean, static_cast<double>(senders(p)));
     }}};

}  // namespace

extern constinit const Family expresscube = {
    .name = "expresscube",
    .title = "express cube: a mesh with express channels past i nodes",
    .source = dally("sec. II"),
    .parameters = parameters,
    .examples = words<"expresscube:8x8,2 expresscube:16,4 expresscube:4x6,2 expresscube:4x4x4,2 expresscube:5x10,5 "
                      "expresscube:12x4,1">,
    .check = check,
    .nodes = nodes,
    .links = links,
    .build = build,
    .closed_forms = closed_forms,
    .routings = routings,
    .senders = senders};

}  // namespace wafernet::family_list
