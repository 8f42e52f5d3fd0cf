// Resources that carry the same as one: what makes large networks under uniform traffic cheap.
//
// Two channels are alike where their classes have the same rates, VCs and delays and the same list of inputs, and where
// their messages come from and go on to channels that are alike in this, in the same shares, within some hops. What the
// members of a lump meet beyond is averaged with their shares.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "queueing/queue_network.hpp"

namespace wafernet::queueing {

namespace {

using Hash = std::uint64_t;

// Bits of a rate, equal for such as differ by less than a tolerance; a border of the classes lies nowhere in
// particular.
std::int64_t rounded(double x, double tolerance) {
    constexpr double border = 0.37;
    return x <= 0.0 ? 0 : static_cast<std::int64_t>(std::floor(std::log(x) / tolerance + border));
}

Hash mixed(Hash x) {
    x = (x ^ x >> 31U) * 0x9E3779B97F4A7C15ULL;
    x = (x ^ x >> 29U) * 0xBF58476D1CE4E5B9ULL;
    return x ^ x >> 32U;
}

struct Kinds {
    const QueueNetwork& net;
    double tolerance;
    std::vector<Hash> resource, input;
    std::vector<std::int64_t> resource_rate, input_rate;

    Kinds(const QueueNetwork& its_net, double its_tolerance) : net(its_net), tolerance(its_tolerance) {
        for (const Input& in : net.inputs) input_rate.push_back(rounded(in.rate, tolerance));
        for (const Resource& p : net.resources) resource_rate.push_back(rounded(p.rate, tolerance));
        for (std::uint32_t i = 0; i < net.resources.size(); ++i) resource.push_back(by_itself(i));
    }

    // The order of the inputs does not count.
    [[nodiscard]] Hash by_itself(std::uint32_t i) const {
        const Resource& p = net.resources[i];
        Hash all = mixed(static_cast<Hash>(resource_rate[i]) + (net.is_port(i) ? 1 : net.class_of(i).ejects ? 2 : 0));
        const double tag = net.is_port(i) ? 0.0 : net.class_of(i).tag;
        for (const double x : {tag, static_cast<double>(p.vcs), p.hop, p.depth, p.pace, p.capacity})
            all = mixed(all + static_cast<Hash>(std::lround(16.0 * x)));
        if (net.is_port(i)) return all;
        for (std::uint32_t k = net.class_of(i).first_input; k < net.class_of(i).end_input; ++k)
            all += mixed(mixed(static_cast<Hash>(input_rate[k])) + static_cast<Hash>(net.inputs[k].cap));
        return all;
    }

    // Tells also those apart whose messages come from or go on to resources of other kinds, or in other shares, and
    // those beside others on their channel: sums of hashes, in which the order does not count.
    void look_around() {
        const std::vector<Hash> before = resource;
        for (const Arc& arc : net.arcs) {
            const Hash kind = mixed(mixed(static_cast<Hash>(rounded(arc.rate, tolerance))));
            resource[arc.from] += mixed(kind + before[arc.to]);
            resource[arc.to] += mixed(mixed(kind) + before[arc.from]);
        }
        for (const std::vector<std::uint32_t>& group : net.groups) {
            Hash all = 0;
            for (const std::uint32_t i : group) all += mixed(before[i]);
            for (const std::uint32_t i : group) resource[i] += mixed(all);
        }
    }

    // Inputs are told apart by where their messages come from.
    void set_inputs() {
        input.assign(net.inputs.size(), 0);
        for (const Arc& arc : net.arcs) input[arc.input] += mixed(resource[arc.from]);
    }

    // The inputs of a class, like ones of two classes in the same order: the busiest first.
    [[nodiscard]] std::vector<std::uint32_t> ordered_inputs(const VcClass& c) const {
        std::vector<std::uint32_t> all(c.end_input - c.first_input);
        std::iota(all.begin(), all.end(), c.first_input);
        const auto key = [&](std::uint32_t k) { return std::tuple(-input_rate[k], -net.inputs[k].cap, input[k], k); };
        std::sort(all.begin(), all.end(), [&](std::uint32_t a, std::uint32_t b) { return key(a) < key(b); });
        return all;
    }

    [[nodiscard]] std::vector<std::uint32_t> ordered(std::vector<std::uint32_t> group) const {
        const auto key = [&](std::uint32_t i) {
            return std::tuple(-net.resources[i].vcs, -resource_rate[i], resource[i], i);
        };
        std::sort(group.begin(), group.end(), [&](std::uint32_t a, std::uint32_t b) { return key(a) < key(b); });
        return group;
    }
};

// The lumped resources and inputs, and which old ones became which.
struct Lumped {
    QueueNetwork out;
    std::vector<std::uint32_t> resource_of, input_of;

    explicit Lumped(const Kinds& kinds)
        : resource_of(kinds.net.resources.size(), none), input_of(kinds.net.inputs.size(), none) {
        const QueueNetwork& net = kinds.net;
        out.message = net.message, out.totals = net.totals;
        std::unordered_map<Hash, std::vector<std::uint32_t>> known;  // lumped resources of one channel
        for (const bool ports : {true, false}) {
            for (const std::vector<std::uint32_t>& group : net.groups) {
                if (group.empty() || net.is_port(group.front()) != ports) continue;
                const std::vector<std::uint32_t> members = kinds.ordered(group);
                Hash all = 0;
                for (const std::uint32_t i : members) all += mixed(kinds.resource[i]);
                std::vector<std::uint32_t>& lump = known[all];
                const bool fresh = lump.empty();
                const auto number = static_cast<std::uint32_t>(known.size() - 1);
                for (std::size_t m = 0; m < members.size(); ++m) {
                    const std::uint32_t i = members[m];
                    if (fresh) lump.push_back(add(net, i, number));
                    out.resources[lump[m]].members += 1.0;
                    resource_of[i] = lump[m];
                    if (!ports) add_inputs(kinds, i, lump[m], fresh);
                }
            }
        }
    }

    std::uint32_t add(const QueueNetwork& net, std::uint32_t i, std::uint32_t group) {
        out.resources.push_back(net.resources[i]);
        out.resources.back().group = group, out.resources.back().members = 0.0;
        if (net.is_port(i)) out.ports.push_back(net.ports[i]);
        else out.classes.push_back(net.class_of(i));
        return static_cast<std::uint32_t>(out.resources.size() - 1);
    }

    void add_inputs(const Kinds& kinds, std::uint32_t i, std::uint32_t lump, bool fresh) {
        VcClass& c = out.class_of(lump);
        const std::vector<std::uint32_t> inputs = kinds.ordered_inputs(kinds.net.class_of(i));
        if (fresh) c.first_input = static_cast<std::uint32_t>(out.inputs.size());
        for (std::uint32_t n = 0; n < inputs.size(); ++n) {
            input_of[inputs[n]] = c.first_input + n;
            if (!fresh) continue;
            out.inputs.push_back(kinds.net.inputs[inputs[n]]);
            out.inputs.back().to = lump - static_cast<std::uint32_t>(out.ports.size());
        }
    }

    void add_arcs(const QueueNetwork& net) {
        std::vector<Arc> arcs;
        for (const Arc& arc : net.arcs)
            arcs.push_back({resource_of[arc.from], resource_of[arc.to], input_of[arc.input], arc.rate});
        set_arcs(out, std::move(arcs));
    }
};

}  // namespace

bool lump(QueueNetwork& net, double tolerance, int hops, std::size_t most) {
    Kinds kinds(net, tolerance);
    for (int i = 0; i < hops; ++i) kinds.look_around();
    kinds.set_inputs();
    Lumped lumped(kinds);
    if (lumped.out.inputs.size() > most) return false;  // an arc each at least
    lumped.add_arcs(net);
    if (lumped.out.arcs.size() > most) return false;
    index(lumped.out);
    set_bounds(lumped.out);
    net = std::move(lumped.out);
    return true;
}

}  // namespace wafernet::queueing
