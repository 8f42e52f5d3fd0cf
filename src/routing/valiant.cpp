// Valiant's routing [valiant1981]: to a node drawn at random, each as likely as the others, and from there to the
// destination, so that any traffic loads the channels as twice the uniform one does at most. Both ways are those of
// another routing, each on virtual channels of its own.
#include "valiant.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "wafernet/base/error.hpp"
#include "wafernet/core/family.hpp"
#include "wafernet/routing/vc_rules.hpp"

namespace wafernet {

namespace {

// A message that meets its destination on the first way stays there. Header: 0 until the node is drawn, then 1 + state
// of the inner routing * ways + way; the way is that to node i, or the second one.
class Valiant final : public Routing {
public:
    Valiant(const Network& network, std::unique_ptr<Routing> inner, std::optional<VcRule> rule, int least, Draws draws)
        : draws_(draws),
          inner_(std::move(inner)),
          rule_(std::move(rule)),
          second_(network.graph.nodes()),
          router_of_(second_) {
        for (Node v = 0; v < second_; ++v) router_of_[v] = v;
        for (Node t = 0; t < network.router_of_terminal.size(); ++t) router_of_[t] = network.router_of_terminal[t];
        std::vector<bool> drawn(second_, false);
        for (const Node t : terminals_of(network)) {  // of the terminals of a router one stands for all
            if (!drawn[router_of_[t]]) drawn_.push_back({t, 0.0F});
            drawn[router_of_[t]] = true;
        }
        for (Drawn& d : drawn_) {
            for (const Node t : terminals_of(network)) d.share += router_of_[t] == router_of_[d.node] ? 1.0F : 0.0F;
        }
        if (!rule_) return;
        if (rule_->sees_arriving) throw std::logic_error("the VC rule of a way must not look at the arriving VC");
        classes_ = std::max(rule_->vcs, least);
        vcs_of_.assign(2 * static_cast<std::size_t>(classes_), 0);
        for (std::size_t k = 0; k < vcs_of_.size(); ++k) vcs_of_[k] = every_nth_vc(vcs_of_.size(), k);
    }

    void next(const Head& at, Node destination, std::vector<Hop>& hops) const override {
        if (at.node == destination) return;
        if (router_of_[destination] == at.node) return go(from(at.node, destination), second_, destination, 1.0F, hops);
        if (at.state != 0) {
            const std::uint32_t ways = second_ + 1;
            const Node way = (at.state - 1) % ways;
            if (way == second_ || router_of_[way] != at.node)
                return go({at.node, at.arrived_by, (at.state - 1) / ways}, way, destination, 1.0F, hops);
            return go(from(at.node, destination), second_, destination, 1.0F, hops);
        }
        if (router_of_[at.node] != at.node) {  // a terminal: its router draws
            const std::size_t begin = hops.size();
            inner_->next(from(at.node, destination), destination, hops);
            for (std::size_t i = begin; i < hops.size(); ++i) hops[i].state = 0;
            return;
        }
        const auto here = [&](const Drawn& d) { return router_of_[d.node] == at.node; };
        const float share = std::find_if(drawn_.begin(), drawn_.end(), here)->share;
        go(from(at.node, destination), second_, destination, share, hops);  // first: straight on
        for (const Drawn& d : drawn_) {
            if (here(d)) continue;
            const std::size_t begin = hops.size();
            go(from(at.node, d.node), d.node, destination, d.share, hops);
            for (std::size_t i = begin; i < hops.size(); ++i) hops[i].detour = true;
        }
    }

    [[nodiscard]] bool adaptive() const override { return true; }
    [[nodiscard]] Draws draws() const override { return draws_; }
    [[nodiscard]] bool looks_back() const override { return inner_->looks_back(); }

private:
    struct Drawn {
        Node node;
        float share;
    };

    [[nodiscard]] Head from(Node node, Node to) const { return {node, no_channel, inner_->start(node, to)}; }

    // The hops of the inner routing on the way, `share` all together.
    void go(const Head& head, Node way, Node destination, float share, std::vector<Hop>& hops) const {
        const std::size_t begin = hops.size();
        inner_->next(head, way == second_ ? destination : way, hops);
        float all = 0.0F;
        for (std::size_t i = begin; i < hops.size(); ++i) all += hops[i].share;
        for (std::size_t i = begin; i < hops.size(); ++i) {
            Hop& hop = hops[i];
            hop.share *= share / all;
            if (hop.state > (0xFFFFFFFEU - way) / (second_ + 1))
                throw InputError("routing 'valiant' over a routing whose header has no room for a node, need another");
            hop.state = 1 + hop.state * (second_ + 1) + way;
            if (!rule_) continue;
            VcSet set = hop.vcs & rule_->permitted(hop.label, -1) & first_vcs(classes_);
            hop.vcs = 0;
            for (; set != 0; set &= set - 1)
                hop.vcs |= vcs_of_[static_cast<std::size_t>(std::countr_zero(set)) + (way == second_ ? classes_ : 0)];
        }
    }

    Draws draws_;
    std::unique_ptr<Routing> inner_;
    std::optional<VcRule> rule_;
    Node second_;                  // the number of the second way
    std::vector<Node> router_of_;  // of every node: itself, or the router that it is a terminal of
    std::vector<Drawn> drawn_;
    int classes_ = 1;            // of virtual channels, for each way
    std::vector<VcSet> vcs_of_;  // of every class, the second way's behind the first one's
};

}  // namespace

RoutingSpec valiant_spec(RoutingSpec inner, const Network& network) {
    if (is_routed_vc_rule(inner.default_vc_rule)) return inner;
    inner.least_vcs = 2 * std::max(inner.least_vcs, make_vc_rule(inner.default_vc_rule, network).vcs);
    inner.default_vc_rule = "any";
    return inner;
}

std::unique_ptr<Routing> valiant_routing(const Network& network, std::unique_ptr<Routing> inner,
                                         const RoutingSpec& spec, Draws draws) {
    std::optional<VcRule> rule;
    if (!is_routed_vc_rule(spec.default_vc_rule))
        rule = make_vc_rule(spec.default_vc_rule, network, spec.default_vc_rule == "any" ? spec.least_vcs : 0);
    return std::make_unique<Valiant>(network, std::move(inner), std::move(rule), spec.least_vcs, draws);
}

}  // namespace wafernet
