#include "wafernet/measure/routed.hpp"

#include <algorithm>
#include <vector>

#include "base/parallel.hpp"
#include "base/wide.hpp"
#include "core/fits.hpp"
#include "routing/shortest.hpp"
#include "routing/walk_everywhere.hpp"
#include "wafernet/measure/distances.hpp"
#include "wafernet/routing/route_table.hpp"
#include "wafernet/routing/vc_rules.hpp"

namespace wafernet {

namespace {

constexpr std::uint32_t in_progress = 0xFFFFFFFFU;

struct Remaining {
    std::uint64_t key = 0;
    std::uint32_t longest = in_progress;
    double expected = 0.0;
};

// Remaining lengths by header, for one destination at a time; forgotten in constant time.
class Memo {
public:
    explicit Memo(std::size_t nodes) {
        std::size_t size = 16;
        while (size < 4 * nodes) size *= 2;
        slots_.resize(size);
    }
    void forget() {
        entries_.clear();
        ++generation_;
    }
    [[nodiscard]] Remaining& operator[](std::size_t i) { return entries_[i]; }
    // Index of the key's entry, and whether it is new.
    std::pair<std::uint32_t, bool> find_or_add(std::uint64_t key) {
        if (2 * entries_.size() > slots_.size()) grow();
        for (std::size_t i = hash(key);; i = (i + 1) & (slots_.size() - 1)) {
            Slot& slot = slots_[i];
            if (slot.generation != generation_) {
                slot = {generation_, static_cast<std::uint32_t>(entries_.size())};
                entries_.push_back({key, in_progress, 0.0});
                return {slot.entry, true};
            }
            if (entries_[slot.entry].key == key) return {slot.entry, false};
        }
    }

private:
    struct Slot {
        std::uint32_t generation = 0;
        std::uint32_t entry = 0;
    };
    [[nodiscard]] std::size_t hash(std::uint64_t key) const {
        key *= 0x9E3779B97F4A7C15U;
        return (key ^ (key >> 32U)) & (slots_.size() - 1);
    }
    void grow() {
        slots_.assign(2 * slots_.size(), Slot{});
        for (std::uint32_t e = 0; e < entries_.size(); ++e) {
            std::size_t i = hash(entries_[e].key);
            while (slots_[i].generation == generation_) i = (i + 1) & (slots_.size() - 1);
            slots_[i] = {generation_, e};
        }
    }
    std::vector<Slot> slots_;
    std::vector<Remaining> entries_;
    std::uint32_t generation_ = 1;
};

// Whether a message may take several ways; one that weighs queues goes straight where they are empty.
bool splits(const Routing& routing) { return routing.adaptive() && !routing.weighs(); }

// Follows a routing towards one destination after the other.
class Follower {
public:
    Follower(const Network& network, const Routing& routing)
        : network_(network),
          routing_(routing),
          memo_(network.graph.nodes()),
          looks_back_(routing.looks_back()),
          adaptive_(splits(routing)) {}

    void set_destination(Node destination) {
        destination_ = destination;
        memo_.forget();
    }

    Remaining from(Node source) {
        const Head head{source, no_channel, routing_.start(source, destination_)};
        return adaptive_ ? follow_all(source, head) : follow_one(source, head);
    }

private:
    [[nodiscard]] std::uint64_t key(const Head& head) const {
        const std::uint64_t place = !looks_back_ ? head.node
                                    : head.arrived_by == no_channel
                                        ? std::uint64_t{network_.graph.channels()} + head.node
                                        : head.arrived_by;
        return place << 32U ^ head.state;
    }

    [[noreturn]] void fail(Node source, const Head& head, const char* what) const {
        const AddressScheme& a = network_.addresses;
        throw ComputationError(network_.word + ": the route from " + a.print(source) + " to " + a.print(destination_) +
                               what + a.print(head.node));
    }

    Head take(Node source, const Head& head, const Hop& hop) const {
        if (hop.channel >= network_.graph.channels() || network_.graph.source(hop.channel) != head.node) {
            fail(source, head, " takes a channel that does not leave node ");
        }
        return {network_.graph.target(hop.channel), hop.channel, hop.state};
    }

    Remaining follow_one(Node source, Head head) {
        path_.clear();
        std::uint32_t length = 0;
        while (head.node != destination_) {
            const auto [entry, added] = memo_.find_or_add(key(head));
            if (!added) {
                length = memo_[entry].longest;
                if (length == in_progress) fail(source, head, " meets itself at node ");
                break;
            }
            path_.push_back(entry);
            hops_.clear();
            routing_.next(head, destination_, hops_);
            if (hops_.empty()) fail(source, head, " ends at node ");
            head = take(source, head, hops_.front());
        }
        for (auto entry = path_.rbegin(); entry != path_.rend(); ++entry) memo_[*entry].longest = ++length;
        return {0, length, static_cast<double>(length)};
    }

    struct Frame {
        Head head;
        std::uint32_t entry;
        std::size_t first_hop, hop;  // in hops_; the frame's hops go to the end of hops_
        std::uint32_t longest;
        double weighted, shares;
    };

    // Depth first over all permitted hops; a header's remaining length is known once all its hops' are.
    Remaining follow_all(Node source, const Head& start) {
        if (start.node == destination_) return {0, 0, 0.0};
        hops_.clear();
        stack_.clear();
        const auto [first, fresh] = memo_.find_or_add(key(start));
        if (fresh) open(source, start, first);
        while (!stack_.empty()) {
            Frame& frame = stack_.back();
            if (frame.hop == hops_.size()) {
                Remaining& done = memo_[frame.entry];
                done.longest = frame.longest;
                done.expected = frame.weighted / frame.shares;
                hops_.resize(frame.first_hop);
                stack_.pop_back();
                continue;
            }
            const Hop hop = hops_[frame.hop];
            const Head head = take(source, frame.head, hop);
            Remaining rest{0, 0, 0.0};
            if (head.node != destination_) {
                const auto [entry, added] = memo_.find_or_add(key(head));
                if (added) {
                    open(source, head, entry);  // comes back to this hop
                    continue;
                }
                rest = memo_[entry];
                if (rest.longest == in_progress) fail(source, head, " may meet itself at node ");
            }
            const double share = hop.share;
            frame.longest = std::max(frame.longest, rest.longest + 1);
            frame.weighted += share * (rest.expected + 1.0);
            frame.shares += share;
            ++frame.hop;
        }
        return memo_[first];
    }

    void open(Node source, const Head& head, std::uint32_t entry) {
        const std::size_t begin = hops_.size();
        routing_.next(head, destination_, hops_);
        if (hops_.size() == begin) fail(source, head, " ends at node ");
        stack_.push_back({head, entry, begin, begin, 0, 0.0, 0.0});
    }

    const Network& network_;
    const Routing& routing_;
    Memo memo_;
    bool looks_back_;
    bool adaptive_;
    Node destination_ = 0;
    std::vector<Hop> hops_;
    std::vector<std::uint32_t> path_;
    std::vector<Frame> stack_;
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
    const bool adaptive = splits(routing);
    std::vector<ToDestination> results(classes.size());
    for_each_block_by(classes.size(), options.threads, [&](unsigned) {
        return [&, follower = Follower(network, routing)](std::size_t i) mutable {
            follower.set_destination(classes[i].representative);
            ToDestination& to = results[i];
            for (const Node source : terminals) {
                if (source == classes[i].representative || leaves_out(network, source, classes[i].representative))
                    continue;
                const Remaining length = follower.from(source);
                to.longest = std::max(to.longest, length.longest);
                to.hops += length.longest;
                to.expected += length.expected;
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
    if (!adaptive) out.sum = static_cast<double>(hops);
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
