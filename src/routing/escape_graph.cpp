// Duato's condition: an adaptive routing is deadlock free where a subfunction of it leads from everywhere to every
// destination and the extended dependency graph of the subfunction has no cycle. A channel of the subfunction depends
// on another where a message can hold the first (taken as escape: direct and indirect; taken as adaptive: cross) and,
// over any number of hops outside the subfunction, come to need the second as escape.
//
// Messages to each destination are followed from standpoint to standpoint: a node and what else the next hops depend
// on. What they may come to need from each is the union of what is needed there and behind all steps outside the
// subfunction, strong components of which need the same. Memory: a bit for every pair of escape channels.
#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "choice_verdicts.hpp"
#include "digraph.hpp"
#include "standpoints.hpp"
#include "talkers.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/routing/vc_rules.hpp"

namespace wafernet {

namespace {

constexpr std::uint32_t none = 0xFFFFFFFFU;
constexpr std::uint64_t most_bytes = std::uint64_t{4} << 30U;

template <class Use> void for_each_vc(Channel channel, VcSet set, std::uint32_t vcs, const Use& use) {
    for (; set != 0; set &= set - 1) use(channel * vcs + static_cast<std::uint32_t>(std::countr_zero(set)));
}

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

// The verdict while it is found: channels of the subfunction, their dependencies, a cycle.
class ExtendedVerdict {
public:
    ExtendedVerdict(const Network& network, const Routing& routing, const VcRule& rule, const VerdictOptions& options)
        : network_(network),
          routing_(routing),
          rule_(rule),
          options_(options),
          terminals_(terminals_of(network)),
          talkers_(network, options.traffic),
          vcs_(static_cast<std::uint32_t>(rule.vcs)) {}

    CertifiedVerdict found() {
        find_channels();
        BitDigraph graph(static_cast<std::uint32_t>(channel_of_.size()));
        find_dependencies(graph);
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

    // Calls make()(standpoints, destination) for every destination, with an object of every thread's own.
    template <class Make> void for_each_destination(Progress& progress, const Make& make) {
        for_each_block_by(terminals_.size(), options_.threads, [&](unsigned) {
            return
                [&, at = Standpoints(network_, routing_, rule_, options_.escape), use = make()](std::size_t i) mutable {
                    explore(at, terminals_[i]);
                    progress.one_more();
                    use(at, terminals_[i]);
                };
        });
    }

    void find_channels() {
        std::vector<bool> used(std::size_t{network_.graph.channels()} * vcs_, false);
        std::mutex guard;
        Progress progress("finding ways to escape", options_.progress, terminals_.size());
        for_each_destination(progress, [&] {
            return [&, check = EscapeCheck(network_)](const Standpoints& at, Node destination) mutable {
                check(at, destination);
                const std::lock_guard lock(guard);
                taken_ |= at.taken();
                for (const Step& step : at.steps())
                    for_each_vc(step.channel, step.escape, vcs_, [&](std::uint32_t c) { used[c] = true; });
            };
        });
        number_of_.assign(used.size(), none);
        for (std::uint32_t c = 0; c < used.size(); ++c) {
            if (!used[c]) continue;
            number_of_[c] = static_cast<std::uint32_t>(channel_of_.size());
            channel_of_.push_back(c);
        }
        const std::uint64_t n = channel_of_.size();
        if (n * n / 8 > most_bytes)
            throw InputError(network_.word + ": the pairs of " + std::to_string(n) +
                             " escape channels take more than 4 GiB, need a smaller network or fewer virtual channels");
        check_memory(n * n / 8, network_.word + ": a table of the pairs of " + std::to_string(n) + " escape channels",
                     "a smaller network, fewer virtual channels or more memory");
    }

    void find_dependencies(BitDigraph& graph) {
        const std::function<bool(std::uint64_t, std::uint64_t)> nobody;
        Progress progress("finding dependencies of escape channels", nobody, terminals_.size());
        std::array<std::mutex, 64> guards;  // of rows
        for_each_destination(progress, [&] {
            return [&, needs = Needs{}](const Standpoints& at, Node) mutable {
                find_needs(at, graph.words(), needs);
                for (const Step& step : at.steps()) {
                    const std::uint32_t from = needs.component[step.to];
                    const std::uint64_t* const needed = needs.rows.data() + from * graph.words();
                    for_each_vc(step.channel, step.vcs, vcs_, [&](std::uint32_t c) {
                        if (number_of_[c] == none) return;
                        const std::lock_guard lock(guards[number_of_[c] % guards.size()]);
                        std::uint64_t* const row = graph.row(number_of_[c]);
                        each_line(needs.filled[from], graph.words(), [&](std::size_t w) { add(row + w, needed + w); });
                    });
                }
            };
        });
    }

    // The escape channels that messages may come to need from the standpoints of every strong component of the steps
    // outside the subfunction: a row of lines each, in 64 stretches of which those that are not all 0 have a bit.
    struct Needs {
        std::vector<std::uint32_t> component;  // of every standpoint
        std::vector<std::uint64_t> filled, rows;
    };
    static std::size_t stretch(std::size_t words) { return (words / BitDigraph::line / 64 + 1) * BitDigraph::line; }
    template <class Use> static void each_line(std::uint64_t filled, std::size_t words, const Use& use) {
        for (const std::size_t length = stretch(words); filled != 0; filled &= filled - 1) {
            const std::size_t first = static_cast<std::size_t>(std::countr_zero(filled)) * length;
            for (std::size_t w = first; w < std::min(first + length, words); w += BitDigraph::line) use(w);
        }
    }
    static void add(std::uint64_t* to, const std::uint64_t* from) {
        for (std::size_t w = 0; w < BitDigraph::line; ++w) to[w] |= from[w];
    }
    void find_needs(const Standpoints& at, std::size_t words, Needs& needs) const {
        for (std::size_t k = 0; k < needs.filled.size(); ++k) {
            each_line(needs.filled[k], words, [row = needs.rows.data() + k * words](std::size_t w) {
                std::fill_n(row + w, BitDigraph::line, 0);
            });
        }
        std::vector<std::uint32_t> like(at.size()), order;
        for (std::uint32_t i = 0; i < at.size(); ++i) like[i] = at.alike(i);
        Digraph outside;
        for (std::uint32_t i = 0; i < at.size(); ++i) {
            for (const Step& step : at.steps(i)) {
                if (like[i] == i && step.vcs != step.escape) outside.targets.push_back(like[step.to]);
            }
            outside.first.push_back(outside.targets.size());
        }
        needs.component = strong_components(outside);
        std::vector<std::uint32_t>& component = needs.component;
        for (std::uint32_t i = 0; i < at.size(); ++i) {
            if (like[i] == i) order.push_back(i);
            component[i] = component[like[i]];
        }
        std::ranges::sort(order, {},
                          [&](std::uint32_t i) { return component[i]; });  // what a step leads to comes first
        needs.filled.assign(order.empty() ? 0 : component[order.back()] + std::size_t{1}, 0);
        needs.rows.resize(std::max(needs.rows.size(), needs.filled.size() * words), 0);
        for (const std::uint32_t i : order) {
            std::uint64_t* const mine = needs.rows.data() + component[i] * words;
            for (const Step& step : at.steps(i)) {
                for_each_vc(step.channel, step.escape, vcs_, [&](std::uint32_t c) {
                    const std::size_t word = number_of_[c] / 64;
                    mine[word] |= std::uint64_t{1} << (number_of_[c] % 64);
                    needs.filled[component[i]] |= std::uint64_t{1} << word / stretch(words);
                });
                if (step.vcs == step.escape || component[step.to] == component[i]) continue;
                const std::uint64_t* const its = needs.rows.data() + component[step.to] * words;
                needs.filled[component[i]] |= needs.filled[component[step.to]];
                each_line(needs.filled[component[step.to]], words, [&](std::size_t w) { add(mine + w, its + w); });
            }
        }
    }

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
    std::uint32_t vcs_;
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
