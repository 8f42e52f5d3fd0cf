// What is wrong with a table of routes, pair by pair.
#include <algorithm>

#include "base/activity.hpp"
#include "core/breadth_first.hpp"
#include "wafernet/routing/route_table.hpp"

namespace wafernet {

namespace {

// Follows all branches towards one destination; a place is a node, and the channel to it where rows go by inputs.
class Follower {
public:
    Follower(const Network& network, const RouteTable& table)
        : graph_(network.graph),
          table_(table),
          round_of_(graph_.nodes() + std::size_t{graph_.channels()}),
          found_(round_of_.size()) {}

    // From here on places are unknown again: for another destination, or another source where rows go by it.
    void begin(Node destination) { destination_ = destination, ++round_; }

    // The first fault on a branch, else `longer` with the hops of the longest one.
    RouteProblem follow(Node source) {
        if (round_of_[source] != round_) open(source, no_channel, source);
        while (!stack_.empty()) {
            const Frame top = stack_.back();
            RouteProblem& here = found_[top.place].problem;
            if (top.next == top.hops.size() || here.fault != RouteFault::longer) {
                found_[top.place].done = true;
                stack_.pop_back();
                continue;
            }
            const Hop& hop = top.hops[top.next];
            const Node to = hop.channel == no_such_link ? 0 : graph_.target(hop.channel);
            const std::size_t place =
                table_.by_input() && hop.channel != no_such_link ? std::size_t{graph_.nodes()} + hop.channel : to;
            if (hop.channel == no_such_link) here = {RouteFault::no_link, 0, destination_, top.node, hop.state};
            else if (to == destination_) here.hops = std::max(here.hops, 1U);
            else if (round_of_[place] != round_) {
                open(to, hop.channel, source);  // and comes back to this hop
                continue;
            } else if (!found_[place].done) here = {RouteFault::loop, 0, destination_, to};
            else if (found_[place].problem.fault != RouteFault::longer) here = found_[place].problem;
            else here.hops = std::max(here.hops, found_[place].problem.hops + 1);
            ++stack_.back().next;
        }
        return found_[source].problem;
    }

private:
    struct Frame {
        std::size_t place;
        Node node;
        std::span<const Hop> hops;
        std::size_t next = 0;
    };
    struct Found {
        RouteProblem problem;
        bool done = false;
    };

    void open(Node node, Channel by, Node source) {
        const std::size_t place = table_.by_input() && by != no_channel ? std::size_t{graph_.nodes()} + by : node;
        const std::span<const Hop> hops = table_.hops(node, source, by, destination_);
        round_of_[place] = round_;
        found_[place] = {{hops.empty() ? RouteFault::no_route : RouteFault::longer, 0, destination_, node}};
        stack_.push_back({place, node, hops});
    }

    const Graph& graph_;
    const RouteTable& table_;
    Node destination_ = 0;
    std::uint32_t round_ = 0;
    std::vector<std::uint32_t> round_of_;
    std::vector<Found> found_;
    std::vector<Frame> stack_;
};

}  // namespace

bool check_routes(const Network& network, const RouteTable& table,
                  const std::function<void(const RouteProblem&)>& see) {
    const std::vector<Node> terminals = terminals_of(network);
    if (std::uint64_t{terminals.size()} * terminals.size() > std::uint64_t{1} << 26U) return false;
    Follower follower(network, table);
    Activity activity("checking routes", terminals.size());
    for (const Node destination : terminals) {
        activity.one_more();
        const std::vector<std::uint32_t> least = hops_to(network.graph, destination);
        follower.begin(destination);
        for (const Node source : terminals) {
            if (source == destination) continue;
            if (table.by_source()) follower.begin(destination);
            RouteProblem problem = follower.follow(source);
            problem.source = source, problem.least = least[source];
            if (problem.fault == RouteFault::no_route && problem.at != source) problem.fault = RouteFault::dead_end;
            if (problem.fault != RouteFault::longer || problem.hops > problem.least) see(problem);
        }
    }
    return true;
}

}  // namespace wafernet
