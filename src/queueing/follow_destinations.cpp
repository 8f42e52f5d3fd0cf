// From destination to destination: who sends there, and which destinations are followed together.
#include <algorithm>
#include <utility>

#include "base/activity.hpp"
#include "queueing/follower.hpp"

namespace wafernet::queueing {

// All messages to one destination: their places form a directed graph without circles, followed once.
void Follower::follow_destinations() {
    std::vector<Demand> row;
    const bool uniform = traffic_.uniform();
    const std::vector<Node> terminals = terminals_of(case_.network);
    const CorrectsDigits* const by_digits = together_by_digits(case_.network, routing_);
    // Streams of lone senders and choices of those that go straight on are seen to one destination at a time.
    const bool together = by_digits != nullptr && !(case_.chooses && (!uniform || o_.choice == WayChoice::straight));
    double others = 0.0, self = 0.0;  // what every terminal sends to every other and to itself
    Senders senders;                  // beside that, of every destination
    if (uniform) {
        traffic_.row(terminals.front(), row);
        double self_share = 0.0;
        for (const Demand& d : row) {
            if (d.destination == terminals.front()) self_share = d.share;
        }
        self = self_share / case_.flits;
        if (terminals.size() > 1) others = (1.0 - self_share) / static_cast<double>(terminals.size() - 1) / case_.flits;
    } else {
        const double everywhere = together ? sent_everywhere() : 0.0;
        if (gather(everywhere, senders)) others = everywhere / case_.flits;
        else gather(0.0, senders);
    }
    if (together && others + self > 0.0) {
        follow_digits(by_digits->digit_order(), others, self);
        others = self = 0.0;
    }
    Activity activity("following messages", terminals.size());
    for (const Node d : terminals) {
        activity.one_more();
        if (others + self <= 0.0 && (senders.empty() || senders[d].empty())) continue;
        if (case_.symmetric() && case_.symmetry.node[d] != d) continue;
        if (ways_.asymmetric()) return;
        begin_destination();
        if (uniform) {
            for (const Node s : terminals) {
                if (s != d && others > 0.0) add_source(s, d, others);
                else if (s == d && self > 0.0) add_source(s, d, self);
            }
        } else {
            lone_sender_ = case_.chooses && senders[d].size() == 1;
            for (const auto& [s, rate] : senders[d]) add_source(s, d, rate);
        }
        spread_flow();
    }
    // The zero-load latency follows from the mean numbers of stations passed where all links are alike.
    if (all_.total > 0.0 && same_loops_) {
        path_.assign(1, 0);
        const double with = alone();
        path_.assign(2, 0);
        const double longer = alone();
        path_.clear();
        const double own = alone();
        all_.zero_load =
            (self_ * own + (all_.total - self_) * (with - (longer - with)) + all_.hops * (longer - with)) / all_.total;
    } else if (all_.total > 0.0) {
        all_.zero_load = zero_load_by_pairs();
    }
}

// The share of its messages that every node may send to every other, as under a hot spot: no more than the first and
// the last one do.
double Follower::sent_everywhere() const {
    std::vector<Demand> row;
    const Node n = graph_.nodes();
    double least = 1.0;
    for (const Node s : {Node{0}, n - 1}) {
        traffic_.row(s, row);
        for (const Demand& d : row) least = d.destination == s ? least : std::min(least, d.share);
    }
    return least;
}

// The senders to every destination with their messages per cycle beside a share `everywhere` that all send to all
// others. Returns false where some send less than that, or most send more.
bool Follower::gather(double everywhere, Senders& senders) const {
    constexpr double rounding = 1e-9;
    const Node n = graph_.nodes();
    std::vector<Demand> row;
    std::size_t beside = 0;
    senders.assign(n, {});
    for (Node s = 0; s < n; ++s) {
        row.clear();
        if (traffic_.rate(s) > 0.0) traffic_.row(s, row);
        std::size_t alike = 1;
        for (const Demand& d : row) {
            const double more = d.destination == s ? d.share : d.share - everywhere;
            if (d.destination != s && more >= -rounding * everywhere) ++alike;
            if (more <= rounding * everywhere) continue;
            senders[d.destination].emplace_back(s, more / case_.flits);
            ++beside;
        }
        if (everywhere > 0.0 && (alike < n || 2 * beside > std::size_t{n} * n)) return false;
    }
    return true;
}

// Destinations whose first digits are alike, and the traits of those of them that the messages have corrected, are
// followed together, from where a message has corrected the digits before until it has these; there it goes to all of
// them alike. Of copies one is followed: messages of its nodes to all, or where no mirrors are among them those of all
// to its nodes, for shifted copies stand for a mean over the places of wrap-around links only as seen from a
// destination.
void Follower::follow_digits(DigitOrder order, double others, double self) {
    const auto followed = [&](Node v) { return !case_.symmetric() || case_.symmetry.node[v] == v; };
    const bool from_all = case_.symmetric() && !case_.symmetry.mirrors;
    std::vector<Node> destinations;
    for (Node v = 0; v < graph_.nodes(); ++v) {
        if (!from_all || followed(v)) destinations.push_back(v);
    }
    const std::size_t most = destinations.size();
    destinations_ = {std::move(order), std::move(destinations)};
    runs_.assign(1, 1.0);
    for (Node s = 0; s < graph_.nodes(); ++s) {
        if (!from_all && !followed(s)) continue;
        if (self > 0.0 && followed(s)) add_own(s, self);
        const std::size_t to = followed(s) ? most - 1 : most;
        if (others <= 0.0 || to == 0) continue;
        const double rate = others * static_cast<double>(to);
        all_.total += rate;
        count_source(s, rate);
        bounds_.push_back({graph_.channels() + s, stations_.injection(s), routing_.start(s, s), -1, 1, 0, 1, others});
        part(s, 0);
    }
    for (set_ = 1; set_ < destinations_.size(); ++set_) {
        if (ways_.asymmetric()) return;
        if (set_ >= last_waiting_.size() || last_waiting_[set_] == none) continue;
        begin_destination();
        const Node d = destinations_.first(set_);
        for (std::uint32_t k = last_waiting_[set_]; k != none; k = waiting_[k].next) {
            const Bound& b = bounds_[waiting_[k].bound];
            const std::uint32_t v = vertex(graph_.channels() + node_at(b.place), none, b.state, b.vc);
            if (vertices_[v].mark == 0) follow(v, d, d);
            begins_.push_back({v, waiting_[k].bound});
        }
        spread_flow();
    }
    set_ = 0;
}

// The last of bounds_, at a node that has the digits of their destinations, go on. Returns whether the node is one of
// these itself.
bool Follower::part(Node at, std::uint32_t set) {
    return destinations_.part(at, set, [&](std::uint32_t next) {
        if (last_waiting_.size() < destinations_.size()) last_waiting_.resize(destinations_.size(), none);
        waiting_.push_back({static_cast<std::uint32_t>(bounds_.size() - 1), last_waiting_[next]});
        last_waiting_[next] = static_cast<std::uint32_t>(waiting_.size() - 1);
    });
}

// Messages of a node to itself.
void Follower::add_own(Node s, double rate) {
    all_.total += rate;
    self_ += rate;
    count_source(s, rate);
    if (stations_.ejection(s) != none)
        passages_.count(passages_.number(stations_.injection(s), stations_.ejection(s)), 0, rate);
    all_.longest = std::max(all_.longest, 2U);
}

void Follower::add_source(Node s, Node d, double rate) {
    if (s == d) {
        add_own(s, rate);
        return;
    }
    all_.total += rate;
    count_source(s, rate);
    const std::uint32_t start = vertex(graph_.channels() + s, stations_.injection(s), routing_.start(s, d), -1);
    vertices_[start].flow += rate;
    if (vertices_[start].mark == 0) follow(start, s, d);
}

}  // namespace wafernet::queueing
