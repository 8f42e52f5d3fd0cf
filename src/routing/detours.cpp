// The family's own routing on what faults leave: messages that meet no fault go as before, the others go round on
// up*/down* paths with a virtual channel of their own.
#include "detours.hpp"

#include <optional>
#include <vector>

#include "shortest.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/core/faults.hpp"
#include "wafernet/routing/routings.hpp"
#include "wafernet/routing/vc_rules.hpp"
#include "walk.hpp"

namespace wafernet {

namespace {

// The VC rule of the family's routing; nothing where it goes by more than a hop: by all routes, or by the virtual
// channel that a message comes on.
std::optional<VcRule> rule_before(const Network& whole, const RoutingSpec& spec) {
    if (is_routed_vc_rule(spec.default_vc_rule)) return std::nullopt;
    VcRule rule = make_vc_rule(spec.default_vc_rule, whole, 0);
    if (rule.vcs < spec.least_vcs) rule = make_vc_rule(spec.default_vc_rule, whole, spec.least_vcs);
    if (rule.sees_arriving) return std::nullopt;
    return rule;
}

// Own messages and detours share no virtual channel, so neither waits for the other.
class Detours final : public Routing {
public:
    Detours(const Network& left, const RoutingOptions& options)
        : before_(left.before_faults),
          left_(before_->whole.graph.channels(), no_channel),
          nodes_(left.graph.nodes()),
          goes_round_(std::size_t{nodes_} * nodes_, false),
          round_(up_down_routing(left, false)) {
        const Network& whole = before_->whole;
        const RoutingSpec spec = find_routing("", whole);
        own_ = spec.make(whole, options);
        own_->made_for(whole.graph);
        rule_ = rule_before(whole, spec).value();
        for (Channel c = 0; c < before_->channel.size(); ++c)
            if (left.graph.exists(c)) left_[before_->channel[c]] = c;
        mark_detours(left);
    }

    // Bit 0 says that the message goes round.
    [[nodiscard]] std::uint32_t start(Node source, Node destination) const override {
        const bool round = goes_round_[std::size_t{destination} * nodes_ + source];
        const std::uint32_t state =
            round ? round_->start(source, destination) : own_->start(before_->node[source], before_->node[destination]);
        return with(state, round);
    }

    void next(const Head& at, Node destination, std::vector<Hop>& hops) const override {
        const bool round = (at.state & 1U) != 0;
        const std::size_t begin = hops.size();
        if (round) round_->next({at.node, at.arrived_by, at.state >> 1U}, destination, hops);
        else {
            const Channel by = at.arrived_by == no_channel ? no_channel : before_->channel[at.arrived_by];
            own_->next({before_->node[at.node], by, at.state >> 1U}, before_->node[destination], hops);
        }
        for (std::size_t i = begin; i < hops.size(); ++i) {
            Hop& hop = hops[i];
            hop.vcs &= round ? ~first_vcs(rule_.vcs) : rule_.permitted(hop.label, -1) & first_vcs(rule_.vcs);
            if (!round) hop.channel = left_[hop.channel];
            hop.state = with(hop.state, round);
        }
    }

    [[nodiscard]] bool adaptive() const override { return own_->adaptive(); }
    [[nodiscard]] Draws draws() const override { return own_->draws(); }
    [[nodiscard]] bool looks_back() const override { return own_->looks_back(); }

private:
    static std::uint32_t with(std::uint32_t state, bool round) {
        if (state >= 1U << 31U) throw InputError("detours with a routing whose header has no room for one bit more");
        return state << 1U | (round ? 1U : 0U);
    }

    // Messages of which some way meets a fault, from each place backwards to the sources.
    void mark_detours(const Network& left) {
        const VcRule any = make_vc_rule("any", before_->whole, max_vcs);
        Walk walk(before_->whole, *own_, any);
        const std::vector<Node> ends = terminals_of(left);
        std::vector<Node> sources;
        for (const Node v : ends) sources.push_back(before_->node[v]);
        for (const Node to : ends) {
            walk.explore(before_->node[to], sources);
            const std::vector<Place>& places = walk.places();
            std::vector<bool> meets(places.size(), false);
            const std::vector<std::uint32_t>& order = walk.order();
            if (order.empty() && !places.empty())
                throw InputError(before_->whole.word +
                                 ": messages may go round in circles, detours need routes that end");
            for (auto p = order.rbegin(); p != order.rend(); ++p) {
                for (const Move& move : walk.moves(*p))
                    meets[*p] = meets[*p] || meets[move.to] || left_[places[move.to].channel] == no_channel;
            }
            for (std::size_t s = 0, end = 0; s < walk.sources(); ++s) {
                while (sources[end] != places[s].node) ++end;
                goes_round_[std::size_t{to} * nodes_ + ends[end]] = meets[s];
            }
        }
    }

    std::shared_ptr<const BeforeFaults> before_;
    std::vector<Channel> left_;  // of every channel of the whole network; no_channel where it has failed
    Node nodes_;
    std::vector<bool> goes_round_;  // [destination][source]
    std::unique_ptr<Routing> own_, round_;
    VcRule rule_;
};

}  // namespace

int detour_vcs(const Network& network) {
    if (network.before_faults == nullptr || network.graph.directed()) return 0;
    const Network& whole = network.before_faults->whole;
    const std::optional<VcRule> rule = rule_before(whole, find_routing("", whole));
    return rule ? rule->vcs + 1 : 0;
}
bool has_detours(const Network& network) { return detour_vcs(network) > 0; }

std::unique_ptr<Routing> detour_routing(const Network& network, const RoutingOptions& options) {
    return std::make_unique<Detours>(network, options);
}

}  // namespace wafernet
