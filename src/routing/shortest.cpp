// Shortest paths on any graph: all of them, or one a pair.
#include "shortest.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/memory.hpp"
#include "core/breadth_first.hpp"
#include "lanes.hpp"
#include "path_table.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet {

HopLabel label_of(const Graph& graph, Channel channel) {
    const LinkLabel& link = graph.label(Graph::link(channel));
    HopLabel label;
    label.level = link.level;
    label.axis = link.axis;
    label.direction = static_cast<std::int8_t>(graph.direction(channel));
    label.phase = link.level > 1 ? Phase::inter : Phase::local;
    return label;
}

void check_for_tables(const Network& network, int tables) {
    const std::uint64_t nodes = network.graph.nodes();
    if (nodes * nodes * 2 * static_cast<std::uint64_t>(tables) > std::uint64_t{2} << 30U)
        throw InputError(network.word + ": shortest-path routing keeps a table of all pairs of " +
                         std::to_string(nodes) + " nodes, need at most 2 GiB of tables");
    check_memory(nodes * nodes * 2 * static_cast<std::uint64_t>(tables),
                 network.word + ": a table of the shortest paths between " + std::to_string(nodes) + " nodes",
                 "a smaller network or a routing of its family");
    if (nodes == 0) throw InputError("a routing of a network without nodes, need one that is built");
    const std::string first = network.addresses.print(0);
    const auto need_all = [&](const std::vector<std::uint32_t>& hops, const auto& complaint) {
        const auto lost = std::find(hops.begin(), hops.end(), unreached);
        if (lost == hops.end()) return;
        throw InputError(
            network.word + ": " + complaint("node " + network.addresses.print(static_cast<Node>(lost - hops.begin()))) +
            ", routing needs a " + (network.graph.directed() ? "strongly connected network" : "connected network"));
    };
    need_all(hops_from(network.graph, 0),
             [&](const std::string& lost) { return lost + " cannot be reached from node " + first; });
    if (network.graph.directed())
        need_all(hops_to(network.graph, 0),
                 [&](const std::string& lost) { return lost + " cannot reach node " + first; });
}

namespace {

// distance[d * nodes + v]: length of the shortest paths from v to d.
template <class Length> class AllShortest final : public Routing {
public:
    AllShortest(const Network& network, ChannelLengths lengths, bool first_only)
        : graph_(network.graph), lengths_(std::move(lengths)), first_only_(first_only) {
        const std::size_t nodes = graph_.nodes();
        distance_.reserve(nodes * nodes);
        std::vector<PathLength> row;
        std::vector<Node> order;
        for (Node d = 0; d < nodes; ++d) {
            lengths_to(graph_, lengths_, d, row, order);
            for (const PathLength length : row) distance_.push_back(static_cast<Length>(length));
        }
    }

    void next(const Head& at, Node destination, std::vector<Hop>& hops) const override {
        const Length* row = distance_.data() + std::size_t{destination} * graph_.nodes();
        for (const Channel c : graph_.out(at.node)) {
            if (row[graph_.target(c)] + lengths_[c] != row[at.node]) continue;
            Hop hop;
            hop.channel = c;
            hop.label = label_of(graph_, c);
            hops.push_back(hop);
            if (first_only_) return;
        }
    }

    [[nodiscard]] bool adaptive() const override { return !first_only_; }
    [[nodiscard]] bool looks_back() const override { return false; }

private:
    Graph graph_;
    ChannelLengths lengths_;
    std::vector<Length> distance_;
    bool first_only_;
};

std::unique_ptr<Routing> all_or_first(const Network& network, RouteBy by, bool first_only) {
    ChannelLengths lengths(network, by);
    check_for_tables(network, lengths.alike() ? 1 : 4);
    if (lengths.alike()) return std::make_unique<AllShortest<std::uint16_t>>(network, std::move(lengths), first_only);
    return std::make_unique<AllShortest<PathLength>>(network, std::move(lengths), first_only);
}

// One way out of every node for every destination. Over parallel links messages go by source and destination, as if
// dealt out.
class OnePath final : public Routing {
public:
    OnePath(const Network& network, const ChannelLengths& lengths, bool spread)
        : graph_(network.graph),
          ranks_(ranks_by_name(network)),
          ways_(graph_, lengths, ranks_),
          table_(spread ? spread_paths(network, lengths, ways_, ranks_) : single_paths(graph_, ways_, ranks_)) {
        constexpr std::uint32_t most_states = 64;  // each is one more for whoever follows all messages
        std::uint32_t states = 1;
        for (const Way& w : ways_.ways) {
            if (spread && std::lcm(states, w.count) <= most_states) states = std::lcm(states, w.count);
        }
        lanes_ = Lanes(network, states, graph_.nodes(), ranks_, [&](Node v, Node to, const Lanes::Visit& visit) {
            while (v != to) {
                const Way& way = way_to(v, to);
                if (way.count > 1) visit(v, std::span(ways_.channels).subspan(way.first, way.count));
                v = way.target;
            }
        });
    }

    [[nodiscard]] std::uint32_t start(Node source, Node) const override { return lanes_.state(source); }

    void next(const Head& at, Node destination, std::vector<Hop>& hops) const override {
        if (at.node == destination) return;
        const Way& way = way_to(at.node, destination);
        Hop hop;
        hop.channel = ways_.channels[way.first + lanes_.lane(at.state, destination, at.node, way.count)];
        hop.state = at.state;
        hop.label = label_of(graph_, hop.channel);
        hops.push_back(hop);
    }

    [[nodiscard]] bool looks_back() const override { return false; }

private:
    Graph graph_;
    [[nodiscard]] const Way& way_to(Node from, Node destination) const {
        return ways_.ways[ways_.first[from] + table_[std::size_t{destination} * graph_.nodes() + from]];
    }

    std::vector<Node> ranks_;
    Ways ways_;
    PathTable table_;
    Lanes lanes_;
};

}  // namespace

std::unique_ptr<Routing> all_shortest_paths(const Network& network, RouteBy by) {
    return all_or_first(network, by, false);
}

std::unique_ptr<Routing> one_shortest_path(const Network& network, RouteBy by, Spread spread) {
    const bool own_graph = network.family == nullptr;
    if (spread == Spread::automatic)
        spread = own_graph || network.family->routings.empty() ? Spread::destination : Spread::none;
    if (spread == Spread::none && !own_graph) return all_or_first(network, by, true);
    check_for_tables(network, 1);
    return std::make_unique<OnePath>(network, ChannelLengths(network, by), spread == Spread::destination);
}

std::unique_ptr<Routing> minimal(const Network& network, const RoutingOptions& options) {
    return one_shortest_path(network, options.route_by, options.spread);
}

std::unique_ptr<Routing> minimal_by_destination(const Network& network, const RoutingOptions& options) {
    const Spread spread = options.spread == Spread::automatic ? Spread::destination : options.spread;
    return one_shortest_path(network, options.route_by, spread);
}

bool is_minimal(const RoutingSpec& spec) { return spec.make == minimal || spec.make == minimal_by_destination; }

}  // namespace wafernet
