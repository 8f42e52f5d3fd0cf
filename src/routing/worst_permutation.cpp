// The worst permutation of an oblivious routing [towles2002, sec. 3]: the load of a channel under a permutation is the
// sum of what its pairs send over it, so that the worst permutation for one channel is an assignment of greatest
// weight. Channels are tried in the order of a bound: every source, and every destination, sends over a channel at most
// what its worst partner makes it send. Where the next bound is no larger than a load that was found, that is the
// worst.
#include "wafernet/routing/worst_permutation.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <string>

#include "assignment.hpp"
#include "base/parallel.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/routing/vc_rules.hpp"
#include "walk.hpp"

namespace wafernet {

namespace {

constexpr double rounding = 1e-9;
constexpr std::size_t most_entries = std::size_t{24} << 20U;  // of the channels that are tried at a time
constexpr std::size_t most_mark_bytes = std::size_t{512} << 20U;
constexpr std::size_t tried_beyond = 64;  // channels, where there are too many nodes to try all

// Who sends to whom: terminals, or one terminal of every router, which stands for all of it.
struct Ends {
    std::vector<Node> nodes;
    std::size_t each = 1;  // terminals that a node stands for
};

// Messages that draw their way are many, and draw it at routers: those of one router have the same ways between
// routers. The terminals of a router are numbered in a row, as many at each.
Ends ends_of(const Network& network, const Routing& routing) {
    Ends ends{terminals_of(network), 1};
    if (routing.draws() != Draws::always || network.router_of_terminal.empty()) return ends;
    std::vector<Node> first;
    for (const Node t : ends.nodes) {
        if (first.empty() || network.router_of_terminal[t] != network.router_of_terminal[first.back()])
            first.push_back(t);
    }
    ends.each = ends.nodes.size() / first.size();
    ends.nodes = std::move(first);
    return ends;
}

// What the messages of one source to one destination put on a channel.
struct Share {
    std::uint32_t source = 0, destination = 0;
    float flits = 0.0F;
};

class PathFollower {
public:
    PathFollower(const Network& network, const Routing& routing, const VcRule& rule, const Ends& ends)
        : ends_(ends), walk_(network, routing, rule), flits_(network.graph.channels(), 0.0) {}

    /// Calls use(source, channel, flits) for all sources and all channels that their messages to `destination` take.
    template <class Use> void to(std::size_t destination, const Use& use) {
        const Node d = ends_.nodes[destination];
        walk_.explore(d, ends_.nodes);
        if (walk_.order().empty() && !walk_.places().empty())
            throw ComputationError("messages to node " + std::to_string(d) +
                                   " could go round in circles under this routing, which has no worst permutation");
        for (std::size_t s = 0, place = 0; s < ends_.nodes.size(); ++s) {
            if (s == destination) continue;
            follow(place++);
            for (const Channel c : touched_) {
                use(s, c, flits_[c]);
                flits_[c] = 0.0;
            }
            touched_.clear();
        }
    }

private:
    void follow(std::size_t source) {
        ways_.assign(1, {source, 1.0});
        while (!ways_.empty()) {
            const auto [at, part] = ways_.back();
            ways_.pop_back();
            double all = 0.0;
            for (const Move& move : walk_.moves(at)) all += move.share;
            for (const Move& move : walk_.moves(at)) {
                const Channel c = walk_.places()[move.to].channel;
                const double flits = part * move.share / all;
                if (flits_[c] == 0.0) touched_.push_back(c);
                flits_[c] += flits;
                ways_.push_back({move.to, flits});
            }
        }
    }

    const Ends& ends_;
    Walk walk_;
    std::vector<double> flits_;  // by channel
    std::vector<Channel> touched_;
    std::vector<std::pair<std::size_t, double>> ways_;
};

// Blocks of destinations, so that sums do not depend on the number of threads.
constexpr std::size_t destination_blocks = 16;

class PermutationSearch {
public:
    PermutationSearch(const Network& network, const Routing& routing, unsigned threads)
        : network_(network), routing_(routing), threads_(threads), ends_(ends_of(network, routing)) {}

    WorstPermutation run() {
        const std::size_t n = ends_.nodes.size();
        WorstPermutation worst;
        worst.images.resize(network_.graph.nodes());
        std::iota(worst.images.begin(), worst.images.end(), Node{0});
        if (n * ends_.each < 2) return worst;
        find_bounds();
        const std::size_t most =
            n * ends_.each <= worst_permutation_exact ? order_.size() : std::min(order_.size(), tried_beyond);
        std::size_t tried = 0, batch = 8;
        std::vector<std::size_t> receivers;
        while (tried < most && bound_[order_[tried]] > worst.load * (1.0 + rounding)) {
            const std::size_t end = batch_end(tried, std::min(most, tried + batch), worst.load);
            const std::vector<std::vector<Share>> shares = shares_of({order_.data() + tried, end - tried});
            for (std::size_t i = tried; i < end; i += 8) {  // the next only where these leave it a chance
                if (bound_[order_[i]] <= worst.load * (1.0 + rounding)) break;
                solve(shares, tried, i, std::min(end, i + 8), worst, receivers);
            }
            tried = end;
            batch *= 8;
        }
        worst.bound = std::max(worst.load, tried < order_.size() ? bound_[order_[tried]] : 0.0);
        send(receivers, worst);
        return worst;
    }

private:
    // Bounds of the loads of all channels, and the channels by them.
    void find_bounds() {
        const std::size_t n = ends_.nodes.size(), channels = network_.graph.channels(), words = (n + 63) / 64;
        struct Sums {
            std::vector<double> column;  // of the most that comes to each destination
            std::vector<float> most;     // of any one pair
            std::vector<std::uint64_t> entries;
        };
        std::vector<Sums> sums(destination_blocks);
        const bool marks = channels * words * 8 <= most_mark_bytes;
        std::vector<std::uint64_t> sends(marks ? channels * words : 0);  // by channel, a bit a source
        for_each_block(destination_blocks, threads_, [&](std::size_t block) {
            Sums& sum = sums[block];
            sum.column.assign(channels, 0.0), sum.most.assign(channels, 0.0F), sum.entries.assign(channels, 0);
            std::vector<double> here(channels, 0.0);
            std::vector<Channel> touched;
            PathFollower follower(network_, routing_, any_, ends_);
            for (std::size_t d = block; d < n; d += destination_blocks) {
                follower.to(d, [&](std::size_t s, Channel c, double flits) {
                    if (here[c] == 0.0) touched.push_back(c);
                    here[c] = std::max(here[c], flits);
                    ++sum.entries[c];
                    if (!marks) return;
                    const std::atomic_ref<std::uint64_t> word(sends[c * words + s / 64]);
                    const std::uint64_t bit = std::uint64_t{1} << (s % 64);
                    if ((word.load(std::memory_order_relaxed) & bit) == 0) word |= bit;
                });
                for (const Channel c : touched) {
                    sum.column[c] += here[c];
                    sum.most[c] = std::max(sum.most[c], static_cast<float>(here[c]));
                    here[c] = 0.0;
                }
                touched.clear();
            }
        });
        bound_.assign(channels, 0.0);
        entries_.assign(channels, 0);
        for (Channel c = 0; c < channels; ++c) {
            double most = 0.0, sources = 0.0;
            for (const Sums& sum : sums) {
                bound_[c] += sum.column[c];
                entries_[c] += sum.entries[c];
                most = std::max(most, static_cast<double>(sum.most[c]));
            }
            if (marks) {
                for (std::size_t w = 0; w < words; ++w) sources += std::popcount(sends[c * words + w]);
                bound_[c] = std::min(bound_[c], sources * most * (1.0 + 1e-6));
            }
            bound_[c] *= static_cast<double>(ends_.each);
            if (entries_[c] > 0 && (ends_.each == 1 || !is_terminals(c))) order_.push_back(c);
        }
        std::stable_sort(order_.begin(), order_.end(), [&](Channel a, Channel b) { return bound_[a] > bound_[b]; });
    }

    // Whether the channel is one terminal's own, which carries a flit a cycle at most.
    [[nodiscard]] bool is_terminals(Channel c) const {
        const auto terminals = static_cast<Node>(network_.router_of_terminal.size());
        return network_.graph.source(c) < terminals || network_.graph.target(c) < terminals;
    }

    [[nodiscard]] std::size_t batch_end(std::size_t first, std::size_t last, double found) const {
        std::size_t entries = 0;
        for (std::size_t i = first; i < last; ++i) {
            entries += entries_[order_[i]];
            if (i > first && (entries > most_entries || bound_[order_[i]] <= found * (1.0 + rounding))) return i;
        }
        return last;
    }

    [[nodiscard]] std::vector<std::vector<Share>> shares_of(std::span<const Channel> channels) const {
        constexpr std::uint32_t none = 0xFFFFFFFFU;
        std::vector<std::uint32_t> place(network_.graph.channels(), none);
        for (std::uint32_t i = 0; i < channels.size(); ++i) place[channels[i]] = i;
        std::vector<std::vector<std::vector<Share>>> parts(destination_blocks);
        for_each_block(destination_blocks, threads_, [&](std::size_t block) {
            parts[block].resize(channels.size());
            PathFollower follower(network_, routing_, any_, ends_);
            for (std::size_t d = block; d < ends_.nodes.size(); d += destination_blocks) {
                follower.to(d, [&](std::size_t s, Channel c, double flits) {
                    if (place[c] != none)
                        parts[block][place[c]].push_back(
                            {static_cast<std::uint32_t>(s), static_cast<std::uint32_t>(d), static_cast<float>(flits)});
                });
            }
        });
        std::vector<std::vector<Share>> shares(channels.size());
        for (std::size_t i = 0; i < channels.size(); ++i) {
            for (auto& part : parts) shares[i].insert(shares[i].end(), part[i].begin(), part[i].end());
        }
        return shares;
    }

    // Sources and destinations of one channel, and what the pairs put on it.
    struct Matrix {
        std::vector<std::uint32_t> sources, destinations;
        std::vector<float> flits;
        bool turned = false;  // a row a destination
    };

    [[nodiscard]] Matrix matrix_of(const std::vector<Share>& shares) const {
        Matrix m;
        std::vector<std::uint32_t> row(ends_.nodes.size()), column(ends_.nodes.size());
        for (const Share& s : shares) row[s.source] = column[s.destination] = 1;
        for (std::uint32_t i = 0; i < row.size(); ++i) {
            if (row[i] != 0) row[i] = static_cast<std::uint32_t>(m.sources.size()), m.sources.push_back(i);
            if (column[i] != 0)
                column[i] = static_cast<std::uint32_t>(m.destinations.size()), m.destinations.push_back(i);
        }
        m.turned = m.sources.size() > m.destinations.size();
        m.flits.assign(m.sources.size() * m.destinations.size(), 0.0F);
        for (const Share& s : shares)
            m.flits[m.turned ? column[s.destination] * m.sources.size() + row[s.source]
                             : row[s.source] * m.destinations.size() + column[s.destination]] = s.flits;
        return m;
    }

    // Prices of rows and columns that are nowhere below the gain of a pair bound every assignment by their sum.
    static double price_bound(const Matrix& m) {
        const std::size_t n = m.sources.size();
        std::vector<double> row(n, 0.0), column(n, 0.0);
        for (int round = 0; round < 4; ++round) {
            for (std::size_t r = 0; r < n; ++r) {
                row[r] = -1e9;
                for (std::size_t c = 0; c < n; ++c)
                    row[r] = std::max(row[r], static_cast<double>(m.flits[r * n + c]) - column[c]);
            }
            std::fill(column.begin(), column.end(), -1e9);
            for (std::size_t r = 0; r < n; ++r) {
                for (std::size_t c = 0; c < n; ++c)
                    column[c] = std::max(column[c], static_cast<double>(m.flits[r * n + c]) - row[r]);
            }
        }
        return std::accumulate(row.begin(), row.end(), 0.0) + std::accumulate(column.begin(), column.end(), 0.0);
    }

    // Assigns the channels order_[begin .. end), and keeps the worst.
    void solve(const std::vector<std::vector<Share>>& shares, std::size_t first, std::size_t begin, std::size_t end,
               WorstPermutation& worst, std::vector<std::size_t>& receivers) const {
        const auto each = static_cast<double>(ends_.each);
        const double found = worst.load;
        std::vector<double> load(end - begin, 0.0);
        std::vector<std::vector<std::size_t>> to(end - begin);
        for_each_block(end - begin, threads_, [&](std::size_t k) {
            const Matrix m = matrix_of(shares[begin - first + k]);
            const std::size_t rows = m.turned ? m.destinations.size() : m.sources.size(),
                              columns = m.turned ? m.sources.size() : m.destinations.size();
            if (routing_.draws() == Draws::always && rows == columns &&
                price_bound(m) * each <= found * (1.0 + rounding))
                return;
            const std::vector<std::size_t> chosen = greatest_assignment(m.flits, rows, columns);
            to[k].assign(ends_.nodes.size(), ends_.nodes.size());
            for (std::size_t r = 0; r < rows; ++r) {
                const double flits = m.flits[r * columns + chosen[r]];
                load[k] += flits * each;
                if (flits > 0.0) to[k][m.sources[m.turned ? chosen[r] : r]] = m.destinations[m.turned ? r : chosen[r]];
            }
        });
        for (std::size_t k = 0; k < load.size(); ++k) {
            if (load[k] <= worst.load * (1.0 + rounding)) continue;
            worst.load = load[k];
            worst.channel = order_[begin + k];
            receivers = to[k];
        }
    }

    // Completes the permutation: who sends nothing over the channel sends to one who gets nothing over it, to another
    // than itself where there is a choice.
    void send(std::vector<std::size_t>& receivers, WorstPermutation& worst) const {
        const std::size_t n = ends_.nodes.size();
        if (receivers.empty()) receivers.assign(n, n);
        std::vector<bool> receives(n, false);
        for (const std::size_t d : receivers) {
            if (d < n) receives[d] = true;
        }
        std::vector<std::size_t> senders, free;
        for (std::size_t i = 0; i < n; ++i) {
            if (receivers[i] == n) senders.push_back(i);
            if (!receives[i]) free.push_back(i);
        }
        for (std::size_t i = 0; i < senders.size(); ++i) receivers[senders[i]] = free[i];
        for (std::size_t i = 0; i + 1 < senders.size(); ++i) {
            if (receivers[senders[i]] == senders[i]) std::swap(receivers[senders[i]], receivers[senders[i + 1]]);
        }
        if (senders.size() > 1 && receivers[senders.back()] == senders.back())
            std::swap(receivers[senders.back()], receivers[senders.front()]);
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t t = 0; t < ends_.each; ++t)
                worst.images[ends_.nodes[i] + t] = static_cast<Node>(ends_.nodes[receivers[i]] + t);
        }
    }

    const Network& network_;
    const Routing& routing_;
    unsigned threads_;
    Ends ends_;
    VcRule any_ = make_vc_rule("any", network_, max_vcs);
    std::vector<double> bound_;           // by channel
    std::vector<std::uint64_t> entries_;  // by channel: pairs that send over it
    std::vector<Channel> order_;
};

}  // namespace

WorstPermutation worst_permutation(const Network& network, const Routing& routing, unsigned threads) {
    const std::string what = "worst traffic on " + network.word + ": ";
    if (routing.chooses() || routing.weighs())
        throw InputError(what +
                         "messages of this routing choose their way by what is free, and the worst permutation is "
                         "known of oblivious routings alone; choose another with --routing, --ties positive on "
                         "rings, or traffic longest-matching");
    if (network.shared_nodes > 0)
        throw InputError(what +
                         "channels are shared, and the worst permutation is known of channels with one sender; "
                         "choose traffic longest-matching");
    const std::size_t n = terminals_of(network).size();
    if (n > worst_permutation_most)
        throw InputError(what + std::to_string(n) + " nodes send, must be at most " +
                         std::to_string(worst_permutation_most));
    const std::size_t sources = ends_of(network, routing).nodes.size();
    if (routing.draws() == Draws::always && sources > worst_permutation_drawn)
        throw InputError(what + "messages draw one of " + std::to_string(sources) + " ways, must be at most " +
                         std::to_string(worst_permutation_drawn));
    return PermutationSearch(network, routing, threads).run();
}

}  // namespace wafernet
