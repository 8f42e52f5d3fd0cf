// Paths that load all channels alike, and what their loads prove.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

#include "wafernet/base/error.hpp"
#include "work/parts.hpp"

namespace wafernet::work {
namespace {

// A route is the channels of a path from its source on; one for all members where they get copies: a tree.
class Spreader {
public:
    Spreader(const Job& job, std::uint32_t pieces) : chunks(job.chunks(pieces)), job_(job), pieces_(pieces) {
        std::iota(order_.begin(), order_.end(), std::size_t{0});
        std::iota(far_.begin(), far_.end(), std::size_t{0});
    }
    std::vector<Chunk> chunks;
    // Every path is laid, then again where the others leave most room: along the shortest, or a little beside them, of
    // lengths that are powers of the loads (as in multiplicative weights for concurrent flow) or, `steep` 0, fixed.
    // `back`: then those of the reversed links too, over the same channels.
    void lay_all(double steep, Spreader* back = nullptr) {
        const unsigned passes = back != nullptr ? 3 : steep > 0.0 ? 4 : 10;
        for (unsigned pass = 0; pass < passes; ++pass) {
            lay_again(steep * pass, pass, passes);
            if (back == nullptr) continue;
            std::swap(busy_, back->busy_);
            back->lay_again(steep * pass, pass, passes);
            std::swap(busy_, back->busy_);
        }
    }
    [[nodiscard]] double busiest() const { return *std::max_element(busy_.begin(), busy_.end()); }
    // `back`: before, chunk by chunk, its trees from their leaves to their roots.
    [[nodiscard]] Plan plan(const Spreader* back = nullptr) const {
        Plan plan;
        plan.in_order = back != nullptr;
        plan.carried.resize(chunks.size());
        std::iota(plan.carried.begin(), plan.carried.end(), 0U);
        std::vector<std::uint32_t> into(links_.nodes(), no_task);
        std::vector<bool> left(links_.nodes(), false);
        for (std::uint32_t k = 0; k < routes_.size(); ++k) {
            const auto chunk = back == nullptr ? k : static_cast<std::uint32_t>(order_[k]);
            std::uint32_t message = no_task;
            if (back != nullptr) into[chunks[chunk].of] = back->add_sums(plan, chunk);
            for (const Channel c : routes_[chunk]) {
                const Node u = links_.from[c];
                if (left[u] && !links_.keeps[u])
                    throw InputError("algorithm spread: a switch would have to copy, need ring, direct or best");
                left[u] = true;
                into[links_.to[c]] = plan.add({c, chunk, 1, chunks[chunk].bytes, message}, into[u]);
                if (!job_.copies() && message == no_task) message = into[links_.to[c]];
            }
            for (const Channel c : routes_[chunk]) into[links_.to[c]] = no_task, left[links_.from[c]] = false;
            into[chunks[chunk].of] = no_task;
        }
        return plan;
    }
    // Bytes times shortest distances of any lengths, over the sum of lengths times rates; the largest of some.
    [[nodiscard]] double dual() {
        double best = 0.0;
        for (const double steep : {0.0, 10.0, 40.0, 160.0}) {
            measure(steep, std::numeric_limits<double>::infinity());
            double sum = 0.0, rates = 0.0;
            for (const auto& row : links_.out)
                for (const Channel c : row) rates += length_[c] / links_.byte[c];
            for (std::size_t i = 0; i < senders_.size(); ++i) {
                const Paths paths = shortest_paths(links_, senders_[i], length_);
                for (std::size_t j = 0; j < job_.members.size(); ++j)
                    sum += chunks[job_.chunk(i, j, 0, 1)].bytes * paths.distance[job_.members[j]];
            }
            best = std::max(best, sum / rates);
        }
        return best;
    }

private:
    void lay_again(double steep, unsigned pass, unsigned passes) {
        std::shuffle(order_.begin(), order_.end(), shuffled_);
        for (std::size_t k = 0; k < order_.size(); ++k) {
            job_.go_on(pass * order_.size() + k, passes * order_.size());
            const std::size_t i = order_[k] / pieces_;
            measure(steep, job_.bytes / static_cast<double>(chunks.size()));
            const Paths paths = shortest_paths(links_, senders_[i], length_);
            std::ranges::stable_sort(far_, {}, [&](std::size_t j) { return -paths.distance[job_.members[j]]; });
            reached_.assign(links_.nodes(), false);
            reached_[senders_[i]] = true;
            for (const std::size_t j : far_) {
                const std::uint32_t chunk = job_.chunk(i, j, static_cast<std::uint32_t>(order_[k] % pieces_), pieces_);
                if (!job_.copies() || j == far_.front()) clear(chunk);
                lay(chunk, paths, job_.members[j]);
            }
        }
    }
    // Adds the transfers of a chunk to the root of its tree, each behind those into its beginning; returns what ends
    // with the last of them.
    std::uint32_t add_sums(Plan& plan, std::uint32_t chunk) const {
        std::vector<std::uint32_t> joins(links_.nodes(), no_task);
        const auto join = [&](Node v) { return joins[v] == no_task ? joins[v] = plan.add({}, no_task) : joins[v]; };
        for (auto c = routes_[chunk].rbegin(); c != routes_[chunk].rend(); ++c) {
            if (joins[links_.from[*c]] != no_task && !links_.keeps[links_.from[*c]])
                throw InputError("algorithm spread: a switch would have to add, need ring, direct or best");
            Task task{*c, chunk, 1, chunks[chunk].bytes};
            task.adds = true;
            const std::uint32_t number = plan.add(task, joins[links_.to[*c]]);
            plan.after.emplace_back(number, join(links_.from[*c]));
        }
        return joins[chunks[chunk].of];
    }
    // Times of chunks of so many bytes, without end: of a byte; times a power of the load.
    void measure(double steep, double bytes) {
        const double most = busiest();
        for (Channel c = 0; c < busy_.size(); ++c)
            length_[c] = (links_.byte[c] + links_.hop[c] / bytes) *
                         (most > 0.0 ? std::exp(steep * (busy_[c] / most - 1.0)) : 1.0);
    }
    void clear(std::uint32_t chunk) {
        for (const Channel c : routes_[chunk]) busy_[c] -= chunks[chunk].bytes * links_.byte[c];
        routes_[chunk].clear();
    }
    // Back from a node to the source or the tree, by the least loaded of the channels that are short enough.
    void lay(std::uint32_t chunk, const Paths& paths, Node to) {
        constexpr double beside = 1.05;
        std::vector<Channel> way;
        for (Node v = to; !reached_[v]; v = links_.from[way.back()]) {
            Channel best = paths.by[v];
            double least = std::numeric_limits<double>::infinity();
            for (const Channel c : links_.in[v]) {
                // By lot where loads are alike, so that not all messages go the same axis first.
                const double before = paths.distance[links_.from[c]],
                             load = busy_[c] + chunks[chunk].bytes * links_.byte[c] *
                                                   static_cast<double>(random_() % 1024) / 512.0;
                if (before < paths.distance[v] && before + length_[c] <= paths.distance[v] * beside && load < least)
                    least = load, best = c;
            }
            busy_[best] += chunks[chunk].bytes * links_.byte[best];
            way.push_back(best);
            if (job_.copies()) reached_[v] = true;
        }
        routes_[chunk].insert(routes_[chunk].end(), way.rbegin(), way.rend());
    }

    const Job& job_;
    const Fabric& links_ = job_.links;
    const std::uint32_t pieces_;
    const std::vector<Node> senders_ = job_.senders();
    std::vector<double> busy_ = std::vector<double>(links_.channels(), 0.0), length_ = busy_;  // a channel each, in ns
    std::vector<std::vector<Channel>> routes_ = std::vector<std::vector<Channel>>(chunks.size());
    std::vector<bool> reached_;
    std::vector<std::size_t> order_ = std::vector<std::size_t>(senders_.size() * pieces_),
                             far_ = std::vector<std::size_t>(job_.members.size());
    std::mt19937 shuffled_{1};
    std::minstd_rand random_{1};
};
}  // namespace

Schedule spread_schedule(const Job& job, std::uint32_t pieces, bool powers, double most_ns) {
    Spreader spreader(job, pieces);
    spreader.lay_all(powers ? 2.0 : 0.0);
    if (spreader.busiest() > most_ns) throw InputError("slower than another");
    Schedule out = list_schedule(job, spreader.plan());
    out.chunks = std::move(spreader.chunks);
    return out;
}

Schedule spread_sums(const Job& job, const Job& back, std::uint32_t pieces, double most_ns) {
    Spreader copies(job, pieces), sums(back, pieces);
    copies.lay_all(0.0, &sums);
    if (copies.busiest() > most_ns) throw InputError("slower than another");
    Schedule out = list_schedule(job, copies.plan(&sums));
    out.chunks = std::move(copies.chunks);
    for (Chunk& c : out.chunks) c.of = every_node;
    return out;
}

double flow_bound(const Job& job) {
    Spreader spreader(job, 1);
    spreader.lay_all(0.0);
    return spreader.dual();
}

}  // namespace wafernet::work
