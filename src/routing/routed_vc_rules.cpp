// Virtual channels by a routing's routes, for any network: by the number of the hop, or a layer for every pair.
#include <algorithm>
#include <bit>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/activity.hpp"
#include "core/breadth_first.hpp"
#include "layers.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/routing/vc_rules.hpp"
#include "walk.hpp"

namespace wafernet {

namespace {

const VcRuleInfo routed[] = {
    {"hop",
     "virtual channel by the number of the hop: any routes, as many as the longest has hops between routers",
     {"wafernet", "Gunther 1981"}},
    {"layers",
     "every pair in a layer of virtual channels without cycles, by the better of LASH's and DFSSSP's orders",
     {"wafernet", "Skeie et al. 2002"}},
    {"datelines",
     "the next class of virtual channels wherever a route turns back in an order of the nodes, the best order found",
     {"wafernet", "Dally and Seitz 1987"}},
};

VcRule begun(std::string_view name, int vcs) {
    const VcRuleInfo& info = *std::ranges::find_if(routed, [&](const VcRuleInfo& i) { return i.name == name; });
    VcRule rule;
    rule.name = info.name;
    rule.title = info.title;
    rule.source = info.source;
    rule.vcs = vcs;
    rule.permitted = [all = first_vcs(vcs)](const HopLabel&, int) { return all; };  // a routing may name its class
    return rule;
}

int vcs_for(std::string_view rule, int classes, const Network& network, int vcs, int least) {
    const auto needs = [&] {
        return "VC rule '" + std::string(rule) + "' needs " + std::to_string(classes) + " virtual channels on " +
               network.word;
    };
    if (classes > max_vcs) throw InputError(needs() + ", at most " + std::to_string(max_vcs) + " are possible");
    if (vcs != 0 && vcs < classes) throw InputError(needs() + ", there are only " + std::to_string(vcs));
    return vcs != 0 ? vcs : std::max(classes, least);
}

// Whether messages come and go over links of their own, which lead to a router each.
bool has_hosts(const Network& network) { return !network.router_of_terminal.empty(); }

// What each hop of a route weighs after the one before, no_channel for the first.
using HopWeight = std::function<int(Channel before, Channel channel)>;

// The weight of the heaviest route to the destinations; `enough` where one weighs as much or more.
int heaviest_route(const Network& network, const Routing& routing, std::span<const Node> destinations,
                   std::string_view vc_rule, const HopWeight& weigh, int enough = std::numeric_limits<int>::max()) {
    const VcRule any = make_vc_rule("any", network, max_vcs);
    Walk walk(network, routing, any);
    std::vector<int> weight;
    int heaviest = 0;
    Activity activity("looking for the longest route", destinations.size());
    for (const Node destination : destinations) {
        activity.one_more();
        walk.explore(destination);
        const std::vector<Place>& places = walk.places();
        const std::vector<std::uint32_t>& order = walk.order();
        if (order.empty() && !places.empty())
            throw InputError("VC rule '" + std::string(vc_rule) + "' on " + network.word + ": messages to node " +
                             network.addresses.print(destination) +
                             " may go round in circles, need a routing whose routes end");
        weight.assign(places.size(), 0);
        for (const std::uint32_t p : order) {
            for (const Move& move : walk.moves(p)) {
                const int more = weight[p] + weigh(places[p].channel, places[move.to].channel);
                heaviest = std::max(heaviest, weight[move.to] = std::max(weight[move.to], more));
            }
        }
        if (heaviest >= enough) return enough;
    }
    return heaviest;
}

int longest_route(const Network& network, const Routing& routing) {
    std::vector<Node> destinations;
    if (network.terminals.empty()) {
        for (const DestinationClass& d : routing.destination_classes()) destinations.push_back(d.representative);
    }
    if (destinations.empty()) destinations = terminals_of(network);
    return std::max(1, heaviest_route(network, routing, destinations, "hop", [](Channel, Channel) { return 1; }));
}

// Hops of a route that need a class of their own. Nothing waits for a link into the network and none out of it waits:
// messages come by that of the last hop, and leave by that of any.
int classes_by_hop(const Network& network, int longest_hops) {
    return std::max(longest_hops - (has_hosts(network) ? 2 : 0), 1);
}

RuledRouting by_hop(std::unique_ptr<Routing> routing, const Network& network, int vcs, int least) {
    const int longest = longest_route(network, *routing), classes = classes_by_hop(network, longest);
    VcRule rule = begun("hop", vcs_by_hop(network, longest, vcs, least));
    const std::vector<VcSet> sets = vcs_of_classes(classes, rule.vcs, ExtraVcs::spread, 0);
    const bool hosts = has_hosts(network);
    // Class of the hop that follows one on a virtual channel; the first, a source.
    std::vector<int> next(static_cast<std::size_t>(rule.vcs) + 1, hosts ? classes - 1 : 0);
    for (int k = 0; k < classes; ++k) {
        for (VcSet left = sets[static_cast<std::size_t>(k)]; left != 0; left &= left - 1)
            next[static_cast<std::size_t>(std::countr_zero(left)) + 1] = hosts ? (k + 1) % classes : k + 1;
    }
    rule.sees_arriving = true;
    rule.permitted = [sets, next](const HopLabel&, int arriving) -> VcSet {
        const auto k = static_cast<std::size_t>(next.at(arriving + 1));
        return k < sets.size() ? sets[k] : 0;
    };
    return {std::move(routing), std::move(rule)};
}

// Carries its class in the header, as the remainder of its state.
class Classed final : public Routing {
public:
    // `first`: the class of a pair, 0 where it is empty. `more`: the classes that a hop goes on, as HopWeight.
    Classed(std::unique_ptr<Routing> inner, std::string rule, int classes,
            std::function<std::uint32_t(Node, Node)> first, HopWeight more)
        : inner_(std::move(inner)),
          rule_(std::move(rule)),
          count_(static_cast<std::uint32_t>(classes)),
          first_(std::move(first)),
          more_(std::move(more)) {
        for (std::uint32_t k = 0; k < count_; ++k) vcs_.push_back(every_nth_vc(count_, k));
    }

    [[nodiscard]] std::uint32_t start(Node source, Node destination) const override {
        return with(inner_->start(source, destination), first_ ? first_(source, destination) : 0);
    }
    void next(const Head& at, Node destination, std::vector<Hop>& hops) const override {
        const std::size_t begin = hops.size();
        inner_->next({at.node, at.arrived_by, at.state / count_}, destination, hops);
        for (std::size_t i = begin; i < hops.size(); ++i) {
            Hop& hop = hops[i];
            const std::uint32_t k =
                at.state % count_ + static_cast<std::uint32_t>(more_ ? more_(at.arrived_by, hop.channel) : 0);
            hop.state = with(hop.state, k);
            hop.vcs &= vcs_[k];
        }
    }
    [[nodiscard]] bool adaptive() const override { return inner_->adaptive(); }
    [[nodiscard]] Draws draws() const override { return inner_->draws(); }
    [[nodiscard]] bool looks_back() const override { return more_ || inner_->looks_back(); }

private:
    [[nodiscard]] std::uint32_t with(std::uint32_t state, std::uint32_t k) const {
        if (state > (0xFFFFFFFFU - k) / count_)
            throw InputError("VC rule '" + rule_ + "' with a routing whose header has no room for the class");
        return state * count_ + k;
    }

    std::unique_ptr<Routing> inner_;
    std::string rule_;
    std::uint32_t count_;
    std::function<std::uint32_t(Node, Node)> first_;
    HopWeight more_;
    std::vector<VcSet> vcs_;  // of every class
};

// Where a route goes on to the next class: where it turns in an order of the nodes, from up to down or the other way.
// Routes in one class first fall and then rise in the order (or rise, then fall), so the class has no cycle, as
// up*/down* has none; and classes only grow. A ring in its own order turns once: the dateline of Dally and Seitz.
struct Turns {
    enum class Way : std::uint8_t { to_host, up, down };  // to_host: a link of a host, which no cycle passes
    std::vector<Way> ways;                                // of every channel
    bool at_top = true;                                   // a turn from up to down counts, else one from down to up

    [[nodiscard]] int operator()(Channel before, Channel channel) const {
        if (before == no_channel) return 0;
        return ways[before] == (at_top ? Way::up : Way::down) && ways[channel] == (at_top ? Way::down : Way::up) ? 1
                                                                                                                 : 0;
    }
};

// The turns that the routes make least often one after the other, of some orders: the nodes' own and those of searches
// from nodes spread over the network.
std::pair<Turns, int> fewest_turns(const Network& network, const Routing& routing) {
    const Graph& graph = network.graph;
    const std::vector<Node> destinations = terminals_of(network);
    constexpr Node small = 300, few = 4, many = 24;
    std::vector<bool> host(graph.nodes(), false);
    for (const Node v : network.terminals) host[v] = has_hosts(network);
    const Node orders = std::min(graph.nodes(), graph.nodes() <= small ? many : few);
    std::pair<Turns, int> best{{}, max_vcs};
    for (Node k = 0; k <= orders && best.second > 0; ++k) {
        std::vector<std::uint32_t> depth(graph.nodes(), 0);
        if (k > 0) depth = hops_to(graph, static_cast<Node>(std::uint64_t{k - 1} * graph.nodes() / orders));
        Turns turns{std::vector<Turns::Way>(graph.channels(), Turns::Way::to_host)};
        for (Channel c = 0; c < graph.channels(); ++c) {
            const Node a = graph.source(c), b = graph.target(c);
            if (host[a] || host[b]) continue;
            turns.ways[c] = std::pair(depth[a], a) < std::pair(depth[b], b) ? Turns::Way::up : Turns::Way::down;
        }
        for (const bool at_top : {true, false}) {
            turns.at_top = at_top;
            const int most = heaviest_route(network, routing, destinations, "datelines", turns, best.second);
            if (most < best.second) best = {turns, most};
        }
    }
    return best;
}

RuledRouting by_datelines(std::unique_ptr<Routing> routing, const Network& network, int vcs, int least) {
    auto [turns, most] = fewest_turns(network, *routing);
    VcRule rule = begun("datelines", vcs_for("datelines", most + 1, network, vcs, least));
    auto classed = std::make_unique<Classed>(std::move(routing), rule.name, most + 1, nullptr, std::move(turns));
    classed->made_for(network.graph);
    return {std::move(classed), std::move(rule)};
}

}  // namespace

std::span<const VcRuleInfo> routed_vc_rules() { return routed; }

bool is_routed_vc_rule(std::string_view name) {
    return std::ranges::any_of(routed, [&](const VcRuleInfo& info) { return info.name == name; });
}

int vcs_by_hop(const Network& network, int longest_hops, int vcs, int least) {
    return vcs_for("hop", classes_by_hop(network, longest_hops), network, vcs, least);
}

RuledRouting in_layers(std::unique_ptr<Routing> routing, const Network& network, const PairRoutes& routes,
                       const Layers& layers, int vcs, int least) {
    VcRule rule = begun("layers", vcs_for("layers", layers.count, network, vcs, least));
    const std::size_t nodes = network.graph.nodes();
    std::vector<std::uint8_t> layer(nodes * nodes, 0);
    for (std::size_t p = 0; p < routes.pairs(); ++p)
        layer[routes.source[p] * nodes + routes.destination[p]] = layers.of_pair[p];
    auto of_pair = [nodes, layer = std::move(layer)](Node s, Node d) { return layer[s * nodes + d]; };
    auto classed = std::make_unique<Classed>(std::move(routing), rule.name, layers.count, std::move(of_pair), nullptr);
    classed->made_for(network.graph);
    return {std::move(classed), std::move(rule)};
}

RuledRouting with_vc_rule(std::unique_ptr<Routing> routing, std::string_view name, const Network& network, int vcs,
                          int least) {
    if (routing == nullptr) throw InputError("a VC rule for no routing, need one of make_routing");
    if (vcs < 0 || vcs > max_vcs)
        throw InputError(std::to_string(vcs) + " virtual channels, need from 1 to " + std::to_string(max_vcs));
    if (name == "hop") return by_hop(std::move(routing), network, vcs, least);
    if (name == "layers") {
        const PairRoutes routes = pair_routes(network, *routing);
        return in_layers(std::move(routing), network, routes, find_layers(network, routes), vcs, least);
    }
    if (name == "datelines") return by_datelines(std::move(routing), network, vcs, least);
    VcRule rule = make_vc_rule(name, network, vcs);
    if (vcs == 0 && rule.vcs < least) rule = make_vc_rule(name, network, least);
    return {std::move(routing), std::move(rule)};
}

}  // namespace wafernet
