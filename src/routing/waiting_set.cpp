#include <algorithm>
#include <atomic>
#include <bit>
#include <optional>
#include <vector>

#include "base/parallel.hpp"
#include "choice_verdicts.hpp"
#include "talkers.hpp"
#include "walk.hpp"

namespace wafernet {

namespace {

constexpr std::uint64_t most_moves = 100'000'000;

using Slots = std::vector<VcSet>;  // of every channel, the virtual channels of a set

// Which virtual channels hold a message that waits for the set alone, of those to one destination.
class Waiting {
public:
    // Calls add(channel, VCs of the set) for the places of messages that wait: on their first hop alone, or there or
    // farther on.
    template <class Add> void find(const Walk& walk, const Slots& set, bool first_hops, const Add& add) {
        const std::vector<Place>& places = walk.places();
        const auto in_set = [&](const Place& p) { return p.vcs & set[p.channel]; };
        counts_.assign(places.size(), !first_hops);
        for (std::size_t s = 0; first_hops && s < walk.sources(); ++s) {
            for (const Move& move : walk.moves(s)) counts_[move.to] = true;
        }
        waits_.assign(places.size(), false);
        queue_.clear();
        for (std::uint32_t p = 0; p < places.size(); ++p) {
            const auto moves = walk.moves(p);
            if (!counts_[p] || places[p].channel == no_channel || moves.empty()) continue;
            waits_[p] = std::ranges::all_of(
                moves, [&](const Move& m) { return (places[m.to].vcs & ~set[places[m.to].channel]) == 0; });
            if (waits_[p]) queue_.push_back(p);
        }
        if (!first_hops) add_tails(walk, in_set);
        for (const std::uint32_t p : queue_) add(places[p].channel, in_set(places[p]));
    }

private:
    // Adds the places from which a message can have come to those of the queue, along channels of the set: its tail may
    // be there still.
    template <class InSet> void add_tails(const Walk& walk, const InSet& in_set) {
        const std::vector<Place>& places = walk.places();
        if (queue_.empty()) return;
        first_before_.assign(places.size() + 1, 0);
        for (std::uint32_t p = 0; p < places.size(); ++p) {
            for (const Move& m : walk.moves(p)) ++first_before_[m.to + 1];
        }
        for (std::size_t p = 0; p < places.size(); ++p) first_before_[p + 1] += first_before_[p];
        before_.resize(first_before_.back());
        at_.assign(first_before_.begin(), first_before_.end() - 1);
        for (std::uint32_t p = 0; p < places.size(); ++p) {
            for (const Move& m : walk.moves(p)) before_[at_[m.to]++] = p;
        }
        for (std::size_t i = 0; i < queue_.size(); ++i) {
            const std::uint32_t to = queue_[i];
            if (in_set(places[to]) == 0) continue;
            for (std::uint32_t b = first_before_[to]; b < first_before_[to + 1]; ++b) {
                const std::uint32_t p = before_[b];
                if (waits_[p] || places[p].channel == no_channel) continue;
                waits_[p] = true;
                queue_.push_back(p);
            }
        }
    }

    std::vector<bool> counts_, waits_;
    std::vector<std::uint32_t> queue_, first_before_, at_, before_;
};

// The size of the greatest set, reached from all channels by leaving out those that no message holds that waits for the
// rest; nothing where that takes too long.
std::optional<std::uint64_t> size_of_greatest(const Network& network, const Routing& routing, const VcRule& rule,
                                              const VerdictOptions& options, bool first_hops) {
    const std::vector<Node> terminals = terminals_of(network);
    const Talkers talkers(network, options.traffic);
    Slots set(network.graph.channels(), first_vcs(rule.vcs)), held;
    std::uint64_t size = set.size() * static_cast<std::uint64_t>(rule.vcs);
    std::atomic<std::uint64_t> moves{0};
    while (moves < most_moves) {
        held.assign(set.size(), 0);
        Progress progress("finding who waits", options.progress, terminals.size());
        for_each_block_by(terminals.size(), options.threads, [&](unsigned) {
            return [&, walk = Walk(network, routing, rule), waiting = Waiting()](std::size_t d) mutable {
                talkers.explore(walk, terminals[d]);
                moves += walk.moves();
                waiting.find(walk, set, first_hops, [&](Channel c, VcSet vcs) {
                    std::atomic_ref<VcSet>(held[c]).fetch_or(vcs, std::memory_order_relaxed);
                });
                progress.one_more();
            };
        });
        std::uint64_t left = 0;
        for (const VcSet vcs : held) left += static_cast<std::uint64_t>(std::popcount(vcs));
        if (left == size || left == 0) return left;
        size = left;
        set.swap(held);
    }
    return std::nullopt;
}

}  // namespace

WaitingSet greatest_waiting_set(const Network& network, const Routing& routing, const VcRule& rule,
                                const VerdictOptions& options) {
    check_rule(rule);
    const auto first_hops = size_of_greatest(network, routing, rule, options, true);
    if (first_hops.value_or(0) > 0) return {DeadlockAnswer::can, *first_hops};
    const auto all = first_hops ? size_of_greatest(network, routing, rule, options, false) : std::nullopt;
    return {all == 0U ? DeadlockAnswer::cannot : DeadlockAnswer::undecided, all.value_or(0)};
}

}  // namespace wafernet
