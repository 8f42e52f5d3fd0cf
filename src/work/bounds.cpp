// What no schedule beats.
#include <algorithm>
#include <limits>
#include <numeric>

#include "work/parts.hpp"

namespace wafernet::work {
namespace {

class Cuts {
public:
    Cuts(const Job& job, Operation operation)
        : job_(job), links_(job.links), operation_(operation), share_(links_.nodes(), -1.0) {
        least_hop_ = std::numeric_limits<double>::infinity();
        for (const auto& row : links_.out)
            for (const Channel c : row) least_hop_ = std::min(least_hop_, links_.hop[c]);
        for (std::size_t i = 0; i < job.members.size(); ++i) share_[job.members[i]] = job.shares[i];
    }

    // Every set of the first nodes of an order, and the rest: bytes that must go in or out over the rate of the
    // channels between, and a hop. A set of one node is its ports.
    void sweep(std::span<const Node> order) {
        std::vector<bool> inside(links_.nodes(), false);
        double in = 0.0, out = 0.0, members = 0.0, shares = 0.0;
        bool root = false;
        for (std::size_t k = 0; k + 1 < order.size(); ++k) {
            const Node v = order[k];
            inside[v] = true;
            const auto count = [&](Channel c, Node other, double& before, double& now) {
                (inside[other] ? before : now) += (inside[other] ? -1.0 : 1.0) / links_.byte[c];
            };
            for (const Channel c : links_.out[v]) count(c, links_.to[c], in, out);
            for (const Channel c : links_.in[v]) count(c, links_.from[c], out, in);
            if (share_[v] >= 0.0) members += 1.0, shares += share_[v], root = root || v == job_.root;
            const std::string name = k == 0 ? "ports of " + job_.network->addresses.print(v) : "cut";
            consider(across(members, shares, root), in, name);
            consider(across(static_cast<double>(job_.members.size()) - members, 1.0 - shares, !root), out, name);
        }
    }
    // Every chunk comes once to every member but its owner; whatever a sum goes through, n values need n - 1 additions.
    void all_links() {
        const double n = static_cast<double>(job_.members.size());
        double rate = 0.0;
        for (Node v = 0; v < links_.nodes(); ++v) {
            const bool counts = operation_ == Operation::all_reduce ? links_.keeps[v] : share_[v] >= 0.0;
            for (const Channel c : links_.in[v]) rate += counts ? 1.0 / links_.byte[c] : 0.0;
        }
        if (job_.copies())
            consider((operation_ == Operation::all_reduce ? 2.0 : 1.0) * (n - 1.0) * job_.bytes, rate, "all links");
    }
    void raise(double ns, const std::string& kind) {
        if (ns > best.ns * (1.0 + 1e-12)) best = {ns, kind};
    }

    TimeBound best;

private:
    // Bytes that must come into a set with so many members, with so much of the shares, from outside.
    [[nodiscard]] double across(double members, double shares, bool root) const {
        const double n = static_cast<double>(job_.members.size()), outside = n - members;
        if (members < 0.5 || outside < 0.5) return 0.0;
        if (job_.rooted()) return root ? 0.0 : job_.bytes * (job_.copies() ? 1.0 : shares);
        if (!job_.copies()) return job_.bytes * outside * shares;
        return operation_ == Operation::all_reduce ? job_.bytes : job_.bytes * outside / n;
    }
    void consider(double bytes, double rate, const std::string& kind) {
        if (bytes > 0.0 && rate > 0.0) raise(bytes * (1.0 - 1e-10) / rate + least_hop_, kind);
    }

    const Job& job_;
    const Fabric& links_;
    Operation operation_;
    std::vector<double> share_;  // of members; below 0: others
    double least_hop_ = 0.0;
};
}  // namespace

TimeBound job_bound(const Job& job, Operation operation) {
    constexpr std::size_t most_sweeps = 64;
    const Fabric& links = job.links;
    Cuts cuts(job, operation);
    std::vector<Node> order(links.nodes());
    std::iota(order.begin(), order.end(), Node{0});
    cuts.sweep(order);
    // Digit by digit, so that a prefix is one side of a plane through the grid.
    const AddressScheme& addresses = job.network->addresses;
    if (!addresses.labelled() && addresses.size() == links.nodes()) {
        std::vector<std::vector<std::uint32_t>> digits;
        for (const Node v : order) digits.push_back(addresses.digits(v));
        for (std::size_t d = 0; d < digits.front().size(); ++d) {
            std::stable_sort(order.begin(), order.end(), [&](Node a, Node b) { return digits[a][d] < digits[b][d]; });
            cuts.sweep(order);
        }
    }
    for (Node v = 0; v < links.nodes(); ++v) cuts.sweep(std::vector<Node>{v, v == 0 ? 1U : 0U});
    const std::size_t step = links.nodes() / most_sweeps + 1;
    for (Node v = 0; v < links.nodes(); v += static_cast<Node>(step)) {
        const Paths paths = shortest_paths(links, v, links.byte);
        std::ranges::stable_sort(order, {}, [&](Node w) { return paths.distance[w]; });
        cuts.sweep(order);
    }
    cuts.all_links();
    for (const Node v : job.senders()) {
        const Paths paths = shortest_paths(links, v, links.hop);
        for (const Node w : job.members) cuts.raise(paths.distance[w], "distance");
    }
    if (!job.copies()) cuts.raise(flow_bound(job) * (1.0 - 1e-10), "flow");
    return cuts.best;
}

}  // namespace wafernet::work
