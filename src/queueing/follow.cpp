#include "queueing/follow.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include "queueing/choices.hpp"
#include "queueing/destination_sets.hpp"

namespace wafernet::queueing {

namespace {

// A place on the way to one destination.
struct Vertex {
    std::uint32_t place =
        0;  // a channel; or channels + node for a message at its source, and for all that go on alike from a node
    std::uint32_t station = none;  // none: they come from several
    std::uint32_t state = 0;
    std::int16_t vc = -1;              // of the rule
    std::int8_t mark = 0;              // 0 new, 1 on the stack, 2 done
    std::uint32_t first = 0, end = 0;  // successors
    std::uint32_t choice = none;       // among them
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

    std::optional<Followed> run() {
        same_loops_ = o_.channel_latency.empty() && !case_.ports();
        if (case_.flows) follow_flows();
        else follow_destinations();
        if (ways_.asymmetric()) return std::nullopt;
        for (std::size_t k = 0; k < all_.lag.size(); ++k) {
            if (crossed_[k] > 0.0) all_.lag[k] /= crossed_[k];
        }
        return std::move(all_);
    }

private:
    // The exact latency of a lone message over the channels of `path_`.
    double alone(PortLinks links = {}) const {
        double cycles = 0.0, share = 0.0;
        for (const ModelLength& l : o_.lengths) {
            cycles += l.share * static_cast<double>(lone_message_latency(o_, path_, l.flits, links));
            share += l.share;
        }
        return cycles / share;
    }

    // The same of messages between two nodes; their tails' lags count on every channel of their way.
    double alone(Node s, Node d, double rate) {
        const PortLinks links = case_.links(s, d);
        const double cycles = alone(links);
        if (same_loops_) return cycles;
        const double lag = cycles - static_cast<double>(lone_message_latency(o_, path_, 1, links));
        all_.lag.resize(graph_.channels() + 2 * std::size_t{graph_.nodes()}, 0.0);
        crossed_.resize(all_.lag.size(), 0.0);
        const auto count = [&](std::uint32_t group) { all_.lag[group] += rate * lag, crossed_[group] += rate; };
        for (const Channel c : path_) count(c);
        count(stations_[stations_.injection(s)].group);
        if (const std::uint32_t end = stations_.ejection(d); end != none) count(stations_[end].group);
        return cycles;
    }

    // Calls `follow` with every source, each of its destinations and the messages per cycle from one to the other.
    template <class Follow>
    void each_pair(Follow follow) const {
        std::vector<Demand> row;
        for (Node s = 0; s < graph_.nodes(); ++s) {
            if (traffic_.rate(s) <= 0.0) continue;
            traffic_.row(s, row);
            for (const Demand& d : row) {
                if (d.share > 0.0) follow(s, d.destination, d.share / case_.flits);
            }
        }
    }

    void follow_flows() {
        std::vector<Way> next;
        double latency = 0.0;
        each_pair([&](Node s, Node d, double rate) {
            Flow flow;
            flow.rate = rate;
            flow.first = static_cast<std::uint32_t>(all_.path.size());
            path_.clear();
            std::uint32_t at = stations_.injection(s), run = 0;
            const auto pass = [&](std::uint32_t from, std::uint32_t to, Channel last = no_channel,
                                  Channel then = no_channel) {
                const std::uint32_t way = passages_.number(from, to, last, then);
                passages_.count(way, run, rate);
                run = passages_.run_after(way, run);
                all_.path.push_back(way);
            };
            pass(none, at);
            Node node = case_.router(s);
            Channel by = case_.way_in(s);
            int vc = -1;
            std::uint32_t state = s == d ? 0 : routing_.start(s, d);
            while (node != case_.router(d)) {
                ways_.from(node, by, state, vc, d, next);
                const Way& way = next.front();
                pass(at, way.station, path_.empty() ? no_channel : by, way.channel);
                path_.push_back(way.channel);
                if (path_.size() > std::size_t{graph_.channels()} + 1) ways_.lost(s, d);
                at = way.station;
                node = graph_.target(way.channel);
                by = way.channel;
                state = way.state;
                vc = way.vc;
            }
            if (const std::uint32_t end = stations_.ejection(d); end != none) pass(at, end);
            flow.end = static_cast<std::uint32_t>(all_.path.size());
            all_.flows.push_back(flow);
            all_.total += rate;
            all_.longest = std::max(all_.longest, flow.end - flow.first);
            all_.hops += rate * static_cast<double>(path_.size());
            latency += rate * alone(s, d, rate);
        });
        if (all_.total > 0.0) all_.zero_load = latency / all_.total;
    }

    // All messages to one destination: their places form a directed graph without circles, followed once.
    void follow_destinations() {
        std::vector<Demand> row;
        const bool uniform = traffic_.uniform();
        const std::vector<Node> terminals = terminals_of(case_.network);
        const CorrectsDigits* const by_digits = together_by_digits(case_.network, routing_);
        const bool together = by_digits != nullptr && !case_.chooses;
        double others = 0.0, self = 0.0;  // what every terminal sends to every other and to itself
        Senders senders;                  // beside that, of every destination
        if (uniform) {
            traffic_.row(terminals.front(), row);
            double self_share = 0.0;
            for (const Demand& d : row) {
                if (d.destination == terminals.front()) self_share = d.share;
            }
            self = self_share / case_.flits;
            if (terminals.size() > 1)
                others = (1.0 - self_share) / static_cast<double>(terminals.size() - 1) / case_.flits;
        } else {
            const double everywhere = together ? sent_everywhere() : 0.0;
            if (gather(everywhere, senders)) others = everywhere / case_.flits;
            else gather(0.0, senders);
        }
        if (together && others + self > 0.0) {
            follow_digits(by_digits->digit_order(), others, self);
            others = self = 0.0;
        }
        for (const Node d : terminals) {
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
                (self_ * own + (all_.total - self_) * (with - (longer - with)) + all_.hops * (longer - with)) /
                all_.total;
        } else if (all_.total > 0.0) {
            all_.zero_load = zero_load_by_pairs();
        }
    }

    // The share of its messages that every node may send to every other, as under a hot spot: no more than the first
    // and the last one do.
    [[nodiscard]] double sent_everywhere() const {
        std::vector<Demand> row;
        const Node n = graph_.nodes();
        double least = 1.0;
        for (const Node s : {Node{0}, n - 1}) {
            traffic_.row(s, row);
            for (const Demand& d : row) least = d.destination == s ? least : std::min(least, d.share);
        }
        return least;
    }

    using Senders = std::vector<std::vector<std::pair<Node, double>>>;

    // The senders to every destination with their messages per cycle beside a share `everywhere` that all send to all
    // others. Returns false where some send less than that, or most send more.
    bool gather(double everywhere, Senders& senders) const {
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
    // followed together, from where a message has corrected the digits before until it has these; there it goes to all
    // of them alike. Of copies one is followed: messages of its nodes to all, or where no mirrors are among them those
    // of all to its nodes, for shifted copies stand for a mean over the places of wrap-around links only as seen from a
    // destination.
    void follow_digits(DigitOrder order, double others, double self) {
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
            bounds_.push_back(
                {graph_.channels() + s, stations_.injection(s), routing_.start(s, s), -1, 1, 0, 1, others});
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

    // The last of bounds_, at a node that has the digits of their destinations, go on. Returns whether the node is one
    // of these itself.
    bool part(Node at, std::uint32_t set) {
        return destinations_.part(at, set, [&](std::uint32_t next) {
            if (last_waiting_.size() < destinations_.size()) last_waiting_.resize(destinations_.size(), none);
            waiting_.push_back({static_cast<std::uint32_t>(bounds_.size() - 1), last_waiting_[next]});
            last_waiting_[next] = static_cast<std::uint32_t>(waiting_.size() - 1);
        });
    }

    [[nodiscard]] Node node_at(std::uint32_t place) const {
        return place < graph_.channels() ? graph_.target(place) : case_.router(place - graph_.channels());
    }
    [[nodiscard]] Channel channel_of(std::uint32_t place) const {
        return place < graph_.channels() ? place : no_channel;
    }

    double zero_load_by_pairs() {
        double latency = 0.0;
        each_pair([&](Node s, Node d, double rate) {
            path_.clear();
            if (d != s) {
                for (const RouteStep& step : route(graph_, routing_, s, d)) {
                    if (step.hop.channel != no_channel) path_.push_back(step.hop.channel);
                }
                if (case_.ports()) path_ = {path_.begin() + 1, path_.end() - 1};  // not those to and from the routers
            }
            latency += rate * alone(s, d, rate);
        });
        return latency / all_.total;
    }

    // A hash table of the vertices of one destination, emptied by a new stamp.
    void begin_destination() {
        vertices_.clear();
        successors_.clear();
        begins_.clear();
        began_.clear();
        ends_.clear();
        order_.clear();
        ++stamp_;
        if (table_.empty()) table_.resize(1024);
    }

    std::uint32_t vertex(std::uint32_t place, std::uint32_t station, std::uint32_t state, std::int16_t vc) {
        if (vertices_.size() * 2 >= table_.size()) grow();
        const std::size_t mask = table_.size() - 1;
        std::size_t i = key(place, state, vc) & mask;
        for (; table_[i].stamp == stamp_; i = (i + 1) & mask) {
            const Vertex& v = vertices_[table_[i].vertex];
            if (v.place == place && v.station == station && v.state == state && v.vc == vc) return table_[i].vertex;
        }
        const auto number = static_cast<std::uint32_t>(vertices_.size());
        table_[i] = {stamp_, number};
        Vertex v;
        v.place = place;
        v.station = station;
        v.state = state;
        v.vc = vc;
        vertices_.push_back(v);
        return number;
    }

    static std::size_t key(std::uint32_t place, std::uint32_t state, std::int16_t vc) {
        std::uint64_t h = (std::uint64_t{state} << 32U | place) + (static_cast<std::uint64_t>(vc + 1) << 26U);
        h *= 0x9E3779B97F4A7C15ULL;
        return h >> 32U;
    }

    void grow() {
        table_.assign(table_.size() * 4, {});
        stamp_ = 1;
        const std::size_t mask = table_.size() - 1;
        for (std::uint32_t number = 0; number < vertices_.size(); ++number) {
            const Vertex& v = vertices_[number];
            std::size_t i = key(v.place, v.state, v.vc) & mask;
            while (table_[i].stamp == stamp_) i = (i + 1) & mask;
            table_[i] = {stamp_, number};
        }
    }

    // Messages of a node to itself.
    void add_own(Node s, double rate) {
        all_.total += rate;
        self_ += rate;
        count_source(s, rate);
        if (stations_.ejection(s) != none)
            passages_.count(passages_.number(stations_.injection(s), stations_.ejection(s)), 0, rate);
        all_.longest = std::max(all_.longest, 2U);
    }

    void count_source(Node s, double rate) { passages_.count(passages_.number(none, stations_.injection(s)), 0, rate); }

    void add_source(Node s, Node d, double rate) {
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

    // Depth first, with a stack of our own: a path may be long.
    void follow(std::uint32_t start, Node s, Node d) {
        stack_.clear();
        open(start, s, d);
        while (!stack_.empty()) {
            auto& [v, at] = stack_.back();
            if (at == vertices_[v].end) {
                vertices_[v].mark = 2;
                order_.push_back(v);
                stack_.pop_back();
                continue;
            }
            const std::uint32_t next = successors_[at++].vertex;
            if (next == none) continue;  // arrived
            if (vertices_[next].mark == 1) ways_.lost(s, d);
            if (vertices_[next].mark == 0) open(next, s, d);
        }
    }

    void open(std::uint32_t v, Node source, Node d) {
        const Vertex at = vertices_[v];
        const Channel by = channel_of(at.place);
        const Node node = node_at(at.place);
        const auto first = static_cast<std::uint32_t>(successors_.size());
        if (set_ != 0 && destinations_.parts(set_) && destinations_.among(node, set_)) {
            ends_.push_back(v);
        } else if (node == case_.router(d)) {
            if (const std::uint32_t end = stations_.ejection(d); end != none)
                successors_.push_back({none, passages_.number(at.station, end, by), 1.0});
        } else {
            ways_.from(node, at.place < graph_.channels() ? by : case_.way_in(at.place - graph_.channels()), at.state,
                       at.vc, d, on_);
            const bool several = case_.chooses && on_.size() > 1;
            if (several) order_ways(by);
            for (const Way& way : on_) {
                const std::uint32_t passed =
                    at.station == none ? none : passages_.number(at.station, way.station, by, way.channel);
                successors_.push_back({vertex(way.channel, way.station, way.state, way.vc), passed, way.share});
            }
            if (several) vertices_[v].choice = choice(first);
        }
        if (stack_.size() > 4 * std::size_t{graph_.channels()} + 16) ways_.lost(source, d);
        vertices_[v].mark = 1;
        vertices_[v].first = first;
        vertices_[v].end = static_cast<std::uint32_t>(successors_.size());
        stack_.emplace_back(v, first);
    }

    void order_ways(Channel by) {
        const auto axis = [&](const Way& w) { return graph_.label(Graph::link(w.channel)).axis; };
        if (o_.choice == WayChoice::lowest_axis)
            std::stable_sort(on_.begin(), on_.end(), [&](const Way& a, const Way& b) { return axis(a) < axis(b); });
        if (o_.choice == WayChoice::straight) {
            std::stable_sort(on_.begin(), on_.end(), [&](const Way& a, const Way& b) {
                const bool x = passages_.straight(by, a.channel), y = passages_.straight(by, b.channel);
                return x != y ? x : axis(a) < axis(b);
            });
        }
        std::stable_sort(on_.begin(), on_.end(), [](const Way& a, const Way& b) { return a.detour < b.detour; });
    }

    // The choice between the successors from `first` on, whose shares it sets.
    std::uint32_t choice(std::uint32_t first) {
        key_.clear();
        for (std::size_t k = first; k < successors_.size(); ++k) key_.push_back(successors_[k].passage);
        const auto [found, fresh] = choice_of_.try_emplace(key_, static_cast<std::uint32_t>(all_.choices.size()));
        if (fresh) {
            all_.choices.push_back({key_, std::vector<double>(key_.size()), 0.0});
            std::vector<double>& shares = all_.choices.back().shares;
            if (ways_known_ + key_.size() <= shares_.size()) {
                std::copy_n(shares_.begin() + static_cast<std::ptrdiff_t>(ways_known_), key_.size(), shares.begin());
            } else {
                open_.clear();
                for (const std::uint32_t by : key_)
                    open_.push_back({0.5, static_cast<double>(stations_[passages_[by].to].vcs)});
                choose(open_, o_.choice != WayChoice::most_free);
                for (std::size_t k = 0; k < open_.size(); ++k) shares[k] = open_[k].share;
            }
            ways_known_ += key_.size();
            const double all = std::accumulate(shares.begin(), shares.end(), 0.0);
            for (double& share : shares) share /= all;
        }
        const std::vector<double>& shares = all_.choices[found->second].shares;
        for (std::size_t k = 0; k < key_.size(); ++k) successors_[first + k].share = shares[k];
        return found->second;
    }

    void spread_flow() {
        steps_.assign(vertices_.size(), 1);
        longest_.assign(vertices_.size(), 0);
        const auto reach = [&](std::uint32_t v, std::uint32_t by, std::uint32_t steps, std::uint32_t run) {
            all_.longest = std::max(all_.longest, steps + 1);
            if (v == none) return;
            steps_[v] = std::max(steps_[v], steps + 1);
            longest_[v] = std::max(longest_[v], passages_.run_after(by, run));
        };
        for (const Begin& begin : begins_) {
            const Bound& from = bounds_[begin.bound];
            for (std::uint32_t k = vertices_[begin.vertex].first; k < vertices_[begin.vertex].end; ++k) {
                const Vertex& to = vertices_[successors_[k].vertex];
                began_.push_back(passages_.number(from.station, to.station, channel_of(from.place), to.place));
                reach(successors_[k].vertex, began_.back(), from.steps, from.runs - 1);
            }
        }
        for (std::size_t i = order_.size(); i-- > 0;) {
            const std::uint32_t v = order_[i];
            if (vertices_[v].station == none) continue;
            for (std::uint32_t k = vertices_[v].first; k < vertices_[v].end; ++k)
                reach(successors_[k].vertex, successors_[k].passage, steps_[v], longest_[v]);
        }
        carried_.clear();
        // The flow of every vertex, by run.
        offset_.resize(vertices_.size() + 1);
        offset_[0] = 0;
        for (std::size_t v = 0; v < vertices_.size(); ++v) offset_[v + 1] = offset_[v] + longest_[v] + 1;
        flow_.assign(offset_.back(), 0.0);
        const auto spread = [&](std::uint32_t to, std::uint32_t by, const double* flow, std::uint32_t last,
                                double share) {
            double* const rates = passages_.rates(by, last + 1);
            const Passage& p = passages_[by];
            double sum = 0.0;
            for (std::uint32_t run = 0; run <= last; ++run) {
                rates[run] += flow[run] * share;
                sum += flow[run] * share;
            }
            if (lone_sender_) carried_[stations_[p.to].group] += sum;
            if (to == none) return;
            all_.hops += sum;
            double* const next = flow_.data() + offset_[to];
            if (stations_[p.to].kind != Kind::network) next[0] += sum;
            else if (!p.straight) next[1] += sum;
            else
                for (std::uint32_t run = 0; run <= last; ++run)
                    next[std::min(run + 1, longest_run)] += flow[run] * share;
        };
        auto by = began_.begin();
        for (const Begin& begin : begins_) {
            const Bound& from = bounds_[begin.bound];
            for (std::uint32_t k = vertices_[begin.vertex].first; k < vertices_[begin.vertex].end; ++k) {
                spread(successors_[k].vertex, *by++, runs_.data() + from.first, from.runs - 1,
                       destinations_.members(set_) * from.share * successors_[k].share);
            }
        }
        for (std::size_t i = order_.size(); i-- > 0;) {
            const std::uint32_t v = order_[i];
            if (vertices_[v].station == none) continue;
            double* const flow = flow_.data() + offset_[v];
            flow[0] += vertices_[v].flow;
            if (vertices_[v].choice != none)
                all_.choices[vertices_[v].choice].rate += std::accumulate(flow, flow + longest_[v] + 1, 0.0);
            for (std::uint32_t k = vertices_[v].first; k < vertices_[v].end; ++k)
                spread(successors_[k].vertex, successors_[k].passage, flow, longest_[v], successors_[k].share);
        }
        for (const auto& [group, rate] : carried_) all_.streams[group] += rate * rate;
        for (const std::uint32_t v : ends_) {
            const Vertex at = vertices_[v];
            const Node node = graph_.target(at.place);
            const std::size_t first = runs_.size();
            const double share = 1.0 / destinations_.members(set_);
            runs_.insert(runs_.end(), flow_.begin() + static_cast<std::ptrdiff_t>(offset_[v]),
                         flow_.begin() + static_cast<std::ptrdiff_t>(offset_[v + 1]));
            bounds_.push_back({at.place, at.station, at.state, at.vc, steps_[v], first, longest_[v] + 1, share});
            if (!part(node, set_) || stations_.ejection(node) == none) continue;
            const std::uint32_t out = passages_.number(at.station, stations_.ejection(node), at.place);
            for (std::uint32_t run = 0; run <= longest_[v]; ++run)
                passages_.count(out, run, share * runs_[first + run]);
            all_.longest = std::max(all_.longest, steps_[v] + 1);
        }
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
    struct Entry {
        std::uint32_t stamp = 0, vertex = 0;
    };
    std::vector<Entry> table_;
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

}  // namespace

std::optional<Followed> follow_messages(const PlanCase& c, StationList& stations, Passages& passages, Ways& ways,
                                        std::span<const double> shares) {
    return Follower(c, stations, passages, ways, shares).run();
}

}  // namespace wafernet::queueing
