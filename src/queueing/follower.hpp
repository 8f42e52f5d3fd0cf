// Messages on their ways, one destination or several at a time: what follow.cpp begins, follow_destinations.cpp leads
// from destination to destination, and destination_graph.cpp carries over the places to one of them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/activity.hpp"
#include "queueing/choices.hpp"
#include "queueing/destination_sets.hpp"
#include "queueing/follow.hpp"

namespace wafernet::queueing {

// A place on the way to one destination.
struct Vertex {
    std::uint32_t place = 0;  // a channel; channels + node: a message at its source, or all that go on alike from there
    std::uint32_t station = none;  // none: they come from several
    std::uint32_t state = 0;
    std::int16_t vc = -1;              // of the rule
    std::int8_t mark = 0;              // 0 new, 1 on the stack, 2 done
    std::uint32_t first = 0, end = 0;  // successors
    std::uint32_t choice = none;       // among them
    std::uint32_t before = none;       // vertex of the same place
    double flow = 0.0;
};

struct Successor {
    std::uint32_t vertex = 0;
    std::uint32_t passage = 0;
    double share = 1.0;
};

// Messages on the way to several destinations.
struct Bound {
    std::uint32_t place = 0, station = none, state = 0;  // of the vertex
    std::int16_t vc = -1;
    std::uint32_t steps = 1;  // stations passed, at most
    std::size_t first = 0;    // their flow by run in Follower::runs_
    std::uint32_t runs = 1;
    double share = 1.0;  // of that flow for each destination
};

class Follower {
public:
    Follower(const PlanCase& c, StationList& stations, Passages& passages, Ways& ways, std::span<const double> shares)
        : case_(c),
          graph_(c.graph),
          routing_(c.routing),
          traffic_(c.traffic),
          o_(c.options),
          stations_(stations),
          passages_(passages),
          ways_(ways),
          shares_(shares) {}

    /// Follows all messages; nothing where the VC rule does not share the symmetries of the case.
    std::optional<Followed> run();

private:
    using Senders = std::vector<std::vector<std::pair<Node, double>>>;

    // Calls `follow` with every source, each of its destinations and the messages per cycle from one to the other.
    template <class Follow>
    void each_pair(Follow follow) const {
        std::vector<Demand> row;
        Activity activity("following messages", graph_.nodes());
        for (Node s = 0; s < graph_.nodes(); ++s, activity.one_more()) {
            if (traffic_.rate(s) <= 0.0) continue;
            traffic_.row(s, row);
            for (const Demand& d : row) {
                if (d.share > 0.0) follow(s, d.destination, d.share / case_.flits);
            }
        }
    }

    // follow.cpp
    double alone(PortLinks links = {}) const;
    double alone(Node s, Node d, double rate);
    void follow_flows();
    double zero_load_by_pairs();
    void count_source(Node s, double rate) { passages_.count(passages_.number(none, stations_.injection(s)), 0, rate); }

    // follow_destinations.cpp
    void follow_destinations();
    [[nodiscard]] double sent_everywhere() const;
    bool gather(double everywhere, Senders& senders) const;
    void follow_digits(DigitOrder order, double others, double self);
    bool part(Node at, std::uint32_t set);
    void add_own(Node s, double rate);
    void add_source(Node s, Node d, double rate);

    // destination_graph.cpp
    void begin_destination();
    std::uint32_t vertex(std::uint32_t place, std::uint32_t station, std::uint32_t state, std::int16_t vc);
    void follow(std::uint32_t start, Node s, Node d);
    void open(std::uint32_t v, Node source, Node d);
    void order_ways(Channel by);
    std::uint32_t choice();
    void spread_flow();
    [[nodiscard]] Node node_at(std::uint32_t place) const {
        return place < graph_.channels() ? graph_.target(place) : case_.router(place - graph_.channels());
    }
    [[nodiscard]] Channel channel_of(std::uint32_t place) const {
        return place < graph_.channels() ? place : no_channel;
    }

    const PlanCase& case_;
    const Graph& graph_;
    const Routing& routing_;
    const Traffic& traffic_;
    const LatencyOptions& o_;
    StationList& stations_;
    Passages& passages_;
    Ways& ways_;
    Followed all_;
    std::span<const double> shares_;  // of the ways of choices, in the order in which the routes give them
    std::size_t ways_known_ = 0;
    std::map<std::vector<std::uint32_t>, std::uint32_t> choice_of_;
    std::vector<std::uint32_t> key_;
    bool lone_sender_ = false;                           // of this destination, all of whose messages are one stream
    std::unordered_map<std::uint32_t, double> carried_;  // by every physical channel, of this stream
    std::vector<OpenWay> open_;
    std::vector<Channel> path_;
    std::vector<Way> on_;
    double self_ = 0.0;
    bool same_loops_ = true;
    std::vector<double> crossed_;  // messages over every physical channel, where their lags differ
    std::vector<std::pair<std::uint32_t, std::uint32_t>> table_;  // of every place: stamp, last vertex
    std::uint32_t stamp_ = 0;
    std::vector<Vertex> vertices_;
    std::vector<Successor> successors_;
    std::vector<std::uint32_t> order_, steps_, longest_;
    std::vector<std::size_t> offset_;
    std::vector<double> flow_;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> stack_;
    DestinationSets destinations_;
    struct Waiting {
        std::uint32_t bound, next;  // of bounds_; of waiting_
    };
    std::vector<Waiting> waiting_;
    std::vector<std::uint32_t> last_waiting_;  // for every set
    std::uint32_t set_ = 0;                    // of destinations_, at hand; 0: a single one
    std::vector<Bound> bounds_;
    struct Begin {
        std::uint32_t vertex, bound;
    };
    std::vector<Begin> begins_;         // where messages come in
    std::vector<std::uint32_t> began_;  // their passages to the successors of that vertex
    std::vector<std::uint32_t> ends_;   // and where their destinations part
    std::vector<double> runs_;          // flows by run, one after the other
};

}  // namespace wafernet::queueing
