// From traced messages to the network of queues: resources with their times, inputs, arcs.
#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>

#include "base/memory.hpp"
#include "queueing/queue_network.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet::queueing {

namespace {

constexpr std::size_t bytes_of_place = 700;  // of building and solving, or of what comes to one, as measured

class Builder {
public:
    Builder(const Case& c, const ClassFlows& t)
        : case_(c),
          o_(c.options.router),
          t_(t),
          alone_(lone_messages(c, t)),
          router_(c.options),
          number_(resources(), none) {}

    QueueNetwork build() {
        describe_totals();
        describe_messages();
        add_places();
        add_inputs();
        index(net_);
        if (!case_.symmetric() || !case_.maps.empty()) narrow_ports();  // else all channels of a node are fed
        derive(net_);
        set_bounds(net_);
        add_channel_rates();
        return std::move(net_);
    }

private:
    [[nodiscard]] std::size_t resources() const { return 2 * t_.nodes.size() + t_.classes.size(); }

    void describe_messages() {
        Message& m = net_.message;
        m.flits = case_.flits, m.square = case_.square;
        m.allocation = o_.allocation_cycles;
        m.decision = static_cast<double>(router_.decision());
        m.direct = o_.ports.injection_direct, m.crossbar = o_.crossbar_limit;
        m.one_arrival = o_.arrivals == wafernet::Arrivals::bernoulli;
        std::vector<CreditLoop> loops;
        const auto add = [&](Channel c) {
            if (c != no_channel) loops.push_back(router_.loop(c));
        };
        for (const TracedClass& k : t_.classes) add(k.channel);
        for (const Node v : t_.nodes) add(case_.way_in(v)), add(case_.way_out(v));
        const auto slower = [](const CreditLoop& a, const CreditLoop& b) {
            return a.round_trip * b.depth < b.round_trip * a.depth;
        };
        const auto slowest = std::max_element(loops.begin(), loops.end(), slower);
        m.round_trip =
            static_cast<double>(slowest == loops.end() ? router_.injection_loop().round_trip : slowest->round_trip);
        // The tail's lag on a path over all of them; self-traffic differs by less than a buffer.
        router_.add_port_loops(loops);
        if (o_.output_buffer_flits > 0) loops.push_back({o_.output_buffer_flits, 2});
        const CreditLoop port = router_.injection_loop();
        m.lag = mean_of_lengths(o_, [&](std::uint32_t flits) { return tail_lag(loops, flits); });
        m.entering = mean_of_lengths(o_, [&](std::uint32_t flits) {
            return flits <= port.depth ? flits
                                       : std::max(port.depth, port.round_trip) + 1 +
                                             tail_lag(loops, flits - static_cast<std::uint32_t>(port.depth));
        });
    }

    void add_places() {
        std::vector<double> rate(resources(), 0.0);
        for (std::uint32_t p = 0; p < t_.nodes.size(); ++p) rate[p] = t_.sent[p];
        for (const Passage& p : t_.passages) rate[p.to] += p.rate;
        const std::size_t ports = t_.nodes.size();
        for (std::uint32_t i = 0; i < resources(); ++i) {
            if (!(rate[i] > 0.0)) continue;
            number_[i] = static_cast<std::uint32_t>(net_.resources.size());
            if (i < ports) add_port(i);
            else if (i < 2 * ports) add_ejection(i - static_cast<std::uint32_t>(ports));
            else add_class(t_.classes[i - 2 * ports]);
            Resource& resource = net_.resources.back();
            resource.rate = rate[i] / case_.flits, resource.members = 1.0;
            set_pace(i, resource);
        }
    }

    void add_port(std::uint32_t p) {
        const Node v = t_.nodes[p];
        const int k = static_cast<int>(o_.ports.injection_channels);
        const bool direct = o_.ports.injection_direct, held = o_.hold == HoldVc::until_buffer_left;
        const bool serial = o_.ports.injection_serial && !direct;
        Resource resource;
        resource.vcs = direct ? k : k * o_.vcs, resource.capacity = k;
        resource.hop = router_.injection_time(true, case_.links(v, v).in);
        resource.hold = direct || serial || !held ? 0.0 : o_.ports.injection_cycles;
        // Without an injection buffer a message at its source reaches as far as its flits do.
        resource.depth = direct ? 0.5 : o_.buffer_flits, resource.past = !held;
        resource.group = case_.graph.channels() + p;
        net_.resources.push_back(resource);
        net_.ports.push_back({.node = v, .serial = serial});
    }

    void add_ejection(std::uint32_t p) {
        const Node v = t_.nodes[p];
        const int k = static_cast<int>(o_.ports.ejection_channels);
        Resource resource;
        resource.vcs = k * o_.vcs, resource.capacity = k;
        resource.hop = router_.ejection_time(case_.links(v, v).out);
        resource.hold = o_.allocation_cycles;  // from being given until the header crosses
        resource.group = case_.graph.channels() + static_cast<std::uint32_t>(t_.nodes.size()) + p;
        net_.resources.push_back(resource);
        net_.classes.push_back({.ejects = true, .channel = v});
    }

    void add_class(const TracedClass& k) {
        const CreditLoop loop = router_.loop(k.channel);
        const LinkLabel& label = case_.graph.label(Graph::link(k.channel));
        const bool held = o_.hold == HoldVc::until_buffer_left;
        const double round_trip = static_cast<double>(loop.round_trip), slots = static_cast<double>(loop.depth);
        VcClass its{.channel = k.channel, .tag = (std::uint32_t{label.level} << 8U) + label.axis};
        const double serial = router_.serial(k.channel), sent = case_.flits * serial;
        // No more flits than fit into the buffer cross in a round trip of the credits.
        its.least_held = held ? sent + router_.hop_time(k.channel, true)
                              : std::max(sent + net_.message.decision, case_.flits * round_trip / slots);
        Resource resource;
        resource.vcs = std::popcount(k.vcs), resource.capacity = 1.0 / serial;
        resource.hop = router_.hop_time(k.channel, false);
        resource.hold = held ? resource.hop : beyond_lag(loop, own_lag(k.channel));
        resource.depth = slots + o_.output_buffer_flits, resource.past = !held;
        resource.group = k.channel;
        net_.resources.push_back(resource);
        net_.classes.push_back(its);
    }

    // Cycles by which a tail follows that only this channel holds up.
    [[nodiscard]] double own_lag(Channel c) const {
        const CreditLoop own[] = {router_.loop(c), {1, router_.serial(c)}};
        return static_cast<double>(tail_lag(own, static_cast<std::uint32_t>(std::lround(case_.flits))));
    }

    // The next message's header crosses when its VC has been allocated. Where the buffer is shorter than its credit
    // loop it waits for credits as well: of messages that follow each other on one VC flit n + B crosses R cycles after
    // flit n at the earliest, and s later where n is a header, which leaves the buffer behind so much later. With g,
    // the greatest common divisor of M and B, one in M / g of the flits n, n + B, n + 2 B, ... is a header: B / g
    // messages take M R / g + s cycles.
    [[nodiscard]] double beyond_lag(const CreditLoop& loop, double lag) const {
        const auto round_trip = static_cast<double>(loop.round_trip), depth = static_cast<double>(loop.depth);
        const auto flits = static_cast<std::uint32_t>(std::lround(case_.flits));
        const double allocation = net_.message.allocation, pace = lag + 1.0;
        if (flits > loop.depth)
            return allocation + (depth < round_trip ? std::max(0.0, case_.flits * round_trip / depth - pace) : 0.0);
        const auto headers = static_cast<double>(std::gcd(loop.depth, std::uint64_t{flits}));
        return std::max(allocation, (case_.flits * round_trip + net_.message.decision * headers) / depth - pace);
    }

    // Tails that follow later than the channel itself lets them wait for its credits as well meanwhile.
    void set_pace(std::uint32_t i, Resource& resource) {
        resource.pace = net_.message.lag + 1.0;
        if (alone_.lag.empty() || alone_.lag[i] < 0.0) return;
        resource.pace = alone_.lag[i] + std::max(1.0, 1.0 / resource.capacity);
        if (t_.is_class(i) && resource.past)
            resource.hold = std::max(net_.message.allocation,
                                     resource.hold + own_lag(net_.classes.back().channel) + 1.0 - resource.pace);
    }

    // All that come over one channel are one input, for they come one after the other.
    void add_inputs() {
        std::vector<std::uint32_t> order(t_.passages.size());
        std::iota(order.begin(), order.end(), 0U);
        const auto key = [&](std::uint32_t k) {
            const Passage& p = t_.passages[k];
            return std::tuple(number_[p.to], net_.resources[number_[p.from]].group, p.side);
        };
        std::erase_if(order, [&](std::uint32_t k) {
            return number_[t_.passages[k].to] == none || number_[t_.passages[k].from] == none;
        });
        std::ranges::stable_sort(order, {}, key);
        std::vector<Arc> arcs;
        for (std::size_t i = 0; i < order.size(); ++i) {
            const Passage& p = t_.passages[order[i]];
            const std::uint32_t to = number_[p.to], from = number_[p.from];
            if (i == 0 || key(order[i]) != key(order[i - 1]))
                net_.inputs.push_back({.to = to - static_cast<std::uint32_t>(net_.ports.size()), .side = p.side});
            arcs.push_back({from, to, static_cast<std::uint32_t>(net_.inputs.size() - 1), p.rate / case_.flits});
        }
        set_arcs(net_, std::move(arcs));
    }

    // A source that feeds fewer VCs than its injection port has: the others hold messages that wait, as the source
    // queue does, but that the first flits of these go into the buffers between those of the one before. Of M flits of
    // which R are left when a message comes that is as many as the buffer of B holds, at most R: on average over R B (1
    // - B / (2 M)).
    void narrow_ports() {
        std::set<std::pair<std::uint32_t, std::uint32_t>> feeds;
        for (const Input& in : net_.inputs) {
            if (net_.is_port(in.from)) feeds.emplace(in.from, in.to);
        }
        std::vector<int> fed(net_.ports.size(), 0);  // VCs
        for (const auto& [from, to] : feeds) fed[from] += net_.resources[net_.resource_of(to)].vcs;
        for (std::uint32_t i = 0; i < fed.size(); ++i) {
            Resource& resource = net_.resources[i];
            if (fed[i] == 0 || fed[i] >= resource.vcs) continue;
            SourcePort& port = net_.ports[i];
            port.spare = resource.vcs - fed[i], resource.vcs = fed[i];
            const double held = port.serial ? 0.0 : std::min(resource.depth, case_.flits);
            port.between_others = held * (1.0 - held / (2.0 * case_.flits));
        }
    }

    void describe_totals() {
        Totals& totals = net_.totals;
        totals.sent = t_.total / case_.flits, totals.zero_load = alone_.mean, totals.mean_hops = t_.hops / t_.total;
        totals.longest = t_.longest, totals.few_pairs = case_.few_pairs;
    }

    void add_channel_rates() {
        Totals& totals = net_.totals;
        totals.channel.assign(case_.graph.channels(), 0.0);
        for (std::uint32_t i = 0; i < net_.classes.size(); ++i) {
            if (!net_.classes[i].ejects)
                totals.channel[net_.classes[i].channel] += net_.resources[net_.resource_of(i)].rate * case_.flits;
        }
        for (Channel c = 0; c < case_.graph.channels(); ++c) totals.channel[c] = totals.channel[case_.image(c)];
    }

    const Case& case_;
    const RouterConfig& o_;
    const ClassFlows& t_;
    LoneMessages alone_;
    Router router_;
    std::vector<std::uint32_t> number_;  // of a traced resource: that of the network
    QueueNetwork net_;
};

}  // namespace

QueueNetwork make_network(Case& c) {
    std::optional<ClassFlows> flows = follow_classes(c);
    if (!flows) {
        c.symmetry = {};
        flows = follow_classes(c);
    }
    check_memory(bytes_of_place * (2 * flows->nodes.size() + flows->classes.size() + flows->passages.size()),
                 c.network.word + ": the latency model's state of " + std::to_string(flows->classes.size()) +
                     " classes of virtual channels",
                 "a smaller network or more memory");
    if (!(flows->total > 0.0)) throw InputError("no node of " + c.network.word + " sends under this traffic");
    return Builder(c, *flows).build();
}

}  // namespace wafernet::queueing
