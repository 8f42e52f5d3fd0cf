#include "booksim_routers.hpp"

#include <algorithm>

namespace wafernet::booksim {

Network network_of(const Parts& parts) {
    const std::uint64_t terminals = parts.terminals.size();
    std::vector<LinkSpec> links;
    std::vector<std::string> labels;
    std::vector<std::uint32_t> cycles;
    std::vector<Node> routers;
    for (std::uint64_t t = 0; t < terminals; ++t) {
        routers.push_back(static_cast<Node>(terminals + parts.terminals[t].a));
        links.push_back({static_cast<Node>(t), routers.back()});
        cycles.insert(cycles.end(), 2, parts.terminals[t].cycles);
        labels.push_back("node" + std::to_string(t));
    }
    for (std::uint64_t r = 0; r < parts.routers; ++r) labels.push_back("router" + std::to_string(r));
    for (const Wire& w : parts.wires) {
        links.push_back({static_cast<Node>(terminals + w.a), static_cast<Node>(terminals + w.b)});
        cycles.insert(cycles.end(), 2, w.cycles);
    }
    const std::uint64_t nodes = labels.size();
    Network network = flat_network(nodes, std::move(links), AddressScheme::of_labels(std::move(labels)));
    if (std::any_of(cycles.begin(), cycles.end(), [](std::uint32_t c) { return c != 1; }))
        network.channel_latency_cycles = std::move(cycles);
    for (Node t = 0; t < terminals; ++t) network.terminals.push_back(t);
    network.router_of_terminal = std::move(routers);
    return network;
}

namespace {

class ByRouters final : public Routing {
public:
    ByRouters(const Network& network, bool adaptive, Step step)
        : graph_(network.graph), routers_(network.router_of_terminal), adaptive_(adaptive), step_(std::move(step)) {}

    void next(const Head& at, Node destination, std::vector<Hop>& hops) const override {
        if (at.node == destination) return;
        const auto terminals = static_cast<Node>(routers_.size());
        Hop hop;
        if (at.node < terminals) {
            hop.channel = 2 * at.node;
        } else if (routers_[destination] == at.node) {
            hop.channel = 2 * destination + 1;
        } else {
            std::vector<Next> next;
            const bool first = at.arrived_by == no_channel || graph_.source(at.arrived_by) < terminals;
            step_({at.node - terminals, routers_[destination] - terminals, first ? 0 : at.state, first}, next);
            for (const Next& n : next) {
                hop.channel = graph_.channel_between(at.node, static_cast<Node>(terminals + n.router));
                hop.vcs = n.vcs;
                hop.state = n.state;
                hops.push_back(hop);
            }
            return;
        }
        hops.push_back(hop);
    }
    [[nodiscard]] bool adaptive() const override { return adaptive_; }

private:
    Graph graph_;
    std::vector<Node> routers_;
    bool adaptive_;
    Step step_;
};

}  // namespace

std::unique_ptr<Routing> routing_by(const Network& network, bool adaptive, Step step) {
    return std::make_unique<ByRouters>(network, adaptive, std::move(step));
}

}  // namespace wafernet::booksim
