#include "wafernet/measure/routed.hpp"

#include <algorithm>
#include <iterator>
#include <memory>
#include <span>
#include <vector>

#include "base/parallel.hpp"
#include "base/wide.hpp"
#include "core/fits.hpp"
#include "routing/digraph.hpp"
#include "routing/shortest.hpp"
#include "routing/standpoints.hpp"
#include "routing/walk_everywhere.hpp"
#include "wafernet/measure/distances.hpp"
#include "wafernet/routing/route.hpp"
#include "wafernet/routing/route_table.hpp"
#include "wafernet/routing/vc_rules.hpp"

namespace wafernet {

namespace {

// Lengths of the paths from a standpoint on: the longest, and the expected one by the shares of the hops.
struct Length {
    std::uint32_t longest = 0;
    double expected = 0.0;
};

class PathLengths {
public:
    PathLengths(const Network& network, const Routing& routing)
        : network_(network),
          splits_(routing.adaptive()),
          any_(make_vc_rule("any", network, max_vcs)),
          at_(network, routing, any_, no_escape_) {}

    // Returns those from every source, in their order. Throws ComputationError where a path does not arrive.
    std::span<const Length> to(Node destination, std::span<const Node> sources) {
        at_.explore(destination, sources);
        Digraph steps;
        for (std::uint32_t i = 0; i < at_.size(); ++i) {
            for (const Step& step : followed(i)) steps.targets.push_back(step.to);
            steps.first.push_back(steps.targets.size());
        }
        const std::vector<std::uint32_t> order = topological_order(steps);
        if (order.size() < at_.size())
            throw ComputationError(network_.word + ": routes to node " + network_.addresses.print(destination) +
                                   " may go round in circles");
        lengths_.assign(at_.size(), {});
        for (auto i = order.rbegin(); i != order.rend(); ++i) {
            Length& here = lengths_[*i];
            double weighted = 0.0, shares = 0.0;
            for (const Step& step : followed(*i)) {
                here.longest = std::max(here.longest, lengths_[step.to].longest + 1);
                weighted += static_cast<double>(step.share) * (lengths_[step.to].expected + 1.0);
                shares += static_cast<double>(step.share);
            }
            if (shares > 0.0) here.expected = weighted / shares;
        }
        return std::span<const Length>(lengths_).first(sources.size());
    }

private:
    // Of one path a pair the first hop counts.
    [[nodiscard]] std::span<const Step> followed(std::uint32_t i) const {
        const std::span<const Step> all = at_.steps(i);
        return splits_ ? all : all.first(std::min<std::size_t>(all.size(), 1));
    }

    const Network& network_;
    bool splits_;
    VcRule any_;
    EscapeSubfunction no_escape_;
    Standpoints at_;
    std::vector<Length> lengths_;
};

std::vector<DestinationClass> destinations_of(const Routing& routing, const std::vector<Node>& terminals,
                                              bool exhaustive) {
    std::vector<DestinationClass> classes;
    if (!exhaustive) classes = routing.destination_classes();
    if (classes.empty()) {
        for (const Node v : terminals) classes.push_back({v, 1});
    }
    return classes;
}

// What says the digits by which paths are followed together; null where they are followed one by one.
const CorrectsDigits* digits_to_follow(const Network& network, const Routing& routing, std::size_t destinations,
                                       bool exhaustive) {
    return exhaustive ? nullptr : followed_by_digits(network, routing, destinations);
}

// A message from every node to every other one, by digits.
RoutedLengths lengths_by_digits(const Network& network, const Routing& routing, const DigitOrder& order,
                                unsigned threads) {
    struct Sums {
        double hops = 0.0;
        std::uint32_t longest = 0;
    };
    std::vector<Sums> sums(64);
    const std::uint64_t nodes = network.graph.nodes();
    follow_streams(network, routing, make_vc_rule("any", network, 64), order,
                   {.rates = std::vector<double>(nodes, 1.0), .blocks = sums.size(), .threads = threads},
                   [&](std::size_t block, const Walk& walk, const std::vector<Stream>& streams, double destinations) {
                       double hops = 0.0;
                       for (std::size_t p = 0; p < streams.size(); ++p) {
                           if (walk.moves(p).empty())
                               sums[block].longest = std::max(sums[block].longest, streams[p].hops);
                           else hops += streams[p].rate;
                       }
                       sums[block].hops += hops * destinations;
                   });
    RoutedLengths out{nodes * (nodes - 1), nodes, 0, 0.0};
    for (const Sums& s : sums) {
        out.sum += s.hops;
        out.longest = std::max(out.longest, s.longest);
    }
    return out;
}

struct ToDestination {
    std::uint32_t longest = 0;
    std::uint64_t hops = 0;  // deterministic routings: exact
    double expected = 0.0;
};

}  // namespace

RoutedLengths measure_routed(const Network& network, const Routing& routing, const RoutedOptions& options) {
    check_fits(network.graph, routing);
    const std::vector<Node> terminals = terminals_of(network);
    const std::vector<DestinationClass> classes = destinations_of(routing, terminals, options.exhaustive);
    if (const CorrectsDigits* digits = digits_to_follow(network, routing, classes.size(), options.exhaustive))
        return lengths_by_digits(network, routing, digits->digit_order(), options.threads);
    std::vector<ToDestination> results(classes.size());
    for_each_block_by(classes.size(), options.threads, [&](unsigned) {
        return [&, lengths = std::make_unique<PathLengths>(network, routing)](std::size_t i) mutable {
            const Node destination = classes[i].representative;
            std::vector<Node> sources;
            std::ranges::copy_if(terminals, std::back_inserter(sources),
                                 [&](Node s) { return s != destination && !leaves_out(network, s, destination); });
            ToDestination& to = results[i];
            const auto add = [&](std::uint32_t longest, double expected) {
                to.longest = std::max(to.longest, longest);
                to.hops += longest;
                to.expected += expected;
            };
            if (routing.weighs()) {  // straight, where queues are empty
                for (const Node s : sources) {
                    const std::size_t hops = route(network.graph, routing, s, destination).size() - 1;
                    add(static_cast<std::uint32_t>(hops), static_cast<double>(hops));
                }
            } else {
                for (const Length& l : lengths->to(destination, sources)) add(l.longest, l.expected);
            }
        };
    });
    RoutedLengths out;
    out.terminals = terminals.size();
    out.pairs = std::uint64_t{terminals.size()} * (terminals.size() - std::min<std::size_t>(1, terminals.size())) -
                (network.routes == nullptr ? 0 : network.routes->left_out());
    Wide hops = 0;
    for (std::size_t i = 0; i < classes.size(); ++i) {  // in order, so that the sum does not depend on the threads
        out.longest = std::max(out.longest, results[i].longest);
        hops += Wide{results[i].hops} * classes[i].weight;
        out.sum += results[i].expected * static_cast<double>(classes[i].weight);
    }
    if (!routing.adaptive() || routing.weighs()) out.sum = static_cast<double>(hops);
    return out;
}

std::optional<RoutedLengths> shortest_lengths(const Network& network, const RoutingSpec& spec, RouteBy by,
                                              unsigned threads) {
    // Links of a family take different times only because of their wires, which no route goes by.
    const bool by_hops = by == RouteBy::hops || network.family != nullptr || network.channel_latency_cycles.empty();
    if (!is_minimal(spec) || !by_hops) return std::nullopt;
    check_for_tables(network, 1);
    const Distances distances = measure_terminal_distances(network, {threads, false, most_visits});
    const auto diameter = distances.diameter();
    if (!diameter) return std::nullopt;
    const std::uint64_t nodes = distances.nodes;
    return RoutedLengths{nodes * (nodes - 1), nodes, *diameter, static_cast<double>(distances.sum())};
}

std::uint64_t paths_to_follow(const Network& network, const Routing& routing, const RoutedOptions& options) {
    const std::uint64_t terminals = network.terminals.empty() ? network.graph.nodes() : network.terminals.size();
    std::uint64_t destinations = options.exhaustive ? 0 : routing.destination_classes().size();
    if (destinations == 0) destinations = terminals;
    if (const CorrectsDigits* digits = digits_to_follow(network, routing, destinations, options.exhaustive))
        return streams_to_follow(digits->digit_order());
    return terminals * destinations;
}

}  // namespace wafernet
