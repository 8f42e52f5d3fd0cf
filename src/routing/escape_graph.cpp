// Duato's condition: an adaptive routing is deadlock free where a subfunction of it leads from everywhere to every
// destination and the extended dependency graph of the subfunction has no cycle. A channel of the subfunction depends
// on another where a message can hold the first (taken as escape: direct and indirect; taken as adaptive: cross) and,
// over any number of hops outside the subfunction, come to need the second as escape.
//
// Messages to each destination are followed from standpoint to standpoint: a node and what else the next hops depend
// on. Standpoints that are the same for many destinations are kept once, each of their hops with the set of
// destinations that it is taken for. From every standpoint the sets are then followed over the hops outside the
// subfunction, all destinations at once, a word of 64 at a time. Memory: a bit for every pair of escape channels, and
// one for every hop and destination.
#include "escape_graph.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "digraph.hpp"
#include "escape_moves.hpp"
#include "standpoints.hpp"
#include "talkers.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/routing/vc_rules.hpp"

namespace wafernet {

namespace {

using escape::for_each_vc;
using escape::most_bytes;
using escape::Move;
using escape::Moves;
using escape::none;
using escape::Reach;
using escape::Set;

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

// Whether a message at a standpoint may come to need the virtual channel as escape, over steps outside the subfunction.
bool may_need(const Standpoints& at, std::uint32_t standpoint, Channel channel, int vc) {
    std::vector<std::uint32_t> queue{standpoint};
    std::vector<bool> seen(at.size(), false);
    seen[standpoint] = true;
    for (std::size_t i = 0; i < queue.size(); ++i) {
        for (const Step& step : at.steps(queue[i])) {
            if (step.channel == channel && (step.escape >> static_cast<unsigned>(vc) & 1U) != 0) return true;
            if (step.vcs == step.escape || seen[step.to]) continue;
            seen[step.to] = true;
            queue.push_back(step.to);
        }
    }
    return false;
}

// Whether a virtual channel belongs to the subfunction, for any destination.
std::vector<bool> escape_channels(const Moves& moves, std::uint32_t channels, std::uint32_t vcs) {
    std::vector<bool> used(channels, false);
    for (std::uint32_t m = 0; m < moves.size(); ++m)
        for_each_vc(moves[m].channel, moves[m].escape, vcs, [&](std::uint32_t c) { used[c] = true; });
    return used;
}

void check_table(const Network& network, const std::string& of, std::uint64_t bytes) {
    check_memory(bytes, network.word + ": a table of " + of,
                 "a smaller network, fewer virtual channels or more memory");
}

// The verdict while it is found: moves of messages, channels of the subfunction, their dependencies, a cycle.
class ExtendedVerdict {
public:
    ExtendedVerdict(const Network& network, const Routing& routing, const VcRule& rule, const VerdictOptions& options)
        : network_(network),
          routing_(routing),
          rule_(rule),
          options_(options),
          terminals_(terminals_of(network)),
          talkers_(network, options.traffic),
          vcs_(static_cast<std::uint32_t>(rule.vcs)),
          channels_(network.graph.channels() * vcs_) {}

    CertifiedVerdict found() {
        check_first_table();
        Moves moves(network_, terminals_.size());
        find_moves(moves);
        number_channels(moves);
        BitDigraph graph(static_cast<std::uint32_t>(channel_of_.size()));
        find_dependencies(moves, graph);
        CertifiedVerdict certified;
        Verdict& verdict = certified.verdict;
        verdict.used = taken_ & first_vcs(rule_.vcs);
        verdict.channels = channel_of_.size();
        verdict.dependencies = graph.edges();
        for (const std::uint32_t v : topological_order(graph))
            certified.order.push_back({channel_of_[v] / vcs_, static_cast<int>(channel_of_[v] % vcs_)});
        verdict.acyclic = certified.order.size() == channel_of_.size();
        if (!verdict.acyclic) show_cycle(shortest_cycle(graph), verdict);
        return certified;
    }

private:
    void explore(Standpoints& at, Node destination) const {
        at.explore(destination, talkers_.all() ? terminals_ : talkers_.sources(destination));
    }

    // Bytes as measured: messages to some destinations show about two thirds of all hops and escape channels.
    void check_first_table() const {
        const std::size_t some = std::min<std::size_t>(64, terminals_.size() / 16);
        if (some <= 16) return;
        Standpoints at(network_, routing_, rule_, options_.escape);
        Moves seen(network_, some);
        VcSet escape = 0;
        for (std::uint32_t k = 0; k < some; ++k) {
            explore(at, terminals_[k * std::size_t{0x9E3779B1U} % terminals_.size()]);
            for (const Step& step : at.steps()) escape |= step.escape;
            seen.add(at, k);
        }
        const std::vector<bool> used = escape_channels(seen, channels_, vcs_);
        const std::uint64_t hops = std::uint64_t{seen.size()} * 3 / 2,
                            most = std::uint64_t{network_.graph.channels()} * std::popcount(escape),
                            pairs = std::min<std::uint64_t>(most, std::count(used.begin(), used.end(), true) * 3 / 2);
        check_table(network_, "some " + std::to_string(hops) + " hops by destination",
                    hops * (sizeof(Set) * (terminals_.size() / Set::size + 1) + 40) + pairs * pairs / 8);
    }

    void find_moves(Moves& moves) {
        const std::size_t blocks = std::min<std::size_t>(terminals_.size(), 64);
        std::mutex guard;
        Progress progress("finding ways to escape", options_.progress, terminals_.size());
        for_each_block_by(blocks, options_.threads, [&](unsigned) {
            return [&, at = Standpoints(network_, routing_, rule_, options_.escape),
                    check = EscapeCheck(network_)](std::size_t block) mutable {
                for (std::size_t i = block; i < terminals_.size(); i += blocks) {
                    explore(at, terminals_[i]);
                    progress.one_more();
                    check(at, terminals_[i]);
                    const std::lock_guard lock(guard);
                    taken_ |= at.taken();
                    moves.add(at, static_cast<std::uint32_t>(i));
                }
            };
        });
    }

    void number_channels(const Moves& moves) {
        const std::vector<bool> used = escape_channels(moves, channels_, vcs_);
        number_of_.assign(channels_, none);
        for (std::uint32_t c = 0; c < channels_; ++c) {
            if (!used[c]) continue;
            number_of_[c] = static_cast<std::uint32_t>(channel_of_.size());
            channel_of_.push_back(c);
        }
        const std::uint64_t n = channel_of_.size();
        if (n * n / 8 > most_bytes) {
            throw InputError(network_.word + ": the pairs of " + std::to_string(n) +
                             " escape channels take more than 4 GiB, need a smaller network or fewer virtual channels");
        }
        check_table(network_, "the pairs of " + std::to_string(n) + " escape channels", n * n / 8);
    }

    // Calls use(number) for every channel of the subfunction that a message holds after a move.
    template <class Use>
    void for_each_held(const Move& move, const Use& use) const {
        for_each_vc(move.channel, move.vcs, vcs_, [&](std::uint32_t c) {
            if (number_of_[c] != none) use(number_of_[c]);
        });
    }

    void find_dependencies(Moves& moves, BitDigraph& graph) const {
        std::vector<std::vector<std::uint32_t>> places_at(network_.graph.nodes()), in(moves.places());
        for (std::uint32_t p = 0; p < moves.places(); ++p) places_at[moves.node(p)].push_back(p);
        for (std::uint32_t m = 0; m < moves.size(); ++m) {
            bool held = false;
            for_each_held(moves[m], [&](std::uint32_t) { held = true; });
            if (held) in[moves[m].to].push_back(m);
        }
        Activity activity("finding dependencies of escape channels", moves.sets().size() * places_at.size());
        for (std::vector<Set>& taken_for : moves.sets()) {
            taken_for.resize(moves.size());
            // A thread has all places of a node, and so all rows of the channels that lead there.
            for_each_block_by(places_at.size(), options_.threads, [&](unsigned) {
                return [&, reach = Reach(moves, taken_for)](std::size_t node) mutable {
                    activity.one_more();
                    for (const std::uint32_t place : places_at[node]) {
                        reach.follow(in[place]);
                        add_dependencies(moves, taken_for, in[place], reach, graph);
                    }
                };
            });
            taken_for = {};
        }
    }

    // What messages that hold one of the moves `in` come to need as escape.
    void add_dependencies(const Moves& moves, const std::vector<Set>& taken_for, const std::vector<std::uint32_t>& in,
                          const Reach& reach, BitDigraph& graph) const {
        for (const std::uint32_t p : reach.places()) {
            for (const std::uint32_t m : moves.escapes(p)) {
                const Set need = reach.destinations(p) & taken_for[m];
                if (need.empty()) continue;
                for (const std::uint32_t held : in) {
                    if ((need & taken_for[held]).empty()) continue;
                    for_each_held(moves[held], [&](std::uint32_t c) {
                        for_each_vc(moves[m].channel, moves[m].escape, vcs_,
                                    [&](std::uint32_t e) { graph.insert(c, number_of_[e]); });
                    });
                }
            }
        }
    }

    // The cycle with a message for each of its dependencies.
    void show_cycle(const std::vector<std::uint32_t>& cycle, Verdict& verdict) const {
        std::map<std::uint32_t, std::size_t> wanted;  // by the virtual channel that is held
        for (std::size_t i = 0; i < cycle.size(); ++i) {
            const std::uint32_t c = channel_of_[cycle[i]];
            verdict.cycle.push_back({c / vcs_, static_cast<int>(c % vcs_), 0, 0});
            wanted[c] = i;
        }
        Standpoints at(network_, routing_, rule_, options_.escape);
        for (std::size_t d = 0; d < terminals_.size() && !wanted.empty(); ++d) {
            explore(at, terminals_[d]);
            for (std::uint32_t s = 0; s < at.size(); ++s) {
                for (const Step& step : at.steps(s)) {
                    for_each_vc(step.channel, step.vcs, vcs_, [&](std::uint32_t c) {
                        const auto found = wanted.find(c);
                        if (found == wanted.end()) return;
                        const CycleStep& next = verdict.cycle[(found->second + 1) % cycle.size()];
                        if (!may_need(at, step.to, next.channel, next.vc)) return;
                        verdict.cycle[found->second].source = at[s].origin;
                        verdict.cycle[found->second].destination = terminals_[d];
                        wanted.erase(found);
                    });
                }
            }
        }
        if (!wanted.empty()) throw std::logic_error("a dependency of the cycle has no message");
    }

    const Network& network_;
    const Routing& routing_;
    const VcRule& rule_;
    const VerdictOptions& options_;
    std::vector<Node> terminals_;
    Talkers talkers_;
    std::uint32_t vcs_, channels_;
    VcSet taken_ = 0;
    std::vector<std::uint32_t> number_of_, channel_of_;  // channels of the subfunction
};

}  // namespace

EscapeSubfunction escape_by_routing(const Routing& routing) {
    if (routing.escape_vcs() == 0) return {};
    return [&routing](const Head&, const Hop& hop, int vc, Node) { return (routing.escape_of(hop) >> vc & 1U) != 0; };
}

EscapeSubfunction escape_by_both(const Routing& routing, const VcRule& rule) {
    if (routing.escape_vcs() != 0) return escape_by_routing(routing);
    const VcSet vcs = escape_of_rule(rule);
    return vcs == 0 ? EscapeSubfunction{} : escape_by_vcs(vcs);
}

EscapeSubfunction escape_by_vcs(VcSet vcs) {
    return [vcs](const Head&, const Hop&, int vc, Node) { return (vcs >> static_cast<unsigned>(vc) & 1U) != 0; };
}

CertifiedVerdict extended_verdict(const Network& network, const Routing& routing, const VcRule& rule,
                                  const VerdictOptions& options) {
    return ExtendedVerdict(network, routing, rule, options).found();
}

}  // namespace wafernet
