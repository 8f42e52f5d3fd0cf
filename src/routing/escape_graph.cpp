// Duato's condition: an adaptive routing is deadlock free where a subfunction of it leads from everywhere to every
// destination and the extended dependency graph of the subfunction has no cycle. A channel of the subfunction depends
// on another where a message can hold the first (taken as escape: direct and indirect; taken as adaptive: cross) and,
// over any number of hops outside the subfunction, come to need the second as escape.
//
// Messages to one destination are followed from standpoint to standpoint: a node and what else the next hops depend on.
// What a message may come to need from each is one row of bits, the union of the rows that its hops outside the
// subfunction lead to; no chain of such hops is followed twice. Memory: a bit for every pair of escape channels.
#include "escape_graph.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <map>
#include <mutex>

#include "core/parallel.hpp"
#include "digraph.hpp"
#include "standpoints.hpp"
#include "talkers.hpp"
#include "wafernet/core/error.hpp"

namespace wafernet {

namespace {

constexpr std::uint32_t none = 0xFFFFFFFFU;
constexpr std::uint64_t most_bytes = std::uint64_t{4} << 30U;

// Every standpoint must lead to the destination over escape steps alone.
class EscapeCheck {
public:
    explicit EscapeCheck(const Network& network) : network_(network) {}

    void operator()(const Standpoints& at, Node destination) {
        before_.assign(at.size() + std::size_t{1}, 0);
        for (const Step& step : at.steps()) before_[step.to] += step.escape != 0 ? 1 : 0;
        std::uint32_t sum = 0;
        for (std::uint32_t& b : before_) sum += b, b = sum;
        from_.resize(sum);
        for (std::uint32_t i = 0; i < at.size(); ++i) {
            for (const Step& step : at.steps(i)) {
                if (step.escape != 0) from_[--before_[step.to]] = i;
            }
        }
        leads_.assign(at.size(), 0);
        queue_.clear();
        for (std::uint32_t i = 0; i < at.size(); ++i) {
            if (at[i].node != destination) continue;
            leads_[i] = 1;
            queue_.push_back(i);
        }
        for (std::size_t k = 0; k < queue_.size(); ++k) {
            for (std::uint32_t e = before_[queue_[k]]; e < before_[queue_[k] + 1]; ++e) {
                if (leads_[from_[e]] != 0) continue;
                leads_[from_[e]] = 1;
                queue_.push_back(from_[e]);
            }
        }
        for (std::uint32_t i = 0; i < at.size(); ++i) {
            if (leads_[i] != 0) continue;
            throw ComputationError(network_.word + ": the escape channels do not lead from node " +
                                   network_.addresses.print(at[i].node) + " to node " +
                                   network_.addresses.print(destination));
        }
    }

private:
    const Network& network_;
    std::vector<std::uint32_t> before_, from_, queue_;
    std::vector<std::uint8_t> leads_;
};

// The virtual channels of a step.
template <class Use>
void for_each_vc(Channel channel, VcSet set, std::uint32_t vcs, const Use& use) {
    for (; set != 0; set &= set - 1) use(channel * vcs + static_cast<std::uint32_t>(std::countr_zero(set)));
}

// What messages at each standpoint may come to need next as escape: rows of bits, numbered as the escape channels are.
class NeededRows {
public:
    struct Row {
        const std::uint64_t* bits;
        std::size_t begin, end;  // words outside are zero
    };

    NeededRows(std::span<const std::uint32_t> number_of, std::uint32_t vcs)
        : number_of_(number_of),
          vcs_(vcs),
          words_((static_cast<std::size_t>(
                      std::count_if(number_of.begin(), number_of.end(), [](std::uint32_t n) { return n != none; })) +
                  63) /
                 64) {}

    void fill(const Standpoints& at) {
        stands_for_.resize(at.size());
        place_.assign(at.size(), none);
        std::size_t rows = 0;
        for (std::uint32_t i = 0; i < at.size(); ++i) {
            stands_for_[i] = at.alike(i);
            if (stands_for_[i] == i) place_[i] = static_cast<std::uint32_t>(rows++);
        }
        bits_.assign(rows * words_, 0);
        begin_.assign(rows, words_);
        end_.assign(rows, 0);
        const bool in_order = sort(at);
        for (const std::uint32_t i : order_) {
            for (const Step& step : at.steps(i)) {
                for_each_vc(step.channel, step.escape, vcs_, [&](std::uint32_t c) { set(place_[i], number_of_[c]); });
            }
        }
        // Where messages may go round in circles outside the subfunction, until nothing is added any more.
        for (bool changed = true; changed;) {
            changed = false;
            for (const std::uint32_t i : order_) {
                for (const Step& step : at.steps(i)) {
                    if (step.vcs != step.escape && unite(place_[i], place_[stands_for_[step.to]], !in_order))
                        changed = true;
                }
            }
            if (in_order) break;
        }
    }

    [[nodiscard]] Row row(std::uint32_t standpoint) const {
        const std::uint32_t r = place_[stands_for_[standpoint]];
        return {bits_.data() + r * words_, begin_[r], end_[r]};
    }
    [[nodiscard]] std::uint32_t stands_for(std::uint32_t standpoint) const { return stands_for_[standpoint]; }

private:
    // Puts every standpoint behind those that its steps outside the subfunction lead to; false where there is no such
    // order.
    bool sort(const Standpoints& at) {
        constexpr std::uint8_t open = 1, done = 2;
        bool in_order = true;
        order_.clear();
        state_.assign(at.size(), 0);
        for (std::uint32_t root = 0; root < at.size(); ++root) {
            if (stands_for_[root] != root || state_[root] != 0) continue;
            stack_.assign(1, {root, 0});
            state_[root] = open;
            while (!stack_.empty()) {
                auto& [i, next] = stack_.back();
                const std::span<const Step> steps = at.steps(i);
                while (next < steps.size() &&
                       (steps[next].vcs == steps[next].escape || state_[stands_for_[steps[next].to]] == done))
                    ++next;
                if (next == steps.size()) {
                    state_[i] = done;
                    order_.push_back(i);
                    stack_.pop_back();
                    continue;
                }
                const std::uint32_t to = stands_for_[steps[next++].to];
                if (state_[to] == open) {
                    in_order = false;
                } else {
                    state_[to] = open;
                    stack_.emplace_back(to, 0);
                }
            }
        }
        return in_order;
    }

    void set(std::uint32_t r, std::uint32_t number) {
        bits_[r * words_ + number / 64] |= std::uint64_t{1} << (number % 64);
        begin_[r] = std::min(begin_[r], std::size_t{number / 64});
        end_[r] = std::max(end_[r], std::size_t{number / 64} + 1);
    }

    // Whether something is new, where it is to be seen.
    bool unite(std::uint32_t r, std::uint32_t other, bool see) {
        std::uint64_t* const mine = bits_.data() + r * words_;
        const std::uint64_t* const its = bits_.data() + other * words_;
        const std::size_t first = begin_[other], last = end_[other];
        std::uint64_t fresh = 0;
        for (std::size_t w = first; see && w < last; ++w) fresh |= its[w] & ~mine[w];
        for (std::size_t w = first; w < last; ++w) mine[w] |= its[w];
        begin_[r] = std::min(begin_[r], first);
        end_[r] = std::max(end_[r], last);
        return fresh != 0;
    }

    std::span<const std::uint32_t> number_of_;
    std::uint32_t vcs_;
    std::size_t words_;
    std::vector<std::uint64_t> bits_;
    std::vector<std::size_t> begin_, end_;
    std::vector<std::uint32_t> stands_for_, place_, order_;
    std::vector<std::uint8_t> state_;
    std::vector<std::pair<std::uint32_t, std::size_t>> stack_;
};

}  // namespace

CertifiedVerdict extended_verdict(const Network& network, const Routing& routing, const VcRule& rule,
                                  const VerdictOptions& options) {
    const std::vector<Node> terminals = terminals_of(network);
    const Talkers talkers(network, options.traffic);
    const std::size_t blocks = std::min<std::size_t>(terminals.size(), 64);
    const auto vcs = static_cast<std::uint32_t>(rule.vcs);
    const std::uint32_t channels = network.graph.channels() * vcs;
    const auto explore = [&](Standpoints& at, Node destination) {
        at.explore(destination, talkers.all() ? terminals : talkers.sources(destination));
    };

    // Channels of the subfunction, for any destination.
    std::vector<std::atomic<bool>> used(channels);
    std::atomic<VcSet> taken{0};
    Progress progress(options.progress, 2 * terminals.size());
    for_each_block_by(blocks, options.threads, [&](unsigned) {
        return [&, at = Standpoints(network, routing, rule, options.escape),
                check = EscapeCheck(network)](std::size_t block) mutable {
            for (std::size_t i = block; i < terminals.size(); i += blocks) {
                explore(at, terminals[i]);
                progress.one_more();
                check(at, terminals[i]);
                taken.fetch_or(at.taken(), std::memory_order_relaxed);
                for (const Step& step : at.steps()) {
                    for_each_vc(step.channel, step.escape, vcs,
                                [&](std::uint32_t c) { used[c].store(true, std::memory_order_relaxed); });
                }
            }
        };
    });
    std::vector<std::uint32_t> number_of(channels, none), channel_of;
    for (std::uint32_t c = 0; c < channels; ++c) {
        if (!used[c]) continue;
        number_of[c] = static_cast<std::uint32_t>(channel_of.size());
        channel_of.push_back(c);
    }
    if (const std::uint64_t n = channel_of.size(); n * n / 8 > most_bytes) {
        throw InputError(network.word + ": the pairs of " + std::to_string(n) +
                         " escape channels take more than 4 GiB, need a smaller network or fewer virtual channels");
    }

    BitDigraph graph(static_cast<std::uint32_t>(channel_of.size()));
    std::array<std::mutex, 64> guards;
    for_each_block_by(blocks, options.threads, [&](unsigned) {
        return [&, at = Standpoints(network, routing, rule, options.escape), needed = NeededRows(number_of, vcs),
                came = std::vector<std::uint32_t>(channel_of.size(), none)](std::size_t block) mutable {
            for (std::size_t i = block; i < terminals.size(); i += blocks) {
                explore(at, terminals[i]);
                progress.one_more();
                needed.fill(at);
                std::fill(came.begin(), came.end(), none);
                for (const Step& step : at.steps()) {
                    const std::uint32_t to = needed.stands_for(step.to);
                    const NeededRows::Row row = needed.row(to);
                    for_each_vc(step.channel, step.vcs, vcs, [&](std::uint32_t c) {
                        const std::uint32_t from = number_of[c];
                        if (from == none || came[from] == to) return;
                        came[from] = to;
                        std::uint64_t* const all = graph.row(from);
                        const std::lock_guard lock(guards[from % guards.size()]);
                        for (std::size_t w = row.begin; w < row.end; ++w) all[w] |= row.bits[w];
                    });
                }
            }
        };
    });

    CertifiedVerdict certified;
    Verdict& verdict = certified.verdict;
    verdict.used = taken & first_vcs(rule.vcs);
    verdict.channels = channel_of.size();
    verdict.dependencies = graph.edges();
    for (const std::uint32_t v : topological_order(graph))
        certified.order.push_back({channel_of[v] / vcs, static_cast<int>(channel_of[v] % vcs)});
    verdict.acyclic = certified.order.size() == channel_of.size();
    if (verdict.acyclic) return certified;

    const std::vector<std::uint32_t> cycle = shortest_cycle(graph);
    std::map<std::uint32_t, std::size_t> wanted;  // by the number of the channel that is held
    for (std::size_t i = 0; i < cycle.size(); ++i) {
        const std::uint32_t c = channel_of[cycle[i]];
        verdict.cycle.push_back({c / vcs, static_cast<int>(c % vcs), 0, 0});
        wanted[cycle[i]] = i;
    }
    Standpoints at(network, routing, rule, options.escape);
    NeededRows needed(number_of, vcs);
    for (std::size_t d = 0; d < terminals.size() && !wanted.empty(); ++d) {
        explore(at, terminals[d]);
        needed.fill(at);
        for (std::uint32_t s = 0; s < at.size(); ++s) {
            for (const Step& step : at.steps(s)) {
                for_each_vc(step.channel, step.vcs, vcs, [&](std::uint32_t c) {
                    const auto found = wanted.find(number_of[c]);
                    if (found == wanted.end()) return;
                    const std::uint32_t next = cycle[(found->second + 1) % cycle.size()];
                    if ((needed.row(step.to).bits[next / 64] >> (next % 64) & 1U) == 0) return;
                    verdict.cycle[found->second].source = at[s].origin;
                    verdict.cycle[found->second].destination = terminals[d];
                    wanted.erase(found);
                });
            }
        }
    }
    if (!wanted.empty()) throw std::logic_error("a dependency of the cycle has no message");
    return certified;
}

}  // namespace wafernet
